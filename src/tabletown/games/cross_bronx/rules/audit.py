"""The Audit phase (3.2.3): Expenses, Income, Resources, Loans, Bonds, Comptroller."""

from __future__ import annotations

from tabletown.games.cross_bronx.components import BOARD
from tabletown.games.cross_bronx.events.audit import (
    Audited,
    BondBought,
    BondRedeemed,
    BondRolledOver,
    LoanRepaid,
    TaxSet,
    TornDown,
)
from tabletown.games.cross_bronx.events.rounds import Forecast
from tabletown.games.cross_bronx.options import DONE_WORD, LOAN_IN_AREA, NO, REDEEM, ROLL_OVER, YES
from tabletown.games.cross_bronx.rules.asking import query
from tabletown.games.cross_bronx.rules.census import next_box_of_calendar
from tabletown.games.cross_bronx.rules.housing import (
    bits_of,
    organizations_on_map,
    population_on,
    set_bits,
    why_not_organization,
)
from tabletown.games.cross_bronx.rules.money import LOWEST, change, pay
from tabletown.games.cross_bronx.rules.winning import end_session
from tabletown.games.cross_bronx.state import (
    AUDIT_ROWS,
    BLIGHT,
    CODES,
    COMMUNITY,
    DISTRICTS,
    EXPENSE_ROWS,
    FACE_DOWN,
    FACTION_NAMES,
    FACTIONS,
    GRANT,
    LOAN,
    NOBODY,
    ORG_SPAN,
    PRIVATE,
    PUBLIC,
    SPACE_NAMES,
    SPACES,
    SPAN,
    Bronx,
    added,
    replaced,
    spaces_of,
)
from tabletown.kernel import Reason, Script, Text, because, log_enabled, tell

TILES, EXHAUSTED, ORGANIZATIONS, LOANS, TAX, HOUSING, PRESENCE, INTEREST, TAX_INCOME, POPULATION = range(10)
ROWS = len(AUDIT_ROWS)
BANKRUPT_ABOVE = 14

NOTHING_OWED = because("nothing-owed", "There's no Loan in your area.", "loan.in-faction-area.persists")
REPAY = Text("pick a Loan to repay")
BOND = Text("redeem or roll over the {owner} Bond")
OFFER = Text("offer a Bond to {buyer}")
BUY = Text("buy a Bond for 4 Resources")
RAISE_TAX = Text("set the Tax Rate")


# ------------------------------------------------------------------ the calculation


