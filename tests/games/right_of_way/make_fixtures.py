"""Finished matches, one for every way to end and every phase worth keeping, and a playthrough to read.

`python -m tests.playthroughs right-of-way --matches` writes them anew, after a change of the rules or of the state.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tabletown import testing
from tabletown.games.right_of_way import game
from tabletown.kernel import Decision, Match

FIXTURES = Path(__file__).with_name("fixtures")
PLAYTHROUGH, READ = FIXTURES / "playthrough.txt", "city-full"  # the match that the playthrough shows
VARIANTS = {
    "city": "hexagon",
    "covered-dollar": "on",
    "fortify": "on",
    "must-buy": "on",
    "give-up": "voluntary",
    "rim": "joined",
    "tie": "ladder",
    "first-tie": "redeal",
}

Player = Callable[[Match, Decision], str]


def sensible(match: Match, decision: Decision) -> str:
    """The option that the game's own ratings prefer."""
    assert game.bots.rate is not None
    rates = game.bots.rate(match.state, decision)
    return decision.options[max(range(len(rates)), key=rates.__getitem__)]


def at_random(rng: random.Random) -> Player:
    return lambda match, decision: rng.choice(list(decision.options))


def hoarding(rng: random.Random) -> Player:
    """Reserve a plot whenever allowed, so that the rival runs out of plots."""
    blind = at_random(rng)
    return lambda match, decision: "reserve" if "reserve" in decision.options else blind(match, decision)


def finished(seed: int, player: Player, options: dict[str, str] | None = None) -> Match:
    match = Match(game, ["Ada", "Ben"], options, seed=seed)
    while decisions := match.decisions:
        match.choose(decisions[0].seat, player(match, decisions[0]))
    return match


def until(wanted: Callable[[Match], bool], player: Callable[[random.Random], Player], **how: dict[str, str]) -> Match:
    """The match of the first seed that ends as wanted."""
    return next(m for m in (finished(seed, player(random.Random(seed)), **how) for seed in range(500)) if wanted(m))


def passed(match: Match) -> bool:
    return any(answer.option == "pass" for answer in match.log)


def shared(match: Match) -> bool:
    return match.outcome is not None and len(match.outcome.winners) == 2


def matches() -> dict[str, Match]:
    return {
        "city-full": finished(7, sensible),
        "exhausted": until(lambda m: m.state.ended == "exhausted" and not passed(m), at_random),
        "city-full-after-passes": until(lambda m: m.state.ended == "city-full" and passed(m), hoarding),
        "exhausted-after-passes": until(lambda m: m.state.ended == "exhausted" and passed(m), hoarding),
        "shared-victory": until(lambda m: shared(m) and m.state.ended == "city-full", at_random),
        "city-laid-by-hand": finished(3, at_random(random.Random(3)), {"city": "manual"}),
        "all-variants": finished(5, at_random(random.Random(5)), VARIANTS),
    }


def every_tenth_turn(heading: str) -> bool:
    return heading.startswith("Turn ") and (int(heading.split()[1].strip(",")) - 1) % 10 == 0


def playthrough(match: Match) -> str:
    return testing.playthrough(match, every_tenth_turn)
