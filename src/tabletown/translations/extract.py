"""Extract every message of code, pages and content as a gettext template for translators."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract
from msgspec.structs import astuple

from tabletown.content import convert
from tabletown.kernel.errors import BadOption
from tabletown.rulebook import Rulebook, chapter_titles

ROOT = Path(__file__).parent.parent
CALLS = {"Text", "because", "say", "Refusal", "Name"}
FIELDS = {  # translatable arguments of these calls, with their positions
    "About": {"title": 1, "line": 3, "minutes": 5, "weight": 6, "by_hand": 9, "seat_names": 10, "links": 13},
    "Setting": {"title": 1, "values": 2, "help": 4},
    "Level": {"title": 1},
    "ChapterRule": {"title": 0, "small": 1},
    "Award": {"title": 0},
    "Ending": {"compare": 2, "table": 5},
    "Story": {"numbers": 2, "steps": 9, "done": 10},
    "Chance": {"kind": 0},
    "Typed": {"hint": 1, "button": 3},
    "Objective": {"name": 1},
    "_variant": {"title": 1, "ruling": 2, "variant": 3},
}
COMPOUND = (ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While, ast.With, ast.Try)
MARK = "# words"  # marks a constant whose strings are translatable
# ids, colours, places such as C4, options such as plot:E6 (also with who takes it), parts of a page such as #tile-E6
ID = re.compile(r"[a-z0-9]+([-._=][a-z0-9]+)+|#[\w-]+|[A-Z]?\d+|[A-Z]|(\w+ )?[a-z-]+:[\w*+.-]+(:[\w*+.-]+)*")
NOT_WORDS = {"id", "kind", "shape", "source", "when"}  # content keys whose values aren't shown to people

Found = tuple[int, str, str]  # line, message, its plural


def in_python(source: str) -> Iterator[Found]:
    """What events, Text, because, say … put into words, the words of About and Setting, what is marked `# words`."""
    marked = {number for number, line in enumerate(source.splitlines(), 1) if line.endswith(MARK)}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and not isinstance(node, COMPOUND) and marked & {node.lineno, node.end_lineno}:
            value = getattr(node, "value", None)
            found: list[Any] = list(_strings(value)) if value is not None else []
            for text in found or [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]:
                if isinstance(text, str) and text.strip():
                    yield node.lineno, text, ""
        if isinstance(node, ast.ClassDef):
            yield from _sentences(node)
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in CALLS:
            given = node.args[1:2] if name in ("Refusal", "because") else node.args[:1]
            at = {"say": 1, "Text": 2, "because": 3}.get(name, len(node.args))
            many = [*(k.value for k in node.keywords if k.arg == "many"), *node.args[at : at + 1]]
            for one in given:
                for text in _strings(one):
                    yield node.lineno, text, next((m for arg in many for m in _strings(arg)), "")
        elif name in FIELDS:
            read = [keyword.value for keyword in node.keywords if keyword.arg in FIELDS[name]]
            read += [node.args[place] for place in FIELDS[name].values() if place < len(node.args)]
            for text in (text for value in read for text in _strings(value)):
                if any(c.isalpha() for c in text) and not text.startswith("/"):  # an address isn't translatable
                    yield node.lineno, text, ""


def _sentences(node: ast.ClassDef) -> Iterator[Found]:
    """Sentences of events and figures: the class attributes `says` and `many`."""
    said = {
        target.id: (statement.lineno, text)
        for statement in node.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name) and target.id in ("says", "many")
        for text in _strings(statement.value)
    }
    if "says" in said:
        line, text = said["says"]
        yield line, text, said.get("many", (0, ""))[1]


def _strings(node: ast.expr) -> Iterator[str]:
    """The strings an expression can yield: constants, both branches, dict values, list items."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_strings(node.body), *_strings(node.orelse))
    elif isinstance(node, ast.Dict):
        yield from (text for value in node.values for text in _strings(value))
    elif isinstance(node, ast.BinOp):
        yield from (*_strings(node.left), *_strings(node.right))
    elif isinstance(node, ast.Tuple | ast.List):
        yield from (text for value in node.elts for text in _strings(value))


def in_content(data: Any) -> Iterator[Found]:
    """Every string with a letter in a content file, except ids."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in NOT_WORDS and (isinstance(value, str) or key == "when"):
                continue
            if key != "label" or not isinstance(value, list):  # a name in lines, for a map
                yield from in_content(value)
    elif isinstance(data, list):
        for value in data:
            yield from in_content(value)
    elif isinstance(data, str) and any(c.isalpha() for c in data) and not ID.fullmatch(data):
        yield 0, data, ""


def in_page(source: bytes) -> Iterator[Found]:
    for line, _, message, _ in babel_extract(BytesIO(source), ["_", "ngettext"], [], {}):
        yield line, *_pair(message)


def in_script(source: bytes) -> Iterator[Found]:
    for line, message, _, _ in extract("javascript", BytesIO(source), {"t": None, "plural": (1, 2)}):
        yield line, *_pair(message)


def _pair(message: Any) -> tuple[str, str]:
    """A message and its plural from Babel's extractors."""
    return (message[0], message[1]) if isinstance(message, tuple) else (message, "")


def messages_in(file: Path) -> Iterator[Found]:
    match file.suffix:
        case ".py":
            yield from in_python(file.read_text())
        case ".toml" if file.parent.name == "content" or "content" in file.parts:
            yield from in_content(tomllib.loads(file.read_text()))
        case ".toml" if file.name == "rules.toml":
            book = convert(tomllib.loads(file.read_text()), Rulebook, file)
            shown = [*(text for entry in book.entries for text in astuple(entry)[1:]), *chapter_titles(book).values()]
            yield from ((0, text, "") for text in shown if any(c.isalpha() for c in text))
        case ".html":
            yield from in_page(file.read_bytes())
        case ".js":
            yield from in_script(file.read_bytes())


def template(root: Path = ROOT, games: bool = True) -> Catalog:
    """The catalogue of all messages, with the places where they stand; `games`: also of games and the classroom, which
    have catalogues of their own."""
    catalogue = Catalog(project="Tabletown", fuzzy=False)
    for file in sorted(file for file in root.rglob("*") if file.suffix in (".py", ".toml", ".html", ".js")):
        if not games and {root / "games", root / "classroom"} & set(file.parents):
            continue
        for line, message, many in messages_in(file):
            if message.strip():
                place = [(file.relative_to(root).as_posix(), line)]
                catalogue.add((message, many) if many else message, locations=place)
    return catalogue


def update(code: str, root: Path = ROOT) -> tuple[Path, int]:
    """Write a language's catalogue anew: translations stay, new messages stand empty. The file, and how many do.

    The program's own is without the games; a game's lies in its folder (`root`).
    """
    try:
        locale = Locale.parse(code, sep="-")
    except (ValueError, UnknownLocaleError):
        raise BadOption(f"{code!r} isn't a language code such as de or pt-BR.") from None
    file = root / "locale" / code / "LC_MESSAGES" / "tabletown.po"
    catalogue = Catalog(locale=locale, project="Tabletown", fuzzy=False)
    if file.exists():
        with file.open("rb") as source:
            catalogue = read_po(source, locale=str(locale))
    catalogue.update(template(root, games=False), no_fuzzy_matching=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as target:
        write_po(target, catalogue, width=120, ignore_obsolete=True)
    return file, sum(1 for message in catalogue if message.id and not is_said(message))


def is_said(message: Message) -> bool:
    """Whether all forms of a message are translated."""
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)
