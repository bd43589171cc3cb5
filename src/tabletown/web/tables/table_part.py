"""Base of a table's parts: each knows its table without keeping it in memory."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletown.web.tables.table import Table


class TablePart:
    """Holds a weak reference, so that closed tables are freed without the garbage collector."""

    def __init__(self, table: Table) -> None:
        self._table = weakref.ref(table)

    @property
    def table(self) -> Table:
        table = self._table()
        if table is None:
            raise ReferenceError("The table has left memory.")
        return table
