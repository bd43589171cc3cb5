"""Everything stored about a person: exported as one file, or erased.

Everybody can do both, identified by their cookie. Matches with others remain, without the name; a class belongs to its
teacher, who deletes the names in it.
"""

from __future__ import annotations

import asyncio
import io
import secrets
import zipfile
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from tabletown.kernel import save
from tabletown.web.people.clubs import tidy
from tabletown.web.people.ratings import GONE, of_person
from tabletown.web.seats import Actor, Refusal, nameless
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import empty_log, writing
from tabletown.web.storage.maintenance import delete
from tabletown.web.storage.packs import DRAFT

SOMEBODY = "a player"  # who was erased

if TYPE_CHECKING:
    from tabletown.web.hub import Hub
    from tabletown.web.tables.table import Table

README = """\
Everything this server stores about you.

me.json        your name, profile, passkeys, friends, settings, devices, notification channels, ratings, tables,
               clubs, tournaments and what you are looking for
chat.json      what you wrote, table by table
matches/*.json your finished matches, as Tabletown saves them: `tabletown replay FILE` plays one again
"""


# ---------------------------------------------------------------------- handing it out


async def export(hub: Hub, person: str) -> bytes:
    """A ZIP file with everything stored about this person."""
    await hub.rate()
    kept = await asyncio.to_thread(_kept, hub, person)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", README)
        for name in ("me", "chat"):
            file.writestr(f"{name}.json", msgspec.json.format(msgspec.json.encode(kept[name]), indent=1))
        for row in kept["me"]["tables"]:
            if row["over"] and (table := await hub.devices.table(row["id"])) is not None:
                try:
                    match = await table.past.saved(Actor(person))
                except Refusal:  # a challenge whose day isn't over
                    continue
                file.writestr(f"matches/{row['game']}-{row['id']}.json", save(match))
    return packed.getvalue()


def _of_account(connection: sa.Connection, person: str) -> dict[str, Any]:
    """What belongs to a name and its relations. Reports and blocks by others are not included."""
    tables = (db.accounts, db.passkeys, db.logins, db.relations, db.notices, db.reports, db.bans)
    a, k, g, b, n, r, x = (table.c for table in tables)
    other = db.accounts.alias().c

    def rows(query: sa.Select[Any]) -> list[dict[str, Any]]:
        return [dict(row) for row in connection.execute(query).mappings()]

    return {
        "account": rows(sa.select(a.handle, a.bio, a.public, a.created).where(a.person == person)),
        "passkeys": rows(sa.select(k.name, k.created, k.used).where(k.person == person)),
        "school sign-ins": rows(sa.select(g.issuer, g.subject, g.created).where(g.person == person)),
        "friends and blocks": rows(
            sa.select(other.handle, b.kind, b.at)
            .select_from(db.relations.join(other.person.table, other.person == b.other))
            .where(b.person == person)
        ),
        "notices": rows(sa.select(n.kind, n.data, n.at).where(n.person == person)),
        "reports you made": rows(sa.select(r.kind, r.name, r.text, r.at, r.state).where(r.by == person)),
        "limits set by the host": rows(sa.select(x.kind, x.reason, x.at, x.until).where(x.what == person)),
    }


def _kept(hub: Hub, person: str) -> dict[str, Any]:
    """The database's rows, without the digests that open seats or devices."""
    h, t, c, d, w, k = db.holders.c, db.tables.c, db.chat.c, db.devices.c, db.channels.c, db.kept.c
    s, e = db.seeks.c, db.tournaments.c
    with hub.store.engine.connect() as connection:

        def rows(query: sa.Select[Any]) -> list[dict[str, Any]]:
            return [dict(row) for row in connection.execute(query).mappings()]

        mine = sa.select(h.table).where(h.player == person)
        tables = rows(sa.select(t.id, t.game, t.title, t.created, t.updated, t.over).where(t.id.in_(mine)))
        said = sa.select(c.table, c.text, c.at).join(db.holders, sa.and_(h.table == c.table, h.seat == c.seat))
        me = {
            "player": rows(
                sa.select(db.players.c.name, db.players.c.created, db.players.c.settings).where(
                    db.players.c.id == person
                )
            ),
            "devices": rows(sa.select(d.name, d.created, d.seen, d.ended).where(d.person == person)),
            "told by": rows(sa.select(w.kind, w.address, w.confirmed, w.created).where(w.person == person)),
            **_of_account(connection, person),
            "ratings": {
                game: {"rating": one.shown, "range": one.range, "matches": one.matches}
                for game, one in of_person(hub.store, person).items()
            },
            "workshop": rows(
                sa.select(k.data, k.at).where(k.kind == DRAFT, k.key.startswith(f"{person}/", autoescape=True))
            ),
            "looking for": rows(sa.select(s.data, s.created, s.until).where(s.person == person)),
            "tournaments": rows(sa.select(e.id, e.state, e.created).where(e.data.contains(person, autoescape=True))),
            "clubs": rows(
                sa.select(db.clubs.c.name, db.members.c.leads, db.members.c.since)
                .join(db.members, db.members.c.club == db.clubs.c.id)
                .where(db.members.c.person == person)
            ),
            "bots": [account.name for account in hub.guests.of(person)],
            "tables": tables,
        }
        return {"me": me, "chat": rows(said.where(h.player == person).order_by(c.at))}


