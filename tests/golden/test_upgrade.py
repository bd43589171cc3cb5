"""Yesterday's tables on today's server: every table, link, key and class of an old data file, on a copy of it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx
import pytest
import sqlalchemy as sa

from tabletown import registry
from tabletown.editions import edition_of
from tabletown.kernel import CHANCE, load
from tabletown.web.catalog import Catalog
from tabletown.web.settings import FILE
from tabletown.web.storage.maintenance import restore
from tabletown.web.storage.migrate_rules import migrate
from tabletown.web.storage.restore_table import match_of, seat_names, seats_of_table
from tabletown.web.storage.schema import tables
from tabletown.web.storage.store import Store
from tabletown.web.testing import on_postgres, place_of, running_server
from tests.conftest import awaited
from tests.golden.golden import COMMITS, Golden
from tests.golden.make import words_of
from tests.waiting import LIMIT, until


def has_results(commit: str) -> bool:
    """Whether the contents of its result pages were recorded."""
    return any(table.get("result") for table in Golden(commit).manifest["tables"])


class Visitor:
    """A person with an old cookie, or none."""

    def __init__(self, http: httpx.Client, cookie: str = "") -> None:
        self.http, self.cookie = http, cookie

    def head(self, key: str) -> dict[str, str]:
        head = {"Cookie": f"tabletown={self.cookie}"} if self.cookie else {}
        return head | ({"Authorization": f"Bearer {key}"} if key else {})

    def get(self, path: str, key: str = "") -> httpx.Response:
        return self.http.get(path, headers=self.head(key))

    def post(self, path: str, body: Any, key: str = "") -> httpx.Response:
        return self.http.post(path, json=body, headers=self.head(key))

    def sees(self, id: str, key: str = "") -> dict[str, Any]:
        answer = self.get(f"/api/tables/{id}?scene=no", key)
        assert answer.status_code == 200, f"table {id}: {answer.text}"
        return dict(answer.json())


@contextmanager
def upgraded(commit: str, folder: Path) -> Iterator[tuple[dict[str, Any], httpx.Client]]:
    """The old version's record of its data file, and a connection to a new server on a copy of that file."""
    golden = Golden(commit)
    file, old, rounds = moved_over(commit)
    (folder / FILE).write_bytes(file)
    golden.manifest["old"] = [table for table in golden.manifest["tables"] if table["id"] in old]
    golden.manifest["tables"] = [table for table in golden.manifest["tables"] if table["id"] not in old]
    for table in golden.manifest["tables"]:
        table["secret"] = rounds.get(table["id"])
    if on_postgres():  # the way from a file to PostgreSQL
        restore(folder / FILE, place_of(folder))
    options = ("--unlimited", "--pace", "0", "--workers", "0")
    with running_server(folder, options=options) as url, httpx.Client(base_url=url, timeout=LIMIT) as http:
        yield golden.manifest, http


class SecretRound(NamedTuple):
    """A secret round in progress: nobody may know yet that another has chosen."""

    opened: int  # number of answers before
    asked: list[int]  # the seats asked then
    owners: list[int]  # of each answer since: the seat whose secret it is


@cache
def moved_over(commit: str) -> tuple[bytes, set[str], dict[str, SecretRound]]:
    """Migrate the file as `tabletown migrate` does; returns the tables whose changed rules matter, and the secret
    rounds in progress."""
    with TemporaryDirectory() as folder:
        path = Golden(commit).put_database(Path(folder))
        old, rounds = migrated(path)
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        return path.read_bytes(), old, rounds


def migrated(path: Path) -> tuple[set[str], dict[str, SecretRound]]:
    store, catalog = Store(path), Catalog()
    for verdict in migrate(store, catalog):
        assert verdict.moved or "answer" in verdict.words.lower(), verdict
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(tables.c.id, tables.c.game, tables.c.rules)).all()
    old = {row.id for row in rows if edition_of(catalog.find(row.game), row.rules) is None}
    crossroll = [row.id for row in rows if row.game == "crossroll" and row.id not in old]
    rounds = {id: found for id in crossroll if (found := secret_round(store, catalog, id)) is not None}
    awaited(store.close())
    return old, rounds


