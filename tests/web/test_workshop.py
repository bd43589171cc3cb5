"""The workshop's pages: a draft is made, checked, played by link, published, remixed and reported."""

from __future__ import annotations

import io
import json
import random
import re
import shutil
import zipfile
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from tabletown import packs, registry
from tabletown.web.storage import schema as db
from tabletown.web.storage.packs import looked_at, seen
from tabletown.web.storage.store import Store
from tabletown.web.testing import place_of, running_server
from tabletown.workshop.drafts import Draft, files_of, pack_toml
from tests.conftest import mostly_long
from tests.waiting import LIMIT, until
from tests.web.people import Person
from tests.workshop.examples import EXAMPLES, city, climate, mission
from tests.workshop.test_workshop import broken_packs


class Maker:
    """A person with a browser's cookies."""

    def __init__(self, server: str) -> None:
        self.web = httpx.Client(base_url=server, timeout=LIMIT, follow_redirects=True)

    def makes(self, game: str = "right-of-way", kind: str = "city") -> str:
        made = self.web.post("/workshop/new", data={"game": game, "kind": kind})
        assert made.status_code == 200, made.text
        return str(made.url.path)

    def saves(self, draft: str, **changes: object) -> httpx.Response:
        page = self.web.get(draft).text
        found = re.search(r'id="draft">(.*?)</script>', page, re.S)
        assert found is not None
        data = json.loads(found[1])
        wanted = {"parts": data["parts"], "title": data["title"], "number": data["state"]["number"], **changes}
        return self.web.post(f"{draft}/save", json=wanted)

    def publishes(self, title: str = "The Two Banks") -> str:
        draft = self.makes()
        assert self.saves(draft, title=title, parts=city().parts, author="Ines").status_code == 200
        return str(self.web.post(f"{draft}/publish", data={"where": "gallery"}).url.path)


def test_a_city_is_made_played_by_link_published_and_remixed(server: str, bo: Person) -> None:
    ines, jo = Maker(server), Maker(server)
    draft = ines.makes()
    state = ines.saves(draft, title="The Two Banks", parts=city().parts, author="Ines").json()
    assert [problem["text"] for problem in state["problems"] if problem.get("stops", True)] == []
    table = ines.web.post(f"{draft}/play", data={"others": "link"})
    assert "/t/" in table.url.path and "The Two Banks, draft" in table.text

    pack = str(ines.web.post(f"{draft}/publish", data={"where": "gallery"}).url.path)
    assert "The Two Banks" in jo.web.get("/workshop?q=banks").text
    copy = jo.web.post(f"{pack}/remix")
    assert "Made from “The Two Banks” by Ines" in copy.text
    assert jo.web.get(draft).status_code == 404  # somebody else's draft
    played = jo.web.post(f"{pack}/play", data={"others": "bot"})
    assert "The Two Banks, version 1" in played.text


def test_a_mission_is_played_from_one_of_its_story_cards(server: str) -> None:
    ines = Maker(server)
    draft = ines.makes("new-york-crisis", "mission")
    assert ines.saves(draft, title="Night", parts=mission().parts).status_code == 200
    table = ines.web.post(f"{draft}/play", data={"others": "bot", "start": "mission.0.1"})
    assert "/t/" in table.url.path and "Night, draft" in table.text, table.text
    last = len(mission().parts["mission"]["cards"][0]["card"])
    never = ines.web.post(f"{draft}/play", data={"start": f"mission.0.{last}"})
    assert never.status_code >= 400 and "the bots never came to this card" in never.text
    for wrong in ("mission.9.1", "mission", "mission.x.y", "police.0.0", "...."):
        assert ines.web.post(f"{draft}/play", data={"start": wrong}).status_code in (400, 404), wrong


