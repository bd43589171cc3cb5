"""Placing, moving, using and removing Organizations, with their Grants and Loans (2.2.3, 2.3.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tabletown.games.cross_bronx.events.non_players import OnlyRoom
from tabletown.games.cross_bronx.events.pieces import (
    EconomicCoalitionFormed,
    GrantReturned,
    LoanReturned,
    LoanStillOwed,
    OrganizationLeft,
    OrganizationMoved,
    OrganizationPlaced,
    OrganizationPlacedFor,
    SocialCoalitionFormed,
)
from tabletown.games.cross_bronx.options import ON_GRANT, ON_LOAN, ON_NEITHER, SPACE_OF_WORD, TILE_WORDS
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.housing import (
    CANNOT_PAY,
    awaits,
    bits_of,
    coalition,
    faction_of,
    set_bits,
    spaces_for_organization,
    why_not_house_organization,
)
from tabletown.games.cross_bronx.rules.money import can_spend, spend
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    FACE_DOWN,
    FACTION_NAMES,
    GRANT,
    GRANT_DOWN,
    GRANT_UP,
    LOAN,
    LOAN_DOWN,
    LOAN_UP,
    NUMBERS,
    ORG,
    PRIVATE,
    PUBLIC,
    SPACE_NAMES,
    Bronx,
    added,
    replaced,
)
from tabletown.kernel import NOT_AN_OPTION, Event, Reason, Script, Text, because, log_enabled, tell

HOUSE_ORGANIZATION = Text("house the {faction} Organization in District {district}")
TAKE_MARKER = Text("pick a marker for the {faction} Organization")
NO_GRANT_WAITS = because("no-grant-waits", "No Grant is waiting there.", "grant-loan.awaiting")
NO_LOAN_WAITS = because("no-loan-waits", "No Loan that it could take is waiting there.", "grant-loan.awaiting")
MARKER_WAITS = because(
    "marker-waits", "It must take the Grant or Loan waiting there.", "grant-loan.next-organization-must-take"
)
FORMED = (None, SocialCoalitionFormed, EconomicCoalitionFormed)

Stands = Callable[[int, str, int, str], Event]  # Faction, space, owner of the tile, Grant or Loan


def why_not_marker(s: Bronx, district: int, faction: int, price: int, word: str) -> Reason | None:
    """Why an entering Organization cannot take a Grant, a Loan or neither."""
    grant, loan = awaits(s, district, faction)
    if word == ON_GRANT:
        return None if grant else NO_GRANT_WAITS
    if word == ON_LOAN:
        return None if loan else NO_LOAN_WAITS
    if word != ON_NEITHER:
        return NOT_AN_OPTION
    if not grant and not loan:
        return None
    if not s.options.loans_optional:
        return MARKER_WAITS
    return None if can_spend(s, faction, price) else CANNOT_PAY


def choose_awaiting(s: Bronx, district: int, faction: int, price: int = 0) -> Script:
    """Choose the waiting marker that an entering Organization must take: grant, loan or none."""
    if not any(s.awaiting):
        return ON_NEITHER
    about = (s, district, faction, price)
    options = [word for word in (ON_GRANT, ON_LOAN, ON_NEITHER) if why_not_marker(*about, word) is None]
    prompt = TAKE_MARKER(faction=FACTION_NAMES[faction]) if len(options) > 1 else TAKE_MARKER
    rule = "grant-loan.next-organization-must-take"
    return (yield from ask(query(faction, "take-marker", prompt, options, rule, why_not_marker, district, about)))


def take_awaiting(s: Bronx, district: int, kind: str) -> int:
    """Take a waiting marker from the District; returns the Organization's bits for it."""
    if kind == ON_NEITHER:
        return 0
    up, down, bit = (GRANT_UP, GRANT_DOWN, GRANT) if kind == ON_GRANT else (LOAN_UP, LOAN_DOWN, LOAN)
    face_up = s.awaiting[district * 4 + up] > 0
    s.awaiting = added(s.awaiting, district * 4 + (up if face_up else down), -1)
    return bit if face_up else bit | FACE_DOWN


