"""What is stored of a table: answers and log lines, the state after them, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tabletown.kernel import LogLine
from tabletown.saves.lines import pack_lines
from tabletown.saves.snapshot import shorten, snapshot
from tabletown.web.storage import schema as db
from tabletown.web.tables import clock as clocks

if TYPE_CHECKING:
    from tabletown.web.tables.table import Table


def end_of(table: Table, now: float) -> list[db.Write]:
    """Rows for the end of a match: the result and what lists show of it."""
    ended = table.match.outcome
    assert ended is not None
    winners, scores = (msgspec.json.encode(each).decode() for each in (ended.winners, ended.scores))
    reason = ended.reason.render(table.match.names)
    writes: list[db.Write] = [
        (db.PUT_RESULT, (table.id, winners, scores, reason, now)),
        (db.END_HOLDERS, {"id": table.id, "ended": now}),
    ]
    played = [table_seat for table_seat in table.seats if table_seat.kind != "auto"]
    if len(played) == 1 and played[0].kind == "person" and not played[0].stand_in and not table.branched:
        seat = played[0].seat
        score = ended.scores[seat] if seat < len(ended.scores) else None
        about = (table.match.game.about.id, seat in ended.winners, score, reason, now)
        writes += [(db.PUT_ALONE, (player, table.id, *about)) for player in played[0].holders]
    return writes


def _entry(table: Table, seat: int, option: str, lines: bytes | None, now: float, head: int) -> db.Write:
    table.number += 1
    return db.ADD_ENTRY, (table.id, table.number - 1, seat, option, lines, now, head)


def step_of(table: Table, head: int) -> db.TableStep:
    """The table's current state, for the database to compare and store."""
    before, start = table.head, table.counted
    table.head, table.counted = head, table.number
    match, bot = table.match, bool(table.bot_seats) and table.bot_is_asked
    questions = table.questions
    return db.TableStep(
        table.id,
        before,
        start,
        head,
        table.updated,
        table.number,
        match.number,
        f"[{','.join(map(str, questions))}]",
        match.over,
        table.deadline(),
        clocks.write(questions, table.seats, table.clock, table.secret_round),
        match.dealt_from,
        match.undos_after_reveal,
        bot,
        table.hub.name,
    )


def answers(table: Table, before: int, took_back: bool, head: int) -> list[db.Write]:
    """The answers from number `before` on and the log lines they led to."""
    match, now = table.match, table.hub.now()
    writes: list[db.Write] = []
    if took_back:
        writes.append(_entry(table, db.UNDO, str(before), None, now, head))
    lines = match.lines
    first = len(lines)
    while first and (lines[first - 1].number > before or not before):
        first -= 1
    spoken: dict[int, list[LogLine]] = {}
    for line in lines[first:]:
        spoken.setdefault(max(before, line.number - 1), []).append(line)
    for number, (seat, option) in enumerate(match.since(before), before):
        writes.append(_entry(table, seat, option, pack_lines(spoken.get(number, [])), now, head))
    if match.checkpoint is not table.checkpoint:
        table.checkpoint, shot = match.checkpoint, snapshot(match)
        writes.append((db.PUT_SNAPSHOT, (table.id, shot.number, shot.state)))
        shorten(match)
    table.note_questions()
    table.updated = now
    if match.over:
        writes += end_of(table, now)
    elif took_back:
        table.recorded = False
        writes += [(statement, {"id": table.id}) for statement in (db.DROP_RESULT, db.DROP_ALONE, db.DROP_RECORD)]
        writes.append((db.END_HOLDERS, {"id": table.id, "ended": None}))
    return writes
