"""The quality of chances: Brier score, calibration error, and the calibration table."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from tabletown.bots.value import Learned, Model
from tabletown.features import Features
from tabletown.kernel import Game
from tabletown.lab.matches.play import MatchRow

BINS = 10


class Bin(NamedTuple):
    said: float  # mean predicted chance
    came: float  # how often it came true
    weight: float  # share of all predictions


class Quality(NamedTuple):
    brier: float
    base: float  # the Brier score of always predicting the share of each outcome
    error: float  # expected calibration error
    bins: list[Bin]
    better: tuple[float, float]  # 95 % interval of the improvement over the base, as a share, by match


def quality(game: Game, model: Model, played: Sequence[MatchRow], draws: int = 0) -> Quality:
    """Measure all positions of these matches, each match counting once; `draws`: bootstrap samples for the interval."""
    features = game.research.features
    assert isinstance(features, Features)
    learned = Learned(game, features, model)
    said: list[tuple[tuple[int, int], float, float, float]] = []  # outcome, chance, result, weight
    parts: list[float] = []  # the Brier score of each match
    for match in played:
        before = len(said)
        seats = len(match.bots)
        rows = unpacked(match.positions, seats, len(features.names))
        together = game.about.cooperative
        for position in rows:
            chances = learned.chances(position)
            for seat in range(1 if together else seats):
                won = float(seat in match.winners) / (1 if together else max(1, len(match.winners)))
                said.append(((seats, seat), chances[seat], won, 1 / len(rows)))
        parts.append(sum(weight * (chance - won) ** 2 for _, chance, won, weight in said[before:]))
    total = sum(weight for *_, weight in said)
    means: dict[tuple[int, int], list[float]] = {}
    for what, _, won, weight in said:
        mean = means.setdefault(what, [0.0, 0.0])
        mean[0] += weight * won
        mean[1] += weight
    brier = sum(weight * (chance - won) ** 2 for _, chance, won, weight in said) / total
    base = sum(weight * (means[what][0] / means[what][1] - won) ** 2 for what, _, won, weight in said) / total
    sums = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    for _, chance, won, weight in said:
        at = sums[min(BINS - 1, int(chance * BINS))]
        at[0] += weight * chance
        at[1] += weight * won
        at[2] += weight
    bins = [Bin(a / w, b / w, w / total) for a, b, w in sums if w]
    error = sum(each.weight * abs(each.said - each.came) for each in bins)
    return Quality(brier, base, error, bins, _better(played, parts, game.about.cooperative, draws))


def _better(played: Sequence[MatchRow], parts: Sequence[float], together: bool, draws: int) -> tuple[float, float]:
    """The bootstrap interval of the improvement, resampling matches, because they are independent."""
    rng, found = random.Random(1), []
    for _ in range(draws):
        drawn = [rng.randrange(len(played)) for _ in played]
        brier = sum(parts[number] for number in drawn)
        results: dict[tuple[int, int], list[float]] = {}
        for number in drawn:
            match = played[number]
            for seat in range(1 if together else len(match.bots)):
                won = float(seat in match.winners) / (1 if together else max(1, len(match.winners)))
                results.setdefault((len(match.bots), seat), []).append(won)
        base = sum(len(all) * _variance(all) for all in results.values())
        found.append(1 - brier / base if base else 0.0)
    found.sort()
    return (found[int(0.025 * draws)], found[int(0.975 * draws)]) if found else (0.0, 0.0)


def unpacked(positions: bytes, seats: int, size: int) -> list[list[list[float]]]:
    numbers = array("f")
    numbers.frombytes(positions)
    rows = [numbers[start : start + size].tolist() for start in range(0, len(numbers), size)]
    return [rows[start : start + seats] for start in range(0, len(rows), seats)]


def _variance(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / len(values)
