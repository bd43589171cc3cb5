"""Fixtures and hooks for all tests."""

import asyncio
import contextlib
import gc
import os
import ssl
import sys
import time
from collections import Counter
from collections.abc import Coroutine, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from pathlib import Path, PurePosixPath
from typing import IO, Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

from tabletown.kernel.text import language
from tabletown.web.testing import Server

# The tests start the program dozens of times, so bytecode is kept even where it is switched off.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

NO_BROWSER = "no Chromium is installed"


ENGLISH = language.get()
LONG = os.environ.get("TABLETOWN_LONG") == "1"  # set by .ci/run; the slowest tests are skipped otherwise


T = TypeVar("T")


def mostly_long(values: Iterable[T], *now: T) -> list[ParameterSet]:
    """Parameters for `parametrize`: `now` in every run, the others only with TABLETOWN_LONG=1."""
    return [pytest.param(value, marks=() if value in now else pytest.mark.long) for value in values]


def mostly_long_rows(rows: Iterable[tuple[Any, ...]], *now: tuple[Any, ...]) -> list[ParameterSet]:
    """The same for tests with several parameters."""
    return [pytest.param(*row, marks=() if row in now else pytest.mark.long) for row in rows]


def awaited(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: in ours, Playwright's loop keeps running once a browser is open."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, work).result()


def pytest_runtest_setup(item: pytest.Item) -> None:
    language.set(ENGLISH)  # an earlier test may have changed it
    if item.get_closest_marker("long") is not None and not LONG:
        pytest.skip("takes long; runs with TABLETOWN_LONG=1, as in .ci/run")


@pytest.fixture(scope="session", autouse=True)
def certificates_read_once() -> Iterator[None]:
    """Each client of httpx reads the certificates of all authorities, which takes longer than most of its requests, and
    hardly any of them speaks TLS here."""
    read, keep = ssl.create_default_context, cache(ssl.create_default_context)

    def context(*purpose: Any, **where: Any) -> ssl.SSLContext:
        return keep(**where) if where.keys() & {"cafile", "capath"} and not purpose else read(*purpose, **where)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", context)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_servers() -> Iterator[None]:
    """Start servers quickly, as starting one takes longer than most tests.

    `running_server` starts it in a thread of this process; one that must be a process (`Server`, to be killed) is
    forked from another that has everything loaded. Those with a log or a prefix of their own are started as people
    start them. The others have a seed, and bots limit their thinking by count, so that matches are reproducible.
    """
    from tests.campaigns.nursery import Nursery, born
    from tests.web import threaded

    nurseries: list[Nursery] = []
    in_earnest = Server.launch

    def launch(self: Server, command: list[str], stderr: IO[str] | None) -> Any:
        if self.prefix or stderr is not None or type(self) is not Server:
            assert not self.ahead
            return in_earnest(self, command, stderr)
        if self.seeded and "--seed" not in command:
            command = [*command, "--seed", "7"]
        if not self.apart:
            return threaded.Threaded(command[command.index("tabletown.web") + 1 :])
        if not nurseries:
            nurseries.append(Nursery())
        return born(nurseries[0], command, self.ahead)

    with pytest.MonkeyPatch.context() as patch:
        threaded.prepare(patch)
        patch.setattr(Server, "launch", launch)
        yield
    for nursery in nurseries:
        nursery.close()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector off what stays until the end anyway: modules and tests. It would take half of the time
    in which they are loaded, and an eighth of the time of the tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(100_000, 20, 20)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests for several processes: with a browser first, other slow ones in the middle, quick ones last.

    Each process gets an equal share and later takes from the end of the others' shares, which is quick.
    """
    browser, slow, quick = list[pytest.Item](), list[pytest.Item](), list[pytest.Item]()
    for item in items:
        in_browser = item.nodeid.startswith("tests/web/browser/")
        is_slow = item.nodeid.startswith(("tests/web/", "tests/conformance/"))
        (browser if in_browser else slow if is_slow else quick).append(item)
    filling = max(0, len(items) // 2 - len(browser))
    items[:] = browser + quick[:filling] + slow + quick[filling:]


# ---------------------------------------------------------------------- where the time goes, by folder


def cpu_seconds() -> float:
    """CPU time of this process and its children, ended or still running (such as a browser)."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system + running_seconds(os.getpid())


def cpu_since() -> float:
    """CPU seconds since the last call, each counted once.

    The sum may shrink: the system may leave out a child while others end, so we look again; and when the parent of a
    process was killed, nobody inherits its time, so what was counted stays counted.
    """
    now = cpu_seconds()
    if now < Spent.last:
        now = cpu_seconds()
    used, Spent.last = max(0.0, now - Spent.last), now
    return used


def running_seconds(pid: int) -> float:
    """CPU time of a process's children that still run, where the system reports it (Linux)."""
    used = 0.0
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                with contextlib.suppress(OSError):  # it has ended in the meantime
                    fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                    used += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + running_seconds(child)
    return used


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]
    """Add the CPU time to the report, which pytest-xdist passes on between processes."""
    report = yield
    if call.when == "teardown":
        report.user_properties.append(("cpu", cpu_since()))
    return report


