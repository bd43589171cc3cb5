"""Finished matches, one for every way to end and every variant, and a playthrough to read.

`python -m tests.playthroughs crossroll --matches` writes them anew, after a change of the rules or of the state.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tabletown import testing
from tabletown.games.crossroll import game
from tabletown.games.crossroll.events import WrotePenalty
from tabletown.kernel import Decision, Match

FIXTURES = Path(__file__).with_name("fixtures")
PLAYTHROUGH, READ = FIXTURES / "playthrough.txt", "two-sensible"  # the match that the playthrough shows
NAMES = ["Ines", "Wei", "Ana", "Luke"]
VARIANTS = {
    "nitrous": "on",
    "adjacency": "route",
    "ties": "ladder",
    "first": "seat-2",
    "solo-six": "reroll",
    "slots": "choose",
}

Player = Callable[[Match, Decision], str]


def sensible(match: Match, decision: Decision) -> str:
    """The option that the game's own ratings prefer."""
    assert game.bots.rate is not None
    rates = game.bots.rate(match.view(decision.seat), decision)
    return decision.options[max(range(len(rates)), key=rates.__getitem__)]


def with_slips(rng: random.Random) -> Player:
    """The first seat plays sensibly; each further seat makes more mistakes."""
    blind = at_random(rng)
    return lambda match, decision: (blind if rng.random() < 0.1 * decision.seat else sensible)(match, decision)


def at_random(rng: random.Random) -> Player:
    return lambda match, decision: rng.choice(list(decision.options))


def finished(seats: int, seed: int, player: Player, options: dict[str, str] | None = None) -> Match:
    match = Match(game, NAMES[:seats], options, seed=seed)
    turn = random.Random(seed)
    while decisions := match.decisions:  # seats that act at once answer in any order
        decision = turn.choice(decisions)
        match.choose(decision.seat, player(match, decision))
    return match


def until(wanted: Callable[[Match], bool], seats: int, options: dict[str, str] | None = None) -> Match:
    """The random match of the first seed that ends as wanted."""
    tried = (finished(seats, seed, at_random(random.Random(seed)), options) for seed in range(2000))
    return next(match for match in tried if wanted(match))


def last_round(match: Match) -> list[str]:
    """The clauses of the log lines of the last round."""
    start = max(number for number, line in enumerate(match.lines) if line.heading)
    return [line.rule for line in match.lines[start:]]


def shared(match: Match) -> bool:
    return match.outcome is not None and len(match.outcome.winners) > 1


def by_dots(match: Match) -> bool:
    return "complete.declare" in last_round(match) and "penalty.first-completion" not in last_round(match)


def by_number(match: Match) -> bool:
    return "complete.declare" not in last_round(match) and "solo.penalty" not in last_round(match)


def by_x(match: Match) -> bool:
    """Whether a player's last box was filled by the penalty for another player's completed route."""
    full = [seat for seat, board in enumerate(match.state.boards) if not any(board.free)]
    told = match.lines[max(number for number, line in enumerate(match.lines) if line.heading) :]
    hit = {line.event.concerns for line in told if isinstance(line.event, WrotePenalty)}
    return len(full) == 1 and full[0] in hit


def matches() -> dict[str, Match]:
    return {
        "two-sensible": finished(2, 7, with_slips(random.Random(7))),
        "ended-by-a-number": until(by_number, 2),
        "ended-by-dots": until(by_dots, 2),
        "ended-by-a-penalty": until(by_x, 3),
        "shared-victory": until(shared, 2),
        "three": finished(3, 5, at_random(random.Random(5))),
        "four-with-nitrous": finished(4, 11, with_slips(random.Random(11)), {"nitrous": "on"}),
        "four-all-variants": finished(4, 3, at_random(random.Random(3)), VARIANTS),
        "solo": finished(1, 2, sensible),
        "solo-ended-by-a-penalty": until(lambda match: "solo.penalty" in last_round(match), 1),
        "solo-all-variants": finished(1, 4, at_random(random.Random(4)), VARIANTS),
    }


def playthrough(match: Match) -> str:
    return testing.playthrough(match, lambda heading: (int(heading.split()[1]) - 1) % 10 == 0, seat=0)
