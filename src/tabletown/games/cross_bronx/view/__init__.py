"""What people see of Cross Bronx Expressway: the board, clippings and panels, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.components import WORDS
from tabletown.games.cross_bronx.options import POSITION_OF_WORD, SPACE_OF_WORD
from tabletown.games.cross_bronx.rules.winning import outcome
from tabletown.games.cross_bronx.state import FACTION_NAMES, NUMBERS, Bronx
from tabletown.games.cross_bronx.view import board, panels
from tabletown.games.cross_bronx.view.cards import positions
from tabletown.games.cross_bronx.view.cards.clippings import clippings, headline
from tabletown.games.cross_bronx.view.cards.objectives import objectives, points
from tabletown.games.cross_bronx.view.describe import BOX_NAMES, describe, purpose_of
from tabletown.games.cross_bronx.view.drawing.tiles import ghost
from tabletown.games.cross_bronx.view.goal import goal
from tabletown.games.cross_bronx.view.reports import record
from tabletown.games.cross_bronx.view.text import text
from tabletown.kernel import CHANCE, Decision, Panel, Scene, say

__all__ = ["describe", "scene", "text"]


def scene(s: Bronx, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    options = list(asked.options) if asked is not None and asked.seat != CHANCE else []
    shown = {word: describe(s, asked, word) for word in options} if asked else {}
    return Scene(
        board=record.draw(s) if s.ending else board.draw(s, shown, _ghosts(s, asked, options)),
        text=text(s, seat, names),
        crumbs=_crumbs(s),
        panels=_panels(s, seat, asked, names),
        standing=[str(points) for points in s.vp],
        peek=str(outcome(s).reason) if s.ending else headline(s),
        goal=goal(s, seat, names),
        options=shown,
        confirm=bool(options) and options[0] in POSITION_OF_WORD,
    )


def _ghosts(s: Bronx, asked: Decision | None, options: Sequence[str]) -> dict[str, str]:
    """Pictures of what each tile among the options would look like."""
    if asked is None:
        return {}
    placed = str(asked.prompt.parts.get("faction", FACTION_NAMES[asked.seat]))
    faction = FACTION_NAMES.index(placed) if placed in FACTION_NAMES else asked.seat
    tiles = [word for word in options if word in SPACE_OF_WORD]
    return {word: ghost(s, purpose_of(asked), SPACE_OF_WORD[word], faction) for word in tiles}


def _panels(s: Bronx, seat: int | None, asked: Decision | None, names: Sequence[str]) -> list[Panel]:
    found = [
        Panel("event", say("Event"), clippings(s) if not s.ending else ""),
        Panel("factions", say("Factions"), panels.factions(s, seat, names)),
        Panel("resources", say("Resources"), panels.resources(s), tab=say("Factions")),
        Panel("objectives", say("Objectives"), objectives(s)),
        Panel("positions", say("Positions"), positions.held(s), tab=say("Factions")),
        Panel("offer", "", positions.choice(s, asked), place="dialog"),
        Panel("audit", say("Audit"), panels.audit(s)),
        Panel(
            "points", say("Scored so far"), points(s) if any(s.tally) and not s.ending else "", tab=say("Objectives")
        ),
        Panel("record", say("Record"), record.entries(s), tab="" if s.ending else say("Event")),
    ]
    return [panel for panel in found if panel.html]


def _crumbs(s: Bronx) -> list[str]:
    """Breadcrumbs of the current action, such as Act, Organize, District 4."""
    if s.actor < 0:
        return []
    crumbs = [say(FACTION_NAMES[s.actor])]
    if 0 <= s.box_now < len(BOX_NAMES):
        crumbs.append(str(BOX_NAMES[s.box_now]))
    if s.action:
        crumbs.append(say(WORDS.action[s.action]))
    crumbs += [say("District {d}", d=NUMBERS[d]) for d in s.districts] if s.action else []
    return crumbs