class Spent:
    """Elapsed and CPU seconds by folder."""

    last = cpu_seconds()
    began = time.perf_counter()
    wall: Counter[str] = Counter()
    cpu: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    skipped: Counter[str] = Counter()  # by reason
    terminal: pytest.TerminalReporter | None = None


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    Spent.terminal = config.pluginmanager.get_plugin("terminalreporter")


def folder_of(nodeid: str) -> str:
    """The folder of a test: `tests/web`, `tests/games/crossroll`, or `tests` for files directly in it."""
    parts = PurePosixPath(nodeid.partition("::")[0]).parts[:-1]
    return "/".join(parts[: 3 if parts[1:2] in (("games",), ("web",)) else 2])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    folder = folder_of(report.nodeid)
    Spent.wall[folder] += report.duration
    Spent.cpu[folder] += sum(value for name, value in report.user_properties if name == "cpu")
    Spent.tests[folder] += report.when == "call"
    if report.failed and Spent.terminal is not None:  # at once, so that nobody has to wait for the end of a long run
        crash = getattr(report.longrepr, "reprcrash", None)
        why = crash.message.splitlines()[0] if crash else report.when
        Spent.terminal.write_line(f"\nFAILED {report.nodeid}: {why}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.stats.get("skipped", []):
        _, _, reason = report.longrepr
        Spent.skipped[reason.removeprefix("Skipped: ")] += 1
    if len(Spent.wall) < 2:
        return
    terminalreporter.section("time by folder")
    terminalreporter.write_line(f"{'':<28}{'tests':>6}{'seconds':>9}{'of CPU':>8}")
    for folder, wall in Spent.wall.most_common():
        terminalreporter.write_line(f"{folder:<28}{Spent.tests[folder]:>6}{wall:>9.1f}{Spent.cpu[folder]:>8.1f}")
    lasted, wall, cpu = time.perf_counter() - Spent.began, Spent.wall.total(), Spent.cpu.total()
    terminalreporter.write_line(f"{f'all, in {lasted:.0f} s':<28}{Spent.tests.total():>6}{wall:>9.1f}{cpu:>8.1f}")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Print the summary after pytest's own output."""
    if Spent.skipped and not hasattr(config, "workerinput"):
        reasons = "; ".join(f"{number} × {reason}" for reason, number in Spent.skipped.most_common())
        print(f"\nSkipped: {reasons}.")


def pytest_sessionfinish() -> None:
    """Stop this process's PostgreSQL, because an xdist process ends without running exit handlers."""
    from tabletown.web.testing import postgres

    if postgres.cache_info().currsize:
        postgres().cleanup()
