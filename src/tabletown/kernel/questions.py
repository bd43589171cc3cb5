"""The three things a rule script may yield: a choice, a roll of chance, and scripts that run together."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from tabletown.kernel.arguments import as_text
from tabletown.kernel.text import Reason, Text, because

NOT_AN_OPTION = because("not-an-option", "You can't do that right now.")
CHANCE = -1  # the seat of luck: whoever deals, from the seed or by hand

Script = Generator[Any, Any, Any]  # yields questions, is sent answers


class Typed(msgspec.Struct, frozen=True):
    """Lets a seat answer in its own words: any `prefix` + text of at most `limit` characters."""

    prefix: str
    hint: str
    limit: int = 200
    button: str = ""  # names what sending them does, such as "Veto with this reason"

    def takes(self, word: str) -> bool:
        said = word.removeprefix(self.prefix)
        return said != word and 0 < len(said.strip()) <= self.limit and as_text(said) is not None


class Choose(msgspec.Struct, gc=False):
    """A seat must pick one of the options. Nothing here is made until somebody asks for it.

    `given`: the option words, or a function that finds them: a clone that only replays the answer never calls it.
    `why(*about, word)` is the rule that decides: None for the options and for nothing else, or what speaks against the
    word; `NOT_AN_OPTION` against one that means nothing here. A list that is made faster must come out the same: the
    conformance suite compares the two.
    """

    seat: int
    prompt: Text
    given: Sequence[str] | Callable[..., Sequence[str]]
    rule: str = ""
    why: Callable[..., Reason | None] | None = None
    typed: Typed | None = None
    about: tuple[Any, ...] = ()  # what both functions are called with: the state, the seat, the tile …

    @property
    def options(self) -> Sequence[str]:
        given = self.given
        if type(given) is not list and callable(given):  # mostly a list by then
            given = self.given = given(*self.about)
        return given

    def takes(self, word: str) -> bool:
        return word in self.options or (self.typed is not None and self.typed.takes(word))

    def why_not(self, word: str) -> Reason | None:
        """What speaks against this word; None if it may be chosen."""
        if self.takes(word):
            return None
        return (self.why(*self.about, word) if self.why is not None else None) or NOT_AN_OPTION

    def __repr__(self) -> str:
        return f"Choose(seat {self.seat}: {self.prompt} {list(self.options)})"


class Chance(msgspec.Struct, gc=False):
    """One of the outcomes comes up; an outcome that stands twice in the list is twice as likely."""

    kind: str  # the die or deck ("d6", "tiles"), so that people can roll or draw it on a real table
    given: Sequence[str]
    prompt: Text = Text("enter the result")
    rule: str = ""
    seat: ClassVar[int] = CHANCE
    why: ClassVar[None] = None
    about: ClassVar[tuple[()]] = ()
    typed: ClassVar[None] = None

    @property
    def options(self) -> Sequence[str]:
        return self.given

    def takes(self, word: str) -> bool:
        return word in self.given

    def why_not(self, word: str) -> Reason | None:
        return None if word in self.given else NOT_AN_OPTION

    def __repr__(self) -> str:
        return f"Chance({self.kind}: {list(self.options)})"


class Together(msgspec.Struct):
    """Scripts that wait for their seats in any order; the answer is {key: what that script returned}.

    Until the last one has finished, no seat may learn what another one answered.
    """

    scripts: Mapping[Any, Script]
    shows_progress: bool = False  # whether all may see who has answered: only where that gives no answer away


Decision = Choose | Chance
