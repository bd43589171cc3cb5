"""Everything that a rule script may yield: a choice, a roll of chance, and scripts that run together."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from tabletown.kernel.arguments import as_text
from tabletown.kernel.text import Reason, Text, because

NOT_AN_OPTION = because("not-an-option", "You can't do that right now.")
CHANCE = -1  # the seat of luck: dealt from the seed or by hand

Script = Generator[Any, Any, Any]  # yields questions and is sent answers


class Typed(msgspec.Struct, frozen=True):
    """Lets a seat answer with free text: any `prefix` + text of at most `limit` characters."""

    prefix: str
    hint: str
    limit: int = 200
    button: str = ""  # the action's name, such as "Veto with this reason"

    def takes(self, word: str) -> bool:
        said = word.removeprefix(self.prefix)
        return said != word and 0 < len(said.strip()) <= self.limit and as_text(said) is not None


class Choose(msgspec.Struct, gc=False):
    """A question: a seat must pick one of the options, which are computed lazily.

    `given`: the option words, or a function that finds them: a clone that only replays the answer never calls it.
    `why(*about, word)` is the rule: None for the options only, otherwise the reason against the word; `NOT_AN_OPTION`
    for a word that means nothing here. If `given` finds the list faster, the result must be the same: the conformance
    suite compares the two.
    """

    seat: int
    prompt: Text
    given: Sequence[str] | Callable[..., Sequence[str]]
    rule: str = ""
    why: Callable[..., Reason | None] | None = None
    typed: Typed | None = None
    about: tuple[Any, ...] = ()  # arguments of both functions: the state, the seat, the tile …

    @property
    def options(self) -> Sequence[str]:
        given = self.given
        if type(given) is not list and callable(given):  # usually it is a list already
            given = self.given = given(*self.about)
        return given

    def takes(self, word: str) -> bool:
        return word in self.options or (self.typed is not None and self.typed.takes(word))

    def why_not(self, word: str) -> Reason | None:
        """The reason against this word; None if it may be chosen."""
        if self.takes(word):
            return None
        return (self.why(*self.about, word) if self.why is not None else None) or NOT_AN_OPTION

    def __repr__(self) -> str:
        return f"Choose(seat {self.seat}: {self.prompt} {list(self.options)})"


class Chance(msgspec.Struct, gc=False):
    """A draw: one of the outcomes comes up; an outcome that is listed twice is twice as likely."""

    kind: str  # the die or deck ("d6", "tiles"), so that people can roll or draw at a real table
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
    """Scripts that ask their seats at once, in secret until all have finished; the answer is {key: its result}."""

    scripts: Mapping[Any, Script]
    shows_progress: bool = False  # whether all may see who has answered, which must not give the answer away


Decision = Choose | Chance
