"""Generate tables of the docs from the program, and a page with every switch.

python docs/switches.py updates the tables in commands.md and in the pages for hosts and researchers python
docs/switches.py --check says whether they are up to date
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from typer.main import get_command

from tabletown.bots import LEVELS
from tabletown.cli import app
from tabletown.web.settings import Limits, Rate, ServerSetting, settings

PAGES = [Path(__file__).parent / name for name in ("commands.md", "hosts/index.md", "researchers/bots.md")]
TABLE = re.compile(r"(<!-- made by docs/switches\.py: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def commands_of(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every command by its words: `play`, `study run`."""
    yield name, command
    for word, inner in getattr(command, "commands", {}).items():
        yield from commands_of(inner, f"{name} {word}".strip())


def rows(command: Any) -> Iterator[str]:
    for parameter in command.params:
        if parameter.param_type_name == "option":
            names = ", ".join(f"`{name}`" for name in [*parameter.opts, *parameter.secondary_opts])
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


def default_of(setting: ServerSetting) -> str:
    said = setting.about.default
    if said or setting.type is bool or setting.default in ("", (), None):
        return said
    return f"`{setting.default:g}`" if isinstance(setting.default, float) else f"`{setting.default}`"


def settings_of(command: str) -> str:
    """The settings that a command of the server takes."""
    taken = {parameter.name for parameter in get_command(app).commands[command].params}  # type: ignore[attr-defined]
    shown = [each for each in settings() if each.field in taken and not each.about.hidden]
    lines = [f"| `{each.switch}` | {default_of(each)} | {each.about.docs} |" for each in shown]
    return "\n".join(["| switch | default | meaning |", "|---|---|---|", *lines]) + "\n"


def limits() -> str:
    lines = ["| name | default | what it limits |", "|---|---|---|"]
    hints = get_type_hints(Limits, include_extras=True)
    for name, limit in Limits()._asdict().items():
        default = f"{limit.per_second:.12g},{limit.burst:.12g}" if isinstance(limit, Rate) else str(limit)
        lines.append(f"| `{name}` | {default} | {get_args(hints[name])[1]} |")
    return "\n".join(lines) + "\n"


def levels() -> str:
    lines = ["| level | bot | what it does |", "|---|---|---|"]
    for level in LEVELS:
        name, _, does = level.title.partition(": ")
        lines.append(f"| {name} (`{level.id}`) | `{level.spec}` | {does} |")
    return "\n".join(lines) + "\n"


def commands() -> str:
    lines = ["| command | does |", "|---|---|"]
    for command in get_command(app).commands.values():  # type: ignore[attr-defined]
        does, _, example = (command.help or "").partition(" Example: ")
        lines.append(f"| `{example}` | {does} |")
    return "\n".join(lines) + "\n"


def with_tables(text: str) -> str:
    """A page with its tables updated."""

    def table(found: re.Match[str]) -> str:
        made = {"limits": limits, "levels": levels, "commands": commands}.get(found[2], lambda: settings_of(found[2]))
        return found[1] + made() + found[3]

    return TABLE.sub(table, text)


if __name__ == "__main__":
    for path in PAGES:
        old = path.read_text(encoding="utf-8")
        if "--check" not in sys.argv:
            path.write_text(with_tables(old), encoding="utf-8")
        elif with_tables(old) != old:
            sys.exit(f"{path.name} is not up to date: python docs/switches.py")
