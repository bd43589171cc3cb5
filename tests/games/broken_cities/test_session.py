"""Facilitated sessions: several tables, one damage total, one facilitator."""

from __future__ import annotations

import json
import random

import pytest

from tabletown.games.broken_cities.content import CARDS, ROOM, thresholds
from tabletown.games.broken_cities.rules.counting import recount
from tabletown.games.broken_cities.session import Session, arrange
from tabletown.games.broken_cities.view.projector import projector
from tabletown.kernel import CHANCE
from tabletown.kernel.chance import deal
from tabletown.kernel.errors import BadOption, NotAllowed
from tests.games.broken_cities.positions import GREEN, LOW, SPACE, YELLOW


def running(tables: int = 2, **more: object) -> Session:
    session = Session(tables=tables, **more)  # type: ignore[arg-type]
    session.start()
    return session


def end_turn(session: Session, table: int, now: float = 0.0) -> None:
    session.choose(table, session.matches[table].decisions[0].seat, "end", now)


def end_round(session: Session, table: int, total: int | None = None) -> None:
    """Play the table's round to its report; `total`: the shared damage just before that."""
    city = session.city(table)
    number = city.round
    while session.state.tables[table].rounds < number:
        if total is not None and city.turn == city.players - 1:
            session.state.total = total
        end_turn(session, table)


def no_law(session: Session, table: int) -> None:
    while session.city(table).assembly is not None:
        session.choose(table, session.matches[table].decisions[0].seat, "no-law")


def halted(tables: int = 2, card: str = "", **more: object) -> Session:
    """Table 1 has just reported so much that the first threshold is reached."""
    session = running(tables, **more)
    if card:
        session.state.deck = [card]
        session.state.deck += [other for other in CARDS if other != card]
        session.state.seed = next(seed for seed in range(99) if _first(seed, session.state.deck) == card)
    end_round(session, 0, total=session.thresholds[0] - 6)
    return session


def _first(seed: int, deck: list[str]) -> str:
    return deal(seed, 0, deck)


# ------------------------------------------------------------------ tables and players


@pytest.mark.rule("facil.tables", "facil.player-range", "player-range", "five-two-players")
def test_players_are_split_into_tables_of_three_or_four() -> None:
    assert {n: arrange(n) for n in (3, 4, 6, 7, 8, 9, 10, 13, 23, 24)} == {
        3: [3],
        4: [4],
        6: [3, 3],
        7: [4, 3],
        8: [4, 4],
        9: [3, 3, 3],
        10: [4, 3, 3],
        13: [4, 3, 3, 3],
        23: [4, 4, 4, 4, 4, 3],
        24: [4, 4, 4, 4, 4, 4],
    }
    for players in (1, 2, 5, 25):
        with pytest.raises(BadOption):
            arrange(players)
    for sizes in ([2, 4], [5], [], [4] * 7):
        with pytest.raises(BadOption):
            Session(sizes=sizes)


@pytest.mark.rule("facil.own-set", "facil.separate-cities")
def test_every_table_has_its_own_board_renters_supply_prices_and_laws() -> None:
    session = running(2)
    seat = session.matches[0].decisions[0].seat
    session.choose(0, seat, "buy:greenspace")
    session.choose(0, seat, "cell:H1")
    first, second = session.city(0), session.city(1)
    assert first.emissions == 53 and second.emissions == 56
    assert first.supply[SPACE] == 16 and second.supply[SPACE] == 17
    assert sum(second.renters) == 12 and second.pool == 4 and second.laws == []


def test_people_are_seated_as_they_arrive_and_bots_fill_the_rest() -> None:
    session = Session(sizes=[4, 3])
    seats = [session.join(name) for name in ("Ada", "Ben", "Cem", "Dee", "Eva")]
    assert seats == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
    with pytest.raises(NotAllowed, match="not started"):
        session.choose(0, 0, "end")
    session.leave(0, 3)
    assert session.join("Fee", table=1) == (1, 1)
    session.start()
    assert session.state.tables[1].names == ["Eva", "Fee", "Orange bot"]
    assert session.state.tables[1].bots == [False, False, True]
    assert session.matches[0].names == ["Ada", "Ben", "Cem", "Purple bot"]
    assert session.join("Gus") == (0, 3)  # a latecomer takes over from a bot
    session.state.locked = True
    with pytest.raises(NotAllowed, match="locked"):
        session.join("Hal")


# ------------------------------------------------------------------ damage


