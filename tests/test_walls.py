"""Imports point one way: cli, web, lab, envs, bots -> games -> kernel. Imports inside functions count too."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1] / "src"
GAMES = sorted(path.parent.name for path in (ROOT / "tabletown" / "games").glob("*/__init__.py"))


class Facts(NamedTuple):
    """What these tests need to know about a file, which is parsed only once."""

    imports: list[str]  # the modules that it names; those that only types need count as well
    private: set[str]  # private names it uses from elsewhere
    own: set[str]  # private names it defines
    late: list[str]  # functions that import something
    templates: list[int]  # lines that read a sentence's template
    identities: list[int]  # lines that ask for an object's identity as a number


@cache
def facts(file: Path) -> Facts:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}  # a language's own method
    return Facts(
        list(named(nodes)),
        {name for name in private_names(nodes) if INSIDES.match(name)},
        set(own_names(nodes)),
        [
            node.name
            for node in nodes
            if isinstance(node, ast.FunctionDef)
            and any(isinstance(inner, ast.Import | ast.ImportFrom) for inner in ast.walk(node))
        ],
        [
            node.lineno
            for node in nodes
            if isinstance(node, ast.Attribute) and node.attr == "template" and id(node) not in called
        ],
        [
            node.lineno
            for node in nodes
            if isinstance(node, ast.Call) and ast.unparse(node).startswith(("id(", "map(id,"))
        ],
    )


def named(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def reaches(folder: str, *walls: str) -> list[str]:
    """The imports in this folder that cross one of these walls."""
    place = ROOT / folder
    return [
        f"{file.relative_to(ROOT)} imports {name}"
        for file in ([place] if place.is_file() else sorted(place.rglob("*.py")))
        for name in facts(file).imports
        if any(name == wall or name.startswith(f"{wall}.") for wall in walls)
    ]


def test_what_is_stored_has_the_database_s_time() -> None:
    """Another machine's clock may be wrong: `store.now()` and `hub.now()` are the same for every server."""
    allowed = {"database_clock.py", "push.py"}  # which reads the clock; what a push service in the world believes
    folders = [ROOT / "tabletown" / "web", ROOT / "tabletown" / "classroom"]
    found = [path for folder in folders for path in folder.rglob("*.py") if path.name not in allowed]
    assert len(found) > 50
    wrong = re.compile(r"\btime\.time(_ns)?\(|\bdatetime\.(now|utcnow)\(")
    assert [str(path) for path in found if wrong.search(path.read_text())] == []


DOCUMENTED = {  # public in spite of their names
    *("_asdict", "_fields", "_make", "_replace"),  # of named tuples
    "_exit",  # of os
    "_repr_svg_",  # what a notebook asks for
    *("_accumulate_rewards", "_was_dead_step"),  # what PettingZoo has for those who write an environment
}
INSIDES = re.compile(r"_[a-z]|(gi|cr|ag)_[a-z]+$|__(code|closure|globals)__$")