def secret_round(store: Store, catalog: Catalog, id: str) -> SecretRound | None:
    loaded = store.load(id)
    assert loaded is not None
    game = catalog.find("crossroll")
    match = match_of(game, seat_names(game, seats_of_table(loaded)), loaded)
    if match.secret_since is None or match.seats == 1:
        return None
    owners: list[int] = []
    for answer in match.since(match.secret_since):
        owners.append(answer.seat if answer.seat != CHANCE else owners[-1])
    return SecretRound(
        match.secret_since, [decision.seat for decision in match.at(match.secret_since).decisions], owners
    )


@pytest.mark.long
@pytest.mark.parametrize("commit", COMMITS)
def test_a_table_of_rules_that_changed_can_still_be_read(commit: str, tmp_path: Path) -> None:
    with upgraded(commit, tmp_path) as (told, http):
        ann = Visitor(http, told["people"]["Ann"])
        for table in told["old"]:
            page, what = ann.get(f"/t/{table['id']}"), f"{table['what']} {table['game']}"
            assert page.status_code == 200 and "damaged" not in page.text, what
            assert table["title"] in page.text, what
            refused = ann.get(f"/api/tables/{table['id']}")
            assert refused.status_code == 409 and re.search(r"version \d+ of the rules", refused.json()["error"]), what
            if table["outcome"] is not None:
                saved = ann.get(f"/t/{table['id']}/download").json()
                assert saved["log"] == table["answers"], what


@pytest.mark.long
@pytest.mark.parametrize("commit", COMMITS)
def test_every_old_table_stands_where_it_stood(commit: str, tmp_path: Path) -> None:
    with upgraded(commit, tmp_path) as (told, http):
        ann, stranger = Visitor(http, told["people"]["Ann"]), Visitor(http)
        assert stranger.get("/health").json()["status"] == "ok"
        for table in told["tables"]:
            for seat, key in enumerate(table["keys"]):
                if key:
                    check_seat(stranger, table, seat, key)
            check_table(ann, stranger, table)
        home = ann.get("/").text
        running = [table for table in told["tables"] if table["outcome"] is None]
        assert sum(f"/t/{table['id']}" in home for table in running) >= min(len(running), 20)


@pytest.mark.parametrize("commit", [commit for commit in COMMITS if has_results(commit)])
def test_a_finished_match_is_judged_as_it_was(commit: str, tmp_path: Path) -> None:
    """Words may be edited, but winners, points, awards and reasons must stay."""
    with upgraded(commit, tmp_path) as (told, http):
        ann = Visitor(http, told["people"]["Ann"])
        judged = [table for table in told["tables"] if table["result"]]
        assert judged
        for table in judged:
            page = ann.get(f"/t/{table['id']}/result")
            assert page.status_code == 200, table["what"]
            assert numbers(words_of(page.text)) == numbers(table["result"]), f"{table['what']} {table['game']}"


def numbers(words: list[str]) -> list[str]:
    """All numbers of the page in order; editors may reorder them within a sentence.

    Chances are the bots' estimate, and the moment of a turn at which they are taken may change.
    """
    told = [sentence for sentence in words if not re.match(r"Turn \d+\.|Replay from turn", sentence)]
    return [number for sentence in told for number in sorted(re.findall(r"\d+", sentence))]


