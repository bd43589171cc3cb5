"""Population, Vulnerabilities, Organizations and the Infrastructure that houses them (2.1.7, 2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ParamSpec

from tabletown.games.cross_bronx.events.pieces import FoundHome, MoreFoundHomes, PopulationCame, VulnerabilityCame
from tabletown.games.cross_bronx.options import (
    DISTRICT_OF_WORD,
    ORG_OF_WORD,
    ORG_WORDS,
    ORG_WORDS_IN,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    STREET_ORG_OF_WORD,
    STREET_ORG_WORDS,
    STREET_WORDS,
    TILE_WORDS,
    district_of,
)
from tabletown.games.cross_bronx.rules.asking import query
from tabletown.games.cross_bronx.rules.money import can_spend
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    CODES,
    CORRECTIONS_LIMIT,
    DISTRICT_OF,
    DISTRICTS,
    FACTIONS,
    GRANT_DOWN,
    GRANT_UP,
    LOAN_DOWN,
    LOAN_UP,
    NOBODY,
    NUMBERS,
    ORG_SPAN,
    PRIVATE,
    SPACE_NAMES,
    SPACES,
    SPAN,
    VULNERABILITIES_ADDED,
    Bronx,
    spaces_of,
    without,
)
from tabletown.kernel import NOT_AN_OPTION, Event, Reason, Script, Text, because, log_enabled, tell

P = ParamSpec("P")

HOMES = 5  # Population on a tile
NO_COALITION, SOCIAL, ECONOMIC = 0, 1, 2
# by Faction and space: indexes of its Organization and of the other two
PLACES = tuple(
    tuple((space * 3 + f, space * 3 + (f + 1) % 3, space * 3 + (f + 2) % 3) for space in SPACES) for f in FACTIONS
)
PLACE_COST = 2  # of an Organization without a Grant or Loan

HOUSE_POPULATION = Text("house one Population in District {district}")
HOUSE_VULNERABILITY = Text("house the Vulnerability in District {district}")

NO_ORGANIZATION_LEFT = because(
    "no-organization-left", "That Faction has no Organization left to place.", "area.supply-limits"
)
NO_ROOM = because("no-room", "No tile there has room for the Organization.", "org.place.needs-room")
CANNOT_PAY = because("cannot-pay", "That would go past the debt limit.", "debt.limit.voluntary-spending")
NO_TILE = because("no-tile", "There's no Infrastructure on that space.", "infra.any-owner-houses")
EXHAUSTED = because("exhausted", "Exhausted Infrastructure houses nothing.", "infra.exhaust.flip")
FULL = because("full", "That tile already houses five Population.", "infra.capacity.population-five")
HAS_VULNERABILITY = because(
    "has-vulnerability", "That tile already houses a Vulnerability.", "infra.capacity.vulnerability-one"
)
HAS_ORGANIZATION = because(
    "has-organization", "That Faction already has an Organization there.", "infra.capacity.one-per-faction"
)
HAS_TWO_ORGANIZATIONS = because(
    "has-two-organizations", "That tile already has two Organizations.", "infra.capacity.organizations-two"
)
OTHER_DISTRICT = because("other-district", "That is in another District.")
NONE_THERE = because("none-there", "There are none there.")
UNHOUSED_FIRST = because(
    "unhoused-first", "Unhoused pieces in that District come first.", "housing.removal-unhoused-or-housed"
)
NOT_ADJACENT = because("not-adjacent", "That District does not border this one.", "board.adjacency.border-or-corner")
OTHER_FACTION = because("other-faction", "That is another Faction's Organization.")
NOT_INACTIVE = because("not-inactive", "That Organization is not Inactive.", "org.activate.requires-inactive")
NOT_ACTIVE = because("not-active", "That Organization is not Active.", "org.refresh.when")
NO_LOAN = because("no-loan", "That Organization has no Loan.", "audit.loans.repay-from-organization")
HAS_MARKER = because("has-marker", "That Organization has a Grant or a Loan.", "grant-loan.organization-holds-one")


# ------------------------------------------------------------------ reading the map


def population(s: Bronx, district: int) -> int:
    return sum(s.pop[SPAN[district]]) + s.street_pop[district]


def population_on(s: Bronx, district: int, faction: int) -> int:
    """Population housed on that Faction's tiles in the District."""
    return sum(s.pop[space] for space in spaces_of[district] if s.owner[space] == faction)


