"""Requests and messages that no page would send, at real tables: the server refuses them and never fails.

    python -m tests.campaigns.fuzz --count 50000 --out fuzz.jsonl

A real server with everything turned on has a table of every game, a class, a person with a name, a tournament, an open
seat, a guest bot, and a draft and a pack of the workshop; who asks sits at the host's desk as well. Every route of the
application is asked, with the ids, keys, codes and options that really exist and with mutated ones, with the forms and
JSON bodies that its page reads or those of another; a third are messages over sockets to tables, the class and the
lobby. An error 500, no answer in time, a socket that ends as if the server had failed, or a traceback in the server's
log is a failure and is recorded with what was sent. Each part adds a line to the file, and the same command continues
after the last one. Part n always sends the same; `--first` begins with another than part 0.
"""

from __future__ import annotations

import argparse
import http.client
import importlib
import json
import pkgutil
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

import tabletown.classroom
import tabletown.web
from tabletown import registry
from tabletown.web import protocol
from tabletown.web.app import make_app
from tabletown.web.live.connection import NO_TABLE, NOT_ALLOWED
from tabletown.web.settings import Settings
from tabletown.web.storage.challenge_attempts import DAILY
from tabletown.web.testing import Server
from tests.waiting import LIMIT
from tests.web.people import Person

HOST = "the key of the host's desk"
OPTIONS = ("--unlimited", "--workers", "0", "--pace", "0", "--lobby", "--guest-bots", "--webhooks", "--host-key", HOST)
PART = 2500  # requests and messages to one server
READ = ("Form", "Body")  # how what a request sends is called, with these:
ALSO_READ = ("Do", "PasskeyAnswer", "NewTable", "NewSeat", "JoinSeat")
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


Fields = list[str]


class Asked(NamedTuple):
    """A path of the application with its methods (a socket has none), and the forms and bodies that are read there."""

    path: str
    methods: tuple[str, ...]
    reads: list[Fields]


def routes() -> list[Asked]:
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Settings(data=Path(folder), lobby=True, guest_bots=True))
        found = [
            Asked(route.path, tuple(sorted(route.methods or ())) if isinstance(route, Route) else (), reads(route))
            for route in app.routes
            if isinstance(route, Route | WebSocketRoute)
        ]
        app.state.hub.store.engine.dispose()
    return found


def reads(route: Route | WebSocketRoute) -> list[Fields]:
    """The fields of the forms in the module of this route's page; of the API, those of all its bodies."""
    page, name = getattr(route.endpoint, "__self__", None), getattr(route.endpoint, "__name__", "")
    if route.path.startswith("/api/"):
        return forms_in(protocol)
    kinds = type(page).__mro__
    own = [kind for kind in kinds if name in vars(kind)][:1] or kinds
    return sorted(fields for kind in own for fields in forms_in(sys.modules[kind.__module__]))


def forms_in(module: ModuleType) -> list[Fields]:
    kinds = {kind for name, kind in vars(module).items() if name.endswith(READ) or name in ALSO_READ}
    found = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return sorted([*kind.__struct_fields__] for kind in found if kind.__struct_fields__)


