"""A model at the table through the Model Context Protocol: in memory, over standard input and output, over HTTP."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tabletown.mcp.server import MOST_SEATS, TakenSeats, make_server
from tabletown.mcp.table import Seat, ServerRefused, TableServer
from tabletown.registry import game, games
from tabletown.web.testing import free_port, running_server
from tests.conftest import LONG, awaited, mostly_long
from tests.envs.test_text import nonsense
from tests.waiting import LIMIT, until

GAMES = [each.about.id for each in games()]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("mcp")) as url:
        yield url


class Model:
    """A scripted model that reads a tool's output and picks an option from it."""

    def __init__(self, client: Client, seed: int = 1) -> None:
        self.client, self.rng = client, random.Random(seed)

    async def call(self, tool: str, **given: Any) -> str:
        result = await self.client.call_tool(tool, given)
        return "".join(part.text for part in result.content)

    async def sit(self, tool: str, **given: Any) -> tuple[str, str]:
        told = await self.call(tool, **given)
        seat = re.search(r"Your seat: (\w+)", told)
        assert seat is not None, told
        return seat[1], told

    def pick(self, told: str) -> str:
        options = told.partition("## Options")[2]
        words = re.findall(r"^(?:\d+\. )?([a-z]\S*?): ", options, re.MULTILINE)
        return self.rng.choice(words) if words else "1"


async def play_on(model: Model, seat: str, told: str, answers: int = 100_000, words: Any = None) -> str:
    """Play until the match is over or this many answers were given."""
    while "The match is over" not in told and answers:
        if "## Question" in told:
            told = await model.call("choose", seat=seat, answer=words() if words else model.pick(told))
            assert "You chose" in told, told
            answers -= 1
        else:
            told = await model.call("wait_for_turn", seat=seat, seconds=LIMIT)
    return told


@pytest.mark.parametrize("name", mostly_long(GAMES, "new-york-crisis"))
def test_a_model_plays_a_whole_match(name: str, address: str) -> None:
    async def run() -> str:
        async with Client(make_server(TableServer(address))) as client:
            model = Model(client)
            assert name in await model.call("list_games")
            others = ["easy"] * (game(name).about.default_seats - 1)
            seat, told = await model.sit("open_table", game=name, others=others)
            assert address in told
            return await play_on(model, seat, await model.call("look", seat=seat))

    assert "Winners:" in awaited(run())


@pytest.mark.parametrize("name", mostly_long(GAMES, "new-york-crisis"))
def test_a_model_plays_a_whole_match_without_a_list(name: str, address: str) -> None:
    """The model has to know the rules: a helper at the same seat tells it the legal options."""

    async def run() -> str:
        tables, opened = TableServer(address), list[Seat]()

        class Known(TableServer):
            def open(self, wish: Any) -> Any:
                made = super().open(wish)
                opened.append(Seat(tables, made["id"], made["url"], made["seats"][0]["key"]))
                return made

        async with Client(make_server(Known(address), listed=False)) as client:
            model = Model(client)
            others = ["easy"] * (game(name).about.default_seats - 1)
            seat, _ = await model.sit("open_table", game=name, others=others)

            def know() -> str:
                return str(model.rng.choice(opened[0].view()["asked"]["options"])["word"])

            told = await model.call("look", seat=seat)
            assert "## Options" not in told
            return await play_on(model, seat, told, words=know)

    assert "Winners:" in awaited(run())


def test_a_person_and_a_model_play_at_the_same_table(address: str) -> None:
    """The person follows the invitation; person and model read each other's chat."""

    async def run() -> None:
        async with Client(make_server(TableServer(address))) as client:
            model = Model(client)
            seat, told = await model.sit("open_table", game="right-of-way", others=["person"], name="Robo")
            link = re.search(r"http://\S+/join/\S+", told)
            assert link is not None
            person = TableServer(address).join(link[0], "Ana")
            person.say("Hello, machine.")
            assert "Hello, machine." in await model.call("read_chat", seat=seat)
            assert await model.call("say", seat=seat, text="Hello, Ana.") == "Said."
            assert any("Hello, Ana." in line for line in person.chat())
            for _ in range(40):
                told = await model.call("look", seat=seat)
                if "## Question" in told:
                    assert "You chose" in await model.call("choose", seat=seat, answer=model.pick(told))
                else:
                    assert "It isn't your turn" in await model.call("choose", seat=seat, answer="1")
                    assert "waiting for" in await model.call("wait_for_turn", seat=seat, seconds=0)
                    view = person.view()
                    person.choose(view["number"], view["asked"]["options"][0]["word"])
            assert "Ana" in told

    awaited(run())


def test_a_model_joins_by_link_and_only_this_server_s(address: str) -> None:
    made = TableServer(address).open({"game": "right-of-way", "seats": [{"kind": "me"}, {"kind": "link"}]})

    async def run() -> None:
        async with Client(make_server(TableServer(address))) as client:
            model = Model(client)
            seat, _ = await model.sit("join_table", link=made["seats"][1]["invite"])
            assert "What you see" in await model.call("look", seat=seat)
            assert made["seats"][0]["key"] not in await model.call("look", seat=seat)
            told = await model.call("join_table", link="http://example.org/join/abc")
            assert "is for example.org" in told
            assert "This invitation isn't valid" in await model.call("join_table", link="nonsense")

    awaited(run())


