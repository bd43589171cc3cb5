"""Keep secrets out of the log, so that nobody who reads it can take a seat."""

from __future__ import annotations

import json
import logging
import re
import sys
import time

from starlette.applications import Starlette

# queries, and what follows in addresses that carry keys, wherever they are quoted
QUERY = re.compile(r"(/[\w~.%/-]*\?)[^\s\"']+")
SECRET = re.compile(
    r"(/(?:seat|join|rejoin|desk|welcome|me/with|me/code)/|/(?:me/mail|off)/[\w~.%-]+/|\bclass[ /](?=\d)"
    r"|\b(?:key|wall|code|link)=|\bbearer\s+|\btabletown=)[\w~.%-]+",
    re.IGNORECASE,
)
QUIET = ("/health", "/metrics")  # requested every few seconds, so only failures are logged
REQUESTS = "tabletown.requests"  # the logger for our own messages about requests
TABLE = re.compile(r"(?:^table |/t/|/api/tables/)(\w+)")  # the table that a line is about


def without_secrets(text: str) -> str:
    return SECRET.sub(r"\1…", QUERY.sub(r"\1…", text))


def words_of(app: Starlette) -> set[str]:
    """The words in an application's addresses, and the names of its games."""
    paths = [getattr(route, "path", "") for route in app.routes]
    words = {word for path in paths for word in path.split("/") if "{" not in word}
    return words | set(app.state.hub.catalog.games)


class Requests(logging.Filter):
    """A logging filter: of a request's address only known words and the table's id are logged; no query, key or
    code."""

    def __init__(self) -> None:
        super().__init__()
        self.words: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith(("uvicorn", REQUESTS)) and isinstance(record.args, tuple):
            if record.name == "uvicorn.access" and record.args[2] in QUIET and record.args[4] == 200:
                return False
            record.args = tuple(
                self.shown(part) if isinstance(part, str) and part.startswith("/") else part for part in record.args
            )
        return True

    def shown(self, address: str) -> str:
        path: list[str] = []
        for word in address.partition("?")[0].split("/"):
            is_table = path in (["", "t"], ["", "api", "tables"]) and re.fullmatch(r"[a-z0-9]{1,40}", word)
            path.append(word if word in self.words or is_table else "…")
        return "/".join(path)


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonLines(logging.Formatter):
    """One JSON object per line, for journals and log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if (about := TABLE.search(entry["message"])) is not None:
            entry["table"] = about[1]
        if record.exc_info:
            entry["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def set_up_logs(json_logs: bool) -> Requests:
    """Log everything to standard error. Returns the filter, which has to be given the words that requests may be logged
    with."""
    handler, requests = logging.StreamHandler(sys.stderr), Requests()
    handler.setFormatter(JsonLines() if json_logs else Lines("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(requests)
    logging.basicConfig(handlers=[handler], level=logging.INFO if json_logs else logging.WARNING, force=True)
    return requests
