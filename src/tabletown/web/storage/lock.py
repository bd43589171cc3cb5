"""One server per data folder, because only one program may write to SQLite. The second one says who has it and what to
do."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tabletown.web.storage.database import NoDatabase, create_private

NAME = "tabletown.lock"

TAKEN = (
    "The tables in {folder} are in use: {who}. Use that one, or stop it first; "
    "a server beside it needs a folder of its own (--data FOLDER), or PostgreSQL for both (--database)."
)


class FolderTaken(NoDatabase):
    """Another program uses the folder. `address`: that of its pages, if it is a server on this machine."""

    def __init__(self, words: str, address: str) -> None:
        super().__init__(words)
        self.address = address


class Lock:
    """A lock held until it is released or the process ends in any way."""

    def __init__(self, folder: Path, purpose: str = "a server") -> None:
        self.path, self.purpose = folder / NAME, purpose
        self._file: IO[str] | None = None
        create_private(self.path)
        try:
            file = self.path.open("a+", encoding="utf-8")
        except OSError as error:
            raise NoDatabase(f"Can't write to {folder}: {error.strerror}.") from None
        try:
            _lock(file)
        except OSError:
            told = self._told()
            file.close()
            here = told.get("purpose") == "a server" and told.get("machine") == socket.gethostname()
            address = str(told.get("address", "")) if here else ""
            raise FolderTaken(TAKEN.format(folder=folder, who=self.holder()), address) from None
        self._file = file
        self.say()

    def say(self, address: str = "") -> None:
        """Record who holds the lock, and where to find it."""
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
        told = self._told()
        try:
            who = f"{told['purpose']} has them since {told['since']}"
            who += f" (process {told['process']} on {told['machine']})"
            return who + (f", at {told['address']}" if told["address"] else "")
        except KeyError:
            return "another program has them"

    def _told(self) -> dict[str, Any]:
        try:
            told = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return told if isinstance(told, dict) else {}

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


@contextmanager
def nobody_has(folder: Path) -> Iterator[bool]:
    """Whether the folder is free; it stays so for the length of the block. Nothing is written."""
    try:
        file = (folder / NAME).open("r+", encoding="utf-8")
    except FileNotFoundError:
        yield True
        return
    with file:
        try:
            _lock(file)
        except OSError:
            yield False
        else:
            yield True


def _lock(file: IO[str]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        file.seek(1 << 20)  # far behind the text, so that others can read it
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
