"""The coach: how the chances developed in a match, where they swung, and what search would have played there.

Chances come from `tabletown.bots.chances`. A swing is what a seat's own answer cost it according to search; luck and
the others' answers do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from tabletown.bots import Search
from tabletown.bots.chances import chances
from tabletown.bots.greedy import Greedy, horizon_of, play_turn
from tabletown.bots.value import Learned, Value
from tabletown.drawing import named
from tabletown.features import Features
from tabletown.kernel import CHANCE, Match
from tabletown.kernel.errors import BadOption
from tabletown.kernel.text import say
from tabletown.story import explain
from tabletown.story.sentences import paragraph

Rated = tuple[int, int, float]  # the number of an answer, the seat, how far below the best it was rated
SWINGS = 3
LOOKS = 4  # sampled ends of a turn that are compared
TELLS = 0.02  # in logits: smaller contributions are not mentioned
BARS = "▁▂▃▄▅▆▇█"


class Point(NamedTuple):
    number: int  # how many answers had been given
    chances: tuple[float, ...]  # of each seat; empty if nobody can win or lose


class Swing(NamedTuple):
    number: int
    seat: int
    played: str  # the option
    better: str  # the option that search would have played
    cost: float  # how much better search rates it
    more: tuple[str, ...] = ()  # features that it would improve for the seat
    less: tuple[str, ...] = ()


class SwingText(NamedTuple):
    """A swing in words."""

    asked: str
    played: str
    better: str
    why: str


class Analysis(NamedTuple):
    names: list[str]
    points: list[Point]
    swings: list[Swing]
    together: bool  # a cooperative game
    accuracy: list[float | None]  # of each seat, by the game's own ratings; None: it had no choice


def analyse(match: Match, iterations: int = 200, points: int = 60, seed: int = 1) -> Analysis:
    """Analyse a finished match. `iterations`: of search at each position that is examined closely."""
    if not match.log:
        raise BadOption("This match hasn't started yet, so there's nothing to analyse.")
    step = max(1, match.number // points)
    numbers = sorted({*range(0, match.number, step), match.number})
    seen = [Point(number, tuple(chances(match.at(number)))) for number in numbers]
    rated = _rated(match, seed)
    worst = sorted(rated, key=lambda answer: -answer[2])[: 2 * SWINGS]
    worst = list(dict.fromkeys([*worst, *_fallen(match, seen, rated)]))
    swings = [swing for number, seat, _ in worst if (swing := _swing(match, number, seat, iterations, seed))]
    swings = sorted(swings, key=lambda swing: -swing.cost)[:SWINGS]
    accuracy: list[float | None] = []
    for seat in range(match.seats):
        lost = [cost for _, who, cost in rated if who == seat]
        accuracy.append(1 - sum(lost) / len(lost) if lost else None)
    return Analysis(list(match.names), seen, sorted(swings), match.game.about.cooperative, accuracy)


def _fallen(match: Match, seen: Sequence[Point], rated: Sequence[Rated]) -> list[Rated]:
    """The worst-rated answers of seats in the stretches where their chances fell most."""
    found = []
    for before, after in pairwise(seen):
        between = [answer for answer in rated if before.number <= answer[0] < after.number]
        for seat in {answer[1] for answer in between} if before.chances and after.chances else ():
            fall = before.chances[seat] - after.chances[seat]
            found.append((fall, max((a for a in between if a[1] == seat), key=lambda answer: answer[2])))
    return [answer for _, answer in sorted(found, reverse=True)[:SWINGS]]


def _rated(match: Match, seed: int) -> list[Rated]:
    """Every answer that was a choice: its number, its seat, and how far below the best it was rated (0 to 1)."""
    found, bot = [], Greedy(seed)
    for number, (seat, option) in enumerate(match.log):
        if seat == CHANCE:
            continue
        now = match.at(number)
        decision = now.decision(seat)
        if decision is None or len(decision.options) < 2 or option not in decision.options:
            continue
        rates = bot.rate(now.player_view(seat))
        spread = max(rates) - min(rates)
        chosen = rates[list(decision.options).index(option)]
        found.append((number, seat, (max(rates) - chosen) / spread if spread > 0 else 0.0))
    return found


def _swing(match: Match, number: int, seat: int, iterations: int, seed: int) -> Swing | None:
    """The swing of this answer, if search would have played another one."""
    now, played = match.at(number), match.log[number].option
    decision = now.decision(seat)
    assert decision is not None
    search, seen = Search(iterations, seed=seed), now.player_view(seat)
    best = search.think(seen)[0]
    if best.option == played:
        return None
    often = max(1, iterations // 4)  # both are tried often enough to be compared
    cost = search.promise(seen, best.option, often) - search.promise(seen, played, often)
    if cost <= 0:
        return None
    more, less = _because(now, seat, best.option, played, search.value, seed)
    return Swing(number, seat, played, best.option, cost, more, less)


def _because(
    now: Match, seat: int, better: str, played: str, value: Value | None, seed: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The features that would have been better at the end of the turn, the most important first."""
    features = now.game.research.features
    if not isinstance(value, Learned) or not isinstance(features, Features):
        return (), ()
    ends = [[0.0] * len(features.names) for _ in range(2)]
    progress = 0.0
    for end, option in zip(ends, (better, played), strict=True):
        for number in range(LOOKS):
            match = now.imagine(seat, Random(seed + number))
            turn = horizon_of(match)
            match.choose(seat, option)
            play_turn(match, seat, turn)
            row = features.rows(match.state)[seat]
            progress = row[0]
            for place, found in enumerate(row):
                end[place] += found / LOOKS
    weights = value.weights(seat, progress)
    gains = [weight * (one - other) for weight, one, other in zip(weights, *ends, strict=True)]
    best = [place for place in sorted(range(len(gains)), key=lambda place: -gains[place])[:2] if gains[place] > TELLS]
    more = tuple(features.names[place] for place in best if ends[0][place] > ends[1][place])
    return more, tuple(features.names[place] for place in best if ends[0][place] < ends[1][place])


