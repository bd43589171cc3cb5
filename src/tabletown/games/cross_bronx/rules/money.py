"""Resources and debt (2.1.2)."""

from __future__ import annotations

from tabletown.games.cross_bronx.state import DEBT_LIMIT, Bronx, replaced

LOWEST, HIGHEST = -15, 34


def in_debt(s: Bronx, faction: int) -> bool:
    return s.resources[faction] < 0


def can_spend(s: Bronx, faction: int, cost: int) -> bool:
    """Whether the Faction may choose to pay this; never past its debt limit, but 0 is always allowed."""
    return cost == 0 or s.resources[faction] - cost >= DEBT_LIMIT[faction]


def change(s: Bronx, faction: int, amount: int) -> None:
    """Apply a gain or forced loss, limited only by the ends of the track."""
    s.resources = replaced(s.resources, faction, max(LOWEST, min(HIGHEST, s.resources[faction] + amount)))


def spend(s: Bronx, faction: int, cost: int) -> None:
    change(s, faction, -cost)


def pay(s: Bronx, payer: int, payee: int, amount: int) -> None:
    """Pay another Faction, which gets the full amount even if the payer's marker stops at -15."""
    before = s.resources[payer]
    change(s, payer, -amount)
    if s.options.conserve_transfers:
        amount = before - s.resources[payer]
    change(s, payee, amount)
