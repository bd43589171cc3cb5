"""Return free memory to the system."""

from __future__ import annotations

import ctypes
import sys


def free_memory() -> None:
    """Return memory to the system. Tables of all sizes come and go and leave gaps that glibc keeps: a third of what
    2,000 of them used."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
