"""The facilitator's desk: who may lead a room, and the links that open its desk on another device."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

import msgspec

from tabletown.classroom.session import Session
from tabletown.kernel import Text, say
from tabletown.web.hub import Hub
from tabletown.web.seats import Refusal, clean, derived, digest

HOST, HELPER = "host", "helper"
MOST_LEADERS = 8
HAS_DESK = Text("{name} opened the desk too.")


class Leader(msgspec.Struct):
    name: str
    role: str
    since: float


class Desks:
    """The part of a room that knows its facilitators."""

    hub: Hub
    code: str
    host: str
    session: Session
    leaders: dict[str, Leader]
    desk_keys: dict[str, str]
    act: Callable[[Callable[[], object]], asyncio.Future[None]]

    def role_of(self, player: str) -> str:
        """host: may do everything; helper: everything but end the session and invite others; "": not a facilitator."""
        if player and player == self.host:
            return HOST
        leader = self.leaders.get(player)
        return leader.role if leader is not None else ""

    def called(self, player: str) -> str:
        """The facilitator's name in the log; "" for the one who made the session."""
        leader = self.leaders.get(player)
        return leader.name if leader is not None else ""

    def signed(self, by: str, do: Callable[[], asyncio.Future[None]]) -> asyncio.Future[None]:
        """Log what happens inside this block as done by them."""
        self.session.by = by
        try:
            return do()
        finally:
            self.session.by = ""

    async def desk_link(self, token: str, role: str) -> str:
        """The secret of a link to the desk, derived from a cookie: it is the same each time and isn't stored."""
        secret = derived(token, f"desk-{role}", self.code, 0)
        if digest(secret) not in self.desk_keys:
            await self.act(lambda: self.desk_keys.__setitem__(digest(secret), role))
        return secret

    def opens_desk(self, secret: str) -> str:
        """The role that this link gives to whoever opens it."""
        known = digest(secret)
        role = next((role for key, role in self.desk_keys.items() if secrets.compare_digest(key, known)), "")
        if not role:
            raise Refusal("none", "This desk link no longer works. Ask the facilitator for a new one.")
        return role

    async def sit_at_desk(self, secret: str, player: str, name: str) -> None:
        role, now = self.opens_desk(secret), self.hub.now()
        if self.role_of(player) in (HOST, role):
            return
        if len(self.leaders) >= MOST_LEADERS and player not in self.leaders:
            raise Refusal(
                "illegal", "{most} devices already lead this session. Remove a helper first.", most=MOST_LEADERS
            )
        called = clean(name, 24) or (say("Helper") if role == HELPER else say("Facilitator"))

        def sit() -> None:
            self.leaders[player] = Leader(called, role, now)
            self.session.note(now, HAS_DESK(name=called))

        await self.act(sit)

    def close_desks(self) -> None:
        """Take the desk away from all helpers and disable their links."""
        self.leaders = {player: leader for player, leader in self.leaders.items() if leader.role == HOST}
        self.desk_keys = {key: role for key, role in self.desk_keys.items() if role == HOST}
