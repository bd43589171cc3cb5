"""Numbers for Prometheus: what `/metrics` tells, and how long requests take."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping

from starlette.types import ASGIApp, Receive, Scope, Send

from tabletown.web.hub import Hub
from tabletown.web.notify.mail import MAILS
from tabletown.web.notify.outside import NAMES
from tabletown.web.security.connections import Connections
from tabletown.web.settings import Rate
from tabletown.web.workers.thread_pool import Pool

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Histogram:
    """How many took how long; the buckets are Prometheus's usual ones."""

    def __init__(self, name: str) -> None:
        self.name, self.counts, self.total = name, [0] * (len(SECONDS) + 1), 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds

    def told(self) -> str:
        name, count = f"tabletown_{self.name}", 0
        told = f"# TYPE {name} histogram\n"
        for limit, number in zip((*map(str, SECONDS), "+Inf"), self.counts):
            count += number
            told += f'{name}_bucket{{le="{limit}"}} {count}\n'
        return f"{told}{name}_sum {self.total:.6f}\n{name}_count {count}\n"


class Timed:
    """Around the application: how long each request took, from its head to the end of the answer."""

    def __init__(self, app: ASGIApp, times: Histogram) -> None:
        self.app, self.times = app, times

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        try:
            await self.app(scope, receive, send)
        finally:
            self.times.add(time.perf_counter() - began)


def measured(hub: Hub, connections: Connections | None, times: Histogram, threads: Pool | None) -> str:
    """Numbers for Prometheus."""
    store, workers = hub.store, hub.workers
    numbers = {
        "tables_in_memory": ("gauge", len(hub.tables)),
        "sockets": ("gauge", hub.sockets),
        "tables_made_total": ("counter", hub.made),
        "answers_total": ("counter", hub.moves),
        "refusals_total": ("counter", hub.refused),
        "commits_total": ("counter", store.commits),
        "rows_written_total": ("counter", store.rows),
        "conflicts_total": ("counter", store.writer.conflicts),
        "reloads_total": ("counter", hub.reloaded),
        "tables_put_aside": ("gauge", len(hub.aside)),
        "bots_thinking": ("gauge", sum(len(table.bots.tasks) for table in hub.tables.values())),
        "bot_thoughts_total": ("counter", workers.thoughts),
        "bot_seconds_total": ("counter", round(workers.seconds, 3)),
        "process_cpu_seconds_total": ("counter", round(time.process_time(), 3)),
        "uptime_seconds": ("gauge", round(time.monotonic() - hub.began, 1)),
        "told_total": ("counter", hub.teller.sent),
        "told_failures_total": ("counter", hub.teller.failures),
        "told_given_up_total": ("counter", hub.teller.given_up),
        "telling": ("gauge", len(hub.teller.under_way)),
        "clock_skew_seconds": ("gauge", round(store.clock.skew, 3)),
        "load1": ("gauge", os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0),
    }
    if (sharing := hub.sharing) is not None:
        numbers["processes"] = "gauge", len(sharing.others) + 1
        numbers["notifications_total"] = "counter", sharing.heard
        numbers["catch_ups_total"] = "counter", sharing.catch_ups
    if connections is not None:
        numbers["connections"] = "gauge", len(connections.waiting) + len(connections.streams)
        numbers["connections_dropped_total"] = "counter", connections.dropped
    told = [f"# TYPE tabletown_{name} {kind}\ntabletown_{name} {value}\n" for name, (kind, value) in numbers.items()]
    pools = measured_pools({**({"database": threads} if threads else {}), "names": NAMES, "mails": MAILS})
    return "".join(told) + measured_limits(hub, connections) + times.told() + pools


def measured_limits(hub: Hub, connections: Connections | None) -> str:
    """What each limit is, and how often it refused something since the start."""
    limits: dict[str, Rate | int] = hub.limits._asdict()
    refused = Counter({name: buckets.refused for name, buckets in hub.rates.items()}) + hub.limited
    if connections is not None:
        refused["connections"] = connections.refused
    del limits["thinking"]  # refuses nobody
    numbers: dict[str, tuple[str, dict[str, float]]] = {
        "limit_per_second": ("gauge", {k: rate.per_second for k, rate in limits.items() if isinstance(rate, Rate)}),
        "limit_at_once": ("gauge", {k: v.burst if isinstance(v, Rate) else v for k, v in limits.items()}),
        "limit_clients": ("gauge", {name: len(buckets) for name, buckets in hub.rates.items()}),
        "limit_refusals_total": ("counter", {name: refused[name] for name in limits}),
    }
    return labelled("limit", numbers)


def measured_pools(pools: Mapping[str, Pool]) -> str:
    """How many threads each pool may have, how many are busy, and what waits for one: nothing should for long."""
    return labelled(
        "pool",
        {
            "threads_most": ("gauge", {name: pool.most for name, pool in pools.items()}),
            "threads": ("gauge", {name: pool.busy for name, pool in pools.items()}),
            "threads_waiting": ("gauge", {name: pool.waiting for name, pool in pools.items()}),
        },
    )


def labelled(label: str, numbers: Mapping[str, tuple[str, Mapping[str, float]]]) -> str:
    told = ""
    for name, (kind, values) in numbers.items():
        told += f"# TYPE tabletown_{name} {kind}\n"
        told += "".join(f'tabletown_{name}{{{label}="{of}"}} {value:.12g}\n' for of, value in values.items())
    return told
