"""The state before the first turn: every piece in its stack, and only the centre of the city laid."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.games.right_of_way.plan import CITY, DRAWN, HEXAGON, TEMPLATE, CityPlan
from tabletown.games.right_of_way.state import Options, RightOfWay
from tabletown.games.right_of_way.tiles import SHAPES

STACK = [shape.id for shape in SHAPES for _ in range(shape.copies)]
TRIOS = [trio for trio, copies in CITY.trios.items() for _ in range(copies)]
PLANS = {"template": TEMPLATE, "hexagon": HEXAGON, "manual": CityPlan(((0, 0),))}
if DRAWN is not None:
    PLANS["drawn"] = DRAWN


def setup(seats: int, options: Mapping[str, str]) -> RightOfWay:
    rules = Options.of(options)
    return RightOfWay(
        rules,
        PLANS[rules.city],
        districts="",
        phase="city",
        trios=TRIOS.copy(),
        roads=[],
        owners=[],
        piles=[],
        meets=[],
        riches=[],
        vacant=[],
        hands=[[0] * len(SHAPES) for _ in range(seats)],
        discards=[[0] * len(SHAPES) for _ in range(seats)],
        stacks=[STACK.copy() for _ in range(seats)],
    )
