"""Crossroll as numbers: every board (own first), the dice, and the choices made so far this phase."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tabletown.encoding import Encoding, Part, QuestionEncoding, bits, one_hot, row
from tabletown.games.crossroll.options import (
    ASIDE_WORDS,
    CROSSROAD_WORDS,
    DRIVE,
    INSTALL,
    KEEP,
    LOTTO,
    PAIRS,
    PASS,
    ROUTE_WORDS,
    RUNS,
    SKIP,
    SLOT_WORDS,
    SUM,
    UPGRADE,
    USE,
    USE_CHANGED,
)
from tabletown.games.crossroll.roads import LETTERS, LONGEST, MAP, ROUTES
from tabletown.games.crossroll.state import BONUS, DICE, MAIN, OVER, RESOLUTION, ROLL, SETUP, Board, Crossroll, score

PHASES = {phase: place for place, phase in enumerate((SETUP, ROLL, BONUS, MAIN, RESOLUTION, OVER))}
ACTIONS = {word: place for place, word in enumerate((DRIVE, LOTTO, UPGRADE, SKIP, "bonus", PASS))}
HIGHEST = 11  # a 10 plus 1 from the engine; only nitrous goes higher, with the sum of two dice
PLACES = MAP.all.bit_length()
BOXES = max(MAP.boxes)
BOARD = PLACES + ROUTES * (BOXES + 3) + len(MAP.ids) + 8 + 6 + 5
RULES = (
    "dice.active-chooses-two",
    "main.choose-n",
    "main.three-actions",
    "drive.record-box",
    "drive.cross-n",
    "lotto.cross-crossroad",
    "lotto.write-n",
    "bonus.optional",
    "bonus.exact-consecutive",
    "solo.used-die",
    "nitrous.install",
)
MOST_ON_BOARD = (
    *(1,) * PLACES,
    *(12,) * (ROUTES * BOXES),
    *(BOXES,) * ROUTES,
    *(1,) * (2 * ROUTES + len(MAP.ids)),
    *(12,) * 8,
    *(4,) * 3,
    *(1,) * 3,
    *(60, 12, 60, 1, 400),
)
MOST_CHOSEN = (12, *(1,) * (1 + len(ACTIONS) + ROUTES))
PHASE, ROUTE, ACTION = one_hot(len(PHASES)), one_hot(ROUTES), one_hot(len(ACTIONS))


NO_WALK = row((0, 0)) + ACTION[-1] + ROUTE[-1]
ROUTE_SET = [bits(number, ROUTES) for number in range(1 << ROUTES)]
ENGINE_SET = [bits(number, 3) for number in range(1 << 3)]
DICE_SET = [bits(number, len(DICE)) for number in range(1 << len(DICE))]


@lru_cache(4096)
def _written(numbers: tuple[int, ...]) -> bytes:
    """The record boxes of a route, as numbers."""
    return row((*numbers, *[0] * (BOXES - len(numbers))))


@lru_cache(4096)
def _landmarks(here: tuple[int, ...]) -> bytes:
    return bits(sum(1 << location for location in here), len(MAP.ids))


@lru_cache(2048)
def _board(board: Board) -> bytes:
    """A board as numbers; cached, since every seat sees the same boards."""
    return b"".join(
        (
            bits(board.crossed, PLACES),
            *map(_written, board.written),
            row(board.free),
            ROUTE_SET[board.complete],
            ROUTE_SET[board.xs],
            _landmarks(board.landmarks),
            row((*board.ticket, *map(len, board.engine))),
            ENGINE_SET[board.unlocked],
            row((board.speed, len(board.landmarks), board.bonus, board.nitrous, score(board))),
        )
    )


@lru_cache(4096)
def _table(dice: tuple[int, ...], results: tuple[int, ...], round: int, active: int) -> bytes:
    shown = [0] * len(DICE)
    for die, result in zip(dice, results):
        shown[die] = result
    return row((*shown, round, active))


def encode(s: Crossroll, seat: int) -> bytes:
    boards, walk = s.boards, s.walks[seat]
    told = list(map(_board, boards[seat:] + boards[:seat] if seat else boards))
    told.append(_table(s.dice, s.results, s.round, (s.active - seat) % len(boards)))
    told += (PHASE[PHASES[s.phase]], DICE_SET[s.aside], ROUTE_SET[s.done], ROUTE[s.checked])
    if walk is None:
        told.append(NO_WALK)
    else:
        told += (row((walk.n, walk.done)), ACTION[ACTIONS.get(walk.action, -1)], ROUTE[walk.route])
    return b"".join(told)


def encoding(seats: int, options: Mapping[str, str]) -> Encoding:
    nitrous = options["nitrous"] == "on"
    runs = [word for word, run in RUNS.items() if run.size <= (LONGEST if nitrous else HIGHEST)]
    pairs = list(dict.fromkeys(word for words in PAIRS for word in words))
    use = [SUM, *USE, *(word for words in USE_CHANGED for word in words)]
    acts = (DRIVE, LOTTO, UPGRADE, SKIP, PASS, INSTALL, KEEP)
    words = (*acts, *use, *pairs, *ASIDE_WORDS, *SLOT_WORDS, *ROUTE_WORDS, *CROSSROAD_WORDS.values(), *runs)
    parts = (
        Part(
            "boards",
            (seats, BOARD),
            f"per board, mine first: {PLACES} places crossed out; numbers in the record boxes ({ROUTES} x {BOXES}); "
            f"free boxes a route; routes completed; routes with an X; {len(MAP.ids)} landmarks; the ticket; engine "
            "rows filled (3), unlocked (3); speed scores, landmarks, bonus locations, nitrous, the score",
            MOST_ON_BOARD,
        ),
        Part(
            "table", (6,), "what each die shows (0: not rolled), the round, whose turn (0: mine)", (4, 6, 8, 10, 50, 4)
        ),
        Part("phase", (len(PHASES),), ", ".join(PHASES)),
        Part("aside", (len(DICE),), "dice set aside (alone)"),
        Part("done", (ROUTES,), "routes that somebody has completed"),
        Part("checked", (ROUTES,), "the route checked in the nitrous counter"),
        Part(
            "walk",
            (2 + len(ACTIONS) + ROUTES,),
            "what I chose so far: the number, whether I am done, action, route",
            MOST_CHOSEN,
        ),
    )
    return Encoding(words, parts, encode, QuestionEncoding(RULES, {"n": 0, "route": tuple(LETTERS)}), spare=0)
