"""Population, Vulnerabilities, Organizations and the Infrastructure that houses them (2.1.7, 2.2)."""

from __future__ import annotations

from collections.abc import Iterable

from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.money import can_spend, spend
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    CODES,
    COMMUNITY,
    CORRECTIONS_LIMIT,
    DISTRICT_OF,
    DISTRICTS,
    FACE_DOWN,
    FACTION_NAMES,
    FACTIONS,
    GRANT,
    GRANT_DOWN,
    GRANT_UP,
    LOAN,
    LOAN_DOWN,
    LOAN_UP,
    NOBODY,
    NUMBERS,
    ORG,
    ORG_OF_WORD,
    ORG_WORDS,
    OWN_THIN_TILES_EXHAUSTED,
    PRIVATE,
    PUBLIC,
    SPACE_NAMES,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    STREET_ORG_OF_WORD,
    STREET_ORG_WORDS,
    STREET_WORDS,
    TILE_WORDS,
    VULNERABILITIES_ADDED,
    Bronx,
    spaces_of,
)
from tabletown.kernel import Reason, Script, Text, because, tell

HOMES = 5  # Population on a tile
NO_COALITION, SOCIAL, ECONOMIC = 0, 1, 2
PLACE_COST = 2  # of an Organization, without Grant or Loan

HOUSE_POPULATION = Text("pick a tile in District {district} for one Population")
HOUSE_VULNERABILITY = Text("pick a tile in District {district} for the Vulnerability")
HOUSE_ORGANIZATION = Text("pick a tile in District {district} for the {faction} Organization")
REHOUSE = Text("pick the Organization that finds room in District {district}")
TAKE_MARKER = Text("pick what the {faction} Organization stands on")
EXHAUSTED = Text("{faction} Infrastructure on {space} was exhausted.")
FORMED = (None, Text("A Social Coalition formed on {space}."), Text("An Economic Coalition formed on {space}."))
PLACED = Text("A {faction} Organization was placed on {space}{marker}.")
MOVED = Text("A {faction} Organization moved to {space}{marker}.")
REHOUSED = Text("A {faction} Organization found room on {space}{marker}.")
TILE_PLACED = Text("{faction} placed Infrastructure on {space}.")
TILE_REPLACED = Text("{faction} replaced {old} Infrastructure on {space}.")
REMOVED = Text("A {faction} Organization left District {district}.")

NO_ORGANIZATION_LEFT = because("No Organization is left in that Faction's area.", "area.supply-limits")
NO_ROOM = because("No tile there has room for the Organization.", "org.place.needs-room")
CANNOT_PAY = because("That would go past the debt limit.", "debt.limit.voluntary-spending")


# ------------------------------------------------------------------ reading the map


def population(s: Bronx, district: int) -> int:
    spaces = spaces_of[district]
    return sum(s.pop[spaces.start : spaces.stop]) + s.street_pop[district]


def housed_population(s: Bronx, district: int) -> int:
    spaces = spaces_of[district]
    return sum(s.pop[spaces.start : spaces.stop])


def population_on(s: Bronx, district: int, faction: int) -> int:
    """Population housed on that Faction's tiles in the District."""
    return sum(s.pop[space] for space in spaces_of[district] if s.owner[space] == faction)


def vulnerabilities(s: Bronx, district: int) -> int:
    spaces = spaces_of[district]
    return sum(s.vul[spaces.start : spaces.stop]) + s.street_vul[district]


def tiles(s: Bronx, district: int) -> int:
    """All tiles of the District, exhausted ones too (ruling quota.infrastructure-counts-exhausted)."""
    if s.variants.unexhausted_only:
        return sum(s.owner[space] >= 0 and not s.exhausted[space] for space in spaces_of[district])
    return sum(s.owner[space] >= 0 for space in spaces_of[district])


def unexhausted_tiles(s: Bronx, district: int) -> list[int]:
    return [space for space in spaces_of[district] if s.owner[space] >= 0 and not s.exhausted[space]]


def empty_space(s: Bronx, district: int) -> int:
    """The first free space of the District, NOBODY if it is full."""
    return next((space for space in spaces_of[district] if s.owner[space] < 0), NOBODY)


