"""The map of Manhattan as SVG: the plan that never changes, and the plates with what lies on them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from math import cos, hypot, radians, sin

import msgspec

from tabletown.drawing import Drawing, called, drawn_once, esc, named, num, squeezed
from tabletown.games.new_york_crisis.cards import MODIFIERS
from tabletown.games.new_york_crisis.city import CONTENT, COUNT, IDS, LOCATIONS, NEIGHBOURS
from tabletown.games.new_york_crisis.options import GOES_TO, OPTIONS, STEP, STEP_TO, Kind
from tabletown.games.new_york_crisis.rules.spending import pick_price
from tabletown.games.new_york_crisis.scenarios import GOALS
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.games.new_york_crisis.view import pieces
from tabletown.games.new_york_crisis.view.describe import wilds_needed
from tabletown.games.new_york_crisis.view.words import place_words
from tabletown.kernel import Described, load_content, say

Point = tuple[float, float]


class Named(msgspec.Struct):
    name: str
    at: Point = (0, 0)
    turn: float = 0
    points: list[Point] = []


class SubwayLine(msgspec.Struct):
    points: list[Point]


class Outline(msgspec.Struct):
    outline: list[Point]


class Field(msgspec.Struct):
    width: int
    height: int
    plate: tuple[int, int]


class Layout(msgspec.Struct):
    field: Field
    location: dict[str, Point]
    island: Outline
    park: Outline
    water: list[Named]
    bridge: list[Named]
    subway: list[SubwayLine]


def check_layout(layout: Layout) -> None:
    for id in IDS:
        if id not in layout.location:
            raise ValueError(f"location {id!r} has no place on the plan.")


@cache
def layout() -> Layout:
    return load_content(CONTENT / "layout.toml", Layout, check_layout)


VIEW = (-20, 0, 680, 808)
PIERS = [(22, y) for y in range(352, 451, 14)] + [(44, 540), (50, 552), (56, 564), (44, 700), (44, 714), (44, 728)]
WAVES = ((-2, 250), (10, 600), (20, 640), (-8, 520), (540, 748))
SHORE = 640  # how far the land continues on both sides, for windows wider than the map
BANKS = (
    "M-660,-10H150L96,70L40,170L-4,300L-30,420L-66,560L-60,660L-110,820H-660Z",
    "M1300,-10H560L650,90L688,150L700,230L670,330L640,430L590,520L566,640L600,740L560,820H1300Z",
)


def rounded(points: list[Point], radius: float) -> str:
    """The SVG path of a closed outline with rounded corners."""
    path = ""
    for index, (x, y) in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % len(points)]
        ends = []
        for other_x, other_y in (before, after):
            far = hypot(other_x - x, other_y - y) or 1
            cut = min(radius, far / 2)
            ends.append(f"{num(x + (other_x - x) / far * cut)},{num(y + (other_y - y) / far * cut)}")
        path += f"{'L' if path else 'M'}{ends[0]}Q{num(x)},{num(y)} {ends[1]}"
    return path + "Z"


def polyline(points: list[Point]) -> str:
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points)


@drawn_once
def plan() -> str:
    """Water, island, streets and subway: the same in every match."""
    plan = layout()
    x, _, width, height = VIEW
    x, width = x - SHORE, width + 2 * SHORE
    island = rounded(plan.island.outline, 26)
    parts = [
        f'<defs><clipPath id="nyc-island"><path d="{island}"/></clipPath>'
        '<clipPath id="nyc-face"><circle r="12.6"/></clipPath>'
        f'<clipPath id="nyc-frame"><rect x="{x}" width="{width}" height="{height}"/></clipPath></defs>'
        '<g clip-path="url(#nyc-frame)" aria-hidden="true">'
        f'<rect class="water" x="{x}" width="{width}" height="{height}"/>'
    ]
    parts += [f'<path class="bank" d="{bank}"/>' for bank in BANKS]
    parts += [f'<path class="wv" d="M{wx},{wy}q7,-6 14,0t14,0"/>' for wx, wy in WAVES]
    for bridge in plan.bridge:
        parts += [f'<path class="br" d="{polyline(bridge.points)}"/><path class="br2" d="{polyline(bridge.points)}"/>']
    parts.append('<g class="pier">' + "".join(f'<path d="M{px},{py}h-16"/>' for px, py in PIERS) + "</g>")
    parts.append(f'<path class="shelf" d="{island}"/><path class="land" d="{island}"/><g clip-path="url(#nyc-island)">')
    for zone, top, tall in (("uptown", -20, 305), ("midtown", 285, 262), ("downtown", 547, 280)):
        parts.append(f'<rect class="z {zone}" x="-20" y="{top}" width="700" height="{tall}"/>')
    across = "".join(f"M-20,{row}L680,{row + 210}" for row in range(-208, 820, 26))
    along = "".join(f"M{column},-20L{column - 260},840" for column in range(-20, 960, 44))
    parts.append(f'<path class="grid" d="{across}{along}"/></g>')
    parts.append(f'<path class="park" d="{rounded(plan.park.outline, 6)}"/>')
    for water in plan.water:
        turn = radians(water.turn)
        far = [(water.at[0], water.at[1]), (water.at[0] + 200 * cos(turn), water.at[1] + 200 * sin(turn))]
        id = "nyc-" + water.name.replace(" ", "-").lower()
        parts.append(
            f'<path id="{id}" d="{polyline(far)}" fill="none"/>'
            f'<text class="wn"><textPath href="#{id}">{called(water.name)}</textPath></text>'
        )
    streets = "".join(
        polyline([plan.location[IDS[here]], plan.location[IDS[other]]])
        for here in range(COUNT)
        for other in NEIGHBOURS[here]
        if here < other
    )
    parts.append(f'<path class="ec" d="{streets}"/><path class="ed" d="{streets}"/>')
    parts += skyline()
    subway = "".join(polyline(line.points) for line in plan.subway)
    parts.append(f'<g class="metro"><path class="sc" d="{subway}"/><path class="sb" d="{subway}"/></g></g>')
    return "".join(parts)


STATION = '<circle r="9.8"/><text y="4.6" aria-hidden="true">S</text>'
HEIGHTS = {"uptown": (6, 13), "midtown": (12, 30), "downtown": (8, 22)}  # of the houses behind a plate


def skyline() -> list[str]:
    """The houses behind each plate, always the same for a location, with some windows lit."""
    houses, windows = [], []
    for place, location in enumerate(LOCATIONS):
        luck = random.Random(location.id)
        px, py = layout().location[IDS[place]]
        x, foot, (low, high) = px - 68, py - 24, HEIGHTS[location.zone]
        while x < px + 58:
            wide, tall = luck.choice((10, 12, 14, 17)), luck.randint(low, high)
            houses.append(f"M{num(x)},{num(foot)}v{-tall}h{wide}v{tall}z")
            for row in range(4, tall - 2, 5):
                if luck.random() < 0.45:
                    windows.append(f"M{num(x + luck.choice((3, wide - 5)))},{num(foot - row - 2)}h2.3v2.8h-2.3z")
            x += wide + luck.choice((0, 0, 1, 3))
    return [f'<path class="sky" d="{"".join(houses)}"/><path class="lit" d="{"".join(windows)}"/>']


def marked(s: Crisis, options: Mapping[str, Described]) -> dict[str, str]:
    """The option that each element of the board stands for, by the element's id."""
    found: dict[str, str] = {}
    for word, shown in options.items():
        if shown.place and (shown.place not in found or is_better(s, word, found[shown.place])):
            found[shown.place] = word
    return found


