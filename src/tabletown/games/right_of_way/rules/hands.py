"""Setup, second half: deal five tiles to each player and decide who takes the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import mul

from tabletown.games.right_of_way.events import (
    DEALT,
    DRAW_RULES,
    DealtAgain,
    Drew,
    FinalTurnBegan,
    StartedByLadder,
    StartedByLowerHand,
    StartedByLuck,
    TurnBegan,
)
from tabletown.games.right_of_way.state import COLOURS, SEATS, RightOfWay
from tabletown.games.right_of_way.tiles import IDS, NUMBER, TILES, VALUE
from tabletown.kernel import Chance, Script, Text, log_enabled, tell

STARTING_HAND = 5

DRAW_TILE = [Text("say which tile {who:seat} drew")(who=seat) for seat in SEATS]
WHO_STARTS = Text("say who starts")


def deal_hands(s: RightOfWay) -> Script:
    """Deal five tiles each; the lower sum starts, then fewer sixes, then fewer fives and so on."""
    for seat in SEATS:
        yield from draw(s, seat, STARTING_HAND, DEALT)
    while (first := lower_hand(*s.hands)) is None:
        if not s.options.redeal:
            first = COLOURS.index((yield Chance("first", COLOURS, WHO_STARTS, "first-player.total-tie")))
            tell(s, StartedByLuck, first)
            break
        tell(s, DealtAgain)
        for seat in SEATS:
            put_back_hand(s, seat)
            yield from draw(s, seat, STARTING_HAND, DEALT)
    else:
        if log_enabled(s):
            tell_why(s, first)
    s.first = s.seat = first
    begin_turn(s)


def begin_turn(s: RightOfWay) -> None:
    """Count the next turn and log it."""
    s.turns, s.phase = s.turns + 1, "tile"
    tell(s, TurnBegan if s.final != s.seat else FinalTurnBegan, s.turns)


def draw(s: RightOfWay, seat: int, count: int, cause: str) -> Script:
    """Draw tiles from her own stack, as many as it has; discards are never reshuffled."""
    stack, hand = [*s.stacks[seat]], s.hands[seat]
    s.stacks[seat] = stack
    rule = DRAW_RULES[cause]
    drawn = []
    for _ in range(min(count, len(stack))):
        id = yield Chance("tile", stack, DRAW_TILE[seat], rule)
        stack.remove(id)
        hand[NUMBER[id]] += 1
        drawn.append(id)
    if drawn and log_enabled(s):
        tell(s, Drew, seat, tuple(drawn), cause)


def of_hand(words: Sequence[str], hand: Sequence[int]) -> list[str]:
    """The words of the tiles in the hand, out of the words of all tiles."""
    return [*compress(words, hand)]


def put_back_hand(s: RightOfWay, seat: int) -> None:
    s.stacks[seat] = [*s.stacks[seat], *(IDS[tile] for tile in TILES for _ in range(s.hands[seat][tile]))]
    s.hands[seat] = [0] * len(TILES)


def worth(hand: Sequence[int]) -> int:
    """The sum of the values of the tiles in a hand."""
    return sum(map(mul, hand, VALUE))


def ladder(hand: Sequence[int]) -> list[int]:
    """How many sixes, fives, fours, threes and twos a hand has."""
    return [sum(count for count, value in zip(hand, VALUE) if value == wanted) for wanted in (6, 5, 4, 3, 2)]


def lower_hand(one: Sequence[int], other: Sequence[int]) -> int | None:
    """The seat with the lower hand; None if the hands are identical in value."""
    if worth(one) != worth(other):
        return 0 if worth(one) < worth(other) else 1
    mine, theirs = ladder(one), ladder(other)
    return None if mine == theirs else 0 if mine < theirs else 1


def tell_why(s: RightOfWay, first: int) -> None:
    mine, theirs = worth(s.hands[first]), worth(s.hands[1 - first])
    if mine != theirs:
        tell(s, StartedByLowerHand, first, mine, theirs)
    else:
        rungs = zip(ladder(s.hands[first]), ladder(s.hands[1 - first]))
        value = next(6 - rung for rung, (ours, others) in enumerate(rungs) if ours != others)
        tell(s, StartedByLadder, first, mine, value)
