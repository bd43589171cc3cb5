"""Adding a card takes three source files and a test of its own; no other test of its game fails.

Three games get one each, in a single copy of the program, because games are independent. The usual suite runs the tests
there that count, record or store cards; with TABLETOWN_LONG=1 all tests of these games.
"""

from __future__ import annotations

import filecmp
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.changes.cards import CARDS, ROOT, SOURCE, copy_with, test_file
from tests.conftest import LONG

ALL = ("bots", "conformance", "envs", "golden", "kernel", "lab", "learn", "saves", "story", "words")
UNCHANGED = ("right-of-way", "crossroll", "connect-four")


def selection() -> list[str]:
    folders = [f"tests/games/{card.game}" for card in CARDS.values()]
    if LONG:
        return [*folders, *(f"tests/{part}" for part in ALL), "tests/web/test_versions.py"]
    own = [str(test_file(name)) for name in CARDS]
    parts = [f"{folder}/test_{part}.py" for folder in folders for part in ("fixtures", "content", "events")]
    golden = ["tests/golden/test_rows.py", "tests/golden/test_saves.py"]
    return [*own, *(part for part in parts if (ROOT / part).exists()), *golden]


def test_a_card_more_in_each_of_three_games_fails_nothing(tmp_path: Path) -> None:
    copy_with(tmp_path, *CARDS)
    changed = Counter(
        file.relative_to(ROOT / SOURCE).parts[0]
        for file in (ROOT / SOURCE).rglob("*")
        if file.suffix in (".py", ".toml", ".json") and not filecmp.cmp(file, tmp_path / file.relative_to(ROOT), False)
    )
    assert changed == {card.game: 3 for card in CARDS.values()}
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "TABLETOWN_LONG": ""}
    concerns = " and ".join(f"not {game}" for game in UNCHANGED)  # for tests that run once per game
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", concerns, *selection()]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
