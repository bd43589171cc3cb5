"""New York Crisis with a class: every family has the same mission and the same luck."""

from __future__ import annotations

from tabletown import registry
from tabletown.bots import make
from tabletown.games.new_york_crisis.classroom import NewYorkLesson, crisis, families, how
from tabletown.games.new_york_crisis.classroom.contributions import KINDS, alerts, contributions_of, who_did_what
from tabletown.games.new_york_crisis.events.turns import TurnBegan, WildUsed
from tabletown.kernel import CHANCE

GAME = registry.game("new-york-crisis")


def test_families_that_answer_alike_meet_the_same_cards_and_dice() -> None:
    lesson = NewYorkLesson(GAME)
    session = lesson.new([3] * 3, {}, seed=5)
    for table in range(3):
        for seat in range(3):
            session.seat(table, seat, f"Pupil {table} {seat}")
    session.start()
    bot = make("easy", seed=1)
    for _ in range(60):
        first = session.matches[0]
        seat = next(decision.seat for decision in first.decisions if decision.seat != CHANCE)
        word = bot.choose(first.player_view(seat))
        for table in range(3):
            session.choose(table, seat, word)
    told = [[(answer.seat, answer.option) for answer in match.log] for match in session.matches]
    assert told[0] == told[1] == told[2] and any(seat == CHANCE for seat, _ in told[0])
    assert len({(crisis(session, table).alert, crisis(session, table).story) for table in range(3)}) == 1
    assert session.matches[0].state.options == session.matches[1].state.options


def test_a_family_that_plays_otherwise_keeps_the_mission() -> None:
    lesson = NewYorkLesson(GAME)
    session = lesson.new([1, 1], {}, seed=5)
    for table in range(2):
        session.seat(table, 0, f"Pupil {table}")
    session.start()
    assert session.chosen()["scenario"] == lesson.defaults["scenario"]
    assert len({str(match.state.options) for match in session.matches}) == 1


def test_the_talk_says_who_did_what_and_how_the_alert_rose() -> None:
    lesson = NewYorkLesson(GAME)
    session = lesson.new([2], {}, seed=5)
    for seat in range(2):
        session.seat(0, seat, f"Pupil <{seat}>")
    session.start()
    bot, match = make("easy", seed=1), session.matches[0]
    while not match.over and crisis(session, 0).round < 4:
        seat = next(decision.seat for decision in match.decisions if decision.seat != CHANCE)
        session.choose(0, seat, bot.choose(match.player_view(seat)))
    contributions = contributions_of(match)
    turns, wilds = KINDS.index(TurnBegan), KINDS.index(WildUsed)
    assert all(did[turns] >= 3 for did in contributions.did) and sum(did[wilds] for did in contributions.did) > 0
    assert len(contributions.alerts) == 4 and contributions.alerts[-1] == crisis(session, 0).alert
    assert contributions.alerts == sorted(contributions.alerts) and contributions.alerts[0] < contributions.alerts[-1]
    page = who_did_what(session, [contributions]) + alerts([contributions])
    assert "Pupil &lt;1&gt;" in page and "Round 4" in page


def test_the_wall_and_the_prizes_say_how_far_each_family_came() -> None:
    lesson = NewYorkLesson(GAME)
    session = lesson.new([1, 1, 1], {}, seed=5)
    for table in range(3):
        session.seat(table, 0, f"Pupil {table}")
    session.start()
    safe, caught, running = (crisis(session, table) for table in range(3))
    safe.result, safe.round, safe.story = "won", 7, 9
    caught.result, caught.alert = "lost", 20
    running.round, running.alert, running.wounds = 3, 5, [["physical", "mental"]]
    assert [lesson.scores(session, table)[0] for table in range(3)] == [9, caught.story, running.story]
    assert lesson.where(session, 2) == "round 3" and session.step_of(2) == "3"
    wall = lesson.wall(session, {"now": 0.0, "mark": lambda seat, size: ""})
    assert "1 family is safe" in wall and "story 9" in wall and f"alert 20 of {caught.limit}" in wall
    prizes = lesson.winners(session)
    assert [table for table, _ in prizes["safe"][0]] == [0] and prizes["quick"][1] == "in 7 rounds"
    assert [table for table, _ in prizes["quiet"][0]] == [0] and prizes["unhurt"][1] == "0 wounds"
    assert [how(state) for state in (safe, caught, running)] == [
        "Your family is safe, after 7 rounds",
        f"Your family was caught in round {caught.round}",
        f"Round 3, alert 5 of {running.limit}",
    ]
    shown = families(session)
    assert all(word in shown for word in ("safe", "caught", "on the run")) and "Pupil 2" in shown