def private_names(nodes: list[ast.AST]) -> Iterator[str]:
    """The names a file uses from elsewhere: attributes (by `getattr` too) and imports."""
    for node in nodes:
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("attr"):
            yield from (name.value for name in node.args[1:2] if isinstance(name, ast.Constant))
        elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("tabletown"):
            yield from [*(node.module or "").split("."), *(name.name for name in node.names)]
        elif isinstance(node, ast.Import):
            yield from (part for name in node.names for part in name.name.split("."))


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def own_names(nodes: list[ast.AST]) -> Iterator[str]:
    """The names a file defines: functions, fields, and attributes of `self`."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value):
            yield node.attr


def test_no_file_touches_private_parts_of_another_library() -> None:
    files = sorted(ROOT.rglob("*.py"))
    allowed = DOCUMENTED.union(*(facts(file).own for file in files))
    touched = [f"{file.relative_to(ROOT)}: {name}" for file in files for name in facts(file).private - allowed]
    assert touched == []


def test_the_kernel_knows_no_drawing_no_language_and_no_game() -> None:
    others = [
        f"tabletown.{path.stem}"
        for path in (ROOT / "tabletown").iterdir()
        if path.stem not in ("kernel", "__init__", "__pycache__")
    ]
    door = "tabletown/kernel/__init__.py "  # it also hands out what games need of the modules beside the kernel
    assert [line for line in reaches("tabletown/kernel", *others) if not line.startswith(door)] == []


def test_what_stands_beside_the_kernel_knows_only_that() -> None:
    beside = ("content", "packs", "editions", "rulebook", "saves")
    others = [
        f"tabletown.{path.stem}"
        for path in (ROOT / "tabletown").iterdir()
        if path.stem not in ("kernel", *beside, "__init__", "__pycache__")
    ]
    for name in beside:
        assert reaches(f"tabletown/{name}" if name in ("packs", "saves") else f"tabletown/{name}.py", *others) == []


def lines_of_code(file: Path) -> int:
    """All lines but those of docstrings, so that nobody saves on examples."""
    text = file.read_text(encoding="utf-8")
    return len(text.splitlines()) - sum(
        node.body[0].end_lineno - node.body[0].lineno + 1  # type: ignore[operator]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None
    )


def test_the_kernel_stays_small() -> None:
    lines = sum(map(lines_of_code, (ROOT / "tabletown" / "kernel").glob("*.py")))
    assert lines <= 1641, f"The kernel has {lines} lines: what is no rule of every match belongs beside it."


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_the_kernel_and_drawing_and_no_other_game(game: str) -> None:
    others = [f"tabletown.games.{other}" for other in GAMES if other != game]
    above = [f"tabletown.{name}" for name in ("cli", "lab", "envs", "terminal", "translations")]
    assert reaches(f"tabletown/games/{game}", *others, *above) == []


@pytest.mark.parametrize("game", GAMES)
def test_only_a_games_own_pages_and_its_lesson_know_the_web_and_the_classroom(game: str) -> None:
    found = reaches(f"tabletown/games/{game}", "tabletown.web", "tabletown.classroom")
    assert [line for line in found if not re.search(rf"{game}/(web|classroom)(/|\.py)", line)] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_or_view_of_a_game_needs_its_lesson(game: str) -> None:
    lesson = f"tabletown.games.{game}.classroom"
    assert [line for line in reaches(f"tabletown/games/{game}", lesson) if f"{game}/classroom" not in line] == []


def test_the_classroom_stands_on_the_server_which_only_opens_its_door() -> None:
    """The classroom uses pages, tables and the hub; only the application, which mounts its routes, imports it."""
    assert {line.split(" ")[0] for line in reaches("tabletown/web", "tabletown.classroom")} == {"tabletown/web/app.py"}
    above = reaches("tabletown/classroom", "tabletown.web.app", "tabletown.web.serve", "tabletown.cli", "tabletown.lab")
    assert {line.split(" ")[0] for line in above} == {"tabletown/classroom/command.py"}


def test_what_games_build_a_lesson_on_knows_no_web() -> None:
    """Sessions and walls can be made and tested without a server."""
    for name in ("session", "wall"):
        assert reaches(f"tabletown/classroom/{name}.py", "tabletown.web") == []


@pytest.mark.parametrize(
    "folder", ["web", "classroom", "lab", "envs", "bots", "cli.py", "terminal.py", "testing.py", "translations"]
)
def test_what_serves_all_games_names_none(folder: str) -> None:
    assert reaches(f"tabletown/{folder}", *(f"tabletown.games.{game}" for game in GAMES)) == []


def test_no_module_of_the_rules_hides_a_cycle_behind_a_late_import() -> None:
    files = sorted((ROOT / "tabletown" / "games").glob("*/rules/*.py"))
    hidden = [f"{file.relative_to(ROOT)}: {name}" for file in files for name in facts(file).late]
    assert hidden == []


def option_words(tree: ast.AST, kinds: re.Pattern[str]) -> Iterator[ast.AST]:
    """Where a file builds or parses an option word: "plot:", f"{kind}:{name}", word.partition(":")."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and kinds.match(node.value):
            yield node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from (each for each in node.args if isinstance(each, ast.Constant) and each.value == ":")
        elif isinstance(node, ast.JoinedStr) and ":02d" not in ast.unparse(node):  # no time of day
            yield from (part for part in node.values if isinstance(part, ast.Constant) and part.value == ":")


