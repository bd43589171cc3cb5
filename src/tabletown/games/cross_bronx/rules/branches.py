"""What the menus of the three Factions share: branches of an action, Organizations used, Population moved (4.0)."""

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
)
from tabletown.games.cross_bronx.rules.money import can_spend, pay, spend
from tabletown.games.cross_bronx.rules.naming import home, standing
from tabletown.games.cross_bronx.rules.organizations import activate, place_organization, remove_organization
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    ADJACENT,
    BLIGHT,
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
from tabletown.kernel import Reason, Script, Text, because, is_read, tell

WhyNot = Callable[[Bronx, int], "Reason | None"]


class Branch(msgspec.Struct, frozen=True):
    """One of the ways an action can be performed in a District."""

    option: str  # as in positions.toml
    rule: str
    obstacle: WhyNot  # (state, District) -> what stands in the way there now, besides the cost
    perform: Callable[[Bronx, int], Script]
    faction: int = NOBODY
    cost: int = 0  # what that Faction pays, the same in every District …
    waived: bool = False  # … except where a Grant or Loan waits: that is free

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
    """An entry of a Faction's menu; where it has several branches a District gets exactly one of them."""

    id: str
    name: str
    branches: tuple[Branch, ...]
    act_only: bool = False  # House, Build, Develop: one District, never as React

    @property
    def always(self) -> bool:
        """Can it be performed in every District at any time?"""
        return self.branches[0].obstacle is always

    def is_possible(self, s: Bronx, taken: Sequence[int] = ()) -> bool:
        """Can it be performed in some District that is not taken?"""
        for branch in self.branches:
            if branch.can_pay(s):
                obstacle = branch.obstacle
                for district in DISTRICTS:
                    if district not in taken and obstacle(s, district) is None:
                        return True
        return False

    def open_districts(self, s: Bronx, taken: Sequence[int]) -> list[str]:
        """The words of the Districts that are not taken where it can be performed."""
        if self.always:
            return [word for district, word in enumerate(DISTRICT_WORDS) if district not in taken]
        obstacles = [branch.obstacle for branch in self.branches if branch.can_pay(s)]
        found = []
        for district in DISTRICTS:
            if district not in taken:
                for obstacle in obstacles:
                    if obstacle(s, district) is None:
                        found.append(DISTRICT_WORDS[district])
                        break
        return found

    def open_branches(self, s: Bronx, district: int) -> list[Branch]:
        """The branches by which it can be performed there."""
        if len(self.branches) == 1:
            return [*self.branches]
        return [branch for branch in self.branches if branch.can_pay(s) and branch.obstacle(s, district) is None]

    def why_not(self, s: Bronx, district: int) -> Reason | None:
        """None if some branch can be performed there."""
        best: Reason | None = None
        for branch in self.branches:
            reason = branch.why_not(s, district)
            if reason is None:
                return None
            if best is None or reason is CANNOT_PAY:  # the nearest miss tells most
                best = reason
        return best


def always(s: Bronx, district: int) -> Reason | None:
    return None


PICK_ORGANIZATION = Text("pick the Organization to activate in District {district}")
PICK_VULNERABILITY = Text("pick the Vulnerability of District {district} to take in")
PAY_PARTNER = Text("pay 1 Resource to {partner} to take in another Vulnerability of District {district}")
AGREE = Text("let {who} use your Organization on {space} for 1 Resource")
PICK_PRICE = Text("pick what it costs in District {district}")
PICK_COST_ORGANIZATION = Text("pick the Organization in District {district}")
MOVE_IN = Text("pick Population to move into District {district}")
PICK_VULNERABILITY_DISTRICT = Text("pick the District that gets a Vulnerability")
PICK_TILE = Text("pick the Infrastructure to replace in District {district}")

NO_VULNERABILITY = because(
    "no-vulnerability", "There is no Vulnerability to take in.", "activate.without-vulnerability"
)
NO_INACTIVE = because("no-inactive", "You have no Inactive Organization there.", "org.activate.requires-inactive")
NO_FREE_SPACE = because("no-free-space", "Every space there has a tile.", "board.infra-spaces.upper-limit")
NO_TILE_LEFT = because("no-tile-left", "You have no Infrastructure left.", "area.supply-limits")
NO_EXHAUSTED = because("no-exhausted", "No exhausted Infrastructure of another Faction is there.", "infra.replace-own")
NO_BLIGHT = because("no-blight", "There is no Blight there.", "public.service.remove-blight")

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


def pick_tile(s: Bronx, district: int, spaces: list[int], rule: str) -> Script:
    """Which of these tiles is replaced: its space."""
    options = [TILE_WORDS[space] for space in spaces]
    prompt = PICK_TILE(district=NUMBERS[district]) if len(options) > 1 else PICK_TILE
    word = yield from ask(query(s.actor, "replace-tile", prompt, options, rule, district=district))
    return SPACE_OF_WORD[word]


# ------------------------------------------------------------------ Organizations: place, activate


def place_own(faction: int) -> Callable[[Bronx, int], Script]:
    def place(s: Bronx, district: int) -> Script:
        return place_organization(s, faction, district, faction, price=PLACE_COST)

    return place


