"""Matches as data for offline learning and study: one row a decision, with a datasheet.

    tabletown data export right-of-way --matches 100 --out rows.parquet

`rows` says what a row is, `stored` reads a server's finished matches, `files` writes and loads.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tabletown.data.files import arrays, read_rows, write
    from tabletown.data.rows import Row, Source, rows_of, simulated

__all__ = ["Row", "Source", "arrays", "read_rows", "rows_of", "simulated", "write"]


def __getattr__(name: str) -> Any:
    """Load these on first use, because they need NumPy, which comes with the extra `lab` or `envs`."""
    if name in __all__:
        module = "files" if name in ("arrays", "read_rows", "write") else "rows"
        return getattr(import_module(f"tabletown.data.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
