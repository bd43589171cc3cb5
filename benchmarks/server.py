"""Moves a second and their delay at 200 tables with two sockets each, every move committed before it is told.

python benchmarks/server.py [--seconds 10] [--tables 200] [--game marathon|right-of-way] [--pictures] [--bare]
python benchmarks/server.py --tables 1000 --game right-of-way,broken-cities --pictures --rate 150

The clients are one process of hand-made sockets (they share the machine with the server, so more cores help); each
table always has one move under way, or with `--rate` so many moves a second are made in all. `marathon` asks one small
question a move, so that the server is measured and not the rules. With pictures the clients ask for changes of them, as
a browser does. `--bare` puts a minimal Starlette application in the server's place: the floor to compare with.
`--database` measures on PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

from tabletown.web.testing import Server

ROOT = Path(__file__).parents[1]
MARATHON = f"{ROOT}/tests/web/marathon.py:game"

JSON = {"Content-Type": "application/json"}
NUMBER = re.compile(rb'"number":(\d+)')
OPTION = re.compile(rb'"options":\[\{"word":"([^"]+)"')


class Seat(asyncio.Protocol):
    """One socket of one seat: answers whenever it is asked, and notes how long its answers take to come back."""

    def __init__(self, path: str, delays: list[float], ready: dict[Seat, bytes] | None = None) -> None:
        self.path, _, self.cookie = path.partition("#")  # whose cookie plays every seat; "watch": this one plays none
        self.delays = delays
        self.ready = ready  # where to say that we are asked, if others tell us when to answer
        self.buffer = bytearray()
        self.open = False
        self.sent = 0.0
        self.answered = -1
        self.moves = self.messages = 0
        self.playing = self.cookie != "watch"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Cookie: tabletown={self.cookie}\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
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
            message = bytes(buffer[start : start + length])
            del buffer[: start + length]
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

    def answer(self, answer: bytes) -> None:
        self.sent = time.perf_counter()
        self.say(answer)

    def say(self, payload: bytes) -> None:
        # a client must mask what it sends; a mask of zeros leaves it as it is
        self.transport.write(bytes((0x81, 0x80 | len(payload))) + b"\0\0\0\0" + payload)


def cpu_seconds(pid: int) -> float:
    """What the server has used so far, where the system tells (Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def at_a_rate(ready: dict[Seat, bytes], rate: float) -> None:
    """So many answers a second, each by somebody who is asked, at random."""
    rng, began, made = random.Random(1), time.perf_counter(), 0
    while True:
        due = int((time.perf_counter() - began) * rate)
        for _ in range(min(due - made, len(ready))):
            seat = rng.choice(list(ready))
            seat.answer(ready.pop(seat))
        made = due
        await asyncio.sleep(0.002)


async def play(
    port: int, pid: int, paths: list[str], seconds: float, rate: float = 0
) -> tuple[list[float], float, float]:
    loop, delays = asyncio.get_running_loop(), []
    seats = []
    ready: dict[Seat, bytes] | None = {} if rate else None
    for path in paths:
        _, seat = await loop.create_connection(lambda path=path: Seat(path, delays, ready), "127.0.0.1", port)
        seats.append(seat)
    while not all(seat.messages for seat in seats):
        await asyncio.sleep(0.1)
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
        chosen, cookie = games[number % len(games)], f"{number:032}"
        more = [{"kind": "here"}] * (2 if chosen == "broken-cities" else 1)
        wish = {"game": chosen, "seats": [{"kind": "me"}, *more]}
        connection.request("POST", "/api/tables", json.dumps(wish), {**JSON, "Cookie": f"tabletown={cookie}"})
        made = json.load(connection.getresponse())
        scene = "yes&changes=yes" if pictures else "no"
        stream = f"/api/tables/{made['id']}/stream?scene={scene}"
        if len(more) > 1:  # two look: one of them plays all seats, the other sees what the first seat sees
            paths += [f"{stream}#{cookie}", f"{stream}&key={made['seats'][0]['key']}#watch"]
        else:
            paths += [f"{stream}&key={seat['key']}" for seat in made["seats"]]
    return paths


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--game", default="marathon", help="one, or several with commas")
    parser.add_argument("--rate", type=float, default=0, help="moves a second in all; 0: as many as can be")
    parser.add_argument("--database", default="", help="an address of PostgreSQL in place of a SQLite file")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--bare", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        where = ["--database", given.database] if given.database else []
        server = Server(Path(folder), [MARATHON], ["--unlimited", "--workers", "0", *where])
        if given.bare:
            bare = [sys.executable, str(ROOT / "benchmarks/bare_server.py"), str(server.port), folder]
            server.process = subprocess.Popen(bare)
            time.sleep(2)
            paths = [f"/{table}/{seat}" for table in range(given.tables) for seat in (0, 1)]
        else:
            server.start()
            paths = paths_of(server.port, given.game, given.tables, given.pictures)
        try:
            assert server.process is not None
            delays, lasted, used = asyncio.run(play(server.port, server.process.pid, paths, given.seconds, given.rate))
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
