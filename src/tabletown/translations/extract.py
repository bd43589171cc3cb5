"""Extract every message of code, pages and content as a gettext template for translators."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract
from msgspec.structs import astuple

from tabletown import registry
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
    "Kind": {"title": 1, "one": 2, "line": 3},
    "Field": {"label": 1, "help": 3, "one": 10},
}
COMPOUND = (ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While, ast.With, ast.Try)
MARK = "# words"  # marks a constant whose strings are translatable
# ids, colours, places such as C4, options such as plot:E6 (also with who takes it), parts of a page such as #tile-E6
ID = re.compile(r"[a-z0-9]+([-._=][a-z0-9]+)+|#[\w-]+|[A-Z]?\d+|[A-Z]|(\w+ )?[a-z-]+:[\w*+.-]+(:[\w*+.-]+)*")
PART = re.compile(r"\{[^{}]*\}")
SAID = re.compile(r"[^\W\d_]|[,.:;?!()%]")  # beside the parts of a message: Chinese has punctuation of its own
MANY = 200_000  # pairs of messages, beyond which nobody looks which old message a new one resembles
PLAIN = re.compile(r"[a-z_]+")  # an id of one word, unless it stands where names do
NAMES = {"name", "title", "text", "words"}
NOT_WORDS = {
    "id",
    "kind",
    "known",
    "luck",
    "rivals",
    "shape",
    "source",
    "when",
}  # content keys whose values aren't shown to people
CONDITION = re.compile(
    r"[a-z]+[.-][a-z-]+ [<>=]+ .+|(has|most|least|fewest) [a-z]+(-[a-z]+)+"
)  # of a card that a Non-Player follows


class Found(NamedTuple):
    line: int
    text: str
    many: str = ""  # its plural
    seen: str = ""  # where people see it, for translators: a log line, the name of a card


SEEN = {  # where people see the words of these calls
    "because": "Reason why something isn't allowed",
    "Refusal": "Reason why something isn't allowed",
    "About": "About the game, on its page",
    "Setting": "Option of a new table",
    "Level": "Name of a bot's level",
    "ChapterRule": "Heading in the story of a match",
    "Award": "Award in the results",
    "Ending": "Results",
    "Story": "Results and story of a match",
    "Chance": "Kind of luck, on the page about luck",
    "Typed": "Field in which people type",
    "Objective": "Goal in an environment for programs",
    "_variant": "Ruling that an option changes",
    "Kind": "What can be made in the workshop",
    "Field": "Field of a form in the workshop",
}
PLACES = (  # where people see what stands in these files, the first that fits
    ("/view/board", "On the board"),
    ("/view/panels", "Panel beside the board"),
    ("/view/describe", "What an option does, before it is chosen"),
    ("/view/goal", "Goal line above the board"),
    ("/view/cards", "On a card"),
    ("/view/reports", "Report at the table"),
    ("/view/", "At the table"),
    ("/rules/", "Prompt or log line while playing"),
    ("/rules.py", "Prompt or log line while playing"),
    ("events", "Log line"),
    ("story.py", "Results and story of a match"),
    ("ledger.py", "Explanation of a figure, on the board or in a panel"),
    ("bots", "Why a bot or the coach chose a move"),
    ("classroom/", "Lesson of a class"),
    ("classroom.py", "Lesson of a class"),
    ("web/notify/", "E-mail or notification"),
    ("web/", "Page of the server"),
    ("lab/", "Report of a study or the coach"),
    ("learn/", "Guided game"),
    ("terminal", "Terminal"),
    ("printing/", "Printed page"),
)


def seen_in(path: str) -> str:
    """Where people see the words of a file, for translators."""
    if path.endswith(".html"):
        return f"Page {Path(path).stem.replace('_', ' ')}"
    if path.endswith(".js"):
        return f"Page, while it is used ({Path(path).stem.replace('_', ' ')})"
    return next((words for part, words in PLACES if part in f"/{path}"), "")


def in_python(source: str) -> Iterator[Found]:
    """Messages of events, Text, because, say …, of About and Setting, and of lines marked `# words`."""
    marked = {number for number, line in enumerate(source.splitlines(), 1) if line.endswith(MARK)}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and not isinstance(node, COMPOUND) and marked & {node.lineno, node.end_lineno}:
            value = getattr(node, "value", None)
            found: list[Any] = list(_strings(value)) if value is not None else []
            for text in found or [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]:
                if isinstance(text, str) and text.strip():
                    yield Found(node.lineno, text)
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
                    yield Found(
                        node.lineno, text, next((m for arg in many for m in _strings(arg)), ""), SEEN.get(name, "")
                    )
        elif name in FIELDS:
            read = [keyword.value for keyword in node.keywords if keyword.arg in FIELDS[name]]
            read += [node.args[place] for place in FIELDS[name].values() if place < len(node.args)]
            for text in (text for value in read for text in _strings(value)):
                if any(c.isalpha() for c in text) and not text.startswith("/"):  # an address isn't translatable
                    yield Found(node.lineno, text, "", SEEN[name])


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
        yield Found(line, text, said.get("many", (0, ""))[1], f"Log line or figure: {_spaced(node.name)}")


def _spaced(name: str) -> str:
    """The words of a class's name: TileLaid becomes tile laid."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


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


