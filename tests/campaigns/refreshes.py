"""One client requests whole tables over many sockets at once: how this affects another player and the server.

    python -m tests.campaigns.refreshes --sockets 180 --seconds 12

A real server with its usual limits. The attacker, in a process of its own, opens the sockets from one address and asks
each for `refresh` about fourteen times a second; another player at the same table, from another address, pings five
times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import websockets

from tabletown.web.testing import Server
from tests.campaigns.memory import megabytes
from tests.waiting import LIMIT
from tests.web.people import Person, Wire

OPTIONS = ("--workers", "0", "--proxies", "*")


def cookies(person: Person) -> str:
    return "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())


async def flood(address: str, cookie: str, sockets: int, seconds: float) -> dict[str, Any]:
    headers = {"Cookie": cookie, "X-Forwarded-For": "203.0.113.1"}
    found: dict[str, Any] = {"frames": 0, "bytes": 0, "refused": 0}
    end = time.monotonic() + seconds

    async def ask() -> None:
        try:
            connection = await websockets.connect(address, additional_headers=headers, open_timeout=LIMIT)
        except (OSError, websockets.WebSocketException):
            found["refused"] += 1
            return

        async def send() -> None:
            while time.monotonic() < end:
                await connection.send('{"type":"refresh"}')
                await asyncio.sleep(0.07)

        sending = asyncio.create_task(send())
        try:
            while (left := end - time.monotonic()) > 0:
                heard = await asyncio.wait_for(connection.recv(), left)
                found["frames"] += 1
                found["bytes"] += len(heard)
        except (TimeoutError, websockets.ConnectionClosed):
            pass
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        connection.transport.abort()

    await asyncio.gather(*(ask() for _ in range(sockets)))
    return found


def attack(results: Any, *what: Any) -> None:
    results.put(asyncio.run(flood(*what)))


def pings(wire: Wire, server: Server, seconds: float) -> tuple[list[float], float]:
    """The milliseconds of each ping, and the server's peak memory."""
    took, most, end = list[float](), 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        wire.send("ping")
        wire.next("pong")
        took.append((time.monotonic() - began) * 1000)
        most = max(most, megabytes(server))
        time.sleep(0.2)  # five pings a second
    return sorted(took), most


def campaign(server: Server, game: str, sockets: int, seconds: float) -> dict[str, Any]:
    ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
    table = ann.opens(game, "me", "link")
    bo.joins(ann.invites(table, 1))
    address = f"{server.url.replace('http', 'ws')}{table}/stream?changes=yes"
    spawn = multiprocessing.get_context("spawn")
    results = spawn.Queue()
    with bo.at(table, **{"X-Forwarded-For": "203.0.113.9"}) as wire:
        quiet, before = pings(wire, server, 2)
        attacker = spawn.Process(target=attack, args=(results, address, cookies(ann), sockets, seconds))
        attacker.start()
        took, most = pings(wire, server, seconds + 3)  # the other process needs time to start
        found = results.get(timeout=LIMIT)
        attacker.join()
    return {
        "sockets": sockets,
        "seconds": seconds,
        "ping, quiet (ms, median)": round(quiet[len(quiet) // 2], 1),
        "ping (ms): median": round(took[len(took) // 2], 1),
        "95 %": round(took[int(0.95 * len(took))], 1),
        "worst": round(took[-1], 1),
        "memory (MB): before": round(before),
        "most": round(most),
        **found,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=180)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--game", default="right-of-way")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), options=OPTIONS)
        server.start()
        try:
            print(json.dumps(campaign(server, given.game, given.sockets, given.seconds)))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
