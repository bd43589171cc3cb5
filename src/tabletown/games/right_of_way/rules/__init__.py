"""The sequence of play, as the rulebook has it: lay the city, deal the hands, then turn by turn to the end."""

from __future__ import annotations

from tabletown.games.right_of_way.rules.building import draw_earned, lay_tile, pay, pick_plot
from tabletown.games.right_of_way.rules.city import lay_city
from tabletown.games.right_of_way.rules.hands import deal_hands
from tabletown.games.right_of_way.rules.right_of_way import lay_face_down, pay_price, pick_plot_to_buy
from tabletown.games.right_of_way.rules.turn import finish_turn, take_turn
from tabletown.games.right_of_way.state import NO_TILE, NOBODY, NOWHERE, RightOfWay
from tabletown.kernel import Script


def step(s: RightOfWay) -> Script | None:
    """The next step of a player's turn: each asks one thing, so that a match can be copied at any question."""
    if s.ended:
        return None
    if not s.roads:
        return lay_city(s)
    if s.first == NOBODY:
        return deal_hands(s)
    if s.buying:
        return pick_plot_to_buy(s) if s.plot == NOWHERE else pay_price(s) if s.debt else lay_face_down(s)
    if s.tile != NO_TILE:
        return pick_plot(s) if s.plot == NOWHERE else lay_tile(s)
    if s.earned:
        return draw_earned(s)
    if s.debt:
        return pay(s)
    return take_turn(s) if s.laid == NOWHERE else finish_turn(s)


def turn_of(s: RightOfWay) -> int:
    return s.turns
