"""Three hundred people for hours: do memory, descriptors and delays stay level?

    python -m tests.campaigns.soak --minutes 120 --people 300 --out soak.jsonl

A real server with its usual limits; everybody has an address of their own. People sit down at tables of all games, some
beside a bot, and answer after having thought for a while. Now and then they reload the page, chat, undo, ask why
something cannot be done, or look at other pages; some only watch. A table ends with the match, or after so many answers
that they leave, and the next people open another. Every minute adds a line to the file. It is flat if the last quarter
of the minutes has not much more memory, descriptors and delay than the second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tabletown import registry
from tabletown.web.testing import Server
from tests.waiting import LIMIT
from tests.web.people import in_a_loop

OPTIONS = ("--proxies", "*", "--workers", "1")
PAGES = ("/", "/me", "/rules", "/rules/crossroll", "/new?game=right-of-way", "/challenges", "/me/stats")
THINKING = 6  # seconds before an answer, on average
MORE = {"megabytes": (1.1, 15), "descriptors": (1.15, 25), "p95": (1.5, 50)}  # still flat: this factor plus so much


class Count:
    """What happened in the current minute."""

    def __init__(self) -> None:
        self.moves: list[float] = []  # milliseconds from sending an answer to seeing the table after it
        self.pages: list[float] = []
        self.others: Counter[str] = Counter()
        self.failures: list[str] = []


class Crowd:
    def __init__(self, server: Server, people: int, end: float) -> None:
        self.server, self.people, self.end = server, people, end
        self.present = 0
        self.numbers = 0
        self.count = Count()
        self.rng = random.Random(1)

    def guest(self) -> httpx.AsyncClient:
        self.numbers += 1
        high, low = divmod(self.numbers, 250)
        address = {"X-Forwarded-For": f"198.{18 + high // 250}.{high % 250}.{low + 1}"}
        return httpx.AsyncClient(base_url=self.server.url, headers=address, timeout=LIMIT, verify=False)

    async def page(self, guest: httpx.AsyncClient, method: str, path: str, **what: Any) -> httpx.Response:
        began = time.perf_counter()
        answer = await guest.request(method, path, **what)
        self.count.pages.append((time.perf_counter() - began) * 1000)
        self.count.others[f"pages {answer.status_code}"] += 1
        if answer.status_code >= 400:
            self.count.failures.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        return answer

    async def group(self) -> None:
        """People who meet, play at one table, and leave."""
        rng = self.rng
        about = rng.choice(registry.games()).about
        seats = about.default_seats
        bot = seats > 1 and rng.random() < 0.2
        guests = [self.guest() for _ in range(seats - bot)]
        beside = [{"kind": "link"}] * (len(guests) - 1) + [{"kind": "bot", "bot": "good"}] * bot
        self.present += len(guests)
        try:
            body = {"game": about.id, "seats": [{"kind": "me"}, *beside]}
            await self.page(guests[0], "POST", "/me/code")  # it gives the cookie of a device
            made = (await self.page(guests[0], "POST", "/api/tables", json=body)).json()
            invites = [seat["invite"] for seat in made["seats"] if seat["invite"]]
            for number, (guest, invite) in enumerate(zip(guests[1:], invites, strict=True)):
                path = "/" + invite.split("/", 3)[3]
                await self.page(guest, "GET", path)
                await self.page(guest, "POST", path, data={"name": f"Guest {number}"}, follow_redirects=True)
            self.count.others["tables"] += 1
            table = Table(self, made["id"], rng.choice([10, 30, 60, 120]) * len(guests))
            if rng.random() < 0.2:
                guests.append(self.guest())
                self.present += 1
            await asyncio.gather(*(table.sit(guest) for guest in guests))
        except Exception as error:
            self.count.failures.append(f"{about.id}: {error!r}")
        finally:
            self.present -= len(guests)
            for guest in guests:
                await guest.aclose()

    async def wander(self) -> None:
        """Somebody who only looks at pages."""
        async with self.guest() as guest:
            for _ in range(self.rng.randrange(3, 12)):
                try:
                    await self.page(guest, "GET", self.rng.choice(PAGES), follow_redirects=True)
                except httpx.HTTPError as error:
                    self.count.failures.append(repr(error))
                await asyncio.sleep(self.rng.expovariate(1 / THINKING))

    async def come(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            while time.monotonic() < self.end:
                if self.present < self.people:
                    tasks.create_task(self.group())
                    if self.rng.random() < 0.2:
                        tasks.create_task(self.wander())
                await asyncio.sleep(0.25)  # the pace at which groups come


class Table:
    def __init__(self, crowd: Crowd, id: str, answers: int) -> None:
        self.crowd, self.id, self.left = crowd, id, answers
        self.over = asyncio.Event()

    async def sit(self, guest: httpx.AsyncClient) -> None:
        """Play, or watch, and reload the page now and then, until the table is over."""
        address = self.crowd.server.url.replace("http", "ws") + f"/t/{self.id}/stream?changes=yes"
        while not self.over.is_set():
            await self.crowd.page(guest, "GET", f"/t/{self.id}")
            cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
            headers = {"Cookie": cookie, "X-Forwarded-For": guest.headers["X-Forwarded-For"]}
            try:
                async with connect(
                    address, additional_headers=headers, open_timeout=LIMIT, ping_timeout=LIMIT, max_size=None
                ) as wire:
                    await Seat(self, wire).stay()
            except (OSError, WebSocketException) as error:
                self.crowd.count.failures.append(f"socket: {error!r}")
                return


class Seat:
    """One connection to a table, until its page is reloaded."""

    def __init__(self, table: Table, wire: ClientConnection) -> None:
        self.table, self.wire = table, wire
        self.crowd, self.rng = table.crowd, table.crowd.rng
        self.number, self.sent = -1, 0.0  # what was answered last, and when
        self.thinking: asyncio.Task[None] | None = None
        self.reload = asyncio.Event()

    async def stay(self) -> None:
        leaving = [asyncio.create_task(event.wait()) for event in (self.table.over, self.reload)]
        hearing = asyncio.create_task(self.hear())
        try:
            await asyncio.wait([*leaving, hearing], return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                hearing.result()
        finally:
            for task in (*leaving, hearing, *([self.thinking] if self.thinking else [])):
                task.cancel()

    async def hear(self) -> None:
        async for text in self.wire:
            heard = json.loads(text)
            kind = heard["type"]
            if kind == "refused":
                self.crowd.count.others[f"refused {heard['code']}"] += 1
                self.sent = 0.0
                if heard["code"] == "broken":
                    self.crowd.count.failures.append(f"{self.table.id}: {heard['text']}")
                self.number = -1  # ask for the whole table, then
                await self.wire.send('{"type":"refresh"}')
            if kind not in ("table", "changed"):
                continue
            seen = heard if kind == "table" else heard["table"]
            if self.sent and seen["number"] > self.number:
                self.crowd.count.moves.append((time.perf_counter() - self.sent) * 1000)
                self.sent = 0.0
            if seen["outcome"] or self.table.left <= 0 or time.monotonic() > self.crowd.end:
                self.table.over.set()
            elif seen["asked"] and seen["number"] > self.number and not self.sent:
                self.number = seen["number"]
                if self.thinking:
                    self.thinking.cancel()
                self.thinking = asyncio.create_task(self.think(seen))

    async def think(self, seen: dict[str, Any]) -> None:
        rng, asked = self.rng, seen["asked"]
        left = self.crowd.end - time.monotonic()
        await asyncio.sleep(min(rng.expovariate(1 / THINKING), max(0.0, left)))
        word = rng.choice(asked["options"])["word"] if asked["options"] else asked["typed"]["prefix"] + "Parks for all"
        also = rng.random()
        if also < 0.02:
            self.reload.set()
            return
        if also < 0.04:
            await self.say("say", text="That was close!")
        elif also < 0.06:
            await self.say("why", option=word)
        elif also < 0.07 and seen["undo"]["kind"] == "free":
            await self.say("undo", number=seen["number"])
            return
        self.table.left -= 1
        self.sent = time.perf_counter()
        await self.say("choose", number=seen["number"], option=word, seat=asked["seat"])

    async def say(self, type: str, **fields: Any) -> None:
        self.crowd.count.others[type] += 1
        with suppress(WebSocketException):  # the receiving side notices it, too
            await self.wire.send(json.dumps({"type": type, **fields}))


def processes(pid: int) -> list[int]:
    """A process with all its children."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += processes(int(child))
    return found


