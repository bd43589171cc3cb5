"""Metrics for Prometheus: the contents of `/metrics`, and request durations."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeVar

import prometheus_client
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Receive, Scope, Send

from tabletown.web.hub import Hub
from tabletown.web.notify.mail import MAILS
from tabletown.web.notify.outbound_http import NAMES
from tabletown.web.security.connections import Connections
from tabletown.web.settings import Rate
from tabletown.web.workers.thread_pool import ThreadPool

CONTENT_TYPE = prometheus_client.CONTENT_TYPE_LATEST
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
Family = GaugeMetricFamily | CounterMetricFamily
F = TypeVar("F", GaugeMetricFamily, CounterMetricFamily)

# creation times of counters are left out: all begin with the server
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]


class Timed:
    """ASGI middleware that measures each request until the end of its response."""

    def __init__(self, app: ASGIApp, times: prometheus_client.Histogram) -> None:
        self.app, self.times = app, times

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].endswith("/events"):  # a stream lasts
            await self.app(scope, receive, send)
            return
        with self.times.time():
            await self.app(scope, receive, send)


class Metrics(Collector):
    """The metrics. Everything is counted where it happens and only read here; each server of a process has its own
    registry."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.connections: Connections | None = None  # the server's connections, if it counts them
        self.threads: ThreadPool | None = None  # the database's threads
        self.registry = prometheus_client.CollectorRegistry()
        self.registry.register(self)
        self.times = prometheus_client.Histogram(
            "tabletown_request_seconds", "How long requests took.", buckets=SECONDS, registry=self.registry
        )

    def text(self) -> bytes:
        return prometheus_client.generate_latest(self.registry)

    def describe(self) -> list[Family]:
        """Nothing is collected while the server starts."""
        return []

    def collect(self) -> Iterator[Family]:
        yield from self._tables()
        yield from self._limits()
        yield from self._pools()

    def _tables(self) -> Iterator[Family]:
        hub, store, workers, notifier = self.hub, self.hub.store, self.hub.workers, self.hub.notifier
        thinking = sum(len(table.bots.tasks) for table in hub.tables.values())
        yield gauge("tables_in_memory", "Tables that are in memory.", len(hub.tables))
        yield gauge("sockets", "Open connections to tables.", hub.sockets)
        yield counter("tables_made_total", "Tables that were opened.", hub.made)
        yield counter("answers_total", "Answers that were taken.", hub.moves)
        yield counter("refusals_total", "Answers that were refused.", hub.refused)
        yield counter("commits_total", "Commits to the database.", store.commits)
        yield counter("rows_written_total", "Rows that were written.", store.rows)
        yield counter("conflicts_total", "Answers that another server was faster with.", store.writer.conflicts)
        yield counter("reloads_total", "Tables that were read again from the database.", hub.reloaded)
        yield gauge("tables_quarantined", "Tables that cannot be opened.", len(hub.quarantined))
        yield gauge("bots_thinking", "Bots that think now.", thinking)
        yield counter("bot_thoughts_total", "Answers of bots.", workers.thoughts)
        yield counter("bot_seconds_total", "Seconds that bots have thought.", workers.seconds)
        yield counter("process_cpu_seconds_total", "Processor time of this process.", time.process_time())
        yield gauge("uptime_seconds", "Seconds since the start.", time.monotonic() - hub.began)
        yield counter("notifications_sent_total", "Notifications that were sent.", notifier.sent)
        yield counter("notification_failures_total", "Attempts to notify that failed.", notifier.failures)
        yield counter("notifications_given_up_total", "Notifications that were given up.", notifier.given_up)
        yield gauge("notifications_under_way", "Notifications under way.", len(notifier.under_way))
        yield gauge("clock_skew_seconds", "How far this clock is ahead of the database's.", store.clock.skew)
        yield gauge("load1", "The machine's load.", os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0)
        if (cluster := hub.cluster) is not None:
            yield gauge("processes", "Servers on this database.", len(cluster.others) + 1)
            yield counter("changes_received_total", "Changes heard of from other servers.", cluster.heard)
            yield counter("catch_ups_total", "Tables brought up to date with other servers.", cluster.catch_ups)
        if (connections := self.connections) is not None:
            held = len(connections.waiting) + len(connections.streams)
            yield gauge("connections", "Open connections of any kind.", held)
            yield counter("connections_dropped_total", "Connections that were ended.", connections.dropped)

    def _limits(self) -> Iterator[Family]:
        """Each limit, and how often it refused something since the start."""
        limits: dict[str, Rate | int] = self.hub.limits._asdict()
        refused = Counter({name: buckets.refused for name, buckets in self.hub.rates.items()}) + self.hub.limited
        if self.connections is not None:
            refused["connections"] = self.connections.refused
        del limits["thinking"]  # it refuses nobody
        rates = {name: rate.per_second for name, rate in limits.items() if isinstance(rate, Rate)}
        bursts = {name: limit.burst if isinstance(limit, Rate) else limit for name, limit in limits.items()}
        clients = {name: len(buckets) for name, buckets in self.hub.rates.items()}
        yield gauge("limit_per_second", "What one client may do a second in the long run.", rates, "limit")
        yield gauge("limit_at_once", "What one client may do at once.", bursts, "limit")
        yield gauge("limit_clients", "Clients that are remembered.", clients, "limit")
        yield counter("limit_refusals_total", "What was too much.", {name: refused[name] for name in limits}, "limit")

    def _pools(self) -> Iterator[Family]:
        """The size, busy threads and queue of each thread pool; queues should stay short."""
        pools = {**({"database": self.threads} if self.threads else {}), "names": NAMES, "mails": MAILS}
        yield gauge("threads_most", "Threads a pool may have.", {name: p.most for name, p in pools.items()}, "pool")
        yield gauge("threads", "Threads that are busy.", {name: p.busy for name, p in pools.items()}, "pool")
        yield gauge("threads_waiting", "Calls in line.", {name: p.waiting for name, p in pools.items()}, "pool")


def gauge(name: str, about: str, value: float | Mapping[str, float], label: str = "") -> GaugeMetricFamily:
    return _with_values(GaugeMetricFamily(f"tabletown_{name}", about, labels=[label] if label else []), value)


def counter(name: str, about: str, value: float | Mapping[str, float], label: str = "") -> CounterMetricFamily:
    return _with_values(CounterMetricFamily(f"tabletown_{name}", about, labels=[label] if label else []), value)


def _with_values(family: F, value: float | Mapping[str, float]) -> F:
    for label, number in value.items() if isinstance(value, Mapping) else [("", value)]:
        family.add_metric([label] if label else [], number)
    return family
