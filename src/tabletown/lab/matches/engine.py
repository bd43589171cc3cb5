"""Play many tasks in one or more processes, in order and in chunks; none is lost when a process dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.synchronize import Event

from tabletown.kernel.errors import BadOption, TabletownError
from tabletown.lab.matches.play import MatchRow, Task, attempt

CHUNK_SECONDS = 0.4  # of work per chunk: short matches are sent together
MOST = 400  # matches in a chunk

Chunk = tuple[list[MatchRow], float]  # the rows played, and the seconds they took
Engine = Callable[[Iterable[Task], int], Iterator[MatchRow]]


class NoWorkers(TabletownError):
    """No worker process could start, so new ones would fail too."""

    def __init__(self) -> None:
        super().__init__(
            "The worker processes died at start-up. In your own script, put its code under "
            '`if __name__ == "__main__":`, because every process loads the script again.'
        )


def play_all(tasks: Iterable[Task], jobs: int = 1, engine: str = "processes") -> Iterator[MatchRow]:
    """The rows of the tasks, in the order of the tasks."""
    if engine not in ENGINES:
        raise BadOption(f"There is no engine {engine!r}. Choose one of: {', '.join(ENGINES)}.")
    if jobs < 1:
        raise BadOption(f"{jobs} processes can't play. Give 1 or more.")
    if engine == "processes" and jobs == 1:
        return map(attempt, tasks)
    return ENGINES[engine](tasks, jobs)


def play_chunk(tasks: list[Task]) -> Chunk:
    began = time.perf_counter()
    return [attempt(task) for task in tasks], time.perf_counter() - began


class Sizes:
    """The size of chunks: as many matches as take CHUNK_SECONDS, judged by those played so far."""

    def __init__(self) -> None:
        self.matches, self.seconds = 0, 0.0

    def learn(self, chunk: Chunk) -> list[MatchRow]:
        played, seconds = chunk
        self.matches += len(played)
        self.seconds += seconds
        return played

    @property
    def next(self) -> int:
        if not self.matches:
            return 1
        return max(1, min(MOST, int(CHUNK_SECONDS * self.matches / max(self.seconds, 1e-9))))


def on_processes(tasks: Iterable[Task], jobs: int) -> Iterator[MatchRow]:
    coming, sizes = iter(tasks), Sizes()
    waiting: deque[tuple[list[Task], Future[Chunk]]] = deque()
    pool = WorkerPool(jobs)
    try:
        while True:
            while len(waiting) < 2 * jobs and (chunk := list(islice(coming, sizes.next))):
                waiting.append((chunk, _submit(pool, chunk)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            try:
                played = sizes.learn(future.result())
            except BrokenProcessPool:  # a process was killed: its chunk is played again
                pool.end()
                if not pool.begun.is_set():
                    raise NoWorkers from None
                again = [task for part in (chunk, *(part for part, _ in waiting)) for task in part]
                waiting.clear()
                yield from _one_by_one(again)
                pool = WorkerPool(jobs)
            else:
                yield from played
    finally:
        pool.end()  # leave no process behind, even if the caller stops early


def _one_by_one(tasks: list[Task]) -> Iterator[MatchRow]:
    """Play each match in a process of its own: a match that kills it becomes a row that says so, and the rest go on."""
    pool = WorkerPool(1)
    try:
        for task in tasks:
            for chance in (True, False):  # the first crash may have come from outside
                try:
                    yield _submit(pool, [task]).result()[0][0]
                    break
                except BrokenProcessPool:
                    pool.end()
                    pool = WorkerPool(1)
                    if not chance:
                        error = "The process that played this match died twice."
                        yield MatchRow(task.seed, task.bots, (), (), "the match failed", 0, task.arm, {}, error)
    finally:
        pool.end()


def _submit(pool: WorkerPool, chunk: list[Task]) -> Future[Chunk]:
    try:
        return pool.submit(play_chunk, chunk)
    except BrokenProcessPool as broken:
        failed: Future[Chunk] = Future()
        failed.set_exception(broken)
        return failed


class WorkerPool(ProcessPoolExecutor):
    """A pool of worker processes. Each holds one end of a pipe and exits when the other end closes, for any reason."""

    def __init__(self, jobs: int) -> None:
        leash, self.held = multiprocessing.Pipe(duplex=False)
        context = multiprocessing.get_context("spawn")
        self.begun = context.Event()  # set by the first worker that is ready
        super().__init__(jobs, context, _begin, (leash, self.begun))

    def end(self) -> None:
        """Stop at once, without waiting for matches in progress."""
        self.held.close()
        self.shutdown(wait=True, cancel_futures=True)


def _begin(leash: Connection, begun: Event) -> None:
    """Set up a worker: it ignores interrupts, and exits when its parent closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def follow() -> None:
        wait([leash])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    begun.set()


def _on_ray(tasks: Iterable[Task], jobs: int) -> Iterator[MatchRow]:
    from tabletown.lab.matches.ray import on_ray

    return on_ray(tasks, jobs)


ENGINES: dict[str, Engine] = {"processes": on_processes, "ray": _on_ray}
