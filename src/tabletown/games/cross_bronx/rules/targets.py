"""What an Event may choose among: Districts, pieces and Factions, as content/events.toml says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tabletown.games.cross_bronx.components import Effect
from tabletown.games.cross_bronx.options import (
    DISTRICT_WORDS,
    DONE_WORD,
    FACTION_OF_WORD,
    FACTION_WORDS,
    ORG_WORDS,
    TILE_WORDS,
)
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.housing import (
    coalition,
    cubes,
    has_organization,
    has_room_for_organization,
    population,
    room_for_organization,
    tiles,
    vulnerabilities,
)
from tabletown.games.cross_bronx.rules.housing import organizations as organizations_in
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    ADJACENT,
    BLIGHT,
    COMMUNITY,
    DISTRICTS,
    FACTION_IDS,
    FACTIONS,
    GRANT,
    INDEX,
    LOAN,
    NOBODY,
    NUMBERS,
    PUBLIC,
    SPAN,
    Bronx,
    spaces_of,
)
from tabletown.kernel import Script, Text

BOTH = (PUBLIC, COMMUNITY)  # a Loan never goes under a Private Organization
DISTRICT_FOR = {
    "place-population": Text("pick a District for one Population"),
    "place-vulnerability": Text("pick a District for a Vulnerability"),
    "place-organization": Text("pick a District for the Organization"),
}
PICK = {
    "remove-population": Text("pick Population to remove"),
    "remove-vulnerability": Text("pick a Vulnerability to remove"),
    "move-population": Text("pick Population to move"),
    "move-vulnerability": Text("pick a Vulnerability to move"),
    "remove-organization": Text("pick an Organization to remove"),
    "activate-organization": Text("pick an Organization to activate"),
    "refresh-organization": Text("pick an Organization to refresh"),
    "grant-organization": Text("pick the Organization that gets a Grant"),
    "replace-organization": Text("pick the Organization to replace"),
    "exhaust-tile": Text("pick the Infrastructure to exhaust"),
    "replace-tile": Text("pick the Infrastructure to replace"),
}
PICK_FACTION = Text("pick the Faction")
OWNERS = {"any": FACTIONS, **{id: (faction,) for faction, id in enumerate(FACTION_IDS)}}
RULE = "event.mandatory"

Possible = Callable[[int], object]  # District -> could one more piece be handled there now?
Pieces = Callable[[Bronx, int, Effect], list[str]]  # the pieces of a District that the effect may take

COUNTERS: dict[str, Callable[[Bronx, int], int]] = {
    "population": population,
    "vulnerabilities": vulnerabilities,
    "unhoused-population": lambda s, d: s.street_pop[d],
    "unhoused-vulnerabilities": lambda s, d: s.street_vul[d],
    "infrastructure": tiles,
}


def owned_by(faction: int) -> Callable[[Bronx, int], bool]:
    return lambda s, d: faction in s.owner[SPAN[d]]


def has_organizations(s: Bronx, d: int) -> bool:
    return any(has_organization(s, d, faction) for faction in FACTIONS)


# is there any of this in the District?
PRESENT: dict[str, Callable[[Bronx, int], bool]] = {
    "population": lambda s, d: population(s, d) > 0,
    "unhoused-population": lambda s, d: s.street_pop[d] > 0,
    "vulnerability": lambda s, d: vulnerabilities(s, d) > 0,
    "unhoused-vulnerability": lambda s, d: s.street_vul[d] > 0,
    "infrastructure": lambda s, d: any(s.owner[space] >= 0 for space in spaces_of[d]),
    "exhausted": lambda s, d: 1 in s.exhausted[SPAN[d]],
    "organization": has_organizations,
    "coalition": lambda s, d: any(coalition(s, space) for space in spaces_of[d]),
    "blight": lambda s, d: s.marker[d] == BLIGHT,
    **{f"{id}-infrastructure": owned_by(faction) for faction, id in enumerate(FACTION_IDS)},
}


def candidates(s: Bronx, effect: Effect, possible: Possible) -> list[int]:
    """The Districts the effect may choose among, as they stand before its first piece."""
    if effect.from_:
        return destinations(NOBODY, effect) if s.corrections else []
    if effect.pick == "same":
        found = [d for d in DISTRICTS if d in s.touched]
    elif effect.pick == "adjacent":
        found = [d for d in DISTRICTS if any(d in ADJACENT[touched] for touched in s.touched)]
    else:
        found = list(DISTRICTS)
    if where := effect.where:
        found = [d for d in found if NUMBERS[d] in where]
    for what in effect.has:
        present = PRESENT[what]
        found = [d for d in found if present(s, d)]
    for what in effect.lacks:
        present = PRESENT[what]
        found = [d for d in found if not present(s, d)]
    if possible is not anywhere:
        found = [d for d in found if possible(d)]
    if (counter := effect.most or effect.fewest) and found:
        counts = [COUNTERS[counter](s, d) for d in found]
        wanted = max(counts) if effect.most else min(counts)
        found = [d for d, count in zip(found, counts) if count == wanted]
    return found


def next_districts(s: Bronx, effect: Effect) -> list[int]:
    """Where the next piece of the effect in progress may go, after at least one."""
    pick, found, touched = effect.pick, s.found, s.touched
    if len(touched) == effect.count * (len(found) if pick == "each" else 1):
        return []
    if pick == "one":
        found = touched[:1]
    elif pick == "different":
        found = [d for d in found if d not in touched]
    possible = possible_in(s, effect)
    if pick == "each":
        return next(([d] for d in found if touched.count(d) < effect.count and possible(d)), [])
    return found if possible is anywhere else [d for d in found if possible(d)]


def destinations(origin: int, effect: Effect) -> list[int]:
    if effect.to == "adjacent":
        return list(ADJACENT[origin])
    if isinstance(effect.to, list):
        return [INDEX[number] for number in effect.to if INDEX[number] != origin]
    return [d for d in DISTRICTS if d != origin]


def tiles_of(s: Bronx, district: int, owner: str, state: str = "") -> list[int]:
    """Tiles of that owner ("any" for all) there, in that state."""
    who, held, exhausted = OWNERS[owner], s.owner, s.exhausted
    found = [space for space in spaces_of[district] if held[space] in who]
    if state and found:
        turned = state == "exhausted"
        found = [space for space in found if exhausted[space] == turned]
    return found


# ------------------------------------------------------------------ what could be done where


def placeable(s: Bronx, districts: Sequence[int], effect: Effect) -> list[int]:
    """Factions whose Organization the effect could place in one of the Districts."""
    factions, found = BOTH if effect.with_ == "loan" and effect.owner == "any" else OWNERS[effect.owner], []
    for faction in factions:
        if s.orgs_left[faction]:
            for district in districts:
                if has_room_for_organization(s, district, faction):
                    found.append(faction)
                    break
    return found


def cubes_of(s: Bronx, district: int, effect: Effect) -> list[str]:
    """The Population or Vulnerabilities there, whichever the effect takes."""
    if effect.what == "population":
        return cubes(s, district, s.pop, s.street_pop)
    return cubes(s, district, s.vul, s.street_vul)


def exhaustible_tiles(s: Bronx, district: int, effect: Effect) -> list[str]:
    return [TILE_WORDS[space] for space in tiles_of(s, district, effect.owner, "unexhausted")]


def replaceable_tiles(s: Bronx, district: int, effect: Effect) -> list[str]:
    spaces = tiles_of(s, district, effect.owner, effect.state)
    return [TILE_WORDS[space] for space in spaces if new_owners(s, s.owner[space], effect)]


def new_owners(s: Bronx, old: int, effect: Effect) -> list[int]:
    return [faction for faction in OWNERS[effect.by] if faction != old and s.tiles_left[faction]]


def replaceable_organizations(s: Bronx, district: int, effect: Effect) -> list[str]:
    """Housed ones whose tile can take the new Organization once the old one has left."""
    return [
        ORG_WORDS[space * 3 + old]
        for space in spaces_of[district]
        for old in OWNERS[effect.owner]
        if s.orgs[space * 3 + old] and successors(s, space, old, effect)
    ]


def successors(s: Bronx, space: int, old: int, effect: Effect) -> list[int]:
    """Factions whose Organization may stand there in place of the old one."""
    bits, s.orgs[space * 3 + old] = s.orgs[space * 3 + old], 0
    able = [
        faction
        for faction in OWNERS[effect.by]
        if faction != old and s.orgs_left[faction] and room_for_organization(s, space, faction)
    ]
    s.orgs[space * 3 + old] = bits
    return able


def wanted_organizations(s: Bronx, district: int, effect: Effect) -> list[str]:
    """The Organizations there that the effect could remove, activate, refresh or give a Grant."""
    want = ACTIVE if effect.do == "refresh" else 0
    lack = ACTIVE if effect.do == "activate" else GRANT | LOAN if effect.do == "grant" else 0
    if effect.do == "grant" and not s.grants:
        return []
    return [word for faction in OWNERS[effect.owner] for word in organizations_in(s, district, faction, want, lack)]


def anywhere(district: int) -> bool:
    return True


def nowhere(district: int) -> bool:
    return False


def possible_in(s: Bronx, effect: Effect) -> Possible:
    """Could one piece of this effect be handled in that District now?"""
    do, what = effect.do, effect.what
    if do == "place":
        if what == "population":
            return anywhere if s.pop_pool else nowhere
        if what == "vulnerability":
            return anywhere if s.vul_pool else nowhere
        return lambda d: placeable(s, (d,), effect)
    if effect.from_:
        return anywhere if s.corrections else nowhere
    if what == "population":
        return partial(population, s)
    if what == "vulnerability":
        return partial(vulnerabilities, s)
    pieces: Pieces = wanted_organizations
    if do == "exhaust":
        pieces = exhaustible_tiles
    elif do == "replace":
        pieces = replaceable_tiles if what == "infrastructure" else replaceable_organizations
    return lambda d: pieces(s, d, effect)


# ------------------------------------------------------------------ choosing a District, a piece, a Faction


def pick_district(s: Bronx, performer: int, purpose: str, districts: list[int], effect: Effect) -> Script:
    """The word of a District for the next piece, or done (up_to)."""
    options = [DISTRICT_WORDS[d] for d in districts]
    if effect.up_to:
        options.append(DONE_WORD)
    return ask(query(performer, purpose, DISTRICT_FOR[purpose], options, RULE))


def words_of(s: Bronx, districts: list[int], pieces: Pieces, effect: Effect) -> list[str]:
    """All these pieces in the Districts, and done where the effect may stop."""
    words = []
    for district in districts:
        words += pieces(s, district, effect)
    if effect.up_to:
        words.append(DONE_WORD)
    return words


def pick_piece(s: Bronx, performer: int, purpose: str, districts: list[int], pieces: Pieces, effect: Effect) -> Script:
    """One of the pieces in these Districts, or done. Each District has some, so that with several there is a choice."""
    prompt = PICK[purpose]
    if purpose.startswith("move-"):
        purpose = "remove-" + purpose[5:]
    if len(districts) > 1 or effect.up_to:
        return ask(query(performer, purpose, prompt, words_of, RULE, about=(s, districts, pieces, effect)))
    return ask(query(performer, purpose, prompt, pieces(s, districts[0], effect), RULE))


def pick_faction(s: Bronx, performer: int, factions: list[int]) -> Script:
    options = [FACTION_WORDS[faction] for faction in factions]
    word = yield from ask(query(performer, "choose-faction", PICK_FACTION, options, "event.open-faction-choice"))
    return FACTION_OF_WORD[word]
