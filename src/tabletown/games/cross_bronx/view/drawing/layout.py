"""Where things stand on the board, and its background."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import msgspec

from tabletown.drawing import called, drawn_once, num
from tabletown.kernel import load_content, say

Point = tuple[float, float]


class Field(msgspec.Struct, frozen=True):
    width: int
    height: int
    tile: int


class DistrictPlan(msgspec.Struct, frozen=True):
    outline: tuple[Point, ...]
    spaces: tuple[Point, ...]  # top-left corners of the tiles, in filling order
    label: Point
    unhoused: tuple[float, float, float, float]  # box for pieces on no tile
    flow: Point  # where markers start
    chip: Point  # where the District's hint stands


class Road(msgspec.Struct, frozen=True):
    name: str
    points: tuple[Point, ...]
    opened: str = ""
    label_at: float = 0.0


class Water(msgspec.Struct, frozen=True):
    name: str
    at: Point
    turn: float


class Layout(msgspec.Struct, frozen=True):
    field: Field
    district: dict[str, DistrictPlan]
    road: tuple[Road, ...]
    street: tuple[Road, ...]
    water: tuple[Water, ...]


PLAN = load_content(Path(__file__).parents[2] / "content" / "layout.toml", Layout)
NUMBERS = (1, 2, 3, 4, 5, 6, 9)  # Districts by their numbers, in the order of the state
DISTRICTS = [PLAN.district[str(number)] for number in NUMBERS]
INDEX = {number: index for index, number in enumerate(NUMBERS)}


def polygon(points: tuple[Point, ...] | list[Point]) -> str:
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points) + "Z"


def curve(points: tuple[Point, ...]) -> str:
    """A smooth path through the midpoints of the line's segments, for roads."""
    path = f"M{num(points[0][0])},{num(points[0][1])}"
    for (x, y), (next_x, next_y) in pairwise(points[1:-1]):
        path += f"Q{num(x)},{num(y)} {num((x + next_x) / 2)},{num((y + next_y) / 2)}"
    if len(points) > 2:
        path += f"Q{num(points[-2][0])},{num(points[-2][1])} {num(points[-1][0])},{num(points[-1][1])}"
    return path


def inset(points: tuple[Point, ...], by: float) -> list[Point]:
    """The outline moved inwards, each corner along the bisector of its edges."""
    count = len(points)
    area = sum(
        points[i][0] * points[(i + 1) % count][1] - points[(i + 1) % count][0] * points[i][1] for i in range(count)
    )
    turn = 1.0 if area > 0 else -1.0
    moved = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = points[i - 1], points[(i + 1) % count]
        ux, uy = _unit(x - ax, y - ay)
        vx, vy = _unit(bx - x, by_ - y)
        nx, ny = _unit(-(uy + vy) * turn, (ux + vx) * turn)
        cos = max(0.4, nx * -uy * turn + ny * ux * turn)
        moved.append((x + nx * by / cos, y + ny * by / cos))
    return moved


def _unit(x: float, y: float) -> tuple[float, float]:
    length = (x * x + y * y) ** 0.5 or 1.0
    return x / length, y / length


OUTLINES = [polygon(plan.outline) for plan in DISTRICTS]
INSETS = [polygon(inset(plan.outline, 9.0)) for plan in DISTRICTS]

_WAVES = (
    "M20,300q14,-10 28,0t28,0",
    "M40,520q14,-10 28,0t28,0",
    "M812,700q14,-10 28,0t28,0t28,0",
    "M930,660q14,-10 28,0t28,0",
)
_BANK = "M0,14Q0,0 14,0H196L160,110L132,190L120,262L104,372L126,486L160,566L150,600L0,610Z"


def progress(road: Road, decade: int) -> str:
    """Whether an expressway is planned, under construction or open in this Decade; it does not affect play."""
    begun, opened = (int(year) for year in road.opened.split("-"))
    return "plan" if decade + 9 < begun else "work" if decade + 9 < opened else "open"


@drawn_once
def ground(decade: int) -> str:
    """Water, shores, districts, streets and the expressways as they stand in this Decade."""
    width, height = PLAN.field.width, PLAN.field.height
    parts = [f'<rect class="water" width="{width}" height="{height}" rx="14"/><g class="wl">']
    parts += [f'<path d="{wave}"/>' for wave in _WAVES]
    parts.append(f'</g><path class="bank" d="{_BANK}"/>')
    parts += [f'<path class="shore" d="{outline}"/>' for outline in OUTLINES]
    parts += [
        f'<path class="dist d{number}" id="district-{number}" d="{outline}"/>'
        for number, outline in zip(NUMBERS, OUTLINES, strict=True)
    ]
    parts += [f'<path class="street" d="{curve(street.points)}"/>' for street in PLAN.street]
    roads = [(curve(road.points), progress(road, decade)) for road in PLAN.road]
    parts += [f'<path class="xc {state}" d="{path}"/>' for path, state in roads]
    for index, (path, state) in enumerate(roads):
        road = PLAN.road[index]
        words = {"plan": say("planned"), "work": say("under construction"), "open": say("open")}[state]
        parts.append(
            f'<path class="xr {state}" id="cb-road-{index}" d="{path}">'
            f"<title>{called(road.name)} ({road.opened.replace('-', '–')}): {words}</title></path>"
        )
        if state == "open":
            parts.append(f'<path class="xl" d="{path}"/>')
    return "".join(parts)


@drawn_once
def names() -> str:
    """Names of rivers and roads, above the ground but below the pieces."""
    parts = []
    for index, water in enumerate(PLAN.water):
        if water.name == "Bronx River":
            continue  # its channel is too narrow for a name
        (x, y), turn = water.at, math.radians(water.turn)
        end = f"{num(x + 200 * math.cos(turn))},{num(y + 200 * math.sin(turn))}"
        parts.append(
            f'<path id="cb-water-{index}" d="M{num(x)},{num(y)}L{end}" fill="none"/>'
            f'<text class="wname"><textPath href="#cb-water-{index}">{called(water.name)}</textPath></text>'
        )
    parts += [
        f'<text class="rname" dy="-11"><textPath href="#cb-road-{index}" startOffset="{road.label_at:.0%}">'
        f"{called(road.name)}, {road.opened.replace('-', '–')}</textPath></text>"
        for index, road in enumerate(PLAN.road)
        if road.name == "Cross Bronx Expressway"
    ]
    return "".join(parts)
