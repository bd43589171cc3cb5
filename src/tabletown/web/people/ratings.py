"""Rated matches: which tables can be rated, how results change ratings, and who leads.

Each rated match is recorded once, numbered in the table `rated`, in a transaction that waits for the one before.
Ratings depend on these rows alone, so `recompute` yields the same ones to the last bit, even after tables were deleted.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.bots import LEVELS
from tabletown.drawing import before_colon, named
from tabletown.kernel import About, Text, say
from tabletown.ratings import RatedMatch, Rating, Ratings, Team, match_of
from tabletown.ratings.model import FEWEST, MEAN, SCALE, SIDE
from tabletown.ratings.results import side_of
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import is_guest
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store

LOCK = 0x7461626C  # PostgreSQL: one server at a time records results
BOTS, LEVEL = "bots:", "level:"  # prefixes of the bots' rating lists and of the names of built-in bots there
GONE = "gone-"  # prefix of the names of erased people
FEWEST_FOR_SIDES = 50  # matches required before fairness is shown

BY_PEOPLE = Text("Rated matches are between people. Bots and second seats on the same screen can't take part.")
BY_CHANCE = Text("A rated match needs secret luck. Leave the seed empty and let the program roll.")


def pool_of_bots(game: str) -> str:
    """The name of a game's rating list with guest bots, built-in bots and people who played them."""
    return f"{BOTS}{game}"


def why_not_rated(
    about: About, seats: Sequence[NewSeat], new: NewTable, luck: str, among_bots: bool = False
) -> Text | None:
    """Why such a table can't be rated; None if it can. `among_bots`: a guest bot takes part."""
    if any(seat.kind == "here" or (seat.kind == "bot" and not among_bots) for seat in seats):
        return BY_PEOPLE
    if luck != db.SECRET or new.by_hand:
        return BY_CHANCE
    return None


class StoredTeam(msgspec.Struct, array_like=True):
    people: list[str]
    side: str


class StoredMatch(msgspec.Struct):
    teams: list[StoredTeam]
    places: list[int]

    def of(self, game: str) -> RatedMatch:
        return RatedMatch(game, [Team(tuple(team.people), team.side) for team in self.teams], self.places)


_read = msgspec.json.Decoder(StoredMatch | None).decode


def take_in(store: Store, games: Mapping[str, About]) -> int:
    """Record all finished rated matches that aren't recorded yet, in the order in which they ended; returns their
    number."""
    t, r = db.tables.c, db.results.c
    new = (
        sa.select(t.id, t.game, t.options, t.luck, t.undos_after_reveal, r.winners, r.scores, r.at)
        .join(db.results, r.table == t.id)
        .where(t.rated, t.over, t.id.not_in(sa.select(db.rated.c.origin)))
        .order_by(r.at, t.id)
    )
    with writing(store.engine) as connection, connection.begin():
        if store.engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        rows = connection.execute(new).all()
        taken = connection.scalar(sa.select(sa.func.max(db.rated.c.number))) or 0
        for number, row in enumerate(rows, taken + 1):
            about, match = games.get(row.game), None
            if about is not None and row.luck == db.SECRET and not row.undos_after_reveal:
                match = _match(connection, row, about)
            stored = (
                None if match is None else StoredMatch([StoredTeam([*p], s) for p, s in match.teams], [*match.places])
            )
            game = row.game if match is None else match.game
            values = {"number": number, "origin": row.id, "game": game, "at": row.at}
            connection.execute(db.rated.insert().values(match=msgspec.json.encode(stored).decode(), **values))
            if stored is not None:
                rate(connection, stored.of(game))
    return len(rows)


def _match(connection: sa.Connection, row: Any, about: About) -> RatedMatch | None:
    """A result as input for ratings; None if nobody was better. A player who left and let a bot play comes last.

    If a guest bot took part, it counts in the bots' list only, for everybody who played.
    """
    s, h = db.seats.c, db.holders.c
    found = sa.select(s.seat, s.kind, s.stand_in, s.bot).where(s.table == row.id).order_by(s.seat)
    seats = connection.execute(found).all()
    holders = dict(connection.execute(sa.select(h.seat, h.player).where(h.table == row.id)).all())
    played = [seat for seat in seats if seat.kind != "auto"]
    if any(is_guest(player) for player in holders.values()):
        about = msgspec.structs.replace(about, id=pool_of_bots(about.id))
        holders |= {seat.seat: LEVEL + seat.bot for seat in played if seat.kind == "bot"}
    elif any(seat.kind == "bot" for seat in played):
        return None
    if any(seat.kind not in ("person", "bot") or seat.seat not in holders for seat in played):
        return None
    read = msgspec.json.decode
    players = [holders[seat.seat] for seat in played]
    if len(played) < len(seats) or about.cooperative:  # the rules play the other seats: people against the board
        about = msgspec.structs.replace(about, cooperative=True)
    winners = [seat for seat in read(row.winners) if any(seat == one.seat for one in played)]
    match = match_of(about, read(row.options), players, winners, read(row.scores))
    left = [seat.stand_in for seat in played]
    if match is None or not any(left):
        return match
    if about.cooperative or all(left):
        return None
    standing = list(zip(left, match.places))
    return match._replace(places=[1 + sum(other < own for other in standing) for own in standing])


