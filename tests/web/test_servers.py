"""Several servers on one PostgreSQL act as one: devices, chat, limits, spectators, notifications."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import httpx
import psycopg
import pytest
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed

from tabletown.web import cluster
from tabletown.web.api.routes import Api
from tabletown.web.hub import Hub
from tabletown.web.notify.channels import PUSH
from tabletown.web.notify.messages import News
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor
from tabletown.web.settings import Rate
from tabletown.web.tables import chat
from tabletown.web.testing import Server, database_of, free_port
from tests.waiting import LIMIT, until, until_async
from tests.web.people import FOUR, MARKS, ROOT, Person, Wire, api, in_a_loop
from tests.web.test_me import holds, link
from tests.web.test_postgres import hub_at

ANN, BO, PHONE = Actor("ann"), Actor("bo"), Actor("phone")


def with_two(tmp_path: Path, work: Callable[[Hub, Hub], Awaitable[None]]) -> None:
    """Two servers without sockets: all they know of each other goes through the database."""

    async def go() -> None:
        address = database_of(tmp_path)
        one, other = hub_at(address), hub_at(address)
        for hub in (one, other):
            await hub.start()
        try:
            await work(one, other)
        finally:
            for hub in (one, other):
                await hub.stop()

    in_a_loop(go())


def test_a_line_that_the_host_takes_out_is_gone_at_every_server(tmp_path: Path) -> None:
    async def work(one: Hub, other: Hub) -> None:
        here = await one.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), ANN, "Ann")
        there = await other.open(here.id)
        assert there is not None
        await there.people.sit_down(there.seats[1], BO, "Bo")
        await chat.say(there, BO, "rude words")
        await until_async(lambda: here.chat, "the other one has it")
        await chat.report(here, [0], here.chat[0].at)
        (told,) = chat.reports(one, "ann")
        await chat.remove(one, "ann", told.key)
        assert not here.chat
        await until_async(lambda: not there.chat, "the other one has it")

    with_two(tmp_path, work)


def test_what_a_client_takes_at_one_server_it_cannot_take_again_at_the_other(tmp_path: Path) -> None:
    async def work(one: Hub, other: Hub) -> None:
        here, there = (hub.buckets("codes", Rate(0.0001, 5)) for hub in (one, other))
        assert all(here.take("203.0.113.9") for _ in range(5)) and not here.take("203.0.113.9")
        await until_async(lambda: not there.take("203.0.113.9", 0), "the other one has it")
        assert there.take("203.0.113.8"), "nobody else is held back"
        one.open_by["203.0.113.9"] = 60
        await until_async(lambda: other.opened_by("203.0.113.9") == 60, "the other one has it")
        del one.open_by["203.0.113.9"]
        await until_async(lambda: other.opened_by("203.0.113.9") == 0, "the other one has it")

    with_two(tmp_path, work)


def test_a_device_that_joins_at_one_server_brings_its_tables_at_the_other(tmp_path: Path) -> None:
    """From then on the phone's tables are Ann's, even in the other server's memory."""

    async def work(one: Hub, other: Hub) -> None:
        opened = await other.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), PHONE, "Ann")
        code = one.devices.new_code("ann", giver="desk")
        other.devices.links.ask(code, "phone", "a phone", "phone")
        await one.devices.join(code, "phone", "a phone", "phone")
        await until_async(lambda: opened.held_by(ANN) == [0] and opened.creator == "ann", "the other one has it")
        assert opened.is_host(ANN)
        (link,) = one.devices.links.of("ann")
        await one.devices.links.undo(link)
        await until_async(lambda: opened.held_by(ANN) == [] and opened.creator == "phone", "it is undone")
        assert opened.held_by(PHONE) == [0]

    with_two(tmp_path, work)


