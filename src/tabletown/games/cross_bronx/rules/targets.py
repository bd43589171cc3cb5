"""What an Event may choose from: Districts, pieces and Factions, as described in content/events.toml."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from tabletown.games.cross_bronx.components import Effect
from tabletown.games.cross_bronx.options import (
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    DONE_WORD,
    FACTION_OF_WORD,
    FACTION_WORDS,
    ORG_OF_WORD,
    ORG_WORDS,
    SPACE_OF_WORD,
    STREET_ORG_OF_WORD,
    TILE_WORDS,
    district_of,
)
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.branches import IS_EXHAUSTED, NO_TILE_LEFT, NOT_EXHAUSTED
from tabletown.games.cross_bronx.rules.housing import (
    NO_ORGANIZATION_LEFT,
    NO_ROOM,
    NO_TILE,
    coalition,
    cubes,
    has_organization,
    has_room_for_organization,
    population,
    tiles,
    vulnerabilities,
    why_not_among,
    why_not_cube,
    why_not_organization,
    why_not_stand,
)
from tabletown.games.cross_bronx.rules.housing import organizations as organizations_in
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    ADJACENT,
    BLIGHT,
    DISTRICTS,
    FACTION_IDS,
    FACTIONS,
    GRANT,
    INDEX,
    LOAN,
    MAP_SPAN,
    NOBODY,
    NUMBERS,
    PRIVATE,
    SPAN,
    Bronx,
    spaces_of,
)
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, because

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
NOT_NAMED = because("not-named", "The Event names another Faction.", "event.open-faction-choice")
NEVER_PRIVATE = because("never-private", "A Loan never goes to Private.", "loan.never-private")
OWNED = because("owned", "It already belongs to that Faction.", "infra.replace-own")
NO_SUCCESSOR = because("no-successor", "No other Faction can replace it.", "event.impossible")
NOT_HOUSED = because("not-housed", "That Organization is unhoused.", "event.replace-organization")
NO_GRANT_LEFT = because("no-grant-left", "No Grant is left.", "grant-loan.none-left")
NOT_THERE = because("not-there", "The Event does not apply there.", "event.mandatory")
OWNERS = {"any": FACTIONS, **{id: (faction,) for faction, id in enumerate(FACTION_IDS)}}
RULE = "event.mandatory"

Possible = Callable[[int], object]  # District -> truthy if another piece can be handled there now
WhyNotFaction = Callable[..., "Reason | None"]  # …, Faction -> why it cannot be chosen


class Pieces(NamedTuple):
    """A kind of piece that an effect takes: its words in a District, and why a piece cannot be taken."""

    words: Callable[[Bronx, int, Effect], list[str]]
    why_not: Callable[[Bronx, Effect, str], Reason | None]


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


# whether the District has any of these
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
    """Districts the effect may choose from, determined before its first piece."""
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


def next_districts(s: Bronx, effect: Effect) -> Sequence[int]:
    """Districts for the next piece of the effect in progress, after at least one piece."""
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


# ------------------------------------------------------------------ what could be done where


def why_not_placeable(s: Bronx, districts: Sequence[int], effect: Effect, faction: int) -> Reason | None:
    """Why the effect cannot place an Organization of the Faction in one of the Districts."""
    if faction not in OWNERS[effect.owner]:
        return NOT_NAMED
    if faction == PRIVATE and effect.with_ == "loan" and effect.owner == "any":
        return NEVER_PRIVATE
    if not s.orgs_left[faction]:
        return NO_ORGANIZATION_LEFT
    return None if any(has_room_for_organization(s, district, faction) for district in districts) else NO_ROOM


def cubes_of(s: Bronx, district: int, effect: Effect) -> list[str]:
    """Words of the Population or Vulnerabilities there, whichever the effect takes."""
    if effect.what == "population":
        return cubes(s, district, s.pop, s.street_pop)
    return cubes(s, district, s.vul, s.street_vul)


def why_not_cube_of(s: Bronx, effect: Effect, word: str) -> Reason | None:
    housed, street = (s.pop, s.street_pop) if effect.what == "population" else (s.vul, s.street_vul)
    return why_not_cube(s, DISTRICTS, housed, street, "", word)


def why_not_tile(s: Bronx, effect: Effect, state: str, word: str) -> Reason | None:
    """Why the effect cannot take that tile, such as its owner or state."""
    space = SPACE_OF_WORD.get(word)
    if space is None:
        return NOT_AN_OPTION
    if s.owner[space] == NOBODY:
        return NO_TILE
    if s.owner[space] not in OWNERS[effect.owner]:
        return NOT_NAMED
    if state == "exhausted" and not s.exhausted[space]:
        return NOT_EXHAUSTED
    return IS_EXHAUSTED if state == "unexhausted" and s.exhausted[space] else None


def why_not_exhaust(s: Bronx, effect: Effect, word: str) -> Reason | None:
    return why_not_tile(s, effect, "unexhausted", word)


def exhaustible_tiles(s: Bronx, district: int, effect: Effect) -> list[str]:
    owners, owner, exhausted = OWNERS[effect.owner], s.owner, s.exhausted
    return [TILE_WORDS[n] for n in spaces_of[district] if owner[n] in owners and not exhausted[n]]


def why_not_replace_tile(s: Bronx, effect: Effect, word: str) -> Reason | None:
    if reason := why_not_tile(s, effect, effect.state, word):
        return reason
    reasons = [why_not_new_owner(s, s.owner[SPACE_OF_WORD[word]], effect, faction) for faction in FACTIONS]
    return None if None in reasons else NO_SUCCESSOR


def replaceable_tiles(s: Bronx, district: int, effect: Effect) -> list[str]:
    return [word for word in TILE_WORDS[SPAN[district]] if why_not_replace_tile(s, effect, word) is None]


def why_not_new_owner(s: Bronx, old: int, effect: Effect, faction: int) -> Reason | None:
    """Why the Faction's tile cannot replace the old owner's."""
    if faction not in OWNERS[effect.by]:
        return NOT_NAMED
    if faction == old:
        return OWNED
    return None if s.tiles_left[faction] else NO_TILE_LEFT


def why_not_replace_organization(s: Bronx, effect: Effect, word: str) -> Reason | None:
    """Why an Organization cannot be replaced: unhoused, or its tile could not take the new one."""
    if word in STREET_ORG_OF_WORD:
        return NOT_HOUSED
    if reason := why_not_organization(s, DISTRICTS, OWNERS[effect.owner], 0, 0, "", word):
        return reason
    space, old = divmod(ORG_OF_WORD[word], 3)
    reasons = [why_not_successor(s, space, old, effect, faction) for faction in FACTIONS]
    return None if None in reasons else NO_SUCCESSOR


def replaceable_organizations(s: Bronx, district: int, effect: Effect) -> list[str]:
    standing = zip(ORG_WORDS[MAP_SPAN[district]], s.orgs[MAP_SPAN[district]])
    return [word for word, bits in standing if bits and why_not_replace_organization(s, effect, word) is None]


def why_not_successor(s: Bronx, space: int, old: int, effect: Effect, faction: int) -> Reason | None:
    """Why the Faction's Organization cannot take the old one's place."""
    if faction not in OWNERS[effect.by]:
        return NOT_NAMED
    if faction == old:
        return OWNED
    if not s.orgs_left[faction]:
        return NO_ORGANIZATION_LEFT
    bits, s.orgs[space * 3 + old] = s.orgs[space * 3 + old], 0
    reason = why_not_stand(s, space, faction)
    s.orgs[space * 3 + old] = bits
    return reason


def wanted(effect: Effect) -> tuple[int, int]:
    """Bits an Organization must have, and must not have, for the effect."""
    want = ACTIVE if effect.do == "refresh" else 0
    return want, ACTIVE if effect.do == "activate" else GRANT | LOAN if effect.do == "grant" else 0


def why_not_wanted(s: Bronx, effect: Effect, word: str) -> Reason | None:
    """Why the effect cannot remove, activate, refresh or give a Grant to that Organization."""
    reason = why_not_organization(s, DISTRICTS, OWNERS[effect.owner], *wanted(effect), "", word)
    return NO_GRANT_LEFT if reason is None and effect.do == "grant" and not s.grants else reason


def wanted_organizations(s: Bronx, district: int, effect: Effect) -> list[str]:
    if effect.do == "grant" and not s.grants:
        return []
    want, lack = wanted(effect)
    return [word for faction in OWNERS[effect.owner] for word in organizations_in(s, district, faction, want, lack)]


CUBES = Pieces(cubes_of, why_not_cube_of)
TILES_TO_EXHAUST = Pieces(exhaustible_tiles, why_not_exhaust)
TILES_TO_REPLACE = Pieces(replaceable_tiles, why_not_replace_tile)
ORGANIZATIONS_TO_REPLACE = Pieces(replaceable_organizations, why_not_replace_organization)
ORGANIZATIONS = Pieces(wanted_organizations, why_not_wanted)


def anywhere(district: int) -> bool:
    return True


def nowhere(district: int) -> bool:
    return False


def possible_in(s: Bronx, effect: Effect) -> Possible:
    """Whether one piece of this effect can be handled in the District now."""
    do, what = effect.do, effect.what
    if do == "place":
        if what == "population":
            return anywhere if s.pop_pool else nowhere
        if what == "vulnerability":
            return anywhere if s.vul_pool else nowhere
        return lambda d: any(why_not_placeable(s, (d,), effect, faction) is None for faction in FACTIONS)
    if effect.from_:
        return anywhere if s.corrections else nowhere
    if what == "population":
        return partial(population, s)
    if what == "vulnerability":
        return partial(vulnerabilities, s)
    pieces = ORGANIZATIONS
    if do == "exhaust":
        pieces = TILES_TO_EXHAUST
    elif do == "replace":
        pieces = TILES_TO_REPLACE if what == "infrastructure" else ORGANIZATIONS_TO_REPLACE
    return lambda d: pieces.words(s, d, effect)


# ------------------------------------------------------------------ choosing a District, a piece, a Faction


def pick_district(s: Bronx, performer: int, purpose: str, districts: Sequence[int], effect: Effect) -> Script:
    """Ask for the District of the next piece, or for stopping if the effect is "up to"."""
    options = [DISTRICT_WORDS[d] for d in districts]
    if effect.up_to:
        options.append(DONE_WORD)
    about = (s, districts, effect)
    return ask(query(performer, purpose, DISTRICT_FOR[purpose], options, RULE, why_not_there, about=about))


def why_not_there(s: Bronx, districts: Sequence[int], effect: Effect, word: str) -> Reason | None:
    reason = why_not_among(districts, NOT_THERE, DONE_WORD if effect.up_to else "", word)
    return NO_ROOM if reason is NOT_THERE and DISTRICT_OF_WORD[word] in s.open else reason


def words_of(s: Bronx, districts: Sequence[int], pieces: Pieces, effect: Effect) -> list[str]:
    """Words of all such pieces in the Districts, and of stopping if the effect allows it."""
    words = []
    for district in districts:
        words += pieces.words(s, district, effect)
    if effect.up_to:
        words.append(DONE_WORD)
    return words


def why_not_piece(s: Bronx, districts: Sequence[int], pieces: Pieces, effect: Effect, word: str) -> Reason | None:
    if word == DONE_WORD and effect.up_to:
        return None
    if reason := pieces.why_not(s, effect, word):
        return reason
    return None if district_of(word) in districts else NOT_THERE


def pick_piece(
    s: Bronx, performer: int, purpose: str, districts: Sequence[int], pieces: Pieces, effect: Effect
) -> Script:
    """Ask for a piece in these Districts, or stopping. Each has one, so several Districts always mean a choice."""
    prompt = PICK[purpose]
    if purpose.startswith("move-"):
        purpose = "remove-" + purpose[5:]
    about = (s, districts, pieces, effect)
    several = len(districts) > 1 or effect.up_to
    options = words_of if several else pieces.words(s, districts[0], effect)
    return ask(query(performer, purpose, prompt, options, RULE, why_not_piece, about=about))


def why_not_faction(why_not: WhyNotFaction, about: tuple[Any, ...], word: str) -> Reason | None:
    return why_not(*about, FACTION_OF_WORD[word]) if word in FACTION_OF_WORD else NOT_AN_OPTION


def pick_faction(performer: int, why_not: WhyNotFaction, *about: Any) -> Script:
    """Ask for one of the Factions for which `why_not(*about, faction)` is None."""
    options = [word for word in FACTION_WORDS if why_not_faction(why_not, about, word) is None]
    rule, all_about = "event.open-faction-choice", (why_not, about)
    question = query(performer, "choose-faction", PICK_FACTION, options, rule, why_not_faction, about=all_about)
    return FACTION_OF_WORD[(yield from ask(question))]
