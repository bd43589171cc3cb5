"""Masked PPO learns Right of Way: `python3 run.py install learn`, then `python examples/learning/learn.py --hours 1`.

It begins by picking blindly among the six options that look best, plays against `greedy`, and is rewarded turn by turn
by the change of its chance of winning. `curve.csv` and `weights.pt` are updated regularly, and it can be stopped at any
time. Time is CPU time, so other load doesn't change the result. `learned.py` plays by the weights that lie beside it.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from afterstates import Afterstates
from network import Scorer
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from tabletown.envs.vector import VectorTable

ROWS = 32
RECENT = 200  # matches whose wins make a point of the curve


class Watch(BaseCallback):
    """Counts wins, writes the curve, and ends when the time is up."""

    def __init__(self, folder: Path, until: float) -> None:
        super().__init__()
        self.folder, self.until = folder, until
        self.paid = np.zeros(ROWS)
        self.won: list[float] = []

    def _on_step(self) -> bool:
        self.paid += self.locals["rewards"]
        for row in self.locals["dones"].nonzero()[0]:
            self.won.append(0.5 if abs(self.paid[row]) < 0.2 else float(self.paid[row] > 0))
            self.paid[row] = 0.0
        return time.process_time() < self.until

    def _on_rollout_end(self) -> None:
        recent = self.won[-RECENT:]
        with (self.folder / "curve.csv").open("a", newline="") as file:
            share = round(float(np.mean(recent)), 3) if recent else ""
            csv.writer(file).writerow([round(time.process_time()), self.num_timesteps, len(self.won), share])
        torch.save(self.model.policy.action_net.state_dict(), self.folder / "weights.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=1.0, help="of CPU")
    parser.add_argument("--folder", type=Path, default=Path("build/learning"))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    world = Afterstates(VectorTable("right-of-way", ROWS, opponents="greedy", reward="chances", seed=1), seed=1)
    model = MaskablePPO(
        Scorer,
        world,
        learning_rate=1e-3,
        n_steps=64,
        batch_size=256,
        n_epochs=6,
        gamma=0.97,
        gae_lambda=0.9,
        ent_coef=0.002,
        target_kl=0.05,
        seed=1,
    )
    seen = [world.reset()]
    for _ in range(100):
        seen.append(world.step(np.zeros(ROWS, int))[0])
    model.policy.measure(np.concatenate(seen))
    world.seed(2)
    model.learn(1 << 40, callback=Watch(given.folder, given.hours * 3600))


if __name__ == "__main__":
    main()
