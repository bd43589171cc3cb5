"""The store's writer: one thread, one commit after another. Writes that arrive together share a commit."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, cast

import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.web.seats import Refusal
from tabletown.web.storage.database import why, writing
from tabletown.web.storage.schema import ADD_TABLE, ORDER, Put, TableStep, Write, journal, move, tables

log = logging.getLogger("tabletown.web")


class NotWritten(Refusal):
    """The database didn't accept the write, so it didn't happen."""

    def __init__(self, reason: Text) -> None:
        super().__init__("unwritten", "This couldn't be saved, so nothing was changed: {why}. Try again.", why=reason)


class Overtaken(Refusal):
    """Another server was faster: the table's head has changed."""

    def __init__(self) -> None:
        super().__init__("stale", "The game has moved on. Here's how it stands now.")


class Job(NamedTuple):
    writes: list[Write]
    step: TableStep | None
    done: asyncio.Future[None]
    then: Callable[[Exception | None], None] | None


Chain = list[int]  # jobs of one table, each based on the previous one's head


class Writer:
    """`notify`: called inside each transaction with the changed tables; `patience`: seconds to wait for an unavailable
    database."""

    def __init__(self, engine: sa.Engine, patience: float = 30) -> None:
        self.engine, self.patience = engine, patience
        self.commits = self.rows = self.conflicts = 0
        self.notify: Callable[[sa.Connection, Iterable[Job]], None] | None = None
        self._waiting: list[Job] = []  # for the next commit
        self._busy = False  # whether a commit is under way
        self._batches: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._write_on, name="store", daemon=True)
        self._connection: sa.Connection | None = None

    # ------------------------------------------------------------------ in the event loop

    def commit(
        self, writes: list[Write], then: Callable[[Exception | None], None] | None = None, step: TableStep | None = None
    ) -> asyncio.Future[None]:
        """Commit these rows; done when they are safe on disk. Requests made during a commit share the next one.

        `then` is called first, with the error if any. `step`: write them only if that table can advance from its head.
        """
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._thread.start()
        done = self._loop.create_future()
        if not self._waiting and not self._busy:
            self._loop.call_soon(self._hand_over)  # with everything requested until then
        self._waiting.append(Job(writes, step, done, then))
        return done

    def _hand_over(self) -> None:
        if self._waiting and not self._busy:
            self._busy = True
            self._batches.put(self._waiting)
            self._waiting = []

    def _written(self, jobs: list[Job], failed: list[Exception | None]) -> None:
        self._busy = False
        late = (
            {job.step.id: error for job, error in zip(jobs, failed) if error is not None and job.step is not None}
            if any(failed)
            else {}
        )
        if late and self._waiting:  # what builds on something that wasn't written wasn't written either
            refused = [job for job in self._waiting if job.step is not None and job.step.id in late]
            self._waiting = [job for job in self._waiting if job.step is None or job.step.id not in late]
            jobs, failed = [*jobs, *refused], [*failed, *(late[job.step.id] for job in refused if job.step)]
        self._hand_over()
        for job, error in zip(jobs, failed):
            if job.then is not None:
                try:
                    job.then(error)
                except Exception:  # one table's failure must not affect the others
                    log.exception("telling what was written failed")
            if job.done.cancelled():
                continue
            if error is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(error)
                job.done.exception()  # mark as retrieved: if nobody waits for it, the table reports it

    async def close(self) -> None:
        if self._loop is not None:
            await self.commit([])  # everything requested before
            self._batches.put(None)
            await asyncio.to_thread(self._thread.join)

    # ------------------------------------------------------------------ in the writer's own thread

    def _write_on(self) -> None:
        assert self._loop is not None
        while (jobs := self._batches.get()) is not None:
            self._loop.call_soon_threadsafe(self._written, jobs, self._flush(jobs))
        self._hang_up()

    def _hang_up(self) -> None:
        if self._connection is not None:
            try:
                self._connection.close()
            except sa.exc.SQLAlchemyError:
                self._connection.invalidate()
            self._connection = None

    def _flush(self, jobs: list[Job]) -> list[Exception | None]:
        until = time.monotonic() + self.patience
        while True:
            try:
                return self._write(jobs)
            except (sa.exc.OperationalError, sa.exc.InterfaceError) as error:
                # retry a commit with an unknown outcome: what was written already has our head
                self._hang_up()
                if self.engine.dialect.name == "sqlite" or time.monotonic() > until:
                    log.error("nothing can be written: %s", error.orig)
                    return self._failed(jobs, NotWritten(why(error)))
                time.sleep(0.05)
            except Exception as error:
                self._hang_up()
                parts = _apart(jobs)
                if len(parts) == 1:
                    log.error("this cannot be written: %s", error)
                    return [NotWritten(why(error))] * len(jobs)
                # one of them failed: write each by itself, so that the others succeed
                found: list[Exception | None] = [None] * len(jobs)
                for part in parts:
                    for place, outcome in zip(part, self._flush([jobs[place] for place in part])):
                        found[place] = outcome
                return found

    def _failed(self, jobs: list[Job], error: Exception) -> list[Exception | None]:
        """Handle a failed commit: nothing was written, or only the acknowledgement was lost and the table has our
        head."""
        outcome: list[Exception | None] = [error] * len(jobs)
        chains = _chains(jobs)
        try:
            with self.engine.connect() as connection:
                there = _recognised(connection, [[jobs[place] for place in chain] for chain in chains])
        except sa.exc.SQLAlchemyError:
            return outcome
        for chain in chains:
            last = jobs[chain[-1]].step
            if last is not None and last.head in there:
                for place in chain:
                    outcome[place] = None
        return outcome

    def _write(self, jobs: list[Job]) -> list[Exception | None]:
        if self._connection is None:
            self._connection = writing(self.engine)
        connection = self._connection
        outcome: list[Exception | None] = [None] * len(jobs)
        with connection.begin():
            new = [row for job in jobs for statement, row in job.writes if statement is ADD_TABLE]
            if new:
                ADD_TABLE.run(connection, new)
            written = jobs
            if any(job.step is not None for job in jobs):
                lost, there = self._move(connection, jobs)
                for place in lost:
                    outcome[place] = Overtaken()
                if lost or there:
                    written = [job for place, job in enumerate(jobs) if place not in lost and place not in there]
            self._put(connection, written)
            if self.notify is not None:
                self.notify(connection, written)
        self.commits += 1
        return outcome

    def _move(self, connection: sa.Connection, jobs: list[Job]) -> tuple[set[int], set[int]]:
        """Advance the tables; returns the positions of jobs that lost, and of those already written."""
        lost: set[int] = set()
        there: set[int] = set()
        chains = _chains(jobs)
        while chains:
            now, later = dict[str, Chain](), list[Chain]()
            steps: list[TableStep] = []
            for chain in chains:
                first, last = jobs[chain[0]].step, jobs[chain[-1]].step
                assert first is not None and last is not None
                if first.id in now:  # it isn't based on the previous one, so decide that first
                    later.append(chain)
                else:
                    now[first.id] = chain
                    steps.append(last if first is last else last._replace(before=first.before, start=first.start))
            won = move(connection, steps)
            if len(won) < len(steps):
                late = [chain for id, chain in now.items() if id not in won]
                self._decide(connection, jobs, late, lost, there)
            chains = later
        return lost, there

    def _decide(
        self, connection: sa.Connection, jobs: list[Job], late: list[Chain], lost: set[int], there: set[int]
    ) -> None:
        """Decide for jobs that didn't advance: overtaken by another server, or already written."""
        known = _recognised(connection, [[jobs[place] for place in chain] for chain in late])
        for chain in late:
            last = jobs[chain[-1]].step
            assert last is not None
            (there if last.head in known else lost).update(chain)
            self.conflicts += last.head not in known

    def _put(self, connection: sa.Connection, jobs: list[Job]) -> None:
        rows: dict[Any, list[Any]] = {}
        for job in jobs:
            for statement, row in job.writes:
                known = rows.get(statement)
                if known is None:
                    rows[statement] = [row]
                else:
                    known.append(row)
            self.rows += len(job.writes)
        for statement in ORDER:
            together = rows.get(statement)
            if together is not None:
                if type(statement) is Put:
                    statement.run(connection, together)
                else:
                    connection.execute(cast(sa.Executable, statement), together)


