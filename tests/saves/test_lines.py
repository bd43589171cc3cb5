"""Stored log lines: events are restored, and older versions' sentences are read as events."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tabletown.kernel import Change, Event, Figure, Game, LogFormat, LogLine, Text, Words
from tabletown.kernel.errors import DamagedSave
from tabletown.kernel.events import Named
from tabletown.kernel.game import About, Rules
from tabletown.saves.lines import Sentence, pack_lines, unpack_lines


class Laid(Event):
    says = "{who:seat} put {n} tiles on {plot}."
    rule = "place"
    who: int
    n: int
    plot: str


class Points(Figure):
    says = "points of {who:seat}"
    who: int


def old_laid(who: int, what: Text, plot: str) -> Laid:
    return Laid(who, what.parts["n"], plot)


LOG = LogFormat(
    (Laid,), (Points,), {"{who:seat} laid {what} on {plot}.": old_laid}, {"victory points of {who:seat}": Points}
)
GAME = Game(
    About("toy", "Toy", "1", "", (2, 2), "", ""),
    Rules(object, lambda seats, options: None, lambda state: None, lambda state: None),
    words=Words(log=LOG),
)


def test_events_come_back_as_they_were() -> None:
    line = LogLine(Laid(1, 3, "C7"), (0, 1), 7, 1, [Change(Points(1), 2, 5)], {0: [Change(Points(0), 0, 1)]})
    data = pack_lines([line])
    assert data is not None and unpack_lines(GAME, data) == [line] and pack_lines([]) is None
    assert b"tiles" not in data, "the sentence is not stored: it may be reworded"


def test_a_sentence_of_an_older_version_is_read_as_the_event_it_tells() -> None:
    inner = {"template": "{n} tiles", "parts": {"n": 3}}
    text = {"template": "{who:seat} laid {what} on {plot}.", "parts": {"who": 1, "what": inner, "plot": "C7"}}
    changes = [[{"template": "victory points of {who:seat}", "parts": {"who": 1}}, 2, 5]]
    old = [{"text": text, "rule": "place", "number": 7, "by": 1, "changes": changes}]
    (line,) = unpack_lines(GAME, msgspec.json.encode(old))
    assert line == LogLine(Laid(1, 3, "C7"), None, 7, 1, [Change(Points(1), 2, 5)])
    assert line.text.render(["Ann", "Bo"]) == "Bo put 3 tiles on C7.", "in today's words"


def test_a_sentence_that_nobody_knows_any_more_is_shown_as_it_was() -> None:
    inner = {"template": "{n} tiles", "parts": {"n": 3}}
    text = {"template": "{who:seat} lost {what}.", "parts": {"who": 0, "what": [inner]}}
    old = [{"text": text, "heading": True, "changes": [[{"template": "luck", "parts": {}}, 0, 1]]}]
    (line,) = unpack_lines(GAME, msgspec.json.encode(old))
    assert isinstance(line.event, Sentence) and line.heading and line.event.concerns == 0
    assert line.text.render(["Ann", "Bo"]) == "Ann lost 3 tiles."
    assert line.changes == [Change(Named("luck"), 0, 1)]
    data = pack_lines([line])
    assert data is not None and unpack_lines(GAME, data) == [line]


def test_an_old_sentence_about_content_that_is_gone_stays_the_sentence_that_it_was() -> None:
    text = {
        "template": "{who:seat} laid {what} on {plot}.",
        "parts": {"who": 1, "what": {"template": "all"}, "plot": "A1"},
    }
    (line,) = unpack_lines(GAME, msgspec.json.encode([{"text": text, "rule": "place"}]))
    assert isinstance(line.event, Sentence) and line.rule == "place"
    assert line.text.render(["Ann", "Bo"]) == "Bo laid all on A1."


def test_a_game_adds_facts_that_no_old_sentence_told_from_the_lines_around_it() -> None:
    def count_up(lines: list[LogLine]) -> None:
        for n, line in enumerate(lines):
            assert isinstance(line.event, Laid)
            line.event = msgspec.structs.replace(line.event, n=n)

    game = replace(GAME, words=Words(log=replace(LOG, add_missing_facts=count_up)))
    inner = {"template": "{n} tiles", "parts": {"n": 9}}
    text = {"template": "{who:seat} laid {what} on {plot}.", "parts": {"who": 1, "what": inner, "plot": "C7"}}
    lines = unpack_lines(game, msgspec.json.encode([{"text": text}, {"text": text}]))
    assert [line.event for line in lines] == [Laid(1, 0, "C7"), Laid(1, 1, "C7")]
    data = pack_lines([LogLine(Laid(1, 9, "C7"))])
    assert data is not None and unpack_lines(game, data) == [LogLine(Laid(1, 9, "C7"))], "events need no mending"


def test_an_event_that_the_game_does_not_know_is_refused() -> None:
    data = msgspec.json.encode([{"event": {"event": "exploded", "who": 1}}])
    with pytest.raises(DamagedSave, match=r"The log of Toy contains an unknown event: .*exploded"):
        unpack_lines(GAME, data)
