"""A draft: what somebody is making, its ancestry, and the content files and the pack file made from it."""

from __future__ import annotations

import io
import re
import tomllib
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

import msgspec

from tabletown import packs
from tabletown.kernel import Game, say
from tabletown.kernel.errors import ContentError
from tabletown.translations import ENGLISH, PackLanguage, languages, speak, speaking
from tabletown.workshop.checks import MOST_DATA, files_of_kind, problems, too_deep, unsafe
from tabletown.workshop.kinds import (
    GROUP,
    LIST,
    LONG,
    TEXT,
    Field,
    Kind,
    Problem,
    kind_of,
    kinds_of,
    shipped,
)
from tabletown.workshop.toml import written

FORMAT = 1
MOST_FILE = 60_000  # bytes of a pack's file: a request takes 64 KB
MOST_UNPACKED = 256_000
TITLE, LINE, NAME, MOST_WORDS = 60, 160, 40, 1000  # letters
PACK = "pack.toml"


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The pack that another one was made from."""

    id: str
    title: str
    author: str
    version: int = 1


class Draft(msgspec.Struct, omit_defaults=True):
    """A pack in the making. `parts`: by kind, a deck's own cards or a whole board."""

    game: str
    parts: dict[str, Any]
    title: str = ""
    line: str = ""
    author: str = ""
    language: str = "en"
    words: dict[str, dict[str, str]] = {}  # by language: {text of the pack: its translation}
    ancestry: list[Origin] = []  # oldest first
    version: int = 0  # as it was published last
    format: int = FORMAT


def begin(game: Game, kind: Kind, title: str = "") -> Draft:
    """A new draft, with what the game ships to start from."""
    if kind.start is not None:
        data = kind.start(shipped(game, kind.file))
    elif kind.is_deck:
        data = {"cards": []}
    else:
        base = shipped(game, kind.file)
        data = {field.id: base[field.id] for field in kind.fields if field.id in base}
    return Draft(game.about.id, {kind.id: deepcopy(data)}, title)  # what the game ships stays as it is


def cards_of(draft: Draft, kind: Kind) -> list[dict[str, Any]]:
    """The draft's own cards; raises ContentError if what was saved holds none that can be read."""
    data = draft.parts.get(kind.id)
    cards = data.get("cards") if isinstance(data, dict) else None
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        raise ContentError(say("The cards can't be read."))
    return cards


def new_card(game: Game, kind: Kind, draft: Draft) -> dict[str, Any]:
    """An empty card with an id of its own."""
    from_game = [card[kind.id_field] for card in shipped(game, kind.file)[kind.key]]
    own = (card.get(kind.id_field) for card in cards_of(draft, kind))
    taken = {*from_game, *(id for id in own if type(id) is type(from_game[0]))}
    id: Any
    if kind.id_start:
        id = next(f"{kind.id_start}{n}" for n in range(1, 10_000) if f"{kind.id_start}{n}" not in taken)
    else:
        id = max(taken) + 1
    return {kind.id_field: id} | {field.id: deepcopy(field.start) for field in kind.fields if field.start is not None}


def about_problems(draft: Draft) -> list[Problem]:
    """What is wrong with a draft's title and the like."""
    found = []
    for id, words, most in (("title", draft.title, TITLE), ("line", draft.line, LINE), ("author", draft.author, NAME)):
        label = {"title": say("Title"), "line": say("In one line"), "author": say("Author")}[id]
        if not words.strip() and id == "title":
            found.append(Problem("title", say("Give it a title.")))
        elif len(words) > most:
            words = say("“{field}” has {n} characters; {most} fit.", field=label, n=len(words), most=most)
            found.append(Problem(id, words))
        elif bad := unsafe(words):
            words = say("“{field}” contains a character that can't be shown: {code}.", field=label, code=bad)
            found.append(Problem(id, words))
    return found


