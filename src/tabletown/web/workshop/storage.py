"""Drafts and published packs in the database. A draft belongs to whoever made it; a published pack is for everybody.

Kept: "workshop" under "person/draft", "pack" under the pack's id, "pack-report" under "pack/person", "pack-check" under
"person/draft".
"""

from __future__ import annotations

import secrets

import msgspec
import sqlalchemy as sa

from tabletown import packs
from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.packs import DRAFT
from tabletown.web.storage.store import Store
from tabletown.workshop.drafts import Draft

PACK, REPORT, CHECK = db.PACK, "pack-report", "pack-check"
MOST_DRAFTS = 60  # of one person
SHOWN = 500  # packs in the gallery


class Finding(msgspec.Struct, omit_defaults=True):
    """What a fairness check said of one version, in figures and a word."""

    digest: str
    word: str
    pairs: int
    won: float
    low: float
    high: float
    at: float = 0.0
    seat: int = -1  # of a game with roles: the one whose share this is


class Kept(msgspec.Struct, omit_defaults=True):
    """A draft as it is stored."""

    draft: Draft
    updated: float = 0.0
    number: int = 0  # increases with each change, so that two windows don't overwrite each other unseen
    pack: str = ""  # its published pack
    digest: str = ""  # as it was played or checked last
    finding: Finding | None = None


class Version(msgspec.Struct, omit_defaults=True):
    number: int
    digest: str
    at: float


class Pack(msgspec.Struct, omit_defaults=True):
    """A published pack, in its present version."""

    id: str
    owner: str
    draft: Draft
    versions: list[Version]
    listed: bool = True  # in the gallery; else by link only
    finding: Finding | None = None
    warnings: list[str] = []
    hidden: str = ""  # why the host took it out
    options: dict[str, str] = {}

    @property
    def version(self) -> Version:
        return self.versions[-1]

    @property
    def found(self) -> Finding | None:
        """The check of the present version."""
        return self.finding if self.finding is not None and self.finding.digest == self.version.digest else None


def new_id() -> str:
    return secrets.token_hex(6)


# ------------------------------------------------------------------ drafts


def draft(store: Store, player: str, id: str) -> Kept:
    found = store.kept_as(DRAFT, f"{player}/{id}") if player else ""
    if not found:
        raise Refusal("none", "We can't find that draft on this device. It may have been deleted.")
    return msgspec.json.decode(found, type=Kept)


def drafts(store: Store, player: str) -> list[tuple[str, Kept]]:
    """This person's drafts, the latest first."""
    if not player:
        return []
    k = db.kept
    wanted = sa.select(k.c.key, k.c.data).where(k.c.kind == DRAFT, k.c.key.startswith(f"{player}/", autoescape=True))
    with store.engine.connect() as connection:
        rows = connection.execute(wanted.order_by(k.c.at.desc()).limit(MOST_DRAFTS)).all()
    return [(row.key.partition("/")[2], msgspec.json.decode(row.data, type=Kept)) for row in rows]


def put(store: Store, player: str, id: str, kept: Kept) -> None:
    kept.updated = store.now()
    _put(store, DRAFT, f"{player}/{id}", msgspec.json.encode(kept).decode())


def add(store: Store, player: str, made: Draft) -> str:
    if len(drafts(store, player)) >= MOST_DRAFTS:
        raise Refusal("busy", "You have {n} drafts. Delete one first.", n=MOST_DRAFTS)
    id = new_id()
    put(store, player, id, Kept(made))
    return id


def delete_draft(store: Store, player: str, id: str) -> None:
    _delete(store, DRAFT, f"{player}/{id}")
    _delete(store, CHECK, f"{player}/{id}")


# ------------------------------------------------------------------ published packs


def pack(store: Store, id: str) -> Pack:
    found = store.kept_as(PACK, id)
    if not found:
        raise Refusal("none", "We can't find that pack. Its author may have withdrawn it.")
    made = msgspec.json.decode(found, type=Pack)
    if made.hidden:
        raise Refusal("none", "The host has taken this pack out of the gallery: {why}.", why=made.hidden)
    return made


