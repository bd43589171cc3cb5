"""The source of a table's luck, in words, and its proof after the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletown.kernel import Text, say
from tabletown.verify import Proof, commitment, prove
from tabletown.web.storage import schema as db

if TYPE_CHECKING:
    from tabletown.kernel import Match
    from tabletown.web.tables.table import Table

CHOSEN = Text("The luck of this table may be known in advance: someone chose the seed or saved the file.")
OLDER = Text("This table was started before luck could be proven.")


def shown(table: Table) -> str:
    """What was fixed before the first answer, for comparison at the end; "" if nothing was."""
    return commitment(table.match.seed) if table.luck != db.OLD else ""


def in_words(table: Table) -> str:
    """A sentence for everybody at the table."""
    if table.luck == db.SECRET:
        return say(
            "The luck comes from a secret that no one sees until the match is over. "
            "It was fixed before the first move; its SHA-256 is {commitment}.",
            commitment=shown(table),
        )
    return (CHOSEN if table.luck == db.CHOSEN else OLDER).render()


def proof(match: Match) -> Proof:
    return prove(match, commitment(match.seed))
