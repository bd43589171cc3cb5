"""What a table keeps in mind besides its journal: wishes to take something back, plans, reminders."""

from __future__ import annotations

from typing import Any

import msgspec

from tabletown.web.protocol import PlanStep

KIND = "notes"  # of what the store keeps


class UndoRequest(msgspec.Struct):
    """A seat wants to take back an answer that others have seen or built on."""

    seat: int
    why: str
    waiting: list[int]  # seats that have not said yes


class TableNotes(msgspec.Struct, omit_defaults=True):
    wish: UndoRequest | None = None
    plans: dict[int, list[PlanStep]] = {}  # by seat: what it will answer as soon as it is asked
    reminded: dict[int, str] = {}  # by seat: who reminded it that the table waits
    lesson: int | None = None  # the step of the guided first game that this table is
    clocked: list[int] = []  # seats that a bot plays because their time was up

    def forget_clock(self, seats: list[int]) -> bool:
        """These seats are played by their people again; whether that is to be written down."""
        before = len(self.clocked)
        self.clocked = [seat for seat in self.clocked if seat not in seats]
        return len(self.clocked) < before

    def row(self, table: str, now: float) -> tuple[Any, ...]:
        return KIND, table, msgspec.json.encode(self).decode(), now


def read(data: str) -> TableNotes:
    return msgspec.json.decode(data, type=TableNotes) if data else TableNotes()
