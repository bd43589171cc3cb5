"""The log consists of events, and older versions' sentences are read as events. `old_lines.jsonl` has all of them, with
every form of their parts."""

from __future__ import annotations

import json
from pathlib import Path
from pkgutil import iter_modules

from tabletown.games.cross_bronx import events, game
from tabletown.games.cross_bronx.legacy_lines import LEGACY_LINES
from tabletown.saves.lines import Sentence, pack_lines, unpack_lines

STORED = Path(__file__).with_name("old_lines.jsonl").read_text().splitlines()
NAMES = ["Public", "Community", "Private"]
OF_AN_EVENT = "{what} in District {district}."  # the first release gave all effects of an Event the same clause


def test_every_sentence_that_was_ever_stored_is_read_as_an_event() -> None:
    assert {json.loads(one)["text"]["template"] for one in STORED} == {*LEGACY_LINES}
    for stored, line in zip(STORED, unpack_lines(game, f"[{','.join(STORED)}]".encode()), strict=True):
        old = json.loads(stored)
        parts = old["text"].get("parts", {})
        assert not isinstance(line.event, Sentence), stored
        assert line.rule == old.get("rule", "") or old["text"]["template"] == OF_AN_EVENT, stored
        assert line.heading == old.get("heading", False)
        seats = [parts[name] for name in ("seat", "who") if isinstance(parts.get(name), int)]
        assert not seats or line.event.concerns == seats[0], stored
        assert line.text.render(NAMES)
        assert unpack_lines(game, pack_lines([line]) or b"") == [line]


def test_a_condition_that_no_card_has_any_more_is_told_as_it_was() -> None:
    text = {
        "template": "{who:seat} ({title}): {condition}: no.",
        "parts": {
            "who": 2,
            "title": "Loss Leader",
            "condition": "Fewer than two Private Bonds and active Loans",
            "action": "Invest",
            "instruction": "Activate to remove Vulnerabilities",
            "position": 16,
            "row": 1,
            "now": [1],
        },
    }
    (line,) = unpack_lines(game, json.dumps([{"text": text, "rule": "np.resolve.first-row"}]).encode())
    assert line.text.render(NAMES) == "Private (Loss Leader): Fewer than two Private Bonds and active Loans: no."
    assert game.words.story.read(line.event) == [], "its numbers belong to a condition that is gone"


def test_all_chapters_of_events_are_part_of_the_log() -> None:
    assert {module.name for module in iter_modules(events.__path__)} <= {*vars(events)}
    known = {kind.__module__.rpartition(".")[2] for kind in game.words.log.events}
    assert known == {module.name for module in iter_modules(events.__path__)}
