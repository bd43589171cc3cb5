"""A player's turn: lay exactly one highway; before or after it, buy right-of-way at most once."""

from __future__ import annotations

from tabletown.games.right_of_way.events import Passed
from tabletown.games.right_of_way.options import BUY, DONE, PASS, PLOT, RESERVE, TILE, TILE_IN, kind_of
from tabletown.games.right_of_way.rules.building import NOTHING_OPEN, has_open_plot, tile_words_for, why_not_tile
from tabletown.games.right_of_way.rules.end_and_victory import end_turn, refill
from tabletown.games.right_of_way.rules.right_of_way import why_not_buy_word, why_not_reserve
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, because, tell

PASS_OR_BUY = [RESERVE, PASS]
RESERVE_OR_END = [RESERVE, DONE]

LAY_A_TILE = Text("pick a tile to lay")
NOWHERE_TO_BUILD = Text("buy a plot or pass")
ANYTHING_ELSE = Text("reserve a plot or end your turn")

MUST_BUILD = because("must-build", "You must lay a highway: there are plots to build on.", "turn.one-placement")
MUST_BUY = because(
    "must-buy", "You can pay for one of your rival's plots, so you must buy it.", "pass.no-legal-placement"
)
BUILT_ALREADY = because("built-already", "You've already laid a highway this turn.", "turn.one-placement")
TILE_FIRST = because("tile-first", "Pick a tile from your hand first.", "turn.one-placement")
RESERVE_FIRST = because("reserve-first", "Choose “Reserve a plot” first.", "row.timing")
BUILD_FIRST = because("build-first", "Lay a highway before you end your turn.", "turn.one-placement")


def take_turn(s: RightOfWay) -> Script:
    """First half of a turn: lay a highway, or buy right-of-way before that."""
    answer = yield what_to_do(s)
    if answer == RESERVE:
        s.phase = "reserve"
    elif answer == PASS:
        tell(s, Passed, s.seat)
        if not any(s.hands[s.seat]):
            yield from refill(s)
        end_turn(s)
    else:
        s.tile, s.phase = TILE_IN[answer], "plot"


def finish_turn(s: RightOfWay) -> Script:
    """Second half of a turn: after building, right-of-way may be bought if it has not been yet."""
    if why_not_reserve(s, s.seat) is None and (yield anything_else(s)) == RESERVE:
        s.phase = "reserve"
        return
    if not any(s.hands[s.seat]):
        yield from refill(s)
    end_turn(s)


def what_to_do(s: RightOfWay) -> Choose:
    """Ask which tile to lay or whether to buy first; with no plot to build on, whether to buy or pass."""
    seat = s.seat
    if has_open_plot(s, seat):
        return Choose(seat, LAY_A_TILE, tiles_or_reserve, "turn.one-placement", why_not_do, about=(s, seat))
    words = [word for word in PASS_OR_BUY if why_not_do(s, seat, word) is None]
    return Choose(seat, NOWHERE_TO_BUILD, words, "pass.no-legal-placement", why_not_do, about=(s, seat))


def tiles_or_reserve(s: RightOfWay, seat: int) -> list[str]:
    words = tile_words_for(s, seat)
    if why_not_reserve(s, seat) is None:
        words.append(RESERVE)
    return words


def why_not_do(s: RightOfWay, seat: int, word: str) -> Reason | None:
    kind = kind_of(word)
    if kind == TILE:
        return why_not_tile(s, seat, word)
    if kind == PLOT:
        return TILE_FIRST
    if kind == RESERVE:
        return why_not_reserve(s, seat)
    if kind == BUY:
        return why_not_reserve(s, seat) or why_not_buy_word(s, seat, word) or RESERVE_FIRST
    if kind == PASS:
        return why_not_pass(s, seat)
    if kind == DONE:
        return BUILD_FIRST if has_open_plot(s, seat) else NOTHING_OPEN
    return NOT_AN_OPTION


def why_not_pass(s: RightOfWay, seat: int) -> Reason | None:
    if has_open_plot(s, seat):
        return MUST_BUILD
    return MUST_BUY if s.options.must_buy and why_not_reserve(s, seat) is None else None


def anything_else(s: RightOfWay) -> Choose:
    """Ask whether to reserve a plot after building, which may use tiles just drawn."""
    return Choose(s.seat, ANYTHING_ELSE, RESERVE_OR_END, "row.timing", why_not_more)


def why_not_more(word: str) -> Reason | None:
    kind = kind_of(word)
    if kind in (TILE, PLOT, PASS):
        return BUILT_ALREADY
    if kind == BUY:
        return RESERVE_FIRST
    return None if word in RESERVE_OR_END else NOT_AN_OPTION
