"""Quick ratings, one step ahead, for the options of every kind of question."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletown.games.cross_bronx.bots.actions import (
    action_worth,
    best_districts,
    branch_worth,
    budget,
    district_worth,
    fundraise,
    mobilize_to,
    place,
    together,
)
from tabletown.games.cross_bronx.bots.goals import leads_to_star, star_worth
from tabletown.games.cross_bronx.bots.outlook import Outlook
from tabletown.games.cross_bronx.components import EVENTS, POSITIONS, Effect
from tabletown.games.cross_bronx.options import (
    ACTION_OF_WORD,
    BOX_OF_WORD,
    BRANCH_OF_WORD,
    BY_ACTIVATING,
    BY_VULNERABILITY,
    COUNT_OF_WORD,
    DISTRICT_OF_WORD,
    DONE_WORD,
    FACTION_OF_WORD,
    LIST_OF_WORD,
    NO,
    ON_GRANT,
    ON_NEITHER,
    ORG_OF_WORD,
    PASS,
    POSITION_OF_WORD,
    REDEEM,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    YES,
    district_of,
)
from tabletown.games.cross_bronx.rules.actions import ACTIONS, MENUS
from tabletown.games.cross_bronx.rules.asking import Question
from tabletown.games.cross_bronx.rules.housing import HOMES, faction_of, partner
from tabletown.games.cross_bronx.rules.objectives import OBJECTIVES
from tabletown.games.cross_bronx.state import (
    ACT,
    COMMUNITY,
    DISTRICT_OF,
    EVENT,
    FACTION_IDS,
    NOBODY,
    PLAN,
    PRIVATE,
    PUBLIC,
    REACT,
    ROUNDS,
    Bronx,
)
from tabletown.kernel import Decision

# ------------------------------------------------------------------ rating the options of each kind of question

Rater = Callable[[Outlook, Question, str], float]


def rate_boxes(o: Outlook, q: Question) -> list[float]:
    """Rate the boxes; Act and React count as much as the best action of the menu, searched once for both."""
    s = o.s
    menu = [(action.act_only, best_districts(o, action)) for action in MENUS[o.own]]
    number = s.upcoming if s.box_now == PLAN else s.current
    worths = {
        ACT: max(together(best, 1 if act_only else 3) for act_only, best in menu),
        REACT: max(together(best, 1) for act_only, best in menu if not act_only),
        PLAN: 0.4 if s.round < ROUNDS else 0.2,
        EVENT: event_worth(o, number) if number > 0 else 0.5,
    }
    return [worths[BOX_OF_WORD[word]] for word in q.options]


def event_worth(o: Outlook, number: int) -> float:
    """Value of performing an Event: higher with more effects, and if it is critical."""
    event = EVENTS[number]
    return 0.2 + 0.15 * len(event.effects) + (0.6 if event.critical else 0.0)


def rate_action(o: Outlook, q: Question, word: str) -> float:
    if word == PASS:
        return 0.0
    action = ACTIONS[ACTION_OF_WORD[word]]
    return action_worth(o, action, 3 if o.s.box_now == ACT and not action.act_only else 1)


def rate_district(o: Outlook, q: Question, word: str) -> float:
    district = DISTRICT_OF_WORD.get(word)
    if district is None:
        return 0.0
    return district_worth(o, ACTIONS[o.s.action], district)


def rate_option(o: Outlook, q: Question, word: str) -> float:
    return branch_worth(o, o.s.action, BRANCH_OF_WORD[word], q.district)


def rate_tile_for_population(o: Outlook, q: Question, word: str) -> float:
    owner = o.s.owner[SPACE_OF_WORD[word]]
    return 2.0 if owner == o.own else 1.0 if owner == PUBLIC else 0.5


def rate_tile_for_organization(o: Outlook, q: Question, word: str) -> float:
    return o.joining(SPACE_OF_WORD[word], o.own)


def rate_taken_vulnerability(o: Outlook, q: Question, word: str) -> float:
    if word == DONE_WORD:
        return 0.3
    return 1.0 if word in STREET_OF_WORD else 0.6


def rate_taken_population(o: Outlook, q: Question, word: str) -> float:
    """Rate Population to move or remove: the unhoused first, then other Factions' tenants, never one's own."""
    if word == DONE_WORD:
        return 0.45
    if word in STREET_OF_WORD:
        return 1.5
    owner = o.s.owner[SPACE_OF_WORD[word]]
    if q.purpose == "move-in-population" and o.own != COMMUNITY and o.s.action == "relocate":
        return 0.2  # housed people stay where they are
    return -1.0 if owner == o.own else 1.0 if owner != PUBLIC else 0.8


def rate_destination(o: Outlook, q: Question, word: str) -> float:
    d = DISTRICT_OF_WORD[word]
    if o.s.action == "mobilize" and o.s.option == "population":
        return mobilize_to(o, q.district, d)
    if o.s.action == "mobilize":
        return o.presence[d]
    return -o.harm[d]


def rate_vulnerability_district(o: Outlook, q: Question, word: str) -> float:
    return -o.harm[DISTRICT_OF_WORD[word]]


def rate_count(o: Outlook, q: Question, word: str) -> float:
    count, at = COUNT_OF_WORD[word], q.district * 3 + PUBLIC
    room, own = o.room[q.district], o.digest.room[at]
    fives = (o.digest.housed[at] + min(count, own)) // 5
    return fives * o.money + 0.35 * min(count, room) - 1.2 * max(0, count - room)


def rate_price(o: Outlook, q: Question, word: str) -> float:
    if word == BY_VULNERABILITY:
        return -o.harm[q.district]
    return -0.3 - 0.08 * (ROUNDS - o.s.round) if word == BY_ACTIVATING else -2.5


def rate_organization_to_use(o: Outlook, q: Question, word: str) -> float:
    """Rate own Organizations to activate, remove or move: useful Coalitions last, unless a partner can help."""
    place = ORG_OF_WORD.get(word)
    if place is None:
        return 0.5
    joined = partner(o.s, place // 3, o.own) != NOBODY
    wants_partner = q.rule.endswith("activate")
    return (1.0 if joined else 0.0) * (1 if wants_partner else -1)


def rate_yes(yes: Callable[[Outlook, Question], float]) -> Rater:
    """Rate a yes-or-no question by the value of yes; no is worth nothing."""
    return lambda o, q, word: yes(o, q) if word == YES else 0.0


def rate_bail(o: Outlook, q: Question, word: str) -> float:
    if word == PASS:
        return 0.0
    saved = 4.0 if o.s.overflow else 0.5 * o.severity
    return saved + (0.6 if o.own == COMMUNITY else 0.0) - o.money - 0.6 * o.harm[DISTRICT_OF_WORD[word]]


def rate_petition(o: Outlook, q: Question) -> float:
    own = o.digest.housed[q.district * 3 + o.own]
    return 1.0 + 0.3 * own + (1.5 if o.own == PUBLIC else 0.0) + place(o, q.district)


def rate_loan_to_repay(o: Outlook, q: Question, word: str) -> float:
    return 0.0 if word == DONE_WORD else 2.2 - 2 * o.money


def rate_bond_due(o: Outlook, q: Question, word: str) -> float:
    return (1.0 if o.s.resources[PUBLIC] >= 4 else -1.0) if word == REDEEM else 0.0


def rate_offer(o: Outlook, q: Question) -> float:
    """Rate offering a Bond: worth it if it lifts Public out of debt or the city back from the brink."""
    public, community = o.s.resources[PUBLIC], o.s.resources[COMMUNITY]
    if public >= 0:
        return -0.5
    brink = max(0, -public) + max(0, -community) > 8
    return 2.0 if public >= -4 or brink or o.s.step == COMMUNITY else 0.5


def rate_purchase(o: Outlook, q: Question) -> float:
    s = o.s
    held = any(s.bonds[o.own - COMMUNITY :: 2])
    final = s.decade == s.last
    if o.own == PRIVATE:
        return 1.5 if not held or o.digest.paper() < 2 else 0.2 if s.resources[PRIVATE] > 8 else -0.5
    if held:
        return -1.0
    return 1.0 if s.resources[COMMUNITY] >= 4 or (final and s.resources[COMMUNITY] < 0) else -1.0


def rate_reset_district(o: Outlook, q: Question, word: str) -> float:
    if word == PASS:
        return -0.5
    d = DISTRICT_OF_WORD[word]
    return budget(o, d) if o.own == PUBLIC else fundraise(o, d)


def rate_placed_population(o: Outlook, q: Question, word: str) -> float:
    if word == DONE_WORD:
        return 0.0
    s, d = o.s, DISTRICT_OF_WORD[word]
    return 2.0 if o.digest.room[d * 3 + o.own] else 1.0 if o.room[d] else -1.0 - 0.2 * s.street_pop[d]


def rate_placed_organization(o: Outlook, q: Question, word: str) -> float:
    return o.presence[DISTRICT_OF_WORD[word]]


def rate_exhausted_tile(o: Outlook, q: Question, word: str) -> float:
    s, space = o.s, SPACE_OF_WORD[word]
    room = o.room[DISTRICT_OF[space]] - (HOMES - s.pop[space])
    homeless = max(0, s.pop[space] - room)
    return -0.6 * homeless - s.vul[space] * 0.5 * o.severity - (1.5 if s.owner[space] == o.own else 0.0)


def rate_replaced_tile(o: Outlook, q: Question, word: str) -> float:
    s, space = o.s, SPACE_OF_WORD[word]
    return 0.4 * s.pop[space] + 0.5 * s.street_pop[DISTRICT_OF[space]] - (4.0 if s.owner[space] == o.own else 0.0)


def rate_faction(o: Outlook, q: Question, word: str) -> float:
    return 1.0 if FACTION_OF_WORD[word] == o.own else 0.0


def rate_good_for_organization(o: Outlook, q: Question, word: str) -> float:
    """Rate Organizations to refresh or to give a Grant: own ones first."""
    if word == PASS:
        return 0.0
    return (1.0 if faction_of(word) == o.own else -1.0) + 0.1 * min(3, o.digest.need[district_of(word)])


def rate_bad_for_organization(o: Outlook, q: Question, word: str) -> float:
    """Rate Organizations to remove, activate or replace: those of other Factions first."""
    return 1.0 if faction_of(word) != o.own else 0.0


def rate_list(o: Outlook, q: Question, word: str) -> float:
    effects = EVENTS[o.s.current].effects[o.s.effect].choose
    assert effects is not None
    return sum(effect_worth(o, effect) for effect in effects[LIST_OF_WORD[word]])


def effect_worth(o: Outlook, effect: Effect) -> float:
    """Rough value of an Event's effect for the own Faction."""
    mine = effect.owner in (FACTION_IDS[o.own], "own", "each")
    if effect.do == "resources":
        return effect.change * (o.money if mine else -0.1)
    if effect.do == "place" and effect.what == "vulnerability":
        return -effect.count * o.severity
    if effect.do in ("activate", "remove") and effect.what in ("", "organization"):
        return -1.5 if mine else 0.2
    return 0.0


