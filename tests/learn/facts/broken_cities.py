"""The sources of numbers in Broken Cities' lesson, read from the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tabletown.games.broken_cities.content import (
    BESIDE,
    CELL,
    CITY,
    EDGES,
    EMISSIONS,
    FOREST,
    GREENSPACE,
    KINDS,
    LAW_KINDS,
    NUMBER,
    RENT,
    RENT_END,
    RETROFIT,
    SHOPPING,
    SHORE,
    climate_deck,
    damage_of,
)
from tabletown.games.broken_cities.rules.building import empty_cells
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.rules.counting import own_emissions, park_beside, recount, rent_at
from tabletown.games.broken_cities.rules.laws import missed
from tabletown.games.broken_cities.view.law import would
from tabletown.games.broken_cities.words import law_text
from tabletown.kernel import Match
from tests.learn.moment import Moment


def measure(moment: Moment, name: str) -> Any:
    """A number on the table, by expressions such as `rent You`, `rent green E6`, `gain greenspace C6`, `after end:
    money You`."""
    match = moment.match
    s, you, names = match.state, moment.course.lesson.you, match.names
    if name.startswith("after "):
        option, _, rest = name.removeprefix("after ").partition(": ")
        twin = match.clone(seed=1)
        twin.choose(you, option)
        return measure(replace(moment, match=twin), rest)
    plain = {
        "winning rent": lambda: RENT_END,
        "full damage": lambda: EVENT_SPACES[-1],
        "next card": lambda: next(space for space in EVENT_SPACES if space > s.damage),
        "damage": lambda: s.damage,
        "damage row": lambda: damage_of(s.emissions),
        "emissions": lambda: s.emissions,
        "waiting": lambda: s.pool,
        "new renters": lambda: CITY.renters.each_round,
        "round": lambda: s.round,
        "order": lambda: [names[seat] for seat in s.order],
        "highest rent": lambda: [n for n, r in zip(names, s.rents, strict=True) if r == max(s.rents)],
        "lowest rent": lambda: [n for n, r in zip(names, s.rents, strict=True) if r == min(s.rents)],
        "most emissions": lambda: most(s, names),
        "on the shore": lambda: [
            n
            for i, n in enumerate(names)
            if any(SHORE[c] and s.owners[c] == i and 0 < s.kinds[c] < GREENSPACE for c in range(len(SHORE)))
        ],
        "card": lambda: s.events[-1][1],
        "other cards": lambda: len(climate_deck(s.edition)) - 1,
        "other law kinds": lambda: len(LAW_KINDS) - 1,
        "laws": lambda: len(s.laws),
        "law": lambda: s.laws[-1].number,
        "draft": lambda: str(law_text(s.assembly.draft.law)),
        "fine": lambda: (s.assembly.draft.law if s.assembly else s.laws[-1]).penalty.amount,
        "missed": lambda: missed(s, s.active[0], you),
        "would have broken it": lambda: [
            n for i, n in enumerate(names) if "broken" in would(s, s.assembly.draft.law, i, s.last_turns[i], n)
        ],
        "votes for law 1": lambda: yes(match),
        "each extra": lambda: extra(s),
    }
    if name in plain:
        return plain[name]()
    verb, *rest = name.split()
    if verb == "rent" and rest[0] in names:
        seat = names.index(rest[0])
        if rest[1:] == ["before", "the", "card"]:
            return match.at(moment.course.begins[moment.step - 1]).state.rents[seat]
        return s.rents[seat] - (rent_at(s, CELL[rest[2]]) if rest[1:2] == ["without"] else 0)
    if verb == "rent" and rest[0] in CELL:
        return rent_at(s, CELL[rest[0]])
    if verb == "rent":  # of a new building with a renter
        after = built(s, you, NUMBER[rest[0]], CELL[rest[1]])
        return rent_at(after, CELL[rest[1]])
    if verb == "gain":  # of your whole rent
        return gain(s, you, NUMBER[rest[0]], CELL[rest[1]])
    if name.startswith("best gain"):
        return max(gain(s, you, NUMBER[rest[1]], cell) for cell in empty_cells(s))
    if name.startswith("left after"):
        return s.money[you] - s.prices[NUMBER[rest[1]]]
    if name.startswith("own emissions"):
        return own_emissions(s, names.index(rest[1]))
    if name.startswith("built last"):
        return sum(s.last_turns[names.index(rest[1])][: len(KINDS)])
    if name.startswith("free around"):
        return free(s, CELL[rest[1]])
    if verb == "fewer":  # fewer free cells than D3 around C4
        return free(s, CELL[rest[4]]) < free(s, CELL[rest[2]])
    if verb == "extras":
        cell = CELL[rest[0]]
        return SHORE[cell] + FOREST[cell] + bool(park_beside(s, cell))
    if verb == "money":
        return s.money[names.index(rest[0])]
    if verb == "owner":
        return names[s.owners[CELL[rest[0]]]]
    if verb == "kind":
        return KINDS[s.kinds[CELL[rest[0]]]] or "empty"
    return {"price": s.prices, "pays": RENT, "emits": EMISSIONS}[verb][NUMBER[rest[0]]]


def yes(match: Match) -> int:
    """How many accepted the last proposal."""
    said = [answer.option for answer in match.log]
    return said[len(said) - said[::-1].index("propose") :].count("accept")


def most(s: Any, names: list[str]) -> list[str]:
    own = [own_emissions(s, seat) for seat in range(s.players)]
    return [name for name, emits in zip(names, own, strict=True) if emits == max(own)]


def extra(s: Any) -> int:
    """The rent of shore, forest and park, the same everywhere: 1."""
    assert set(EDGES) == {0, 1, 2} and all(EDGES[c] == SHORE[c] + FOREST[c] for c in range(len(EDGES)))
    found = {
        rent_at(s, c, occupied=True) - RENT[s.kinds[c]] - EDGES[c]
        for c in range(len(EDGES))
        if 0 < s.kinds[c] < SHOPPING and park_beside(s, c)
    }
    assert found == {1}
    return 1


def built(s: Any, you: int, kind: int, cell: int) -> Any:
    after = s.copy()
    if kind == RETROFIT:
        after.kinds[cell] += 1
    else:
        after.kinds[cell], after.owners[cell], after.renters[cell] = kind, you, int(kind < SHOPPING)
    recount(after)
    return after


def gain(s: Any, you: int, kind: int, cell: int) -> int:
    return built(s, you, kind, cell).rents[you] - s.rents[you]


def free(s: Any, cell: int) -> int:
    return sum(1 for other in BESIDE[cell] if not s.kinds[other])
