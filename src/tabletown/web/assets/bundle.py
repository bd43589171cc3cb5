"""Many files as one, made here when a page is asked for: a line far away waits for every single file.

Modules stay files of their own, as people write them. One file of them is put together by their plain form, which tests
hold: `import { a, b } from "../folder/x.js"`, and exports where something is declared. Each module becomes a block with
its own names; what it exports is declared outside, under a name that no other module exports.

By hand, because no kept bundler comes as a wheel that a server could ship: esbuild_py only transforms single files,
rjsmin only strips, and Deno, whose shorter names would save 8 KB of a first table's 71, has 96 MB.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

IMPORT = re.compile(r'^import\s*(?:\{[^}]*\}\s*from\s*)?"(\.\.?/[\w./-]+\.js)";\n?', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function\*?|const|let|class) ([\w$]+)", re.MULTILINE)

Read = Callable[[str], str]


class CannotBundle(ValueError):
    """A module that cannot be put into one file with others."""


def order(name: str, read: Read) -> list[str]:
    """This module and all that it imports, in the order in which they run."""
    found: list[str] = []
    seen: set[str] = set()

    def visit(one: str) -> None:
        if one in seen:
            return
        seen.add(one)
        for other in IMPORT.findall(read(one)):
            visit(posixpath.normpath(posixpath.join(posixpath.dirname(one), other)))
        found.append(one)

    visit(name)
    return found


def one_module(name: str, read: Read) -> str:
    """The module `name` with all that it imports, as one that imports nothing and exports what `name` does."""
    names: dict[str, str] = {}
    heads, blocks = [], []
    for each in order(name, read):
        source = read(each)
        for _, exported in EXPORT.findall(source):
            if exported in names:
                raise CannotBundle(f"{each} and {names[exported]} both export {exported}.")
            names[exported] = each
        first, body = block(IMPORT.sub("", source))
        if left := re.search(r"^(import|export)\b.*", body, re.MULTILINE):
            raise CannotBundle(f"{each}: {left[0]}")
        heads.append(first)
        blocks.append(f"{{\n{body}}}\n")
    own = [exported for exported, where in names.items() if where == name]
    return minify_script("".join(heads + blocks)) + (f"export {{ {', '.join(own)} }};\n" if own else "")


def block(source: str) -> tuple[str, str]:
    """What to declare outside, and the module as the inside of a block."""
    declared, told = "", ""
    for kind, name in EXPORT.findall(source):
        declared += f"let {name};\n"
        if "function" in kind:  # stays where it is, known in the whole block from its start
            setter = f"set_{name}"
            declared += f"const {setter} = (it) => {name} = it;\n"
            told += f"{setter}({name});\n"

    def outside(match: re.Match[str]) -> str:
        kind, name = match.groups()
        if "function" in kind:
            return f"{kind} {name}"
        return f"{name} = class {name}" if kind == "class" else name

    return declared, told + EXPORT.sub(outside, source)


def minify_script(source: str) -> str:
    """Without indents, lines that are comments, and comments after the end of a statement or a part of it."""
    source = re.sub(r"^\s*/\*\*?.*?\*/\s*$\n?", "", source, flags=re.MULTILINE | re.DOTALL)
    lines = (re.sub(r"(?<=[;,{}()\]]) // .*", "", line.strip()) for line in source.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
