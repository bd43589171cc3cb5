"""Made-up names for a class, if the teacher prefers them."""

from __future__ import annotations

import random
from collections.abc import Collection

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
    """An animal's name that is still free in this class."""
    names = [named(animal) for animal in ANIMALS]
    used = {name.casefold() for name in taken}
    return random.SystemRandom().choice([name for name in names if name.casefold() not in used] or names)
