"""What there is to print: the city, and the tiles of both players with their backs."""

from __future__ import annotations

from tabletown.drawing import mark_shape
from tabletown.games.right_of_way import game
from tabletown.games.right_of_way.tiles import COPIES, NAMES, TILES, TURNS, VALUE
from tabletown.games.right_of_way.view.board import HATCHES, board
from tabletown.games.right_of_way.view.shapes import SIDE, WIDTH, hexagon, highway
from tabletown.kernel import Match, say
from tabletown.printing.ink import width_of
from tabletown.printing.parts import Board, Parts, Piece, Pieces

MM = 17.2 / SIDE  # a unit of the drawing: with sides of 17.2 mm the city is two pages, also on Letter
ROOM = f"{-WIDTH / 2 - 1:.1f} {-SIDE - 1:.1f} {WIDTH + 2:.1f} {2 * SIDE + 2:.1f}"
SIZE = ((WIDTH + 2) * MM, (2 * SIDE + 2) * MM)


def parts() -> Parts:
    city = board(Match(game, seed=1).state, {})
    boards = [Board(say("City"), city, width_of(city) * MM)]
    tiles = [
        Pieces(
            name,
            [
                Piece(
                    str(NAMES[tile]),
                    _tile(TURNS[tile][0], seat),
                    SIZE,
                    COPIES[tile],
                    say("{ends} ends · {n} each", ends=VALUE[tile], n=COPIES[tile]),
                )
                for tile in TILES
            ],
            _back(seat),
            listed=seat == 0,
        )
        for seat, name in enumerate((say("Tiles, blue"), say("Tiles, amber")))
    ]
    return Parts(boards, pieces=tiles, paper=".rw .cut { fill: none; stroke: #777; stroke-width: .6; }")


def _tile(road: int, seat: int) -> str:
    edge = f'<path class="cut" d="M{hexagon(SIDE)}Z"/>'
    return (
        f'<svg class="rw tile" viewBox="{ROOM}"><g class="hw o{seat + 1}">{highway(road, seat, SIDE)}{edge}</g></svg>'
    )


def _back(seat: int) -> str:
    """As a reservation lies on the board: the seat's hatching and mark."""
    shape = hexagon(SIDE)
    return (
        f'<svg class="rw tile" viewBox="{ROOM}">{HATCHES}<g class="back o{seat + 1}"><polygon points="{shape}"/>'
        f'<polygon class="h{seat + 1}" points="{shape}"/><circle class="bk" r="14"/>'
        f'<g class="mark" transform="scale(1.5)">{mark_shape(seat)}</g><path class="cut" d="M{shape}Z"/></g></svg>'
    )
