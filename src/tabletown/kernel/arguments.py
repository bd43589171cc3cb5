"""Normalise arguments (including NumPy's types) and shorten what errors quote."""

from __future__ import annotations

import operator
from typing import Any


def as_int(value: Any, low: int, high: int) -> int | None:
    """A plain int from low to high, or None for anything else, including bools and floats."""
    try:
        number = operator.index(value) if not isinstance(value, bool) else low - 1
    except TypeError:
        return None
    return number if low <= number <= high else None


def as_text(value: Any) -> str | None:
    """A plain str that any file or database can store, or None for anything else."""
    try:
        return str.__str__(value) if isinstance(value, str) and b"\0" not in value.encode() else None
    except UnicodeEncodeError:  # half of a surrogate pair
        return None


def clip(value: Any, most: int = 60) -> str:
    """A value as quoted in an error message, shortened if long."""
    if isinstance(value, int) and value.bit_length() > 160:
        return "a number without end"
    shown = repr(value[: most + 1] if isinstance(value, str | bytes) else value)
    return shown if len(shown) <= most + 2 else shown[:most] + "…"
