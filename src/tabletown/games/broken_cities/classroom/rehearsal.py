"""A session played by bots in the time that people take: for a rehearsal, and to measure what a lesson is like.

Every table has its own clock: a turn takes about three quarters of a minute, a card is read aloud, a law is argued for.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tabletown.bots import Bot, make
from tabletown.games.broken_cities.classroom.session import Session
from tabletown.kernel import CHANCE

MIXED = ("random", "easy", "good", "strong")  # as different as a class is
TURN, ARGUE, READ = 45.0, 25.0, 60.0  # seconds: a turn, an answer about a law, a card


def seat_bots(session: Session, rng: random.Random, skills: Sequence[str] = MIXED) -> list[list[Bot]]:
    """A bot for every seat, of mixed skill."""
    return [
        [make(rng.choice(skills), seed=rng.getrandbits(31)) for _ in range(match.seats)] for match in session.matches
    ]


def play(session: Session, bots: list[list[Bot]], rng: random.Random) -> float:
    """Play a started session to its end; the seconds that it took."""
    at = [0.0] * len(session.matches)  # where each table's clock is
    while not session.over:
        waiting = [(at[table], table, seat) for table, seat, _ in session.waiting()]
        if session.halt is not None and not session.halt.shown and not waiting:
            now = max(at) + READ
            at = [now] * len(at)
            session.show_card(now)
            continue
        if not waiting:  # only the clock can bring it on
            session.tick(session.state.clock_until + 1)
            if not session.state.clock_until:
                raise AssertionError("Nobody can go on, and no clock runs.")
            continue
        now, table, seat = min(waiting)
        session.tick(now)
        match = session.matches[table]
        if session.over or match.decision(seat) is None:
            continue
        law = session.city(table).assembly is not None
        before = match.turn
        session.choose(table, seat, bots[table][seat].choose(match.player_view(seat)), now)
        if law:
            at[table] += rng.uniform(0.4, 1.6) * ARGUE / max(1, len(match.decisions))
        elif match.over or match.turn != before:
            at[table] += rng.lognormvariate(0.0, 0.35) * TURN
        if match.decisions and match.decisions[0].seat == CHANCE:  # who waits for the room waits for the others
            at[table] = max(at[table], now)
    return max(at)