def rate(connection: sa.Connection, match: RatedMatch) -> None:
    """Change the stored ratings by a result."""
    r = db.ratings.c
    names = {name for team in match.teams for name in (*team.people, SIDE + team.side)}
    rows = connection.execute(sa.select(db.ratings).where(r.game == match.game, r.name.in_(names)))
    ratings = Ratings((row.game, row.name, Rating(row.mean, row.spread, row.matches)) for row in rows)
    known = set(ratings.known)
    for name, rating in ratings.rate(match).items():
        values = {"mean": rating.mean, "spread": rating.spread, "matches": rating.matches}
        if (match.game, name) in known:
            connection.execute(db.ratings.update().where(r.game == match.game, r.name == name).values(values))
        else:
            connection.execute(db.ratings.insert().values(game=match.game, name=name, **values))


def recompute(store: Store) -> tuple[int, int]:
    """Recompute all ratings from the recorded matches; returns the number of matches and of ratings that differed."""
    with writing(store.engine) as connection, connection.begin():
        if store.engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        ratings, matches = Ratings(), 0
        for row in connection.execute(sa.select(db.rated).order_by(db.rated.c.number)):
            if (stored := _read(row.match)) is not None:
                ratings.rate(stored.of(row.game))
                matches += 1
        rows = connection.execute(sa.select(db.ratings)).all()
        before = {(row.game, row.name): Rating(row.mean, row.spread, row.matches) for row in rows}
        differ = sum(before.get(key) != ratings.known.get(key) for key in {*before, *ratings.known})
        if differ:
            connection.execute(db.ratings.delete())
            new = [
                {"game": game, "name": name, "mean": one.mean, "spread": one.spread, "matches": one.matches}
                for (game, name), one in ratings.known.items()
            ]
            if new:
                connection.execute(db.ratings.insert(), new)
    return matches, differ


class Leader(NamedTuple):
    person: str
    name: str
    rating: Rating


class Fairness(NamedTuple):
    """How often a side wins between equally strong players, with the 95 % range."""

    seat: int
    share: float
    low: float
    high: float


class Difficulty(NamedTuple):
    """How often people rated 1500 win against a mission or a solo board, with the 95 % range."""

    title: str
    details: list[str]  # what else is chosen, and the number of people
    share: float
    low: float
    high: float
    matches: int


class Board(NamedTuple):
    """The contents of `/ratings/GAME`."""

    leaders: list[Leader]  # best first
    provisional: int  # how many more there are with provisional ratings
    sides: list[Fairness]  # sides of tables with this many seats; empty: too few matches
    matches: int
    boards: list[Difficulty]  # what people play against together, or alone; easiest first
    against_board: int  # matches against them


def board(store: Store, about: About, pool: str = "") -> Board:
    """The leaders of a game, and the fairness of its sides. `pool`: the bots' list; "": among people."""
    r, p, pool = db.ratings.c, db.players.c, pool or about.id
    rows = sa.select(db.ratings, p.name.label("shown")).outerjoin(db.players, p.id == r.name).where(r.game == pool)
    count = sa.select(sa.func.count()).where(db.rated.c.game == pool, db.rated.c.match != "null")
    with store.engine.connect() as connection:
        found = connection.execute(rows).all()
        matches = connection.scalar(count) or 0
    ratings = {row.name: Rating(row.mean, row.spread, row.matches) for row in found}
    people = [
        Leader(row.name, row.shown or _level(row.name), ratings[row.name])
        for row in found
        if not row.name.startswith((SIDE, GONE))
    ]
    sure = sorted((one for one in people if not one.rating.provisional), key=lambda one: -one.rating.mean)
    against = sum(one.matches for name, one in ratings.items() if _BOARD(name))
    return Board(sure, len(people) - len(sure), _fairness(about, ratings), matches, _boards(about, ratings), against)


