"""Play many tasks on one or more processes: in order, in chunks, and none is lost when a process dies."""

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

CHUNK_SECONDS = 0.4  # of work handed to a process at once: short matches travel together
MOST = 400  # matches in a chunk

Chunk = tuple[list[MatchRow], float]  # what was played, and how long it took
Engine = Callable[[Iterable[Task], int], Iterator[MatchRow]]


class NoWorkers(TabletownError):
    """Not one process could begin: what keeps them from it would keep all others, too."""

    def __init__(self) -> None:
        super().__init__(
            "The processes that should play died at their start. In a script of your own, put what it does under "
            '`if __name__ == "__main__":`, as every process loads the script again.'
        )


def play_all(tasks: Iterable[Task], jobs: int = 1, engine: str = "processes") -> Iterator[MatchRow]:
    """The tasks' rows, in the tasks' order whoever played them."""
    if engine not in ENGINES:
        raise BadOption(f"There is no engine {engine!r}; there are: {', '.join(ENGINES)}.")
    if jobs < 1:
        raise BadOption(f"{jobs} processes cannot play anything; give 1 or more.")
    if engine == "processes" and jobs == 1:
        return map(attempt, tasks)
    return ENGINES[engine](tasks, jobs)


def play_chunk(tasks: list[Task]) -> Chunk:
    began = time.perf_counter()
    return [attempt(task) for task in tasks], time.perf_counter() - began


class Sizes:
    """How many matches to hand over at once: as many as take CHUNK_SECONDS, by those played so far."""

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
    pool = Pool(jobs)
    try:
        while True:
            while len(waiting) < 2 * jobs and (chunk := list(islice(coming, sizes.next))):
                waiting.append((chunk, _submit(pool, chunk)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            try:
                played = sizes.learn(future.result())
            except BrokenProcessPool:  # a process was killed: whatever it had is played again
                pool.end()
                if not pool.begun.is_set():
                    raise NoWorkers from None
                again = [task for part in (chunk, *(part for part, _ in waiting)) for task in part]
                waiting.clear()
                yield from _one_by_one(again)
                pool = Pool(jobs)
            else:
                yield from played
    finally:
        pool.end()  # whoever leaves early leaves no process behind


def _one_by_one(tasks: list[Task]) -> Iterator[MatchRow]:
    """Each match alone in a process: one that kills its process is a row that says so, and the rest goes on."""
    pool = Pool(1)
    try:
        for task in tasks:
            for chance in (True, False):  # the first death may have come from outside
                try:
                    yield _submit(pool, [task]).result()[0][0]
                    break
                except BrokenProcessPool:
                    pool.end()
                    pool = Pool(1)
                    if not chance:
                        error = "The process that played this match died twice."
                        yield MatchRow(task.seed, task.bots, (), (), "the match failed", 0, task.arm, {}, error)
    finally:
        pool.end()


def _submit(pool: Pool, chunk: list[Task]) -> Future[Chunk]:
    try:
        return pool.submit(play_chunk, chunk)
    except BrokenProcessPool as broken:
        failed: Future[Chunk] = Future()
        failed.set_exception(broken)
        return failed


class Pool(ProcessPoolExecutor):
    """Processes that play. Each holds one end of a pipe and goes when the other end is closed, however that came."""

    def __init__(self, jobs: int) -> None:
        leash, self.held = multiprocessing.Pipe(duplex=False)
        context = multiprocessing.get_context("spawn")
        self.begun = context.Event()  # set by the first one that has loaded all it needs
        super().__init__(jobs, context, _begin, (leash, self.begun))

    def end(self) -> None:
        """At once: nobody waits for what is still being played."""
        self.held.close()
        self.shutdown(wait=True, cancel_futures=True)


def _begin(leash: Connection, begun: Event) -> None:
    """A worker leaves interrupts to its parent, and goes when that one lets it go or is gone."""
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
