"""Check catalogues: nothing missing; parts, figures, names and terms as in the English; each message said one way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from tabletown.translations.extract import ROOT, components, is_said, locale_of, template

FILE = Path("LC_MESSAGES/tabletown.po")
GLOSSARIES = ROOT.parents[1] / "docs" / "translating"  # beside the sources only
KINDS = ("missing", "fuzzy", "parts", "marks", "numbers", "names", "terms", "twice")
EXCUSED = re.compile(r"^right: *(.*)$")  # a translator's comment, such as "# right: numbers, terms"

PART = re.compile(r"\{[^{}]*\}")
MARK = re.compile(r"</?[a-z][^>]*>|&\w+;")
DIGITS = re.compile(r"\d+(?:[.,\u202f\u00a0]\d+)*")
NAME = re.compile(r"[A-Z][\w'’-]+(?: (?:(?:of|the|and|de|to|in) )?(?:[A-Z][\w'’-]+|\d+))*")  # words with capitals


class Finding(NamedTuple):
    kind: str
    message: str  # in English
    why: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.message!r}{f': {self.why}' if self.why else ''}"


class Term(NamedTuple):
    """A line of a glossary: what it's called in English, and how a translation may call it."""

    english: tuple[str, ...]
    said: tuple[str, ...]


def check(code: str, root: Path, terms: tuple[Term, ...] = ()) -> list[Finding]:
    """Everything that is wrong with a component's catalogue in this language; a file that isn't there lacks all."""
    catalogue = _read(code, root)
    found: list[Finding] = []
    english_words = template(root, games=False)
    elsewhere = _said_before(code, root.resolve())
    names = names_of(english_words, catalogue)
    for wanted in english_words:
        if not wanted.id:
            continue
        message = catalogue.get(wanted.id)
        english = wanted.id if isinstance(wanted.id, str) else wanted.id[0]
        if message is None or not _forms(message):
            found.append(Finding("missing", english, ""))
        elif message.fuzzy:
            found.append(Finding("fuzzy", english, "the English was edited"))
        elif not is_said(message):
            found.append(Finding("missing", english, "a plural form is empty"))
        else:
            excused = _excused(message)
            found += [one for one in _faults(message, names, terms) if one.kind not in excused]
            if (other := elsewhere.get(english)) is not None and other[1] != _forms(message):
                found.append(Finding("twice", english, f"{' / '.join(other[1])} in {other[0]}"))
    return found


def _read(code: str, root: Path) -> Catalog:
    file = root / "locale" / code / FILE
    if not file.exists():
        return Catalog(locale=locale_of(code))
    with file.open("rb") as source:
        return read_po(source, locale=str(locale_of(code)))


@cache
def _said_before(code: str, root: Path) -> dict[str, tuple[str, list[str]]]:
    """What the components before this one say for their messages: {English: (component, translation)}. All catalogues
    are read as one, so that a message which two of them translate shows only one of the translations."""
    roots = {name: one.resolve() for name, one in components().items()}
    before: dict[str, tuple[str, list[str]]] = {}
    for name, one in roots.items() if root in roots.values() else ():
        if one == root:
            break
        for message in _read(code, one):
            if message.id and is_said(message):
                english = message.id if isinstance(message.id, str) else message.id[0]
                before.setdefault(english, (name, _forms(message)))
    return before


def _forms(message: Message) -> list[str]:
    """The translation's forms that are filled: one, or one for each plural."""
    said = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return [form for form in said if form]


def _excused(message: Message) -> set[str]:
    matches = (EXCUSED.match(comment.strip()) for comment in message.user_comments)
    return {kind.strip() for match in matches if match for kind in match[1].split(",")}


def _faults(message: Message, names: dict[str, str], terms: tuple[Term, ...]) -> Iterator[Finding]:
    ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
    one, many = ids[0], ids[-1]
    for form in _forms(message):
        if not any(_parts(form) == _parts(english) for english in ids) and not (
            len(ids) > 1 and set(_parts(form)) <= set(_parts(many)) and set(_parts(one)) - {"{n}"} <= set(_parts(form))
        ):
            yield Finding("parts", one, f"has {_listed(_parts(form))}, not {_listed(_parts(many))}")
        if all(_marks(form) != _marks(english) for english in ids):
            yield Finding("marks", one, f"has {_listed(_marks(form))}, not {_listed(_marks(one))}")
        if all(numbers(form) != numbers(english) for english in ids) and len(ids) == 1:
            yield Finding("numbers", one, f"has {_listed(numbers(form))}, not {_listed(numbers(one))}")
        letters = _letters(form)
        for english, said in names.items():
            if english != one and _has(one, english) and _letters(said) not in letters:
                yield Finding("names", one, f"{english} is {said} elsewhere")
        for term in terms:
            if any(_has(one, english) for english in term.english) and not any(
                _letters(said) in letters for said in term.said
            ):
                yield Finding("terms", one, f"{term.english[0]} is {' / '.join(term.said)} in the glossary")


