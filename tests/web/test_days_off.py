"""Days off: clocks over days stand still on a vacation and on weekends, on every server, and the others see it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletown.web.people.days_off import A_YEAR, DAY, DaysOff, apply, days_off_of, tables_over_days
from tabletown.web.protocol import NewTable
from tabletown.web.seats import Actor, Refusal
from tabletown.web.tables.clock import BANK, Clock, read, run
from tabletown.web.testing import database_of, running_server
from tests.web.people import FOUR, Person, in_a_loop
from tests.web.test_clock import people
from tests.web.test_postgres import hub_at as on_postgres
from tests.web.test_store import hub_at

FRIDAY = datetime(2026, 11, 20, 18, tzinfo=UTC).timestamp()
WEEKENDS = DaysOff(weekends=True, zone="Europe/Berlin")


def test_a_day_begun_on_friday_evening_ends_on_monday_evening() -> None:
    assert WEEKENDS.after(FRIDAY, DAY) == FRIDAY + 3 * DAY
    assert WEEKENDS.between(FRIDAY, FRIDAY + 3 * DAY) == DAY
    assert WEEKENDS.ends(FRIDAY) is None
    monday = datetime(2026, 11, 22, 23, tzinfo=UTC).timestamp()  # midnight in Berlin
    assert WEEKENDS.ends(FRIDAY + DAY) == monday
    assert DaysOff(FRIDAY, FRIDAY + DAY, True, "Europe/Berlin").ends(FRIDAY) == monday, "one day off follows another"


@given(st.floats(0, 400), st.floats(0, 60), st.floats(0, 60), st.floats(0, 30), st.booleans())
def test_what_has_to_run_has_run_when_it_ends(day: float, runs: float, away: float, long: float, week: bool) -> None:
    start = FRIDAY + day * DAY
    off = DaysOff(start + away * DAY, start + (away + long) * DAY, week, "America/New_York")
    end = off.after(start, runs * DAY)
    assert off.between(start, end) == pytest.approx(runs * DAY, abs=1e-3) and end - start >= runs * DAY - 1e-3


def test_a_year_has_so_many_days_of_vacation_and_those_not_taken_come_back() -> None:
    off = DaysOff().taking(FRIDAY, FRIDAY + 5 * DAY)
    assert off.left_in(FRIDAY) == (A_YEAR - 5) * DAY
    longer = off.taking(FRIDAY + DAY, FRIDAY + 7 * DAY)
    assert longer.since == FRIDAY and longer.left_in(FRIDAY) == (A_YEAR - 7) * DAY
    home = off.taking(FRIDAY + DAY, 0)
    assert home.until == 0 and home.left_in(FRIDAY) == (A_YEAR - 1) * DAY
    with pytest.raises(Refusal, match="27 days of vacation left"):
        home.taking(FRIDAY + DAY, FRIDAY + 29 * DAY)
    assert home.left_in(FRIDAY + 60 * DAY) == A_YEAR * DAY, "a new year"


def test_a_bank_of_days_loses_only_what_ran() -> None:
    clock, table_seats, off = Clock(BANK, int(3 * DAY)), people(), {0: WEEKENDS}
    run(clock, table_seats, {0: 1}, [0], FRIDAY, off)
    assert table_seats[0].deadline == FRIDAY + 5 * DAY
    run(clock, table_seats, {1: 1}, [1], FRIDAY + 3 * DAY, off)
    assert table_seats[0].reserve == 2 * DAY and table_seats[1].deadline == FRIDAY + 6 * DAY


def test_a_vacation_moves_deadlines_at_once_and_its_end_brings_them_back(tmp_path: Path) -> None:
    async def go() -> None:
        address = database_of(tmp_path)
        hub, other = on_postgres(address), on_postgres(address)
        wish = NewTable("connect-four", clock=f"move:{int(2 * DAY)}")
        await hub.opening.seat_people(wish, ["ann", "ben"], ["Ann", "Ben"], "slow")
        live = await hub.opening.seat_people(
            NewTable("connect-four", clock="live:600+10"), ["ann", "ben"], ["Ann", "Ben"], "live"
        )
        strict = NewTable("connect-four", clock=wish.clock, days_off=False)
        cup = await hub.opening.seat_people(strict, ["ann", "ben"], ["Ann", "Ben"], "cup")
        before = [table.deadline() for table in (live, cup)]
        now, (slow, there) = hub.now(), (await hub.open("slow"), await other.open("slow"))
        assert slow is not None and there is not None and slow.deadline() == pytest.approx(now + 2 * DAY, abs=60)
        off = DaysOff().taking(now, now + 7 * DAY)
        settings = hub.channels.settings("ann")
        settings.off = off
        hub.channels.keep_settings("ann", settings)
        assert sorted(tables_over_days(hub.store, "ann")) == ["cup", "slow"]
        await apply(other, "ann", off, tables_over_days(hub.store, "ann"))
        await hub.catch_up(slow)
        assert slow.deadline() == there.deadline() == pytest.approx(now + 9 * DAY, abs=60)
        assert [table.deadline() for table in (live, cup)] == before
        loaded = hub.store.load("slow")
        assert loaded is not None and loaded.table.deadline == slow.deadline()
        assert read(loaded.table.timing).until[0] == slow.deadline()

        again = await hub.opening.seat_people(wish, ["ann", "ben"], ["Ann", "Ben"], "again")
        assert again.deadline() == pytest.approx(now + 9 * DAY, abs=60), "tables opened meanwhile, too"
        await apply(hub, "ann", off.taking(now, 0), ["slow"])
        assert slow.deadline() == pytest.approx(now + 2 * DAY, abs=60)
        for one in (hub, other):
            await one.stop()

    in_a_loop(go())


def test_nobody_runs_out_of_time_on_a_vacation_that_a_killed_server_did_not_pass_on(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        wish = NewTable("connect-four", clock=f"move:{int(DAY)}")
        table = await hub.opening.seat_people(wish, ["ann", "ben"], ["Ann", "Ben"], "slow")
        now, table_seat = hub.now(), table.seats[0]
        settings = hub.channels.settings("ann")
        settings.off = DaysOff(now - DAY, now + DAY)  # the day before the clock ran out
        hub.channels.keep_settings("ann", settings)
        table_seat.deadline = now - 60
        table.people.clock_ran_out()
        await table.settled()
        assert not table_seat.stand_in and table_seat.deadline == pytest.approx(now + 2 * DAY - 60, abs=5)
        table_seat.deadline = hub.now() - 1
        table.people.clock_ran_out()
        assert table_seat.stand_in, "it knows of all her days off, and still the time is up"
        await hub.stop()

    in_a_loop(go())


def test_who_is_erased_takes_no_days_off_at_a_table(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        settings = hub.channels.settings("ann")
        settings.off = WEEKENDS
        hub.channels.keep_settings("ann", settings)
        wish = NewTable("connect-four", clock=f"move:{int(DAY)}")
        table = await hub.opening.seat_people(wish, ["ann", "ben"], ["Ann", "Ben"], "slow")
        assert table.notes.off == {0: WEEKENDS} and days_off_of(hub.store, ["ann"]) == {"ann": WEEKENDS}
        await table.people.forget({"ann"}, [])
        assert table.notes.off == {} and not table.held_by(Actor("ann"))
        await hub.stop()

    in_a_loop(go())


def test_the_page_takes_a_vacation_and_the_others_see_it(tmp_path: Path) -> None:
    with running_server(tmp_path, [FOUR], ("--unlimited",)) as url:
        ann, ben = Person(url, "Ann"), Person(url, "Ben")
        table = ann.opens("connect-four", "me", "link", clock="move:86400")
        ben.joins(ann.invites(table, 1))
        today = datetime.now(UTC).date()
        until = (today + timedelta(days=3)).isoformat()
        assert ann.post("/me/days-off", do="go", until="soon").status_code == 400
        assert ann.post("/me/days-off", do="go", until=(today - timedelta(days=9)).isoformat()).status_code == 400
        refused = ann.post("/me/days-off", do="go", until=(today + timedelta(days=60)).isoformat())
        assert refused.status_code == 400 and "28 days of vacation left" in refused.text
        with ben.at(table) as wire:
            assert wire.table["seats"][0]["off_until"] is None
            assert ann.post("/me/days-off", do="go", until=until, zone="UTC").status_code == 303
            seats = wire.next(when=lambda told: told["seats"][0]["off_until"])["seats"]
            assert seats[0]["deadline"] - seats[0]["off_until"] == pytest.approx(86400, abs=60)
        page = ann.http.get("/me").text
        assert "On vacation until" in page and "of vacation are left" in page
        assert ann.post("/me/notifications", when="now").status_code == 303
        assert ann.post("/me/days-off", do="end").status_code == 303
        assert "On vacation until</b>" in ann.http.get("/me").text


def test_the_days_off_of_a_tournament_are_said_and_its_tables_obey(tmp_path: Path) -> None:
    with running_server(tmp_path, [FOUR], ("--unlimited", "--lobby")) as url:
        host = Person(url)
        form = {"game": "connect-four", "kind": "swiss", "clock": "move:86400", "rounds": "2", "no-days-off": "1"}
        at = host.http.post("/tournaments/new", data=form).headers["location"]
        assert "no days off" in host.http.get(at).text
