"""Public (4.1): House, Service, Relocate, Budget."""

from __future__ import annotations

from tabletown.games.cross_bronx.events.actions import BlightCleared, Budgeted
from tabletown.games.cross_bronx.options import COUNT_OF_WORD, COUNT_WORDS
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.branches import (
    NO_BLIGHT,
    NO_INACTIVE,
    Action,
    Branch,
    always,
    move_in,
    organization_branches,
    pay_price,
    pick_inactive,
    pick_tile,
    why_not_place_tile,
    why_not_replace_exhausted,
)
from tabletown.games.cross_bronx.rules.housing import (
    add_population,
    add_vulnerability,
    empty_space,
    has_inactive,
    numbered,
    population_on,
)
from tabletown.games.cross_bronx.rules.infrastructure import place_tile, replace_tile
from tabletown.games.cross_bronx.rules.money import change, spend
from tabletown.games.cross_bronx.rules.naming import standing
from tabletown.games.cross_bronx.rules.organizations import activate
from tabletown.games.cross_bronx.state import BLIGHT, NO_MARKER, NUMBERS, PUBLIC, Bronx, replaced
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, because, tell

ADD_POPULATION = Text("add Population in District {district}")

AT_MOST_TWO = because("at-most-two", "You can add at most two Population.", "public.budget.population")
POOL_EMPTY = because("pool-empty", "The pool has no more Population.", "pool.empty")

_ADD_POPULATION = numbered(ADD_POPULATION)


# House: place or replace Infrastructure


def house_place(s: Bronx, district: int) -> Script:
    yield from place_tile(s, PUBLIC, empty_space(s, district), PUBLIC, price=4)
    yield from newcomers(s, district)


def house_replace(s: Bronx, district: int) -> Script:
    space = yield from pick_tile(s, PUBLIC, district, exhausted=True, rule="public.house.replace")
    yield from replace_tile(s, PUBLIC, space, PUBLIC, price=2)
    yield from newcomers(s, district)


def newcomers(s: Bronx, district: int) -> Script:
    yield from add_population(s, PUBLIC, district, 2)
    if s.street_pop[district]:
        yield from add_vulnerability(s, PUBLIC, district)


# Service: place and use Organizations


def why_not_remove_blight(s: Bronx, district: int) -> Reason | None:
    if s.marker[district] != BLIGHT:
        return NO_BLIGHT
    return None if has_inactive(s, district, PUBLIC) else NO_INACTIVE


def remove_blight(s: Bronx, district: int) -> Script:
    word = yield from pick_inactive(s, PUBLIC, district, "public.service.remove-blight")
    spend(s, PUBLIC, 2)
    activate(s, word)
    s.marker = replaced(s.marker, district, NO_MARKER)
    tell(s, BlightCleared, NUMBERS[district], standing(word), 2)


# Relocate: move Population


def relocate(s: Bronx, district: int) -> Script:
    yield from move_in(s, PUBLIC, district, 2, "public.relocate.move-in")
    yield from add_vulnerability(s, PUBLIC, district)


# Budget: gain Resources and add Population


def why_not_count(s: Bronx, word: str) -> Reason | None:
    count = COUNT_OF_WORD.get(word)
    if count is None:
        return NOT_AN_OPTION
    if count > 2:
        return AT_MOST_TWO
    return None if count <= s.pop_pool else POOL_EMPTY


def budget(s: Bronx, district: int) -> Script:
    options = [word for word in COUNT_WORDS if why_not_count(s, word) is None]
    prompt, rule = _ADD_POPULATION[district], "public.budget.population"
    word = yield from ask(query(PUBLIC, "population-count", prompt, options, rule, why_not_count, district, (s,)))
    yield from add_population(s, PUBLIC, district, COUNT_OF_WORD[word])
    gain = population_on(s, district, PUBLIC) // 5
    change(s, PUBLIC, gain)
    tell(s, Budgeted, gain, NUMBERS[district])
    yield from pay_price(s, PUBLIC, district, "budget")


MENU = (
    Action(
        "house",
        "House",
        (
            Branch("place", "public.house.place", why_not_place_tile(PUBLIC), house_place, PUBLIC, 4),
            Branch("replace", "public.house.replace", why_not_replace_exhausted(PUBLIC), house_replace, PUBLIC, 2),
        ),
        act_only=True,
    ),
    Action(
        "service",
        "Service",
        (
            *organization_branches(PUBLIC, "public.service"),
            Branch("remove-blight", "public.service.remove-blight", why_not_remove_blight, remove_blight, PUBLIC, 2),
        ),
    ),
    Action("relocate", "Relocate", (Branch("move-in", "public.relocate.move-in", always, relocate),)),
    Action("budget", "Budget", (Branch("budget", "public.budget.population", always, budget),)),
)
