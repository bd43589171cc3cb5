"""Which clauses of a rulebook have a test: the marks `@pytest.mark.rule("id", …)` in the game's test files."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec

from tabletown.kernel.errors import BadOption
from tabletown.kernel.game import Game
from tabletown.rulebook import load_rulebook


class Coverage(msgspec.Struct):
    clauses: list[str]
    tested: dict[str, list[str]]  # clause -> tests, as file::name
    unknown: dict[str, list[str]]  # marks that name no clause, ruling or example

    @property
    def missing(self) -> list[str]:
        return [clause for clause in self.clauses if clause not in self.tested]

    def __str__(self) -> str:
        return f"{len(self.clauses) - len(self.missing)} of {len(self.clauses)} clauses have a test"


def coverage(game: Game, tests: Path | None = None) -> Coverage:
    """Read the test files without running them."""
    folder = (tests or default_tests()) / "games" / game.about.id.replace("-", "_")
    book = load_rulebook(game)
    known, found = book.ids, Coverage([clause.id for clause in book.rule], {}, {})
    for file in sorted(folder.rglob("test_*.py")):
        for name, ids in _marked(ast.parse(file.read_text(encoding="utf-8"))):
            for id in ids:
                place = found.tested if id in known else found.unknown
                place.setdefault(id, []).append(f"{file.name}::{name}")
    return found


def default_tests() -> Path:
    """The tests folder of the checkout that this package, or the working folder, belongs to."""
    for place in (Path.cwd(), Path(__file__).parents[2]):
        if (place / "tests" / "games").is_dir():
            return place / "tests"
    raise BadOption("There is no tests/games folder here. Run this in a checkout of Tabletown.")


def _marked(tree: ast.Module) -> list[tuple[str, list[str]]]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                    ids = [arg.value for arg in decorator.args if isinstance(arg, ast.Constant)]
                    found.append((node.name, [str(id) for id in ids]))
    return found
