"""Is a pack fair? Pairs of matches with the same seed and the same bots, with the printed content and with the pack's.

Each pair also changes seats with the next, so that no bot has the better seat. A match that doesn't end is a result.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from tabletown.bots import make
from tabletown.kernel import CHANCE, Game, Match, Text, say
from tabletown.lab.statistics import Block, Share, contrast, difference, mean, share

PAIRS = 600  # of one check
CHUNK = 5  # pairs between two looks at the clock
LONGEST = 4000  # answers; then a match is stopped
BOT = "greedy"
NARROW = 0.05  # half an interval: a wider one can't tell
FEWEST = 30  # pairs before a verdict
SEEN = 12  # matches with a card, and without it, before it is compared


class Chunk(NamedTuple):
    """Some pairs of a check."""

    game: str
    version: str
    options: dict[str, str]
    first: int
    pairs: int
    standard: dict[str, str] = {}


class Played(msgspec.Struct, array_like=True):
    """One match of a pair."""

    seed: int
    won: float  # the first seat's share of the win; of a cooperative game, whether it was won
    score: float  # the winner's
    lead: float
    answers: int
    ended: bool
    drawn: list[str] = []  # what was dealt or chosen
    seats: list[float] = []  # each seat's share of the win


class Pair(msgspec.Struct, array_like=True):
    standard: Played
    changed: Played


def printed_options(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """With what the printed content is played in a pair: the pack's options, but for those that only the pack has."""
    settings = {setting.id: setting.values for setting in game.about.settings}
    return {name: value for name, value in options.items() if value in settings.get(name, ())}


def play_pairs(standard: Game, changed: Game, chunk: Chunk) -> list[Pair]:
    found = []
    for seed in range(chunk.first, chunk.first + chunk.pairs):
        found.append(Pair(play(standard, chunk.standard, seed), play(changed, chunk.options, seed, True)))
    return found


def play(game: Game, options: Mapping[str, str], seed: int, noted: bool = False) -> Played:
    match = Match(game, None, dict(options), seed, live=False)
    bots = [make(BOT, seed=2 * seed + (seat + seed) % match.seats) for seat in range(match.seats)]
    while not match.over and match.number < LONGEST:
        decision = match.decisions[0]
        match.choose(decision.seat, bots[decision.seat].choose(match.player_view(decision.seat)))
    outcome = match.outcome
    drawn = sorted({option for seat, option in match.log if seat == CHANCE}) if noted else []
    if outcome is None:
        return Played(seed, 0.0, 0.0, 0.0, match.number, False, drawn)
    shares = [(seat in outcome.winners) / len(outcome.winners or (0,)) for seat in range(match.seats)]
    won = float(bool(outcome.winners)) if game.about.cooperative else shares[0]
    scores = sorted(outcome.scores, reverse=True)
    lead = scores[0] - scores[1] if len(scores) > 1 else 0.0
    return Played(seed, won, scores[0] if scores else 0.0, lead, match.number, True, drawn, shares)


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its interval, as a chart draws it."""

    label: str
    value: float
    low: float
    high: float
    clear: bool = False  # zero lies outside

    @classmethod
    def of(cls, label: str, found: Share, scale: float = 1.0) -> Estimate:
        clear = found.low > 0 or found.high < 0
        return cls(label, found.value * scale, found.low * scale, found.high * scale, clear)


class Verdict(msgspec.Struct, frozen=True):
    """What a check found. `word`: fair, leans, unsure, or open before there are enough pairs."""

    word: str
    title: str
    answer: str
    pairs: int
    shares: list[Estimate]  # with the printed content, and with this one; per cent
    seats: list[Estimate]  # of each seat with this content; per cent
    moved: list[Estimate]  # differences within pairs
    cards: list[Estimate]  # of cards that came up in some matches and not in others; points of the share
    score: float
    length: float
    stopped: list[int]  # seeds of matches that did not end
    seat: int = -1  # of roles: the one that the change moved most, of which the answer speaks

    @property
    def here(self) -> Estimate:
        """The share of which the answer speaks."""
        return self.seats[self.seat] if self.seat >= 0 else self.shares[1]


def verdict(
    pairs: Sequence[Pair], seats: int, cooperative: bool, cards: Mapping[str, str], roles: Sequence[str] = ()
) -> Verdict:
    """`cards`: the pack's own cards that can come up, and what they are called. `roles`: names that belong to seats."""
    ended = [pair for pair in pairs if pair.changed.ended and pair.standard.ended]
    stopped = [pair.changed.seed for pair in pairs if not pair.changed.ended]
    before = share(Block(pair.standard.won, 1) for pair in ended)
    after = share(Block(pair.changed.won, 1) for pair in ended)
    even = 1 / seats
    moved = difference([(pair.standard.won, pair.changed.won) for pair in ended])
    known = [] if cooperative else [pair for pair in ended if pair.standard.seats and pair.changed.seats]
    each = range(seats if known else 0)
    called = roles or [say("Seat {n}", n=seat + 1) for seat in each]
    by_seat = [
        Estimate.of(called[seat], share(Block(pair.changed.seats[seat], 1) for pair in known), 100) for seat in each
    ]
    shifts = [difference([(p.standard.seats[seat], p.changed.seats[seat]) for p in known]) for seat in each]
    if roles and shifts:
        lines = [Estimate.of(roles[seat], shift, 100) for seat, shift in enumerate(shifts)]
    else:
        lines = [Estimate.of(say("Matches won") if cooperative else say("First player's share"), moved, 100)]
    lines += [
        Estimate.of(say("Winner's score"), difference([(p.standard.score, p.changed.score) for p in ended])),
        Estimate.of(say("Lead at the end"), difference([(p.standard.lead, p.changed.lead) for p in ended])),
        Estimate.of(say("Moves"), difference([(p.standard.answers, p.changed.answers) for p in ended])),
    ]
    if cooperative:
        lines = [lines[0], lines[-1]]
    found = []
    for card, name in cards.items():
        having = [Block(pair.changed.won, 1) for pair in ended if card in pair.changed.drawn]
        lacking = [Block(pair.changed.won, 1) for pair in ended if card not in pair.changed.drawn]
        if min(len(having), len(lacking)) >= SEEN:
            found.append(Estimate.of(name, contrast(having, lacking), 100))
    found.sort(key=lambda line: -abs(line.value))
    most = max(each, key=lambda seat: abs(shifts[seat].value)) if roles and known else -1
    if most >= 0 and len(ended) >= FEWEST:
        word, title, answer = _of_roles(roles, most, by_seat[most], shifts)
    else:
        word, title, answer = _in_words(ended, before, after, moved, even, cooperative)
    return Verdict(
        word,
        title,
        answer,
        len(pairs),
        [Estimate.of(say("As printed"), before, 100), Estimate.of(say("This pack"), after, 100)],
        by_seat,
        lines,
        found[:8],
        statistics.fmean(pair.changed.score for pair in ended) if ended else 0.0,
        mean([pair.changed.answers for pair in ended]).value if len(ended) > 1 else 0.0,
        stopped,
        most,
    )


