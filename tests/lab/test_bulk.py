"""Matches of blind bots are played without a `Match`: they are the same, under any options, and so are their rows."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tabletown.bots import Random
from tabletown.kernel import Chance, Choose, Game, Match, Script, Together
from tabletown.kernel.chance import Dealer
from tabletown.kernel.game import About, Outcome, Rules, State
from tabletown.kernel.text import Text
from tabletown.lab.bulk import Blind, TooLong
from tabletown.lab.play import Task, attempt, is_blind
from tabletown.registry import game, games

IDS = [each.about.id for each in games()]


def with_a_match(playing: Game, seats: int, options: dict[str, str], seed: int) -> tuple[Any, int]:
    """The same bots at a real match."""
    match, dealer = Match(playing, seats, options, seed, live=False), Dealer(seed)
    bots = [Random(dealer.word("bot", seat)) for seat in range(seats)]
    answers = 0
    while decisions := match.decisions:
        seat = decisions[0].seat
        match.choose(seat, bots[seat].choose(match.seen_by(seat)))
        answers += 1
    return match.state, answers


def tables(id: str, number: int) -> Iterator[tuple[int, dict[str, str], int]]:
    """Seats, options, seed."""
    about, rng = game(id).about, random.Random(8)
    for seed in range(number):
        options = {each.id: rng.choice(list(each.values)) for each in about.settings if rng.random() < 0.3}
        yield rng.randint(*about.seats), options, seed


@pytest.mark.parametrize("id", IDS)
def test_it_is_the_match_that_the_kernel_plays(id: str) -> None:
    for seats, chosen, seed in tables(id, 10):
        options = game(id).options(chosen)
        state, answers = with_a_match(game(id), seats, options, seed)
        blind = Blind(game(id), seats, options, seed, 100_000)
        assert (blind.state, 100_000 - blind.left) == (state, answers), f"{id}: {seats} seats, {chosen}, seed {seed}"


@pytest.mark.parametrize("id", IDS)
def test_a_row_says_the_same_whoever_played_it(id: str) -> None:
    for seats, options, seed in tables(id, 2):
        task = Task(id, ("random",) * seats, options, seed)
        watched = msgspec.structs.replace(task, watch=("nothing of the kind",))
        assert is_blind(task) and not is_blind(watched)
        assert attempt(task) == attempt(watched) and not attempt(task).error


def test_only_blind_bots_of_whom_nothing_more_is_asked_are_played_so() -> None:
    task = Task("right-of-way", ("random", "random"), {}, 1)
    assert is_blind(task)
    for change in ({"bots": ("random", "greedy")}, {"ledger": True}, {"decisions": True}, {"patience": 1.0}):
        assert not is_blind(msgspec.structs.replace(task, **change))


def test_what_goes_wrong_is_a_row_that_says_so() -> None:
    long = attempt(Task("right-of-way", ("random", "random"), {}, 1, limit=20))
    assert "no end after 20 answers" in long.error
    with pytest.raises(TooLong):
        Blind(game("right-of-way"), 2, game("right-of-way").options(), 1, 20)
    assert "is for 2 seats" in attempt(Task("right-of-way", ("random",) * 3, {}, 1)).error
    assert "no option 'colour'" in attempt(Task("right-of-way", ("random",) * 2, {"colour": "red"}, 1)).error


# ---------------------------------------------------------------------- together within together, and luck there


class Toy(State):
    told: list[str] = []
    over: bool = False

    def copy(self) -> "Toy":
        return Toy(told=self.told[:], over=self.over)


def one(s: Toy, seat: int) -> Script:
    before = yield Chance("d6", list("123456"))
    word = yield Choose(seat, Text("pick"), list, about=("abc",))
    after = yield Chance("d6", list("123456"))
    s.told.append(f"{seat}{before}{word}{after}")
    return word


def quiet(s: Toy, seat: int) -> Script:
    return (yield Chance("coin", ["heads", "tails"]))


def pair(s: Toy, seats: tuple[int, int]) -> Script:
    yield Together({seat: quiet(s, seat) for seat in seats})
    found = yield Together({seat: one(s, seat) for seat in seats})
    s.told.append(str(found))
    yield Chance("d6", list("123456"))
    return "".join(found.values())


def whole(s: Toy) -> Script:
    found = yield Together({9: pair(s, (0, 1)), 2: one(s, 2), 8: quiet(s, 3)})
    s.told.append(str(found))
    s.told.append((yield Chance("d6", list("123456"))))
    s.over = True


def test_scripts_within_scripts_have_the_same_luck() -> None:
    rules = Rules(
        Toy, lambda seats, options: Toy(), lambda s: None if s.over else whole(s), lambda s: Outcome((), Text("over"))
    )
    toy = Game(About("toy", "Toy", "1", "A toy", (3, 3), "1", "light", default_seats=3), rules)
    for seed in range(20):
        state, answers = with_a_match(toy, 3, {}, seed)
        assert Blind(toy, 3, {}, seed, 100).state == state and answers == 3


def test_a_match_that_is_over_before_it_begins() -> None:
    rules = Rules(Toy, lambda seats, options: Toy(), lambda s: None, lambda s: Outcome((), Text("over")))
    toy = Game(About("toy", "Toy", "1", "A toy", (1, 1), "1", "light", default_seats=1), rules)
    assert Blind(toy, 1, {}, 1, 100).left == 100
