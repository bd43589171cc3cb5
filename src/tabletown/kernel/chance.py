"""Luck without hidden state: a draw depends only on the seed, its kind and how many came before.

So a saved, cloned, undone or replayed match needs no generator to be stored; undoing an answer never draws anew; and
two matches with one seed meet the same dice, whatever is answered in between. Draws can't be predicted from earlier
ones. The formula is public, so that others can check it: the n-th draw of a kind (from 0) is the 64-bit word n mod 8
(big-endian) of BLAKE2b, keyed with the seed's 16 bytes (big-endian), of the text `kind/m` where m = n // 8; it picks
outcome floor(word * outcomes / 2**64). No outcome is favoured by more than one part in 2**64 / outcomes.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct

from tabletown.kernel.arguments import as_int, clip
from tabletown.kernel.errors import BadOption

DEALER = "blake2b-64"  # name of the formula above, stored with every saved match
BITS = 128

_words = Struct(">8Q").unpack


class Dealer:
    """All the luck of one seed."""

    __slots__ = ("_blocks", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._blocks: dict[str, tuple[int, ...]] = {}  # the eight words of each kind in use, after their number

    def word(self, kind: str, nth: int) -> int:
        block = self._blocks.get(kind)
        if block is None or block[0] != nth >> 3:  # replaced as one object, so that threads may share a dealer
            block = self._blocks[kind] = (nth >> 3, *self.words(kind, nth >> 3))
        return block[(nth & 7) + 1]

    def words(self, kind: str, number: int) -> tuple[int, ...]:
        return _words(blake2b(f"{kind}/{number}".encode(), key=self.seed.to_bytes(BITS // 8)).digest())

    def deal(self, kind: str, nth: int, outcomes: Sequence[str]) -> str:
        return outcomes[(self.word(kind, nth) * len(outcomes)) >> 64]


def dealer(seed: object) -> Dealer:
    """The dealer for a seed (None: a new secret one); refuses all but whole numbers of up to 128 bits."""
    number = secrets.randbits(BITS) if seed is None else as_int(seed, 0, (1 << BITS) - 1)
    if number is None:
        raise BadOption(f"The seed must be a whole number from 0 to 2**{BITS} - 1, not {clip(seed)}.")
    return Dealer(number)
