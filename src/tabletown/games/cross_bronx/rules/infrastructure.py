"""Infrastructure (2.2.2): placing, replacing and exhausting it, and housing the pieces concerned."""

from __future__ import annotations

from functools import partial

from tabletown.games.cross_bronx.events.pieces import (
    BoughtOut,
    OrganizationRehoused,
    Settled,
    TileExhausted,
    TilePlaced,
    TileReplaced,
    TileReplacedFor,
)
from tabletown.games.cross_bronx.options import (
    ORG_OF_WORD,
    SPACE_OF_WORD,
    STREET_ORG_OF_WORD,
    STREET_ORG_WORDS,
    TILE_WORDS,
)
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.housing import (
    HOMES,
    NONE_THERE,
    OTHER_DISTRICT,
    Pending,
    room_for_population,
    room_for_vulnerability,
    say,
    shelter_population,
    shelter_vulnerability,
    spaces_for_organization,
    why_not_house_organization,
    why_not_stand,
)
from tabletown.games.cross_bronx.rules.money import pay, spend
from tabletown.games.cross_bronx.rules.organizations import HOUSE_ORGANIZATION, stand
from tabletown.games.cross_bronx.state import (
    CODES,
    DISTRICT_OF,
    DISTRICTS,
    FACTION_NAMES,
    FACTIONS,
    NUMBERS,
    ORG,
    OWN_THIN_TILES_EXHAUSTED,
    PRIVATE,
    SPACE_NAMES,
    Bronx,
    added,
    replaced,
    spaces_of,
    without,
)
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, because

STAYS = because("stays", "Housed pieces stay where they are.", "housing.housed-stay-put")
NOT_FROM_TILE = because("not-from-tile", "That Organization was not on the exhausted tile.", "unhoused.cubes-persist")
TAKES_ROOM = because("takes-room", "Fewer Organizations would find room that way.", "infra.exhaust.rehouse-maximum")
REHOUSE = Text("rehouse an Organization in District {district}")


def place_tile(s: Bronx, seat: int, space: int, faction: int, price: int) -> Script:
    spend(s, faction, price)
    s.owner, s.exhausted = replaced(s.owner, space, faction), replaced(s.exhausted, space, 0)
    s.tiles_left = added(s.tiles_left, faction, -1)
    yield from fill_tile(s, seat, space, [partial(TilePlaced, faction, SPACE_NAMES[space], price)])


def replace_tile(s: Bronx, seat: int, space: int, faction: int, price: int = 0) -> Script:
    """Replace a tile: an exhausted one is empty; an unexhausted one keeps its pieces, and its owner is paid."""
    old, name = s.owner[space], SPACE_NAMES[space]
    pending: Pending = [partial(TileReplaced, faction, name, old)]
    if price and s.exhausted[space]:
        spend(s, faction, price)
        pending = [partial(TileReplacedFor, faction, name, old, price)]
    elif price:
        pay(s, faction, old, price)
        pending = [partial(BoughtOut, faction, name, old, price)]
    s.tiles_left = added(added(s.tiles_left, old, 1), faction, -1)
    pieces = None
    if s.options.buyout_unhouses and not s.exhausted[space]:
        pieces = lift(s, space)
    s.owner, s.exhausted = replaced(s.owner, space, faction), replaced(s.exhausted, space, 0)
    if pieces is not None:
        yield from rehouse(s, seat, DISTRICT_OF[space], *pieces, pending)
    yield from fill_tile(s, seat, space, pending)


def fill_tile(s: Bronx, seat: int, space: int, pending: Pending) -> Script:
    """Move as many unhoused pieces of the District onto a new tile as it can hold (2.2.2)."""
    district = DISTRICT_OF[space]
    people = min(s.street_pop[district], HOMES - s.pop[space])
    s.street_pop[district] -= people
    s.pop[space] += people
    vulnerable = min(s.street_vul[district], 1 - s.vul[space])
    s.street_vul[district] -= vulnerable
    s.vul[space] += vulnerable
    if not pending and (people or vulnerable):  # the new tile itself has been logged already
        pending = [partial(Settled, NUMBERS[district], on_new_tile=True)]
    say(s, pending)
    while s.street_orgs:
        waiting = [
            STREET_ORG_WORDS[entry]
            for entry in s.street_orgs
            if entry // CODES // 3 == district and why_not_stand(s, space, entry // CODES % 3) is None
        ]
        if not waiting:
            return
        options = list(dict.fromkeys(waiting))
        prompt, rule = REHOUSE(district=NUMBERS[district]), "housing.new-tile.organization-choice"
        why, about = why_not_move_in, (s, space)
        word = yield from ask(query(seat, "rehouse-organization", prompt, options, rule, why, district, about))
        move_in_from_street(s, STREET_ORG_OF_WORD[word], space)