@cache
def _letters(text: str) -> str:
    """Small, with every space as an ordinary one: some keep the words of a name together."""
    return text.replace("\N{NO-BREAK SPACE}", " ").casefold()


def _parts(text: str) -> Counter[str]:
    return Counter(PART.findall(text))


def _marks(text: str) -> Counter[str]:
    return Counter(MARK.findall(text))


def numbers(text: str) -> Counter[str]:
    """The figures of a text, however its language groups their digits: 1,000 and 1.000 are the same. 0 and 1 don't
    count: many languages write them as words.

    >>> numbers("1,000 cubes for $2.5") == numbers("1.000 Würfel für 2,5 $")
    True
    """
    found = (re.sub(r"\D", "", digits) for digits in DIGITS.findall(PART.sub(" ", text)))
    return Counter(digits for digits in found if digits not in ("0", "1"))


def _listed(found: Counter[str]) -> str:
    return " ".join(sorted(found.elements())) or "none"


@cache
def _word(english: str) -> re.Pattern[str]:
    flags = re.IGNORECASE if english.islower() else 0
    return re.compile(rf"(?<![\w-]){re.escape(english)}(?:s|es)?(?![\w-])", flags)


def _has(text: str, english: str) -> bool:
    return english.split(" ")[0].lower() in text.lower() and _word(english).search(PART.sub(" ", text)) is not None


def names_of(found: Catalog, catalogue: Catalog) -> dict[str, str]:
    """Names that a component's content gives (streets, cards, people), as the catalogue says them by themselves.

    A name counts if its words have capitals and it can't be taken for the beginning of a sentence: of two words or
    more, or nowhere in small letters.
    """
    texts = [message.id if isinstance(message.id, str) else message.id[0] for message in found if message.id]
    small = set(re.findall(r"\b[a-z]+\b", " ".join(texts)))
    names = {}
    for message in found:
        text = message.id
        if not isinstance(text, str) or not NAME.fullmatch(text) or not _is_named(message):
            continue
        if " " not in text and text.lower() in small:
            continue
        said = catalogue.get(text)
        if said is not None and is_said(said) and isinstance(said.string, str):
            names[text] = said.string
    return names


def _is_named(message: Message) -> bool:
    """Whether content gives this as the name of something."""
    return any(comment.rpartition(", ")[2] in ("name", "title", "places") for comment in message.auto_comments)


# ------------------------------------------------------------------ glossaries

ROW = re.compile(r"^\|([^|\n]*)\|([^|\n]*)\|", re.MULTILINE)


def glossary(code: str, component: str, folder: Path = GLOSSARIES) -> tuple[Term, ...]:
    """The terms of a component in this language, after the program's own, which hold everywhere."""
    files = [folder / code / f"{name}.md" for name in dict.fromkeys(["program", component])]
    return tuple(term for file in files if file.exists() for term in terms_in(file.read_text(encoding="utf-8")))


def terms_in(text: str) -> Iterator[Term]:
    """The rows of a table whose second column is filled: | tile, tiles | Plättchen | laid on a plot |"""
    for english, said in ROW.findall(text)[1:]:
        known = tuple(word.strip() for word in english.split(",") if word.strip())
        given = tuple(word.strip() for word in said.split(",") if word.strip())
        if known and given and not set(english.strip()) <= set("-: "):
            yield Term(known, given)


def candidates(root: Path) -> list[str]:
    """What a glossary should begin with: the short messages that occur in many others, most used first."""
    found = [message.id for message in template(root, games=False) if isinstance(message.id, str) and message.id]
    long = " \n ".join(PART.sub(" ", text).lower() for text in found if len(text.split()) > 4)
    short = {
        text.lower(): text for text in found if re.fullmatch(r"[A-Za-z][a-z'’-]{2,}( [A-Za-z][a-z'’-]+){0,2}", text)
    }
    words = Counter(re.findall(r"[a-z][a-z'’-]+", long))
    counts = {
        text: words[key] if " " not in key else len(re.findall(rf"(?<!\w){re.escape(key)}(?!\w)", long))
        for key, text in short.items()
    }
    return [text for text, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])) if n >= 5][:120]


def begin(code: str, component: str, root: Path, folder: Path = GLOSSARIES) -> Path | None:
    """Write a glossary to fill, unless there is one or the sources aren't here."""
    file = folder / code / f"{component}.md"
    if file.exists() or not folder.parent.is_dir():
        return None
    language = locale_of(code).english_name or code
    rows = "".join(f"| {term} | | |\n" for term in candidates(root))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f"# {component.replace('-', ' ').capitalize()}: terms in {language}\n\n"
        "One translation for each term; other forms that may stand in a sentence follow after commas. Rows without a\n"
        f"translation aren't checked.\n\n| English | {language} | what it is |\n|---|---|---|\n{rows}",
        encoding="utf-8",
    )
    return file


def codes() -> list[str]:
    """The languages of which there is a catalogue of the program."""
    return sorted(file.parent.parent.name for file in (ROOT / "locale").glob(f"*/{FILE}"))
