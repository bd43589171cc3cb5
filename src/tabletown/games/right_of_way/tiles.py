"""The highway tiles: twelve shapes, and the tables derived from them.

The connections of a tile are six bits: bit k is set where a road leaves over edge k (0 east, then clockwise).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from tabletown.kernel import Text, load_content

EDGES = range(6)
FULL = 0b111111  # a connection on every edge
PER_PLAYER = 54


class Shape(msgspec.Struct, frozen=True):
    id: str
    name: str
    edges: tuple[int, ...]
    copies: int


class Shapes(msgspec.Struct, frozen=True):
    tile: tuple[Shape, ...]


def rotated(road: int, turns: int) -> int:
    """The connections after this many sixths of a turn clockwise."""
    return (road << turns | road >> 6 - turns) & FULL


def _bits(shape: Shape) -> int:
    return sum(1 << edge for edge in set(shape.edges))


def _check(shapes: Shapes) -> None:
    seen: dict[int, str] = {}
    for shape in shapes.tile:
        if not all(0 <= edge < 6 for edge in shape.edges) or not 2 <= len(set(shape.edges)) == len(shape.edges):
            raise ValueError(f"entry {shape.id!r}, field edges: needs two to six different edges from 0 to 5.")
        for turns in EDGES:
            other = seen.setdefault(rotated(_bits(shape), turns), shape.id)
            if other != shape.id:
                raise ValueError(f"entry {shape.id!r}, field edges: the same shape as {other!r}, turned.")
    if (total := sum(shape.copies for shape in shapes.tile)) != PER_PLAYER:
        raise ValueError(f"field copies: {total} tiles in all, there must be {PER_PLAYER}.")


SHAPES = load_content(Path(__file__).with_name("content") / "tiles.toml", Shapes, _check).tile
TILES = range(len(SHAPES))  # a tile is the number of its shape

IDS = [shape.id for shape in SHAPES]
NAMES = [Text(shape.name) for shape in SHAPES]
COPIES = [shape.copies for shape in SHAPES]
VALUE = [len(shape.edges) for shape in SHAPES]
NUMBER = {shape.id: number for number, shape in enumerate(SHAPES)}

# the different roads of a tile in its turns: a straight has three, a star two, the six-way one
TURNS = [tuple(dict.fromkeys(rotated(_bits(shape), turns) for turns in EDGES)) for shape in SHAPES]
# the same in bits 0-5 and 6-11: a connection earns by a road that it meets, and by a rich district that it faces
EARNING = [tuple(road | road << 6 for road in roads) for roads in TURNS]
TILE_OF = {road: tile for tile in TILES for road in TURNS[tile]}

DIRECTIONS = [  # edge by edge
    Text("east"),
    Text("south-east"),
    Text("south-west"),
    Text("west"),
    Text("north-west"),
    Text("north-east"),
]


def edges_of(road: int) -> list[int]:
    return [edge for edge in EDGES if road >> edge & 1]


@cache
def best_profit(tile: int) -> list[list[int]]:
    """The highest profit of a tile in any turn, by the edges that face rich districts, then those that meet roads."""
    return [
        [max([(road & (meets | riches << 6)).bit_count() for road in EARNING[tile]]) for meets in range(FULL + 1)]
        for riches in range(FULL + 1)
    ]
