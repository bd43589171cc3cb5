"""Processes that each play a part of a batch, in shared memory."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

from tabletown.envs.vector.batch import Arrays, Batch, How

DIED = "A worker process of this batch has died. Put your script's code under `if __name__ == '__main__':`."
STEP, DONE = b"step", b"done"


class StepWorkers:
    """Each plays the rows from `first` to `last`, and this process the first ones: with as many processes as cores,
    none waits while others play. Actions and results go through the shared arrays; the pipes carry only the commands (a
    step, or the seed of a reset) and their acknowledgements (or an error)."""

    def __init__(self, how: How, n: int, workers: int) -> None:
        table = how.table()
        self._memory = SharedMemory(create=True, size=Arrays.bytes_for(n, table))
        self.arrays = Arrays.over(self._memory.buf, n, table)
        self._own = Batch(how, self.arrays.part(0, n // workers))
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        for number in range(1, workers):
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
        self._tell(str(seed).encode())
        try:
            self._own.reset(seed)
        finally:
            self.wait()

    def step(self) -> None:
        self._tell(STEP)
        try:
            self._own.step()
        finally:
            self.wait()

    def _tell(self, word: bytes) -> None:
        for pipe in self._pipes:
            try:
                pipe.send_bytes(word)
            except BrokenPipeError:
                raise RuntimeError(DIED) from None

    def wait(self) -> None:
        failed = None
        for pipe in self._pipes:
            try:
                said = pipe.recv_bytes()
            except EOFError:
                failed = RuntimeError(DIED)
            else:
                if said != DONE:
                    failed = pickle.loads(said)
        if failed is not None:
            raise failed

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()  # which tells the worker to stop
        for process in self._processes:
            process.join()
        vars(self._own).clear()  # its views of the memory, too, which an error's traceback may hold
        del self.arrays
        self._memory.close()
        self._memory.unlink()


def _work(pipe: Connection, memory: str, how: How, n: int, first: int, last: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent closes the pipe
    shared = SharedMemory(memory)
    batch = Batch(how, Arrays.over(shared.buf, n, how.table()).part(first, last), first)
    pipe.send_bytes(DONE)
    while True:
        try:
            word = pipe.recv_bytes()
        except EOFError:
            return
        try:
            if word == STEP:
                batch.step()
            else:
                batch.reset(int(word))
        except Exception as error:
            pipe.send_bytes(pickle.dumps(error))
        else:
            pipe.send_bytes(DONE)