def used(pid: int) -> dict[str, float]:
    """Memory of the server and of its workers, its computing time, and what it has open."""
    sizes = []
    for each in processes(pid):
        status = Path(f"/proc/{each}/status").read_text()
        sizes.append(int(status.split("VmRSS:")[1].split()[0]) / 1024)
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return {
        "cpu": round(sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), 1),  # seconds since its start
        "load": round(os.getloadavg()[0], 1),  # delays say little on a machine that others keep busy
        "megabytes": round(sizes[0], 1),
        "workers": round(sum(sizes[1:]), 1),
        "descriptors": len(list(Path(f"/proc/{pid}/fd").iterdir())),
        "threads": len(list(Path(f"/proc/{pid}/task").iterdir())),
    }


def of(delays: Sequence[float], part: float) -> float:
    return round(sorted(delays)[int(len(delays) * part)], 1) if delays else 0.0


async def campaign(server: Server, people: int, minutes: float, out: Path | None) -> list[dict[str, Any]]:
    assert server.process is not None
    began = time.monotonic()
    crowd = Crowd(server, people, began + minutes * 60)
    coming = asyncio.create_task(crowd.come())
    found: list[dict[str, Any]] = []
    while not coming.done():
        await asyncio.wait([coming], timeout=max(0.0, began + 60 * (len(found) + 1) - time.monotonic()))
        count, crowd.count = crowd.count, Count()
        line = {
            "minute": len(found) + 1,
            "people": crowd.present,
            **used(server.process.pid),
            "moves": len(count.moves),
            "p50": of(count.moves, 0.5),
            "p95": of(count.moves, 0.95),
            "p99": of(count.moves, 0.99),
            "worst": of(count.moves, 0.99999),
            "pages p95": of(count.pages, 0.95),
            "others": dict(sorted(count.others.items())),
            "failures": count.failures,
        }
        found.append(line)
        if out is not None:
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        print({name: value for name, value in line.items() if name != "others"}, file=sys.stderr, flush=True)
    await coming
    return found


def risen(lines: Sequence[dict[str, Any]]) -> list[str]:
    """Figures that grew much between the second quarter and the last; people arrive in the first."""
    quarter = len(lines) // 4
    early, late = lines[quarter : 2 * quarter], lines[-quarter - 1 : -1]  # in the last minute all leave
    if not early or not late:
        return []
    found = []
    for name, (times, beside) in MORE.items():
        before, after = (statistics.median(line[name] for line in part) for part in (early, late))
        if after > before * times + beside:
            found.append(f"{name}: {before:.0f}, then {after:.0f}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), options=OPTIONS)
        server.start()
        try:
            found = in_a_loop(campaign(server, given.people, given.minutes, given.out))
        finally:
            server.stop()
    failures, rose = sum(len(line["failures"]) for line in found), risen(found)
    moves = sum(line["moves"] for line in found)
    print(f"{len(found)} minutes, {moves} answers, {failures} failures; risen: {', '.join(rose) or 'nothing'}")
    return int(failures > 0 or bool(rose))


if __name__ == "__main__":
    sys.exit(main())
