"""Laws in people's own words: what no law may say is refused with the words that make it none.

In a class the teacher sees what was refused and may let it pass; then the same sentence is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletown.classroom.room import Room
from tabletown.games.broken_cities.options import sentence_in, text_in, text_word
from tabletown.games.broken_cities.rules.drafting import objection
from tabletown.kernel import Text
from tabletown.web.seats import Refusal

if TYPE_CHECKING:
    from tabletown.web.tables.table import Table

NOT_SO = Text("“{words:word}” cannot stand in a law. {reason} Put it another way.")
NOT_YET = Text(
    "“{words:word}” cannot stand in a law. {reason} Put it another way, or wait: your teacher can let it pass."
)


def guard(table: Table, seat: int, option: str) -> str:
    """The answer to give to the rules; refuses a sentence that is no law."""
    if text_in(option) is None:
        return option
    text = sentence_in(option)
    found = objection(text, table.match.names)
    if found is None:
        return text_word(text)
    reason, words = found
    room = table.overseer if isinstance(table.overseer, Room) else None
    if room is not None and room.lets_pass(table, seat, text, str(reason.text)):
        return text_word(text, overruled=True)
    said = NOT_YET if room is not None else NOT_SO
    raise Refusal("illegal", said(words=words, reason=reason.text), reason.rule, option)
