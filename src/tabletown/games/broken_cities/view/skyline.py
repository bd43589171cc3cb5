"""A city in a picture: three of its tiles under a lid of smog that sinks as emissions rise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.drawing import num
from tabletown.games.broken_cities.content import GREENSPACE
from tabletown.games.broken_cities.view.pieces import tile
from tabletown.kernel import say


def skyline(city: dict[str, Any], tall: int = 210) -> str:
    """Three of the city's tiles under a lid of smog that sinks as emissions rise."""
    level = max(0, min(112, city["emissions"]))
    lid = 46 + (tall - 96) * level / 112
    shade = 35 + level * 45 // 112
    clip = f"bcp-{city['number']}-{tall}"
    houses = "".join(
        f'<g transform="translate({-4 + 74 * place} {num(tall - 81.2)}) scale(1.18)">{house(kind, owner)}</g>'
        for place, (kind, owner) in enumerate(three(city["kinds"]))
    )
    said = say("Table {city}: emissions {city2}", city=city["number"], city2=city["emissions"])
    return (
        f'<svg class="city" viewBox="0 0 228 {tall}" preserveAspectRatio="xMidYMax slice" role="img" '
        f'aria-label="{said}"><defs><clipPath id="{clip}">'
        f'<rect width="228" height="{tall}" rx="12"/></clipPath></defs><g clip-path="url(#{clip})">'
        f'<rect class="sky" width="228" height="{tall}"/>'
        f'<rect class="gnd" y="{tall - 20}" width="228" height="20"/>{houses}'
        f'<path class="lid thin" style="--k:{shade}%" d="{smog(lid + 16, city["number"] + 3, 1.24)}"/>'
        f'<path class="lid" style="--k:{shade}%" d="{smog(lid, city["number"], 1.0)}"/></g>'
        f'<text class="en" x="114" y="58">{city["emissions"]}</text></svg>'
    )


def three(kinds: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Three different tiles that stand for the city, the commonest first."""
    counted: dict[int, list[Sequence[int]]] = {}
    for entry in kinds:
        counted.setdefault(entry[0], []).append(entry)
    order = sorted(counted.values(), key=lambda group: (-len(group), group[0][0]))
    shown = [group[len(group) // 2] for group in order][:3]
    return shown + [entry for group in order for entry in group[1:]][: 3 - len(shown)]


def house(kind: int, owner: int) -> str:
    if kind >= GREENSPACE:
        leaves = [(20, 62, 1.5, 1), (52, 64, 1.9, 2)]
        trees = "".join(
            f'<g transform="translate({x} {y}) scale({size})"><path class="tr" d="M-1.5,0h3v-6h-3z"/>'
            f'<circle class="lf{leaf}" cy="-12" r="8.5"/></g>'
            for x, y, size, leaf in leaves
        )
        return f"<g>{trees}</g>"
    return f'<g class="bd s{owner + 1}">{tile(kind)}</g>'


def smog(y: float, salt: int, stretch: float) -> str:
    """A cloud from the top down to y, with bulges of a fixed but uneven width."""
    widths = [20 + (salt * 37 + n * 53) % 34 for n in range(6)]
    scale = 228 / sum(widths)
    bulges = "".join(f"a{num(w * scale / 2)},{num(w * scale / 2 * stretch)} 0 0 1 -{num(w * scale)},0" for w in widths)
    return f"M0,0H228V{num(y)}{bulges}Z"
