"""Measure which lines and branches the tests run, browser tests excluded; no module may fall below LEAST.

python3 run.py test --coverage runs the tests and then this
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LEAST = 85.0  # per cent of each module

BROWSER = "what people do there is tried in the browser, which isn't counted"
LONG = "more of its tests run with TABLETOWN_LONG=1"
PROCESS = "its tests run it as a program of its own, which ends by a signal"
EXPLAINED = {  # modules that may stay below, and why
    "envs/openspiel.py": "OpenSpiel is heavy: .ci/run installs it and runs its tests by themselves",
    "lab/matches/ray.py": "runs on a Ray cluster: .ci/run installs Ray and runs its tests by themselves",
    "envs/vector/sb3.py": "needs the extra learn with PyTorch, which is heavy",
    "mcp/command.py": PROCESS,
    "games/cross_bronx/classroom.py": LONG,
    "games/cross_bronx/workshop/__init__.py": LONG,
    "games/new_york_crisis/classroom/contributions.py": LONG,
    "games/new_york_crisis/workshop/__init__.py": LONG,
    "games/right_of_way/workshop/__init__.py": BROWSER,
    "web/cluster.py": LONG,
    "web/community/lobby.py": BROWSER,
    "web/workshop/checking.py": BROWSER,
    "web/workshop/pages.py": BROWSER,
    "web/workshop/thumbs.py": BROWSER,
}


def measured() -> dict[str, Any]:
    """What coverage found, by file and in all."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        command = [sys.executable, "-m", "coverage", "json", "--quiet", "-o", str(file)]
        subprocess.run(command, cwd=ROOT, check=True)
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def main() -> int:
    found = measured()
    modules = {
        path.removeprefix("src/tabletown/"): told["summary"]["percent_covered"] for path, told in found["files"].items()
    }
    low = {name: share for name, share in sorted(modules.items(), key=lambda item: item[1]) if share < LEAST}
    for name, share in low.items():
        print(f"{share:5.1f} %  {name}  {EXPLAINED.get(name, '')}".rstrip())
    for name in sorted(EXPLAINED.keys() - low.keys()):
        print(f"{name} has reached {LEAST:g} % and needs no reason any more.")
    totals = found["totals"]
    branches = 100 * totals["covered_branches"] / totals["num_branches"]
    print(
        f"The tests run {totals['percent_covered']:.1f} % of the lines and branches of {len(modules)} modules; "
        f"of the branches {branches:.1f} %."
    )
    return 1 if low.keys() - EXPLAINED.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
