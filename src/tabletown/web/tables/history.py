"""A table's history: the whole match with checkpoints, who may see it, and the coach's analysis."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from tabletown.kernel import Match, say
from tabletown.saves.replay import record_of, replayed
from tabletown.web.seats import Actor, Refusal, TableSeat, nameless
from tabletown.web.storage import schema as db
from tabletown.web.storage.challenge_attempts import is_sealed
from tabletown.web.storage.records import checkpoints_of
from tabletown.web.tables.table_part import TablePart

if TYPE_CHECKING:
    from tabletown.lab.coach import Analysis
    from tabletown.web.tables.table import Table

log = logging.getLogger("tabletown.web")


class TableHistory(TablePart):
    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._played: tuple[int, Match] | None = None  # when the full match was last rebuilt
        self._turns: tuple[int, list[int], list[list[float]]] | None = None
        self._advice: asyncio.Future[Analysis] | None = None  # the coach's

    def forget(self) -> None:
        """Drop the rebuilt match; it is rebuilt when next needed."""
        self._played = None

    def changed(self) -> None:
        """The match changed, so cached results no longer apply."""
        self._played = self._turns = self._advice = None

    async def match(self) -> Match:
        """The whole match with all checkpoints; replayed in the background, then cached."""
        kept, number, match = self._played, self.table.number, self.table.match
        if kept is not None and kept[0] == number:
            return kept[1]
        played = await asyncio.to_thread(replayed, match.game, record_of(match), changes=True)
        played.dealt_from, played.undos_after_reveal = match.dealt_from, match.undos_after_reveal
        self._played = (number, played)
        return played

    async def unnamed(self) -> Match:
        """The same match without people's names, for exports from private tables."""
        table = self.table
        played = await asyncio.to_thread(replayed, table.match.game, record_of(table.match), changes=True)
        if not played.game.about.roles:
            played.names = [
                nameless(table_seat.seat) if table_seat.kind == "person" else table_seat.player
                for table_seat in table.seats
            ]
        return played

    def keep_record(self) -> None:
        """Store the position at every turn of a finished match, so it can be shown under later rules."""

        table = self.table

        async def keep() -> None:
            try:
                past = await self.match()
                data = await asyncio.to_thread(checkpoints_of, past)
                if table.match.over:
                    await table.hub.store.commit([(db.PUT_RECORD, (table.id, data))])
            except Exception:
                log.exception("table %s: no record is kept", table.id)

        table.hub.in_background(keep())

    async def turns(self) -> tuple[list[int], list[list[float]]]:
        """Where each turn began and how the seats stood; computed by a worker, then cached."""
        match, number = self.table.progress(()).match, self.table.progress(()).number
        if self._turns is None or self._turns[0] != number:
            self._turns = (number, *await self.table.hub.workers.chances(record_of(match), self.table.bots.watcher()))
        return self._turns[1:]

    async def coach(self) -> Analysis:
        """The coach's analysis; computed by a worker on first request, then cached."""
        if not self.table.match.over:
            raise Refusal("not-asked", "The coach is available after the match.")
        if self._advice is None:
            analysis = self.table.hub.workers.coach(record_of(self.table.match), self.table.bots.watcher())
            self._advice = asyncio.ensure_future(analysis)
        try:
            return await asyncio.shield(self._advice)
        except Exception:
            self._advice = None
            raise

    def views_for(self, actor: Actor) -> list[int | None]:
        """Seats whose view of the past this person may see: all after the match, before that their own."""
        if self.table.match.over:
            return [*range(len(self.table.seats)), None]
        return [*self.table.held_by(actor), None]

    def all_open(self) -> bool:
        """Whether the replay may show all hands: after the end of a match with hidden hands."""
        return self.table.match.over and self.table.secret

    def why_not_branch(self, actor: Actor) -> str:
        if is_sealed(self.table.hub.store, self.table.watch):  # a file of the branch contains hands and decks
            return say("A branch would reveal hidden cards of today's challenge. You can branch it tomorrow (UTC).")
        if self.table.match.over or self._alone(actor):
            return ""
        return say("You can't branch this match until it's over, because someone else plays here or is invited.")

    def why_not_download(self, actor: Actor) -> str:
        if is_sealed(self.table.hub.store, self.table.watch):
            return say("The file contains the seed of today's challenge. You can download it tomorrow (UTC).")
        if self.table.match.over or self._alone(actor):
            return ""
        return say(
            "The file contains the seed, which reveals the luck to come. You can download it once the match is over."
        )

    def _alone(self, actor: Actor) -> bool:
        """Whether only this person and bots play, and no seat was ever offered to anyone else."""
        held = self.table.held_by(actor)

        def harmless(table_seat: TableSeat) -> bool:
            if table_seat.kind == "auto":
                return True
            if any(kind == "invite" for kind, _ in table_seat.keys) or not table_seat.holders <= {actor.player}:
                return False
            return table_seat.kind == "bot" or table_seat.seat in held

        return bool(held) and all(map(harmless, self.table.seats))

    async def saved(self, actor: Actor) -> Match:
        """The match as a save file. Saving before the end reveals the luck, so the table is marked."""
        table = self.table
        if why := self.why_not_download(actor):
            raise Refusal("not-yours", why)
        if not table.match.over and table.luck == db.SECRET:
            await table.commit([(db.KNOW_LUCK, {"id_": table.id})])
            table.luck = db.CHOSEN
        return await self.match()