def vulnerabilities(s: Bronx, district: int) -> int:
    return sum(s.vul[SPAN[district]]) + s.street_vul[district]


def tiles(s: Bronx, district: int) -> int:
    """Number of tiles in the District, including exhausted ones (ruling quota.infrastructure-counts-exhausted)."""
    if s.options.unexhausted_only:
        return sum(s.owner[space] >= 0 and not s.exhausted[space] for space in spaces_of[district])
    return len(spaces_of[district]) - s.owner[SPAN[district]].count(NOBODY)


def unexhausted_tiles(s: Bronx, district: int) -> list[int]:
    return [space for space in spaces_of[district] if s.owner[space] >= 0 and not s.exhausted[space]]


def empty_space(s: Bronx, district: int) -> int:
    """The first free space of the District, or NOBODY if it is full."""
    return next((space for space in spaces_of[district] if s.owner[space] == NOBODY), NOBODY)


def room_for_population(s: Bronx, space: int) -> int:
    return 0 if s.owner[space] < 0 or s.exhausted[space] else HOMES - s.pop[space]


def room_for_vulnerability(s: Bronx, space: int) -> int:
    return 0 if s.owner[space] < 0 or s.exhausted[space] else 1 - s.vul[space]


def why_not_stand(s: Bronx, space: int, faction: int) -> Reason | None:
    """Why the tile has no room for the Faction's Organization; it takes two, and one from each Faction."""
    if s.owner[space] < 0:
        return NO_TILE
    if s.exhausted[space]:
        return EXHAUSTED
    orgs = s.orgs
    own, one, other = PLACES[faction][space]
    if orgs[own]:
        return HAS_ORGANIZATION
    return HAS_TWO_ORGANIZATIONS if orgs[one] and orgs[other] else None


def has_room_for_organization(s: Bronx, district: int, faction: int) -> bool:
    owner = s.owner
    for space in spaces_of[district]:  # noqa: SIM110 this is on the path of every menu
        if owner[space] >= 0 and why_not_stand(s, space, faction) is None:
            return True
    return False


def spaces_for_organization(s: Bronx, district: int, faction: int) -> list[int]:
    return [space for space in spaces_of[district] if why_not_stand(s, space, faction) is None]


def coalition(s: Bronx, space: int) -> int:
    """The Coalition on a tile: Economic with Private, else Social. It is derived, never stored."""
    public, community, private = s.orgs[space * 3 : space * 3 + 3]
    if private:
        return ECONOMIC if public or community else NO_COALITION
    return SOCIAL if public and community else NO_COALITION


def partner(s: Bronx, space: int, faction: int) -> int:
    """The Faction that shares this tile with that Faction's Organization, or NOBODY."""
    return next((other for other in FACTIONS if other != faction and s.orgs[space * 3 + other]), NOBODY)


def coalitions(s: Bronx) -> tuple[int, int]:
    """The numbers of Social and Economic Coalitions on the map."""
    return coalitions_of(s.orgs)


def coalitions_of(orgs: list[int]) -> tuple[int, int]:
    """The numbers of Social and Economic Coalitions among these Organizations."""
    social = economic = 0
    for public, community, private in zip(orgs[::3], orgs[1::3], orgs[2::3]):
        if private:
            if public or community:
                economic += 1
        elif public and community:
            social += 1
    return social, economic


