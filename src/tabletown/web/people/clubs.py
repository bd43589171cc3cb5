"""Clubs: people who play with each other, their tournaments, and a table of the results among them.

Whoever founds a club leads it; a link brings members in. What a club is and plays is for its members only.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.kernel import About, Text
from tabletown.ratings.results import places_of
from tabletown.tournaments.standings import PLACES
from tabletown.web.seats import Refusal, clean
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.storage.store import Store

MOST_MEMBERS, MOST_CLUBS = 500, 20  # of a club; of a person
NOT_A_MEMBER = Text("Only members of this club can see that. Ask one of them for its link.")
NO_CLUB = Text("We can't find that club. It may have been closed.")


class Club(NamedTuple):
    id: str
    name: str
    code: str
    created: float


class Member(NamedTuple):
    person: str
    leads: bool
    since: float


class ClubResult(NamedTuple):
    """What a member has played with other members, in points as in tournaments."""

    person: str
    played: int
    won: int
    points: float


_COLUMNS = [db.clubs.c[name] for name in Club._fields]


def found(store: Store, person: str, name: str) -> Club:
    """Open a club; its founder leads it."""
    name = clean(name, 50)
    if len(name) < 2:
        raise Refusal("malformed", "A club's name has 2 to 50 characters.")
    if len(clubs_of(store, person)) >= MOST_CLUBS:
        raise Refusal("busy", "You're in {n} clubs already. Leave one first.", n=MOST_CLUBS)
    club = Club(secrets.token_hex(6), name, secrets.token_urlsafe(9), store.now())
    with writing(store.engine) as connection, connection.begin():
        connection.execute(db.clubs.insert().values(club._asdict()))
        row = {"club": club.id, "person": person, "leads": True, "since": club.created}
        connection.execute(db.members.insert().values(row))
    return club


def club_at(store: Store, id: str) -> Club:
    return _find(store, db.clubs.c.id == id)


def club_of_code(store: Store, code: str) -> Club:
    return _find(store, db.clubs.c.code == code)


def _find(store: Store, condition: sa.ColumnElement[bool]) -> Club:
    with store.engine.connect() as connection:
        row = connection.execute(sa.select(*_COLUMNS).where(condition)).one_or_none()
    if row is None:
        raise Refusal("none", NO_CLUB)
    return Club(*row)


def clubs_of(store: Store, person: str) -> list[Club]:
    m = db.members.c
    mine = sa.select(*_COLUMNS).join(db.members, m.club == db.clubs.c.id).where(m.person == person)
    with store.engine.connect() as connection:
        return [Club(*row) for row in connection.execute(mine.order_by(db.clubs.c.name)).all()] if person else []


def members_of(store: Store, club: str) -> list[Member]:
    """Who leads it first, then in the order in which they came."""
    m = db.members.c
    wanted = sa.select(m.person, m.leads, m.since).where(m.club == club).order_by(m.leads.desc(), m.since, m.person)
    with store.engine.connect() as connection:
        return [Member(*row) for row in connection.execute(wanted).all()]


def member(store: Store, club: str, person: str) -> Member:
    """Raises Refusal for everybody else."""
    one = next((one for one in members_of(store, club) if one.person == person), None)
    if one is None:
        raise Refusal("not-yours", NOT_A_MEMBER)
    return one


def leader(store: Store, club: str, person: str) -> Member:
    if not (one := member(store, club, person)).leads:
        raise Refusal("not-yours", "Only those who lead the club can do that.")
    return one


# ---------------------------------------------------------------------- who belongs to it


def join(store: Store, person: str, code: str) -> Club:
    club = club_of_code(store, code)
    if len(members_of(store, club.id)) >= MOST_MEMBERS:
        raise Refusal("busy", "This club is full.")
    with writing(store.engine) as connection, connection.begin():
        _JOIN.run(connection, [(club.id, person, False, store.now())])
    return club


_JOIN = db.Put(db.members, "club person leads since", ())


def leave(store: Store, club: str, person: str) -> None:
    with writing(store.engine) as connection, connection.begin():
        connection.execute(db.members.delete().where(db.members.c.club == club, db.members.c.person == person))
        tidy(connection, [club])


def remove(store: Store, club: str, person: str) -> None:
    """They don't come back by the link that they know."""
    leave(store, club, person)
    new_code(store, club)


