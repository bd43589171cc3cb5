"""Ratings, evaluation and hints."""

import random
from itertools import count

import msgspec
import pytest

import tabletown
from tabletown.bots import Search, make
from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.bots import evaluate, explain, horizon, rate
from tabletown.games.new_york_crisis.cards import BLUE, RED
from tabletown.games.new_york_crisis.scenarios import SCENARIOS
from tabletown.games.new_york_crisis.state import open_card
from tabletown.kernel import Match
from tabletown.lab.matches.play import Task, attempt
from tabletown.story import why_of
from tests.games.new_york_crisis.make_fixtures import VARIANTS, finished, sensible

from .tables import AT, match, play, position, put_info, put_item, reveal_all


def best(s) -> str:  # type: ignore[no-untyped-def]
    decision = match(s).decisions[0]
    rates = rate(s, decision)
    return decision.options[max(range(len(rates)), key=rates.__getitem__)]


def test_the_final_challenge_is_taken_when_it_can_be() -> None:
    s = position("mother son", "tutorial", dice="red:mental red:mental yellow:mental blue:mental")
    reveal_all(s)
    assert best(s) == "final"


def test_info_that_can_be_paid_for_is_taken() -> None:
    s = position(dice="red:mental red:mental yellow:social blue:physical")
    put_info(s, "herald_square", "mental")
    assert best(s) == "take:mental"


def test_mafia_is_avoided_rather_than_suffered() -> None:
    s = position(dice="red:social red:mental yellow:mental blue:mental")
    s.mafia[AT["herald_square"]] = 1
    s.actions = 0
    assert best(s) == "avoid"


def test_a_walk_leads_towards_info_that_can_be_paid_for() -> None:
    s = position(dice="red:mental red:mental yellow:social blue:social")
    put_info(s, "greenwich_village", "mental")
    assert best(s) in ("step:chelsea", "step:gramercy")


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_every_option_has_a_rating_and_a_reason_and_the_outlook_is_a_chance(scenario: str) -> None:
    for options in ({}, VARIANTS):
        m, rng = Match(game, 3, {"scenario": scenario, **options}, seed=8), random.Random(8)
        while decisions := m.decisions:
            decision = decisions[0]
            rates = rate(m.state, decision)
            assert len(rates) == len(decision.options)
            assert all(0 <= chance <= 1 for chance in evaluate(m.state))
            for word in decision.options:
                why = explain(m.state, decision, word)
                if not why:  # its consequences or the outlook say it
                    why = why_of(m, decision, word, (word, 0.5), (decision.options[0], 0.4))
                assert why[0].isupper() and why.endswith(".") and "the the" not in why
            m.choose(decision.seat, rng.choice(list(decision.options)))


def hint(s, word: str) -> str:  # type: ignore[no-untyped-def]
    return explain(s, match(s).decisions[0], word)


def test_the_best_die_comes_back_and_the_worst_is_lost() -> None:
    s = position("father mother", dice="red:mental")
    s.wounds[1] = [RED, BLUE]
    m = match(s)
    m.choose(0, "skill")
    decision = m.decisions[0]
    assert decision.options == ["die:red", "die:blue"] and rate(m.state, decision)[0] > rate(m.state, decision)[1]
    assert "worth" in explain(m.state, decision, "die:red")
    s = position("mother son", dice="red:mental")
    s.mafia[AT["herald_square"]] = 1
    m = match(s)
    m.choose(0, "end")
    assert "spare" in explain(m.state, m.decisions[0], "die:yellow")


def test_hints_say_what_is_true_now() -> None:
    s = position("mother son", "mission_3", dice="red:physical red:physical yellow:social blue:physical")
    reveal_all(s)
    s.goals, s.at = [-1, -1], [s.final_at] * 2
    s.mafia[s.final_at] = 0
    assert "wins" not in hint(s, "final")  # the other one has to do it too
    s.efforts = [1]
    assert "wins" in hint(s, "final")
    s = position("mother son", dice="red:physical yellow:social")
    s.mafia[AT["herald_square"]] = 1
    assert "wound" in hint(s, "avoid") and "right here" not in hint(s, "dodge")
    s.dodged = 9
    assert "wound" not in hint(s, "avoid")
    s = position("mother", dice="red:mental red:mental")
    put_item(s, "herald_square", "cash")
    assert "every round" not in hint(s, "pick:mental")
    put_info(s, "chelsea", "mental")
    s.actions = 0
    assert "alert" in hint(s, "extra")
    s.event = "p08"  # Back Alleys
    assert "alert" not in hint(s, "extra")


def test_no_hint_says_that_nothing_can_be_gained_while_dice_can_be_rolled_again() -> None:
    s = position("mother", dice="red:mental red:mental")
    can_reroll = any(word.startswith("reroll") for word in match(s).decisions[0].options)
    assert can_reroll and "Rolling again" in hint(s, "end")


