"""Standings and tie-breaks.

Each place at a table is worth points: 1 and 0 for two seats, 3, 1½ and ½ for three, 4, 2, 1 and 0 for four; players who
tie share the points of their places. Ties are broken by, in this order:

- Swiss: the opponents' points; the points scored at the tables; the match between them; a lot.
- Groups: matches won; the points scored at the tables; the match between them; a lot.
- Knock-out: the last round reached; then as in groups.
- Arena: the best result; the next best, and so on; a lot.

Lots are drawn once, with the tournament's seed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tabletown.tournaments.tournament import Pairing, Tournament

PLACES = {1: (0.0,), 2: (1.0, 0.0), 3: (3.0, 1.5, 0.5), 4: (4.0, 2.0, 1.0, 0.0)}
TIE_BREAKS = {
    "swiss": ("points", "opponents", "scored", "between"),
    "groups": ("points", "wins", "scored", "between"),
    "knockout": ("reached", "points", "wins", "scored", "between"),
    "arena": ("best", "scored"),
}


class Standing(NamedTuple):
    player: str
    group: int
    points: float
    wins: int
    scored: float  # points scored in the games themselves, at all tables
    opponents: float  # the total points of all opponents
    reached: int  # the last round played
    best: tuple[float, ...]  # scores, best first
    between: float  # points at tables shared with players tied in everything else
    played: int


def points_of(pairing: Pairing) -> dict[str, float]:
    """Each player's points for this table. A bye counts as a win; a match not played counts for nobody."""
    if pairing.state == "bye":
        return dict.fromkeys(pairing.seats, pairing.worth)
    if pairing.state != "over":
        return {}
    shares, points, place = PLACES[len(pairing.seats)], {}, 0
    for group in ranking(pairing):
        share = sum(shares[place : place + len(group)]) / len(group)
        points.update(dict.fromkeys(group, share))
        place += len(group)
    return points


def ranking(pairing: Pairing) -> list[list[str]]:
    """The winners, then the others by score; players who tie are listed together."""
    others = [player for player in pairing.seats if player not in pairing.winners]
    score = dict(zip(pairing.seats, pairing.scores)) if pairing.scores else {}
    steps = sorted({score.get(player, 0.0) for player in others}, reverse=True)
    behind = [[player for player in others if score.get(player, 0.0) == step] for step in steps]
    return [*([list(pairing.winners)] if pairing.winners else []), *behind]


def standings(tournament: Tournament) -> list[Standing]:
    """All players, best first; group by group if there are groups."""
    ids = [player.id for player in tournament.players]
    lots = dict(zip(random.Random(f"{tournament.seed} lots").sample(ids, len(ids)), range(len(ids))))
    group = tournament.group_of()
    points = dict.fromkeys(ids, 0.0)
    wins, reached, played = (dict.fromkeys(ids, 0) for _ in range(3))
    best: dict[str, list[float]] = {id: [] for id in ids}
    met: dict[str, list[str]] = {id: [] for id in ids}
    total: dict[str, float] = dict.fromkeys(ids, 0.0)
    for pairing in tournament.pairings:
        for player, share in points_of(pairing).items():
            points[player] += share
            reached[player] = max(reached[player], pairing.round)
        if pairing.state != "over":
            continue
        for seat, player in enumerate(pairing.seats):
            played[player] += 1
            wins[player] += player in pairing.winners
            score = pairing.scores[seat] if pairing.scores else 0.0
            total[player] += score
            best[player].append(score)
            met[player] += [other for other in pairing.seats if other != player]
    for player in tournament.survivors():
        reached[player] += 1  # the winner of a knock-out gets past the last round
    rows = [
        Standing(
            id,
            group.get(id, 0),
            points[id],
            wins[id],
            total[id],
            sum(points[other] for other in met[id]),
            reached[id],
            tuple(sorted(best[id], reverse=True)),
            0.0,
            played[id],
        )
        for id in ids
    ]
    order = TIE_BREAKS[tournament.kind]
    if "between" in order:
        rows = [row._replace(between=_between(tournament, row, rows, order[:-1])) for row in rows]
    return sorted(
        rows, key=lambda row: (row.group, *(_falling(getattr(row, name)) for name in order), lots[row.player])
    )


def _falling(value: float | tuple[float, ...]) -> float | tuple[float, ...]:
    """A sort key for highest first; of two lists that begin alike, the longer one first."""
    return (*(-one for one in value), math.inf) if isinstance(value, tuple) else -value


def _between(tournament: Tournament, row: Standing, rows: Sequence[Standing], before: Sequence[str]) -> float:
    """Points at tables at which only players still tied have met."""
    equal = {
        other.player
        for other in rows
        if other.group == row.group and all(getattr(other, name) == getattr(row, name) for name in before)
    }
    if len(equal) == 1:
        return 0.0
    tables = [
        pairing for pairing in tournament.pairings if pairing.state == "over" and len(equal & set(pairing.seats)) > 1
    ]
    return sum(points_of(pairing).get(row.player, 0.0) for pairing in tables if row.player in pairing.seats)


class OrderReason(NamedTuple):
    """Why one player is ahead of another: the name of the tie-break, and both figures. "lot" has none."""

    by: str
    one: float
    other: float


def why_before(tournament: Tournament, one: str, other: str) -> OrderReason:
    """Why the first of two players is ahead of the second.

    >>> from tabletown.tournaments import Tournament
    >>> swiss = Tournament(kind="swiss", seats=2, rounds=1)
    >>> for player in ("Ana", "Ben", "Cem", "Dee"):
    ...     swiss.enter(player)
    >>> swiss.start()
    >>> first, _ = swiss.waiting()
    >>> swiss.begin(first.number)
    >>> swiss.record(first.number, winners=first.seats[1:])
    >>> why_before(swiss, first.seats[1], first.seats[0])
    OrderReason(by='points', one=1.0, other=0.0)
    """
    rows = {row.player: row for row in standings(tournament)}
    for name in TIE_BREAKS[tournament.kind]:
        a, b = getattr(rows[one], name), getattr(rows[other], name)
        if a != b:
            if isinstance(a, tuple):
                a, b = next(((x, y) for x, y in zip(a, b) if x != y), (len(a), len(b)))
            return OrderReason(name, a, b)
    return OrderReason("lot", 0, 0)
