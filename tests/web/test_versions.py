"""Rules change, tables stay: they are moved over if both versions agree; otherwise they can be read, ended, exported or
branched."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from tabletown import registry
from tabletown.editions import SetupByEdition
from tabletown.fingerprint import changes, recorded, why_not_the_same, write
from tabletown.kernel import Choose, Game, Match, load, save
from tabletown.kernel.errors import BadOption
from tabletown.kernel.questions import Script
from tabletown.web.app import make_app
from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor
from tabletown.web.settings import FILE, Settings
from tabletown.web.storage.migrate_rules import migrate, migrate_file
from tabletown.web.storage.store import Store
from tabletown.web.tables.read_only import OldRules, OldTable
from tabletown.web.workers.bots import Workers
from tests.web.people import FOUR, MARATHON, in_a_loop

ME = Actor("me")
BOTH = [NewSeat("me"), NewSeat("here")]


def catalog(version: str = "1", step: Callable[[Any], Script | None] | None = None) -> Catalog:
    """Connect Four and the long walk in their current version, and the walk with another step."""
    found = Catalog([FOUR, MARATHON])
    for id in ("connect-four", "marathon"):
        game = found.games[id]
        rules = dataclasses.replace(game.rules, step=step) if step is not None and id == "marathon" else game.rules
        about = msgspec.structs.replace(game.about, version=version)
        found.games[id] = dataclasses.replace(game, about=about, rules=rules)
    return found


def hub_at(path: Path, games: Catalog) -> Hub:
    return Hub(Store(path / FILE), games, Workers(games), Settings(pace=0))


def short_steps(s: Any) -> Script | None:
    """Other rules: nobody takes three steps."""

    def step() -> Script:
        steps = yield Choose(s.turn % 2, "How far?", ["1", "2"])
        s.steps[s.turn % 2] += int(steps)
        s.turn += 1

    return step() if s.turn < 5000 else None


def double_steps(s: Any) -> Script | None:
    """Other rules: every step counts double."""

    def step() -> Script:
        steps = yield Choose(s.turn % 2, "How far?", ["1", "2", "3"])
        s.steps[s.turn % 2] += 2 * int(steps)
        s.turn += 1

    return step() if s.turn < 5000 else None


async def walked(path: Path, answers: str) -> str:
    hub = hub_at(path, catalog())
    table = await hub.opening.create(NewTable("marathon", BOTH), ME)
    for number, answer in enumerate(answers):
        await table.answer(number % 2, answer)
    await hub.stop()
    return table.id


def verdicts(path: Path, games: Catalog, dry: bool = False) -> list[tuple[str, bool]]:
    store = Store(path / FILE)
    found = [(verdict.words, verdict.moved) for verdict in migrate(store, games, dry)]
    store.engine.dispose()
    return found


def test_a_running_table_is_moved_over_where_both_rules_agree(tmp_path: Path) -> None:
    id = in_a_loop(walked(tmp_path, "12321"))
    assert verdicts(tmp_path, catalog("2"), dry=True) == [("", False)]

    async def go() -> None:
        hub = hub_at(tmp_path, catalog("2"))
        with pytest.raises(OldRules, match="version 1 of the rules of Marathon; this server has version 2"):
            await hub.open(id)
        await hub.stop()
        assert verdicts(tmp_path, catalog("2")) == [("", True)] and verdicts(tmp_path, catalog("2")) == []
        hub = hub_at(tmp_path, catalog("2"))
        table = await hub.open(id)
        assert table is not None and table.match.number == 5 and table.match.state.steps == [5, 4]
        await table.answer(1, "3")
        await hub.stop()

    in_a_loop(go())


def test_a_table_that_goes_another_way_keeps_its_rules_and_is_told_in_words(tmp_path: Path) -> None:
    in_a_loop(walked(tmp_path, "12321"))
    ((words, moved),) = verdicts(tmp_path, catalog("2", short_steps))
    assert not moved and words.startswith("Answer 3 (Player 1: '3'): ") and "The options are: 1, 2" in words
    ((words, moved),) = verdicts(tmp_path, catalog("2", double_steps))
    assert not moved and words.startswith("Answer 1 (Player 1: '1'): then “") and "now “nothing”" in words


def test_such_a_table_can_be_read_ended_exported_and_played_on_from(tmp_path: Path) -> None:
    id = in_a_loop(walked(tmp_path, "12321"))

    async def go() -> None:
        hub = hub_at(tmp_path, catalog("2", short_steps))
        with pytest.raises(OldRules) as refused:
            await hub.open(id)
        old = OldTable(hub, refused.value.game, refused.value.loaded)
        shown = old.shown(ME, None)
        assert len(shown["lines"]) == 5 and shown["lines"][-1]["text"].endswith("took 1.")
        assert shown["can_branch"] and shown["can_end"] and shown["can_download"]
        assert not old.may_end(Actor("stranger"))
        text = json.loads(old.saved())
        assert text["rules"] == "1" and len(text["log"]) == 5
        assert load(old.saved(), catalog().find).number == 5, "who has the old rules can go on with it"
        new = await old.branch(ME, 0)
        assert new.match.state.steps == [5, 4] and new.match.game.about.version == "2"
        await new.answer(1, "2")
        old.end()
        with pytest.raises(OldRules) as refused:
            await hub.open(id)
        assert refused.value.loaded.table.over and hub.store.winners_of([id]) == {id: []}
        await hub.stop()

    in_a_loop(go())


def test_a_table_goes_on_with_the_cards_that_it_began_with(tmp_path: Path) -> None:
    id = in_a_loop(walked(tmp_path, "12321"))

    def newer(version: str, edition: int) -> Catalog:
        found = catalog(version)
        game = found.games["marathon"]
        setup = SetupByEdition(lambda seats, options, edition: game.rules.setup(seats, options), edition)
        found.games["marathon"] = dataclasses.replace(game, rules=dataclasses.replace(game.rules, setup=setup))
        return found

    assert verdicts(tmp_path, newer("1.1", 1)) == [], "a new edition: there is nothing to move"

    async def go() -> None:
        hub = hub_at(tmp_path, newer("1.1", 1))
        table = await hub.open(id)
        assert table is not None and table.match.game.about.version == "1"
        await table.answer(1, "3")
        new = await hub.opening.create(NewTable("marathon", BOTH), ME)
        assert new.match.game.about.version == "1.1"
        await hub.stop()

    in_a_loop(go())
    assert verdicts(tmp_path, newer("2.1", 1)) == [("", True), ("", True)]
    store = Store(tmp_path / FILE)
    assert [row.table.rules for row in map(store.load, [id]) if row is not None] == ["2"], "new rules, the same cards"
    store.engine.dispose()


def test_a_finished_match_is_shown_from_what_was_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(make_app(Settings(data=tmp_path, games=[FOUR])), base_url="http://testserver") as client:
        made = client.post("/new", data={"game": "connect-four", "count": "2", "seat-0": "me", "seat-1": "here"},
                           follow_redirects=False)  # fmt: skip
        table = made.headers["location"]
        api = table.replace("/t/", "/api/tables/")
        for number in range(7):
            body = {"number": number, "option": f"column:{number % 2 + 1}"}
            assert client.post(f"{api}/choose", json=body).status_code == 200
        cookies = dict(client.cookies)
    app = make_app(Settings(data=tmp_path, games=[FOUR]))
    games = app.state.hub.catalog.games
    about = msgspec.structs.replace(games["connect-four"].about, version="2")
    games["connect-four"] = dataclasses.replace(games["connect-four"], about=about)
    with TestClient(app, base_url="http://testserver", cookies=cookies) as client:
        for page in (table, f"{table}/replay"):
            shown = client.get(page)
            assert shown.status_code == 200 and "version 1 of the rules" in shown.text and "Turn 8 of 8" in shown.text
        assert "Turn 3 of 8" in client.get(f"{table}?at=2").text
        assert client.get(f"{table}/download").json()["rules"] == "1"
        refused = client.get(api)
        assert refused.status_code == 409 and refused.json()["code"] == "other-rules"
        on = client.post(f"{table}/old", data={"do": "branch", "at": "3"}, follow_redirects=False)
        assert on.status_code == 303 and client.get(on.headers["location"]).status_code == 200
        assert client.post(f"{table}/old", data={"do": "nonsense"}).status_code == 403


def test_saved_matches_are_moved_the_same_way(tmp_path: Path) -> None:
    match = Match(catalog().games["marathon"], 2, seed=1)
    for number, answer in enumerate("1232"):
        match.choose(number % 2, answer)
    file = tmp_path / "match.json"
    file.write_text(save(match))
    assert migrate_file(file, catalog()).words == ""
    verdict = migrate_file(file, catalog("2", short_steps))
    assert verdict.words.startswith("Answer 3 (Seat 1: '3'): ") and json.loads(file.read_text())["rules"] == "1"
    verdict = migrate_file(file, catalog("2", double_steps))
    assert "the state.steps[0] was 4 and is now 8" in verdict.words
    assert not migrate_file(file, catalog("2"), dry=True).moved and json.loads(file.read_text())["rules"] == "1"
    assert migrate_file(file, catalog("2")).moved and load(file.read_text(), catalog("2").find).number == 4
    assert json.loads((tmp_path / "match.json.rules-1").read_text())["rules"] == "1"


# ------------------------------------------------------------------ fingerprints


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.about.id)
def test_a_game_plays_as_recorded_for_its_version(game: Game) -> None:
    why = why_not_the_same(game)
    assert not why, why


def test_a_change_of_the_rules_without_a_new_version_is_found(tmp_path: Path) -> None:
    (tmp_path / "about.py").write_text("")
    game = dataclasses.replace(catalog().games["marathon"], folder=tmp_path)
    assert "has no fingerprint" in why_not_the_same(game)
    write(game)
    assert why_not_the_same(game) == "" and recorded(game) is not None
    rules = dataclasses.replace(game.rules, step=short_steps)
    changed = dataclasses.replace(game, rules=rules)
    why = why_not_the_same(changed)
    assert "plays differently in 1 of 1 playthroughs" in why and "about.py" in why and "CHANGELOG.md" in why
    with pytest.raises(BadOption, match="give it a new one"):
        write(changed)
    newer = dataclasses.replace(changed, about=msgspec.structs.replace(game.about, version="2"))
    assert "its fingerprint is of 1" in why_not_the_same(newer)
    write(newer)
    assert why_not_the_same(newer) == "" and changes(game, recorded(newer) or pytest.fail()) != []
