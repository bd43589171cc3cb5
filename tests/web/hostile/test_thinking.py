"""A client that makes many bots think: another player's bot answers as fast as ever."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tabletown.web.security.fair_share import Asker, FairQueue
from tabletown.web.settings import Rate
from tabletown.web.testing import running_server
from tests.waiting import LIMIT
from tests.web.people import FOUR, Person, in_a_loop


def answers_of_bots(url: str) -> int:
    found = re.search(r"^tabletown_bot_thoughts_total (\S+)$", httpx.get(f"{url}/metrics", timeout=LIMIT).text, re.M)
    assert found is not None
    return int(float(found[1]))


@pytest.mark.long
def test_a_player_s_bot_is_not_delayed_by_25_tables_that_somebody_watches(tmp_path: Path) -> None:
    """It answers next or soon, not when the bots of all these tables have answered."""
    with running_server(tmp_path, [FOUR], ["--unlimited", "--pace", "0"]) as url, contextlib.ExitStack() as stack:
        ann, eve = Person(url, "Ann"), Person(url, "Eve")
        with ann.at(ann.opens("connect-four", "me", "bot:master"), "?scene=no") as wire:
            for _ in range(25):
                table = eve.opens("connect-four", "bot:master", "bot:master")
                address = url.replace("http", "ws") + f"{table}/stream?scene=no"
                stack.enter_context(connect(address, source_address=("127.0.0.2", 0)))
            meanwhile = []
            for _ in range(3):
                before = answers_of_bots(url)
                wire.play(wire.words[0])
                wire.next(when=lambda table: bool(table["asked"]))
                meanwhile.append(answers_of_bots(url) - before)
        # the least: the first may be asked while the processes start
        assert min(meanwhile) < 12, f"{meanwhile} answers of bots while one was waited for"


async def thinks(queue: FairQueue, asker: Asker, told: list[Asker], seconds: float = 0.01) -> None:
    turn = await queue.turn(asker)
    told.append(asker)
    try:
        await asyncio.sleep(seconds)
    finally:
        queue.done(turn)


def test_people_come_before_watchers_and_who_used_least_comes_first() -> None:
    async def go() -> None:
        queue, told = FairQueue(1), []
        ann, bo, eve = Asker("ann"), Asker("bo"), Asker("eve", watching=True)
        await asyncio.gather(*(thinks(queue, asker, told) for asker in [eve, eve, ann, ann, ann, bo, eve]))
        assert told == [eve, ann, bo, ann, ann, eve, eve]  # the first came when nobody was waiting

    in_a_loop(go())


def test_a_place_stays_free_for_those_who_play() -> None:
    async def go() -> None:
        queue, told = FairQueue(2), []
        eve, ann = Asker("eve", watching=True), Asker("ann")
        watched = await queue.turn(eve)
        slow = [asyncio.create_task(thinks(queue, eve, told)) for _ in range(2)]
        await asyncio.sleep(0)
        await thinks(queue, ann, told)
        assert told == [ann], "whoever watches has one place of two"
        queue.done(watched)
        await asyncio.gather(*slow)

    in_a_loop(go())


def test_watching_has_a_budget_and_playing_has_none() -> None:
    async def go() -> None:
        queue, told = FairQueue(1, Rate(0.0, 0.02)), []
        eve, ann = Asker("eve", watching=True), Asker("eve")
        await thinks(queue, eve, told, 0.03)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(thinks(queue, eve, told, 0.03), 0.3)
        for _ in range(2):
            await asyncio.wait_for(thinks(queue, ann, told, 0.03), LIMIT)
        assert told == [eve, ann, ann]

    in_a_loop(go())


@pytest.mark.parametrize("when", ["waiting", "thinking"])
def test_who_gives_up_leaves_the_place_to_others(when: str) -> None:
    async def go() -> None:
        queue, told = FairQueue(1), []
        ann, bo = Asker("ann"), Asker("bo")
        first = asyncio.create_task(thinks(queue, ann, told, 0.02))
        await asyncio.sleep(0)
        second = asyncio.create_task(thinks(queue, ann, told))
        if when == "waiting":
            await asyncio.sleep(0)
        else:
            await first
        second.cancel()
        await asyncio.wait_for(thinks(queue, bo, told), LIMIT)
        assert told == ([ann, bo] if when == "waiting" else [ann, ann, bo])

    in_a_loop(go())


def test_who_gives_up_in_the_moment_of_being_chosen_leaves_the_place_too() -> None:
    async def go() -> None:
        queue, told = FairQueue(1), []
        turn = await queue.turn(Asker("ann"))
        second = asyncio.create_task(thinks(queue, Asker("ann"), told))
        await asyncio.sleep(0)
        queue.done(turn)
        second.cancel()  # it was its turn, but it didn't know yet
        await asyncio.wait_for(thinks(queue, Asker("bo"), told), LIMIT)
        assert told == [Asker("bo")]

    in_a_loop(go())


def test_what_is_drawn_and_printed_counts_for_who_asked_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one share for all, whoever prints a lot would keep everybody else's results waiting."""
    asked, take = list[Asker](), FairQueue.turn

    async def turn(queue: FairQueue, asker: Asker) -> object:
        asked.append(asker)
        return await take(queue, asker)

    monkeypatch.setattr(FairQueue, "turn", turn)
    with running_server(tmp_path, [FOUR], ["--unlimited", "--pace", "0"]) as url:
        eve = Person(url, "Eve")
        assert eve.http.get("/print/crossroll").status_code == 200
        assert eve.http.get("/print/crossroll.zip").status_code == 200
        assert asked == [Asker("127.0.0.1", watching=True)] * 2
        asked.clear()
        table = eve.opens("connect-four", "me", "me")
        with eve.at(table, "?scene=no") as wire:
            while not wire.table["outcome"]:
                wire.choose(wire.words[0], seat=wire.table["asked"]["seat"])
                wire.next()
            assert eve.http.get(f"{table}/result.png").status_code == 200
        assert len(asked) == 2 and all(asker.client and asker.watching for asker in asked)
