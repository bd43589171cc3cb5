"""Facilitated sessions: several tables, shared damage, halts for all."""

from __future__ import annotations

import json
import random

import pytest

from tabletown.games.broken_cities import game
from tabletown.games.broken_cities.classroom.pages import table_card
from tabletown.games.broken_cities.classroom.session import CitiesSession, arrange
from tabletown.games.broken_cities.content import CARDS, thresholds
from tabletown.games.broken_cities.rules.counting import recount
from tabletown.kernel import CHANCE
from tabletown.kernel.errors import BadOption
from tests.conftest import mostly_long
from tests.games.broken_cities.positions import LOW, SPACE, refuses
from tests.games.broken_cities.rooms import end_round, end_turn, halted, kept, no_law, opened, peopled, running, show

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
            CitiesSession(sizes=sizes)


def test_a_session_knows_all_its_options_and_refuses_others_at_once() -> None:
    assert CitiesSession(options={"pace": "sync"}).state.options == game.options(
        {"pace": "sync", "facilitated": "on", "tables": "2"}
    )
    with pytest.raises(BadOption, match="'pace' can't be 'slow'"):
        CitiesSession(options={"pace": "slow"})


def test_a_green_table_has_an_empty_bar_of_emissions_at_the_desk() -> None:
    session = running(3)
    for table, (emissions, percent) in enumerate(((-20, 0), (56, 50), (150, 100))):
        session.city(table).emissions = emissions
        assert table_card(session, table)["of_track"] == percent


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
    session = CitiesSession(sizes=[4, 3])
    seats = [session.join(name) for name in ("Ada", "Ben", "Cem", "Dee", "Eva")]
    assert seats == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]  # the emptiest table first
    with refuses("not-started"):
        session.choose(0, 0, "end")
    session.leave(0, 2)
    assert session.join("Fee", table=0) == (0, 2)
    session.start()
    assert session.state.tables[1].names == ["Ben", "Dee", "Orange bot"]
    assert session.state.tables[1].bots == [False, False, True]
    assert session.matches[0].names == ["Ada", "Cem", "Fee", "Purple bot"]
    assert session.join("Gus") == (1, 2)  # a latecomer replaces a bot at the table with the fewest people
    session.state.locked = True
    with refuses("locked"):
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
    session = running(2, options={"pace": "sync"})
    end_round(session, 0, total=10)
    assert session.state.total == 16 and session.halt is None  # the card waits until all tables have finished the round
    end_round(session, 1)
    assert session.halt is not None and session.halt.total == 22


@pytest.mark.rule("facil.thresholds-by-tables", "threshold-misprint")
def test_thresholds_depend_on_the_number_of_tables() -> None:
    assert [CitiesSession(tables=n).thresholds for n in range(1, 7)] == [
        [9, 17, 24, 31, 37, 42],
        [16, 30, 42, 54, 64, 72],
        [24, 45, 63, 81, 96, 108],
        [32, 60, 84, 108, 128, 144],
        [40, 75, 105, 135, 160, 180],
        [48, 90, 126, 162, 192, 216],
    ]
    printed = {"thresholds": "printed"}
    assert CitiesSession(tables=5, options=printed).thresholds == [40, 75, 105, 135, 192, 216]
    assert CitiesSession(tables=6, options=printed).thresholds == [48, 90, 126, 162, 224, 252]
    assert CitiesSession(tables=4, options=printed).thresholds == thresholds(4)


# ------------------------------------------------------------------ halts


@pytest.mark.rule("ex.tables-3-first", "facil.stop-all", "facil.same-card", "facil-deck")
def test_with_three_tables_a_report_of_five_at_twenty_stops_all_for_the_same_card() -> None:
    session = running(3, auto=True)
    city = session.city(0)
    city.kinds[7] = SPACE  # emissions fall to 48, so 5 damage is reported
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
    assert cards == {halt.card} and sorted([*session.state.deck, halt.card]) == sorted(CARDS)


@pytest.mark.rule("facil.stop-all", "multi-async", "facil.keep-moving")
def test_every_table_finishes_its_turn_and_then_waits_until_the_card_is_shown() -> None:
    session = halted(2, "hurricane")
    assert session.halt is not None and not session.halt.shown
    assert session.waiting() == [(1, session.matches[1].decisions[0].seat, False)]
    assert LOW in session.city(0).kinds
    assert session.projector()["card"] is None and session.overview()["halt"]["title"] == "Storm Landfall"
    with refuses("still-play"):
        session.show_card()  # table 2 has not finished its turn
    assert LOW in session.city(0).kinds and session.projector()["card"] is None
    end_turn(session, 1)
    session.show_card()
    assert LOW not in session.city(0).kinds and session.city(0).assembly is not None
    assert LOW not in session.city(1).kinds
    with refuses("no-card"):
        session.show_card()  # showing it again changes nothing
    assert session.projector()["card"]["title"] == "Storm Landfall"


