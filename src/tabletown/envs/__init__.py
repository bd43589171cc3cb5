"""Every game as a research environment, with integers, masks and arrays.

`Table` is the plain interface (reset, step, clone); `pettingzoo`, `gym` and `openspiel` adapt it to those libraries.
`text` is for language models, in words, and needs none of these libraries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tabletown.envs.table import IllegalAction, Table

__all__ = ["IllegalAction", "Table"]


def __getattr__(name: str) -> Any:
    """Load `Table` on first use: it needs NumPy, which `text` does not."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tabletown.envs import table

    return getattr(table, name)