def test_refusals_have_reasons_and_clauses(address: str) -> None:
    async def run() -> None:
        async with Client(make_server(TableServer(address))) as client:
            model = Model(client)
            seat, _ = await model.sit("open_table", game="right-of-way", others=["easy"])
            before = await model.call("wait_for_turn", seat=seat, seconds=LIMIT)
            for answer in ("plot:A1", "99", "", "sing a song", "{" * 3000, "\x00"):
                told = await model.call("choose", seat=seat, answer=answer)
                assert told.startswith("Refused: ") and re.search(r"\[[\w.-]+\]", told), told
            assert await model.call("look", seat=seat) == before
            assert "[turn.one-placement]" in await model.call("why_not", seat=seat, option="plot:A1")
            assert "[turn.one-placement]" in await model.call(
                "read_rules", game="right-of-way", find="turn.one-placement"
            )
            assert "[" in await model.call("read_rules", game="right-of-way", find="drawing stack")
            assert "No clause" in await model.call("read_rules", game="right-of-way", find="banana")
            assert "turn.one-placement" in await model.call("read_rules", game="right-of-way")
            assert "isn't a seat of yours" in await model.call("look", seat="guess")
            assert "no game" in (await model.call("read_rules", game="chess")).lower()
            assert "no game" in (await model.call("open_table", game="chess")).lower()

    awaited(run())


@pytest.mark.parametrize("name", mostly_long(GAMES, "new-york-crisis"))
def test_malformed_answers_get_reasons_and_break_nothing(name: str, address: str) -> None:
    """Two hundred for each game in the long run, so 1,000 in all; the match goes on to its end."""

    async def run() -> tuple[int, str]:
        async with Client(make_server(TableServer(address))) as client:
            model, rng, refused = Model(client), random.Random(name), 0
            others = ["easy"] * (game(name).about.default_seats - 1)
            seat, told = await model.sit("open_table", game=name, others=others)
            while refused < (200 if LONG else 30):
                if "The match is over" in told:  # some are short
                    seat, told = await model.sit("open_table", game=name, others=others)
                    continue
                if "## Question" not in told:
                    told = await model.call("wait_for_turn", seat=seat, seconds=LIMIT)
                    continue
                for _ in range(10):
                    said = await model.call("choose", seat=seat, answer=nonsense(rng, ["pass", "end", "plot:A1"]))
                    if not said.startswith("Refused: "):  # it was an option after all
                        told = said
                        break
                    assert re.search(r"\[[\w.-]+\]", said), said
                    refused += 1
                else:
                    assert await model.call("look", seat=seat) == told or "## Question" in told
                    told = await model.call("choose", seat=seat, answer=model.pick(told))
            return refused, await play_on(model, seat, told)

    refused, told = awaited(run())
    assert refused >= (200 if LONG else 30) and "Winners:" in told


def test_seats_are_bounded_and_cannot_be_guessed() -> None:
    seats, tables = TakenSeats(), TableServer("http://127.0.0.1:1")
    names = [seats.keep(Seat(tables, str(number), "", "")) for number in range(MOST_SEATS + 1)]
    assert len(set(names)) == len(names) and len(names[0]) == 16
    assert seats[names[-1]].table == str(MOST_SEATS)
    with pytest.raises(ServerRefused):
        seats[names[0]]
    with pytest.raises(ServerRefused, match="doesn't respond"):
        tables.games()


def test_seats_that_wait_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """More seats wait at the same time than Python's own pool has threads."""
    released = threading.Event()

    def wait(seat: Seat, seconds: float) -> dict[str, Any]:
        assert released.wait(LIMIT)
        return {"asked": None, "outcome": None, "waiting": []}

    class Tables(TableServer):
        def open(self, body: Any) -> Any:
            return {"id": "t", "url": "u", "seats": [{"seat": 0, "key": "k", "invite": ""}]}

        def games(self) -> list[dict[str, Any]]:
            assert not released.is_set()
            return [{"id": "pig", "title": "Pig"}]

    async def run() -> list[str]:
        async with Client(make_server(Tables("http://127.0.0.1:1"))) as client:
            model = Model(client)
            seat, _ = await model.sit("open_table", game="pig")
            waiting = [asyncio.create_task(model.call("wait_for_turn", seat=seat)) for _ in range(50)]
            try:
                assert await asyncio.wait_for(model.call("list_games"), LIMIT / 2) == "pig: Pig"
            finally:
                released.set()
            return await asyncio.gather(*waiting)

    monkeypatch.setattr(Seat, "wait", wait)
    told = awaited(run())
    assert len(told) == 50 and all("It isn't your turn" in each for each in told)


def test_it_works_over_standard_input_and_output(address: str) -> None:
    async def run() -> str:
        command = StdioServerParameters(command=sys.executable, args=["-m", "tabletown", "mcp", "--server", address])
        async with Client(stdio_client(command)) as client:
            model = Model(client)
            seat, _ = await model.sit("open_table", game="crossroll", others=["easy"])
            return await play_on(model, seat, await model.call("look", seat=seat), answers=10)

    assert "You chose" in awaited(run())


def test_it_works_over_http(address: str) -> None:
    port = free_port()
    command = [sys.executable, "-m", "tabletown", "mcp", "--server", address, "--http", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: _listens(port), "the server of tools")

        async def run() -> str:
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                model = Model(client)
                seat, _ = await model.sit("open_table", game="new-york-crisis", others=["easy"])
                return await play_on(model, seat, await model.call("look", seat=seat), answers=10)

        assert "You chose" in awaited(run())
    finally:
        process.terminate()
        process.wait(LIMIT)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_without_a_server_it_starts_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()

    async def run() -> None:
        command = StdioServerParameters(
            command=sys.executable,
            args=["-m", "tabletown", "mcp", "--server", f"http://127.0.0.1:{port}"],
            env={"TABLETOWN_DATA": str(tmp_path), "HOME": str(tmp_path)},
        )
        async with Client(stdio_client(command)) as client:
            assert "right-of-way" in await Model(client).call("list_games")
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=LIMIT) as response:
                assert response.status == 200

    awaited(run())
    until(lambda: not _listens(port), "its server to end with it")
