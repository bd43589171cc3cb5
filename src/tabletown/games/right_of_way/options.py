"""The options of the game, in the rulebook's order. Their words are written and parsed only here.

A kind that ends with a colon takes an argument, such as `plot:E5`; any other kind is a whole word.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.right_of_way.tiles import EDGES, IDS, TILES, TURNS

SPOT = "spot:"  # lay the trio there: "spot:1,-1,up"
TRIO = "trio:"  # with its districts in this order: "trio:$.."
TILE = "tile:"  # pick a tile to lay
PLOT = "plot:"  # lay it on this plot
TURN = "turn:"  # turned by this many sixths
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
    """The option words of a kind, one for each argument."""
    return tuple(f"{kind}{each}" for each in about)


TILE_WORDS, DISCARD_WORDS, PRICE_WORDS, DOWN_WORDS = (words(kind, IDS) for kind in (TILE, DISCARD, PRICE, DOWN))
TILE_IN = {word: tile for kind in (TILE, DISCARD, PRICE, DOWN) for tile, word in enumerate(words(kind, IDS))}
TURN_WORDS = words(TURN, EDGES)
TURN_IN = {word: turns for turns, word in enumerate(TURN_WORDS)}
ALL_TURN_WORDS = [list(TURN_WORDS[: len(TURNS[tile])]) for tile in TILES]  # only turns that look different


def spot_word(place: tuple[int, int], points: str) -> str:
    """The word of a spot for a trio that points up or down; `place` is the western district of its row of two."""
    return f"{SPOT}{place[0]},{place[1]},{points}"


def spot_in(word: str) -> tuple[tuple[int, int], str] | None:
    """The place of a spot and the direction it points; None if the word is not a spot."""
    try:
        q, r, points = word.removeprefix(SPOT).split(",")
        place = int(q), int(r)
    except ValueError:
        return None
    return (place, points) if points in ("up", "down") and spot_word(place, points) == word else None


def trio_word(way: str) -> str:
    return TRIO + way


def way_in(word: str) -> str:
    """The trio's districts in reading order, from its word."""
    return word.removeprefix(TRIO)
