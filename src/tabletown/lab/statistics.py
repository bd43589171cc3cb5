"""Win rates with intervals, scores and lengths."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence

import msgspec

from tabletown.lab.simulate import Played


def interval(won: float, of: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson): honest also near 0 and 1."""
    if of == 0:
        return 0.0, 1.0
    share = won / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    spread = z / (1 + z * z / of) * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, middle - spread), min(1.0, middle + spread)


class Row(msgspec.Struct):
    """How one bot, or one seat, did."""

    name: str
    matches: int
    wins: float  # a win shared by n counts 1/n; in a cooperative game every winner counts whole
    low: float
    high: float
    mean_score: float | None
    score_deciles: list[float]

    @property
    def share(self) -> float:
        return self.wins / self.matches if self.matches else 0.0


class Report(msgspec.Struct):
    game: str
    matches: int
    bots: list[Row]
    seats: list[Row]
    endings: dict[str, int]
    mean_answers: float
    most_answers: int


def report(name: str, played: Sequence[Played], cooperative: bool = False) -> Report:
    by_bot: dict[str, list[tuple[float, float | None]]] = {}
    by_seat: dict[str, list[tuple[float, float | None]]] = {}
    for match in played:
        share = 1.0 if cooperative else 1 / max(1, len(match.winners))
        for seat, bot in enumerate(match.bots):
            result = (share if seat in match.winners else 0.0, match.scores[seat] if match.scores else None)
            by_bot.setdefault(bot, []).append(result)
            by_seat.setdefault(f"seat {seat + 1}", []).append(result)
    answers = [match.answers for match in played] or [0]
    return Report(
        name,
        len(played),
        [_row(bot, results) for bot, results in by_bot.items()],
        [_row(seat, results) for seat, results in sorted(by_seat.items())],
        dict(Counter(match.reason for match in played).most_common()),
        statistics.fmean(answers),
        max(answers),
    )


def _row(name: str, results: list[tuple[float, float | None]]) -> Row:
    wins = sum(win for win, _ in results)
    scores = sorted(score for _, score in results if score is not None)
    deciles = [scores[min(len(scores) - 1, len(scores) * tenth // 10)] for tenth in range(11)] if scores else []
    mean = statistics.fmean(scores) if scores else None
    return Row(name, len(results), wins, *interval(wins, len(results)), mean, deciles)
