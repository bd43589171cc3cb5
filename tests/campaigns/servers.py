"""Two servers on one PostgreSQL: one is killed with -9, PostgreSQL restarts, both answer at the same tables at once.

    python -m tests.campaigns.servers --kills 300 --restarts 30 --conflicts 10000 --out servers.jsonl

At every table two players answer for both seats, one at each server, as fast as they can: they are in each other's way
all the time. At random moments one of the servers is killed and started anew, or PostgreSQL is stopped (fast, or at
once as in a crash) and started. In the end every acknowledged answer stands in its place, no journal has a gap or an
answer twice, and every journal played again leads to the stored state.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from tabletown.web.testing import Server, database_of, postgres
from tests.campaigns.kills import OPTIONS, TOYS, Line, Player, found_in
from tests.campaigns.nursery import Nursery, QuickServer
from tests.web.people import in_a_loop

os.environ.setdefault("TABLETOWN_TEST_DATABASE", "postgresql")


class Rival(Player):
    """One of two at the same table; `with_` made it."""

    def __init__(self, line: Line, game: str, rng: random.Random, with_: Rival | None = None) -> None:
        super().__init__(line, game, rng)
        self.with_ = with_

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
    server.ensure_postgres_running()


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
    events = ["kill"] * kills + ["fast", "at once"] * (restarts // 2)
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


def run(kills: int, restarts: int, conflicts: int, tables: int = 12, seed: int = 1) -> dict[str, Any]:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder, nursery = Path(name), Nursery()
        options = [*OPTIONS, "--database", database_of(folder)]
        servers: list[Server] = [QuickServer(nursery, folder / part, TOYS, options) for part in ("one", "other")]
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
    return {"kills": kills, "restarts": restarts // 2 * 2, "conflicts": met, "seconds": lasted, **found}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--restarts", type=int, default=30)
    parser.add_argument("--conflicts", type=int, default=10_000)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = run(given.kills, given.restarts, given.conflicts)
    if given.out is not None:
        with given.out.open("a", encoding="utf-8") as out:
            out.write(json.dumps(found) + "\n")
    print(json.dumps(found))
    sys.exit(bool(found["lost"]))


if __name__ == "__main__":
    main()
