"""Every game as a research environment. Integers, masks and arrays live here only.

`Table` is plain (reset, step, clone); `pettingzoo`, `gym` and `openspiel` are the same for those libraries. `text` is
for language models, in words; it needs none of the libraries that the others need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tabletown.envs.table import IllegalAction, Table

__all__ = ["IllegalAction", "Table"]


def __getattr__(name: str) -> Any:
    """`Table` needs NumPy, `text` does not: it is loaded when somebody asks for it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tabletown.envs import table

    return getattr(table, name)
