"""Days off: a vacation and weekends, during which a person's clocks stand still at tables over days.

Live clocks never stop for them, and neither do those of a tournament without days off. A table keeps the days off of
those who sit there in its notes, so that every server computes the same deadlines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa

from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db

if TYPE_CHECKING:
    from tabletown.web.hub import Hub
    from tabletown.web.storage.store import Store

DAY = 86400.0
A_YEAR = 28  # days of vacation in a calendar year
SLOW = ("move", "bank")  # the kinds of clocks that stop
TRIES = 4  # changes of a table that others overtake, before it is left to its clock


def zone_of(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        return UTC


class DaysOff(msgspec.Struct, omit_defaults=True, frozen=True):
    """A vacation from `since` to `until` (0: none), and whether Saturdays and Sundays are off."""

    since: float = 0.0
    until: float = 0.0
    weekends: bool = False
    zone: str = "UTC"
    year: int = 0  # in which `used` seconds of vacation are taken
    used: float = 0.0

    def left_in(self, now: float) -> float:
        """Seconds of vacation that are left this year."""
        return A_YEAR * DAY - (self.used if self.year == _year(now) else 0.0)

    def taking(self, now: float, until: float) -> DaysOff:
        """The same with a vacation from now on, instead of the one that holds; `until` now or earlier ends it."""
        back = max(0.0, self.until - now)
        left, cost = self.left_in(now) + back, max(0.0, until - now)
        if cost > left:
            days = math.floor(left / DAY)
            raise Refusal("malformed", "You have {n} days of vacation left this year.", n=days)
        new = msgspec.structs.replace(self, year=_year(now), used=A_YEAR * DAY - left + cost)
        if not cost:
            return msgspec.structs.replace(new, since=0.0, until=0.0)
        goes_on = bool(back) and self.since <= now
        return msgspec.structs.replace(new, since=self.since if goes_on else now, until=until)

    def clock(self) -> DaysOff:
        """What a table needs of it."""
        zone = self.zone if self.weekends else "UTC"
        return DaysOff(self.since, self.until, self.weekends, zone)

    def ends(self, at: float) -> float | None:
        """When the days off end that this moment falls in; None on other days."""
        end = at
        while (later := self._end(end)) is not None:
            end = later
        return end if end > at else None

    def _end(self, at: float) -> float | None:
        if self.since <= at < self.until:
            return self.until
        local = datetime.fromtimestamp(at, zone_of(self.zone))
        return _midnight(local, 7 - local.weekday()) if self.weekends and local.weekday() >= 5 else None

    def _begins(self, at: float) -> float:
        """When the next days off begin."""
        vacation = self.since if at < self.since < self.until else math.inf
        local = datetime.fromtimestamp(at, zone_of(self.zone))
        return min(vacation, _midnight(local, 5 - local.weekday()) if self.weekends else math.inf)

    def after(self, at: float, seconds: float) -> float:
        """The moment at which so many seconds have run."""
        while seconds > 0:
            at = self.ends(at) or at
            step = min(seconds, self._begins(at) - at)
            at, seconds = at + step, seconds - step
        return at

    def between(self, start: float, end: float) -> float:
        """How many seconds run between two moments."""
        ran = 0.0
        while start < end:
            start = self.ends(start) or start
            step = max(0.0, min(end, self._begins(start)) - start)
            start, ran = start + step, ran + step
        return ran


NONE = DaysOff()


def _year(at: float) -> int:
    return datetime.fromtimestamp(at, UTC).year


def _midnight(local: datetime, days: int) -> float:
    return (local.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=days)).timestamp()


class _Settings(msgspec.Struct):
    """Of a person's settings, what is needed here."""

    off: DaysOff = NONE


_off = msgspec.json.Decoder(_Settings).decode


def days_off_of(store: Store, people: Iterable[str]) -> dict[str, DaysOff]:
    """The days off of those who take any, by person."""
    p = db.players.c
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(p.id, p.settings).where(p.id.in_({*people} - {""}), p.settings != ""))
        found = {row.id: _off(row.settings).off.clock() for row in rows}
    return {person: off for person, off in found.items() if off != NONE}


def tables_over_days(store: Store, person: str) -> list[str]:
    """The running tables of a person whose clocks may stop for days off."""
    t, h = db.tables.c, db.holders.c
    slow = sa.or_(*[t.clock.startswith(kind) for kind in SLOW], sa.and_(t.clock == "", t.days > 0))
    wanted = sa.select(t.id).join(db.holders, h.table == t.id).where(h.player == person, t.over.is_(False), slow)
    with store.engine.connect() as connection:
        return list(connection.scalars(wanted.distinct()))


async def apply(hub: Hub, person: str, off: DaysOff, tables: Iterable[str]) -> None:
    """Move this person's deadlines at these tables."""
    for id in tables:
        for _ in range(TRIES):
            try:
                if (table := await hub.open(id)) is not None:
                    await table.settled()
                    await table.people.take_days_off(person, off.clock())
                break
            except Refusal:  # the table moved on at the same time, or its rules are no longer installed
                continue