def why_not_move_in(s: Bronx, space: int, word: str) -> Reason | None:
    """Why that Organization cannot move from the street onto the new tile."""
    if word in ORG_OF_WORD:
        return STAYS
    entry = STREET_ORG_OF_WORD.get(word)
    if entry is None:
        return NOT_AN_OPTION
    if entry not in s.street_orgs:
        return NONE_THERE
    if entry // CODES // 3 != DISTRICT_OF[space]:
        return OTHER_DISTRICT
    return why_not_stand(s, space, entry // CODES % 3)


def move_in_from_street(s: Bronx, entry: int, space: int) -> None:
    s.street_orgs = without(s.street_orgs, entry)
    stand(s, space, entry // CODES % 3, entry % CODES, OrganizationRehoused)


Pieces = tuple[int, int, list[int]]  # Population, Vulnerabilities, and Organizations as entries of street_orgs


def lift(s: Bronx, space: int) -> Pieces:
    """Move everything on a tile to the street."""
    district = DISTRICT_OF[space]
    orgs = []
    for faction in FACTIONS:
        bits = s.orgs[space * 3 + faction]
        if bits:
            orgs.append((district * 3 + faction) * CODES + bits)
            s.orgs[space * 3 + faction] = 0
    s.street_orgs = sorted([*s.street_orgs, *orgs])
    people, vulnerable = s.pop[space], s.vul[space]
    s.street_pop[district] += people
    s.street_vul[district] += vulnerable
    s.pop[space] = s.vul[space] = 0
    return people, vulnerable, orgs


def exhaust(s: Bronx, seat: int, space: int) -> Script:
    """Exhaust a tile; its pieces are rehoused in the District or become unhoused."""
    if s.owner[space] == PRIVATE and s.pop[space] < 3:
        s.done[OWN_THIN_TILES_EXHAUSTED] += 1
    pieces = lift(s, space)
    s.exhausted = replaced(s.exhausted, space, 1)
    pending: Pending = [partial(TileExhausted, s.owner[space], SPACE_NAMES[space])]
    yield from rehouse(s, seat, DISTRICT_OF[space], *pieces, pending)


def rehouse(
    s: Bronx, seat: int, district: int, people: int, vulnerable: int, orgs: list[int], pending: Pending
) -> Script:
    """House these pieces from the street as far as there is room; other unhoused pieces stay."""
    yield from shelter_population(s, seat, district, people, pending)
    for _ in range(vulnerable):
        yield from shelter_vulnerability(s, seat, district, pending)
    say(s, pending)
    if orgs:
        yield from rehouse_organizations(s, seat, district, orgs)


def rehouse_organizations(s: Bronx, seat: int, district: int, orgs: list[int]) -> Script:
    """House as many Organizations as possible; the active player chooses which and where."""
    rule = "infra.exhaust.rehouse-choice"
    while orgs:
        factions = [entry // CODES % 3 for entry in orgs]
        most = most_housed(s, district, factions)
        if not most:
            return
        index = 0
        if most < len(orgs):
            fitting = [i for i in range(len(orgs)) if best_spaces(s, district, factions, i, most)]
            options = [STREET_ORG_WORDS[orgs[i]] for i in fitting]
            prompt = REHOUSE(district=NUMBERS[district])
            why, about = why_not_rehouse, (s, district, orgs, most)
            word = yield from ask(query(seat, "rehouse-organization", prompt, options, rule, why, district, about))
            index = fitting[options.index(word)]
        options = [TILE_WORDS[space] for space in best_spaces(s, district, factions, index, most)]
        prompt = HOUSE_ORGANIZATION(district=NUMBERS[district], faction=FACTION_NAMES[factions[index]])
        on, about_it = why_not_rehouse_on, (s, district, factions, index, most)
        word = yield from ask(query(seat, "house-organization", prompt, options, rule, on, district, about_it))
        move_in_from_street(s, orgs[index], SPACE_OF_WORD[word])
        orgs = orgs[:index] + orgs[index + 1 :]


def why_not_rehouse(s: Bronx, district: int, orgs: list[int], most: int, word: str) -> Reason | None:
    """Why that Organization from the exhausted tile cannot be rehoused now."""
    if word in ORG_OF_WORD:
        return STAYS
    entry = STREET_ORG_OF_WORD.get(word)
    if entry is None:
        return NOT_AN_OPTION
    if entry not in orgs:
        return NOT_FROM_TILE
    factions = [entry // CODES % 3 for entry in orgs]
    return None if best_spaces(s, district, factions, orgs.index(entry), most) else TAKES_ROOM


def why_not_rehouse_on(s: Bronx, district: int, factions: list[int], index: int, most: int, word: str) -> Reason | None:
    if reason := why_not_house_organization(s, district, factions[index], word):
        return reason
    return None if SPACE_OF_WORD[word] in best_spaces(s, district, factions, index, most) else TAKES_ROOM


def most_housed(s: Bronx, district: int, factions: list[int]) -> int:
    """The most Organizations of these Factions that the District can house."""
    if not factions:
        return 0
    faction, rest = factions[0], factions[1:]
    best = most_housed(s, district, rest)
    for space in spaces_for_organization(s, district, faction):
        s.orgs[space * 3 + faction] = ORG
        best = max(best, 1 + most_housed(s, district, rest))
        s.orgs[space * 3 + faction] = 0
        if best == len(factions):
            break
    return best


def best_spaces(s: Bronx, district: int, factions: list[int], index: int, most: int) -> list[int]:
    """Spaces the Organization at this index can take without costing another one its place."""
    faction, others = factions[index], factions[:index] + factions[index + 1 :]
    spaces = []
    for space in spaces_for_organization(s, district, faction):
        s.orgs[space * 3 + faction] = ORG
        if 1 + most_housed(s, district, others) == most:
            spaces.append(space)
        s.orgs[space * 3 + faction] = 0
    return spaces


def settle(s: Bronx, seat: int) -> Script:
    """Variant auto_rehouse: move unhoused cubes into free room."""
    for district in unsettled(s):
        pending: Pending = [partial(Settled, NUMBERS[district])]
        yield from rehouse(s, seat, district, s.street_pop[district], s.street_vul[district], [], pending)


def unsettled(s: Bronx) -> list[int]:
    return [
        district
        for district in DISTRICTS
        if (s.street_pop[district] and any(room_for_population(s, space) for space in spaces_of[district]))
        or (s.street_vul[district] and any(room_for_vulnerability(s, space) for space in spaces_of[district]))
    ]
