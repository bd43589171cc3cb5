"""The findings of a study, as data for the report."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from tabletown.kernel import Game
from tabletown.lab.matches.play import CHANCE_KIND, MatchRow
from tabletown.lab.statistics import Block, Share, contrast, difference, level_for, share, within, won
from tabletown.lab.studies.study import BASE, Study

FEW = 25  # things that came up less often are left out


class Finding(NamedTuple):
    """A share or a difference with its interval. `hit`: the interval excludes the fair value, if there is one."""

    name: str
    share: Share
    fair: float | None
    matches: int
    seat: int = -1

    @property
    def hit(self) -> bool:
        return self.fair is not None and not self.share.low <= self.fair <= self.share.high


def seat_names(game: Game, seats: int) -> list[str]:
    return [*game.about.seat_names[:seats]] or [f"Seat {seat + 1}" for seat in range(seats)]


def wins(played: Sequence[MatchRow], seat: int, cooperative: bool) -> list[Block]:
    """The wins of a seat, one block per seed."""
    blocks: dict[int, list[float]] = {}
    for match in played:
        block = blocks.setdefault(match.seed, [0.0, 0.0])
        block[0] += won(match, seat, cooperative)
        block[1] += 1
    return [Block(*block) for block in blocks.values()]


def by_seat(game: Game, played: Sequence[MatchRow]) -> list[Finding]:
    """How often each seat won; fair is the average of all seats. A team has one row."""
    if not played:
        return []
    if game.about.cooperative:
        found = share(wins(played, 0, True))
        return [Finding("All together", found, None, len(played))]
    count = len(played[0].bots)
    shares = [share(wins(played, seat, False)) for seat in range(count)]
    fair = sum(found.value for found in shares) / count
    names = seat_names(game, count)
    return [Finding(names[seat], shares[seat], fair, len(played), seat) for seat in range(count)]


def by_bot(game: Game, played: Sequence[MatchRow]) -> list[Finding]:
    """How often each bot won, if different bots played."""
    kinds = list(dict.fromkeys(bot for match in played for bot in match.bots))
    if len(kinds) < 2:
        return []
    rows = []
    for kind in kinds:
        blocks: dict[int, list[float]] = {}
        for match in played:
            seats = [seat for seat, bot in enumerate(match.bots) if bot == kind]
            block = blocks.setdefault(match.seed, [0.0, 0.0])
            block[0] += sum(won(match, seat, False) for seat in seats)
            block[1] += len(seats)
        rows.append(Finding(kind, share([Block(*block) for block in blocks.values()]), None, len(played)))
    fair = sum(won(match, seat, False) for match in played for seat in range(len(match.bots)))
    fair /= sum(len(match.bots) for match in played)
    return [row._replace(fair=fair) for row in rows]


def scores(played: Sequence[MatchRow]) -> list[list[float]]:
    """Each seat's scores."""
    scored = [match for match in played if match.scores]
    return [[match.scores[seat] for match in scored] for seat in range(len(scored[0].scores))] if scored else []


def endings(played: Sequence[MatchRow]) -> list[tuple[str, int]]:
    return Counter(match.reason for match in played).most_common()


# ---------------------------------------------------------------------- which thing shifts the winner


def shifts(game: Game, played: Sequence[MatchRow]) -> list[Finding]:
    """For each watched thing: how much more often seats won that had more of it than usual.

    For a card that affects all, the seat that it helps or hurts most. All intervals hold together.
    """
    asked: list[tuple[str, int, int, Callable[[float], Share]]] = []
    team = game.about.cooperative
    for thing in sorted({thing for match in played for thing in match.things}):
        counts = [match.things.get(thing, ()) for match in played]
        if not team and not thing.startswith(CHANCE_KIND):
            pairs = _by_own(played, counts)
            having = sum(pair[0].of > 0 for pair in pairs)
            if min(having, sum(pair[1].of > 0 for pair in pairs)) >= FEW:
                asked.append((thing, -1, having, partial(within, pairs)))
            continue
        sums = [sum(count) for count in counts]
        usual = _usual(sums)
        often = sum(count > usual for count in sums)
        if min(often, len(sums) - often) >= FEW:
            for seat in range(1 if team else len(played[0].bots)):
                rows = [Block(won(match, seat, team), 1) for match in played]
                more = [row for row, count in zip(rows, sums) if count > usual]
                rest = [row for row, count in zip(rows, sums) if count <= usual]
                asked.append((thing, -1 if team else seat, often, partial(contrast, more, rest)))
    level = level_for(len(asked))
    found = [Finding(thing, measure(level), 0.0, often, seat) for thing, seat, often, measure in asked]
    best: dict[str, Finding] = {}
    for row in found:
        if row.name not in best or abs(row.share.value) > abs(best[row.name].share.value):
            best[row.name] = row
    return sorted(best.values(), key=lambda row: -row.share.value)


def _usual(counts: Sequence[int]) -> float:
    """The threshold for "often": the median, or just below it if hardly any seat had more."""
    middle = statistics.median(counts)
    return middle if sum(count > middle for count in counts) >= len(counts) / 5 else middle - 0.5


def _by_own(played: Sequence[MatchRow], counts: Sequence[Sequence[int]]) -> list[tuple[Block, Block]]:
    """For each match, the wins of seats that chose it more often than usual, and of the others."""
    seats = len(played[0].bots)
    usual = _usual([count for row in counts for count in (row or [0] * seats)])
    pairs = []
    for match, row in zip(played, counts):
        more = [seat for seat in range(seats) if (row[seat] if row else 0) > usual]
        rest = [seat for seat in range(seats) if seat not in more]
        both = [Block(sum(won(match, seat, False) for seat in some), len(some)) for some in (more, rest)]
        pairs.append((both[0], both[1]))
    return pairs


# ---------------------------------------------------------------------- sweeps


def sweep(game: Game, study: Study, arms: dict[str, list[MatchRow]], seat: int) -> list[Finding]:
    """For each arm, the change of a seat's (or the team's) share from the printed rules, on the same seeds."""
    base = {(match.seed, match.bots): match for match in arms.get(BASE, ())}
    found = []
    for arm in study.arms():
        pairs = [
            (won(base[key], max(0, seat), seat < 0), won(match, max(0, seat), seat < 0))
            for match in arms.get(arm.name, ())
            if (key := (match.seed, match.bots)) in base
        ]
        if arm.name != BASE and pairs:
            found.append(Finding(arm_name(game, arm.name), difference(pairs), 0.0, len(pairs)))
    return sorted(found, key=lambda row: row.share.value)


def arm_name(game: Game, name: str) -> str:
    """An arm such as `ties = seat_order`, in the words of the setting."""
    option, _, value = name.partition(" = ")
    setting = next((setting for setting in game.about.settings if setting.id == option), None)
    if setting is None:
        return name
    title, colon, _ = setting.values.get(value, "").partition(": ")  # a scenario has a title of its own
    return f"{setting.title}: {title if colon and len(title) < 30 else value.replace('_', ' ')}"
