"""Rewording every sentence of a game changes words and nothing else: chapters, awards, results and stored lines stay.

A separate process replaces all sentences of the game's events and figures, then plays a match.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from tabletown import registry
from tabletown.bots import make
from tabletown.kernel import Match
from tabletown.kernel.events import Message
from tabletown.saves.lines import pack_lines, unpack_lines
from tabletown.story import Chapters, summarize

ROOT = Path(__file__).parents[2]
CONVERTED = [game.about.id for game in registry.games() if game.words.log.events]


class Facts(msgspec.Struct):
    """Everything that must not depend on a sentence."""

    stored: str
    chapters: list[tuple[int, int, int | None, bool, str]]
    awards: list[tuple[str, list[int]]]
    track: list[float]
    table: list[list[float]]
    points: int
    said: list[str]  # the sentences themselves


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
    return Facts(
        stored.decode(),
        [(c.first, c.end, c.seat, c.card, type(c.line.event).__name__) for c in chapters.all],
        [(award.title, award.seats) for award in told.awards],
        [value for _, value in told.track],
        [values for _, values in told.table],
        sum(len(values) for _, values in told.points[1]) if told.points is not None else 0,
        [line.text.render(match.names) for line in match.lines],
    )


def reword(kind: type[Message]) -> None:
    kind.says = f"Reworded: {kind.says}"
    kind.many = f"Reworded: {kind.many}" if kind.many else ""


def test_games_whose_every_sentence_is_reworded_tell_the_same_matches() -> None:
    command = [sys.executable, "-m", "tests.words.test_rewording", *CONVERTED]
    other = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    reworded = msgspec.json.decode(other.stdout, type=dict[str, Facts])
    assert list(reworded) == CONVERTED
    for name, theirs in reworded.items():
        ours = facts(name)
        assert all(words.startswith("Reworded: ") for words in theirs.said), name
        assert len(theirs.said) == len(ours.said), name
        ours.said = theirs.said = []
        assert ours == theirs, name


if __name__ == "__main__":
    for log in (registry.game(name).words.log for name in sys.argv[1:]):
        for kind in (*log.events, *log.figures):
            reword(kind)
    sys.stdout.buffer.write(msgspec.json.encode({name: facts(name) for name in sys.argv[1:]}))
