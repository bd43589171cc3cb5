"""Count the Python lines of src at two commits, with what both can do apart from what is new.

    python benchmarks/lines.py [OLD] [NEW]        aac7484 and HEAD, unless you say otherwise

`lines` are all lines; `code` leaves out blank lines, comments, docstrings and imports. A file is new if what it does
did not exist at aac7484 (`NEW`). What a file of both commits has learned since counts as if it had been there.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
NEW = {
    "workshop": r"(web/)?workshop/|games/\w+/workshop/",
    "content packs": r"packs/|web/storage/packs",
    "printing": r"printing/|games/\w+/view/printing|web/pages/printing",
    "lessons of four games": r"games/(?!broken_cities)\w+/classroom",
    "names, friends": r"web/people/(accounts|bonds|linking|names|notices|own_data|passkeys)|web/pages/identity/",
    "clubs, days off": r"web/people/(clubs|days_off)",
    "finding a table, tournaments": r"tournaments/|web/(community|tournaments|lobby)/",
    "ratings": r"ratings/|web/people/ratings|web/pages/ratings",
    "the host's desk, metrics": r"web/desk/|web/security/invited_only|web/pages/host/|web/metrics",
    "guest bots, plain pages": r"web/guests/|web/people/guests|web/pages/plain/",
    "language models": r"envs/text/|evaluate/|mcp/",
    "batches, rewards, policies": r"envs/(vector/|outcome|policy|rewards)",
    "data export": r"data/|extras",
    "checks of catalogues": r"translations/(check|command)",
    "About this game": r"learn/background",
    "migrations for these": r"web/storage/migrations/versions/v000[356]",
}
BOTH = {
    "kernel, saves, editions": r"kernel/|saves/|editions|content|ledger",
    "events of the games": r"games/\w+/events",
    "reading lines of older versions": r"games/\w+/legacy_lines",
    "options of the games": r"games/\w+/options",
    "rules of the games": r"games/\w+/rules/",
    "class of Broken Cities": r"classroom/|games/broken_cities/(classroom/|session/|web/|view/(debrief|projector))",
    "views of the games": r"games/\w+/view/",
    "the rest of the games": r"games/",
    "server": r"web/",
    "bots, lab, environments": r"bots/|lab/|envs/|encoding|features",
    "everything else": r"",
}


def part_of(file: str, parts: dict[str, str]) -> str | None:
    return next((name for name, where in parts.items() if re.match(where, file)), None)


def code_lines(text: str) -> int:
    """Lines without blank ones, comments, docstrings and imports."""
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        ):
            left_out |= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    lines = enumerate(map(str.strip, text.splitlines()), 1)
    return sum(1 for number, line in lines if line and not line.startswith("#") and number not in left_out)


def counted(commit: str) -> Counter[tuple[str, str]]:
    """By part: lines and code."""
    command = ["git", "archive", "--format=tar", commit, "src/tabletown"]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    found: Counter[tuple[str, str]] = Counter()
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files:
            data = files.extractfile(member) if member.name.endswith(".py") else None
            if data is None:
                continue
            file, text = member.name.removeprefix("src/tabletown/"), data.read().decode()
            new = part_of(file, NEW)
            part = f"new: {new}" if new else str(part_of(file, BOTH))
            for name in (part, "new" if new else "both", "all"):
                found[name, "lines"] += text.count("\n")
                found[name, "code"] += code_lines(text)
    return found


def main() -> None:
    commits = [*sys.argv[1:], *("aac7484", "HEAD")[len(sys.argv) - 1 :]]
    old, new = map(counted, commits)
    print(f"| | {commits[0]} lines | {commits[1]} lines | more | code | code | more |\n|---|--:|--:|--:|--:|--:|--:|")
    for part in (*BOTH, "both", *(f"new: {name}" for name in NEW), "new", "all"):
        cells = [
            f"{number:,}"
            for kind in ("lines", "code")
            for number in (old[part, kind], new[part, kind], new[part, kind] - old[part, kind])
        ]
        name = {"both": "**what both can do**", "new": "**what is new**", "all": "**all**"}.get(part, part)
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
