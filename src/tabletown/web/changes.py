"""What changed from one picture to the next: a move changes a few marks of a board, so the rest is not sent again.

A text is cut before every "<", and what is new of it is told in such pieces: numbers come in pairs, where a run of the
old pieces begins and how many they are; a string stands for itself. `static/changes.js` puts it together again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from tabletown.web.messages import PanelView, Patch, Picture

SHORT = 200  # characters: a text that is no longer than this is simply sent
CHUNK = 1024  # characters that are looked at together
NEAR = 6  # pieces to look ahead for the next one that stayed


def changed(old: str, new: str) -> str | Patch:
    """The new text, or how it comes from the old one where that is shorter."""
    if len(new) <= SHORT or not old:
        return new
    if old == new:
        return Patch([0, old.count("<") + 1])
    steps = between(old, new)
    told = sum(len(step) if isinstance(step, str) else 4 for step in steps)
    return Patch(steps) if told < 0.7 * len(new) else new


def between(old: str, new: str) -> list[int | str]:
    """How the new text comes from the old one: what begins and ends them alike is not even taken apart."""
    shorter, same = min(len(old), len(new)), 0
    while same < shorter and old[same : same + CHUNK] == new[same : same + CHUNK]:
        same += CHUNK
    begin = old.rfind("<", 0, min(same, shorter))  # where a piece begins before which nothing differs
    if begin < 0:
        return patch(old.split("<"), new.split("<"))
    longer, same = len(new) - len(old), 0
    while same + CHUNK < shorter - begin:
        at = len(old) - same - CHUNK
        if old[at : at + CHUNK] != new[at + longer : at + longer + CHUNK]:
            break
        same += CHUNK
    end = old.find("<", len(old) - same) if same else -1  # … and where one does after which nothing differs
    first, last = old.count("<", 0, begin) + 1, old.count("<", end) if end >= 0 else 0
    end = end if end >= 0 else len(old)
    was = old[begin + 1 : end].split("<")
    steps = patch(was, new[begin + 1 : end + longer].split("<"))
    return [0, first, *_moved(steps, first), *((first + len(was), last) if last else ())]


def _moved(steps: list[int | str], by: int) -> Iterator[int | str]:
    """The same steps where so many pieces stand before the old ones."""
    at_place = True
    for step in steps:
        if isinstance(step, str):
            yield step
        else:
            yield step + by if at_place else step
            at_place = not at_place


def patch(old: list[str], new: list[str]) -> list[int | str]:
    steps: list[int | str] = []
    fresh: list[str] = []
    places = {piece: place for place, piece in zip(range(len(old) - 1, -1, -1), reversed(old))}  # the first of each
    have, want, at, place = len(old), len(new), 0, 0
    while at < want:
        piece = new[at]
        if place >= have or old[place] != piece:
            if piece not in places:
                fresh.append(piece)
                at += 1
                continue
            near = old[place : place + NEAR]
            place = place + near.index(piece) if piece in near else places[piece]
        begin = place
        while at < want and place < have and old[place] == new[at]:
            place += 1
            at += 1
        if fresh:
            steps.append("<".join(fresh))
            fresh = []
        steps += (begin, place - begin)
    if fresh:
        steps.append("<".join(fresh))
    return steps


def picture_changes(old: Picture, new: Picture) -> dict[str, Any]:
    """The picture's fields; long texts as changes, also those of its panels."""
    before, told = asdict(old), asdict(new)
    for field, value in told.items():
        if isinstance(value, str):
            told[field] = changed(before[field], value)
    panels: dict[str, PanelView] = {panel.id: panel for panel in old.panels}
    told["panels"] = [
        {**asdict(panel), "html": changed(panels[panel.id].html, panel.html)} if panel.id in panels else panel
        for panel in new.panels
    ]
    return told
