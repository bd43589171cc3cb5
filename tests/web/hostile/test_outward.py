"""Servers named by users that answer slowly: nobody else has to wait for them."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import uvicorn

from tabletown.web.app import make_app
from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.metrics import Metrics
from tabletown.web.notify import mail, outbound_http
from tabletown.web.notify.channels import MAIL, PUSH, NotifierConfig
from tabletown.web.notify.messages import NotificationSettings
from tabletown.web.notify.outbound_http import OutboundHttp
from tabletown.web.people import oidc
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor, Refusal
from tabletown.web.settings import Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.store import Store
from tabletown.web.testing import database_of, on_postgres, place_of
from tabletown.web.workers.bots import Workers
from tests.conftest import awaited
from tests.waiting import LIMIT, until_async
from tests.web.notify.test_sending import Browser, Mailbox, mailbox
from tests.web.people import FOUR, Person, in_a_loop

__all__ = ["mailbox"]

FEW = 1.5  # seconds instead of ten or twenty; the slow server continues for the whole test
HTTP, SMTP = b"HTTP/1.1 200 OK\r\n", b"220-hello\r\n"


@contextmanager
def dripping(first: bytes, drip: bytes, asked: threading.Event | None = None) -> Iterator[int]:
    """The port of a server that never finishes and is never silent for long. `asked`: set when somebody comes."""
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def talk(line: socket.socket) -> None:
        if asked is not None:
            asked.set()
        with line, suppress(OSError):
            line.sendall(first)
            while not over.wait(0.2):
                line.sendall(drip)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=talk, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        over.set()
        listener.close()


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (outbound_http, mail, oidc):
        monkeypatch.setattr(module, "DEADLINE", FEW)


@contextmanager
def serving(path: Path, post: NotifierConfig, unlimited: bool = True, **more: Any) -> Iterator[str]:
    """A real server in this process that may send requests to this machine."""
    database = database_of(path) if on_postgres() else ""
    app = make_app(Settings(data=path, games=[FOUR], workers=0, database=database, unlimited=unlimited, **more), post)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def everybody_is_served(url: str) -> None:
    for path in ("/health", "/", "/me"):
        assert httpx.get(url + path, timeout=LIMIT).status_code == 200
    Person(url, "Bo").opens("connect-four", "me", "link")


def test_dripping_webhooks_hold_nobody_up_and_each_test_ends(tmp_path: Path) -> None:
    post = NotifierConfig(hooks=True, outside=OutboundHttp(inside=True))
    with dripping(HTTP, b"X-Drip: 1\r\n") as port, serving(tmp_path, post) as url, ThreadPoolExecutor(12) as threads:
        people = [Person(url, f"Ann {n}") for n in range(12)]
        for person in people:
            person.opens("connect-four", "me", "link")
        hook = f"http://127.0.0.1:{port}/hook"
        tests = [threads.submit(person.post, "/me/hook", address=hook) for person in people]
        everybody_is_served(url)
        answers = [test.result() for test in tests]
        assert all("accept it. Check" in answer.text for answer in answers), answers[0].text


def test_names_that_nobody_answers_for_hold_nobody_up(tmp_path: Path) -> None:
    over = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        over.wait()  # a limit of its own would end before those who wait for it give up
        return ["127.0.0.1"]

    post = NotifierConfig(outside=OutboundHttp(inside=True, resolve=resolve))
    with serving(tmp_path, post) as url, ThreadPoolExecutor(24) as threads:
        try:
            ann = Person(url, "Ann")
            ann.opens("connect-four", "me", "link")
            tests = [threads.submit(ann.http.post, "/me/push", json=subscription()) for _ in range(24)]
            everybody_is_served(url)
            assert all("No server has that name" in test.result().text for test in tests)
        finally:
            over.set()


def test_a_dripping_school_holds_nobody_up_and_is_asked_once_however_many_sign_in(tmp_path: Path) -> None:
    pytest.importorskip("authlib", reason="the extra `oidc` is not installed")
    told = threading.Event()
    with dripping(b"HTTP/1.1 200 OK\r\nX-Drip: ", b"x", told) as port, ThreadPoolExecutor(24) as threads:
        about = {"oidc": f"http://127.0.0.1:{port}", "oidc_client": "tabletown", "oidc_secret": "a secret"}
        with serving(tmp_path, NotifierConfig(), **about) as url:
            tries = [threads.submit(Person(url).http.get, "/sign-in/school") for _ in range(24)]
            assert told.wait(LIMIT)
            everybody_is_served(url)
            assert all("can&#39;t be reached right now" in one.result().text for one in tries)


def subscription() -> dict[str, str]:
    there = Browser("https://slow.example/1").subscription
    return {"endpoint": there.endpoint, "p256dh": there.p256dh, "auth": there.auth}


def test_one_client_makes_us_look_up_few_names(tmp_path: Path) -> None:
    looked_up: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        looked_up.append(host)
        return ["127.0.0.1"]

    post = NotifierConfig(outside=OutboundHttp(inside=True, resolve=resolve))
    with serving(tmp_path, post, unlimited=False) as url:
        ann = Person(url, "Ann")
        ann.opens("connect-four", "me", "link")
        answers = [ann.http.post("/me/push", json=subscription()) for _ in range(30)]
        assert answers[0].status_code == 200 and answers[-1].status_code == 429
        assert len(looked_up) < 20


def test_a_dripping_push_service_keeps_nobody_elses_mail(tmp_path: Path, mailbox: tuple[Mailbox, mail.Smtp]) -> None:
    box, smtp = mailbox

    async def go(port: int) -> None:
        catalog = Catalog([FOUR])
        post = NotifierConfig(smtp, outside=OutboundHttp(inside=True))
        hub = Hub(Store(place_of(tmp_path)), catalog, Workers(catalog), Settings(unlimited=True), post)
        hub.channels.add("ann", PUSH, Browser(f"http://127.0.0.1:{port}/1").subscription, "phone")
        hub.channels.add("bo", MAIL, "bo@example.org")
        for person in ("ann", "bo"):
            hub.channels.keep_settings(person, NotificationSettings(quiet=None))
            await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), Actor(person))
        hub.notifier.fill()
        with hub.store.engine.begin() as connection:  # Ann's comes first
            o, w = db.outbox.c, db.channels.c
            first = o.channel.in_(sa.select(w.id).where(w.person == "ann"))
            connection.execute(db.outbox.update().where(o.kind == "turn").values(due=sa.case((first, 1.0), else_=2.0)))
        telling = asyncio.create_task(hub.notifier.run())
        await until_async(lambda: box.mails, "Bo's mail, while Ann's push drips on")
        assert box.mails[0][1] == ["bo@example.org"]

        told = Metrics(hub).registry.get_sample_value
        await until_async(lambda: told("tabletown_notification_failures_total") == 1, "Ann's push is given up")
        assert told("tabletown_notifications_sent_total") == 1
        await until_async(lambda: hub.channels.of("ann")[0].failed == 1, "it is noted")
        telling.cancel()
        await hub.stop()

    with dripping(HTTP, b"X-Drip: 1\r\n") as port:
        in_a_loop(go(port))


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_dripping_mail_server_holds_no_thread(scheme: str) -> None:
    with dripping(SMTP, b"220-hello\r\n") as port:
        smtp = mail.Smtp.of(f"{scheme}://127.0.0.1:{port}", "tables@example.org")
        assert smtp is not None
        message = mail.compose(smtp, "ann@example.org", "Hello", "Hello")
        for _ in range(2):

            async def send_all() -> None:
                sent = (smtp.send(message) for _ in range(mail.THREADS))
                assert all(isinstance(error, OSError) for error in await asyncio.gather(*sent, return_exceptions=True))

            awaited(asyncio.wait_for(send_all(), LIMIT))


def test_a_mail_that_is_taken_is_sent_whatever_follows(
    mailbox: tuple[Mailbox, mail.Smtp], monkeypatch: pytest.MonkeyPatch
) -> None:
    box, smtp = mailbox

    async def never(*_: Any) -> str:
        await asyncio.Event().wait()
        return "221 bye"

    monkeypatch.setattr(box, "handle_QUIT", never, raising=False)
    awaited(smtp.send(mail.compose(smtp, "ann@example.org", "Hello", "Hello")))
    assert len(box.mails) == 1


def test_a_name_that_cannot_be_looked_up_now_is_tried_again() -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise socket.gaierror("Temporary failure in name resolution")

    there = OutboundHttp(resolve=resolve)
    with pytest.raises(OSError):
        awaited(there.post("https://push.example/1", b"", {}))
    with pytest.raises(Refusal, match="No server has that name"):
        awaited(there.check("https://push.example/1"))


def test_no_more_of_an_answer_is_read_than_is_wanted() -> None:
    with dripping(HTTP + b"\r\n", b"x" * 5000) as port:
        asked = OutboundHttp(inside=True).ask(f"http://127.0.0.1:{port}/", None, {}, 1000)
        with pytest.raises(OSError, match="too long"):
            awaited(asked)