@pytest.mark.rule("facil.shared-damage", "facil.report-at-round-end", "multi-double-law", "multi-uneven-speed")
def test_a_table_reports_its_damage_at_its_round_end_and_all_feed_one_total() -> None:
    session = running(3)
    end_turn(session, 0)
    assert session.state.total == 0
    end_round(session, 0)
    assert session.state.total == 6 and session.city(0).damage == 6
    end_round(session, 2)
    end_round(session, 0)
    assert session.state.total == 18
    assert session.projector()["total"] == 18 and session.projector()["left"] == 6
    assert [table["last_report"] for table in session.overview()["tables"]] == [6, 0, 6]


@pytest.mark.rule("facil.asynchronous", "multi-async")
def test_tables_do_not_wait_for_each_other() -> None:
    session = running(2)
    end_round(session, 0)
    end_turn(session, 0)
    assert (session.city(0).round, session.city(1).round) == (2, 1)


@pytest.mark.rule("multi-async", "multi-uneven-speed")
def test_by_option_rounds_go_in_step() -> None:
    session = running(2, options={"pace": "sync"})
    end_round(session, 0)
    assert session.matches[0].decisions[0].seat == CHANCE and session.city(0).round == 1
    assert {table for table, _, _ in session.waiting()} == {1}
    end_round(session, 1)
    assert (session.city(0).round, session.city(1).round) == (2, 2)


@pytest.mark.rule("facil.thresholds-by-tables", "threshold-misprint")
def test_thresholds_depend_on_the_number_of_tables() -> None:
    assert [Session(tables=n).thresholds for n in range(1, 7)] == [
        [9, 17, 24, 31, 37, 42],
        [16, 30, 42, 54, 64, 72],
        [24, 45, 63, 81, 96, 108],
        [32, 60, 84, 108, 128, 144],
        [40, 75, 105, 135, 160, 180],
        [48, 90, 126, 162, 192, 216],
    ]
    printed = {"thresholds": "printed"}
    assert Session(tables=5, options=printed).thresholds[-2:] == [192, 216]
    assert Session(tables=6, options=printed).thresholds[-2:] == [224, 252]
    assert Session(tables=4, options=printed).thresholds == thresholds(4)


# ------------------------------------------------------------------ halts


@pytest.mark.rule("ex.tables-3-first", "facil.stop-all", "facil.same-card", "facil-deck")
def test_with_three_tables_a_report_of_five_at_twenty_stops_all_for_the_same_card() -> None:
    session = running(3, auto=True)
    city = session.city(0)
    city.kinds[7] = SPACE  # emissions fall to 48: a report of 5
    city.kinds[13] = 6
    recount(city)
    assert city.emissions == 48
    end_round(session, 0, total=20)
    assert session.state.total == 25
    halt = session.halt
    assert halt is not None and halt.threshold == 24
    for table in (1, 2):
        end_turn(session, table)
    cards = {session.city(table).events[0][1] for table in range(3)}
    assert cards == {halt.card} and halt.card not in session.state.deck and len(session.state.deck) == 5


@pytest.mark.rule("facil.stop-all", "multi-async", "facil.keep-moving")
def test_every_table_finishes_its_turn_and_then_waits_until_the_card_is_shown() -> None:
    session = halted(2, "hurricane")
    assert session.halt is not None and not session.halt.shown
    assert session.waiting() == [(1, session.matches[1].decisions[0].seat, True)]
    assert LOW in session.city(0).kinds
    assert session.projector()["card"] is None and session.overview()["halt"]["title"] == "Storm Landfall"
    session.show_card()  # without waiting for table 2
    assert LOW not in session.city(0).kinds and session.city(0).assembly is not None
    assert LOW in session.city(1).kinds
    end_turn(session, 1)
    assert LOW not in session.city(1).kinds
    assert session.projector()["card"]["title"] == "Storm Landfall"


@pytest.mark.rule("facil.recount-help")
def test_rents_and_emissions_are_recounted_at_every_table_before_play_resumes() -> None:
    session = halted(2, "hurricane")
    preview = session.overview()["halt"]["tables"]
    assert [(entry["gone"], entry["before"], entry["after"]) for entry in preview] == [(10, 56, 6)] * 2
    session.show_card()
    assert session.city(0).emissions == 6 and session.city(0).rents == [0, 0, 4, 4]