def why_not_activate(faction: int) -> WhyNot:
    def why_not(s: Bronx, district: int) -> Reason | None:
        if not has_inactive(s, district, faction):
            return NO_INACTIVE
        if not vulnerabilities(s, district) and not s.options.allow_empty_activation:
            return NO_VULNERABILITY
        return None

    return why_not


def mitigate(s: Bronx, faction: int, district: int) -> Script:
    """One Vulnerability of the District becomes a Case, an Activist or an Employee."""
    options = cubes(s, district, s.vul, s.street_vul)
    if not options:
        return  # only under allow_empty_activation
    prompt, rule = _PICK_VULNERABILITY[district], "housing.removal.active-player-chooses"
    word = yield from ask(query(faction, "take-vulnerability", prompt, options, rule, district=district))
    take(word, s.vul, s.street_vul)
    s.mitigated = added(s.mitigated, faction, 1)
    tell(s, TakenIn, faction, NUMBERS[district])


def pick_inactive(s: Bronx, faction: int, district: int, rule: str) -> Script:
    options = organizations(s, district, faction, lack=ACTIVE)
    prompt = _PICK_ORGANIZATION[district]
    return ask(query(faction, "choose-organization", prompt, options, rule, district=district))


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
    """For 1 Resource the Coalition partner's Inactive Organization takes in a further Vulnerability."""
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


# ------------------------------------------------------------------ what Budget, Suburbanize and Pay Off cost


def why_not_price(word: str) -> Reason | None:
    return NO_INACTIVE if word in (BY_ACTIVATING, BY_REMOVING) else None


def pay_price(s: Bronx, faction: int, district: int, action: str, or_vulnerability: bool = True) -> Script:
    """Activate an Inactive Organization, or remove one, or (not for Pay Off) add a Vulnerability."""
    rule, options = PRICE_RULES[action], [BY_VULNERABILITY] if or_vulnerability else []
    if has_organization(s, district, faction):
        options.insert(0, BY_REMOVING)
        if has_inactive(s, district, faction):
            options.insert(0, BY_ACTIVATING)
    answer = yield from ask(query(faction, "price", _PICK_PRICE[district], options, rule, why_not_price, district))
    if answer == BY_VULNERABILITY:
        yield from add_vulnerability(s, faction, district)
        return
    choice = organizations(s, district, faction, lack=ACTIVE if answer == BY_ACTIVATING else 0)
    prompt = _PICK_COST_ORGANIZATION[district]
    word = yield from ask(query(faction, "choose-organization", prompt, choice, rule, district=district))
    if answer == BY_ACTIVATING:
        activate(s, word)
        tell(s, UsedAsPrice, faction, standing(word), action)
    else:
        remove_organization(s, word, district)


# ------------------------------------------------------------------ moving Population


def troubled(s: Bronx, district: int) -> bool:
    return s.marker[district] == BLIGHT or s.street_vul[district] >= 2


def move_population(s: Bronx, seat: int, word: str, district: int) -> Script:
    """One Population from that tile or street into the District, housed if there is room."""
    origin = district_of(word)
    trouble = troubled(s, origin) and not troubled(s, district)
    unhoused = take(word, s.pop, s.street_pop)
    s.street_pop[district] += 1
    pending: Pending | None = None
    if is_read(s):
        pending = [partial(MovedIn, *home(s, word), NUMBERS[origin], NUMBERS[district])]
    housed = yield from shelter_population(s, seat, district, 1, pending)
    say(s, pending)
    s.done[POPULATION_OUT_OF_TROUBLE] += trouble
    s.done[UNHOUSED_POPULATION_HOUSED] += unhoused and housed


def neighbours(s: Bronx, origins: list[int]) -> list[str]:
    """Whom to move in from these Districts, or done."""
    words = []
    for origin in origins:
        words += cubes(s, origin, s.pop, s.street_pop)
    words.append(DONE_WORD)
    return words


def move_in(s: Bronx, seat: int, district: int, most: int, rule: str, one_from_each: bool = False) -> Script:
    """Up to so many Population from adjacent Districts, in any split or at most one from each."""
    origins, prompt = list(ADJACENT[district]), _MOVE_IN[district]
    for _ in range(most):
        for origin in origins:
            if population(s, origin):
                break
        else:
            return
        word = yield query(seat, "move-in-population", prompt, neighbours, rule, None, district, (s, origins))
        if word == DONE_WORD:
            return
        if one_from_each:
            origins.remove(district_of(word))
        yield from move_population(s, seat, word, district)


def pick_vulnerability_district(s: Bronx, seat: int, options: Sequence[str], rule: str) -> Script:
    word = yield from ask(query(seat, "vulnerability-district", PICK_VULNERABILITY_DISTRICT, options, rule))
    yield from add_vulnerability(s, seat, DISTRICT_OF_WORD[word])


def crowded(s: Bronx, district: int) -> bool:
    """More unhoused Vulnerabilities than Infrastructure."""
    return s.street_vul[district] > tiles(s, district)
