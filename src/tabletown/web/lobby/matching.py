"""Matching: pure functions that decide who should meet, without database or server."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from tabletown.tournaments.pairing import pairs
from tabletown.web.lobby.seeks import ANYONE, GONE, NEAR, WIDER, Seek

PATIENCE = 3.0  # seconds after which people who look for any number of seats play with fewer
NEAREST = 12  # others that one person is compared with, by rating


class SeatRange(NamedTuple):
    """The numbers of players that a game allows, and the best one."""

    fewest: int
    most: int
    best: int


class Found(NamedTuple):
    """Seeks that together make a table, the oldest first."""

    game: str
    live: bool
    seeks: tuple[Seek, ...]


Blocked = Collection[frozenset[str]]  # pairs of people who are never matched


def width(seek: Seek, now: float) -> float:
    """How far another rating may be from this person's."""
    if not seek.terms.near:
        return math.inf
    waited = now - seek.created
    return NEAR if waited < WIDER else 2 * NEAR if waited < ANYONE else math.inf


def within(seek: Seek, rating: int) -> bool:
    """Whether an offer's range includes this rating."""
    return not seek.terms.high or seek.terms.low <= rating <= seek.terms.high


def why_apart(one: Seek, other: Seek, game: str, live: bool, now: float, blocked: Blocked) -> str:
    """Why these two can't share a table of this game; "" if they can."""
    if one.person == other.person or frozenset((one.person, other.person)) in blocked:
        return "person"
    if any(a.not_with.get(b.person, 0) > now for a, b in ((one, other), (other, one))):
        return "declined"
    for seek in (one, other):
        if game not in seek.terms.games:
            return "game"
        if seek.terms.pace not in ("either", "live" if live else "days"):
            return "pace"
        if live and now - seek.seen > GONE:
            return "away"
    if one.terms.rated != other.terms.rated:
        return "rated"
    if one.terms.clock and other.terms.clock and one.terms.clock != other.terms.clock:
        return "clock"
    if one.terms.seats and other.terms.seats and one.terms.seats != other.terms.seats:
        return "seats"
    if one.terms.offer and other.terms.offer and one.terms.options != other.terms.options:
        return "options"
    mine, theirs = one.rating(game), other.rating(game)
    if not within(one, theirs) or not within(other, mine):
        return "range"
    return "" if abs(mine - theirs) <= min(width(one, now), width(other, now)) else "range"


def apart(one: Seek, other: Seek, game: str, live: bool, now: float) -> float:
    """How badly two people fit: the difference in rating and, over days, in pace. Waiting makes up for it."""
    price = float(abs(one.rating(game) - other.rating(game)))
    if not live and one.hours and other.hours:
        price += 60 * abs(math.log2(one.hours / other.hours))
    return price - min(300.0, (2 * now - one.created - other.created) / 2)


def tables(
    seeks: Sequence[Seek], seats: Callable[[str], SeatRange | None], now: float, blocked: Blocked = ()
) -> list[Found]:
    """The tables that can be opened now; each person is at one of them at most."""
    free = [seek for seek in seeks if not seek.meeting and not seek.terms.to]
    joined: dict[str, list[Seek]] = {}
    for seek in seeks:
        if seek.terms.to and not seek.meeting:
            joined.setdefault(seek.terms.to, []).append(seek)
    found, taken = list[Found](), set[str]()

    def keep(game: str, live: bool, group: Sequence[Seek]) -> None:
        found.append(Found(game, live, tuple(sorted(group, key=lambda seek: seek.created))))
        taken.update(seek.person for seek in group)

    for offer in free:  # complete offers
        group = [offer, *joined.get(offer.id, [])]
        game = offer.terms.games[0]
        size = seats(game)
        if offer.terms.offer and size and len(group) >= (offer.terms.seats or size.best):
            keep(game, offer.terms.pace != "days", group[: offer.terms.seats or size.best])
    for live in (True, False):
        games = sorted({game for seek in free for game in seek.terms.games})
        for game in games:
            size = seats(game)
            if size is None or size.most < 2:
                continue
            among = [seek for seek in free if seek.person not in taken and game in seek.terms.games]
            for group in _groups(among, joined, game, live, size, now, blocked):
                keep(game, live, group)
        two = [game for game in games if (size := seats(game)) and size.fewest <= 2 <= size.most]
        among = [seek for seek in free if seek.person not in taken and seek.id not in joined]
        for game, pair in _pairs(among, two, seats, live, now, blocked):
            keep(game, live, pair)
    return found


def _groups(
    seeks: Sequence[Seek], joined: dict[str, list[Seek]], game: str, live: bool, size: SeatRange, now: float,
    blocked: Blocked,
) -> list[list[Seek]]:  # fmt: skip
    """Tables of three and more, longest wait first; each takes the best-fitting others one by one."""
    found, taken = list[list[Seek]](), set[str]()
    for first in seeks:
        if first.person in taken:
            continue
        count = first.terms.seats or size.best
        if count < 3:
            continue
        group = [first, *joined.get(first.id, [])]
        rest = [
            seek for seek in seeks
            if seek.person not in taken and seek.id not in joined and seek.terms.seats in (0, count)
            and seek.person not in {member.person for member in group}
        ]  # fmt: skip
        rest.sort(key=lambda seek: apart(first, seek, game, live, now))
        for seek in rest:
            if len(group) < count and all(not why_apart(one, seek, game, live, now, blocked) for one in group):
                group.append(seek)
        patient = any(member.terms.seats or now - member.created < PATIENCE for member in group)
        if len(group) == count or (len(group) >= max(3, size.fewest) and not patient):
            found.append(group)
            taken.update(seek.person for seek in group)
    return found


def _pairs(
    seeks: Sequence[Seek], games: Sequence[str], seats: Callable[[str], SeatRange | None], live: bool, now: float,
    blocked: Blocked,
) -> list[tuple[str, tuple[Seek, Seek]]]:  # fmt: skip
    """Tables of two by weighted matching: as many as possible, at the lowest total cost."""
    best: dict[frozenset[str], tuple[float, str]] = {}
    by_id = {seek.id: seek for seek in seeks}
    for game in games:
        size = seats(game)
        assert size is not None
        among = sorted((seek for seek in seeks if game in seek.terms.games), key=lambda seek: seek.rating(game))
        for place, one in enumerate(among):
            near = 0
            for other in among[place + 1 :]:
                if near >= NEAREST:
                    break
                if why_apart(one, other, game, live, now, blocked) or not _two_will_do(one, other, size, now):
                    continue
                near += 1
                key, price = frozenset((one.id, other.id)), apart(one, other, game, live, now)
                if key not in best or price < best[key][0]:
                    best[key] = price, game
    ids = sorted({id for key in best for id in key}, key=lambda id: (by_id[id].created, id))
    known = {tuple(sorted(key)): price for key, (price, _) in best.items()}
    found = pairs(ids, lambda a, b: known[min(a, b), max(a, b)], [(a, b) for a, b in known])
    return [(best[frozenset(pair)][1], (by_id[pair[0]], by_id[pair[1]])) for pair in found]


def _two_will_do(one: Seek, other: Seek, size: SeatRange, now: float) -> bool:
    """Two start at once if the game is best with two or they ask for it, otherwise after waiting for more."""
    for seek in (one, other):
        if seek.terms.seats == 2 or (not seek.terms.seats and size.best == 2):
            continue
        if seek.terms.seats or now - seek.created < PATIENCE:
            return False
    return True