def files_of(game: Game, draft: Draft) -> dict[str, str]:
    """The content files that a table with this draft is played with; ContentError says what is wrong."""
    stops = [problem for problem in (*problems(game, draft.parts), *word_problems(draft)) if problem.stops]
    if stops:
        raise ContentError(stops[0].text)
    made: dict[str, Any] = {}
    with speaking(ENGLISH):  # what follows from the cards; the words of other languages stand beside it
        for id, data in draft.parts.items():
            made |= files_of_kind(game, kind_of(game, id), data, made)
        words = words_of(game, draft)
    if words:
        made[packs.WORDS] = words
    return {name: written(content) for name, content in sorted(made.items())}


# ------------------------------------------------------------------ languages


def texts_of(game: Game, draft: Draft) -> list[str]:
    """What people wrote and others read, each once."""
    found: dict[str, None] = {}
    for id, data in draft.parts.items():
        kind = kinds_of(game).get(id)
        if kind is None or not isinstance(data, Mapping):
            continue
        for one in data.get("cards", ()) if kind.is_deck else [data]:
            found |= dict.fromkeys(_texts(kind.fields, one))
        for stop in data.get("stops", ()) if kind.editor == "roads" else ():
            found[str(stop.get("name", ""))] = None
    return [text for text in found if text.strip()]


def _texts(fields: Sequence[Field], data: Any) -> Iterator[str]:
    for field in fields:
        value = data.get(field.id) if isinstance(data, Mapping) else None
        if field.kind in (TEXT, LONG) and isinstance(value, str):
            yield value
        elif field.kind == GROUP:
            yield from _texts(field.fields, value)
        elif field.kind == LIST and isinstance(value, list):
            for one in value:
                yield from _texts(field.fields, one)


def words_of(game: Game, draft: Draft) -> dict[str, dict[str, str]]:
    """What the pack says in other languages: the author's translations, and the sentences that follow from cards."""
    texts = set(texts_of(game, draft))
    found = {
        code: {one: said for one, said in sorted(words.items()) if one in texts and said.strip()}
        for code, words in draft.words.items()
    }
    for code in languages():
        own = found.setdefault(code, {})
        if code != "en":
            for id, data in draft.parts.items():
                if (said := kind_of(game, id).said) is not None:
                    english = said(data)
                    with speaking(PackLanguage(speak(code), own)):
                        own |= {one: other for one, other in zip(english, said(data)) if one != other}
    return {code: found[code] for code in sorted(found) if found[code]}


def word_problems(draft: Draft) -> list[Problem]:
    """What is wrong with its translations."""
    found = []
    for code, words in draft.words.items():
        if code not in languages():
            found.append(Problem("words", say("A pack can't be translated into {code} here.", code=code[:20])))
        for text, said in words.items():
            where = f"words.{code}.{text}"
            if len(said) > MOST_WORDS:
                text = say("A translation has {n} characters; {most} fit.", n=len(said), most=MOST_WORDS)
                found.append(Problem(where, text))
            elif bad := unsafe(said, True):
                text = say("A translation contains a character that can't be shown: {code}.", code=bad)
                found.append(Problem(where, text))
    return found


def options_of(game: Game, draft: Draft) -> dict[str, str]:
    """The options of a table for trying out what was made here."""
    chosen: dict[str, str] = {}
    for id, data in draft.parts.items():
        kind = kind_of(game, id)
        if kind.options is not None:
            chosen |= kind.options(data)
    return chosen


def install(game: Game, draft: Draft) -> str:
    """Install the draft and return its digest; raises ContentError if the game refuses it."""
    digest = packs.install(game, files_of(game, draft))
    packs.with_pack(game, digest)
    return digest


# ------------------------------------------------------------------ files


def pack_toml(draft: Draft) -> str:
    """All of a draft as one file."""
    data = msgspec.to_builtins(draft)
    parts = data.pop("parts")
    head = {"pack": {"format": FORMAT, **{name: value for name, value in data.items() if name != "format"}}}
    return written({**head, **{f"part-{id}": part for id, part in parts.items()}})