def is_better(s: Crisis, word: str, other: str) -> bool:
    """Whether a click on their place should choose the first of two options: a free ride, an item for fewer wilds."""
    option = OPTIONS[word]
    if option.kind is Kind.PICK:
        return wilds_needed(s, pick_price(s, option.type)) < wilds_needed(s, pick_price(s, OPTIONS[other].type))
    return option.kind is Kind.RIDE and MODIFIERS[s.event].subway_step_cost == 0


def board(s: Crisis, options: Mapping[str, Described]) -> str:
    """The whole picture, with what the seat may choose."""
    marks = marked(s, options)
    x, y, width, height = VIEW
    dark = " blackout" if s.blackout else ""
    head = f'class="nyc nyc-map{dark}" data-letters="14.5" role="group" aria-label="{say("Manhattan, 25 locations")}"'
    parts = [f'<svg {head} viewBox="{x} {y} {width} {height}">', plan(), '<g clip-path="url(#nyc-frame)">']
    if s.active >= 0 and s.at:
        px, py = layout().location[IDS[s.at[s.active]]]
        parts.append(f'<ellipse class="pool" cx="{num(px)}" cy="{num(py)}" rx="112" ry="62"/>')
    parts += [path_preview(s, word) for word in marks.values() if word in STEP_TO and s.active >= 0]
    parts += [plate(s, place, marks, options) for place in range(COUNT)]
    return Drawing([*parts, legend(s), "</g></svg>"])