def in_content(data: Any, seen: str = "") -> Iterator[Found]:
    """Every string with a letter in a content file, except ids. `seen`: the keys and the id that lead to it."""
    if isinstance(data, dict):
        named = next((data[key] for key in ("id", "number", "n") if isinstance(data.get(key), str | int)), "")
        for key, value in data.items():
            if key in NOT_WORDS and (isinstance(value, str) or key in ("when", "luck", "rivals")):
                continue
            if key != "label" or not isinstance(value, list):  # a name in lines, for a map
                yield from in_content(value, ", ".join(part for part in (seen, str(named), str(key)) if part))
    elif isinstance(data, list):
        for value in data:
            yield from in_content(value, seen)
    elif (
        isinstance(data, str)
        and any(c.isalpha() for c in data)
        and not (ID.fullmatch(data) or CONDITION.fullmatch(data))
    ):
        if PLAIN.fullmatch(data) and seen and seen.rpartition(", ")[2] not in NAMES:
            return
        yield Found(0, data, "", seen)


def in_page(source: bytes) -> Iterator[Found]:
    for line, _, message, _ in babel_extract(BytesIO(source), ["_", "ngettext"], [], {}):
        yield Found(line, *_pair(message))


def in_script(source: bytes) -> Iterator[Found]:
    for line, message, _, _ in extract("javascript", BytesIO(source), {"t": None, "plural": (1, 2)}):
        yield Found(line, *_pair(message))


def _pair(message: Any) -> tuple[str, str]:
    """A message and its plural from Babel's extractors."""
    return (message[0], message[1]) if isinstance(message, tuple) else (message, "")


def messages_in(file: Path) -> tuple[Found, ...]:
    return _messages(file, file.read_bytes())


@cache  # every language asks for the same; a file that was edited is read anew
def _messages(file: Path, source: bytes) -> tuple[Found, ...]:
    return tuple(_read(file, source))


def _read(file: Path, source: bytes) -> Iterator[Found]:
    match file.suffix:
        case ".py":
            yield from in_python(source.decode())
        case ".toml" if file.parent.name == "content" or "content" in file.parts:
            yield from in_content(tomllib.loads(source.decode()), file.stem.replace("_", " ").capitalize())
        case ".toml" if file.name == "rules.toml":
            book = convert(tomllib.loads(source.decode()), Rulebook, file)
            for entry in book.entries:
                for text in astuple(entry)[1:]:
                    if any(c.isalpha() for c in text) and not all(ID.fullmatch(part) for part in text.split(", ")):
                        yield Found(0, text, "", f"Rulebook, {entry.id}")
            yield from (Found(0, text, "", "Chapter of the rulebook") for text in chapter_titles(book).values())
        case ".html":
            yield from in_page(source)
        case ".js":
            yield from in_script(source)


def template(root: Path = ROOT, games: bool = True) -> Catalog:
    """The catalogue of all messages, with the places where they stand and where people see them; `games`: also of
    games and the classroom, which have catalogues of their own."""
    catalogue = Catalog(project="Tabletown", fuzzy=False)
    for file in sorted(file for file in root.rglob("*") if file.suffix in (".py", ".toml", ".html", ".js")):
        if not games and root == ROOT and {ROOT / "games", ROOT / "classroom"} & set(file.parents):
            continue
        path = file.relative_to(root).as_posix()
        for line, message, many, seen in messages_in(file):
            if SAID.search(PART.sub("", message)) or len(PART.findall(message)) > 1:
                said = [seen or seen_in(path)] if seen or seen_in(path) else []
                catalogue.add((message, many) if many else message, locations=[(path, line)], auto_comments=said)
    for one in catalogue:
        one.flags.discard("python-format")  # "5% of" isn't a format directive: placeholders are in braces
        del one.auto_comments[3:]
    return catalogue


def components() -> dict[str, Path]:
    """The components with catalogues of their own: {name: folder}."""
    games = {game.about.id: game.folder for game in registry.games() if game.folder is not None}
    return {"program": ROOT, "classroom": ROOT / "classroom", **games}


def update(code: str, root: Path = ROOT) -> tuple[Path, int]:
    """Update a language's catalogue: keep translations, leave new messages empty. Returns the file and the number of
    empty ones.

    The program's own is without the games; a game's lies in its folder (`root`). A message whose English was edited
    gets its old translation with the mark `fuzzy`, and shows English until a person has taken the mark away.
    """
    locale = locale_of(code)
    file = root / "locale" / code / "LC_MESSAGES" / "tabletown.po"
    head = f"# Tabletown in {locale.english_name}. How to translate: docs/translating.md"
    catalogue = Catalog(locale=locale, project="Tabletown", header_comment=head, fuzzy=False)
    if file.exists():
        with file.open("rb") as source:
            catalogue = read_po(source, locale=str(locale))
    found = template(root, games=False)
    new = sum(1 for message in found if message.id and message.id not in catalogue)
    catalogue.update(found, no_fuzzy_matching=new * len(catalogue) > MANY, update_creation_date=new > 0)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as target:  # without line numbers, which would change with every change of the code
        write_po(target, catalogue, width=120, include_lineno=False, include_previous=True)
    return file, sum(1 for message in catalogue if message.id and not is_said(message))


def locale_of(code: str) -> Locale:
    try:
        return Locale.parse(code, sep="-")
    except (ValueError, UnknownLocaleError):
        raise BadOption(f"{code!r} isn't a language code such as de, pt-BR or zh-Hant.") from None


def is_said(message: Message) -> bool:
    """Whether all forms of a message are translated, and no person need look at it again."""
    if message.fuzzy:
        return False
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)
