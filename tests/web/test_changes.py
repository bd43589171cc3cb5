"""If the client has the picture, only changes are sent; reassembled, they give the same picture."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.drawing import Drawing
from tabletown.registry import game
from tabletown.web.protocol import encode
from tabletown.web.views.patches import CUT, LINE, changed
from tests.waiting import LIMIT
from tests.web.people import Person, Wire

tags = st.lists(
    st.sampled_from(["<g>", "\n", '<g id="x"', '<use href="#a"/>', "<b class='x'>", "</g>", "text ", "é", "🏙", "<"]),
    max_size=60,
)


def whole(old: str, now: Any, cut: str = CUT) -> str:
    """The equivalent of static/js/live/message_reader.js."""
    if isinstance(now, str):
        return now
    pieces, parts, steps = old.split(cut), [], iter(now["~"])
    for step in steps:
        parts.append(step if isinstance(step, str) else cut.join(pieces[step : step + next(steps)]))
    return cut.join(parts)


@given(tags, tags, st.integers(0, 300), st.sampled_from([CUT, LINE]))
@settings(max_examples=200, deadline=None)
def test_a_text_comes_out_as_it_was(before: list[str], after: list[str], same: int, cut: str) -> None:
    shared = "<i>shared</i>\n" * same  # long enough to be sent as changes
    old, new = "".join(before) + shared, "".join(after[:20]) + shared + "".join(after[20:])
    assert whole(old, json.loads(encode(changed(old, new, cut))), cut) == new


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_elements_that_change_come_and_go_leave_the_others_as_they_are(data: st.DataObject) -> None:
    """Pictures of elements with ids, like boards, any of which changes, disappears, moves, is new or duplicate."""
    element = st.tuples(st.integers(0, 12), st.integers(0, 2)).map(
        lambda of: f'<g id="a{of[0]}" class="k{of[1]}"><title>words</title>{"<path/>" * of[0]}</g>'
    )
    parts = st.lists(element | st.sampled_from(['<g class="may">', "</g>", "<text>text"]), max_size=30)
    head = '<svg class="board">' + "<i>ground</i>" * 40
    old, new = (Drawing([head, *data.draw(parts), "</svg>"]) for _ in range(2))
    assert whole(old, json.loads(encode(changed(old, new)))) == new


class Changes(Wire):
    """A page's connection, which requests changes and reassembles every table."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire.connection)
        self.table, self.sizes = wire.table, list[int]()

    def next(self, kind: str = "table", when: Any = lambda _: True) -> dict[str, Any]:
        while True:
            text = str(self.connection.recv(timeout=LIMIT))
            news = json.loads(text)
            if news["type"] == "changed":
                self.sizes.append(len(text))
                old, scene = self.table["scene"], news["scene"]
                known = {panel["id"]: panel["html"] for panel in old["panels"]}
                for field, value in scene.items():
                    if isinstance(value, dict):
                        scene[field] = whole(old[field], value, LINE if field == "text" else CUT)
                for panel in scene["panels"]:
                    panel["html"] = whole(known.get(panel["id"], ""), panel["html"])
                news = {**news["table"], "scene": scene}
            if news["type"] == "table":
                self.table = news
            if news["type"] == kind and when(news):
                return news


@pytest.mark.parametrize("id", ["right-of-way", "crossroll", "broken-cities", "new-york-crisis", "cross-bronx"])
def test_a_move_is_a_few_kilobytes_and_the_picture_is_whole(ann: Person, zoe: Person, id: str) -> None:
    seats = game(id).about.default_seats
    table = ann.opens(id, "me", *["here"] * (seats - 1), seed="7")
    rng = random.Random(7)
    with ann.at(table, "?changes=yes") as plain, zoe.at(table, "?changes=yes") as other:
        wire, watcher = Changes(plain), Changes(other)
        for _ in range(25):
            if not wire.table["asked"]:
                break
            before = wire.table["number"]
            wire.choose(rng.choice(wire.words), seat=wire.table["asked"]["seat"])
            wire.next(when=lambda t, before=before: t["number"] > before)  # type: ignore[misc]
        scene = wire.table["scene"]
        wire.send("refresh")
        assert wire.next()["fresh"] and wire.table["scene"] == scene  # sent as a whole: the same
        watcher.send("ping")
        watcher.next("pong")
        watched = watcher.table
        watcher.send("refresh")
        assert watched["scene"] == watcher.next(when=lambda t: t["fresh"])["scene"]
        typical = sorted(wire.sizes)[len(wire.sizes) // 2]
        assert typical < 20_000, f"{typical} bytes for one move"