def path_preview(s: Crisis, word: str) -> str:
    """The way to a place, shown while somebody points at it."""
    spots = layout().location
    way = polyline([spots[IDS[s.at[s.active]]], spots[IDS[STEP_TO[word]]]])
    return f'<path class="way" data-preview="{word}" d="{way}"/>'


def button(word: str, options: Mapping[str, Described]) -> str:
    return f'data-option="{word}" role="button" tabindex="-1" aria-label="{esc(options[word].label)}"'


def plate(s: Crisis, place: int, marks: Mapping[str, str], options: Mapping[str, Described]) -> str:
    """A street sign with everything on that location."""
    px, py = layout().location[IDS[place]]
    location = LOCATIONS[place]
    mine = s.active >= 0 and s.at[s.active] == place
    id = f"loc-{IDS[place]}"
    option = marks.get(id, "")
    told = esc(place_words(s, place))
    choice = button(option, options) if option else f'data-word="{STEP[place]}"'  # a click explains why not
    parts = [
        f'<g id="{id}" class="plate {location.zone}" transform="translate({num(px)} {num(py)})" '
        f'role="group" aria-label="{told}"><g class="hit" {choice}><title>{told}</title>'
    ]
    if option:
        parts.append('<rect class="may" x="-77.5" y="-30.5" width="155" height="61" rx="11"/>')
    parts.append(
        f'<rect class="bg{f" me o{s.active % 4 + 1}" if mine else ""}" x="-73" '
        'y="-26" width="146" height="52" rx="8"/><path class="sign" '
        'd="M-73,-5V-18q0,-8 8,-8H65q8,0 8,8V-5Z"/><text aria-hidden="true" class="nm'
        f'{" lg" if len(location.name) > 15 else ""}" x="{-59 if location.subway else -65}" y="-10.8"'
        # the narrow letters of a plate, 14.5 px high, are as wide as others of 12.4 px
        f"{squeezed(named(location.name), 12.4, 129 if location.subway else 135)}>{called(location.name)}</text>"
    )
    if location.subway:
        parts.append(f'<g class="sub" transform="translate(-73 -15.5)">{STATION}</g>')
    parts.append("</g>" + tokens(s, place, marks, options))
    if s.active >= 0 and option in GOES_TO:
        free = 60 - 24 * sum(at == place for at in s.at)
        parts.append(
            f'<g data-preview="{option}">{pieces.at(free, 10, pieces.pawn(s.active, s.cast[s.active], ghost=True))}</g>'
        )
    return "".join(parts) + "</g>"