@pytest.mark.parametrize("game", GAMES)
def test_option_words_are_written_and_parsed_in_one_module(game: str) -> None:
    options = importlib.import_module(f"tabletown.games.{game}.options")
    kinds = re.compile("|".join(re.escape(kind.rstrip(":")) for kind in options.KINDS).join(("(", r"):(?!\s)")))
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"  # type: ignore[attr-defined]
        for file in sorted((ROOT / "tabletown" / "games" / game).rglob("*.py"))
        if file.name != "options.py"
        for node in option_words(ast.parse(file.read_text(encoding="utf-8")), kinds)
    ]
    assert found == []


READS_TEMPLATES = {  # who puts sentences into words, who extracts them, and who reads what older versions stored
    "kernel/text.py",
    "kernel/events.py",
    "saves/lines.py",
    "web/languages.py",  # renders the messages of pages, some parts of which are markup
}


def test_only_the_renderer_reads_the_template_of_a_sentence() -> None:
    """Everything else looks at events, so that a sentence can be reworded without breaking anything."""
    found = []
    for file in sorted((ROOT / "tabletown").rglob("*.py")):
        name = file.relative_to(ROOT / "tabletown").as_posix()
        if name in READS_TEMPLATES or file.name == "legacy_lines.py":
            continue
        found += [f"{name}:{line}" for line in facts(file).templates]
    assert [place for place in found if not place.startswith("games/right_of_way/plan.py")] == []  # a city's template


def test_no_cache_goes_by_the_identity_of_an_object() -> None:
    files = sorted(ROOT.rglob("*.py"))
    found = [f"{file.relative_to(ROOT)}:{line}" for file in files for line in facts(file).identities]
    assert found == []


# The packages of the server from the ground up: each may use those before it. `hub` joins them and is used by pages.
LAYERS = [
    "settings",
    "catalog",
    "seats",
    "protocol",
    "assets",
    "languages",
    "storage",
    "people",
    "desk",
    "views",
    "security",
    "workers",
    "tables",
    "lobby",
    "tournaments",
    "live",
    "notify",
    "cluster",
    "hub",
    "metrics",
    "pages",
    "community",
    "workshop",
    "api",
    "guests",
    "app",
    "serve",
    "commands",
]


def runtime_imports(file: Path) -> Iterator[str]:
    """The imports needed at run time; those for types only may point anywhere."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and id(node) not in for_types:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_the_packages_of_the_server_point_one_way() -> None:
    web = ROOT / "tabletown" / "web"
    packages = {path.name for path in web.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert packages <= set(LAYERS)
    wrong = []
    for layer, name in enumerate(LAYERS):
        files = [web / f"{name}.py"] if (web / f"{name}.py").exists() else sorted((web / name).rglob("*.py"))
        assert files, name
        for file in files:
            for module in runtime_imports(file):
                other = module.removeprefix("tabletown.web.").split(".")[0]
                if module.startswith("tabletown.web.") and other in LAYERS and LAYERS.index(other) > layer:
                    wrong.append(f"{file.relative_to(ROOT)} imports {module}")
    assert wrong == []


def modules_of(folder: Path) -> int:
    """The Python modules, scripts or style sheets of a folder, whichever are the most."""
    names = [
        file.suffix for file in folder.iterdir() if file.suffix in (".py", ".js", ".css") and file.stem != "__init__"
    ]
    return max((names.count(kind) for kind in set(names)), default=0)


def test_no_folder_has_more_than_fifteen_modules() -> None:
    """Except a game's rules, which follow the chapters of its rulebook, and migrations, one for each change."""
    folders = [ROOT / "tabletown", *(path for path in (ROOT / "tabletown").rglob("*") if path.is_dir())]
    large = {
        str(folder.relative_to(ROOT)): count
        for folder in folders
        if folder.name not in ("rules", "versions", "__pycache__") and (count := modules_of(folder)) > 15
    }
    assert large == {}
