"""How bots pursue Goal Stars: where a Position's goal can be reached, and which answers lead to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.options import (
    BY_ACTIVATING,
    DISTRICT_OF_WORD,
    ORG_OF_WORD,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    YES,
    district_of,
)
from tabletown.games.cross_bronx.predicates import read
from tabletown.games.cross_bronx.rules.asking import Question
from tabletown.games.cross_bronx.rules.branches import troubled
from tabletown.games.cross_bronx.rules.counters import district_counter, holds
from tabletown.games.cross_bronx.rules.housing import ECONOMIC, coalition
from tabletown.games.cross_bronx.rules.np_instructions import targets
from tabletown.games.cross_bronx.state import ADJACENT, PRIVATE, Bronx

if TYPE_CHECKING:
    from tabletown.games.cross_bronx.bots.outlook import Outlook

STAR = 8.0  # what the Victory Point of a goal is worth, in Resources


def star_worth(s: Bronx, own: int) -> float:
    """Value of one star: the Victory Point comes with the last, so the missing stars share its value."""
    return STAR / max(1, POSITIONS[s.position[own]].target - s.stars[own])


# ------------------------------------------------------------------ in which District


# for each result a goal may ask for: whether an action in this District can bring it about
REACHED: dict[str, Callable[[Bronx, int, int], bool]] = {
    "done.vulnerabilities-added = 0": lambda s, own, d: district_counter(s, "own-inactive", d, own) > 0,
    "done.partners-activated > 0": lambda s, own, d: (
        district_counter(s, "own-ready-coalitions", d, own) > 0 and district_counter(s, "vulnerabilities", d, own) > 1
    ),
    "done.unhoused-population-housed > 0": lambda s, own, d: (
        district_counter(s, "room", d, own) > 0 and any(s.street_pop[n] for n in ADJACENT[d])
    ),
    "done.unhoused-population-removed > 0": lambda s, own, d: s.street_pop[d] > 0,
    "done.economic-coalitions-left > 0": lambda s, own, d: district_counter(s, "own-economic-coalitions", d, own) > 0,
    "done.own-thin-tiles-exhausted > 0": lambda s, own, d: bool(targets(s, own, d)),
}


def _out_of_trouble(s: Bronx, action: str, d: int) -> bool:
    if action == "mobilize":
        return troubled(s, d) and not all(troubled(s, n) for n in ADJACENT[d])
    return not troubled(s, d) and any(troubled(s, n) for n in ADJACENT[d])


def earns_star(s: Bronx, own: int, action: str, restriction: str, d: int) -> bool:
    if read(restriction).scope != "done":
        return holds(restriction, s, own, here=d)
    if restriction == "done.population-out-of-trouble > 0":
        return _out_of_trouble(s, action, d)
    return REACHED[restriction](s, own, d)


# ------------------------------------------------------------------ which answer


def leads_to_star(o: Outlook, q: Question, word: str) -> bool:
    """Whether this answer, given during the goal's action, leads to the result the goal asks for."""
    s, goal = o.s, o.goal
    if goal is None or (goal[0], goal[1]) != (s.action, s.option):
        return False
    wanted = goal[2]
    match q.purpose:
        case "price":
            return wanted == "done.vulnerabilities-added = 0" and word == BY_ACTIVATING
        case "activate-partner":
            return wanted == "done.partners-activated > 0" and word == YES
        case "take-population" | "move-in-population":
            if wanted == "done.population-out-of-trouble > 0" and s.action == "relocate":
                return word in SPACE_OF_WORD and troubled(s, district_of(word))
            return wanted.startswith("done.unhoused") and word in STREET_OF_WORD
        case "destination" if wanted == "done.population-out-of-trouble > 0":
            return not troubled(s, DISTRICT_OF_WORD[word])
        case "destination" if wanted == "done.own-thin-tiles-exhausted > 0":
            return DISTRICT_OF_WORD[word] in targets(s, o.own, q.district)
        case "exhaust-tile":
            space = SPACE_OF_WORD[word]
            return wanted.startswith("done.own-thin") and s.owner[space] == PRIVATE and s.pop[space] < 3
        case "choose-organization" if wanted == "done.economic-coalitions-left > 0":
            place = ORG_OF_WORD.get(word)
            return place is not None and coalition(s, place // 3) == ECONOMIC
    return False
