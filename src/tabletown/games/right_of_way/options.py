"""The options of the game, in the rulebook's order. Their words are written and parsed here and nowhere else.

A kind that ends with a colon is followed by what it is about, such as `plot:E5`; any other is a whole word.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.right_of_way.tiles import EDGES, IDS, TILES, TURNS

SPOT = "spot:"  # lay the trio there: "spot:1,-1,up"
TRIO = "trio:"  # turned like that: "trio:$.."
TILE = "tile:"  # pick a tile to lay
PLOT = "plot:"  # lay it on this plot
TURN = "turn:"  # turned by so many sixths
DISCARD = "discard:"  # pay with a tile of the hand
GIVE = "give:"  # pay with what lies on a plot
RESERVE = "reserve"  # buy right-of-way
BUY = "reserve:"  # for this plot
PRICE = "price:"  # discard a tile as its price
DOWN = "down:"  # lay a tile face-down
PASS = "pass"
DONE = "done"  # end the turn
KINDS = (SPOT, TRIO, TILE, PLOT, TURN, DISCARD, GIVE, RESERVE, BUY, PRICE, DOWN, PASS, DONE)


def kind_of(word: str) -> str:
    return word[: word.find(":") + 1] or word


def words(kind: str, about: Sequence[object]) -> tuple[str, ...]:
    """The words of a kind for all of these."""
    return tuple(f"{kind}{each}" for each in about)


TILE_WORDS, DISCARD_WORDS, PRICE_WORDS, DOWN_WORDS = (words(kind, IDS) for kind in (TILE, DISCARD, PRICE, DOWN))
TILE_IN = {word: tile for kind in (TILE, DISCARD, PRICE, DOWN) for tile, word in enumerate(words(kind, IDS))}
TURN_WORDS = words(TURN, EDGES)
TURN_IN = {word: turns for turns, word in enumerate(TURN_WORDS)}
ALL_TURN_WORDS = [list(TURN_WORDS[: len(TURNS[tile])]) for tile in TILES]  # those that look different


def spot_word(place: tuple[int, int], points: str) -> str:
    """The trio whose western district in its row of two is `place`; it points up or down."""
    return f"{SPOT}{place[0]},{place[1]},{points}"


def spot_in(word: str) -> tuple[tuple[int, int], str] | None:
    """The place and where it points; None if the word means no spot."""
    try:
        q, r, points = word.removeprefix(SPOT).split(",")
        place = int(q), int(r)
    except ValueError:
        return None
    return (place, points) if points in ("up", "down") and spot_word(place, points) == word else None


def trio_word(way: str) -> str:
    return TRIO + way


def way_in(word: str) -> str:
    """The trio's districts in reading order."""
    return word.removeprefix(TRIO)