def organizations(s: Bronx, district: int, faction: int, want: int = 0, lack: int = 0) -> list[str]:
    """Words of that Faction's Organizations there whose bits include `want` and none of `lack`, unhoused ones last.

    Identical unhoused ones share a word; to count pieces, use `count_organizations`.
    """
    place, words = district * 3 + faction, []
    for word, bits in zip(ORG_WORDS_IN[place], s.orgs[ORG_SPAN[place]]):
        if bits and bits & want == want and not bits & lack:
            words.append(word)
    if s.street_orgs:
        for entry in s.street_orgs:
            if entry // CODES == place and entry & want == want and not entry & lack:
                word = STREET_ORG_WORDS[entry]
                if word not in words:
                    words.append(word)
    return words


def why_not_organization(
    s: Bronx, districts: Sequence[int], factions: Sequence[int], want: int, lack: int, otherwise: str, word: str
) -> Reason | None:
    """Why a word is not one of `organizations` for these Districts and Factions; `otherwise` is always allowed."""
    if word == otherwise:
        return None
    if word not in ORG_OF_WORD and word not in STREET_ORG_OF_WORD:
        return NOT_AN_OPTION
    bits = bits_of(s, word)
    if not bits or (word in STREET_ORG_OF_WORD and STREET_ORG_OF_WORD[word] not in s.street_orgs):
        return NONE_THERE
    if faction_of(word) not in factions:
        return OTHER_FACTION
    if district_of(word) not in districts:
        return OTHER_DISTRICT
    if bits & want != want:
        return NOT_ACTIVE if want == ACTIVE else NO_LOAN
    return None if not bits & lack else NOT_INACTIVE if lack == ACTIVE else HAS_MARKER


