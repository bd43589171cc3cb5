"""Non-Players' decisions in the Census (7.8); the rest follow the Principles and the chart."""

from __future__ import annotations

from tabletown.games.cross_bronx.events.non_players import NeverBails
from tabletown.games.cross_bronx.options import (
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    DONE_WORD,
    NO,
    PASS,
    REDEEM,
    ROLL_OVER,
    YES,
)
from tabletown.games.cross_bronx.rules.asking import Answer, Question
from tabletown.games.cross_bronx.rules.counters import district_counter
from tabletown.games.cross_bronx.rules.housing import place_cost, population, population_on, why_not_place_organization
from tabletown.games.cross_bronx.rules.money import LOWEST
from tabletown.games.cross_bronx.rules.np_priorities import (
    Row,
    cube_to_take,
    narrow,
    ordering,
    pick_district,
    pick_in_district,
    settle,
)
from tabletown.games.cross_bronx.state import COMMUNITY, DEBT_LIMIT, DISTRICTS, PETITION, PRIVATE, PUBLIC, Bronx
from tabletown.kernel import Script, tell

BOND_PRICE = 4


def bail(s: Bronx, question: Question) -> Script:
    """Release from Corrections: Public and Community pay whenever they may, Private never does."""
    f = question.seat
    if f == PRIVATE:
        tell(s, NeverBails, f)
        return PASS
    districts = [DISTRICT_OF_WORD[word] for word in question.options if word != PASS]
    return DISTRICT_WORDS[(yield from pick_district(s, f, "place-vulnerabilities", districts))]


def take_vulnerability(s: Bronx, question: Question) -> str:
    return cube_to_take(s, question.seat, question.options)


def answer_petition(s: Bronx, question: Question) -> str:
    return YES if question.district in petitions_it_answers(s, question.seat) else NO


def petitions_it_answers(s: Bronx, f: int) -> list[int]:
    """Petitions that this Non-Player would answer with its means, in its order of preference."""
    open_ones = [d for d in DISTRICTS if s.marker[d] == PETITION and why_not_place_organization(s, d, f) is None]
    if f == PUBLIC:
        open_ones = [d for d in open_ones if population_on(s, d, PUBLIC) >= 5]
        open_ones.sort(key=lambda d: -population(s, d))
    else:
        open_ones.sort(key=lambda d: (-district_counter(s, "own-organizations", d, f), -population(s, d)))
    answered, purse, left = [], s.resources[f] - DEBT_LIMIT[f], s.orgs_left[f]
    for d in open_ones:
        cost = place_cost(s, d, f)
        if left and (not cost or cost <= purse):
            answered.append(d)
            purse -= cost
            left -= 1
    return answered


def repay_loan(s: Bronx, question: Question) -> str:
    """Repay every Loan that can be repaid."""
    return next((word for word in question.options if word != DONE_WORD), DONE_WORD)


def bond_due(s: Bronx, question: Question) -> str:
    """Redeem a due Bond unless that leads into debt; Private's come before Community's."""
    return REDEEM if s.resources[PUBLIC] >= BOND_PRICE else ROLL_OVER


def buy_bond(s: Bronx, question: Question) -> str:
    """Buy a Bond: Private whenever it can, Community only its first."""
    f = question.seat
    if f == COMMUNITY and any(s.bonds[0::2]):
        return NO
    return YES if s.resources[f] - BOND_PRICE >= LOWEST else NO


def bailout(s: Bronx, question: Question) -> Script:
    """The Organization that Private in debt activates, by the Remove or Activate Organization column."""
    options = [word for word in question.options if word != PASS]
    options = yield from pick_in_district(s, question.seat, "remove-organization", options)
    return (yield from settle(s, question.seat, options, "activate-organization"))


MOST_TILES_LEAST_POPULATION = ordering(["most own-infrastructure", "least population"])
MOST_TILES_LEAST_VULNERABILITIES = ordering(["most own-infrastructure", "least vulnerabilities"])


def reset_budget(s: Bronx, question: Question) -> Script:
    return (yield from by_rows(s, question, MOST_TILES_LEAST_POPULATION))


def reset_fundraise(s: Bronx, question: Question) -> Script:
    return (yield from by_rows(s, question, MOST_TILES_LEAST_VULNERABILITIES))


def by_rows(s: Bronx, question: Question, rows: tuple[Row, ...]) -> Script:
    """The District where a Non-Player in debt takes its extra action, selected by these rows."""
    districts = [DISTRICT_OF_WORD[word] for word in question.options if word != PASS]
    left = narrow(s, question.seat, rows, districts)
    return (yield from settle(s, question.seat, [DISTRICT_WORDS[d] for d in left], question.purpose))


def yes(s: Bronx, question: Question) -> str:
    return YES


ANSWERS: dict[str, Answer] = {
    "bail": bail,
    "blight-vulnerability": take_vulnerability,
    "answer-petition": answer_petition,
    "repay-loan": repay_loan,
    "bond": bond_due,
    "offer-bond": yes,
    "buy-bond": buy_bond,
    "tax": yes,
    "bailout": bailout,
    "reset-budget": reset_budget,
    "reset-fundraise": reset_fundraise,
}