def _chains(jobs: list[Job]) -> list[Chain]:
    chains: list[Chain] = []
    open: dict[str, tuple[int, Chain]] = {}  # by table: its last head and its chain
    for place, job in enumerate(jobs):
        step = job.step
        if step is None:
            continue
        known = open.get(step.id)
        if known is not None and known[0] == step.before:
            known[1].append(place)
            open[step.id] = (step.head, known[1])
        else:
            chains.append([place])
            open[step.id] = (step.head, chains[-1])
    return chains


def _apart(jobs: list[Job]) -> list[list[int]]:
    """Positions of jobs that belong together: by table; jobs without a table stand alone."""
    found: dict[Any, list[int]] = {}
    for place, job in enumerate(jobs):
        found.setdefault(job.step.id if job.step is not None else place, []).append(place)
    return list(found.values())


def _recognised(connection: sa.Connection, chains: list[list[Job]]) -> set[int]:
    """Chains whose last head is in the database: committed, but the acknowledgement was lost."""
    last = {chain[-1].step.id: chain[-1].step for chain in chains if chain[-1].step is not None}
    if not last:
        return set()
    heads = set(connection.scalars(sa.select(tables.c.head).where(tables.c.id.in_(list(last)))))
    wanted = [step.head for step in last.values() if step.head not in heads]
    if wanted:  # another step may have followed it
        places = [sa.and_(journal.c.table == s.id, journal.c.number == s.number - 1) for s in last.values()]
        heads |= set(connection.scalars(sa.select(journal.c.head).where(sa.or_(*places))))
    return heads & {step.head for step in last.values()}
