"""The golden files of older versions: the contents of tests/golden/COMMIT, made by make.py with that commit."""

from __future__ import annotations

import json
import lzma
import sqlite3
import time
from functools import cached_property
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
COMMITS = sorted(path.parent.name for path in HERE.glob("*/manifest.json.xz"))
TIMES = {  # columns of the first schema that hold times: seconds since 1970
    "tables": ("created", "updated", "deadline"),
    "journal": ("at",),
    "results": ("at",),
    "chat": ("at",),
    "players": ("created",),
    "kept": ("at",),
}


class Golden:
    """The files of one version."""

    def __init__(self, commit: str) -> None:
        self.commit, self.folder = commit, HERE / commit

    @cached_property
    def manifest(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.unpacked("manifest.json.xz"))
        return told

    def unpacked(self, name: str) -> bytes:
        return lzma.decompress((self.folder / name).read_bytes())

    def save(self, name: str) -> str:
        return self.unpacked(f"saves/{name}.json.xz").decode()

    def playthrough(self, name: str) -> list[str]:
        return self.unpacked(f"playthroughs/{name}.txt.xz").decode().splitlines()

    def put_database(self, folder: Path) -> Path:
        """Put its data file in place as if the old server had stopped an hour ago: clocks run, and old classes are not
        opened."""
        path = folder / "tabletown.sqlite"
        path.write_bytes(self.unpacked("tabletown.sqlite.xz"))
        later = time.time() - 3600 - self.manifest["made"]
        connection = sqlite3.connect(path)
        with connection:
            for table, columns in TIMES.items():
                moved = ", ".join(f"{column} = {column} + :later" for column in columns)
                connection.execute(f"UPDATE {table} SET {moved}", {"later": later})
        connection.close()
        return path
