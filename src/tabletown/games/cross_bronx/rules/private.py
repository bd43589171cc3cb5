"""Private (4.3): Develop, Invest, Pay Off, Suburbanize."""

from __future__ import annotations

from tabletown.games.cross_bronx.events.actions import LeftForSuburbs, LoanOffered, PaidOff, PushedOut, WouldNotSell
from tabletown.games.cross_bronx.options import (
    ADJACENT_WORDS,
    DISTRICT_OF_WORD,
    DONE_WORD,
    NO,
    SPACE_OF_WORD,
    TILE_WORDS,
    YES,
)
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.branches import (
    IS_EXHAUSTED,
    NO_TILE_LEFT,
    Action,
    Branch,
    always,
    crowded,
    move_in,
    organization_branches,
    pay_price,
    pick_tile,
    pick_vulnerability_district,
    why_not_place_tile,
    why_not_replace_exhausted,
    why_not_replace_tile,
)
from tabletown.games.cross_bronx.rules.housing import (
    EXHAUSTED,
    NOT_ADJACENT,
    cubes,
    empty_space,
    has_organization,
    numbered,
    receive_vulnerability,
    take,
    unexhausted_tiles,
    why_not_among,
    why_not_cube,
    why_not_home,
)
from tabletown.games.cross_bronx.rules.infrastructure import exhaust, place_tile, replace_tile
from tabletown.games.cross_bronx.rules.money import change, spend
from tabletown.games.cross_bronx.state import (
    ADJACENT,
    CODES,
    LOAN,
    LOAN_DOWN,
    LOAN_UP,
    NUMBERS,
    PRIVATE,
    SPACE_NAMES,
    SPAN,
    UNHOUSED_POPULATION_REMOVED,
    Bronx,
    added,
    spaces_of,
)
from tabletown.kernel import Reason, Script, Text, because, tell

SELL = Text("sell your tile {space} to Private")
PICK_MOVING = Text("move a Vulnerability out of District {district}")
PICK_DESTINATION = Text("pick where the District {district} Vulnerability goes")
PICK_EXHAUST = Text("exhaust Infrastructure in District {district}")
PICK_LEAVING = Text("remove Population from District {district}")

NO_RIVAL_TILE = because(
    "no-rival-tile", "Public and Community have no unexhausted Infrastructure there.", "private.develop.buy-out"
)
NO_ORGANIZATION = because("no-organization", "You have no Organization there.", "private.payoff.cost")
NO_LOAN_LEFT = because("no-loan-left", "No Loan is left in the Private area.", "invest.no-loan-left")
LOAN_THERE = because("loan-there", "That District already has a Loan.", "private.invest.loan")

_PICK_MOVING = numbered(PICK_MOVING)
_PICK_DESTINATION = numbered(PICK_DESTINATION)
_PICK_EXHAUST = numbered(PICK_EXHAUST)
_PICK_LEAVING = numbered(PICK_LEAVING)


# Develop: place or replace Infrastructure


def develop_place(s: Bronx, district: int) -> Script:
    yield from place_tile(s, PRIVATE, empty_space(s, district), PRIVATE, price=4)
    yield from after_develop(s, district)


def why_not_buy_out(s: Bronx, district: int) -> Reason | None:
    if not s.tiles_left[PRIVATE]:
        return NO_TILE_LEFT
    about = (s, district, PRIVATE, False)
    if any(why_not_replace_tile(*about, word) is None for word in TILE_WORDS[SPAN[district]]):
        return None
    return NO_RIVAL_TILE


def develop_buy_out(s: Bronx, district: int) -> Script:
    rule = "private.develop.buy-out"
    space = yield from pick_tile(s, PRIVATE, district, exhausted=False, rule=rule)
    owner = s.owner[space]
    if s.options.buyout_consent:
        prompt = SELL(space=SPACE_NAMES[space])
        answer = yield query(owner, "buyout-consent", prompt, [YES, NO], rule, None, district)
        if answer == NO:
            tell(s, WouldNotSell, owner, SPACE_NAMES[space])
            return
    yield from replace_tile(s, PRIVATE, space, PRIVATE, price=3)
    yield from after_develop(s, district)


def develop_replace(s: Bronx, district: int) -> Script:
    space = yield from pick_tile(s, PRIVATE, district, exhausted=True, rule="private.develop.replace-exhausted")
    yield from replace_tile(s, PRIVATE, space, PRIVATE, price=2)
    yield from after_develop(s, district)


def after_develop(s: Bronx, district: int) -> Script:
    neighbours = list(ADJACENT[district])
    yield from move_in(s, PRIVATE, district, len(neighbours), "private.develop.move-in", one_from_each=True)
    rule = "private.develop.vulnerability"
    yield from pick_vulnerability_district(s, PRIVATE, ADJACENT[district], NOT_ADJACENT, rule)


# Invest: place and use Organizations, place Loans


