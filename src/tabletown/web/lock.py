"""One server a folder: SQLite is written by one program only. The second one says who has it and how to go on."""

from __future__ import annotations

import json
import os
import socket
import time
from pathlib import Path
from typing import IO

from tabletown.web.database import NoDatabase

NAME = "tabletown.lock"

TAKEN = (
    "The tables in {folder} are in use: {who}. Use that one, or stop it first; "
    "a server beside it needs a folder of its own (--data FOLDER), or PostgreSQL for both (--database)."
)


class Lock:
    """Held until it is released or the process ends, however it ends."""

    def __init__(self, folder: Path, purpose: str = "a server") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.purpose = folder / NAME, purpose
        self._file: IO[str] | None = None
        try:
            file = self.path.open("a+", encoding="utf-8")
        except OSError as error:
            raise NoDatabase(f"Nothing can be written in {folder}: {error.strerror}.") from None
        try:
            _lock(file)
        except OSError:
            who = self.holder()
            file.close()
            raise NoDatabase(TAKEN.format(folder=folder, who=who)) from None
        self._file = file
        self.say()

    def say(self, address: str = "") -> None:
        """Write down for others who holds it, and where to find it."""
        if self._file is None:
            return
        told = {
            "purpose": self.purpose,
            "process": os.getpid(),
            "machine": socket.gethostname(),
            "since": time.strftime("%Y-%m-%d %H:%M"),
            "address": address,
        }
        self._file.seek(0)
        self._file.truncate()
        self._file.write(json.dumps(told))
        self._file.flush()

    def holder(self) -> str:
        try:
            told = json.loads(self.path.read_text(encoding="utf-8"))
            who = f"{told['purpose']} has them since {told['since']}"
            who += f" (process {told['process']} on {told['machine']})"
            return who + (f", at {told['address']}" if told["address"] else "")
        except (OSError, ValueError, KeyError, TypeError):
            return "another program has them"

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: IO[str]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        file.seek(1 << 20)  # far behind the words, so that others can read them
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
