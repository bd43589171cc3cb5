"""A clock shared by all servers of a database: PostgreSQL's own; for a SQLite file, this machine's.

It is read every few seconds and continued by the machine's monotonic clock, so a wrong system clock, or one that is set
while the server runs, doesn't affect anybody's time.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import sqlalchemy as sa

MOST_SKEW = 2.0  # seconds by which a machine's clock may differ from the database's
SLOW = 1.0  # seconds: a reading that took longer isn't accurate

PUT_FORWARD = "This server's clock is {skew:.1f} seconds ahead of the database's. Synchronize both clocks (NTP)."
PUT_BACK = "This server's clock is {skew:.1f} seconds behind the database's. Synchronize both clocks (NTP)."


class Reading(NamedTuple):
    at: float  # the clock's time
    since: float  # when that was, by the monotonic clock
    skew: float = 0.0  # seconds by which this machine's clock was ahead

    def now(self) -> float:
        return self.at + time.monotonic() - self.since


class DatabaseClock:
    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.reading = Reading(time.time(), time.monotonic())
        self.reading = self.read(patient=True)

    def now(self) -> float:
        return self.reading.now()

    @property
    def skew(self) -> float:
        return self.reading.skew

    def why_failing(self) -> str:
        """Why no requests should be sent to this server, or ""."""
        if abs(self.skew) <= MOST_SKEW:
            return ""
        return (PUT_FORWARD if self.skew > 0 else PUT_BACK).format(skew=abs(self.skew))

    def read(self, patient: bool = False) -> Reading:
        """Read the clock; the caller sets `reading`. A slow reading is ignored unless `patient`."""
        if self.engine.dialect.name == "sqlite":
            return Reading(time.time(), time.monotonic())
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            asked, here = time.monotonic(), time.time()
            at = float(connection.exec_driver_sql("SELECT extract(epoch FROM clock_timestamp())").scalar_one())
            took = time.monotonic() - asked
        if took > SLOW and not patient:
            return self.reading
        return Reading(at, asked + took / 2, here + took / 2 - at)
