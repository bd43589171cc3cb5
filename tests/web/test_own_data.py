"""Everything stored about a person: exported as one file, and erased without a trace."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown.web.settings import FILE
from tabletown.web.storage.maintenance import back_up
from tabletown.web.testing import Server
from tests.web.people import FOUR, Person, api

NAME = "Theodora Unmistakable"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data", [FOUR], ["--unlimited", "--lobby"])
    running.start()
    yield running
    running.stop()


def two_at_a_table(server: Server, rated: str = "") -> tuple[Person, Person, str]:
    theo, bo = Person(server.url, NAME), Person(server.url, "Bo")
    table = theo.opens("connect-four", "me", "link", title=f"The table of {NAME}", rated=rated)
    bo.joins(theo.invites(table, 1))
    return theo, bo, table


def play(first: Person, second: Person, table: str) -> None:
    """The first player wins, and has written in the chat."""
    with first.at(table) as one, second.at(table) as other:
        one.send("say", text="my secret diary")
        other.next("chat", lambda chat: "my secret diary" in str(chat))
        for number, column in enumerate((1, 2, 1, 2, 1, 2, 1)):
            mover, watcher = (one, other) if number % 2 == 0 else (other, one)
            done = mover.play(f"column:{column}")
            watcher.at(done["number"])


def test_the_file_has_name_tables_words_ratings_and_finished_matches_and_no_key(server: Server) -> None:
    theo, bo, table = two_at_a_table(server, "on")
    play(theo, bo, table)
    answer = theo.http.get("/me/export")
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        me, chat = (json.loads(file.read(f"{name}.json")) for name in ("me", "chat"))
        matches = [name for name in file.namelist() if name.startswith("matches/")]
        saved = json.loads(file.read(matches[0]))
    assert me["player"][0]["name"] == NAME
    assert [row["game"] for row in me["tables"]] == ["connect-four"]
    assert me["ratings"]["connect-four"]["matches"] == 1
    assert [line["text"] for line in chat] == ["my secret diary"]
    assert len(matches) == 1 and len(saved["log"]) == 7
    assert b"digest" not in answer.content and "Bo" not in json.dumps([me, chat])


def test_the_seed_of_a_running_match_is_in_no_export(server: Server) -> None:
    theo, _, _ = two_at_a_table(server)
    with zipfile.ZipFile(io.BytesIO(theo.http.get("/me/export").content)) as file:
        assert not [name for name in file.namelist() if name.startswith("matches/")]


def test_who_is_erased_is_found_nowhere_any_more_and_the_others_play_on(server: Server, tmp_path: Path) -> None:
    theo, bo, ended = two_at_a_table(server, "on")
    play(theo, bo, ended)
    running = theo.opens("connect-four", "me", "link")
    bo.joins(theo.invites(running, 1))
    alone = theo.opens("connect-four", "me", "bot:easy")
    theo.post("/me/code")
    assert theo.post("/me/name", name="Unmistakable T").status_code == 303
    assert bo.post("/me/name", name="Bo").status_code == 303
    theo.post("/me/profile", bio="Unmistakable roads", public="on")
    bo.post("/people/Unmistakable T/relation", do="befriend")
    theo.post("/people/Bo/relation", do="befriend")
    theo.post("/people/Bo/invite", table=theo.opens("connect-four", "me", "link").rpartition("/")[2])
    assert "Unmistakable" in bo.http.get("/me").text
    assert theo.post("/me/erase", word="no").status_code == 400
    assert NAME in bo.http.get(ended).text or NAME in json.dumps(bo.http.get(api(ended)).json())
    with bo.at(running) as watching:
        answer = theo.post("/me/erase", word="Erase")
        assert answer.status_code == 200 and "no longer has any data about you" in answer.text
        seen = watching.next(when=lambda view: NAME not in json.dumps(view))
        assert [seat["stand_in"] for seat in seen["seats"]] == [True, False]
    assert theo.http.get(alone).status_code == 404
    assert bo.http.get(api(ended)).json()["outcome"] is not None
    assert bo.http.get("/people/Unmistakable T").status_code == 404
    for place in (ended, f"{ended}/replay", api(ended), "/ratings/connect-four", "/me"):
        assert NAME not in bo.http.get(place).text, place
    assert server.stop() == 0
    back_up(server.data / FILE, tmp_path / "later.sqlite")
    for file in [*server.data.glob(f"{FILE}*"), tmp_path / "later.sqlite"]:
        stored = file.read_bytes()
        assert b"Unmistakable" not in stored, file
        assert b"my secret diary" not in stored, file


def test_who_is_erased_leaves_tournaments_and_the_lobby_without_a_name(server: Server) -> None:
    theo, bo = Person(server.url, NAME), Person(server.url, "Bo")
    for person in (theo, bo):
        person.opens("connect-four", "me", "bot:easy")
    made = bo.post("/tournaments/new", game="connect-four", kind="knockout", clock="live:600+10", title="Spring")
    assert made.status_code == 303, made.text
    tournament = made.headers["location"]
    for person in (theo, bo):
        assert person.post(f"{tournament}/enter").status_code == 303
    assert bo.post(f"{tournament}/start").status_code == 303
    theo.post("/lobby/seek", **{"game-connect-four": "on", "pace": "days"})
    assert NAME in bo.http.get(tournament).text
    with zipfile.ZipFile(io.BytesIO(theo.http.get("/me/export").content)) as file:
        me = json.loads(file.read("me.json"))
    assert len(me["tournaments"]) == len(me["looking for"]) == 1
    assert theo.post("/me/erase", word="Erase").status_code == 200
    assert NAME not in bo.http.get(tournament).text and NAME not in bo.http.get("/").text
    assert server.stop() == 0
    for stored in server.data.glob(f"{FILE}*"):
        assert b"Unmistakable" not in stored.read_bytes(), stored


def test_nobody_without_a_cookie_of_ours_is_handed_or_loses_anything(server: Server) -> None:
    stranger = Person(server.url)
    assert stranger.http.get("/me/export").status_code == 403
    assert stranger.post("/me/erase", word="erase").status_code == 403
