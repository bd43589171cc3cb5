"""Any state as a vector of fixed length, by the hashing trick: good enough to start learning in every game alike."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from tabletown.kernel.save import plain


def hashed_features(state: Any, size: int = 1024) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Each number goes to the place its path hashes to, each word to the place of path and word together."""
    vector = np.zeros(size, dtype=np.float32)
    for path, value in _leaves(plain(state.copy()), ""):
        if isinstance(value, str):
            vector[zlib.crc32(f"{path}={value}".encode()) % size] += 1
        else:
            vector[zlib.crc32(path.encode()) % size] += float(value) / 8
    return np.clip(vector, -64, 64)


def _leaves(data: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _leaves(value, f"{path}.{key}")
    elif isinstance(data, list):
        if data and isinstance(data[0], str):  # a bag or a hand: what is in it matters, not where
            yield from ((path, word) for word in data)
        else:
            for index, value in enumerate(data):
                yield from _leaves(value, f"{path}[{index}]")
    elif data is not None:
        yield path, data
