"""Changes from one picture to the next: a move changes only a few marks on a board, so the rest isn't sent again.

Markup is cut before every "<" and text into lines. The new version is a list of pieces: a pair of numbers means a run
of old pieces (start, count), a string stands for itself. The page reassembles it in `static/js/live/message_reader.js`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

from msgspec.structs import asdict

from tabletown.drawing import Drawing
from tabletown.web.protocol import PanelView, Patch, Picture, encode

SHORT = 200  # characters: shorter texts are sent as they are
CUT, LINE = "<", "\n"
NEAR = 6  # pieces to look ahead for the next unchanged one


def changed(old: str, new: str, cut: str = CUT) -> str | Patch:
    """The new text, or the changes from the old one if they are shorter."""
    if len(new) <= SHORT or not old:
        return new
    if old == new:
        return Patch([0, old.count(cut) + 1])
    steps = list(between(old, new, cut))
    told = sum([len(step) if type(step) is str else 4 for step in steps])
    return Patch(steps) if told < 0.7 * len(new) else new


def between(old: str, new: str, cut: str) -> Iterator[int | str]:
    """The changes from the old text to the new. Unchanged parts of a drawing aren't even cut up."""
    was: tuple[str, ...] = (cut + old,)  # each part begins with a cut
    now: tuple[str, ...] = (cut + new,)
    if drawn := isinstance(old, Drawing) and isinstance(new, Drawing):
        was, now = old.parts, new.parts
    stayed = {*was}.intersection(now)
    runs: dict[str, tuple[int, int]] = {}  # by unchanged part: the start and number of its pieces
    gone, places, at = list[str | None](), list[int](), int(drawn)  # nothing precedes the first cut
    for part in was:
        many = part.count(cut)
        if part in stayed:
            runs[part] = at, many
            gone.append(None)  # runs don't cross a gap
            places.append(at)
        else:
            gone += part[1:].split(cut)
            places += range(at, at + many)
        at += many
    first = {piece: place for place, piece in zip(range(len(gone) - 1, -1, -1), reversed(gone))}
    begin, end, fresh = 0, int(drawn), list[str]()
    for part in now:
        run = runs.get(part)
        if run is None:
            fresh += part[1:].split(cut)
            continue
        if fresh or run[0] != end:
            if begin < end:
                yield begin
                yield end - begin
            yield from patch(gone, first, fresh, places, cut)
            begin, fresh = run[0], []
        end = run[0] + run[1]
    if begin < end:
        yield begin
        yield end - begin
    yield from patch(gone, first, fresh, places, cut)


def patch(
    old: Sequence[str | None], first: dict[str | None, int], new: list[str], places: Sequence[int], cut: str
) -> Iterator[int | str]:
    """The changes from old pieces to new ones. `first`: the index of each old piece; `places`: the same in the whole
    text."""
    fresh: list[str] = []
    have, want, at, place = len(old), len(new), 0, 0
    while at < want:
        piece = new[at]
        if place >= have or old[place] != piece:
            if piece not in first:
                fresh.append(piece)
                at += 1
                continue
            near = old[place : place + NEAR]
            place = place + near.index(piece) if piece in near else first[piece]
        begin = place
        while at < want and place < have and old[place] == new[at]:
            place += 1
            at += 1
        if fresh:
            yield cut.join(fresh)
            fresh = []
        yield places[begin]
        yield place - begin
    if fresh:
        yield cut.join(fresh)


def version(picture: Picture) -> str:
    """What a page says of the picture it brought along: the same for the same picture, whatever drew it."""
    return blake2b(encode(picture), digest_size=9).hexdigest()


def picture_changes(old: Picture, new: Picture) -> dict[str, Any]:
    """The picture's fields, with long texts as changes, including those of its panels."""
    before, told = asdict(old), asdict(new)
    for field, value in told.items():
        if isinstance(value, str):
            told[field] = changed(before[field], value, LINE if field == "text" else CUT)
    panels: dict[str, PanelView] = {panel.id: panel for panel in old.panels}
    told["panels"] = [
        {**asdict(panel), "html": changed(panels[panel.id].html, panel.html)} if panel.id in panels else panel
        for panel in new.panels
    ]
    return told
