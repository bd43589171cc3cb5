"""Editions: added cards make a new edition of the same rules and keep earlier ones playable.

A card in a content file says in which edition it came (`edition = 1`; the cards of the published game say nothing). The
version of a game is that of its rules and, after a point, of its newest card: "2.1". A match begun under "2" continues
with the cards of "2". Later rulings work the same way: their rules check the state's `edition`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import msgspec

from tabletown import packs
from tabletown.kernel.game import Game

VERSION = re.compile(r"([^.+]+)(?:\.(\d+))?(\+.*)?")  # rules, edition, content pack


class Card(Protocol):
    @property
    def edition(self) -> int: ...


C = TypeVar("C", bound=Card)


@dataclass(frozen=True)
class SetupByEdition:
    """Setup for a game whose content grows: `setup` receives the edition to use."""

    setup: Callable[[int, Mapping[str, str], int], Any]
    edition: int

    def __call__(self, seats: int, options: Mapping[str, str]) -> Any:
        return self.setup(seats, options, self.edition)


def newest(*decks: Iterable[Card]) -> int:
    return max((card.edition for deck in decks for card in deck), default=0)


def cards_of(deck: Iterable[C], edition: int) -> list[C]:
    """The cards of this edition."""
    return [card for card in deck if card.edition <= edition]


def version_of(rules: str, edition: int) -> str:
    return f"{rules}.{edition}" if edition else rules


_made: dict[tuple[str, str], tuple[Game, Game]] = {}


def edition_of(game: Game, version: str) -> Game | None:
    """The game as of this version, or None if its rules are no longer installed."""
    if version == game.about.version:
        return game
    known = _made.get((game.about.id, version))
    if known is not None and known[0] is game:
        return known[1]
    digest = packs.pack_in(version)
    if digest and digest != packs.pack_in(game.about.version):
        return edition_of(packs.with_pack(game, digest), version) if packs.is_installed(game, digest) else None
    then, now, setup = VERSION.fullmatch(version), VERSION.fullmatch(game.about.version), game.rules.setup
    if then is None or now is None or (then[1], then[3]) != (now[1], now[3]) or not isinstance(setup, SetupByEdition):
        return None
    edition = int(then[2] or 0)
    if edition > setup.edition:
        return None
    about = msgspec.structs.replace(game.about, version=version)
    rules = dataclasses.replace(game.rules, setup=SetupByEdition(setup.setup, edition))
    made = dataclasses.replace(game, about=about, rules=rules)
    _made[game.about.id, version] = game, made
    return made


def with_cards_of(game: Game, version: str) -> Game:
    """The current rules with the cards of an older version, for continuing its matches."""
    then, now = VERSION.fullmatch(version), VERSION.fullmatch(game.about.version)
    if then is None or now is None:
        return game
    return edition_of(game, version_of(now[1], int(then[2] or 0)) + (now[3] or "")) or game
