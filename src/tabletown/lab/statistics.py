"""Shares with correct intervals: the sample is matches, not seats, and matches of one seed form one block.

All intervals come from `share`. tests/lab/test_statistics.py checks it against simulations.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from tabletown.lab.matches.play import MatchRow

LEVEL = 0.95
FEWEST = 100  # matches before a sequential study may stop


def interval(won: float, of: float, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share of independent matches (Wilson), also correct near 0 and 1.

    >>> low, high = interval(60, 100)
    >>> round(low, 2), round(high, 2)
    (0.5, 0.69)
    """
    if of <= 0:
        return 0.0, 1.0
    share = won / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    spread = z / (1 + z * z / of) * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (max(0.0, middle - spread) if won else 0.0), (min(1.0, middle + spread) if won < of else 1.0)


def format_interval(won: float, of: float) -> str:
    """A share of independent matches with its interval, in whole per cent."""
    low, high = interval(won, of)
    return f"{100 * won / of:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"


class Share(NamedTuple):
    value: float
    low: float
    high: float
    blocks: int

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


class Block(NamedTuple):
    """Wins out of chances in one match, or in all matches of one seed."""

    won: float
    of: float


def share(blocks: Iterable[Block], level: float = LEVEL) -> Share:
    """Wins out of chances when only blocks are independent (a ratio, with the variance between blocks).

    The spread of the blocks gives an effective number of independent matches, for which Wilson's interval is used.
    With blocks of one match each it is Wilson's interval itself.

    >>> found = share([Block(1, 2), Block(2, 2), Block(0, 2), Block(1, 2)])
    >>> found.value, found.low < 0.5 < found.high
    (0.5, True)
    """
    found = [block for block in blocks if block.of > 0]
    count, total = len(found), sum(block.of for block in found)
    if not count:
        return Share(0.0, 0.0, 1.0, 0)
    value = sum(block.won for block in found) / total
    z = normal_quantile((1 + level) / 2)
    if count == 1 or value in (0.0, 1.0):
        return Share(value, *interval(value * count, count, z), count)
    spread = sum((block.won - value * block.of) ** 2 for block in found) * count / (count - 1) / total**2
    if spread < 1e-15:  # every block is the same by design, such as one bot on all seats of a game with a winner
        return Share(value, value, value, count)
    if all(block.of == 1 and block.won in (0, 1) for block in found):
        return Share(value, *interval(value * count, count, z), count)
    worth = value * (1 - value) / spread
    return Share(value, *interval(value * worth, worth, student_quantile((1 + level) / 2, count - 1)), count)


def difference(pairs: Sequence[tuple[float, float]], level: float = LEVEL) -> Share:
    """The mean of second minus first over pairs played on the same seeds."""
    gains = [after - before for before, after in pairs]
    if len(gains) < 2:
        return Share(gains[0] if gains else 0.0, -1.0, 1.0, len(gains))
    mean = statistics.fmean(gains)
    half = student_quantile((1 + level) / 2, len(gains) - 1) * statistics.stdev(gains) / math.sqrt(len(gains))
    return Share(mean, mean - half, mean + half, len(gains))


def contrast(with_it: Sequence[Block], without: Sequence[Block], level: float = LEVEL) -> Share:
    """How much larger the first share is than the second (Newcombe: from both intervals, also correct near 0 and 1)."""
    one, other = share(with_it, level), share(without, level)
    gain = one.value - other.value
    low = gain - math.hypot(one.value - one.low, other.high - other.value)
    high = gain + math.hypot(one.high - one.value, other.value - other.low)
    return Share(gain, max(-1.0, low), min(1.0, high), one.blocks + other.blocks)


def within(pairs: Sequence[tuple[Block, Block]], level: float = LEVEL) -> Share:
    """Like `contrast`, if both kinds play in the same matches, where one wins what the other loses."""
    count = len(pairs)
    of = [sum(pair[kind].of for pair in pairs) for kind in (0, 1)]
    if count < 2 or not all(of):
        return Share(0.0, -1.0, 1.0, count)
    one, other = (sum(pair[kind].won for pair in pairs) / of[kind] for kind in (0, 1))
    spread = sum(
        ((having.won - one * having.of) / of[0] - (lacking.won - other * lacking.of) / of[1]) ** 2
        for having, lacking in pairs
    )
    half = student_quantile((1 + level) / 2, count - 1) * math.sqrt(spread * count / (count - 1))
    return Share(one - other, max(-1.0, one - other - half), min(1.0, one - other + half), count)


