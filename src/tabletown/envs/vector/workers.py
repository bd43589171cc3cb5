"""Processes that each play a part of a batch, in shared memory."""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

from tabletown.envs.vector.batch import Arrays, Batch, How

DIED = "A worker process of this batch has died. Put your script's code under `if __name__ == '__main__':`."


class StepWorkers:
    """Each plays the rows from `first` to `last`. Actions and results go through the shared arrays; the pipe carries
    only the commands and their acknowledgements."""

    def __init__(self, how: How, n: int, workers: int) -> None:
        table = how.table()
        self._memory = SharedMemory(create=True, size=Arrays.bytes_for(n, table))
        self.arrays = Arrays.over(self._memory.buf, n, table)
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        for number in range(workers):
            first, last = n * number // workers, n * (number + 1) // workers
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, self._memory.name, how, n, first, last), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        try:
            self.wait()  # until all have begun
        except BaseException:
            self.close()
            raise

    def reset(self, seed: int) -> None:
        self._tell(("reset", seed))

    def step(self) -> None:
        self._tell(("step", None))

    def _tell(self, word: tuple[str, Any]) -> None:
        for pipe in self._pipes:
            pipe.send(word)
        self.wait()

    def wait(self) -> None:
        failed = None
        for pipe in self._pipes:
            try:
                failed = pipe.recv() or failed
            except EOFError:
                failed = RuntimeError(DIED)
        if failed is not None:
            raise failed

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()  # which tells the worker to stop
        for process in self._processes:
            process.join()
        del self.arrays
        self._memory.close()
        self._memory.unlink()


def _work(pipe: Connection, memory: str, how: How, n: int, first: int, last: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent closes the pipe
    shared = SharedMemory(memory)
    batch = Batch(how, Arrays.over(shared.buf, n, how.table()).part(first, last), first)
    pipe.send(None)
    while True:
        try:
            what, seed = pipe.recv()
        except EOFError:
            return
        try:
            if what == "reset":
                batch.reset(seed)
            else:
                batch.step()
        except Exception as error:
            pipe.send(error)
        else:
            pipe.send(None)
