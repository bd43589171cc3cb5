"""Fairness checks on the server: in worker processes, a few pairs at a time, after everybody who plays.

A check goes on when its page is closed, stops when its maker says so, and what was played is kept.
"""

from __future__ import annotations

import asyncio
import logging

import msgspec

from tabletown import packs
from tabletown.kernel import Game, say
from tabletown.web.hub import Hub
from tabletown.web.people.accounts import account_of
from tabletown.web.seats import Refusal
from tabletown.web.security.fair_share import Asker
from tabletown.web.storage import schema as db
from tabletown.web.storage.packs import keep
from tabletown.web.workshop import storage
from tabletown.workshop.drafts import Draft, cards_of, files_of, options_of
from tabletown.workshop.fairness import CHUNK, PAIRS, Chunk, Pair, Verdict, printed_options, verdict
from tabletown.workshop.kinds import kind_of

log = logging.getLogger("tabletown.web")

MOST_AT_ONCE = 4  # checks that run on this server
MORE = 3  # factor on the number of pairs if the first ones aren't conclusive


class Check(msgspec.Struct, omit_defaults=True):
    """A check as it is stored: its subject, and the pairs that were played."""

    digest: str
    title: str
    wanted: int
    pairs: list[Pair] = []
    running: bool = False
    error: str = ""


class Checks:
    """The checks that run here."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.running: dict[str, asyncio.Task[None]] = {}  # by person/draft
        self.live: dict[str, Check] = {}

    def of(self, key: str) -> Check | None:
        if key in self.live:
            return self.live[key]
        kept = self.hub.store.kept_as(storage.CHECK, key)
        check = msgspec.json.decode(kept, type=Check) if kept else None
        if check is not None:
            check.running = False  # the server was restarted, but the results are stored
        return check

    def refused(self, person: str) -> Refusal | None:
        """Why this person can't check a pack here; None if they can."""
        if self.hub.settings.workshop == "accounts" and account_of(self.hub.store, person) is None:
            return Refusal("not-yours", "Checking packs needs a name of your own on this server. Your draft is safe.")
        if self.hub.settings.workshop not in ("all", "accounts"):
            return Refusal("not-yours", "The host has switched off fairness checks on this server.")
        return None

    async def start(self, key: str, game: Game, draft: Draft, more: bool = False) -> None:
        """Begin a check, or go on with one; raises Refusal or ContentError."""
        person = key.partition("/")[0]
        if why := await asyncio.to_thread(self.refused, person):
            raise why
        if key in self.running:
            return
        if any(other.partition("/")[0] == person for other in self.running):
            raise Refusal("busy", "One check at a time: another draft of yours is being checked.")
        if len(self.running) >= MOST_AT_ONCE:
            raise Refusal("busy", "The server is checking other packs. Try again in a few minutes.")
        self.running[key] = asyncio.current_task()  # type: ignore[assignment]  # nobody begins it twice meanwhile
        try:
            digest = await asyncio.to_thread(self._prepare, game, draft)
        except BaseException:
            del self.running[key]
            raise
        before = self.of(key)
        check = Check(digest, draft.title, PAIRS)
        if before is not None and before.digest == digest:
            check.pairs, check.wanted = before.pairs, max(before.wanted, PAIRS)
            if more and len(before.pairs) >= before.wanted:
                check.wanted = min(before.wanted + PAIRS, MORE * PAIRS)
        check.running = True
        self.live[key] = check
        self.running[key] = asyncio.ensure_future(self._run(key, game, check, options_of(game, draft)))

    def _prepare(self, game: Game, draft: Draft) -> str:
        digest = keep(self.hub.store, game, files_of(game, draft))
        packs.with_pack(game, digest)
        return digest

    async def stop(self, key: str) -> None:
        if (task := self.running.get(key)) is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self, key: str, game: Game, check: Check, options: dict[str, str]) -> None:
        version = f"{game.about.version}+{check.digest}"
        standard = printed_options(game, options)
        asker = Asker(f"check:{key}", watching=True)
        try:
            while len(check.pairs) < check.wanted:
                chunk = Chunk(game.about.id, version, options, len(check.pairs), CHUNK, standard)
                check.pairs += await self.hub.workers.check_pairs(chunk, asker)
                if len(check.pairs) % (10 * CHUNK) == 0:
                    await self._keep(key, check)
        except asyncio.CancelledError:
            pass
        except Exception as error:
            log.exception("a fairness check failed")
            check.error = str(error)[:300]
        finally:
            check.running = False
            self.running.pop(key, None)
            await asyncio.shield(self._keep(key, check))
            self.live.pop(key, None)

    async def _keep(self, key: str, check: Check) -> None:
        data = msgspec.json.encode(check).decode()
        await self.hub.store.commit([(db.PUT_KEPT, (storage.CHECK, key, data, self.hub.now()))])


def told(game: Game, draft: Draft, check: Check) -> Verdict:
    about = game.about
    cards: dict[str, str] = {}
    for part in draft.parts:
        kind = kind_of(game, part)
        if kind.is_deck:
            for card in cards_of(draft, kind):
                id = str(card.get(kind.id_field))
                cards[id] = str(card.get(kind.name) or id)
    roles = [say(name) for name in about.seat_names[: about.default_seats]] if about.roles else ()
    return verdict(check.pairs, about.default_seats, about.cooperative, cards, roles)