def _of_roles(roles: Sequence[str], seat: int, now: Estimate, shifts: Sequence[Share]) -> tuple[str, str, str]:
    """Roles needn't be even: what counts is whom the change moved. Intervals are wider, as there are several roles."""
    wider = statistics.NormalDist().inv_cdf(1 - 0.025 / len(roles)) / statistics.NormalDist().inv_cdf(0.975)
    shift = shifts[seat]
    numbers = {
        "who": roles[seat],
        "won": round(now.value),
        "low": round(now.low),
        "high": round(now.high),
        "before": round(now.value - 100 * shift.value),
    }
    if abs(shift.value) > wider * shift.half:
        title = (
            say("leans to {who}", who=roles[seat]) if shift.value > 0 else say("leans against {who}", who=roles[seat])
        )
        words = Text("{who} wins {won} of 100 matches ({low} to {high}), and {before} with the printed content.")
        return "leans", title, words(**numbers).render()
    if max(one.half for one in shifts) > NARROW:
        words = Text("{who} moved most: {won} of 100 matches, but {low} to {high} is too wide for an answer.")
        return "unsure", say("can't tell"), words(**numbers).render()
    words = Text("{who} moved most: {won} of 100 matches ({low} to {high}), and {before} with the printed content.")
    return "fair", say("as even as printed"), words(**numbers).render()


def _in_words(
    pairs: Sequence[Pair], before: Share, after: Share, moved: Share, even: float, cooperative: bool
) -> tuple[str, str, str]:
    numbers = {
        "won": round(100 * after.value),
        "low": round(100 * after.low),
        "high": round(100 * after.high),
        "even": round(100 * even),
        "before": round(100 * before.value),
    }
    if len(pairs) < FEWEST:
        return "open", say("not checked yet"), say("There are too few matches for a verdict.")
    if cooperative:
        if moved.low > 0 or moved.high < 0:
            words = Text(
                "The players win {won} of 100 matches ({low} to {high}), and {before} with the printed content."
            )
            return "leans", say("easier") if moved.low > 0 else say("harder"), words(**numbers).render()
        if moved.half > NARROW:
            words = Text("The players win {won} of 100 matches, but {low} to {high} is too wide for an answer.")
            return "unsure", say("can't tell"), words(**numbers).render()
        words = Text("The players win {won} of 100 matches ({low} to {high}), about as many as printed.")
        return "fair", say("as hard as printed"), words(**numbers).render()
    if after.low > even or after.high < even:
        words = Text("The first player wins {won} of 100 matches (interval {low} to {high}); {even} would be even.")
        title = say("leans to the first player") if after.low > even else say("leans against the first player")
        return "leans", title, words(**numbers).render()
    if after.half > NARROW:
        words = Text("The first player wins {won} of 100 matches, but {low} to {high} is too wide for an answer.")
        return "unsure", say("can't tell"), words(**numbers).render()
    words = Text("The first player wins {won} of 100 matches ({low} to {high}): no edge we can measure.")
    return "fair", say("fair"), words(**numbers).render()
