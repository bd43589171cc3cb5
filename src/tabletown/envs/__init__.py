"""Every game as a research environment. Integers, masks and arrays live here only.

`Table` is plain (reset, step, clone); `pettingzoo`, `gym` and `openspiel` are the same for those libraries.
"""

from tabletown.envs.table import IllegalAction, Table

__all__ = ["IllegalAction", "Table"]
