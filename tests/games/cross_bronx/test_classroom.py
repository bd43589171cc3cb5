"""Cross Bronx as a seminar: the same Events for all, the Losses of all tables on the wall, every clipping's source."""

from __future__ import annotations

from tabletown import registry
from tabletown.bots import make
from tabletown.classroom.session import Session
from tabletown.games.cross_bronx.classroom import CrossBronxLesson, bronx, clippings, losses_table, seen_at
from tabletown.games.cross_bronx.components import EVENTS

GAME = registry.game("cross-bronx")


def seminar(tables: int, answers: int, met: list[list[int]] | None = None) -> tuple[CrossBronxLesson, Session]:
    """A seminar in which bots have played; `met` collects the Events of each table."""
    lesson = CrossBronxLesson(GAME)
    session = lesson.new([3] * tables, {}, seed=4)
    for table in range(tables):
        for seat in range(3):
            session.seat(table, seat, f"Pupil {table} {seat}")
    session.start()
    bots = [make("random", seed=table) for table in range(tables)]
    for _ in range(answers):
        for table, seat, _bot in session.waiting():
            if not session.why_not_play(table) and session.matches[table].decision(seat) is not None:
                session.choose(table, seat, bots[table].choose(session.matches[table].player_view(seat)))
                now = bronx(session, table).current
                if met is not None and now in EVENTS and now not in met[table]:
                    met[table].append(now)
    return lesson, session


def test_every_table_meets_the_same_events_in_the_same_order() -> None:
    met: list[list[int]] = [[], [], []]
    seminar(3, 150, met)
    shortest = min(map(len, met))
    assert shortest > 2 and met[0][:shortest] == met[1][:shortest] == met[2][:shortest]


def test_the_wall_shows_the_losses_of_all_tables_and_the_newest_clipping() -> None:
    lesson, session = seminar(3, 40)
    wall = lesson.wall(session, {"now": 0.0, "message": "", "revealed": [], "asked": None, "mark": lesson.mark})
    for table in range(3):
        state = bronx(session, table)
        assert f"Losses {state.losses} of {state.losses_limit}" in wall
    newest = max(number for table in range(3) for number in seen_at(session, table))
    assert f"<small>{EVENTS[newest].year}</small>" in wall
    assert losses_table(session).count("<tr>") == 4


def test_every_clipping_of_the_debrief_names_its_source_or_says_that_it_has_none() -> None:
    shown = clippings(sorted(EVENTS)).split("</li>")
    for number, item in zip(sorted(EVENTS), shown, strict=False):
        source = EVENTS[number].source
        assert (f'href="{source}"' in item) if source else ("No source" in item)
    assert len({bool(event.source) for event in EVENTS.values()}) == 2
