"""Decide whose bots think next: people's before spectators', and among them whoever has used least so far."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

from tabletown.web.settings import Limits, Rate

HALF_LIFE = 60.0  # seconds after which used time counts half


class Asker(NamedTuple):
    """The client for which a bot thinks; `watching`: nobody plays at that table."""

    client: str = ""
    watching: bool = False


class UsedTime:
    """Seconds of thinking used by a client; older use counts less."""

    __slots__ = ("_when", "seconds")

    def __init__(self, now: float) -> None:
        self.seconds, self._when = 0.0, now

    def at(self, now: float) -> float:
        self.seconds *= 0.5 ** ((now - self._when) / HALF_LIFE)
        self._when = now
        return self.seconds


class Waiter(NamedTuple):
    asker: Asker
    turn: asyncio.Future[None]


class FairQueue:
    """A queue for thinking time. `room`: how many may think at once; one place is kept free of spectators' bots.

    `thinking`: the budget per second and at once for tables that a client only watches.
    """

    def __init__(self, room: int, thinking: Rate = Limits().thinking) -> None:
        self.room, (self.share, self.burst) = room, thinking
        self._running: dict[object, tuple[Asker, float]] = {}
        self._waiting: list[Waiter] = []
        self._used: dict[str, UsedTime] = {}
        self._later: asyncio.TimerHandle | None = None

    async def turn(self, asker: Asker) -> object:
        """Wait for a turn; call the returned `done` when it ends."""
        waiting = Waiter(asker, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._go_on()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self.done(waiting)
            raise
        return waiting

    def done(self, turn: object) -> None:
        if turn in self._running:
            (client, _), began = self._running.pop(turn)
            now = time.monotonic()
            used = self._used.setdefault(client, UsedTime(now))
            used.at(now)
            used.seconds += now - began
            if len(self._used) > 10_000:
                self._used = {name: used for name, used in self._used.items() if used.at(now) > 1}
        self._go_on()

    def _go_on(self) -> None:
        now = time.monotonic()
        while self._waiting and len(self._running) < self.room:
            watching = sum(asker.watching for asker, _ in self._running.values())
            allowed = [w for w in self._waiting if not w.asker.watching or self._may_watch(w.asker, watching, now)]
            if not allowed:
                if self._later is None:  # the budget refills over time
                    self._later = asyncio.get_running_loop().call_later(0.5, self._look_again)
                return
            chosen = min(allowed, key=lambda w: (w.asker.watching, self.seconds(w.asker.client, now)))
            self._waiting.remove(chosen)
            self._running[chosen] = chosen.asker, now
            chosen.turn.set_result(None)

    def _look_again(self) -> None:
        self._later = None
        self._go_on()

    def seconds(self, client: str, now: float | None = None) -> float:
        """Seconds used so far, including those being used now, so that asking for much at once brings no advantage."""
        now = time.monotonic() if now is None else now
        going_on = sum(now - began + 0.1 for asker, began in self._running.values() if asker.client == client)
        used = self._used.get(client)
        return going_on + (used.at(now) if used is not None else 0.0)

    def _may_watch(self, asker: Asker, watching: int, now: float) -> bool:
        if watching >= max(1, self.room - 1):
            return False
        # a steady rate per second, expressed as an amount per half-life (hence ln 2)
        return self.seconds(asker.client, now) < self.burst + self.share * HALF_LIFE / 0.693
