"""Every game as a Gymnasium environment: one seat learns, bots play the others.

from tabletown.envs.gym import Solo
world = Solo("right-of-way", opponents="greedy")
observation, info = world.reset(seed=1)
observation, reward, terminated, truncated, info = world.step(action)  # observation["action_mask"] tells which
"""

from __future__ import annotations

from typing import Any

import gymnasium

from tabletown.bots import Bot, make
from tabletown.envs.pettingzoo import spaces
from tabletown.envs.pictures import MODES, picture
from tabletown.envs.table import IllegalAction, Table
from tabletown.kernel import Game
from tabletown.kernel.chance import Dealer


class Solo(gymnasium.Env[Any, Any]):
    metadata = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        opponents: str = "random",
        seat: int = 0,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        limit: int = 20_000,
        render_mode: str | None = None,
        strict: bool = False,
    ) -> None:
        """`strict`: a masked action is an error; else it loses the match at once."""
        self.table = Table(game, seats, options, limit)
        self.seat, self.opponents, self.strict, self.render_mode = seat, opponents, strict, render_mode
        self.observation_space, self.action_space = spaces(self.table, self.table.actions)
        self._bots: list[Bot] = []
        self._lost = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        luck = int(self.np_random.integers(2**62))
        self.table.reset(luck)
        dealer = Dealer(luck)
        self._bots = [make(self.opponents, seed=dealer.word("bot", seat)) for seat in range(self.table.seats)]
        self._lost = False
        self._others()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        table = self.table
        try:
            table.step(int(action), self.seat)
        except IllegalAction:
            if self.strict:
                raise
            self._lost = True
            return self._seen(), -1.0, True, False, {"illegal": True}
        self._others()
        over = table.match.over
        return self._seen(), table.rewards[self.seat] if over else 0.0, over, table.truncated, {}

    def _others(self) -> None:
        """The bots answer until the learner is asked, or the match is over."""
        match = self.table.match
        while not self.table.over and match.decision(self.seat) is None:
            seat = match.decisions[0].seat
            match.choose(seat, self._bots[seat].choose(match.seen_by(seat)))
            self.table.answers += 1

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask(self.seat)}

    def action_masks(self) -> Any:
        """For libraries that ask for it by this name."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> Any:
        return picture(self.table.match, self.render_mode)
