"""Measure the memory that the server keeps for tables that were opened, played for a while and left."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import httpx

from tabletown import registry
from tabletown.web.testing import Server
from tests.waiting import LIMIT
from tests.web.people import Person, api

GAMES = [game.about for game in registry.games()]
ANSWERS = 12  # per table


class Found(NamedTuple):
    tables: int
    before: float  # MB
    after: float
    in_memory: int  # tables

    @property
    def left_behind(self) -> float:
        return self.after - self.before


def megabytes(server: Server) -> float:
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def visit(url: str, number: int) -> None:
    """Open a table, play at it alone for all seats, and leave."""
    about, rng = GAMES[number % len(GAMES)], random.Random(number)
    person = Person(url, "Ann")
    with person.http:
        table = person.opens(about.id, "me", *["here"] * (about.default_seats - 1))
        with person.at(table):
            seen = person.http.get(api(table) + "?scene=no").json()
            for _ in range(ANSWERS):
                if seen["asked"]:
                    word = rng.choice(seen["asked"]["options"])["word"]
                    wish = {"number": seen["number"], "option": word}
                    answer = person.http.post(api(table) + "/choose?scene=no", json=wish)
                    seen = answer.json() if answer.status_code == 200 else seen  # a law may need free text


def campaign(server: Server, tables: int, jobs: int) -> Found:
    for number in range(len(GAMES)):
        visit(server.url, number)
    before = megabytes(server)
    with ThreadPoolExecutor(jobs) as threads:
        for _ in threads.map(lambda number: visit(server.url, number), range(tables)):
            pass
    lines = httpx.get(server.url + "/metrics", timeout=LIMIT).text.splitlines()
    in_memory = next(int(float(line.split()[1])) for line in lines if line.startswith("tabletown_tables_in_memory "))
    return Found(tables, before, megabytes(server), in_memory)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=4, help="people at once")
    parser.add_argument("--most", type=float, default=60, help="megabytes that may be left behind")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), options=("--unlimited", "--workers", "0", "--pace", "0"))
        server.start()
        try:
            found = campaign(server, given.tables, given.jobs)
        finally:
            server.stop()
    print(f"{found.tables} tables: {found.before:.0f} to {found.after:.0f} MB, {found.in_memory} tables in memory")
    return int(found.left_behind > given.most)


if __name__ == "__main__":
    sys.exit(main())