# ---------------------------------------------------------------------- erasing it


async def erase(hub: Hub, person: str) -> None:
    """Erase this person at once and on every server; later backups don't contain them."""
    for bot in await asyncio.to_thread(hub.guests.of, person):
        await erase(hub, bot.id)
    devices = [row.digest for row in await asyncio.to_thread(_all_devices, hub, person)]
    everybody = {person, *devices}  # a linked device had seats of its own before
    names = await asyncio.to_thread(_names, hub, everybody)
    tables = await asyncio.to_thread(_tables, hub, everybody)
    await asyncio.to_thread(_delete_words, hub, everybody, tables, names)
    for id in tables:
        table = await hub.devices.table(id)
        if table is None:
            await asyncio.to_thread(_forget_unopened, hub, id, everybody)
        elif table.overseer is None:
            await table.settled()
            if _alone(table, everybody):
                hub.drop(table)
                await asyncio.to_thread(delete, hub.store, [id])
            else:
                await table.people.forget(everybody, names)
    await asyncio.to_thread(_delete_rest, hub, everybody, tables, names)
    for device in everybody:
        hub.invitations.forget(device)
        hub.devices.forget(device)
        if hub.cluster is not None:
            hub.cluster.tell_signed_out(device)


def _alone(table: Table, person: set[str]) -> bool:
    return not any(table_seat.kind == "person" and table_seat.holders - person for table_seat in table.seats)


def _all_devices(hub: Hub, person: str) -> list[Any]:
    with hub.store.engine.connect() as connection:
        return list(connection.execute(sa.select(db.devices.c.digest).where(db.devices.c.person == person)))


def _names(hub: Hub, person: set[str]) -> list[str]:
    with hub.store.engine.connect() as connection:
        known = connection.scalars(sa.select(db.players.c.name).where(db.players.c.id.in_(person))).all()
        kept = connection.scalars(sa.select(db.accounts.c.handle).where(db.accounts.c.person.in_(person))).all()
    return sorted({name for name in (*known, *kept) if name})


def _tables(hub: Hub, person: set[str]) -> list[str]:
    """The tables where they had seats, and those they opened for others."""
    h, t = db.holders.c, db.tables.c
    mine = sa.union(sa.select(h.table).where(h.player.in_(person)), sa.select(t.id).where(t.creator.in_(person)))
    with hub.store.engine.connect() as connection:
        return list(connection.scalars(mine))


def _delete_words(hub: Hub, person: set[str], tables: list[str], names: list[str]) -> None:
    """Delete their chat messages, reports about them, the keys to their seats, and table titles with their name."""
    c, k, keys, h, t = db.chat, db.kept, db.keys, db.holders.c, db.tables
    with writing(hub.store.engine) as connection, connection.begin():
        _securely(connection)
        for row in connection.execute(sa.select(h.table, h.seat).where(h.player.in_(person))).all():
            connection.execute(c.delete().where(c.c.table == row.table, c.c.seat == row.seat))
            mine = sa.and_(keys.c.table == row.table, keys.c.seat == row.seat, keys.c.kind == "key")
            connection.execute(keys.delete().where(mine))
            # replace names here first, so that the table's own later writes don't bring them back
            seat = sa.and_(db.seats.c.table == row.table, db.seats.c.seat == row.seat)
            connection.execute(db.seats.update().where(seat).values(player=nameless(row.seat)))
            connection.execute(db.results.update().where(db.results.c.table == row.table).values(reason=""))
        for id in tables:
            told = sa.and_(k.c.kind == "report", k.c.key.startswith(f"{id}/", autoescape=True))
            for report in connection.execute(sa.select(k.c.key, k.c.data).where(told)).all():
                if {*names} & {*msgspec.json.decode(report.data).values()} - {None}:
                    connection.execute(k.delete().where(k.c.kind == "report", k.c.key == report.key))
        for name in names:
            titled = sa.and_(t.c.id.in_(tables), t.c.title.contains(name, autoescape=True))
            connection.execute(t.update().where(titled).values(title=t.c.game))


