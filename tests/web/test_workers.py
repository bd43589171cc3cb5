"""Bots think in other processes: tables continue meanwhile, and no process outlives its server."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

from tabletown.bots import Search
from tabletown.kernel import CHANCE, Match
from tabletown.registry import game
from tabletown.saves.replay import record_of, turns_of
from tabletown.testing import play_randomly
from tabletown.web.catalog import Catalog
from tabletown.web.security.fair_share import Asker
from tabletown.web.settings import Settings
from tabletown.web.testing import Server
from tabletown.web.workers.bots import Workers, bot_task, think
from tests.waiting import LIMIT, until, until_async
from tests.web.people import FOUR, SECRETS, in_a_loop


def test_the_event_loop_goes_on_while_a_bot_thinks_and_a_hurried_bot_says_what_it_has_found() -> None:
    async def go() -> None:
        catalog = Catalog([FOUR])
        workers = Workers(catalog, Settings(workers=1))
        match = Match(catalog.find("connect-four"), 2, seed=1)
        await workers.choose(bot_task(match, 0, "easy"))  # starts the process
        flag = workers.flag()
        for_ever = f"search:{2000 * LIMIT:.0f}ms"
        thinking = asyncio.create_task(workers.choose(bot_task(match, 0, for_ever, flag=flag)))
        for _ in range(20):
            await asyncio.sleep(0.01)
        assert not thinking.done()
        workers.hurry(flag)  # it says what it has found so far; nothing, if it hasn't begun
        answered = await asyncio.wait_for(thinking, LIMIT)
        assert answered.option in match.decisions[0].options
        assert workers.thoughts == 2 and workers.seconds > 0
        workers.stop()

    in_a_loop(go())


def test_what_a_turn_has_cost_already_is_not_spent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    monkeypatch.setattr(
        "tabletown.web.workers.bots.make",
        lambda spec, seed: Search(milliseconds=200, seed=seed, clock=lambda: next(looks) / 1000),
    )
    match = Match(Catalog([FOUR]).find("connect-four"), 2, seed=1)
    think(match.game, bot_task(match, 0, "search:200ms"))
    fresh = next(looks)
    think(match.game, bot_task(match, 0, "search:200ms", spent=0.19))
    assert fresh > 2 * (next(looks) - fresh), "a look at the clock takes a thousandth"


def test_a_worker_that_dies_is_replaced() -> None:
    async def go() -> None:
        catalog = Catalog([FOUR])
        workers = Workers(catalog, Settings(workers=1))
        match = Match(catalog.find("connect-four"), 2, seed=1)
        await workers.choose(bot_task(match, 0, "easy"))
        for pid in list(workers.start()._processes):
            os.kill(pid, signal.SIGKILL)
        assert (await workers.choose(bot_task(match, 0, "easy"))).option in match.decisions[0].options
        workers.stop()

    in_a_loop(go())


def test_workers_that_are_gone_are_replaced_once_for_all_who_think(caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        catalog = Catalog([FOUR])
        workers = Workers(catalog, Settings(workers=2))
        match = Match(catalog.find("connect-four"), 2, seed=1)
        await workers.choose(bot_task(match, 0, "easy"))
        pool: Any = workers.start()
        for pid in list(pool._processes):
            os.kill(pid, signal.SIGKILL)
        await until_async(lambda: pool._broken, "it takes nothing more")
        answers = await asyncio.gather(*(workers.choose(bot_task(match, 0, "easy")) for _ in range(4)))
        assert all(answered.option in match.decisions[0].options for answered in answers)
        workers.stop()

    in_a_loop(go())
    assert caplog.text.count("a worker process died") == 1


def test_a_worker_that_is_asked_to_stop_ends_only_with_its_server() -> None:
    async def go() -> None:
        catalog = Catalog([FOUR])
        workers = Workers(catalog, Settings(workers=1))
        match = Match(catalog.find("connect-four"), 2, seed=1)
        await workers.choose(bot_task(match, 0, "easy"))
        pool: Any = workers.start()
        before = list(pool._processes)
        for pid in before:
            os.kill(pid, signal.SIGTERM)  # as a service manager signals all processes of a service
        await workers.choose(bot_task(match, 0, "search:100"))
        assert workers.start() is pool and list(pool._processes) == before
        workers.stop()

    in_a_loop(go())


def test_a_worker_gets_the_seat_s_question_in_the_middle_of_a_secret_round() -> None:
    async def go() -> None:
        catalog = Catalog([SECRETS])
        workers = Workers(catalog, Settings(workers=1))
        match = Match(catalog.find("secrets"), 2, seed=1)
        match.choose(0, "bid-bravely")
        assert (await workers.choose(bot_task(match, 1, "good"))).option in match.decision(1).options  # type: ignore[union-attr]
        turns, chances = await workers.chances(record_of(match), Asker(watching=True))
        assert turns == [0, 1, 2, 3, 4] and chances == []  # it has no evaluation of its own
        workers.stop()

    in_a_loop(go())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_no_worker_outlives_a_killed_server(tmp_path: Path) -> None:
    server = Server(tmp_path, [FOUR], ["--workers", "1"])
    with (tmp_path / "log").open("w") as log:
        server.start(stderr=log)  # started as people start it
    assert server.process is not None
    pid = server.process.pid
    workers = until(lambda: children(pid), "a worker has started")
    server.kill()
    until(lambda: not any(alive(pid) for pid in workers), "all have ended")


def children(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                status = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(status[1]) == parent and "spawn" in (entry / "cmdline").read_text():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_turns_of_a_replay_are_the_players_turns() -> None:
    match = play_randomly(Match(game("right-of-way"), seed=3), random.Random(3))
    told = {line.number for line in match.lines if line.heading and str(line.text).startswith("Turn ")}
    assert set(turns_of(match)) == {0, *told, match.number}
    assert len(told) < match.number / 5


def test_each_player_of_a_round_has_a_turn_in_the_replay() -> None:
    match = play_randomly(Match(game("broken-cities"), seed=3), random.Random(3))
    turns = turns_of(match)
    taken = [
        {answer.seat for answer in match.log[begin:end] if answer.seat != CHANCE}
        for begin, end in pairwise(turns)
        if turns[begin].phase == "turn"
    ]
    assert len(taken) > match.state.round and all(len(seats) == 1 for seats in taken)


def test_without_a_word_from_the_game_every_checkpoint_is_a_turn() -> None:
    match = play_randomly(Match(game("new-york-crisis"), seed=3), random.Random(3))
    assert set(turns_of(match)) == {point.number for point in match.checkpoints}