def test_notifications_that_arrive_together_are_all_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if hearing one of them takes longer than the pause between two looks at all tables."""
    monkeypatch.setattr(cluster, "OFTEN", 0.01)
    people = {f"person{number}" for number in range(20)}

    async def work(one: Hub, other: Hub) -> None:
        heard: list[str] = []

        async def hear(words: list[str]) -> None:
            heard.append(words[-1])
            await asyncio.sleep(0.03)

        def tell(names: Iterable[str]) -> bool:
            with psycopg.connect(database_of(tmp_path)) as connection:  # told at its end, all in one packet
                for name in names:
                    connection.execute("SELECT pg_notify(%s, %s)", (cluster.CHANNEL, f"nobody out {name}"))
            return "listens" in heard

        monkeypatch.setattr(other.cluster, "_heard", hear)
        await until_async(lambda: tell(["listens"]), "the other one listens")
        tell(people)
        await until_async(lambda: people <= set(heard), "all are heard")

    with_two(tmp_path, work)


def test_what_was_done_at_one_server_counts_at_the_other_before_it_is_told(tmp_path: Path) -> None:
    """A proxy may send the next request elsewhere before PostgreSQL's notification arrives."""

    async def work(one: Hub, other: Hub) -> None:
        assert other.cluster is not None
        for task in other.cluster._tasks:  # it receives no more notifications
            task.cancel()
        wish = NewTable("connect-four", [NewSeat("me"), NewSeat("link")], watch="players")
        here = await one.opening.create(wish, ANN, "Ann")
        assert await other.open(here.id) is not None  # it has the table in memory, with a free seat
        transports = [httpx.ASGITransport(Starlette(routes=Api(hub).routes())) for hub in (one, other)]
        base = "http://tables"
        async with (
            httpx.AsyncClient(transport=transports[0], base_url=base) as at_one,
            httpx.AsyncClient(transport=transports[1], base_url=base) as at_other,
        ):
            joined = await at_one.post("/api/join", json={"invite": here.seats[1].invite, "name": "Bo"})
            me, table = {"Authorization": f"Bearer {joined.json()['key']}"}, f"/api/tables/{here.id}"
            seen = await at_other.get(table, headers=me)
            assert seen.status_code == 200 and seen.json()["holds"] == [1], seen.text
            await here.answer(0, "column:1")
            move = {"number": 1, "option": "column:1", "seat": 1}
            answer = await at_other.post(f"{table}/choose", json=move, headers=me)
            assert answer.status_code == 200 and answer.json()["number"] == 2, answer.text
            taken = await at_one.post(f"{table}/undo", json={"number": 2, "seat": 1}, headers=me)
            assert taken.status_code == 200, taken.text
            assert (await at_other.get(table, headers=me)).json()["number"] == 3
            await here.answer(1, "column:1")
            await here.answer(0, "column:1")  # Bo is asked for a column again, but the table has changed
            late = await at_other.post(f"{table}/choose", json={**move, "number": 3}, headers=me)
            assert late.status_code == 409 and late.json()["table"]["number"] == 5, late.text

    with_two(tmp_path, work)


