"""Bots that look one step ahead: by the game's own rating of its options, or by how the turn would end."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from tabletown.bots.value import Value, result, value_named
from tabletown.kernel import Match, PlayerView
from tabletown.kernel.chance import Dealer
from tabletown.kernel.game import hide_nothing

LONGEST = 80  # answers in which a turn should end
LEAST = -6.0  # what is thought of an option that is rated far below the best, as a logarithm


def determinized(seen: PlayerView, rng: random.Random) -> Match:
    """A match that the seat could be in. A card that has just been turned up in the middle of a step may ask what it
    would not ask as a blank one; where nothing is hidden from anybody, the match itself with other luck will do."""
    try:
        return seen.imagine(rng)
    except Exception:
        if seen.game.view.hide is not hide_nothing:
            raise
        match = seen._match.clone()
        match._dealer = Dealer(rng.getrandbits(64))
        return match


def forced_option(options: Sequence[str], rates: Sequence[float]) -> str | None:
    """The option that goes without saying, if there is one: a game rates it `math.inf`."""
    return options[list(rates).index(math.inf)] if math.inf in rates else None


def log_priors(rates: Sequence[float], trust: float) -> list[float]:
    """How much less likely than the best one each option looks by its rating: logarithms, sharpened by trust."""
    best = max(rates)
    spread = best - sum(rates) / len(rates)  # not from best to worst: one bad option would make all others alike
    return [trust * (rate - best) / spread for rate in rates] if spread > 0 else [0.0] * len(rates)


class Greedy:
    def __init__(self, seed: int | None = None, slips: float = 0.0) -> None:
        self.rng, self.slips = random.Random(seed), slips

    def choose(self, seen: PlayerView) -> str:
        options = seen.decision.options
        if len(options) == 1:
            return options[0]
        if self.slips and self.rng.random() < self.slips:
            return options[int(self.rng.random() * len(options))]
        rates = self.rate(seen)
        best = max(rates)
        good = [option for option, rate in zip(options, rates) if rate >= best]
        return good[int(self.rng.random() * len(good))]

    def rate(self, seen: PlayerView) -> Sequence[float]:
        """How good each option is: as the game rates it, or else how the seat stands after taking it."""
        decision = seen.decision
        if seen.game.bots.rate is not None:
            return seen.game.bots.rate(seen.state, decision)
        value = value_named("", seen.game, self.rng)
        rates = []
        for option in decision.options:
            match = determinized(seen, self.rng)
            match.choose(decision.seat, option)
            rates.append((result(match) or value.of(match))[decision.seat])
        return rates

    def __repr__(self) -> str:
        return f"Greedy(slips={self.slips})" if self.slips else "Greedy()"


class TurnSearch:
    """Tries the options that look best, plays each turn to its end by the ratings, and takes what stands best then.

    A value tells little of a small difference that the ratings know well, so what they like less must stand better by
    some of a win."""

    def __init__(self, seed: int | None = None, width: int = 8, value: str = "", tries: int = 2) -> None:
        self.rng, self.width, self.named, self.tries = random.Random(seed), width, value, tries
        self.greedy = Greedy(self.rng.getrandbits(31))
        self.value: Value | None = None

    def choose(self, seen: PlayerView) -> str:
        decision = seen.decision
        options = decision.options
        if len(options) == 1:
            return options[0]
        if self.value is None:
            self.value = value_named(self.named, seen.game, self.rng)
        rates = self.greedy.rate(seen)
        if (sure := forced_option(options, rates)) is not None:
            return sure
        places = sorted(range(len(options)), key=lambda place: -rates[place])[: self.width]
        seeds = [self.rng.getrandbits(31) for _ in range(self.tries)]  # the same luck for every option
        likes = log_priors(rates, seen.game.bots.trust)
        best, found = -math.inf, options[places[0]]
        for place in places:
            total = sum([self._promise(seen, options[place], seed) for seed in seeds]) / self.tries
            total += self.value.lean * max(LEAST, likes[place])
            if total > best:
                best, found = total, options[place]
        return found

    def _promise(self, seen: PlayerView, option: str, seed: int) -> float:
        """How the seat stands at the end of the turn after this option; 0 where such luck asks something else."""
        assert self.value is not None
        match = determinized(seen, random.Random(seed))
        asked = match.decision(seen.seat)
        if asked is None or list(asked.options) != list(seen.decision.options):
            return 0.0
        turn = horizon_of(match)
        match.choose(seen.seat, option)
        play_turn(match, seen.seat, turn)
        return (result(match) or self.value.of(match))[seen.seat]

    def __repr__(self) -> str:
        return f"TurnSearch(width={self.width})"


def horizon_of(match: Match) -> object:
    """What search takes for a turn: it values a match only when this changes."""
    horizon = match.game.bots.horizon
    return horizon(match.state) if horizon is not None else match.turn


def play_turn(match: Match, seat: int, turn: object) -> None:
    """Go on by the ratings until the turn is over; where others act at once, the own questions come first."""
    rate = match.game.bots.rate
    for _ in range(LONGEST):
        decisions = match.decisions
        if not decisions or horizon_of(match) != turn:
            return
        decision = match.decision(seat) or decisions[0]
        options = decision.options
        place = 0
        if rate is not None and decision.seat >= 0 and len(options) > 1:
            rates = rate(match.view(decision.seat), decision)
            place = max(range(len(options)), key=rates.__getitem__)
        match.choose(decision.seat, options[place])
