"""The plan of the city: its plots, their names and their neighbours.

Plots are hexes in axial coordinates (q, r): r counts rows downwards, q goes east. Edge k of a plot faces its
neighbour k: east first, then clockwise; from the other side, edge k is edge k + 3.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import msgspec

from tabletown.games.right_of_way.options import BUY, GIVE, PLOT, words
from tabletown.games.right_of_way.tiles import EDGES
from tabletown.kernel import load_content

Place = tuple[int, int]

STEPS: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
RICH, PLAIN = "$", "."
SIZE = 61  # plots in a finished city
RICH_PLOTS = 31
SMALLEST, LARGEST, FARTHEST = 37, 91, 12  # of a city that is drawn: plots, and steps from the middle


def neighbour(place: Place, edge: int) -> Place:
    return place[0] + STEPS[edge][0], place[1] + STEPS[edge][1]


def reading_order(place: Place) -> tuple[int, int]:
    return place[1], place[0]


class CityPlan(msgspec.Struct, frozen=True, dict=True):
    """A city's shape. It never changes, so copies of a state share it; its tables are computed when first needed."""

    places: tuple[Place, ...]

    @cached_property
    def around(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each plot its neighbours: (bit of this edge, the neighbour's plot, bit of the edge seen from there)."""
        plots = {place: plot for plot, place in enumerate(self.places)}
        return tuple(
            tuple(
                (1 << edge, plots[neighbour(place, edge)], 1 << (edge + 3) % 6)
                for edge in EDGES
                if neighbour(place, edge) in plots
            )
            for place in self.places
        )

    @cached_property
    def facing(self) -> tuple[tuple[int, ...], ...]:
        """For each plot, edge by edge: the neighbour's plot, or -1 where the city ends."""
        plots = {place: plot for plot, place in enumerate(self.places)}
        return tuple(tuple(plots.get(neighbour(place, edge), -1) for edge in EDGES) for place in self.places)

    @cached_property
    def rim(self) -> tuple[int, ...]:
        """For each plot, the edges that face out of the city."""
        return tuple(0b111111 - sum(bit for bit, _, _ in around) for around in self.around)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A1, A2 … : rows are lettered from the top, plots numbered from the left."""
        top = min(r for _, r in self.places)
        rows: dict[int, list[int]] = {}
        for q, r in self.places:
            rows.setdefault(r, []).append(q)
        return tuple(f"{row_letter(r - top)}{sorted(rows[r]).index(q) + 1}" for q, r in self.places)

    @cached_property
    def plot_words(self) -> tuple[str, ...]:
        return words(PLOT, self.names)

    @cached_property
    def buy_words(self) -> tuple[str, ...]:
        return words(BUY, self.names)

    @cached_property
    def give_words(self) -> tuple[str, ...]:
        return words(GIVE, self.names)

    @cached_property
    def plot_in(self) -> dict[str, int]:
        """The plot that each option word is about."""
        kinds = (self.plot_words, self.buy_words, self.give_words)
        return {word: plot for words in kinds for plot, word in enumerate(words)}


def row_letter(row: int) -> str:
    return chr(65 + row) if row < 26 else row_letter(row // 26 - 1) + row_letter(row % 26)


class Template(msgspec.Struct, frozen=True):
    slots: tuple[tuple[Place, Place, Place], ...]


class Drawn(msgspec.Struct, frozen=True):
    """A city of a content pack, plot by plot: it is played as it is drawn."""

    rich: tuple[Place, ...]
    plain: tuple[Place, ...] = ()


class City(msgspec.Struct, frozen=True):
    centre: str
    trios: dict[str, int]
    template: Template
    drawn: Drawn | None = None


def _check(city: City) -> None:
    for trio in city.trios:
        if len(trio) != 3 or set(trio) - {RICH, PLAIN}:
            raise ValueError(f"field trios: {trio!r} is not a trio; write three of '$' and '.'.")
    pieces = city.centre + "".join(trio * copies for trio, copies in city.trios.items())
    if len(pieces) != SIZE or pieces.count(RICH) != RICH_PLOTS:
        raise ValueError(
            f"the pieces have {len(pieces)} districts, {pieces.count(RICH)} of them rich; 61 and 31 are needed."
        )
    places = {(0, 0)}
    for number, slot in enumerate(city.template.slots):
        q, r = sorted(slot)[0]
        if not all(
            place in {neighbour(other, edge) for edge in EDGES} for place in slot for other in slot if place != other
        ):
            raise ValueError(f"template.slots[{number}]: the three places at [{q}, {r}] are not a trio.")
        if places & set(slot):
            raise ValueError(f"template.slots[{number}]: the slot at [{q}, {r}] lies over another one.")
        places |= set(slot)
    if len(places) != SIZE:
        raise ValueError(f"template.slots: {len(places)} places with the centre, there must be {SIZE}.")
    if city.drawn is not None:
        check_drawn(city.drawn)


def check_drawn(drawn: Drawn) -> None:
    places = [*drawn.rich, *drawn.plain]
    if len(set(places)) != len(places):
        raise ValueError("drawn: one plot is drawn twice.")
    if not all(abs(q) <= FARTHEST and abs(r) <= FARTHEST for q, r in places):
        raise ValueError(f"drawn: a plot lies more than {FARTHEST} steps from the middle.")
    if not SMALLEST <= len(places) <= LARGEST:
        raise ValueError(f"drawn: the city has {len(places)} plots; it needs {SMALLEST} to {LARGEST}.")
    if not drawn.rich:
        raise ValueError("drawn: the city has no rich plot, so no highway earns anything there.")
    if len(pieces := parts_of(set(places))) > 1:
        raise ValueError(f"drawn: the city falls into {len(pieces)} parts; every plot must be connected.")


def parts_of(places: set[Place]) -> list[set[Place]]:
    """The places in groups that touch, the largest first."""
    left, found = set(places), []
    while left:
        part, edge = set[Place](), [left.pop()]
        while edge:
            here = edge.pop()
            part.add(here)
            beside = {neighbour(here, step) for step in EDGES} & left
            left -= beside
            edge += beside
        found.append(part)
    return sorted(found, key=len, reverse=True)


CITY = load_content(Path(__file__).with_name("content") / "city.toml", City, _check)
SLOTS = CITY.template.slots
TEMPLATE = CityPlan(tuple(sorted({(0, 0), *(place for slot in SLOTS for place in slot)}, key=reading_order)))
DRAWN = CityPlan(tuple(sorted((*CITY.drawn.rich, *CITY.drawn.plain), key=reading_order))) if CITY.drawn else None
HEXAGON = CityPlan(tuple((q, r) for r in range(-4, 5) for q in range(-4, 5) if abs(q + r) <= 4))