def choose_tile_for_organization(s: Bronx, seat: int, district: int, faction: int) -> Script:
    options = [TILE_WORDS[space] for space in spaces_for_organization(s, district, faction)]
    if len(options) == 1:
        space = SPACE_OF_WORD[options[0]]
        if s.non_player[seat]:
            tell(s, OnlyRoom, NUMBERS[district], SPACE_NAMES[space], s.owner[space], faction)
        return space
    prompt = HOUSE_ORGANIZATION(district=NUMBERS[district], faction=FACTION_NAMES[faction])
    rule = "housing.on-placement.active-player-chooses"
    why, about = why_not_house_organization, (s, district, faction)
    word = yield from ask(query(seat, "house-organization", prompt, options, rule, why, district, about))
    return SPACE_OF_WORD[word]


def place_organization(s: Bronx, seat: int, district: int, faction: int, brought: int = 0, price: int = 0) -> Script:
    """Place an Inactive Organization from the Faction's area, on a waiting marker or for the price.

    `brought` is the Grant or Loan that an Event gives it from the supply.
    """
    space = yield from choose_tile_for_organization(s, seat, district, faction)
    kind = ON_NEITHER if brought else (yield from choose_awaiting(s, district, faction, price))
    s.orgs_left = added(s.orgs_left, faction, -1)
    s.grants -= brought == GRANT
    s.loans -= brought == LOAN
    if kind != ON_NEITHER:
        price = 0  # free on a waiting Grant or Loan
    spend(s, faction, price)
    bits = ORG | (brought or take_awaiting(s, district, kind))
    placed: Stands = partial(OrganizationPlacedFor, n=price) if price else OrganizationPlaced
    stand(s, space, faction, bits, placed)


def move_organization(s: Bronx, seat: int, word: str, district: int) -> Script:
    """Move an Organization to another District, Inactive; it keeps its Grant or Loan or takes a waiting one."""
    faction, bits = faction_of(word), bits_of(s, word) & ~ACTIVE
    space = yield from choose_tile_for_organization(s, seat, district, faction)
    holds_one = bits & (GRANT | LOAN)
    kind = ON_NEITHER if holds_one else (yield from choose_awaiting(s, district, faction))
    set_bits(s, word, 0)
    stand(s, space, faction, bits | take_awaiting(s, district, kind), OrganizationMoved)


def stand(s: Bronx, space: int, faction: int, bits: int, event: Stands) -> None:
    """Put an Organization on a tile; with another one there it forms a Coalition at once."""
    s.orgs[space * 3 + faction] = bits
    if log_enabled(s):
        marker = "grant" if bits & GRANT else "loan" if bits & LOAN else ""
        tell(s, event, faction, SPACE_NAMES[space], s.owner[space], marker)
        if formed := FORMED[coalition(s, space)]:
            tell(s, formed, SPACE_NAMES[space])


def activate(s: Bronx, word: str) -> None:
    set_bits(s, word, bits_of(s, word) | ACTIVE)
    if faction_of(word) == PUBLIC:
        s.public_activated += 1


def refresh(s: Bronx, word: str) -> None:
    set_bits(s, word, bits_of(s, word) & ~ACTIVE)


def remove_organization(s: Bronx, word: str, district: int) -> None:
    """Return an Organization to its Faction's area; its Grant or Loan defaults."""
    faction, bits = faction_of(word), bits_of(s, word)
    set_bits(s, word, 0)
    s.orgs_left = added(s.orgs_left, faction, 1)
    tell(s, OrganizationLeft, faction, NUMBERS[district])
    default(s, faction, bits)


def default(s: Bronx, faction: int, bits: int) -> None:
    """Return a Grant to Public or a Loan to Private; nothing more is owed for it."""
    if bits & GRANT:
        s.grants += 1
        tell(s, GrantReturned, faction)
    elif bits & LOAN:
        if s.options.default_to_debtor and faction != PRIVATE:
            s.owed = replaced(s.owed, faction, s.owed[faction] + 1)
            tell(s, LoanStillOwed, faction)
        else:
            s.loans += 1
            tell(s, LoanReturned, faction)
