"""Measure the bytes on the wire for one move of each game, compressed and not.

python benchmarks/wire.py [--moves 40] [GAME ...]

One person plays all seats at random. "whole" is the table with its whole picture, as sent on connecting; "changes" is
what a page receives after a move. Compressed is what goes through a network (permessage-deflate).
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from http.client import HTTPConnection
from pathlib import Path

from websockets.sync.client import connect

from tabletown import registry
from tabletown.web.testing import Server

FAR = {"X-Forwarded-For": "203.0.113.1"}  # looks like a proxied client, so that the server compresses


class CountedConnection:
    """A connection that counts the received bytes before decompression."""

    def __init__(self, server: Server, table: str, cookie: str, query: str) -> None:
        headers = {"Cookie": cookie, **FAR}
        self.line = connect(
            f"ws://127.0.0.1:{server.port}{table}/stream{query}", additional_headers=headers, legacy=True
        )
        self.bytes = 0
        read = self.line.protocol.receive_data

        def counted(data: bytes) -> None:
            self.bytes += len(data)
            read(data)

        self.line.protocol.receive_data = counted  # type: ignore[method-assign]

    def next(self) -> tuple[dict[str, object], int]:
        """The next table, and its uncompressed length."""
        while True:
            text = str(self.line.recv(timeout=30))
            news = json.loads(text)
            if news["type"] in ("table", "changed"):
                return news.get("table", news), len(text.encode())


def median(numbers: list[int]) -> int:
    return sorted(numbers)[len(numbers) // 2] if numbers else 0


def measure(server: Server, id: str, moves: int) -> None:
    about = registry.game(id).about
    seats = "".join(f"&seat-{seat}=here" for seat in range(about.default_seats))
    http, rng = HTTPConnection("127.0.0.1", server.port), random.Random(1)
    body, form = f"game={id}&count={about.default_seats}&seed=1{seats}", "application/x-www-form-urlencoded"
    http.request("POST", "/new", body, {"Content-Type": form})
    made = http.getresponse()
    table, cookie = made.headers["location"], made.headers["set-cookie"].partition(";")[0]
    line = CountedConnection(server, table, cookie, "?changes=yes")
    news, whole = line.next()
    sent, wire = [], []
    for _ in range(moves):
        asked = news["asked"]
        if not isinstance(asked, dict):
            break
        word, number = rng.choice(asked["options"])["word"], news["number"]
        before = line.bytes
        line.line.send(json.dumps({"type": "choose", "number": number, "option": word, "seat": asked["seat"]}))
        while news["number"] == number:
            news, size = line.next()
        sent.append(size)
        wire.append(line.bytes - before)
    line.line.close()
    print(
        f"{id:<16} whole {whole / 1000:6.1f} KB; a move: changes {median(sent) / 1000:5.1f} KB, "
        f"on the wire {median(wire) / 1000:4.1f} KB (at most {max(wire) / 1000:.1f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[game.about.id for game in registry.games()])
    parser.add_argument("--moves", type=int, default=40)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), options=["--unlimited", "--workers", "0"])
        server.start()
        try:
            for id in given.games:
                measure(server, id, given.moves)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
