"""An opponent that gets stronger as the learner does.

from tabletown.envs.gym import Solo
from tabletown.envs.rising import Rising
rival = Rising()
world = Solo("right-of-way", opponents=rival)  # or VectorTable(…, opponents=rival)
... # after each match:
rival.ended(won=reward > 0)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from tabletown.bots import Bot
from tabletown.bots.own import find
from tabletown.kernel import PlayerView
from tabletown.kernel.errors import BadOption

LEVELS = ("random", "human:70%", "human:35%", "greedy")


class Rising:
    def __init__(
        self, levels: Sequence[str] = LEVELS, share: float = 0.6, matches: int = 50, seed: int | None = None
    ) -> None:
        """It plays as the first of `levels`, and as the next one once the learner has won this share of the last
        `matches`. In worker processes it stays as it is."""
        if not levels or matches < 1:
            raise BadOption("A rising opponent needs at least one level and one match.")
        self.levels, self.share = tuple(levels), share
        self.level = 0
        self._bots: list[Bot] = [find(level, seed) for level in self.levels]
        self._won: deque[bool] = deque(maxlen=matches)

    def choose(self, seen: PlayerView) -> str:
        return self._bots[self.level].choose(seen)

    def ended(self, won: bool) -> None:
        """Hear how a match ended for the learner."""
        self._won.append(won)
        enough = len(self._won) == self._won.maxlen and sum(self._won) >= self.share * len(self._won)
        if enough and self.level + 1 < len(self.levels):
            self.level += 1
            self._won.clear()