def structs() -> list[Fields]:
    """The fields of every form and body that the server reads."""
    found: set[tuple[str, ...]] = set()
    for package in (tabletown.web, tabletown.classroom):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in module.name and not module.name.endswith("__main__"):
                found |= {tuple(fields) for fields in forms_in(importlib.import_module(module.name))}
    kinds = [kind for kind in vars(protocol).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    found |= {tuple(kind.__struct_fields__) for kind in kinds if kind.__struct_fields__}
    return sorted([*fields] for fields in found)


def socket_messages() -> list[tuple[str, list[str]]]:
    kinds = [
        kind for kind in vars(protocol).values() if isinstance(kind, type) and issubclass(kind, protocol.ClientMessage)
    ]
    tagged = [(str(kind.__struct_config__.tag), [*kind.__struct_fields__]) for kind in kinds]
    return sorted((tag, fields) for tag, fields in tagged if tag != "None")


class World:
    """Tables of every game, a class and all else that the server keeps, with their ids, keys and codes."""

    def __init__(self, server: Server, rng: random.Random) -> None:
        self.server, self.rng = server, rng
        self.person = Person(server.url, "Ann")
        self.values: dict[str, list[str]] = {"game": [game.about.id for game in registry.games()]}
        self.seats = {game.about.id: game.about.default_seats for game in registry.games()}
        self.tables: dict[str, str] = {}  # their games, by address
        self.options: list[str] = ["drive", "pass"]
        self.parts: dict[str, Any] = {}  # of the draft
        for game in self.seats:
            self.open(game)
        self.open_the_rest()
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.person.http.cookies.items())

    def made(self, path: str, name: str = "id", **form: str) -> str:
        """Make something and remember what it is called: the last word of the address that it is shown at."""
        made = self.person.post(path, **form)
        assert made.status_code == 303, (path, made.status_code, made.text)
        word = made.headers["location"].partition("?")[0].rpartition("/")[2]
        self.values.setdefault(name, []).append(word)
        return word

    def open_the_rest(self) -> None:
        person, values = self.person, self.values
        made = person.post("/class", title="Class", tables=1, clock=0)
        values["code"] = [made.headers["location"].split("/")[2]]
        assert person.post("/host/key", key=HOST).status_code == 303
        person.post("/me/name", name="Ann of the fuzzer")
        values["name"] = ["Ann of the fuzzer", "Bo"]
        draft = self.made("/workshop/new", game="right-of-way", kind="city")
        page = person.http.get(f"/workshop/draft/{draft}").text
        shown = json.loads(page.split('id="draft">')[1].split("</script>")[0])
        self.parts = shown["parts"]
        sent = {"parts": self.parts, "title": "Fuzz City", "number": shown["state"]["number"]}
        assert person.http.post(f"/workshop/draft/{draft}/save", json=sent).status_code == 200
        self.made(f"/workshop/draft/{draft}/publish", where="gallery")
        for kind in ("swiss", "arena"):
            self.made("/tournaments/new", game="crossroll", kind=kind, clock="live:600+10")
        challenge = self.made("/challenges/crossroll/new")
        day = re.search(rf"/challenge/({DAILY.pattern})", person.http.get("/challenges").text)
        assert day is not None
        values["id"] += [challenge, day[1]]
        offered = person.post("/lobby/offer", game="crossroll", clock="move:86400", seats="2", name="Ann")
        assert offered.status_code == 303, offered.text
        values["seek"] = re.findall(r'data-offer="(\w+)"', person.http.get("/").text)
        bot = person.post("/bots", name="Robot").text
        values["bot"] = re.findall(r"<code>(ttb_\S+)</code>", bot)
        values["key"] += [*values["bot"], HOST]
        values["do"] = ["enter", "start", "pause", "resume", "withdraw", "play", "befriend", "block", "warn", "add"]

    def open(self, game: str) -> None:
        seats = self.seats[game]
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "link"}, *[{"kind": "here"}] * (seats - 2)][:seats]}
        made = self.person.http.post("/api/tables", json=body).json()
        self.values.setdefault("key", []).extend(seat["key"] for seat in made["seats"] if seat["key"])
        invites = [seat["invite"].rpartition("/")[2] for seat in made["seats"] if seat["invite"]]
        self.values.setdefault("invite", []).extend(invites)
        self.tables[f"/t/{made['id']}"] = game
        self.values.setdefault("id", []).append(made["id"])
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
        if name == "parts" and self.parts:
            return altered(self.parts, rng)
        return rng.choice([self.word(name), True, False, 1])


