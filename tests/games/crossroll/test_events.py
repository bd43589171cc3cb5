"""Stored lines of Crossroll's log: current ones, and those of older versions."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from tabletown.games.crossroll import events as e
from tabletown.games.crossroll import game
from tabletown.kernel import Event, Match
from tabletown.saves.lines import pack_lines, unpack_lines


def test_a_match_with_nitrous_comes_back_from_the_journal() -> None:
    rng, match = random.Random(1), Match(game, 2, {"nitrous": "on"}, seed=1, changes=True)
    while match.decisions:
        decision = rng.choice(match.decisions)
        match.choose(decision.seat, rng.choice(decision.options))
    data = pack_lines(match.lines)
    assert any(isinstance(line.event, e.InstalledNitrous) for line in match.lines)
    assert data is not None and unpack_lines(game, data) == match.lines


ENDED_AT = "{who:seat} ended at {landmark} and circled a landmark score."
NAMED = "The penalty roll named {route}: no X was written."


@pytest.mark.parametrize(
    ("template", "parts", "rule", "event"),
    [
        (ENDED_AT, {"who": 1, "landmark": "Star Ferry"}, "drive.landmark", e.CircledLandmark(1, "star-ferry", False)),
        (ENDED_AT, {"who": 1, "landmark": "Star Ferry"}, "bonus.landmark", e.CircledLandmark(1, "star-ferry", True)),
        (NAMED, {"route": "Route C"}, "solo.penalty.ignored", e.PenaltyRollSparedRoute("C")),
        (NAMED, {"route": "no route"}, "solo.penalty.ignored", e.PenaltyRollNamedNone()),
    ],
)
def test_what_older_versions_told_is_read_as_events(
    template: str, parts: dict[str, Any], rule: str, event: Event
) -> None:
    changes = [[{"template": "nitrous of {who:seat}", "parts": {"who": 1}}, False, True]]
    old = [{"text": {"template": template, "parts": parts}, "rule": rule, "changes": changes}]
    (line,) = unpack_lines(game, msgspec.json.encode(old))
    assert line.event == event and line.rule == rule
    assert [(change.who, change.before, change.after) for change in line.changes] == [(1, 0, 1)]
