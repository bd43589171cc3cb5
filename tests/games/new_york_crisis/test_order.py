"""B) Player phase: rounds and who is next."""

from __future__ import annotations

import pytest

from tabletown.games.new_york_crisis.state import seat_of

from .tables import AT, Luck, go_on, options, play, position, put_cars, reason


@pytest.mark.rule("player.order", "turn-order-change")
def test_the_players_decide_before_each_turn_who_is_next() -> None:
    m = play(position("mother son daughter", phase="order"))
    asked = m.decisions[0].seat
    assert set(options(m)) == {"next:mother", "next:son", "next:daughter"}
    mine = ["next:mother", "next:son", "next:daughter"][asked]
    go_on(m, mine)
    assert m.state.active == asked


@pytest.mark.rule("player.order", "order-how")
def test_a_relative_who_is_named_may_agree_or_let_others_go() -> None:
    m = play(position("mother son", phase="order"))
    asked = m.decisions[0].seat
    other = 1 - asked
    go_on(m, ["next:mother", "next:son"][other])
    assert m.decisions[0].seat == other and options(m) == ["go", "wait"]
    go_on(m, "wait")
    assert m.state.active == asked
    m = play(position("mother son", phase="order"), ["next:mother", "next:son"][other], "go")
    assert m.state.active == other


@pytest.mark.rule("order-how")
def test_who_let_others_go_first_cannot_be_named_again_and_that_is_said() -> None:
    m = play(position("mother son daughter", phase="order"), "next:mother", "wait")
    assert m.decisions[0].seat == 1 and options(m) == ["next:son", "next:daughter"]
    assert reason(m, "next:mother") == "order-how"


@pytest.mark.rule("player.order")
def test_variant_everybody_votes_and_most_voices_decide() -> None:
    m = play(position("mother son daughter", phase="order", order="vote"))
    assert sorted(decision.seat for decision in m.decisions) == [0, 1, 2]
    m.choose(0, "next:mother")
    m.choose(2, "next:son")
    m.choose(1, "next:son")
    assert m.state.active == 1
    s = position("mother son daughter", phase="order", order="vote")
    s.acted = [True, False, False]
    assert reason(play(s), "next:mother") == "player.once-per-round"
    m = play(position("mother son", phase="order", order="vote"))
    m.choose(1, "next:son")
    m.choose(0, "next:mother")
    assert m.state.active == 0


@pytest.mark.rule("player.once-per-round", "round.repeat")
def test_each_player_has_exactly_one_turn_a_round_then_the_police_come_again() -> None:
    s = position("mother son", phase="order")
    s.acted = [True, False]
    put_cars(s, "soho", "harlem")
    m = play(s, luck=Luck(mafia_card="m04"))  # nobody is asked, because only the son is left
    assert m.state.active == 1
    while m.state.round == 1:
        go_on(m, "avoid" if "avoid" in options(m) else "end" if "end" in options(m) else options(m)[0])
    assert m.state.round == 2 and m.state.acted == [False, False]
    s = position("mother son daughter", phase="order")
    s.acted = [True, True, False]
    assert play(s, luck=Luck(mafia_card="m09")).state.active == 2
    s = position("mother son daughter")
    s.acted = [False, False, True]
    m = play(s, "end", luck=Luck(mafia_card="m09"))
    assert m.state.active == 1 and m.state.round == 1  # the round continues until all have acted
    s = position("mother son daughter", phase="order")
    s.acted = [True, False, False]
    assert reason(play(s), "next:mother") == "player.once-per-round"
    assert reason(play(s.copy()), "next:father") == "two-players"


@pytest.mark.rule(
    "move.extra-step", "move-leftover", "bike-per-action", "subway-enter", "deal-new-mafia", "spend.kill-two",
    "raincoat-duration", "raincoat-police", "kill-two-passed", "borrowed-items", "action.count",
)  # fmt: skip
def test_nothing_of_the_last_turn_is_left_when_a_turn_begins() -> None:
    s = position("mother son", phase="start")
    s.actions, s.steps, s.moves, s.bikes = 0, 3, 2, 1
    s.extra_used = s.entered = s.discount = True
    s.dodged, s.avoided = 9, 9
    s.coat_mafia, s.coat_open, s.passed, s.borrowed = [1], [2], [3], [4]
    s = play(s, luck=Luck(mafia_card="m09")).state
    assert (s.actions, s.steps, s.moves, s.bikes) == (2, 0, 0, 0)
    assert (s.extra_used, s.entered, s.discount) == (False, False, False)
    assert (s.dodged, s.avoided) == (0, 0)
    assert (s.coat_mafia, s.coat_open, s.passed, s.borrowed) == ([], [], [], [])


@pytest.mark.rule("player-leaves", "action.optional")
def test_a_turn_may_be_passed_without_any_action() -> None:
    s = position("mother son", phase="start")
    m = play(s, luck=Luck(mafia_card="m09"))
    assert m.state.phase == "act" and len(m.state.colours) == 5
    go_on(m, "end")
    assert m.state.acted[0] and m.state.at[0] == AT["herald_square"]


def test_alone_with_two_characters_one_seat_answers_for_both() -> None:
    s = position("mother son", phase="order", solo="two")
    m = play(s, "next:son", luck=Luck(mafia_card="m09"))
    assert m.state.active == 1 and m.decisions[0].seat == 0
    assert seat_of(m.state, 1) == 0
