"""Matches that several tests look at, played once: together they have every value of every setting."""

from __future__ import annotations

import random
from functools import cache

from tabletown.kernel import Match
from tabletown.registry import game

ANSWERS = 300  # of each match


@cache
def played(name: str) -> list[list[Match]]:
    """Random matches of this game, each as it was before each of its first answers."""
    rules, matches = game(name), list[list[Match]]()
    settings, (fewest, most) = rules.about.settings, rules.about.seats
    for number in range(max(len(setting.values) for setting in settings)):
        values = {s.id: list(s.values)[(number + place) % len(s.values)] for place, s in enumerate(settings)}
        seats = fewest + number % (most - fewest + 1)
        match, rng = Match(rules, seats, values, number, live=False), random.Random(number)
        matches.append([])
        while match.decisions and match.number < ANSWERS:
            matches[-1].append(match.clone())
            decision = rng.choice(match.decisions)
            match.choose(decision.seat, rng.choice(list(decision.options)))
    return matches
