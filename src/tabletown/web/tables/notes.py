"""A table's notes beside its journal: undo requests, plans and reminders."""

from __future__ import annotations

from typing import Any

import msgspec

from tabletown.web.people.days_off import DaysOff
from tabletown.web.protocol import PlanNode, PlanStep

KIND = "notes"  # of what the store keeps


class UndoRequest(msgspec.Struct):
    """A request to undo a move that others have seen or built on."""

    seat: int
    why: str
    waiting: list[int]  # seats that haven't agreed yet


class KeptPlan(msgspec.Struct, omit_defaults=True):
    """A plan, and the number of answers when it was kept or last played a step."""

    node: PlanNode
    since: int = 0


class TableNotes(msgspec.Struct, omit_defaults=True):
    undo_request: UndoRequest | None = msgspec.field(default=None, name="wish")
    ahead: dict[int, KeptPlan] = {}  # by seat: its plan
    plans: dict[int, list[PlanStep]] = {}  # the same in earlier versions, without conditions
    reminded: dict[int, str] = {}  # by seat: who reminded it
    lesson: int | None = None  # the current step, if this table is a guided first game
    clocked: list[int] = []  # seats taken over by a bot when time ran out
    off: dict[int, DaysOff] = {}  # by seat: days on which its clock stands still
    no_days_off: bool = False  # of a tournament that says so

    def forget_clock(self, seats: list[int]) -> bool:
        """Return these seats to their players; returns whether that must be stored."""
        before = len(self.clocked)
        self.clocked = [seat for seat in self.clocked if seat not in seats]
        return len(self.clocked) < before

    def row(self, table: str, now: float) -> tuple[Any, ...]:
        return KIND, table, msgspec.json.encode(self).decode(), now


def read(data: str) -> TableNotes:
    notes = msgspec.json.decode(data, type=TableNotes) if data else TableNotes()
    notes.ahead |= {seat: KeptPlan(PlanNode(steps)) for seat, steps in notes.plans.items()}
    notes.plans = {}
    return notes
