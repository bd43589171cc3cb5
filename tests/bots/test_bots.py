"""Bots are reproducible, see only what their seat may know, and each level beats the one below."""

import dataclasses
from itertools import count
from random import Random
from typing import Any

import pytest

import tabletown
from tabletown.bots import Greedy, Human, Search, TurnSearch, make
from tabletown.bots.search import LONG
from tabletown.kernel import Bots, Match
from tabletown.kernel.errors import BadOption
from tests.conformance.test_games import connect_four
from tests.kernel.toys import hands, marks


def play(match: Match, *names: str, seed: int = 1) -> Match:
    bots = [make(name, seed=seed + number) for number, name in enumerate(names)]
    while decisions := match.decisions:
        seat = decisions[0].seat
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    return match


def test_search_beats_random_at_connect_four() -> None:
    won = 0
    for seed in range(4):
        names = ("search:80", "random") if seed % 2 else ("random", "search:80")
        outcome = play(Match(connect_four(), seed=seed), *names).outcome
        assert outcome is not None
        won += outcome.winners == (0 if seed % 2 else 1,)
    assert won == 4


def test_search_given_iterations_and_a_seed_is_reproducible() -> None:
    logs = [play(Match(marks, 2, seed=3), "search:30", "search:30", seed=5).log for _ in range(2)]
    assert logs[0] == logs[1]


def test_search_finds_the_winning_move() -> None:
    match = Match(connect_four())
    for column in (1, 2, 1, 2, 1, 2):
        match.choose(match.decisions[0].seat, f"column:{column}")
    best = Search(iterations=200, seed=1).think(match.player_view(0))
    assert best[0].option == "column:1" and best[0].value > 0.9
    assert sum(candidate.visits for candidate in best) == 200


def test_greedy_takes_what_the_game_rates_best_and_slips_as_often_as_told() -> None:
    bots = Bots(rate=lambda s, asked: [float(o == "column:5") for o in asked.options])
    rated = dataclasses.replace(connect_four(), bots=bots)
    match = Match(rated)
    assert {Greedy(seed).choose(match.player_view(0)) for seed in range(20)} == {"column:5"}
    slipping = [Greedy(seed, slips=0.5).choose(match.player_view(0)) for seed in range(200)]
    assert 90 < sum(option == "column:5" for option in slipping) < 140


@pytest.mark.parametrize("name", ["random", "greedy", "search:20"])
def test_a_bot_cannot_tell_apart_what_its_seat_cannot(name: str) -> None:
    """The other hand is exchanged with tiles in the bag: the bot gives the same answer."""
    match = Match(hands, seed=3)
    other = match.clone()
    for state in (other.state, other.checkpoint.state):
        state.hands[1], state.bag = state.bag + state.hands[1][2:], state.hands[1][:2]
    assert other.state.hands[1] != match.state.hands[1]
    chosen = [make(name, seed=4).choose(each.player_view(0)) for each in (match, other)]
    assert chosen[0] == chosen[1]


def test_an_unknown_bot_or_budget_is_refused_with_what_there_is() -> None:
    with pytest.raises(BadOption, match=r"no bot 'alpha'\. Choose one of: random, human, greedy, step, search"):
        make("alpha")
    with pytest.raises(BadOption, match="'soon' isn't a valid budget"):
        make("search:soon")


def test_a_time_budget_lets_it_think() -> None:
    match, ticks = Match(connect_four()), count()  # each reading of this clock advances it by 1 ms
    bot = Search(milliseconds=400, seed=1, clock=lambda: next(ticks) / 1000)
    assert sum(candidate.visits for candidate in bot.think(match.player_view(0))) > 5


def test_a_turn_has_one_budget_and_its_first_question_most_of_it() -> None:
    match, ticks = tabletown.new("right-of-way", seed=1), count()  # each reading of this clock advances it by 2 ms
    seat, bot = match.decisions[0].seat, Search(milliseconds=200, seed=1, clock=lambda: next(ticks) / 500)
    turn, spent = match.turn, []
    while match.turn == turn:
        before = bot.spent
        match.choose(seat, bot.choose(match.player_view(seat)))
        spent.append(bot.spent - before)
    # a question ends with the first reading after its share is used up, and one more at the end
    assert len(spent) > 3 and spent[0] > sum(spent[1:]) and sum(spent) <= 0.2 + len(spent) * 2 / 500


