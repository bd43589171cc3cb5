"""Sentences one after another, in any script."""

from __future__ import annotations

from collections.abc import Iterable

CLOSES = ("。", "！", "？", "」")  # Chinese punctuation brings its own space


def paragraph(sentences: Iterable[str]) -> str:
    """The sentences in a row, leaving out empty ones.

    >>> paragraph(["You won.", "", "By 3 points."])
    'You won. By 3 points.'
    >>> paragraph(["你贏了。", "差 3 分。"])
    '你贏了。差 3 分。'
    """
    words = ""
    for sentence in filter(None, sentences):
        words += " " + sentence if words and not words.endswith(CLOSES) else sentence
    return words
