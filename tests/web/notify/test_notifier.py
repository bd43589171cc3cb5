"""Notifications: sent once, by one of several servers, combined, and with nothing their seat may not know."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.notify import notifier as telling
from tabletown.web.notify.channels import MAIL, PUSH, Channels, Gone
from tabletown.web.notify.messages import GRACE, Item, News, NotificationSettings, told
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor
from tabletown.web.settings import Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.store import Store
from tabletown.web.tables.table import Table
from tabletown.web.testing import place_of
from tabletown.web.workers.bots import Workers
from tests.web.people import FOUR, SECRETS, in_a_loop
from tests.web.secrets import BIDS, CARDS
from tests.web.test_store import ME

YOU = Actor("you")
NOON = NotificationSettings(quiet=None)


class Said:
    """Replaces the network: records what was sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.news: list[tuple[str, News]] = []
        self.fails: Exception | None = None

        async def send(channels: Any, row: Any, news: News, settings: Any, once: str) -> None:
            if self.fails is not None:
                raise self.fails
            self.news.append((row.kind, news))

        monkeypatch.setattr(Channels, "send", send)
        monkeypatch.setattr(telling, "APART", 0.0)

    @property
    def titles(self) -> list[str]:
        return [news.title for _, news in self.news]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    return Said(monkeypatch)


def hub_at(path: Path) -> Hub:
    catalog = Catalog([FOUR, SECRETS])
    return Hub(Store(place_of(path)), catalog, Workers(catalog), Settings(pace=0))


async def opened(hub: Hub, game: str = "connect-four", **wish: Any) -> Table:
    table = await hub.opening.create(NewTable(game, [NewSeat("me"), NewSeat("link")], title="Sunday", **wish), ME)
    await table.people.sit_down(table.seats[1], YOU, "You")
    return table


def all_due(hub: Hub, kind: str = "turn") -> None:
    """Make everything due, as if it were later."""
    with hub.store.engine.begin() as connection:
        connection.execute(db.outbox.update().where(db.outbox.c.kind == kind).values(due=0.0))


def entries(hub: Hub) -> dict[tuple[str, int], str]:
    with hub.store.engine.connect() as connection:
        rows = connection.execute(sa.select(db.outbox)).all()
    return {(row.kind, row.seat): row.state for row in rows}


def test_somebody_is_told_once_that_it_is_their_turn_and_again_at_the_next(tmp_path: Path, said: Said) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        hub.channels.add("you", MAIL, "you@example.org")
        hub.channels.keep_settings("you", NOON)
        table = await opened(hub)
        await hub.notifier.look()
        assert said.news == [] and entries(hub) == {}, "it is not their turn"
        await table.answer(0, "column:1")
        await hub.notifier.look()
        assert said.news == [] and entries(hub)[("turn", 1)] == "waiting", "not before a while: they may be here"
        all_due(hub)
        for _ in range(3):
            await hub.notifier.look()
        assert said.titles == ["Your turn: Sunday"] and entries(hub)[("turn", 1)] == "done"
        assert said.news[0][1].url.endswith(table.url) and said.news[0][1].badge == 1
        await table.answer(1, "column:1")
        await table.answer(0, "column:2")
        await hub.notifier.look()
        all_due(hub)
        await hub.notifier.look()
        assert len(said.news) == 2
        await hub.stop()

    in_a_loop(go())


def test_who_answered_meanwhile_or_has_the_table_open_is_not_told(tmp_path: Path, said: Said) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        hub.channels.add("you", MAIL, "you@example.org")
        table = await opened(hub)
        await table.answer(0, "column:1")
        hub.notifier.fill()
        all_due(hub)
        table.elsewhere["another process"] = {1}
        await hub.notifier.look()
        assert said.news == [] and entries(hub)[("turn", 1)] == "waiting"
        table.elsewhere.clear()
        await table.answer(1, "column:1")
        all_due(hub)
        await hub.notifier.look()
        assert said.news == [] and entries(hub)[("turn", 1)] == "done"
        await hub.stop()

    in_a_loop(go())


