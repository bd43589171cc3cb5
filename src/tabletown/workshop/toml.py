"""Write TOML: what `tomllib` reads again. Tables of tables, lists of tables, and the rest in one line each.

By hand: a pack's digest is made from this text, so it must not change with a library's version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")


def written(data: Mapping[str, Any]) -> str:
    """
    >>> print(written({"card": [{"id": "a", "effects": [{"op": "remove"}]}]}), end="")
    [[card]]
    id = "a"
    effects = [{ op = "remove" }]
    """
    lines: list[str] = []
    _table(data, (), lines)
    return "\n".join(lines).lstrip("\n") + "\n"


def _table(data: Mapping[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    later = []
    for name, value in data.items():
        if value is None:
            continue
        if (isinstance(value, Mapping) and (not path or len(value) > 6)) or (not path and _tables(value)):
            later.append((name, value))
        else:
            lines.append(f"{_key(name)} = {_value(value)}")
    for name, value in later:
        head = ".".join(map(_key, (*path, name)))
        for one in [value] if isinstance(value, Mapping) else value:
            lines += ["", f"[{head}]" if isinstance(value, Mapping) else f"[[{head}]]"]
            _table(one, (*path, name), lines)


def _tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items() if one is not None)
        return f"{{ {inner} }}" if inner else "{}"
    inner = ", ".join(_value(one) for one in value if one is not None)
    return f"[{inner}]"
