"""The goal in one line, with the current scores and what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.rules.audit import bankrupt_at, city_debt
from tabletown.games.cross_bronx.state import FACTIONS, Bronx
from tabletown.goals import Part, near, standing
from tabletown.kernel import say


def goal(s: Bronx, seat: int | None, names: Sequence[str]) -> list[Part]:
    if s.ending:
        return []
    year, limit, debt, most = s.last + 10, s.losses_limit, city_debt(s), bankrupt_at(s)
    own = s.resources[seat] if seat is not None else None
    losses = say("everyone loses at {limit} Losses: now {losses}", limit=limit, losses=s.losses)
    owed = say("or a city debt of {most}: now {debt}", most=most, debt=debt)
    return [
        (
            say("Goal: most Victory Points after the {year} Census", year=year),
            say("Goal: points in {year}", year=year),
            False,
        ),
        *([] if own is None else [(say("you have {n} Resources", n=own), say("Resources {n}", n=own), False)]),
        (losses, say("Losses {losses} of {limit}", losses=s.losses, limit=limit), near(s.losses, limit)),
        (owed, say("debt {debt} of {most}", debt=debt, most=most), near(debt, most)),
        standing([s.vp[faction] for faction in FACTIONS], seat, names),  # phones show it in the bar, too
    ]
