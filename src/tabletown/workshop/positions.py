"""A typical position at a card of a pack: bots play a match until that card has come up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tabletown.bots import make
from tabletown.kernel import CHANCE, Game, Match
from tabletown.workshop.fairness import BOT, LONGEST

TRIES = 40  # matches


class Reached(NamedTuple):
    """The luck of a match, and what its seats answered on the way."""

    seed: int
    answers: list[tuple[int, str]]


def reach(game: Game, options: Mapping[str, str], there: Callable[[Any], bool]) -> Reached | None:
    """The first of some matches of bots in which `there` becomes true of the state; None if in none."""
    for seed in range(TRIES):
        match = Match(game, None, dict(options), seed)
        bots = [make(BOT, seed=seed + seat) for seat in range(match.seats)]
        while not match.over and match.number < LONGEST:
            if there(match.state):
                return Reached(seed, [(seat, option) for seat, option in match.log if seat != CHANCE])
            decision = match.decisions[0]
            match.choose(decision.seat, bots[decision.seat].choose(match.player_view(decision.seat)))
    return None


def position(game: Game, options: Mapping[str, str], reached: Reached) -> Match:
    """That match at this point; it goes on with new luck."""
    match = Match(game, None, dict(options), reached.seed, changes=True)
    for seat, option in reached.answers:
        match.choose(seat, option)
    return match.branch()
