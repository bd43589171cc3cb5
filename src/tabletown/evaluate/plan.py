"""Choose the matches: the same seeds against each rung of the ladder, and every seat equally often.

A pair (a seed) is one match for every seat of the table: the player under evaluation takes that seat, the rung's bot
all others, and luck is the same. So neither seats nor luck favour anybody, and two models with the same plan meet the
same luck.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption
from tabletown.registry import game

LADDER = ("random", "human:70%", "human:35%", "greedy")
FIRST_SEED = 940_000_001


class EvaluationPlan(msgspec.Struct, frozen=True):
    """Everything that a run depends on; only the same plan can be resumed."""

    game: str
    player: str  # the player under evaluation
    ladder: tuple[str, ...] = LADDER
    pairs: int = 5  # seeds for each rung
    seed: int = FIRST_SEED
    seats: int = 2
    options: dict[str, str] = {}
    listed: bool = True
    disguised: bool = False
    rules: bool = True  # include the whole rulebook before the match
    tries: int = 3  # attempts per question; then a random option is played
    rules_version: str = ""

    @property
    def matches(self) -> int:
        return len(self.ladder) * self.pairs * self.seats


class Pairing(NamedTuple):
    """One match of the plan."""

    rung: str
    seed: int
    seat: int  # of the player under evaluation

    @property
    def name(self) -> str:
        return f"{self.rung} {self.seed} {self.seat}"


def pairings(plan: EvaluationPlan) -> Iterator[Pairing]:
    """The pairs, each time through the whole ladder, so that a run cut short still covers every rung."""
    for number in range(plan.pairs):
        for rung in plan.ladder:
            for seat in range(plan.seats):
                yield Pairing(rung, plan.seed + number, seat)


def made(plan: EvaluationPlan) -> EvaluationPlan:
    """The plan, checked and completed."""
    found = game(plan.game)
    if plan.pairs < 1 or plan.tries < 1 or not plan.ladder:
        raise BadOption("An evaluation needs at least one pair, one try and one rung.")
    options = found.options(plan.options)
    Match(found, plan.seats, options, plan.seed, live=False)  # refuses what cannot be played
    return msgspec.structs.replace(plan, options=options, rules_version=found.about.version)
