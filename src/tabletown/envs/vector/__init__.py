"""Many matches at once, for learning from batches.

`VectorTable` steps n matches in one call, into preallocated arrays; `gym` adapts it to Gymnasium's vector interface,
and `turns` resembles PettingZoo's. With `workers`, the matches are played in several processes.
"""

from tabletown.envs.vector.table import VectorTable

__all__ = ["VectorTable"]
