"""A real server is killed with -9 again and again: no acknowledged move is lost.

    python -m tests.campaigns.kills --kills 2000 --jobs 3 --out kills.jsonl

Players at two dozen tables answer at random over HTTP, undo now and then, and record what the server acknowledged. At a
random moment it is killed and restarted. After every 25 kills the database is read: each acknowledged answer is in
its place, no journal has a gap or a duplicate, and every journal replayed from its start leads to the stored state.
Every 25 add a line to the file; the same command continues after the last one. If something is wrong, it stops, and the
data stay. `--jobs` is how many servers, each with its own players, run side by side.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from tabletown.kernel import Answer, Match
from tabletown.kernel.game import Game
from tabletown.saves.replay import RecordedMatch, replayed
from tabletown.saves.snapshot import snapshot
from tabletown.web.catalog import Catalog
from tabletown.web.storage.store import Store, answers_of
from tabletown.web.testing import Server, on_postgres, place_of
from tests.campaigns.nursery import Nursery, QuickServer
from tests.campaigns.random_matches import read
from tests.web.people import FOUR, MARKS, in_a_loop

OPTIONS = ["--unlimited", "--workers", "0"]
TOYS = [FOUR, MARKS]
GAMES = ("connect-four", "marks", "connect-four", "marks", "crossroll", "right-of-way")
EPOCH = 25  # kills between two checks of the database
MOVES = (1, 30)  # acknowledged between two kills: fewer or somewhat more than there are tables


class Away(Exception):
    """The server did not answer; it may or may not have processed the request."""


class Line:
    """A minimal kept-alive connection, so that clients are not the slow part."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, key: str = "", body: object = None) -> tuple[int, Any]:
        try:
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            assert self.reader is not None
            data = json.dumps(body).encode() if body is not None else b""
            head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
            self.writer.write(head.encode() + data)
            answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
            length = int(answer.lower().split("content-length: ")[1].split("\r\n")[0])
            return int(answer.split()[1]), json.loads(await self.reader.readexactly(length))
        except (OSError, EOFError):
            if self.writer is not None:
                self.writer.close()
            self.writer = None
            raise Away from None


class Player:
    """Plays both seats of a table at random, over and over, and remembers what the server acknowledged."""

    def __init__(self, line: Line, game: str, rng: random.Random) -> None:
        self.line, self.game, self.rng = line, game, rng
        self.id, self.keys = "", [""]
        self.acknowledged: dict[str, int] = {}  # the highest number acknowledged for each table
        # the same as each seat knows it: secret answers are revealed to it later
        self.seen: dict[tuple[str, int], int] = {}
        # each acknowledged move: seat, option, and the numbers before and after; if both seats are asked at once, the
        # other's answer may have come first
        self.moves: dict[str, list[tuple[int, int, int, str]]] = {}

    async def open(self) -> None:
        seats = [{"kind": "me"}, {"kind": "here"}]
        status, made = await self.line.ask("POST", "/api/tables", body={"game": self.game, "seats": seats})
        if status >= 500:
            raise Away
        self.id, self.keys = made["id"], [seat["key"] for seat in made["seats"]]
        self.acknowledged[self.id], self.moves[self.id] = 0, []

    async def play(self, up: asyncio.Event, until: asyncio.Event) -> None:
        view: dict[str, Any] | None = None
        while not until.is_set():
            try:
                if not self.id:
                    await self.open()
                view = await self.step(view)
                if view is not None and view["outcome"] is not None:
                    self.id, view = "", None
            except Away:
                view = None  # make no assumptions: ask for the state of the table
                await up.wait()
                await asyncio.sleep(self.rng.random() / 10)  # spread the requests out

    async def step(self, view: dict[str, Any] | None) -> dict[str, Any] | None:
        path = f"/api/tables/{self.id}"
        asked = [waits["seat"] for waits in view["waiting"]] if view is not None else []
        seat = view["you"] if view is not None and view["you"] in asked else next(iter(asked), 0)
        if view is None or view["you"] != seat:
            status, view = await self.line.ask("GET", f"{path}?scene=no", self.keys[seat])
            if status >= 500:  # its database is unavailable
                raise Away
            known = self.seen.get((self.id, seat), 0)
            assert view is not None and view["number"] >= known, "an acknowledged move is gone"
        if self.rng.random() < 0.03 and view["undo"]["kind"] == "free":
            try:
                return await self.do(f"{path}/undo?scene=no", seat, {"number": view["number"]})
            except Away:  # if it was done, it may have led back into a secret round, where others' answers don't count
                self.seen.pop((self.id, seat), None)
                raise
        if view["outcome"] is not None or view["asked"] is None:
            return view
        option = self.rng.choice(view["asked"]["options"])["word"]
        body = {"number": view["number"], "option": option}
        after = await self.do(f"{path}/choose?scene=no", seat, body)
        if after is not None:
            self.moves[self.id].append((view["number"], after["number"], seat, option))
        return after

    async def do(self, path: str, seat: int, body: dict[str, Any]) -> dict[str, Any] | None:
        status, after = await self.line.ask("POST", path, self.keys[seat], body)
        if status != 200:
            return None
        self.seen[self.id, seat] = after["number"]
        self.acknowledged[self.id] = max(self.acknowledged[self.id], after["number"])
        return dict(after)

    @property
    def played(self) -> int:
        return sum(map(len, self.moves.values()))


