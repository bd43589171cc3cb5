"""Every switch of every command as a page, from the commands themselves; the documentation site has it.

python docs/switches.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from tabletown.cli import app


def commands_of(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with its words: `play`, `study run`."""
    yield name, command
    for word, inner in getattr(command, "commands", {}).items():
        yield from commands_of(inner, f"{name} {word}".strip())


def rows(command: Any) -> Iterator[str]:
    for parameter in command.params:
        if parameter.param_type_name == "option":
            names = ", ".join(f"`{name}`" for name in parameter.opts)
        else:
            names = f"`{parameter.name.upper()}`"
        yield f"| {names} | {(parameter.help or '').replace('|', chr(92) + '|')} |"


def page() -> str:
    told = ["# Every switch\n\nWhat [the commands](commands.md) take, as `--help` tells it.\n"]
    for name, command in commands_of(get_command(app)):
        told.append(f"## tabletown {name}\n".replace(" \n", "\n"))
        told.append(f"{command.help}\n")
        if found := list(rows(command)):
            told.append("\n".join(["| | |", "|---|---|", *found]) + "\n")
    return "\n".join(told)


if __name__ == "__main__":
    print(page())