def loans_in(s: Bronx, district: int) -> int:
    """Number of Loans in the District, in any state."""
    spaces = spaces_of[district]
    held = sum(1 for bits in s.orgs[spaces.start * 3 : spaces.stop * 3] if bits & LOAN)
    unhoused = sum(1 for entry in s.street_orgs if entry & LOAN and entry // CODES // 3 == district)
    return held + unhoused + s.awaiting[district * 4 + LOAN_UP] + s.awaiting[district * 4 + LOAN_DOWN]


def why_not_loan(s: Bronx, district: int) -> Reason | None:
    if not s.loans:
        return NO_LOAN_LEFT
    return LOAN_THERE if loans_in(s, district) else None


def place_loan(s: Bronx, district: int) -> Script:
    spend(s, PRIVATE, 1)
    s.loans -= 1
    s.awaiting = added(s.awaiting, district * 4 + LOAN_UP, 1)
    tell(s, LoanOffered, NUMBERS[district], 1)
    return
    yield


# Pay Off: move Vulnerabilities and exhaust Infrastructure


def why_not_pay_off(s: Bronx, district: int) -> Reason | None:
    return None if has_organization(s, district, PRIVATE) else NO_ORGANIZATION


def pay_off(s: Bronx, district: int) -> Script:
    yield from pay_price(s, PRIVATE, district, "pay-off", or_vulnerability=False)
    spend(s, PRIVATE, 1)
    tell(s, PaidOff, NUMBERS[district], 1)
    reached: set[int] = set()
    for _ in range(2):
        options = cubes(s, district, s.vul, s.street_vul)
        if not options:
            break
        options.append(DONE_WORD)
        prompt, rule = _PICK_MOVING[district], "private.payoff.move"
        about = (s, (district,), s.vul, s.street_vul, DONE_WORD)
        word = yield query(PRIVATE, "pay-off-vulnerability", prompt, options, rule, why_not_cube, district, about)
        if word == DONE_WORD:
            break
        prompt, near, to = _PICK_DESTINATION[district], ADJACENT_WORDS[district], (ADJACENT[district], NOT_ADJACENT, "")
        target = yield from ask(query(PRIVATE, "destination", prompt, near, rule, why_not_among, district, to))
        destination = DISTRICT_OF_WORD[target]
        take(word, s.vul, s.street_vul)
        yield from receive_vulnerability(s, PRIVATE, destination, PushedOut, NUMBERS[district], NUMBERS[destination])
        reached.add(destination)
    for destination in sorted(reached):
        standing = unexhausted_tiles(s, destination)
        if crowded(s, destination) and standing:
            options = [TILE_WORDS[space] for space in standing]
            prompt, rule = _PICK_EXHAUST[destination], "private.payoff.exhaust"
            why, at = why_not_exhaust, (s, destination)
            word = yield from ask(query(PRIVATE, "exhaust-tile", prompt, options, rule, why, destination, at))
            yield from exhaust(s, PRIVATE, SPACE_OF_WORD[word])


def why_not_exhaust(s: Bronx, district: int, word: str) -> Reason | None:
    reason = why_not_home(s, district, word)
    return IS_EXHAUSTED if reason is EXHAUSTED else reason


# Suburbanize: gain Resources and remove Population


def suburbanize(s: Bronx, district: int) -> Script:
    for _ in range(2):
        options = cubes(s, district, s.pop, s.street_pop)
        if not options:
            break
        options.append(DONE_WORD)
        prompt, rule = _PICK_LEAVING[district], "private.suburbanize.remove"
        about = (s, (district,), s.pop, s.street_pop, DONE_WORD)
        word = yield query(PRIVATE, "take-population", prompt, options, rule, why_not_cube, district, about)
        if word == DONE_WORD:
            break
        s.done[UNHOUSED_POPULATION_REMOVED] += take(word, s.pop, s.street_pop)
        s.pop_pool += 1
        change(s, PRIVATE, 1)
        tell(s, LeftForSuburbs, NUMBERS[district])
    yield from pay_price(s, PRIVATE, district, "suburbanize")


MENU = (
    Action(
        "develop",
        "Develop",
        (
            Branch("place", "private.develop.place", why_not_place_tile(PRIVATE), develop_place, PRIVATE, 4),
            Branch("buy-out", "private.develop.buy-out", why_not_buy_out, develop_buy_out, PRIVATE, 3),
            Branch(
                "replace",
                "private.develop.replace-exhausted",
                why_not_replace_exhausted(PRIVATE),
                develop_replace,
                PRIVATE,
                2,
            ),
        ),
        act_only=True,
    ),
    Action(
        "invest",
        "Invest",
        (
            *organization_branches(PRIVATE, "private.invest"),
            Branch("loan", "private.invest.loan", why_not_loan, place_loan, PRIVATE, 1),
        ),
    ),
    Action("pay-off", "Pay Off", (Branch("move", "private.payoff.move", why_not_pay_off, pay_off, PRIVATE, 1),)),
    Action("suburbanize", "Suburbanize", (Branch("remove", "private.suburbanize.remove", always, suburbanize),)),
)
