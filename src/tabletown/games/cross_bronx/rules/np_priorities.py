"""How Non-Players choose (7.1 to 7.3): the General Principles and the General Priorities chart.

A District is found by reading a column of the chart from top to bottom; a person decides remaining ties (7.1), or else
the lowest District number does. Every step is logged.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.components import CHART
from tabletown.games.cross_bronx.events.non_players import (
    DECISIONS,
    Advised,
    Disagreed,
    Narrowed,
    OnlyDistrict,
    PickedDistrict,
    TakesOwnLast,
)
from tabletown.games.cross_bronx.options import (
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    district_of,
)
from tabletown.games.cross_bronx.rules.asking import query
from tabletown.games.cross_bronx.rules.counters import DISTRICT_COUNTERS, DistrictCounter, kind_of, preferred_kinds
from tabletown.games.cross_bronx.rules.housing import NO_COALITION, partner, population_on
from tabletown.games.cross_bronx.rules.naming import home
from tabletown.games.cross_bronx.state import (
    COMMUNITY,
    FACTION_NAMES,
    FACTIONS,
    NOBODY,
    NUMBERS,
    PRIVATE,
    PUBLIC,
    Bronx,
)
from tabletown.kernel import NOT_AN_OPTION, Chance, Reason, Script, Text, because, log_enabled, tell

# ------------------------------------------------------------------ 7.3 the chart

HAS, MOST, LEAST = "has", "most", "least"
Row = tuple[str, DistrictCounter, str]  # how it narrows ("most"), what it counts, and its id
LAST_ROW = "least district-number"  # only where no person can decide

NOT_LEFT = because("not-left", "The Non-Player's priorities rule that out.", "np.precedence")
ADVISE = Text("decide for {faction}: {what}")


def _row(keep: str) -> Row:
    how, name = keep.split()
    return how, DISTRICT_COUNTERS[name], keep


_ROWS = {row.id: _row(row.keep) for row in CHART.chart_row if row.keep != LAST_ROW}
COLUMNS: dict[str, tuple[Row, ...]] = {
    column.id: tuple(_ROWS[row] for row in column.rows if row in _ROWS) for column in CHART.chart_column
}
_COALITION_ROW = next(_row(row.keep) for row in CHART.chart_row if "coalition-open" in row.keep)


def ordering(words: Sequence[str]) -> tuple[Row, ...]:
    """An instruction's ordering, such as "most own-population", as rows to read before the chart."""
    return tuple(_row(keep) for keep in words)


def narrow(
    s: Bronx, f: int, rows: Sequence[Row], districts: list[int], told: list[Narrowed] | None = None
) -> list[int]:
    """Read the rows downwards: each narrows what is left, and one that no District meets is skipped."""
    for how, counter, keep in rows:
        if len(districts) == 1:
            break
        values = [counter(s, d, f) for d in districts]
        if how == LEAST:
            wanted = min(values)
            kept = [d for d, value in zip(districts, values, strict=True) if value == wanted]
        else:
            wanted = max(values)
            kept = [
                d for d, value in zip(districts, values, strict=True) if value > 0 and (how == HAS or value == wanted)
            ]
        if told is not None:
            told.append((keep, -1 if how == HAS else wanted, tuple(NUMBERS[d] for d in kept)))
        districts = kept or districts
    return districts


def pick_district(s: Bronx, f: int, column: str, districts: list[int], first: Sequence[Row] = ()) -> Script:
    """The District that the chart column selects among these."""
    rows = (*first, *COLUMNS[column])
    if s.options.np_coalition_first and column == "place-organization":
        rows = (_COALITION_ROW, *rows)
    left = sorted(narrow(s, f, rows, districts))  # the lowest comes first in case nobody decides
    if len(left) > 1:
        word = yield from settle(s, f, [DISTRICT_WORDS[d] for d in left], f"where-{column}")
        left = [DISTRICT_OF_WORD[word]]
    if log_enabled(s):  # read again for the log, as a person may have been asked in between
        told: list[Narrowed] = []
        narrow(s, f, rows, districts, told)
        if len(districts) == 1:
            tell(s, OnlyDistrict, f, column, NUMBERS[left[0]])
        else:
            among = tuple(NUMBERS[d] for d in districts)
            tell(s, PickedDistrict, f, column, NUMBERS[left[0]], among, tuple(told))
    return left[0]


