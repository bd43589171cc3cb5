"""A thread pool that knows its load."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class ThreadPool(ThreadPoolExecutor):
    """`most`: its largest number of threads; `tasks`: calls running or waiting."""

    def __init__(self, most: int, name: str) -> None:
        super().__init__(most, name)
        self.most, self.tasks = most, 0

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future = super().submit(call, *args, **named)
        self.tasks += 1
        future.add_done_callback(self._done)
        return future

    def _done(self, future: Future[Any]) -> None:
        self.tasks -= 1

    @property
    def busy(self) -> int:
        return min(self.tasks, self.most)

    @property
    def waiting(self) -> int:
        return max(0, self.tasks - self.most)
