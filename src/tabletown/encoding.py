"""Encode views of a match as numbers, for machine learning.

An `Encoding` is a fixed vocabulary of option words and a fixed row of small integers, in named parts, made from one
seat's view and its question. Seats are counted from the one that looks: it is 0, the next one 1. Nothing here needs
NumPy: the row comes as the bytes of 16-bit integers, and `tabletown.envs` makes an array of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from struct import Struct
from typing import Any, NamedTuple, ParamSpec, TypeVar

import msgspec

from tabletown.kernel.questions import Decision
from tabletown.kernel.text import Text

Row = bytes  # 16-bit integers
Encode = Callable[[Any, int], Row]  # view, seat -> all parts except the question, in their order

P = ParamSpec("P")
R = TypeVar("R")

MOST_ASKED = 12  # a value that numbers in a question seldom exceed
MOST_KNOWN = 2048  # parts of positions that are kept
SPARE = 32  # places for words that the vocabulary does not have, such as those of a content pack


class Part(NamedTuple):
    """A part of the row: `shape` says how to fold it (planes last for boards)."""

    name: str
    shape: tuple[int, ...]
    says: str
    # a value that its numbers seldom exceed, for all or along the last axis; 1 for yes and no
    most: int | tuple[int, ...] = 1

    @property
    def size(self) -> int:
        return prod(self.shape)

    def scales(self) -> tuple[int, ...]:
        """The normalising value of each number in the row."""
        if isinstance(self.most, int):
            return (self.most,) * self.size
        return self.most * (self.size // len(self.most))


class _Packs(dict[int, Callable[..., Row]]):
    """Functions that pack a row of a given length, in half the time of an array."""

    def __missing__(self, size: int) -> Callable[..., Row]:
        self[size] = made = Struct(f"{size}h").pack
        return made


_packs = _Packs()
_packed = msgspec.msgpack.Encoder(enc_hook=int).encode  # a seat may be a number of NumPy


def row(numbers: Collection[int]) -> Row:
    return _packs[len(numbers)](*numbers)


def one_hot(size: int) -> list[Row]:
    """Rows with a single one; the last row, found by -1, has none."""
    return [*(row([int(place == one) for place in range(size)]) for one in range(size)), row([0] * size)]


def bits(number: int, size: int) -> Row:
    """The bits of an integer, the lowest first."""
    return b"".join([_BYTES[byte] for byte in number.to_bytes(size // 8 + 1, "little")])[: 2 * size]


_BYTES = [row([byte >> place & 1 for place in range(8)]) for byte in range(256)]


def turned(values: Sequence[Any], seat: int) -> list[Any]:
    """The seats' values, beginning with this seat."""
    return [*values[seat:], *values[:seat]]


def cached(make: Callable[P, R]) -> Callable[P, R]:
    """Cache a function of lists and numbers, by what they hold: most parts of a position recur in the next ones.

    Bytes are made, hashed and compared in half the time of tuples, and take a tenth of their memory.
    """
    known: dict[bytes, R] = {}

    def call(*given: P.args, **none: P.kwargs) -> R:
        key = _packed(given)
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            found = known[key] = make(*given, **none)
        return found

    return call


def _place(words: Sequence[str | Text], said: object) -> int:
    """The place of a part of a prompt among the words it can be; -1: none of them."""
    try:
        return words.index(said if isinstance(said, Text) else str(said))
    except ValueError:
        return -1


class QuestionEncoding:
    """A question: the clause that asks it, and the named parts of its prompt."""

    def __init__(self, rules: Sequence[str], about: Mapping[str, Sequence[str | Text] | int] | None = None) -> None:
        """`about`: for each part of a prompt the words it can be, or 0 for a number; for a seat, how many there are."""
        self.rules = tuple(rules)
        self._kinds = dict(zip(rules, one_hot(len(rules) + 1)))
        self._other, self._nothing = one_hot(len(rules) + 1)[-2:]
        self._about: list[tuple[str, Sequence[str | Text], list[Row], int]] = []
        size = len(rules) + 1
        for part, words in (about or {}).items():
            if isinstance(words, int):
                width = max(1, words)
                self._about.append((part, (), one_hot(width), words))
            else:
                width = len(words)
                self._about.append((part, words, one_hot(width), -1))
            size += width
        self.size = size
        self._blank = row([0] * size)
        self._no_parts = b"".join(rows[-1] for _, _, rows, _ in self._about)

    def part(self) -> Part:
        names = ", ".join(part for part, *_ in self._about) or "nothing"
        says = f"the clause that asks ({len(self.rules)} and others), then: {names}"
        most = [1] * (len(self.rules) + 1)
        for _, words, rows, count in self._about:
            most += [MOST_ASKED] if count == 0 and not words else [1] * (len(rows[-1]) // 2)
        return Part("question", (self.size,), says, tuple(most))

    def __call__(self, decision: Decision | None, seat: int) -> Row:
        if decision is None:
            return self._blank
        kind = self._kinds.get(decision.rule, self._other)
        parts = decision.prompt.parts
        if not parts:
            return kind + self._no_parts
        told = [kind]
        for part, words, rows, count in self._about:
            value = parts.get(part)
            if value is None:
                told.append(rows[-1])
            elif count < 0:
                told.append(rows[_place(words, value)])
            elif count == 0:
                told.append(row([int(value)]))
            else:
                told.append(rows[(int(value) - seat) % count])
        return b"".join(told)


@dataclass(frozen=True)
class Encoding:
    """The encoding of a game for this many seats and these options."""

    words: tuple[str, ...]  # the vocabulary: action i is words[i]
    parts: tuple[Part, ...]  # the parts of the row, in order
    encode: Encode
    question: QuestionEncoding
    spare: int = SPARE  # further actions, for words outside the vocabulary

    @cached_property
    def actions(self) -> int:
        return len(self.words) + self.spare

    @cached_property
    def layout(self) -> tuple[Part, ...]:
        return (*self.parts, self.question.part())

    @cached_property
    def size(self) -> int:
        return sum(part.size for part in self.layout)

    @cached_property
    def scales(self) -> tuple[int, ...]:
        """For each place a value that the number there seldom exceeds; dividing by it normalises the row."""
        return tuple(scale for part in self.layout for scale in part.scales())

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The action numbers of these words."""
        return {word: number for number, word in enumerate(self.words)}

    def row(self, view: Any, seat: int, decision: Decision | None) -> Row:
        return self.encode(view, seat) + self.question(decision, seat)

    def mask(self, options: Sequence[str]) -> bytearray:
        """The legal actions: a byte for each."""
        mask = bytearray(self.actions)
        numbers = self.numbers
        try:
            for word in options:
                mask[numbers[word]] = 1
        except KeyError:
            for action in self.actions_of(options):
                mask[action] = 1
        return mask

    def actions_of(self, options: Sequence[str]) -> list[int]:
        """The action of each option; words outside the vocabulary take the spare places in their order."""
        try:
            numbers = self.numbers
            return [numbers[word] for word in options]
        except KeyError:
            found, spare = [], len(self.words)
            for word in options:
                number = self.numbers.get(word, -1)
                if number < 0:
                    number, spare = spare, spare + 1
                found.append(number)
            if spare > self.actions:
                raise ValueError(
                    f"{spare - len(self.words)} words of this question are outside the vocabulary."
                ) from None
            return found
