"""While others choose: plans, reminders, bots that are hurried; requests that survive a restart."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tabletown import registry
from tabletown.kernel import Match
from tabletown.web.testing import Server, running_server
from tabletown.web.workers.bots import bot_task
from tabletown.web.workers.look_ahead import LookAhead, look_ahead
from tests.waiting import LIMIT
from tests.web.conftest import Seated
from tests.web.people import FOUR, SECRETS, Person


def test_a_planned_answer_is_played_as_soon_as_its_seat_is_asked(seated: Seated) -> None:
    _, ann, bo = seated()
    bo.send("plan", steps=[])
    plan = bo.next("plan")
    assert plan["asked"]["prompt"] == "drop a disc into a column" and not plan["complete"] and plan["assumed"]
    step = {"option": "column:4", "label": "Drop it into column 4"}
    bo.send("plan", steps=[step])
    plan = bo.next("plan")
    assert plan["complete"] and plan["asked"] is None and [s["option"] for s in plan["steps"]] == ["column:4"]
    assert bo.table["answers"] == 0, "nothing has happened yet"
    bo.send("plan", steps=[step], keep=True)
    assert bo.next(when=lambda t: t["plan"] != [])["plan"] == ["Drop it into column 4"]
    ann.play("column:1")
    after = ann.next(when=lambda t: t["answers"] == 2)
    assert ann.lines[-1] == "Bo dropped a disc into column 4." and after["asked"] is not None
    assert bo.next(when=lambda t: t["answers"] == 2)["plan"] == []
    assert "Drop it into" not in "".join(ann.heard), "the others do not read a plan"


def test_a_plan_that_is_not_allowed_any_more_is_dropped_with_a_word(seated: Seated) -> None:
    _, ann, bo = seated()
    bo.send("plan", steps=[{"option": "column:9", "label": "Column 9"}], keep=True)
    bo.next(when=lambda t: t["plan"] != [])
    ann.play("column:1")
    assert bo.next("notice")["text"] == "Plan stopped: “Column 9” isn't possible any more."
    after = bo.next(when=lambda t: t["plan"] == [])
    assert after["answers"] == 1 and after["asked"] is not None


def test_a_plan_can_be_forgotten_and_needs_a_seat(seated: Seated, zoe: Person) -> None:
    table, _, bo = seated()
    bo.send("plan", steps=[{"option": "column:4"}], keep=True)
    bo.next(when=lambda t: t["plan"] != [])
    bo.send("plan", steps=[], keep=True)
    assert bo.next(when=lambda t: t["plan"] == [])["answers"] == 0
    with zoe.at(table) as wire:
        wire.send("plan", steps=[{"option": "column:4"}], keep=True)
        assert wire.refused()["code"] == "not-yours"


def test_looking_ahead_tells_nothing_that_the_seat_does_not_know() -> None:
    """Two matches that look alike to a seat but differ in hidden information: looking ahead gives the same result."""
    game = registry.game(SECRETS)
    seen: dict[str, tuple[list[str], bytes]] = {}
    compared = 0
    for seed in range(120):
        match = Match(game, ["Ann", "Bo"], seed=seed)
        for seat in (0, 1):
            match.choose(seat, "bid-quietly")
            match.choose(seat, "yes")
        match.choose(0, match.state.hands[0][0])
        hidden, known = match.state.hands[1], repr(match.view(0))
        ahead = LookAhead(bot_task(match, 0, ""), [], match.number)
        found = json.dumps([str(part) for part in (look_ahead(game, ahead),)]).encode()
        if known in seen and seen[known][0] != hidden:
            assert seen[known][1] == found
            compared += 1
        seen.setdefault(known, (hidden, found))
    assert compared > 3


def test_who_is_waited_for_can_be_reminded_now_and_then(seated: Seated, ann: Person) -> None:
    table, wire, bo = seated()
    bo.send("remind", seat=0)
    assert wire.next("reminder")["by"] == "Bo"
    assert bo.next("notice")["text"] == "Ann has been reminded."
    assert "Bo reminds you" in ann.http.get("/").text
    bo.send("remind", seat=0)
    assert bo.refused()["code"] == "busy"
    wire.send("remind", seat=1)
    assert wire.refused()["code"] == "not-asked"
    with ann.at(table) as again:
        assert again.next("reminder")["by"] == "Bo"
    wire.play("column:1")
    assert "Bo reminds you" not in ann.http.get("/").text


def test_a_table_says_since_when_it_waits(seated: Seated) -> None:
    _, ann, bo = seated()
    since = bo.table["waiting"][0]["since"]
    assert time.time() - 60 < since <= time.time()
    bo.send("refresh")
    assert bo.next(when=lambda t: t["fresh"])["waiting"][0]["since"] == since
    ann.play("column:1")
    assert bo.next(when=lambda t: t["answers"] == 1)["waiting"][0]["since"] > since


def test_a_bot_that_thinks_can_be_hurried(tmp_path: Path) -> None:
    with running_server(tmp_path, [FOUR], ["--unlimited", "--pace", str(2 * LIMIT)]) as url:
        ann = Person(url, "Ann")
        with ann.at(ann.opens("connect-four", "me", "bot:master")) as wire:
            wire.play("column:4")
            wire.send("hurry", seat=1)
            assert wire.next(when=lambda t: t["answers"] == 2)["asked"] is not None
            wire.send("hurry", seat=1)
            assert wire.refused()["code"] == "not-asked"


def test_undo_requests_and_plans_survive_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, [FOUR], ["--unlimited", "--workers", "0"])
    server.start()
    try:
        ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
        table = ann.opens("connect-four", "me", "link")
        bo.joins(ann.invites(table, 1))
        with ann.at(table) as first, bo.at(table) as second:
            first.play("column:4")
            second.at(1)
            second.play("column:4")
            second.send("plan", steps=[{"option": "column:2", "label": "Two"}], keep=True)
            second.next(when=lambda t: t["plan"] != [])
            first.at(2)
            first.send("undo", number=2)
            first.next(when=lambda t: t["consent"] is not None)
        server.kill()
        server.start()
        with bo.at(table) as second:
            assert second.table["consent"]["name"] == "Ann" and second.table["consent"]["yours"]
            assert second.table["plan"] == ["Two"]
            second.send("consent", agree=True)
            assert second.next(when=lambda t: t["consent"] is None)["answers"] == 0
            with ann.at(table) as first:
                first.play("column:1")
                assert first.next(when=lambda t: t["answers"] == 2)
        server.kill()
        server.start()
        with bo.at(table) as second:
            assert second.table["consent"] is None and second.table["plan"] == [] and second.table["answers"] == 2
    finally:
        server.kill()


def test_greedy_plays_the_others_in_a_plan() -> None:
    """The planner sees a whole turn of the others, in words."""
    game = registry.game(FOUR)
    match = Match(game, ["Ann", "Bo"], seed=1)
    plan = look_ahead(game, LookAhead(bot_task(match, 1, ""), [], 7))
    assert plan.assumed[0].startswith("Ann: ") and plan.asked is not None and plan.asked.seat == 1
    assert match.number == 0
