"""Names for a class: made by the program where the teacher wants that, and checked against the host's list."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Collection
from functools import cache
from pathlib import Path

from tabletown.drawing import named

ANIMALS = [
    *("Badger", "Bat", "Bear", "Beaver", "Bee", "Bison", "Camel", "Cat", "Cheetah", "Cricket", "Crow", "Deer"),
    *("Dolphin", "Dove", "Duck", "Eagle", "Elephant", "Falcon", "Finch", "Firefly", "Fox", "Frog", "Gecko"),
    *("Giraffe", "Hare", "Hawk", "Hedgehog", "Heron", "Hippo", "Horse", "Ibex", "Jay", "Kiwi", "Koala", "Lark"),
    *("Lemur", "Leopard", "Lion", "Lizard", "Lynx", "Magpie", "Marmot", "Mole", "Moose", "Moth", "Newt"),
    *("Octopus", "Otter", "Owl", "Panda", "Panther", "Parrot", "Pelican", "Penguin", "Puffin", "Rabbit", "Raven"),
    *("Robin", "Salmon", "Seal", "Sparrow", "Squirrel", "Stork", "Swallow", "Swan", "Swift", "Tiger", "Toucan"),
    *("Trout", "Turtle", "Walrus", "Whale", "Wolf", "Woodpecker", "Wren", "Yak", "Zebra"),
]  # words


def nickname(taken: Collection[str]) -> str:
    """An animal that nobody in the class is called yet."""
    names = [named(animal) for animal in ANIMALS]
    used = {name.casefold() for name in taken}
    return random.SystemRandom().choice([name for name in names if name.casefold() not in used] or names)


def letters(name: str) -> str:
    """As it sounds: without case, accents, and what is put between letters to get past a list."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(LOOKALIKES))
    return "".join(c for c in plain if c.isalnum())


LOOKALIKES = str.maketrans("013457@$!", "oieastasi")


@cache
def refused_words(file: Path, changed: float) -> tuple[str, ...]:
    """The host's list, one a line; what stands after a # is a note. `changed`: read anew when the file is."""
    lines = (line.partition("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
    return tuple(word for line in lines if (word := letters(line)))


def is_refused(name: str, file: Path | None) -> bool:
    """Whether a name has a word of the host's list: a long one anywhere, a short one as a word of its own."""
    if file is None or not file.is_file():
        return False
    whole, parts = letters(name), {letters(part) for part in re.split(r"[\W_]+", name)}
    words = refused_words(file, file.stat().st_mtime)
    return any(word in parts or word == whole or (len(word) > 3 and word in whole) for word in words)
