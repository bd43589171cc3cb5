"""What if this law had passed? Bots play on from the vote many times, with and without it, in the same weather."""

from __future__ import annotations

import random
import statistics

import msgspec

from tabletown.bots import Bot, make
from tabletown.games.broken_cities.classroom.chronicle import votes_at
from tabletown.games.broken_cities.options import ACCEPT, END_WORDS, EVENT_WORDS, GO_ON, NO_PROPOSAL, VETO
from tabletown.kernel import CHANCE, Match

GAMES = 100  # with the law, and as many without; with fewer, chance looks like an effect
Z = 1.959964


class Measure(msgspec.Struct):
    """The means without and with the law, and their difference with its 95 % interval."""

    what: str
    without: float
    with_law: float
    difference: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        return self.low > 0 or self.high < 0


class WhatIf(msgspec.Struct):
    measures: list[Measure]
    past: list[int]  # emissions at the round ends before the vote
    without: list[list[int]]  # after the vote, one list per game
    with_law: list[list[int]]
    games: int = GAMES
    real: list[float] = []  # what the table really reached, in the order of `measures`

    @property
    def clear(self) -> bool:
        return any(measure.clear for measure in self.measures)


def ask(match: Match, number: int, games: int = GAMES, seed: int = 0) -> WhatIf:
    """Simulate both ways. `match`: complete, with checkpoints; `number`: of answers when the law was proposed."""
    at = votes_at(match, number)
    weather = dict(match.state.events)
    last = match.state.round
    played: dict[bool, list[Match]] = {False: [], True: []}
    for passes in (False, True):
        for game in range(games):
            rng = random.Random(seed * 1_000_003 + game)  # the same luck both ways
            played[passes].append(_play_on(at.clone(), passes, weather, last, rng))
    series = {passes: [_emissions(done, at.state.round) for done in played[passes]] for passes in played}
    return WhatIf(
        [
            _measure("emissions", *([done.state.emissions for done in played[way]] for way in (False, True))),
            _measure("rent", *([sum(d.state.rents) / d.state.players for d in played[way]] for way in (False, True))),
            _measure("leader", *([max(done.state.rents) for done in played[way]] for way in (False, True))),
        ],
        [row[3] for row in at.state.history],
        series[False],
        series[True],
        games,
        [*map(float, (match.state.emissions, sum(match.state.rents) / match.state.players, max(match.state.rents)))],
    )


def _play_on(match: Match, passes: bool, weather: dict[int, str], last: int, rng: random.Random) -> Match:
    """Play from the vote to the round in which the table really stopped."""
    first = True
    bots = [make("good", seed=rng.getrandbits(31)) for _ in range(match.seats)]
    while not match.over:
        decision = match.decisions[0]
        if decision.seat == CHANCE:
            match.choose(CHANCE, _word(match, decision.options, weather, last, rng))
        elif first and match.state.phase == "vote":
            match.choose(decision.seat, ACCEPT if passes else VETO)
        else:
            first = False
            match.choose(decision.seat, _answer(match, bots, decision.seat))
    return match


def _answer(match: Match, bots: list[Bot], seat: int) -> str:
    """A bot's answer. It never proposes a law: later laws would blur the effect of this one."""
    decision = match.decision(seat)
    assert decision is not None
    return NO_PROPOSAL if NO_PROPOSAL in decision.options else bots[seat].choose(match.player_view(seat))


def _word(match: Match, options: object, weather: dict[int, str], last: int, rng: random.Random) -> str:
    """The facilitator's answer: the same cards and the end in the same rounds as in the real session."""
    state, words = match.state, list(options)  # type: ignore[call-overload]
    if GO_ON not in words:
        return str(rng.choice(words))
    drawn = {when for when, _ in state.events}
    event = EVENT_WORDS.get(weather.get(state.round, ""), "")
    if state.resume == "renters" and event in words and state.round not in drawn:
        return event
    return END_WORDS["clock"] if state.round >= last and state.resume == "renters" else GO_ON


def _emissions(match: Match, since: int) -> list[int]:
    return [row[3] for row in match.state.history if row[0] > since - 1] + [match.state.emissions]


def _measure(what: str, without: list[float], with_law: list[float]) -> Measure:
    a, b = statistics.fmean(without), statistics.fmean(with_law)
    pairs = [after - before for before, after in zip(without, with_law)]  # same luck, so games are compared in pairs
    spread = Z * statistics.stdev(pairs) / len(pairs) ** 0.5 if len(pairs) > 1 else float("inf")
    return Measure(what, a, b, b - a, b - a - spread, b - a + spread)
