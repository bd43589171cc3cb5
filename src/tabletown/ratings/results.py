"""What a finished match says about strength: who played together, on which side, and who came before whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.kernel import About
from tabletown.ratings.model import RatedMatch, Team


def match_of(
    about: About,
    options: Mapping[str, str],
    players: Sequence[str],
    winners: Sequence[int],
    scores: Sequence[float] = (),
    fixed: frozenset[str] = frozenset(),
) -> RatedMatch | None:
    """The match as ratings see it; None if nobody was better than anybody else.

    `players`: who sat at each seat, a person or a bot. `winners`, `scores`: as in the match's outcome.

    >>> from tabletown.registry import game
    >>> found = match_of(game("right-of-way").about, {}, ["Ana", "Wei"], winners=[1])
    >>> [team.people for team in found.teams], found.places
    ([('Ana',), ('Wei',)], [2, 1])
    """
    count = len(players)
    if about.cooperative or count == 1:  # all against the board, whose difficulty depends on its options
        board = ", ".join([*(f"{name} {value}" for name, value in sorted(options.items())), f"for {count}"])
        places = [1, 2] if winners else [2, 1]
        return RatedMatch(about.id, [Team(tuple(players)), Team(side=board)], places, fixed)
    if not winners or len(set(players)) < count:
        return None
    teams = [Team((player,), side_of(about, seat, count)) for seat, player in enumerate(players)]
    return RatedMatch(about.id, teams, places_of(count, winners, scores), fixed)


def side_of(about: About, seat: int, seats: int) -> str:
    """The role in the game if it has roles, otherwise the position in turn order."""
    return f"{about.seat_names[seat]} of {seats}" if about.roles else f"seat {seat + 1} of {seats}"


def places_of(seats: int, winners: Sequence[int], scores: Sequence[float]) -> list[int]:
    """Each team's place: winners first, whatever their scores; the others by score, ties sharing a place."""
    standing = [
        (seat not in winners, -scores[seat] if scores and seat not in winners else 0.0) for seat in range(seats)
    ]
    return [1 + sum(other < own for other in standing) for own in standing]
