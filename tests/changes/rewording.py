"""Every sentence of the games in other words, as an editor would change them: in code and content of a copy.

python -m tests.changes.rewording FOLDER makes such a copy of the program
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabletown.translations.extract import SEEN, in_content, in_python
from tabletown.workshop.toml import written
from tests.changes.cards import SOURCE, copy_with

OTHER = "Reworded: "
CONDITION = re.compile(r"(has|most|least|fewest) [a-z-]+|\w+ [<>=]+ .+")  # of a card, for the rules
OF_OLD = "legacy_lines.py"  # what older versions stored stays as they stored it


def reworded_python(source: str) -> str:
    """The messages of a module in other words."""
    found = [one for one in in_python(source) if one.seen != SEEN["Chance"]]  # a kind of luck is known by its name
    messages = {text for one in found for text in (one.text, one.many) if is_said(text)}
    lines = source.splitlines(keepends=True)
    for node in sorted(strings(ast.parse(source)), key=lambda node: (node.lineno, node.col_offset), reverse=True):
        if node.value not in messages or node.end_lineno is None or node.end_col_offset is None:
            continue
        first, last = lines[node.lineno - 1].encode(), lines[node.end_lineno - 1].encode()
        before, after = first[: node.col_offset].decode(), last[node.end_col_offset :].decode()
        lines[node.lineno - 1 : node.end_lineno] = [f"{before}{OTHER + node.value!r}{after}"]
    return "".join(lines)


def strings(tree: ast.AST) -> Iterator[ast.Constant]:
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node


def is_said(text: str) -> bool:
    """Whether it is for people. A single word may be an id as well."""
    return " " in text.strip() and not CONDITION.fullmatch(text)


def reworded_content(data: Any, messages: set[str]) -> Any:
    if isinstance(data, dict):
        return {key: reworded_content(value, messages) for key, value in data.items()}
    if isinstance(data, list):
        return [reworded_content(value, messages) for value in data]
    return OTHER + data if isinstance(data, str) and data in messages else data


def reword(folder: Path) -> None:
    """Reword the games of the copy in this folder."""
    for file in sorted((folder / SOURCE).rglob("*")):
        if file.suffix == ".py" and file.name != OF_OLD:
            file.write_text(reworded_python(file.read_text(encoding="utf-8")), encoding="utf-8")
        elif file.suffix == ".toml" and "content" in file.parts:
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            messages = {
                found.text for found in in_content(data) if " " in found.text and not CONDITION.fullmatch(found.text)
            }
            file.write_text(written(reworded_content(data, messages)), encoding="utf-8")


if __name__ == "__main__":
    copy_with(Path(sys.argv[1]))
    reword(Path(sys.argv[1]))