def check_seat(stranger: Visitor, table: dict[str, Any], seat: int, key: str) -> None:
    """Check the table as this seat sees it, by its old key."""
    seen, what = stranger.sees(table["id"], key), f"{table['what']} {table['game']}, seat {seat}"
    asked = seen["asked"] and sorted(option["word"] for option in seen["asked"]["options"])
    assert asked == table["asked"].get(str(seat)), what
    assert seen["holds"] == [seat], what
    assert seen["answers"] == len(known_answers(table, seat)), what
    waiting = sorted(waiting["seat"] for waiting in seen["waiting"])
    assert waiting == sorted(table["waiting"] if table["secret"] is None else seemingly_asked(table, seat)), what
    assert (seen["outcome"] and {n: seen["outcome"][n] for n in ("winners", "scores")}) == table["outcome"], what
    assert (seen["title"], seen["game"], seen["days"]) == (table["title"], table["game"], table["days"]), what
    assert [{name: s[name] for name in table["seats"][0]} for s in seen["seats"]] == table["seats"], what
    wish = seen["consent"]
    assert (wish and {"seat": wish["seat"], "waiting": wish["waiting"]}) == table["wish"], what
    assert [step["label"] for step in seen["plan"]["steps"]] == table["plans"].get(str(seat), []), what
    assert seen["rematch"] == table["rematch"], what
    deadline = any(s["deadline"] for s in seen["seats"])
    assert deadline == bool(table["days"]), what


def known_answers(table: dict[str, Any], seat: int) -> list[Any]:
    """In a secret round a seat knows only its own answers."""
    if table["secret"] is None:
        return list(table["answers"])
    opened, _, owners = table["secret"]
    return table["answers"][:opened] + [a for a, owner in zip(table["answers"][opened:], owners) if owner == seat]


def seemingly_asked(table: dict[str, Any], seat: int) -> set[int]:
    """To this seat, everybody else seems to be choosing still."""
    return {other for other in table["secret"].asked if other != seat or str(seat) in table["asked"]}


def check_table(ann: Visitor, stranger: Visitor, table: dict[str, Any]) -> None:
    """Check a table's pages, history and links."""
    id, what = table["id"], f"{table['what']} {table['game']}"
    assert ann.sees(id)["holds"], f"{what}: Ann's cookie has lost her seat"
    assert stranger.get(f"/t/{id}").status_code == table["strangers_see"], what
    assert ann.get(f"/t/{id}").status_code == ann.get(f"/t/{id}/replay").status_code == 200, what
    first = next(key for key in table["keys"] if key)
    record = ann.get(f"/api/tables/{id}/record", first).json()
    assert record["answers"] == known_answers(table, table["keys"].index(first)), what
    assert ann.get(f"/api/tables/{id}/at/{len(table['answers']) // 2}", first).status_code in (200, 404), what
    assert stranger.sees(id, first)["lines"][-1:] or not table["lines"], what
    for invite in filter(None, table["invites"]):
        assert stranger.get(f"/join/{invite}").status_code == 200, what
    for seat, key in enumerate(table["keys"]):
        if key and table["seats"][seat]["kind"] == "person":
            assert stranger.get(f"/seat/{key}").status_code == 200, what
    if table["outcome"] is not None:
        saved = ann.get(f"/t/{id}/download")
        assert saved.status_code == 200, what
        match = load(saved.text, registry.game)
        assert [list(answer) for answer in match.log] == table["answers"], what
    if "branch" in table:
        branch, at = table["branch"]
        assert [(b["url"], b["at"]) for b in record["branches"]] == [(f"/t/{branch}", at)], what
    if table["rematch"]:
        assert ann.get(table["rematch"]).status_code == 200, what


@pytest.mark.parametrize("commit", COMMITS)
def test_at_every_old_table_play_goes_on(commit: str, tmp_path: Path) -> None:
    with upgraded(commit, tmp_path) as (told, http):
        stranger = Visitor(http)
        for table in told["tables"]:
            id, what = table["id"], f"{table['what']} {table['game']}"
            for invite in filter(None, table["invites"]):
                joined = stranger.post("/api/join", {"invite": invite, "name": "Zoe"})
                assert joined.status_code == 200, f"{what}: {joined.text}"
                table["keys"][joined.json()["seat"]] = joined.json()["key"]
                assert stranger.sees(id, joined.json()["key"])["seats"][joined.json()["seat"]]["player"] == "Zoe"
            if table["wish"]:
                continue  # the others are asked first
            if table["what"] == "middle":
                take_one_back(stranger, table)
            waiting = stranger.sees(id, table["keys"][0])["waiting"]
            for seat in {w["seat"] for w in waiting}:
                play_one(stranger, table, seat)
        chat_is_there(str(http.base_url), told)