def test_somebody_who_looks_on_at_one_server_is_not_told_by_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of the two servers notifies, once, and neither does while the person has the table open."""

    async def work(one: Hub, other: Hub) -> None:
        sent: list[News] = []

        async def send(row: object, news: News, *more: object) -> None:
            sent.append(news)

        for hub in (one, other):
            monkeypatch.setattr(hub.channels, "send", send)
            monkeypatch.setattr(hub.cluster, "_forget_dead", lambda: None)  # while this test's third server is running
        here = await one.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), ANN, "Ann")
        there = await other.open(here.id)
        assert there is not None
        await there.people.sit_down(there.seats[1], BO, "Bo")
        one.channels.add("bo", PUSH, {"endpoint": "https://push.example/1", "p256dh": "", "auth": ""}, "laptop")
        there.elsewhere_is("a process", {1})  # Bo has the table open somewhere
        here.elsewhere_is("a process", {1})
        await until_async(lambda: here.head == there.head, "the other one has it")
        await here.answer(0, "column:1")
        await until_async(lambda: there.number == 1, "the other one has it")
        await asyncio.gather(*(hub.notifier.look() for hub in (one, other)))
        assert sent == []
        for table in (here, there):
            table.elsewhere_is("a process", set())
        with one.store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE outbox SET due = 0")
        for _ in range(3):
            await asyncio.gather(*(hub.notifier.look() for hub in (one, other)))
        assert len(sent) == 1 and sent[0].url.endswith(here.id)

    with_two(tmp_path, work)


# ------------------------------------------------------------------ real processes


@contextmanager
def running(tmp_path: Path, *more: str) -> Iterator[list[Server]]:
    options = [*more, "--unlimited", "--workers", "0", "--pace", "0", "--database", database_of(tmp_path)]
    servers = [Server(tmp_path / name, [FOUR, MARKS], options) for name in ("one", "other")]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.kill()


def at(person: Person, server: Server) -> Person:
    """The same browser, sent to another server by the proxy."""
    same = Person(server.url, person.name)
    same.http.cookies.update(person.http.cookies)
    return same


def gone(wire: Wire) -> bool:
    try:
        while True:
            wire.next("never")
    except ConnectionClosed:
        return True


@pytest.mark.long
def test_two_servers_are_one_for_people(tmp_path: Path) -> None:
    """A code of one server is valid on the other, a sign-out on one ends connections on the other, spectators on one
    see moves made on the other, and a rolling restart of both under load disturbs nobody."""
    with running(tmp_path, "--drain", "2") as (one, other):  # people who were just sent to one still find it open
        ann = Person(one.url, "Ann")
        table = ann.opens("connect-four", "me", "here")
        phone = Person(other.url)
        link(ann, phone)
        until(lambda: holds(phone, table) == [0, 1], "the other server hears of the link")
        with phone.at(table) as wire, Person(other.url).at(table) as watcher, ann.at(table) as desk:
            assert wire.table["holds"] == [0, 1] and watcher.table["holds"] == []
            desk.play("column:1")
            watcher.at(1)
            wire.at(1)
            page = ann.http.get("/me").text
            (device,) = {part.split('"')[0] for part in page.split('name="device" value="')[1:]} - {own(page)}
            assert ann.post("/me/out", device=device).status_code == 303
            assert gone(wire), "the phone is still connected"
        with phone.at(table) as wire:
            assert wire.table["holds"] == []
        rolling_restart(one, other, ann, table)


def own(page: str) -> str:
    return page.split("this one")[1].split('value="')[1].split('"')[0]


def rolling_restart(one: Server, other: Server, ann: Person, table: str) -> None:
    """Someone plays all the time on whichever server the proxy would choose: no answer is an error."""
    done, up, moves = Event(), {one.url: True, other.url: True}, list[str]()

    def play(name: str) -> int:
        played, person, mine = 0, Person(one.url, name), ""
        while not done.is_set():
            server = next(server for server in (one, other) if up[server.url])
            here = at(person, server)
            mine = mine or here.opens("connect-four", "me", "here")
            person.http.cookies.update(here.http.cookies)
            with here.at(mine) as wire:
                while up[server.url] and not done.is_set() and wire.table["outcome"] is None:
                    try:
                        wire.play(wire.words[0])
                        played += 1
                        moves.append(name)
                    except ConnectionClosed as error:
                        assert error.rcvd is not None and error.rcvd.code == 1012  # "the server restarts"
                        break
                mine = "" if wire.table["outcome"] is not None else mine
        return played

    with ThreadPoolExecutor(2) as threads:
        playing = [threads.submit(play, name) for name in ("Bo", "Cem")]
        for server in (other, one):
            up[server.url] = False  # like the proxy's check of /health while the server still runs
            assert server.stop() in (0, -15)  # it ends by the signal, after a normal shutdown
            server.start()
            up[server.url] = True
            moves.clear()
            until(lambda: min(moves.count(name) for name in ("Bo", "Cem")) > 1, "both play on")
        done.set()
        assert all(task.result() > 3 for task in playing)


CADDY = shutil.which("caddy")


@contextmanager
def proxy(tmp_path: Path, servers: list[Server]) -> Iterator[str]:
    """The proxy of compose.yaml with its own configuration, in front of these servers."""
    words = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    for name, server in zip(("one", "other"), servers):
        words = words.replace(f"{name}:8000", f"127.0.0.1:{server.port}")
    (tmp_path / "Caddyfile").write_text("{\n\tadmin off\n}\n" + words, encoding="utf-8")
    command = [str(CADDY), "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"]
    log = (tmp_path / "caddy.log").open("w", encoding="utf-8")

    def start() -> tuple[subprocess.Popen[bytes], str]:
        url = f"http://127.0.0.1:{free_port()}"
        env = {**os.environ, "DOMAIN": url, "HOME": str(tmp_path)}
        running = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=log)

        def answers() -> bool:
            with contextlib.suppress(httpx.HTTPError):
                return httpx.get(f"{url}/health", timeout=LIMIT).status_code == 200
            return running.poll() is not None

        until(answers, "the proxy answers")
        return running, url

    running, url = start()
    assert running.poll() is None, (tmp_path / "caddy.log").read_text(encoding="utf-8")
    try:
        yield url
    finally:
        running.terminate()
        running.wait()
        log.close()
        print((tmp_path / "caddy.log").read_text(encoding="utf-8"))  # shown if the test fails


@pytest.mark.long
@pytest.mark.skipif(CADDY is None, reason="no Caddy is installed (Debian: apt install caddy)")
def test_nobody_sees_an_error_while_both_servers_restart_behind_the_proxy(tmp_path: Path) -> None:
    """People play by requests and over sockets while both servers are stopped and started, one after the other."""
    with running(tmp_path, "--drain", "5") as servers, proxy(tmp_path, servers) as url:
        done = Event()

        def times_up(server: Server) -> int:
            lines = (tmp_path / "caddy.log").read_text(encoding="utf-8").splitlines()
            return sum("host is up" in line and f"127.0.0.1:{server.port}" in line for line in lines)

        def restart_seen(server: Server) -> None:
            before = times_up(server)
            server.start()
            until(lambda: times_up(server) >= before + 2, "both of the proxy's handlers see the server again")

        def by_requests(name: str) -> int:
            person, played = Person(url, name), 0
            while not done.is_set():
                table = api(person.opens("connect-four", "me", "here"))
                while not done.is_set():
                    seen = person.http.get(table)
                    assert seen.status_code == 200, seen.text
                    if seen.json()["outcome"] is not None:
                        break
                    word = seen.json()["asked"]["options"][0]["word"]
                    body = {"number": seen.json()["number"], "option": word, "seat": seen.json()["asked"]["seat"]}
                    answer = person.http.post(f"{table}/choose", json=body)
                    assert answer.status_code == 200, answer.text
                    played += 1
            return played

        def by_a_connection(name: str) -> int:
            person, played, mine = Person(url, name), 0, ""
            while not done.is_set():
                mine = mine or person.opens("connect-four", "me", "here")
                with contextlib.suppress(ConnectionClosed), person.at(mine) as wire:
                    while not done.is_set() and wire.table["outcome"] is None:
                        wire.play(wire.words[0])
                        played += 1
                    mine = "" if wire.table["outcome"] is not None else mine
            return played

        with ThreadPoolExecutor(2) as threads:
            playing = [threads.submit(by_requests, "Bo"), threads.submit(by_a_connection, "Cem")]
            try:
                for server in servers:
                    assert server.stop() in (0, -15)
                    restart_seen(server)
            finally:
                done.set()
            assert all(task.result() > 3 for task in playing)
