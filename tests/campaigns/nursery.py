"""A process that has everything loaded and forks real servers: each starts in no time, and dies as any other.

Started by `Nursery`; reads `{"argv": […]}` or `{"wait": pid}` line by line, and answers with a number.
"""

from __future__ import annotations

import contextlib
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

from tabletown.web.testing import Server


class Nursery:
    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.campaigns.nursery"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **what: object) -> int:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class Born:
    """A forked server, looked at as a `subprocess.Popen`."""

    def __init__(self, nursery: Nursery, argv: list[str]) -> None:
        self.nursery = nursery
        self.pid = nursery.ask(argv=argv)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            with contextlib.suppress(OSError):
                os.kill(self.pid, 0)
                return None
        return self.wait()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, 9)

    def wait(self, timeout: float = 0) -> int:
        if self.returncode is None:
            self.returncode = self.nursery.ask(wait=self.pid)
        return self.returncode


class QuickServer(Server):
    """A real server that a nursery starts."""

    def __init__(self, nursery: Nursery, data: Path, games: list[str], options: list[str]) -> None:
        super().__init__(data, games, options)
        self.nursery = nursery

    def launch(self, command: list[str], stderr: object) -> Born:  # type: ignore[override]
        return Born(self.nursery, command[command.index("tabletown.web") + 1 :])


def serve(argv: list[str]) -> None:
    """In the forked process: what `python -m tabletown.web` does."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    sys.argv = ["tabletown.web", *argv]
    try:
        runpy.run_module("tabletown.web", run_name="__main__")
    finally:
        os._exit(1)


def run() -> None:
    import tabletown.cli
    import tabletown.web.serve  # noqa: F401  (loaded once, for all that are forked)
    from tabletown import registry

    registry.games()
    for line in sys.stdin:
        asked = json.loads(line)
        if "wait" in asked:
            print(os.waitpid(asked["wait"], 0)[1], flush=True)
        elif pid := os.fork():
            print(pid, flush=True)
        else:
            serve(asked["argv"])


if __name__ == "__main__":
    run()