def test_many_tables_make_one_message(tmp_path: Path, said: Said) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        hub.channels.add("you", MAIL, "you@example.org")
        for _ in range(3):
            await (await opened(hub)).answer(0, "column:1")
        hub.notifier.fill()
        all_due(hub)
        await hub.notifier.look()
        assert said.titles == ["3 tables are waiting for you"] and said.news[0][1].text.count("Sunday") == 3
        await hub.stop()

    in_a_loop(go())


def test_what_comes_soon_after_a_message_waits_for_the_next(
    tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        monkeypatch.setattr(telling, "APART", 120.0)
        hub = hub_at(tmp_path)
        hub.channels.add("you", MAIL, "you@example.org")
        for _ in range(3):
            await (await opened(hub)).answer(0, "column:1")
            hub.notifier.fill()
            all_due(hub)
            await hub.notifier.look()
        assert said.titles == ["Your turn: Sunday"]
        hub.notifier._next.clear()  # two minutes later
        all_due(hub)
        await hub.notifier.look()
        assert said.titles[1:] == ["2 tables are waiting for you"]
        await hub.stop()

    in_a_loop(go())


def test_nothing_is_told_that_is_hidden(tmp_path: Path, said: Said) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        hub.channels.add("me", PUSH, "x", "phone")
        table = await opened(hub, "secrets")
        hub.notifier.fill()
        all_due(hub)
        await hub.notifier.look()
        assert said.news[-1][1].text == "Bid."
        await table.answer(0, BIDS[1])  # now the question itself would reveal the secret bid
        hub.notifier.fill()
        all_due(hub)
        await hub.notifier.look()
        assert said.news[-1][1].text == "Choose."
        for seat, word in ((0, "yes"), (1, BIDS[0]), (1, "yes")):
            await table.answer(seat, word)
        hub.notifier.fill()
        all_due(hub)
        await hub.notifier.look()
        assert len(said.news) == 3, "and this one would name the hand"
        told_all = " ".join(f"{news.title} {news.text}" for _, news in said.news)
        assert not any(word in told_all for word in (*CARDS, *BIDS))
        await hub.stop()

    in_a_loop(go())


def test_two_servers_tell_it_once_and_a_dead_one_leaves_it_to_the_other(tmp_path: Path, said: Said) -> None:
    async def go() -> None:
        one = hub_at(tmp_path)
        one.channels.add("you", MAIL, "you@example.org")
        one.channels.add("you", PUSH, "x", "phone")
        table = await opened(one)
        await table.answer(0, "column:1")
        two = hub_at(tmp_path)
        await two.open(table.id)  # as on a server that is told who is connected
        one.notifier.fill()
        two.notifier.fill()
        all_due(one)
        claimed = one.notifier._claim()
        assert len(claimed) == 2 and two.notifier._claim() == [], "what one has claimed the other leaves alone"
        # the first server dies before sending: a push is sent again, a mail that may be out already isn't
        with two.store.engine.begin() as connection:
            connection.execute(db.outbox.update().values(at=time.time() - 100))
        await two.notifier.look()
        assert [kind for kind, _ in said.news] == ["push"] and set(entries(two).values()) >= {"done"}
        await two.notifier.look()
        assert len(said.news) == 1
        await one.stop()
        await two.stop()

    in_a_loop(go())


def test_what_cannot_be_sent_is_tried_again_and_given_up_in_the_end(tmp_path: Path, said: Said) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        hub.channels.add("you", MAIL, "you@example.org")
        table = await opened(hub)
        await table.answer(0, "column:1")
        hub.notifier.fill()
        said.fails = OSError("no network")
        for n in range(7):
            all_due(hub)
            await hub.notifier.look()
            assert hub.channels.of("you")[0].failed == n + 1 and entries(hub)[("turn", 1)] == "waiting"
            all_due(hub)
            await hub.notifier.look()
            assert hub.channels.of("you")[0].failed == n + 1, "not before a while, whatever else there is to tell"
            hub.notifier._next.clear()  # and that delay grows
        assert (hub.notifier.failures, hub.notifier.given_up) == (7, 0)
        all_due(hub)
        await hub.notifier.look()
        assert hub.channels.of("you") == [] and entries(hub) == {} and hub.notifier.given_up == 1
        hub.channels.add("you", PUSH, "x", "phone")
        said.fails = Gone()
        hub.notifier._since = 0.0
        hub.notifier.fill()
        all_due(hub)
        await hub.notifier.look()
        assert hub.channels.of("you") == [] and (hub.notifier.failures, hub.notifier.given_up) == (9, 2)
        await hub.stop()

    in_a_loop(go())


def test_only_failures_in_a_row_count(tmp_path: Path, said: Said) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        hub.channels.add("you", MAIL, "you@example.org")
        table = await opened(hub)
        await table.answer(0, "column:1")
        hub.notifier.fill()
        said.fails = OSError("no network")
        all_due(hub)
        await hub.notifier.look()
        assert hub.channels.of("you")[0].failed == 1
        said.fails = None
        hub.notifier._next.clear()
        all_due(hub)
        await hub.notifier.look()
        assert said.titles == ["Your turn: Sunday"] and hub.channels.of("you")[0].failed == 0
        await hub.stop()

    in_a_loop(go())


def test_a_clock_that_runs_out_is_told_before_and_a_reminder_once_a_day(tmp_path: Path, said: Said) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        hub.channels.add("you", MAIL, "you@example.org")
        hub.channels.keep_settings("you", NOON)
        table = await opened(hub, days=3)
        await table.answer(0, "column:1")
        hub.notifier.fill()
        with hub.store.engine.connect() as connection:
            due = dict(connection.execute(sa.select(db.outbox.c.kind, db.outbox.c.due)).all())
        until = table.seats[1].deadline
        assert until is not None and 0 < until - due["clock"] <= 86400 and due["again"] - due["turn"] > 86000
        all_due(hub, "clock")
        await hub.notifier.look()
        assert said.titles == ["Your time is running out: Sunday"] and "72 hours left" in said.news[0][1].text
        for _ in range(2):
            table.seats[1].reminded = float("-inf")
            table.people.remind([0], 1)
            await table.settled()
            for task in list(hub.keeping):
                await task
            await hub.notifier.look()
        assert said.titles[1:] == ["Player 1 reminds you: Sunday"]
        await hub.stop()

    in_a_loop(go())


def test_quiet_hours_and_the_daily_list() -> None:
    night = datetime(2026, 11, 16, 23, 30, tzinfo=UTC).timestamp()
    at = NotificationSettings(zone="UTC").due(night)
    assert datetime.fromtimestamp(at, UTC).isoformat() == "2026-11-17T07:00:00+00:00"
    assert NotificationSettings(zone="America/New_York").due(night) == night + GRACE, "there it is afternoon"
    assert (
        NotificationSettings(quiet=(12, 14)).not_quiet(night) == night
        and NotificationSettings(when="ten", quiet=None).due(night) == night + 600
    )
    daily = datetime.fromtimestamp(NotificationSettings(when="day").due(night), UTC)
    assert (daily.day, daily.hour) == (17, 18)
    assert NotificationSettings(zone="Nowhere/None").local(night).hour == 23


def test_words_for_one_table_and_for_several() -> None:
    one = told([Item("a", "turn", "Sunday", "lay a tile")], NotificationSettings(base="https://x"), 1)
    assert (one.title, one.text, one.url) == ("Your turn: Sunday", "Lay a tile.", "https://x/t/a")
    two = told(
        [Item("a", "turn", "Sunday", "lay a tile"), Item("b", "turn", "Club", "choose")], NotificationSettings(), 5
    )
    assert (
        two.title == "2 tables are waiting for you"
        and two.text == "Sunday: Lay a tile.\nClub: Choose."
        and two.badge == 5
    )
