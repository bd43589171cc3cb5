"""The state of a match: everybody's map board, the dice, and what each seat is choosing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tabletown.games.crossroll.roads import MAP, ROUTES
from tabletown.kernel import State

DICE = ("d4", "d6", "d8", "d10")
ALL_ROUTES = (1 << ROUTES) - 1

# the phases of a round, and what comes before and after all rounds
SETUP, ROLL, BONUS, MAIN, RESOLUTION, OVER = "setup", "roll", "bonus", "main", "resolution", "over"


BONUS_RUN = "bonus"  # `Walk.action` of a seat that takes its lotto bonus


class Board(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A map board. It is never changed but replaced, so that copies of a state can share it.

    Sets of places (see roads.py) and of routes are bits of an integer.
    """

    crossed: int = 0  # the places crossed out
    near: int = 0  # the places next to a cross on any route
    starts: int = MAP.entrances  # the empty places where a run may start
    free: tuple[int, ...] = MAP.boxes  # per route: the record boxes that have no number, dot or X
    open: int = ALL_ROUTES  # the routes with such a box
    written: tuple[tuple[int, ...], ...] = ((),) * ROUTES  # per route: the numbers in its record boxes
    xs: int = 0  # the routes with a penalty X in a record box
    complete: int = 0  # the routes scored as completed; their other boxes have dots
    speed: int = 0  # circled speed scores
    landmarks: tuple[int, ...] = ()  # circled landmarks, in order
    ticket: tuple[int, ...] = (0,) * 8  # the lotto ticket; 0: an empty slot
    engine: tuple[tuple[int, ...], ...] = ((), (), ())  # numbers in the top, middle and bottom row
    unlocked: int = 0  # the engine rows that are full, as bits
    bonus: int = 0  # locations crossed out by lotto bonuses
    nitrous: bool = False


class Walk(msgspec.Struct, frozen=True, gc=False):
    """What a seat has chosen so far in a phase that all play at once: secret until the phase is over."""

    done: bool = False
    use: str = ""  # the option that chose the number
    n: int = 0
    action: str = ""
    route: int = -1
    run: str = ""  # the run or crossroads to cross out
    slot: int = -1  # the slot of the ticket for n


class Options(msgspec.Struct, frozen=True):
    """The game's settings (see about.py), as the rules use them."""

    nitrous: bool = False
    by_route: bool = False  # adjacency along the chosen route only
    ladder: bool = False  # ties are broken
    reroll_six: bool = False  # a solo penalty roll of 6 is rolled again
    choose_slot: bool = False
    first: int = -1  # the seat that starts; -1: drawn at random
    plain_last: bool = False  # solo: the engine does not change the last die of a cycle
    room: bool = False  # in a class: the dice are drawn for all, and no solo rule applies

    @classmethod
    def of(cls, options: Mapping[str, str], seats: int) -> Options:
        first = options["first"]
        return cls(
            nitrous=options["nitrous"] == "on",
            by_route=options["adjacency"] == "route",
            ladder=options["ties"] == "ladder",
            reroll_six=options["solo-six"] == "reroll",
            choose_slot=options["slots"] == "choose",
            plain_last=options["solo-last"] == "plain",
            room=options["room"] == "on",
            first=-1 if first == "random" else min(int(first[-1]), seats) - 1,
        )


class Crossroll(State):
    boards: list[Board]
    walks: list[Walk | None]
    phase: str = SETUP
    round: int = 1
    active: int = 0
    dice: tuple[int, ...] = ()  # the dice rolled this round …
    results: tuple[int, ...] = ()  # … and what they show
    aside: int = 0  # solo: bits of the dice set aside
    done: int = 0  # bits of the routes that somebody has completed
    checked: int = -1  # the route that is checked in the nitrous counter
    options: Options = msgspec.field(name="variant", default=Options())  # what saves call it

    def copy(self) -> Crossroll:
        return Crossroll(
            self.boards[:],
            self.walks[:],
            self.phase,
            self.round,
            self.active,
            self.dice,
            self.results,
            self.aside,
            self.done,
            self.checked,
            self.options,
        )

    @property
    def solo(self) -> bool:
        return len(self.boards) == 1 and not self.options.room


# ---------------------------------------------------------------- reading a board


def dots(board: Board, route: int) -> int:
    if not board.complete >> route & 1:
        return 0
    return MAP.boxes[route] - len(board.written[route]) - (board.xs >> route & 1)


def filled_boxes(board: Board) -> int:
    return sum(MAP.boxes) - sum(board.free)


def is_crossed(board: Board, location: int) -> bool:
    return board.crossed & MAP.places[location] > 0


def left(board: Board, route: int) -> int:
    """How many locations of the route are still empty."""
    return (MAP.lines[route] & ~board.crossed).bit_count()


def crossed_locations(board: Board) -> list[int]:
    crossed = board.crossed
    return [location for location, places in enumerate(MAP.places) if crossed & places]


# ---------------------------------------------------------------- scores


def route_points(board: Board, checked: int = -1) -> int:
    """The sum of the circled route scores, without the one given up for nitrous oxide."""
    return sum(
        score
        for route, score in enumerate(MAP.route_scores)
        if board.complete >> route & 1 and not (board.nitrous and route == checked)
    )


def speed_points(board: Board) -> int:
    return MAP.speed_sums[board.speed]


def landmark_points(board: Board) -> int:
    return MAP.landmark_sums[min(len(board.landmarks), len(MAP.landmark_scores))]


def score(board: Board, checked: int = -1) -> int:
    return route_points(board, checked) + speed_points(board) + landmark_points(board)


# ---------------------------------------------------------------- what a seat may know


def player_view(s: Crossroll, seat: int | None) -> Crossroll:
    """The state as a seat may see it: without what the other seats are choosing."""
    for other, walk in enumerate(s.walks):
        if walk is not None and other != seat:
            seen = s.copy()
            seen.walks = [walk if other == seat else None for other, walk in enumerate(s.walks)]
            return seen
    return s
