"""What stands on a tile and lies in a District, as a picture and in words."""

from __future__ import annotations

from tabletown.drawing import named
from tabletown.games.cross_bronx import state as st
from tabletown.games.cross_bronx.state import ACTIVE, FACTION_NAMES, FACTIONS, GRANT, LOAN, Bronx
from tabletown.games.cross_bronx.view import pieces
from tabletown.kernel import say


def organizations_on(s: Bronx, space: int) -> tuple[tuple[int, bool, str], ...]:
    """(Faction, active, "grant" | "loan" | "") of each Organization on the tile."""
    found = []
    for faction in FACTIONS:
        bits = s.orgs[space * 3 + faction]
        if bits:
            found.append((faction, bool(bits & ACTIVE), held_by(bits)))
    return tuple(found)


def held_by(bits: int) -> str:
    return "grant" if bits & GRANT else "loan" if bits & LOAN else ""


def tile_picture(s: Bronx, space: int) -> str:
    return pieces.tile(s.owner[space], s.pop[space], s.vul[space], organizations_on(s, space), bool(s.exhausted[space]))


def ghost(s: Bronx, purpose: str, space: int, faction: int) -> str:
    """What the tile would look like where it changes, if this option were taken."""
    match purpose:
        case "house-population" if s.pop[space] < len(pieces.POPULATION_X):
            return pieces.cubes("pop", [(pieces.POPULATION_X[s.pop[space]], pieces.POPULATION_Y)], 7.6)
        case "house-vulnerability":
            return pieces.cubes("need", [pieces.VULNERABILITY_AT], 8.0)
        case "house-organization":
            there = organizations_on(s, space)
            standing = tuple(sorted((*there, (faction, False, ""))))
            picture = pieces.tile(s.owner[space], s.pop[space], s.vul[space], standing, False)
            return picture if len(standing) <= 2 else ""
        case "exhaust-tile":
            return pieces.tile(s.owner[space], 0, 0, (), True)
        case "replace-tile" if s.exhausted[space]:
            return pieces.tile(faction, 0, 0, (), False)
        case "take-vulnerability" | "pay-off-vulnerability" | "remove-vulnerability" | "blight-vulnerability":
            x, y = pieces.VULNERABILITY_AT
            return f'<path class="gone" d="M{x - 7},{y - 7}l14,14m0,-14l-14,14"/>'
        case "take-population" | "move-in-population" | "remove-population" if s.pop[space]:
            x, y = pieces.POPULATION_X[s.pop[space] - 1], pieces.POPULATION_Y
            return f'<path class="gone" d="M{x - 6},{y - 6}l12,12m0,-12l-12,12"/>'
    return ""


def markers_in(s: Bronx, d: int) -> list[tuple[str, str]]:
    """(word, kind) of every marker lying in the District."""
    found = []
    if s.marker[d]:
        kind = st.MARKERS[s.marker[d]]
        found.append((named(kind.title()), kind))
    for kind, first in (("grant", st.GRANT_UP), ("loan", st.LOAN_UP)):
        count = s.awaiting[d * 4 + first] + s.awaiting[d * 4 + first + 1]
        if count:
            found.append((named(kind.title()) + (f" ×{count}" if count > 1 else ""), kind))
    return found


def tile_in_words(s: Bronx, space: int) -> list[str]:
    """Owner, who is housed, Organizations: one phrase each."""
    owner = FACTION_NAMES[s.owner[space]]
    if s.exhausted[space]:
        return [say("{owner} tile, exhausted", owner=owner)]
    phrases = [
        say("{owner} tile", owner=owner),
        say("{pop} of 5 housed", pop=s.pop[space]) + (say(", vulnerable") if s.vul[space] else ""),
    ]
    orgs = [_organization(faction, active, held) for faction, active, held in organizations_on(s, space)]
    if orgs:
        kind = ""
        if len(orgs) == 2:
            letter = pieces.coalition_letter(*(faction for faction, _, _ in organizations_on(s, space)))
            kind = say(" ({part} Coalition)", part=say("Social") if letter == "S" else say("Economic"))
        phrases.append(say("{organizations}{kind}", organizations=orgs, kind=kind))
    return phrases


def _organization(faction: int, active: bool, held: str) -> str:
    who = FACTION_NAMES[faction]
    state = say("{who:word} active", who=who) if active else say("{who:word} inactive", who=who)
    return say("{organization} with {held}", organization=state, held=held.title()) if held else state
