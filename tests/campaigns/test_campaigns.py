"""Short runs of the campaigns, and tests that they notice faults."""

from __future__ import annotations

import dataclasses
import http.client
import http.server
import json
import random
import threading
from collections import Counter
from pathlib import Path

import pytest

from tabletown import registry
from tabletown.web.settings import Settings
from tabletown.web.storage.store import Store
from tabletown.web.testing import Server
from tests.campaigns import faults, fuzz, kills, random_matches, soak
from tests.conftest import mostly_long
from tests.waiting import LIMIT, slowness
from tests.web.people import FOUR, in_a_loop

GAMES = [game.about.id for game in registry.games()]


@pytest.mark.parametrize("game", GAMES)
def test_random_matches_of_every_game_end_and_hold_together(game: str) -> None:
    found = random_matches.part(game, 20, 6)  # the first of them played like people
    assert not found["failures"] and found["matches"] == 6
    assert sum(found["endings"].values()) == 6 and found["answers"] > 300


def test_what_does_not_hold_is_written_down_with_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = registry.game("crossroll")

    def broken(state: object) -> None:
        raise AssertionError("a cube is gone")

    bad = dataclasses.replace(good, rules=dataclasses.replace(good.rules, check=broken))
    monkeypatch.setattr(registry, "game", lambda id: bad)
    found = random_matches.part("crossroll", 1, 1)
    ((number, what, saved),) = found["failures"]
    assert number == 1 and what == "AssertionError: a cube is gone" and json.loads(saved)["game"] == "crossroll"


def test_random_matches_go_on_where_they_were_stopped(tmp_path: Path) -> None:
    out = tmp_path / "matches.jsonl"
    done = {"game": "crossroll", "first": 0, "matches": 200, "answers": 7, "longest": 7, "cpu": 0.1}
    line = json.dumps({**done, "endings": {}, "options": {}, "failures": []})
    out.write_text(line + "\n" + line[:20], encoding="utf-8")  # killed in the middle of the second line
    found = random_matches.campaign(["crossroll"], range(202), 1, out)
    assert [(seen["first"], seen["matches"]) for seen in found] == [(0, 200), (200, 2)]
    assert len(out.read_text(encoding="utf-8").splitlines()) == 2
    assert "| crossroll | 202 |" in random_matches.report(found)


def test_match_n_is_always_the_same() -> None:
    one, other = (random_matches.drawn(registry.game("right-of-way"), 7)[0] for _ in range(2))
    assert (one.options, one.seed, one.by_hand) == (other.options, other.seed, other.by_hand)


def test_faults_that_come_and_go_lose_nothing() -> None:
    found = faults.run(8, 12, seed=3)
    assert sum(found["faults"].values()) == 8 and found["refused"] > 0 and found["acknowledged"] > 50
    assert found["lost"] == found["extra"] == 0


def test_a_lost_move_would_be_noticed(tmp_path: Path) -> None:
    """An answer that is not in the journal counts as lost; one that was replaced or acknowledged twice, too."""
    from tabletown.web.catalog import Catalog
    from tabletown.web.hub import Hub
    from tabletown.web.protocol import NewTable
    from tabletown.web.workers.bots import Workers

    async def play() -> str:
        catalog = Catalog([FOUR])
        hub = Hub(Store(tmp_path / "tabletown.sqlite"), catalog, Workers(catalog), Settings(pace=0))
        table = await hub.opening.create(NewTable("connect-four", faults.BOTH), faults.ME)
        await table.answer(0, "column:1")
        await hub.stop()
        return table.id

    id = in_a_loop(play())
    player = kills.Player(kills.Line(0), "connect-four", random.Random(1))
    player.acknowledged[id] = 1
    there = (0, 1, 0, "column:1")  # at number 0, before 1, by seat 0
    for other in ((0, 1, 0, "column:2"), (1, 2, 0, "column:1"), (0, 1, 1, "column:1"), there):
        player.moves[id] = [there, other]
        assert kills.found_in(tmp_path, [player])["lost"] == 1
    player.moves[id] = [there]
    assert kills.found_in(tmp_path, [player])["lost"] == 0
    player.acknowledged[id] = 2
    with pytest.raises(AssertionError, match="lost entries"):
        kills.found_in(tmp_path, [player])


