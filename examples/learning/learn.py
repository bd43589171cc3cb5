"""Masked PPO learns Right of Way: `python3 run.py install learn`, then `python examples/learning/learn.py --hours 1`.

First it imitates `greedy`, then it plays against ever stronger opponents and is rewarded at each turn by the change of
its chance of winning. `curve.csv` and `policy.zip` are updated regularly, and it can be stopped at any time. Time is
CPU time, so other load doesn't change the result.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from hexes import Planner
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from torch.nn.functional import cross_entropy

from tabletown.bots import Greedy
from tabletown.envs import Table
from tabletown.envs.vector import VectorTable
from tabletown.envs.vector.sb3 import Batched

GAME = "right-of-way"
LEVELS = ("easy", "greedy")
ROWS = 32
ENOUGH = 0.7  # share of wins at which the next level begins
RECENT = 200  # matches counted for this share


def watched(matches: int, first: int = 1_000_000) -> tuple[Any, Any, Any]:
    """Matches of greedy against itself: observations, masks and choices."""
    table, greedy = Table(GAME), Greedy(1)
    seen, masks, chosen = [], [], []
    for seed in range(first, first + matches):
        table.reset(seed)
        while not table.over:
            seat = table.seat
            observation, mask = table.look(seat)
            action = table.action(greedy.choose(table.match.player_view(seat)))
            if mask.sum() > 1:
                seen.append(observation)
                masks.append(mask)
                chosen.append(action)
            table.step(action)
    return np.stack(seen), np.stack(masks).astype(bool), np.array(chosen)


def copy(model: Any, data: tuple[Any, Any, Any], rounds: int = 1) -> float:
    """Learn to imitate these choices; returns how often it did in the last tenth of the steps."""
    policy, (seen, masks, chosen) = model.policy, data
    optimizer = torch.optim.Adam(policy.parameters(), 1e-3)
    table, right = Table(GAME), []
    steps = rounds * len(chosen) // 256
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (1 - step / steps) + 1e-5
        rows = np.random.default_rng(step).integers(len(chosen), size=256)
        known = policy.features_extractor(torch.from_numpy(table.normalised(seen[rows])))
        rated = policy.action_net(known).masked_fill(~torch.from_numpy(masks[rows]), -1e9)
        loss = cross_entropy(rated, torch.from_numpy(chosen[rows]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        right.append(float((rated.argmax(1).numpy() == chosen[rows]).mean()))
    return float(np.mean(right[-max(1, steps // 10) :]))


def batch(level: str, seed: int) -> Batched:
    return Batched(VectorTable(GAME, ROWS, opponents=level, reward="chances", seed=seed))


class Watch(BaseCallback):
    """Counts wins, writes the curve, and ends a lesson when the level is beaten or the time is up."""

    def __init__(self, level: str, folder: Path, until: float, last: bool) -> None:
        super().__init__()
        self.level, self.folder, self.until, self.last = level, folder, until, last
        self.paid = np.zeros(ROWS)
        self.won: list[float] = []

    def _on_step(self) -> bool:
        self.paid += self.locals["rewards"]
        for row in self.locals["dones"].nonzero()[0]:
            self.won.append(0.5 if abs(self.paid[row]) < 0.2 else float(self.paid[row] > 0))
            self.paid[row] = 0.0
        return time.process_time() < self.until and (self.last or not self.beaten)

    def _on_rollout_end(self) -> None:
        recent = self.won[-RECENT:]
        with (self.folder / "curve.csv").open("a", newline="") as file:
            share = round(float(np.mean(recent)), 3) if recent else ""
            csv.writer(file).writerow(
                [round(time.process_time()), self.num_timesteps, self.level, len(self.won), share]
            )
        self.model.save(self.folder / "policy")

    @property
    def beaten(self) -> bool:
        return len(self.won) >= RECENT and float(np.mean(self.won[-RECENT:])) >= ENOUGH


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=1.0, help="of CPU")
    parser.add_argument("--watch", type=int, default=2000, help="matches of greedy to copy first; 0: none")
    parser.add_argument("--folder", type=Path, default=Path("build/learning"))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    until = given.hours * 3600
    model = MaskablePPO(
        Planner,
        batch(LEVELS[0], 1),
        learning_rate=2e-4,
        n_steps=128,
        batch_size=512,
        n_epochs=3,
        gamma=0.995,
        gae_lambda=0.95,
        ent_coef=0.003,
        target_kl=0.03,
        seed=1,
    )
    if given.watch:
        data = watched(given.watch)
        seconds = time.process_time()
        alike = copy(model, data, rounds=4)
        print(
            f"watched {given.watch} matches ({seconds:.0f} s), copied to {time.process_time():.0f} s: {alike:.1%} alike"
        )
        model.save(given.folder / "copied")
    for number, level in enumerate(LEVELS):
        model.set_env(batch(level, 2 + number))
        watch = Watch(level, given.folder, until, level == LEVELS[-1])
        model.learn(1 << 40, callback=watch, reset_num_timesteps=False)
    model.save(given.folder / "policy")


if __name__ == "__main__":
    main()
