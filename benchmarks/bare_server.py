"""A lower bound for benchmarks/server.py: Starlette, a counter a table, one SQLite commit a move, nothing else."""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

database = sqlite3.connect(Path(sys.argv[2]) / "bare.sqlite", isolation_level=None)
database.execute("PRAGMA journal_mode=WAL")
database.execute("PRAGMA synchronous=NORMAL")
database.execute("CREATE TABLE journal (t INTEGER, number INTEGER, option TEXT, PRIMARY KEY (t, number)) WITHOUT ROWID")

numbers: dict[int, int] = {}
sockets: dict[int, dict[int, WebSocket]] = {}


async def tell(table: int) -> None:
    number = numbers[table]
    for seat, socket in sockets[table].items():
        asked = {"options": [{"word": "1"}]} if number % 2 == seat else None
        await socket.send_text(json.dumps({"type": "table", "number": number, "asked": asked}, separators=(",", ":")))


async def stream(socket: WebSocket) -> None:
    table, seat = socket.path_params["table"], socket.path_params["seat"]
    await socket.accept()
    sockets.setdefault(table, {})[seat] = socket
    numbers.setdefault(table, 0)
    await tell(table)
    try:
        while True:
            move = json.loads(await socket.receive_text())
            if move["number"] == numbers[table]:
                database.execute("INSERT INTO journal VALUES (?, ?, ?)", (table, numbers[table], move["option"]))
                numbers[table] += 1
                await tell(table)
    except (WebSocketDisconnect, RuntimeError):  # the client may be gone already
        sockets[table].pop(seat, None)


if __name__ == "__main__":
    app = Starlette(routes=[WebSocketRoute("/{table:int}/{seat:int}", stream)])
    uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", ws_per_message_deflate=False)
