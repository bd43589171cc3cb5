"""Measure moves per second and their delay at 200 tables with two sockets each; every move is committed before it is
shown.

python benchmarks/server.py [--seconds 10] [--tables 200] [--game marathon|right-of-way] [--pictures] [--bare] python
benchmarks/server.py --beside 10 [--seconds 2] python benchmarks/server.py --tables 1000 --game
right-of-way,broken-cities --pictures --rate 150

The clients are one process of hand-made sockets (they share the machine with the server, so more cores help); each
table always has one move under way, or with `--rate` this many moves a second are made in total. `marathon` asks one
small question per move, so that it measures the server rather than the rules. With pictures the clients ask for changes
of them, as a browser does. `--bare` replaces the server by a minimal Starlette application, as a lower bound;
`--beside` runs both in turn, this many times, because the speed of a shared machine varies. `--database` measures on
PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, TypeVar, cast

from tabletown.web.testing import Server

ROOT = Path(__file__).parents[1]
MARATHON = f"{ROOT}/tests/web/marathon.py:game"

T = TypeVar("T")

JSON = {"Content-Type": "application/json"}
NUMBER = re.compile(rb'"number":(\d+)')
OPTION = re.compile(rb'"options":\[\{"word":"([^"]+)"')


class Seat(asyncio.Protocol):
    """One seat's socket: answers when asked, and records how long its answers take to come back."""

    def __init__(self, path: str, delays: list[float], ready: dict[Seat, bytes] | None = None) -> None:
        # the cookie that plays every seat; "watch": this one plays none
        self.path, _, self.cookie = path.partition("#")
        self.delays = delays
        self.ready = ready  # called when this seat is asked, if others decide when to answer
        self.buffer = bytearray()
        self.open = False
        self.sent = 0.0
        self.answered = -1
        self.moves = self.messages = 0
        self.playing = self.cookie != "watch"
        self.held: bytes | None = None  # an answer held back while others are measured
        self.pausing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Cookie: tabletown={self.cookie}\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        if self.open and not buffer and len(data) > 4 and data[1] == 126 and len(data) == 4 + int.from_bytes(data[2:4]):
            self.heard(data[4:])  # usually one whole message
            return
        buffer += data
        if not self.open:
            head = buffer.find(b"\r\n\r\n")
            if head < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), buffer[:200]
            del buffer[: head + 4]
            self.open = True
        while len(buffer) >= 2:
            length, start = buffer[1], 2
            if length == 126:
                length, start = int.from_bytes(buffer[2:4]), 4
            elif length == 127:
                length, start = int.from_bytes(buffer[2:10]), 10
            if len(buffer) < start + length or len(buffer) < start:
                return
            message, ping = bytes(buffer[start : start + length]), buffer[0] == 0x89
            del buffer[: start + length]
            if ping:
                self.say(message, 0x8A)
            else:
                self.heard(message)

    def heard(self, message: bytes) -> None:
        self.messages += 1
        if not message.startswith((b'{"type":"table"', b'{"type":"changed"')):
            return
        found = NUMBER.search(message)
        assert found is not None
        number = int(found[1])
        if self.sent and number > self.answered:
            self.delays.append(time.perf_counter() - self.sent)
            self.moves += 1
            self.sent = 0.0
        if self.playing and number > self.answered and b'"asked":{' in message:
            option = OPTION.search(message)
            assert option is not None
            answer = b'{"type":"choose","number":%d,"option":"%b"}' % (number, option[1])
            self.answered = number
            if self.ready is None:
                self.answer(answer)
            else:
                self.ready[self] = answer

    def pause(self, pausing: bool) -> None:
        self.pausing = pausing
        if not pausing and self.held is not None:
            held, self.held = self.held, None
            self.answer(held)

    def answer(self, answer: bytes) -> None:
        if self.pausing:
            self.held = answer
            return
        self.sent = time.perf_counter()
        self.say(answer)

    def say(self, payload: bytes, kind: int = 0x81) -> None:
        # clients must mask what they send; a mask of zeros leaves it unchanged
        self.transport.write(bytes((kind, 0x80 | len(payload))) + b"\0\0\0\0" + payload)


