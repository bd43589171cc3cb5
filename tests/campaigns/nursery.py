"""A process that has everything loaded and forks real servers, which start at once and can be killed like any other.

Started by `Nursery`, it reads lines `{"argv": […]}` or `{"ended": pid}` and answers each with a number.
"""

from __future__ import annotations

import contextlib
import gc
import json
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import forkserver, resource_tracker
from pathlib import Path

from pytest import MonkeyPatch

from tabletown.web.testing import Server
from tests.waiting import LIMIT
from tests.web.threaded import compile_templates_once

RUNS = -1000  # not an exit code


class Nursery:
    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.campaigns.nursery"]
        root = Path(__file__).parents[2]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)

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
    """A forked server with the interface of `subprocess.Popen`."""

    def __init__(self, nursery: Nursery, argv: list[str], ahead: float = 0) -> None:
        self.nursery = nursery
        self.pid = nursery.ask(argv=argv, env=dict(os.environ), at=str(Path.cwd()), ahead=ahead)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            code = self.nursery.ask(ended=self.pid)
            self.returncode = code if code != RUNS else None
        return self.returncode

    def send_signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float = LIMIT) -> int:
        until = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("a server of the nursery", timeout)
            time.sleep(0.005)
        return code


class QuickServer(Server):
    """A real server started by a nursery."""

    def __init__(self, nursery: Nursery, data: Path, games: list[str], options: list[str]) -> None:
        super().__init__(data, games, options)
        self.nursery = nursery

    def launch(self, command: list[str], stderr: object) -> Born:  # type: ignore[override]
        return born(self.nursery, command, self.ahead)


def born(nursery: Nursery, command: list[str], ahead: float = 0) -> Born:
    return Born(nursery, command[command.index("tabletown.web") + 1 :], ahead)


def serve(argv: list[str], env: dict[str, str], at: str, ahead: float) -> None:
    """Do in the forked process what `python -m tabletown.web` does, with a clock `ahead` seconds fast."""
    if ahead:
        true = time.time
        time.time = lambda: true() + ahead  # type: ignore[assignment]
        time.time_ns = lambda: int(time.time() * 1e9)  # type: ignore[assignment]
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(at)
    sys.argv = ["tabletown.web", *argv]
    # bot processes are forked by the nursery's fork server, which is running and isn't ours
    forked = multiprocessing.get_context("forkserver")
    multiprocessing.get_context = lambda method=None: forked  # type: ignore[assignment]
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[method-assign]
    sys.modules["__main__"].__spec__ = find_spec("tabletown.web.__main__")  # what its child processes load first
    # uvicorn ends by the signal that stopped it; here it exits normally, so that coverage is written
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    code = 1
    try:
        runpy.run_module("tabletown.web", run_name="__main__")
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        os._exit(code)


def fork_and_run(path: object, args: list[str], passed: list[int]) -> int:
    """Fork the bots' fork server from this process, which has everything loaded, instead of starting Python again."""
    if pid := os.fork():
        return pid
    try:
        for file in [int(path.name) for path in Path("/dev/fd").iterdir()]:
            # otherwise it would keep open the pipe that tells it that all have ended
            if file > 2 and file not in passed:
                with contextlib.suppress(OSError):
                    os.close(file)
        exec(args[-1])
    finally:
        os._exit(0)


def rehearse() -> None:
    """Do once what every server does before it looks at its data, so that those who are forked find it done: read the
    command line, the games, their lessons, pages and languages. It takes five sixths of a start."""
    import typer

    from tabletown import cli
    from tabletown.translations import languages
    from tabletown.web import app, serve

    vars(cli)["app"] = command = typer.main.get_command(cli.app)
    with MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(serve, "serve", app.make_app)
        command(["serve", "--data", folder], standalone_mode=False)
    languages()
    gc.collect()
    gc.freeze()  # otherwise the first look for garbage would copy the memory that they share


def run() -> None:
    from tabletown import registry

    games = [game.rules.state.__module__.rpartition(".")[0] for game in registry.games()]
    for game in games:
        import_module(game)
    compile_templates_once(MonkeyPatch())
    rehearse()
    multiprocessing.set_forkserver_preload([])
    resource_tracker.ensure_running()
    with MonkeyPatch.context() as patch:
        patch.setattr("multiprocessing.util.spawnv_passfds", fork_and_run)
        forkserver.ensure_running()
    for line in sys.stdin:
        asked = json.loads(line)
        if "ended" in asked:
            pid, status = os.waitpid(asked["ended"], os.WNOHANG)
            print(os.waitstatus_to_exitcode(status) if pid else RUNS, flush=True)
        elif pid := os.fork():
            print(pid, flush=True)
        else:
            serve(**asked)


if __name__ == "__main__":
    run()
