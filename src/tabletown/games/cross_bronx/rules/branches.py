"""What the three Factions' menus share (4.0): branches of an action, using Organizations, moving Population."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from tabletown.games.cross_bronx.events.actions import (
    PRICE_RULES,
    OrganizationUsed,
    PartnerRefused,
    PartnerUsed,
    TakenIn,
    UsedAsPrice,
)
from tabletown.games.cross_bronx.events.pieces import MovedIn
from tabletown.games.cross_bronx.options import (
    BRANCH_WORDS,
    BY_ACTIVATING,
    BY_REMOVING,
    BY_VULNERABILITY,
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    DONE_WORD,
    NO,
    ORG_OF_WORD,
    ORG_WORDS,
    SPACE_OF_WORD,
    TILE_WORDS,
    YES,
    district_of,
)
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.housing import (
    CANNOT_PAY,
    NO_TILE,
    OTHER_DISTRICT,
    PLACE_COST,
    Pending,
    add_vulnerability,
    cubes,
    has_inactive,
    has_organization,
    numbered,
    organizations,
    partner,
    population,
    say,
    shelter_population,
    take,
    tiles,
    vulnerabilities,
    why_not_among,
    why_not_cube,
    why_not_organization,
    why_not_place_organization,
)
from tabletown.games.cross_bronx.rules.money import can_spend, pay, spend
from tabletown.games.cross_bronx.rules.naming import home, standing
from tabletown.games.cross_bronx.rules.organizations import activate, place_organization, remove_organization
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    ADJACENT,
    BLIGHT,
    DISTRICT_OF,
    DISTRICTS,
    FACTION_NAMES,
    NOBODY,
    NUMBERS,
    PARTNERS_ACTIVATED,
    POPULATION_OUT_OF_TROUBLE,
    SPACE_NAMES,
    SPAN,
    UNHOUSED_POPULATION_HOUSED,
    Bronx,
    added,
    spaces_of,
)
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, because, log_enabled, tell

WhyNot = Callable[[Bronx, int], "Reason | None"]


class Branch(msgspec.Struct, frozen=True):
    """One way to perform an action in a District."""

    option: str  # as in positions.toml
    rule: str
    obstacle: WhyNot  # (state, District) -> why it is impossible there now, apart from the cost
    perform: Callable[[Bronx, int], Script]
    faction: int = NOBODY
    cost: int = 0  # what the Faction pays in each District …
    waived: bool = False  # … but nothing where a Grant or Loan is waiting

    @property
    def word(self) -> str:
        return BRANCH_WORDS[self.option]

    def can_pay(self, s: Bronx) -> bool:
        return not self.cost or can_spend(s, self.faction, self.cost) or (self.waived and any(s.awaiting))

    def why_not(self, s: Bronx, district: int) -> Reason | None:
        """Why it cannot be performed there now: supply, room, then the cost."""
        reason = self.obstacle(s, district)
        return CANNOT_PAY if reason is None and not self.can_pay(s) else reason


class Action(msgspec.Struct, frozen=True):
    """An action of a Faction's menu; if it has several branches, each District gets exactly one of them."""

    id: str
    name: str
    branches: tuple[Branch, ...]
    act_only: bool = False  # House, Build, Develop: one District, never as React

    def why_not(self, s: Bronx, districts: Sequence[int]) -> Reason | None:
        """Why no branch can be performed in any of these Districts; None if one can."""
        first: Reason | None = None
        for branch in self.branches:
            if branch.cost and not branch.can_pay(s):
                first = CANNOT_PAY
                continue
            obstacle = branch.obstacle
            for district in districts:
                reason = obstacle(s, district)
                if reason is None:
                    return None
                if first is None:
                    first = reason
        return first

    def open_districts(self, s: Bronx, taken: Sequence[int]) -> list[str]:
        """Words of the Districts that are not taken and where `why_not` is None, computed faster."""
        obstacles = [branch.obstacle for branch in self.branches if not branch.cost or branch.can_pay(s)]
        if always in obstacles:
            return [word for district, word in enumerate(DISTRICT_WORDS) if district not in taken]
        found = []
        for district in DISTRICTS:
            if district not in taken:
                for obstacle in obstacles:
                    if obstacle(s, district) is None:
                        found.append(DISTRICT_WORDS[district])
                        break
        return found


def always(s: Bronx, district: int) -> Reason | None:
    return None


