"""The sources of numbers in Right of Way's lesson, read from the table."""

from __future__ import annotations

from typing import Any

from tabletown.games.right_of_way.plan import RICH
from tabletown.games.right_of_way.rules.end_and_victory import points
from tabletown.games.right_of_way.tiles import SHAPES
from tests.learn.moment import Moment

CONNECTIONS = {shape.id: len(shape.edges) for shape in SHAPES}


def measure(moment: Moment, name: str) -> Any:
    match, s = moment.match, moment.match.state
    *words, last = name.split()
    if name == "free plots":
        return len(s.vacant)
    if name == "profit of a rich neighbour":
        return 1  # build.profit.dollar-neighbour
    if words == ["last"]:
        return next(line.text.parts[last] for line in reversed(match.lines) if last in line.text.parts)
    if name == "hand of You before drawing":
        return measure(moment, "hand of You") - measure(moment, "last profit")
    if words == ["hand", "of"]:
        return sum(s.hands[match.names.index(last)])
    if words == ["points", "of"]:
        return points(s)[match.names.index(last)]
    if words == ["ends", "of"]:
        return CONNECTIONS[last]
    plot = s.plan.names.index(last)
    if words == ["rich"]:
        return s.districts[plot] == RICH
    if words == ["rich", "around"]:
        return s.riches[plot].bit_count()
    if words == ["joined", "ends", "of"]:
        return (s.meets[plot] & s.roads[plot]).bit_count()
    if words[:2] == ["cost", "of"]:
        return tried(moment, last, "cost")[0]
    if words[:3] == ["best", "profit", "of"]:
        return max(tried(moment, last, "profit"))
    raise KeyError(name)


def tried(moment: Moment, plot: str, what: str) -> list[int]:
    """The results of laying the tile in hand there, in every rotation."""
    there = moment.match.at(moment.match.number)
    there.choose(0, f"plot:{plot}")
    found = []
    for turn in there.decisions[0].options:
        twin = there.at(there.number)
        twin.choose(0, turn)
        found.append(next(line.text.parts[what] for line in reversed(twin.lines) if what in line.text.parts))
    return found
