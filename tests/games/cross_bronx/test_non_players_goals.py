"""Non-Players' goals (7.7), and whole matches beside people."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.events.non_players import RowApplied
from tabletown.games.cross_bronx.state import (
    REACT,
    Bronx,
)
from tabletown.kernel import Match
from tests.games.cross_bronx.non_player_tables import (
    ALL,
    COMMUNITY,
    PRIVATE,
    PUBLIC,
    act,
    bare,
    hold,
    street,
    table,
    tile,
)


def card(s: Bronx, f: int) -> str:
    return POSITIONS[s.position[f]].id


# ------------------------------------------------------------------ 7.7 goals


def reach_the_last_star(s: Bronx) -> None:
    """Public, one star short of its goal, serves a Vulnerability and thereby reaches it."""
    s.stars[PUBLIC] = POSITIONS[s.position[PUBLIC]].target - 1
    tile(s, "1a", PUBLIC, pop=5, vul=1, orgs=[PUBLIC])
    street(s, 1, vul=1)
    act(s, PUBLIC, REACT)


@pytest.mark.rule("np.goal.star", "position.star-per-action")
def test_the_last_row_earns_one_star_however_many_districts_or_by_option_one_for_each() -> None:
    for options, stars in (({}, 1), ({"star_per_district": "yes"}, 2)):
        s = bare(**options)
        hold(s, "lawn-salesman")
        for district in ("3", "4"):
            tile(s, f"{district}a", PUBLIC, pop=5, orgs=[PUBLIC, PRIVATE])
            tile(s, f"{district}b", PUBLIC, pop=5)
        act(s, PRIVATE)
        assert sum(s.pop) == 20 - 4 and s.stars[PRIVATE] == stars


@pytest.mark.rule("np.goal.star")
def test_other_rows_earn_no_star() -> None:
    s = table()
    hold(s, "workhorse")
    act(s, PUBLIC)
    assert s.stars == [0, 0, 0]


@pytest.mark.rule("np.goal.vp", "np.achieved-position-stays")
def test_the_last_star_is_worth_a_point_once_and_the_card_stays() -> None:
    s = bare()
    hold(s, "workhorse")
    for name in ("1a", "2a", "3a"):
        tile(s, name, PUBLIC, pop=5, vul=1, orgs=[PUBLIC])
        street(s, int(name[0]), vul=1)
    for _ in range(3):
        act(s, PUBLIC, REACT)
    assert s.stars[PUBLIC] == 1 and s.vp[PUBLIC] == 1
    assert card(s, PUBLIC) == "workhorse"


@pytest.mark.rule("np.achieved-position-stays")
def test_by_option_an_achieved_card_is_replaced_at_once() -> None:
    s = bare(np_replace_at_once="yes")
    hold(s, "workhorse")
    index = s.position[PUBLIC]
    reach_the_last_star(s)
    assert s.vp[PUBLIC] == 1 and s.record[PUBLIC] == [194000 + index]
    assert card(s, PUBLIC) != "workhorse" and s.stars[PUBLIC] == 0


@pytest.mark.rule("np.easier")
def test_in_the_easier_game_non_players_get_no_points_for_goals() -> None:
    s = bare(np_points="no")
    hold(s, "workhorse")
    reach_the_last_star(s)
    assert s.stars[PUBLIC] == 1 and s.vp[PUBLIC] == 0


@pytest.mark.rule("np.position.to-record")
def test_a_card_that_gave_no_point_does_not_go_to_the_record() -> None:
    s = bare(np_points="no", np_replace_at_once="yes")
    hold(s, "workhorse")
    index = s.position[PUBLIC]
    reach_the_last_star(s)
    assert s.record[PUBLIC] == [] and s.stars[PUBLIC] == 0
    assert index in s.position_bags[PUBLIC] or s.position[PUBLIC] == index


# ------------------------------------------------------------------ at a table with people


@pytest.mark.rule("np.golden-rule")
def test_beside_a_person_non_players_answer_by_themselves_until_a_tie() -> None:
    match = Match(game, 3, {"public": "non-player", "private": "non-player"}, seed=5)
    seen = set()
    for _ in range(400):
        if match.over:
            break
        decision = match.decisions[0]
        seen.add(decision.seat)
        match.choose(decision.seat, decision.options[0])
    assert seen == {COMMUNITY}


def test_every_card_gets_to_act_somewhere_in_a_few_matches() -> None:
    acted = set()
    for seed in range(30):
        session = ("1940", "1950", "1960", "1970", "1980", "1990")[seed % 6]
        match = Match(game, 3, {"session": session, **dict.fromkeys(ALL, "non-player")}, seed=seed)
        acted |= {line.event.position for line in match.lines if isinstance(line.event, RowApplied)}
    assert acted == {card.id for card in POSITIONS}
