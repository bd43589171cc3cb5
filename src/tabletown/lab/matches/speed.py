"""The speed of a game on this machine: answers and clones per second in random play."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import count

from tabletown.kernel import Game, Match
from tabletown.lab.matches.play import Task, attempt
from tabletown.testing import play_randomly

Rate = Callable[[float], float]  # seconds to spend -> operations per second


def timed(step: Callable[[], int]) -> Rate:
    """Repeat `step`, which returns how many operations it did, for this many seconds of processor time.

    Processor time gives the same result on an idle and on a busy machine.
    """

    def rate(seconds: float) -> float:
        done, spent, began = 0, 0.0, time.process_time()
        while spent < seconds:
            done += step()
            spent = time.process_time() - began
        return done / spent

    return rate


def matches(game: Game, seats: int | None = None) -> Rate:
    """Random matches per second, as a study plays them: from the first question to the result row."""
    bots, options, seeds = ("random",) * len(game.seated(seats)), game.options(), count()

    def play() -> int:
        played = attempt(Task(game.about.id, bots, options, next(seeds)))
        assert not played.error, played.error
        return 1

    return timed(play)


def answers(game: Game, seats: int | None = None) -> Rate:
    """Answers per second in random matches: get the question, pick an option, answer."""
    pick, seeds = random.Random(1).random, count()

    def play() -> int:
        match = Match(game, seats, seed=next(seeds), live=False)
        given = 0
        while decisions := match.decisions:
            decision = decisions[0]
            options = decision.options
            match.choose(decision.seat, options[int(pick() * len(options))])
            given += 1
        return given

    return timed(play)


def clones(game: Game, seats: int | None = None) -> Rate:
    """Clones per second, at about sixty positions from the middle third of a random match."""
    whole = play_randomly(Match(game, seats, seed=3, live=False), random.Random(3))
    step = max(1, whole.number // 180)
    middle = [whole.at(number) for number in range(whole.number // 3, 2 * whole.number // 3, step)]

    def copy() -> int:
        for match in middle:
            match.clone()
        return len(middle)

    return timed(copy)
