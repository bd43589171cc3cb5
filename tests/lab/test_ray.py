"""The engine on a Ray cluster of two nodes. It takes half a minute: TABLETOWN_RAY=1 runs it (`pip install ray`)."""

import os
import signal
from pathlib import Path

import pytest

if os.environ.get("TABLETOWN_RAY") != "1":
    pytest.skip("TABLETOWN_RAY=1 runs the tests of the Ray engine", allow_module_level=True)

from tabletown.lab.engine import play_all
from tabletown.lab.play import Task, attempt

ray = pytest.importorskip("ray", reason="the extra `ray` is not installed")
Cluster = pytest.importorskip("ray.cluster_utils").Cluster

TASKS = [Task("cross-bronx", ("random",) * 3, {}, seed) for seed in range(60)]


def _works(folder: Path) -> bool:
    try:
        return (folder / "cmdline").read_bytes().startswith((b"ray::play_chunk", b"ray::IDLE"))
    except OSError:
        return False


def test_two_nodes_play_the_same_matches_and_a_killed_worker_loses_nothing() -> None:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        assert len(ray.nodes()) == 2
        matches = play_all(iter(TASKS), 2, "ray")
        played = [next(matches) for _ in range(5)]
        workers = [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _works(folder)]
        os.kill(workers[0], signal.SIGKILL)
        played += matches
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert played == [attempt(task) for task in TASKS]
