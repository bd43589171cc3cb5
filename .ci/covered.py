"""Measure which lines and branches the tests run, browser tests excluded; no module may fall below LEAST.

python3 run.py test --coverage runs the tests and then this
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
LEAST = 85.0  # per cent of each module

EXPLAINED = {  # modules that may stay below, and why
    "envs/openspiel.py": "OpenSpiel is heavy: .ci/run installs it and runs its tests by themselves",
    "lab/matches/ray.py": "runs on a Ray cluster: .ci/run installs Ray and runs its tests by themselves",
}


def measured() -> dict[str, float]:
    """Percentages by module, and for all together as `""`."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        command = [sys.executable, "-m", "coverage", "json", "--quiet", "-o", str(file)]
        subprocess.run(command, cwd=ROOT, check=True)
        found = json.loads(file.read_text(encoding="utf-8"))
    modules = {
        path.removeprefix("src/tabletown/"): told["summary"]["percent_covered"] for path, told in found["files"].items()
    }
    return {"": found["totals"]["percent_covered"], **modules}


def main() -> int:
    found = measured()
    total = found.pop("")
    low = {name: share for name, share in sorted(found.items(), key=lambda item: item[1]) if share < LEAST}
    for name, share in low.items():
        print(f"{share:5.1f} %  {name}  {EXPLAINED.get(name, '')}".rstrip())
    for name in sorted(EXPLAINED.keys() - low.keys()):
        print(f"{name} has reached {LEAST:g} % and needs no reason any more.")
    print(f"The tests run {total:.1f} % of the lines and branches of {len(found)} modules.")
    return 1 if low.keys() - EXPLAINED.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
