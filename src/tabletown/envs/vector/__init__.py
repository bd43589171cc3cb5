"""Many matches at once, for those who learn from batches.

`VectorTable` answers n matches in one call, into arrays that are made once; `gym` is the same for Gymnasium's vector
interface, `turns` for those who know PettingZoo's. With `workers` the matches are played in several processes.
"""

from tabletown.envs.vector.table import VectorTable

__all__ = ["VectorTable"]