def audit(s: Bronx, forecast: bool = False) -> list[int]:
    """Compute every row for every Faction. Exhausted tiles cost 2, then count as removed, even in a Plan's forecast."""
    kept, gone, own = [0, 0, 0], [0, 0, 0], [0, 0, 0]  # tiles; Population on them
    for owner, exhausted, people in zip(s.owner, s.exhausted, s.pop):
        if owner != NOBODY:
            if exhausted:
                gone[owner] += 1
            else:
                kept[owner] += 1
                own[owner] += people
    housed = [sum(s.pop[span]) for span in SPAN]
    fives = [people // 5 for people in housed]
    for district in DISTRICTS:
        if s.marker[district] == BLIGHT:
            fives[district], housed[district] = min(1, fives[district]), 0
            for faction in (COMMUNITY, PRIVATE):
                own[faction] += blighted_income(s, district, faction) - population_on(s, district, faction)
    rows = [0] * (3 * ROWS)
    taxed = [0, 0, 0]
    for faction in FACTIONS:
        first = faction * ROWS
        rows[first + TILES], rows[first + EXHAUSTED] = 4 * kept[faction], 2 * gone[faction]
        standing = [bits for bits in s.orgs[faction::3] if bits]
        if s.street_orgs:
            standing += [entry % CODES for entry in s.street_orgs if entry // CODES % 3 == faction]
        loans, unaided = s.owed[faction], 0
        for bits in standing:
            if bits & LOAN:
                loans += 1
            elif not bits & GRANT:
                unaided += 1
        rows[first + ORGANIZATIONS], rows[first + LOANS] = unaided, loans
        taxed[faction] = kept[faction] + len(standing)
        if forecast and s.options.tax_exhausted_in_forecast:
            taxed[faction] += gone[faction]
        if faction == PUBLIC:
            rows[first + POPULATION] = sum(housed) // 5
        else:
            rows[first + HOUSING], rows[first + PRESENCE] = own[faction], presence(s, faction, fives)
            rows[first + TAX] = (taxed[faction] * s.tax + 1) // 2
    rows[PRIVATE * ROWS + INTEREST] = rows[PUBLIC * ROWS + LOANS] + rows[COMMUNITY * ROWS + LOANS]
    rows[PUBLIC * ROWS + TAX_INCOME] = ((taxed[COMMUNITY] + taxed[PRIVATE]) * s.tax + 1) // 2
    return rows


def presence(s: Bronx, faction: int, fives: list[int]) -> int:
    """Income of a Faction's Organizations from the Population of their Districts."""
    earned = 0
    for district, five in enumerate(fives):
        if five:
            standing = s.orgs[ORG_SPAN[district * 3 + faction]]
            earned += five * (len(standing) - standing.count(0))
    for entry in s.street_orgs:
        if entry // CODES % 3 == faction:
            earned += fives[entry // CODES // 3]
    return earned


def blighted_income(s: Bronx, district: int, faction: int) -> int:
    """Half of the Population on a Faction's tiles in a blighted District, in total or (variant) tile by tile."""
    people = [s.pop[space] for space in spaces_of[district] if s.owner[space] == faction]
    return sum(count // 2 for count in people) if s.options.blight_income_per_tile else sum(people) // 2


def expenses(rows: list[int], faction: int) -> int:
    return sum(rows[faction * ROWS : faction * ROWS + EXPENSE_ROWS])


def income(rows: list[int], faction: int) -> int:
    return sum(rows[faction * ROWS + EXPENSE_ROWS : (faction + 1) * ROWS])


def call_audit(s: Bronx) -> None:
    """Carry out an Audit called by Plan: everything is calculated, nothing changes (3.1.6)."""
    s.audit = audit(s, forecast=True)
    for faction in FACTIONS if log_enabled(s) else ():
        tell(s, Forecast, faction, income(s.audit, faction), expenses(s.audit, faction))


# ------------------------------------------------------------------ in the Census


def audit_phase(s: Bronx) -> Script:
    rows = s.audit = audit(s)
    for space in SPACES:
        if s.exhausted[space]:  # removed before taxes and Income are counted
            owner = s.owner[space]
            s.tiles_left = added(s.tiles_left, owner, 1)
            s.owner, s.exhausted = replaced(s.owner, space, NOBODY), replaced(s.exhausted, space, 0)
            tell(s, TornDown, owner, SPACE_NAMES[space])
    for faction in FACTIONS:
        earned, paid = income(rows, faction), expenses(rows, faction)
        change(s, faction, earned - paid)
        tell(s, Audited, faction, earned, paid, s.resources[faction])
    s.phase = "loans"
    return
    yield


def why_not_repay(s: Bronx, faction: int, word: str) -> Reason | None:
    if word == LOAN_IN_AREA:
        return None if s.owed[faction] else NOTHING_OWED
    return why_not_organization(s, DISTRICTS, (faction,), LOAN, 0, DONE_WORD, word)


def loans(s: Bronx) -> Script:
    for faction in (PUBLIC, COMMUNITY):
        while s.resources[faction] >= 2:
            options = [LOAN_IN_AREA] * bool(s.owed[faction]) + organizations_on_map(s, faction, want=LOAN)
            if not options:
                break
            options.append(DONE_WORD)
            rule, about = "audit.loans.repay", (s, faction)
            word = yield query(faction, "repay-loan", REPAY, options, rule, why_not_repay, about=about)
            if word == DONE_WORD:
                break
            if word == LOAN_IN_AREA:
                s.owed = replaced(s.owed, faction, s.owed[faction] - 1)
            else:
                set_bits(s, word, bits_of(s, word) & ~(LOAN | FACE_DOWN))
            pay(s, faction, PRIVATE, 2)
            s.loans += 1
            tell(s, LoanRepaid, faction)
    s.phase = "bonds"


def move_bond(s: Bronx, box: int, owner: int, change: int) -> None:
    """Add or remove a Bond of this owner in a box of the calendar."""
    place = box * 2 + owner - COMMUNITY
    s.bonds = replaced(s.bonds, place, s.bonds[place] + change)


def bonds(s: Bronx) -> Script:
    box = next_box_of_calendar(s) - 1
    for owner in (PRIVATE, COMMUNITY):
        for _ in range(s.bonds[box * 2 + owner - COMMUNITY]):
            s.step = owner
            prompt = BOND(owner=FACTION_NAMES[owner])
            answer = yield query(PUBLIC, "bond", prompt, [REDEEM, ROLL_OVER], "audit.bonds.due")
            move_bond(s, box, owner, -1)
            if answer == REDEEM:
                pay(s, PUBLIC, owner, 4)
                tell(s, BondRedeemed, owner)
            else:
                pay(s, PUBLIC, owner, 1)
                move_bond(s, box + 1, owner, 1)
                tell(s, BondRolledOver, owner)
    s.phase = "comptroller"


def city_debt(s: Bronx) -> int:
    public, community = s.resources[PUBLIC], s.resources[COMMUNITY]
    return max(0, -public - community) if s.options.net_debt else max(0, -public) + max(0, -community)


def bankrupt_at(s: Bronx) -> int:
    """The combined debt at which everyone loses."""
    return BANKRUPT_ABOVE + 1 - s.options.bankruptcy_at_14


def is_bankrupt(s: Bronx) -> bool:
    return city_debt(s) >= bankrupt_at(s)


def bonds_left(s: Bronx) -> int:
    return BOARD.pieces.bonds - sum(s.bonds)


def comptroller(s: Bronx) -> Script:
    if is_bankrupt(s):
        end_session(s, "bankruptcy")
        return
    for buyer in (COMMUNITY, PRIVATE):
        if not bonds_left(s):
            break
        s.step = buyer
        question = query(
            PUBLIC, "offer-bond", OFFER(buyer=FACTION_NAMES[buyer]), [YES, NO], "audit.comptroller.bond-offer"
        )
        if (yield question) == NO or s.resources[buyer] - 4 < LOWEST:
            continue
        if (yield query(buyer, "buy-bond", BUY, [YES, NO], "audit.comptroller.bond-voluntary")) == NO:
            continue
        pay(s, buyer, PUBLIC, 4)
        move_bond(s, next_box_of_calendar(s), buyer, 1)
        tell(s, BondBought, buyer)
    s.tax = 1
    if s.resources[PUBLIC] <= -5:
        question = query(PUBLIC, "tax", RAISE_TAX, [YES, NO], "audit.comptroller.tax-high")
        s.tax = 2 if (yield question) == YES else 1
    tell(s, TaxSet, s.tax)
    s.phase = "objectives"
