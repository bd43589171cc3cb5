"""Elo from pairings: one bot against several of another kind, at tables of two or more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from tabletown.lab.matches.play import MatchRow
from tabletown.lab.statistics import won

ELO = 400 / math.log(10)
ANCHOR, AT = "greedy", 1500.0
PRIOR = 0.25  # of a win, added to both sides of every pairing, so that a bot that won all is not infinitely strong


class Pairing(NamedTuple):
    one: str
    other: str
    others: int  # how many of the other bot were at the table
    wins: float  # of the single bot
    matches: int  # that had a winner


class Rung(NamedTuple):
    bot: str
    elo: float
    low: float
    high: float
    beats: float  # how often it beats the bot below, one against one


def pairings(played: Sequence[MatchRow]) -> list[Pairing]:
    found: dict[tuple[str, str], list[float]] = {}
    for match in played:
        if not match.winners:
            continue  # all lost together, so neither was better
        one, other = match.arm.split(" / ")
        seat = match.bots.index(one)
        row = found.setdefault((one, other), [len(match.bots) - 1, 0.0, 0])
        row[1] += won(match, seat, False)
        row[2] += 1
    return [Pairing(one, other, int(k), wins, int(n)) for (one, other), (k, wins, n) in found.items()]


def ladder(pairs: Sequence[Pairing]) -> list[Rung]:
    """The strengths that make the results likeliest (Bradley and Terry), with 95 % intervals."""
    import numpy as np

    bots = list(dict.fromkeys(bot for pair in pairs for bot in (pair.one, pair.other)))
    place = {bot: number for number, bot in enumerate(bots)}
    strength = np.zeros(len(bots))
    information = np.eye(len(bots))
    for _ in range(100):
        slope, information = np.zeros(len(bots)), np.zeros((len(bots), len(bots)))
        for pair in pairs:
            a, b = place[pair.one], place[pair.other]
            expected = 1 / (1 + pair.others * math.exp(strength[b] - strength[a]))
            matches, wins = pair.matches + 2 * PRIOR, pair.wins + PRIOR
            gain, weight = wins - matches * expected, matches * expected * (1 - expected)
            slope[a] += gain
            slope[b] -= gain
            information[a, a] += weight
            information[b, b] += weight
            information[a, b] -= weight
            information[b, a] -= weight
        step = np.linalg.pinv(information) @ slope
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    spread = 1.96 * np.sqrt(np.diag(np.linalg.pinv(information)))
    zero = strength[place[ANCHOR]] if ANCHOR in place else strength.mean()
    order = sorted(range(len(bots)), key=lambda number: -strength[number])
    rungs = []
    for rank, number in enumerate(order):
        below = strength[order[rank + 1]] if rank + 1 < len(order) else strength[number]
        elo = AT + ELO * (strength[number] - zero)
        half = ELO * spread[number]
        beats = 1 / (1 + math.exp(below - strength[number]))
        rungs.append(Rung(bots[number], float(elo), float(elo - half), float(elo + half), beats))
    return rungs