def _level(name: str) -> str:
    """The name of a built-in bot among the leaders; "" for anybody else."""
    found = next((level for level in LEVELS if LEVEL + level.id == name), None)
    return say("{level} (built in)", level=before_colon(named(found.title))) if found is not None else ""


def _fairness(about: About, ratings: Mapping[str, Rating]) -> list[Fairness]:
    """Fairness for the most frequent number of seats."""
    tables = {
        seats: [ratings[name] for seat in range(seats) if (name := SIDE + side_of(about, seat, seats)) in ratings]
        for seats in range(2, about.seats[1] + 1)
    }
    sides = max(tables.items(), key=lambda entry: sum(one.matches for one in entry[1]), default=(0, []))
    if about.cooperative or len(sides[1]) < sides[0] or sides[1][0].matches < FEWEST_FOR_SIDES:
        return []

    def share(seat: int, shift: float) -> float:
        """The win rate if this side were stronger or weaker by so many standard deviations."""
        weights = [
            math.exp((one.mean + (shift * one.spread if n == seat else 0)) / SCALE) for n, one in enumerate(sides[1])
        ]
        return weights[seat] / sum(weights)

    return [Fairness(seat, share(seat, 0), share(seat, -1.96), share(seat, 1.96)) for seat in range(sides[0])]


_BOARD = re.compile(rf"{SIDE}(?:(.*), )?for (\d+)").fullmatch  # as `match_of` names it


def _boards(about: About, ratings: Mapping[str, Rating]) -> list[Difficulty]:
    """The boards that were played often enough to say something, in the words of the game's settings."""
    found = []
    for name, rating in ratings.items():
        if (board := _BOARD(name)) is not None and rating.matches >= FEWEST:
            found.append((dict(part.split(" ", 1) for part in (board[1] or "").split(", ") if part), board[2], rating))
    differ = [s for s in about.settings if len({chosen.get(s.id, s.default) for chosen, _, _ in found}) > 1]
    main = about.settings[:1] if about.cooperative else ()  # such as the mission
    shown = []
    for chosen, people, rating in found:
        values = {s.id: s.values.get(chosen.get(s.id, ""), s.values[s.default]) for s in (*differ, *main)}
        words = {setting: before_colon(named(value)) for setting, value in values.items()}
        count = say("{n} player", "{n} players", n=int(people))
        title, *details = [words[s.id] for s in (*main, *(s for s in differ if s not in main))] + [count]

        def share(shift: float, rating: Rating = rating, people: int = int(people)) -> float:
            stronger = rating.mean + shift * rating.spread - people * MEAN
            return 1 / (1 + math.exp(stronger / SCALE))

        shown.append(Difficulty(title, details, share(0), share(1.96), share(-1.96), rating.matches))
    return sorted(shown, key=lambda one: -one.share)


def of_person(store: Store, person: str) -> dict[str, Rating]:
    """A person's ratings, by game; `pool_of_bots(game)` where they met bots."""
    r = db.ratings.c
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(db.ratings).where(r.name == person)).all()
    return {row.game: Rating(row.mean, row.spread, row.matches) for row in rows}


# ---------------------------------------------------------------------- to look at


class Pair(NamedTuple):
    """Two people whose rated matches a host may want to look at: one of them wins nearly all, and they play few
    others."""

    winner: str
    loser: str
    game: str
    matches: int
    won: int
    of_all: float  # the part of the winner's rated matches that were these


LATELY, MANY = 5000, 8  # rated matches that are looked at; how many two people must have played
WON, PART = 0.8, 0.5  # the parts of them that one won, and of the winner's matches that were these


def lopsided(store: Store) -> list[Pair]:
    """Pairs that look as if one gave the matches to the other; the most matches first."""
    r = db.rated.c
    wanted = sa.select(r.game, r.match).where(r.match != "null").order_by(r.number.desc()).limit(LATELY)
    played, won, together = Counter[tuple[str, str]](), Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    with store.engine.connect() as connection:
        for row in connection.execute(wanted):
            stored = _read(row.match)
            if stored is None or row.game.startswith(BOTS):
                continue
            placed = [(who, place) for team, place in zip(stored.teams, stored.places) for who in team.people]
            played.update((row.game, who) for who, _ in placed)
            if len(stored.teams) == len(placed):  # not a family against a mission
                for one, place in placed:
                    for other, after in placed:
                        together[row.game, one, other] += one != other
                        won[row.game, one, other] += place < after
    found = [
        Pair(one, other, game, count, won[game, one, other], count / played[game, one])
        for (game, one, other), count in together.items()
        if count >= MANY and won[game, one, other] >= WON * count and count >= PART * played[game, one]
    ]
    return sorted(found, key=lambda pair: -pair.matches)