def cpu_seconds(pid: int) -> float:
    """The server's CPU time so far, if the system reports it (Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def at_a_rate(ready: dict[Seat, bytes], rate: float) -> None:
    """Answer this many times a second, each time from a random seat that is asked."""
    rng, began, made = random.Random(1), time.perf_counter(), 0
    while True:
        due = int((time.perf_counter() - began) * rate)
        for _ in range(min(due - made, len(ready))):
            seat = rng.choice(list(ready))
            seat.answer(ready.pop(seat))
        made = due
        await asyncio.sleep(0.002)


async def connected(port: int, paths: list[str], delays: list[float], ready: dict[Seat, bytes] | None) -> list[Seat]:
    loop, seats = asyncio.get_running_loop(), []
    for path in paths:
        _, seat = await loop.create_connection(lambda path=path: Seat(path, delays, ready), "127.0.0.1", port)
        seats.append(seat)
    while not all(seat.messages for seat in seats):
        await asyncio.sleep(0.1)
    return seats


async def in_turn(
    ours: tuple[int, int, list[str]], bare: tuple[int, int, list[str]], rounds: int, seconds: float
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Moves per second and CPU seconds per move of both servers, measured alternately."""
    sides = []
    for port, pid, paths in (ours, bare):
        delays: list[float] = []
        sides.append((pid, delays, await connected(port, paths, delays, None)))
        await asyncio.sleep(2)  # warm up
        for seat in sides[-1][2]:
            seat.pause(True)
    found = []
    for number in range(rounds):
        measured: dict[int, tuple[float, float]] = {}
        for pid, delays, seats in sides if number % 2 else reversed(sides):
            await asyncio.sleep(0.3)
            delays.clear()
            began, used = time.perf_counter(), cpu_seconds(pid)
            for seat in seats:
                seat.pause(False)
            await asyncio.sleep(seconds)
            for seat in seats:
                seat.pause(True)
            lasted, moves = time.perf_counter() - began, len(delays)
            await asyncio.sleep(0.3)  # let pending moves finish
            measured[pid] = moves / lasted, (cpu_seconds(pid) - used) / max(1, len(delays))
        found.append((measured[ours[1]], measured[bare[1]]))
    return found


async def play(
    port: int, pid: int, paths: list[str], seconds: float, rate: float = 0
) -> tuple[list[float], float, float]:
    loop, delays = asyncio.get_running_loop(), []
    ready: dict[Seat, bytes] | None = {} if rate else None
    seats = await connected(port, paths, delays, ready)
    ticking = loop.create_task(at_a_rate(ready, rate)) if ready is not None else None
    await asyncio.sleep(1 if ticking is None else 3)  # warm up
    delays.clear()
    began, used = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    lasted, used, counted = time.perf_counter() - began, cpu_seconds(pid) - used, delays[:]
    if ticking is not None:
        ticking.cancel()
    for seat in seats:
        seat.playing = False
        seat.transport.close()
    return counted, lasted, used


def paths_of(port: int, game: str, tables: int, pictures: bool) -> list[str]:
    connection = HTTPConnection("127.0.0.1", port)
    paths, games = [], game.split(",")
    for number in range(tables):
        connection.request("POST", "/me/code")
        given = connection.getresponse()
        given.read()
        cookie = SimpleCookie(given.headers["set-cookie"])["tabletown"].value
        chosen = games[number % len(games)]
        more = [{"kind": "here"}] * (2 if chosen == "broken-cities" else 1)
        wish = {"game": chosen, "seats": [{"kind": "me"}, *more]}
        connection.request("POST", "/api/tables", json.dumps(wish), {**JSON, "Cookie": f"tabletown={cookie}"})
        made = json.load(connection.getresponse())
        scene = "yes&changes=yes" if pictures else "no"
        stream = f"/api/tables/{made['id']}/stream?scene={scene}"
        if len(more) > 1:  # two clients: one plays all seats, the other sees what the first seat sees
            paths += [f"{stream}#{cookie}", f"{stream}&key={made['seats'][0]['key']}#watch"]
        else:
            paths += [f"{stream}&key={seat['key']}" for seat in made["seats"]]
    return paths