PICK_ORGANIZATION = Text("activate an Organization in District {district}")
PICK_VULNERABILITY = Text("pick a Vulnerability in District {district}")
PAY_PARTNER = Text("activate the {partner} Organization for 1 Resource")
AGREE = Text("let {who} use your Organization on {space}")
PICK_PRICE = Text("choose how to pay in District {district}")
PICK_COST_ORGANIZATION = Text("pick an Organization in District {district}")
MOVE_IN = Text("pick Population to move into District {district}")
PICK_VULNERABILITY_DISTRICT = Text("pick the District that gets a Vulnerability")
PICK_TILE = Text("replace Infrastructure in District {district}")

NO_VULNERABILITY = because("no-vulnerability", "There's no Vulnerability to take in.", "activate.without-vulnerability")
NO_INACTIVE = because(
    "no-inactive-organization", "You have no Inactive Organization there.", "org.activate.requires-inactive"
)
NO_FREE_SPACE = because("no-free-space", "Every space there has a tile.", "board.infra-spaces.upper-limit")
NO_TILE_LEFT = because("no-tile-left", "You have no Infrastructure left.", "area.supply-limits")
NO_EXHAUSTED = because("no-exhausted-tile", "No other Faction has exhausted Infrastructure there.", "infra.replace-own")
NO_ORGANIZATION = because("no-organization", "You have no Organization there.")
NOT_BY_VULNERABILITY = because(
    "not-by-vulnerability", "You can't pay for this with a Vulnerability.", "private.payoff.cost"
)
NOT_FROM_THERE = because("not-from-there", "Nobody can move in from that District now.")
OWN_TILE = because("own-tile", "That is your own Infrastructure.", "infra.replace-own")
NOT_EXHAUSTED = because("not-exhausted", "That tile is not exhausted.")
IS_EXHAUSTED = because("is-exhausted", "That tile is exhausted.")
NO_BLIGHT = because("no-blight", "There's no Blight there.", "public.service.remove-blight")

_PICK_ORGANIZATION = numbered(PICK_ORGANIZATION)
_PICK_VULNERABILITY = numbered(PICK_VULNERABILITY)
_PICK_PRICE = numbered(PICK_PRICE)
_PICK_COST_ORGANIZATION = numbered(PICK_COST_ORGANIZATION)
_MOVE_IN = numbered(MOVE_IN)


# ------------------------------------------------------------------ Infrastructure: place or replace


def why_not_place_tile(faction: int) -> WhyNot:
    def why_not(s: Bronx, district: int) -> Reason | None:
        if not s.tiles_left[faction]:
            return NO_TILE_LEFT
        return None if NOBODY in s.owner[SPAN[district]] else NO_FREE_SPACE

    return why_not


def rival_exhausted(s: Bronx, district: int, faction: int) -> list[int]:
    if 1 not in s.exhausted[SPAN[district]]:
        return []
    return [space for space in spaces_of[district] if s.exhausted[space] and s.owner[space] not in (faction, NOBODY)]


def why_not_replace_exhausted(faction: int) -> WhyNot:
    def why_not(s: Bronx, district: int) -> Reason | None:
        if not s.tiles_left[faction]:
            return NO_TILE_LEFT
        return None if rival_exhausted(s, district, faction) else NO_EXHAUSTED

    return why_not


def why_not_replace_tile(s: Bronx, district: int, faction: int, exhausted: bool, word: str) -> Reason | None:
    """Why the Faction cannot replace that tile of the District with its own."""
    space = SPACE_OF_WORD.get(word)
    if space is None:
        return NOT_AN_OPTION
    if DISTRICT_OF[space] != district:
        return OTHER_DISTRICT
    if s.owner[space] in (NOBODY, faction):
        return NO_TILE if s.owner[space] == NOBODY else OWN_TILE
    if s.exhausted[space] == exhausted:
        return None
    return NOT_EXHAUSTED if exhausted else IS_EXHAUSTED


def pick_tile(s: Bronx, faction: int, district: int, exhausted: bool, rule: str) -> Script:
    """Ask which tile of another Faction is replaced; returns its space."""
    about = (s, district, faction, exhausted)
    options = [word for word in TILE_WORDS[SPAN[district]] if why_not_replace_tile(*about, word) is None]
    prompt = PICK_TILE(district=NUMBERS[district]) if len(options) > 1 else PICK_TILE
    word = yield from ask(query(faction, "replace-tile", prompt, options, rule, why_not_replace_tile, district, about))
    return SPACE_OF_WORD[word]


