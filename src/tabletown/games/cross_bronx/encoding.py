"""Cross Bronx Expressway in numbers: the map by space and by District, pools, tracks and cards; my Faction first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.encoding import Encoding, Part, QuestionEncoding, cached, one_hot, row, turned
from tabletown.games.cross_bronx.components import EVENTS, POSITIONS
from tabletown.games.cross_bronx.options import (
    ACTION_WORDS,
    BOX_WORDS,
    BRANCH_WORDS,
    BY_ACTIVATING,
    BY_REMOVING,
    BY_VULNERABILITY,
    COUNT_WORDS,
    DISTRICT_WORDS,
    DONE_WORD,
    FACTION_WORDS,
    LIST_WORDS,
    NO,
    ON_GRANT,
    ON_LOAN,
    ON_NEITHER,
    ORG_WORDS,
    PASS,
    POSITION_WORDS,
    REDEEM,
    ROLL_OVER,
    SPACE_WORDS,
    STREET_ORG_WORDS,
    STREET_WORDS,
    TILE_WORDS,
    YES,
)
from tabletown.games.cross_bronx.rules.actions import ACTIONS
from tabletown.games.cross_bronx.rules.sequence import TURNS
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    BLIGHT,
    CODES,
    DECADES,
    DISTRICTS,
    FACTION_NAMES,
    FACTIONS,
    GRANT,
    LOAN,
    NUMBERS,
    ORG,
    PETITION,
    SPACES,
    Bronx,
)

BITS = (ORG, ACTIVE, GRANT, LOAN)
DISTRICT = 2 + 2 + 4 + 3  # unhoused: Population, Vulnerabilities; Petition, Blight; awaiting; Organizations unhoused
PER_FACTION = (
    "tiles left",
    "Organizations left",
    "Resources",
    "Victory Points",
    "owed",
    "mitigated",
    "stars",
    "box",
    "plan",
)
TRACKS = (
    "grants",
    "loans",
    "loans locked",
    "Population left",
    "Vulnerabilities left",
    "Corrections",
    "overflow",
    "Losses",
    "limit",
    "tax",
    "round",
    "step",
    "effect",
)
CARD_PLACE = {number: place for place, number in enumerate(EVENTS)}
CARD, FACTION, DECADE = one_hot(len(EVENTS)), one_hot(len(FACTIONS)), one_hot(len(DECADES))
DECADE_PLACE = {decade: place for place, decade in enumerate(DECADES)}
PHASE, PHASE_PLACE = one_hot(len(TURNS)), {phase: place for place, phase in enumerate(TURNS)}
ACTION, ACTION_PLACE = one_hot(len(ACTIONS)), {id: place for place, id in enumerate(ACTIONS)}
POSITION = one_hot(len(POSITIONS))
ORGANIZATION = [row([int(bool(bits & bit)) for bit in BITS]) for bits in range(CODES)]
OWNER = [
    one_hot(3),
    [one_hot(3)[(owner - 1) % 3] for owner in FACTIONS],
    [one_hot(3)[(owner - 2) % 3] for owner in FACTIONS],
]
for rows in OWNER[1:]:
    rows.append(one_hot(3)[-1])
RULES = (
    "select.one-per-box",
    "event.mandatory",
    "plan.audit.optional",
    "plan.preselect.any-box",
    "act.one-action-three-districts",
    "react.one-district",
    "housing.on-placement.active-player-chooses",
    "housing.removal.active-player-chooses",
    "housing.new-tile.organization-choice",
    "organize-invest-service.one-option",
    "plan.refresh.own-one",
    "community.mobilize.organization",
    "community.mobilize.population",
    "community.organize.activate",
    "community.organize.activate-partner",
    "community.build.place",
    "community.build.replace",
    "community.fundraise.stop",
    "private.develop.move-in",
    "private.develop.vulnerability",
    "private.develop.buy-out",
    "private.develop.replace-exhausted",
    "private.payoff.cost",
    "private.payoff.move",
    "private.payoff.exhaust",
    "private.suburbanize.remove",
    "private.suburbanize.price",
    "private.invest.activate",
    "private.invest.activate-partner",
    "public.relocate.move-in",
    "public.budget.population",
    "public.budget.price",
    "public.service.one-option-per-district",
    "public.service.activate",
    "public.service.activate-partner",
    "public.house.replace",
    "infra.exhaust.rehouse-choice",
    "np.golden-rule",
    "census.corrections.bail",
    "census.petition.answer",
    "census.blight.vulnerability",
    "audit.comptroller.bond-voluntary",
    "audit.comptroller.bond-offer",
    "audit.comptroller.tax-high",
    "audit.loans.repay",
    "audit.bonds.due",
    "reset.6.private-bailout",
    "reset.7.public-budget",
    "reset.8.community-fundraise",
    "event.open-faction-choice",
    "loan.event-019.locked-until-1980",
    "positions.setup.draw-two",
    "positions.reset.discard-option",
    "grant-loan.event-brings-own",
    "grant-loan.next-organization-must-take",
)


# most lists of the state change seldom, so what is made of them is cached


@cached
def _tiles(owner: Sequence[int]) -> tuple[bytes, ...]:
    """Encoded tiles, as each Faction sees them."""
    return tuple(b"".join([rows[whose] for whose in owner]) for rows in OWNER)


@cached
def _organizations(orgs: Sequence[int]) -> tuple[bytes, ...]:
    """Encoded Organizations on the map, by Faction."""
    return tuple(b"".join([ORGANIZATION[bits] for bits in orgs[faction::3]]) for faction in FACTIONS)


@cached
def _districts(
    seat: int,
    street_pop: Sequence[int],
    street_vul: Sequence[int],
    marker: Sequence[int],
    awaiting: Sequence[int],
    street_orgs: Sequence[int],
) -> bytes:
    """Encoded Districts, as a Faction sees them: unhoused Organizations are its own, then the others'."""
    unhoused = [[0] * len(DISTRICTS) for _ in FACTIONS]
    for entry in street_orgs:
        district, faction = divmod(entry // CODES, 3)
        unhoused[faction][district] += 1
    petitions, blights = ([int(what == kind) for what in marker] for kind in (PETITION, BLIGHT))
    waiting = [awaiting[kind::4] for kind in range(4)]
    districts = zip(street_pop, street_vul, petitions, blights, *waiting, *turned(unhoused, seat))
    return row([number for district in districts for number in district])


@cached
def _spaces(exhausted: Sequence[int], population: Sequence[int], vulnerabilities: Sequence[int]) -> bytes:
    return row((*exhausted, *population, *vulnerabilities))


def encode(s: Bronx, seat: int) -> bytes:
    order = (seat, (seat + 1) % 3, (seat + 2) % 3)
    organizations = _organizations(s.orgs)
    factions = list(
        zip(s.tiles_left, s.orgs_left, s.resources, s.vp, s.owed, s.mitigated, s.stars, s.box, s.planned, strict=True)
    )
    tracks = (
        s.grants,
        s.loans,
        s.loans_locked,
        s.pop_pool,
        s.vul_pool,
        s.corrections,
        s.overflow,
        s.losses,
        s.losses_limit,
        s.tax,
        s.round,
        s.step,
        s.effect,
    )
    chosen = [0] * len(DISTRICTS)
    for d in (*s.districts, *s.declared):
        chosen[d] = 1
    return b"".join(
        (
            _tiles(s.owner)[seat],
            _spaces(s.exhausted, s.pop, s.vul),
            *[organizations[faction] for faction in order],
            _districts(seat, s.street_pop, s.street_vul, s.marker, s.awaiting, s.street_orgs),
            row((*factions[order[0]], *factions[order[1]], *factions[order[2]])),
            row(tracks),
            FACTION[seat],
            CARD[CARD_PLACE.get(s.current, -1)],
            CARD[CARD_PLACE.get(s.upcoming, -1)],
            PHASE[PHASE_PLACE.get(s.phase, -1)],
            DECADE[DECADE_PLACE.get(s.decade, -1)],
            *[POSITION[s.position[faction]] for faction in order],
            FACTION[(s.actor - seat) % 3 if s.actor >= 0 else -1],
            ACTION[ACTION_PLACE.get(s.action, -1)],
            row(chosen),
        )
    )


def encoding(seats: int, options: Mapping[str, str]) -> Encoding:
    events, positions = len(EVENTS), len(POSITIONS)
    parts = (
        Part("tiles", (len(SPACES), 3), "whose tile is on each space, mine first"),
        Part("exhausted", (len(SPACES),), "1: the tile is exhausted"),
        Part("population", (len(SPACES),), "on each space", 5),
        Part("vulnerabilities", (len(SPACES),), "on each space", 5),
        Part(
            "organizations",
            (3, len(SPACES), len(BITS)),
            "of each Faction, mine first, on each space: there, active, with a Grant, with a Loan",
        ),
        Part(
            "districts",
            (len(DISTRICTS), DISTRICT),
            "unhoused Population and Vulnerabilities, Petition, Blight, four kinds of markers that wait, unhoused "
            "Organizations (mine first)",
            10,
        ),
        Part("factions", (3, len(PER_FACTION)), "mine first: " + ", ".join(PER_FACTION), 20),
        Part("tracks", (len(TRACKS),), ", ".join(TRACKS), (10, 10, 10, 60, 20, 20, 20, 20, 20, 4, 10, 4, 4)),
        Part("faction", (3,), "which one is mine: " + ", ".join(FACTION_NAMES)),
        Part("event", (events,), "the Event in force"),
        Part("upcoming", (events,), "the next card"),
        Part("phase", (len(TURNS),), ", ".join(TURNS)),
        Part("decade", (len(DECADES),), ", ".join(map(str, DECADES))),
        Part("positions", (3, positions), "mine first"),
        Part("actor", (3,), "whose action or Event it is, mine first"),
        Part("action", (len(ACTIONS),), ", ".join(ACTIONS)),
        Part("chosen", (len(DISTRICTS),), "Districts selected for this action"),
    )
    plain = (
        PASS,
        DONE_WORD,
        YES,
        NO,
        BY_ACTIVATING,
        ON_NEITHER,
        BY_VULNERABILITY,
        ROLL_OVER,
        REDEEM,
        BY_REMOVING,
        ON_LOAN,
        ON_GRANT,
    )
    streets = [word for entry, word in enumerate(STREET_ORG_WORDS) if entry & ORG]
    words = (
        *plain,
        *BOX_WORDS,
        *ACTION_WORDS.values(),
        *BRANCH_WORDS.values(),
        *DISTRICT_WORDS,
        *STREET_WORDS,
        *TILE_WORDS,
        *SPACE_WORDS,
        *FACTION_WORDS,
        *COUNT_WORDS,
        *LIST_WORDS,
        *POSITION_WORDS,
        *ORG_WORDS,
        *streets,
    )
    numbers = [str(number) for number in NUMBERS]
    names = [action.name for action in ACTIONS.values()]
    about = {"district": numbers, "action": names, "faction": FACTION_NAMES, "partner": FACTION_NAMES}
    return Encoding(tuple(dict.fromkeys(words)), parts, encode, QuestionEncoding(RULES, about))
