"""All games have the same structure: the files, names and roles of the table in docs/designers/writing-a-game.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown.kernel import About, State
from tabletown.registry import games

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(path.parent for path in (ROOT / "src" / "tabletown" / "games").glob("*/__init__.py"))
IF_ANY = {"web/", "locale/", "legacy_lines.py", "events.py"}  # optional in a game
OLD_NAMES = re.compile(r"(cannot|why_no|why_cannot)_")  # former names of functions that return refusals


def told() -> Iterator[tuple[str, ...]]:
    """The files of each row of the table; a row with "or" lists alternatives."""
    page = (ROOT / "docs" / "designers" / "writing-a-game.md").read_text(encoding="utf-8")
    table = page.split("| file | role |")[1].split("\n\n")[0]
    for row in table.splitlines()[2:]:
        first = row.split("|")[1]
        if not first.strip().startswith("modules"):
            found = re.findall(r"`([^`]+)`", first)
            yield from [tuple(found)] if "(or" in first else [(name,) for name in found]


def names_in(file: Path) -> set[str]:
    """The names that a module defines or re-exports at its top level."""
    names: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_has_every_file_of_the_table(folder: Path) -> None:
    assert len(list(told())) > 15
    for ways in told():
        there = [way for way in ways if any(folder.glob(way.rstrip("/"))) or any(folder.glob(f"rules/{way}"))]
        assert there or IF_ANY & set(ways), f"{folder.name} lacks {' or '.join(ways)}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_belongs_in_a_file_is_there(folder: Path) -> None:
    sequence = folder / "rules" / "sequence.py"
    contents = sequence if sequence.exists() else folder / "rules" / "__init__.py"
    for file, wanted in (
        (folder / "about.py", {"about"}),
        (folder / "state.py", {"Options"}),
        (folder / "setup.py", {"setup"}),
        (folder / "check.py", {"check"}),
        (contents, {"step"}),
        (folder / "story.py", {"STORY"}),
    ):
        assert wanted <= names_in(file), f"{file} lacks {wanted - names_in(file)}"
    options = next(
        node
        for node in ast.parse((folder / "state.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and node.name == "Options"
    )
    assert "of" in {node.name for node in options.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_refusal_is_called_why_not(folder: Path) -> None:
    for file in folder.rglob("*.py"):
        called = [node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef)]
        assert [name for name in called if OLD_NAMES.match(name)] == [], file


def test_a_game_is_its_about_and_a_state_with_options_and_a_phase() -> None:
    ours = [game for game in games() if type(game.about) is About and game.folder in FOLDERS]
    assert len(ours) == len(FOLDERS)
    for game in ours:
        fields = game.rules.state.__struct_fields__
        assert issubclass(game.rules.state, State) and {"options", "phase"} <= set(fields), game.about.id


def test_no_two_games_mean_different_things_by_one_file() -> None:
    """A file that several games have is listed in the table."""
    known = {name for ways in told() for name in ways}
    often: dict[str, int] = {}
    for folder in FOLDERS:
        for file in folder.glob("*.py"):
            often[file.name] = often.get(file.name, 0) + 1
    assert [name for name, times in often.items() if times > 1 and name not in known] == []
