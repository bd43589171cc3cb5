"""Broken Cities with a class: one climate for all tables, cards that halt them, laws, and the debrief."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tabletown.classroom import session as rooms
from tabletown.classroom.lesson import Lesson, Rows
from tabletown.games.broken_cities.classroom import chronicle, debrief, desk, guard, pictures, what_if
from tabletown.games.broken_cities.classroom.plan import planned
from tabletown.games.broken_cities.classroom.session import MOST_TABLES, CitiesSession
from tabletown.games.broken_cities.classroom.state import ROOM
from tabletown.games.broken_cities.classroom.wall import projector
from tabletown.games.broken_cities.content import CARDS, LAW_KINDS, thresholds
from tabletown.games.broken_cities.view import charts
from tabletown.games.broken_cities.view.pieces import mark
from tabletown.kernel import Game, Match, say
from tabletown.web.seats import Refusal

if TYPE_CHECKING:
    from tabletown.classroom.pages.desk import Do
    from tabletown.classroom.room import Room
    from tabletown.classroom.roster import Person


class BrokenCitiesLesson(Lesson):
    fewest = 3
    most_tables = MOST_TABLES

    def __init__(self, game: Game) -> None:
        self.game, self.content = game, ROOM

    def new(self, sizes: Sequence[int], options: Mapping[str, str] | None = None, seed: int = 0) -> CitiesSession:
        return CitiesSession(sizes=sizes, options=options, seed=seed)

    def restore(self, data: Any, matches: list[Match]) -> CitiesSession:
        return CitiesSession.restore(self.game, data, matches)

    def prepare(self, session: rooms.Session, minutes: int) -> None:
        own(session).plan_cards(minutes)

    def mark(self, seat: int, size: int = 18) -> str:
        return mark(seat, size)

    @property
    def guard(self) -> Callable[[Any, int, str], str]:
        return guard.guard

    def where(self, session: rooms.Session, table: int) -> str:
        return say("round {n}", n=own(session).city(table).round)

    def scores(self, session: rooms.Session, table: int) -> list[int]:
        return list(own(session).city(table).rents)

    # ------------------------------------------------------------------ the wall and the desk

    def wall(self, session: rooms.Session, view: dict[str, Any]) -> str:
        return projector(own(session).projector(view["now"]) | view)

    def prizes(self, session: rooms.Session) -> list[dict[str, Any]]:
        return own(session).prizes()

    def desk(self, room: Room, view: dict[str, Any]) -> dict[str, Any]:
        tables, state = max(1, len({person.table for person in room.roster.seated})), own(room.session).state
        return {
            "walk": desk.walk(room, view) if room.tables else [],
            "talking": len(desk.talking(room)),
            "thresholds": planned(tables, room.clock) if state.planned else thresholds(tables),
            "law_seconds": state.law_seconds,
            "ruler": desk.ruler(view),
        }

    def needs(self, room: Room, view: dict[str, Any]) -> list[dict[str, Any]]:
        return [
            {"kind": "own", "number": number, "law": law, "name": view["tables"][law.table]["names"][law.seat]}
            for number, law in enumerate(own(room.session).state.refused)
            if not law.passed and room.tables and view["tables"][law.table]["phase"] == "law"
        ]

    def actions(self, room: Room, form: Do) -> dict[str, Callable[[], object]]:
        session, now, table = own(room.session), room.hub.now(), form.table
        state = session.state
        return {
            "law-clock": lambda: setattr(state, "law_seconds", float(max(60, min(1800, form.number)))),
            "plan": lambda: setattr(state, "planned", not state.planned),
            "law-time": lambda: session.extend(form.number, table, now),
            "law-time-all": lambda: desk.at_talking(room, lambda each: session.extend(form.number, each, now)),
            "law-over": lambda: session.law_time_up(table, now),
            "law-over-all": lambda: desk.at_talking(room, lambda each: session.law_time_up(each, now)),
            "show": lambda: session.show_card(now),
            "let-pass": lambda: guard.let_pass(room, form.number, passes=not form.pause),
        }

    # ------------------------------------------------------------------ the talk afterwards

    async def talk(self, room: Room) -> dict[str, Any]:
        return debrief.talk(own(room.session), await debrief.stories(room))

    async def own(self, room: Room, person: Person) -> dict[str, Any]:
        return debrief.own_page(own(room.session), (await debrief.stories(room))[person.table], person)

    async def rows(self, room: Room) -> Rows:
        found: Rows = [list(chronicle.HEADER)]
        for number, story in enumerate(await debrief.stories(room)):
            mine = room.session.state.tables[number]
            people = mine.of_people()
            bots = [seat not in people for seat in range(len(mine.names))]
            found += chronicle.rows(number + 1, story, mine.names, bots)
        return found

    async def rounds(self, room: Room) -> Rows:
        found: Rows = []
        for number, mine in enumerate(room.session.state.tables if room.tables else []):
            table = charts.rows(own(room.session).city(number), mine.names)
            found += [["table", *table[0]], *([number + 1, *row] for row in table[1:])]
        return found

    async def what_if(self, room: Room, query: Mapping[str, str]) -> dict[str, Any] | None:
        """Simulate 100 games with and without a law from its vote on, and compare them with a 95 % interval."""
        stories = await debrief.stories(room)
        table, number = (int(word) if (word := query.get(name, "")).isdecimal() else -1 for name in ("table", "at"))
        session = own(room.session)
        if not session.over and not session.matches[table if table in range(len(stories)) else 0].over:
            raise Refusal("not-asked", "“What if” opens after the session.")
        known = stories[table].proposals if table in range(len(stories)) else []
        wanted = next((proposal for proposal in known if proposal.number == number and not proposal.law), None)
        if wanted is None:
            raise Refusal("none", "No law was turned down there.")
        key = "what if", table, number
        async with room.wondering:
            if key not in room.memory:
                past = await room.tables[table].past.match()
                room.memory[key] = await asyncio.to_thread(what_if.ask, past, number)
        found, names = room.memory[key], session.state.tables[table].names
        return {
            "found": found,
            "fan": pictures.fan(found),
            "measures": {
                "emissions": say("Emissions"),
                "rent": say("Rent per player"),
                "leader": say("Leader's rent"),
            },
            "law": wanted,
            "by": names[wanted.by],
            "against": [names[seat] for seat in wanted.vetoed_by],
            "table": table + 1,
        }

    def plan(self) -> dict[str, Any]:
        return {"laws": LAW_KINDS.values(), "cards": CARDS.values()}


def own(session: rooms.Session) -> CitiesSession:
    assert isinstance(session, CitiesSession)
    return session


lesson = BrokenCitiesLesson
__all__ = ["lesson"]
