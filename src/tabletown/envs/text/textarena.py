"""Every game with the interface of TextArena: reset, get_observation, step, close.

    from tabletown.envs.text.textarena import ArenaEnv
    env = ArenaEnv("right-of-way")
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        player, observation = env.get_observation()
        done, info = env.step(agents[player](observation))
    rewards, game_info = env.close()

`get_observation` returns one string, as TextArena's wrappers for language models do. A refused answer comes back with
its reason; a player whose answers are refused `patience` times in a row loses.
"""

from __future__ import annotations

from typing import Any

from tabletown.envs.text.env import TextEnv
from tabletown.kernel import Game

PATIENCE = 5


class ArenaEnv:
    def __init__(self, game: str | Game, patience: int = PATIENCE, **settings: Any) -> None:
        """`settings`: those of TextEnv (`options`, `listed`, `disguised` …)."""
        self.game, self.patience, self.settings = game, patience, settings
        self.env = TextEnv(game, **settings)
        self._begin()

    def _begin(self) -> None:
        self.turns = [0] * self.env.match.seats
        self.refused_in_a_row = 0
        self.loser: int | None = None
        self._told = ""

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        self.env = TextEnv(self.game, num_players, **self.settings)
        self.env.reset(seed)
        self._begin()

    @property
    def done(self) -> bool:
        return self.loser is not None or self.env.over

    def get_observation(self) -> tuple[int, str]:
        """The player to act and their prompt."""
        player = max(0, self.env.seat)
        return player, self.env.prompt(player) + self._told

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        player = self.env.seat
        answer = self.env.step(action)
        if answer.option:
            self.turns[player] += 1
            self.refused_in_a_row, self._told = 0, ""
        else:
            self.refused_in_a_row += 1
            self._told = f"\n\n## Your last answer was refused\n{answer.said}: {answer.reason} [{answer.rule}]"
            if self.refused_in_a_row >= self.patience:
                self.loser = player
        return self.done, {"option": answer.option, "reason": answer.reason, "rule": answer.rule}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """The rewards and the game info, by player."""
        rewards = self.env.rewards
        if self.loser is not None:
            together = self.env.game.about.cooperative
            rewards = [-1.0 if together or seat == self.loser else 1.0 for seat in range(len(rewards))]
        names = self.env.match.names
        info = {
            seat: {"role": names[seat], "invalid_move": seat == self.loser, "turn_count": self.turns[seat]}
            for seat in range(len(rewards))
        }
        return dict(enumerate(rewards)), info
