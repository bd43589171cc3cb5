"""The lobby of one server: reads who is looking, matches people, opens their tables and updates their pages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import statistics
from collections.abc import Callable, Collection
from itertools import pairwise
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.kernel.errors import TabletownError
from tabletown.web.lobby import matching
from tabletown.web.lobby.matching import Found, SeatRange
from tabletown.web.lobby.seeks import (
    ANSWER,
    BOTS_AFTER,
    DAYS_FOR,
    LIVE_FOR,
    MOST_OFFERS,
    Meeting,
    Seek,
    SeekRating,
    Seeks,
    SeekTerms,
)
from tabletown.web.people.ratings import of_person
from tabletown.web.people.relations import blocked_among
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db
from tabletown.web.tables.clock import DAY, LIVE, MOVE, Clock
from tabletown.web.tables.opening import clock_of, new_id

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

log = logging.getLogger("tabletown.web")

BEAT = 1.0  # seconds between two looks
AGAIN = 2.0  # seconds after which the same people are compared again: ranges get wider
TOUCH = 15.0  # seconds between two notes that somebody's page is open
TAKEN = Text("Someone else was faster: this seat is taken.")


class Lobby:
    """`listeners`: called when the list has changed; one for each page's connection."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.stored = hub, Seeks(hub.store)
        self.seeks: dict[str, Seek] = {}
        self.meetings: dict[str, Meeting] = {}
        self._matched: tuple[set[str], float] = set(), 0.0  # whom matching last considered, and when
        self._joined: dict[str, list[Seek]] = {}  # by the offer that they joined
        self.listeners: dict[Callable[[], None], str] = {}  # and the person whose page it is
        self.version = 0  # of the list
        self._wake = asyncio.Event()
        self._touched = float("-inf")
        self._looking = asyncio.Lock()

    def wake(self) -> None:
        """Check now, because something has changed."""
        self._wake.set()

    def _changed(self) -> None:
        self.wake()
        if self.hub.cluster is not None:
            self.hub.cluster.tell_lobby()

    # ------------------------------------------------------------------ what people ask for

    async def seek(self, person: str, name: str, terms: SeekTerms) -> Seek:
        """Look for a table; raises Refusal or BadOption if the terms aren't possible."""
        self._check(terms)
        await self.look()
        own = [seek for seek in self.seeks.values() if seek.person == person]
        if terms.pace == "days" and sum(not seek.live for seek in own) >= MOST_OFFERS:
            raise Refusal("busy", "You're already looking for {n} tables. Withdraw one first.", n=MOST_OFFERS)
        seek = await asyncio.to_thread(self._new, person, name, terms)
        await asyncio.to_thread(self.stored.add, seek)
        self._changed()
        return seek

    def _check(self, terms: SeekTerms) -> None:
        if not terms.games:
            raise Refusal("malformed", "Choose at least one game.")
        for id in terms.games:
            game = self.hub.catalog.find(id)
            fewest, most = game.about.seats
            if most < 2:
                raise Refusal("malformed", "{game} is played alone.", game=game.about.title)
            if terms.seats and not max(2, fewest) <= terms.seats <= most:
                card = self.hub.catalog.card(id)
                raise Refusal("malformed", "{game:word} is for {seats} seats.", game=card.title, seats=card.seats)
            if terms.offer:
                game.options(terms.options)
        if terms.clock:
            clock_of(NewTable(terms.games[0], clock=terms.clock))
        if terms.high and terms.low > terms.high:
            raise Refusal("malformed", "The lowest rating must not be above the highest.")

    def _new(self, person: str, name: str, terms: SeekTerms) -> Seek:
        store, now = self.hub.store, self.hub.now()
        ratings = {
            game: SeekRating(one.shown, (one.range[1] - one.range[0]) // 2)
            for game, one in of_person(store, person).items()
            if game in terms.games
        }
        until = now + (LIVE_FOR if terms.pace == "live" else DAYS_FOR)
        hours = self._hours(person) if terms.pace != "live" else 0.0
        return Seek(secrets.token_urlsafe(9), person, name, terms, ratings, hours, {}, now, now, until)

    def _hours(self, person: str) -> float:
        """How long this person takes for a move: the median at their latest tables over days."""
        t, h, j = db.tables.c, db.holders.c, db.journal.c
        days = sa.or_(t.clock.startswith(MOVE), sa.and_(t.clock == "", t.days > 0))
        latest = (
            sa.select(h.table, h.seat).join(db.tables, t.id == h.table)
            .where(h.player == person, days).order_by(t.updated.desc()).limit(8)
        )  # fmt: skip
        took: list[float] = []
        with self.hub.store.engine.connect() as connection:
            for table, seat in connection.execute(latest).all():
                wanted = (
                    sa.select(j.seat, j.at).where(j.table == table, j.seat >= 0).order_by(j.number.desc()).limit(80)
                )
                rows = connection.execute(wanted).all()[::-1]
                took += [
                    (row.at - before.at) / 3600
                    for before, row in pairwise(rows)
                    if row.seat == seat and before.seat != seat
                ]
        return max(0.1, statistics.median(took)) if len(took) >= 5 else 0.0

    async def join(self, person: str, name: str, id: str) -> Meeting | None:
        """Take a seat that somebody offers. Returns the meeting if its table is open now; None while seats are free."""
        await self.look()
        offer = self.seeks.get(id)
        if offer is None or not offer.terms.offer or offer.meeting:
            raise Refusal("taken", TAKEN)
        if person in {one.person for one in self.group(offer)}:
            raise Refusal("not-yours", "You're already sitting at this table.")
        terms = SeekTerms(
            offer.terms.games, offer.terms.pace, offer.terms.clock, offer.terms.seats, rated=offer.terms.rated
        )
        terms.to = offer.id
        seek = await asyncio.to_thread(self._new, person, name, terms)
        if seek.terms.pace == "days":
            seek.until = offer.until
        if not matching.within(offer, seek.rating(terms.games[0])):
            raise Refusal(
                "not-yours",
                "This table is for ratings from {low} to {high}.",
                low=offer.terms.low,
                high=offer.terms.high,
            )
        others = [one.person for one in self.group(offer)]
        blocked = await self._blocked({person, *others})
        if any(frozenset((person, other)) in blocked for other in others):
            raise Refusal("taken", TAKEN)  # blocked people aren't told
        await asyncio.to_thread(self.stored.add, seek)
        self._changed()
        await self.look()
        met = self.seeks.get(seek.id)
        return next(
            (m for m in self.meetings.values() if person in m.people and m.opened and m.until >= seek.created),
            self.meetings.get(met.meeting) if met is not None else None,
        )

    async def stop(self, person: str, id: str = "") -> None:
        """Withdraw one seek, or all live ones."""
        await self.look()
        own = [s.id for s in self.seeks.values() if s.person == person and (s.id == id or (not id and s.live))]
        joined = [s.id for s in self.seeks.values() if s.terms.to in own]
        await asyncio.to_thread(self.stored.remove, person, own)
        if joined:
            log.info("%d people lose a seat that was offered", len(joined))
        self._changed()
        await self.look()

    async def answer(self, person: str, meeting: str, accept: bool) -> None:
        if accept:
            if not await asyncio.to_thread(self.stored.accept, person, meeting):
                raise Refusal("taken", "This table fell through. Look for another one.")
        else:
            await asyncio.to_thread(self.stored.decline, person, meeting)
        self._changed()
        await self.look()

    # ------------------------------------------------------------------ what pages show

    def group(self, offer: Seek) -> list[Seek]:
        """The people at an offered table so far."""
        return [offer, *self._joined.get(offer.id, ())]

    def offers(self) -> list[Seek]:
        """Tables with a seat that anybody may take, latest first."""
        return [s for s in reversed(self.seeks.values()) if s.terms.offer and not s.meeting]

    def own(self, person: str) -> list[Seek]:
        return [seek for seek in self.seeks.values() if seek.person == person]

    def is_looking(self, person: str) -> bool:
        """Whether this person's pages need news of the lobby."""
        return any(seek.person == person for seek in self.seeks.values())

    def meeting_of(self, person: str) -> Meeting | None:
        """The table that this person is invited to, or that was just opened."""
        mine = [meeting for meeting in self.meetings.values() if person in meeting.people]
        return max(mine, key=lambda meeting: meeting.until, default=None)

    def seats(self, game: str) -> SeatRange | None:
        if game not in self.hub.catalog.games:
            return None
        about = self.hub.catalog.find(game).about
        return SeatRange(*about.seats, max(2, about.default_seats))

    # ------------------------------------------------------------------ looking

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("the lobby could not be looked at")
                await asyncio.sleep(BEAT)
            pause = BEAT if self.seeks or self.meetings else 5 * BEAT
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), pause)

    async def look(self) -> None:
        """Read the lobby, do what is due, and report changes to the pages."""
        async with self._looking:
            self._wake.clear()
            now, before = self.hub.now(), (self.seeks, self.meetings)
            if self.seeks and now - self._touched > TOUCH:
                self._touched = now
                here = {person for person in self.listeners.values() if person}
                await asyncio.to_thread(self.stored.touch, sorted(here & {s.person for s in self.seeks.values()}))
            for _ in range(4):  # one step leads to the next: a meeting is accepted, then its table is opened
                self.seeks, self.meetings = await asyncio.to_thread(self.stored.read)
                self._joined = {}
                for seek in self.seeks.values():
                    if seek.terms.to:
                        self._joined.setdefault(seek.terms.to, []).append(seek)
                if not await self._act():
                    break
            if before != (self.seeks, self.meetings):
                self.version += 1
                for listener in list(self.listeners):
                    listener()

    async def _act(self) -> bool:
        """Do what is due; whether anything changed."""
        now = self.hub.now()
        changed = False
        due = any(s.until < now or (s.live and not s.meeting) for s in self.seeks.values())
        if due or any(not m.opened or m.until < now for m in self.meetings.values()):
            changed = bool(await asyncio.to_thread(self.stored.expire))
            changed |= await self._without_an_offer()
        for meeting in self.meetings.values():
            waits = [s for s in self.seeks.values() if s.meeting == meeting.id and not s.accepted]
            if not meeting.opened and not waits:
                changed |= await self._open(meeting)
        if changed:
            return True
        free = [seek for seek in self.seeks.values() if not seek.meeting]
        matched = {seek.id for seek in free}, now
        if free and (matched[0] != self._matched[0] or now - self._matched[1] > AGAIN):
            self._matched = matched
            blocked = await self._blocked({seek.person for seek in free})
            for found in await asyncio.to_thread(matching.tables, free, self.seats, now, blocked):
                changed |= await self._propose(found, now)
        if not changed:
            for seek in free:
                if seek.terms.bots and not seek.terms.to and seek.live and now - seek.created > BOTS_AFTER:
                    alone = Found(seek.terms.games[0], True, (seek,))
                    changed |= await self._propose(alone, now)
        return changed

    async def _without_an_offer(self) -> bool:
        """After an offer is withdrawn, the people who joined it go on looking for a similar table."""
        orphans = [s for s in self.seeks.values() if s.terms.to and s.terms.to not in self.seeks and not s.meeting]
        for seek in orphans:
            await asyncio.to_thread(self.stored.remove, seek.person, [seek.id])
        return bool(orphans)

    async def _propose(self, found: Found, now: float) -> bool:
        first, count = found.seeks[0], len(found.seeks)
        size = self.seats(found.game)
        assert size is not None
        exact = next((seek.terms for seek in found.seeks if seek.terms.offer), first.terms)
        clock = next((seek.terms.clock for seek in found.seeks if seek.terms.clock), "")
        people = list(found.seeks)
        random.Random(first.id).shuffle(people)
        joined = exact.offer and all(seek.terms.offer or seek.terms.to for seek in found.seeks)
        at_once = not found.live or joined or count == 1
        meeting = Meeting(
            new_id(),
            found.game,
            [seek.person for seek in people],
            [seek.name for seek in people],
            max(count, first.terms.seats or size.best) if count == 1 else count,
            clock or str(self.usual_clock(found.game, found.live)),
            exact.options if exact.offer else {},
            first.terms.rated and count > 1,
            found.live,
            now + ANSWER,
        )
        ids = [seek.id for seek in found.seeks]
        return await asyncio.to_thread(self.stored.propose, meeting, ids, at_once)

    def usual_clock(self, game: str, live: bool) -> Clock:
        """The clock of a table whose people didn't choose one."""
        if not live:
            return Clock(MOVE, DAY)
        long = self.hub.catalog.card(game).rank > 0
        return Clock(LIVE, 20 * 60, 15) if long else Clock(LIVE, 10 * 60, 10)

    async def _open(self, meeting: Meeting) -> bool:
        new = NewTable(
            meeting.game,
            [NewSeat("bot")] * meeting.seats,
            meeting.options,
            clock=meeting.clock,
            rated=meeting.rated,
        )
        try:
            if await self.hub.open(meeting.id) is None:
                await self.hub.opening.seat_people(new, meeting.people, meeting.names, meeting.id)
        except TabletownError as error:  # such as an option that this version does not know
            log.error("a table for people who found each other can't be opened: %s", error)
            for person in meeting.people:
                await asyncio.to_thread(self.stored.decline, person, meeting.id)
            return True
        except Refusal as error:  # another server opened it
            log.info("table %s: %s", meeting.id, error)
            if await self.hub.open(meeting.id) is None:
                return False
        await asyncio.to_thread(self.stored.opened, meeting)
        self._changed()
        return True

    async def _blocked(self, people: Collection[str]) -> set[frozenset[str]]:
        """Pairs of these people who are never matched."""
        return await asyncio.to_thread(blocked_among, self.hub.store, people)
