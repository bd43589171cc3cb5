"""Free-text laws: what no law may say is refused, and the refusal quotes the words at fault.

In a class the teacher sees what was refused and may allow it; then the same text is accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletown.classroom.room import Room
from tabletown.games.broken_cities.classroom.session import CitiesSession
from tabletown.games.broken_cities.classroom.state import RefusedLaw
from tabletown.games.broken_cities.options import sentence_in, text_in, text_word
from tabletown.games.broken_cities.rules.drafting import objection
from tabletown.kernel import Text
from tabletown.web.seats import Refusal

if TYPE_CHECKING:
    from tabletown.web.tables.table import Table

NOT_SO = Text("A law can't say “{words:word}”. {reason} Put it another way.")
NOT_YET = Text("A law can't say “{words:word}”. {reason} Put it another way, or ask your teacher to allow it.")
LET_PASS = Text("Table {table} may use this law: “{law}”")
KEPT = 20  # refused laws per session


def guard(table: Table, seat: int, option: str) -> str:
    """The option to pass on to the rules. Refuses a text that cannot be a law."""
    if text_in(option) is None:
        return option
    text = sentence_in(option)
    found = objection(text, table.match.names)
    if found is None:
        return text_word(text)
    reason, words = found
    room = table.overseer if isinstance(table.overseer, Room) else None
    if room is not None and lets_pass(room, table, seat, text, str(reason.text)):
        return text_word(text, overruled=True)
    said = NOT_YET if room is not None else NOT_SO
    raise Refusal("illegal", said(words=words, reason=reason.text), reason.rule, option)


def lets_pass(room: Room, table: Table, seat: int, text: str, why: str) -> bool:
    """Whether the facilitator has allowed this law; if they have not seen it yet, it is shown to them."""
    assert isinstance(room.session, CitiesSession)
    refused, number = room.session.state.refused, room.tables.index(table)
    known = next((entry for entry in refused if (entry.table, entry.text) == (number, text)), None)
    if known is None:
        refused.append(RefusedLaw(number, seat, text, why))
        del refused[:-KEPT]
        room.write_down()
    return known is not None and known.passed


def let_pass(room: Room, number: int, passes: bool) -> None:
    """Record that the facilitator allows a refused law, or keeps it refused."""
    assert isinstance(room.session, CitiesSession)
    refused = room.session.state.refused
    if number not in range(len(refused)):
        raise Refusal("malformed", "That law is no longer waiting for you.")
    entry = refused[number]
    entry.passed = passes
    if passes:
        room.session.note(room.hub.now(), LET_PASS(table=entry.table + 1, law=entry.text))
        room.tables[entry.table].notice(Text("Your teacher allowed your law. Send it again."), entry.seat)
    else:
        del refused[number]
