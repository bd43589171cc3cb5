"""Delete pupils' names: on the facilitator's request, and automatically once a class is old enough."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tabletown.classroom.session import Noted
from tabletown.kernel import Text
from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import empty_log, writing
from tabletown.web.storage.store import Store
from tabletown.web.tables.journal import end_of

if TYPE_CHECKING:
    from tabletown.classroom.room import Room
    from tabletown.web.tables.table import Table

PUPIL = "Pupil"  # words
DONE = Text("The pupils' names were deleted.")


async def forget_names(room: Room, due: bool = False) -> None:
    """Call everybody by the colour of their seat from now on, and delete their chat with the names.

    `due`: the class's time is up, however it ended.
    """
    if not due and room.session.state.phase != "over":
        raise Refusal("illegal", "End the session first.")
    await room.change(lambda: _forget(room))
    for table in room.tables:
        table.chat.clear()
        if table.match.over:  # the result says who won
            table.commit(end_of(table, table.updated))
        for socket in table.sockets:
            socket.send_chat([], fresh=True)
        await table.settled()
    for id in room.earlier:
        if (earlier := await room.hub.open(id, own=True)) is not None:
            _rename(room, earlier)
            await earlier.settled()
    ids = [*(table.id for table in room.tables), *room.earlier]
    await asyncio.to_thread(_delete_chat, room.hub.store, ids)


def _rename(room: Room, table: Table) -> None:
    """Call everybody at a table of an earlier round by their seat."""
    table.chat.clear()
    people = [table_seat for table_seat in table.seats if table_seat.kind == "person"]
    for table_seat in people:
        table.rename(table_seat, room.lesson.nameless(table_seat.seat, 0))
    table.write_seats(people, None)
    if table.match.over:
        table.commit(end_of(table, table.updated))


def _forget(room: Room) -> None:
    for person in room.roster:
        person.name = room.lesson.nameless(person.seat, person.table) if person.table >= 0 else PUPIL
    room.messages, room.nameless = [], True
    room.session.forget()
    state = room.session.state
    state.log = [Noted(room.hub.now(), DONE)]
    state.questions = [question for question in state.questions if question.answer]  # rulings are kept


def _delete_chat(store: Store, tables: list[str]) -> None:
    with writing(store.engine) as connection, connection.begin():
        connection.execute(db.chat.delete().where(db.chat.c.table.in_(tables)))
    empty_log(store.engine)  # the names are in it, too


def drop_kept(store: Store, kind: str, key: str) -> None:
    kept = db.kept
    with writing(store.engine) as connection, connection.begin():
        connection.execute(kept.delete().where(kept.c.kind == kind, kept.c.key == key))


def rename_kept(store: Store, kinds: dict[str, str]) -> None:
    """Find data under its present name that an older version stored under another."""
    kept = db.kept
    with writing(store.engine) as connection, connection.begin():
        for old, new in kinds.items():
            connection.execute(kept.update().where(kept.c.kind == old).values(kind=new))
