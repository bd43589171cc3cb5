"""What an Event may choose among: Districts, pieces and Factions, as content/events.toml says."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.games.cross_bronx.components import Effect
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.audit import bonds_left
from tabletown.games.cross_bronx.rules.housing import (
    coalition,
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
    CODES,
    COMMUNITY,
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    DISTRICTS,
    DONE_WORD,
    FACTION_IDS,
    FACTION_OF_WORD,
    FACTION_WORDS,
    FACTIONS,
    GRANT,
    LOAN,
    NUMBERS,
    ORG_WORDS,
    PUBLIC,
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
RULE = "event.mandatory"

Possible = Callable[[int], bool]  # District -> could one more piece be handled there now?

COUNTERS: dict[str, Callable[[Bronx, int], int]] = {
    "population": population,
    "vulnerabilities": vulnerabilities,
    "unhoused-population": lambda s, d: s.street_pop[d],
    "unhoused-vulnerabilities": lambda s, d: s.street_vul[d],
    "infrastructure": tiles,
}


def present(s: Bronx, d: int, what: str) -> bool:
    """Is there any of this in the District?"""
    if what == "population":
        return population(s, d) > 0
    if what == "unhoused-population":
        return s.street_pop[d] > 0
    if what == "vulnerability":
        return vulnerabilities(s, d) > 0
    if what == "unhoused-vulnerability":
        return s.street_vul[d] > 0
    if what == "infrastructure":
        return any(s.owner[space] >= 0 for space in spaces_of[d])
    if what == "exhausted":
        return any(s.exhausted[space] for space in spaces_of[d])
    if what == "organization":
        first, last = spaces_of[d].start * 3, spaces_of[d].stop * 3
        return any(s.orgs[first:last]) or any(entry // CODES // 3 == d for entry in s.street_orgs)
    if what == "coalition":
        return any(coalition(s, space) for space in spaces_of[d])
    if what == "blight":
        return s.marker[d] == BLIGHT
    return FACTION_IDS.index(what.partition("-")[0]) in [s.owner[space] for space in spaces_of[d]]


def candidates(s: Bronx, effect: Effect, possible: Possible) -> list[int]:
    """The Districts the effect may choose among, as they stand before its first piece."""
    if effect.pick == "same":
        found = [d for d in DISTRICTS if d in s.touched]
    elif effect.pick == "adjacent":
        found = [d for d in DISTRICTS if any(d in ADJACENT[touched] for touched in s.touched)]
    else:
        found = list(DISTRICTS)
    if where := effect.where:
        found = [d for d in found if NUMBERS[d] in where]
    if effect.has:
        found = [d for d in found if all(present(s, d, what) for what in effect.has)]
    if effect.lacks:
        found = [d for d in found if not any(present(s, d, what) for what in effect.lacks)]
    found = [d for d in found if possible(d)]
    if (counter := effect.most or effect.fewest) and found:
        counts = [COUNTERS[counter](s, d) for d in found]
        wanted = max(counts) if effect.most else min(counts)
        found = [d for d, count in zip(found, counts) if count == wanted]
    return found


class Pick:
    """Walks over the pieces of one effect; `districts()` is where the next one may go."""

    def __init__(self, s: Bronx, effect: Effect, possible: Possible) -> None:
        self.effect, self.possible = effect, possible
        self.found = candidates(s, effect, possible)
        self.touched: list[int] = []
        self.fresh = True  # no piece was handled since the candidates were found
        self.left = effect.count * (len(self.found) if effect.pick == "each" else 1)

    def districts(self) -> list[int]:
        if not self.left:
            return []
        pick, touched = self.effect.pick, self.touched
        found = self.found
        if pick == "one" and touched:
            found = touched[:1]
        elif pick == "different":
            found = [d for d in found if d not in touched]
        elif pick == "each":
            found = next(([d] for d in found if touched.count(d) < self.effect.count and self.possible(d)), [])
        return found if self.fresh else [d for d in found if self.possible(d)]

    def handled(self, district: int) -> None:
        self.fresh = False
        self.touched.append(district)
        self.left -= 1


def tiles_of(s: Bronx, district: int, owner: str, state: str = "") -> list[int]:
    """Tiles of that owner ("any" for all) there, in that state."""
    who, turned = owners(owner), state == "exhausted"
    return [
        space for space in spaces_of[district] if s.owner[space] in who and (not state or s.exhausted[space] == turned)
    ]


# ------------------------------------------------------------------ what could be done where


OWNERS = {"any": FACTIONS, **{id: (faction,) for faction, id in enumerate(FACTION_IDS)}}


def owners(owner: str) -> tuple[int, ...]:
    return OWNERS[owner]


def placeable(s: Bronx, effect: Effect) -> list[int]:
    """Factions whose Organization the effect could place."""
    factions = BOTH if effect.with_ == "loan" and effect.owner == "any" else owners(effect.owner)
    return [faction for faction in factions if s.orgs_left[faction]]


def replaceable_tiles(s: Bronx, district: int, effect: Effect) -> list[int]:
    return [
        space for space in tiles_of(s, district, effect.owner, effect.state) if new_owners(s, s.owner[space], effect)
    ]


def new_owners(s: Bronx, old: int, effect: Effect) -> list[int]:
    return [faction for faction in owners(effect.by) if faction != old and s.tiles_left[faction]]


def replaceable_organizations(s: Bronx, district: int, effect: Effect) -> list[str]:
    """Housed ones whose tile can take the new Organization once the old one has left."""
    return [
        ORG_WORDS[space * 3 + old]
        for space in spaces_of[district]
        for old in owners(effect.owner)
        if s.orgs[space * 3 + old] and successors(s, space, old, effect)
    ]


def successors(s: Bronx, space: int, old: int, effect: Effect) -> list[int]:
    """Factions whose Organization may stand there in place of the old one."""
    bits, s.orgs[space * 3 + old] = s.orgs[space * 3 + old], 0
    able = [
        faction
        for faction in owners(effect.by)
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
    return [word for faction in owners(effect.owner) for word in organizations_in(s, district, faction, want, lack)]


def possible_in(s: Bronx, effect: Effect) -> Callable[[int], bool]:
    """Could one piece of this effect be handled in that District now?"""
    do, what, owner = effect.do, effect.what, effect.owner
    if do == "place":
        if what == "population":
            return lambda d: s.pop_pool > 0
        if what == "vulnerability":
            return lambda d: s.vul_pool > 0
        return lambda d: any(has_room_for_organization(s, d, faction) for faction in placeable(s, effect))
    if what == "population":
        return lambda d: population(s, d) > 0
    if what == "vulnerability":
        return lambda d: vulnerabilities(s, d) > 0
    if do == "exhaust":
        return lambda d: bool(tiles_of(s, d, owner, "unexhausted"))
    if do == "replace" and what == "infrastructure":
        return lambda d: bool(replaceable_tiles(s, d, effect))
    if do == "replace":
        return lambda d: bool(replaceable_organizations(s, d, effect))
    return lambda d: bool(wanted_organizations(s, d, effect))


EVERYWHERE: dict[str, Callable[[Bronx, Effect], bool]] = {
    "corrections": lambda s, effect: s.vul_pool > 0 if effect.change > 0 else s.corrections > 0,
    "losses": lambda s, effect: s.losses > 0,
    "quota": lambda s, effect: any(s.street_pop) or any(s.street_vul),
    "resources": lambda s, effect: True,
    "lock-loans": lambda s, effect: s.loans > 0 and s.decade < effect.until,
    "bond": lambda s, effect: bonds_left(s) > 0,
}


# ------------------------------------------------------------------ choosing a District, a piece, a Faction


def pick_district(s: Bronx, performer: int, purpose: str, districts: list[int], effect: Effect) -> Script:
    """A District for the next piece, -1: no more (up_to)."""
    options = [DISTRICT_WORDS[d] for d in districts]
    if effect.up_to:
        options.append(DONE_WORD)
    word = yield from ask(query(performer, purpose, DISTRICT_FOR[purpose], options, RULE))
    return -1 if word == DONE_WORD else DISTRICT_OF_WORD[word]


def pick_piece(
    s: Bronx, performer: int, purpose: str, districts: list[int], pieces: Callable[[int], list[str]], effect: Effect
) -> Script:
    """One of the pieces in these Districts, or done. Each District has some, so that with several there is a choice."""

    def words() -> list[str]:
        found = [word for d in districts for word in pieces(d)]
        return [*found, DONE_WORD] if effect.up_to else found

    prompt = PICK[purpose]
    if purpose.startswith("move-"):
        purpose = "remove-" + purpose[5:]
    options = words if len(districts) > 1 or effect.up_to else words()
    return (yield from ask(query(performer, purpose, prompt, options, RULE)))


def pick_faction(s: Bronx, performer: int, factions: list[int]) -> Script:
    options = [FACTION_WORDS[faction] for faction in factions]
    word = yield from ask(query(performer, "choose-faction", PICK_FACTION, options, "event.open-faction-choice"))
    return FACTION_OF_WORD[word]
