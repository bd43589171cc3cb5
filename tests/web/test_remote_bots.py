"""Bots on other machines: with a stand-in for Ray, and (TABLETOWN_TEST_RAY=1) with a real one."""

from __future__ import annotations

import os
import pickle
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from tabletown import registry
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption
from tabletown.web.catalog import Catalog
from tabletown.web.workers.bots import Workers, bot_task
from tabletown.web.workers.remote_bots import RayPool
from tests.web.people import FOUR, in_a_loop


class StandIn(SimpleNamespace):
    """The parts of Ray that we use; arguments and results are pickled, as they would be."""

    def remote(self, function: Any) -> Any:
        threads = ThreadPoolExecutor(2)

        def there(data: bytes) -> bytes:
            return pickle.dumps(function(*pickle.loads(data)))

        def call(*what: Any) -> Any:
            job, back = threads.submit(there, pickle.dumps(what)), Future[Any]()
            job.add_done_callback(lambda done: back.set_result(pickle.loads(done.result())))
            return SimpleNamespace(future=lambda: back)

        return SimpleNamespace(options=lambda **how: SimpleNamespace(remote=call))


async def thinks(pool: RayPool) -> None:
    workers = Workers(Catalog([FOUR]))
    workers.think_on(pool, pool.width)
    match = Match(registry.game("right-of-way"), seed=3)
    seat = match.decisions[0].seat
    answered = await workers.choose(bot_task(match, seat, "search:5", flag=workers.flag()))
    assert match.decisions[0].takes(answered.option) and workers.thoughts == 1
    four = Match(workers.catalog.find("connect-four"), seed=3)
    assert four.decisions[0].takes((await workers.choose(bot_task(four, 0, "greedy"))).option)
    workers.stop()


def test_a_bot_thinks_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = StandIn(is_initialized=lambda: True, cluster_resources=lambda: {"CPU": 6.0})
    monkeypatch.setitem(sys.modules, "ray", ray)
    pool = RayPool([FOUR], 2)
    assert pool.width == 6
    in_a_loop(thinks(pool))


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"run\.py install ray"):
        RayPool([], 2)


@pytest.mark.skipif(os.environ.get("TABLETOWN_TEST_RAY") != "1", reason="TABLETOWN_TEST_RAY=1 runs it on a real Ray")
def test_a_bot_thinks_on_a_real_ray() -> None:
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    in_a_loop(thinks(RayPool([FOUR], 2)))
