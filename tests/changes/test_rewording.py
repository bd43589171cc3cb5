"""Rewording every sentence of a game changes words and nothing else: chapters, awards, results, recaps, stored matches.

All sentences are reworded in a copy of the program, which plays a match of each game and reads what older versions
stored.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import msgspec

from tabletown import registry
from tabletown.bots import make
from tabletown.kernel import Match
from tabletown.saves.lines import Sentence, pack_lines, unpack_lines
from tabletown.story import Chapters, summarize
from tabletown.web.protocol import RecapCard
from tabletown.web.tables.recap import Recap
from tests.changes.cards import copy_with
from tests.changes.rewording import OTHER, reword
from tests.golden.golden import COMMITS, Golden


class Facts(msgspec.Struct):
    """Everything that must not depend on a sentence."""

    answers: list[tuple[int, str]]
    stored: str
    chapters: list[tuple[int, int, int | None, bool, str]]
    recap: list[list[Any]]
    awards: list[tuple[list[int], str]]
    track: list[float]
    table: list[list[float]]
    points: int
    said: list[str]  # the sentences themselves


class Plain:
    """What a recap reads of a table."""

    secret, epoch, questions = False, 0, ()

    def __init__(self, match: Match) -> None:
        self.match = match


def in_figures(card: RecapCard) -> list[Any]:
    """A card of the recap without its words."""
    return [
        [card.id, card.number, card.seat, card.card, card.hits, card.costs, card.whole, len(card.lines)],
        [[row.seat, list(row.cells), row.lost] for row in card.rows],
        [list(number[1:]) for number in card.others],
        list(card.big[1:]) if card.big is not None else [],
        [
            [place.removeprefix(OTHER) for place in card.places],
            card.crossed,
            card.lost[0] if card.lost is not None else 0,
        ],
        [[len(step.lines), [row[2] for row in step.rows], len(step.places), len(step.changes)] for step in card.steps],
        [[seat for seat, _ in sheet.rows] for sheet in card.sheets],
    ]


def facts(name: str) -> Facts:
    game = registry.game(name)
    match = Match(game, None, {}, seed=4, changes=True)
    bots = [make("greedy", seed=seat) for seat in range(match.seats)]
    while not match.over:
        seat = match.decisions[0].seat
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    told, chapters = summarize(match), Chapters(game.words.story)
    stored = pack_lines(match.lines) or b""
    assert unpack_lines(game, stored) == match.lines
    chapters.read(match.lines)
    table = Plain(match)
    recap = Recap(cast(Any, table))
    return Facts(
        [(answer.seat, answer.option) for answer in match.log],
        stored.decode(),
        [(c.first, c.end, c.seat, c.card, type(c.line.event).__name__) for c in chapters.all],
        [in_figures(recap._view(chapter, seat, (seat,), False)) for seat in range(2) for chapter in recap.chapters()],
        [(award.seats, award.medal) for award in told.awards],
        [value for _, value in told.track],
        [values for _, values in told.table],
        sum(len(values) for _, values in told.points[1]) if told.points is not None else 0,
        [line.text.render(match.names) for line in match.lines],
    )


def stored_lines(folder: Path) -> Iterator[str]:
    """What older versions stored, read and stored again."""
    for commit in COMMITS:
        with sqlite3.connect(Golden(commit).put_database(folder)) as connection:
            query = 'SELECT game, lines FROM journal JOIN tables ON tables.id = journal."table" WHERE lines IS NOT NULL'
            rows = connection.execute(f"{query} ORDER BY tables.id, journal.number").fetchall()
        for name, data in rows:
            lines = unpack_lines(registry.game(name), data)
            assert not [line.event for line in lines if isinstance(line.event, Sentence)], name
            yield f"{name} {(pack_lines(lines) or b'').decode()}"


def everything() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        stored = list(stored_lines(Path(folder)))
    return {"stored": stored, **{game.about.id: facts(game.about.id) for game in registry.games()}}


def test_reworded_games_tell_the_same_matches(tmp_path: Path) -> None:
    copy_with(tmp_path)
    reword(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    command = [sys.executable, "-m", "tests.changes.test_rewording"]
    other = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True)
    assert other.returncode == 0, other.stderr.decode()[-3000:]
    theirs, ours = msgspec.json.decode(other.stdout), msgspec.json.decode(msgspec.json.encode(everything()))
    assert theirs.keys() == ours.keys()
    for name, told in theirs.items():
        if name == "stored":
            assert told == ours[name]
            continue
        assert all(OTHER in words for words in told["said"] if " " in words), name
        assert told.pop("said") != ours[name].pop("said")
        for field, value in told.items():
            assert value == ours[name][field], f"{name}: {field}"


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(everything()))
