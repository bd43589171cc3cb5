"""Run bots on other machines: the same workers, on the Ray cluster of RAY_ADDRESS.

Without one, a local Ray is started. A worker or a machine that dies costs only time: its work is repeated elsewhere. A
bot there cannot be hurried, because the flags for that are in this machine's memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cache
from importlib import import_module
from typing import Any

from tabletown.extras import how_to_add
from tabletown.kernel.errors import BadOption
from tabletown.lab.matches.ray import begin
from tabletown.web.catalog import Catalog
from tabletown.web.workers import bots


class RayPool:
    """The part of an executor's interface that `Workers` needs."""

    def __init__(self, extra: Sequence[str], jobs: int) -> None:
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise BadOption(f"Thinking on Ray needs Ray; install it: {how_to_add('ray')}") from None
        self._own = not self.ray.is_initialized()
        if self._own:
            begin(self.ray, jobs)
        self.width = max(2, int(self.ray.cluster_resources().get("CPU", 1)))
        self._extra = tuple(extra)
        self._there: Any = self.ray.remote(there).options(max_retries=3)

    def submit(self, work: Callable[..., Any], *what: Any) -> Future[Any]:
        job: Future[Any] = self._there.remote(self._extra, work, what).future()
        return job

    def shutdown(self, wait: bool = True, cancel_futures: bool = False) -> None:
        if self._own and (wait or cancel_futures):  # others' tasks continue
            self.ray.shutdown()


def there(extra: tuple[str, ...], work: Callable[..., Any], what: tuple[Any, ...]) -> Any:
    """Set up a worker on another machine, which has the same program and finds the same games."""
    bots.serve_from(_catalog(extra))
    return work(*what)


@cache
def _catalog(extra: tuple[str, ...]) -> Catalog:
    return Catalog(extra)
