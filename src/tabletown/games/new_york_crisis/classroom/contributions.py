"""Who did what in a family, and how its alert rose: facts for the talk about working together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import msgspec

from tabletown.classroom.session import Session
from tabletown.drawing import esc, named
from tabletown.games.new_york_crisis.events.items import Gave
from tabletown.games.new_york_crisis.events.spending import TookInfo
from tabletown.games.new_york_crisis.events.turns import TurnBegan, WildUsed
from tabletown.kernel import Match, say
from tabletown.saves.replay import turns_of

if TYPE_CHECKING:
    from tabletown.classroom.room import Room

COLUMNS = ("turns", "info taken", "items given", "wild dice used")  # words
KINDS = (TurnBegan, TookInfo, Gave, WildUsed)


class Contributions(msgspec.Struct):
    did: list[list[int]]  # by seat: how often each of `KINDS`
    alerts: list[int]  # at the end of every round


def contributions_of(match: Match) -> Contributions:
    """What each did in a match with all its checkpoints, as a replay from the start has them."""
    did = [[0] * len(KINDS) for _ in range(match.seats)]
    for line in match.lines:
        event = line.event
        for column, kind in enumerate(KINDS):
            if isinstance(event, kind) and event.who >= 0:
                did[event.who][column] += event.count if isinstance(event, WildUsed) else 1
    alerts: dict[int, int] = {}
    for state in (*turns_of(match).values(), match.state):
        if state.round:
            alerts[state.round] = state.alert
    return Contributions(did, list(alerts.values()))


async def all_contributions(room: Room) -> list[Contributions]:
    """What every family did; computed once per state of a table."""
    found = []
    for number, table in enumerate(room.tables):
        known = room.memory.get(("contributions", number))
        if known is None or known[0] != table.number:
            known = room.memory["contributions", number] = (table.number, contributions_of(await table.past.match()))
        found.append(known[1])
    return found


def who_did_what(session: Session, contributions: Sequence[Contributions]) -> str:
    rows = []
    for number, (mine, of_table) in enumerate(zip(session.state.tables, contributions, strict=True)):
        for seat, name in enumerate(mine.names):
            title = say("Table {n}", n=number + 1) if not seat else ""
            cells = "".join(f"<td>{count}</td>" for count in of_table.did[seat])
            rows.append(f'<tr><th scope="row">{title}</th><td>{esc(name)}</td>{cells}</tr>')
    return _table(["", "", *(named(column) for column in COLUMNS)], rows)


def alerts(contributions: Sequence[Contributions]) -> str:
    """The alert at the end of every round, a row for each family."""
    rounds = [say("Round {n}", n=number + 1) for number in range(max(len(each.alerts) for each in contributions))]
    by_round = zip_longest(*(each.alerts for each in contributions), fillvalue="")
    rows = [
        f'<tr><th scope="row">{say("Table {n}", n=number + 1)}</th>{"".join(f"<td>{alert}</td>" for alert in row)}</tr>'
        for number, row in enumerate(zip(*by_round))
    ]
    return _table(["", *rounds], rows)


def _table(heads: Sequence[str], rows: Sequence[str]) -> str:
    titles = "".join(f'<th scope="col">{esc(head)}</th>' for head in heads)
    return (
        f'<div class="scroll" tabindex="0"><table class="dice2"><thead><tr>{titles}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
