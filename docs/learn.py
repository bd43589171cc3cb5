"""An agent that learns Right of Way from observations only, with NumPy, in five minutes on one core.

    python docs/learn.py [--minutes 5] [--game right-of-way]

It plays against itself, keeps the observation of each seat after its move, and fits one weight per number of the
observation to the result and its margin (logistic regression). Then it plays by these weights: it tries random turns on
copies of the table and takes the one with the best resulting position. It plays better now, so it learns from these
matches in turn.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from tabletown.envs import Table
from tabletown.lab.statistics import interval

LONGEST = 30  # answers in a turn


class Learner:
    def __init__(self, game: str, seed: int = 1, tries: int = 32) -> None:
        self.table, self.rng, self.tries = Table(game), random.Random(seed), tries
        self.weights = np.zeros(self.table.size + 1)
        self.mean, self.scale = np.zeros(self.table.size), np.ones(self.table.size)
        self.positions: list[np.ndarray] = []
        self.results: list[float] = []

    def value(self, observations: np.ndarray) -> np.ndarray:
        seen = (observations - self.mean) * self.scale
        return seen @ self.weights[:-1] + self.weights[-1]

    def plan(self, table: Table, seat: int) -> list[int]:
        """The answers until another seat is asked: of some random turns, the one that leads to the best position."""
        tried, after = [], []
        for _ in range(self.tries):
            twin, answers = table.clone(seed=self.rng.getrandbits(60)), []
            while twin.seat == seat and len(answers) < LONGEST and not twin.over:
                answers.append(self.rng.choice(twin.legal(seat)))
                twin.step(answers[-1], seat)
            tried.append(answers)
            after.append(twin.observe(seat))
        return tried[int(self.value(np.array(after)).argmax())]

    def play(self, table: Table, players: list[float | None]) -> list[float]:
        """Play a match. A player is given by its rate of mistakes, or None for random play. Positions are kept."""
        table.reset(self.rng.getrandbits(60))
        seen: list[tuple[int, np.ndarray]] = []
        plans: list[list[int]] = [[] for _ in players]
        while not table.over:
            seat, legal = table.seat, table.legal(table.seat)
            slips, plan = players[seat], plans[seat]
            if slips is None or len(legal) == 1 or self.rng.random() < slips:
                action, plans[seat] = self.rng.choice(legal), []
            else:
                if not plan or plan[0] not in legal:  # luck intervened
                    plan = plans[seat] = self.plan(table, seat)
                action = plan.pop(0)
            table.step(action, seat)
            if table.seat != seat and self.rng.random() < 0.5:
                seen += [(each, table.observe(each)) for each in range(table.seats)]
        rewards = table.rewards
        self.positions += [position for _, position in seen]
        results = [(won + by) / 2 for won, by in zip(rewards, margins(table))]
        self.results += [(results[seat] + 1) / 2 for seat, _ in seen]
        return rewards

    def fit(self, newest: int = 16_000, steps: int = 300, rate: float = 0.5, keep: float = 1e-3) -> None:
        """Logistic regression of results on the newest positions, starting from the present weights."""
        x = np.array(self.positions[-newest:], dtype=np.float32)
        y = np.array(self.results[-newest:], dtype=np.float32)
        if not self.weights.any():  # rare features get small weights
            self.mean, spread = x.mean(0), x.std(0)
            self.scale = np.where(spread > 0, 1 / np.maximum(spread, 0.5), 0) / np.sqrt(max(1, (spread > 0).sum()))
        x = ((x - self.mean) * self.scale).astype(np.float32)
        weights, bias = self.weights[:-1].astype(np.float32), float(self.weights[-1])
        momentum = np.zeros(x.shape[1], np.float32)
        for _ in range(steps):
            wrong = y - 1 / (1 + np.exp(-(x @ weights + bias)))
            momentum = 0.9 * momentum + x.T @ wrong / len(y) - keep * weights
            weights = weights + rate * 10 * momentum
            bias += rate * float(wrong.mean())
        self.weights = np.append(weights, bias).astype(np.float64)


def margins(table: Table) -> list[float]:
    """How clearly each seat won or lost, between -1 and 1; a close match says less."""
    outcome = table.match.outcome
    if outcome is None or not outcome.scores or table.seats == 1:
        return table.rewards
    scores = outcome.scores
    ahead = [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)]
    return [float(np.tanh(2 * by / (1 + max(map(abs, scores))))) for by in ahead]


def measure(learner: Learner, matches: int) -> tuple[float, int]:
    """The share of wins against random play, with shared wins as halves; seats alternate."""
    won, kept = 0.0, (learner.positions, learner.results)
    learner.positions, learner.results = [], []
    for number in range(matches):
        seat = number % learner.table.seats
        players: list[float | None] = [None] * learner.table.seats
        players[seat] = 0.0
        won += (learner.play(learner.table, players)[seat] + 1) / 2
    learner.positions, learner.results = kept
    return won, matches


def learn(game: str, seconds: float, seed: int = 1, first: int = 150) -> Learner:
    """Play random matches first, then matches against itself with mistakes, refitting until the time is over."""
    learner, until = Learner(game, seed), time.process_time() + seconds
    seats = learner.table.seats
    for _ in range(first):
        learner.play(learner.table, [None] * seats)
        if time.process_time() > until:
            break
    learner.fit()
    while time.process_time() < until:
        for _ in range(20):
            learner.play(learner.table, [0.15] * seats)
            if time.process_time() > until:
                break
        learner.fit(steps=60)
    return learner


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="right-of-way")
    parser.add_argument("--minutes", type=float, default=5.0, help="of one core's time to learn in")
    parser.add_argument("--matches", type=int, default=200, help="against random, to measure it by")
    parser.add_argument("--at-least", type=float, default=0.0, help="fail below this share of wins, in percent")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    learner = learn(arguments.game, 60 * arguments.minutes, arguments.seed)
    won, of = measure(learner, arguments.matches)
    low, high = interval(won, of)
    print(f"{arguments.game}: {100 * won / of:.0f} % against random [{100 * low:.0f}, {100 * high:.0f}], {of} matches")
    if 100 * won / of < arguments.at_least:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
