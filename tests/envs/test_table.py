"""The plain table: words to actions and back, nothing hidden in an observation, identical copies."""

import copy
import pickle
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

pytest.importorskip("numpy", reason="the extra `envs` is not installed")

import numpy as np

from tabletown.envs import IllegalAction, Table
from tabletown.kernel import Game, Match
from tabletown.registry import games
from tests.conformance.test_games import connect_four
from tests.kernel.toys import hands, marks

GAMES = games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.about.id)


def random_options(game: Game, rng: random.Random) -> dict[str, str]:
    return {
        setting.id: rng.choice(list(setting.values)) if rng.random() < 0.25 else setting.default
        for setting in game.about.settings
    }


def walk(table: Table, rng: random.Random, answers: int) -> Iterator[int]:
    for _ in range(answers):
        waiting = table.waiting
        if not waiting:
            return
        seat = rng.choice(waiting)
        yield seat
        table.step(rng.choice(table.legal(seat)), seat)


@every_game
def test_every_option_has_one_action_and_every_question_is_known(game: Game) -> None:
    rng = random.Random(7)
    for seed in range(6):
        count = rng.randint(*game.about.seats)
        table = Table(game, count, random_options(game, rng))
        table.reset(seed)
        for seat in walk(table, rng, 150):
            decision = table.match.decision(seat)
            assert decision is not None
            legal = table.legal(seat)
            assert len(set(legal)) == len(legal) == int(table.mask(seat).sum())
            assert [table.word(action, seat) for action in legal] == list(decision.options)
            word = rng.choice(decision.options)
            assert table.word(table.action(word, seat), seat) == word
            assert decision.rule in table.encoding.question.rules, "a question that the encoding does not know"


@every_game
def test_the_vocabulary_holds_every_word_of_the_game_as_printed(game: Game) -> None:
    rng, table = random.Random(3), Table(game)
    for seed in range(3):
        table.reset(seed)
        for seat in walk(table, rng, 200):
            outside = [table.word(action, seat) for action in table.legal(seat) if action >= len(table.words)]
            assert all(word.startswith("text:") for word in outside), outside  # free-text laws


@every_game
def test_an_observation_has_its_size_and_its_named_parts(game: Game) -> None:
    rng = random.Random(5)
    table = Table(game, game.about.seats[1], random_options(game, rng))
    table.reset(2)
    for seat in walk(table, rng, 40):
        for other in range(table.seats):
            seen = table.observe(other)
            assert seen.shape == (table.size,) and seen.dtype == np.int16
        planes = table.planes(table.observe(seat))
        assert sum(part.size for part in planes.values()) == table.size
        assert planes["question"].any(), "who is asked knows what"
        others = [other for other in range(table.seats) if other not in table.waiting]
        assert not any(table.planes(table.observe(other))["question"].any() for other in others)


@every_game
def test_nothing_hidden_is_in_an_observation(game: Game) -> None:
    """Hidden information is imagined anew, and the observation stays the same. Nobody knows the order of bags and
    decks."""
    rng = random.Random(11)
    for seed in range(2):
        table = Table(game, game.about.seats[1])
        table.reset(seed)
        for _ in walk(table, rng, 60):
            if rng.random() < 0.7:
                continue
            for seat in table.waiting:
                seen = table.observe(seat)
                twin = table.imagine(seat, rng)
                for name in twin.match.state.__struct_fields__:
                    value = getattr(twin.match.state, name)
                    if name in ("stacks", "bag", "mafia_deck", "police_deck", "deck", "item_supply"):
                        setattr(twin.match.state, name, _shuffled(value, rng))
                assert (twin.observe(seat) == seen).all()


def _shuffled(value: list[object], rng: random.Random) -> list[object]:
    if value and isinstance(value[0], list):
        return [_shuffled(part, rng) for part in value]
    return rng.sample(value, len(value))


