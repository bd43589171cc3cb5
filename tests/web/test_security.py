"""Requests from other sites, floods and nonsense have no effect and are refused with a reason."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tabletown.web.app import make_app
from tabletown.web.security.token_buckets import Bucket, Buckets
from tabletown.web.settings import Rate, Settings
from tabletown.web.testing import running_server
from tests.waiting import LIMIT
from tests.web.conftest import Seated
from tests.web.people import FOUR, Person, api, in_a_loop


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("limited"), [FOUR], ["--pace", "0"]) as url:
        yield url


def test_a_socket_from_another_site_is_refused(ann: Person) -> None:
    table = ann.opens("connect-four", "me", "here")
    with pytest.raises(InvalidStatus) as refused, ann.at(table, Origin="https://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    with ann.at(table, Origin=ann.url) as wire:
        assert wire.table["holds"] == [0, 1]


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
    ids=["origin", "null", "fetch"],
)
def test_a_form_from_another_site_does_nothing(ann: Person, headers: dict[str, str]) -> None:
    for path in ("/play/connect-four", "/new", "/api/tables"):
        answer = ann.http.post(path, headers=headers)
        assert answer.status_code == 403 and "another site" in answer.text


@pytest.mark.parametrize(
    "message",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"type": "choose"}',
        '{"type": "dance"}',
        '{"type": "choose", "number": "0", "option": "column:1"}',
        '{"type": "choose", "number": -1, "option": "column:1"}',
        '{"type": "choose", "number": 0, "option": ""}',
        '{"type": "choose", "number": 0, "option": "column:1", "extra": 1}',
        '{"type": "choose", "number": 0, "option": "' + "x" * 401 + '"}',
        '{"type": "choose", "number": 0, "option": "column:1", "seat": 99}',
        '{"type": "choose", "number": 99999999999999999999999, "option": "column:1"}',
        '{"type": "say", "text": "' + "x" * 501 + '"}',
        '{"type": "say", "text": ' + '"' + "y" * 9000 + '"}',
        b"\xff\xfe",
        "[" * 5000,
    ],
    ids=lambda message: str(message[:40]),
)
def test_malformed_messages_are_refused_and_the_table_is_untouched(ann: Person, message: str | bytes) -> None:
    table = ann.opens("connect-four", "me", "here")
    with ann.at(table) as wire:
        wire.connection.send(message)
        assert wire.refused()["code"] == "malformed"
        wire.send("refresh")
        assert wire.next()["number"] == 0


def test_a_message_far_too_long_ends_the_connection_and_nothing_else(seated: Seated) -> None:
    _, ann, bo = seated()
    with pytest.raises(ConnectionClosed):
        ann.connection.send("x" * 100_000)
        while True:
            ann.next()
    bo.send("refresh")
    assert bo.next()["number"] == 0


def test_a_body_that_is_too_long_is_refused(ann: Person) -> None:
    assert ann.http.post("/new", content=b"x" * 70_000).status_code == 413
    endless = (b"x" * 1000 for _ in range(70))  # without a length header, it is counted as it arrives
    answer = ann.http.post("/api/tables", content=endless, headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_json_must_say_that_it_is_json(ann: Person) -> None:
    answer = ann.http.post("/api/tables", content=b'{"game": "connect-four"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 400 and "application/json" in answer.json()["error"]


def test_messages_are_limited_per_connection(limited: str) -> None:
    ann = Person(limited)
    table = ann.http.post("/api/tables", json={"game": "connect-four"}).json()["id"]
    with pytest.raises(ConnectionClosed) as closed, ann.at(f"/t/{table}") as wire:
        for _ in range(200):
            wire.send("refresh")
        while True:
            wire.next()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429


def test_new_tables_are_limited_per_client(limited: str) -> None:
    ann = Person(limited)
    made, began = 0, time.monotonic()
    while (answer := ann.http.post("/play/connect-four")).status_code == 303:
        made += 1
        assert made <= 31 + (time.monotonic() - began) / 10  # thirty, then one every ten seconds
    assert made > 10 and answer.status_code == 429 and "opening tables too quickly" in answer.text


def test_requests_are_limited_per_client(tmp_path: Path) -> None:
    async def go() -> None:
        app = make_app(Settings(data=tmp_path, games=[FOUR], limits=["requests=0,3"]))
        transport = httpx.ASGITransport(app, client=("203.0.113.9", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            assert [(await client.get("/api/games")).status_code for _ in range(4)] == [200, 200, 200, 429]
            answer = await client.get("/api/games")
            assert answer.headers["retry-after"] and answer.json()["code"] == "busy"
            page = await client.get("/")
            assert page.status_code == 429 and "Slow down a little" in page.text
            assert (await client.get("/static/css/base.css")).status_code == 200  # a page's own files don't count
        other = httpx.ASGITransport(app, client=("203.0.113.10", 1))
        async with httpx.AsyncClient(transport=other, base_url="http://x") as client:
            assert (await client.get("/api/games")).status_code == 200
        await app.state.hub.stop()

    in_a_loop(go())


def test_a_bucket_refills_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("tabletown.web.security.token_buckets.time.monotonic", lambda: now)
    bucket = Bucket(Rate(2, 3))
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    buckets = Buckets(Rate(0, 1), most=2)
    assert buckets.take("a") and not buckets.take("a") and buckets.take("b") and buckets.take("c")
    assert buckets.take("a")  # forgotten meanwhile


def test_a_cookie_that_the_server_did_not_make_is_replaced(server: str) -> None:
    """Otherwise an attacker could plant a known cookie and hold the victim's seats, too."""
    for made_up in ("x" * 32, "x" * 32 + "." + "0" * 24, "x", "."):
        answer = httpx.post(server + "/play/connect-four", headers={"Cookie": f"tabletown={made_up}"}, timeout=LIMIT)
        own = answer.headers["set-cookie"].partition(";")[0]
        assert own.startswith("tabletown=") and made_up != own.removeprefix("tabletown=")
        table = api(answer.headers["location"])
        assert httpx.get(server + table, headers={"Cookie": own}, timeout=LIMIT).json()["holds"] == [0]
        stranger = httpx.get(server + table, headers={"Cookie": f"tabletown={made_up}"}, timeout=LIMIT)
        assert stranger.json()["holds"] == []


