"""The state of the game as plain data: ints in lists by space, District or Faction.

Districts are 0..6 here, but 1..6 and 9 for people. Every printed square has its own number, its *space* (0..24), which
people see as 4a, 4b and so on; `spaces_of[district]` lists a District's spaces. Pieces on no tile are unhoused: on the
District's "street".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from tabletown.games.cross_bronx.components import BOARD
from tabletown.kernel import State

T = TypeVar("T")

# ------------------------------------------------------------------ Factions

PUBLIC, COMMUNITY, PRIVATE = 0, 1, 2
FACTIONS = (PUBLIC, COMMUNITY, PRIVATE)
FACTION_IDS = ("public", "community", "private")
FACTION_NAMES = ("Public", "Community", "Private")
DEBT_LIMIT = (0, 0, -5)
NOBODY = -1

# ------------------------------------------------------------------ Districts and spaces

NUMBERS = tuple(district.id for district in BOARD.district)  # 1, 2, 3, 4, 5, 6, 9
NAMES = tuple(district.name for district in BOARD.district)
AREAS = tuple(tuple(district.areas) for district in BOARD.district)
DISTRICTS = tuple(range(len(NUMBERS)))
INDEX = {number: index for index, number in enumerate(NUMBERS)}
ADJACENT = tuple(tuple(INDEX[number] for number in district.adjacent) for district in BOARD.district)
spaces_of: tuple[range, ...] = tuple(
    range(sum(d.spaces for d in BOARD.district[:i]), sum(d.spaces for d in BOARD.district[: i + 1])) for i in DISTRICTS
)
# as slices of the lists by space, and of the list of Organizations by District * 3 + Faction
SPAN = tuple(slice(spaces.start, spaces.stop) for spaces in spaces_of)
ORG_SPAN = tuple(slice(spaces.start * 3 + f, spaces.stop * 3, 3) for spaces in spaces_of for f in FACTIONS)
MAP_SPAN = tuple(slice(spaces.start * 3, spaces.stop * 3) for spaces in spaces_of)  # of all three Factions
SPACES = tuple(space for district in DISTRICTS for space in spaces_of[district])
DISTRICT_OF = tuple(district for district in DISTRICTS for _ in spaces_of[district])
SPACE_NAMES = tuple(f"{NUMBERS[d]}{'abcdefgh'[i]}" for d in DISTRICTS for i in range(len(spaces_of[d])))

# ------------------------------------------------------------------ an Organization is a number: 0 none, else bits

ORG, ACTIVE, GRANT, LOAN, FACE_DOWN = 1, 2, 4, 8, 16
CODES = 32
# an unhoused Organization: (district * 3 + faction) * CODES + its bits

# awaiting[district * 4 + kind]: markers in a District that wait for an Organization
GRANT_UP, GRANT_DOWN, LOAN_UP, LOAN_DOWN = 0, 1, 2, 3

NO_MARKER, PETITION, BLIGHT = 0, 1, 2
MARKERS = ("none", "petition", "blight")

# ------------------------------------------------------------------ the Sequence of Play

ACT, EVENT, REACT, PLAN = 0, 1, 2, 3
BOXES = ("act", "event", "react", "plan")
NO_BOX = -1
LATER = -2
ROUNDS = 8  # Event Rounds in a Decade
CENSUS = 0  # the Census card, in place of an Event's number
NO_CARD = -1
DECADES = (1940, 1950, 1960, 1970, 1980, 1990)
BOXES_OF_CALENDAR = (*DECADES, 2000)  # the 2000 box is not printed, but a Bond may be due after the 1990s
CORRECTIONS_LIMIT = BOARD.pieces.corrections_limit

# bonds[box of the calendar * 2 + owner - 1]

# indexes of `done`, the results of an action, in the order of predicates.DONE
PARTNERS_ACTIVATED = 0
VULNERABILITIES_ADDED = 1
OWN_THIN_TILES_EXHAUSTED = 2
UNHOUSED_POPULATION_HOUSED = 3
UNHOUSED_POPULATION_REMOVED = 4
POPULATION_OUT_OF_TROUBLE = 5
ECONOMIC_COALITIONS_LEFT = 6

# the rows of an Audit, per Faction: audit[faction * len(AUDIT_ROWS) + row]; Expenses first, then Income
AUDIT_ROWS = (
    "tiles",  # 4 per unexhausted tile
    "exhausted",  # 2 per exhausted tile
    "organizations",  # 1 per Organization without a Grant or Loan
    "loans",  # 1 per own active Loan
    "tax",
    "housing",  # Population on own tiles
    "presence",  # own Organizations in populated Districts
    "interest",  # Private: active Loans
    "tax-income",  # Public
    "population",  # Public: housed Population of the map
)
EXPENSE_ROWS = 5


def replaced(values: Sequence[T], index: int, value: T) -> list[T]:
    """A new list with one value changed; the old list may be shared with copies of the state."""
    new = [*values]
    new[index] = value
    return new


def added(values: Sequence[int], index: int, count: int) -> list[int]:
    """A new list with one number increased."""
    new = [*values]
    new[index] += count
    return new


def without(values: Sequence[T], value: T) -> list[T]:
    """A new list without the first occurrence of a value."""
    new = [*values]
    new.remove(value)
    return new


class Options(msgspec.Struct, frozen=True):
    """Variants of the rulings, each offered as an option by about.py; False means the ruling applies."""

    bankruptcy_at_14: bool = False
    net_debt: bool = False
    clamp_vp_14: bool = False
    allow_negative_vp: bool = False
    campaign_ends_on_loss: bool = False
    conserve_transfers: bool = False
    auto_rehouse: bool = False
    unhoused_first_for_all: bool = False
    owner_of_tile_decides: bool = False
    quota_vulnerability_unhoused: bool = False
    unexhausted_only: bool = False
    late_overflow_counts: bool = False
    bail_unexhausted_only: bool = False
    blight_stays_without_vulnerability: bool = False
    petitions_faction_major: bool = False
    loans_optional: bool = False
    default_to_debtor: bool = False
    tax_exhausted_in_forecast: bool = False
    blight_income_per_tile: bool = False
    choose_after_census: bool = False
    force_at_least_one_district: bool = False
    declare_all_first: bool = False
    allow_empty_activation: bool = False
    partner_consent: bool = False
    unlimited_cubes: bool = False
    buyout_unhouses: bool = False
    buyout_consent: bool = False
    require_one_coalition: bool = False
    star_per_district: bool = False
    # Non-Players
    np_organizer_counts_exhausted: bool = False
    np_replace_at_once: bool = False
    np_coalition_first: bool = False
    np_random_ties: bool = False
    np_both_agree: bool = False

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Options:
        return cls(*[options[name] == "yes" for name in cls.__struct_fields__])


class PlayedSession(msgspec.Struct, frozen=True):
    """Result of a finished Session, for the Record of linked Sessions."""

    start: int
    last: int
    ending: str
    losses: int
    vp: Sequence[int]
    winners: Sequence[int]
    tally: Sequence[Mapping[str, int]]


class Bronx(State):
    # ---- the mode: never changes during a match, except where a linked Session follows
    mode: str  # a value of the Setting "session"
    non_player: Sequence[bool]  # per Faction: True if played by the rules of section 7
    positions: str  # how people get Positions: off, draw-two, one-random, free-choice
    np_points: bool  # whether Non-Players score goals and Priority Objectives
    options: Options = msgspec.field(name="variants")  # its name in saves
    session: int  # 0, 1, 2: which of the linked Sessions
    start: int  # the Decade this Session began in
    last: int  # the Decade whose Census is the final one
    losses_limit: int

    # ---- the map, by space
    owner: Sequence[int]  # NOBODY: no tile there
    exhausted: Sequence[int]
    pop: list[int]
    vul: list[int]
    orgs: list[int]  # bits of the Organization at space * 3 + faction; 0: none

    # ---- the map, by District
    street_pop: list[int]
    street_vul: list[int]
    street_orgs: Sequence[int]  # unhoused Organizations, sorted; see CODES
    marker: Sequence[int]  # NO_MARKER, PETITION, BLIGHT
    awaiting: Sequence[int]  # district * 4 + GRANT_UP …

    # ---- areas, pools and tracks
    tiles_left: Sequence[int]  # in the Faction's area
    orgs_left: Sequence[int]
    grants: int  # in the Public area
    loans: int  # in the Private area
    loans_locked: int  # in the 1980 box of the calendar (Event 019)
    owed: Sequence[int]  # Loans lying in that Faction's area, still owed
    bonds: Sequence[int]
    pop_pool: int
    vul_pool: int
    resources: Sequence[int]
    vp: Sequence[int]
    mitigated: Sequence[int]  # Cases, Activists, Employees
    corrections: int
    overflow: int
    losses: int
    tax: int  # in halves: 1 is one half, 2 is one

    # ---- cards
    decade: int
    round: int  # 1..8; 0 before the first reveal of a Decade
    current: int  # number of the Event, CENSUS or NO_CARD
    upcoming: int  # the face-up next card
    bag: Sequence[int]  # Events of this Decade that may still come
    record: Sequence[Sequence[int]]  # per Faction: an Event's number, or decade * 100 + index of a Position
    position: Sequence[int]  # index into POSITIONS, -1: none
    stars: Sequence[int]
    achieved: Sequence[int]  # 1 if this Position's goal has given its Victory Point
    recorded: Sequence[int]  # 1 if a Non-Player's Position gave a point and will go to the Record in the Census
    position_bags: Sequence[Sequence[int]]  # per Faction: Positions that may be drawn

    # ---- the Sequence of Play
    phase: str  # the next turn, a key of rules.sequence.TURNS
    box: Sequence[int]  # the box each Faction chose this round; NO_BOX: none yet
    planned: Sequence[int]  # the box planned for the next round; NO_BOX: none, LATER: asked after the Census
    performer: int  # who performs the Event

    # ---- the action or Event in progress
    actor: int  # the Faction whose action or Event it is, or NOBODY
    box_now: int  # the box being executed
    action: str  # "" or house, service, …
    option: str  # the branch chosen in the current District: place, activate, …
    districts: Sequence[int]  # selected so far, in order
    declared: Sequence[int]  # selected in advance (variant declare_all_first) but not resolved yet
    public_activated: int  # Public Organizations activated by this action
    conditions_met: int  # 1 if both conditions of the player's Position held before the action
    goal_districts: int  # Districts of this action that satisfied the goal's restriction
    done: list[int]  # results of this action, see DONE
    effect: int  # index of the next effect of the Event
    chosen_list: int  # the list of a `choose` effect being carried out; -1: none
    part: int  # index of the next effect in that list
    touched: Sequence[int]  # Districts where the effect in progress, or else the previous one, took place

    # ---- Non-Players
    np_row: int  # the row of its Position that a Non-Player performs; -1: none
    np_plan: Sequence[int]  # what a Non-Player must remember during an action

    # ---- the Census
    step: int  # progress within the phase: a District, a Faction or a Bond
    audit: Sequence[int]  # the last Audit, see AUDIT_ROWS; empty while people may not see it
    scored: Sequence[str]  # Objectives fulfilled in the last Census, then Final Census points

    # ---- the end, and what the Record tells
    ending: str  # "", final, instant, disenfranchisement, bankruptcy
    winners: Sequence[int]
    tally: Sequence[Mapping[str, int]]  # per Faction: Victory Points by source
    sessions: Sequence[PlayedSession]  # finished ones, in order
    history: Sequence[Sequence[int]]  # one row for each round and Census, see rules.winning.HISTORY

    # ---- the effect of the Event in progress, which happens piece by piece
    found: Sequence[int] = []  # Districts the effect may choose from
    open: Sequence[int] = []  # those where its next piece may go

    # ---- chosen before the match
    level: str = ""  # level of difficulty with Non-Players; "": as printed
    edition: int = 0  # edition of the Events; those added later are left out

    def copy(self) -> Bronx:
        """Copy the state; read-only sequences are shared, as they are only ever replaced as a whole."""
        twin = self.__copy__()
        twin.lines = None
        twin.pop = self.pop[:]
        twin.vul = self.vul[:]
        twin.orgs = self.orgs[:]
        twin.street_pop = self.street_pop[:]
        twin.street_vul = self.street_vul[:]
        twin.done = self.done[:]
        return twin
