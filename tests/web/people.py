"""People at tables, for tests: each with a browser's cookies and connections to a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.waiting import LIMIT

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
FOUR = f"{ROOT}/docs/connect_four.py:game"
MARKS = f"{ROOT}/tests/kernel/toys.py:marks"
SECRETS = f"{ROOT}/tests/web/secrets.py:game"
MARATHON = f"{ROOT}/tests/web/marathon.py:game"
GAMES = [FOUR, MARKS, SECRETS]


class Wire:
    """One connection to a table. `table` is the latest one seen; `heard` is every byte that came."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[str] = []
        self.table: dict[str, Any] = {}
        self.lines: list[str] = []

    def next(self, kind: str = "table", when: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Wait for the next message of this kind for which `when` holds."""
        while True:
            text = str(self.connection.recv(timeout=LIMIT))
            self.heard.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == "table":
                self.table = message
                self.lines = [] if message["fresh"] else self.lines
                self.lines += [line["text"] for line in message["lines"]]
            if message["type"] == kind and when(message):
                return message

    def at(self, number: int) -> dict[str, Any]:
        """Wait until the table has this number, and return it."""
        return self.table if self.table.get("number") == number else self.next(when=lambda t: t["number"] >= number)

    def send(self, type: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"type": type, **fields}, separators=(",", ":")))  # as a browser writes it

    def choose(self, option: str, number: int | None = None, **fields: Any) -> None:
        self.send("choose", number=self.table["number"] if number is None else number, option=option, **fields)

    def play(self, option: str) -> dict[str, Any]:
        """Choose, and wait for the table after it."""
        before = self.table["number"]
        self.choose(option)
        return self.next(when=lambda t: t["number"] > before)

    def refused(self) -> dict[str, Any]:
        return self.next("refused")

    @property
    def words(self) -> list[str]:
        return [option["word"] for option in self.table["asked"]["options"]] if self.table["asked"] else []


class Person:
    def __init__(self, url: str, name: str = "") -> None:
        self.url, self.name = url, name
        self.http = httpx.Client(base_url=url, timeout=LIMIT)

    def post(self, path: str, **form: Any) -> httpx.Response:
        return self.http.post(path, data={key.replace("_", "-"): value for key, value in form.items()})

    def opens(self, game: str, *seats: str, **form: Any) -> str:
        """Open a new table and return its address."""
        chosen = {f"seat-{seat}": kind for seat, kind in enumerate(seats)}
        answer = self.post("/new", game=game, count=len(seats), name=self.name, **chosen, **form)
        assert answer.status_code == 303, (answer.status_code, answer.text)
        return answer.headers["location"]

    def invites(self, table: str, seat: int) -> str:
        page = self.http.get(table)
        data = json.loads(page.text.split('id="data">')[1].split("</script>")[0])
        return next(link["invite_url"] for link in data["links"] if link["seat"] == seat)

    def joins(self, invite: str) -> str:
        answer = self.http.post(invite, data={"name": self.name})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    @contextmanager
    def at(self, table: str, query: str = "", **headers: str) -> Iterator[Wire]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        if cookies:
            headers.setdefault("Cookie", cookies)
        address = self.url.replace("http", "ws") + f"{table}/stream{query}"
        with connect(address, additional_headers=headers, open_timeout=LIMIT, ping_timeout=LIMIT) as ws:
            wire = Wire(ws)
            wire.next()
            yield wire


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in an event loop of its own, as this thread may already have the browser's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def api(table: str) -> str:
    return table.replace("/t/", "/api/tables/")
