"""Finished matches, one for every way to end, and a playthrough to read.

`python -m tests.playthroughs new-york-crisis --matches` writes them anew, after a change of the rules or of the state.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tabletown import testing
from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.cards import MAFIA_CARDS, POLICE_AT
from tabletown.kernel import Chance, Decision, Match

FIXTURES = Path(__file__).with_name("fixtures")
PLAYTHROUGH, READ = FIXTURES / "playthrough.txt", "won"  # the match that the playthrough shows
NAMES = ["Ada", "Ben", "Cleo", "Dov"]
VARIANTS = {
    "order": "vote",
    "payment": "ask",
    "forced_step": "counts_as_action",
    "fbi_tokens": "fbi_nearest",
    "exchange": "two_way",
    "second_kill": "strict",
    "dealing": "per_token",
    "lost_die": "random",
    "last_die": "knock_out",
    "bribe": "anywhere",
    "grey_cap": "stacking",
    "grey_leaving": "lost_on_leaving",
    "limit_in_police_phase": "extra_round",
    "reshuffle": "both",
    "subway": "enter_only",
    "newspaper": "newspaper_anywhere",
    "story_cards": "open",
}

Player = Callable[[Match, Decision], str]


def sensible(match: Match, decision: Decision) -> str:
    """The option that the game's ratings prefer."""
    assert game.bots.rate is not None
    rates = game.bots.rate(match.state, decision)
    return decision.options[max(range(len(rates)), key=rates.__getitem__)]


def at_random(rng: random.Random) -> Player:
    return lambda match, decision: rng.choice(list(decision.options))


def finished(seats: int, scenario: str, seed: int, player: Player, unlucky: bool = False, **options: str) -> Match:
    match = Match(game, NAMES[:seats], {"scenario": scenario, **options}, seed=seed)

    def luck(question: Chance, number: int) -> str | None:
        """Mobsters arrive where some already are, and the police go elsewhere."""
        state = match.state
        if question.kind == "mafia card":
            return max(question.options, key=lambda id: state.mafia[MAFIA_CARDS[id].mafia] if id else 0)
        if question.kind == "police card":
            return min(question.options, key=lambda id: state.mafia[POLICE_AT[id]])
        return None

    if unlucky:
        match.luck = luck
    while decisions := match.decisions:
        match.choose(decisions[0].seat, player(match, decisions[0]))
    match.luck = None
    return match


def first(wanted: str, make: Callable[[int], Match]) -> Match:
    """The first seed whose match ends as wanted."""
    return next(m for m in (make(seed) for seed in range(300)) if m.state.result == wanted)


def matches() -> dict[str, Match]:
    return {
        "won": first("won", lambda seed: finished(2, "tutorial", seed, sensible)),
        "won-mission": first("won", lambda seed: finished(4, "mission_1", seed, sensible)),
        "lost-to-the-alert": first("alert", lambda seed: finished(3, "mission_2", seed, sensible)),
        "lost-to-the-fbi": first("fbi", lambda seed: finished(4, "mission_2", seed, sensible, unlucky=True)),
        "alone": finished(1, "mission_3", 3, sensible),
        "all-variants": finished(3, "mission_3", 5, at_random(random.Random(5)), **VARIANTS),
    }


def playthrough(match: Match) -> str:
    return testing.playthrough(match, lambda heading: heading.startswith("Round "))
