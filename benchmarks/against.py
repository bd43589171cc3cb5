"""Compare the speed of this checkout with an older one, interleaved in one run, each in separate processes.

    python benchmarks/against.py 690002f                  the working tree against a commit
    python benchmarks/against.py ../old ../new --json     one folder against another
    python benchmarks/against.py . --pythons ../3.11/bin/python,../3.14/bin/python

OLD and NEW are git revisions or folders; NEW defaults to this checkout. It measures answers and clones a second of
every game, whole random matches, and moves of a real server that writes every move to its SQLite file; with `--only
steps` also steps of environments (extra envs). One measurement of the old is followed by the same of the new, the next
pair the other way round, many times; the result is the median of the ratios, so that changes in the machine's speed
affect both alike. Rules are measured in seconds of CPU time, the server in moves a second and, where the machine is
shared, better in CPU time a move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]
STANDARD = ("answers", "clones", "matches", "server")
KINDS = (*STANDARD, "steps")
FOUR = "connect-four"


# ------------------------------------------------------------------ in a process of one checkout's own


def rates_of(root: Path) -> dict[str, Callable[[str], Callable[[], int]]]:
    """By kind and game: a step that does some work and returns how much. Only features of every version are used."""
    import importlib.util
    import random
    from itertools import count

    from tabletown import registry
    from tabletown.kernel import Match

    def find(id: str) -> Any:
        if id != FOUR:
            return registry.game(id)
        yardstick = root / "benchmarks" / "connect_four.py"
        path = yardstick if yardstick.exists() else root / "docs" / "connect_four.py"
        spec = importlib.util.spec_from_file_location("connect_four", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.game

    def play(match: Match, pick: Callable[[], float]) -> int:
        given = 0
        while decisions := match.decisions:
            decision = decisions[0]
            options = decision.options
            match.choose(decision.seat, options[int(pick() * len(options))])
            given += 1
        return given

    def answers(id: str) -> Callable[[], int]:
        game, seeds, pick = find(id), count(), random.Random(1).random
        return lambda: play(Match(game, seed=next(seeds), live=False), pick)

    def matches(id: str) -> Callable[[], int]:
        game, seeds, pick = find(id), count(), random.Random(2).random

        def whole() -> int:
            match = Match(game, seed=next(seeds))  # live, as people play it, with a text log
            play(match, pick)
            assert match.outcome is not None
            return 1

        return whole

    def clones(id: str) -> Callable[[], int]:
        game, middle = find(id), []
        for seed in range(8):  # several, because luck differs between versions
            whole = Match(game, seed=seed, live=False)
            play(whole, random.Random(seed).random)
            step = max(1, whole.number // 60)
            middle += [whole.at(number) for number in range(whole.number // 3, 2 * whole.number // 3, step)]

        def copy() -> int:
            for match in middle:
                match.clone()
            return len(middle)

        return copy

    def steps(id: str) -> Callable[[], int]:
        from tabletown.envs import Table

        table, seeds, pick = Table(find(id)), count(), random.Random(3).random

        def whole() -> int:
            table.reset(next(seeds))
            done = 0
            while not table.over:
                seat = table.seat
                table.observe(seat)
                legal = table.mask(seat).nonzero()[0]
                table.step(int(legal[int(pick() * len(legal))]), seat)
                done += 1
            return done

        return whole

    return {"answers": answers, "clones": clones, "matches": matches, "steps": steps}


def measure(root: Path) -> None:
    """Read `kind game seconds` line by line, and write how much work was done per second of CPU time."""
    kinds, steps = rates_of(root), {}
    for line in sys.stdin:
        kind, game, seconds = line.split()
        if (kind, game) not in steps:
            steps[kind, game] = kinds[kind](game)
            steps[kind, game]()  # warm up
        step, done, spent, began = steps[kind, game], 0, 0.0, time.process_time()
        while spent < float(seconds):
            done += step()
            spent = time.process_time() - began
        print(done / spent, flush=True)


def host(root: Path, data: Path) -> None:
    """Serve until standard input closes; first writes port and process id."""
    from tabletown.web.testing import Server

    server = Server(data, [f"{root}/tests/web/marathon.py:game"], ["--unlimited", "--workers", "0"])
    server.start()
    try:
        assert server.process is not None
        print(server.port, server.process.pid, flush=True)
        sys.stdin.read()
    finally:
        server.kill()


# ------------------------------------------------------------------ from outside


class Checkout:
    """One version: its folder and the processes that measure it."""

    def __init__(self, name: str, root: Path, stack: ExitStack) -> None:
        self.name, self.root, self.stack, self.python = name, root, stack, sys.executable
        self._measurer: subprocess.Popen[str] | None = None
        self._server: tuple[int, int, list[str]] | None = None

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        path = os.pathsep.join(filter(None, [str(self.root / "src"), os.environ.get("PYTHONPATH", "")]))
        process = subprocess.Popen(
            [self.python, __file__, "--as", str(self.root), *arguments],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.stack.callback(process.wait)
        assert process.stdin is not None
        self.stack.callback(process.stdin.close)
        return process

    def rate(self, kind: str, game: str, seconds: float) -> float:
        if self._measurer is None:
            self._measurer = self._start("measure")
        assert self._measurer.stdin is not None and self._measurer.stdout is not None
        self._measurer.stdin.write(f"{kind} {game} {seconds}\n")
        self._measurer.stdin.flush()
        told = self._measurer.stdout.readline()
        if not told:
            raise SystemExit(f"{self.name} could not measure the {kind} of {game}.")
        return float(told)

    def moves(self, seconds: float, tables: int, game: str, pictures: bool) -> tuple[float, float]:
        """Moves of its server: per second, and per second of CPU time."""
        import server as bench

        if self._server is None:
            data = self.stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            process = self._start("host", data)
            assert process.stdout is not None
            told = process.stdout.readline().split()
            if not told:
                raise SystemExit(f"The server of {self.name} did not start.")
            port, pid = map(int, told)
            self._server = port, pid, bench.paths_of(port, game, tables, pictures)
        port, pid, paths = self._server
        delays, lasted, used = asyncio.run(bench.play(port, pid, paths, seconds))
        return len(delays) / lasted, len(delays) / used if used else 0.0


@contextmanager
def checkout(name: str, stack: ExitStack) -> Iterator[Checkout]:
    """A folder as it is, or a git revision unpacked temporarily."""
    if Path(name).is_dir():
        yield Checkout(name, Path(name).resolve(), stack)
        return
    packed = subprocess.run(["git", "archive", name], cwd=HERE, capture_output=True)
    if packed.returncode:
        raise SystemExit(f"{name!r} is neither a folder nor a git revision: {packed.stderr.decode().strip()}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as tar:
            tar.extractall(folder, filter="data")
        yield Checkout(name, Path(folder), stack)


class Ratio:
    """One quantity measured repeatedly on both."""

    def __init__(self, kind: str, game: str) -> None:
        self.kind, self.game = kind, game
        self.old: list[float] = []
        self.new: list[float] = []

    @property
    def ratios(self) -> list[float]:
        return sorted(new / old for new, old in zip(self.new, self.old, strict=True) if old)

    @property
    def median(self) -> float:
        return statistics.median(self.ratios)

    @property
    def spread(self) -> tuple[float, float]:
        """The range of the middle half of the ratios."""
        ratios = self.ratios
        if len(ratios) < 2:
            return ratios[0], ratios[0]
        low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
        return low, high

    def told(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "game": self.game,
            "old": statistics.median(self.old),
            "new": statistics.median(self.new),
            "ratio": self.median,
            "spread": self.spread,
            "ratios": self.ratios,
        }


def compare(old: Checkout, new: Checkout, given: argparse.Namespace) -> list[Ratio]:
    games = given.games.split(",") if given.games else [FOUR, *installed()]
    kinds = given.only.split(",") if given.only else list(STANDARD)
    if unknown := set(kinds) - set(KINDS):
        raise SystemExit(f"{sorted(unknown)[0]!r} cannot be measured; there are: {', '.join(KINDS)}.")
    ratios = [Ratio(kind, game) for kind in kinds if kind != "server" for game in games]
    for number in range(given.rounds):
        pair = [(old, "old"), (new, "new")][:: 1 if number % 2 else -1]
        for ratio in ratios:
            say(f"round {number + 1} of {given.rounds}: {ratio.kind} of {ratio.game}")
            for side, name in pair:
                getattr(ratio, name).append(side.rate(ratio.kind, ratio.game, given.seconds))
    if "server" in kinds:
        ratios += serving(old, new, given)
    say("")
    return ratios


def serving(old: Checkout, new: Checkout, given: argparse.Namespace) -> list[Ratio]:
    moves, cpu = Ratio("server", "moves a second"), Ratio("server", "moves a CPU second")
    for number in range(given.server_rounds):
        say(f"server, round {number + 1} of {given.server_rounds}")
        for side, name in [(old, "old"), (new, "new")][:: 1 if number % 2 else -1]:
            rate, of_cpu = side.moves(given.server_seconds, given.tables, given.server_game, given.pictures)
            getattr(moves, name).append(rate)
            getattr(cpu, name).append(of_cpu)
    return [moves, *([cpu] if all(cpu.old) else [])]  # (only Linux reports CPU time)


def installed() -> list[str]:
    from tabletown import registry

    return [game.about.id for game in registry.games()]


def say(words: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{words:<70}", end="" if words else "\r", file=sys.stderr, flush=True)


def report(ratios: list[Ratio], old: str, new: str) -> str:
    lines = [f"| measured | {old} | {new} | ratio | middle half |", "|---|--:|--:|--:|---|"]
    for ratio in ratios:
        told, (low, high) = ratio.told(), ratio.spread
        what = f"{ratio.game} {ratio.kind}" if ratio.kind != "server" else f"server, {ratio.game}"
        lines.append(
            f"| {what} | {told['old']:,.0f} | {told['new']:,.0f} | {ratio.median:.2f} | {low:.2f} to {high:.2f} |"
        )
    lines += ["", "| kind | median of the ratios | lowest |", "|---|--:|--:|"]
    for kind in dict.fromkeys(ratio.kind for ratio in ratios):
        medians = [ratio.median for ratio in ratios if ratio.kind == kind]
        lines.append(f"| {kind} | {statistics.median(medians):.2f} | {min(medians):.2f} |")
    return "\n".join(lines)


def main() -> int:
    if sys.argv[1:2] == ["--as"]:
        root, task, *more = sys.argv[2:]
        measure(Path(root)) if task == "measure" else host(Path(root), Path(more[0]))
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="a git revision or a folder")
    parser.add_argument("new", nargs="?", default=str(HERE), help="the same; by default this checkout")
    parser.add_argument("--rounds", type=int, default=15, help="pairs of measurements of each kind and game")
    parser.add_argument("--seconds", type=float, default=0.2, help="of CPU time a measurement")
    parser.add_argument("--server-rounds", type=int, default=5, help="pairs of measurements of the server")
    parser.add_argument("--server-seconds", type=float, default=4.0, help="a measurement of the server")
    parser.add_argument("--tables", type=int, default=200, help="at the server, with two sockets each")
    parser.add_argument("--server-game", default="marathon", help="played at the server; several with commas")
    parser.add_argument("--pictures", action="store_true", help="the server sends them, as to a browser")
    parser.add_argument("--games", default="", help="only these, comma-separated; connect-four is one of them")
    parser.add_argument("--only", default="", help=f"only these kinds, comma-separated: {', '.join(KINDS)}")
    parser.add_argument("--least", type=float, default=0.0, help="fail if the median of a kind is below this")
    parser.add_argument("--pythons", default="", metavar="OLD,NEW", help="interpreters, if not this one for both")
    parser.add_argument("--json", action="store_true", help="print data instead of a table")
    given = parser.parse_args()
    with ExitStack() as folders, ExitStack() as processes:
        old = folders.enter_context(checkout(given.old, processes))
        new = folders.enter_context(checkout(given.new, processes))
        if given.pythons:
            old.python, new.python = given.pythons.split(",")
        ratios = compare(old, new, given)
    if given.json:
        print(json.dumps([ratio.told() for ratio in ratios], indent=1))
    else:
        print(report(ratios, Path(given.old).name or "old", "this checkout" if given.new == str(HERE) else given.new))
    kinds = {ratio.kind for ratio in ratios}
    medians = {kind: statistics.median(ratio.median for ratio in ratios if ratio.kind == kind) for kind in kinds}
    slow = sorted(kind for kind, median in medians.items() if median < given.least)
    if slow:
        print(f"Slower than {given.least} of {given.old}: {', '.join(slow)}.", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
