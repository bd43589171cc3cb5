"""Places in one sentence, shared by the board, the enlarged District, the text view and reasons."""

from __future__ import annotations

from tabletown.drawing import listed
from tabletown.games.cross_bronx.rules.naming import district
from tabletown.games.cross_bronx.state import ACTIVE, CODES, FACTION_NAMES, NOBODY, SPACE_NAMES, Bronx, spaces_of
from tabletown.games.cross_bronx.view.drawing import pieces
from tabletown.games.cross_bronx.view.drawing.tiles import held_by, markers_in, organizations_on
from tabletown.kernel import say


def district_in_words(s: Bronx, d: int) -> str:
    """District 5, Fordham: 2 of 3 spaces built, unhoused: 1 Population and 2 Vulnerabilities, Blight"""
    built = sum(s.owner[space] != NOBODY for space in spaces_of[d])
    notes = [say("{built} of {all} spaces built", built=built, all=len(spaces_of[d]))]
    street = unhoused(s, d)
    notes.append(say("unhoused: {pieces}", pieces=street) if street else say("nothing unhoused"))
    notes += [word for word, _ in markers_in(s, d)]
    return say("{place}: {notes:,}", place=str(district(d)), notes=notes)


def unhoused_in_words(s: Bronx, d: int) -> str:
    """District 5, Fordham, unhoused: 1 Population and 2 Vulnerabilities"""
    return say("{place}, unhoused: {pieces}", place=str(district(d)), pieces=unhoused(s, d))


def unhoused(s: Bronx, d: int) -> list[str]:
    """The unhoused pieces of the District."""
    found = []
    if s.street_pop[d]:
        found.append(say("{n} Population", n=s.street_pop[d]))
    if s.street_vul[d]:
        found.append(say("{n} Vulnerability", "{n} Vulnerabilities", n=s.street_vul[d]))
    entries = (entry for entry in s.street_orgs if entry // CODES // 3 == d)
    return found + [_organization(entry // CODES % 3, entry) for entry in entries]


def tile_in_words(s: Bronx, space: int) -> str:
    """5a: Public tile, 4 of 5 housed, active Public Organization and inactive Private Organization with Loan, …"""
    return say("{place}: {notes:,}", place=SPACE_NAMES[space], notes=tile_notes(s, space))


def tile_notes(s: Bronx, space: int) -> list[str]:
    """Phrases for the owner, the housed pieces and the Organizations."""
    if s.owner[space] == NOBODY:
        return [say("empty space")]
    owner = FACTION_NAMES[s.owner[space]]
    if s.exhausted[space]:
        return [say("exhausted {owner} tile", owner=owner)]
    notes = [say("{owner} tile", owner=owner), say("{pop} of 5 housed", pop=s.pop[space])]
    if s.vul[space]:
        notes.append(say("{n} Vulnerability", "{n} Vulnerabilities", n=s.vul[space]))
    factions = [faction for faction, _, _ in organizations_on(s, space)]
    if factions:
        notes.append(listed(_organization(faction, s.orgs[space * 3 + faction]) for faction in factions))
    if len(factions) == 2:
        social = pieces.coalition_letter(*factions) == "S"
        notes.append(say("a Social Coalition") if social else say("an Economic Coalition"))
    return notes


def _organization(faction: int, bits: int) -> str:
    who, held = FACTION_NAMES[faction], held_by(bits)
    told = (
        say("an active {who} Organization", who=who)
        if bits & ACTIVE
        else say("an inactive {who} Organization", who=who)
    )
    return say("{organization} with {held}", organization=told, held=held.title()) if held else told
