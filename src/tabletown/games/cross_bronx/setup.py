"""Setup Instructions: the board of the starting Decade, and the Sessions that follow in a linked game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tabletown.editions import cards_of
from tabletown.games.cross_bronx.components import BOARD, EVENTS, POSITIONS
from tabletown.games.cross_bronx.events.positions import NOT_AS_PRINTED
from tabletown.games.cross_bronx.predicates import DONE
from tabletown.games.cross_bronx.setups import LEVELS, SETUPS, SOLO, Help, Setup
from tabletown.games.cross_bronx.state import (
    BLIGHT,
    BOXES_OF_CALENDAR,
    COMMUNITY,
    CORRECTIONS_LIMIT,
    DISTRICTS,
    FACE_DOWN,
    FACTION_IDS,
    FACTIONS,
    GRANT,
    GRANT_DOWN,
    GRANT_UP,
    INDEX,
    LOAN,
    LOAN_DOWN,
    LOAN_UP,
    NO_BOX,
    NO_CARD,
    NO_MARKER,
    NOBODY,
    ORG,
    SPACES,
    Bronx,
    Options,
    spaces_of,
)
from tabletown.kernel import Text

POSITION_BAGS = tuple(
    tuple(index for index, position in enumerate(POSITIONS) if position.faction == faction) for faction in FACTION_IDS
)
UNLIMITED = 999  # cubes in the pool under the variant unlimited_cubes

# Sessions of each mode: (first Decade, Decade of the final Census)
MODES: dict[str, tuple[tuple[int, int], ...]] = {
    **{f"{start}": ((start, start + 10),) for start in (1940, 1950, 1960, 1970, 1980)},
    "1990": ((1990, 1990),),
    **{f"decade-{start}": ((start, start),) for start in (1940, 1950, 1960, 1970, 1980)},
    "six-decades": ((1940, 1990),),
    "linked-1940-2000": ((1940, 1950), (1960, 1970), (1980, 1990)),
    "linked-1940-1980": ((1940, 1950), (1960, 1970)),
    "linked-1950-1990": ((1950, 1960), (1970, 1980)),
    "linked-1960-2000": ((1960, 1970), (1980, 1990)),
}
LOSSES_LIMIT, LOSSES_LIMIT_SIX_DECADES = 8, 14
LOSSES_OF_ONE_DECADE = 4


def setup(seats: int, options: Mapping[str, str], edition: int) -> Bronx:
    mode, level = options["session"], LEVELS.get(options["np_points"])
    s = Bronx(
        mode=mode,
        non_player=[options[faction] == "non-player" for faction in FACTION_IDS],
        positions=options["positions"],
        np_points=options["np_points"] == "yes" if level is None else level.goals,
        level=level.id if level is not None else "",
        options=Options.of(options),
        edition=edition,
        session=0,
        start=0,
        last=0,
        losses_limit=LOSSES_LIMIT_SIX_DECADES if mode == "six-decades" else LOSSES_LIMIT,
        owner=[],
        exhausted=[],
        pop=[],
        vul=[],
        orgs=[],
        street_pop=[],
        street_vul=[],
        street_orgs=[],
        marker=[],
        awaiting=[],
        tiles_left=[],
        orgs_left=[],
        grants=0,
        loans=0,
        loans_locked=0,
        owed=[],
        bonds=[],
        pop_pool=0,
        vul_pool=0,
        resources=[],
        vp=[0, 0, 0],
        mitigated=[],
        corrections=0,
        overflow=0,
        losses=0,
        tax=1,
        decade=0,
        round=0,
        current=NO_CARD,
        upcoming=NO_CARD,
        bag=[],
        record=[[], [], []],
        position=[-1, -1, -1],
        stars=[0, 0, 0],
        achieved=[0, 0, 0],
        recorded=[0, 0, 0],
        position_bags=[],
        phase="",
        box=[],
        planned=[],
        performer=NOBODY,
        actor=NOBODY,
        box_now=NO_BOX,
        action="",
        option="",
        districts=[],
        declared=[],
        public_activated=0,
        conditions_met=0,
        goal_districts=0,
        done=[0] * len(DONE),
        effect=0,
        chosen_list=-1,
        part=0,
        touched=[],
        np_row=-1,
        np_plan=[],
        step=0,
        audit=[],
        scored=[],
        ending="",
        winners=[],
        tally=[{}, {}, {}],
        sessions=[],
        history=[],
    )
    begin_session(s)
    return s


def begin_session(s: Bronx) -> None:
    """Set up the board for Session `s.session` of the mode; Victory Points stay as they are."""
    s.start, s.last = MODES[s.mode][s.session]
    set_up_board(s, s.start)
    if s.start == s.last and s.mode != "six-decades":
        s.losses = LOSSES_OF_ONE_DECADE  # the 1990s, or any Decade alone
    help_people(s)
    s.decade = s.start
    s.round, s.current, s.upcoming, s.bag = 0, NO_CARD, NO_CARD, events_of(s.start, s.edition)
    s.position, s.stars, s.achieved, s.recorded = [-1, -1, -1], [0, 0, 0], [0, 0, 0], [0, 0, 0]
    s.position_bags = [list(bag) for bag in POSITION_BAGS]
    s.box, s.planned = [NO_BOX] * 3, [NO_BOX] * 3
    s.performer = s.actor = NOBODY
    s.box_now, s.action, s.option, s.np_row, s.step = NO_BOX, "", "", -1, 0
    s.audit, s.scored, s.ending, s.winners = [], [], "", []
    s.phase = "draw-positions"


HELP: dict[tuple[int, tuple[str, ...]], Help] = {
    (start.decade, tuple(entry.people)): entry for start in SOLO.start for entry in start.help
}


def help_people(s: Bronx) -> None:
    """Give one or two people what the level of difficulty grants them at the start of a Session."""
    people = tuple(FACTION_IDS[faction] for faction in FACTIONS if not s.non_player[faction])
    if not s.level or len(people) not in (1, 2):
        return
    given, level = HELP[s.start, people], LEVELS[s.level]
    relieve(s, given.relief + level.relief)
    s.resources = [have + more for have, more in zip(s.resources, given.resources)]
    more = [level.others if non_player else level.people for non_player in s.non_player]
    s.vp = [max(0, points + extra) for points, extra in zip(given.points, more)]
    s.tally = [{"head-start": points} if points else {} for points in s.vp]


def not_as_printed(s: Bronx) -> Text | None:
    """The sentence that says the table does not start as printed, or None if it does."""
    return NOT_AS_PRINTED[s.level] if s.level and s.non_player.count(False) in (1, 2) else None


def help_given(s: Bronx) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """How the board differs from the printed one as a Session begins: fewer Vulnerabilities (negative: more), then
    additional Resources and Victory Points by Faction."""
    printed = SETUPS[s.start]
    losses = LOSSES_OF_ONE_DECADE if s.start == s.last else printed.losses
    vulnerable = sum(s.vul) + sum(s.street_vul) + s.corrections + s.losses
    relief = printed.check.vul + printed.corrections + losses - vulnerable
    resources = tuple(now - before for now, before in zip(s.resources, printed.resources, strict=True))
    return relief, resources, tuple(tally.get("head-start", 0) for tally in s.tally)


def relieve(s: Bronx, relief: int) -> None:
    """Remove Vulnerabilities: from Corrections, Losses, the streets with the most of them, then the tiles.

    A negative number adds them: to Corrections while there is room, then unhoused where there are fewest."""
    for _ in range(relief):
        if s.corrections:
            s.corrections -= 1
            s.vul_pool += 1
        elif s.losses:
            s.losses -= 1
        elif any(s.street_vul):
            s.street_vul[s.street_vul.index(max(s.street_vul))] -= 1
            s.vul_pool += 1
        elif any(s.vul):
            s.vul[s.vul.index(1)] = 0
            s.vul_pool += 1
    for _ in range(min(-relief, s.vul_pool)):
        if s.corrections < CORRECTIONS_LIMIT:
            s.corrections += 1
        else:
            s.street_vul[s.street_vul.index(min(s.street_vul))] += 1
        s.vul_pool -= 1


@cache
def events_of(decade: int, edition: int) -> list[int]:
    """The Events of a Decade. Drawing eight one by one equals dealing a pile of eight."""
    return [event.number for event in cards_of(EVENTS.values(), edition) if event.decade == decade]


class Printed(NamedTuple):
    """Pieces on the board at the start of a Decade, as lists of the state."""

    owner: list[int]
    exhausted: list[int]
    pop: list[int]
    vul: list[int]
    orgs: list[int]
    street_pop: list[int]
    street_vul: list[int]
    marker: list[int]
    awaiting: list[int]
    owed: list[int]
    bonds: list[int]
    tiles_left: list[int]
    orgs_left: list[int]


def _printed(setup: Setup) -> Printed:
    owner, exhausted = [NOBODY] * len(SPACES), [0] * len(SPACES)
    pop, vul, orgs = [0] * len(SPACES), [0] * len(SPACES), [0] * (3 * len(SPACES))
    for district in DISTRICTS:
        for space, tile in zip(spaces_of[district], setup.district[district].tiles):
            owner[space] = FACTION_IDS.index(tile.owner)
            exhausted[space] = int(tile.exhausted)
            pop[space], vul[space] = tile.pop, tile.vul
            for faction in tile.orgs:
                orgs[space * 3 + FACTION_IDS.index(faction)] = ORG
    awaiting, owed = [0] * (4 * len(DISTRICTS)), [0, 0, 0]
    for kind, up, down, markers in (
        (GRANT, GRANT_UP, GRANT_DOWN, setup.grants),
        (LOAN, LOAN_UP, LOAN_DOWN, setup.loans),
    ):
        for marker in markers:
            if marker.area is not None:
                owed[FACTION_IDS.index(marker.area)] += 1
            elif marker.awaiting:
                awaiting[INDEX[marker.district] * 4 + (up if marker.face == "up" else down)] += 1
            elif marker.holder is not None:
                place = spaces_of[INDEX[marker.district]][marker.tile] * 3 + FACTION_IDS.index(marker.holder)
                orgs[place] |= kind | (FACE_DOWN if marker.face == "down" else 0)
    bonds = [0] * (2 * len(BOXES_OF_CALENDAR))
    for bond in setup.bonds:
        bonds[BOXES_OF_CALENDAR.index(bond.box) * 2 + FACTION_IDS.index(bond.owner) - COMMUNITY] += 1
    return Printed(
        owner,
        exhausted,
        pop,
        vul,
        orgs,
        [district.unhoused.pop for district in setup.district],
        [district.unhoused.vul for district in setup.district],
        [BLIGHT if district.marker == "blight" else NO_MARKER for district in setup.district],
        awaiting,
        owed,
        bonds,
        [most - owner.count(faction) for faction, most in zip(FACTIONS, BOARD.pieces.infrastructure)],
        [most - sum(map(bool, orgs[faction::3])) for faction, most in zip(FACTIONS, BOARD.pieces.organizations)],
    )


PRINTED = {decade: _printed(setup) for decade, setup in SETUPS.items()}


def set_up_board(s: Bronx, decade: int) -> None:
    printed, pieces = SETUPS[decade], BOARD.pieces
    board = [numbers[:] for numbers in PRINTED[decade]]
    s.owner, s.exhausted, s.pop, s.vul, s.orgs, s.street_pop, s.street_vul = board[:7]
    s.marker, s.awaiting, s.owed, s.bonds, s.tiles_left, s.orgs_left = board[7:]
    s.street_orgs = []
    s.grants, s.loans = pieces.grants - len(printed.grants), pieces.loans - len(printed.loans)
    s.loans_locked = 0
    s.corrections, s.overflow, s.losses = printed.corrections, 0, printed.losses
    s.mitigated, s.resources, s.tax = [0, 0, 0], list(printed.resources), round(printed.tax * 2)
    people, cubes = (UNLIMITED, UNLIMITED) if s.options.unlimited_cubes else (pieces.population, pieces.vulnerabilities)
    s.pop_pool = people - sum(s.pop) - sum(s.street_pop)
    s.vul_pool = cubes - sum(s.vul) - sum(s.street_vul) - s.corrections
