"""Groups of seven in which everybody meets everybody equally often and plays every seat equally often.

Each design is a few tables of players 0 to 6; adding 1 to 6 to every player (mod 7) gives the others. Every difference
between players of a table occurs equally often, so every pair meets equally often; and as each table is shifted through
all seven players, each of them gets each of its seats once.
"""

from __future__ import annotations

GROUP = 7

TABLES = {
    2: ((0, 1), (0, 2), (0, 3)),  # every pair once; everybody is first three times and second three times
    3: ((0, 1, 3),),  # every pair once, every seat once: the lines of the Fano plane
    4: ((0, 3, 5, 6),),  # every pair twice, every seat once: the complements of the lines
}


def group_tables(seats: int) -> list[tuple[int, ...]]:
    """The tables of a group of seven, each with its players in the order of their seats."""
    return [tuple((player + turn) % GROUP for player in table) for table in TABLES[seats] for turn in range(GROUP)]
