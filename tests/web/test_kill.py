"""The server is killed again and again under load: every acknowledged move is there, and nothing is played twice."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

from tabletown.kernel import Answer, Match
from tabletown.kernel.game import Game
from tabletown.kernel.snapshot import snapshot
from tabletown.web.catalog import load_reference
from tabletown.web.store import Store, fold
from tabletown.web.testing import Server
from tabletown.web.workers import Past, played_again
from tests.web.people import FOUR, MARKS, in_a_loop

TABLES, KILLS = 200, 10
MOVES = 80  # acknowledged between two kills


class Line:
    """One kept-alive connection, as plain as can be: the clients must not be what is slow here."""

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


class Away(Exception):
    """No answer: the server may have done it or not."""


class Player:
    """Plays both seats of a table at random, over and over, and remembers what the server said it had done."""

    def __init__(self, line: Line, game: str, rng: random.Random) -> None:
        self.line, self.game, self.rng = line, game, rng
        self.id, self.keys = "", [""]
        self.acknowledged: dict[str, int] = {}  # the highest number that each table was said to have
        self.moves: dict[str, list[tuple[int, str]]] = {}  # each acknowledged move: its number, its option

    async def open(self) -> None:
        seats = [{"kind": "me"}, {"kind": "here"}]
        _, made = await self.line.ask("POST", "/api/tables", body={"game": self.game, "seats": seats})
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
                view = None  # never assume anything: ask how the table stands
                await up.wait()
                await asyncio.sleep(self.rng.random() / 2)  # not all in the same moment

    async def step(self, view: dict[str, Any] | None) -> dict[str, Any] | None:
        path = f"/api/tables/{self.id}"
        seat = view["waiting"][0]["seat"] if view is not None and view["waiting"] else 0
        if view is None or view["you"] != seat:
            _, view = await self.line.ask("GET", f"{path}?scene=no", self.keys[seat])
            assert view is not None and view["number"] >= self.acknowledged[self.id], "an acknowledged move is gone"
        if view["outcome"] is not None or view["asked"] is None:
            return view
        option = self.rng.choice(view["asked"]["options"])["word"]
        body = {"number": view["number"], "option": option}
        status, after = await self.line.ask("POST", f"{path}/choose?scene=no", self.keys[seat], body)
        if status != 200:
            return None
        self.moves[self.id].append((view["number"], option))
        self.acknowledged[self.id] = after["number"]
        return dict(after)


async def play_all(server: Server) -> list[Player]:
    up, until = asyncio.Event(), asyncio.Event()
    up.set()
    games = ["connect-four", "marks"]
    players = [Player(Line(server.port), games[n % 2], random.Random(n)) for n in range(TABLES)]
    playing = [asyncio.create_task(player.play(up, until)) for player in players]

    def played() -> int:
        return sum(len(moves) for player in players for moves in player.moves.values())

    for _ in range(KILLS):
        goal = played() + MOVES
        while played() < goal:
            await asyncio.sleep(0.01)
        up.clear()
        server.kill()  # while most of the players wait for an answer
        await asyncio.to_thread(server.start)
        up.set()
    goal = played() + MOVES
    while played() < goal:
        await asyncio.sleep(0.01)
    until.set()
    await asyncio.gather(*playing)
    return players


def test_killed_under_load_nothing_is_lost_and_nothing_is_played_twice(tmp_path: Path) -> None:
    server = Server(tmp_path, [FOUR, MARKS], ["--unlimited", "--workers", "0"])
    server.start()
    try:
        players = in_a_loop(play_all(server))
    finally:
        server.kill()  # the eleventh time
    games: dict[str, Game] = {game.about.id: game for game in (load_reference(FOUR), load_reference(MARKS))}
    store = Store(tmp_path / "tabletown.sqlite")
    moves = 0
    for player in players:
        for id, acknowledged in player.acknowledged.items():
            loaded = store.load(id)
            assert loaded is not None
            assert loaded.table.number >= acknowledged and loaded.table.number == len(loaded.entries)
            for number, option in player.moves[id]:
                assert loaded.entries[number].option == option and loaded.entries[number].seat >= 0
            moves += len(player.moves[id])
            check_replay(games[loaded.table.game], loaded.table, loaded.entries, loaded.shot)
    with sqlite3.connect(tmp_path / "tabletown.sqlite") as connection:
        gaps = connection.execute(
            'SELECT "table" FROM journal GROUP BY "table" HAVING count(*) != max(number) + 1 OR min(number) != 0'
        ).fetchall()
        assert not gaps and connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert moves > KILLS * MOVES
    print(f"{moves} acknowledged moves at {sum(len(p.acknowledged) for p in players)} tables, {KILLS} kills")


def check_replay(game: Game, row: Any, entries: list[Any], shot: tuple[int, bytes]) -> None:
    """The log, played from its start, leads to the stored snapshot."""
    answers: list[Answer] = fold(entries)[0]
    names = ["A", "B"]
    match: Match = played_again(game, Past(game.about.id, names, {}, int(row.seed), (), answers))
    again = snapshot(match)
    assert match.number == len(answers) == row.answers and match.over == row.over
    assert (again.number, again.state) == shot
