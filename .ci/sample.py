"""Draw a random sample of what people read, for an editor: messages, and docstrings and comments.

python .ci/sample.py SEED [--messages 300] [--comments 60]
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tabletown.translations.extract import template

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("src", "tests", "docs", "benchmarks", "examples")
NO_PROSE = re.compile(r"#!|# (type:|noqa|fmt:|words\b|deno-|region|---)|(//|/\*) ?(deno-|@ts-|eslint|---)")
BLOCK = re.compile(r"/\*.*?\*/", re.DOTALL)
SLASHES = re.compile(r"(?:^[ \t]*//[^\n]*\n)+|(?<=[;,{(] )//[^\n]*", re.MULTILINE)


def messages() -> list[str]:
    """The distinct English messages of the program, the classroom and all games."""
    return sorted({text for message in template() if message.id for text in pair(message.id)})


def pair(id: str | tuple[str, ...] | list[str]) -> list[str]:
    return [id] if isinstance(id, str) else list(id)


def in_python(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if (said := ast.get_docstring(node)) is not None:
            yield node.body[0].lineno, said
    block: list[tuple[int, str]] = []  # comments on lines one after the other are one
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        alone = not token.line[: token.start[1]].strip()
        if block and not (alone and token.start[0] == block[-1][0] + 1):
            yield block[0][0], " ".join(text for _, text in block)
            block = []
        block.append((token.start[0], token.string))
    if block:
        yield block[0][0], " ".join(text for _, text in block)


def in_script(source: str) -> Iterator[tuple[int, str]]:
    for pattern in (BLOCK, SLASHES):
        for found in pattern.finditer(source):
            yield source.count("\n", 0, found.start()) + 1, " ".join(found[0].split())


def comments() -> list[tuple[str, str]]:
    """Every docstring and comment with its place."""
    found = []
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            read = {".py": in_python, ".js": in_script, ".css": in_script}.get(file.suffix)
            if read is None or "__pycache__" in file.parts or "golden" in file.parts:
                continue
            for line, text in read(file.read_text(encoding="utf-8")):
                if not NO_PROSE.match(text) and len(re.findall(r"[A-Za-z]{2,}", text)) > 1:
                    found.append((f"{file.relative_to(ROOT)}:{line}", text))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--messages", type=int, default=300)
    parser.add_argument("--comments", type=int, default=60)
    wanted = parser.parse_args()
    luck = random.Random(wanted.seed)
    everything, notes = messages(), comments()
    print(f"Messages: {wanted.messages} of {len(everything)}")
    for number, text in enumerate(luck.sample(everything, wanted.messages), 1):
        print(f"{number}\t{text!r}")
    print(f"\nDocstrings and comments: {wanted.comments} of {len(notes)}")
    for number, (place, text) in enumerate(luck.sample(notes, wanted.comments), 1):
        print(f"{number}\t{place}\t{' '.join(text.split())}")


if __name__ == "__main__":
    main()
