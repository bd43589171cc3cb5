"""Machines with wrong clocks: the database's clock decides, and a clock that jumps deletes nothing."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from tabletown.web.storage import schema as db
from tabletown.web.storage.database import connect
from tabletown.web.storage.maintenance import confirm_time
from tabletown.web.storage.store import Store
from tabletown.web.testing import Server, database_of, place_of
from tests.waiting import LIMIT, until
from tests.web.people import FOUR, Person
from tests.web.test_classroom import Teacher

DAY = 86400.0
OPTIONS = ("--unlimited", "--workers", "0", "--pace", "0")


def measured(server: Server, name: str) -> float:
    lines = httpx.get(server.url + "/metrics", timeout=LIMIT).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.split()[0] == f"tabletown_{name}")


def health(server: Server) -> httpx.Response:
    return httpx.get(server.url + "/health", timeout=LIMIT)


def test_a_server_whose_clock_is_ten_seconds_ahead_gives_no_time_and_takes_no_class(tmp_path: Path) -> None:
    options = [*OPTIONS, "--database", database_of(tmp_path)]
    right = Server(tmp_path / "right", [FOUR], options)
    ahead = Server(tmp_path / "ahead", [FOUR], options)
    ahead.ahead, ahead.started = 10, {503}
    engine = connect(database_of(tmp_path))

    def rows(query: sa.Select[Any]) -> list[Any]:
        with engine.connect() as connection:
            return list(connection.execute(query).all())

    try:
        right.start()
        ann, bo, teacher = Person(right.url, "Ann"), Person(right.url, "Bo"), Teacher(right.url)
        began = time.time()
        table = ann.opens("connect-four", "me", "link", clock="live:600+10")
        bo.joins(ann.invites(table, 1))
        teacher.makes_a_session(2)
        deadlines = sa.select(db.tables.c.deadline).where(db.tables.c.deadline.is_not(None))
        owners = sa.select(db.kept.c.data).where(db.kept.c.kind == "owner")
        (deadline,), (owner,) = rows(deadlines), rows(owners)
        assert began - 1 < deadline[0] - 600 < time.time() + 1
        ahead.start()
        beats: dict[str, set[float]] = {}

        def both_have_looked_three_times() -> bool:
            for row in rows(sa.select(db.processes)):
                beats.setdefault(row.name, set()).add(row.seen)
            return len(beats) == 2 and all(len(seen) > 3 for seen in beats.values())

        until(both_have_looked_three_times, "both have looked three times")
        assert rows(deadlines) == [deadline], "nobody has more time, or less"
        assert rows(owners) == [owner], "the class stays where it is"
        # a server that was suspended for seconds first checks whether it still owns the class
        until(lambda: teacher.http.get(f"/class/{teacher.code}/lead").status_code == 200, "the class is led there")
        # a move made on the other server has the same time
        began = time.time()
        with Person(ahead.url, "Ann").at(table) as wire:
            assert began - 1 < wire.table["now"] < time.time() + 1
        # a clock that was read on a busy machine is slightly off until the next reading
        until(
            lambda: "10.0 seconds ahead of the database's" in health(ahead).json().get("why", ""), "it knows its skew"
        )
        assert health(ahead).status_code == 503
        until(lambda: abs(measured(ahead, "clock_skew_seconds") - 10) < 0.5, "it tells its skew")
        assert health(right).status_code == 200
        until(lambda: abs(measured(right, "clock_skew_seconds")) < 0.5, "the other one has none")
    finally:
        right.kill()
        ahead.kill()
        engine.dispose()


def test_a_start_with_a_clock_15_days_ahead_deletes_nothing(tmp_path: Path) -> None:
    """With a file, where the machine's clock is the only one."""
    options = [*OPTIONS, "--keep-days", "10"]
    server = Server(tmp_path, [FOUR], options)
    server.start()
    ann, teacher = Person(server.url, "Ann"), Teacher(server.url)
    teacher.makes_a_session(2)
    table = ann.opens("connect-four", "me", "here")
    with ann.at(table) as wire:
        while wire.table["outcome"] is None:
            wire.play(wire.words[0])
    server.stop()
    server.ahead = 15 * DAY
    server.start()
    until(lambda: measured(server, "uptime_seconds") > 6, "it has looked for what is old")
    assert teacher.http.get(f"/class/{teacher.code}/lead").status_code == 200, "the class is there"
    server.stop()
    server.ahead = 0
    server.start()
    try:
        assert teacher.http.get(f"/class/{teacher.code}/lead").status_code == 200
        assert ann.http.get(table).status_code == 200
    finally:
        server.stop()


def test_a_time_counts_when_the_clock_has_gone_on_for_a_day_since(tmp_path: Path) -> None:
    store, start = Store(place_of(tmp_path)), 1_800_000_000.0

    def after(days: float) -> float:
        return (confirm_time(store, start + days * DAY) - start) / DAY

    assert confirm_time(store, start) == 0, "nothing is known of this clock"
    assert after(0.5) < -1000 and after(1) == 0 and after(1.9) == 0 and after(2) == 1
    assert after(17) == 2, "15 days ahead, or off for 15 days: that time counts tomorrow"
    assert after(2.1) == 2 and after(3.2) == pytest.approx(2.1), "the clock was wrong: it never counts"
    assert after(30) == pytest.approx(3.2) and after(30.9) == pytest.approx(3.2) and after(31) == 30, "it was off"
    store.engine.dispose()
