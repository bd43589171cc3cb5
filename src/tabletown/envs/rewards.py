"""Rewards: the win, the margin, or the change of a seat's chance of winning turn by turn."""

from __future__ import annotations

from tabletown.bots.chances import chances_at
from tabletown.envs.table import Table
from tabletown.kernel.errors import BadOption
from tabletown.kernel.game import hide_nothing

WIN, MARGIN, CHANCES = "win", "margin", "chances"
REWARDS = (WIN, MARGIN, CHANCES)


def check(kind: str, table: Table) -> None:
    """Refuse a reward that this table cannot give."""
    if kind not in REWARDS:
        raise BadOption(f"There is no reward {kind!r}. Choose one of: {', '.join(REWARDS)}.")
    if kind == CHANCES and not chances_at(table.game, table.seats, table.match.state):
        raise BadOption(f"{table.game.about.title} has no chances for these seats and options.")


def at_end(kind: str, table: Table) -> list[float]:
    """The rewards of a finished match by seat: 1 or -1, or the score minus the best other score."""
    outcome = table.match.outcome
    if kind != MARGIN or outcome is None or not outcome.scores:
        return table.rewards
    scores = outcome.scores
    return [
        float(score - max((other for rival, other in enumerate(scores) if rival != seat), default=0.0))
        for seat, score in enumerate(scores)
    ]


def standing(table: Table, seat: int) -> float:
    """The seat's chance of winning as it may know it, from -1 (lost) to 1 (won)."""
    match = table.match
    found = chances_at(table.game, match.seats, match.view(seat), match.outcome)
    return 2 * found[seat] - 1 if found else 0.0


def standings(table: Table) -> list[float]:
    """The chance of winning of every seat, from -1 to 1."""
    match = table.match
    if table.game.view.hide is hide_nothing:  # all seats know the same, so it is computed once
        found = chances_at(table.game, match.seats, match.state, match.outcome)
        return [2 * chance - 1 for chance in found] if found else [0.0] * match.seats
    return [standing(table, seat) for seat in range(match.seats)]
