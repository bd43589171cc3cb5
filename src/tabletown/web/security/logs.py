"""What is written into the log, and what never is: nobody who reads it can take a seat."""

from __future__ import annotations

import json
import logging
import re
import sys
import time

from starlette.applications import Starlette

# in sentences and errors, whatever they quote: queries, and what follows in the addresses that carry keys
QUERY = re.compile(r"(/[\w~.%/-]*\?)[^\s\"']+")
SECRET = re.compile(
    r"(/(?:seat|join|rejoin|desk|me/with|me/code)/|/(?:me/mail|off)/[\w~.%-]+/|\bclass[ /](?=\d)"
    r"|\b(?:key|wall|code|link)=|\bbearer\s+|\btabletown=)[\w~.%-]+",
    re.IGNORECASE,
)
QUIET = ("/health", "/metrics")  # asked for every few seconds: only what fails is worth a line
REQUESTS = "tabletown.requests"  # the logger for what we say of a request ourselves
TABLE = re.compile(r"(?:^table |/t/|/api/tables/)(\w+)")  # what a line is about, or the request that it tells of


def without_secrets(text: str) -> str:
    return SECRET.sub(r"\1…", QUERY.sub(r"\1…", text))


def words_of(app: Starlette) -> set[str]:
    """The words that the addresses of an application are made of, and the names of its games."""
    paths = [getattr(route, "path", "") for route in app.routes]
    words = {word for path in paths for word in path.split("/") if "{" not in word}
    return words | set(app.state.hub.catalog.games)


class Requests(logging.Filter):
    """Of a request's address the log has the words that we know and the table's id: no query, no key, no code."""

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
    """One JSON object a line, for journals and log collectors."""

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
    """Everything goes to standard error. What is returned has to be told the words that requests may be logged with."""
    handler, requests = logging.StreamHandler(sys.stderr), Requests()
    handler.setFormatter(JsonLines() if json_logs else Lines("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(requests)
    logging.basicConfig(handlers=[handler], level=logging.INFO if json_logs else logging.WARNING, force=True)
    return requests
