"""Finished matches, one for every way to end and every mode, and a playthrough to read.

`python -m tests.playthroughs cross-bronx --matches` writes them anew, after a change of the rules or of the state.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.state import Options
from tabletown.kernel import Decision, Match
from tabletown.testing import playthrough as playthrough

FIXTURES = Path(__file__).with_name("fixtures")
PLAYTHROUGH, READ = FIXTURES / "playthrough.txt", "one-decade"  # the match that the playthrough shows
VARIANTS = {**dict.fromkeys(Options.__struct_fields__, "yes"), "positions": "free-choice"}
NON_PLAYERS = {"public": "non-player", "private": "non-player", "np_points": "yes"}

Player = Callable[[Match, Decision], str]


def sensible(rng: random.Random) -> Player:
    """The option that the game's ratings prefer, sometimes another."""

    def play(match: Match, decision: Decision) -> str:
        assert game.bots.rate is not None
        if rng.random() < 0.05:
            return rng.choice(list(decision.options))
        rates = game.bots.rate(match.state, decision)
        return decision.options[max(range(len(rates)), key=rates.__getitem__)]

    return play


def at_random(rng: random.Random) -> Player:
    return lambda match, decision: rng.choice(list(decision.options))


def finished(seed: int, player: Player, options: dict[str, str]) -> Match:
    match = Match(game, 3, options, seed=seed)
    while decisions := match.decisions:
        match.choose(decisions[0].seat, player(match, decisions[0]))
    return match


def until(wanted: Callable[[Match], bool], player: Callable[[random.Random], Player], **options: str) -> Match:
    """The match of the first seed that ends as wanted."""
    tries = (finished(seed, player(random.Random(seed)), options) for seed in range(500))
    return next(match for match in tries if wanted(match))


def ends(*endings: str) -> Callable[[Match], bool]:
    return lambda match: match.state.ending in endings


def matches() -> dict[str, Match]:
    return {
        "final": until(ends("final"), sensible),
        "instant": until(ends("instant"), sensible, session="1950"),
        "shared": until(lambda m: len(m.state.winners) > 1, sensible, session="1960"),
        "disenfranchisement": until(ends("disenfranchisement"), at_random, session="1970"),
        "bankruptcy": until(ends("bankruptcy"), at_random, session="1980"),
        "one-decade": until(ends("final"), sensible, session="1990"),
        "six-decades": until(lambda m: m.state.decade >= 1960, sensible, session="six-decades"),
        "linked": until(_carried, sensible, session="linked-1940-2000"),
        "positions": until(lambda m: any(m.state.achieved) or _recorded(m), sensible, positions="draw-two"),
        "alone": until(ends("final", "instant"), sensible, **NON_PLAYERS),
        "all-variants": finished(5, at_random(random.Random(5)), VARIANTS),
    }


def _recorded(match: Match) -> bool:
    return any(entry > 1000 for entries in match.state.record for entry in entries)


def _carried(match: Match) -> bool:
    """Points were carried over to both later linked Sessions."""
    return all(any("bonus" in points for points in session.tally) for session in match.state.sessions[1:])
