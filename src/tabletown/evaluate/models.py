"""Models to evaluate: anything that answers messages in the usual chat format, or a bot.

    command:./model.py            one process for the whole run: a JSON object a line in, one a line out
    http://localhost:8080/v1/chat/completions#name        an address; the part after # is the model's name
    greedy, mybots:Careful, run:./bot                     a bot, named as everywhere else

Messages are `{"model": …, "messages": [{"role": "system" | "user" | "assistant", "content": …}]}`. An answer is what
such addresses send (`choices[0].message.content`, `usage`), or from a command also `{"content": "…"}`.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from queue import Empty, Queue
from typing import Any, Protocol

import msgspec

from tabletown.bots.own import find
from tabletown.kernel.errors import BadOption, TabletownError

COMMAND = "command:"
# the environment variable with the key for an address, so that it is in no file and no process list
KEY = "TABLETOWN_MODEL_KEY"
TRIES = 3  # attempts for a request that fails in transit
LARGEST = 4_000_000  # bytes of an answer

Message = Mapping[str, str]


class ModelFailed(TabletownError):
    """The model didn't answer, or not in the expected format."""


class Reply(msgspec.Struct, frozen=True):
    text: str
    seconds: float = 0.0
    tokens_in: int | None = None  # if the service reports it
    tokens_out: int | None = None


class Model(Protocol):
    def ask(self, messages: Sequence[Message]) -> Reply: ...

    def close(self) -> None: ...


def is_model(spec: str) -> bool:
    """Whether it is asked in words; otherwise it is a bot."""
    return spec.startswith((COMMAND, "http://", "https://"))


def check(spec: str) -> None:
    """Refuse a player that can't be asked, before any work."""
    if not is_model(spec):
        find(spec)
    elif spec.startswith(COMMAND) and not shlex.split(spec.removeprefix(COMMAND)):
        raise BadOption(f"{COMMAND} needs a command, such as {COMMAND}./model.py.")


def make_model(spec: str, patience: float) -> Model:
    if spec.startswith(COMMAND):
        return CommandModel(spec.removeprefix(COMMAND), patience)
    address, _, name = spec.partition("#")
    return HttpModel(address, name, patience)


def reply_of(told: Any, seconds: float, who: str) -> Reply:
    """The text of a reply in either format."""
    try:
        text = told["content"] if "content" in told else told["choices"][0]["message"]["content"]
        usage = told.get("usage") or {}
        return Reply(str(text), round(seconds, 3), usage.get("prompt_tokens"), usage.get("completion_tokens"))
    except (TypeError, KeyError, IndexError, AttributeError):
        raise ModelFailed(f"{who} answered {json.dumps(told)[:200]}, which is not the usual chat form.") from None


class HttpModel:
    def __init__(self, address: str, name: str, patience: float) -> None:
        self.address, self.name, self.patience = address, name, patience

    def ask(self, messages: Sequence[Message]) -> Reply:
        body = {"messages": list(messages), **({"model": self.name} if self.name else {})}
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self.address, json.dumps(body).encode(), headers)
        problem = ""
        for attempt in range(TRIES):
            began = time.monotonic()
            try:
                with urllib.request.urlopen(request, timeout=self.patience) as response:
                    told = json.loads(response.read(LARGEST))
                return reply_of(told, time.monotonic() - began, self.address)
            except urllib.error.HTTPError as error:
                problem = f"{error.code}: {error.read(500).decode('utf-8', 'replace')}"
                if error.code < 500 and error.code != 429:
                    break  # it would answer the same again
            except (OSError, ValueError) as error:
                problem = str(error)
            if attempt + 1 < TRIES:
                time.sleep(2**attempt)
        raise ModelFailed(f"{self.address} did not answer: {problem}")

    def close(self) -> None:
        pass


class CommandModel:
    """A program that keeps running, with your permissions and your environment, which may hold its keys."""

    def __init__(self, command: str, patience: float) -> None:
        self.command, self.patience = command, patience
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as error:
            raise ModelFailed(f"{command} couldn't be started: {error}.") from None
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put("")  # it has ended

    def ask(self, messages: Sequence[Message]) -> Reply:
        assert self.process.stdin is not None
        began = time.monotonic()
        try:
            self.process.stdin.write(json.dumps({"messages": list(messages)}) + "\n")
            self.process.stdin.flush()
            line = self._lines.get(timeout=self.patience)
        except Empty:
            raise ModelFailed(f"{self.command} took longer than {self.patience:g} s for a move.") from None
        except OSError:
            line = ""
        if not line:
            raise ModelFailed(f"{self.command} has ended.")
        try:
            told = json.loads(line)
        except ValueError:
            raise ModelFailed(f"{self.command} answered {line[:200]!r}, which is no JSON.") from None
        return reply_of(told, time.monotonic() - began, self.command)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()