# ------------------------------------------------------------------ Organizations: place, activate


def why_not_activate(faction: int) -> WhyNot:
    def why_not(s: Bronx, district: int) -> Reason | None:
        if not has_inactive(s, district, faction):
            return NO_INACTIVE
        if not vulnerabilities(s, district) and not s.options.allow_empty_activation:
            return NO_VULNERABILITY
        return None

    return why_not


def mitigate(s: Bronx, faction: int, district: int) -> Script:
    """Turn one Vulnerability of the District into a Case, an Activist or an Employee."""
    options = cubes(s, district, s.vul, s.street_vul)
    if not options:
        return  # only under allow_empty_activation
    prompt, rule = _PICK_VULNERABILITY[district], "housing.removal.active-player-chooses"
    about = (s, (district,), s.vul, s.street_vul, "")
    word = yield from ask(query(faction, "take-vulnerability", prompt, options, rule, why_not_cube, district, about))
    take(word, s.vul, s.street_vul)
    s.mitigated = added(s.mitigated, faction, 1)
    tell(s, TakenIn, faction, NUMBERS[district])


def pick_organization(s: Bronx, faction: int, district: int, prompt: Text, rule: str, lack: int = 0) -> Script:
    """Ask for one of the Faction's Organizations in the District that has none of the bits `lack`."""
    options, about = organizations(s, district, faction, lack=lack), (s, (district,), (faction,), 0, lack, "")
    return ask(query(faction, "choose-organization", prompt, options, rule, why_not_organization, district, about))


def pick_inactive(s: Bronx, faction: int, district: int, rule: str) -> Script:
    return pick_organization(s, faction, district, _PICK_ORGANIZATION[district], rule, lack=ACTIVE)


def activate_own(faction: int, rule: str) -> Callable[[Bronx, int], Script]:
    def use(s: Bronx, district: int) -> Script:
        word = yield from pick_inactive(s, faction, district, rule)
        spend(s, faction, 2)
        activate(s, word)
        tell(s, OrganizationUsed, faction, standing(word), 2)
        yield from mitigate(s, faction, district)
        yield from activate_partner(s, faction, district, word, rule + "-partner")

    return use


