"""Guest bots: a key that only plays, one stream of events for all tables, challenges, and ratings of their own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tabletown.web.testing import running_server
from tests.waiting import LIMIT, until
from tests.web.people import GAMES, ROOT, Person

GAME = "connect-four"


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    options = ("--unlimited", "--pace", "0", "--guest-bots")
    with running_server(tmp_path_factory.mktemp("guests"), GAMES, options) as url:
        yield url


class Robot:
    """A guest bot of a person, with its key."""

    def __init__(self, owner: Person, name: str) -> None:
        self.owner, self.name = owner, f"{name} (bot)"
        page = owner.post("/bots", name=name)
        assert page.status_code == 200, page.text
        self.key = re.findall(r"<code>(ttb_\S+)</code>", page.text)[0]
        headers = {"Authorization": f"Bearer {self.key}"}
        self.http = httpx.Client(base_url=owner.url, timeout=LIMIT, headers=headers)
        self.id: str = self.http.get("/api/bot").json()["id"]

    @contextmanager
    def listens(self, *games: str) -> Iterator[Iterator[dict[str, Any]]]:
        with self.http.stream("GET", "/api/bot/events", params=[("game", game) for game in games]) as answer:
            assert answer.status_code == 200, answer.read()
            lines = (json.loads(line) for line in answer.iter_lines())
            assert next(lines) == {"type": "hello", "id": self.id, "name": self.name}
            yield lines

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def plays(self, event: dict[str, Any], option: str) -> httpx.Response:
        table = event["table"]
        return self.post(f"/api/tables/{table['id']}/choose", number=table["number"], option=option)


def heard(lines: Iterator[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(event for event in lines if event["type"] == kind)


def challenge(person: Person, robot: Robot, **wish: Any) -> dict[str, Any]:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": robot.id}]
    answer = person.http.post("/api/tables", json={"game": GAME, "seats": seats, **wish})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.fixture
def ann(open_server: str) -> Person:
    return Person(open_server, "Ann")


def test_a_bot_hears_of_all_its_tables_in_one_stream_accepts_declines_and_plays(ann: Person) -> None:
    robot = Robot(ann, "Hearer")
    with robot.listens() as lines:
        first, second = challenge(ann, robot), challenge(ann, robot)
        asked = [heard(lines, "challenge") for _ in range(2)]
        assert {event["table"] for event in asked} == {first["id"], second["id"]}
        assert asked[0]["game"] == GAME and asked[0]["seat"] == 1
        accepted = robot.post(f"/api/bot/challenges/{first['id']}-1/accept")
        assert accepted.json()["seat"] == 1
        reason = "One table is enough for me."
        assert robot.post(f"/api/bot/challenges/{second['id']}-1/decline", reason=reason).status_code == 204
        assert robot.post(f"/api/bot/challenges/{second['id']}-1/accept").status_code == 404
        at = f"/t/{first['id']}"
        key = first["seats"][0]["key"]
        with ann.at(at, f"?key={key}") as wire:
            assert wire.table["seats"][1]["player"] == robot.name
            assert wire.table["seats"][1]["guest"] and not wire.table["seats"][0]["guest"]
            wire.play("column:1")
            turn = heard(lines, "turn")
            assert turn["table"]["asked"] and turn["table"]["you"] == 1 and len(json.dumps(turn)) < 8000
            refused = robot.plays(turn, "column:99")
            assert refused.status_code == 422 and refused.json()["error"]
            assert robot.plays(turn, "column:2").status_code == 200
            wire.next(when=lambda table: bool(table["asked"]))
            for mine, its in ((1, 2), (1, 2)):
                wire.play(f"column:{mine}")
                robot.plays(heard(lines, "turn"), f"column:{its}")
                wire.next(when=lambda table: bool(table["asked"]))
            wire.send("say", text="Well played")
            assert heard(lines, "chat")["lines"][0]["text"] == "Well played"
            wire.play("column:1")
        assert heard(lines, "over")["table"]["outcome"]["winners"] == [0]
        with ann.at(f"/t/{second['id']}") as wire:
            assert wire.next("chat")["lines"][0]["text"] == reason
            assert wire.table["seats"][1]["kind"] == "open" and not wire.table["seats"][1]["guest"]


def test_what_waits_for_a_bot_is_told_again_after_its_connection_was_lost(ann: Person) -> None:
    robot = Robot(ann, "Returner")
    with robot.listens() as lines:
        made = challenge(ann, robot)
        robot.post(f"/api/bot/challenges/{heard(lines, 'challenge')['id']}/accept")
    with ann.at(f"/t/{made['id']}") as wire:
        wire.play("column:3")
    with robot.listens() as lines:
        assert heard(lines, "turn")["table"]["id"] == made["id"]
        with robot.listens() as again:  # its program was restarted: the older stream ends
            assert heard(again, "turn")["table"]["id"] == made["id"]
            assert not [event for event in lines if event["type"] != "ping"]


def test_a_bot_key_opens_tables_and_nothing_else_of_a_person(ann: Person) -> None:
    robot = Robot(ann, "Limited")
    for path in ("/me", "/me/export", "/", "/settings", "/bots", "/class"):
        assert robot.http.get(path).status_code == 403, path
    assert robot.http.post("/me/code").status_code == 403
    assert robot.http.get("/api/games").status_code == 200
    assert [bot["name"] for bot in robot.http.get("/api/bots").json() if bot["id"] == robot.id] == []
    table = robot.post("/api/tables", game=GAME, seats=[{"kind": "me", "name": "Ann"}, {"kind": "link"}]).json()
    shown = robot.http.get(f"/api/tables/{table['id']}").json()
    assert shown["seats"][0]["player"] == robot.name  # whatever it asks to be called
    with ann.at(f"/t/{table['id']}") as wire:
        assert not wire.table["holds"]  # its seats are not its owner's


def test_a_key_that_was_changed_or_deleted_opens_nothing_and_its_stream_ends(ann: Person) -> None:
    robot = Robot(ann, "Renewed")
    with robot.listens() as lines:
        page = ann.post("/bots/key", bot=robot.id)
        (new,) = re.findall(r"<code>(ttb_\S+)</code>", page.text)
        assert list(lines) == []
    assert robot.http.get("/api/bot").status_code == 403
    robot.http.headers["Authorization"] = f"Bearer {new}"
    assert robot.http.get("/api/bot").json()["id"] == robot.id
    zoe = Person(ann.url, "Zoe")
    assert zoe.post("/bots/delete", bot=robot.id).status_code == 404
    assert ann.post("/bots/delete", bot=robot.id).status_code == 303
    assert robot.http.get("/api/bot").status_code == 403


def test_bots_have_names_of_their_own_and_only_those_who_are_there_are_challenged(ann: Person) -> None:
    robot = Robot(ann, "Absent")
    assert ann.post("/bots", name="Аbsent").status_code != 200  # with a Cyrillic letter
    assert ann.post("/bots", name="absent").status_code == 409
    seats = [{"kind": "me"}, {"kind": "bot", "bot": robot.id}]
    refused = ann.http.post("/api/tables", json={"game": GAME, "seats": seats})
    assert refused.status_code == 404 and "isn't connected" in refused.json()["error"]
    with robot.listens(GAME):
        until(lambda: robot.id in ann.http.get("/api/bots").text, "the bot is connected")
        assert f"bot:{robot.id}" in ann.http.get(f"/new?game={GAME}").text
        assert f"bot:{robot.id}" not in ann.http.get("/new?game=marks").text
        other = {"game": "marks", "seats": seats}
        assert "doesn't play" in ann.http.post("/api/tables", json=other).json()["error"]
        page = ann.post("/new", game=GAME, count="2", **{"seat-0": "me", "seat-1": f"bot:{robot.id}"})
        assert page.status_code == 303


def test_the_thirty_lines_of_the_docs_play_a_rated_match_that_counts_among_bots_only(ann: Person) -> None:
    robot, rival = Robot(ann, "Thirty"), Robot(ann, "Rival")
    source = ROOT / "docs" / "guest_bot.py"
    assert len([line for line in source.read_text().splitlines() if line]) <= 30
    program = [sys.executable, str(source), ann.url, robot.key]
    running = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    try:
        until(lambda: robot.id in ann.http.get("/api/bots").text, "the bot is connected")
        with rival.listens() as lines:
            seats = [{"kind": "me"}, {"kind": "bot", "bot": robot.id}]
            made = rival.post("/api/tables", game=GAME, seats=seats, rated=True)
            assert made.status_code == 201, made.text
            while (event := next(lines))["type"] != "over":
                if event["type"] == "turn":
                    rival.plays(event, event["table"]["asked"]["options"][0]["word"])
        assert running.stdout is not None and running.stdout.readline().strip() == event["table"]["outcome"]["reason"]
        if event["table"]["outcome"]["winners"]:
            until(lambda: GAME in rival.http.get("/api/bot").json()["ratings"], "the match is rated")
            assert rival.http.get("/api/bot").json()["ratings"][GAME]["matches"] == 1
        assert "more player" not in ann.http.get(f"/ratings/{GAME}").text
    finally:
        running.kill()
        running.wait()


def test_a_server_takes_guest_bots_only_where_its_host_wants_that(server: str) -> None:
    person = Person(server, "Bo")
    assert "--guest-bots" in person.http.get("/bots").text
    assert "/bots" not in person.http.get("/me").text
    answer = httpx.get(f"{server}/api/bot/events", headers={"Authorization": "Bearer ttb_x"}, timeout=LIMIT)
    assert answer.status_code == 403 and answer.json()["error"]
