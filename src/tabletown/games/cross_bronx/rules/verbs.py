"""The verbs of content/events.toml: the choices and the effect of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tabletown.games.cross_bronx.components import EVENTS, Effect, Event
from tabletown.games.cross_bronx.events.cards import (
    BondPlaced,
    CameOutOfCorrections,
    CorrectionsChanged,
    CubeRemoved,
    Granted,
    LoansLocked,
    LossesFell,
    OrganizationActivated,
    OrganizationRefreshed,
    QuotaHeld,
    ResourcesChanged,
    VulnerabilityMoved,
)
from tabletown.games.cross_bronx.events.pieces import OrganizationPlaced, WentToCorrections
from tabletown.games.cross_bronx.options import (
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    DONE_WORD,
    ON_GRANT,
    ON_LOAN,
    ORG_OF_WORD,
    SPACE_OF_WORD,
    district_of,
)
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.audit import bonds_left, move_bond
from tabletown.games.cross_bronx.rules.branches import move_population
from tabletown.games.cross_bronx.rules.census import next_box_of_calendar, quota_in
from tabletown.games.cross_bronx.rules.housing import (
    add_population,
    add_vulnerability,
    bits_of,
    faction_of,
    has_room_for_organization,
    out_of_corrections,
    receive_vulnerability,
    set_bits,
    take,
    to_corrections,
    why_not_among,
)
from tabletown.games.cross_bronx.rules.infrastructure import exhaust, replace_tile
from tabletown.games.cross_bronx.rules.money import change, pay
from tabletown.games.cross_bronx.rules.naming import home, standing
from tabletown.games.cross_bronx.rules.organizations import (
    choose_awaiting,
    place_organization,
    refresh,
    remove_organization,
    stand,
    take_awaiting,
)
from tabletown.games.cross_bronx.rules.private import NO_LOAN_LEFT
from tabletown.games.cross_bronx.rules.targets import (
    CUBES,
    NEVER_PRIVATE,
    NO_GRANT_LEFT,
    NOT_NAMED,
    NOT_THERE,
    ORGANIZATIONS,
    ORGANIZATIONS_TO_REPLACE,
    OWNERS,
    RULE,
    TILES_TO_EXHAUST,
    TILES_TO_REPLACE,
    destinations,
    pick_district,
    pick_faction,
    pick_piece,
    why_not_new_owner,
    why_not_placeable,
    why_not_successor,
)
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    DISTRICT_OF,
    DISTRICTS,
    FACTION_IDS,
    FACTION_NAMES,
    FACTIONS,
    GRANT,
    LOAN,
    NOBODY,
    NUMBERS,
    ORG,
    PRIVATE,
    PUBLIC,
    Bronx,
    added,
)
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, because, tell
from tabletown.kernel.errors import ContentError

PICK_MARKER = Text("pick what the Organization comes with")
PICK_DESTINATION = Text("pick the District it moves to")
OTHER_MARKER = because("other-marker", "The Event does not come with that.", "grant-loan.event-brings-own")
PUBLIC_SELLS = because("public-sells", "Public sells Bonds and cannot buy them.", "bond.buyers")


# ------------------------------------------------------------------ piece by piece: returns the District, or NOBODY


def place(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    if effect.what == "organization":
        return place_new_organization(s, performer, effect, districts)
    return place_cube(s, performer, effect, districts)


def place_cube(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    people = effect.what == "population"
    purpose = "place-population" if people else "place-vulnerability"
    word = yield from pick_district(s, performer, purpose, districts, effect)
    if word == DONE_WORD:
        return NOBODY
    district = DISTRICT_OF_WORD[word]
    if people:
        yield from add_population(s, performer, district, 1)
    else:
        yield from add_vulnerability(s, performer, district)
    return district


def place_new_organization(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    faction = yield from pick_faction(performer, why_not_placeable, s, districts, effect)
    districts = [d for d in districts if has_room_for_organization(s, d, faction)]
    word = yield from pick_district(s, performer, "place-organization", districts, effect)
    if word == DONE_WORD:
        return NOBODY
    district = DISTRICT_OF_WORD[word]
    brought = yield from bring_marker(s, performer, faction, effect.with_)
    yield from place_organization(s, performer, district, faction, brought)
    return district


def why_not_bring(s: Bronx, faction: int, kind: str, word: str) -> Reason | None:
    if word not in (ON_GRANT, ON_LOAN):
        return NOT_AN_OPTION
    if kind not in (word, "either"):
        return OTHER_MARKER
    if word == ON_GRANT:
        return None if s.grants else NO_GRANT_LEFT
    if faction == PRIVATE:
        return NEVER_PRIVATE
    return None if s.loans else NO_LOAN_LEFT


def bring_marker(s: Bronx, performer: int, faction: int, kind: str) -> Script:
    """The Grant or Loan from the supply that the Event gives with the Organization."""
    about = (s, faction, kind)
    options = [word for word in (ON_GRANT, ON_LOAN) if why_not_bring(*about, word) is None]
    if not options:
        return 0
    rule = "grant-loan.event-brings-own"
    word = yield from ask(query(performer, "which-marker", PICK_MARKER, options, rule, why_not_bring, about=about))
    return GRANT if word == ON_GRANT else LOAN


def remove(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    if effect.what == "organization":
        return handle_organization(s, performer, effect, districts, "remove-organization", remove_organization)
    return remove_cube(s, performer, effect, districts)


def pick_cube(s: Bronx, performer: int, verb: str, districts: Sequence[int], effect: Effect) -> Script:
    """Ask for a cube in these Districts; returns its word and the counts of its kind on tiles and on the street."""
    housed, street = (s.pop, s.street_pop) if effect.what == "population" else (s.vul, s.street_vul)
    word = yield from pick_piece(s, performer, f"{verb}-{effect.what}", districts, CUBES, effect)
    return word, housed, street


def remove_cube(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    word, housed, street = yield from pick_cube(s, performer, "remove", districts, effect)
    if word == DONE_WORD:
        return NOBODY
    take(word, housed, street)
    if effect.what == "population":
        s.pop_pool += 1
    else:
        s.vul_pool += 1
    district = district_of(word)
    tell(s, CubeRemoved, *home(s, word), effect.what, NUMBERS[district])
    return district


def move(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    if effect.from_:
        return move_out_of_corrections(s, performer, effect, districts)
    return move_cube(s, performer, effect, districts)


def move_cube(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    word, housed, street = yield from pick_cube(s, performer, "move", districts, effect)
    if word == DONE_WORD:
        return NOBODY
    origin = district_of(word)
    if effect.to == "corrections":
        take(word, housed, street)
        to_corrections(s)
        tell(s, WentToCorrections, NUMBERS[origin])
        return origin
    found = destinations(origin, effect)
    options, about = [DISTRICT_WORDS[d] for d in found], (found, NOT_THERE, "")
    question = query(performer, "destination", PICK_DESTINATION, options, RULE, why_not_among, origin, about)
    target = DISTRICT_OF_WORD[(yield from ask(question))]
    if effect.what == "population":
        yield from move_population(s, performer, word, target)
    else:
        take(word, housed, street)
        yield from receive_vulnerability(s, performer, target, VulnerabilityMoved, NUMBERS[origin], NUMBERS[target])
    return origin


def move_out_of_corrections(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    word = yield from pick_district(s, performer, "place-vulnerability", districts, effect)
    if word == DONE_WORD:
        return NOBODY
    district = DISTRICT_OF_WORD[word]
    out_of_corrections(s)
    yield from receive_vulnerability(s, performer, district, CameOutOfCorrections, NUMBERS[district])
    return district


def exhaust_tile(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    word = yield from pick_piece(s, performer, "exhaust-tile", districts, TILES_TO_EXHAUST, effect)
    if word == DONE_WORD:
        return NOBODY
    space = SPACE_OF_WORD[word]
    yield from exhaust(s, performer, space)
    return DISTRICT_OF[space]


def replace(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    if effect.what == "organization":
        return replace_organization(s, performer, effect, districts)
    return replace_infrastructure(s, performer, effect, districts)


def replace_infrastructure(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    word = yield from pick_piece(s, performer, "replace-tile", districts, TILES_TO_REPLACE, effect)
    if word == DONE_WORD:
        return NOBODY
    space = SPACE_OF_WORD[word]
    faction = yield from pick_faction(performer, why_not_new_owner, s, s.owner[space], effect)
    yield from replace_tile(s, performer, space, faction)
    return DISTRICT_OF[space]


def replace_organization(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    word = yield from pick_piece(s, performer, "replace-organization", districts, ORGANIZATIONS_TO_REPLACE, effect)
    if word == DONE_WORD:
        return NOBODY
    space, old = divmod(ORG_OF_WORD[word], 3)
    faction = yield from pick_faction(performer, why_not_successor, s, space, old, effect)
    district = DISTRICT_OF[space]
    kind = yield from choose_awaiting(s, district, faction)
    remove_organization(s, word, district)
    s.orgs_left = added(s.orgs_left, faction, -1)
    stand(s, space, faction, ORG | take_awaiting(s, district, kind), OrganizationPlaced)
    return district


def handle_organization(
    s: Bronx,
    performer: int,
    effect: Effect,
    districts: Sequence[int],
    purpose: str,
    handle: Callable[[Bronx, str, int], None],
) -> Script:
    word = yield from pick_piece(s, performer, purpose, districts, ORGANIZATIONS, effect)
    if word == DONE_WORD:
        return NOBODY
    district = district_of(word)
    handle(s, word, district)
    return district


def activate_organization(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    def handle(s: Bronx, word: str, district: int) -> None:
        set_bits(s, word, bits_of(s, word) | ACTIVE)
        tell(s, OrganizationActivated, faction_of(word), NUMBERS[district])

    return handle_organization(s, performer, effect, districts, "activate-organization", handle)


def refresh_organization(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    def handle(s: Bronx, word: str, district: int) -> None:
        refresh(s, word)
        tell(s, OrganizationRefreshed, faction_of(word), standing(word))

    return handle_organization(s, performer, effect, districts, "refresh-organization", handle)


def give_grant(s: Bronx, performer: int, effect: Effect, districts: Sequence[int]) -> Script:
    def handle(s: Bronx, word: str, district: int) -> None:
        s.grants -= 1
        set_bits(s, word, bits_of(s, word) | GRANT)
        tell(s, Granted, faction_of(word), NUMBERS[district])

    return handle_organization(s, performer, effect, districts, "grant-organization", handle)


PIECES: dict[str, Callable[[Bronx, int, Effect, Sequence[int]], Script]] = {
    "place": place,
    "remove": remove,
    "move": move,
    "exhaust": exhaust_tile,
    "replace": replace,
    "activate": activate_organization,
    "refresh": refresh_organization,
    "grant": give_grant,
}


# ------------------------------------------------------------------ at once


def why_not_buyer(effect: Effect, faction: int) -> Reason | None:
    if faction == PUBLIC:
        return PUBLIC_SELLS
    return None if faction in OWNERS[effect.owner] else NOT_NAMED


def place_bond(s: Bronx, performer: int, effect: Effect) -> Script:
    for _ in range(effect.count):
        if not bonds_left(s):
            return
        buyer = yield from pick_faction(performer, why_not_buyer, effect)
        pay(s, buyer, PUBLIC, 4)
        box = next_box_of_calendar(s)
        move_bond(s, box, buyer, 1)
        tell(s, BondPlaced, buyer, 1940 + 10 * box)


def change_corrections(s: Bronx, performer: int, effect: Effect) -> Script:
    if effect.change > 0:
        count = min(effect.change, s.vul_pool)
        s.vul_pool -= count
        to_corrections(s, count)
    else:
        for _ in range(min(-effect.change, s.corrections + s.overflow)):
            out_of_corrections(s)
            s.vul_pool += 1
    tell(s, CorrectionsChanged, effect.change)
    return
    yield


def change_losses(s: Bronx, performer: int, effect: Effect) -> Script:
    s.losses = max(0, s.losses + effect.change)
    tell(s, LossesFell, s.losses)
    return
    yield


def event_quota(s: Bronx, performer: int, effect: Effect) -> Script:
    tell(s, QuotaHeld)
    for district in DISTRICTS:
        yield from quota_in(s, performer, district)


def change_resources(s: Bronx, performer: int, effect: Effect) -> Script:
    who = FACTIONS if effect.owner == "each" else (performer,) if effect.owner == "own" else OWNERS[effect.owner]
    for faction in who:
        change(s, faction, effect.change)
        tell(s, ResourcesChanged, faction, effect.change)
    return
    yield


def lock_loans(s: Bronx, performer: int, effect: Effect) -> Script:
    count, s.loans = s.loans, 0
    s.loans_locked += count
    tell(s, LoansLocked, count, effect.until)
    return
    yield


class AtOnce(NamedTuple):
    """An effect that happens at once: what it does, whether it would change anything, and its text on the card."""

    perform: Callable[[Bronx, int, Effect], Script]
    possible: Callable[[Bronx, Effect], bool]
    says: Callable[[Effect], Text]


BUYS_BOND = Text("{buyer} buys a Bond from Public for 4 Resources")
ADDS = Text("Add {n} Vulnerability to Corrections", many="Add {n} Vulnerabilities to Corrections")
REMOVES = Text("Remove {n} Vulnerability from Corrections", many="Remove {n} Vulnerabilities from Corrections")
LOSSES = Text("Losses −{n}")  # Events never increase them
PERFORM_QUOTA = Text("Perform a Quota Phase, without Petitions")
GAINS = Text("{owner} gains {n} Resource", many="{owner} gains {n} Resources")
LOSES = Text("{owner} loses {n} Resource", many="{owner} loses {n} Resources")
LOCK_LOANS = Text("Put all unused Loans in the {until} box")
OWNER_NAMES = {
    "any": Text("Community or Private"),
    "own": Text("The performing Faction"),
    "each": Text("Each Faction"),
    **{id: Text("{faction}", {"faction": name}) for id, name in zip(FACTION_IDS, FACTION_NAMES)},
}

AT_ONCE = {
    "bond": AtOnce(
        place_bond,
        lambda s, effect: bonds_left(s) > 0,
        lambda effect: BUYS_BOND(buyer=OWNER_NAMES[effect.owner]),
    ),
    "corrections": AtOnce(
        change_corrections,
        lambda s, effect: s.vul_pool > 0 if effect.change > 0 else s.corrections > 0,
        lambda effect: (ADDS if effect.change > 0 else REMOVES)(n=abs(effect.change)),
    ),
    "losses": AtOnce(
        change_losses,
        lambda s, effect: s.losses > 0,
        lambda effect: LOSSES(n=-effect.change),
    ),
    "quota": AtOnce(
        event_quota,
        lambda s, effect: any(s.street_pop) or any(s.street_vul),
        lambda effect: PERFORM_QUOTA,
    ),
    "resources": AtOnce(
        change_resources,
        lambda s, effect: True,
        lambda effect: (GAINS if effect.change > 0 else LOSES)(owner=OWNER_NAMES[effect.owner], n=abs(effect.change)),
    ),
    "lock-loans": AtOnce(
        lock_loans,
        lambda s, effect: s.loans > 0 and s.decade < effect.until,
        lambda effect: LOCK_LOANS(until=effect.until),
    ),
}


def check_verbs(events: Iterable[Event]) -> None:
    for event in events:
        for effect in event.effects:
            for part in [part for parts in effect.choose or [[effect]] for part in parts]:
                if part.do not in PIECES and part.do not in AT_ONCE:
                    raise ContentError(f"events.toml: Event {event.number:03}: there is no verb {part.do!r}.")


check_verbs(EVENTS.values())
