"""While people play at many tables, the database file is locked, full, read-only or fails in the middle of a batch.

    python -m tests.campaigns.faults --faults 200

What the store reported as written is there, what it reported as not done is not, and no journal has a gap. Afterwards
every table plays on. The faults come and go under load, with several answers of one table in progress.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tabletown.saves.replay import RecordedMatch, replayed
from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor, Refusal
from tabletown.web.settings import FILE, Settings
from tabletown.web.storage.store import Store, answers_of
from tabletown.web.storage.writer import NotWritten
from tabletown.web.workers.bots import Workers
from tests.web.people import FOUR, MARATHON, MARKS, in_a_loop

ME = Actor("me")
BOTH = [NewSeat("me"), NewSeat("here")]
GAMES = ("connect-four", "marks", "marathon", "crossroll", "right-of-way")
TIMEOUT = 0.15  # seconds that the store waits for a locked file


class Trouble:
    """The present fault of the database file."""

    def __init__(self, hub: Hub, path: Path) -> None:
        self.hub, self.path = hub, path
        self.pragmas = {"query_only": 0, "max_page_count": 1_000_000}
        sa.event.listen(hub.store.engine, "begin", self.begin, insert=True)

    def begin(self, connection: sa.Connection) -> None:
        for name, value in self.pragmas.items():
            connection.connection.cursor().execute(f"PRAGMA {name} = {value}").close()

    @contextmanager
    def locked(self) -> Iterator[None]:
        other = sqlite3.connect(self.path, isolation_level=None, timeout=10)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.close()

    @contextmanager
    def full(self) -> Iterator[None]:
        self.pragmas["max_page_count"] = 1  # as many pages as it has
        yield
        self.pragmas["max_page_count"] = 1_000_000

    @contextmanager
    def read_only(self) -> Iterator[None]:
        self.pragmas["query_only"] = 1
        yield
        self.pragmas["query_only"] = 0

    @contextmanager
    def in_the_middle(self) -> Iterator[None]:
        """Make some rows of a batch fail."""
        self._say(
            "CREATE TRIGGER fault BEFORE INSERT ON journal WHEN NEW.number % 5 = 2 BEGIN "
            "SELECT RAISE(ABORT, 'injected'); END"
        )
        yield
        self._say("DROP TRIGGER fault")

    def _say(self, sql: str) -> None:
        other = sqlite3.connect(self.path, timeout=10)
        with other:
            other.execute(sql)
        other.close()

    @property
    def kinds(self) -> dict[str, Any]:
        return {"locked": self.locked, "full": self.full, "read-only": self.read_only, "batch": self.in_the_middle}


class People:
    """Two players at one table who answer at random when asked."""

    def __init__(self, hub: Hub, game: str, rng: random.Random) -> None:
        self.hub, self.game, self.rng = hub, game, rng
        self.written: dict[str, dict[int, tuple[int, str]]] = {}  # by table: number -> acknowledged answer
        self.refused = 0
        self.id = ""

    async def play(self, seat: int, until: asyncio.Event) -> None:
        while not until.is_set():
            try:
                await self.step(seat)
            except Refusal as refusal:
                self.refused += isinstance(refusal, NotWritten)
                await asyncio.sleep(0.002)

    async def step(self, seat: int) -> None:
        if not self.id:
            table = await self.hub.opening.create(NewTable(self.game, BOTH), ME)
            if self.id:
                return  # the other player was faster
            self.id, self.written[table.id] = table.id, {}
        id = self.id
        found = await self.hub.open(id)
        assert found is not None
        if found.match.over:
            await found.settled()
            if found.match.over and self.id == id:
                self.id = ""
            return
        question = found.questions.get(seat)
        if question is None:
            await asyncio.sleep(0.001)
            return
        number, option = found.number, self.rng.choice(list(question.decision.options))
        done = found.answer(seat, option)
        if self.rng.random() < 0.7:
            await asyncio.sleep(0)
        await done
        self.written[id][number] = (seat, option)


async def campaign(folder: Path, faults: int, tables: int, seed: int) -> dict[str, Any]:
    catalog = Catalog([FOUR, MARKS, MARATHON])
    hub = Hub(Store(folder / FILE, TIMEOUT), catalog, Workers(catalog), Settings(pace=0))
    trouble, rng = Trouble(hub, folder / FILE), random.Random(seed)
    people = [People(hub, GAMES[n % len(GAMES)], random.Random(seed * 1000 + n)) for n in range(tables)]
    until = asyncio.Event()
    playing = [asyncio.create_task(pair.play(seat, until)) for pair in people for seat in (0, 1)]
    injected: Counter[str] = Counter()
    bit: Counter[str] = Counter()
    for _ in range(faults):
        await asyncio.sleep(rng.random() * 0.1)
        kind = rng.choice(list(trouble.kinds))
        before = sum(pair.refused for pair in people)
        with trouble.kinds[kind]():
            await asyncio.sleep(0.05 + rng.random() * 0.3)
            for _ in range(100):  # until a request was hit, but not for ever
                if sum(pair.refused for pair in people) > before:
                    break
                await asyncio.sleep(0.02)
        injected[kind] += 1
        bit[kind] += sum(pair.refused for pair in people) > before
        for task in playing:
            if task.done():
                task.result()
    await asyncio.sleep(0.3)
    until.set()
    await asyncio.gather(*playing)
    for pair in people:
        if pair.id and (table := await hub.open(pair.id)):
            await table.settled()
    found = check(hub, people)
    await hub.stop()
    return {"faults": dict(injected), "of which hit an answer": dict(bit), **found}


def check(hub: Hub, people: list[People]) -> dict[str, int]:
    found = {"tables": 0, "acknowledged": 0, "refused": sum(pair.refused for pair in people), "lost": 0, "extra": 0}
    for pair in people:
        for id, written in pair.written.items():
            loaded = hub.store.load(id)
            assert loaded is not None and loaded.gap is None, f"table {id} has a gap"
            assert loaded.table.number == len(loaded.entries)
            there = {n: (entry.seat, entry.option) for n, entry in enumerate(loaded.entries) if entry.seat >= 0}
            found["lost"] += sum(there.get(number) != answer for number, answer in written.items())
            found["extra"] += len(there.keys() - written.keys())
            answers, game = answers_of(loaded.entries), hub.catalog.find(pair.game)
            match = replayed(game, RecordedMatch(pair.game, ["A", "B"], {}, int(loaded.table.seed), (), answers))
            assert match.number == loaded.table.answers and match.over == loaded.table.over
            found["tables"] += 1
            found["acknowledged"] += len(written)
    return found


def run(faults: int, tables: int, seed: int = 1) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return in_a_loop(campaign(Path(folder), faults, tables, seed))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.getLogger("tabletown.web").setLevel(logging.CRITICAL)  # it reports every fault
    began = time.monotonic()
    found = run(given.faults, given.tables, given.seed)
    for name, value in found.items():
        print(f"{name}: {value}")
    print(f"in {time.monotonic() - began:.0f} s")
    return 1 if found["lost"] or found["extra"] else 0


if __name__ == "__main__":
    sys.exit(main())
