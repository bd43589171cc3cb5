"""Right of Way in words: plots, results, and a text view that can be played from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.drawing import drawn_once, sentence
from tabletown.games.right_of_way.rules.building import building_cost, building_result, joined_with
from tabletown.games.right_of_way.rules.end_and_victory import is_complete, joined, points, points_of
from tabletown.games.right_of_way.state import COLOUR_NAMES, NOBODY, SEATS, RightOfWay, put_highway
from tabletown.games.right_of_way.tiles import DIRECTIONS, NAMES, TILE_OF, VALUE, edges_of
from tabletown.kernel import Text, say, seat_name


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


def result_words(s: RightOfWay, seat: int, result: int) -> str:
    if result > 0:
        draws = min(result, len(s.stacks[seat]))
        return say("draw {draws}", draws=draws) if draws else say("nothing left to draw")
    return say("pay {result}", result=-result) if result < 0 else say("no change")


@drawn_once
def towards(road: int) -> str:
    """The directions of a road, such as "east, south-west and west"."""
    return say("{ways}", ways=[DIRECTIONS[edge] for edge in edges_of(road)])


def district_words(s: RightOfWay, plot: int) -> str:
    return say("rich") if s.is_rich(plot) else say("plain")


# ---------------------------------------------------------------- the whole table in words


def place(s: RightOfWay, plot: int) -> str:
    """A plot in one phrase, the same wherever it is described: board, text view, reasons.

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
        notes.append(say("on a rich plot"))
    if last:
        notes.append(say("last move"))
    return say("{plot}: {notes:,}", plot=name, notes=notes)


def text(s: RightOfWay, seat: int | None, names: Sequence[str]) -> str:
    """The table in sentences: both players, then every highway, every reserved plot, and what is free."""
    if not s.districts:
        return say("The city hasn't been laid yet.")
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
    if s.laid >= 0:
        parts.append(say("Laid this turn: {plot}.", plot=s.plan.names[s.laid]))
    if s.bought >= 0:
        parts.append(say("Right-of-way bought this turn: {plot}.", plot=s.plan.names[s.bought]))
    plots = range(len(s.roads))
    laid = [plot for plot in plots if s.roads[plot]]
    parts.append(say("Highways:") if laid else say("No highways yet."))
    parts += [f"  {sentence(place(s, plot))}{connections(s, plot)}" for plot in laid]
    held = [plot for plot in plots if not s.roads[plot] and s.holder(plot) != NOBODY]
    if held:
        parts.append(say("Reserved plots:"))
        parts += [f"  {sentence(place(s, plot))}" for plot in held]
    for words, rich in ((Text("Free rich plots: {plots:,}."), True), (Text("Free plain plots: {plots:,}."), False)):
        free = [
            s.plan.names[plot] for plot in plots if not s.roads[plot] and plot not in held and s.is_rich(plot) == rich
        ]
        if free:
            parts.append(str(words(plots=free)))
    parts.append(say("Plots are named by row and number. Each row is shifted half a plot from the one above."))
    return "\n".join(parts)


def connections(s: RightOfWay, plot: int) -> str:
    """With which highways the one there is connected, as one more sentence."""
    there = joined_with(s, plot)
    return f" {say('Connected to {plots:,}.', plots=[s.plan.names[each] for each in there])}" if there else ""


def hand_in_words(s: RightOfWay, seat: int) -> list[str]:
    """The tiles of a hand, each with its count and number of connections."""
    return [
        say("{n} × {tile} ({ends} connections)", n=count, tile=NAMES[tile], ends=VALUE[tile])
        for tile, count in enumerate(s.hands[seat])
        if count
    ]


def city_being_laid(s: RightOfWay) -> str:
    """The city while the trios are being laid: the districts row by row, by column."""
    rows: dict[int, list[str]] = {}
    for plot, (q, r) in sorted(enumerate(s.plan.places), key=lambda entry: (entry[1][1], entry[1][0])):
        rows.setdefault(r, []).append(say("{column} {district}", column=q, district=district_words(s, plot)))
    lines = [say("The city so far, row by row; each district by its column.")]
    lines += [say("Row {row}: {districts:,}.", row=r, districts=found) for r, found in rows.items()]
    return "\n".join(lines)