async def play_and_kill(
    server: Server, kills: int, tables: int, moves: tuple[int, int], rng: random.Random, end: float = math.inf
) -> tuple[list[Player], int]:
    """Kill the server this many times, each after this many acknowledged moves, or until the clock says `end`; return
    the players, and how often it was killed."""
    up, until = asyncio.Event(), asyncio.Event()
    up.set()
    players = [Player(Line(server.port), GAMES[n % len(GAMES)], random.Random(rng.random())) for n in range(tables)]
    playing = [asyncio.create_task(player.play(up, until)) for player in players]

    async def until_played(more: int) -> None:
        goal = sum(player.played for player in players) + more
        while sum(player.played for player in players) < goal:
            for task in playing:
                if task.done():
                    task.result()  # raises the reason if a player gave up
            await asyncio.sleep(0.005)

    killed = 0
    while killed < kills and time.time() < end:
        await until_played(rng.randint(*moves))
        await asyncio.sleep(rng.random() * 0.02)
        up.clear()
        server.kill()  # while most of the players wait for an answer
        await asyncio.to_thread(server.start)
        up.set()
        killed += 1
    await until_played(moves[1])
    until.set()
    await asyncio.gather(*playing)
    return players, killed


def found_in(folder: Path, players: list[Player]) -> dict[str, int]:
    """Count the acknowledged moves that are in the database or lost, and check its journals."""
    games = Catalog(TOYS)
    store = Store(place_of(folder))
    found = {"tables": 0, "acknowledged": 0, "entries": 0, "lost": 0}
    # entries already matched with an acknowledged move: if two moves match one entry, one is lost
    taken: set[tuple[str, int]] = set()
    for id in dict.fromkeys(id for player in players for id in player.acknowledged):
        here = [player for player in players if id in player.acknowledged]
        loaded = store.load(id)
        assert loaded is not None, f"table {id} is gone"
        entries, moves = loaded.entries, [move for player in here for move in player.moves[id]]
        # a seat's number doesn't count others' secret answers, so its own answer may come later
        secret = loaded.table.game in ("marks", "crossroll")
        for first, end, *move in sorted(moves, reverse=True):
            last = len(entries) if secret else min(end, len(entries))
            places = [(id, n) for n in range(first, last) if [*entries[n][:2]] == move]
            place = next((one for one in reversed(places) if one not in taken), None)
            found["lost"] += place is None
            if place is not None:
                taken.add(place)
        acknowledged = max(player.acknowledged[id] for player in here)
        assert len(entries) == loaded.table.number >= acknowledged, f"table {id} lost entries"
        check_replay(games.find(loaded.table.game), loaded.table, entries, loaded.shot)
        found["tables"] += 1
        found["acknowledged"] += len(moves)
        found["entries"] += len(entries)
    with store.engine.connect() as connection:
        gaps = connection.exec_driver_sql(
            'SELECT "table" FROM journal GROUP BY "table" HAVING count(*) != max(number) + 1 OR min(number) != 0'
        ).all()
        whole = "ok" if on_postgres() else connection.exec_driver_sql("PRAGMA integrity_check").scalar()
    assert not gaps and whole == "ok", (gaps, whole)
    return found


