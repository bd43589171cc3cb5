"""Drawing of hexes, roads and plots: hexes of side 44 with a corner at the top, roads as smooth curves.

A road between neighbouring edges is an arc around their shared corner, one between edges two apart is a wide arc, and
one between opposite edges is straight. A junction is its arms, a hub, and the arcs between neighbouring connections.
"""

from __future__ import annotations

import math
import random
from functools import cache, lru_cache

from tabletown.drawing import num
from tabletown.games.right_of_way.plan import Place
from tabletown.games.right_of_way.tiles import edges_of

SIDE = 44
WIDTH = SIDE * math.sqrt(3)  # from edge to edge
ROW = SIDE * 1.5  # from row to row
ARC = {1: SIDE / 2, 2: SIDE * 1.5}  # radius, by how many edges apart two edges are


def position(place: Place) -> tuple[float, float]:
    return WIDTH * (place[0] + place[1] / 2), ROW * place[1]


@lru_cache(2000)
def at(place: Place) -> str:
    x, y = position(place)
    return f'transform="translate({num(x)} {num(y)})"'


@cache
def hexagon(radius: float) -> str:
    """The corners of a hex with this radius, as SVG points."""
    corners = [(radius * math.cos(math.radians(a)), radius * math.sin(math.radians(a))) for a in range(30, 390, 60)]
    return " ".join(f"{num(x)},{num(y)}" for x, y in corners)


def along(edge: int, far: float, aside: float = 0) -> str:
    """The point at this distance from the middle towards an edge, moved this far sideways."""
    turn = math.radians(60 * edge)
    x = far * math.cos(turn) - aside * math.sin(turn)
    y = far * math.sin(turn) + aside * math.cos(turn)
    return f"{num(x)},{num(y)}"


def edge_middle(edge: int) -> str:
    return along(edge, WIDTH / 2)


def curve(one: int, other: int) -> str:
    """The arc of a road from one edge clockwise to another; empty if they are too far apart for an arc."""
    apart = (other - one) % 6
    if apart in ARC:
        return f"M{edge_middle(one)}A{num(ARC[apart])},{num(ARC[apart])} 0 0 0 {edge_middle(other)}"
    return ""


@cache
def road_paths(road: int) -> tuple[str, str]:
    """The SVG paths of a road's surface and of its lane markings."""
    edges = edges_of(road)
    if len(edges) == 2:
        one, other = edges
        if (other - one) % 6 > 3:
            one, other = other, one
        path = curve(one, other) or f"M{edge_middle(one)}L{edge_middle(other)}"
        return path, path
    arms = "".join(f"M0,0L{edge_middle(edge)}" for edge in edges)
    corners = "".join(curve(edge, edges[(place + 1) % len(edges)]) for place, edge in enumerate(edges))
    lanes = "".join(f"M{along(edge, WIDTH / 4)}L{edge_middle(edge)}" for edge in edges)
    return arms + corners, lanes


@cache
def highway(road: int, seat: int, bed: float = 42.6) -> str:
    """A highway tile without its frame: bed, road with its casing, and lanes, dashed (blue) or double (amber)."""
    surface, lanes = road_paths(road)
    hub = road.bit_count() > 2
    parts = [f'<polygon class="bed" points="{hexagon(bed)}"/><g class="way"><path class="case" d="{surface}"/>']
    if hub:
        parts.append('<circle class="hubc" r="10"/>')
    parts.append(f'<path class="road" d="{surface}"/>')
    if hub:
        parts.append('<circle class="hub" r="7.75"/>')
    if seat == 0:
        parts.append(f'<path class="lane dash" d="{lanes}"/>')
    else:
        parts.append(f'<path class="lane twin-a" d="{lanes}"/><path class="lane twin-b" d="{lanes}"/>')
    return "".join(parts) + "</g>"


@cache
def tile_picture(road: int, seat: int, width: int) -> str:
    """A tile as a small SVG picture."""
    height = num(width * 92 / 80.2)
    return (
        f'<svg class="tile hw o{seat + 1}" width="{width}" height="{height}" viewBox="-40.1 -46 80.2 92" '
        f'aria-hidden="true">{highway(road, seat, 43)}</svg>'
    )


@cache
def stop_bar(edge: int, dead: bool) -> str:
    """A bar across the road at an open end, black (`dead`) if nothing can ever join it."""
    kind = "stop dead" if dead else "stop"
    return f'<path class="{kind}" d="M{along(edge, 33.9, -9.2)}L{along(edge, 33.9, 9.2)}"/>'


TOWNS = 7


@cache
def figure_ground(place: Place, rich: bool) -> str:
    """The buildings of a district seen from above: sparse huts, or dense blocks if it is rich.

    A few towns, each turned six ways, because a board with sixty different ones takes long to load.
    """
    number = place[0] * 37 + place[1] * 11
    tilt, path = _town(number % TOWNS, rich)
    tilt += number % 6 * 60
    turned = f' transform="rotate({tilt})"' if tilt else ""
    return f'<path class="fg"{turned} d="{path}"/>'


@cache
def _town(number: int, rich: bool) -> tuple[int, str]:
    """How it is turned, and its blocks."""
    rng = random.Random(number * 2 + rich)
    tilt = 0 if rich else rng.choice((0, 30))
    step, chance = (10.4, 0.86) if rich else (9.7, 0.46)
    blocks = []
    for column in range(-4, 5):
        for row in range(-4, 5):
            x, y = column * step, row * step
            wide, high = (
                (rng.uniform(6.4, 8.4), rng.uniform(6.4, 8.2))
                if rich
                else (rng.uniform(3.6, 5.6), rng.uniform(3.4, 4.4))
            )
            x, y = x - wide / 2 + rng.uniform(-0.8, 0.8), y - high / 2 + rng.uniform(-0.8, 0.8)
            if rng.random() < chance and _inside(x, y, wide, high, tilt):
                blocks.append(f"M{num(x)},{num(y)}h{num(wide)}v{num(high)}h{num(-wide)}z")
    return tilt, "".join(blocks)


def _inside(x: float, y: float, wide: float, high: float, tilt: int) -> bool:
    """Whether all corners of the block are inside the plot, with a small margin."""
    turn = math.radians(tilt)
    for cx, cy in ((x, y), (x + wide, y), (x, y + high), (x + wide, y + high)):
        px, py = cx * math.cos(turn) - cy * math.sin(turn), cx * math.sin(turn) + cy * math.cos(turn)
        if any(px * math.cos(math.radians(60 * k)) + py * math.sin(math.radians(60 * k)) > 35 for k in range(6)):
            return False
    return True
