"""Notes of a game's lesson for play without a guide: which ones apply now, and which were shown before."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from tabletown.drawing import esc
from tabletown.kernel import Match, Panel, Scene, Text, say
from tabletown.learn.lesson import Note, load_lesson, moments
from tabletown.story import NoteReference

AT_ONCE = 3


class ShownNote(NamedTuple):
    when: str
    title: str
    say: str


class Notes(NamedTuple):
    now: list[ShownNote]  # most important first
    earlier: list[ShownNote]


@cache
def notes_of(folder: Path) -> dict[str, Note]:
    """The notes of a game's lesson by their moments."""
    return {when: note for note in load_lesson(folder).note for when in moments(note)}


def notes(match: Match, seat: int | None) -> Notes | None:
    """The notes for this seat now; None if nothing is explained."""
    story, folder = match.game.words.story, match.game.folder
    if seat is None or folder is None or story is None or story.notes is None or match.over:
        return None
    found = story.notes(match.view(seat), seat, match.decision(seat))
    if found is None:
        return None
    told = [story.teaches[line.kind] for line in match.lines_for(seat) if line.kind in story.teaches]
    met = [NoteReference(when) for when in dict.fromkeys(told)]  # a thing is new when it happens for the first time
    matters = [*found, *reversed(met)]
    known, names = notes_of(folder), match.names
    said: dict[str, ShownNote] = {}
    for when, parts in matters:
        note = known[when]
        title, words = Text(note.title, dict(parts)), Text(note.say, dict(parts))
        said.setdefault(note.title, ShownNote(when, title.render(names, seat), words.render(names, seat)))
    rows = list(said.values())
    return Notes(rows[:AT_ONCE], rows[AT_ONCE:])


def with_notes(scene: Scene, match: Match, seat: int | None) -> Scene:
    """The scene with a panel of notes: beside the board if the game has panels there, otherwise in the rail."""
    found = notes(match, seat)
    if found is None or not found.now:
        return scene
    html = "".join(f"<h3>{esc(note.title)}</h3><p>{esc(note.say)}</p>" for note in found.now)
    if found.earlier:
        rows = "".join(f"<dt>{esc(note.title)}</dt><dd>{esc(note.say)}</dd>" for note in found.earlier)
        html += f"<details><summary>{esc(say('Good to know'))}</summary><dl>{rows}</dl></details>"
    beside = any(panel.place == "left" for panel in scene.panels)
    panel = Panel("guide", say("Guide"), f'<div class="guide">{html}</div>', "left" if beside else "rail")
    at = len(scene.panels) if beside else 1
    scene.panels = [*scene.panels[:at], panel, *scene.panels[at:]]
    return scene
