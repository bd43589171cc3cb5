"""Requests and messages that no page would send, at real tables: the server refuses them and never fails.

    python -m tests.campaigns.fuzz --count 50000 --out fuzz.jsonl

A real server has a table of every game and a class. Every route of the application is asked, with the ids, keys, codes
and options that really exist and with mutated ones, with forms and JSON bodies of every kind that the server reads; a
third are messages over sockets to the tables. An error 500, a socket that ends as if the server had failed, or a
traceback in the server's log is a failure and is recorded with what was sent. Each part adds a line to the file, and
the same command continues after the last one. Part n always sends the same.
"""

from __future__ import annotations

import argparse
import http.client
import importlib
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tabletown import registry
from tabletown.web import protocol
from tabletown.web.app import make_app
from tabletown.web.pages import forms
from tabletown.web.settings import Settings
from tabletown.web.testing import Server
from tests.waiting import LIMIT
from tests.web.people import Person

OPTIONS = ("--unlimited", "--workers", "0", "--pace", "0")
PART = 2500  # requests and messages to one server
MODULES = ("pages.common", "pages.join", "pages.desk", "pages.debrief", "pages.wall", "seating", "room")
WORDS = [
    "",
    "0",
    "-1",
    "1",
    "99999999999999999999",
    "1e9",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    "\0",
    "'",
    '"',
    "<b>",
    "%00",
]
WORDS += [
    "../..",
    "ä€𝄞",
    "\u202e",
    "\ud800".encode("utf-8", "replace").decode(),
    "a" * 5000,
    "{who:seat}",
    "all",
    "none",
]
STRANGE = [None, True, -1, 0, 1, 2**31, 2**64, -(2**70), 1.5, 1e308, [], {}, [[[[]]]], {"a": {"b": []}}, *WORDS]
METHODS = ("GET", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "PATCH")
QUERIES = ("seat", "scene", "at", "page", "code", "part", "game", "bot", "changes", "name", "link", "lang")


def routes() -> list[tuple[str, tuple[str, ...]]]:
    """Every path of the application with its methods; a socket's has none."""
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Settings(data=Path(folder)))
        found = [
            (route.path, tuple(sorted(route.methods or ())) if isinstance(route, Route) else ())
            for route in app.routes
            if isinstance(route, Route | WebSocketRoute)
        ]
        app.state.hub.store.engine.dispose()
    return found


def structs() -> list[list[str]]:
    """The fields of every form and body that the server reads."""
    modules: list[Any] = [forms, protocol]
    for name in MODULES:
        modules.append(importlib.import_module(f"tabletown.classroom.{name}"))
    kinds = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    found = [kind for kind in kinds if issubclass(kind, msgspec.Struct) and kind.__struct_fields__]
    return sorted([*kind.__struct_fields__] for kind in found)


def socket_messages() -> list[tuple[str, list[str]]]:
    kinds = [kind for kind in vars(protocol).values() if isinstance(kind, type) and issubclass(kind, protocol.Message)]
    tagged = [(str(kind.__struct_config__.tag), [*kind.__struct_fields__]) for kind in kinds]
    return sorted((tag, fields) for tag, fields in tagged if tag != "None")


class World:
    """Tables of every game and a class, with their ids, keys and codes."""

    def __init__(self, server: Server, rng: random.Random) -> None:
        self.server, self.rng = server, rng
        self.person = Person(server.url, "Ann")
        self.values: dict[str, list[str]] = {"game": [game.about.id for game in registry.games()]}
        self.tables: list[str] = []
        self.options: list[str] = ["drive", "pass"]
        for game in registry.games():
            self.open(game.about.id, game.about.default_seats)
        made = self.person.post("/class", title="Class", tables=1, clock=0)
        self.values["code"] = [made.headers["location"].split("/")[2]]
        self.values["id"] = [table.removeprefix("/t/") for table in self.tables]
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.person.http.cookies.items())

    def open(self, game: str, seats: int) -> None:
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "link"}, *[{"kind": "here"}] * (seats - 2)][:seats]}
        made = self.person.http.post("/api/tables", json=body).json()
        self.values.setdefault("key", []).extend(seat["key"] for seat in made["seats"] if seat["key"])
        invites = [seat["invite"].rpartition("/")[2] for seat in made["seats"] if seat["invite"]]
        self.values.setdefault("invite", []).extend(invites)
        self.tables.append(f"/t/{made['id']}")
        table = self.person.http.get(f"/api/tables/{made['id']}").json()
        self.options += [option["word"] for option in (table["asked"] or {"options": []})["options"]][:20]

    def word(self, name: str) -> str:
        """A word for a field or a part of a path, mostly one that exists."""
        rng, known = self.rng, self.values.get(name)
        if known and rng.random() < 0.8:
            return rng.choice(known)
        if rng.random() < 0.5:
            return str(rng.choice([0, 1, 2, 5, rng.choice(self.options), "Ann", "yes", *self.values["game"]]))
        return mutated(rng.choice(WORDS + self.options), rng)

    def value(self, name: str) -> Any:
        """A value for a field of JSON, mostly one that exists."""
        rng = self.rng
        if rng.random() < 0.25:
            return rng.choice(STRANGE)
        if name in ("number", "seat", "at", "tables", "table"):
            return rng.choice([0, 1, 2, 3, rng.randrange(200)])
        if name in ("option", "steps"):
            return (
                rng.choice(self.options) if name == "option" else [{"option": rng.choice(self.options), "label": "x"}]
            )
        return rng.choice([self.word(name), True, False, 1])