def room_for_population(s: Bronx, space: int) -> int:
    return 0 if s.owner[space] < 0 or s.exhausted[space] else HOMES - s.pop[space]


def room_for_vulnerability(s: Bronx, space: int) -> int:
    return 0 if s.owner[space] < 0 or s.exhausted[space] else 1 - s.vul[space]


def room_for_organization(s: Bronx, space: int, faction: int) -> bool:
    """Two Organizations at most, and one of each Faction."""
    if s.owner[space] < 0 or s.exhausted[space]:
        return False
    public, community, private = s.orgs[space * 3 : space * 3 + 3]
    if faction == PUBLIC:
        return not public and not (community and private)
    if faction == COMMUNITY:
        return not community and not (public and private)
    return not private and not (public and community)


def has_room_for_organization(s: Bronx, district: int, faction: int) -> bool:
    for space in spaces_of[district]:  # noqa: SIM110 - the hot path of every menu
        if room_for_organization(s, space, faction):
            return True
    return False


def spaces_for_organization(s: Bronx, district: int, faction: int) -> list[int]:
    return [space for space in spaces_of[district] if room_for_organization(s, space, faction)]


def coalition(s: Bronx, space: int) -> int:
    """Two Organizations on one tile: with Private it is Economic, else Social. Never stored, always read."""
    public, community, private = s.orgs[space * 3 : space * 3 + 3]
    if private:
        return ECONOMIC if public or community else NO_COALITION
    return SOCIAL if public and community else NO_COALITION


def partner(s: Bronx, space: int, faction: int) -> int:
    """The Faction that shares this tile with that Faction's Organization, or NOBODY."""
    return next((other for other in FACTIONS if other != faction and s.orgs[space * 3 + other]), NOBODY)


def coalitions(s: Bronx) -> tuple[int, int]:
    """How many Social and how many Economic Coalitions there are."""
    social = economic = 0
    orgs = s.orgs
    for first in range(0, len(orgs), 3):
        if orgs[first + PRIVATE]:
            if orgs[first] or orgs[first + COMMUNITY]:
                economic += 1
        elif orgs[first] and orgs[first + COMMUNITY]:
            social += 1
    return social, economic


def organizations(s: Bronx, district: int, faction: int, want: int = 0, lack: int = 0) -> list[str]:
    """Words of that Faction's Organizations there whose bits include `want` and none of `lack`, unhoused ones last."""
    words = []
    for space in spaces_of[district]:
        bits = s.orgs[space * 3 + faction]
        if bits and bits & want == want and not bits & lack:
            words.append(ORG_WORDS[space * 3 + faction])
    if s.street_orgs:
        place = district * 3 + faction
        for entry in s.street_orgs:
            if entry // CODES == place and entry & want == want and not entry & lack:
                word = STREET_ORG_WORDS[entry]
                if word not in words:
                    words.append(word)
    return words


def has_inactive(s: Bronx, district: int, faction: int) -> bool:
    """Is an Inactive Organization of that Faction there?"""
    spaces = spaces_of[district]
    for bits in s.orgs[spaces.start * 3 + faction : spaces.stop * 3 : 3]:
        if bits and not bits & ACTIVE:
            return True
    return bool(s.street_orgs) and bool(organizations(s, district, faction, lack=ACTIVE))


def organizations_on_map(s: Bronx, faction: int, want: int = 0, lack: int = 0) -> list[str]:
    return [word for district in DISTRICTS for word in organizations(s, district, faction, want, lack)]


def bits_of(s: Bronx, word: str) -> int:
    """The bits of the Organization that this word names."""
    place = ORG_OF_WORD.get(word)
    return s.orgs[place] if place is not None else STREET_ORG_OF_WORD[word] % CODES


def faction_of(word: str) -> int:
    """Whose Organization this word names."""
    place = ORG_OF_WORD.get(word)
    return place % 3 if place is not None else STREET_ORG_OF_WORD[word] // CODES % 3


