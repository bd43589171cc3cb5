"""The sequence of play: a round is dice, crossroad bonus, main action, resolution."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.games.crossroll.rules.bonus import crossroad_bonus_phase
from tabletown.games.crossroll.rules.dice import dice_rolling_phase
from tabletown.games.crossroll.rules.main_action import main_action_phase
from tabletown.games.crossroll.rules.resolution import resolution_phase
from tabletown.games.crossroll.rules.start import get_ready
from tabletown.games.crossroll.state import BONUS, MAIN, RESOLUTION, ROLL, SETUP, Crossroll
from tabletown.kernel import Script

PHASES: dict[str, Callable[[Crossroll], Script]] = {
    SETUP: get_ready,
    ROLL: dice_rolling_phase,
    BONUS: crossroad_bonus_phase,
    MAIN: main_action_phase,
    RESOLUTION: resolution_phase,
}


def step(s: Crossroll) -> Script | None:
    phase = PHASES.get(s.phase)
    return None if phase is None else phase(s)


def resumes(s: Crossroll) -> bool:
    """Whether the phase can resume midway: where all choose at once, the state holds each seat's choices so far."""
    return s.phase in (BONUS, MAIN)
