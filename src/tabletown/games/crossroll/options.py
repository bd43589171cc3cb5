"""The options of the game, in the rulebook's order. Their words are written and parsed only here.

A kind that ends with a colon takes an argument, such as `route:D`; any other kind is a whole word.
"""

from __future__ import annotations

from itertools import combinations

from tabletown.games.crossroll.roads import LONGEST, MAP, Run
from tabletown.games.crossroll.state import DICE

PAIR = "dice:"  # roll these two: "dice:d4+d6"
PASS = "pass"  # take no bonus
NUMBER = "use:"  # a die as rolled, changed by an engine row, or the sum: "use:d6", "use:d6+1", "use:sum"
SKIP = "skip"
DRIVE, LOTTO, UPGRADE = "drive", "lotto", "upgrade"  # what to do with the number
ROUTE = "route:"  # drive on this route: "route:D"
RUN = "run:"  # from one stop to another: "run:D:happy-valley>causeway-bay"
CROSSROAD = "crossroad:"  # cross it out to join the lotto
SLOT = "slot:"  # write the number there
INSTALL, KEEP = "install", "keep"  # nitrous oxide, or the points of the route
ASIDE = "aside:"  # solo: the die to set aside
STOP = "stop:"  # never an option: a stop clicked to ask why it can't be chosen
KINDS = (*(PAIR, PASS, NUMBER, SKIP, DRIVE, LOTTO, UPGRADE, ROUTE, RUN, CROSSROAD, SLOT, INSTALL, KEEP, ASIDE, STOP),)


def kind_of(word: str) -> str:
    return word[: word.find(":") + 1] or word


# ---------------------------------------------------------------- dice and numbers

# indexed by the dice set aside: the pairs that can be rolled, by their word
PAIRS: list[dict[str, tuple[int, int]]] = [
    {
        f"{PAIR}{DICE[one]}+{DICE[two]}": (one, two)
        for one, two in combinations([die for die in range(4) if not aside >> die & 1], 2)
    }
    for aside in range(16)
]
ALL_PAIRS = PAIRS[0]
PAIR_WORDS = [list(pairs) for pairs in PAIRS]

EFFECTS = tuple(row.effect for row in MAP.rows)
SUM = f"{NUMBER}sum"
USE = [f"{NUMBER}{die}" for die in DICE]
USE_CHANGED = [[f"{NUMBER}{die}{effect:+d}" for effect in EFFECTS] for die in DICE]  # by die, then by engine row
USED_DIE = {word: die for die in range(4) for word in (USE[die], *USE_CHANGED[die])}
USED_ROW = {word: row for words in USE_CHANGED for row, word in enumerate(words)}
ASIDE_WORDS = [f"{ASIDE}{die}" for die in DICE]

# ---------------------------------------------------------------- the map and the ticket

ROUTE_WORDS = [f"{ROUTE}{letter}" for letter in MAP.letters]
ROUTE_OF = {word: route for route, word in enumerate(ROUTE_WORDS)}
CROSSROAD_WORDS = {here: f"{CROSSROAD}{MAP.ids[here]}" for here in MAP.crossroads}
CROSSROAD_OF = {word: here for here, word in CROSSROAD_WORDS.items()}
SLOT_WORDS = [f"{SLOT}{slot + 1}" for slot in range(MAP.slots)]
STOP_WORDS = [f"{STOP}{id}" for id in MAP.ids]
STOP_OF = {word: here for here, word in enumerate(STOP_WORDS)}


def run_word(run: Run) -> str:
    first, last = MAP.ids[run.stops[0]], MAP.ids[run.stops[-1]]
    return f"{RUN}{MAP.letters[run.route]}:{first}" + (f">{last}" if run.size > 1 else "")


RUNS = {run_word(run): run for run in MAP.runs}


def words_by_start(down: bool) -> list[list[str]]:
    """A table [n][p] of words: the run of n that starts at the p-th place and goes up its route (or down)."""
    found = [[""] * (MAP.all.bit_length() + 1) for _ in range(LONGEST + 1)]
    for word, run in RUNS.items():
        line = MAP.routes[run.route]
        start, end = line.index(run.stops[0]), line.index(run.stops[-1])
        if (end < start) == down:
            found[run.size][MAP.first[run.route] + start + 1] = word
    return found


UPS, DOWNS = words_by_start(down=False), words_by_start(down=True)
