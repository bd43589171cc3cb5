"""Setup, second half: five tiles for each player, and who takes the first turn."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.right_of_way.state import COLOURS, SEATS, RightOfWay
from tabletown.games.right_of_way.tiles import IDS, NAMES, NUMBER, TILES, VALUE
from tabletown.kernel import Chance, Script, Text, heading, is_read, tell

STARTING_HAND = 5

DRAW_TILE = [Text("say which tile {who:seat} drew")(who=seat) for seat in SEATS]
WHO_STARTS = Text("say who starts")

TURN = Text("Turn {turn}")
FINAL_TURN = Text("Turn {turn}, the final one")
A_TILE = [Text("a {tile}")(tile=name) for name in NAMES]
DREW = Text("{who:seat} drew {tiles}.")
STARTS = Text("{who:seat} got the first turn: the lower hand, {mine} against {theirs}.")
STARTS_BY_LADDER = Text("{who:seat} got the first turn: both hands sum to {sum}, with fewer {value}s in this one.")
STARTS_BY_LUCK = Text("{who:seat} got the first turn by chance: the hands are alike.")
DEALT_AGAIN = Text("The hands are alike: both are dealt again.")


def deal_hands(s: RightOfWay) -> Script:
    """Five tiles each; the lower sum starts, then the fewer sixes, the fewer fives and so on."""
    for seat in SEATS:
        yield from draw(s, seat, STARTING_HAND, "setup.hand.five")
    while (first := lower_hand(*s.hands)) is None:
        if not s.options.redeal:
            first = COLOURS.index((yield Chance("first", COLOURS, WHO_STARTS, "first-player.total-tie")))
            tell(s, STARTS_BY_LUCK, "first-player.total-tie", who=first)
            break
        tell(s, DEALT_AGAIN, "first-player.total-tie")
        for seat in SEATS:
            put_back_hand(s, seat)
            yield from draw(s, seat, STARTING_HAND, "setup.hand.five")
    else:
        tell_why(s, first)
    s.first = s.seat = first
    begin_turn(s)


def begin_turn(s: RightOfWay) -> None:
    """The next turn is counted and announced."""
    s.turns, s.phase = s.turns + 1, "tile"
    if is_read(s):
        heading(s, TURN if s.final != s.seat else FINAL_TURN, turn=s.turns)


def draw(s: RightOfWay, seat: int, count: int, rule: str) -> Script:
    """Draw from her own stack as far as it goes; discards never come back."""
    stack, hand = s.stacks[seat][:], s.hands[seat]
    s.stacks[seat] = stack
    drawn = []
    for _ in range(min(count, len(stack))):
        id = yield Chance("tile", stack, DRAW_TILE[seat], rule)
        stack.remove(id)
        hand[NUMBER[id]] += 1
        drawn.append(id)
    if drawn and is_read(s):
        tell(s, DREW, rule, who=seat, tiles=listed([NUMBER[id] for id in drawn]))


def listed(tiles: Sequence[int]) -> list[Text]:
    """a straight, a left fork and a straight"""
    return [A_TILE[tile] for tile in tiles]


def put_back_hand(s: RightOfWay, seat: int) -> None:
    s.stacks[seat] = s.stacks[seat] + [IDS[tile] for tile in TILES for _ in range(s.hands[seat][tile])]
    s.hands[seat] = [0] * len(TILES)


def strength(hand: Sequence[int]) -> tuple[int, ...]:
    """What decides who starts: the sum of the values, then how many sixes, fives … twos."""
    of_value = [sum(count for count, value in zip(hand, VALUE) if value == wanted) for wanted in (6, 5, 4, 3, 2)]
    return sum(count * value for count, value in zip(hand, VALUE)), *of_value


def lower_hand(one: Sequence[int], other: Sequence[int]) -> int | None:
    """The seat with the lower hand, None if they are alike."""
    mine, theirs = strength(one), strength(other)
    return None if mine == theirs else 0 if mine < theirs else 1


def tell_why(s: RightOfWay, first: int) -> None:
    mine, theirs = strength(s.hands[first]), strength(s.hands[1 - first])
    if mine[0] != theirs[0]:
        tell(s, STARTS, "setup.first-player.lowest-sum", who=first, mine=mine[0], theirs=theirs[0])
    else:
        value = next(6 - rung for rung in range(5) if mine[rung + 1] != theirs[rung + 1])
        tell(s, STARTS_BY_LADDER, "setup.first-player.tie-break", who=first, sum=mine[0], value=value)