def rate_position(o: Outlook, q: Question, word: str) -> float:
    position = POSITIONS[POSITION_OF_WORD[word]]
    objective = next(entry for entry in OBJECTIVES[o.own] if entry.id == position.priority_objective)
    return 1.0 / position.target + (0.6 if objective.why_not(o.s) is None else 0.0)


def flat(values: dict[str, float]) -> Rater:
    return lambda o, q, word: values.get(word, 0.0)


RATERS: dict[str, Rater] = {
    "choose-action": rate_action,
    "select-district": rate_district,
    "choose-option": rate_option,
    "choose-organization": rate_organization_to_use,
    "activate-partner": rate_yes(lambda o, q: o.help - o.money),
    "partner-consent": flat({YES: 1.0}),
    "buyout-consent": rate_yes(lambda o, q: 3 * o.money - 2.5),
    "take-vulnerability": rate_taken_vulnerability,
    "blight-vulnerability": rate_taken_vulnerability,
    "remove-vulnerability": rate_taken_vulnerability,
    "pay-off-vulnerability": rate_taken_vulnerability,
    "take-population": rate_taken_population,
    "move-in-population": rate_taken_population,
    "remove-population": rate_taken_population,
    "house-population": rate_tile_for_population,
    "house-vulnerability": flat({}),
    "house-organization": rate_tile_for_organization,
    "rehouse-organization": lambda o, q, word: 1.0 if faction_of(word) == o.own else 0.0,
    "take-marker": flat({ON_GRANT: 1.0, ON_NEITHER: 0.2}),
    "which-marker": flat({ON_GRANT: 1.0}),
    "replace-tile": rate_replaced_tile,
    "exhaust-tile": rate_exhausted_tile,
    "destination": rate_destination,
    "vulnerability-district": rate_vulnerability_district,
    "place-vulnerability": rate_vulnerability_district,
    "place-population": rate_placed_population,
    "place-organization": rate_placed_organization,
    "population-count": rate_count,
    "price": rate_price,
    "roll": rate_yes(lambda o, q: 2 * o.money - 0.83 * o.harm[q.district]),
    "call-audit": flat({NO: 1.0}),
    "refresh-organization": rate_good_for_organization,
    "grant-organization": rate_good_for_organization,
    "remove-organization": rate_bad_for_organization,
    "activate-organization": rate_bad_for_organization,
    "replace-organization": rate_bad_for_organization,
    "choose-faction": rate_faction,
    "choose-list": rate_list,
    "may": rate_yes(lambda o, q: -1.0 if o.own == PRIVATE else 1.0),
    "bail": rate_bail,
    "answer-petition": rate_yes(rate_petition),
    "repay-loan": rate_loan_to_repay,
    "bond": rate_bond_due,
    "offer-bond": rate_yes(rate_offer),
    "buy-bond": rate_yes(rate_purchase),
    "tax": flat({YES: 1.0}),
    "bailout": flat({PASS: -1.0}),
    "reset-budget": rate_reset_district,
    "reset-fundraise": rate_reset_district,
    "choose-position": rate_position,
    "discard-position": rate_yes(lambda o, q: -0.2 if o.s.stars[o.own] else 0.1),
}


def rate(s: Bronx, decision: Decision) -> Sequence[float]:
    if not isinstance(decision, Question):
        return [0.0] * len(decision.options)
    outlook = Outlook(s, decision.seat)
    if decision.purpose == "select-box":
        return rate_boxes(outlook, decision)
    rater = RATERS.get(decision.purpose)
    if rater is None:
        return [0.0] * len(decision.options)
    rated = [rater(outlook, decision, word) for word in decision.options]
    if outlook.goal is None:
        return rated
    star = star_worth(s, decision.seat)
    return [worth + star * leads_to_star(outlook, decision, word) for worth, word in zip(rated, decision.options)]
