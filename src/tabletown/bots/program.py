"""A bot in another process, in any language: one JSON object a line, on its standard input and output.

It reads   {"type": "begin", "protocol": 1, "game": "right-of-way", "rules": "1", "seat": 0, "seats": 2,
            "options": {"city": "template"}, "seed": 7}                          and answers nothing;
then reads {"type": "question", "prompt": "pick a tile to lay", "rule": "turn.one-placement", "choices": ["tile:3-fan"],
            "labels": ["Lay a fan of three"], "view": {…}}                       and answers {"choose": "tile:3-fan"}.
`view` is what its seat may know, as data; nothing else is told. When the match is over its input ends.
docs/bot.py is such a program.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
import tempfile
from contextlib import suppress
from typing import IO, Any

from tabletown.kernel import Seen
from tabletown.kernel.errors import BadOption
from tabletown.saves.again import plain

PROTOCOL = 1
LONGEST_LINE = 1_000_000
KEPT = 4000  # characters of what a failed program complained


class ProgramFailed(RuntimeError):
    """A program that ended, kept silent or did not answer with a choice."""


class Program:
    def __init__(self, command: str, seed: int | None = None, patience: float | None = None) -> None:
        self.command, self.seed, self.patience = command, seed, patience
        self.process: subprocess.Popen[bytes] | None = None
        self._complaints: IO[bytes] | None = None
        self._read = b""
        if not shlex.split(command):
            raise BadOption("run: needs a command, such as run:./bot.py.")

    def choose(self, seen: Seen) -> str:
        if self.process is None:
            self._begin(seen)
        decision, game = seen.decision, seen.game
        label = game.words.label
        view = seen.state
        self._say(
            {
                "type": "question",
                "prompt": str(decision.prompt),
                "rule": decision.rule,
                "choices": list(decision.options),
                "labels": [str(label(view, decision, option)) if label else option for option in decision.options],
                "view": plain(view.copy()),
            }
        )
        line = self._line()
        try:
            answer = json.loads(line)["choose"]
        except (ValueError, TypeError, KeyError):
            raise ProgramFailed(f'{self.command} answered {line[:200]!r}, not {{"choose": "…"}}.') from None
        return str(answer)

    def _begin(self, seen: Seen) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  (open until close())
        try:
            self.process = subprocess.Popen(
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints
            )
        except OSError as error:
            raise ProgramFailed(f"{self.command} cannot be started: {error}.") from None
        about, match = seen.game.about, seen._match
        hello = {"type": "begin", "protocol": PROTOCOL, "game": about.id, "rules": about.version, "seat": seen.seat}
        self._say({**hello, "seats": match.seats, "options": match.options, "seed": self.seed})

    def _say(self, message: dict[str, Any]) -> None:
        assert self.process is not None and self.process.stdin is not None
        with suppress(OSError):  # it has ended: what it said before is read first, then that it did
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()

    def _line(self) -> str:
        assert self.process is not None and self.process.stdout is not None
        out = self.process.stdout.fileno()
        while b"\n" not in self._read:
            if self.patience and not select.select([out], [], [], self.patience)[0]:
                raise ProgramFailed(f"{self.command} did not answer within {self.patience:g} s.")
            part = os.read(out, 65536)
            if not part:
                raise self._ended()
            self._read += part
            if len(self._read) > LONGEST_LINE:
                raise ProgramFailed(f"{self.command} answered with more than {LONGEST_LINE} bytes.")
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "replace")

    def _ended(self) -> ProgramFailed:
        assert self.process is not None and self._complaints is not None
        self.process.wait(5)
        self._complaints.seek(0)
        told = self._complaints.read().decode("utf-8", "replace")[-KEPT:].strip()
        return ProgramFailed(f"{self.command} ended with {self.process.returncode}." + (f"\n{told}" if told else ""))

    def close(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            if process.stdin is not None:
                with suppress(OSError):  # it ended with a question unread
                    process.stdin.close()
            try:
                process.wait(1)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        if self._complaints is not None:
            self._complaints.close()

    def __repr__(self) -> str:
        return f"Program({self.command!r})"