def swing_text(match: Match, swing: Swing) -> SwingText:
    """A swing in words, in the reader's language."""
    now = match.at(swing.number)
    decision = now.decision(swing.seat)
    assert decision is not None
    played, better = (now.label(decision, option) for option in (swing.played, swing.better))
    why = explain(now, decision, swing.better) or _in_words(match, swing)
    return SwingText(decision.prompt.render(match.names), played, better, why)


def _in_words(match: Match, swing: Swing) -> str:
    features = match.game.research.features
    if not isinstance(features, Features):
        return ""
    more, less = ("; ".join(named(features.says[name]) for name in names) for names in (swing.more, swing.less))
    parts = [say("More: {what}.", what=more) if more else "", say("Less: {what}.", what=less) if less else ""]
    return paragraph(parts)


def chart(values: Sequence[float]) -> str:
    """One line that shows how a seat's chance developed."""
    return "".join(BARS[min(len(BARS) - 1, int(value * len(BARS)))] for value in values)


def words(match: Match, found: Analysis) -> list[str]:
    wide = max(map(len, found.names))
    lines = []
    for seat, name in enumerate(found.names):
        course = [point.chances[seat] for point in found.points if point.chances]
        accuracy = found.accuracy[seat]
        rest = f", accuracy {100 * accuracy:.0f} %" if accuracy is not None else ""
        if not course:
            lines.append(f"{name:<{wide}}{rest}")
            continue
        lines.append(f"{name:<{wide}}  {chart(course)}  {100 * course[0]:.0f} to {100 * course[-1]:.0f} %{rest}")
    lost = [] if found.together else [1 - sum(point.chances) for point in found.points]
    if max(lost, default=0.0) >= 0.01:
        lines.append(f"{'All lose':<{wide}}  {chart(lost)}  {100 * lost[0]:.0f} to {100 * lost[-1]:.0f} %")
    lines.append("")
    for swing in found.swings:
        asked, played, better, why = swing_text(match, swing)
        lines.append(f"After {swing.number} answers, {found.names[swing.seat]} was asked: {asked}.")
        lines.append(f"  Played: {played}. Search: {better} (+{100 * swing.cost:.0f} points of a win).")
        if why:
            lines.append(f"  {why}")
    if not found.swings:
        lines.append("Search would have played no differently where it mattered.")
    return lines