def test_a_table_keeps_the_version_it_began_with_also_when_the_server_starts_again(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        ines = Maker(server)
        draft = ines.makes()
        ines.saves(draft, title="Changing", parts=city().parts)
        table = ines.web.post(f"{draft}/play", data={"others": "link"}).url.path
        changed = city()
        changed.parts["city"]["plots"] = dict.fromkeys(changed.parts["city"]["plots"], "$")
        ines.saves(draft, title="Changing", parts=changed.parts)
        again = ines.web.post(f"{draft}/play", data={"others": "link"}).url.path
        cookies = dict(ines.web.cookies)
    shutil.rmtree(packs.folder())  # another machine, or another day
    packs.folder().mkdir()
    with running_server(tmp_path) as server:
        ines = Maker(server)
        ines.web.cookies.update(cookies)
        for one in (table, again):
            assert "Changing, draft" in ines.web.get(one).text
    store = Store(place_of(tmp_path))
    with store.engine.connect() as connection:
        versions = {row.rules for row in connection.execute(sa.select(db.tables.c.rules))}
    store.engine.dispose()
    assert len(versions) == 2 and all(packs.pack_in(version) for version in versions)


def another_city(number: int) -> Draft:
    """One that no other test plays in."""
    draft = city()
    plots = draft.parts["city"]["plots"]
    draft.parts["city"]["plots"] = plots | dict.fromkeys([*plots][: number + 2], "$")
    return draft


def test_what_was_only_looked_at_does_not_stay_on_the_disk(server: str) -> None:
    """Each change of a draft draws its board with a copy of the game's content: whoever draws all day fills no disk."""
    ines, looked = Maker(server), {"kind": "city", "card": ""}
    draft = ines.makes()
    assert ines.saves(draft, title="Looked at", parts=another_city(1).parts).status_code == 200
    before = {*packs.folder().iterdir()}
    for _ in range(2):
        assert "<svg" in ines.web.post(f"{draft}/preview", json=looked).json()["html"]
    assert {*packs.folder().iterdir()} == before
    assert "/t/" in ines.web.post(f"{draft}/play", data={"others": "link"}).url.path
    (played,) = {*packs.folder().iterdir()} - before
    assert "<svg" in ines.web.post(f"{draft}/preview", json=looked).json()["html"]
    assert {*packs.folder().iterdir()} - before == {played}, "a table is played with it"


def test_a_pack_that_two_look_at_stays_until_both_have_seen_it(tmp_path: Path) -> None:
    store, game = Store(tmp_path / "tables.sqlite"), registry.game("right-of-way")
    files = files_of(game, another_city(2))
    digest = looked_at(game, files)
    assert looked_at(game, files) == digest
    seen(store, game, digest)
    assert packs.is_installed(game, digest)
    seen(store, game, digest)
    assert not packs.is_installed(game, digest)
    store.engine.dispose()


def test_a_change_in_an_older_window_is_refused_and_nothing_is_lost(server: str) -> None:
    ines = Maker(server)
    draft = ines.makes()
    assert ines.saves(draft, title="First", number=0).status_code == 200
    late = ines.saves(draft, title="Second", number=0)
    assert late.status_code >= 400 and "another window" in late.json()["error"]
    assert "First" in ines.web.get(draft).text


def test_a_broken_draft_is_kept_but_neither_played_nor_published(server: str) -> None:
    ines = Maker(server)
    draft = ines.makes()
    told = ines.saves(draft, title="Tiny", parts={"city": {"plots": {"0,0": "$"}}}).json()
    assert any("at least 37" in problem["text"] for problem in told["problems"])
    for deed in ("play", "publish"):
        answer = ines.web.post(f"{draft}/{deed}")
        assert answer.status_code == 400 and "at least 37" in answer.text
    assert ines.web.get("/health").status_code == 200


def test_a_file_is_opened_or_says_what_is_wrong_with_it(server: str) -> None:
    ines = Maker(server)
    opened = ines.web.post("/workshop/open", content=pack_toml(climate()).encode())
    assert "Heat" in ines.web.get(opened.json()["url"]).text
    assert ines.web.get(opened.json()["url"] + "/file").content[:2] == b"PK"
    refused = ines.web.post("/workshop/open", content=b"= nothing")
    assert refused.status_code == 400 and "can't be read" in refused.json()["error"]


def test_names_of_strangers_are_shown_as_they_are_and_never_run(server: str) -> None:
    ines = Maker(server)
    ines.publishes("<script>alert(1)</script>")
    page = ines.web.get("/workshop").text
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_a_report_reaches_the_host_and_only_the_author_withdraws(server: str) -> None:
    ines, jo = Maker(server), Maker(server)
    pack = ines.publishes("Reported")
    assert "Thank you" in jo.web.post(f"{pack}/report", data={"why": "rude"}).text
    assert jo.web.post(f"{pack}/withdraw").status_code == 403
    assert ines.web.post(f"{pack}/withdraw").status_code == 200
    assert jo.web.get(pack).status_code == 404


def test_a_check_runs_beside_the_tables_and_can_be_stopped(server: str) -> None:
    ines = Maker(server)
    draft = ines.makes()
    ines.saves(draft, title="Checked", parts=city().parts)
    ines.web.post(f"{draft}/check/start")
    until(lambda: ines.web.get(f"{draft}/check/state").json()["pairs"] >= 5, "the first pairs")
    ines.web.post(f"{draft}/check/stop")
    state = ines.web.get(f"{draft}/check/state").json()
    assert not state["running"] and state["pairs"] >= 5 and not state["error"]
    assert "pairs, same luck in both" in ines.web.get(f"{draft}/check").text


def test_a_draft_and_a_pack_are_printed_as_they_were_drawn(server: str) -> None:
    ines, jo = Maker(server), Maker(server)
    draft = ines.makes()
    plain = {"city": {"plots": {**dict.fromkeys(city().parts["city"]["plots"], "."), "0,0": "$"}}}
    ines.saves(draft, title="One dollar", parts=plain)
    id = draft.rpartition("/")[2]
    page = ines.web.get(f"/print/right-of-way?draft={id}").text
    assert "Right of Way with the pack “One dollar”" in page and f'name="draft" value="{id}"' in page
    assert jo.web.get(f"/print/right-of-way?draft={id}").status_code == 404  # somebody else's draft
    assert ines.web.get(f"/print/crossroll?draft={id}").status_code == 404
    pack = str(ines.web.post(f"{draft}/publish", data={"where": "gallery"}).url.path)
    wish = {"pack": pack.rpartition("/")[2], "part": "board"}
    printed, usual = (jo.web.get("/print/right-of-way.pdf", params=asked) for asked in (wish, {"part": "board"}))
    assert printed.content.startswith(b"%PDF") and printed.content != usual.content


def test_a_pack_is_taken_to_tabletop_simulator_within_the_limits_of_prints(tmp_path: Path) -> None:
    with running_server(tmp_path, options=("--limit", "prints=0.001,3")) as server:
        ines, jo = Maker(server), Maker(server)
        draft = ines.makes("broken-cities", "climate")
        ines.saves(draft, title="Ours", parts=climate().parts)
        id = draft.rpartition("/")[2]
        assert 'formaction="/print/broken-cities.zip"' in ines.web.get(f"/print/broken-cities?draft={id}").text
        wish = {"draft": id, "address": "file:///C:/ours/"}
        assert jo.web.get("/print/broken-cities.zip", params=wish).status_code == 404  # somebody else's draft
        wrong = ines.web.get("/print/broken-cities.zip", params={**wish, "address": "C:/ours"})
        assert wrong.status_code == 400 and "must start with https:// or file:///" in wrong.text
        made = ines.web.get("/print/broken-cities.zip", params=wish)
        with zipfile.ZipFile(io.BytesIO(made.content)) as file:
            save = json.loads(file.read("tabletown.json"))
            assert save["SaveName"] == "Broken Cities · Ours"
            assert climate().parts["climate"]["cards"][0]["title"] in json.dumps(save, ensure_ascii=False)
            pictures = re.findall(r'"file:///C:/ours/([^"]*)"', json.dumps(save))
            assert set(pictures) == {*file.namelist()} - {"tabletown.json"}
            assert all(file.read(name).startswith(b"\x89PNG") for name in pictures)
        assert ines.web.get("/print/broken-cities.zip", params=wish).status_code == 200  # kept
        codes = [ines.web.get("/print/broken-cities.zip", params={"address": f"https://{n}"}).status_code for n in "ab"]
        assert codes == [200, 429]


def test_a_draft_and_a_pack_are_played_with_real_dice_as_any_table_is(server: str) -> None:
    ines, jo = Maker(server), Maker(server)
    draft = ines.makes()
    ines.saves(draft, title="By hand", parts=city().parts)
    assert 'name="by-hand-tile"' in ines.web.get(draft).text
    pack = str(ines.web.post(f"{draft}/publish", data={"where": "link"}).url.path)
    assert 'name="by-hand-tile"' in jo.web.get(pack).text
    for maker, made in ((ines, draft), (jo, pack)):
        wish = {"others": "bot", "by-hand-tile": "on", "by-hand-room": "on"}
        table = maker.web.post(f"{made}/play", data=wish).url.path
        seen = maker.web.get(f"/api/tables/{table.split('/')[2]}").json()
        assert [waiting["seat"] for waiting in seen["waiting"]] == [-1], "the tiles are drawn at the table"


def test_everybody_at_a_table_reads_the_pack_in_their_own_language(server: str) -> None:
    ines = Maker(server)
    draft = ines.makes("broken-cities", "climate")
    words = {"de": {"Heat Wave": "Hitzewelle", "Settings": "Böses"}}
    parts = climate().parts
    parts["climate"]["without"] = ["flood", "drought", "torrential_rain", "vector_disease", "hurricane"]
    parts["climate"]["cards"] = [{**parts["climate"]["cards"][0], "id": f"w{n}"} for n in range(5)]
    for card in parts["climate"]["cards"]:
        card["title"] = "Heat Wave"
    state = ines.saves(draft, title="Heat", parts=parts, words=words).json()
    assert [problem["text"] for problem in state["problems"] if problem.get("stops", True)] == []
    id = draft.rpartition("/")[2]
    pdf = {"draft": id, "part": "cards", "in": "de"}
    assert ines.web.get("/print/broken-cities.pdf", params=pdf).content.startswith(b"%PDF")
    assert "Hitzewelle" in ines.web.get(draft).text  # kept with the draft
    wrong = ines.saves(draft, parts=parts, words={"de": {"Heat Wave": "\u202ellewezt"}}).json()
    assert any("can't be shown" in problem["text"] for problem in wrong["problems"])


def test_a_host_may_keep_checks_for_people_with_an_account(tmp_path: Path) -> None:
    with running_server(tmp_path, options=("--unlimited", "--pace", "0", "--workshop", "accounts")) as server:
        ines = Maker(server)
        draft = ines.makes()
        ines.saves(draft, title="Checked", parts=city().parts)
        assert "needs a name of your own" in ines.web.get(f"{draft}/check").text
        assert ines.web.post(f"{draft}/check/start").status_code == 403


def test_two_hundred_broken_drafts_each_get_a_sentence_and_others_play_on(server: str) -> None:
    ines, jo = Maker(server), Maker(server)
    drafts = {name: ines.makes(example().game, next(iter(example().parts))) for name, example in EXAMPLES.items()}
    rng, count = random.Random(7), 0
    while count < 200:
        for name, draft in drafts.items():
            made = EXAMPLES[name]()
            (_, spoil), *_ = rng.sample(broken_packs(), 1)
            spoil(rng, made.parts)
            answer = ines.saves(draft, parts=made.parts, title="Broken")
            assert answer.status_code < 500 and "Traceback" not in answer.text, (name, answer.text)
            said = answer.json()
            told = [problem["text"] for problem in said.get("problems", ())] or [said.get("error", "")]
            assert all(isinstance(words, str) for words in told)
            count += 1
        assert jo.web.get("/health").status_code == 200
    assert all(ines.web.get(draft).status_code == 200 for draft in drafts.values())  # each still opens


@pytest.mark.parametrize("name", mostly_long(EXAMPLES, "city", "event"))
def test_a_draft_of_any_shape_breaks_no_page(server: str, name: str) -> None:
    """The editor saves none of these, but a program may."""
    eve = Maker(server)
    card = {"id": "w1", "type": "x", "number": 7, "effects": 5}
    shapes: list[object] = [5, None, [], [None], {}, {"cards": 5}, {"cards": [5]}, {"cards": [None]}, {"cards": [{}]}]
    shapes += [{"cards": [{"id": value}]} for value in (None, [], 10**400)] + [{"cards": [card], "without": [[]]}]
    far = [[10**400, 1], [1e308, 1e308], [True, None], 5]
    shapes += [{"plots": {"9" * 5000 + ",1": "$", "0,0": 5}}, {"stops": [{"at": at} for at in far]}, {"stops": [5]}]
    example = EXAMPLES[name]()
    kind = next(iter(example.parts))
    draft = eve.makes(example.game, kind)
    for shape in shapes:
        assert eve.saves(draft, parts={kind: shape}, title="Odd").status_code == 200
        for page in (draft, "/workshop", f"{draft}/check", f"{draft}/file", f"{draft}/sheet?kind={kind}"):
            assert eve.web.get(page).status_code in (200, 400), (kind, page, shape)
        for asked in ("card", "preview"):
            answer = eve.web.post(f"{draft}/{asked}", json={"kind": kind, "card": ""})
            assert answer.status_code in (200, 400), (kind, asked, shape)
        sheet = eve.web.post(f"{draft}/sheet", json={"kind": kind, "text": "id,title\nw9,Odd"})
        assert sheet.status_code in (200, 400), (kind, shape)