def pick_in_district(s: Bronx, f: int, column: str, options: Sequence[str]) -> Script:
    """Of options in several Districts, those in the District that the column selects."""
    districts = list(dict.fromkeys(district_of(word) for word in options))
    district = districts[0]
    if len(districts) > 1:
        district = yield from pick_district(s, f, column, sorted(districts))
    return [word for word in options if district_of(word) == district]


# ------------------------------------------------------------------ 7.1 the golden rule: a person settles the rest


def people(s: Bronx) -> list[int]:
    return [f for f in FACTIONS if not s.non_player[f]]


def settle(s: Bronx, f: int, options: list[str], what: str) -> Script:
    """Settle a tie: the first person in Faction order decides, or else the first option is taken.

    `what` is a key of DECISIONS.
    """
    if len(options) == 1:
        return options[0]
    if s.options.np_random_ties:
        return (yield Chance("tie", options, rule="np.final-ties"))
    advisers = people(s)
    if not advisers:
        return options[0]
    prompt = ADVISE(faction=FACTION_NAMES[f], what=DECISIONS[what])
    answers = []
    for seat in advisers if s.options.np_both_agree else advisers[:1]:
        question = query(seat, "advise", prompt, options, "np.golden-rule", why_not_advise, about=(options,))
        answers.append((yield question))
    if any(answer != answers[0] for answer in answers):
        tell(s, Disagreed, f)
        return options[0]
    tell(s, Advised, advisers[0], f, what, answers[0])
    return answers[0]


def why_not_advise(options: list[str], word: str) -> Reason | None:
    if word in options:
        return None
    return NOT_LEFT if district_of(word) >= 0 else NOT_AN_OPTION


# ------------------------------------------------------------------ 7.2 General Principles

# own tiles first, then Public, Community, Private
PLACE_ORDER = ((PUBLIC, COMMUNITY, PRIVATE), (COMMUNITY, PUBLIC, PRIVATE), (PRIVATE, PUBLIC, COMMUNITY))
# Private, Community, Public; own tiles last
REMOVE_ORDER = ((PRIVATE, COMMUNITY, PUBLIC), (PRIVATE, PUBLIC, COMMUNITY), (COMMUNITY, PUBLIC, PRIVATE))


def tile_to_fill(s: Bronx, f: int, options: Sequence[str]) -> str:
    """The tile where a cube is housed in the chosen District."""
    order = PLACE_ORDER[f]
    return min(options, key=lambda word: order.index(s.owner[SPACE_OF_WORD[word]]))


def cube_to_take(s: Bronx, f: int, options: Sequence[str]) -> str:
    """The cube to take: unhoused first, then from Private, Community and Public tiles, own ones last."""
    order = REMOVE_ORDER[f]
    return min(options, key=lambda w: -1 if w in STREET_OF_WORD else order.index(s.owner[SPACE_OF_WORD[w]]))


def population_to_take(s: Bronx, f: int, options: Sequence[str]) -> str:
    """The Population to take, as in `cube_to_take`; the log says so if own tiles are spared."""
    word = cube_to_take(s, f, options)
    space = SPACE_OF_WORD.get(word)
    if log_enabled(s) and space is not None and s.owner[space] != f and population_on(s, district_of(word), f):
        tell(s, TakesOwnLast, *home(s, word), f)
    return word


def tiles_by_removal(s: Bronx, f: int, options: Sequence[str]) -> list[str]:
    """The tiles that come first in the order of removal."""
    order = REMOVE_ORDER[f]
    ranks = [order.index(s.owner[SPACE_OF_WORD[word]]) for word in options]
    return [word for word, rank in zip(options, ranks, strict=True) if rank == min(ranks)]


def tile_for_organization(s: Bronx, f: int, owner: int, options: Sequence[str], kinds: tuple[int, ...] = ()) -> Script:
    """The tile for an Organization: by the wanted or preferred Coalition, then by a person or the placing order."""
    left = list(options)
    for wanted in (kinds, preferred_kinds(s, f)):
        left = [word for word in left if would_form(s, owner, SPACE_OF_WORD[word]) in wanted] or left
    order = PLACE_ORDER[f]
    left.sort(key=lambda word: order.index(s.owner[SPACE_OF_WORD[word]]))
    return (yield from settle(s, f, left, "house-organization"))


def would_form(s: Bronx, faction: int, space: int) -> int:
    """The Coalition that the Faction's Organization would form on this tile, or NO_COALITION."""
    other = partner(s, space, faction)
    return NO_COALITION if other == NOBODY else kind_of(faction, other)
