"""What people see of Cross Bronx Expressway: the plan, clippings, panels, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.components import WORDS
from tabletown.games.cross_bronx.state import FACTION_NAMES, NUMBERS, Bronx
from tabletown.games.cross_bronx.view import board, panels
from tabletown.games.cross_bronx.view.clippings import clippings, headline
from tabletown.games.cross_bronx.view.guide import guide
from tabletown.games.cross_bronx.view.objectives import objectives, points
from tabletown.games.cross_bronx.view.record import record
from tabletown.games.cross_bronx.view.text import text
from tabletown.games.cross_bronx.view.words import button, chip, label
from tabletown.kernel import CHANCE, Decision, Panel, Scene

__all__ = ["label", "scene", "text"]


def scene(s: Bronx, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    options = list(asked.options) if asked is not None and asked.seat != CHANCE else []
    labels = {word: label(s, asked, word) for word in options} if asked else {}
    chips = {word: chip(s, asked, word) for word in options} if asked else {}
    buttons = {word: button(s, asked, word) for word in options} if asked else {}
    return Scene(
        board=board.draw(s, board.May(options, labels, chips)),
        text=text(s, seat, names),
        crumbs=_crumbs(s),
        panels=_panels(s, seat, asked, names),
        standing=[str(points) for points in s.vp],
        peek=headline(s),
        labels=labels,
        buttons=buttons,
    )


def _panels(s: Bronx, seat: int | None, asked: Decision | None, names: Sequence[str]) -> list[Panel]:
    found = [Panel("resources", "Resources", panels.resources(s), "hand")]
    if s.ending:
        found.append(Panel("record", "The Record", record(s), "hand"))
    found.append(Panel("event", "Event", clippings(s)))
    if any(s.tally):
        found.append(Panel("points", "Points", points(s)))
    found.append(Panel("factions", "Factions", panels.factions(s, seat, names)))
    found.append(Panel("guide", "Guide", guide(s, seat, asked)))
    found.append(Panel("objectives", "Objectives", objectives(s)))
    found.append(Panel("positions", "Positions", panels.positions(s)))
    found.append(Panel("audit", "Audit", panels.audit(s)))
    return [panel for panel in found if panel.html]


def _crumbs(s: Bronx) -> list[str]:
    """The walk so far: Act, Organize, District 4."""
    if s.actor < 0:
        return []
    crumbs = [FACTION_NAMES[s.actor]]
    if 0 <= s.box_now < len(board.BOX_NAMES):
        crumbs.append(board.BOX_NAMES[s.box_now])
    if s.action:
        crumbs.append(WORDS.action[s.action])
    crumbs += [f"District {NUMBERS[d]}" for d in s.districts] if s.action else []
    return crumbs
