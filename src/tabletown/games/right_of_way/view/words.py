"""The game in words: what each option means, how things stand, and a text that can be played from without a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.drawing import named, signed
from tabletown.games.right_of_way.rules.building import building_cost, building_result, turns_for
from tabletown.games.right_of_way.rules.city import spot_of
from tabletown.games.right_of_way.rules.end_and_victory import is_complete, points, points_of
from tabletown.games.right_of_way.rules.right_of_way import price_of
from tabletown.games.right_of_way.state import COLOUR_NAMES, COLOURS, NOBODY, SEATS, RightOfWay, put_highway
from tabletown.games.right_of_way.tiles import COMPASS, NAMES, TILE_IN, TURN_IN, TURNS, VALUE, edges_of
from tabletown.kernel import CHANCE, Decision, Text, say, seat_name


class Ledger(NamedTuple):
    """What laying a road somewhere would do."""

    cost: int
    districts: int  # profit from rich districts
    joins: int  # profit from joined roads
    result: int
    before: list[int]  # points of both seats
    after: list[int]


def ledger(s: RightOfWay, seat: int, plot: int, road: int) -> Ledger:
    after = s.copy()
    put_highway(after, plot, seat, road)
    return Ledger(
        building_cost(s, plot, road),
        (road & s.riches[plot]).bit_count(),
        (road & s.meets[plot]).bit_count(),
        building_result(s, plot, road),
        points(s),
        points(after),
    )


def best_result(s: RightOfWay, seat: int, tile: int, plot: int) -> int:
    """What the tile brings there, turned as well as it may be."""
    return max(building_result(s, plot, TURNS[tile][turn]) for turn in turns_for(s, seat, tile, plot))


def result_words(s: RightOfWay, seat: int, result: int) -> str:
    if result > 0:
        draws = min(result, len(s.stacks[seat]))
        return say("draw {draws}", draws=draws) if draws else say("nothing left to draw")
    return say("pay {result}", result=-result) if result < 0 else say("no change")


def towards(road: int) -> str:
    """E, SW and W"""
    return say("{ways}", ways=[COMPASS[edge] for edge in edges_of(road)])


# ---------------------------------------------------------------- options


def label(s: RightOfWay, decision: Decision, word: str) -> str:
    """The sentence a player would say for this option."""
    seat = decision.seat
    if seat == CHANCE:
        return word
    kind, _, rest = word.partition(":")
    if kind in ("tile", "discard", "price", "down"):
        tile = TILE_IN[word]
        verb = {"tile": say("Lay"), "discard": say("Discard"), "price": say("Pay with"), "down": say("Lay face-down")}[
            kind
        ]
        return say(
            "{verb} a {tile}, {tile2} connections, {hands} in hand",
            verb=verb,
            tile=NAMES[tile],
            tile2=VALUE[tile],
            hands=s.hands[seat][tile],
        )
    if kind == "plot":
        plot = s.plan.plot_in[word]
        return say(
            "Plot {rest}, {district}, best result {best_result}",
            rest=rest,
            district=district_words(s, plot),
            best_result=signed(best_result(s, seat, s.tile, plot)),
        )
    if kind == "turn":
        road = TURNS[s.tile][TURN_IN[word]]
        result = result_words(s, seat, building_result(s, s.plot, road))
        return say("Lay it with roads to {towards}: {result}", towards=towards(road), result=result)
    if kind == "reserve" and rest:
        price = price_of(s, seat, s.plan.plot_in[word])
        return say("Reserve plot {rest}, takes {tiles}", rest=rest, tiles=say("{n} tile", "{n} tiles", n=price + 1))
    if kind == "give":
        plot = s.plan.plot_in[word]
        if not s.roads[plot]:
            return say("Give up the right-of-way for {rest}", rest=rest)
        return say(
            "Give up the highway on {rest}, {points}",
            rest=rest,
            points=say("{n} point", "{n} points", n=points_of(s, plot)),
        )
    if kind == "spot":
        return say("Lay it on {spots:,}", spots=[f"{q},{r}" for q, r in spot_of(word)])
    if kind == "trio":
        return say("Lay it as {trio}", trio=trio_words(s, rest))
    return {
        "reserve": say("Reserve a plot"),
        "pass": say("Pass: there is no plot to build on"),
        "done": say("End the turn"),
    }[word]


def button(s: RightOfWay, seat: int, word: str) -> str:
    """A shorter word, for a button; empty if the sentence will do."""
    if word in TURN_IN:
        result = building_result(s, s.plot, TURNS[s.tile][TURN_IN[word]])
        return say("Lay it: {result}", result=result_words(s, seat, result))
    if word.startswith("trio:"):
        return say("Lay it")
    return {"reserve": say("Reserve a plot"), "pass": say("Pass"), "done": say("End turn")}.get(word, "")


def district_words(s: RightOfWay, plot: int) -> str:
    return say("rich") if s.is_rich(plot) else say("plain")


def trio_words(s: RightOfWay, way: str) -> str:
    """upper rich, lower west plain, lower east rich"""
    spots = (
        (say("top"), say("lower left"), say("lower right"))
        if s.spot.endswith("up")
        else (say("upper left"), say("upper right"), say("bottom"))
    )
    rich, plain = Text("{where} rich"), Text("{where} plain")
    ways = [(rich if kind == "$" else plain)(where=where) for where, kind in zip(spots, way)]
    return say("{ways:,}", ways=ways)


def crumbs(s: RightOfWay, asked: Decision | None) -> list[str]:
    """The walk so far; the last one is what is asked now."""
    if asked is None:
        return []
    kind = asked.options[0].partition(":")[0]
    now = {
        "plot": say("Pick a plot"),
        "turn": say("Turn the tile"),
        "down": say("Lay a tile face-down"),
        "price": say("Pay the price"),
        "give": say("Give up laid tiles"),
        "discard": say("Pay from your hand"),
        "spot": say("Pick a spot"),
        "trio": say("Turn the trio"),
    }.get(kind)
    if now is None:
        now = (
            say("Pick a plot")
            if asked.options[0].startswith("reserve:")
            else say("Pick a tile")
            if kind == "tile"
            else ""
        )
    if not now:
        return []
    walk = []
    if kind in ("plot", "turn"):
        walk.append(say("Tile: {name}", name=NAMES[s.tile]))
    if kind == "reserve" or kind in ("down", "price"):
        walk.append(say("Reserve"))
    if kind in ("turn", "down", "price"):
        walk.append(say("Plot {names}", names=s.plan.names[s.plot]))
    return [*walk, now]


# ---------------------------------------------------------------- the whole table in words

EDGE_NUMBERS = (2, 3, 4, 5, 6, 1)  # clockwise from the north-east, by edge
LETTERS = tuple(colour[0] for colour in COLOURS)
LEGEND = Text(
    "A plot is its number in the row, then: $ rich or . plain where it is free; b or a where "
    "a blue or amber highway lies, with the edges its roads leave by: 1 north-east, 2 east, "
    "3 south-east, 4 south-west, 5 west, 6 north-west (-3: all but 3, -: all six); * if it "
    "is fully connected; [b2] where blue has reserved with a pile of 2; < for the last move."
)


def text(s: RightOfWay, seat: int | None, names: Sequence[str]) -> str:
    parts = [city_in_words(s)]
    if s.roads:
        totals = points(s)
        for each in SEATS:
            who = seat_name(each, names, seat)
            roads = sum(owner == each and s.roads[plot] > 0 for plot, owner in enumerate(s.owners))
            parts.append(
                say(
                    (
                        "{who} ({each}): {points}, {hands} in hand, {stacks} in the stack, {discards} discarded, "
                        "{highways}."
                    ),
                    who=who,
                    each=COLOUR_NAMES[each],
                    points=say("{n} point", "{n} points", n=totals[each]),
                    hands=sum(s.hands[each]),
                    stacks=len(s.stacks[each]),
                    discards=sum(s.discards[each]),
                    highways=say("{n} highway", "{n} highways", n=roads),
                )
            )
            parts.append("  " + say("Hand: {hand}.", hand=hand_in_words(s, each) or say("empty")))
        if s.tile >= 0:
            where = say(" on {names}", names=s.plan.names[s.plot]) if s.plot >= 0 else ""
            parts.append(say("Being laid: a {name}{where}.", name=NAMES[s.tile], where=where))
        parts.append(str(LEGEND))
    return "\n".join(parts)


def hand_in_words(s: RightOfWay, seat: int) -> str:
    """2 x straight 25, 1 x star of three 246: each with its edges before it is turned"""
    return ", ".join(
        f"{count} x {named(NAMES[tile])} {road_in_words(TURNS[tile][0])}"
        for tile, count in enumerate(s.hands[seat])
        if count
    )


def road_in_words(road: int) -> str:
    """The numbers of its edges; of five or six those that are missing."""
    edges = sorted(EDGE_NUMBERS[edge] for edge in edges_of(road))
    if len(edges) < 5:
        return "".join(map(str, edges))
    return "-" + "".join(str(edge) for edge in range(1, 7) if edge not in edges)


def city_in_words(s: RightOfWay) -> str:
    """A map: a line for each row, shifted by half a plot as the hexes are."""
    if not s.districts:
        return say("The city is not laid yet.")
    half = 4
    places, names = s.plan.places, s.plan.names
    left = min(2 * q + r for q, r in places)
    rows: dict[int, dict[int, str]] = {}
    for plot, (q, r) in enumerate(places):
        cell = plot_in_words(s, plot) if s.roads else f"{q},{r}{s.districts[plot]}"
        rows.setdefault(r, {})[(2 * q + r - left) * half] = cell
    letters = {r: name.rstrip("0123456789") for (_, r), name in zip(places, names)}
    lines = []
    for r in sorted(rows):
        line = ""
        for column in sorted(rows[r]):
            line = (line + " ").ljust(column) + rows[r][column] if line else " " * column + rows[r][column]
        lines.append(f"{letters[r] if s.roads else r:>2}  {line}")
    if not s.roads:
        lines.append(
            say(
                "Each district is column,row and $ rich or . plain; each row starts half a place east of the one above."
            )
        )
    return "\n".join(lines)


def plot_in_words(s: RightOfWay, plot: int) -> str:
    number = s.plan.names[plot].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    mark = "<" if plot == s.last else ""
    if s.roads[plot]:
        complete = "*" if is_complete(s, plot) else ""
        covered = s.districts[plot] if s.options.covered_dollar else ""
        return f"{number}{LETTERS[s.owners[plot]]}{road_in_words(s.roads[plot])}{complete}{covered}{mark}"
    holder = s.holder(plot)
    reserved = f"[{LETTERS[holder]}{len(s.piles[plot])}]" if holder != NOBODY else ""
    return f"{number}{s.districts[plot]}{reserved}"
