"""The city block, price list, climate cards and kinds of law, as tables for fast lookup by the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from tabletown.editions import cards_of, newest
from tabletown.kernel import load_content

FOLDER = Path(__file__).parent / "content"


class Grid(msgspec.Struct):
    columns: int
    rows: int
    shore: list[str]
    forest: list[str]


class Kind(msgspec.Struct):
    id: str
    title: str
    cost: int
    emissions: int
    rent: int
    count: int


class Start(msgspec.Struct):
    colour: str
    money: int
    low_cost: list[str] = []
    conventional: list[str] = []


class Renters(msgspec.Struct):
    total: int
    total_with_spares: int
    available: int
    each_round: int


class Tracks(msgspec.Struct):
    rent_end: int
    emissions_end: int
    row: int


class Thresholds(msgspec.Struct):
    tables: int
    values: list[int]
    printed: list[int] = []


class City(msgspec.Struct):
    grid: Grid
    kind: list[Kind]
    start: list[Start]
    renters: Renters
    tracks: Tracks
    thresholds: list[Thresholds]


class Effect(msgspec.Struct):
    op: str
    kinds: list[str] = []
    where: str = "anywhere"
    to: str = ""
    count: int = 0


class Card(msgspec.Struct):
    id: str
    title: str
    text: str
    aloud: str  # to read aloud to the room, besides the effect
    effects: list[Effect] = []
    edition: int = 0  # the edition that added it


class Climate(msgspec.Struct):
    card: list[Card]


class LawStart(msgspec.Struct):
    kinds: list[str] = []
    others: list[str] = []
    count: int = 0
    amount: int = 0
    area: str = ""
    text: str = ""


class PenaltyStart(msgspec.Struct):
    kind: str
    amount: int = 0


class LawKind(msgspec.Struct):
    id: str
    group: str
    title: str
    help: str
    text: str
    aloud: str  # to read aloud to the table: what the law is about
    check: str
    start: LawStart
    penalty: PenaltyStart | None = None
    ranges: dict[str, list[int]] = {}


class PenaltyKind(msgspec.Struct):
    id: str
    title: str
    help: str
    text: str
    amount: list[int] = []
    values: list[int] = []


class Vocabulary(msgspec.Struct):
    law: list[LawKind]
    penalty: list[PenaltyKind]


KIND_IDS = ["low_cost", "conventional", "green", "shopping", "greenspace", "eco_park", "retrofit"]
AREAS = {
    "anywhere": "anywhere",
    "shore": "on the shore",
    "forest": "at the forest",
    "inner": "away from shore and forest",
}  # words


def check_city(city: City) -> None:
    if [kind.id for kind in city.kind] != KIND_IDS:
        raise ValueError(f"kind: the seven kinds must be {', '.join(KIND_IDS)}, in this order.")
    cells = {f"{chr(65 + column)}{row + 1}" for row in range(city.grid.rows) for column in range(city.grid.columns)}
    used: set[str] = set()
    for name, wanted in [("grid.shore", city.grid.shore), ("grid.forest", city.grid.forest)]:
        if unknown := set(wanted) - cells:
            raise ValueError(f"{name}: the block has no cell {min(unknown)!r}.")
    for start in city.start:
        for cell in start.low_cost + start.conventional:
            if cell not in cells:
                raise ValueError(f"start {start.colour!r}: the block has no cell {cell!r}.")
            if cell in used:
                raise ValueError(f"start {start.colour!r}: cell {cell!r} is taken twice.")
            used.add(cell)
    if len(city.start) != 4:
        raise ValueError("start: there must be four colours.")
    for entry in city.thresholds:
        for values in filter(None, (entry.values, entry.printed)):
            if len(values) != 6 or values != sorted(set(values)):
                raise ValueError(f"thresholds of {entry.tables} tables: six rising numbers are needed.")


def check_climate(climate: Climate) -> None:
    for card in climate.card:
        for effect in card.effects:
            if effect.where not in AREAS:
                raise ValueError(f"card {card.id!r}: there is no place {effect.where!r}.")
            for kind in [*effect.kinds, *filter(None, [effect.to])]:
                if kind not in KIND_IDS:
                    raise ValueError(f"card {card.id!r}: there is no kind {kind!r}.")


CITY = load_content(FOLDER / "city.toml", City, check_city)
CLIMATE = load_content(FOLDER / "climate.toml", Climate, check_climate)
LAWS = load_content(FOLDER / "laws.toml", Vocabulary)

# kinds as numbers: 0 is an empty cell
EMPTY, LOW_COST, CONVENTIONAL, GREEN, SHOPPING, GREENSPACE, ECO_PARK, RETROFIT = range(8)
KINDS = ["", *KIND_IDS]
NUMBER = {name: number for number, name in enumerate(KINDS)}
TITLES = ["an empty cell", *(kind.title for kind in CITY.kind)]  # words
COST = [0, *(kind.cost for kind in CITY.kind)]
EMISSIONS = [0, *(kind.emissions for kind in CITY.kind)]
RENT = [0, *(kind.rent for kind in CITY.kind)]
COUNT = [0, *(kind.count for kind in CITY.kind)]
BUILDINGS = (LOW_COST, CONVENTIONAL, GREEN, SHOPPING)
PARKS = (GREENSPACE, ECO_PARK)

COLUMNS, ROWS = CITY.grid.columns, CITY.grid.rows
CELLS = [f"{chr(65 + column)}{row + 1}" for row in range(ROWS) for column in range(COLUMNS)]
CELL = {name: number for number, name in enumerate(CELLS)}
SHORE = [name in CITY.grid.shore for name in CELLS]
FOREST = [name in CITY.grid.forest for name in CELLS]
EDGES = [SHORE[cell] + FOREST[cell] for cell in range(len(CELLS))]  # the rent that the cell itself adds
IN_AREA = {
    "anywhere": [True] * len(CELLS),
    "shore": SHORE,
    "forest": FOREST,
    "inner": [not edge for edge in EDGES],
}


def _beside(cell: int) -> tuple[int, ...]:
    """The cells that share a side with this one; diagonals do not count."""
    row, column = divmod(cell, COLUMNS)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * COLUMNS + c for r, c in steps if 0 <= r < ROWS and 0 <= c < COLUMNS)


BESIDE = [_beside(cell) for cell in range(len(CELLS))]

COLOURS = tuple(start.colour for start in CITY.start)
BOTS = ("Yellow bot", "Red bot", "Orange bot", "Purple bot")  # words
RENT_END = CITY.tracks.rent_end
CARDS = {card.id: card for card in CLIMATE.card}
EDITION = newest(CLIMATE.card)
LAW_KINDS = {law.id: law for law in LAWS.law}
PENALTIES = {penalty.id: penalty for penalty in LAWS.penalty}


ROW, TOP_ROW = CITY.tracks.row, CITY.tracks.emissions_end // CITY.tracks.row - 1


def damage_of(emissions: int, capped: bool = True) -> int:
    """What these emissions add to the damage each round: the number beside their row of the track."""
    damage = (emissions - 1) // ROW
    if damage < 0:
        return 0
    return TOP_ROW if capped and damage > TOP_ROW else damage


@cache
def thresholds(tables: int, printed: bool = False) -> list[int]:
    """The damage at which climate events happen, by the number of tables; the last one ends the game."""
    entry = next(entry for entry in CITY.thresholds if entry.tables == tables)
    return entry.printed if printed and entry.printed else entry.values


def climate_deck(edition: int) -> list[str]:
    return [card.id for card in cards_of(CLIMATE.card, edition)]
