"""What comes in is made plain (NumPy's numbers and words too) or is none; what is quoted back is clipped."""

from __future__ import annotations

import operator
from typing import Any


def as_int(value: Any, low: int, high: int) -> int | None:
    """A plain int from low to high; None for anything else, also for a bool or a float."""
    try:
        number = operator.index(value) if not isinstance(value, bool) else low - 1
    except TypeError:
        return None
    return number if low <= number <= high else None


def as_text(value: Any) -> str | None:
    """A plain str that every file and database can hold; None for anything else."""
    try:
        return str.__str__(value) if isinstance(value, str) and b"\0" not in value.encode() else None
    except UnicodeEncodeError:  # half of a character
        return None


def clip(value: Any, most: int = 60) -> str:
    """How it is quoted in an error, however long it is."""
    if isinstance(value, int) and value.bit_length() > 160:
        return "a number without end"
    shown = repr(value[: most + 1] if isinstance(value, str | bytes) else value)
    return shown if len(shown) <= most + 2 else shown[:most] + "…"
