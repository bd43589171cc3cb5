"""Cross Bronx as a seminar: up to eight tables of three Factions, one Decade, the same Events for all.

The class votes on nothing; the wall shows the Losses of all tables and the newest clipping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletown.classroom import wall
from tabletown.classroom.lesson import Lesson, Rows, Winner, best, part
from tabletown.classroom.session import Session
from tabletown.drawing import esc, named
from tabletown.games.cross_bronx.components import EVENTS, Event
from tabletown.games.cross_bronx.rules.winning import HISTORY
from tabletown.games.cross_bronx.state import CENSUS, FACTION_NAMES, FACTIONS, NO_CARD, Bronx
from tabletown.games.cross_bronx.view.cards.clippings import source_in_words
from tabletown.kernel import say

if TYPE_CHECKING:
    from tabletown.classroom.room import Room
    from tabletown.classroom.roster import Person

AT_THE_END = ("population", "vulnerabilities", "corrections", "losses")  # columns of a row of the history
COLUMNS = ("Residents", "Vulnerabilities", "In Corrections", "Losses")  # words


class BronxSession(Session):
    def step_of(self, table: int) -> str:
        """The Event that a table is playing, which it finishes when time is up."""
        state: Bronx = self.matches[table].state
        return f"{state.decade} {state.round}"


class CrossBronxLesson(Lesson):
    seats = fewest = 3
    most_tables = 8
    tables = 8
    minutes = 30
    times = (20, 30, 45, 60, 90)
    starts = 20
    unit = "Victory Points"  # words
    defaults = {"session": "decade-1950"}
    session_type = BronxSession

    def where(self, session: Session, table: int) -> str:
        state = bronx(session, table)
        if state.current == CENSUS:
            return say("Census of {year}", year=state.decade + 10)
        return say("{decade}s, Event {n} of 8", decade=state.decade, n=max(1, state.round))

    def scores(self, session: Session, table: int) -> list[int]:
        return [bronx(session, table).vp[faction] for faction in FACTIONS]

    # ------------------------------------------------------------------ the wall

    def wall(self, session: Session, view: dict[str, Any]) -> str:
        view = self.view(session, view["now"]) | view
        return wall.body(view, lambda view: self.playing(session, view))

    def playing(self, session: Session, view: dict[str, Any]) -> str:
        cards = []
        for number, card in enumerate(view["tables"]):
            state = bronx(session, number)
            losses = say("Losses {n} of {limit}", n=state.losses, limit=state.losses_limit)
            lost = state.losses >= state.losses_limit or bool(state.ending and not state.winners)
            below = f"<p>{esc(losses)}</p>{wall.pips(state.losses, state.losses_limit)}"
            cards.append(wall.table_card(view, card, below, "lost" if lost else ""))
        newest = max((event for n in range(len(session.matches)) for event in seen_at(session, n)), default=None)
        clip = ""
        if newest is not None:
            event = EVENTS[newest]
            clip = f'<p class="clip1"><small>{event.year}</small><span>{esc(named(event.headline))}</span></p>'
        total = sum(bronx(session, number).losses for number in range(len(session.matches)))
        title = say("The South Bronx, {decade}s", decade=bronx(session, 0).decade)
        words = say("{n} Loss at all tables", "{n} Losses at all tables", n=total)
        if session.state.ended:
            words = say("{ended}: finish this Event", ended=wall.ENDED[session.state.ended])
        return wall.grid("cb1", view, title, words, cards, clip)

    def winners(self, session: Session) -> dict[str, tuple[list[Winner], str]]:
        tables = [(n, mine.of_people()) for n, mine in enumerate(session.state.tables) if mine.of_people()]
        kept, fewest = best((-bronx(session, n).losses, (n, people)) for n, people in tables)
        housed, least = best((-unhoused(bronx(session, n)), (n, people)) for n, people in tables)
        most, points = best(
            (bronx(session, n).vp[seat], (n, [seat])) for n, people in tables for seat in people if seat in FACTIONS
        )
        return {
            "fewest_losses": (kept, say("{n} Loss", "{n} Losses", n=-fewest) if kept else ""),
            "housed": (housed, say("{n} without a home", n=-least) if housed else ""),
            "most_points": (most if points else [], say("{n} Victory Points", n=points or 0)),
        }

    # ------------------------------------------------------------------ the talk afterwards

    async def talk(self, room: Room) -> dict[str, Any]:
        session = room.session
        events = sorted({event for n in range(len(session.matches)) for event in seen_at(session, n)})
        return {
            "parts": [
                part(
                    say("Whose loss?"),
                    losses_table(session),
                    say("Residents and Vulnerabilities on the map, people in Corrections, and Losses, by table."),
                    to_print=True,
                ),
                part(
                    say("Who gained"),
                    points_table(session),
                    say("Victory Points of the three Factions. Did the Faction that gained most also lose least?"),
                    to_print=True,
                ),
                part(
                    say("What the clippings say"),
                    clippings(events),
                    say("Every Event that came up at a table. Which ones have a source, and would you trust it?"),
                ),
            ]
        }

    async def own(self, room: Room, person: Person) -> dict[str, Any]:
        session = room.session
        state = bronx(session, person.table)
        points = state.vp[person.seat]
        faction = named(FACTION_NAMES[person.seat])
        words = say(
            "{faction}: {points} Victory Points, {n} Losses at your table",
            faction=faction,
            points=points,
            n=state.losses,
        )
        return {
            "standing": words,
            "parts": [part(say("What the clippings say"), clippings(seen_at(session, person.table)))],
        }

    async def rows(self, room: Room) -> Rows:
        found: Rows = [["table", *HISTORY]]
        for number in range(len(room.session.matches)):
            found += [[number + 1, *row] for row in bronx(room.session, number).history]
        return found


def bronx(session: Session, table: int) -> Bronx:
    state: Bronx = session.matches[table].state
    return state


def seen_at(session: Session, table: int) -> list[int]:
    """Numbers of the Events that came up at this table."""
    state = bronx(session, table)
    seen = {number for record in state.record for number in record if number in EVENTS}
    if state.current not in (CENSUS, NO_CARD):
        seen.add(state.current)
    return sorted(seen)


def unhoused(state: Bronx) -> int:
    return sum(state.street_pop) + sum(state.street_vul)


def losses_table(session: Session) -> str:
    rows = []
    for number in range(len(session.matches)):
        history = bronx(session, number).history
        last = dict(zip(HISTORY, history[-1], strict=False)) if history else {}
        cells = "".join(f"<td>{last.get(name, 0)}</td>" for name in AT_THE_END)
        rows.append(f'<tr><th scope="row">{say("Table {n}", n=number + 1)}</th>{cells}</tr>')
    heads = "".join(f'<th scope="col">{esc(named(name))}</th>' for name in COLUMNS)
    return f'<table class="dice2"><thead><tr><th></th>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def points_table(session: Session) -> str:
    rows = "".join(
        f'<tr><th scope="row">{say("Table {n}", n=number + 1)}</th>'
        + "".join(f"<td>{bronx(session, number).vp[faction]}</td>" for faction in FACTIONS)
        + "</tr>"
        for number in range(len(session.matches))
    )
    heads = "".join(f'<th scope="col">{esc(named(name))}</th>' for name in FACTION_NAMES)
    return f'<table class="dice2"><thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def clippings(events: list[int]) -> str:
    return f'<ul class="clips1">{"".join(clipping(EVENTS[number]) for number in events)}</ul>'


def clipping(event: Event) -> str:
    return (
        f"<li><small>{event.year}</small> <b>{esc(named(event.headline))}</b><p>{esc(named(event.context))}</p>"
        f"<small>{source(event)}</small></li>"
    )


def source(event: Event) -> str:
    """Where a clipping's history comes from, as a link; without a source it says so, for a class that asks."""
    if not event.source:
        return esc(say("No source: written from general knowledge. Can you find one?"))
    return f'<a href="{esc(event.source)}" rel="noreferrer" target="_blank">{esc(source_in_words(event))}</a>'


lesson = CrossBronxLesson