def pack_zip(game: Game, draft: Draft) -> bytes:
    """A folder for `--content`, packed: the game's files, and the draft to go on with."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in {PACK: pack_toml(draft), **_in_folder(game, draft)}.items():
            file.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _in_folder(game: Game, draft: Draft) -> dict[str, str]:
    try:
        return {f"{game.about.id}/{name}": text for name, text in files_of(game, draft).items()}
    except ContentError:  # unfinished drafts can be downloaded, too
        return {}


def read_pack(data: bytes) -> Draft:
    """Read an imported pack: a `pack.toml`, or the packed folder; raises ContentError."""
    if len(data) > MOST_FILE:
        raise ContentError(say("This file is too large for a pack: more than {n} KB.", n=MOST_FILE // 1000))
    text = _unpacked(data) if data[:2] == b"PK" else data
    try:
        content = tomllib.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ContentError(say("This isn't a pack: it isn't UTF-8 text.")) from None
    except RecursionError:
        raise ContentError(say("This isn't a pack: it is nested too deeply.")) from None
    except tomllib.TOMLDecodeError as error:
        raise ContentError(say("This pack can't be read: {why}.", why=str(error)[:120])) from None
    if too_deep(content):
        raise ContentError(say("This isn't a pack: it is nested too deeply."))
    head = content.pop("pack", None)
    if not isinstance(head, dict):
        raise ContentError(say("This isn't a pack of the workshop: it has no [pack]."))
    if head.get("format") != FORMAT:
        made = str(head.get("format"))[:20]
        raise ContentError(say("This pack has format {made}, but this program reads {ours}.", made=made, ours=FORMAT))
    parts = {name.removeprefix("part-"): part for name, part in content.items() if name.startswith("part-")}
    try:
        draft = msgspec.convert({**head, "parts": parts}, Draft)
    except msgspec.ValidationError as error:
        raise ContentError(say("This pack can't be read: {why}.", why=str(error)[:120])) from None
    if len(msgspec.json.encode(draft.parts)) > MOST_DATA:
        raise ContentError(say("This draft is too large. Keep it below {n} KB.", n=MOST_DATA // 1000))
    if not parts:
        raise ContentError(say("This pack is empty."))
    if wrong := [*about_problems(draft), *word_problems(draft)]:
        raise ContentError(wrong[0].text)
    if len(msgspec.json.encode(draft.words)) > MOST_DATA:
        raise ContentError(say("This draft is too large. Keep it below {n} KB.", n=MOST_DATA // 1000))
    draft.ancestry = draft.ancestry[-20:]
    if any(unsafe(f"{one.title}{one.author}") or len(f"{one.title}{one.author}") > 120 for one in draft.ancestry):
        raise ContentError(say("The names this pack comes from can't be shown."))
    return draft


def _unpacked(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            found = [info for info in file.infolist() if re.fullmatch(r"([^/]+/)?pack\.toml", info.filename)]
            if not found:
                raise ContentError(say("This ZIP file contains no pack.toml."))
            if found[0].file_size > MOST_UNPACKED or found[0].flag_bits & 1:
                raise ContentError(say("This file is too large for a pack: more than {n} KB.", n=MOST_UNPACKED // 1000))
            with file.open(found[0]) as inner:
                text = inner.read(MOST_UNPACKED + 1)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib.error, OSError, RuntimeError):
        raise ContentError(say("This ZIP file is damaged.")) from None
    if len(text) > MOST_UNPACKED:
        raise ContentError(say("This file is too large for a pack: more than {n} KB.", n=MOST_UNPACKED // 1000))
    return text


def check_known(game: Game, draft: Draft) -> None:
    """Refuse kinds that this game doesn't have, with a sentence."""
    for id in draft.parts:
        if id not in kinds_of(game):
            kind_of(game, id)
