"""Labels, buttons and chips for each kind of option."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.drawing import signed
from tabletown.games.right_of_way.options import (
    BUY,
    DISCARD,
    DONE,
    DOWN,
    GIVE,
    PASS,
    PLOT,
    PRICE,
    RESERVE,
    SPOT,
    TILE,
    TILE_IN,
    TRIO,
    TURN,
    TURN_IN,
    kind_of,
    spot_in,
    way_in,
)
from tabletown.games.right_of_way.rules.building import building_result
from tabletown.games.right_of_way.rules.city import spot_of
from tabletown.games.right_of_way.rules.end_and_victory import points_of
from tabletown.games.right_of_way.rules.right_of_way import price_of
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.games.right_of_way.tiles import NAMES, TURNS, VALUE
from tabletown.games.right_of_way.view.shapes import tile_picture
from tabletown.games.right_of_way.view.words import district_words, result_words, towards
from tabletown.kernel import Decision, Described, Text, say

Describe = Callable[[RightOfWay, int, str], Described]  # state, seat, word


def describe(s: RightOfWay, asked: Decision, word: str) -> Described:
    shown = DESCRIBE[kind_of(word)](s, asked.seat, word)
    shown.ends = word in (PASS, DONE)
    return shown


# ---------------------------------------------------------------- laying the city by hand


def spot(s: RightOfWay, seat: int, word: str) -> Described:
    return Described(say("Lay it on {spots:,}", spots=[f"{q},{r}" for q, r in spot_of(word)]))


def trio(s: RightOfWay, seat: int, word: str) -> Described:
    """Describe a turn of the trio, such as "top rich, lower left plain, lower right rich"."""
    found = spot_in(s.spot)
    spots = (
        (say("top"), say("lower left"), say("lower right"))
        if found is not None and found[1] == "up"
        else (say("upper left"), say("upper right"), say("bottom"))
    )
    rich, plain = Text("{where} rich"), Text("{where} plain")
    ways = [(rich if kind == "$" else plain)(where=where) for where, kind in zip(spots, way_in(word))]
    words = say("{ways:,}", ways=ways)
    return Described(say("Lay it as {trio}", trio=words), say("Lay it"), chip=words)


# ---------------------------------------------------------------- tiles of the hand


def of_hand(sentence: Text) -> Describe:
    def tile(s: RightOfWay, seat: int, word: str) -> Described:
        tile = TILE_IN[word]
        name, count = NAMES[tile], s.hands[seat][tile]
        label = str(sentence(tile=name, ends=VALUE[tile], hand=count))
        return Described(label, chip=str(name), gain=f"×{count}", picture=picture(TURNS[tile][0], seat))

    return tile


def picture(road: int, seat: int) -> str:
    return f'<span class="rw">{tile_picture(road, seat, 42)}</span>'


# ---------------------------------------------------------------- plots


def plot(s: RightOfWay, seat: int, word: str) -> Described:
    plot = s.plan.plot_in[word]
    name, district = s.plan.names[plot], district_words(s, plot)
    best = signed(max(building_result(s, plot, road) for road in TURNS[s.tile]))
    label = say("Plot {rest}, {district}, best result {best_result}", rest=name, district=district, best_result=best)
    return Described(label, chip=name, gain=best, place=f"plot-{name}")


def turn(s: RightOfWay, seat: int, word: str) -> Described:
    road = TURNS[s.tile][TURN_IN[word]]
    result = result_words(s, seat, building_result(s, s.plot, road))
    return Described(
        say("Lay it with roads to the {ways}: {result}", ways=towards(road), result=result),
        say("Lay it: {result}", result=result),
        chip=result,
        picture=picture(road, seat),
        place=f"plot-{s.plan.names[s.plot]}",
    )


def give(s: RightOfWay, seat: int, word: str) -> Described:
    plot = s.plan.plot_in[word]
    name, points = s.plan.names[plot], points_of(s, plot)
    if not s.roads[plot]:
        label = say("Give up the right-of-way for {rest}", rest=name)
        return Described(label, chip=name, gain=signed(0), place=f"row-{name}")
    label = say("Give up the highway on {rest}, {points}", rest=name, points=say("{n} point", "{n} points", n=points))
    return Described(label, chip=name, gain=signed(-points), place=f"tile-{name}")


def buy(s: RightOfWay, seat: int, word: str) -> Described:
    plot = s.plan.plot_in[word]
    name, tiles = s.plan.names[plot], price_of(s, seat, plot) + 1
    label = say("Reserve plot {rest} for {tiles}", rest=name, tiles=say("{n} tile", "{n} tiles", n=tiles))
    return Described(label, chip=name, gain=signed(-tiles), place=f"plot-{name}")


DESCRIBE: dict[str, Describe] = {
    SPOT: spot,
    TRIO: trio,
    TILE: of_hand(Text("Lay a {tile}, {ends} connections, {hand} in hand")),
    PLOT: plot,
    TURN: turn,
    DISCARD: of_hand(Text("Discard a {tile}, {ends} connections, {hand} in hand")),
    GIVE: give,
    RESERVE: lambda s, seat, word: Described(say("Reserve a plot"), say("Reserve a plot")),
    BUY: buy,
    PRICE: of_hand(Text("Pay with a {tile}, {ends} connections, {hand} in hand")),
    DOWN: of_hand(Text("Lay a {tile} face-down, {ends} connections, {hand} in hand")),
    PASS: lambda s, seat, word: Described(say("Pass: there's no plot to build on"), say("Pass")),
    DONE: lambda s, seat, word: Described(say("End your turn"), say("End turn")),
}


# ---------------------------------------------------------------- below the prompt


def crumbs(s: RightOfWay, asked: Decision | None) -> list[str]:
    """What the choice costs, or why it is due; the prompt itself names the tile and the plot."""
    kind = kind_of(asked.options[0]) if asked is not None else ""
    if kind == PLOT:
        return [say("Plain plots are free, rich ones cost ${n}", n=VALUE[s.tile])]
    if kind == TURN:
        rich = s.is_rich(s.plot)
        return [say("Rich plot: building costs ${n}", n=VALUE[s.tile]) if rich else say("Plain plot: building is free")]
    if kind == DISCARD:
        return [say("Building on {plot} cost more than it earned", plot=s.plan.names[s.laid])]
    return [str(BELOW[kind])] if kind in BELOW else []


BELOW = {
    GIVE: Text("Your hand can't pay the rest"),
    BUY: Text("1 tile; your rival's plots take more"),
    PRICE: Text("Then you lay 1 more tile on top"),
    DOWN: Text("It keeps your rival from building there"),
}
