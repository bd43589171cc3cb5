"""The engine on a Ray cluster of two nodes. Half a minute: TABLETOWN_TEST_RAY=1 runs it (`pip install ray`)."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

if os.environ.get("TABLETOWN_TEST_RAY") != "1":
    pytest.skip("TABLETOWN_TEST_RAY=1 runs the tests of the Ray engine", allow_module_level=True)

from tabletown.lab.matches.engine import play_all
from tabletown.lab.matches.play import Task, attempt
from tests.waiting import LIMIT, until

ray = pytest.importorskip("ray", reason="the extra `ray` is not installed")
polars = pytest.importorskip("polars", reason="the extra `lab` is not installed")
Cluster = pytest.importorskip("ray.cluster_utils", reason="the extra `ray` is not installed").Cluster

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


def test_a_polite_request_to_end_leaves_the_table_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """SIGTERM: Ray's own handler would end the process at once, without writing the Parquet file."""
    file = tmp_path / "s.toml"
    file.write_text('game = "right-of-way"\nbots = ["random", "random"]\nmatches = 400\n')
    command = [sys.executable, "-m", "tabletown", "study", "run", str(file), "--engine", "ray"]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    rows, parquet = tmp_path / "s.results" / "matches.jsonl", tmp_path / "s.results" / "matches.parquet"
    until(lambda: running.poll() is not None or (rows.exists() and rows.read_bytes()), "a first match")
    running.send_signal(signal.SIGTERM)
    told = " ".join(running.communicate(timeout=LIMIT)[1].split())
    kept = len(rows.read_text().splitlines())
    assert running.returncode == 130 and "Interrupted" in told and 0 < kept < 400
    assert polars.read_parquet(parquet).height == kept
    subprocess.run(command, check=True, timeout=LIMIT, capture_output=True)
    assert polars.read_parquet(parquet)["seed"].to_list() == list(range(1, 401))
