"""The prizes of a session: for people only, fair to tables of three and of four, and shared in a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletown.classroom.lesson import Winner, entry
from tabletown.games.broken_cities.classroom.state import ROOM
from tabletown.games.broken_cities.rules.counting import own_emissions, own_parks
from tabletown.kernel import say

if TYPE_CHECKING:
    from tabletown.games.broken_cities.classroom.session import CitiesSession


def prizes(session: CitiesSession) -> list[dict[str, Any]]:
    """Who would get each prize now: announced before play, final when the session is over."""
    found: dict[str, tuple[list[Winner], str]] = {}
    if session.matches:
        if session.state.first_to_50 is not None:
            table, seat = session.state.first_to_50
            city = session.city(table)
            found["first_to_50"] = (
                [(table, [seat])],
                say("{rent} rent in round {round}", rent=city.rents[seat], round=city.round),
            )
        found["greenest_player"] = _greenest_player(session)
        found["winning_table"] = _winning_table(session)
        found["greenest_table"] = _greenest_table(session)
    return [entry(session, prize, *found.get(prize.id, ([], ""))) for prize in ROOM.prize]


def _best(ranked: list[tuple[tuple[float, ...], Winner]]) -> list[Winner]:
    """All winners that share the best rank; lower is better."""
    best = min((rank for rank, _ in ranked), default=None)
    return [winner for rank, winner in ranked if rank == best]


def _greenest_player(session: CitiesSession) -> tuple[list[Winner], str]:
    """The lowest own emissions (parks count for their builder), then the most parks."""
    ranked: list[tuple[tuple[float, ...], Winner]] = [
        ((own_emissions(session.city(table), seat), -own_parks(session.city(table), seat)), (table, [seat]))
        for table, mine in enumerate(session.state.tables)
        for seat in mine.of_people()
    ]
    if not ranked:
        return [], ""
    emissions, parks = min(ranked)[0]
    n = f"{int(emissions)}".replace("-", "\N{MINUS SIGN}")
    return _best(ranked), say("own emissions {n}, parks {parks}", n=n, parks=-int(parks))


def _winning_table(session: CitiesSession) -> tuple[list[Winner], str]:
    """The most rent per person; bots do not count."""
    ranked: list[tuple[tuple[float, ...], Winner]] = []
    for table, mine in enumerate(session.state.tables):
        people = mine.of_people()
        if people:
            rents = session.city(table).rents
            ranked.append(((-sum(rents[seat] for seat in people) / len(people),), (table, people)))
    if not ranked:
        return [], ""
    return _best(ranked), say("{rent} rent per player", rent=round(-min(ranked)[0][0], 1) + 0.0)  # never -0.0


def _greenest_table(session: CitiesSession) -> tuple[list[Winner], str]:
    """The least damage per round and player, so that a table of three has no advantage."""
    ranked: list[tuple[tuple[float, ...], Winner]] = []
    for table, mine in enumerate(session.state.tables):
        city, people = session.city(table), mine.of_people()
        if people and mine.rounds:
            rank = mine.reported / mine.rounds / city.players, city.emissions / city.players
            ranked.append((rank, (table, people)))
    if not ranked:
        return [], ""
    return _best(ranked), say("{damage} damage per round and player", damage=round(min(ranked)[0][0], 1))
