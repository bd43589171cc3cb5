"""Another theme for the same rules, so that having read about the game does not help.

`disguises/<game>.toml` gives a new name for each name. Whole words are replaced, with their plurals and capitals, and
so are option words, so that a model's answer can be translated back.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from tabletown.kernel import Game
from tabletown.kernel.errors import BadOption, ContentError

FOLDER = Path(__file__).parent / "disguises"


class Disguise:
    def __init__(self, names: Mapping[str, str], where: str = "disguise") -> None:
        """`names`: real name -> shown name."""
        taken: dict[str, str] = {}
        for name, other in names.items():
            if other.lower() in taken or other.lower() in {each.lower() for each in names}:
                raise ContentError(
                    f"{where}: {other!r} stands for {name!r} and for {taken.get(other.lower(), 'a name')!r}."
                )
            taken[other.lower()] = name
        self.names = dict(names)
        self._there = Replacer(self.names)
        self._back = Replacer({other: name for name, other in names.items()})

        self._line = lru_cache(10_000)(self._there)  # most lines of a prompt were in the previous one

    def hide(self, text: str) -> str:
        return "\n".join(map(self._line, text.split("\n")))

    def reveal(self, text: str) -> str:
        return self._back(text)


class Replacer:
    """Replaces whole words, the longest names first, also in ids such as happy-valley and happy_valley."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.to: dict[str, str] = {}
        for name, other in names.items():
            for join in ("-", "_"):
                self.to[slug(name, join)] = slug(other, join)
        self.to |= {name.lower(): other for name, other in names.items()}
        known = "|".join(re.escape(name) for name in sorted(self.to, key=len, reverse=True))
        self.pattern = re.compile(rf"(?<![^\W_])({known})(?=(?:s|es)?(?![^\W_]))", re.IGNORECASE)

    def __call__(self, text: str) -> str:
        return self.pattern.sub(self._one, text) if self.to else text

    def _one(self, found: re.Match[str]) -> str:
        was, to = found[0], self.to[found[0].lower()]
        if was.isupper() and len(was) > 1:
            return to.upper()
        if was.islower():
            return to.lower()
        return to[0].upper() + to[1:]


def slug(name: str, join: str) -> str:
    return join.join(re.findall(r"[^\W_]+", name.lower().replace("'", "").replace("’", "")))


NO_DISGUISE = Disguise({})


@cache
def _read(file: Path) -> Disguise:
    with file.open("rb") as open_file:
        return Disguise(tomllib.load(open_file)["names"], file.name)


def load_disguise(game: Game) -> Disguise:
    """Other names for the same rules of this game.

    >>> from tabletown.registry import game
    >>> load_disguise(game("right-of-way")).hide("tile")
    'slab'
    """
    file = FOLDER / f"{game.about.id}.toml"
    if not file.exists():
        raise BadOption(
            f"{game.about.title} has no other theme. Write {FOLDER.name}/{file.name} or play it under its own name."
        )
    return _read(file)