@pytest.mark.rule("facil.law-per-table", "facil-laws-vs-card")
def test_each_table_makes_its_own_law_and_resumes_when_its_session_is_over() -> None:
    session = halted(2, "news")
    session.show_card()
    end_turn(session, 1)
    seat = session.matches[0].decisions[0].seat
    for word in ("law:surcharge", "propose"):
        session.choose(0, seat, word)
    for decision in session.matches[0].decisions:
        session.choose(0, decision.seat, "accept")
    assert [law.kind for law in session.city(0).laws] == ["surcharge"] and session.city(1).laws == []
    assert session.city(0).round == 2 and session.city(0).assembly is None
    assert session.city(1).assembly is not None and session.halt is not None
    end_turn(session, 0)  # plays on while table 2 still talks
    no_law(session, 1)
    assert session.halt is None and session.city(1).round == 1


@pytest.mark.rule("facil-pending")
def test_reports_during_a_halt_count_at_once_and_a_threshold_they_reach_comes_after_it() -> None:
    session = halted(2, "news", auto=True)
    no_law(session, 0)
    end_round(session, 0, total=29)
    assert session.state.total == 35 and len(session.state.halts) == 1
    end_turn(session, 1)
    no_law(session, 1)
    assert len(session.state.halts) == 2 and session.halt is not None and session.halt.threshold == 30


@pytest.mark.rule("facil-double-threshold")
def test_two_thresholds_reached_at_once_are_one_halt_or_by_option_two() -> None:
    for option, used in (("one", 2), ("each_space", 1)):
        session = running(2, options={"events": option})
        end_round(session, 0, total=27)
        assert session.state.total == 33 and len(session.state.halts) == 1 and session.state.spaces == used


@pytest.mark.rule("facil.target-events")
def test_sessions_of_bots_that_buy_and_sell_see_some_events() -> None:
    halts = [len(play_out(Session(tables=4, seed=seed, auto=True), seed).state.halts) for seed in range(2)]
    assert all(1 <= number <= 6 for number in halts)


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


# ------------------------------------------------------------------ whole sessions


def play_out(session: Session, seed: int, saving: bool = False) -> Session:
    session.start()
    rng = random.Random(seed)
    answers = 0
    while not session.over:
        waiting = session.waiting()
        if not waiting:
            assert session.halt is not None and not session.halt.shown
            session.show_card()
            continue
        table, seat, _ = waiting[int(rng.random() * len(waiting))]
        decision = session.matches[table].decision(seat)
        assert decision is not None
        session.choose(table, seat, decision.options[int(rng.random() * len(decision.options))], now=answers)
        answers += 1
        if saving and answers % 700 == 0:
            text = session.to_json()
            session = Session.from_json(text)
            assert session.to_json() == text
    return session


@pytest.mark.parametrize("tables", [1, 2, 3, 4, 5, 6])
def test_sessions_of_one_to_six_tables_are_played_to_the_end_and_survive_saving(tables: int) -> None:
    session = play_out(Session(tables=tables, seed=tables), tables, saving=True)
    assert all(match.over for match in session.matches)
    drawn = [halt.card for halt in session.state.halts]
    assert len(set(drawn)) == len(drawn)
    for match in session.matches:
        assert [card for _, card in match.state.events] == drawn[: len(match.state.events)]
        assert match.state.damage == sum(row[1] for row in match.state.history)
    assert session.state.total == sum(table.reported for table in session.state.tables)
    json.dumps(session.overview())
    json.dumps(session.projector())
    assert all(prize["names"] for prize in session.prizes()[1:])


ONE_OPTION_EACH = [
    {"pace": "sync"},
    {"event_order": "law_first"},
    {"events": "each_space"},
    {"last_event": "final_card"},
    {"last_event": "final_card", "session_end": "timed", "round_limit": "12"},
]


def test_mixed_sizes_and_options_end_too() -> None:
    for seed, options in enumerate(ONE_OPTION_EACH):
        assert play_out(Session(sizes=[3, 4, 3], seed=seed, options=options, auto=True), seed).over


def test_the_history_of_all_tables_is_one_table_of_numbers() -> None:
    session = Session(sizes=[4, 3])
    session.start()
    end_round(session, 1)
    rows = session.history()
    assert rows[0][:6] == ["table", "round", "damage added", "damage of the table", "emissions", "rent of Yellow"]
    assert [row[:5] for row in rows[1:]] == [[1, 0, 0, 0, 56], [2, 0, 0, 0, 43], [2, 1, 5, 5, 43]]
    assert rows[2][5:] == [11, 11, 10, "", 15, 15, 13, ""] and {len(row) for row in rows} == {13}
