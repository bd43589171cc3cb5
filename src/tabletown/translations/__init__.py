"""Languages: gettext catalogues read by Babel, found beside the program and in each game's folder.

English templates are the ids, and a language is one file in a well-known format:
`locale/<language>/LC_MESSAGES/tabletown.po`. `en-XA` is made up: it shows which words are translatable.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from babel import Locale, UnknownLocaleError, negotiate_locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol
from babel.support import Translations

from tabletown import packs, registry
from tabletown.content import pack_of
from tabletown.kernel.game import Game
from tabletown.kernel.text import Language, language

ENGLISH = language.get()  # the default language
PSEUDO = "en-XA"
HERE = Path(__file__).parent.parent / "locale"
CLASSROOM = Path(__file__).parent.parent / "classroom" / "locale"
FILE = Path("LC_MESSAGES/tabletown.po")
COMMAS = {"ar": "، ", "fa": "، ", "ja": "、", "ur": "، ", "zh": "、"}  # separators of a plain list
# what browsers ask for, and the script in which those people read
WRITTEN: dict[str, tuple[str, ...]] = {"zh": ("zh-Hans", "zh-Hant"), "zh-cn": ("zh-Hans",), "zh-sg": ("zh-Hans",)}
WRITTEN |= dict.fromkeys(("zh-tw", "zh-hk", "zh-mo", "zh-hant-tw", "zh-hant-hk"), ("zh-Hant",))
MOST_OF_PACKS = 64
ENOUGH = 0.8  # share of a catalogue that must be translated before it is offered


class Catalogue(Language):
    """A language from catalogues; missing messages appear in English."""

    def __init__(self, code: str, files: Iterable[Path]) -> None:
        self.code, self.locale = code, Locale.parse(code, sep="-")
        self._found = Translations()
        for file in files:
            compiled = io.BytesIO()
            with file.open("rb") as source:
                write_mo(compiled, read_po(source, locale=str(self.locale)))
            compiled.seek(0)
            read = Translations(compiled)
            self._found.merge(read)
            self._found.plural = read.plural  # of the language; merging keeps that of English

    def template(self, one: str, many: str = "", n: object = 1) -> str:
        if not one:
            return ""
        return self._found.ngettext(one, many, n) if many else self._found.gettext(one)  # type: ignore[arg-type]

    def word(self, word: str) -> str:
        return self.template(word)

    def figure(self, digits: str) -> str:
        return digits.replace(".", get_decimal_symbol(self.locale))

    def listed(self, items: Sequence[str], how: str = "and") -> str:
        if how == ",":
            return COMMAS.get(self.locale.language, ", ").join(items)
        return format_list(items, "or" if how == "or" else "standard", self.locale)


ACCENTS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)
PART = re.compile(r"(\{[^{}]*\}|<[^>]*>|&\w+;)")  # placeholders and markup, which stay as they are


class PackLanguage(Language):
    """A language in which a content pack speaks as well. What the program says itself stays as it is."""

    def __init__(self, base: Language, words: Mapping[str, str]) -> None:
        self.code, self._base = base.code, base
        self._words = {one: said for one, said in words.items() if one not in messages()}

    def template(self, one: str, many: str = "", n: object = 1) -> str:
        return self._base.template(one, many, n) if many or one not in self._words else self._words[one]

    def word(self, word: str) -> str:
        return self._words[word] if word in self._words else self._base.word(word)

    def listed(self, items: Sequence[str], how: str = "and") -> str:
        return self._base.listed(items, how)


_of_packs: dict[tuple[str, str, str], Language] = {}


def with_words_of(game: Game, tongue: Language) -> Language:
    """The language as it is spoken at a table of this game, whose pack may bring translations."""
    version = game.about.version
    if not packs.pack_in(version) and pack_of(game.about.id) is None:
        return tongue
    if (game.about.id, version, tongue.code) not in _of_packs:
        words = packs.words_of(game).get(tongue.code, {})
        _of_packs[game.about.id, version, tongue.code] = PackLanguage(tongue, words) if words else tongue
        while len(_of_packs) > MOST_OF_PACKS:
            del _of_packs[next(iter(_of_packs))]
    return _of_packs[game.about.id, version, tongue.code]


@cache
def messages() -> frozenset[str]:
    """What the program and its games say, as far as one language has it translated."""
    for code in (code for code in languages() if code != "en"):
        files = [file for folder in folders() if (file := folder / code / FILE).exists()]
        return frozenset(str(message.id) for file in files for message in read_po(file.open("rb")) if message.id)
    return frozenset()


class Pseudo(Language):
    """Pseudo-language for tests: accented English in brackets, longer, with the parts reversed."""

    code = PSEUDO

    def template(self, one: str, many: str = "", n: object = 1) -> str:
        return pseudo(super().template(one, many, n))

    def word(self, word: str) -> str:
        return pseudo(word) if word in known_words() else word

    def listed(self, items: Sequence[str], how: str = "and") -> str:
        return " ⊕ ".join(items) if how != "," else " · ".join(items)


@cache
def pseudo(template: str) -> str:
    if not template.strip():
        return template
    pieces = PART.split(template)
    parts = [piece for piece in pieces if piece.startswith("{")]
    said = "".join(
        parts.pop() if piece.startswith("{") else piece if PART.fullmatch(piece) else piece.translate(ACCENTS)
        for piece in pieces
    )
    words = sum(len(piece) for piece in pieces if not PART.fullmatch(piece))
    return f"⟦{said}{'·' * (words // 3)}⟧"


@cache
def known_words() -> frozenset[str]:
    """All translatable messages and words of content."""
    from tabletown.translations.extract import template  # needed only for the pseudo-language

    return frozenset(str(message.id) for message in template() if message.id)


def folders() -> list[Path]:
    """Folders with catalogues: the program's, the classroom's and each game's."""
    return [HERE, CLASSROOM, *(game.folder / "locale" for game in registry.games() if game.folder is not None)]