@pytest.mark.parametrize("count", mostly_long([250, 2500], 250))
def test_nothing_that_is_sent_makes_the_server_fail(count: int) -> None:
    found = fuzz.part(0, count, lambda folder: Server(folder, options=fuzz.OPTIONS))
    assert found["failures"] == []
    assert len(found["routes"]) > 50 and found["answers"]["200"] > 20 and found["answers"]["messages"] > 40


def test_the_fuzzer_knows_every_route_and_message_and_would_notice_a_failure() -> None:
    known = {route.path: route.reads for route in fuzz.routes()}
    assert {"/t/{id}", "/api/tables/{id}/choose", "/class/{code}/stream", "/lobby/stream", "/bots"} <= known.keys()
    assert ["who", "reason", "days"] in known["/host/ban"] and ["address"] in known["/me/mail"]
    assert ["number", "parts", "title", "line", "author", "words"] in known["/workshop/draft/{id}/save"]
    assert ["number", "option", "then", "seat", "id"] in fuzz.structs()
    assert {"choose", "undo", "plan", "say", "lesson"} <= {tag for tag, _ in fuzz.socket_messages()}

    class Failing(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(500)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_POST = do_DELETE = do_PUT = do_HEAD = do_OPTIONS = do_PATCH = do_GET

        def log_message(self, *_: object) -> None: ...

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Failing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        fuzzer = fuzz.Fuzzer.__new__(fuzz.Fuzzer)
        fuzzer.rng, fuzzer.paths, fuzzer.structs = random.Random(1), fuzz.routes(), fuzz.structs()
        fuzzer.world = fuzz.World.__new__(fuzz.World)
        fuzzer.world.rng, fuzzer.world.values, fuzzer.world.options = fuzzer.rng, {"game": ["x"]}, ["y"]
        fuzzer.world.cookie, fuzzer.asked, fuzzer.found, fuzzer.failures = "", set(), Counter(), []
        fuzzer.http = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=LIMIT)
        for _ in range(5):
            fuzzer.request()
        fuzzer.http.close()
        server.shutdown()
    assert len(fuzzer.failures) == 5


@pytest.mark.long
def test_two_servers_that_are_killed_under_a_database_that_restarts_lose_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TABLETOWN_TEST_DATABASE", "postgresql")  # the campaign would leave it set
    from tests.campaigns import servers

    found = servers.run(3, 1, 20, tables=4, seed=2)
    assert found["conflicts"] >= 20 and found["acknowledged"] > 30 and found["lost"] == 0


def test_a_soak_says_what_has_risen_since_everybody_came() -> None:
    flat = [{"megabytes": 200 + minute % 3, "descriptors": 340, "p95": 30.0} for minute in range(40)]
    assert soak.risen(flat) == []
    rising = [{**line, "megabytes": 150 + 3 * minute} for minute, line in enumerate(flat)]
    assert soak.risen(rising) == ["megabytes: 194, then 250"]
    slower = [{**line, "p95": 6.0 * minute} for minute, line in enumerate(flat)]
    assert soak.risen(slower) == ["p95: 87, then 201"]


@pytest.mark.long
def test_an_evening_of_a_few_people_has_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "THINKING", 0.3)
    server = Server(tmp_path, options=soak.OPTIONS)
    server.start()
    try:
        found = in_a_loop(soak.campaign(server, 12, 0.2 * slowness(), tmp_path / "soak.jsonl"))
    finally:
        server.stop()
    assert not [failure for line in found for failure in line["failures"]]
    assert sum(line["moves"] for line in found) > 0
    assert len((tmp_path / "soak.jsonl").read_text().splitlines()) == len(found)
