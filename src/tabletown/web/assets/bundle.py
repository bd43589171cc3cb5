"""Bundle many files into one on request, because every file costs a slow connection a round trip.

Modules stay separate in the source. They can be bundled because they keep to a simple form, which tests check: `import
{ a, b } from "../folder/x.js"`, and exports where something is declared. Each module becomes a block with its own
names; what it exports is declared outside, under a name that no other module exports.

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
    """A module that can't be bundled."""


def order(name: str, read: Read) -> list[str]:
    """This module and its imports, in the order in which they run."""
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
    """The module `name` with everything it imports, as a single module with the exports of `name`."""
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
    """The declarations for outside, and the module as the inside of a block."""
    exported = EXPORT.findall(source)
    names = [name for _, name in exported]
    functions = [name for kind, name in exported if "function" in kind]  # known in the whole block from its start
    declared = f"let {', '.join(names)};\n" if names else ""
    told = ""
    if functions:
        setter, all = f"set_{functions[0]}", f"[{', '.join(functions)}]"
        declared += f"const {setter} = (it) => {all} = it;\n"
        told = f"{setter}({all});\n"

    def outside(match: re.Match[str]) -> str:
        kind, name = match.groups()
        if "function" in kind:
            return f"{kind} {name}"
        return f"{name} = class {name}" if kind == "class" else name

    return declared, told + EXPORT.sub(outside, source)


def minify_script(source: str) -> str:
    """The script without indentation and comments."""
    source = re.sub(r"^\s*/\*\*?.*?\*/\s*$\n?", "", source, flags=re.MULTILINE | re.DOTALL)
    lines = (re.sub(r"(?<=[;,{}()\]]) // .*", "", line.strip()) for line in source.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
