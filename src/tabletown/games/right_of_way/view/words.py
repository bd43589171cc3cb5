"""The game in words: what each option means, how things stand, and a text that can be played from without a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.drawing import drawn_once, signed
from tabletown.games.right_of_way.rules.building import building_cost, building_result, turns_for
from tabletown.games.right_of_way.rules.city import spot_of
from tabletown.games.right_of_way.rules.end_and_victory import is_complete, joined, points, points_of
from tabletown.games.right_of_way.rules.right_of_way import price_of
from tabletown.games.right_of_way.state import COLOUR_NAMES, NOBODY, SEATS, RightOfWay, put_highway
from tabletown.games.right_of_way.tiles import DIRECTIONS, NAMES, TILE_IN, TILE_OF, TURN_IN, TURNS, VALUE, edges_of
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


@drawn_once
def towards(road: int) -> str:
    """east, south-west and west"""
    return say("{ways}", ways=[DIRECTIONS[edge] for edge in edges_of(road)])


# ---------------------------------------------------------------- options


WITH_TILES = {
    "tile": Text("Lay a {tile}, {ends} connections, {hand} in hand"),
    "discard": Text("Discard a {tile}, {ends} connections, {hand} in hand"),
    "price": Text("Pay with a {tile}, {ends} connections, {hand} in hand"),
    "down": Text("Lay a {tile} face-down, {ends} connections, {hand} in hand"),
}


def label(s: RightOfWay, decision: Decision, word: str) -> str:
    """The sentence a player would say for this option."""
    seat = decision.seat
    if seat == CHANCE:
        return word
    kind, _, rest = word.partition(":")
    if kind in ("tile", "discard", "price", "down"):
        tile = TILE_IN[word]
        return str(WITH_TILES[kind](tile=NAMES[tile], ends=VALUE[tile], hand=s.hands[seat][tile]))
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
        return say("Lay it with roads to the {ways}: {result}", ways=towards(road), result=result)
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


def place(s: RightOfWay, plot: int) -> str:
    """A plot in one sentence, the same on the board, in the text view and when one asks why not.

    "F8: blue sharp bend, roads to the north-east and the east, fully connected, 2 points"
    """
    name, road, rich = s.plan.names[plot], s.roads[plot], s.is_rich(plot)
    if not road:
        return free_plot(name, rich, s.holder(plot), len(s.piles[plot]))
    scored = points_of(s, plot) if is_complete(s, plot) else None
    below = s.options.covered_dollar and rich
    return built_plot(name, s.owners[plot], road, joined(s, plot).bit_count(), scored, below, plot == s.last)


@drawn_once
def free_plot(name: str, rich: bool, holder: int, height: int) -> str:
    notes = [say("rich") if rich else say("plain")]
    if holder != NOBODY:
        told = {"colour": COLOUR_NAMES[holder], "n": height}
        notes.append(say("reserved by {colour} with {n} tile", "reserved by {colour} with {n} tiles", **told))
    return say("{plot}: {notes:,}", plot=name, notes=notes)


@drawn_once
def built_plot(name: str, seat: int, road: int, joined: int, scored: int | None, below: bool, last: bool) -> str:
    notes = [
        say("{colour} {tile}", colour=COLOUR_NAMES[seat], tile=NAMES[TILE_OF[road]]),
        say("roads to the {ways}", ways=[DIRECTIONS[edge] for edge in edges_of(road)]),
    ]
    if scored is not None:
        notes += [say("fully connected"), say("{n} point", "{n} points", n=scored)]
    else:
        notes.append(say("{joined} of {all} connected", joined=joined, all=road.bit_count()))
    if below:
        notes.append(say("rich below"))
    if last:
        notes.append(say("the last move"))
    return say("{plot}: {notes:,}", plot=name, notes=notes)


def text(s: RightOfWay, seat: int | None, names: Sequence[str]) -> str:
    """The table in sentences: both players, then every highway, every reserved plot, and what is free."""
    if not s.districts:
        return say("The city is not laid yet.")
    if not s.roads:
        return city_being_laid(s)
    parts = []
    totals = points(s)
    for each in SEATS:
        roads = sum(owner == each and s.roads[plot] > 0 for plot, owner in enumerate(s.owners))
        said = [
            say("{n} point", "{n} points", n=totals[each]),
            say("{n} highway", "{n} highways", n=roads),
            say("{n} in hand", n=sum(s.hands[each])),
            say("{n} in the stack", n=len(s.stacks[each])),
            say("{n} discarded", n=sum(s.discards[each])),
        ]
        who = seat_name(each, names, seat)
        parts.append(say("{who} ({colour}): {said:,}.", who=who, colour=COLOUR_NAMES[each], said=said))
        hand = hand_in_words(s, each)
        parts.append(say("  Hand: {tiles:,}.", tiles=hand) if hand else say("  The hand is empty."))
    if s.tile >= 0 and s.plot >= 0:
        parts.append(say("Being laid: a {tile} on {plot}.", tile=NAMES[s.tile], plot=s.plan.names[s.plot]))
    elif s.tile >= 0:
        parts.append(say("Being laid: a {tile}.", tile=NAMES[s.tile]))
    plots = range(len(s.roads))
    laid = [plot for plot in plots if s.roads[plot]]
    parts.append(say("Highways:") if laid else say("No highway is laid yet."))
    parts += [f"  {place(s, plot)}." for plot in laid]
    held = [plot for plot in plots if not s.roads[plot] and s.holder(plot) != NOBODY]
    if held:
        parts.append(say("Reserved plots:"))
        parts += [f"  {place(s, plot)}." for plot in held]
    for words, rich in ((Text("Free rich plots: {plots:,}."), True), (Text("Free plain plots: {plots:,}."), False)):
        free = [
            s.plan.names[plot] for plot in plots if not s.roads[plot] and plot not in held and s.is_rich(plot) == rich
        ]
        if free:
            parts.append(str(words(plots=free)))
    parts.append(
        say("Plots are named by row and number; each row lies half a plot to the side of the one above, as hexes do.")
    )
    return "\n".join(parts)


def hand_in_words(s: RightOfWay, seat: int) -> list[str]:
    """2 straights, 1 fan of four: each with how many connections it has."""
    return [
        say("{n} × {tile} ({ends} connections)", n=count, tile=NAMES[tile], ends=VALUE[tile])
        for tile, count in enumerate(s.hands[seat])
        if count
    ]


def city_being_laid(s: RightOfWay) -> str:
    """While the trios are laid: the districts row by row, by their column."""
    rows: dict[int, list[str]] = {}
    for plot, (q, r) in sorted(enumerate(s.plan.places), key=lambda entry: (entry[1][1], entry[1][0])):
        rows.setdefault(r, []).append(say("{column} {district}", column=q, district=district_words(s, plot)))
    lines = [say("The city so far, row by row; each district by its column.")]
    lines += [say("Row {row}: {districts:,}.", row=r, districts=found) for r, found in rows.items()]
    return "\n".join(lines)