def activate_partner(s: Bronx, faction: int, district: int, word: str, rule: str) -> Script:
    """Offer to pay the Coalition partner 1 Resource, so that its Organization takes in another Vulnerability."""
    place = ORG_OF_WORD.get(word)
    other = NOBODY if place is None else partner(s, place // 3, faction)
    if place is None or other < 0 or s.orgs[place // 3 * 3 + other] & ACTIVE or not can_spend(s, faction, 1):
        return
    if not vulnerabilities(s, district) and not s.options.allow_empty_activation:
        return
    prompt = PAY_PARTNER(partner=FACTION_NAMES[other], district=NUMBERS[district])
    answer = yield query(faction, "activate-partner", prompt, [YES, NO], rule, district=district)
    if answer == YES and s.options.partner_consent:
        prompt = AGREE(who=FACTION_NAMES[faction], space=SPACE_NAMES[place // 3])
        answer = yield query(other, "partner-consent", prompt, [YES, NO], rule, district=district)
        if answer == NO:
            tell(s, PartnerRefused, faction, other)
    if answer == NO:
        return
    pay(s, faction, other, 1)
    activate(s, ORG_WORDS[place // 3 * 3 + other])
    s.done[PARTNERS_ACTIVATED] += 1
    tell(s, PartnerUsed, faction, other, SPACE_NAMES[place // 3], 1)
    yield from mitigate(s, faction, district)


def organization_branches(faction: int, rule: str) -> tuple[Branch, Branch]:
    """The branches that Service, Organize and Invest share: place an Organization, activate one."""

    def why_not_place(s: Bronx, district: int) -> Reason | None:
        return why_not_place_organization(s, district, faction)

    def place(s: Bronx, district: int) -> Script:
        return place_organization(s, faction, district, faction, price=PLACE_COST)

    use = f"{rule}.activate"
    return (
        Branch("place", f"{rule}.place", why_not_place, place, faction, PLACE_COST, waived=True),
        Branch("activate", use, why_not_activate(faction), activate_own(faction, use), faction, 2),
    )


# ------------------------------------------------------------------ what Budget, Suburbanize and Pay Off cost


def why_not_price(s: Bronx, faction: int, district: int, or_vulnerability: bool, word: str) -> Reason | None:
    if word == BY_ACTIVATING:
        return None if has_inactive(s, district, faction) else NO_INACTIVE
    if word == BY_REMOVING:
        return None if has_organization(s, district, faction) else NO_ORGANIZATION
    if word == BY_VULNERABILITY:
        return None if or_vulnerability else NOT_BY_VULNERABILITY
    return NOT_AN_OPTION


def pay_price(s: Bronx, faction: int, district: int, action: str, or_vulnerability: bool = True) -> Script:
    """Pay for an action: activate or remove an Organization or, except for Pay Off, add a Vulnerability."""
    rule, about = PRICE_RULES[action], (s, faction, district, or_vulnerability)
    options = [word for word in (BY_ACTIVATING, BY_REMOVING, BY_VULNERABILITY) if why_not_price(*about, word) is None]
    prompt = _PICK_PRICE[district]
    answer = yield from ask(query(faction, "price", prompt, options, rule, why_not_price, district, about))
    if answer == BY_VULNERABILITY:
        yield from add_vulnerability(s, faction, district)
        return
    lack = ACTIVE if answer == BY_ACTIVATING else 0
    word = yield from pick_organization(s, faction, district, _PICK_COST_ORGANIZATION[district], rule, lack)
    if answer == BY_ACTIVATING:
        activate(s, word)
        tell(s, UsedAsPrice, faction, standing(word), action)
    else:
        remove_organization(s, word, district)


# ------------------------------------------------------------------ moving Population


def troubled(s: Bronx, district: int) -> bool:
    return s.marker[district] == BLIGHT or s.street_vul[district] >= 2


def move_population(s: Bronx, seat: int, word: str, district: int) -> Script:
    """Move one Population from a tile or the street into the District and house it if there is room."""
    origin = district_of(word)
    trouble = troubled(s, origin) and not troubled(s, district)
    unhoused = take(word, s.pop, s.street_pop)
    s.street_pop[district] += 1
    pending: Pending | None = None
    if log_enabled(s):
        pending = [partial(MovedIn, *home(s, word), NUMBERS[origin], NUMBERS[district])]
    housed = yield from shelter_population(s, seat, district, 1, pending)
    say(s, pending)
    s.done[POPULATION_OUT_OF_TROUBLE] += trouble
    s.done[UNHOUSED_POPULATION_HOUSED] += unhoused and housed


def neighbours(s: Bronx, origins: list[int]) -> list[str]:
    """Options for moving Population in from these Districts, including stopping."""
    words = []
    for origin in origins:
        words += cubes(s, origin, s.pop, s.street_pop)
    words.append(DONE_WORD)
    return words


def why_not_neighbour(s: Bronx, origins: list[int], word: str) -> Reason | None:
    reason = why_not_cube(s, origins, s.pop, s.street_pop, DONE_WORD, word)
    return NOT_FROM_THERE if reason is OTHER_DISTRICT else reason


def move_in(s: Bronx, seat: int, district: int, most: int, rule: str, one_from_each: bool = False) -> Script:
    """Move in up to `most` Population from adjacent Districts, in any split or at most one from each."""
    origins, prompt = list(ADJACENT[district]), _MOVE_IN[district]
    for _ in range(most):
        for origin in origins:
            if population(s, origin):
                break
        else:
            return
        why, about = why_not_neighbour, (s, origins)
        word = yield query(seat, "move-in-population", prompt, neighbours, rule, why, district, about)
        if word == DONE_WORD:
            return
        if one_from_each:
            origins.remove(district_of(word))
        yield from move_population(s, seat, word, district)


def pick_vulnerability_district(s: Bronx, seat: int, districts: Sequence[int], reason: Reason, rule: str) -> Script:
    """Ask which of these Districts gets a Vulnerability; `reason` is why others cannot."""
    options, about = [DISTRICT_WORDS[district] for district in districts], (districts, reason, "")
    prompt = PICK_VULNERABILITY_DISTRICT
    word = yield from ask(query(seat, "vulnerability-district", prompt, options, rule, why_not_among, about=about))
    yield from add_vulnerability(s, seat, DISTRICT_OF_WORD[word])


def crowded(s: Bronx, district: int) -> bool:
    """Whether the District has more unhoused Vulnerabilities than Infrastructure."""
    return s.street_vul[district] > tiles(s, district)