def altered(data: Any, rng: random.Random) -> Any:
    """The same data with something strange in one place."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        at = rng.choice([*data])
        return {**data, at: altered(data[at], rng)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        at = rng.randrange(len(data))
        return [*data[:at], altered(data[at], rng), *data[at + 1 :]]
    return rng.choice([*STRANGE, mutated(str(data)[:200], rng)])


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
        path, methods, own = rng.choice([route for route in self.paths if route.methods])
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
            fields = rng.choice(own if own and rng.random() < 0.7 else self.structs)
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
                if "ndjson" in answer.getheader("content-type", ""):  # a stream goes on for ever
                    answer.readline()
                    self.http.close()
                else:
                    answer.read()
                break
            except TimeoutError:
                self.http.close()
                self.failures.append(f"no answer in time: {method} {address[:300]} {headers} {body[:500]!r}")
                return
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
        if rng.random() < 0.1:
            self.look()
            return
        table = rng.choice([*world.tables])
        tag, fields = rng.choice(self.messages)
        sent: Any = {"type": tag, **{name: world.value(name) for name in fields if rng.random() < 0.9}}
        if rng.random() < 0.4 and "option" in fields:  # a legal answer, so that tables advance
            sent = self.answer(table) or sent
        text: str | bytes = json.dumps(sent)
        if rng.random() < 0.1:
            text = mutated(str(text), rng)
        if rng.random() < 0.03:
            text = rng.randbytes(rng.randrange(60))
        with self.talking(table, text):
            wire = self.wires.get(table) or self.opened(table)
            wire.send(text)
            wire.send('{"type":"ping"}')
            while (heard := json.loads(wire.recv(timeout=LIMIT)))["type"] != "pong":
                self.heard(heard, text)
            self.found["messages"] += 1

    def look(self) -> None:
        """Say something where nobody is asked to say anything: to the class, or to the lobby."""
        rng, world = self.rng, self.world
        part = rng.choice(["lead", "projector", "wait", "mine", world.word("part")])
        paths = [f"/class/{quote(world.word('code'), safe='')}", f"/class/{world.values['code'][0]}", "/lobby"]
        where, query = rng.choice(paths), urlencode({"part": part, "list": rng.choice(["yes", "no"])}, errors="replace")
        text = rng.choice(['{"type":"ping"}', json.dumps(world.value("text")), rng.randbytes(rng.randrange(60))])
        with self.talking(f"{where}?{query}", text), self.connected(f"{where}/stream?{query}") as wire:
            wire.recv(timeout=LIMIT)
            wire.send(text)
            self.found["looks"] += 1

    @contextmanager
    def talking(self, where: str, text: str | bytes) -> Iterator[None]:
        """Whatever ends a connection is counted, and noted if it is the server's fault."""
        try:
            yield
        except ConnectionClosed as closed:
            self.wires.pop(where, None)
            code = closed.rcvd.code if closed.rcvd is not None else 1006
            self.found[f"closed {code}"] += 1
            if code in (1006, 1011):
                self.failures.append(f"{where}: the socket ended with {code} after {text[:500]!r}")
            if code in (NO_TABLE, NOT_ALLOWED) and where in self.world.tables:  # deleted, or given away
                self.world.open(self.world.tables.pop(where))
        except InvalidStatus as error:
            status = error.response.status_code
            self.found[f"socket {status}"] += 1
            if status == 500:
                self.failures.append(f"{where}: no socket, {status}")
        except TimeoutError:
            self.wires.pop(where, None)
            self.failures.append(f"{where}: no answer in time after {text[:500]!r}")

    def heard(self, heard: dict[str, Any], text: str | bytes) -> None:
        if heard["type"] == "refused":
            self.found[f"refused {heard['code']}"] += 1
            if heard["code"] == "broken":
                self.failures.append(f"the rules failed after {text[:500]!r}")

    def opened(self, table: str) -> ClientConnection:
        wire = self.wires[table] = self.connected(f"{table}/stream?scene={self.rng.choice(['no', 'yes'])}")
        return wire

    def connected(self, address: str) -> ClientConnection:
        # read everything at once, without keepalive: a client that doesn't read is rightly cut off
        return connect(
            self.server.url.replace("http", "ws") + address,
            additional_headers={"Cookie": self.world.cookie},
            open_timeout=LIMIT,
            max_size=None,
            max_queue=None,
            ping_interval=None,
            legacy=True,
        )

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


def campaign(count: int, out: Path | None, first: int = 0) -> Iterator[dict[str, Any]]:
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
        found = part(first + len(known), min(PART, count - done), lambda folder: Server(folder, options=OPTIONS))
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
    parser.add_argument("--first", type=int, default=0, help="the number of the first part")
    given = parser.parse_args()
    answers: Counter[str] = Counter()
    asked: set[str] = set()
    failures, count = 0, 0
    for found in campaign(given.count, given.out, given.first):
        answers.update(found["answers"])
        asked |= {*found["routes"]}
        count, failures = count + found["count"], failures + len(found["failures"])
    print(
        f"{count} requests and messages over {len(asked)} routes, {failures} failures; {dict(sorted(answers.items()))}"
    )
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
