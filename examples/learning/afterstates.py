"""What the example's learner sees: for each option that looks good, the state at the end of the turn after it.

The game's own ratings choose the options and play the turn out, and its own features say how both sides stand then.
So a learner needn't find out which highways fit where, only what a position is worth. It suits any game of two with
ratings and features.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnvWrapper

from tabletown.bots.greedy import determinized, horizon_of, log_priors, play_turn
from tabletown.bots.value import result
from tabletown.envs.vector import VectorTable
from tabletown.envs.vector.sb3 import Batched
from tabletown.kernel import Match, PlayerView
from tabletown.registry import game

GAME = game("right-of-way")
WIDTH = 6  # options that are tried
STATE = 2 * len(GAME.research.features.names) + 1  # both sides' features, and the result
SHAPE = (WIDTH, STATE + 2)  # per option: the state after it, how much the ratings like it, and 1 if there is an option


def look(seen: PlayerView, rng: random.Random) -> tuple[list[str], Any]:
    """The options that look best, and a row of numbers about each."""
    options, rows = seen.decision.options, np.zeros(SHAPE, np.float32)
    rows[:, -1] = np.arange(WIDTH) < len(options)
    if len(options) == 1:
        return list(options), rows
    rates = GAME.bots.rate(seen.state, seen.decision)
    likes = log_priors(rates, 1.0)
    places = sorted(range(len(options)), key=rates.__getitem__, reverse=True)[:WIDTH]
    imagined = determinized(seen, rng)
    for row, place in zip(rows, places):
        row[:-2] = after(imagined.clone(), seen.seat, options[place])
        row[-2] = likes[place]
    return [options[place] for place in places], rows


def after(match: Match, seat: int, option: str) -> list[float]:
    turn = horizon_of(match)
    match.choose(seat, option)
    play_turn(match, seat, turn)
    sides = GAME.research.features.rows(match.state)
    ended = result(match)
    return [*sides[seat], *sides[1 - seat], 2 * ended[seat] - 1 if ended else 0.0]


class Afterstates(VecEnvWrapper):
    """A batch in which an action is the place of an option among those that look best."""

    def __init__(self, batch: VectorTable, seed: int) -> None:
        self.batch, self.rng = batch, random.Random(seed)
        self.words: list[Sequence[str]] = [()] * batch.n
        seen = gymnasium.spaces.Box(-np.inf, np.inf, SHAPE, np.float32)
        super().__init__(Batched(batch), seen, gymnasium.spaces.Discrete(WIDTH))

    def reset(self) -> Any:
        self.venv.reset()
        return self.look()

    def step_async(self, actions: Any) -> None:
        words = [words[place] for words, place in zip(self.words, actions)]
        tables = self.batch.tables
        self.venv.step_async(np.array([table.action(word) for table, word in zip(tables, words)]))

    def step_wait(self) -> Any:
        _, rewards, done, infos = self.venv.step_wait()
        return self.look(), rewards, done, [{} for _ in infos]

    def look(self) -> Any:
        rows = []
        for place, table in enumerate(self.batch.tables):
            self.words[place], row = look(table.match.player_view(table.seat), self.rng)
            rows.append(row)
        self.mask = np.stack(rows)[:, :, -1] > 0
        return np.stack(rows)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(self.mask) if method_name == "action_masks" else super().env_method(method_name, *args, **kwargs)
