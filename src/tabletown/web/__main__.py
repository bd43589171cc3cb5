"""`python -m tabletown.web`: the server with its switches, for tests and for trying out a game."""

from __future__ import annotations

import argparse
from pathlib import Path

from tabletown.web.serve import serve


def main() -> None:
    parser = argparse.ArgumentParser(prog="tabletown.web")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--game", action="append", default=[], help='one more game: "file.py:name"')
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--proxies", default="127.0.0.1")
    parser.add_argument("--json-logs", action="store_true")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--unlimited", action="store_true", help="no rate limits, for measuring")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds a bot takes at least")
    parser.add_argument("--away", type=float, default=60.0, help="seconds until a bot may play for who left")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds for a client to send its request")
    parser.add_argument("--database", default="", help="address of a PostgreSQL database")
    parser.add_argument("--keep-days", type=float, default=0, help="days for which finished tables are kept")
    parser.add_argument("--host-name", action="append", default=[], help="a name that the server goes by")
    given = parser.parse_args()
    serve(
        given.host,
        given.port,
        given.data,
        given.browser,
        given.game,
        given.proxies,
        given.json_logs,
        given.workers,
        given.unlimited,
        given.pace,
        given.away,
        given.patience,
        database=given.database,
        keep_days=given.keep_days,
        hosts=given.host_name,
    )


if __name__ == "__main__":
    main()