def test_a_wrong_key_opens_nothing(ann: Person) -> None:
    table = ann.opens("connect-four", "me", "here", watch="nobody")
    stranger = Person(ann.url)
    headers = {"Authorization": "Bearer " + "x" * 24}
    assert stranger.http.get(api(table), headers=headers).status_code == 403
    assert stranger.http.get("/seat/" + "x" * 24).status_code == 404
    stranger.http.cookies.set("tabletown", "x" * 32)
    assert stranger.http.get(api(table)).status_code == 403


def test_a_seat_is_taken_by_who_sits_down_first_and_not_by_who_asked_first(tmp_path: Path) -> None:
    """A request with the invitation begins, a friend sits down meanwhile, and then comes the rest of the request."""
    with running_server(tmp_path, [FOUR], ["--unlimited", "--pace", "0"]) as url:
        ann, bo, eve = Person(url, "Ann"), Person(url, "Bo"), Person(url, "Eve")
        table = ann.opens("connect-four", "me", "link")
        invite = ann.invites(table, 1)
        eve.opens("connect-four", "me", "bot:easy")  # for a cookie
        cookie = "; ".join(f"{name}={value}" for name, value in eve.http.cookies.items())
        body, path = b"name=Eve", "/" + invite.split("/", 3)[3]
        head = f"POST {path} HTTP/1.1\r\nHost: {url[7:]}\r\nCookie: {cookie}\r\nConnection: close\r\n"
        head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        host, port = url[7:].split(":")
        with socket.create_connection((host, int(port)), timeout=LIMIT) as slow:
            slow.sendall(head.encode())
            time.sleep(0.3)  # nothing shows that the server waits for the body
            assert bo.joins(invite).endswith(table)
            slow.sendall(body)
            answer = slow.recv(4096).decode()
        assert " 409 " in answer.splitlines()[0], answer[:200]
        assert json.loads(eve.http.get(table).text.split('id="data">')[1].split("</script>")[0])["holds"] == []
        assert json.loads(bo.http.get(table).text.split('id="data">')[1].split("</script>")[0])["holds"] == [1]
