"""While others choose: plans, reminders, bots that are hurried; requests that survive a restart."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tabletown import registry
from tabletown.kernel import Match
from tabletown.web.protocol import PlanCondition, PlanIf, PlanNode, PlanStep
from tabletown.web.tables.notes import read
from tabletown.web.testing import Server, running_server
from tabletown.web.workers.bots import bot_task
from tabletown.web.workers.look_ahead import LookAhead, look_ahead
from tests.waiting import LIMIT
from tests.web.conftest import Seated
from tests.web.people import FOUR, SECRETS, Person

NO_PLAN = {"steps": [], "ifs": []}


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
    assert bo.next(when=lambda t: t["plan"]["steps"])["plan"]["steps"][0]["label"] == "Drop it into column 4"
    ann.play("column:1")
    after = ann.next(when=lambda t: t["answers"] == 2)
    assert ann.lines[-1] == "Bo dropped a disc into column 4." and after["asked"] is not None
    assert bo.next(when=lambda t: t["answers"] == 2)["plan"] == NO_PLAN
    assert "Drop it into" not in "".join(ann.heard), "the others do not read a plan"


def test_a_plan_that_is_not_allowed_any_more_is_dropped_with_a_word(seated: Seated) -> None:
    _, ann, bo = seated()
    bo.send("plan", steps=[{"option": "column:9", "label": "Column 9"}], keep=True)
    bo.next(when=lambda t: t["plan"]["steps"])
    ann.play("column:1")
    assert bo.next("notice")["text"] == "Plan stopped: “Column 9” isn't possible any more."
    after = bo.next(when=lambda t: not t["plan"]["steps"])
    assert after["answers"] == 1 and after["asked"] is not None


def test_a_plan_can_be_forgotten_and_needs_a_seat(seated: Seated, zoe: Person) -> None:
    table, _, bo = seated()
    bo.send("plan", steps=[{"option": "column:4"}], keep=True)
    bo.next(when=lambda t: t["plan"]["steps"])
    bo.send("plan", steps=[], keep=True)
    assert bo.next(when=lambda t: not t["plan"]["steps"])["answers"] == 0
    with zoe.at(table) as wire:
        wire.send("plan", steps=[{"option": "column:4"}], keep=True)
        assert wire.refused()["code"] == "not-yours"


def dropped(column: int, *fixed: str, who: int = 0) -> dict[str, Any]:
    """The condition that this seat drops a disc into this column."""
    return {"event": {"event": "dropped", "who": who, "column": column}, "fixed": list(fixed or ("who", "column"))}


def then(column: int) -> dict[str, Any]:
    return {"steps": [{"option": f"column:{column}", "label": f"Column {column}"}]}


STOP: dict[str, Any] = {"steps": []}


@pytest.mark.parametrize(("played", "answer"), [(1, 4), (2, 5), (7, 6)])
def test_a_plan_takes_the_branch_that_has_come_true(seated: Seated, played: int, answer: int) -> None:
    _, ann, bo = seated()
    ifs = [{"when": dropped(1), "then": then(4)}, {"when": dropped(2), "then": then(5)}, {"then": then(6)}]
    bo.send("plan", ifs=ifs, keep=True)
    kept = bo.next(when=lambda t: t["plan"]["ifs"])["plan"]["ifs"]
    assert kept[0]["when"]["words"][0] == ["Ann", "who"], "in words, for its holder"
    ann.play(f"column:{played}")
    ann.next(when=lambda t: t["answers"] == 2)
    assert ann.lines[-1] == f"Bo dropped a disc into column {answer}."
    assert bo.next(when=lambda t: t["answers"] == 2)["plan"] == NO_PLAN
    assert not any('ifs":[{' in heard for heard in ann.heard), "the others don't read a plan"


def test_a_plan_goes_on_below_a_branch_and_stops_where_it_was_told_to(seated: Seated) -> None:
    _, ann, bo = seated()
    below = {**then(4), "ifs": [{"when": dropped(2), "then": STOP}, {"then": then(5)}]}
    bo.send("plan", ifs=[{"when": dropped(1, "who"), "then": below}, {"then": STOP}], keep=True)
    bo.next(when=lambda t: t["plan"]["ifs"])
    ann.play("column:3")  # any column
    ann.next(when=lambda t: t["answers"] == 2)
    assert ann.lines[-1] == "Bo dropped a disc into column 4."
    assert bo.next(when=lambda t: t["answers"] == 2)["plan"]["ifs"][1]["then"]["steps"][0]["label"] == "Column 5"
    ann.play("column:2")
    assert bo.next("notice")["text"] == "Plan stopped, as you wished: Ann dropped a disc into column 2."
    after = bo.next(when=lambda t: t["plan"] == NO_PLAN)
    assert after["answers"] == 3 and after["asked"] is not None


def test_a_plan_stops_when_nothing_it_expected_has_happened(seated: Seated) -> None:
    _, ann, bo = seated()
    bo.send("plan", ifs=[{"when": dropped(1), "then": then(4)}], keep=True)
    bo.next(when=lambda t: t["plan"]["ifs"])
    ann.play("column:2")
    assert bo.next("notice")["text"] == "Plan stopped: nothing you planned for happened."


def test_a_plan_stops_when_a_step_promises_something_else_than_it_did(seated: Seated) -> None:
    _, ann, bo = seated()
    bo.send("plan", steps=[{"option": "column:4", "label": "Four"}])
    promised = bo.next("plan")["steps"]
    assert promised[0]["result"]
    bo.send("plan", steps=[{**promised[0], "result": "Pay 3"}], keep=True)
    bo.next(when=lambda t: t["plan"]["steps"])
    ann.play("column:2")
    assert bo.next("notice")["text"] == "Plan stopped: “column:4” has a different result now."
    bo.next(when=lambda t: t["asked"] and t["plan"] == NO_PLAN)
    bo.play("column:1")
    bo.send("plan", steps=promised, keep=True)
    bo.next(when=lambda t: t["plan"]["steps"])
    ann.at(2)
    ann.play("column:2")
    assert bo.next(when=lambda t: t["answers"] == 4)


def test_what_was_undone_is_no_reason_for_a_branch(seated: Seated) -> None:
    _, ann, bo = seated()
    ann.play("column:1")
    bo.at(1)
    bo.play("column:7")
    ann.at(2)
    ann.play("column:1")
    bo.at(3)
    bo.play("column:7")
    ann.at(4)
    bo.send("plan", ifs=[{"when": dropped(1), "then": then(4)}, {"when": dropped(2), "then": then(5)}], keep=True)
    bo.next(when=lambda t: t["plan"]["ifs"])
    ann.send("undo", number=ann.table["number"])
    bo.next(when=lambda t: t["consent"])
    bo.send("consent", agree=True)
    ann.next(when=lambda t: t["answers"] == 2 and t["asked"])
    ann.play("column:2")
    assert ann.next(when=lambda t: t["answers"] == 4)
    assert ann.lines[-1] == "Bo dropped a disc into column 5."


@pytest.mark.parametrize(
    "ifs",
    [
        [{"when": {"event": {"event": "nothing"}}, "then": {}}],
        [{"when": {"event": {"event": "dropped", "who": "Ann"}}, "then": {}}],
        [{"then": {"ifs": [{"then": {}}]}}],
        [{"then": {**then(1), "ifs": [{"then": {**then(1), "ifs": [{"then": {**then(1), "ifs": [{"then": {}}]}}]}}]}}],
    ],
    ids=["event", "facts", "no step", "depth"],
)
def test_a_plan_that_makes_no_sense_is_refused(seated: Seated, ifs: list[dict[str, Any]]) -> None:
    _, _, bo = seated()
    bo.send("plan", ifs=ifs, keep=True)
    assert bo.refused()["code"] == "malformed"


def test_the_planner_offers_what_the_others_may_do_and_shows_the_board_after_it() -> None:
    game = registry.game(FOUR)
    match = Match(game, ["Ann", "Bo"], seed=1)
    task = bot_task(match, 1, "")
    offered = look_ahead(game, LookAhead(task, PlanNode(), 0, conditions=True)).conditions
    assert len(offered) == 7 and sum(one.often for one in offered) == 10
    for when in offered:
        column = when.event["column"]
        other = next(one for one in offered if one is not when)
        both = [PlanIf(PlanNode(), fixing(other)), PlanIf(PlanNode([PlanStep("column:1")]), fixing(when))]
        plan = look_ahead(game, LookAhead(task, PlanNode([], both), 0))
        assert plan.complete and plan.assumed == [f"Ann: column:{column}"]
    twice = [PlanIf(PlanNode(), fixing(offered[0])), PlanIf(PlanNode(), fixing(offered[0]))]
    assert look_ahead(game, LookAhead(task, PlanNode([], twice), 0)).asked is not None, "it can be planned all the same"
    unlikely = PlanIf(PlanNode(), PlanCondition({"event": "dropped", "who": 1, "column": 1}, ["who", "column"]))
    lost = look_ahead(game, LookAhead(task, PlanNode([], [unlikely]), 0))
    assert lost.asked is None and not lost.complete


def fixing(when: PlanCondition) -> PlanCondition:
    return PlanCondition(when.event, ["who", "column"])


def test_plans_of_earlier_versions_are_read() -> None:
    notes = read('{"plans":{"1":[{"option":"column:4","label":"Four"}]}}')
    assert notes.ahead[1].node.steps == [PlanStep("column:4", "Four")] and notes.plans == {}


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
        ahead = LookAhead(bot_task(match, 0, ""), PlanNode(), match.number)
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
            second.next(when=lambda t: t["plan"]["steps"])
            first.at(2)
            first.send("undo", number=2)
            first.next(when=lambda t: t["consent"] is not None)
        server.kill()
        server.start()
        with bo.at(table) as second:
            assert second.table["consent"]["name"] == "Ann" and second.table["consent"]["yours"]
            assert [step["label"] for step in second.table["plan"]["steps"]] == ["Two"]
            second.send("consent", agree=True)
            assert second.next(when=lambda t: t["consent"] is None)["answers"] == 0
            with ann.at(table) as first:
                first.play("column:1")
                assert first.next(when=lambda t: t["answers"] == 2)
        server.kill()
        server.start()
        with bo.at(table) as second:
            assert second.table["consent"] is None and second.table["plan"] == NO_PLAN and second.table["answers"] == 2
    finally:
        server.kill()


def test_greedy_plays_the_others_in_a_plan() -> None:
    """The planner sees a whole turn of the others, in words."""
    game = registry.game(FOUR)
    match = Match(game, ["Ann", "Bo"], seed=1)
    plan = look_ahead(game, LookAhead(bot_task(match, 1, ""), PlanNode(), 7))
    assert plan.assumed[0].startswith("Ann: ") and plan.asked is not None and plan.asked.seat == 1
    assert match.number == 0
