"""What there is to print: the block, the tracks, climate cards, buildings and markers."""

from __future__ import annotations

from collections.abc import Iterator

from tabletown.drawing import named
from tabletown.games.broken_cities.content import (
    CELLS,
    CITY,
    CLIMATE,
    COLOURS,
    COST,
    COUNT,
    EMISSIONS,
    RENT,
    RENT_END,
    RETROFIT,
    TITLES,
)
from tabletown.games.broken_cities.view.board import GROUND, card_picture, ground
from tabletown.games.broken_cities.view.pieces import CELL_SIZE, RENTER, badge, tile
from tabletown.kernel import say
from tabletown.printing.parts import Board, Card, Deck, Parts, Piece, Pieces, Track

BOARD = (784, 588)  # the part of the picture that is city
PAPER = ".bc .cut { fill: #fffdf6; stroke: #777; stroke-width: .8; } .bc .free { fill: #2b2b2b; }"


def parts() -> Parts:
    lots = "".join(ground(cell, False, "", "", "") for cell in range(len(CELLS)))
    city = f'<svg class="bc bc-board" viewBox="0 46 {BOARD[0]} {BOARD[1]}">{GROUND}{lots}</svg>'
    board = Board(say("City block"), city)
    climate = Deck(
        say("Climate"),
        [Card(named(c.title), named(c.text), named(c.aloud), svg=card_picture(c.id)) for c in CLIMATE.card],
    )
    buildings = Pieces(say("Buildings"), list(_buildings()), listed=True)
    return Parts([board], [climate], [buildings, Pieces(say("Markers"), list(_markers()))], list(_tracks()), PAPER)


def _buildings() -> Iterator[Piece]:
    for kind in range(1, len(TITLES)):
        note = say("cost {cost}, emissions {e}, rent {rent}", cost=COST[kind], e=EMISSIONS[kind], rent=RENT[kind])
        copies = COUNT[kind] if kind != RETROFIT else 8
        yield Piece(named(TITLES[kind]), _square(f'<g class="bd s0">{tile(kind)}</g>'), (25, 25), copies, note)


def _markers() -> Iterator[Piece]:
    """Owners, renters; the round markers of the tracks are owners' badges as well."""
    for seat, colour in enumerate(COLOURS):
        yield Piece(named(colour), _round(badge(seat, 0, 0, 9.4)), (14, 14), 16)
    renter = f'<g class="rt free">{RENTER}</g>'
    yield Piece(say("renter"), _round(renter), (14, 14), CITY.renters.total)


def _square(inside: str) -> str:
    return (
        f'<svg class="bc" viewBox="0 0 {CELL_SIZE} {CELL_SIZE}"><rect class="cut" x="1" y="1" width="{CELL_SIZE - 2}" '
        f'height="{CELL_SIZE - 2}"/>{inside}</svg>'
    )


def _round(inside: str) -> str:
    return f'<svg class="bc" viewBox="-13 -13 26 26"><circle class="cut" r="12.5"/>{inside}</svg>'


def _tracks() -> Iterator[Track]:
    yield Track(say("Rent"), [str(n) for n in range(1, RENT_END + 1)])
    damage = CITY.thresholds[0].values
    yield Track(
        say("Damage: at a number in brackets draw a climate card, at {n} all lose", n=damage[-1]),
        [f"({n})" if n in damage else str(n) for n in range(1, damage[-1] + 1)],
    )
    tens = range(0, CITY.tracks.emissions_end + 1, 4)
    yield Track(say("Emissions, in fours"), [str(n) for n in tens])
