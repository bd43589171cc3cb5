"""Seeks: what somebody would like to play and with whom, and how that is stored.

A seek waits in `seeks`. Those who are matched get the id of a meeting; it becomes the id of their table, so that two
servers that finish the same meeting open one table. Every step is one transaction that changes only what is still as it
was read: whoever comes second changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
import sqlalchemy as sa

from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store

Pace = Literal["live", "days", "either"]

LIVE_FOR, DAYS_FOR = 600.0, 3 * 86400.0  # seconds for which a seek waits
GONE = 45.0  # seconds without an open page after which a live seek ends
WIDER, ANYONE = 60.0, 180.0  # seconds after which the range of ratings is twice as wide, and then open
NEAR = 150  # points of rating
ANSWER = 30.0  # seconds to accept
BOTS_AFTER = 60.0
MOST_OFFERS = 6  # seeks of one person at once
REMEMBERED = 600.0  # seconds for which a meeting is kept after its table was opened


class SeekTerms(msgspec.Struct):
    """What somebody wants to play."""

    games: list[str]
    pace: Pace = "live"
    clock: str = ""  # of an offer that says exactly what it is; "": by its pace
    seats: int = 0  # 0: the game's best number
    options: dict[str, str] = {}
    rated: bool = False
    near: bool = False  # with people about as strong, wider the longer it takes
    low: int = 0  # the range of ratings of an offer; 0: anyone
    high: int = 0
    bots: bool = False  # after a minute, bots take the free seats
    offer: bool = False  # listed with a button to join
    to: str = ""  # the offer that this one joined


class SeekRating(msgspec.Struct, array_like=True):
    """A person's rating in a game, as far as pairing needs it."""

    shown: int = 1500
    half: int = 0  # of its 95 % range; 0: no rated match yet


class Seek(msgspec.Struct):
    id: str
    person: str
    name: str
    terms: SeekTerms
    ratings: dict[str, SeekRating] = {}  # by game
    hours: float = 0.0  # how long this person usually takes for a move at tables over days; 0: not known
    not_with: dict[str, float] = {}  # by person: when they may be matched again
    created: float = 0.0
    seen: float = 0.0
    until: float = 0.0
    meeting: str = ""
    accepted: bool = False

    @property
    def live(self) -> bool:
        return self.terms.pace != "days"

    def rating(self, game: str) -> int:
        return self.ratings[game].shown if game in self.ratings else 1500


class Meeting(msgspec.Struct):
    """A table that is to be opened for these people, in the order of their seats."""

    id: str
    game: str
    people: list[str]
    names: list[str]
    seats: int
    clock: str = ""
    options: dict[str, str] = {}
    rated: bool = False
    live: bool = True
    until: float = 0.0
    opened: bool = False


class Stored(msgspec.Struct):
    """A seek's column of JSON."""

    name: str
    terms: SeekTerms
    ratings: dict[str, SeekRating] = {}
    hours: float = 0.0
    not_with: dict[str, float] = {}


def _data(seek: Seek) -> str:
    return msgspec.json.encode(Stored(seek.name, seek.terms, seek.ratings, seek.hours, seek.not_with)).decode()


_stored = msgspec.json.Decoder(Stored).decode
_meeting = msgspec.json.Decoder(Meeting).decode


class Seeks:
    """The stored seeks and meetings. All methods run in threads."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def read(self) -> tuple[dict[str, Seek], dict[str, Meeting]]:
        """Everything stored, oldest first."""
        with self.store.engine.connect() as connection:
            rows = connection.execute(sa.select(db.seeks).order_by(db.seeks.c.created, db.seeks.c.id)).all()
            met = connection.execute(sa.select(db.meetings)).all()
        seeks = {}
        for row in rows:
            s = _stored(row.data)
            seeks[row.id] = Seek(
                row.id, row.person, s.name, s.terms, s.ratings, s.hours, s.not_with,
                row.created, row.seen, row.until, row.meeting, row.accepted,
            )  # fmt: skip
        meetings = {row.id: _meeting(row.data) for row in met}
        for row in met:
            meetings[row.id].until, meetings[row.id].opened = row.until, row.opened
        return seeks, meetings

    def add(self, seek: Seek) -> None:
        self.add_all([seek])

    def add_all(self, seeks: Sequence[Seek]) -> None:
        """Add seeks; a live one replaces this person's other live ones."""
        s = db.seeks
        with writing(self.store.engine) as connection, connection.begin():
            for seek in seeks:
                if seek.live:
                    own = connection.execute(sa.select(s.c.id, s.c.data).where(s.c.person == seek.person)).all()
                    old = [row.id for row in own if _stored(row.data).terms.pace != "days"]
                    connection.execute(s.delete().where(s.c.id.in_(old)))
                row = {"id": seek.id, "person": seek.person, "data": _data(seek)}
                times = {"created": seek.created, "seen": seek.seen, "until": seek.until}
                connection.execute(s.insert().values(**row, **times))

    def remove(self, person: str, ids: Iterable[str]) -> None:
        """Withdraw this person's seeks, and free everybody who was to meet because of them."""
        s = db.seeks.c
        with writing(self.store.engine) as connection, connection.begin():
            mine = sa.and_(s.person == person, s.id.in_(list(ids)))
            gone = connection.execute(db.seeks.delete().where(mine).returning(s.meeting)).all()
            self._call_off(connection, {row.meeting for row in gone} - {""})

    def touch(self, persons: Sequence[str]) -> None:
        """Note that pages of these people are open."""
        with writing(self.store.engine) as connection, connection.begin():
            here = db.seeks.c.person.in_(list(persons))
            connection.execute(db.seeks.update().where(here).values(seen=self.store.now()))

    def expire(self) -> int:
        """End seeks that waited too long and meetings that somebody didn't answer; returns how many rows."""
        s, m, now = db.seeks.c, db.meetings.c, self.store.now()
        with writing(self.store.engine) as connection, connection.begin():
            asleep = sa.and_(s.until - s.created <= LIVE_FOR, s.seen < now - GONE)
            old = sa.and_(s.meeting == "", sa.or_(s.until < now, asleep))
            gone = connection.execute(db.seeks.delete().where(old)).rowcount
            late = set(connection.scalars(sa.select(m.id).where(m.until < now, m.opened.is_(False))))
            waits = connection.execute(sa.select(s.meeting).where(s.meeting.in_(late), s.accepted.is_(False))).all()
            if late := late & {row.meeting for row in waits}:
                silent = sa.and_(s.meeting.in_(late), s.accepted.is_(False))
                gone += connection.execute(db.seeks.delete().where(silent)).rowcount
                self._call_off(connection, late)
            connection.execute(db.meetings.delete().where(m.opened, m.until < now - REMEMBERED))
        return gone

    def propose(self, meeting: Meeting, ids: Sequence[str], accepted: bool) -> bool:
        """Match these seeks; False if one of them is gone or taken."""
        s = db.seeks.c
        with writing(self.store.engine) as connection, connection.begin() as step:
            free = sa.and_(s.id.in_(list(ids)), s.meeting == "")
            taken = connection.execute(
                db.seeks.update().where(free).values(meeting=meeting.id, accepted=accepted)
            ).rowcount
            if taken < len(ids):
                step.rollback()
                return False
            data = msgspec.json.encode(meeting).decode()
            connection.execute(db.meetings.insert().values(id=meeting.id, data=data, until=meeting.until))
        return True

    def accept(self, person: str, meeting: str) -> bool:
        s = db.seeks.c
        with writing(self.store.engine) as connection, connection.begin():
            mine = sa.and_(s.person == person, s.meeting == meeting)
            return bool(connection.execute(db.seeks.update().where(mine).values(accepted=True)).rowcount)

    def decline(self, person: str, meeting: str) -> None:
        """Return all of them to looking; for a while they aren't matched with each other."""
        s, now = db.seeks.c, self.store.now()
        with writing(self.store.engine) as connection, connection.begin():
            rows = connection.execute(sa.select(db.seeks).where(s.meeting == meeting)).all()
            if person not in {row.person for row in rows}:
                return
            for row in rows:
                data = _stored(row.data)
                others = {other.person for other in rows if person in (other.person, row.person)} - {row.person}
                data.not_with |= dict.fromkeys(others, now + 300)
                new = msgspec.json.encode(data).decode()
                connection.execute(db.seeks.update().where(s.id == row.id).values(data=new))
            self._call_off(connection, {meeting})

    def _call_off(self, connection: sa.Connection, meetings: set[str]) -> None:
        s, m = db.seeks.c, db.meetings.c
        held = sa.select(m.id).where(m.id.in_(meetings), m.opened.is_(False))
        off = list(connection.scalars(held))
        connection.execute(db.seeks.update().where(s.meeting.in_(off)).values(meeting="", accepted=False))
        connection.execute(db.meetings.delete().where(m.id.in_(off)))

    def opened(self, meeting: Meeting) -> None:
        """The table is open: fulfil these seeks, and end the other live ones of these people."""
        s, m = db.seeks.c, db.meetings.c
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(db.meetings.update().where(m.id == meeting.id).values(opened=True))
            connection.execute(db.seeks.delete().where(s.meeting == meeting.id))
            if meeting.live:
                live = sa.and_(s.person.in_(meeting.people), s.until - s.created <= LIVE_FOR, s.meeting == "")
                connection.execute(db.seeks.delete().where(live))
