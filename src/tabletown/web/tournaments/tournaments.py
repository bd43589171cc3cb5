"""Tournaments on the server: stored as one document each, opened and counted by whichever server comes first.

A change names the version before it, so that two servers never count a result twice. A table's id is stored before the
table is opened: a server that is killed in between leaves it to the next.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from tabletown.kernel import say
from tabletown.tournaments import Pairing, Tournament, TournamentError
from tabletown.web.people import clubs
from tabletown.web.people.ratings import of_person
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.tables.opening import new_id

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

log = logging.getLogger("tabletown.web")

OFTEN = 2.0  # seconds between two looks at the tables that are played
TRIES = 8  # overtaking changes before it gives up
MOST = 200  # players
DAY = 86400.0
# options of each day's arenas, by game
ARENAS: dict[str, dict[str, str]] = {
    "crossroll": {},
    "new-york-crisis": {"scenario": "mission_1"},
}
DAILY = "daily-"  # begins the ids of the arenas that open by themselves


class HostedTournament(msgspec.Struct):
    """A tournament and what this server needs for it."""

    title: str
    game: str
    host: str
    tournament: Tournament
    clock: str = ""
    rated: bool = False
    days_off: bool = True  # clocks stand still while their people have days off
    options: dict[str, str] = {}
    names: dict[str, str] = {}  # by player
    tables: dict[int, str] = {}  # by pairing
    alone: dict[str, str] = {}  # of an arena: whose table this is
    ends: float = 0.0  # of an arena

    @property
    def is_daily(self) -> bool:
        """Whether this arena opened by itself: nobody hosts it."""
        return not self.host


class Tournaments:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self._opened = -1.0  # the last day whose arenas were opened

    # ------------------------------------------------------------------ stored

    def find(self, id: str) -> tuple[HostedTournament, int]:
        c = db.tournaments.c
        with self.store.engine.connect() as connection:
            row = connection.execute(sa.select(c.data, c.version).where(c.id == id)).one_or_none()
        if row is None:
            raise Refusal("none", "We can't find that tournament.")
        return msgspec.json.decode(row.data, type=HostedTournament), row.version

    def all(self, limit: int = 60, club: str = "") -> list[tuple[str, HostedTournament]]:
        """Those for everybody or of a club: people's own before daily arenas, the latest first; over ones last."""
        c = db.tournaments.c
        wanted = sa.select(c.id, c.data).where(c.club == club).limit(limit)
        order = (c.state == "over", c.id.startswith(DAILY), c.created.desc(), c.id)
        with self.store.engine.connect() as connection:
            rows = connection.execute(wanted.order_by(*order)).all()
        return [(row.id, msgspec.json.decode(row.data, type=HostedTournament)) for row in rows]

    def running(self) -> list[str]:
        """All of them: however many somebody opens, the others go on."""
        c = db.tournaments.c
        with self.store.engine.connect() as connection:
            return list(connection.scalars(sa.select(c.id).where(c.state == "running").order_by(c.created)))

    def club_of(self, id: str) -> str:
        """The club that a tournament belongs to; "" for one that is for everybody."""
        with self.store.engine.connect() as connection:
            return connection.scalar(sa.select(db.tournaments.c.club).where(db.tournaments.c.id == id)) or ""

    def add(self, hosted: HostedTournament, club: str = "") -> str:
        id = new_id()
        values = {"state": hosted.tournament.state, "data": msgspec.json.encode(hosted).decode(), "version": 0}
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(db.tournaments.insert().values(id=id, club=club, created=self.store.now(), **values))
        return id

    def change(self, id: str, work: Callable[[HostedTournament], None]) -> HostedTournament:
        """Apply this change to the tournament as it is stored now."""
        c = db.tournaments.c
        for _ in range(TRIES):
            hosted, version = self.find(id)
            try:
                work(hosted)
            except TournamentError as error:
                raise Refusal("not-asked", str(error)) from None
            data = msgspec.json.encode(hosted).decode()
            new = {"data": data, "state": hosted.tournament.state, "version": version + 1}
            with writing(self.store.engine) as connection, connection.begin():
                mine = sa.and_(c.id == id, c.version == version)
                if connection.execute(db.tournaments.update().where(mine).values(**new)).rowcount:
                    return hosted
        raise Refusal("busy", "Many people are changing this tournament. Try again.")

    def forget(self, connection: sa.Connection, person: str, nobody: str) -> None:
        """Erase a person: what they played stays without their name, and open matches are lost."""
        c = db.tournaments.c
        for row in connection.execute(sa.select(c.id, c.data).where(c.data.contains(person, autoescape=True))).all():
            hosted = msgspec.json.decode(row.data.replace(person, nobody), type=HostedTournament)
            hosted.names.pop(nobody, None)
            hosted.alone = {table: who for table, who in hosted.alone.items() if who != nobody}
            if hosted.tournament.state != "over" and any(p.id == nobody for p in hosted.tournament.players):
                hosted.tournament.withdraw(nobody)
            values = {"data": msgspec.json.encode(hosted).decode(), "state": hosted.tournament.state}
            connection.execute(db.tournaments.update().where(c.id == row.id).values(**values, version=c.version + 1))

    # ------------------------------------------------------------------ taking part

    async def enter(self, id: str, person: str, name: str) -> None:
        def work(hosted: HostedTournament) -> None:
            if len(hosted.tournament.players) >= MOST:
                raise Refusal("busy", "This tournament is full.")
            rating = of_person(self.store, person).get(hosted.game)
            hosted.tournament.enter(person, rating.mean if rating is not None else 25.0)
            hosted.names[person] = name

        await asyncio.to_thread(self._only_members, id, person)
        await asyncio.to_thread(self.change, id, work)

    def _only_members(self, id: str, person: str) -> None:
        """The tournaments of a club are played by its members."""
        if club := self.club_of(id):
            clubs.member(self.store, club, person)

    async def withdraw(self, id: str, person: str) -> None:
        await asyncio.to_thread(self.change, id, lambda hosted: hosted.tournament.withdraw(person))
        await self.run_one(id)

    async def steer(self, id: str, person: str, do: str, who: str = "") -> None:
        """What only the host may do: start, pause, resume, end, and remove a player."""

        def work(hosted: HostedTournament) -> None:
            if hosted.is_daily or hosted.host != person:
                raise Refusal("not-yours", "Only the host of this tournament can do that.")
            if do == "remove":
                hosted.tournament.withdraw(who)
                return
            if do not in ("start", "pause", "resume", "end"):
                raise Refusal("malformed", "A tournament can't do that.")
            getattr(hosted.tournament, do)()
            if do == "start" and hosted.tournament.kind == "arena":
                hosted.ends = (self.store.now() // DAY + 1) * DAY

        await asyncio.to_thread(self.change, id, work)
        await self.run_one(id)

    async def play_alone(self, id: str, person: str, name: str) -> str:
        """Open an arena table for one person, or continue an unfinished one."""

        table = new_id()

        def work(hosted: HostedTournament) -> None:
            if hosted.tournament.kind != "arena" or hosted.tournament.state != "running":
                raise Refusal("over", "This arena isn't open.")
            if not any(player.id == person for player in hosted.tournament.players):
                hosted.tournament.enter(person)
                hosted.names[person] = name
            if person not in hosted.alone.values():
                hosted.alone[table] = person

        await asyncio.to_thread(self._only_members, id, person)
        hosted = await asyncio.to_thread(self.change, id, work)
        mine = next(table for table, who in hosted.alone.items() if who == person)
        if await self.hub.open(mine) is None:
            new = NewTable(hosted.game, [NewSeat("me")], hosted.options, title=hosted.title)
            await self.hub.opening.seat_people(new, [person], [name], mine)
        return mine

    # ------------------------------------------------------------------ running

    def open_daily(self) -> None:
        """Open an arena for this day (UTC) and each game of `ARENAS`; of several servers, one opens it."""
        now = self.store.now()
        day = now // DAY
        if day == self._opened:
            return
        date = datetime.fromtimestamp(day * DAY, UTC).date().isoformat()
        rows = []
        for id, options in ARENAS.items():
            if (game := self.hub.catalog.games.get(id)) is not None:
                about: dict[str, object] = {"options": options, "ends": (day + 1) * DAY}
                hosted = new_tournament(f"{game.about.title}, {date}", id, "", "arena", 1, 0, **about)
                hosted.tournament.start()
                data = msgspec.json.encode(hosted).decode()
                rows.append((f"{DAILY}{id}-{date}", hosted.tournament.state, data, 0, now))
        with writing(self.store.engine) as connection, connection.begin():
            self._delete_unplayed(connection)
            if rows:
                db.ADD_TOURNAMENT.run(connection, rows)
        self._opened = day

    def _delete_unplayed(self, connection: sa.Connection) -> None:
        """Delete daily arenas that ended without players, so that they don't fill the list."""
        c = db.tournaments.c
        over = sa.select(c.id, c.data, c.version).where(c.id.startswith(DAILY), c.state == "over")
        for row in connection.execute(over).all():
            if not msgspec.json.decode(row.data, type=HostedTournament).tournament.players:
                connection.execute(db.tournaments.delete().where(c.id == row.id, c.version == row.version))

    async def run(self) -> None:
        while True:
            await asyncio.sleep(OFTEN)
            try:
                found = await asyncio.to_thread(self.running)
            except Exception:
                log.exception("the tournaments could not be looked at")
                continue
            for id in found:
                try:
                    await self.run_one(id)
                except Exception:
                    log.exception("tournament %s could not go on", id)
            try:
                await asyncio.to_thread(self.open_daily)  # after yesterday's have ended
            except Exception:
                log.exception("the daily arenas could not be opened")

    async def run_one(self, id: str) -> None:
        """Count finished tables, and open those that can be played."""
        for _ in range(3):  # a result may open the next round
            hosted, version = await asyncio.to_thread(self.find, id)
            results = await asyncio.to_thread(self._results, [*hosted.tables.values(), *hosted.alone])
            if results or hosted.tournament.waiting() or 0 < hosted.ends < self.store.now():
                hosted = await asyncio.to_thread(self.change, id, lambda one, found=results: self._go_on(one, found))  # type: ignore[misc]
            for number, table in hosted.tables.items():
                pairing = hosted.tournament.pairing(number)
                if pairing.state == "playing" and await self.hub.open(table) is None:
                    await self._open(hosted, pairing, table)
            if (await asyncio.to_thread(self.find, id))[1] == version:
                return

    def _results(self, tables: list[str]) -> dict[str, tuple[list[int], list[float], set[int]]]:
        """Results of finished tables: winners, points, and who left their seat to a bot."""
        r, s = db.results.c, db.seats.c
        with self.store.engine.connect() as connection:
            rows = connection.execute(sa.select(r.table, r.winners, r.scores).where(r.table.in_(tables))).all()
            left = connection.execute(
                sa.select(s.table, s.seat).where(s.table.in_([row.table for row in rows]), s.stand_in)
            ).all()
        read = msgspec.json.decode
        return {
            row.table: (read(row.winners), read(row.scores), {seat for table, seat in left if table == row.table})
            for row in rows
        }

    def _go_on(self, hosted: HostedTournament, results: dict[str, tuple[list[int], list[float], set[int]]]) -> None:
        tournament = hosted.tournament
        for number, table in list(hosted.tables.items()):
            pairing = tournament.pairing(number)
            if table in results and pairing.state == "playing":
                winners, scores, left = results[table]
                if left and len(left) < len(pairing.seats):  # players who left a seat to a bot lose to those who stayed
                    stayed = [seat for seat in range(len(pairing.seats)) if seat not in left]
                    winners = [seat for seat in winners if seat in stayed] or stayed
                players = [pairing.seats[seat] for seat in winners if seat < len(pairing.seats)]
                tournament.record(number, players, [float(score) for score in scores[: len(pairing.seats)]])
        for table, person in list(hosted.alone.items()):
            if table in results:
                winners, scores, left = results[table]
                del hosted.alone[table]
                if tournament.state == "running" and not left:
                    tournament.play_alone(person, float(scores[0]) if scores else float(0 in winners))
        if 0 < hosted.ends < self.store.now() and tournament.state == "running":
            tournament.end()
        for pairing in tournament.waiting():
            tournament.begin(pairing.number)
            hosted.tables[pairing.number] = new_id()

    async def _open(self, hosted: HostedTournament, pairing: Pairing, table: str) -> None:
        title = say("{title:word}, round {n}", title=hosted.title, n=pairing.round)
        about = {"clock": hosted.clock, "title": title[:60], "rated": hosted.rated, "days_off": hosted.days_off}
        new = NewTable(hosted.game, None, hosted.options, **about)  # type: ignore[arg-type]
        names = [hosted.names.get(player, "") for player in pairing.seats]
        try:
            await self.hub.opening.seat_people(new, pairing.seats, names, table)
        except Refusal as error:  # another server was faster
            log.info("table %s of a tournament: %s", table, error)


def new_tournament(
    title: str, game: str, host: str, kind: str, seats: int, rounds: int, **more: object
) -> HostedTournament:
    """Raises Refusal if such a tournament isn't possible."""
    try:
        tournament = Tournament(kind=kind, seats=seats, rounds=rounds, seed=secrets.token_hex(8))  # type: ignore[arg-type]
    except TournamentError as error:
        raise Refusal("malformed", str(error)) from None
    return HostedTournament(title, game, host, tournament, **more)  # type: ignore[arg-type]
