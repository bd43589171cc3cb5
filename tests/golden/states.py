"""Digests of all states of the fixed matches, for versions that store some parts of a state otherwise.

git archive aac7484 src | tar x -C ../old
python -m tests.golden.states aac7484 ../old/src        compare: this checkout beside that one

Where states are stored as they were, `tests.golden.rows` compares them already.
"""

from __future__ import annotations

import json
import lzma
import os
import random
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from tabletown import registry
from tabletown.kernel import Match

HERE = Path(__file__).parent
GAMES = ("broken-cities", "crossroll", "right-of-way")
MATCHES = 500


def as_stored_then(state: Any) -> Any:
    """A state without a cache that is gone and settings that are new, and with the names of then."""
    data = msgspec.to_builtins(state)
    data.pop("known", None)
    data.get("options", {}).pop("emissions_floor", None)
    data.get("variant", {}).pop("room", None)
    if data.get("phase") == "after-build":
        data["phase"] = "rest"
    return data


def digests(commit: str) -> None:
    """Play the matches of `rows.py` with the version that is imported, which may be an old one."""
    told = json.loads(lzma.decompress((HERE / commit / "rows.json.xz").read_bytes()))
    for name in GAMES:
        game, states, answers = registry.game(name), blake2b(digest_size=12), 0
        for number in range(MATCHES):
            rng = random.Random(f"{name} {number}")
            options = {
                setting: rng.choice(sorted(values)) if rng.random() < 0.5 else values[0]
                for setting, values in told[name]["settings"].items()
            }
            match = Match(game, rng.randint(*game.about.seats), options, rng.getrandbits(128), live=False)
            while decisions := match.decisions:
                decision = decisions[int(rng.random() * len(decisions))]
                match.choose(decision.seat, decision.options[int(rng.random() * len(decision.options))])
                states.update(json.dumps(as_stored_then(match.state), sort_keys=True).encode())
                answers += 1
        print(name, answers, states.hexdigest(), flush=True)


def main() -> int:
    if len(sys.argv) == 2:
        digests(sys.argv[1])
        return 0
    commit, old = sys.argv[1:]
    command, told = [sys.executable, str(Path(__file__)), commit], []
    for source in (Path(old), HERE.parents[1] / "src"):
        environment = {**os.environ, "PYTHONPATH": str(source.resolve())}
        told.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
        print(f"{source}\n{told[-1]}", flush=True)
    return 0 if told[0] == told[1] else 1


if __name__ == "__main__":
    sys.exit(main())