def check_replay(game: Game, row: Any, entries: list[Any], shot: tuple[int, bytes]) -> None:
    """Check that the journal replayed from its start leads to the stored snapshot."""
    answers: list[Answer] = answers_of(entries)
    match: Match = replayed(game, RecordedMatch(game.about.id, ["A", "B"], {}, int(row.seed), (), answers))
    now = snapshot(match)
    assert match.number == len(answers) == row.answers and match.over == row.over
    assert (now.number, now.state) == shot


nursery: Nursery | None = None  # of this process


def epoch(number: int, kills: int, tables: int, end: float) -> dict[str, Any] | None:
    """Kill a server this many times on a fresh folder, or until the clock says `end`, then check the folder."""
    global nursery
    if time.time() > end:
        return None
    nursery = nursery or Nursery()
    folder = Path(tempfile.mkdtemp())
    server = QuickServer(nursery, folder, TOYS, OPTIONS)
    server.start()
    began = time.monotonic()
    try:
        try:
            players, killed = in_a_loop(play_and_kill(server, kills - 1, tables, MOVES, random.Random(number), end))
        finally:
            server.kill()  # once more
        lasted = time.monotonic() - began
        counted = found_in(folder, players)
    except Exception as error:
        error.add_note(f"The data of epoch {number} are kept in {folder}.")
        raise
    shutil.rmtree(folder)
    return {"epoch": number, "kills": killed + 1, "seconds": round(lasted, 1), **counted}


def campaign(kills: int, tables: int, jobs: int, minutes: float, out: Path) -> list[dict[str, Any]]:
    found, end = read(out), time.time() + 60 * minutes
    left = max(0, kills - sum(part["kills"] for part in found))
    each = [EPOCH] * (left // EPOCH) + [left % EPOCH] * (left % EPOCH > 0)
    first = 1 + max((part["epoch"] for part in found), default=-1)
    with out.open("a", encoding="utf-8") as file, ProcessPoolExecutor(jobs) as pool:
        for done in as_completed(pool.submit(epoch, first + n, count, tables, end) for n, count in enumerate(each)):
            if done.exception() is not None:
                pool.shutdown(wait=False, cancel_futures=True)
            if (part := done.result()) is None:
                continue
            found.append(part)
            file.write(json.dumps(found[-1]) + "\n")
            file.flush()
            print(found[-1], file=sys.stderr, flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=24, help="at which people play at the same time, of each server")
    parser.add_argument("--jobs", type=int, default=1, help="servers side by side")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop earlier, after as many")
    parser.add_argument("--out", type=Path, default=Path("kills.jsonl"), help="where to write down and go on from")
    given = parser.parse_args()
    found = campaign(given.kills, given.tables, given.jobs, given.minutes, given.out)
    total = {name: sum(part[name] for part in found) for name in ("kills", "tables", "acknowledged", "lost", "seconds")}
    each = total["seconds"] / total["kills"]
    print(
        f"{total['kills']} kills in {total['seconds'] / 60:.1f} minutes, {each:.2f} s each: "
        f"{total['acknowledged']:,} acknowledged moves at {total['tables']:,} tables, {total['lost']} lost"
    )
    return 1 if total["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
