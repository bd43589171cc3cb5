"""SET...: the first active player, and the setup of the Nitrous Oxide variant."""

from __future__ import annotations

from tabletown.games.crossroll.events import FirstActive, RouteChecked
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.dice import roll_for_a_route
from tabletown.games.crossroll.state import ROLL, Crossroll
from tabletown.kernel import Chance, Script, tell

FIRST = [Chance("first player", [f"seat:{seat + 1}" for seat in range(seats)]) for seats in range(5)]


def get_ready(s: Crossroll) -> Script:
    if s.options.room:
        pass  # there is no active player: the dice are drawn at random
    elif s.options.first >= 0:
        s.active = s.options.first
    elif not s.solo:
        drawn: str = yield FIRST[len(s.boards)]
        s.active = int(drawn[-1]) - 1
    if not s.solo and not s.options.room:
        tell(s, FirstActive, s.active)
    if s.options.nitrous:
        s.checked = yield from roll_for_a_route(reroll_six=True)
        tell(s, RouteChecked, MAP.letters[s.checked])
    s.phase = ROLL
