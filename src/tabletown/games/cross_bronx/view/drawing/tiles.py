"""Pictures of what is on a tile and in a District."""

from __future__ import annotations

from tabletown.drawing import named
from tabletown.games.cross_bronx import state as st
from tabletown.games.cross_bronx.state import ACTIVE, FACTIONS, GRANT, LOAN, Bronx
from tabletown.games.cross_bronx.view.drawing import pieces


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
    """A picture of how the tile would change if this option were taken."""
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
