"""Sentences that older versions stored in their logs, mapped to the events that replaced them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from tabletown.content import legacy_words
from tabletown.games.right_of_way import events as e
from tabletown.games.right_of_way.ledger import (
    CompleteHighways,
    Discards,
    FreePlots,
    Hand,
    Highways,
    Points,
    ReservedPlots,
    Stack,
)
from tabletown.games.right_of_way.tiles import IDS, NAMES
from tabletown.kernel import Event, Figure, Text

OLD = legacy_words(Path(__file__).parent)
TILES: dict[str, str] = {name.template: id for name, id in zip(NAMES, IDS)} | OLD["tiles"]
CAUSES = {rule: cause for cause, rule in e.DRAW_RULES.items()}
RICH = {
    "three plain districts": 0,
    "a rich and two plain districts": 1,
    "two rich districts and a plain one": 2,
    "three rich districts": 3,
}


def _tile(tile: Text | str) -> str:
    """The id of a tile from its name, which older versions stored."""
    return TILES[tile.template if isinstance(tile, Text) else tile]


def _of_tile(event: Callable[..., Event]) -> Callable[..., Event]:
    return lambda tile, **facts: event(tile=_tile(tile), **facts)


def _tiles(tiles: list[Text] | str) -> tuple[str, ...]:
    if isinstance(tiles, str):  # the first release stored "a straight, a left fork and a straight"
        return tuple(_tile(one.removeprefix("a ")) for one in re.split(", | and ", tiles))
    return tuple(_tile(one.parts["tile"]) for one in tiles)


def _drew(who: int, tiles: list[Text] | str, rule: str) -> e.Drew:
    return e.Drew(who, _tiles(tiles), CAUSES[rule])


def _discarded(who: int, tiles: list[Text] | str) -> e.Discarded:
    return e.Discarded(who, _tiles(tiles))


def _trio_laid(who: int, trio: Text) -> e.TrioLaid:
    return e.TrioLaid(who, RICH[trio.template])


LEGACY_LINES: Mapping[str, Callable[..., Event]] = {
    "{who:seat} got the first trio.": e.CityBegun,
    "{who:seat} laid a trio of {trio}.": _trio_laid,
    "The city is laid out: 61 plots, 31 of them rich.": e.CityLaidOut,
    "The city lies: 61 plots, 31 of them rich.": e.CityLaidOut,
    "{who:seat} drew {tiles}.": _drew,
    "{who:seat} got the first turn: the lower hand, {mine} against {theirs}.": e.StartedByLowerHand,
    "{who:seat} got the first turn: both hands sum to {sum}, with fewer {value}s in this one.": e.StartedByLadder,
    "{who:seat} got the first turn by chance: the hands are alike.": e.StartedByLuck,
    "The hands are alike: both are dealt again.": e.DealtAgain,
    "Turn {turn}": e.TurnBegan,
    "Turn {turn}, the final one": e.FinalTurnBegan,
    "{who:seat} passed: there was no plot to build on.": e.Passed,
    "{who:seat} laid a {tile} on {plot}: profit {profit}, cost {cost}.": _of_tile(e.Laid),
    "{plot} is fully connected: {points} points for {who:seat}.": e.Completed,
    "{plot} has {n} of {of} connections joined: {n} point for {who:seat}.": e.Joined,
    "{plot} lost a connection: {n} point less for {who:seat}.": e.Parted,
    "{who:seat} discarded {tiles}.": _discarded,
    "{who:seat} gave up the {tile} on {plot}.": _of_tile(e.GaveUpHighway),
    "{who:seat} gave up the right-of-way for {plot}.": e.GaveUpReservation,
    "{who:seat} regained the right-of-way for {plot}.": e.Reverted,
    "{who:seat} had nothing left to give up: {debt} of the debt is cancelled.": e.DebtCancelled,
    "{who:seat} reserved {plot} with a {tile}.": _of_tile(e.Reserved),
    "{who:seat} raised the pile on {plot} with a {tile}.": _of_tile(e.Fortified),
    "{who:seat} took over {plot}: discarded {price}, laid a {tile} face-down on top.": _of_tile(e.TookOver),
    "The right-of-way tiles on {plot} were discarded.": e.PileCleared,
    "{who:seat} ran out of tiles. One final turn follows.": e.Exhausted,
    "{who:seat} used up all tiles. One final turn follows.": e.Exhausted,
    "The end": e.Ended,
    "The city is full.": e.CityFilled,
    "The final turn is over.": e.FinalTurnEnded,
}
LEGACY_FIGURES: Mapping[str, Callable[..., Figure]] = {
    "points of {who:seat}": Points,
    "tiles in hand of {who:seat}": Hand,
    "tiles in the stack of {who:seat}": Stack,
    "discarded tiles of {who:seat}": Discards,
    "highways of {who:seat}": Highways,
    "complete highways of {who:seat}": CompleteHighways,
    "reserved plots of {who:seat}": ReservedPlots,
    "plots without a highway": FreePlots,
}