def mutated(text: str, rng: random.Random) -> str:
    """A word with one character added, removed or replaced."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(["", "\n", "0", "/", "\u0000", "é", "%", ":", text]) + text[at + rng.randrange(2) :]


class Fuzzer:
    def __init__(self, server: Server, number: int) -> None:
        self.rng = random.Random(f"fuzz {number}")
        self.server, self.world = server, World(server, self.rng)
        self.http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIMIT)
        self.paths, self.structs, self.messages = routes(), structs(), socket_messages()
        self.wires: dict[str, ClientConnection] = {}
        self.found: Counter[str] = Counter()
        self.asked: set[str] = set()
        self.failures: list[str] = []

    def request(self) -> None:
        rng, world = self.rng, self.world
        path, methods = rng.choice([route for route in self.paths if route[1]])
        method = rng.choice(methods) if rng.random() < 0.92 else rng.choice(METHODS)
        filled = re.sub(r"\{(\w+)(:\w+)?\}", lambda part: quote(world.word(part[1]), safe=""), path)
        query = {name: world.word(name) for name in QUERIES if rng.random() < 0.12}
        headers = {
            "Cookie": world.cookie
            if rng.random() < 0.8
            else mutated("tabletown=abc", rng).encode("ascii", "replace").decode()
        }
        headers["Cookie"] = re.sub(r"[^ -~]", "", headers["Cookie"])
        if rng.random() < 0.3:
            headers["Authorization"] = f"Bearer {quote(world.word('key'))}"
        if rng.random() < 0.2:
            headers["Accept-Language"] = rng.choice(["de", "en;q=x", "xx-" * 50, "*", ";;;"])
        body = b""
        if method not in ("GET", "HEAD"):
            fields = rng.choice(self.structs)
            if rng.random() < 0.5:
                headers["Content-Type"] = "application/json"
                body = json.dumps({name: world.value(name) for name in fields if rng.random() < 0.9}).encode()
            else:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                words = {name.replace("_", "-"): world.word(name) for name in fields if rng.random() < 0.9}
                body = urlencode(words, errors="replace").encode()
            if rng.random() < 0.15:
                at = rng.randrange(len(body) + 1)
                body = body[:at] + rng.randbytes(rng.randrange(4)) + body[at + rng.randrange(3) :]
        address = filled + (f"?{urlencode(query, errors='replace')}" if query else "")
        self.asked.add(path)
        for again in (True, False):
            try:
                self.http.request(method, address, body, headers)
                answer = self.http.getresponse()
                answer.read()
                break
            except (OSError, http.client.HTTPException):  # the server closed the connection: open a new one
                self.http.close()
                if not again:
                    self.found["no answer"] += 1
                    return
        self.found[str(answer.status)] += 1
        if answer.status == 500:
            self.failures.append(f"{method} {address[:300]} {headers} {body[:500]!r}")

    def message(self) -> None:
        rng, world = self.rng, self.world
        table = rng.choice(world.tables)
        tag, fields = rng.choice(self.messages)
        sent: Any = {"type": tag, **{name: world.value(name) for name in fields if rng.random() < 0.9}}
        if rng.random() < 0.4 and "option" in fields:  # a legal answer, so that tables advance
            sent = self.answer(table) or sent
        text: str | bytes = json.dumps(sent)
        if rng.random() < 0.1:
            text = mutated(str(text), rng)
        if rng.random() < 0.03:
            text = rng.randbytes(rng.randrange(60))
        try:
            wire = self.wires.get(table) or self.opened(table)
            wire.send(text)
            wire.send('{"type":"ping"}')
            while (heard := json.loads(wire.recv(timeout=LIMIT)))["type"] != "pong":
                self.heard(heard, text)
            self.found["messages"] += 1
        except ConnectionClosed:
            self.wires.pop(table, None)
            code = wire.protocol.close_code
            self.found[f"closed {code}"] += 1
            if code in (1006, 1011):
                self.failures.append(f"{table}: the socket ended with {code} after {text[:500]!r}")
        except InvalidStatus as error:
            status = error.response.status_code
            self.found[f"socket {status}"] += 1
            if status == 500:
                self.failures.append(f"{table}: no socket, {status}")

    def heard(self, heard: dict[str, Any], text: str | bytes) -> None:
        if heard["type"] == "refused":
            self.found[f"refused {heard['code']}"] += 1
            if heard["code"] == "broken":
                self.failures.append(f"the rules failed after {text[:500]!r}")

    def opened(self, table: str) -> ClientConnection:
        address = f"{self.server.url.replace('http', 'ws')}{table}/stream?scene={self.rng.choice(['no', 'yes'])}"
        headers = {"Cookie": self.world.cookie}
        # read everything at once, without keepalive: a client that doesn't read is rightly cut off
        wire = connect(
            address,
            additional_headers=headers,
            open_timeout=LIMIT,
            max_size=None,
            max_queue=None,
            ping_interval=None,
            legacy=True,
        )
        self.wires[table] = wire
        return wire

    def answer(self, table: str) -> dict[str, Any] | None:
        seen = self.world.person.http.get(table.replace("/t/", "/api/tables/") + "?scene=no").json()
        if not seen.get("asked") or not seen["asked"]["options"]:
            return None
        word = self.rng.choice(seen["asked"]["options"])["word"]
        return {"type": "choose", "number": seen["number"], "option": word, "seat": seen["asked"]["seat"]}

    def run(self, count: int) -> None:
        steps: list[Callable[[], None]] = [self.request, self.request, self.message]
        for _ in range(count):
            self.rng.choice(steps)()
        for wire in self.wires.values():
            wire.close()
        self.http.close()


def part(number: int, count: int, launch: Callable[[Path], Server]) -> dict[str, Any]:
    """Send this many requests and messages to a new server."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server, log = launch(folder), folder / "log"
        with log.open("w") as stderr:
            server.start(stderr=stderr)
            try:
                fuzzer = Fuzzer(server, number)
                fuzzer.run(count)
                healthy = fuzzer.world.person.http.get("/health").status_code == 200
            finally:
                server.stop()
        told = log.read_text(encoding="utf-8", errors="replace")
        traces = [text[:2000] for text in re.split(r"(?=^Traceback)", told, flags=re.M)[1:]]
    failures = [*fuzzer.failures, *traces, *([] if healthy else ["the server is not well afterwards"])]
    found = {"part": number, "count": count, "seconds": round(time.monotonic() - began, 1), "failures": failures}
    return {**found, "routes": sorted(fuzzer.asked), "answers": dict(sorted(fuzzer.found.items()))}


def campaign(count: int, out: Path | None) -> Iterator[dict[str, Any]]:
    known = []
    if out is not None and out.exists():
        for line in out.read_text(encoding="utf-8").splitlines():
            try:
                known.append(json.loads(line))
            except ValueError:
                break  # interrupted during this one
        out.write_text("".join(json.dumps(each) + "\n" for each in known), encoding="utf-8")
    yield from known
    done = sum(each["count"] for each in known)
    while done < count:
        number = len(known)
        found = part(number, min(PART, count - done), lambda folder: Server(folder, options=OPTIONS))
        known.append(found)
        done += found["count"]
        if out is not None:
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(found) + "\n")
        print(
            f"{done} of {count}, {found['seconds']} s, {len(found['failures'])} failures", file=sys.stderr, flush=True
        )
        yield found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    answers: Counter[str] = Counter()
    asked: set[str] = set()
    failures, count = 0, 0
    for found in campaign(given.count, given.out):
        answers.update(found["answers"])
        asked |= {*found["routes"]}
        count, failures = count + found["count"], failures + len(found["failures"])
    print(
        f"{count} requests and messages over {len(asked)} routes, {failures} failures; {dict(sorted(answers.items()))}"
    )
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
