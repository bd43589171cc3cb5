"""Two servers on one PostgreSQL: one is killed with -9, PostgreSQL restarts, both answer at the same tables at once.

    python -m tests.campaigns.servers --kills 300 --restarts 30 --conflicts 10000 --out servers.jsonl
    python -m tests.campaigns.servers --kills 30 --restarts 3 --conflicts 1000 --ahead 10 --out apart.jsonl

At every table two players answer for both seats, one at each server, in the same moment, so they conflict all the
time. At random moments one of the servers is killed and restarted, or PostgreSQL is stopped (fast, or at once as in a
crash) and restarted. After every ten kills the database is read: every acknowledged answer is in its place, no journal
has a gap or a duplicate, and every journal replayed leads to the stored state. Each such part adds a line to the file;
the same command continues after the last one. With `--ahead` the second server's clock is fast by so many seconds,
which its `/health` must say each time it starts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from tabletown.web.storage.database_clock import MOST_SKEW
from tabletown.web.testing import Server, database_of, postgres
from tests.campaigns.kills import OPTIONS, TOYS, Line, Player, found_in
from tests.campaigns.nursery import Nursery, QuickServer
from tests.web.people import in_a_loop

os.environ.setdefault("TABLETOWN_TEST_DATABASE", "postgresql")
EPOCH = 10  # kills between two checks of the database


class Meeting:
    """Makes two players who are about to answer wait briefly for each other."""

    def __init__(self) -> None:
        self.other: asyncio.Future[None] | None = None

    async def meet(self) -> None:
        if self.other is not None:
            self.other.set_result(None)
            self.other = None
            return
        mine = self.other = asyncio.get_running_loop().create_future()
        await asyncio.wait([mine], timeout=0.1)
        if self.other is mine:
            self.other = None


class Rival(Player):
    """One of two players at the same table, made by `with_`, who answer at the same moment."""

    def __init__(self, line: Line, game: str, rng: random.Random, with_: Rival | None = None) -> None:
        super().__init__(line, game, rng)
        self.with_ = with_
        self.meeting: Meeting = with_.meeting if with_ is not None else Meeting()

    async def do(self, path: str, seat: int, body: dict[str, Any]) -> dict[str, Any] | None:
        await self.meeting.meet()
        return await super().do(path, seat, body)

    async def open(self) -> None:
        if self.with_ is None:
            await super().open()
            return
        while not self.with_.id:
            await asyncio.sleep(0.01)
        self.id, self.keys = self.with_.id, self.with_.keys
        self.acknowledged.setdefault(self.id, 0)
        self.moves.setdefault(self.id, [])


def conflicts_of(server: Server) -> int:
    try:
        told = httpx.get(f"{server.url}/metrics", timeout=2).text
    except httpx.HTTPError:
        return 0
    found = re.search(r"^tabletown_conflicts_total (\d+)", told, re.M)
    return int(found[1]) if found else 0


def restart_postgres(at_once: bool) -> None:
    server = postgres()
    pid = server.get_pid()
    os.kill(pid, signal.SIGQUIT if at_once else signal.SIGINT)
    while Path(f"/proc/{pid}").exists():
        time.sleep(0.02)
    until = time.monotonic() + 300
    while True:
        try:
            server.ensure_postgres_running()
            return
        except (subprocess.TimeoutExpired, AssertionError):  # not ready yet, on a busy machine
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


async def play(servers: list[Server], kills: int, restarts: int, conflicts: int, tables: int, seed: int) -> Any:
    rng, up, until = random.Random(seed), asyncio.Event(), asyncio.Event()
    up.set()
    players: list[Player] = []
    for number in range(tables):
        game = ("connect-four", "marks")[number % 2]
        one = Rival(Line(servers[0].port), game, random.Random(number))
        players += [one, Rival(Line(servers[1].port), game, random.Random(-number), one)]
    playing = [asyncio.create_task(player.play(up, until)) for player in players]
    met = 0
    events = ["kill"] * kills + [("fast", "at once")[(seed + n) % 2] for n in range(restarts)]
    rng.shuffle(events)

    async def more(answers: int) -> None:
        goal = sum(player.played for player in players) + answers
        while sum(player.played for player in players) < goal:
            for task in playing:
                if task.done():
                    task.result()
            await asyncio.sleep(0.005)

    for event in events:
        await more(rng.randint(20, 60))
        if event == "kill":
            server = rng.choice(servers)
            met += await asyncio.to_thread(conflicts_of, server)
            server.kill()
            await asyncio.to_thread(server.start)
        else:
            await asyncio.to_thread(restart_postgres, event == "at once")
    while met + sum([await asyncio.to_thread(conflicts_of, server) for server in servers]) < conflicts:
        await more(200)
    met += sum([await asyncio.to_thread(conflicts_of, server) for server in servers])
    until.set()
    await asyncio.gather(*playing)
    return players, met


def run(kills: int, restarts: int, conflicts: int, tables: int = 6, seed: int = 1, ahead: float = 0) -> dict[str, Any]:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder, nursery = Path(name), Nursery()
        options = [*OPTIONS, "--database", database_of(folder)]
        servers: list[Server] = [QuickServer(nursery, folder / part, TOYS, options) for part in ("one", "other")]
        servers[1].ahead = ahead
        if abs(ahead) > MOST_SKEW:
            servers[1].started = {503}
        try:
            for server in servers:
                server.start()
            players, met = in_a_loop(play(servers, kills, restarts, conflicts, tables, seed))
        finally:
            for server in servers:
                server.kill()
            nursery.close()
        found = found_in(folder, players)
    lasted = round(time.monotonic() - began)
    return {"kills": kills, "restarts": restarts, "conflicts": met, "seconds": lasted, **found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--restarts", type=int, default=30)
    parser.add_argument("--conflicts", type=int, default=10_000)
    parser.add_argument("--ahead", type=float, default=0, help="seconds that the second server's clock is fast")
    parser.add_argument("--out", type=Path, default=Path("servers.jsonl"), help="where to write down and go on from")
    given = parser.parse_args()
    lines = given.out.read_text(encoding="utf-8").splitlines() if given.out.exists() else []
    found = [json.loads(line) for line in lines]
    wanted = {"kills": given.kills, "restarts": given.restarts, "conflicts": given.conflicts}
    while (left := {name: max(0, n - sum(part[name] for part in found)) for name, n in wanted.items()})["kills"]:
        share = min(1.0, EPOCH / left["kills"])
        some = {name: math.ceil(n * share) for name, n in left.items()}
        found.append(run(**some, seed=len(found), ahead=given.ahead))
        with given.out.open("a", encoding="utf-8") as out:
            out.write(json.dumps(found[-1]) + "\n")
        print(found[-1], file=sys.stderr, flush=True)
    total = {name: sum(part[name] for part in found) for name in found[0]}
    print(json.dumps(total))
    sys.exit(bool(total["lost"]))


if __name__ == "__main__":
    main()
