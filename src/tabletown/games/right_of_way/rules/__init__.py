"""The sequence of play, as the rulebook has it: lay the city, deal the hands, then turn by turn to the end."""

from __future__ import annotations

from tabletown.games.right_of_way.rules.building import pay
from tabletown.games.right_of_way.rules.city import lay_city
from tabletown.games.right_of_way.rules.hands import deal_hands
from tabletown.games.right_of_way.rules.turn import finish_turn, take_turn
from tabletown.games.right_of_way.state import NOBODY, NOWHERE, RightOfWay
from tabletown.kernel import Script


def turn(s: RightOfWay) -> Script | None:
    if s.ended:
        return None
    if not s.roads:
        return lay_city(s)
    if s.first == NOBODY:
        return deal_hands(s)
    if s.debt:
        return pay(s)
    return take_turn(s) if s.laid == NOWHERE else finish_turn(s)
