"""What the parts of a live table have in common: each knows its table, but does not keep it in memory."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletown.web.tables.table import Table


class TablePart:
    """A table has its parts; if they had it too, thousands of left tables would wait for the garbage collector."""

    def __init__(self, table: Table) -> None:
        self._table = weakref.ref(table)

    @property
    def table(self) -> Table:
        table = self._table()
        if table is None:
            raise ReferenceError("The table has left memory.")
        return table
