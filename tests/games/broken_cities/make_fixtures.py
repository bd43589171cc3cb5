"""Finished matches, one for every way to end and every phase worth keeping, and a playthrough to read.

`python -m tests.playthroughs broken-cities --matches` writes them anew, after a change of the rules or of the state.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tabletown.games.broken_cities import game
from tabletown.kernel import Decision, Match
from tabletown.testing import playthrough as playthrough

FIXTURES = Path(__file__).with_name("fixtures")
PLAYTHROUGH, READ = FIXTURES / "playthrough.txt", "damage"  # the match that the playthrough shows
NAMES = ["Lena", "Sami", "Nur", "Mila"]
VARIANTS = {
    setting.id: next(value for value in setting.values if value != setting.default)
    for setting in game.about.settings
    if setting.id not in ("facilitated", "tables", "round_limit", "proposals")
}

Player = Callable[[Match, Decision], str]


def sensible(match: Match, decision: Decision) -> str:
    """The option that the game's ratings prefer."""
    assert game.bots.rate is not None
    rates = game.bots.rate(match.state, decision)
    return decision.options[max(range(len(rates)), key=rates.__getitem__)]


def at_random(rng: random.Random) -> Player:
    return lambda match, decision: rng.choice(list(decision.options))


def green(rng: random.Random) -> Player:
    """Builds parks and proposes no laws, so that the match never ends."""

    def play(match: Match, decision: Decision) -> str:
        for word in ("buy:eco_park", "buy:greenspace", "no-law", "veto", "end"):
            if word in decision.options:
                return word
        return rng.choice(list(decision.options))

    return play


def finished(seed: int, player: Player, options: dict[str, str] | None = None, seats: int = 4) -> Match:
    match = Match(game, NAMES[:seats], options, seed=seed)
    while decisions := match.decisions:
        match.choose(decisions[0].seat, player(match, decisions[0]))
    return match


def until(wanted: Callable[[Match], bool], player: Callable[[random.Random], Player], **how: object) -> Match:
    """The match of the first seed that ends as wanted."""
    tries = (finished(seed, player(random.Random(seed)), **how) for seed in range(500))  # type: ignore[arg-type]
    return next(match for match in tries if wanted(match))


def thoughtful(rng: random.Random) -> Player:
    return sensible


def matches() -> dict[str, Match]:
    return {
        "damage": until(lambda m: m.state.end == "damage" and m.state.made > 1, thoughtful),
        "rent": until(lambda m: m.state.end == "rent", thoughtful),
        "round-limit": until(lambda m: m.state.end == "rounds", green),
        "nobody-wins": until(lambda m: m.state.end == "damage", thoughtful, options={"damage_end": "all_lose"}),
        "end-of-session": until(
            lambda m: m.state.end == "session", at_random, options={"facilitated": "on", "tables": "3"}
        ),
        "three-players": until(lambda m: m.state.made > 0, thoughtful, seats=3),
        "many-laws": until(lambda m: len({law.kind for law in m.state.laws}) > 2, thoughtful),
        "all-variants": finished(5, at_random(random.Random(5)), VARIANTS),
    }
