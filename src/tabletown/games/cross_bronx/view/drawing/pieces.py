"""The wooden and cardboard pieces: cubes, Organizations, Infrastructure tiles, markers, cylinders and pins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tabletown.drawing import mark_shape, num

TILE = 76  # side of an Infrastructure tile; the positions below are within it
POPULATION_X = (10.4, 24.2, 38.0, 51.8, 65.6)
POPULATION_Y = 33.0
VULNERABILITY_AT = (63.0, 11.0)
ORGANIZATION_X = (20.0, 56.0)
ORGANIZATION_Y = 59.0


def mark(faction: int, x: float, y: float, scale: float = 1.0) -> str:
    """A Faction's mark inside a picture: circle, triangle or square."""
    return (
        f'<g class="mark seat-{faction + 1}" transform="translate({num(x)} {num(y)}) scale({scale})">'
        f"{mark_shape(faction)}</g>"
    )


@cache
def _faces(size: float) -> tuple[str, str, str, str]:
    """Outline, left, right and top of an isometric cube about the origin, as relative paths."""
    w, h, q = size * 0.866, size, size / 2
    n = num
    outline = f"m0,{n(-h)}l{n(w)},{n(q)}v{n(h)}l{n(-w)},{n(q)}l{n(-w)},{n(-q)}v{n(-h)}z"
    left = f"m{n(-w)},{n(-q)}l{n(w)},{n(q)}v{n(h)}l{n(-w)},{n(-q)}z"
    right = f"m{n(w)},{n(-q)}l{n(-w)},{n(q)}v{n(h)}l{n(w)},{n(-q)}z"
    top = f"m0,{n(-h)}l{n(w)},{n(q)}l{n(-w)},{n(q)}l{n(-w)},{n(-q)}z"
    return outline, left, right, top


def cubes(kind: str, places: Sequence[tuple[float, float]], size: float) -> str:
    """Cubes of one kind ("pop" wood, "need" near-black) at these points, in four paths whatever their number."""
    if not places:
        return ""
    starts = [f"M{num(x)},{num(y)}" for x, y in places]
    paths = "".join(
        f'<path class="{name}" d="{"".join(start + face for start in starts)}"/>'
        for name, face in zip(("ol", "l", "r", "t"), _faces(size), strict=True)
    )
    return f'<g class="cube {kind}">{paths}</g>'


def sockets(places: Sequence[tuple[float, float]], size: float) -> str:
    """Dotted outlines where a cube belongs."""
    if not places:
        return ""
    outline = _faces(size)[0]
    path = "".join(f"M{num(x)},{num(y)}{outline}" for x, y in places)
    return f'<path class="socket" d="{path}"/>'


@cache
def _population_row(count: int) -> str:
    places = [(x, POPULATION_Y) for x in POPULATION_X]
    return cubes("pop", places[:count], 7.6) + sockets(places[count:], 6.4)


@cache
def _vulnerability(count: int) -> str:
    return cubes("need", [VULNERABILITY_AT], 8.0) if count else sockets([VULNERABILITY_AT], 7.4)


@cache
def organization(faction: int, active: bool, x: float, y: float, marker: str = "") -> str:
    """An Organization: filled with the mark cut out if Active, else a ring; a Grant or Loan shows its letter below."""
    if marker:  # its card shows at the lower outer corner
        at = x + (-11.5 if x < TILE / 2 else 11.5)
        held = (
            f'<g class="held {marker}"><rect x="{num(at - 7.5)}" y="{num(y + 1.5)}" width="15" height="16" rx="3"/>'
            f'<text aria-hidden="true" x="{num(at)}" y="{num(y + 14.4)}">{"G" if marker == "grant" else "L"}</text></g>'
        )
    else:
        held = ""
    return (
        f'<g class="org o{faction + 1}{" on" if active else ""}"><circle cx="{num(x)}" cy="{num(y)}" r="11.5"/>'
        f"{mark(faction, x, y, 1.12)}</g>{held}"
    )


def _coalition(kind: str) -> str:
    return (
        '<g class="coal" aria-hidden="true"><path d="M31,59H45"/><circle cx="38" cy="59" r="8.5"/>'
        f'<text x="38" y="63.4">{kind}</text></g>'
    )


def coalition_letter(one: int, other: int) -> str:
    """S for Public with Community, E for any pair with Private."""
    return "E" if 2 in (one, other) else "S"


@cache
def tile(
    owner: int,
    population: int,
    vulnerability: int,
    organizations: tuple[tuple[int, bool, str], ...],
    exhausted: bool,
) -> str:
    """An Infrastructure tile: head with mark and Vulnerability, five Population, two Organizations, Coalition link.

    organizations: (Faction, active, "" | "grant" | "loan") each.
    """
    base = (
        f'<rect class="base" width="{TILE}" height="{TILE}" rx="7"/>'
        '<path class="tab" d="M0,20V7Q0,0 7,0H69Q76,0 76,7V20Z"/>'
    )
    if exhausted:
        body = '<path class="cross" d="M20,32L56,62M56,32L20,62"/>'
    else:
        body = _vulnerability(vulnerability) + _population_row(population)
        for place, (faction, active, marker) in zip(ORGANIZATION_X, organizations, strict=False):
            body += organization(faction, active, place, ORGANIZATION_Y, marker)
        for place in ORGANIZATION_X[len(organizations) :]:
            body += f'<circle class="socket" cx="{num(place)}" cy="{num(ORGANIZATION_Y)}" r="10.5"/>'
        if len(organizations) == 2:
            body += _coalition(coalition_letter(organizations[0][0], organizations[1][0]))
    ex = " ex" if exhausted else ""
    return f'<g class="infra o{owner + 1}{ex}">{base}{mark(owner, 13, 10.5)}{body}</g>'


def marker_box(word: str, kind: str, x: float, y: float) -> str:
    """A labelled marker: Blight, Petition, Grant, Loan."""
    width = 20 + 7.6 * len(word)
    return (
        f'<g class="mk {kind}" transform="translate({num(x)} {num(y)})"><rect width="{num(width)}" height="21" rx="3"/>'
        f'<text x="{num(width / 2)}" y="15.4">{word}</text></g>'
    )


def cylinder(faction: int, x: float, y: float) -> str:
    return (
        f'<g class="o{faction + 1}" id="cylinder-{faction}">'
        f'<ellipse class="cyb" cx="{num(x)}" cy="{num(y + 10)}" rx="13" ry="8"/>'
        f'<path class="cyb" d="M{num(x - 13)},{num(y)}v10h26v-10Z"/>'
        f'<ellipse class="cyt" cx="{num(x)}" cy="{num(y)}" rx="13" ry="8"/>{mark(faction, x, y, 0.72)}</g>'
    )


def pin(faction: int, x: float) -> str:
    """A pin on the Resource ruler."""
    return (
        f'<g class="o{faction + 1}"><path class="pin" d="M{num(x - 8.6)},2h17.2v24l-8.6,9l-8.6,-9z"/>'
        f'<g class="inv">{mark(faction, x, 14.5, 1)}</g></g>'
    )


STAR = "M9,2.5L11,7L15.8,7.4L12.2,10.6L13.3,15.3L9,12.8L4.7,15.3L5.8,10.6L2.2,7.4L7,7Z"
