"""How much one client may ask for: token buckets that refill with time."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from typing import NamedTuple


class Rate(NamedTuple):
    """So many a second in the long run, and so many at once."""

    per_second: float
    burst: float


class Limits(NamedTuple):
    requests: Rate = Rate(20, 120)
    tables: Rate = Rate(0.1, 30)
    messages: Rate = Rate(20, 80)  # over one connection
    sockets: int = 200  # open tables of one client; a whole class may share an address
    connections: int = 400  # of any kind
    codes: Rate = Rate(0.5, 60)  # that lead nowhere
    pushes: Rate = Rate(0.2, 12)  # browsers that want to be told: each has a name that is looked up


NONE = Limits(Rate(1e9, 1e9), Rate(1e9, 1e9), Rate(1e9, 1e9), 10**9, 10**9, Rate(1e9, 1e9), Rate(1e9, 1e9))


class Bucket:
    __slots__ = ("_rate", "_tokens", "_when")

    def __init__(self, rate: Rate) -> None:
        self._rate, self._tokens, self._when = rate, rate.burst, time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Whether there was one left; with a count of 0: whether there is."""
        now = time.monotonic()
        tokens = self._tokens + (now - self._when) * self._rate.per_second
        self._when = now
        if tokens > self._rate.burst:
            tokens = self._rate.burst
        if tokens < 1:
            self._tokens = tokens
            return False
        self._tokens = tokens - count
        return True

    def lose(self, count: int) -> None:
        self.take(0)  # what came back since
        self._tokens = max(0.0, self._tokens - count)


class Buckets:
    """One bucket a client; those that were longest silent are forgotten."""

    def __init__(self, rate: Rate, most: int = 20_000) -> None:
        self.rate, self.most = rate, most
        self.taken: Counter[str] = Counter()  # since other servers were told
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str, count: int = 1) -> bool:
        if len(self.taken) < self.most:
            self.taken[client] += count
        return self._of(client).take(count)

    def took(self, client: str, count: int) -> None:
        """So many were taken at another server."""
        self._of(client).lose(count)

    def _of(self, client: str) -> Bucket:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self.rate)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket
