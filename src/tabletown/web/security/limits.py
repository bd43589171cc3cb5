"""How much one client may ask for: token buckets that refill with time."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tabletown.kernel.errors import BadOption
from tabletown.web.security.fair_share import BURST, SHARE


class Rate(NamedTuple):
    """So many a second in the long run, and so many at once."""

    per_second: float
    burst: float


class Limits(NamedTuple):
    """What one client may ask for; `client_of` says who counts as one. `tabletown serve --limit` sets each."""

    requests: Rate = Rate(20, 120)
    tables: Rate = Rate(0.1, 30)
    messages: Rate = Rate(20, 80)  # over one connection
    traffic: Rate = Rate(200, 1000)  # messages over all its connections; what is too much waits
    bytes: Rate = Rate(2e6, 40e6)  # of pages and tables that it asks for: a class that comes back at once has 20 MB
    refreshes: Rate = Rate(1, 1)  # of one connection: whole tables, and other eyes; more of them wait and become one
    chat: Rate = Rate(0.4, 5)  # lines of one seat
    sockets: int = 200  # open tables of one client; a whole class may share an address
    connections: int = 400  # of any kind
    codes: Rate = Rate(0.5, 60)  # that lead nowhere
    joins: Rate = Rate(0.5, 15)  # of one class: all phones of a school may come from one address
    newcomers: int = 6  # phones that have joined a class and not shown its page yet
    pushes: Rate = Rate(0.2, 12)  # browsers that want to be told: each has a name that is looked up
    mails: Rate = Rate(0.01, 6)  # to confirm an address, and tests of webhooks
    thinking: Rate = Rate(SHARE, BURST)  # seconds of bots at tables that are only watched, while others wait for theirs

    def with_words(self, words: Sequence[str]) -> Limits:
        """Changed by words such as "tables=0.1,30" (a second, and at once) or "sockets=200"."""
        changed: dict[str, Any] = {}
        for word in words:
            name, _, value = word.partition("=")
            if name not in self._fields:
                raise BadOption(f"There is no limit called {name!r}. There are {', '.join(self._fields)}.")
            whole = isinstance(getattr(self, name), int)
            try:
                numbers = [float(part) for part in value.split(",")]
                if len(numbers) != (1 if whole else 2) or not all(0 <= number < 1e12 for number in numbers):
                    raise ValueError
            except ValueError:
                form = f"{name}=200" if whole else f"{name}=0.5,60 (so many a second, and so many at once)"
                raise BadOption(f"The limit {word!r} cannot be read; it looks like {form}.") from None
            changed[name] = int(numbers[0]) if whole else Rate(*numbers)
        return self._replace(**changed)


# how much bots think for people who watch is about who comes first, not about how much is too much
NONE = Limits().with_words([
    f"{name}={10**9}" if isinstance(limit, int) else f"{name}={10**9},{10**9}"
    for name, limit in Limits()._asdict().items()
    if name != "thinking"
])  # fmt: skip


def address_of(scope: Mapping[str, Any]) -> str:
    """The address that a request or connection comes from; an IPv4 address is one however it is written."""
    return plain(scope["client"][0]) if scope.get("client") else "?"


def plain(address: str) -> str:
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(getattr(ip, "ipv4_mapped", None) or ip)


@lru_cache(10_000)
def client_at(address: str) -> str:
    """Who counts as one client: an IPv4 address, or a /64 of IPv6, which is the least that one customer gets."""
    address = plain(address)
    return str(ipaddress.ip_network(f"{address}/64", strict=False)) if ":" in address else address


def client_of(scope: Mapping[str, Any]) -> str:
    return client_at(address_of(scope))


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

    def wait(self) -> float:
        """Seconds until there is one."""
        self.take(0)
        return min(3600.0, max(0.0, 1 - self._tokens) / max(1e-9, self._rate.per_second))

    def lose(self, count: int) -> None:
        self.take(0)  # what came back since
        self._tokens = max(0.0, self._tokens - count)


class Buckets:
    """One bucket a client; those that were longest silent are forgotten."""

    def __init__(self, rate: Rate, most: int = 20_000) -> None:
        self.rate, self.most = rate, most
        self.taken: Counter[str] = Counter()  # since other servers were told
        self.refused = 0
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str, count: int = 1) -> bool:
        if self._of(client).take(count):
            if len(self.taken) < self.most:
                self.taken[client] += count
            return True
        self.refused += 1
        return False

    def wait(self, client: str) -> float:
        return self._of(client).wait()

    def took(self, client: str, count: int) -> None:
        """So many were taken at another server."""
        self._of(client).lose(count)

    def __len__(self) -> int:
        return len(self._buckets)

    def _of(self, client: str) -> Bucket:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self.rate)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket
