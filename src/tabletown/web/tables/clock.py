"""Clocks: days per move, a time bank per player, or a live clock with an increment.

A seat's time runs only while it is asked: a player who chooses at the same time as others, or has already chosen,
loses nothing by their thinking. While the server is down all clocks stop. When a seat's time is up, a bot plays on for
it until its holder comes back.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.views.progress import OpenQuestion, SecretRound

if TYPE_CHECKING:
    from tabletown.web.people.days_off import DaysOff
    from tabletown.web.seats import TableSeat
    from tabletown.web.storage.store import Store

DAY = 86400
MOVE, BANK, LIVE = "move", "bank", "live"
GAP = 8.0  # seconds without a heartbeat after which the server counts as having been down
ALIVE = "alive"  # stored: when a server last checked the clocks


class Clock(NamedTuple):
    kind: str = ""  # MOVE, BANK, LIVE; "": none
    start: int = 0  # seconds: for each move (MOVE), or in all for each player
    more: int = 0  # seconds that each turn adds (LIVE)

    @classmethod
    def of(cls, words: str, days: int = 0) -> Clock:
        """Parse a stored clock such as "live:900+10"; older tables store only days."""
        kind, _, numbers = words.partition(":")
        if not kind:
            return cls(MOVE, days * DAY) if days else cls()
        start, _, more = numbers.partition("+")
        return cls(kind, int(start), int(more or 0))

    def __str__(self) -> str:
        return f"{self.kind}:{self.start}" + (f"+{self.more}" if self.more else "") if self.kind else ""

    @property
    def days(self) -> int:
        return self.start // DAY if self.kind == MOVE else 0

    @property
    def back(self) -> float:
        """Minimum time for a player who returns after running out of time."""
        return self.start / 10

    def in_words(self) -> Text:
        days, minutes = self.start // DAY, self.start // 60
        if self.kind == MOVE:
            return Text("{n} day per move", {"n": days}, "{n} days per move")
        if self.kind == BANK:
            return Text("{n} day per player for all moves", {"n": days}, "{n} days per player for all moves")
        if self.kind == LIVE:
            return Text("{n} minutes per player, plus {more} seconds per turn", {"n": minutes, "more": self.more})
        return Text("No clock")


CHOICES = (
    Clock(),
    *(Clock(LIVE, minutes * 60, more) for minutes, more in ((5, 5), (10, 10), (20, 15), (45, 30))),
    *(Clock(MOVE, days * DAY) for days in (1, 3, 7)),
    *(Clock(BANK, days * DAY) for days in (3, 7, 14, 30)),
)


class Timing(msgspec.Struct, omit_defaults=True):
    """A table's clock state, stored with every step."""

    asked: dict[int, tuple[int, float]] = {}  # by seat: the table's number and the time when it was asked
    until: dict[int, float] = {}  # by seat whose clock runs: its deadline
    left: dict[int, float] = {}  # by seat whose clock is stopped: seconds left
    round: SecretRound | None = None  # during secret choices: the state before them


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Timing).decode


def read(data: str) -> Timing:
    return _decode(data) if data else Timing()


def write(
    questions: Mapping[int, OpenQuestion],
    table_seats: Iterable[TableSeat],
    clock: Clock,
    secret: SecretRound | None = None,
) -> str:
    if not clock.kind and secret is None:
        told = ",".join([f'"{seat}":[{number},{since!r}]' for seat, (number, _, since) in questions.items()])
        return f'{{"asked":{{{told}}}}}' if told else "{}"
    asked = {seat: (question.number, question.since) for seat, question in questions.items()}
    until = {table_seat.seat: table_seat.deadline for table_seat in table_seats if table_seat.deadline is not None}
    left = {table_seat.seat: table_seat.reserve for table_seat in table_seats if table_seat.reserve is not None}
    return _encode(Timing(asked, until, left, secret)).decode()


def run(
    clock: Clock,
    table_seats: list[TableSeat],
    asked: Mapping[int, object],
    new: Iterable[int],
    now: float,
    off: Mapping[int, DaysOff] = {},
) -> None:
    """Run the clocks of seats that must decide and stop all others.

    `new`: seats with a new question. `off`: by seat, days on which its clock stands still.
    """

    def after(seat: int, seconds: float) -> float:
        return off[seat].after(now, seconds) if seat in off else now + seconds

    def between(seat: int, end: float) -> float:
        return off[seat].between(now, end) if seat in off else end - now

    if clock.kind == MOVE:
        new = set(new)
        for table_seat in table_seats:
            if table_seat.seat not in asked or table_seat.plays_itself or table_seat.kind == "auto":
                table_seat.deadline = None
            elif table_seat.deadline is None or table_seat.seat in new:
                table_seat.deadline = after(table_seat.seat, clock.start)
        return
    complete = not any(table_seat.kind in ("link", "open") and not table_seat.stand_in for table_seat in table_seats)
    for table_seat in table_seats:
        here = table_seat.kind == "person" and not table_seat.stand_in
        if here and table_seat.reserve is None and table_seat.deadline is None:
            table_seat.reserve = float(clock.start)
        if here and complete and table_seat.seat in asked:
            if table_seat.deadline is None:
                table_seat.deadline, table_seat.reserve = after(table_seat.seat, table_seat.reserve or 0.0), None
        elif table_seat.deadline is not None:
            table_seat.reserve = max(0.0, between(table_seat.seat, table_seat.deadline)) + (clock.more if here else 0)
            table_seat.deadline = None


def comes_back(clock: Clock, table_seat: TableSeat) -> None:
    if clock.kind in (BANK, LIVE):
        table_seat.reserve, table_seat.deadline = max(table_seat.reserve or 0.0, clock.back), None


# ------------------------------------------------------------------ while no server runs


def keep_time(store: Store, now: float, gap: float = GAP) -> list[str]:
    """Record a heartbeat. After an outage, move all deadlines on; returns the tables changed.

    Only one server does it at a time: the row is locked meanwhile.
    """
    t, k = db.tables, db.kept
    running = sa.and_(t.c.deadline.is_not(None), t.c.over.is_(False))
    with store.engine.connect() as connection:
        if connection.execute(sa.select(t.c.id).where(running).limit(1)).first() is None:
            return []
    with writing(store.engine) as connection, connection.begin():
        db.ADD_KEPT_ONCE.run(connection, [(ALIVE, "", "", now)])
        mine = sa.and_(k.c.kind == ALIVE, k.c.key == "")
        last = connection.scalar(sa.select(k.c.at).where(mine).with_for_update())
        assert last is not None
        # a stalled server must not set the time back, but a corrected system clock may
        if now > last or last - now > 60:
            connection.execute(k.update().where(mine).values(at=now))
        if now - last <= gap:
            return []
        wanted = sa.select(t.c.id, t.c.updated, t.c.deadline, t.c.timing).where(running).with_for_update()
        moved = []
        for row in connection.execute(wanted).all():
            stood = now - max(last, row.updated)
            if stood > gap:
                timing = read(row.timing)
                timing.until = {seat: until + stood for seat, until in timing.until.items()}
                if timing.round is not None:
                    timing.round.until = {seat: until + stood for seat, until in timing.round.until.items()}
                new = {"deadline": row.deadline + stood, "timing": _encode(timing).decode()}
                head = random.getrandbits(62)  # servers with the table in memory must reload it
                connection.execute(t.update().where(t.c.id == row.id).values(head=head, **new))
                moved.append(row.id)
    return moved
