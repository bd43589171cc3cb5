"""The games that this server offers: the installed ones, and any that were named for trying out."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points

import msgspec

from tabletown import registry
from tabletown.editions import edition_of
from tabletown.kernel import Game, Setting
from tabletown.kernel.errors import UnknownGame
from tabletown.kernel.log import Name
from tabletown.kernel.text import Language, language
from tabletown.learn import has_lesson
from tabletown.learn.background import load_background
from tabletown.rulebook import has_rulebook
from tabletown.translations import speak

log = logging.getLogger("tabletown.web")
WEIGHTS = ("light", "medium", "heavy")


class GameCard(msgspec.Struct, eq=False):
    """A game as pages show it."""

    id: str
    title: str
    line: str
    seats: str
    fewest: int
    most: int
    default_seats: int
    minutes: str
    weight: str
    rank: int  # the simplest game first
    cooperative: bool
    seat_names: list[str]
    roles: bool  # seats keep these names, whoever sits there
    settings: list[Setting]
    by_hand: list[str]
    cover: str
    style: str
    rules_url: str
    new_url: str
    play_url: str
    learn_url: str  # the guided first game; "" if there is none
    about_url: str  # the page about the game and its makers; "" if there is none
    has_scene: bool
    has_rules: bool
    links: list[tuple[str, str]]  # other ways to play: (words, address)


class Catalog:
    """`extra`: games by reference, "package.module:name" or "file.py:name"; worker processes load them the same way."""

    def __init__(self, extra: Sequence[str] = ()) -> None:
        self.extra = tuple(extra)
        self.games: dict[str, Game] = {}
        self.cards: dict[str, GameCard] = {}
        for name in sorted(entry_points(group=registry.GROUP).names):
            try:
                self._offer(registry.game(name))
            except Exception:  # a broken game must not affect the others
                log.exception("game %s cannot be loaded", name)
        for reference in extra:
            self._offer(registry.game(reference))

    def _offer(self, game: Game) -> None:
        self.cards[game.about.id] = card(game)
        self.games[game.about.id] = game

    def card(self, id: str) -> GameCard:
        """The game's card for the current reader."""
        self.find(id)
        return said(self.cards[id], speak(language.get().code))  # without the words of a pack

    def find(self, id: str, version: str = "") -> Game:
        """Find a game. `version`: in that edition, if its rules are still installed."""
        game = self.games.get(id)
        if game is None:
            raise UnknownGame(f"There is no game {id!r}. Choose one of: {', '.join(self.games)}.")
        return edition_of(game, version) or game


@cache
def said(card: GameCard, spoken: Language) -> GameCard:
    """A card in the reader's language."""

    def word(words: str) -> str:
        return words.text.render(speaking=spoken) if isinstance(words, Name) else spoken.word(words)

    def setting(one: Setting) -> Setting:
        values = {key: word(words) for key, words in one.values.items()}
        return msgspec.structs.replace(one, title=word(one.title), help=word(one.help), values=values)

    return msgspec.structs.replace(
        card,
        title=word(card.title),
        line=word(card.line),
        minutes=word(card.minutes),
        weight=word(card.weight),
        seat_names=[word(name) for name in card.seat_names],
        settings=[setting(one) for one in card.settings],
        links=[(word(words), address) for words, address in card.links],
    )


def card(game: Game) -> GameCard:
    about = game.about
    fewest, most = about.seats
    return GameCard(
        id=about.id,
        title=about.title,
        line=about.line,
        seats=str(fewest) if fewest == most else f"{fewest}–{most}",
        fewest=fewest,
        most=most,
        default_seats=about.default_seats,
        minutes=about.minutes,
        weight=about.weight,
        rank=WEIGHTS.index(about.weight) if about.weight in WEIGHTS else len(WEIGHTS),
        cooperative=about.cooperative,
        seat_names=list(about.seat_names),
        roles=about.roles,
        settings=[setting for setting in about.settings if not setting.in_room],
        by_hand=[kind for kind in about.by_hand if kind != "room"],  # luck that a class deals can't be dealt at a table
        cover=f"/games/{about.id}/cover.svg",
        style=f"/games/{about.id}/style.css",
        rules_url=f"/rules/{about.id}",
        new_url=f"/new?game={about.id}",
        play_url=f"/play/{about.id}",
        learn_url=f"/learn/{about.id}" if has_lesson(game) else "",
        about_url=f"/about/{about.id}" if load_background(game) is not None else "",
        has_scene=game.view.scene is not None,
        has_rules=has_rulebook(game),
        links=list(about.links),
    )
