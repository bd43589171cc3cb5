"""The same tables for programs: docs/researchers/api.md in use, and every refusal with its status."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tabletown.web.testing import on_postgres
from tests.waiting import LIMIT
from tests.web.people import ROOT, Person

METRIC = re.compile(r"tabletown_\w+")


@pytest.fixture
def http(server: str) -> httpx.Client:
    return httpx.Client(base_url=server, timeout=LIMIT)


def opened(
    http: httpx.Client, *kinds: str, game: str = "connect-four", **more: Any
) -> tuple[str, list[dict[str, str]]]:
    answer = http.post("/api/tables", json={"game": game, "seats": [{"kind": kind} for kind in kinds], **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return f"/api/tables/{made['id']}", [{"Authorization": f"Bearer {seat['key']}"} for seat in made["seats"]]


def test_two_programs_play_a_whole_match(http: httpx.Client) -> None:
    table, keys = opened(http, "me", "here")
    view = http.get(table, headers=keys[0]).json()
    moves, rng = 0, random.Random(1)
    while view["outcome"] is None:
        seat = view["waiting"][0]["seat"]
        view = http.get(table, headers=keys[seat]).json()
        option = rng.choice(view["asked"]["options"])["word"]
        answer = http.post(f"{table}/choose", json={"number": view["number"], "option": option}, headers=keys[seat])
        assert answer.status_code == 200
        view, moves = answer.json(), moves + 1
        if moves == 3:
            assert http.get(f"{table}/coach").status_code == 409  # no advice during the match
    assert view["answers"] == moves and http.get(f"{table}/record").json()["answers"][0][0] == 0
    said = http.get(f"{table}/coach").json()
    assert len(said["accuracy"]) == 2 and len(said["swings"]) <= 3
    for swing in said["swings"]:
        assert swing["cost"] > 0 and swing["played"] != swing["better"] and swing["number"] < moves


def test_a_seat_is_joined_by_its_invitation(http: httpx.Client) -> None:
    made = http.post("/api/tables", json={"game": "connect-four", "seats": [{"kind": "me"}, {"kind": "link"}]}).json()
    mine, theirs = made["seats"]
    assert mine["key"] and not mine["invite"] and theirs["invite"] and not theirs["key"]
    joined = http.post("/api/join", json={"invite": theirs["invite"], "name": "Robo"}).json()
    assert joined["seat"] == 1 and joined["id"] == made["id"]
    view = http.get(f"/api/tables/{made['id']}", headers={"Authorization": f"Bearer {joined['key']}"}).json()
    assert view["you"] == 1 and view["seats"][1]["name"] == "Robo"
    assert http.post("/api/join", json={"invite": theirs["invite"]}).status_code == 409
    assert http.post("/api/join", json={"invite": "nonsense"}).status_code == 404


def test_refusals_have_their_status_and_the_fresh_table(http: httpx.Client) -> None:
    table, keys = opened(http, "me", "here")

    def choose(headers: dict[str, str], **body: Any) -> httpx.Response:
        return http.post(f"{table}/choose", json=body, headers=headers)

    assert choose(keys[0], number=0, option="column:1").status_code == 200
    stale = choose(keys[0], number=0, option="column:1")
    assert stale.status_code == 409 and stale.json()["code"] == "stale" and stale.json()["table"]["number"] == 1
    assert choose(keys[0], number=1, option="column:1").json()["code"] == "not-asked"
    assert choose({}, number=1, option="column:1").status_code == 403
    assert choose(keys[1], number=1, option="column:1", seat=0).status_code == 403
    wrong = choose(keys[1], number=1, option="column:8")
    assert wrong.status_code == 422 and wrong.json()["code"] == "unknown"
    assert choose(keys[1], number=1).status_code == 400
    assert http.get("/api/tables/none").status_code == 404
    assert http.get(f"{table}?seat=1", headers=keys[0]).status_code == 403
    assert http.get("/api/none").json()["error"] == "We can't find that page."
    assert http.put(table).status_code == 405


def test_a_refusal_has_a_reason_and_a_move_can_be_undone(http: httpx.Client) -> None:
    table, keys = opened(http, "me", "here")
    why = http.post(f"{table}/why", json={"option": "column:9"}, headers=keys[0]).json()
    assert not why["allowed"] and why["text"]
    http.post(f"{table}/choose", json={"number": 0, "option": "column:1"}, headers=keys[0])
    undone = http.post(f"{table}/undo", json={"number": 1}, headers=keys[0])
    assert undone.status_code == 200 and undone.json()["answers"] == 0
    assert http.post(f"{table}/undo", json={"number": 1}, headers=keys[0]).json()["code"] == "stale"
    for seat in (0, 1):
        view = http.get(table, headers=keys[seat]).json()
        body = {"number": view["number"], "option": "column:1"}
        http.post(f"{table}/choose", json=body, headers=keys[seat])
    asked = http.post(f"{table}/undo", json={"number": body["number"] + 1}, headers=keys[0])
    assert asked.status_code == 202 and asked.json()["consent"]["waiting"] == [1]


@pytest.mark.parametrize(
    ("wish", "status", "said"),
    [
        ({"game": "chess"}, 404, "There is no game 'chess'"),
        ({"game": "connect-four", "seats": [{"kind": "me"}]}, 400, "is for 2 seats, not 1"),
        ({"game": "connect-four", "options": {"a": "b"}}, 400, "has no option 'a'"),
        ({"game": "connect-four", "by_hand": ["d6"]}, 400, "can't be dealt by hand"),
        ({"game": "connect-four", "seats": [{"kind": "cat"}, {"kind": "me"}]}, 400, "Invalid enum value"),
        ({"game": "connect-four", "seed": -1}, 400, "seed"),
        ({"game": "connect-four", "colour": "red"}, 400, "colour"),
        ({}, 400, "game"),
    ],
)
def test_a_table_that_cannot_be_had_is_refused_in_words(
    http: httpx.Client, wish: dict[str, Any], status: int, said: str
) -> None:
    answer = http.post("/api/tables", json=wish)
    assert answer.status_code == status and said in answer.json()["error"]


def test_pictures_can_be_left_out(http: httpx.Client) -> None:
    table, keys = opened(http, "me", "here", game="secrets")
    assert http.get(table, headers=keys[0]).json()["scene"]["board"].startswith("<svg")
    assert http.get(f"{table}?scene=no", headers=keys[0]).json()["scene"]["board"] == ""


def test_the_example_bot_wins_or_loses_a_match(server: str) -> None:
    played = subprocess.run(
        [sys.executable, ROOT / "examples/bot.py", server, "connect-four"],
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    assert played.returncode == 0, played.stderr
    assert "in a row" in played.stdout or "full" in played.stdout


def test_health_and_metrics_are_served(ann: Person) -> None:
    assert ann.http.get("/health").json()["status"] == "ok"
    metrics = ann.http.get("/metrics").text
    assert "tabletown_commits_total" in metrics and "# TYPE tabletown_sockets gauge" in metrics
    for counted in ("conflicts_total", "answers_total", "bots_thinking", "bot_seconds_total", "reloads_total"):
        assert f"\ntabletown_{counted} " in metrics
    assert ("tabletown_catch_ups_total" in metrics) == on_postgres()  # metrics of several servers
    counts = re.findall(r"^tabletown_request_seconds_bucket\{le=.+\} (\S+)$", metrics, re.M)
    buckets = [float(count) for count in counts]
    (count,) = re.findall(r"^tabletown_request_seconds_count (\S+)$", metrics, re.M)
    assert buckets == sorted(buckets) and buckets[-1] == float(count) >= 1
    read = {family.name: family for family in text_string_to_metric_families(metrics)}
    assert all(family.documentation for family in read.values()) and read["tabletown_answers"].type == "counter"
    for pool in ("database", "names", "mails"):
        assert re.search(rf'^tabletown_threads_most\{{pool="{pool}"\}} [1-9]', metrics, re.M)
        assert f'\ntabletown_threads_waiting{{pool="{pool}"}} ' in metrics
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    shown = {name for panel in board["panels"] for part in panel["targets"] for name in METRIC.findall(part["expr"])}
    assert len(shown) >= 20 and shown <= set(METRIC.findall(metrics)), "the board asks for what there is"
    away = ann.http.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
    assert away.status_code == 404  # through a proxy the metrics are hidden


def test_of_a_round_that_is_under_way_the_replay_shows_how_it_began_and_ones_own_answers(
    ann: Person, bo: Person
) -> None:
    table = ann.opens("crossroll", "me", "link", seed="2").removeprefix("/t/")  # Ann begins, with several answers
    bo.joins(ann.invites(f"/t/{table}", 1))
    with ann.at(f"/t/{table}") as mine:
        while mine.table["answers"] < 6 and mine.words:
            mine.play(mine.words[0])
        answers = mine.table["answers"]
    shown = [ann.http.get(f"/api/tables/{table}/at/{number}?seat=0") for number in range(answers + 1)]
    assert [one.json()["answers"] for one in shown] == [*range(answers + 1)]  # Bo has not answered yet
    assert ann.http.get(f"/api/tables/{table}/at/{answers + 1}?seat=0").status_code == 404
    his = bo.http.get(f"/api/tables/{table}").json()["answers"]
    assert his < answers - 1 and bo.http.get(f"/api/tables/{table}/at/{his + 1}").status_code == 404