def tokens(s: Crisis, place: int, marks: Mapping[str, str], options: Mapping[str, Described]) -> str:
    """Draw tokens from the left and pawns from the right; too many for one row go in two, smaller."""
    single: list[tuple[str, str]] = []  # picture, id
    if place in s.fbi:
        single.append((pieces.fbi(), f"fbi-{place}"))
    if place in s.cars:
        single.append((pieces.at(8, 2, pieces.car()), f"car-{s.cars.index(place)}"))
    for number, spot in enumerate(s.goals):
        if spot == place:
            token = GOALS[s.scenario][number].objective
            single.append((pieces.stranger() if token.token == "character" else pieces.building(), f"goal-{token.id}"))
    if s.final_at == place:
        single.append((pieces.flag(), "final"))
    left = [(picture, marks.get(id, ""), id) for picture, id in single]
    for type in range(3):  # an option names the first of several tokens alike; a click on any of them chooses it
        option, count = marks.get(f"info-{place}-{type}-0", ""), s.info[place * 3 + type]
        left += [(pieces.info(type), option, f"info-{place}-{type}-{number}") for number in range(count)]
    option, count = marks.get(f"mafia-{place}-0", ""), s.mafia[place]
    left += [(pieces.mafia(), option, f"mafia-{place}-{number}") for number in range(count)]
    if s.item[place] >= 0:
        left.append((pieces.item(s.item[place]), marks.get(f"item-{place}", ""), f"item-{place}"))
    here = [figure for figure, at in enumerate(s.at) if at == place]
    room = 132 - 24 * len(here)
    wide = sum(40 if picture.startswith("<g transform") else 25 for picture, _, _ in left)
    small = wide > room
    parts = []
    x, row = (-61.0, 0) if small else (-57.0, 0)
    for picture, option, id in left:
        step = (32.0 if small else 40.0) if picture.startswith("<g transform") else (18.5 if small else 25.0)
        if small and x + step - 18.5 > room - 66 and row == 0:
            x, row = -61.0, 1
        size = 1.0 if not small else 0.92 if "<text" in picture else 0.68  # letters stay readable
        drawn = pieces.at(x, (2.5 + 15.6 * row) if small else 10, picture, size)
        if option:
            ring = '<circle class="may" r="14.5"/>'
            drawn = drawn.replace(">", f' {button(option, options)} id="{id}" class="tk">{ring}', 1)
        else:
            drawn = drawn.replace(">", f' id="{id}">', 1)
        parts.append(drawn)
        x += step
    for number, figure in enumerate(here):
        walks = any(escort == figure for escort in s.escorts)
        pawn = pieces.pawn(figure, s.cast[figure]) + (pieces.at(0, -2, pieces.stranger(), 0.5) if walks else "")
        id = f"pawn-{figure}"
        choice = f' id="{id}"'
        if option := marks.get(id, ""):
            choice += f' class="tk" {button(option, options)}'
            pawn = '<circle class="may" r="17"/>' + pawn
        parts.append(pieces.at(60 - 24 * number, 10, pawn, 1.12 if figure == s.active else 1.0, choice))
    return "".join(parts)


def legend(s: Crisis) -> str:
    lines = (
        (say("No trains"), say("are running"))
        if s.blackout
        else (say("Subway: from any"), say("S to any other, 1 step"))
    )
    return (
        '<g class="leg" transform="translate(452 724)" aria-hidden="true"><rect width="196" height="62" rx="8"/>'
        '<path class="sc" d="M14,20H44"/><path class="sb" d="M14,20H44"/>'
        f'<g class="sub" transform="translate(29 20)">{STATION}</g>'
        f'<text x="56" y="25"{squeezed(lines[0], 12.6, 132)}>{lines[0]}</text>'
        f'<text x="14" y="49"{squeezed(lines[1], 12.6, 174)}>{lines[1]}</text></g>'
    )
