"""The damage at which climate cards come, planned from the number of tables and minutes.

The facilitation guide wants two to four cards in a session and prints numbers by the number of groups. Those suit short
sessions: skilled players meet five of the six cards. A plan spreads the cards over the time instead.
"""

from __future__ import annotations

SPACES = (1.0, 2.0, 3.0, 4.2, 6.6, 7.8)  # in steps: four cards at an even pace, the last two only if nothing improves
SHORTEST, LONGEST = 8.0, 12.0  # damage per table and step


def planned(tables: int, minutes: float) -> list[int]:
    """Six thresholds for this many tables and minutes of play (0: no clock)."""
    step = min(LONGEST, max(SHORTEST, 7.5 + minutes / 13)) if minutes else LONGEST
    return [round(tables * step * space) for space in SPACES]