def all_packs(store: Store, hidden: bool = False) -> list[Pack]:
    """The latest published packs."""
    k = db.kept
    with store.engine.connect() as connection:
        rows = connection.execute(
            sa.select(k.c.data).where(k.c.kind == PACK).order_by(k.c.at.desc()).limit(SHOWN)
        ).all()
    found = [msgspec.json.decode(row.data, type=Pack) for row in rows]
    return [pack for pack in found if hidden or (pack.listed and not pack.hidden)]


def put_pack(store: Store, made: Pack) -> None:
    _put(store, PACK, made.id, msgspec.json.encode(made).decode())


def delete_pack(store: Store, id: str) -> None:
    _delete(store, PACK, id)


def report(store: Store, id: str, player: str, why: str) -> None:
    """One report a person: a second one replaces the first."""
    _put(store, REPORT, f"{id}/{player}", why)


def reports(store: Store) -> list[tuple[str, str, float]]:
    """(pack, why, when), the latest first."""
    k = db.kept
    with store.engine.connect() as connection:
        rows = connection.execute(
            sa.select(k.c.key, k.c.data, k.c.at).where(k.c.kind == REPORT).order_by(k.c.at.desc())
        ).all()
    return [(row.key.partition("/")[0], row.data, row.at) for row in rows]


def reported(store: Store) -> list[tuple[Pack, list[str]]]:
    """The packs that people have reported and the host hasn't decided about, with what they say."""
    said: dict[str, list[str]] = {}
    for id, why, _ in reports(store):
        said.setdefault(id, []).append(why)
    packs = {pack.id: pack for pack in all_packs(store, hidden=True)}
    return [(packs[id], found) for id, found in said.items() if id in packs and not packs[id].hidden]


def settle(store: Store, id: str, hidden: str = "") -> Pack:
    """Close the reports of a pack; `hidden`: why it is taken out of the workshop, "" if it stays."""
    made = next((one for one in all_packs(store, hidden=True) if one.id == id), None)
    if made is None:
        raise Refusal("none", "We can't find that pack. Its author may have withdrawn it.")
    if hidden:
        made.hidden = hidden
        put_pack(store, made)
    k = db.kept.c
    with writing(store.engine) as connection, connection.begin():
        connection.execute(sa.delete(db.kept).where(k.kind == REPORT, k.key.startswith(f"{id}/", autoescape=True)))
    return made


def plays(store: Store) -> dict[str, int]:
    """How many tables have ended, by the digest of the pack they were played with."""
    t = db.tables
    wanted = sa.select(t.c.rules, sa.func.count()).where(t.c.over, t.c.rules.contains("+")).group_by(t.c.rules)
    with store.engine.connect() as connection:
        return {packs.pack_in(rules): count for rules, count in connection.execute(wanted)}


def results(store: Store, made: Pack) -> list[tuple[str, list[float], float]]:
    """The latest matches with this pack: why they ended, the scores, when."""
    t, r = db.tables, db.results
    ends = [t.c.rules.endswith(f"+{version.digest}", autoescape=True) for version in made.versions]
    wanted = sa.select(r.c.reason, r.c.scores, r.c.at).join(t, t.c.id == r.c.table).where(sa.or_(*ends))
    with store.engine.connect() as connection:
        rows = connection.execute(wanted.order_by(r.c.at.desc()).limit(12)).all()
    return [(row.reason, msgspec.json.decode(row.scores), row.at) for row in rows]


def _put(store: Store, kind: str, key: str, data: str) -> None:
    with writing(store.engine) as connection, connection.begin():
        db.PUT_KEPT.run(connection, [(kind, key, data, store.now())])


def _delete(store: Store, kind: str, key: str) -> None:
    with writing(store.engine) as connection, connection.begin():
        connection.execute(sa.delete(db.kept).where(db.kept.c.kind == kind, db.kept.c.key == key))