@cache
def languages() -> dict[str, str]:
    """The available languages: {code: name}. A language is offered only if most of the program's own messages are
    translated; messages missing from a game's catalogue appear in English."""
    found = {"en": "English"}
    for file in sorted(HERE.glob(f"*/{FILE}")):
        code = file.parent.parent.name
        try:
            locale = Locale.parse(code, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        if share(file) >= ENOUGH:
            found[code] = (locale.display_name or code).capitalize()
    return found


def share(file: Path) -> float:
    """Share of a catalogue that is translated, 0 to 1."""
    with file.open("rb") as source:
        messages = [message for message in read_po(source) if message.id]
    said = sum(
        not m.fuzzy and (all(m.string) if isinstance(m.string, tuple | list) else bool(m.string)) for m in messages
    )
    return said / max(1, len(messages))


@cache
def completeness() -> dict[str, dict[str, float]]:
    """How much is translated of each component, 0 to 1, by language: also of languages that aren't offered yet."""
    codes = sorted({file.parent.parent.name for folder in folders() for file in folder.glob(f"*/{FILE}")})
    games = {game.about.title: game.folder / "locale" for game in registry.games() if game.folder is not None}
    places = {"": HERE, "classroom": CLASSROOM, **games}
    files = {code: {name: folder / code / FILE for name, folder in places.items()} for code in codes}
    return {
        code: {name: share(file) if file.exists() else 0.0 for name, file in found.items()}
        for code, found in files.items()
    }


@cache
def speak(code: str) -> Language:
    """The language with this code, or English if there is none."""
    if code == PSEUDO:
        return Pseudo()
    if code == "en" or code not in languages():
        return ENGLISH
    return Catalogue(code, [file for folder in folders() if (file := folder / code / FILE).exists()])


def wanted(header: str) -> str:
    """The best available language for an `Accept-Language` header."""
    if len(header) > 1000:
        return "en"
    weights: list[tuple[float, str]] = []
    for entry in header.split(","):
        code, _, weight = entry.partition(";q=")
        try:
            weights.append((-float(weight or 1), code.strip()))
        except ValueError:
            continue
    asked = [code for weight, code in sorted(weights, key=lambda pair: pair[0]) if weight < 0]
    asked = [said for code in asked for said in (code, *WRITTEN.get(code.lower(), ()))]
    return negotiate_locale(asked, list(languages()), sep="-") or "en"


def of_terminal(environment: Mapping[str, str]) -> str:
    """The best available language for a terminal, such as German where LANG is de_DE.UTF-8."""
    named = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environment.get(name))), "")
    return wanted(named.partition(".")[0].replace("_", "-"))


@contextmanager
def speaking(tongue: Language) -> Iterator[None]:
    """Render everything inside the `with` block in this language."""
    before = language.set(tongue)
    try:
        yield
    finally:
        language.reset(before)
