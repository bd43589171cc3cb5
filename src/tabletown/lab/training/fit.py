"""Fitting the weights of features to matches: the chances that make their results most likely.

Every position has possible outcomes: one seat wins, or all lose together, or (in a cooperative game) all win or lose.
Each outcome has a row of numbers, its features once for each knot of the progress; a softmax over the rows is fitted by
Newton's method with a small ridge. Turns of one match are correlated and count less; a match is never split.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tabletown.bots.value import CONSTANT, KNOTS, Model
from tabletown.features import Features
from tabletown.kernel import Game
from tabletown.lab.matches.play import MatchRow

RIDGE = 3.0
RARE = 0.1  # features that are rarer than this are shrunk more
CLOSE = 10.0  # how much stronger the ridge towards a prior is than towards zero
TRACE = 0.5  # the decay of the trace: how far a turn's surprise reaches back
STIFF = 10.0  # the ridge of weights for points
ROUNDS = 12  # of fitting chances to later chances …
SETTLED = 0.01  # … unless they hardly change

Array = np.ndarray[Any, np.dtype[np.float64]]
Part = tuple[Array, Array, Array]  # design matrix, share of each outcome, weight of each position


class Data(NamedTuple):
    """Positions of matches with the same number of seats."""

    rows: Array  # position, seat, feature
    won: Array  # position, outcome: its share
    points: Array  # position, seat: final points
    match: np.ndarray[Any, np.dtype[np.int64]]  # position: the number of its match

    @property
    def lead(self) -> Array:
        """Final points above the mean of the table, by position and seat."""
        found: Array = self.points - self.points.mean(1, keepdims=True)
        return found


class Shape:
    """The outcomes of a game and the weights that each of them uses."""

    def __init__(self, game: Game) -> None:
        features = game.research.features
        assert isinstance(features, Features)
        self.names, self.shared = features.names, features.shared
        self.cooperative, self.all_lose = game.about.cooperative, features.all_lose
        self.roles = game.about.seats[0] if game.about.roles else 0
        own = len(self.names) - self.shared
        self.own = (
            0 if self.cooperative else own + 1 if self.roles else own
        )  # a constant says nothing if all seats are alike
        self.common = [*self.names[1 : self.shared], CONSTANT]  # progress is expressed by the knots
        self.table = len(self.common) if self.cooperative or self.all_lose else 0
        self.size = KNOTS * (self.own * max(1, self.roles) + self.table)

    def data(self, played: Sequence[MatchRow]) -> list[Data]:
        by_seats: dict[int, list[tuple[int, MatchRow]]] = {}
        for number, match in enumerate(played):
            if match.positions and not match.error:
                by_seats.setdefault(len(match.bots), []).append((number, match))
        found = []
        for seats, matches in by_seats.items():
            rows, won, points, numbers = [], [], [], []
            for number, match in matches:
                part = np.frombuffer(match.positions, np.float32).reshape(-1, seats, len(self.names))
                rows.append(part.astype(np.float64))
                won.append(np.tile(self.result(match, seats), (len(part), 1)))
                points.append(np.tile(np.array(match.scores or [0.0] * seats, float), (len(part), 1)))
                numbers.append(np.full(len(part), number))
            together = [np.concatenate(each) for each in (rows, won, points, numbers)]
            found.append(Data(*together))
        return found

    def result(self, match: MatchRow, seats: int) -> Array:
        if self.cooperative:
            return np.array([float(bool(match.winners)), float(not match.winners)])
        shares = [1 / len(match.winners) if seat in match.winners else 0.0 for seat in range(seats)]
        return np.array([*shares, float(not match.winners)] if self.all_lose else shares)

    def design(self, data: Data) -> Array:
        """The design matrix: position, outcome, weight."""
        positions, seats, _ = data.rows.shape
        outcomes = data.won.shape[1]
        knots = _hats(data.rows[:, 0, 0])
        found = np.zeros((positions, outcomes, self.size))
        one = np.ones((positions, 1))
        if not self.cooperative:
            for seat in range(seats):
                own = data.rows[:, seat, self.shared :]
                if self.roles:
                    own = np.concatenate([own, one], axis=1)
                start = KNOTS * self.own * seat if self.roles else 0
                block = (own[:, :, None] * knots[:, None, :]).reshape(positions, -1)
                found[:, seat, start : start + KNOTS * self.own] = block
        if self.table:
            common = np.concatenate([data.rows[:, 0, 1 : self.shared], one], axis=1)
            outcome = 0 if self.cooperative else seats
            block = (common[:, :, None] * knots[:, None, :]).reshape(positions, -1)
            found[:, outcome, -KNOTS * self.table :] = block
        return found

    def weights(self, model: Model) -> Array:
        """The weights of a model as one vector."""
        own = [*self.names[self.shared :], *([CONSTANT] if self.roles else [])]
        rows = [weights[name] for weights in model.seats for name in own]
        if self.table:
            rows += [model.table[name] for name in self.common]
        return np.array(rows).reshape(-1)

    def model(self, weights: Array) -> Model:
        def named(part: Array, names: Sequence[str]) -> dict[str, list[float]]:
            rows = part.reshape(len(names), KNOTS)
            return {name: [float(f"{number:.5g}") for number in row] for name, row in zip(names, rows, strict=True)}

        own = [*self.names[self.shared :], *([CONSTANT] if self.roles else [])]
        size = KNOTS * len(own)
        seats = [named(weights[size * n : size * (n + 1)], own) for n in range(max(1, self.roles))] if own else []
        table = named(weights[-KNOTS * self.table :], self.common) if self.table else {}
        return Model([] if self.cooperative else seats, table)


def fit_points(game: Game, played: Sequence[MatchRow]) -> Model:
    """Fit the final lead in points from turn to turn, for games that points decide.

    Each turn's estimate should agree with the next one's, and the last with the result (least-squares temporal
    differences with a trace). That separates the effect of one turn from the luck of all others, so a few hundred
    matches say more than thousands of wins. Then a fit at each knot says how often a lead of that size wins.
    """
    shape = Shape(game)
    every = shape.data(played)
    parts = [(_of_lead(shape, data), data.lead, data.match, len(data.rows)) for data in every]
    total = sum(x.shape[0] * x.shape[1] for x, *_ in parts)
    scale = np.sqrt(sum((x**2).sum((0, 1)) for x, *_ in parts) / total + RARE**2)
    size = len(scale)
    curve, slope = STIFF * np.eye(size), np.zeros(size)
    for x, lead, match, count in parts:
        x = x / scale
        last = np.append(match[1:] != match[:-1], True)
        after = np.concatenate([x[1:], x[-1:]])
        after[last] = 0.0
        trace, traces = np.zeros(x.shape[1:]), np.empty_like(x)
        for turn in range(count):
            trace = x[turn] if turn == 0 or last[turn - 1] else TRACE * trace + x[turn]
            traces[turn] = trace
        curve += traces.reshape(-1, size).T @ (x - after).reshape(-1, size)
        slope += np.einsum("nsf,ns->f", traces[last], lead[last])
    weights = np.linalg.solve(curve, slope) / scale
    return _sure(shape, [(shape.design(data), data.won, _weights(data)) for data in every], weights)


def _of_lead(shape: Shape, data: Data) -> Array:
    """The design matrix of leads: position, seat, weight, relative to the mean of the table."""
    x = shape.design(data)
    found: Array = x - x.mean(1, keepdims=True)
    return found


def fit(game: Game, played: Sequence[MatchRow], ridge: float = RIDGE, prior: Model | None = None) -> Model:
    """The model that makes these results most likely; with `prior`, close to that model up to a scale at each knot."""
    shape = Shape(game)
    parts = [(shape.design(data), data.won, _weights(data)) for data in shape.data(played)]
    start = np.zeros(shape.size)
    if prior is not None:
        start, ridge = shape.weights(_sure(shape, parts, shape.weights(prior))), ridge * CLOSE
    scale = _scale(parts)
    return shape.model(_likeliest([(x / scale, y, w) for x, y, w in parts], start * scale, ridge) / scale)


def fit_turns(game: Game, played: Sequence[MatchRow]) -> Model:
    """Fit chances from turn to turn: each turn's should agree with the next ones, and the last with the result.

    First the results are fitted, then repeatedly what the weights predict for the following turns. This assigns the
    luck in a result to the turns in which it happened.
    """
    shape = Shape(game)
    every = shape.data(played)
    parts = [(shape.design(data), data.won, _weights(data)) for data in every]
    scale = _scale(parts)
    parts = [(x / scale, y, w) for x, y, w in parts]
    nothing = np.zeros(shape.size)
    weights = _likeliest(parts, nothing, RIDGE)
    for _ in range(ROUNDS):
        before = weights
        parts = [(x, _expected(softmax(x @ before), data), w) for (x, _, w), data in zip(parts, every)]
        weights = _likeliest(parts, nothing, RIDGE, before)
        if np.abs(weights - before).max() < SETTLED:
            break
    return shape.model(weights / scale)


def _expected(chances: Array, data: Data) -> Array:
    """The target of each position: the predictions of later turns and the result, with decaying weights."""
    last = np.append(data.match[1:] != data.match[:-1], True)
    found = np.empty_like(chances)
    for turn in range(len(chances) - 1, -1, -1):
        found[turn] = data.won[turn] if last[turn] else (1 - TRACE) * chances[turn + 1] + TRACE * found[turn + 1]
    return found


def _scale(parts: Sequence[Part]) -> Array:
    """The typical size of each column of the design matrix."""
    squares = sum((x**2 * w[:, None, None]).sum((0, 1)) for x, _, w in parts)
    found: Array = np.sqrt(squares / sum(w.sum() for *_, w in parts) + RARE**2)
    return found


def _sure(shape: Shape, parts: Sequence[Part], weights: Array) -> Model:
    """The same weights, rescaled at each knot to be as confident as the results allow."""
    by_knot = weights.reshape(-1, KNOTS)
    said = [((x.reshape(*x.shape[:2], -1, KNOTS) * by_knot).sum(2), y, w) for x, y, w in parts]
    sure = _likeliest(said, np.zeros(KNOTS), 1e-3)
    return shape.model((by_knot * np.clip(sure, 1e-3, None)).reshape(-1))


def _likeliest(parts: Sequence[Part], start: Array, ridge: float, near: Array | None = None) -> Array:
    """Maximise the likelihood by Newton's method; `ridge` pulls towards the start. `near`: the initial guess."""
    weights, size = (start if near is None else near).copy(), len(start)
    for _ in range(50):
        slope, curve = -ridge * (weights - start), ridge * np.eye(size)
        for x, y, w in parts:
            p = softmax(x @ weights)
            slope += np.einsum("nk,nkf->f", (y - p) * w[:, None], x, optimize=True)
            flat = x.reshape(-1, size)
            curve += flat.T @ (flat * (p * w[:, None]).reshape(-1, 1))
            mean = np.einsum("nk,nkf->nf", p, x, optimize=True)
            curve -= mean.T @ (mean * w[:, None])
        step = np.linalg.solve(curve, slope)
        weights += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-6:
            break
    return weights


def _hats(progress: Array) -> Array:
    """The weight of each knot at each position."""
    at = np.clip(progress, 0, 1) * (KNOTS - 1)
    return np.asarray(np.clip(1 - np.abs(at[:, None] - np.arange(KNOTS)[None, :]), 0, 1))


def softmax(logits: Array) -> Array:
    shares = np.exp(logits - logits.max(1, keepdims=True))
    found: Array = shares / shares.sum(1, keepdims=True)
    return found


def _weights(data: Data) -> Array:
    """The weights of positions: the turns of a match together count as the square root of their number."""
    counts = np.bincount(data.match)
    return np.asarray(1 / np.sqrt(counts[data.match]))