def count_organizations(s: Bronx, district: int, faction: int, lack: int = 0) -> int:
    """Number of the Faction's Organizations there, housed or not, with none of the bits `lack`."""
    place = district * 3 + faction
    count = sum(bits > 0 and not bits & lack for bits in s.orgs[ORG_SPAN[place]])
    return count + sum(entry // CODES == place and not entry & lack for entry in s.street_orgs)


def has_organization(s: Bronx, district: int, faction: int) -> bool:
    """Whether the Faction has an Organization there."""
    place = district * 3 + faction
    if any(s.orgs[ORG_SPAN[place]]):
        return True
    return bool(s.street_orgs) and any(entry // CODES == place for entry in s.street_orgs)


def has_inactive(s: Bronx, district: int, faction: int) -> bool:
    """Whether the Faction has an Inactive Organization there."""
    for bits in s.orgs[ORG_SPAN[district * 3 + faction]]:
        if bits and not bits & ACTIVE:
            return True
    return bool(s.street_orgs) and bool(organizations(s, district, faction, lack=ACTIVE))


def organizations_on_map(s: Bronx, faction: int, want: int = 0, lack: int = 0) -> list[str]:
    if s.street_orgs:
        return [word for district in DISTRICTS for word in organizations(s, district, faction, want, lack)]
    standing = zip(ORG_WORDS[faction::3], s.orgs[faction::3])
    return [word for word, bits in standing if bits and bits & want == want and not bits & lack]


def bits_of(s: Bronx, word: str) -> int:
    """State bits of the Organization that this word names."""
    place = ORG_OF_WORD.get(word)
    return s.orgs[place] if place is not None else STREET_ORG_OF_WORD[word] % CODES


def faction_of(word: str) -> int:
    """The Faction whose Organization this word names."""
    place = ORG_OF_WORD.get(word)
    return place % 3 if place is not None else STREET_ORG_OF_WORD[word] // CODES % 3


def set_bits(s: Bronx, word: str, bits: int) -> None:
    """Set an Organization's bits; 0 takes it off the map, and the caller puts it where it belongs."""
    place = ORG_OF_WORD.get(word)
    if place is not None:
        s.orgs[place] = bits
        return
    entry = STREET_ORG_OF_WORD[word]
    s.street_orgs = without(s.street_orgs, entry)
    if bits:
        s.street_orgs = sorted([*s.street_orgs, entry // CODES * CODES + bits])


# ------------------------------------------------------------------ cubes


def cubes(s: Bronx, district: int, housed: list[int], street: list[int]) -> list[str]:
    """Words of the places that cubes can be taken from: tiles that house some, and the street."""
    if s.options.unhoused_first_for_all and street[district]:
        return [STREET_WORDS[district]]
    words = [TILE_WORDS[space] for space in spaces_of[district] if housed[space]]
    if street[district]:
        words.append(STREET_WORDS[district])
    return words


def why_not_cube(
    s: Bronx, districts: Sequence[int], housed: list[int], street: list[int], otherwise: str, word: str
) -> Reason | None:
    """Why a word is not one of `cubes` for these Districts; `otherwise` is always allowed."""
    if word == otherwise:
        return None
    if word not in SPACE_OF_WORD and word not in STREET_OF_WORD:
        return NOT_AN_OPTION
    district = district_of(word)
    if district not in districts:
        return OTHER_DISTRICT
    if word in STREET_OF_WORD:
        return None if street[district] else NONE_THERE
    if not housed[SPACE_OF_WORD[word]]:
        return NONE_THERE
    return UNHOUSED_FIRST if s.options.unhoused_first_for_all and street[district] else None


def take(word: str, housed: list[int], street: list[int]) -> bool:
    """Take one cube; returns True if it was unhoused."""
    space = SPACE_OF_WORD.get(word)
    if space is not None:
        housed[space] -= 1
        return False
    street[STREET_OF_WORD[word]] -= 1
    return True


Pending = list[Callable[[], Event]]  # events to log once everything that needs no question is done


def say(s: Bronx, pending: Pending | None) -> None:
    while pending:
        tell(s, pending.pop(0))


def why_not_home(s: Bronx, district: int, word: str) -> Reason | None:
    """Why the tile cannot house anything: in another District, missing or exhausted."""
    space = SPACE_OF_WORD.get(word)
    if space is None:
        return NOT_AN_OPTION
    if DISTRICT_OF[space] != district:
        return OTHER_DISTRICT
    if s.owner[space] < 0:
        return NO_TILE
    return EXHAUSTED if s.exhausted[space] else None


def why_not_house_population(s: Bronx, district: int, word: str) -> Reason | None:
    return why_not_home(s, district, word) or (FULL if s.pop[SPACE_OF_WORD[word]] >= HOMES else None)


def why_not_house_vulnerability(s: Bronx, district: int, word: str) -> Reason | None:
    return why_not_home(s, district, word) or (HAS_VULNERABILITY if s.vul[SPACE_OF_WORD[word]] else None)


def why_not_house_organization(s: Bronx, district: int, faction: int, word: str) -> Reason | None:
    return why_not_home(s, district, word) or why_not_stand(s, SPACE_OF_WORD[word], faction)


def shelter_population(s: Bronx, seat: int, district: int, count: int, pending: Pending | None = None) -> Script:
    """House Population from the street; `pending` events are logged before any question."""
    housed = unreported = 0
    owner, exhausted, pop = s.owner, s.exhausted, s.pop
    while housed < count:
        free = [n for n in spaces_of[district] if pop[n] < HOMES and owner[n] >= 0 and not exhausted[n]]
        if not free:
            break
        left, room = count - housed, sum([HOMES - pop[space] for space in free])
        if room <= left:
            for space in free:
                s.pop[space] = HOMES
            moved = room
        elif len(free) == 1:
            s.pop[free[0]] += left
            moved = left
        else:
            say(s, pending)
            options = [TILE_WORDS[space] for space in free]
            prompt, rule = _HOUSE_POPULATION[district], "housing.on-placement.active-player-chooses"
            why, about = why_not_house_population, (s, district)
            word = yield query(seat, "house-population", prompt, options, rule, why, district, about)
            s.pop[SPACE_OF_WORD[word]] += 1
            moved = 1
        s.street_pop[district] -= moved
        housed += moved
        unreported += moved
        if len(free) > 1 and room > left:
            tell(s, FoundHome, "population", SPACE_NAMES[SPACE_OF_WORD[word]])
            unreported = 0
    if unreported and not pending:
        tell(s, MoreFoundHomes, unreported, NUMBERS[district])
    return housed


def add_population(s: Bronx, seat: int, district: int, count: int) -> Script:
    """Add Population from the pool, as far as it lasts; returns how many were housed."""
    count = min(count, s.pop_pool)
    s.pop_pool -= count
    s.street_pop[district] += count
    pending: Pending | None = None
    if count and log_enabled(s):
        pending = [partial(PopulationCame, count, NUMBERS[district])]
    housed = yield from shelter_population(s, seat, district, count, pending)
    say(s, pending)
    return housed


def shelter_vulnerability(s: Bronx, seat: int, district: int, pending: Pending | None = None) -> Script:
    """House an entering Vulnerability, which is still unhoused, on a tile that has none."""
    owner, exhausted, vul = s.owner, s.exhausted, s.vul
    free = [space for space in spaces_of[district] if not vul[space] and owner[space] >= 0 and not exhausted[space]]
    if not free:
        return
    space = free[0]
    if len(free) > 1:
        say(s, pending)
        options = [TILE_WORDS[space] for space in free]
        prompt, rule = _HOUSE_VULNERABILITY[district], "housing.on-placement.active-player-chooses"
        why, about = why_not_house_vulnerability, (s, district)
        word = yield query(seat, "house-vulnerability", prompt, options, rule, why, district, about)
        space = SPACE_OF_WORD[word]
    s.vul[space] = 1
    s.street_vul[district] -= 1
    if len(free) > 1:
        tell(s, FoundHome, "vulnerability", SPACE_NAMES[space])


def receive_vulnerability(
    s: Bronx, seat: int, district: int, event: Callable[P, Event], /, *facts: P.args, **named: P.kwargs
) -> Script:
    """Bring a Vulnerability into the District; the event says where it comes from."""
    s.street_vul[district] += 1
    pending: Pending | None = [partial(event, *facts, **named)] if log_enabled(s) else None
    yield from shelter_vulnerability(s, seat, district, pending)
    say(s, pending)


def add_vulnerability(s: Bronx, seat: int, district: int) -> Script:
    """Add a Vulnerability from the pool; returns False if the pool is empty."""
    if not s.vul_pool:
        return False
    s.vul_pool -= 1
    yield from receive_vulnerability(s, seat, district, VulnerabilityCame, NUMBERS[district])
    s.done[VULNERABILITIES_ADDED] += 1
    return True


def to_corrections(s: Bronx, count: int = 1) -> None:
    """Put Vulnerabilities into Corrections; those beyond ten go to Overflow (2.1.7)."""
    fits = min(count, CORRECTIONS_LIMIT - s.corrections)
    s.corrections += fits
    s.overflow += count - fits


def out_of_corrections(s: Bronx) -> None:
    """Take a Vulnerability out of Corrections, which Overflow refills at once."""
    s.corrections -= 1
    if s.overflow:
        s.overflow -= 1
        s.corrections += 1


# ------------------------------------------------------------------ Organizations, Grants and Loans


def awaits(s: Bronx, district: int, faction: int) -> tuple[bool, bool]:
    """Whether a Grant, and whether a Loan, is waiting there for this Faction's Organization."""
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
    return None if can_spend(s, faction, PLACE_COST) or any(awaits(s, district, faction)) else CANNOT_PAY


def why_not_among(districts: Sequence[int], reason: Reason, otherwise: str, word: str) -> Reason | None:
    """Why a word names none of these Districts: `reason`. The word `otherwise` is always allowed."""
    if word == otherwise:
        return None
    if word not in DISTRICT_OF_WORD:
        return NOT_AN_OPTION
    return None if DISTRICT_OF_WORD[word] in districts else reason


def numbered(text: Text, districts: Iterable[int] = DISTRICTS) -> tuple[Text, ...]:
    """The text for every District, made once."""
    return tuple(text(district=NUMBERS[district]) for district in districts)


_HOUSE_POPULATION = numbered(HOUSE_POPULATION)
_HOUSE_VULNERABILITY = numbered(HOUSE_VULNERABILITY)
