"""Matches as data for offline learning and study: one row a decision, with a datasheet.

    tabletown data export right-of-way --matches 100 --out rows.parquet

`rows` says what a row is, `stored` reads a server's finished matches, `files` writes and loads.
"""

from tabletown.data.files import arrays, read_rows, write
from tabletown.data.rows import Row, Source, rows_of, simulated

__all__ = ["Row", "Source", "arrays", "read_rows", "rows_of", "simulated", "write"]
