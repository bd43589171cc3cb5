"""The same study on many machines: `tabletown study run … --engine ray`, on the Ray cluster that RAY_ADDRESS names.

Without RAY_ADDRESS, a local Ray is started with `--jobs` processes. If a worker or a machine dies, its chunk is played
again elsewhere.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import Any

from tabletown.extras import how_to_add
from tabletown.kernel.errors import BadOption
from tabletown.lab.matches.engine import Sizes, play_chunk
from tabletown.lab.matches.play import MatchRow, Task


def on_ray(tasks: Iterable[Task], jobs: int) -> Iterator[MatchRow]:
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise BadOption(f"The engine ray needs Ray; install it: {how_to_add('ray')}") from None
    own = not ray.is_initialized()
    if own:
        begin(ray, jobs)
    wide = max(jobs, int(ray.cluster_resources().get("CPU", 1)))
    play: Any = ray.remote(play_chunk).options(max_retries=-1)
    coming, sizes = iter(tasks), Sizes()
    waiting: deque[Any] = deque()
    try:
        while True:
            while len(waiting) < 2 * wide and (chunk := list(islice(coming, sizes.next))):
                waiting.append(play.remote(chunk))
            if not waiting:
                return
            yield from sizes.learn(ray.get(waiting.popleft()))
    finally:
        for left in waiting:
            ray.cancel(left, force=True)
        if own:
            ray.shutdown()


def begin(ray: Any, jobs: int) -> None:
    address = os.environ.get("RAY_ADDRESS")
    with own_signals():
        try_to_begin(ray, jobs, address)


@contextmanager
def own_signals() -> Iterator[None]:
    """Keep our signal handlers: Ray installs its own, which would end this process at once."""
    here = threading.current_thread() is threading.main_thread()
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            if here and handler is not None:
                signal.signal(number, handler)


def try_to_begin(ray: Any, jobs: int, address: str | None) -> None:
    try:
        if address:
            ray.init(address=address, log_to_driver=False)
        else:
            ray.init(num_cpus=jobs, include_dashboard=False, log_to_driver=False)
    except Exception as error:  # any error, such as a busy machine or a wrong address
        where = f"at {address}" if address else "on this machine"
        raise BadOption(f"Ray didn't start {where}. No match was lost. It says: {error}") from error
