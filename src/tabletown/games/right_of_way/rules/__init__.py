"""The sequence of play, as the rulebook has it: lay the city, deal the hands, then turn by turn to the end."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.games.right_of_way.rules.building import draw_earned, lay_tile, pay, pick_plot
from tabletown.games.right_of_way.rules.city import lay_city
from tabletown.games.right_of_way.rules.hands import deal_hands
from tabletown.games.right_of_way.rules.right_of_way import lay_face_down, pay_price, pick_plot_to_buy
from tabletown.games.right_of_way.rules.turn import finish_turn, take_turn
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.kernel import Script

# each phase asks one question, so that a match can be copied at any question
PHASES: dict[str, Callable[[RightOfWay], Script | None]] = {
    "city": lay_city,
    "hands": deal_hands,
    "tile": take_turn,  # pick a tile to lay, or buy right-of-way first
    "plot": pick_plot,
    "turn": lay_tile,  # turn it and lay it
    "draw": draw_earned,
    "pay": pay,
    "reserve": pick_plot_to_buy,
    "price": pay_price,
    "face-down": lay_face_down,
    "after-build": finish_turn,  # buy right-of-way, or end the turn
    "over": lambda s: None,
}


def step(s: RightOfWay) -> Script | None:
    return PHASES[s.phase](s)


def turn_of(s: RightOfWay) -> int:
    return s.turns
