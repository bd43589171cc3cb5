"""The server as a program: how it starts, stops and reports."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed

from tabletown.web.hub import Hub
from tabletown.web.seats import player_id
from tabletown.web.security.logs import JsonLines
from tabletown.web.serve import Draining, answers, listen, no_shared_memory, serve
from tabletown.web.settings import Settings
from tabletown.web.storage.database import NoDatabase, connect, make_folder
from tabletown.web.storage.lock import Lock, nobody_has
from tabletown.web.testing import Server, free_port, on_postgres, place_of, running_server
from tests.waiting import LIMIT, until
from tests.web.people import FOUR, Person
from tests.web.threaded import refusal


def test_a_polite_stop_says_that_the_server_restarts_and_loses_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path, [FOUR], ["--workers", "0", "--json-logs"])
    server.start()
    ann = Person(server.url, "Ann")
    table = ann.opens("connect-four", "me", "here")
    with pytest.raises(ConnectionClosed) as closed, ann.at(table) as wire:
        wire.play("column:3")
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        while True:
            wire.next()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert server.stop() in (0, -signal.SIGTERM)
    server.start()
    with ann.at(table) as wire:
        assert wire.table["answers"] == 1 and wire.lines == ["Ann dropped a disc into column 3."]
    server.stop()


def test_bots_that_think_while_the_server_stops_answer_nothing(tmp_path: Path) -> None:
    """They are asked again after the restart; no move is made for them, and nothing fails."""
    server, errors = Server(tmp_path / "data", [FOUR], ["--unlimited", "--pace", "0"]), tmp_path / "log"
    with errors.open("w") as log, contextlib.ExitStack() as stack:
        server.start(stderr=log)
        ann = Person(server.url, "Ann")
        tables = [ann.opens("connect-four", "bot:master", "bot:master") for _ in range(5)]
        wires = [stack.enter_context(ann.at(table, "?scene=no")) for table in tables]
        # the processes are running, and all tables wait for them
        wires[0].next(when=lambda table: table["answers"] > 1)
        server.stop()
        assert errors.read_text() == ""
        server.start(stderr=log)
        answers = [ann.http.get(f"/api/tables/{table[3:]}?scene=no").json()["answers"] for table in tables]
        server.stop()
    assert max(answers) < 12 and errors.read_text() == ""


def test_who_sends_links_must_say_where_they_lead(tmp_path: Path) -> None:
    said = refused("--host", "0.0.0.0", "--port", 0, "--data", tmp_path, "--webhooks")
    assert "--host-name play.example.org" in said


def test_a_port_in_use_is_said_in_words(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        said = refused("--port", other.getsockname()[1], "--data", tmp_path)
    assert "can't listen on 127.0.0.1" in said and "--port" in said


def test_logs_are_one_json_object_a_line(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", [FOUR], ["--workers", "0", "--json-logs"])
    errors = tmp_path / "log"
    with errors.open("w") as log:
        server.start(stderr=log)
        httpx.get(server.url + "/", timeout=LIMIT)
        for address in ("/health", "/metrics"):
            assert httpx.get(server.url + address, timeout=LIMIT).status_code == 200
        server.stop()
    entries = [json.loads(line) for line in errors.read_text().splitlines()]
    assert any('"GET / HTTP' in entry["message"] and entry["level"] == "info" for entry in entries)
    assert all({"at", "level", "logger", "message"} <= set(entry) for entry in entries)
    assert not any(word in entry["message"] for entry in entries for word in ("/health", "/metrics"))


def test_a_line_about_a_table_names_it() -> None:
    def table_of(words: str, *parts: object) -> str:
        record = logging.LogRecord("tabletown.web", logging.WARNING, "", 0, words, parts, None)
        return str(json.loads(JsonLines().format(record)).get("table"))

    assert table_of("table %s is quarantined: %s", "abc", "x") == "abc"
    for address in ("/t/abc/replay", "/t/abc?key=x", "/api/tables/abc/choose"):
        assert table_of('%s - "%s %s HTTP/%s" %d', "127.0.0.1", "GET", address, "1.1", 200) == "abc"
    assert table_of("sweeping failed") == table_of("no table %s", "abc") == "None"


def test_behind_a_proxy_links_and_cookies_are_those_of_the_outside(tmp_path: Path) -> None:
    server = Server(tmp_path, [FOUR], ["--workers", "0"])
    server.apart = False
    server.start()
    outside = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Host": "play.example"}
    made = httpx.post(
        server.url + "/api/tables",
        json={"game": "connect-four", "seats": [{"kind": "me"}, {"kind": "link"}]},
        headers=outside,
        timeout=LIMIT,
    ).json()
    assert made["seats"][1]["invite"].startswith("https://play.example/join/")
    played = httpx.post(server.url + "/play/connect-four", headers=outside, timeout=LIMIT)
    name = played.headers["set-cookie"].partition("=")[0]
    assert name == "__Host-tabletown" and "secure" in played.headers["set-cookie"].lower()
    server.stop()


def test_a_cookie_from_before_they_were_signed_keeps_its_seats_and_gets_the_new_name(tmp_path: Path) -> None:
    server, old = Server(tmp_path, [FOUR], ["--workers", "0"]), "a-cookie-of-an-earlier-version--"
    server.apart = False
    server.start()
    table = httpx.post(server.url + "/play/connect-four", timeout=LIMIT).headers["location"]
    server.stop()
    with connect(place_of(tmp_path)).begin() as file:
        file.exec_driver_sql(f"update holders set player = '{player_id(old)}'")
    server.start()
    https = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Host": "play.example"}

    def holds(cookie: str) -> list[int]:
        address = f"{server.url}/api/tables/{table[3:]}"
        return list(httpx.get(address, headers={"Cookie": cookie}, timeout=LIMIT).json()["holds"])

    assert holds(f"tabletown={old}") == [0]
    page = httpx.get(server.url + table, headers={**https, "Cookie": f"tabletown={old}"}, timeout=LIMIT)
    assert page.headers["set-cookie"].startswith(f"__Host-tabletown={old};")
    assert holds(f"__Host-tabletown={old}") == [0]
    assert holds(f"tabletown={old}; __Host-tabletown=another") == [], "nobody else's host can come before it"
    page = httpx.get(server.url + table, headers={**https, "Cookie": f"__Host-tabletown={old}"}, timeout=LIMIT)
    assert "set-cookie" not in page.headers
    server.stop()


# ---------------------------------------------------------------------- what may be wrong when it starts


def refused(*words: object, code: int = 1) -> str:
    """The sentence with which the server refuses to start."""
    ended, said = refusal(*words)
    assert ended == code, said
    return " ".join(said.split())


def test_a_port_that_is_none_is_said_in_words(tmp_path: Path) -> None:
    said = refused("--port", 99999, "--data", tmp_path, code=2)
    assert "Invalid value for '--port'" in said and "65535" in said


def test_a_data_folder_that_is_a_file_is_said_in_words(tmp_path: Path) -> None:
    file = tmp_path / "tables"
    file.touch()
    for data in (file, file / "below"):
        assert refused("--data", data) == f"{file} is a file, but tables need a folder. Choose one with --data."


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="Windows has other permissions")
def test_a_folder_that_cannot_be_made_is_said_in_words(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    root = os.geteuid() == 0
    try:
        if root:
            os.seteuid(65534)  # root may write anywhere
        with pytest.raises(NoDatabase, match=r"^The folder .+ can't be created: Permission denied\. Choose another"):
            make_folder(tmp_path / "deeper" / "data")
    finally:
        if root:
            os.seteuid(0)
        tmp_path.chmod(0o700)


def test_no_shared_memory_is_said_in_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(*args: object, **more: object) -> None:
        raise OSError(30, "Read-only file system")

    assert no_shared_memory() == ""
    monkeypatch.setattr("multiprocessing.synchronize.SemLock.__init__", fails)
    with pytest.raises(SystemExit, match=r"Bots need shared memory, .+ \(.*Read-only file system\).+ --shm-size"):
        serve(Settings(data=tmp_path, no_browser=True))


def test_on_windows_nobody_else_may_have_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)  # any option that exists
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert not listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)


@pytest.mark.skipif(on_postgres(), reason="of the file")
def test_a_second_start_opens_the_browser_at_the_running_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    data = tmp_path / "data"
    server = Server(data, [FOUR], ["--workers", "0"])
    server.start()
    ours, theirs = pty.openpty()
    second = [sys.executable, "-m", "tabletown", "--data", str(data), "--port", "0"]
    ended = subprocess.run(second, stdin=theirs, stdout=theirs, stderr=theirs, timeout=LIMIT)
    said = os.read(ours, 10_000).decode()
    assert ended.returncode == 0 and f"already running at {server.url}/" in " ".join(said.split()), said
    until(opened.exists, "the browser")
    assert until(opened.read_text, "its address") == f"{server.url}/\n"
    assert "are in use: a server has them" in refused("--data", data), "without a browser it is refused"
    server.stop()
    for end in (ours, theirs):
        os.close(end)


def test_whether_a_server_runs_at_an_address_is_asked_there(server: str) -> None:
    assert answers(server + "/")
    assert not answers(f"http://127.0.0.1:{free_port()}/") and not answers("nonsense")


def test_a_server_that_leaves_waits_until_the_proxy_has_read_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five seconds were too few for a proxy on a busy machine, which sent people to a stopped server."""
    hub = SimpleNamespace(leaving=True, watched=True, seen_leaving=False)
    server = Draining(uvicorn.Config(""), cast(Hub, hub), drain=5)
    now, when = 0.0, 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        assert not server.should_exit
        now += seconds
        hub.seen_leaving = now >= when

    monkeypatch.setattr("tabletown.web.serve.time", SimpleNamespace(sleep=sleep, monotonic=lambda: now))
    for asks, ends in ((3, 5), (12, 12), (999, 25)):  # when the proxy checks, and when the server stops
        now, when, hub.seen_leaving, server.should_exit = 0.0, asks, False, False
        server._leave(signal.SIGTERM, None)
        assert server.should_exit and now == pytest.approx(ends, abs=0.2)


def test_a_server_that_has_ended_leaves_its_folder_to_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, also where something still refers to its lock."""
    kept: list[Lock] = []

    class Kept(Lock):
        def __init__(self, folder: Path) -> None:
            super().__init__(folder)
            kept.append(self)

    monkeypatch.setattr("tabletown.web.serve.Lock", Kept)
    with running_server(tmp_path), nobody_has(tmp_path) as free:
        assert not free
    with nobody_has(tmp_path) as free:
        assert free and len(kept) == 1
