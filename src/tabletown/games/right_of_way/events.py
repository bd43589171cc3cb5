"""The events of Right of Way, in the rulebook's order. A tile is given by the id of its shape, a plot by its name."""

from __future__ import annotations

from typing import Any

from tabletown.games.right_of_way.tiles import NAMES, NUMBER
from tabletown.kernel import Event, Text

TRIO_NAMES = [  # by how many of its districts are rich
    Text("3 plain"),
    Text("1 rich, 2 plain"),
    Text("2 rich, 1 plain"),
    Text("3 rich"),
]
A_TILE = [Text("a {tile}")(tile=name) for name in NAMES]

# why tiles are drawn, with the clause
DEALT, EARNED, EMPTY_HAND = "dealt", "earned", "empty-hand"
DRAW_RULES = {
    DEALT: "setup.hand.five",
    EARNED: "build.result.positive.draw",
    EMPTY_HAND: "hand.refill-when-empty",
}


class OfTile(Event):
    """An event with one tile."""

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        return {**parts, "tile": NAMES[NUMBER[parts["tile"]]]}


class OfTiles(Event):
    """An event with several tiles, in words: a straight, a left fork and a straight."""

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        return {**parts, "tiles": [A_TILE[NUMBER[tile]] for tile in parts["tiles"]]}


# ---------------------------------------------------------------- the city


class CityBegun(Event):
    says = "{who:seat} got the first trio."
    rule = "setup.city.who-starts"
    who: int


class TrioLaid(Event):
    says = "{who:seat} laid a trio: {trio}."
    rule = "setup.city.alternate-placing"
    who: int
    rich: int  # how many of its districts are rich

    def parts(self) -> dict[str, Any]:
        return {"who": self.who, "trio": TRIO_NAMES[self.rich]}


class CityLaidOut(Event):
    says = "The city is laid out: 61 plots, 31 of them rich."
    rule = "setup.city.size"


# ---------------------------------------------------------------- hands and turns


class Drew(OfTiles):
    says = "{who:seat} drew {tiles}."
    who: int
    tiles: tuple[str, ...]
    cause: str

    @property
    def clause(self) -> str:
        return DRAW_RULES[self.cause]


class StartedByLowerHand(Event):
    says = "{who:seat} got the first turn with the lower hand: {mine} to {theirs}."
    rule = "setup.first-player.lowest-sum"
    who: int
    mine: int
    theirs: int


class StartedByLadder(Event):
    says = "{who:seat} got the first turn with fewer {value}s: both hands add up to {sum}."
    rule = "setup.first-player.tie-break"
    who: int
    sum: int
    value: int


class StartedByLuck(Event):
    says = "{who:seat} got the first turn by chance: the hands were identical."
    rule = "first-player.total-tie"
    who: int


class DealtAgain(Event):
    says = "The hands were identical, so both were dealt again."
    rule = "first-player.total-tie"


class TurnBegan(Event):
    says = "Turn {turn}"
    heading = True
    turn: int


class FinalTurnBegan(Event):
    says = "Turn {turn} (final turn)"
    heading = True
    turn: int


class Passed(Event):
    says = "{who:seat} passed: there was no plot to build on."
    rule = "pass.no-legal-placement"
    who: int


# ---------------------------------------------------------------- building


class Laid(OfTile):
    says = "{who:seat} laid a {tile} on {plot}: profit {profit}, cost {cost}."
    rule = "place.anywhere"
    who: int
    tile: str
    plot: str
    profit: int
    cost: int


class Completed(Event):
    says = "{plot} is fully connected: {points} points for {who:seat}."
    rule = "victory.fully-connected-scores-value"
    who: int
    plot: str
    points: int


class Joined(Event):
    says = "{plot} has {n} of {of} connections joined: {n} point for {who:seat}."
    many = "{plot} has {n} of {of} connections joined: {n} points for {who:seat}."
    rule = "victory.fully-connected"
    who: int
    plot: str
    n: int
    of: int


class Parted(Event):
    says = "{plot} lost a connection: {who:seat} lost {n} point."
    many = "{plot} lost a connection: {who:seat} lost {n} points."
    rule = "victory.fully-connected-scores-value"
    who: int
    plot: str
    n: int


class Discarded(OfTiles):
    says = "{who:seat} discarded {tiles}."
    rule = "build.result.negative.discard"
    who: int
    tiles: tuple[str, ...]


class GaveUpHighway(OfTile):
    says = "{who:seat} gave up the {tile} on {plot}."
    rule = "discard-placed.own-only"
    who: int
    tile: str
    plot: str


class GaveUpReservation(Event):
    says = "{who:seat} gave up the right-of-way for {plot}."
    rule = "discard-placed.face-down-allowed"
    who: int
    plot: str


class Reverted(Event):
    says = "{who:seat} regained the right-of-way for {plot}."
    rule = "discard-placed.stack-top-reverts"
    who: int
    plot: str


class DebtCancelled(Event):
    says = "{who:seat} had nothing left to give up, so the remaining debt of {debt} was cancelled."
    rule = "discard-placed.not-enough"
    who: int
    debt: int


# ---------------------------------------------------------------- right-of-way


class Reserved(OfTile):
    says = "{who:seat} reserved {plot} with a {tile}."
    rule = "row.buy-free"
    who: int
    plot: str
    tile: str


class Fortified(OfTile):
    says = "{who:seat} added a {tile} to the pile on {plot}."
    rule = "row.own-stack"
    who: int
    plot: str
    tile: str


class TookOver(OfTile):
    says = "{who:seat} took over {plot}: discarded {price}, laid a {tile} face-down on top."
    rule = "row.buy-opponent.stack"
    who: int
    plot: str
    tile: str
    price: int


class PileCleared(Event):
    says = "The right-of-way tiles on {plot} were discarded."
    rule = "place.own-right-of-way.clears-stack"
    plot: str


# ---------------------------------------------------------------- the end


class Exhausted(Event):
    says = "{who:seat} ran out of tiles. One final turn follows."
    rule = "end.trigger.exhausted"
    who: int


class Ended(Event):
    says = "The end"
    heading = True


class CityFilled(Event):
    says = "The city is full."
    rule = "end.city-full"


class FinalTurnEnded(Event):
    says = "The final turn is over."
    rule = "end.final-turn"