def mean(values: Sequence[float], level: float = LEVEL) -> Share:
    """A mean of independent values, such as lengths or scores."""
    return difference([(0.0, value) for value in values], level)


def level_for(comparisons: int, level: float = LEVEL) -> float:
    """The level of each interval so that this many hold together at the given level (Šidák)."""
    return float(level ** (1 / max(1, comparisons)))


# ---------------------------------------------------------------------- quantiles


def normal_quantile(p: float) -> float:
    return statistics.NormalDist().inv_cdf(p)


def student_quantile(p: float, freedom: int) -> float:
    """Student's t from its Cornish-Fisher expansion; accurate to a hundredth from 4 degrees of freedom on."""
    z = normal_quantile(p)
    if freedom < 1:
        return math.inf
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * math.sqrt(2 / (4 * p * (1 - p)))
    n = float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n ** (power + 1) for power, term in enumerate(terms))


# ---------------------------------------------------------------------- what seats and bots did


def won(match: MatchRow, seat: int, cooperative: bool) -> float:
    """What a match counts for a seat: a win shared by n is 1/n; in a cooperative game it is a whole win."""
    if seat not in match.winners:
        return 0.0
    return 1.0 if cooperative else 1 / len(match.winners)


def blocks_of(played: Iterable[MatchRow], seats: Mapping[int, Sequence[int]], cooperative: bool) -> list[Block]:
    """The wins of these seats (match number -> seats), one block per seed. A team counts once per match."""
    found: dict[Hashable, list[float]] = {}
    for number, match in enumerate(played):
        chosen = seats.get(number, ())
        if not chosen:
            continue
        block = found.setdefault((match.arm, match.seed), [0.0, 0.0])
        if cooperative:
            block[0] += won(match, chosen[0], True)
            block[1] += 1
        else:
            block[0] += sum(won(match, seat, False) for seat in chosen)
            block[1] += len(chosen)
    return [Block(*block) for block in found.values()]


class Row(msgspec.Struct):
    """The results of one bot or one seat."""

    name: str
    matches: int
    wins: float  # a win shared by n counts 1/n; a team counts once per match
    low: float
    high: float
    mean_score: float | None
    score_deciles: list[float]
    share: float = 0.0


class Report(msgspec.Struct):
    game: str
    matches: int
    bots: list[Row]
    seats: list[Row]
    endings: dict[str, int]
    mean_answers: float
    most_answers: int
    failed: int = 0


def report(name: str, played: Sequence[MatchRow], cooperative: bool = False) -> Report:
    """How often each bot and each seat won, with intervals.

    >>> from tabletown.lab import simulate
    >>> found = report("right-of-way", list(simulate("right-of-way", ["random", "random"], matches=2)))
    >>> found.matches
    2
    """
    counted = [match for match in played if match.counts]
    by_bot: dict[str, dict[int, list[int]]] = {}
    by_seat: dict[int, dict[int, list[int]]] = {}
    for number, match in enumerate(counted):
        for seat, bot in enumerate(match.bots):
            by_bot.setdefault(bot, {}).setdefault(number, []).append(seat)
            by_seat.setdefault(seat, {})[number] = [seat]
    answers = [match.answers for match in counted] or [0]
    return Report(
        name,
        len(counted),
        [_row(bot, counted, seats, cooperative) for bot, seats in by_bot.items()],
        [_row(f"seat {seat + 1}", counted, by_seat[seat], cooperative) for seat in sorted(by_seat)],
        dict(Counter(match.reason for match in counted).most_common()),
        statistics.fmean(answers),
        max(answers),
        len(played) - len(counted),
    )


def _row(name: str, played: Sequence[MatchRow], seats: Mapping[int, Sequence[int]], cooperative: bool) -> Row:
    blocks = blocks_of(played, seats, cooperative)
    found = share(blocks)
    scores = sorted(
        played[number].scores[seat] for number, chosen in seats.items() for seat in chosen if played[number].scores
    )
    deciles = [scores[min(len(scores) - 1, len(scores) * tenth // 10)] for tenth in range(11)] if scores else []
    score = statistics.fmean(scores) if scores else None
    wins = sum(block.won for block in blocks)
    return Row(name, len(seats), wins, found.low, found.high, score, deciles, found.value)


def precise(played: Sequence[MatchRow], points: float, cooperative: bool) -> bool:
    """Whether the interval of every bot and seat is at most ± this many points."""
    if len(played) < FEWEST:
        return False
    found = report("", played, cooperative)
    return all((row.high - row.low) / 2 <= points / 100 for row in (*found.bots, *found.seats))
