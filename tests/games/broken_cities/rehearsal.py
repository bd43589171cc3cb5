"""A session that bots play at the pace of people, to test and measure how a lesson goes.

Every table has its own simulated clock: a turn takes about 45 seconds, and cards and laws take time too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tabletown.bots import Bot, make
from tabletown.games.broken_cities.classroom.session import CitiesSession
from tabletown.kernel import CHANCE

MIXED = ("random", "easy", "good", "strong")  # mixed, like a class
TURN, ARGUE, READ = 45.0, 25.0, 60.0  # seconds: a turn, an answer about a law, a card


def seat_bots(session: CitiesSession, rng: random.Random, skills: Sequence[str] = MIXED) -> list[list[Bot]]:
    """A bot for every seat, of mixed skill."""
    return [
        [make(rng.choice(skills), seed=rng.getrandbits(31)) for _ in range(match.seats)] for match in session.matches
    ]


def play(session: CitiesSession, bots: list[list[Bot]], rng: random.Random) -> float:
    """Play a started session to its end and return the simulated seconds it took."""
    at = [0.0] * len(session.matches)  # each table's clock
    while not session.over:
        waiting = [(at[table], table, seat) for table, seat, _ in session.waiting()]
        if session.halt is not None and not session.halt.shown and not waiting:
            now = max(at) + READ
            at = [now] * len(at)
            session.show_card(now)
            continue
        if not waiting:  # only the clock can move the session on
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
        if (
            match.decisions and match.decisions[0].seat == CHANCE
        ):  # a table that waits for the room waits for the others
            at[table] = max(at[table], now)
    return max(at)