def _forget_unopened(hub: Hub, id: str, person: set[str]) -> None:
    """Do the same for a table that can't be opened because its rules are no longer installed."""
    h, s = db.holders, db.seats
    with writing(hub.store.engine) as connection, connection.begin():
        held = sa.and_(h.c.table == id, h.c.player.in_(person))
        for seat in connection.scalars(sa.select(h.c.seat).where(held)).all():
            connection.execute(s.update().where(s.c.table == id, s.c.seat == seat).values(player=f"Player {seat + 1}"))
            connection.execute(db.chat.delete().where(db.chat.c.table == id, db.chat.c.seat == seat))
            connection.execute(db.results.update().where(db.results.c.table == id).values(reason=""))
        connection.execute(h.delete().where(held))


def _unname(connection: sa.Connection, person: set[str], tables: list[str], names: list[str]) -> None:
    """Keep what belongs to others, without this person: their own reports, and the host's log.

    Anybody may be called anything at a table, so a name alone finds nothing elsewhere: who is called "e" must not erase
    what the host has of others.
    """
    r, a, n = db.reports, db.audit, db.notices
    connection.execute(r.update().where(r.c.by.in_(person)).values(by="", by_name=SOMEBODY, text=""))
    connection.execute(r.delete().where(r.c.person == "", r.c.table.in_(tables), r.c.name.in_(names)))
    theirs = sa.or_(r.c.table.in_(tables), r.c.table.not_in(sa.select(db.tables.c.id)))
    for row in connection.execute(sa.select(r.c.id, r.c.context).where(theirs)).all():
        around = msgspec.json.decode(row.context)
        lines = [line for line in around if line["reported"] or line["name"] not in names]
        context = msgspec.json.encode(lines).decode()
        connection.execute(r.update().where(r.c.id == row.id).values(context=context))
    handles = connection.scalars(sa.select(db.accounts.c.handle).where(db.accounts.c.person.in_(person))).all()
    connection.execute(a.update().where(a.c.person.in_(person)).values(person="", data="{}"))
    connection.execute(a.update().where(a.c.host.in_(handles)).values(host=SOMEBODY))
    for who in person:
        connection.execute(n.delete().where(n.c.data.contains(who, autoescape=True)))


def _delete_rest(hub: Hub, person: set[str], tables: list[str], names: list[str]) -> None:
    k, r, t, h = db.kept, db.rated, db.tables, db.holders
    with writing(hub.store.engine) as connection, connection.begin():
        _securely(connection)
        m = db.members.c
        clubs = connection.scalars(sa.select(m.club).where(m.person.in_(person))).all()
        _unname(connection, person, tables, names)
        for table, column in (
            (db.players, db.players.c.id),
            (db.devices, db.devices.c.person),
            (db.codes, db.codes.c.person),
            (db.channels, db.channels.c.person),
            (db.reads, db.reads.c.person),
            (db.alone, db.alone.c.player),
            (db.seeks, db.seeks.c.person),
            (db.members, db.members.c.person),
            (db.accounts, db.accounts.c.person),
            (db.passkeys, db.passkeys.c.person),
            (db.logins, db.logins.c.person),
            (db.ceremonies, db.ceremonies.c.person),
            (db.ceremonies, db.ceremonies.c.device),
            (db.relations, db.relations.c.person),
            (db.relations, db.relations.c.other),
            (db.notices, db.notices.c.person),
            (db.reports, db.reports.c.person),
            (db.bans, db.bans.c.what),
            (h, h.c.player),
        ):
            connection.execute(table.delete().where(column.in_(person)))
        tidy(connection, clubs)
        connection.execute(db.outbox.delete().where(db.outbox.c.channel.not_in(sa.select(db.channels.c.id))))
        connection.execute(t.update().where(t.c.creator.in_(person)).values(creator=""))
        for who in person:
            nobody = GONE + secrets.token_hex(8)  # the ratings of their opponents stay as they are
            connection.execute(db.ratings.update().where(db.ratings.c.name == who).values(name=nobody))
            for row in connection.execute(
                sa.select(r.c.number, r.c.match).where(r.c.match.contains(who, autoescape=True))
            ).all():
                connection.execute(
                    r.update().where(r.c.number == row.number).values(match=row.match.replace(who, nobody))
                )
            hub.tournaments.forget(connection, who, nobody)
            connection.execute(db.meetings.delete().where(db.meetings.c.data.contains(who, autoescape=True)))
            holds = sa.or_(k.c.key.contains(who, autoescape=True), k.c.data.contains(who, autoescape=True))
            connection.execute(k.delete().where(holds, k.c.kind != db.ROOM))
    empty_log(hub.store.engine)


def _securely(connection: sa.Connection) -> None:
    """Overwrite what this connection deletes, so that it doesn't linger in free pages of SQLite's file."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
