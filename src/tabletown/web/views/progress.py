"""A table's progress as a client may know it; the API, the socket and the pages all read it here.

When seats choose in secret, the number of a seat's questions can reveal its choice: in Crossroll, drivers are asked for
a route and upgraders aren't. So for everybody else the table stays as it was when the seats were asked (numbers,
questions, clocks, log) until all have answered.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tabletown.kernel import CHANCE, Decision, LogLine, Match

if TYPE_CHECKING:
    from tabletown.web.seats import TableSeat
    from tabletown.web.tables.table import Table


class OpenQuestion(NamedTuple):
    number: int  # the table's number when the seat was first asked, as it knew it
    decision: Decision
    since: float


class SecretRound(msgspec.Struct, omit_defaults=True):
    """The state of a table when seats began to choose in secret. Stored with every step, as part of its timing."""

    since: int = msgspec.field(name="opened")  # the number of answers before; stored under its former name
    number: int  # the table's number
    at: float
    asked: list[int]
    until: dict[int, float] = {}  # by seat with a running clock: its deadline
    left: dict[int, float] = {}  # by seat with a stopped clock: seconds left
    entries: dict[int, int] = {}  # by seat: its journal entries since then

    def number_for(self, seats: Collection[int]) -> int:
        """The table's number as these seats may know it."""
        return self.number + sum(count for seat, count in self.entries.items() if seat in seats or seat == CHANCE)


def begun(match: Match, number: int, now: float) -> SecretRound | None:
    """The secret round in progress, if any; `number` is the table's.

    Usually it has only just begun. If a table was stored without it, each seat's entries since then are counted.
    """
    since = match.frozen
    if since is None:
        return None
    entries: dict[int, int] = {}
    for owner, _, _ in _answers(match, since):
        entries[owner] = entries.get(owner, 0) + 1
    asked = match.decisions if not entries else match.at(since).decisions
    return SecretRound(
        since, number - sum(entries.values()), now, [decision.seat for decision in asked], entries=entries
    )


def _answers(match: Match, since: int) -> list[tuple[int, int, str]]:
    """The answers since then, each with the seat whose secret it is: luck belongs to the answer that caused it."""
    owner, found = CHANCE, []
    for seat, option in match.since(since):
        owner = seat if seat != CHANCE else owner
        found.append((owner, seat, option))
    return found


def known_match(match: Match, seats: Collection[int]) -> Match:
    """The match as these seats may know it: without the answers that others gave in secret."""
    since = match.frozen
    if since is None:
        return match
    known = match.at(since)
    for owner, seat, option in _answers(match, since):
        if owner in seats and (seat != CHANCE or known.decision(CHANCE) is not None):
            known.choose(seat, option)
    return known


def public_lines(match: Match) -> int:
    """The number of log lines before anything still secret."""
    since = match.secret_since
    return len(match.lines) if since is None else bisect_right(match.lines, since, key=attrgetter("number"))


@dataclass(slots=True)
class Progress:
    """A table's progress as known to some of its seats; without seats, to spectators."""

    match: Match
    number: int
    questions: Mapping[int, OpenQuestion]
    round: SecretRound | None
    seats: Collection[int]

    def _sees(self, table_seat: TableSeat) -> bool:
        return self.round is None or table_seat.seat in self.seats or table_seat.plays_itself

    def deadline(self, table_seat: TableSeat) -> float | None:
        return (
            table_seat.deadline
            if self.round is None or self._sees(table_seat)
            else self.round.until.get(table_seat.seat)
        )

    def left(self, table_seat: TableSeat) -> float | None:
        return (
            table_seat.reserve if self.round is None or self._sees(table_seat) else self.round.left.get(table_seat.seat)
        )

    def answer_of(self, line: LogLine, match: Match) -> int:
        """The answer, in the known match, to which a line of the real match belongs."""
        if self.round is None or line.number <= self.round.since:
            return line.number
        since = _answers(match, self.round.since)[: line.number - self.round.since]
        return self.round.since + sum(owner in self.seats for owner, _, _ in since)


def progress_of(table: Table, seats: Collection[int], known: Match) -> Progress:
    """`known`: the match as these seats may know it."""
    secret = table.secret_round
    if secret is None:
        return Progress(table.match, table.number, table.questions, None, seats)
    questions: dict[int, OpenQuestion] = {}
    for decision in known.decisions:
        seat = decision.seat
        if seat in seats or seat == CHANCE:
            questions[seat] = table.questions[seat]
        else:
            questions[seat] = OpenQuestion(secret.number, decision, secret.at)
    return Progress(known, secret.number_for(seats), questions, secret, seats)