def take_one_back(stranger: Visitor, table: dict[str, Any]) -> None:
    for key in table["keys"]:
        seen = stranger.sees(table["id"], key)
        if seen["undo"]["kind"] == "free":
            after = stranger.post(f"/api/tables/{table['id']}/undo", {"number": seen["number"]}, key)
            assert after.status_code == 200 and after.json()["answers"] < seen["answers"], after.text
            return


def play_one(stranger: Visitor, table: dict[str, Any], seat: int) -> None:
    key, what = table["keys"][max(seat, 0)], f"{table['what']} {table['game']}"

    def played() -> bool:
        seen = stranger.sees(table["id"], key)
        if seen["asked"] is None:
            return True
        move = {"number": seen["number"], "option": seen["asked"]["options"][0]["word"], "seat": seat}
        after = stranger.post(f"/api/tables/{table['id']}/choose?scene=no", move, key)
        if after.status_code == 409 and after.json()["code"] == "stale":
            return False  # such as when the clock of the table begins to run again just then
        assert after.status_code == 200, f"{what}: {after.text}"
        assert after.json()["answers"] > seen["answers"]
        return True

    until(played, f"a move is played at {what}")


def chat_is_there(url: str, told: dict[str, Any]) -> None:
    from tests.web.people import Person

    spoken = [table for table in told["tables"] if table["chat"]]
    assert spoken
    for table in spoken:
        person = Person(url.rstrip("/"))
        person.http.cookies.set("tabletown", told["people"]["Ann"])
        with person.at(f"/t/{table['id']}") as wire:
            heard = wire.next("chat")
            assert [[line["seat"], line["name"], line["text"]] for line in heard["lines"]] == table["chat"]


@pytest.mark.long
@pytest.mark.parametrize("commit", COMMITS)
def test_every_old_class_stands_where_it_stood(commit: str, tmp_path: Path) -> None:
    with upgraded(commit, tmp_path) as (told, http):
        assert {room["what"] for room in told["classes"]} == {"lobby", "running", "halted", "ended"}
        for room in told["classes"]:
            code, what = room["code"], room["what"]
            teacher = Visitor(http, room["teacher"])
            lead = teacher.get(f"/class/{code}/lead")
            assert lead.status_code == 200, what
            assert ('data-do="show"' in lead.text, "The session is over" in lead.text) == (
                room["halted"],
                room["over"],
            ), what
            assert teacher.get(f"/class/{code}/projector").status_code == 200, what
            for pupil in room["pupils"]:
                phone = Visitor(http, pupil["cookie"])
                answer = phone.get(f"/class/{code}")
                assert answer.headers.get("location", "") == pupil["goes_to"], f"{what}: {pupil['name']}"
            at = {pupil["goes_to"].removeprefix("/t/"): Visitor(http, pupil["cookie"]) for pupil in room["pupils"]}
            for table in room["tables"]:
                seen = at[table["id"]].sees(table["id"])
                assert seen["answers"] == table["answers"], what
                assert sorted(w["seat"] for w in seen["waiting"]) == table["waiting"], what
                assert (seen["outcome"] and seen["outcome"]["winners"]) == table["winners"], what
            if room["tables"]:
                rows = teacher.get(f"/class/{code}/rounds.csv").text.splitlines()
                assert [row for row in rows if row[0].isdigit()] == [r for r in room["rounds"] if r[0].isdigit()], what
            if room["halted"]:
                shown = teacher.post(f"/class/{code}/do", {"do": "show"})
                assert shown.json() == {"error": ""}, what
            if what == "lobby":
                assert teacher.post(f"/class/{code}/do", {"do": "start"}).json() == {"error": ""}, what
                assert Visitor(http, room["pupils"][0]["cookie"]).get(f"/class/{code}").status_code == 303, what
