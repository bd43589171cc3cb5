"""Fail on dead code: everything that vulture considers unused, except what is explained here.

python .ci/unused.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).resolve().parents[1]
USERS = ("src", "tests", "benchmarks", "docs", "examples", "studies")
# Read by templates, scripts and content files, where vulture does not look.
ELSEWHERE = ("*.html", "*.js", "*.toml")

EXPLAINED = {
    "handle_starttag": "called by html.parser",
    "handle_endtag": "called by html.parser",
    "handle_startendtag": "called by html.parser",
    "meta": "of a content pack: who wrote it, checked when it is read",
    "__annotations__": "read by Typer",
    "memo": "copy.deepcopy hands it over",
    "_repr_svg_": "called by notebooks",
    "argument": "sys.settrace hands it over",
    "available_extensions": "read by websockets",
    "isolation_level": "read by sqlite3",
    "server_default": "read by SQLAlchemy",
    "_get_socket": "called by smtplib",
    "sock": "read by http.client",
    "do_POST": "called by http.server",
    "_clock": "keeps the task of the classroom's clock alive",
    "handle_DATA": "called by aiosmtpd",
    "redirect_request": "called by urllib.request",
    "__getattr__": "of a module: called by Python",
}
FOLDERS = {  # folders in which others choose the names
    "src/tabletown/envs": "PettingZoo, Gymnasium, OpenSpiel",
    "src/tabletown/web/storage/migrations/versions": "Alembic",
}
DECORATED = ["@*.command", "@*.callback"]  # typer calls them


def words_elsewhere() -> set[str]:
    found: set[str] = set()
    for pattern in ELSEWHERE:
        for path in (ROOT / "src").rglob(pattern):
            found |= set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return found


def main() -> int:
    vulture = Vulture(ignore_decorators=DECORATED)
    vulture.scavenge([str(ROOT / folder) for folder in USERS if (ROOT / folder).exists()])
    elsewhere, left = words_elsewhere(), []
    for item in vulture.get_unused_code(min_confidence=60):
        path = Path(item.filename)
        if ROOT / "src" not in path.parents or item.name in EXPLAINED or item.name in elsewhere:
            continue
        if any(ROOT / folder in path.parents for folder in FOLDERS):
            continue
        if item.typ == "unreachable_code":  # `return; yield` makes a script of a function that asks nothing
            lines = path.read_text(encoding="utf-8").splitlines()
            if any("yield" in line for line in lines[item.first_lineno - 1 : item.last_lineno]):
                continue
        if item.typ == "variable" and is_field(path, item.first_lineno):
            continue
        left.append(f"{path.relative_to(ROOT)}:{item.first_lineno}: {item.message}")
    print("\n".join(left) or "No dead code.")
    return 1 if left else 0


def is_field(path: Path, line: int) -> bool:
    """Whether it is an annotated field of a message or a state, which may be sent or stored without being read here."""
    return re.match(r"    \w+: ", path.read_text(encoding="utf-8").splitlines()[line - 1]) is not None


if __name__ == "__main__":
    sys.exit(main())