@pytest.mark.rule("facil.recount-help")
def test_rents_and_emissions_are_recounted_at_every_table_before_play_resumes() -> None:
    session = halted(2, "hurricane")
    preview = session.overview()["halt"]["tables"]
    assert [(entry["gone"], entry["before"], entry["after"]) for entry in preview] == [(10, 56, 6)] * 2
    show(session)
    assert session.city(0).emissions == 6 and session.city(0).rents == [0, 0, 4, 4]


@pytest.mark.rule("facil.law-per-table", "facil-laws-vs-card")
def test_each_table_makes_its_own_law_and_resumes_when_its_session_is_over() -> None:
    session = halted(2, "news")
    show(session)
    seat = session.matches[0].decisions[0].seat
    for word in ("law:surcharge", "propose"):
        session.choose(0, seat, word)
    for decision in session.matches[0].decisions:
        session.choose(0, decision.seat, "accept")
    assert [law.kind for law in session.city(0).laws] == ["surcharge"] and session.city(1).laws == []
    assert session.city(0).round == 2 and session.city(0).assembly is None
    assert session.city(1).assembly is not None and session.halt is not None
    end_turn(session, 0)  # plays on while table 2 still debates
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


@pytest.mark.rule("multi-end", "facil.stop-all")
def test_a_table_that_has_ended_holds_nobody_up() -> None:
    session = running(2, auto=True)
    city = session.city(1)
    city.round = 20  # its last round
    end_round(session, 1, total=0)
    assert session.matches[1].over
    for total, halts in ((10, 1), (26, 2)):
        end_round(session, 0, total=total)
        assert len(session.state.halts) == halts and session.city(0).assembly is not None
        no_law(session, 0)
        assert session.halt is None


@pytest.mark.rule("facil-double-threshold")
def test_two_thresholds_reached_at_once_are_one_halt_or_by_option_two() -> None:
    for option, used in (("one", 2), ("each_space", 1)):
        session = running(2, options={"events": option})
        end_round(session, 0, total=27)
        assert session.state.total == 33 and len(session.state.halts) == 1 and session.state.spaces == used


@pytest.mark.rule("facil.target-events")
def test_sessions_of_bots_that_buy_and_sell_see_some_events() -> None:
    halts = [len(play_out(CitiesSession(tables=4, seed=seed, auto=True), seed).state.halts) for seed in range(2)]
    assert all(1 <= number <= 6 for number in halts)


# ------------------------------------------------------------------ whole sessions


def play_out(session: CitiesSession, seed: int, saving: bool = False) -> CitiesSession:
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
            text = kept(session)
            session = opened(text)
            assert kept(session) == text
    return session


@pytest.mark.parametrize("tables", mostly_long([1, 2, 3, 4, 5, 6], 1, 3))
def test_sessions_of_one_to_six_tables_are_played_to_the_end_and_survive_saving(tables: int) -> None:
    session = play_out(CitiesSession(tables=tables, seed=tables), tables, saving=True)
    assert all(match.over for match in session.matches)
    drawn = [halt.card for halt in session.state.halts]
    assert len(set(drawn)) == len(drawn)
    for match in session.matches:
        assert [card for _, card in match.state.events] == drawn[: len(match.state.events)]
        assert match.state.damage == sum(row[1] for row in match.state.history)
    assert session.state.total == sum(table.reported for table in session.state.tables)
    json.dumps(session.overview())
    json.dumps(session.projector())
    assert all(prize["winners"] for prize in peopled(session).prizes()[1:])


ONE_OPTION_EACH = [
    {"pace": "sync"},
    {"event_order": "law_first"},
    {"events": "each_space"},
    {"last_event": "final_card"},
    {"last_event": "final_card", "session_end": "timed", "round_limit": "12"},
]


def test_mixed_sizes_and_options_end_too() -> None:
    for seed, options in enumerate(ONE_OPTION_EACH):
        assert play_out(CitiesSession(sizes=[3, 4, 3], seed=seed, options=options, auto=True), seed).over


def test_the_history_of_all_tables_is_one_table_of_numbers() -> None:
    session = CitiesSession(sizes=[4, 3])
    session.start()
    end_round(session, 1)
    rows = session.history()
    assert rows[0][:6] == ["table", "round", "damage added", "damage of the table", "emissions", "rent of Yellow"]
    assert [row[:5] for row in rows[1:]] == [[1, 0, 0, 0, 56], [2, 0, 0, 0, 43], [2, 1, 5, 5, 43]]
    assert rows[2][5:] == [11, 11, 10, "", 15, 15, 13, ""] and {len(row) for row in rows} == {13}
