"""The facilitator of a session: time, decisions, the end, the prizes and the discussion."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tabletown.games.broken_cities.classroom import guard
from tabletown.games.broken_cities.classroom.desk import walk
from tabletown.games.broken_cities.classroom.session import CitiesSession
from tabletown.games.broken_cities.classroom.state import ROOM
from tabletown.games.broken_cities.classroom.wall import projector
from tabletown.games.broken_cities.rules.counting import recount
from tabletown.translations import PSEUDO, speak, speaking
from tabletown.web.seats import Refusal
from tests.games.broken_cities.positions import GREEN, YELLOW, refuses
from tests.games.broken_cities.rooms import (
    end_round,
    end_turn,
    halted,
    kept,
    no_law,
    opened,
    peopled,
    running,
    show,
    winners,
)

# ------------------------------------------------------------------ time and the facilitator


@pytest.mark.rule("facil.keep-moving", "law-no-agreement")
def test_the_law_clock_ends_a_law_session_and_can_be_extended() -> None:
    session = halted(2, "news")
    show(session, 100.0)
    assert session.overview(100.0)["tables"][0]["law_left"] == 300.0
    assert [city["law_left"] for city in session.projector(110.0)["cities"]] == [290.0, 290.0]
    assert 'law: <b data-clock="290">4:50</b>' in projector(session.projector(110.0))
    session.extend(60, table=0)
    session.tick(401.0)
    assert session.city(0).assembly is not None
    session.tick(461.0)
    assert session.city(0).assembly is None and session.city(0).laws == []


@pytest.mark.rule("facil.keep-moving")
def test_a_turn_that_is_ended_takes_back_what_was_half_bought_and_keeps_what_stands() -> None:
    session = running(2)
    seat = session.matches[0].decisions[0].seat
    session.city(0).money[seat] += 20
    session.choose(0, seat, "buy:greenspace")
    session.choose(0, seat, "cell:H1")
    money, tiles = session.city(0).money[seat], sum(map(bool, session.city(0).kinds))
    session.choose(0, seat, "buy:low_cost")
    session.end_turn(0)
    city = session.city(0)
    assert session.matches[0].decisions[0].seat != seat
    assert (city.money[seat], sum(map(bool, city.kinds))) == (money, tiles)
    assert str(session.state.log[-1].text).startswith("The facilitator ended")
    session.city(0).forced[session.matches[0].decisions[0].seat] = 5
    with refuses("no-way-out"):
        session.end_turn(0)


@pytest.mark.rule("facil.keep-moving", "law-no-agreement")
def test_no_vote_is_cast_for_anybody_when_the_time_for_a_law_is_up() -> None:
    session = halted(2, "news")
    show(session)
    for word in ("law:ban", "propose"):
        session.choose(0, session.matches[0].decisions[0].seat, word)
    voter = session.matches[0].decisions[0].seat
    session.choose(0, voter, "accept")
    with refuses("no-turn"):
        session.end_turn(0)
    session.law_time_up(0)
    city, match = session.city(0), session.matches[0]
    assert city.assembly is None and city.laws == []
    assert not {answer.option for answer in match.log} & {"veto", "accept", "change"}


def test_a_bot_can_play_for_somebody_who_is_away() -> None:
    session = running(2)
    session.state.tables[1].bots = [False] * 4
    session.let_bot_play(1, 2)
    assert session.state.tables[1].bots == [False, False, True, False]


def test_a_pause_stops_answers_and_timers() -> None:
    session = running(2, clock=600.0)
    session.pause(100.0)
    with refuses("paused"):
        end_turn(session, 0)
    session.tick(700.0)
    assert not session.state.ended
    session.go_on(400.0)
    assert session.projector(400.0)["clock"] == 500.0
    session.tick(901.0)
    assert session.state.ended == "clock"
    session = halted(2, "news")
    show(session, 100.0)
    session.pause(110.0)
    session.go_on(210.0)
    session.tick(401.0)
    assert session.city(0).assembly is not None  # the law clock stopped, too
    session.tick(501.0)
    assert session.city(0).assembly is None


def test_every_clock_stands_still_while_nobody_could_play() -> None:
    session = halted(2, "news", clock=600.0)
    show(session, 100.0)
    before = session.overview(110.0)
    session.stood_still(400.0)
    after = session.overview(510.0)
    assert after["clock"] == before["clock"] and after["tables"][0]["law_left"] == before["tables"][0]["law_left"]
    assert after["tables"][0]["turn_for"] == before["tables"][0]["turn_for"]
    session.pause(520.0)
    session.stood_still(100.0)  # during a pause, which is discounted as a whole
    session.go_on(720.0)
    assert session.overview(720.0)["clock"] == before["clock"] - 10


@pytest.mark.rule("end-multi-table", "multi-end")
def test_the_session_ends_at_the_sixth_threshold_of_its_column_or_by_option_only_by_the_clock() -> None:
    session = running(2)
    session.state.spaces = 5
    end_round(session, 0, total=66)
    assert session.state.ended == "damage" and session.matches[0].over
    assert not session.over
    end_turn(session, 1)
    assert session.over and session.city(1).end == "damage" and session.state.halts == []
    session = running(2, options={"session_end": "timed"})
    session.state.spaces = 5
    end_round(session, 0, total=66)
    assert not session.state.ended
    session.end()
    end_turn(session, 1)
    assert session.over and session.city(1).end == "session"


def test_the_facilitator_can_end_it_at_once_whatever_the_tables_are_doing() -> None:
    session = halted(2, "news", clock=600.0)
    show(session)
    no_law(session, 1)
    seat = session.matches[1].decisions[0].seat
    session.choose(1, seat, "buy:low_cost")
    session.end(30.0)
    assert session.projector(30.0)["clock"] is None and session.projector()["ended"] == "early" and not session.over
    session.close(31.0)
    assert session.over and [session.city(table).end for table in range(2)] == ["session", "session"]


@pytest.mark.rule("sixth-event-is-end", "end-multi-table")
def test_by_option_the_last_threshold_brings_one_more_card_to_all_tables_then_the_end_without_a_law() -> None:
    session = running(2, options={"last_event": "final_card"})
    session.state.spaces, session.state.deck = 5, ["hurricane"]
    end_round(session, 0, total=66)
    halt = session.halt
    assert halt is not None and halt.last and halt.threshold == 72 and not session.state.ended
    show(session)
    assert session.matches[0].over and session.city(0).events == [(1, "hurricane")]
    assert session.city(0).rents == [0, 0, 4, 4] and session.city(0).end == "damage"
    assert session.over and session.state.ended == "damage" and session.city(1).end == "damage"
    assert session.city(1).rents == [0, 0, 4, 4] and session.city(1).assembly is None


@pytest.mark.rule("sixth-event-is-end")
def test_renters_lost_to_the_last_card_are_chosen_before_the_end() -> None:
    session = running(2, options={"last_event": "final_card"}, auto=True)
    session.state.spaces, session.state.deck = 5, ["vector_disease"]
    city = session.city(0)
    city.kinds[0], city.owners[0], city.renters[0], city.reserve = GREEN, YELLOW, 1, city.reserve - 1
    recount(city)
    end_round(session, 0, total=66)
    assert [decision.seat for decision in session.matches[0].decisions] == [YELLOW] and not session.matches[0].over
    for _ in range(3):
        session.choose(0, YELLOW, session.matches[0].decisions[0].options[0])
    assert session.matches[0].over and session.city(0).rents == [6, 0, 0, 0]
    end_turn(session, 1)
    assert session.over and session.state.ended == "damage"


@pytest.mark.rule("facil.judge")
def test_the_facilitator_decides_alike_for_all_tables() -> None:
    session = running(3)
    number = session.ask(1, 2, "Is a corner next to a cell?")
    assert session.overview()["questions"][0]["answer"] == ""
    session.decide(number, "No.")
    assert session.projector()["decisions"] == [{"text": "Is a corner next to a cell?", "answer": "No."}]


# ------------------------------------------------------------------ prizes, story, talk


@pytest.mark.rule("facil.prizes-announced", "facil.story", "facil.discussion", "facil.discussion-steer")
def test_prizes_and_story_are_there_before_play_and_questions_after_it() -> None:
    session = CitiesSession(tables=2)
    view = session.overview()
    assert [prize["id"] for prize in view["prizes"]] == [
        "first_to_50",
        "greenest_player",
        "winning_table",
        "greenest_table",
    ]
    assert all(not prize["winners"] and prize["rule"] for prize in view["prizes"])
    assert len(view["story"]) > 100 and len(view["questions_to_discuss"]) == len(ROOM.question) == 6


def rich_next(session: CitiesSession, table: int = 1) -> int:
    """The second player of this table is next, with at least 40 rent and enough money for Shopping."""
    city = session.city(table)
    seat = city.order[1]
    for cell in (0, 1, 2):
        city.kinds[cell], city.owners[cell] = 4, seat
    recount(city)
    end_turn(session, table)
    assert 40 <= city.rents[seat] < 50
    return seat


@pytest.mark.rule("facil.prize-first-50", "multi-end")
def test_the_first_to_fifty_gets_a_prize_and_only_that_table_stops() -> None:
    session = running(2)
    seat = rich_next(session)
    session.choose(1, seat, "buy:shopping")
    session.choose(1, seat, "cell:H6")
    assert session.matches[1].over and not session.over
    assert winners(session, "first_to_50") == [(1, [seat])]
    total = session.state.total
    end_round(session, 0)
    assert session.state.total == total + 6
    later = rich_next(session, 0)
    session.choose(0, later, "buy:shopping")
    session.choose(0, later, "cell:H6")
    assert session.over and winners(session, "first_to_50") == [(1, [seat])]  # the second gets nothing
    session = running(2, options={"two_players": "yes"})
    seat = rich_next(session)
    session.choose(1, seat, "buy:shopping")
    session.choose(1, seat, "cell:H6")
    assert len(session.city(1).winners) == 2 and winners(session, "first_to_50") == [
        (1, [seat])
    ]  # the colour that reached it
    session = running(2, options={"fifty": "stop_all"})
    seat = rich_next(session)
    session.choose(1, seat, "buy:shopping")
    session.choose(1, seat, "cell:H6")
    end_turn(session, 0)
    assert session.over


@pytest.mark.rule("facil.prize-most-green", "multi-greenest")
def test_the_greenest_player_has_the_lowest_own_emissions_then_more_parks() -> None:
    session = running(2)
    assert winners(session, "greenest_player") == [(0, [2]), (0, [3]), (1, [2]), (1, [3])]  # everybody who tied
    city = session.city(1)
    city.kinds[0] = city.kinds[1] = 6
    city.owners[0] = city.owners[1] = 0
    recount(city)
    assert winners(session, "greenest_player") == [(1, [0])]
    assert session.prizes()[1]["why"] == "own emissions 5, parks 2"
    other = session.city(0)
    other.kinds[0], other.owners[0], other.kinds[1], other.owners[1] = 6, 1, 6, 1
    recount(other)
    assert winners(session, "greenest_player") == [(0, [1]), (1, [0])]  # neither table size has an advantage
    city.kinds[:4], city.owners[:4] = [6, 5, 5, 3], [0] * 4  # the same emissions with one park more
    recount(city)
    assert winners(session, "greenest_player") == [(1, [0])]
    session.state.tables[1].bots[0] = True
    assert winners(session, "greenest_player") == [(0, [1])]  # bots get no prizes


@pytest.mark.rule("facil.prize-team", "multi-winning-team")
def test_the_winning_table_has_the_most_rent_per_player() -> None:
    session = CitiesSession(sizes=[4, 3])
    session.start()
    assert all(not prize["winners"] for prize in session.prizes())  # only bots
    peopled(session)
    session.city(0).rents, session.city(1).rents = [20, 20, 20, 20], [25, 20, 20]
    assert winners(session, "winning_table") == [(1, [0, 1, 2])]
    assert session.prizes()[2]["why"] == "21.7 rent per player"
    session.state.tables[1].bots[0] = True  # rent of bots doesn't count
    assert winners(session, "winning_table") == [(0, [0, 1, 2, 3]), (1, [1, 2])]
    session.state.tables[1].people = [True, True, True]  # the bot only stands in for an absent person
    assert winners(session, "winning_table") == [(1, [0, 1, 2])]


@pytest.mark.rule("facil.prize-green-team", "multi-greenest")
def test_the_greenest_table_reported_the_least_damage_a_round() -> None:
    session = running(3)
    for table, (reported, rounds) in enumerate([(30, 5), (12, 2), (36, 7)]):
        session.state.tables[table].reported, session.state.tables[table].rounds = reported, rounds
    assert winners(session, "greenest_table") == [(2, [0, 1, 2, 3])]
    session.state.tables[2].reported = 42
    assert winners(session, "greenest_table") == [(table, [0, 1, 2, 3]) for table in range(3)]
    session.city(1).emissions = 40
    assert winners(session, "greenest_table") == [(1, [0, 1, 2, 3])]


@pytest.mark.rule("facil.prize-green-team", "multi-greenest")
def test_a_table_of_three_is_not_greener_for_being_smaller() -> None:
    session = CitiesSession(sizes=[4, 3])
    session.start()
    peopled(session)
    for table, reported in enumerate([20, 18]):
        session.state.tables[table].reported, session.state.tables[table].rounds = reported, 2
    assert winners(session, "greenest_table") == [(0, [0, 1, 2, 3])]


# ------------------------------------------------------------------ the log, and where to walk to


def test_the_log_is_read_by_everybody_in_their_own_language_and_an_older_one_still_is() -> None:
    session = halted(2)
    show(session, 10.0)
    session.ask(0, 0, "Is a corner next to a cell?", 11.0)
    session.decide(0, "No.", 12.0)
    session.end(13.0)
    again = opened(kept(session))
    assert again.state.log == session.state.log and len(session.state.log) > 5
    assert str(again.state.log[0].text) == "The session started with 2 tables."
    with speaking(speak(PSEUDO)):
        assert all(text.startswith("⟦") for _, text, _ in again.overview()["log"])
    data = msgspec.to_builtins(session.state) | {"log": [[1.0, "Table 1 reports damage 6, total 6."]]}
    old = CitiesSession.restore(session.game, data, session.matches)
    assert old.overview()["log"] == [(1.0, "Table 1 reports damage 6, total 6.", "")]


def test_the_desk_names_the_table_to_walk_to() -> None:
    session = halted(3)
    show(session, 0.0)
    room: Any = SimpleNamespace(session=session)

    def reasons(now: float) -> list[tuple[int, str]]:
        return [(one["table"], one["why"]) for one in walk(room, session.overview(now))]

    assert reasons(10.0) == []
    assert reasons(100.0) == [(1, "silent"), (2, "silent"), (3, "silent")]
    session.extend(-200, 2)  # its clock is now the shortest
    assert reasons(70.0) == [(3, "clock")]
    for _ in range(3):  # someone at the first table never agrees
        while session.city(0).phase != "vote":
            decision = session.matches[0].decisions[0]
            words = ("law:ban", "propose", *decision.options)
            session.choose(0, decision.seat, next(word for word in words if word in decision.options))
        for decision in list(session.matches[0].decisions):
            session.choose(0, decision.seat, "veto")
    assert (1, "veto") in reasons(40.0)


def test_a_law_that_was_refused_is_shown_to_the_teacher_who_may_allow_it() -> None:
    session, told, written = running(), list[tuple[str, int]](), list[bool]()
    table = SimpleNamespace(notice=lambda words, seat: told.append((str(words), seat)))
    room: Any = SimpleNamespace(
        session=session,
        tables=[table],
        hub=SimpleNamespace(now=lambda: 1.0),
        write_down=lambda: written.append(True),
    )
    law, again = "Nobody builds.", ("Everybody builds.", "It binds one person.")
    assert not guard.lets_pass(room, room.tables[0], 2, law, "It binds one person.") and written == [True]
    assert not guard.lets_pass(room, room.tables[0], 2, law, "It binds one person."), "it is shown once"
    assert [entry.text for entry in session.state.refused] == [law] and written == [True]
    guard.let_pass(room, 0, passes=True)
    assert told == [("Your teacher allowed your law. Send it again.", 2)]
    assert guard.lets_pass(room, room.tables[0], 2, law, "It binds one person.")
    assert not guard.lets_pass(room, room.tables[0], 0, *again)
    guard.let_pass(room, 1, passes=False)
    assert [entry.text for entry in session.state.refused] == [law]
    with pytest.raises(Refusal, match="no longer waiting"):
        guard.let_pass(room, 1, passes=True)