def set_bits(s: Bronx, word: str, bits: int) -> None:
    """Change an Organization; 0 takes it off the map (where it goes is the caller's business)."""
    place = ORG_OF_WORD.get(word)
    if place is not None:
        s.orgs[place] = bits
        return
    entry = STREET_ORG_OF_WORD[word]
    s.street_orgs.remove(entry)
    if bits:
        s.street_orgs.append(entry // CODES * CODES + bits)
        s.street_orgs.sort()


# ------------------------------------------------------------------ cubes


def cubes(s: Bronx, district: int, housed: list[int], street: list[int]) -> list[str]:
    """Where cubes can be taken from: the tiles that house some, and the street."""
    if s.variants.unhoused_first_for_all and street[district]:
        return [STREET_WORDS[district]]
    words = [TILE_WORDS[space] for space in spaces_of[district] if housed[space]]
    if street[district]:
        words.append(STREET_WORDS[district])
    return words


def take(word: str, housed: list[int], street: list[int]) -> bool:
    """Take one cube from there; True if it was unhoused."""
    space = SPACE_OF_WORD.get(word)
    if space is not None:
        housed[space] -= 1
        return False
    street[STREET_OF_WORD[word]] -= 1
    return True


def house_population(s: Bronx, seat: int, district: int, count: int) -> Script:
    """Population enters the District and is housed as far as there is room; returns how many were."""
    s.street_pop[district] += count
    return (yield from shelter_population(s, seat, district, count))


def shelter_population(s: Bronx, seat: int, district: int, count: int) -> Script:
    """From the street into homes."""
    housed = 0
    while housed < count:
        free = [space for space in spaces_of[district] if room_for_population(s, space)]
        if not free:
            break
        left, room = count - housed, sum(HOMES - s.pop[space] for space in free)
        if room <= left:
            for space in free:
                s.pop[space] = HOMES
            moved = room
        elif len(free) == 1:
            s.pop[free[0]] += left
            moved = left
        else:
            options = [TILE_WORDS[space] for space in free]
            rule = "housing.on-placement.active-player-chooses"
            prompt = _HOUSE_POPULATION[district]
            word = yield from ask(s, query(seat, "house-population", prompt, options, rule, district=district))
            s.pop[SPACE_OF_WORD[word]] += 1
            moved = 1
        s.street_pop[district] -= moved
        housed += moved
    return housed


def add_population(s: Bronx, seat: int, district: int, count: int) -> Script:
    """From the pool, as many as it holds."""
    count = min(count, s.pop_pool)
    s.pop_pool -= count
    yield from house_population(s, seat, district, count)
    return count


def house_vulnerability(s: Bronx, seat: int, district: int) -> Script:
    """An entering Vulnerability: on a tile without one, else unhoused."""
    s.street_vul[district] += 1
    yield from shelter_vulnerability(s, seat, district)


def shelter_vulnerability(s: Bronx, seat: int, district: int) -> Script:
    free = [space for space in spaces_of[district] if room_for_vulnerability(s, space)]
    if not free:
        return
    options = [TILE_WORDS[space] for space in free]
    rule = "housing.on-placement.active-player-chooses"
    prompt = _HOUSE_VULNERABILITY[district]
    word = yield from ask(s, query(seat, "house-vulnerability", prompt, options, rule, district=district))
    s.vul[SPACE_OF_WORD[word]] = 1
    s.street_vul[district] -= 1


def add_vulnerability(s: Bronx, seat: int, district: int) -> Script:
    """From the pool, unless that is empty; True if one was added."""
    if not s.vul_pool:
        return False
    s.vul_pool -= 1
    yield from house_vulnerability(s, seat, district)
    s.done[VULNERABILITIES_ADDED] += 1
    return True


def to_corrections(s: Bronx, count: int = 1) -> None:
    """Vulnerabilities that were taken from somewhere; what exceeds ten goes to Overflow (2.1.7)."""
    fits = min(count, CORRECTIONS_LIMIT - s.corrections)
    s.corrections += fits
    s.overflow += count - fits


def out_of_corrections(s: Bronx) -> None:
    """One leaves; Overflow refills the box at once."""
    s.corrections -= 1
    if s.overflow:
        s.overflow -= 1
        s.corrections += 1


# ------------------------------------------------------------------ Organizations, Grants and Loans


def awaits(s: Bronx, district: int, faction: int) -> tuple[bool, bool]:
    """Does a Grant, does a Loan wait there that this Faction's Organization can be set on?"""
    first = district * 4
    grant = s.awaiting[first + GRANT_UP] or s.awaiting[first + GRANT_DOWN]
    loan = faction != PRIVATE and (s.awaiting[first + LOAN_UP] or s.awaiting[first + LOAN_DOWN])
    return bool(grant), bool(loan)


def place_cost(s: Bronx, district: int, faction: int) -> int:
    return 0 if any(awaits(s, district, faction)) else PLACE_COST


def why_not_place_organization(s: Bronx, district: int, faction: int) -> Reason | None:
    if not s.orgs_left[faction]:
        return NO_ORGANIZATION_LEFT
    if not has_room_for_organization(s, district, faction):
        return NO_ROOM
    if not can_spend(s, faction, place_cost(s, district, faction)):
        return CANNOT_PAY
    return None


def choose_awaiting(s: Bronx, district: int, faction: int, price: int = 0) -> Script:
    """The awaiting marker an entering Organization must be set on: grant, loan or none."""
    grant, loan = awaits(s, district, faction)
    options = ["grant"] * grant + ["loan"] * loan
    if not options or (s.variants.loans_optional and can_spend(s, faction, price)):
        options.append("none")
    prompt = TAKE_MARKER(faction=FACTION_NAMES[faction]) if len(options) > 1 else TAKE_MARKER
    rule = "grant-loan.next-organization-must-take"
    return (yield from ask(s, query(faction, "take-marker", prompt, options, rule, district=district)))


def take_awaiting(s: Bronx, district: int, kind: str) -> int:
    """Take that marker off the District's street; its bits."""
    if kind == "none":
        return 0
    up, down, bit = (GRANT_UP, GRANT_DOWN, GRANT) if kind == "grant" else (LOAN_UP, LOAN_DOWN, LOAN)
    face_up = s.awaiting[district * 4 + up] > 0
    s.awaiting[district * 4 + (up if face_up else down)] -= 1
    return bit if face_up else bit | FACE_DOWN


def choose_tile_for_organization(s: Bronx, seat: int, district: int, faction: int) -> Script:
    options = [TILE_WORDS[space] for space in spaces_for_organization(s, district, faction)]
    if len(options) == 1:
        return SPACE_OF_WORD[options[0]]
    prompt = HOUSE_ORGANIZATION(district=NUMBERS[district], faction=FACTION_NAMES[faction])
    rule = "housing.on-placement.active-player-chooses"
    word = yield from ask(s, query(seat, "house-organization", prompt, options, rule, district=district))
    return SPACE_OF_WORD[word]


def place_organization(s: Bronx, seat: int, district: int, faction: int, brought: int = 0, price: int = 0) -> Script:
    """Out of the Faction's area, Inactive, on an awaiting marker or for the price.

    `brought`: the Grant or Loan that an Event gives it, out of the supply.
    """
    space = yield from choose_tile_for_organization(s, seat, district, faction)
    kind = "none" if brought else (yield from choose_awaiting(s, district, faction, price))
    s.orgs_left[faction] -= 1
    s.grants -= brought == GRANT
    s.loans -= brought == LOAN
    if kind == "none":
        spend(s, faction, price)
    stand(s, space, faction, ORG | (brought or take_awaiting(s, district, kind)), PLACED)


def move_organization(s: Bronx, seat: int, word: str, district: int) -> Script:
    """Into another District, Inactive; it keeps its Grant or Loan or takes one that waits there."""
    faction, bits = faction_of(word), bits_of(s, word) & ~ACTIVE
    space = yield from choose_tile_for_organization(s, seat, district, faction)
    holds_one = bits & (GRANT | LOAN)
    kind = "none" if holds_one else (yield from choose_awaiting(s, district, faction))
    set_bits(s, word, 0)
    stand(s, space, faction, bits | take_awaiting(s, district, kind), MOVED)


def stand(s: Bronx, space: int, faction: int, bits: int, text: Text) -> None:
    """Now it stands there; with another one it forms a Coalition at once."""
    s.orgs[space * 3 + faction] = bits
    if s.lines is not None:
        marker = " with a Grant" if bits & GRANT else " with a Loan" if bits & LOAN else ""
        tell(s, text, "org.place.inactive", faction=FACTION_NAMES[faction], space=SPACE_NAMES[space], marker=marker)
        if formed := FORMED[coalition(s, space)]:
            tell(s, formed, "coalition.formed-automatically", space=SPACE_NAMES[space])


def activate(s: Bronx, word: str) -> None:
    set_bits(s, word, bits_of(s, word) | ACTIVE)
    if faction_of(word) == PUBLIC:
        s.public_activated += 1


def refresh(s: Bronx, word: str) -> None:
    set_bits(s, word, bits_of(s, word) & ~ACTIVE)


def remove_organization(s: Bronx, word: str, district: int) -> None:
    """Home to its Faction's area; its Grant or Loan defaults."""
    faction, bits = faction_of(word), bits_of(s, word)
    set_bits(s, word, 0)
    s.orgs_left[faction] += 1
    default(s, faction, bits)
    tell(s, REMOVED, "area.removed-return-home", faction=FACTION_NAMES[faction], district=NUMBERS[district])


def default(s: Bronx, faction: int, bits: int) -> None:
    """The Grant goes back to Public, the Loan to Private, and nothing more is owed for it."""
    if bits & GRANT:
        s.grants += 1
    elif bits & LOAN:
        if s.variants.default_to_debtor and faction != PRIVATE:
            s.owed[faction] += 1
        else:
            s.loans += 1


# ------------------------------------------------------------------ Infrastructure


def place_tile(s: Bronx, seat: int, space: int, faction: int) -> Script:
    s.owner[space], s.exhausted[space] = faction, 0
    s.tiles_left[faction] -= 1
    tell(s, TILE_PLACED, "housing.new-tile.fill", faction=FACTION_NAMES[faction], space=SPACE_NAMES[space])
    yield from fill_tile(s, seat, space)


def replace_tile(s: Bronx, seat: int, space: int, faction: int) -> Script:
    """Swap the tile: an exhausted one was empty, an unexhausted one keeps what it houses."""
    old = s.owner[space]
    s.tiles_left[old] += 1
    s.tiles_left[faction] -= 1
    tell(
        s,
        TILE_REPLACED,
        "area.removed-return-home",
        faction=FACTION_NAMES[faction],
        old=FACTION_NAMES[old],
        space=SPACE_NAMES[space],
    )
    pieces = None
    if s.variants.buyout_unhouses and not s.exhausted[space]:
        pieces = lift(s, space)
    s.owner[space], s.exhausted[space] = faction, 0
    if pieces is not None:
        yield from rehouse(s, seat, DISTRICT_OF[space], *pieces)
    yield from fill_tile(s, seat, space)


def fill_tile(s: Bronx, seat: int, space: int) -> Script:
    """A new tile takes in the unhoused pieces of its District, as many as it can hold (2.2.2)."""
    district = DISTRICT_OF[space]
    people = min(s.street_pop[district], HOMES - s.pop[space])
    s.street_pop[district] -= people
    s.pop[space] += people
    if s.street_vul[district] and not s.vul[space]:
        s.street_vul[district] -= 1
        s.vul[space] = 1
    while s.street_orgs:
        waiting = [
            STREET_ORG_WORDS[entry]
            for entry in s.street_orgs
            if entry // CODES // 3 == district and room_for_organization(s, space, entry // CODES % 3)
        ]
        if not waiting:
            return
        options = list(dict.fromkeys(waiting))
        prompt, rule = REHOUSE(district=NUMBERS[district]), "housing.new-tile.organization-choice"
        word = yield from ask(s, query(seat, "rehouse-organization", prompt, options, rule, district=district))
        move_in_from_street(s, STREET_ORG_OF_WORD[word], space)


def move_in_from_street(s: Bronx, entry: int, space: int) -> None:
    s.street_orgs.remove(entry)
    stand(s, space, entry // CODES % 3, entry % CODES, REHOUSED)


Pieces = tuple[int, int, list[int]]  # Population, Vulnerabilities, Organizations as entries of the street


def lift(s: Bronx, space: int) -> Pieces:
    """Put everything that stands on a tile on the street."""
    district = DISTRICT_OF[space]
    orgs = []
    for faction in FACTIONS:
        bits = s.orgs[space * 3 + faction]
        if bits:
            orgs.append((district * 3 + faction) * CODES + bits)
            s.orgs[space * 3 + faction] = 0
    s.street_orgs = sorted(s.street_orgs + orgs)
    people, vulnerable = s.pop[space], s.vul[space]
    s.street_pop[district] += people
    s.street_vul[district] += vulnerable
    s.pop[space] = s.vul[space] = 0
    return people, vulnerable, orgs


def exhaust(s: Bronx, seat: int, space: int) -> Script:
    """Turn it over; what it housed finds other room in the District or becomes unhoused."""
    if s.owner[space] == PRIVATE and s.pop[space] < 3:
        s.done[OWN_THIN_TILES_EXHAUSTED] += 1
    pieces = lift(s, space)
    s.exhausted[space] = 1
    tell(s, EXHAUSTED, "infra.exhaust.flip", faction=FACTION_NAMES[s.owner[space]], space=SPACE_NAMES[space])
    yield from rehouse(s, seat, DISTRICT_OF[space], *pieces)


def rehouse(s: Bronx, seat: int, district: int, people: int, vulnerable: int, orgs: list[int]) -> Script:
    """House these pieces, which are on the street, as far as there is room; others there do not move."""
    yield from shelter_population(s, seat, district, people)
    for _ in range(vulnerable):
        yield from shelter_vulnerability(s, seat, district)
    if orgs:
        yield from rehouse_organizations(s, seat, district, orgs)


def rehouse_organizations(s: Bronx, seat: int, district: int, orgs: list[int]) -> Script:
    """As many as possible must find room; which ones and where is the active player's choice."""
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
            word = yield from ask(s, query(seat, "rehouse-organization", prompt, options, rule, district=district))
            index = fitting[options.index(word)]
        options = [TILE_WORDS[space] for space in best_spaces(s, district, factions, index, most)]
        prompt = HOUSE_ORGANIZATION(district=NUMBERS[district], faction=FACTION_NAMES[factions[index]])
        word = yield from ask(s, query(seat, "house-organization", prompt, options, rule, district=district))
        move_in_from_street(s, orgs[index], SPACE_OF_WORD[word])
        orgs = orgs[:index] + orgs[index + 1 :]


def most_housed(s: Bronx, district: int, factions: list[int]) -> int:
    """How many Organizations of these Factions the District can take in."""
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
    """Where the Organization at this index can go without costing another one its room."""
    faction, others = factions[index], factions[:index] + factions[index + 1 :]
    spaces = []
    for space in spaces_for_organization(s, district, faction):
        s.orgs[space * 3 + faction] = ORG
        if 1 + most_housed(s, district, others) == most:
            spaces.append(space)
        s.orgs[space * 3 + faction] = 0
    return spaces


def settle(s: Bronx, seat: int) -> Script:
    """Variant auto_rehouse: unhoused cubes move into free room."""
    for district in unsettled(s):
        yield from rehouse(s, seat, district, s.street_pop[district], s.street_vul[district], [])


def unsettled(s: Bronx) -> list[int]:
    return [
        district
        for district in DISTRICTS
        if (s.street_pop[district] and any(room_for_population(s, space) for space in spaces_of[district]))
        or (s.street_vul[district] and any(room_for_vulnerability(s, space) for space in spaces_of[district]))
    ]


def numbered(text: Text, districts: Iterable[int] = DISTRICTS) -> tuple[Text, ...]:
    """The same words for every District, made once."""
    return tuple(text(district=NUMBERS[district]) for district in districts)


_HOUSE_POPULATION = numbered(HOUSE_POPULATION)
_HOUSE_VULNERABILITY = numbered(HOUSE_VULNERABILITY)
