"""A real server in a thread of the test process: the same sockets and the same program, already loaded.

A process of its own takes ten times as long to start (`tests/campaigns/nursery.py` forks those that must be one).
"""

from __future__ import annotations

import io
import multiprocessing
import signal
import socket
import subprocess
import sys
import threading
from contextlib import redirect_stderr
from functools import cache, partial
from multiprocessing.context import BaseContext
from types import SimpleNamespace

import pytest
from jinja2 import Environment, FileSystemBytecodeCache
from typer.main import get_command

from tabletown import cli, registry
from tabletown.web import serve
from tabletown.web.pages import common
from tabletown.web.security.logs import Requests
from tabletown.web.workers import bots
from tests.waiting import LIMIT, until

HERE = threading.local()  # in a server's thread: the object that manages it


program = cache(partial(get_command, cli.app))  # all commands with their switches: a fifth of a start


class Threaded:
    """A server in a thread with the interface of `subprocess.Popen`, except that it cannot be killed."""

    def __init__(self, argv: list[str]) -> None:
        self.returncode: int | None = None
        self.server: serve.Draining | None = None
        self.thread = threading.Thread(target=self._serve, args=(argv,), name="a server", daemon=True)
        self.thread.start()

    def _serve(self, argv: list[str]) -> None:
        HERE.threaded, code = self, 1
        try:
            program()(["serve", "--no-browser", *argv], standalone_mode=False)
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        finally:
            self.returncode = code

    def poll(self) -> int | None:
        return self.returncode

    def send_signal(self, number: int) -> None:
        assert number == signal.SIGTERM, "only a process can be sent other signals: use Server"
        server = until(lambda: self.server, "a server that can be stopped")
        server.handle_exit(number, None)

    def kill(self) -> None:
        raise AssertionError("only a process can be killed: use Server")

    def wait(self, timeout: float = LIMIT) -> int:
        self.thread.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("a server in a thread", timeout)
        return self.returncode


def refusal(*words: object) -> tuple[int, str]:
    """The exit code and message of `python -m tabletown.web` if it does not start."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stderr(said), pytest.raises(SystemExit) as ended:
        patch.setattr(sys, "argv", ["tabletown", "serve", "--no-browser", *map(str, words)])
        cli.main()
    code = ended.value.code
    return (code, said.getvalue()) if isinstance(code, int) else (1, said.getvalue() + str(code))


def run(server: serve.Draining, listener: socket.socket) -> None:
    """A substitute for `serve.run` that leaves the garbage collector of the test process alone."""
    HERE.threaded.server = server
    server.run(sockets=[listener])


@cache
def forked() -> BaseContext:
    """Fork worker processes from one that has the games loaded."""
    games = [game.rules.state.__module__.rpartition(".")[0] for game in registry.games()]
    multiprocessing.set_forkserver_preload(["tabletown.web.workers.bots", *games])
    return multiprocessing.get_context("forkserver")


def compile_templates_once(patch: pytest.MonkeyPatch) -> None:
    """Compile templates once for all servers, and cache them in a file that names their sources."""
    patch.setattr(common, "Environment", partial(Environment, bytecode_cache=FileSystemBytecodeCache()))


def prepare(patch: pytest.MonkeyPatch) -> None:
    """Keep a server from changing the whole process, and fork the processes of bots instead of starting them."""
    compile_templates_once(patch)
    patch.setattr(
        bots,
        "multiprocessing",
        SimpleNamespace(get_context=lambda _: forked(), parent_process=multiprocessing.parent_process),
    )
    patch.setattr(serve, "run", run)
    patch.setattr(serve, "set_up_logs", lambda json_logs: Requests())
