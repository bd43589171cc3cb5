"""Bots that look one step ahead, by the game's rating of its options or by the end of the turn."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from tabletown.bots.value import Value, result, value_named
from tabletown.kernel import Match, PlayerView
from tabletown.kernel.chance import Dealer
from tabletown.kernel.game import hide_nothing

LONGEST = 80  # answers; a turn is cut off after so many
LEAST = -6.0  # lowest log prior: for options rated far below the best


def determinized(seen: PlayerView, rng: random.Random) -> Match:
    """A match that the seat could be in, with random hidden information and other luck to come.

    Imagining may fail in the middle of a step, when a card that was just revealed asks what a random one would not. If
    nothing in the game is hidden, a clone with other luck is used then.
    """
    try:
        return seen.imagine(rng)
    except Exception:
        if seen.game.view.hide is not hide_nothing:
            raise
        match = seen._match.clone()
        match._dealer = Dealer(rng.getrandbits(64))
        return match


def forced_option(options: Sequence[str], rates: Sequence[float]) -> str | None:
    """The forced option, if there is one: the one that the game rates `math.inf`."""
    return options[list(rates).index(math.inf)] if math.inf in rates else None


def log_priors(rates: Sequence[float], trust: float) -> list[float]:
    """Log priors of the options by their ratings, relative to the best; `trust` sharpens them."""
    best = max(rates)
    spread = best - sum(rates) / len(rates)  # not from the worst: it would make all others look alike
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
        """How good each option is: the game's rating, or else the value of the position after it."""
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
    """Tries the best-looking options, plays each turn to its end by the ratings, and picks the best result.

    A value cannot judge small differences that the ratings know well, so an option that they rate lower must lead by a
    small margin."""

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
        """The seat's value at the end of the turn after this option; 0 if the imagined match asks something else."""
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
    """A key for what search treats as one turn: a match is evaluated only when it changes."""
    horizon = match.game.bots.horizon
    return horizon(match.state) if horizon is not None else match.turn


def play_turn(match: Match, seat: int, turn: object) -> None:
    """Play on by the ratings until the turn is over. If several seats act at once, its own questions come first."""
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
