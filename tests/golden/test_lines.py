"""Stored logs of older versions are read as events and figures: no sentence is left as plain text."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from tabletown import registry
from tabletown.kernel.events import Named
from tabletown.saves.lines import Sentence, unpack_lines
from tests.golden.golden import COMMITS, Golden


@pytest.mark.parametrize("commit", COMMITS)
def test_every_stored_line_is_an_event_of_its_game(commit: str, tmp_path: Path) -> None:
    connection = sqlite3.connect(Golden(commit).put_database(tmp_path))
    rows = connection.execute(
        'SELECT game, lines FROM journal JOIN tables ON tables.id = journal."table" WHERE lines IS NOT NULL'
    ).fetchall()
    connection.close()
    only_words: Counter[str] = Counter()
    for name, data in rows:
        game = registry.game(name)
        if not game.words.log.events:
            continue  # this version stored sentences
        for line in unpack_lines(game, data):
            assert line.text.render(["Ann", "Bo", "Cem", "Dee"])
            if isinstance(line.event, Sentence):
                only_words[f"{name}: {line.event.template}"] += 1
            changes = [*line.changes, *(change for own in line.own.values() for change in own)]
            only_words.update(f"{name}: {c.what.template}" for c in changes if isinstance(c.what, Named))
    assert rows and not only_words
