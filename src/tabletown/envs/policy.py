"""A trained policy as a bot: at tables of the lab, on the ladder, or in `tabletown simulate --bots mine:Bot`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tabletown.envs.table import IllegalAction, Table
from tabletown.kernel import PlayerView


class Policy:
    def __init__(self, table: Table, act: Callable[[Any, Any], Any], normalise: bool = True) -> None:
        """`table`: like the one it was trained on. `act(observation, mask)` returns the number of an action."""
        self.table, self.act, self.normalise = table, act, normalise

    def choose(self, seen: PlayerView) -> str:
        encoding, decision = self.table.encoding, seen.decision
        row = np.frombuffer(encoding.row(seen.state, seen.seat, decision), np.int16)
        mask = np.frombuffer(encoding.mask(decision.options), np.int8)
        action = int(self.act(self.table.normalised(row) if self.normalise else row, mask))
        numbers = encoding.actions_of(decision.options)
        if action not in numbers:
            raise IllegalAction(f"Action {action} is masked: it isn't an option for seat {seen.seat} now.")
        return decision.options[numbers.index(action)]
