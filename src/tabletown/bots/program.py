"""A bot in another process, in any language, that speaks JSON lines on its standard input and output.

It reads   {"type": "begin", "protocol": 1, "game": "right-of-way", "rules": "1", "seat": 0, "seats": 2,
            "options": {"city": "template"}, "seed": 7}                          and answers nothing;
then reads {"type": "question", "prompt": "pick a tile to lay", "rule": "turn.one-placement", "choices": ["tile:3-fan"],
            "labels": ["Lay a fan of three"], "view": {…}}                       and answers {"choose": "tile:3-fan"}.
A word that is not allowed is refused: the same question comes again with
            "refused": {"choose": "tile:2-bend", "reason": "You have no such tile.", "rule": "turn.one-placement"}
until the word is allowed or TRIES are used up.
`view` is what its seat may know, as data; it gets nothing else. When the match is over, its input ends.
docs/bot.py is an example. A program runs with your permissions: do not run one that you do not trust.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
import tempfile
import threading
from contextlib import suppress
from typing import IO, Any

from tabletown.kernel import PlayerView
from tabletown.kernel.errors import BadOption
from tabletown.saves.replay import as_json_data

PROTOCOL = 1
LONGEST_LINE = 1_000_000
TRIES = 5  # answers to one question
PATIENCE = 60.0  # default seconds for an answer
# environment variables that a program needs to start and to print text; no passwords or keys
ENVIRONMENT = ("PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "TMPDIR", "VIRTUAL_ENV")
ON_WINDOWS = ("SYSTEMROOT", "PATHEXT", "COMSPEC", "TEMP", "TMP", "USERPROFILE")
KEPT = 4000  # characters kept of a failed program's error output


class ProgramFailed(RuntimeError):
    """A program that ended, timed out or did not answer with a choice."""


def environment() -> dict[str, str]:
    """The environment of a program; `run:env NAME=value ./bot` adds to it."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in (*ENVIRONMENT, *ON_WINDOWS) or name.startswith("LC_")
    }


class Program:
    def __init__(self, command: str, seed: int | None = None, patience: float = PATIENCE) -> None:
        self.command, self.seed, self.patience = command, seed, patience
        self.process: subprocess.Popen[bytes] | None = None
        self._complaints: IO[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue(16)
        if not shlex.split(command):
            raise BadOption("run: needs a command, such as run:./bot.py.")

    def choose(self, seen: PlayerView) -> str:
        if self.process is None:
            self._begin(seen)
        decision = seen.decision
        question = {
            "type": "question",
            "prompt": str(decision.prompt),
            "rule": decision.rule,
            "choices": list(decision.options),
            "labels": seen.labels,
            "view": as_json_data(seen.state.copy()),
        }
        self._say(question)
        refused = ""
        for _ in range(TRIES):
            try:
                word = self._answer()
            except ProgramFailed as failed:
                raise ProgramFailed(f"{failed} {refused}".strip()) from None
            reason = seen.why_not(word)
            if reason is None:
                return word
            refused = f"{word[:200]!r} was refused: {reason}"
            self._say({**question, "refused": {"choose": word, "reason": str(reason), "rule": reason.rule}})
        raise ProgramFailed(f"{self.command} gave no allowed answer in {TRIES} tries. {refused}")

    def _answer(self) -> str:
        line = self._line()
        try:
            answer = json.loads(line)["choose"]
        except (ValueError, TypeError, KeyError):
            raise ProgramFailed(f'{self.command} answered {line[:200]!r}, not {{"choose": "…"}}.') from None
        return str(answer)

    def _begin(self, seen: PlayerView) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  (open until close())
        try:
            self.process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                env=environment(),
            )
        except OSError as error:
            raise ProgramFailed(f"{self.command} couldn't be started: {error}.") from None
        threading.Thread(target=self._read_on, args=(self.process.stdout,), daemon=True).start()
        about, match = seen.game.about, seen._match
        hello = {"type": "begin", "protocol": PROTOCOL, "game": about.id, "rules": about.version, "seat": seen.seat}
        self._say({**hello, "seats": match.seats, "options": match.options, "seed": self.seed})

    def _read_on(self, out: IO[bytes]) -> None:
        """Read lines in a separate thread, because not every system can wait for a pipe with a timeout."""
        with out:
            line = b"?"
            while line and self.process is not None:
                line = out.readline(LONGEST_LINE + 1)
                while self.process is not None:
                    with suppress(queue.Full):
                        self._lines.put(line, timeout=0.1)
                        break

    def _say(self, message: dict[str, Any]) -> None:
        """Raises ProgramFailed if it doesn't read within the time limit."""
        assert self.process is not None and self.process.stdin is not None
        deadline = threading.Timer(self.patience, self.process.kill)  # the only end of a write into a full pipe
        deadline.start()
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:  # it has ended: its last output is read first, then its end
            if deadline.finished.is_set():
                raise self._too_slow() from None
        finally:
            deadline.cancel()

    def _line(self) -> str:
        """The next line of its answer, complete within the time limit."""
        try:
            line = self._lines.get(timeout=self.patience)
        except queue.Empty:
            raise self._too_slow() from None
        if len(line) > LONGEST_LINE:
            raise ProgramFailed(f"{self.command} answered with more than {LONGEST_LINE} bytes.")
        if not line.endswith(b"\n"):
            raise self._ended()
        return line.decode("utf-8", "replace").rstrip("\n")

    def _too_slow(self) -> ProgramFailed:
        return ProgramFailed(f"{self.command} took longer than {self.patience:g} s for a move.")

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
                with suppress(OSError):  # it ended without reading the question
                    process.stdin.close()
            try:
                process.wait(1)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._complaints is not None:
            self._complaints.close()

    def __repr__(self) -> str:
        return f"Program({self.command!r})"
