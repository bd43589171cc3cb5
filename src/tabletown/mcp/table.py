"""A seat at a table of a Tabletown server, over its JSON API."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tabletown.kernel.errors import TabletownError

LONGEST = 20.0  # seconds for a request


class ServerRefused(TabletownError):
    """The server refused; `code` and `rule` are the server's."""

    def __init__(self, text: str, code: str = "", rule: str = "") -> None:
        super().__init__(text)
        self.code, self.rule = code, rule


class TableServer:
    """A running `tabletown serve`."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None, key: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LONGEST) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            told = _json(error.read())
            raise ServerRefused(told.get("error") or str(error), told.get("code", ""), told.get("rule", "")) from None
        except (OSError, ValueError) as error:
            raise ServerRefused(f"{self.address} doesn't respond ({error}). Start it with: tabletown serve") from None

    def games(self) -> list[dict[str, Any]]:
        return self.ask("GET", "/api/games")  # type: ignore[no-any-return]

    def open(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return self.ask("POST", "/api/tables", body)  # type: ignore[no-any-return]

    def join(self, link: str, name: str) -> Seat:
        """Take the seat of an invitation to this server; others are refused."""
        address = urllib.parse.urlsplit(link)
        if address.netloc and address.netloc != urllib.parse.urlsplit(self.address).netloc:
            raise ServerRefused(f"That invitation is for {address.netloc}; this server is {self.address}.")
        joined = self.ask("POST", "/api/join", {"invite": link.rstrip("/").rpartition("/")[2], "name": name})
        return Seat(self, joined["id"], joined["url"], joined["key"])


@dataclass(frozen=True)
class Seat:
    server: TableServer
    table: str
    url: str
    key: str

    def view(self) -> dict[str, Any]:
        return self._ask("GET", "?scene=no")

    def choose(self, number: int, option: str) -> dict[str, Any]:
        return self._ask("POST", "/choose?scene=no", {"number": number, "option": option})

    def why(self, option: str) -> dict[str, Any]:
        return self._ask("POST", "/why", {"option": option})

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return self.server.ask(method, f"/api/tables/{self.table}{path}", body, self.key)  # type: ignore[no-any-return]

    def wait(self, seconds: float) -> dict[str, Any]:
        """The table when this seat is asked or the match is over, or when the time is up."""
        for message in self._messages(seconds):
            if message["type"] == "table" and (message["asked"] or message["outcome"]):
                break
        return self.view()  # the whole table: the stream sends only new log lines

    def chat(self) -> list[str]:
        """The chat so far; empty if nobody has written."""
        for message in self._messages(LONGEST):
            if message["type"] == "chat" and message["fresh"]:  # sent with every new connection
                return [f"{line['name']}: {line['text']}" for line in message["lines"]]
        return []

    def say(self, text: str) -> None:
        with self._stream() as stream:
            stream.send(json.dumps({"type": "say", "text": text}))
            for message in _until(stream, LONGEST):
                if message["type"] == "refused":
                    raise ServerRefused(message["text"], message["code"])
                if message["type"] == "chat" and any(line["text"] == text for line in message["lines"]):
                    return
        raise ServerRefused("The server didn't accept that.")

    def _messages(self, seconds: float) -> Iterator[dict[str, Any]]:
        with self._stream() as stream:
            yield from _until(stream, seconds)

    def _stream(self) -> ClientConnection:
        address = self.server.address.replace("http", "ws", 1)
        try:
            return connect(
                f"{address}/api/tables/{self.table}/stream?scene=no",
                additional_headers={"Authorization": f"Bearer {self.key}"},
                max_size=None,
                open_timeout=LONGEST,
            )
        except (OSError, WebSocketException) as error:
            raise ServerRefused(f"{self.server.address} doesn't respond ({error}).") from None


def _until(stream: ClientConnection, seconds: float) -> Iterator[dict[str, Any]]:
    """Messages as they arrive, until the time is up or the connection closes."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            yield json.loads(stream.recv(timeout=left))
        except (TimeoutError, WebSocketException):
            return


def _json(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
