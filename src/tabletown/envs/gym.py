"""Every game as a Gymnasium environment: one seat learns, bots play the others.

    import gymnasium
    import tabletown.envs.gym  # registers tabletown/right-of-way-v0 and so on
    world = gymnasium.make("tabletown/right-of-way-v0", opponents="greedy", reward="chances")
    observation, info = world.reset(seed=1)
    observation, reward, terminated, truncated, info = world.step(action)  # observation["action_mask"]: the legal ones

`opponents` is a bot, or a list with one for each of the other seats in their order: the name of a built-in bot, an
object with `choose(seen)`, a function of `seen`, a class, `module:Class`, or `run:` and a program. With `"self"` the
learner plays every seat: each observation is for the seat to act, `info["seat"]`.

`reward`: `"win"` is 1 or -1 at the end; `"margin"` is the learner's score minus the best other score, at the end;
`"chances"` is the change of the learner's chance of winning after each step (from -1, lost, to 1, certain), which adds
up to the win. With `normalise`, observations are numbers from -1 to 1. For many matches at once, use
`gymnasium.make_vec` or `tabletown.envs.vector.gym`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium

from tabletown.bots import Bot
from tabletown.bots.own import find, made
from tabletown.envs import rewards
from tabletown.envs.pettingzoo import spaces
from tabletown.envs.pictures import MODES, picture
from tabletown.envs.table import IllegalAction, Table
from tabletown.kernel import Game, PlayerView
from tabletown.kernel.chance import Dealer
from tabletown.kernel.errors import BadOption
from tabletown.registry import games

SELF = "self"

Opponent = str | Bot | type[Bot] | Callable[[PlayerView], str]


class Solo(gymnasium.Env[Any, Any]):
    metadata = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        limit: int = 20_000,
        render_mode: str | None = None,
        strict: bool = False,
        reward: str = rewards.WIN,
        normalise: bool = False,
    ) -> None:
        """`strict`: a masked action raises an error; otherwise it loses the match at once."""
        self.table = Table(game, seats, options, limit)
        rewards.check(reward, self.table)
        self.seat, self.strict, self.render_mode, self.reward = seat, strict, render_mode, reward
        self.normalise = normalise
        self.plays_all = opponents == SELF
        self._opponents = [] if self.plays_all else self._each(opponents)
        self.observation_space, self.action_space = spaces(self.table, self.table.actions, normalise)
        self._bots: dict[int, Bot] = {}
        self._lost = False

    def _each(self, opponents: Opponent | Sequence[Opponent]) -> list[Any]:
        """One opponent for each of the other seats."""
        others = self.table.seats - 1
        given = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * others
        if len(given) != others:
            raise BadOption(f"There are {others} other seats but {len(given)} opponents.")
        return given

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        luck = int(self.np_random.integers(2**62))
        self.table.reset(luck)
        dealer = Dealer(luck)
        others = [seat for seat in range(self.table.seats) if seat != self.seat]
        self._bots = {}
        for seat, bot in zip(others, self._opponents):
            self._bots[seat] = (find if isinstance(bot, str) else made)(bot, dealer.word("bot", seat))
        self._lost = False
        self._others()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        table, seat = self.table, self.seat
        before = self._standing(seat)
        try:
            table.step(int(action), seat)
        except IllegalAction:
            if self.strict:
                raise
            self._lost = True
            return self._seen(), -1.0, True, False, {"illegal": True, **self._info()}
        self._others()
        return self._seen(), self._earned(seat, before), table.match.over, table.truncated, self._info()

    def _earned(self, seat: int, before: float) -> float:
        table = self.table
        if self.reward == rewards.CHANCES:
            return self._standing(seat) - before
        return rewards.at_end(self.reward, table)[seat] if table.match.over else 0.0

    def _standing(self, seat: int) -> float:
        return rewards.standing(self.table, seat) if self.reward == rewards.CHANCES else 0.0

    def _others(self) -> None:
        """Let the bots answer until the learner is asked or the match is over."""
        match = self.table.match
        while not self.table.over and match.decision(self.seat) is None:
            seat = match.decisions[0].seat
            if self.plays_all:
                self.seat = seat
                return
            match.choose(seat, self._bots[seat].choose(match.player_view(seat)))
            self.table.answers += 1

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat} if self.plays_all else {}

    def _seen(self) -> dict[str, Any]:
        observation = self.table.observe(self.seat)
        if self.normalise:
            return {"observation": self.table.normalised(observation), "action_mask": self.table.mask(self.seat)}
        return {"observation": observation, "action_mask": self.table.mask(self.seat)}

    def action_masks(self) -> Any:
        """The legal actions, under the name that some libraries expect."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> Any:
        return picture(self.table.match, self.render_mode)


for _game in games():
    if (_id := f"tabletown/{_game.about.id}-v0") not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="tabletown.envs.gym:Solo",
            vector_entry_point="tabletown.envs.vector.gym:SoloVector",
            kwargs={"game": _game.about.id},
        )
