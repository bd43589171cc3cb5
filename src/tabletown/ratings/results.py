"""What a finished match says about strength: who played together, which side, who came before whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.kernel import About
from tabletown.ratings.model import Match, Team


def match_of(
    about: About,
    options: Mapping[str, str],
    players: Sequence[str],
    winners: Sequence[int],
    scores: Sequence[float] = (),
    fixed: frozenset[str] = frozenset(),
) -> Match | None:
    """The match as ratings see it; None where nobody was better than anybody else.

    `players`: who sat at each seat, a person or a bot. `winners`, `scores`: as in the outcome of the match.
    """
    count = len(players)
    if about.cooperative or count == 1:  # all against the board, which is as hard as its options make it
        board = ", ".join([*(f"{name} {value}" for name, value in sorted(options.items())), f"for {count}"])
        places = [1, 2] if winners else [2, 1]
        return Match(about.id, [Team(tuple(players)), Team(side=board)], places, fixed)
    if not winners or len(set(players)) < count:
        return None
    teams = [Team((player,), side_of(about, seat, count)) for seat, player in enumerate(players)]
    return Match(about.id, teams, places_of(count, winners, scores), fixed)


def side_of(about: About, seat: int, seats: int) -> str:
    """A part in the game where it has parts, otherwise the place in the order of turns."""
    return f"{about.seat_names[seat]} of {seats}" if about.roles else f"seat {seat + 1} of {seats}"


def places_of(seats: int, winners: Sequence[int], scores: Sequence[float]) -> list[int]:
    """The winners came first, whatever their scores; the others in the order of theirs, equal scores at one place."""
    standing = [
        (seat not in winners, -scores[seat] if scores and seat not in winners else 0.0) for seat in range(seats)
    ]
    return [1 + sum(other < own for other in standing) for own in standing]
