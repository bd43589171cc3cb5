"""The options of a question as chips: a plot and what it brings, a turn of the tile as a picture."""

from __future__ import annotations

from tabletown.drawing import Chip, signed
from tabletown.games.right_of_way.rules.building import building_result
from tabletown.games.right_of_way.rules.end_and_victory import points_of
from tabletown.games.right_of_way.rules.right_of_way import price_of
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.games.right_of_way.tiles import NAMES, TILE_IN, TURN_IN, TURNS
from tabletown.games.right_of_way.view.shapes import tile_picture
from tabletown.games.right_of_way.view.words import best_result, result_words, trio_words


def chip(s: RightOfWay, seat: int, word: str) -> Chip | None:
    kind, _, name = word.partition(":")
    if word in TILE_IN:
        tile = TILE_IN[word]
        return Chip(str(NAMES[tile]), f"×{s.hands[seat][tile]}", picture=picture(TURNS[tile][0], seat))
    if word in TURN_IN:
        road = TURNS[s.tile][TURN_IN[word]]
        return Chip(result_words(s, seat, building_result(s, s.plot, road)), picture=picture(road, seat))
    if kind == "trio":
        return Chip(trio_words(s, name))
    if not name or kind not in ("plot", "reserve", "give"):
        return None
    plot = s.plan.plot_in[word]
    if kind == "plot":
        return Chip(name, signed(best_result(s, seat, s.tile, plot)))
    return Chip(name, f"−{price_of(s, seat, plot) + 1}" if kind == "reserve" else signed(-points_of(s, plot)))


def picture(road: int, seat: int) -> str:
    return f'<span class="rw">{tile_picture(road, seat, 42)}</span>'