def test_search_tells_how_its_turn_would_go_on() -> None:
    match = tabletown.new("right-of-way", seed=1)
    seat, bot = match.decisions[0].seat, Search(iterations=150, seed=1)
    chosen = bot.choose(match.player_view(seat))
    line = bot.line()
    assert line and line[0].startswith("plot:")
    match.choose(seat, chosen)
    decision = match.decision(seat)
    assert decision is not None and decision.takes(line[0])
    assert bot.line(least=1000) == []


def test_search_stops_when_it_is_told() -> None:
    match = tabletown.new("right-of-way", seed=1)
    bot = Search(iterations=100_000, seed=1, stop=lambda: bot.root.visits >= 3)
    assert bot.choose(match.player_view(match.decisions[0].seat)) and bot.root.visits == 3


def test_a_human_overlooks_options_but_takes_the_best_of_the_others() -> None:
    bots = Bots(rate=lambda s, asked: [float(option[-1]) for option in asked.options])
    match = Match(dataclasses.replace(connect_four(), bots=bots))
    chosen = [Human(seed, overlooks=0.5).choose(match.player_view(0)) for seed in range(400)]
    counts = [chosen.count(f"column:{column}") for column in range(1, 8)]
    assert 160 < counts[6] < 240 and 60 < counts[5] < 140  # half, then a quarter
    assert counts[0] < 20 and counts == sorted(counts)
    careful = Match(dataclasses.replace(connect_four(), bots=dataclasses.replace(bots, overlooks=0.2)))
    chosen = [Human(seed, overlooks=0.5).choose(careful.player_view(0)) for seed in range(400)]
    assert 340 < chosen.count("column:7") < 380  # where slips are fatal it overlooks less: here a tenth of that


def test_one_step_ahead_goes_by_how_the_turn_would_end() -> None:
    """The ratings prefer the first column; the value knows that the third one wins."""
    bots = Bots(rate=lambda s, asked: [float(o == "column:1") for o in asked.options])
    match = Match(dataclasses.replace(connect_four(), bots=bots))
    for column in (3, 2, 3, 2, 3, 2):
        match.choose(match.decisions[0].seat, f"column:{column}")
    assert TurnSearch(1).choose(match.player_view(0)) == "column:3"
    assert TurnSearch(1, width=1).choose(match.player_view(0)) == "column:1"


@pytest.mark.parametrize("bot", [TurnSearch(1), Search(iterations=14, seed=1)])
def test_what_is_rated_less_must_stand_better_by_more_than_a_little(bot: TurnSearch | Search) -> None:
    """If the value hardly distinguishes two options, the ratings decide."""
    third = {"worth": 0.5}
    rate = Bots(rate=lambda s, asked: [float(o == "column:1") for o in asked.options], evaluate=lambda s: stands(s))

    def stands(s: Any) -> list[float]:
        return [third["worth"] if s.columns[2] else 0.5, 0.5]

    match = Match(dataclasses.replace(connect_four(), bots=rate))
    for worth, best in ((0.52, "column:1"), (0.9, "column:3")):
        third["worth"] = worth
        assert bot.choose(match.player_view(0)) == best


def test_who_goes_in_circles_leaves_them_by_the_ratings() -> None:
    """A draft can be changed again and again, but the turn must end all the same."""
    bots = Bots(rate=lambda s, asked: [float(o == "column:1") for o in asked.options], evaluate=lambda s: [0.5, 0.5])
    rules = dataclasses.replace(connect_four().rules, turn_of=lambda s: "one")
    match = Match(dataclasses.replace(connect_four(), bots=bots, rules=rules))
    bot = Search(iterations=8, seed=1)
    thought = [bot.think(match.player_view(0)) for _ in range(LONG)]
    assert sum(each.visits for each in thought[-1]) >= 8
    given_up = bot.think(match.player_view(0))
    assert given_up[0].option == "column:1" and not any(each.visits for each in given_up)