def test_a_rating_never_changes_the_state() -> None:
    m = Match(game, 2, seed=4)
    before = m.state.copy()
    for decision in m.decisions:
        rate(m.state, decision)
        evaluate(m.state)
    assert m.state.copy() == before


def test_being_ahead_looks_better_than_being_behind() -> None:
    ahead, behind = position("mother son"), position("mother son")
    ahead.story, behind.alert = 6, 6
    assert evaluate(ahead)[0] > evaluate(position("mother son"))[0] > evaluate(behind)[0]


def test_sensible_players_win_sometimes_and_random_ones_hardly_ever() -> None:
    won = [finished(2, "tutorial", seed, sensible).state.result == "won" for seed in range(8)]
    assert any(won)


@pytest.mark.rule("story.face-down-secret")
def test_whoever_imagines_what_comes_does_not_read_the_story() -> None:
    s = position("mother son", "mission_1", dice="red:physical red:physical yellow:physical blue:physical")
    put_info(s, "herald_square", "physical")
    s.story = 1
    while SCENARIOS["mission_1"].card[s.card + 1].at[1] > s.story + 1:
        s.story += 1
    for read in (False, True):
        twin = s.copy()
        if read:
            twin.options = msgspec.structs.replace(twin.options, open_story=True)
        m = match(twin).imagine(0, random.Random(1))
        m.choose(0, "take:physical")
        told = m.state
        assert told.card == s.card + 1 and told.skills == [2, 2]
        assert (open_card(told) is SCENARIOS["mission_1"].card[s.card + 1]) == read
        assert (told.unread == 0) == read
    # the real card, turned up in the match itself, is read
    m = play(s.copy(), "take:physical")
    assert open_card(m.state) is SCENARIOS["mission_1"].card[s.card + 1]


@pytest.mark.parametrize("level", ["easy", "good", "strong", "master", "step"])
def test_a_bot_asked_who_goes_next_asks_nobody_else(level: str) -> None:
    m = match(position("mother son daughter", phase="order"))
    decision = m.decisions[0]
    own = {0: "next:mother", 1: "next:son", 2: "next:daughter"}[decision.seat]
    assert len(decision.options) == 3
    assert {make(level, seed=seed).choose(m.player_view(decision.seat)) for seed in range(20)} == {own}


@pytest.mark.rule("story.face-down-secret")
def test_how_it_stands_does_not_depend_on_cards_that_lie_face_down() -> None:
    one, other = position("mother son", "mission_1"), position("mother son", "mission_2")
    assert len(one.goals) != len(other.goals), "the cards to come differ"
    other.limit, other.track_cars, other.at = one.limit, one.track_cars, one.at
    other.bag, other.item = one.bag, one.item  # what the first card brings is public
    assert [card.at for card in SCENARIOS["mission_1"].card] == [card.at for card in SCENARIOS["mission_2"].card]
    assert evaluate(one) == evaluate(other)


def test_search_thinks_on_where_a_card_that_was_just_turned_up_asks_something() -> None:
    """The answer to it can't be replayed where that card is imagined as blank."""
    bots = ("search:4:hand",) * 4
    task = Task("new-york-crisis", bots, game.options({"scenario": "mission_3"}), 10_000_031)
    assert attempt(task).error == ""


def test_a_turn_is_valued_at_its_end() -> None:
    """For bots that look ahead, all rides, rolls and steps of one relative are one turn, and the next relative's
    another."""
    match, bot = tabletown.new("new-york-crisis", 2, seed=3), make("greedy", seed=1)
    turns: dict[tuple[int, int], set[object]] = {}
    while not match.over and match.state.round < 4:
        if match.state.phase == "act":
            turns.setdefault((match.state.round, match.state.active), set()).add(horizon(match.state))
        seat = match.decisions[0].seat
        match.choose(seat, bot.choose(match.player_view(seat)))
    assert len(turns) >= 4 and all(len(found) == 1 for found in turns.values())
    assert len(set().union(*turns.values())) == len(turns)


def test_the_time_of_a_turn_is_that_of_all_its_acts() -> None:
    """Rides and rolls are separate steps of the match but one turn, so together they stay within its time budget."""
    ticks = count()
    bot = Search(milliseconds=400, seed=1, clock=lambda: next(ticks) / 1000)
    played, spent = tabletown.new("new-york-crisis", 1, seed=3), dict[object, float]()
    while not played.over and len(spent) < 5:
        before = next(ticks)
        turn, option = horizon(played.state), bot.choose(played.player_view(played.decisions[0].seat))
        spent[turn] = spent.get(turn, 0.0) + (next(ticks) - before) / 1000
        played.choose(0, option)
    assert max(spent.values()) < 0.6 and sum(seconds > 0.2 for seconds in spent.values()) >= 2