def start_bare(port: int, folder: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, str(ROOT / "benchmarks/bare_server.py"), str(port), folder])
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return process
        time.sleep(0.1)
    raise SystemExit("The bare server does not start.")


def bare_paths(tables: int) -> list[str]:
    return [f"/{table}/{seat}" for table in range(tables) for seat in (0, 1)]


def beside(server: Server, folder: str, given: argparse.Namespace) -> None:
    """Measure both servers in turn; returns medians of rounds and of their ratios."""
    server.start()
    assert server.process is not None
    port = Server(Path(folder)).port
    bare = start_bare(port, folder)
    try:
        paths = paths_of(server.port, given.game, given.tables, given.pictures)
        ours = server.port, server.process.pid, paths
        found = run(in_turn(ours, (port, bare.pid, bare_paths(given.tables)), given.beside, given.seconds))
    finally:
        bare.kill()
        server.kill()
    middle = statistics.median
    for what, side in ((given.game, 0), ("bare Starlette", 1)):
        moves, used = (middle(one[side][field] for one in found) for field in (0, 1))
        print(f"{what}: {moves:,.0f} moves/s, {used * 1e6:.0f} µs of CPU a move")
    for what, ratios in (
        ("moves a second", [mine[0] / its[0] for mine, its in found]),
        ("moves a second of CPU", [its[1] / mine[1] for mine, its in found]),
    ):
        low, _, high = statistics.quantiles(ratios, n=4)
        print(f"{what}: {middle(ratios):.2f} of the bare server's (middle half {low:.2f} to {high:.2f})")


def run(work: Coroutine[Any, Any, T]) -> T:
    """The clients share the machine with the server, so they are made as cheap as possible."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--game", default="marathon", help="one, or several with commas")
    parser.add_argument("--rate", type=float, default=0, help="moves a second in all; 0: as many as can be")
    parser.add_argument("--database", default="", help="an address of PostgreSQL in place of a SQLite file")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--beside", type=int, default=0, help="so many times in turn with the bare server")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        where = ["--database", given.database] if given.database else []
        server = Server(Path(folder), [MARATHON], ["--unlimited", "--workers", "0", *where])
        if given.beside:
            beside(server, folder, given)
            return
        if given.bare:
            server.process = start_bare(server.port, folder)
            paths = bare_paths(given.tables)
        else:
            server.start()
            paths = paths_of(server.port, given.game, given.tables, given.pictures)
        try:
            assert server.process is not None
            delays, lasted, used = run(play(server.port, server.process.pid, paths, given.seconds, given.rate))
        finally:
            server.kill()
    delays.sort()
    at = [delays[int(len(delays) * part)] * 1000 for part in (0.5, 0.95, 0.99)]
    what = "bare Starlette" if given.bare else f"{given.game}{' with pictures' if given.pictures else ''}"
    print(f"{what}: {given.tables} tables, {2 * given.tables} sockets, {lasted:.1f} s on {os.cpu_count()} cores")
    print(f"{len(delays) / lasted:,.0f} moves/s; delay p50 {at[0]:.0f} ms, p95 {at[1]:.0f} ms, p99 {at[2]:.0f} ms")
    print(f"server: {used / lasted:.0%} of a core, {used / len(delays) * 1e6:.0f} µs of CPU a move")


if __name__ == "__main__":
    main()
