"""Luck without hidden state: what comes up depends only on the seed and on how many answers were given before.

So a saved, cloned, undone or replayed match needs no generator to be stored, and the same past gives the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence

_MASK = (1 << 64) - 1


def mix(seed: int, number: int) -> int:
    """64 well-mixed bits (the splitmix64 finaliser)."""
    x = (seed * 0xD1342543DE82EF95 + (number + 1) * 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def deal(seed: int, number: int, outcomes: Sequence[str]) -> str:
    return outcomes[(mix(seed, number) * len(outcomes)) >> 64]
