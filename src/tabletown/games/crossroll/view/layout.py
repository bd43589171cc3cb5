"""Positions on the map picture, read from content/layout.toml and checked against the map."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec

from tabletown.drawing import num
from tabletown.games.crossroll.roads import MAP
from tabletown.kernel import load_content

Point = tuple[float, float]


class Field(msgspec.Struct):
    width: int
    height: int
    text: float


class Place(msgspec.Struct):
    at: Point
    label: list[str]
    side: str
    shift: Point = (0, 0)


class RouteLine(msgspec.Struct):
    badge: Point
    colour: str
    dark: str
    path: list[str | Point]


class Land(msgspec.Struct):
    name: str
    outline: list[Point]


class Named(msgspec.Struct):
    name: str
    at: Point


class Layout(msgspec.Struct):
    field: Field
    location: dict[str, Place]
    route: dict[str, RouteLine]
    land: list[Land]
    water: list[Named]
    peak: list[Named]


def check_layout(layout: Layout) -> None:
    """Raise a ValueError that says what does not fit the map."""
    for id in MAP.ids:
        if id not in layout.location:
            raise ValueError(f"location {id!r} has no place on the picture.")
    for route, letter in enumerate(MAP.letters):
        if letter not in layout.route:
            raise ValueError(f"route {letter} has no line on the picture.")
        passed = [stop for stop in layout.route[letter].path if isinstance(stop, str)]
        if passed != [MAP.ids[here] for here in MAP.routes[route]]:
            raise ValueError(f"the line of route {letter} does not pass its locations in order.")


def load_layout(folder: Path) -> Layout:
    return load_content(folder / "layout.toml", Layout, check_layout)


LAYOUT = load_layout(Path(__file__).parent.parent / "content")
WIDTH, HEIGHT = LAYOUT.field.width, LAYOUT.field.height
AT: list[Point] = [LAYOUT.location[id].at for id in MAP.ids]
# the line of each route with its bends: points, and which of them are stops
LINES: list[list[Point]] = [
    [LAYOUT.location[stop].at if isinstance(stop, str) else stop for stop in LAYOUT.route[letter].path]
    for letter in MAP.letters
]
STOPS: list[list[int]] = [
    [number for number, stop in enumerate(LAYOUT.route[letter].path) if isinstance(stop, str)] for letter in MAP.letters
]


def rounded(points: list[Point], radius: float, closed: bool = False) -> str:
    """A path through the points with its corners rounded."""
    corners = points if closed else points[1:-1]
    path = "" if closed else f"M{xy(points[0])}"
    for number, corner in enumerate(corners):
        before = points[number - 1] if closed else points[number]
        after = points[(number + 1) % len(points)] if closed else points[number + 2]
        start, end = _towards(corner, before, radius), _towards(corner, after, radius)
        path += f"{'L' if path else 'M'}{xy(start)}Q{xy(corner)} {xy(end)}"
    return path + ("Z" if closed else f"L{xy(points[-1])}")


def _towards(corner: Point, other: Point, radius: float) -> Point:
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    length = math.hypot(dx, dy) or 1
    part = min(radius, length / 2) / length
    return corner[0] + dx * part, corner[1] + dy * part


def xy(point: Point) -> str:
    return f"{num(round(point[0], 1))},{num(round(point[1], 1))}"


def stretch(route: int, first: int, last: int) -> str:
    """The part of a route's line between two of its stops, given by their numbers along the route."""
    low, high = sorted((first, last))
    points = LINES[route][STOPS[route][low] : STOPS[route][high] + 1]
    return rounded(points, 9) if len(points) > 1 else f"M{xy(points[0])}h.1"


def heading_of(route: int, stop: int, step: int) -> float:
    """The direction in which the line leaves a stop, up or down the route (degrees clockwise, 0 is east)."""
    here = STOPS[route][stop]
    there = here + step
    if not 0 <= there < len(LINES[route]):
        there, step = here - step, -step
        (x, y), (ax, ay) = LINES[route][there], LINES[route][here]
        return math.degrees(math.atan2(ay - y, ax - x))
    (x, y), (ax, ay) = LINES[route][here], LINES[route][there]
    return math.degrees(math.atan2(ay - y, ax - x))
