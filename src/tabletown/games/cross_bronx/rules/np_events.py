"""Non-Players' choices in Events (7.6): by the General Principles and the chart, never by a Position's rows."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.events.non_players import OwnInfrastructureFirst, OwnOrganizationsFirst
from tabletown.games.cross_bronx.options import (
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    DONE_WORD,
    FACTION_OF_WORD,
    NO,
    ON_GRANT,
    ON_LOAN,
    YES,
)
from tabletown.games.cross_bronx.rules.asking import Answer, Question
from tabletown.games.cross_bronx.rules.events import current_effect
from tabletown.games.cross_bronx.rules.housing import bits_of, faction_of
from tabletown.games.cross_bronx.rules.np_priorities import (
    PLACE_ORDER,
    cube_to_take,
    pick_district,
    pick_in_district,
    population_to_take,
    settle,
)
from tabletown.games.cross_bronx.state import ACTIVE, FACTION_IDS, PRIVATE, Bronx
from tabletown.kernel import Script, tell

OWN_FIRST = {"organization": OwnOrganizationsFirst, "infrastructure": OwnInfrastructureFirst}


def moves_vulnerabilities(s: Bronx) -> bool:
    effect = current_effect(s)
    return effect is not None and effect.what == "vulnerability"


def place_in(column: str) -> Answer:
    """The District for one piece, as the column selects it."""

    def place(s: Bronx, question: Question) -> Script:
        districts = [DISTRICT_OF_WORD[word] for word in question.options if word != DONE_WORD]
        return DISTRICT_WORDS[(yield from pick_district(s, question.seat, column, districts))]

    return place


def remove_from(column: str) -> Answer:
    """One piece to remove: the District by the column, then unhoused cubes, then the order of removal."""

    def remove(s: Bronx, question: Question) -> Script:
        options = [word for word in question.options if word != DONE_WORD]
        options = yield from pick_in_district(s, question.seat, column, options)
        take = population_to_take if column == "remove-population" else cube_to_take
        return take(s, question.seat, options)

    return remove


def choose_faction(s: Bronx, question: Question) -> str:
    """The Faction to choose: own pieces first, then Public, Community, Private."""
    f, effect = question.seat, current_effect(s)
    order = PLACE_ORDER[f]
    chosen = min(question.options, key=lambda word: order.index(FACTION_OF_WORD[word]))
    if FACTION_OF_WORD[chosen] == f and effect is not None and effect.what in OWN_FIRST:
        tell(s, OWN_FIRST[effect.what], f)
    return chosen


def organizations_of_first(options: Sequence[str], f: int) -> list[str]:
    """Organizations of the first Faction that has any: own, Public, Community, Private."""
    order = PLACE_ORDER[f]
    best = min(order.index(faction_of(word)) for word in options)
    return [word for word in options if order.index(faction_of(word)) == best]


def of_others(options: Sequence[str], f: int) -> list[str]:
    """Organizations of other Factions, or own ones if there are no others."""
    return [word for word in options if word != DONE_WORD and faction_of(word) != f] or [
        word for word in options if word != DONE_WORD
    ]


def remove_organization(s: Bronx, question: Question) -> Script:
    """The Organization to remove: own ones last, Active before Inactive, then by the chart."""
    f = question.seat
    options = of_others(question.options, f)
    options = [word for word in options if bits_of(s, word) & ACTIVE] or options
    options = yield from pick_in_district(s, f, "remove-organization", options)
    return (yield from settle(s, f, options, question.purpose))


def activate_organization(s: Bronx, question: Question) -> Script:
    f = question.seat
    options = yield from pick_in_district(s, f, "remove-organization", of_others(question.options, f))
    return (yield from settle(s, f, options, question.purpose))


def grant_organization(s: Bronx, question: Question) -> Script:
    f = question.seat
    options = organizations_of_first([word for word in question.options if word != DONE_WORD], f)
    options = yield from pick_in_district(s, f, "place-organization", options)
    return (yield from settle(s, f, options, question.purpose))


def replace_organization(s: Bronx, question: Question) -> Script:
    f = question.seat
    options = yield from pick_in_district(s, f, "place-organization", of_others(question.options, f))
    return (yield from settle(s, f, options, question.purpose))


def choose_list(s: Bronx, question: Question) -> str:
    """The first list offered; lists that would change nothing are not offered."""
    return question.options[0]


def may(s: Bronx, question: Question) -> str:
    """Take an optional effect unless the card says that this Faction declines it."""
    effect = current_effect(s)
    return NO if effect is not None and FACTION_IDS[question.seat] in effect.np_skip else YES


def which_marker(s: Bronx, question: Question) -> str:
    """The marker to place: Public and Community prefer Grants, Private prefers Loans."""
    first = ON_LOAN if question.seat == PRIVATE else ON_GRANT
    return first if first in question.options else question.options[0]


ANSWERS: dict[str, Answer] = {
    "place-population": place_in("place-population"),
    "place-vulnerability": place_in("place-vulnerabilities"),
    "place-organization": place_in("place-organization"),
    "remove-population": remove_from("remove-population"),
    "remove-vulnerability": remove_from("remove-vulnerabilities"),
    "choose-faction": choose_faction,
    "remove-organization": remove_organization,
    "activate-organization": activate_organization,
    "grant-organization": grant_organization,
    "replace-organization": replace_organization,
    "choose-list": choose_list,
    "may": may,
    "which-marker": which_marker,
}
