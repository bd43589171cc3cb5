"""The Reset phase (3.2.5) and the start of the next Decade."""

from __future__ import annotations

from tabletown.games.cross_bronx.events.census import BailedOut, LoansUnlocked, PopulationArrived, ResetBegan
from tabletown.games.cross_bronx.events.pieces import OrganizationLeft, TileExhausted
from tabletown.games.cross_bronx.options import DISTRICT_OF_WORD, DISTRICT_WORDS, PASS
from tabletown.games.cross_bronx.rules import community, public
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.census import census_chooser
from tabletown.games.cross_bronx.rules.housing import add_population, organizations_on_map, tiles, why_not_organization
from tabletown.games.cross_bronx.rules.infrastructure import lift, rehouse
from tabletown.games.cross_bronx.rules.money import in_debt
from tabletown.games.cross_bronx.rules.organizations import activate, default
from tabletown.games.cross_bronx.rules.positions import new_position
from tabletown.games.cross_bronx.rules.winning import AT_CENSUS, note_history
from tabletown.games.cross_bronx.setup import events_of
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    CODES,
    COMMUNITY,
    DISTRICT_OF,
    DISTRICTS,
    FACE_DOWN,
    FACTIONS,
    GRANT,
    GRANT_DOWN,
    GRANT_UP,
    LOAN,
    LOAN_DOWN,
    LOAN_UP,
    NO_CARD,
    NUMBERS,
    PRIVATE,
    PUBLIC,
    SPACE_NAMES,
    SPACES,
    Bronx,
    added,
    replaced,
    without,
)
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, tell

BAILOUT = Text("activate an Organization to clear your debt")
RESET_BUDGET = Text("pick a District to Budget in")
RESET_FUNDRAISE = Text("pick a District to Fundraise in")


def reset(s: Bronx) -> Script:
    refresh_all(s)  # step 1
    expire_grants_and_loans(s)  # step 2
    s.vul_pool += sum(s.mitigated) + s.overflow  # step 3
    s.mitigated, s.overflow = [0, 0, 0], 0
    tell(s, ResetBegan)
    yield from exhaust_empty(s)  # step 4
    for entry in s.street_orgs[:]:  # step 5
        where, whose = divmod(entry // CODES, 3)
        s.orgs_left = added(s.orgs_left, whose, 1)
        s.street_orgs = without(s.street_orgs, entry)
        tell(s, OrganizationLeft, whose, NUMBERS[where], unhoused=True)
        default(s, whose, entry % CODES)
    s.phase = "reset-debts"


def refresh_all(s: Bronx) -> None:
    s.orgs = [bits & ~ACTIVE for bits in s.orgs]
    s.street_orgs = sorted(entry & ~ACTIVE for entry in s.street_orgs)


def expire_grants_and_loans(s: Bronx) -> None:
    """Remove face-down Grants and Loans from the map, then turn the others over."""

    def older(faction: int, bits: int) -> int:
        if not bits & (GRANT | LOAN):
            return bits
        if not bits & FACE_DOWN:
            return bits | FACE_DOWN
        if bits & GRANT:
            s.grants += 1
        else:
            s.owed = replaced(s.owed, faction, s.owed[faction] + 1)  # the Loan is still owed
        return bits & ~(GRANT | LOAN | FACE_DOWN)

    s.orgs = [older(place % 3, bits) for place, bits in enumerate(s.orgs)]
    s.street_orgs = sorted(entry // CODES * CODES + older(entry // CODES % 3, entry % CODES) for entry in s.street_orgs)
    s.awaiting = awaiting = [*s.awaiting]
    for first in range(0, len(awaiting), 4):
        s.grants += awaiting[first + GRANT_DOWN]
        s.loans += awaiting[first + LOAN_DOWN]
        awaiting[first + GRANT_DOWN], awaiting[first + GRANT_UP] = awaiting[first + GRANT_UP], 0
        awaiting[first + LOAN_DOWN], awaiting[first + LOAN_UP] = awaiting[first + LOAN_UP], 0


def exhaust_empty(s: Bronx) -> Script:
    """Exhaust all tiles without Population together, then rehouse their pieces."""
    empty = [space for space in SPACES if s.owner[space] >= 0 and not s.exhausted[space] and not s.pop[space]]
    for space in empty:
        s.exhausted = replaced(s.exhausted, space, 1)
        tell(s, TileExhausted, s.owner[space], SPACE_NAMES[space], empty=True)
    homeless = [(space, lift(s, space)) for space in empty]  # all at once, before any question about where they go
    for space, pieces in homeless:
        seat = s.owner[space] if s.options.owner_of_tile_decides else census_chooser(s, DISTRICT_OF[space])
        yield from rehouse(s, seat, DISTRICT_OF[space], *pieces, [])


def reset_debts(s: Bronx) -> Script:
    """Steps 6 to 9: offer each Faction in debt a way out, then add Population to Districts without a tile."""
    if in_debt(s, PRIVATE) and (options := organizations_on_map(s, PRIVATE, lack=ACTIVE)):
        rule, about = "reset.6.private-bailout", (s, DISTRICTS, (PRIVATE,), 0, ACTIVE, PASS)
        word = yield query(PRIVATE, "bailout", BAILOUT, [*options, PASS], rule, why_not_organization, about=about)
        if word != PASS:
            activate(s, word)
            s.resources = replaced(s.resources, PRIVATE, 0)
            tell(s, BailedOut)
    if in_debt(s, PUBLIC):
        options = [*DISTRICT_WORDS, PASS]
        word = yield query(PUBLIC, "reset-budget", RESET_BUDGET, options, "reset.7.public-budget")
        if word != PASS:
            yield from public.budget(s, DISTRICT_OF_WORD[word])
    if in_debt(s, COMMUNITY):
        options = [word for word in (*DISTRICT_WORDS, PASS) if why_not_fundraise(s, word) is None]
        rule, prompt, why = "reset.8.community-fundraise", RESET_FUNDRAISE, why_not_fundraise
        word = yield from ask(query(COMMUNITY, "reset-fundraise", prompt, options, rule, why, about=(s,)))
        if word != PASS:
            yield from community.fundraise(s, DISTRICT_OF_WORD[word])
    for district in DISTRICTS:
        if not tiles(s, district):
            tell(s, PopulationArrived, NUMBERS[district])
            yield from add_population(s, PUBLIC, district, 2)
    s.phase = "reset-positions"


def why_not_fundraise(s: Bronx, word: str) -> Reason | None:
    if word == PASS:
        return None
    return community.why_not_fundraise(s, DISTRICT_OF_WORD[word]) if word in DISTRICT_OF_WORD else NOT_AN_OPTION


def reset_positions(s: Bronx) -> Script:
    for faction in FACTIONS:
        yield from new_position(s, faction)
    s.phase = "next-decade"


def next_decade(s: Bronx) -> Script:
    """Step 10: advance the Decade marker and return Loans that were locked until then."""
    note_history(s, AT_CENSUS)
    s.decade += 10
    s.round, s.current, s.upcoming, s.bag = 0, NO_CARD, NO_CARD, events_of(s.decade, s.edition)
    s.audit = []
    if s.decade == 1980 and s.loans_locked:
        s.loans += s.loans_locked
        s.loans_locked = 0
        tell(s, LoansUnlocked)
    s.phase = "reveal"
    return
    yield
