"""How much each client may request: token buckets that refill over time."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tabletown.web.settings import Rate


def address_of(scope: Mapping[str, Any]) -> str:
    """The address of a request or connection; every notation of an IPv4 address gives the same result."""
    return plain(scope["client"][0]) if scope.get("client") else "?"


def plain(address: str) -> str:
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(getattr(ip, "ipv4_mapped", None) or ip)


@lru_cache(10_000)
def client_at(address: str) -> str:
    """What counts as one client: an IPv4 address, or a /64 of IPv6, the smallest range that a customer gets."""
    address = plain(address)
    return str(ipaddress.ip_network(f"{address}/64", strict=False)) if ":" in address else address


def client_of(scope: Mapping[str, Any]) -> str:
    return client_at(address_of(scope))


class Bucket:
    __slots__ = ("_rate", "_tokens", "_when")

    def __init__(self, rate: Rate) -> None:
        self._rate, self._tokens, self._when = rate, rate.burst, time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Take tokens; returns whether there were enough. A count of 0 only checks."""
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
        """Seconds until a token is available."""
        self.take(0)
        return min(3600.0, max(0.0, 1 - self._tokens) / max(1e-9, self._rate.per_second))

    def lose(self, count: int) -> None:
        self.take(0)  # refill first
        self._tokens = max(0.0, self._tokens - count)


class Buckets:
    """One bucket per client; those unused for longest are forgotten."""

    def __init__(self, rate: Rate, most: int = 20_000) -> None:
        self.rate, self.most = rate, most
        self.taken: Counter[str] = Counter()  # taken since other servers were last told
        self.refused = 0
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def set(self, rate: Rate) -> None:
        """A new rate for everybody, who begin with all of it."""
        if rate != self.rate:
            self.rate = rate
            self._buckets.clear()

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
        """Subtract tokens that were taken at another server."""
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
