"""All rooms of this server: creating and finding them, and reopening them after a restart."""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets

import msgspec

from tabletown.classroom.deletion import drop_kept, forget_names, rename_kept
from tabletown.classroom.lesson import Lesson, lessons
from tabletown.classroom.room import ALIVE, KIND, OLD_KINDS, Room, StoredRoom
from tabletown.kernel.chance import BITS
from tabletown.web.hub import Hub
from tabletown.web.seats import Refusal

log = logging.getLogger("tabletown.web")

KEEP = 14 * 86400.0  # seconds after which a room is not opened again


class Deadline(msgspec.Struct):
    """When the names of a stored room are deleted."""

    forget_at: float = 0.0


class Rooms:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.rooms: dict[str, Room] = {}
        self.lessons = lessons(hub.catalog.games)
        hub.at_start.append(self.open_all)
        hub.codes.append(lambda code: f"/join?code={code}" if code in self.rooms else None)
        self._clock: asyncio.Task[None] | None = None
        self._failed: set[str] = set()  # rooms that can't be opened

    async def open_all(self) -> None:
        """Reopen every room after a restart."""
        await asyncio.to_thread(rename_kept, self.hub.store, OLD_KINDS)
        await self._open_free()
        self._clock = asyncio.create_task(self._tick_on())

    async def _open_free(self) -> None:
        """Open every room that no other process has open. A class lives in one process and moves when that one dies."""
        for code, data in await asyncio.to_thread(self.hub.store.kept, KIND, self.hub.confirmed - KEEP):
            mine = await self.hub.claim(f"{KIND}/{code}")
            if not mine:
                self.rooms.pop(code, None)
            elif code not in self.rooms and code not in self._failed:
                try:
                    await self._open(code, data)
                except Exception as error:  # rules or content have changed; the other rooms are opened all the same
                    self._failed.add(code)
                    log.error("a class cannot be opened: %s", error)  # without the room's code, which is a secret

    async def _open(self, code: str, data: str) -> None:
        kept = msgspec.json.decode(data, type=StoredRoom)
        tables = [table for id in kept.tables if (table := await self.hub.open(id, own=True)) is not None]
        if len(tables) == len(kept.tables):
            lesson = self.lessons[kept.game]
            session = lesson.restore(kept.session, [table.match for table in tables])
            room = Room(self, lesson, code, kept.host, kept.title, session)
            room.tables = tables
            room.take_up(kept)
            room.oversee()
            for id in room.earlier:
                self.hub.overseers[id] = room
            if alive := await asyncio.to_thread(self.hub.store.kept_as, ALIVE, code):
                room.was_away(float(alive))
            self.rooms[code] = room
            if tables:
                room.change(room.look_at_all)  # handle what happened at a table just before the stop

    async def forget_old(self) -> None:
        """Delete the names of classes whose time is up, and the data needed to reopen those classes."""
        kept = self.hub.store.kept
        every = await asyncio.to_thread(kept, KIND)  # before the fresh ones: a class that is made meanwhile isn't old
        fresh = {code for code, _ in await asyncio.to_thread(kept, KIND, self.hub.confirmed - KEEP)}
        for code, data in every:
            due = 0.0 < msgspec.json.decode(data, type=Deadline).forget_at < self.hub.confirmed
            if (code in fresh and not due) or code in self._failed or not await self.hub.claim(f"{KIND}/{code}"):
                continue
            try:
                if code not in self.rooms:
                    await self._open(code, data)
                if (room := self.rooms.pop(code, None)) is not None:
                    await forget_names(room, due=True)
                    for table in room.tables:
                        self.hub.overseers.pop(table.id, None)
                for kind in (KIND, ALIVE):
                    await asyncio.to_thread(drop_kept, self.hub.store, kind, code)
            except Exception as error:  # rules or content have changed
                self._failed.add(code)
                log.error("could not delete the names of an old class: %s", error)

    async def _tick_on(self) -> None:
        for second in itertools.count():
            await asyncio.sleep(1)
            for room in list(self.rooms.values()):
                room.tick()
            if second % 3600 == 1:
                try:
                    await self.forget_old()
                except Exception as error:  # the database is unavailable: try again in an hour
                    log.warning("could not look for old classes: %s", error)
            if self.hub.cluster is not None and second % 3 == 0:
                try:
                    await self._open_free()
                except Exception as error:  # the database is unavailable: try again in three seconds
                    log.warning("could not look for classes to open: %s", error)

    async def make(
        self, lesson: Lesson, host: str, title: str, tables: int, clock: int, options: dict[str, str] | None = None
    ) -> Room:
        code = next(c for c in iter(lambda: f"{secrets.randbelow(900_000) + 100_000}", "") if c not in self.rooms)
        session = lesson.new([lesson.seats] * tables, options, secrets.randbits(BITS))
        room = Room(self, lesson, code, host, " ".join(title.split())[:40], session)
        room.clock = clock
        self.rooms[code] = room
        await self.hub.claim(f"{KIND}/{code}")
        await room.write_down()
        return room

    def find(self, code: str) -> Room:
        room = self.rooms.get(code.replace(" ", ""))
        if room is None:
            raise Refusal("none", "No session has this code. Check the six digits on the wall.")
        return room
