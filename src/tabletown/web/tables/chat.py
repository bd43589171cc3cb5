"""A table's chat: read, mute, report and delete messages."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from tabletown.web.desk.bans import NO_CHAT, day_of
from tabletown.web.protocol import ChatLine
from tabletown.web.seats import Actor, Refusal
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.hub import Hub
    from tabletown.web.tables.table import Table

log = logging.getLogger("tabletown.web")

RECENT = 200  # messages sent to a page when it opens
REPORT = "report"  # kept: "table/time of the line"


class ReportedMessage(msgspec.Struct):
    table: str
    title: str
    seat: int | None
    name: str
    text: str
    at: float
    by: str
    key: str = ""


def say(table: Table, actor: Actor, text: str) -> asyncio.Future[None]:
    held = table.held_by(actor)
    if not held:
        raise Refusal("not-yours", "Only players at the table can write here.")
    now = table.hub.now()
    said = ChatLine(held[0], table.seats[held[0]].player, text.strip(), now)
    if not said.text:
        raise Refusal("malformed", "That message is empty.")
    if (ban := table.hub.bans.of(actor.player, "chat")) is not None:
        raise Refusal("not-yours", NO_CHAT(day=day_of(ban.until)))
    if not table.hub.chat.take(f"{table.id}/{said.seat}"):
        raise Refusal("busy", "You're writing too quickly. Wait a few seconds and send it again.")
    row = (numbered(now), table.id, said.seat, said.name, said.text, said.at)
    table.writers[now] = actor.player
    # independent of the table's version, because it conflicts with nothing
    return table.commit_on([(db.ADD_CHAT, row)], lambda: add_messages(table, [said]), None)


def numbered(at: float) -> int:
    """Give a message its number, which is the time it was written."""
    return int(at * 1e9)


def add_messages(table: Table, lines: list[ChatLine]) -> None:
    """Add messages to the chat, written here or on another server."""
    table.chat += lines
    del table.chat[:-RECENT]
    for at in [*table.writers][:-RECENT]:
        del table.writers[at]
    for socket in table.sockets:
        socket.send_chat(lines)
    if (overseer := table.overseer) is not None:
        for line in lines:
            overseer.said(table, line)


def unsay(table: Table, at: float) -> None:
    """Remove a message from the chat."""
    table.chat = [line for line in table.chat if line.at != at]
    for socket in table.sockets:
        socket.send_chat(table.chat, fresh=True)


def read(table: Table, person: str) -> db.Write:
    return db.PUT_READ, (person, table.id, numbered(table.hub.now()))


def muted(table: Table, person: str, seats: set[int]) -> db.Write:
    return db.PUT_MUTED, (person, table.id, 0, msgspec.json.encode(sorted(seats)).decode())


async def report(table: Table, held: list[int], at: float, person: str = "") -> None:
    """Report a message to the table's host, to the host of the server and to the server's log."""
    line = next((line for line in table.chat if line.at == at), None)
    if line is None or not held:
        raise Refusal("none", "We can't find that message. It may have been deleted.")
    by = table.seats[held[0]].player
    told = ReportedMessage(table.id, table.title, line.seat, line.name, line.text, line.at, by)
    log.warning("table %s: %s reports a line of %s in the chat: %r", table.id, by, line.name, line.text)
    row = (REPORT, f"{table.id}/{at!r}", msgspec.json.encode(told).decode(), table.hub.now())
    await table.hub.store.commit([(db.PUT_KEPT, row)])
    if table.hub.desk.is_open and table.overseer is None:
        who = (line.seat, line.name, at, person, by)
        await asyncio.to_thread(table.hub.desk.report_chat, table, *who)


def reports(hub: Hub, person: str) -> list[ReportedMessage]:
    """Reports from tables this person opened, latest first."""
    k, t = db.kept.c, db.tables.c
    own = sa.select(t.id + "/").where(t.creator == person)
    table = sa.func.rtrim(k.key, "0123456789.e+-")  # a report's key without the message's time
    query = sa.select(k.key, k.data).where(k.kind == REPORT, table.in_(own)).order_by(k.at.desc()).limit(200)
    with hub.store.engine.connect() as connection:
        rows = connection.execute(query).all()
    return [msgspec.structs.replace(msgspec.json.decode(row.data, type=ReportedMessage), key=row.key) for row in rows]


async def remove(hub: Hub, person: str, key: str) -> None:
    """Delete a reported message for everyone and for good."""
    told = next((one for one in await asyncio.to_thread(reports, hub, person) if one.key == key), None)
    if told is None:
        raise Refusal("none", "We can't find that report. It may already be settled.")
    await asyncio.to_thread(_delete, hub, told)
    table: Any = hub.tables.get(told.table)
    if table is not None:
        unsay(table, told.at)
    if hub.cluster is not None:
        hub.cluster.tell_unsaid(told.table, told.at)


def _delete(hub: Hub, told: ReportedMessage) -> None:
    c, k = db.chat, db.kept
    with writing(hub.store.engine) as connection, connection.begin():
        connection.execute(c.delete().where(c.c.table == told.table, c.c.at == told.at, c.c.text == told.text))
        connection.execute(k.delete().where(k.c.kind == REPORT, k.c.key == told.key))
