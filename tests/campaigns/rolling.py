"""A rolling upgrade: an old data file with a hundred running tables, two old servers, replaced one after the other.

    python -m tests.campaigns.rolling --old 2b0dd46 --tables 100 --moves 2000 --out rolling.jsonl

The data file of 690002f, its running tables copied until there are a hundred, goes into PostgreSQL by the program of
the commit `--old` (schema 0001), and two servers of that program serve it. At every table one player answers at random
for all seats, now at one server, now at the other, and goes to the other one when a server is away. Under that load the
first server is stopped and the present program started in its place (which upgrades the schema, while the old one goes
on), then the second, then `tabletown migrate` moves over what its rules allow. In the end every acknowledged answer
stands in its place, no journal has a gap or an answer twice, and every journal played again leads to the stored state.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import random
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

os.environ.setdefault("TABLETOWN_TEST_DATABASE", "postgresql")

from tabletown.web.catalog import Catalog
from tabletown.web.storage.maintenance import check
from tabletown.web.storage.store import Store
from tabletown.web.tables.opening import new_id
from tabletown.web.testing import Server, database_of
from tests.campaigns.kills import Away, Line
from tests.golden.golden import Golden
from tests.web.people import ROOT, in_a_loop

OPTIONS = ["--unlimited", "--workers", "0", "--pace", "0"]
PATIENCE = 400.0  # seconds for a server to start on a busy machine
COPIED = ("tables", "seats", "holders", "journal", "snapshots", "chat")


class OldServer(Server):
    """A server of the program in another folder, until this one replaces it."""

    program: Path | None = None

    def launch(self, command: list[str], stderr: IO[str] | None) -> subprocess.Popen[bytes]:
        env = {**os.environ, "PYTHONPATH": str((self.program or ROOT) / "src")}
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr, env=env, cwd=self.data.parent)


def unpack(commit: str, folder: Path) -> Path:
    packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def multiplied(golden: Golden, folder: Path, wanted: int) -> tuple[Path, dict[str, list[str]]]:
    """The old data file with this many running tables, all seats taken, and the keys of the seats."""
    path = golden.put_database(folder)
    whole = [
        table
        for table in golden.manifest["tables"]
        if table["outcome"] is None
        and not table["wish"]
        and all(seat["kind"] in ("person", "bot") for seat in table["seats"])
    ]
    keys = {table["id"]: list(table["keys"]) for table in whole}
    file = sqlite3.connect(path)
    with file:
        for number in range(wanted - len(keys)):
            of = whole[number % len(whole)]
            id, tail = new_id(), f"~{number}"
            for name in COPIED:
                key = "id" if name == "tables" else '"table"'
                columns = [row[1] for row in file.execute(f"PRAGMA table_info({name})")]
                for row in file.execute(f"SELECT * FROM {name} WHERE {key} = ?", (of["id"],)).fetchall():
                    new = dict(zip(columns, row))
                    new["id" if name == "tables" else "table"] = id
                    if name == "chat":
                        del new["id"]
                    if name == "seats":
                        new |= {column: new[column] and new[column] + tail for column in ("key", "invite")}
                    marks = ", ".join("?" * len(new))
                    names = ", ".join(f'"{column}"' for column in new)
                    file.execute(f"INSERT INTO {name} ({names}) VALUES ({marks})", list(new.values()))
            keys[id] = [key and key + tail for key in of["keys"]]
    file.close()
    return path, keys


class Player:
    """Answers at random for all seats of one table, at any server that is up."""

    def __init__(self, lines: list[Line], id: str, keys: list[str], rng: random.Random) -> None:
        self.lines, self.id, self.keys, self.rng = lines, id, keys, rng
        self.moves: list[tuple[int, int, str]] = []  # the number the seat saw, the seat, the option
        self.told: Counter[str] = Counter()  # failed requests, by status code
        self.over = self.waits = False

    async def play(self, until: asyncio.Event) -> None:
        line = self.rng.choice(self.lines)
        while not until.is_set() and not self.over:
            try:
                went = await self.step(line)
            except Away:
                went = False
                self.told["away"] += 1
            if not went or self.rng.random() < 0.05:
                line = self.lines[line is self.lines[0]]
            await asyncio.sleep(0.05 if went else 0.3)

    async def step(self, line: Line) -> bool:
        path, key = f"/api/tables/{self.id}", next(filter(None, self.keys))
        status, seen = await line.ask("GET", f"{path}?scene=no", key)
        if status != 200:
            return self.refused(status, seen)
        self.over = seen["outcome"] is not None
        seats = [waits["seat"] for waits in seen["waiting"] if self.keys[max(waits["seat"], 0)]]
        self.waits = not seats
        if self.over or not seats:
            return False  # a bot is about to answer
        seat = self.rng.choice(seats)
        key = self.keys[max(seat, 0)]
        status, seen = await line.ask("GET", f"{path}?scene=no&seat={seat}", key)
        if status != 200:
            return self.refused(status, seen)
        if seen["asked"] is None:
            return False
        option = self.rng.choice(seen["asked"]["options"])["word"]
        body = {"number": seen["number"], "option": option, "seat": seat}
        status, after = await line.ask("POST", f"{path}/choose?scene=no", key, body)
        if status != 200:
            return self.refused(status, after)
        self.moves.append((seen["number"], seat, option))
        return True

    def refused(self, status: int, told: dict[str, Any]) -> bool:
        self.told[f"{status} {told.get('code', '')}".strip()] += 1
        return False


async def upgrade(servers: list[OldServer], keys: dict[str, list[str]], moves: int, migrate: list[str]) -> Any:
    until = asyncio.Event()
    lines = {id: [Line(server.port) for server in servers] for id in keys}
    players = [Player(lines[id], id, keys[id], random.Random(n)) for n, id in enumerate(keys)]
    playing = [asyncio.create_task(player.play(until)) for player in players]
    steps: dict[str, int] = {}

    async def more(step: str) -> None:
        before = sum(len(player.moves) for player in players)
        while (now := sum(len(player.moves) for player in players)) < before + moves // 4:
            for task in playing:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)
        steps[step] = now - before
        print(step, steps[step], "moves", file=sys.stderr, flush=True)

    await more("two old")
    for number, server in enumerate(servers):
        await asyncio.to_thread(server.stop)
        server.program = None
        await asyncio.to_thread(server.start, PATIENCE)
        await more("old and new" if number == 0 else "two new")
    done = await asyncio.to_thread(subprocess.run, migrate, capture_output=True, text=True, check=False)
    print(done.stdout[-600:], done.stderr[-600:], file=sys.stderr)
    await more("migrated")
    until.set()
    await asyncio.gather(*playing)
    return players, steps


def missing(entries: Sequence[Any], moves: list[tuple[int, int, str]], secret: bool) -> int:
    """The number of these moves missing from the journal; if others answer in secret, a seat's own answer may come
    later."""
    if not secret:
        return sum(not (n < len(entries) and entries[n].option == option) for n, _, option in moves)
    taken: set[int] = set()
    for first, seat, option in sorted(moves, reverse=True):
        places = (n for n in range(len(entries) - 1, first - 1, -1) if n not in taken)
        found = next((n for n in places if (entries[n].seat, entries[n].option) == (seat, option)), None)
        taken |= {found} if found is not None else set()
    return len(moves) - len(taken)


def look(address: str, players: list[Player]) -> dict[str, Any]:
    """Count the acknowledged moves that are in the database or missing, and check its journals."""
    store, catalog = Store(address), Catalog()
    found: dict[str, Any] = {"acknowledged": 0, "lost": 0, "twice": 0, "gaps": 0, "other rules": 0, "faults": []}
    old = set()
    for player in players:
        loaded = store.load(player.id)
        assert loaded is not None, f"table {player.id} is gone"
        entries = loaded.entries
        found["acknowledged"] += len(player.moves)
        found["lost"] += missing(entries, player.moves, loaded.table.game == "crossroll")
        found["twice"] += len(player.moves) - len({(n, seat) for n, seat, _ in player.moves})
        found["gaps"] += loaded.gap is not None or loaded.table.number != len(entries)
        if loaded.table.rules != catalog.find(loaded.table.game).about.version:
            old.add(player.id)  # it can be read but not continued, which is expected
    found["other rules"] = len(old)
    ids = {player.id for player in players} - old
    found["faults"] = [str(fault) for fault in check(store, catalog) if not fault.table or fault.table in ids]
    store.engine.dispose()
    return found


def run(old: str, tables: int, moves: int) -> dict[str, Any]:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = unpack(old, folder / "old")
        path, keys = multiplied(Golden("690002f"), folder, tables)
        address = database_of(folder)
        env = {**os.environ, "PYTHONPATH": str(program / "src")}
        for words in (["restore", str(path)], ["migrate"]):
            command = [sys.executable, "-m", "tabletown", *words, "--database", address]
            subprocess.run(command, env=env, cwd=folder, check=True, capture_output=True)
        servers = [OldServer(folder / part, options=[*OPTIONS, "--database", address]) for part in ("one", "other")]
        migrate = [sys.executable, "-m", "tabletown", "migrate", "--database", address]
        try:
            for server in servers:
                server.program = program
                server.start(PATIENCE)
            players, steps = in_a_loop(upgrade(servers, keys, moves, migrate))
        finally:
            for server in servers:
                server.kill()
        found = look(address, players)
    told: Counter[str] = sum((player.told for player in players), Counter())
    whole = {"old": old, "tables": len(keys), "steps": steps, **found, "told": dict(told)}
    return {**whole, "seconds": round(time.monotonic() - began)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", default="2b0dd46", help="commit of the program that is replaced")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--out", type=Path, default=Path("rolling.jsonl"))
    given = parser.parse_args()
    found = run(given.old, given.tables, given.moves)
    with given.out.open("a", encoding="utf-8") as out:
        out.write(json.dumps(found) + "\n")
    print(json.dumps(found))
    sys.exit(bool(found["lost"] or found["twice"] or found["gaps"] or found["faults"]))


if __name__ == "__main__":
    main()
