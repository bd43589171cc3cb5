"""The facilitator of a session: time, decisions, the end, the prizes and the talk."""

from __future__ import annotations

import pytest

from tabletown.games.broken_cities.content import ROOM
from tabletown.games.broken_cities.rules.counting import recount
from tabletown.games.broken_cities.session import Session
from tabletown.games.broken_cities.view.projector import projector
from tabletown.kernel.errors import NotAllowed
from tests.games.broken_cities.positions import GREEN, YELLOW
from tests.games.broken_cities.rooms import end_round, end_turn, halted, running

# ------------------------------------------------------------------ time and the facilitator


@pytest.mark.rule("facil.keep-moving", "law-no-agreement")
def test_the_law_clock_ends_a_law_session_and_can_be_extended() -> None:
    session = halted(2, "news")
    session.show_card(now=100.0)
    assert session.overview(100.0)["tables"][0]["law_left"] == 300.0
    assert [city["law_left"] for city in session.projector(110.0)["cities"]] == [290.0, None]
    wall = projector(session.projector(110.0))
    assert 'law: <b data-clock="290">4:50</b>' in wall and "finishes a turn" in wall
    session.extend(60, table=0)
    session.tick(401.0)
    assert session.city(0).assembly is not None
    session.tick(461.0)
    assert session.city(0).assembly is None and session.city(0).laws == []


@pytest.mark.rule("facil.keep-moving")
def test_an_absent_player_can_be_skipped_or_replaced_by_a_bot() -> None:
    session = running(2)
    seat = session.matches[0].decisions[0].seat
    session.skip(0)
    assert session.matches[0].decisions[0].seat != seat
    session.state.tables[1].bots = [False] * 4
    session.let_bot_play(1, 2)
    assert session.state.tables[1].bots == [False, False, True, False]


def test_a_pause_stops_answers_and_timers() -> None:
    session = running(2, clock=600.0)
    session.pause(100.0)
    with pytest.raises(NotAllowed, match="paused"):
        end_turn(session, 0)
    session.tick(700.0)
    assert not session.state.ended
    session.go_on(400.0)
    assert session.projector(400.0)["clock"] == 500.0
    session.tick(901.0)
    assert session.state.ended == "clock"
    session = halted(2, "news")
    session.show_card(now=100.0)
    session.pause(110.0)
    session.go_on(210.0)
    session.tick(401.0)
    assert session.city(0).assembly is not None  # the law clock stood still, too
    session.tick(501.0)
    assert session.city(0).assembly is None


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
    session.show_card()
    seat = session.matches[1].decisions[0].seat
    session.choose(1, seat, "buy:low_cost")
    session.end(30.0)
    assert session.projector(30.0)["clock"] is None and session.projector()["ended"] == "clock" and not session.over
    session.close(31.0)
    assert session.over and [session.city(table).end for table in range(2)] == ["session", "session"]


@pytest.mark.rule("sixth-event-is-end", "end-multi-table")
def test_by_option_the_last_threshold_brings_one_more_card_to_all_tables_then_the_end_without_a_law() -> None:
    session = running(2, options={"last_event": "final_card"})
    session.state.spaces, session.state.deck = 5, ["hurricane"]
    end_round(session, 0, total=66)
    halt = session.halt
    assert halt is not None and halt.last and halt.threshold == 72 and not session.state.ended
    session.show_card()
    assert session.matches[0].over and session.city(0).events == [(1, "hurricane")]
    assert session.city(0).rents == [0, 0, 4, 4] and session.city(0).end == "damage"
    assert session.projector()["card"]["last"] and not session.over
    end_turn(session, 1)
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
    session = Session(tables=2)
    view = session.overview()
    assert [prize["id"] for prize in view["prizes"]] == [
        "first_to_50",
        "greenest_player",
        "winning_table",
        "greenest_table",
    ]
    assert all(prize["table"] is None for prize in view["prizes"])
    assert len(view["story"]) > 100 and len(view["questions_to_discuss"]) == len(ROOM.question) == 6


def rich_next(session: Session, table: int = 1) -> int:
    """The second player of this table is next, with 40 rent and more and money for Shopping."""
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
    assert session.prizes()[0]["table"] == 1 and session.prizes()[0]["seats"] == [seat]
    total = session.state.total
    end_round(session, 0)
    assert session.state.total == total + 6
    later = rich_next(session, 0)
    session.choose(0, later, "buy:shopping")
    session.choose(0, later, "cell:H6")
    assert session.over and session.prizes()[0]["table"] == 1  # who comes second gets nothing
    session = running(2, options={"two_players": "yes"})
    seat = rich_next(session)
    session.choose(1, seat, "buy:shopping")
    session.choose(1, seat, "cell:H6")
    assert len(session.city(1).winners) == 2 and session.prizes()[0]["seats"] == [seat]  # the colour that did it
    session = running(2, options={"fifty": "stop_all"})
    seat = rich_next(session)
    session.choose(1, seat, "buy:shopping")
    session.choose(1, seat, "cell:H6")
    end_turn(session, 0)
    assert session.over


@pytest.mark.rule("facil.prize-most-green", "multi-greenest")
def test_the_greenest_player_has_the_lowest_own_emissions_then_more_parks() -> None:
    session = running(2)
    prize = {entry["id"]: entry for entry in session.prizes()}["greenest_player"]
    assert prize["value"] == 13 and prize["table"] == 0
    city = session.city(1)
    city.kinds[0] = city.kinds[1] = 6
    city.owners[0] = city.owners[1] = 0
    prize = {entry["id"]: entry for entry in session.prizes()}["greenest_player"]
    assert (prize["table"], prize["seats"], prize["value"]) == (1, [0], 5)
    other = session.city(0)
    other.kinds[0], other.owners[0], other.kinds[1], other.owners[1] = 6, 1, 6, 1
    assert {entry["id"]: entry for entry in session.prizes()}["greenest_player"]["table"] == 0
    city.kinds[:4], city.owners[:4] = [6, 5, 5, 3], [0] * 4  # the same emissions with one park more
    prize = {entry["id"]: entry for entry in session.prizes()}["greenest_player"]
    assert (prize["table"], prize["seats"], prize["value"]) == (1, [0], 5)


@pytest.mark.rule("facil.prize-team", "multi-winning-team")
def test_the_winning_table_has_the_most_rent_per_player() -> None:
    session = Session(sizes=[4, 3])
    session.start()
    session.city(0).rents, session.city(1).rents = [20, 20, 20, 20], [25, 20, 20]
    prize = {entry["id"]: entry for entry in session.prizes()}["winning_table"]
    assert (prize["table"], prize["seats"], prize["value"]) == (1, [0, 1, 2], 21.7)


@pytest.mark.rule("facil.prize-green-team", "multi-greenest")
def test_the_greenest_table_reported_the_least_damage_a_round() -> None:
    session = running(3)
    for table, (reported, rounds) in enumerate([(30, 5), (12, 2), (36, 7)]):
        session.state.tables[table].reported, session.state.tables[table].rounds = reported, rounds
    assert {entry["id"]: entry for entry in session.prizes()}["greenest_table"]["table"] == 2
    session.state.tables[2].reported = 42
    session.city(1).emissions = 40
    assert {entry["id"]: entry for entry in session.prizes()}["greenest_table"]["table"] == 1