def test_what_another_one_chooses_in_secret_is_not_seen() -> None:
    table = Table("crossroll", 3)
    table.reset(3)
    rng = random.Random(1)
    for _ in walk(table, rng, 500):
        if len(table.waiting) == 3:
            break
    others = [(seat, table.observe(seat)) for seat in (1, 2)]
    table.step(rng.choice(table.legal(0)), 0)
    assert all((table.observe(seat) == seen).all() for seat, seen in others)


@every_game
def test_seats_see_themselves_first(game: Game) -> None:
    table = Table(game, game.about.seats[1])
    table.reset(4)
    rng = random.Random(2)
    for _ in walk(table, rng, 80):
        pass
    seen = [table.observe(seat) for seat in range(table.seats)]
    assert all((one != other).any() for one, other in pairwise(seen))


@every_game
def test_copies_in_mid_game_go_on_alike(game: Game) -> None:
    table, rng = Table(game), random.Random(9)
    table.reset(6)
    for _ in walk(table, rng, 45):
        pass
    twins = [table.clone(), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    before = [table.observe(seat).copy() for seat in range(table.seats)]
    played = []
    for twin in (table, *twins):
        assert all((twin.observe(seat) == seen).all() for seat, seen in enumerate(before)) or twin is not table
        same = random.Random(4)
        for _ in walk(twin, same, 30):
            pass
        played.append((twin.match.log, twin.observe(0).tolist(), twin.answers))
    assert all(one == played[0] for one in played)


def test_a_masked_action_says_so() -> None:
    table = Table("right-of-way")
    table.reset(1)
    with pytest.raises(IllegalAction, match="Action 239 is masked"):
        table.step(239)
    with pytest.raises(IllegalAction, match="isn't an option for seat"):
        table.action("plot:A1")


@pytest.mark.parametrize("options", [{}, {"scoring": "partial"}, {"rim": "joined"}], ids=str)
def test_right_of_way_tells_the_points_as_they_stand(options: dict[str, str]) -> None:
    table, rng = Table("right-of-way", options=options), random.Random(2)
    table.reset(4)
    for seat in walk(table, rng, 5000):
        table.observe(seat)
    outcome = table.match.outcome
    assert outcome is not None and sum(outcome.scores) > 10
    assert [tuple(table.planes(table.observe(seat))["points"][:2]) for seat in (0, 1)] == [
        outcome.scores,
        outcome.scores[::-1],
    ]


def test_large_numbers_are_told_as_they_are() -> None:
    table = Table("broken-cities")
    table.reset(1)
    table.match.state.money[0] = 1234
    assert table.planes(table.observe(0))["money"][0] == 1234


@pytest.mark.parametrize("game", [marks, hands], ids=["marks", "hands"])
def test_a_game_without_an_encoding_gets_a_sound_one(game: Game) -> None:
    rng, table = random.Random(3), Table(game)
    again = Table(game)
    assert (table.words, table.size) == (again.words, again.size), "always the same"
    table.reset(1)
    for seat in walk(table, rng, 40):
        assert table.mask(seat).sum() == len(set(table.legal(seat))) > 0
        assert table.observe(seat).shape == (table.size,)
    assert Table(connect_four()).words == tuple(f"column:{n}" for n in range(1, 8))


def test_the_generic_encoding_shows_only_what_the_seat_may_know() -> None:
    table = Table(hands)
    table.match = Match(hands, seed=3)
    other = table.clone()
    state = other.match.state
    state.hands[1], state.bag = state.bag + state.hands[1][2:], state.hands[1][:2]
    assert (table.observe(0) == other.observe(0)).all()
    assert (table.observe(1) != other.observe(1)).any()


def test_alone_for_points_the_reward_is_the_score() -> None:
    table, rng = Table("crossroll", 1), random.Random(1)
    table.reset(2)
    for _ in walk(table, rng, 5000):
        assert table.rewards == [0.0]
    outcome = table.match.outcome
    assert outcome is not None and table.rewards == [outcome.scores[0]]