def test_search_tries_all_in_turn_with_the_same_luck_and_the_better_half_goes_on() -> None:
    tried: list[tuple[str, float]] = []

    class Watched(Search):
        def _iterate(self, root: Any, seen: Any, first: str, rng: Random | None = None) -> None:
            assert rng is not None
            tried.append((first, rng.random()))
            super()._iterate(root, seen, first, rng)

    match = Match(
        dataclasses.replace(connect_four(), bots=Bots(evaluate=lambda s: [0.5 + 0.1 * bool(s.columns[3]), 0.5]))
    )
    found = Watched(iterations=42, seed=1).think(match.player_view(0))
    assert found[0].option == "column:4"
    assert sorted(each.visits for each in found) == [
        2,
        2,
        2,
        6,
        6,
        12,
        12,
    ]  # all seven twice, then four of them, then two
    assert {option for option, _ in tried[:7]} == set(match.decisions[0].options)
    assert len({luck for _, luck in tried[:7]}) == 1 and len({luck for _, luck in tried}) == 2 + 4 + 6


def test_one_step_ahead_leaves_out_what_could_not_have_led_to_its_question() -> None:
    """With another hidden card, someone else might be asked."""

    def imagine(s: Any, seat: int, rng: Random) -> Any:
        s = s.copy()
        s.seat = seats[rng.randrange(len(seats))]
        return s

    bots = Bots(rate=lambda s, asked: [float(o == "column:1") for o in asked.options], evaluate=lambda s: [0.5, 0.5])
    view = dataclasses.replace(connect_four().view, imagine=imagine)
    match = Match(dataclasses.replace(connect_four(), bots=bots, view=view))
    for column in (3, 2, 3, 2, 3, 2):
        match.choose(match.decisions[0].seat, f"column:{column}")
    seats = [0, 1]
    assert TurnSearch(1, tries=8).choose(match.player_view(0)) == "column:3"
    seats = [1]
    assert TurnSearch(1).choose(match.player_view(0)) == "column:1"  # only the ratings to go by


def test_search_goes_on_with_its_thoughts_only_while_nothing_else_has_happened() -> None:
    match = Match(tabletown.game("right-of-way"), seed=1)
    seat, bot = match.decisions[0].seat, Search(iterations=60, seed=1)
    went_on = 0
    for _ in range(12):
        own = match.decisions[0].seat == seat
        thought, last = bot.root.children.get(bot.chosen), match.log[-1]
        word = bot.choose(match.player_view(seat)) if own else match.decisions[0].options[0]
        if own:
            assert (bot.root is thought) == (thought is not None and last.seat == seat)
            went_on += bot.root is thought
        match.choose(match.decisions[0].seat, word)
    assert went_on >= 2  # tile, then plot, then rotation


def test_search_keeps_its_own_questions_together_where_all_act_at_once() -> None:
    bot = Search(iterations=40, seed=1)
    bot.think(Match(marks, 3, seed=3).player_view(2))
    assert all(node.children for node in bot.root.children.values())
    assert {after.seat for node in bot.root.children.values() for after in node.children.values()} == {2}


def test_search_plays_a_turn_to_its_end_before_it_values_it() -> None:
    """In Right of Way there is a checkpoint in the middle of a turn, after the highway was laid."""
    match = Match(tabletown.game("right-of-way"), seed=1)
    bot = Search(iterations=1, seed=1)
    bot.think(match.player_view(match.decisions[0].seat))
    node, words = bot.root, []
    while tried := [word for word, after in node.children.items() if after.visits]:
        words, node = [*words, tried[0]], node.children[tried[0]]
    assert [word.partition(":")[0] for word in words[:3]] == ["tile", "plot", "turn"]
    assert words[-1] == "done" or words[-1].startswith("down:")


@pytest.mark.parametrize(("trust", "doubt"), [(2.0, 0.3), (6.0, 0.1), (60.0, 0.01)])
def test_search_doubts_ratings_the_less_the_more_it_trusts_them(trust: float, doubt: float) -> None:
    bots = Bots(trust=trust, rate=lambda s, asked: [-float(o == "column:5") for o in asked.options])
    rated = dataclasses.replace(connect_four(), bots=bots)
    bot = Search(iterations=1, seed=1)
    bot.think(Match(rated).player_view(0))
    priors = {option: node.prior for option, node in bot.root.children.items()}
    assert sum(priors.values()) == pytest.approx(1)
    assert priors["column:5"] == pytest.approx(doubt / 7, abs=1e-5)  # all others are equal


@pytest.mark.parametrize("spec", ["greedy:200%", "human:-5%"])
def test_a_share_goes_from_nothing_to_all(spec: str) -> None:
    with pytest.raises(BadOption, match="Give 0% to 100%"):
        make(spec)