def promote(store: Store, club: str, person: str) -> None:
    m = db.members
    with writing(store.engine) as connection, connection.begin():
        mine = sa.and_(m.c.club == club, m.c.person == person)
        if not connection.execute(m.update().where(mine).values(leads=True)).rowcount:
            raise Refusal("none", "They aren't a member of this club any more.")


def new_code(store: Store, club: str) -> None:
    """Links that were sent before bring nobody in any more."""
    c = db.clubs
    with writing(store.engine) as connection, connection.begin():
        connection.execute(c.update().where(c.c.id == club).values(code=secrets.token_urlsafe(9)))


def tidy(connection: sa.Connection, clubs: Iterable[str]) -> None:
    """After somebody has gone: the longest member leads a club without a leader; one without members is closed."""
    m = db.members.c
    for club in clubs:
        rows = connection.execute(sa.select(m.person, m.leads).where(m.club == club).order_by(m.since, m.person)).all()
        if not rows:
            connection.execute(db.clubs.delete().where(db.clubs.c.id == club))
            connection.execute(db.tournaments.update().where(db.tournaments.c.club == club).values(club=""))
        elif not any(row.leads for row in rows):
            first = sa.and_(m.club == club, m.person == rows[0].person)
            connection.execute(db.members.update().where(first).values(leads=True))


# ---------------------------------------------------------------------- what they have played


def month_of(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def span_of(month: str) -> tuple[float, float]:
    """The beginning and end of a month such as 2026-11, in UTC; raises Refusal."""
    try:
        year, number = (int(part) for part in month.split("-"))
        first = datetime(year, number, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        raise Refusal("malformed", "That isn't a month.") from None
    after = datetime(year + number // 12, number % 12 + 1, 1, tzinfo=UTC)
    return first.timestamp(), after.timestamp()


def results_of(store: Store, club: Club, games: Mapping[str, About], month: str = "") -> list[ClubResult]:
    """The table of results: matches since the club was founded in which two or more members met; the best first.

    A match counts once for each member; who left it to a bot comes last there. `month`: of this month only.
    """
    start, end = span_of(month) if month else (0.0, 1e12)
    t, r, h, s = db.tables.c, db.results.c, db.holders.c, db.seats.c
    among = sa.select(db.members.c.person).where(db.members.c.club == club.id)
    over = (
        sa.select(h.table, h.seat, h.player, t.game, r.winners, r.scores, s.stand_in)
        .join(db.results, r.table == h.table)
        .join(db.tables, t.id == h.table)
        .join(db.seats, sa.and_(s.table == h.table, s.seat == h.seat))
        .where(h.player.in_(among), t.branched.is_(False), t.broken == "", t.undos_after_reveal == 0)
        .where(r.at >= max(start, club.created), r.at < end)
        .order_by(r.at, h.table, h.seat)
    )
    with store.engine.connect() as connection:
        rows = connection.execute(over).all()
    matches = defaultdict[str, list[Any]](list)
    for row in rows:
        matches[row.table].append(row)
    played, won, points = defaultdict[str, int](int), defaultdict[str, int](int), defaultdict[str, float](float)
    for seats in matches.values():
        people = [row.player for row in seats]
        about = games.get(seats[0].game)
        if about is None or about.cooperative or len(people) < 2 or len({*people}) < len(people):
            continue
        winners = msgspec.json.decode(seats[0].winners, type=list[int])
        scores = msgspec.json.decode(seats[0].scores, type=list[float])
        best = [n for n, row in enumerate(seats) if row.seat in winners and not row.stand_in]
        own = [scores[row.seat] if row.seat < len(scores) else 0.0 for row in seats]
        standing = list(zip([row.stand_in for row in seats], places_of(len(seats), best, own if scores else ())))
        places = [1 + sum(other < one for other in standing) for one in standing]
        for n, (row, value) in enumerate(zip(seats, worth_of(places) if winners else [0.0] * len(seats))):
            played[row.player] += 1
            won[row.player] += n in best
            points[row.player] += value
    table = [ClubResult(who, played[who], won[who], points[who]) for who in played]
    return sorted(table, key=lambda one: (-one.points, one.played, one.person))


def worth_of(places: Sequence[int]) -> list[float]:
    """Points for these places, as in tournaments; those who tie share the points of their places."""
    count = len(places)
    steps = PLACES.get(count) or tuple(float(count - place) for place in range(1, count + 1))
    tied = [sum(other == place for other in places) for place in places]
    return [sum(steps[place - 1 : place - 1 + number]) / number for place, number in zip(places, tied)]
