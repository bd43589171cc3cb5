"""What Non-Players decide in the Census (7.8)."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.events.actions import Budgeted, FundsRaised
from tabletown.games.cross_bronx.rules.objectives import OBJECTIVES
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    BLIGHT,
    BOXES_OF_CALENDAR,
    CENSUS,
    INDEX,
    LOAN,
    NO_MARKER,
    ORG,
    PETITION,
    Bronx,
)
from tests.games.cross_bronx.non_player_tables import (
    COMMUNITY,
    PRIVATE,
    PUBLIC,
    at,
    bare,
    decide,
    hold,
    ruin,
    run,
    street,
    table,
    tile,
    turns,
)


def census(s: Bronx, phase: str, until: str) -> None:
    s.current, s.phase = CENSUS, phase
    turns(s, [until, "over"])


# ------------------------------------------------------------------ Corrections


@pytest.mark.rule("np.census.corrections", "np.corrections-destination")
def test_public_and_community_release_one_each_and_private_never_does() -> None:
    s = bare()
    s.corrections, s.vul_pool = 5, s.vul_pool - 5
    tile(s, "1a", PUBLIC, pop=1, vul=1)
    tile(s, "2a", PUBLIC, pop=1)
    tile(s, "3a", COMMUNITY, pop=1)
    tile(s, "4a", PRIVATE, pop=1)
    census(s, "corrections", "blight")
    assert s.corrections == 3 and s.resources == [9, 9, 10]
    assert s.vul[at("2a")] == 1, "where it can be housed"
    assert s.vul[at("3a")] == 1 and s.vul[at("4a")] == 0


@pytest.mark.rule("np.census.corrections")
def test_at_the_debt_limit_nobody_is_released() -> None:
    s = bare()
    s.corrections, s.vul_pool = 5, s.vul_pool - 5
    s.resources = [0, 0, -5]
    tile(s, "1a", PUBLIC, pop=1)
    tile(s, "2a", COMMUNITY, pop=1)
    census(s, "corrections", "blight")
    assert s.corrections == 5 and s.resources == [0, 0, -5]


# ------------------------------------------------------------------ Petitions and Blight


@pytest.mark.rule("np.census.petitions-public")
def test_public_answers_only_where_five_live_on_public_infrastructure() -> None:
    s = bare()
    s.resources[COMMUNITY] = s.resources[PRIVATE] = -5
    tile(s, "1a", PUBLIC, pop=4)
    tile(s, "1b", PRIVATE, pop=5)  # these five do not count
    tile(s, "2a", PUBLIC, pop=5)
    s.marker[INDEX[1]] = s.marker[INDEX[2]] = PETITION
    census(s, "petitions", "audit")
    assert s.marker[INDEX[1]] == BLIGHT and s.marker[INDEX[2]] == NO_MARKER
    assert s.orgs[at("2a") * 3 + PUBLIC] == ORG and s.resources[PUBLIC] == 8


@pytest.mark.rule("np.census.petitions-public", "np.petition-order")
def test_public_with_money_for_one_answers_where_most_people_live() -> None:
    s = bare()
    s.resources = [3, -5, -5]
    tile(s, "1a", PUBLIC, pop=5)
    tile(s, "2a", PUBLIC, pop=5)
    tile(s, "2b", PRIVATE, pop=2)
    s.marker[INDEX[1]] = s.marker[INDEX[2]] = PETITION
    census(s, "petitions", "audit")
    assert s.marker[INDEX[1]] == BLIGHT and s.marker[INDEX[2]] == NO_MARKER


@pytest.mark.rule("np.census.petitions-others", "np.petition-order")
def test_community_and_private_answer_where_they_have_most_organizations_then_most_people() -> None:
    for f in (COMMUNITY, PRIVATE):
        s = bare()
        s.resources = [-5, -5, -5]
        s.resources[f] = 3 if f == COMMUNITY else -2
        tile(s, "1a", PUBLIC, pop=5)
        tile(s, "2a", PUBLIC, pop=1, orgs=[f])
        tile(s, "2b", PUBLIC, pop=1)
        tile(s, "3a", PUBLIC, pop=5)
        for number in (1, 2, 3):
            s.marker[INDEX[number]] = PETITION
        census(s, "petitions", "audit")
        assert [s.marker[INDEX[number]] for number in (1, 2, 3)] == [BLIGHT, NO_MARKER, BLIGHT]
        s = bare()
        s.resources = [-5, -5, -5]
        s.resources[f] = 3 if f == COMMUNITY else -2
        tile(s, "1a", PUBLIC, pop=3)
        tile(s, "2a", PUBLIC, pop=4)
        s.marker[INDEX[1]] = s.marker[INDEX[2]] = PETITION
        census(s, "petitions", "audit")
        assert [s.marker[INDEX[number]] for number in (1, 2)] == [BLIGHT, NO_MARKER]


@pytest.mark.rule("np.census.petitions-others", "np.petition-order")
def test_unhoused_organizations_that_are_alike_count_one_by_one_where_petitions_are_answered() -> None:
    for f in (COMMUNITY, PRIVATE):
        s = bare()
        s.resources = [-5, -5, -5]
        s.resources[f] = 3 if f == COMMUNITY else -2
        tile(s, "1a", PUBLIC, pop=5, orgs=[f])
        tile(s, "1b", PUBLIC, pop=5)
        tile(s, "2a", PUBLIC, pop=1)
        street(s, 2, orgs=[f, f])
        s.marker[INDEX[1]] = s.marker[INDEX[2]] = PETITION
        census(s, "petitions", "audit")
        assert [s.marker[INDEX[number]] for number in (1, 2)] == [BLIGHT, NO_MARKER]


@pytest.mark.rule("np.census.other-decisions")
def test_the_vulnerability_that_leaves_with_the_blight_is_an_unhoused_one() -> None:
    s = bare()
    tile(s, "1a", PRIVATE, pop=1, vul=1)
    street(s, 1, vul=1)
    s.marker[INDEX[1]] = BLIGHT
    census(s, "blight", "petitions")
    assert s.street_vul[INDEX[1]] == 0 and s.vul[at("1a")] == 1 and s.corrections == 1


# ------------------------------------------------------------------ Loans, Bonds, taxes


@pytest.mark.rule("np.census.loans")
def test_public_and_community_repay_every_loan_they_can() -> None:
    s = bare()
    s.loans = 0
    s.owed = [1, 1, 0]
    tile(s, "1a", PUBLIC, pop=1, orgs=[PUBLIC])
    s.orgs[at("1a") * 3 + PUBLIC] |= LOAN
    s.resources = [5, 1, 0]
    census(s, "loans", "bonds")
    assert s.owed == [0, 1, 0] and not s.orgs[at("1a") * 3 + PUBLIC] & LOAN
    assert s.resources == [1, 1, 4] and s.loans == 2


@pytest.mark.rule("np.census.bonds", "np.bond-zero-debt")
def test_public_redeems_private_bonds_first_as_long_as_that_makes_no_debt() -> None:
    s = bare()
    s.bonds[0], s.bonds[1] = 1, 1  # due in the 1940s: Community, Private
    s.resources = [4, 0, 0]
    census(s, "bonds", "comptroller")
    assert s.resources == [-1, 1, 4], "4 for Private's, then Community's is rolled over for 1"
    assert s.bonds[:4] == [0, 0, 1, 0]


@pytest.mark.rule("np.census.bond-offer", "np.census.bond-buy-private", "np.census.bond-buy-community")
def test_bonds_are_offered_to_both_private_always_buys_community_only_its_first() -> None:
    s = bare()
    census(s, "comptroller", "objectives")
    assert s.bonds[2:4] == [1, 1] and s.resources == [18, 6, 6]
    s.decade = 1950
    s.start = 1940
    census(s, "comptroller", "objectives")
    assert s.bonds[2:6] == [1, 1, 0, 1], "Community holds one already"
    assert BOXES_OF_CALENDAR[2] == 1960


@pytest.mark.rule("np.census.bond-buy-private", "np.bond-buy-if-possible")
def test_private_does_not_buy_what_would_leave_the_track() -> None:
    s = bare()
    s.resources = [10, 10, -12]
    census(s, "comptroller", "objectives")
    assert s.bonds[2:4] == [1, 0]
    assert decide(s, PRIVATE, "buy-bond", ["yes", "no"]) == "no"
    s.resources[PRIVATE] = -11
    assert decide(s, PRIVATE, "buy-bond", ["yes", "no"]) == "yes"


@pytest.mark.rule("np.census.tax")
def test_public_sets_the_tax_rate_to_one_whenever_it_may() -> None:
    for resources, tax in ((-13, 2), (-12, 1)):  # two Bonds bring 8
        s = bare()
        s.resources = [resources, 10, 10]
        census(s, "comptroller", "objectives")
        assert s.tax == tax


# ------------------------------------------------------------------ Objectives and Positions


def scoring(id: str, **options: str) -> Bronx:
    """A board on which Public has more Cases than Activists and holds this Position."""
    s = bare(**options)
    hold(s, id)
    s.mitigated = [1, 0, 0]
    s.vul_pool -= 1
    s.resources = [-1, -1, -1]
    return s


@pytest.mark.rule("np.priority-objective.always", "np.position.to-record")
def test_the_priority_objective_gives_an_extra_point_without_any_star_and_the_card_is_recorded() -> None:
    s = scoring("caseworker")
    index = s.position[PUBLIC]
    assert POSITIONS[index].priority_objective == "public-relations"
    tile(s, "1a", PUBLIC, pop=1, vul=1)
    for number in (2, 3, 4, 5, 6, 9):
        street(s, number, vul=1)
    census(s, "objectives", "reset")
    fulfilled = sum(objective.why_not(s) is None for objective in OBJECTIVES[PUBLIC])
    assert s.vp[PUBLIC] == fulfilled + 1
    s.phase = "reset-positions"
    turns(s, ["next-decade"])
    assert s.record[PUBLIC] == [194000 + index] and index not in s.position_bags[PUBLIC]
    assert s.position[PUBLIC] not in (-1, index)


@pytest.mark.rule("np.easier")
def test_in_the_easier_game_the_priority_objective_counts_once() -> None:
    s = scoring("caseworker", np_points="no")
    for number in (1, 2, 3, 4, 5, 6, 9):
        street(s, number, vul=1)
    census(s, "objectives", "reset")
    fulfilled = sum(objective.why_not(s) is None for objective in OBJECTIVES[PUBLIC])
    assert s.vp[PUBLIC] == fulfilled and not s.recorded[PUBLIC]


@pytest.mark.rule("np.census.reset-position", "np.card.leaves-play", "np.discard-pile")
def test_in_reset_a_card_that_gave_nothing_is_shuffled_back_and_a_new_one_drawn() -> None:
    s = table()
    before = list(s.position)
    s.phase, s.stars = "reset-positions", [1, 0, 1]
    turns(s, ["next-decade"])
    assert s.stars == [0, 0, 0] and s.record == [[], [], []]
    for f in (PUBLIC, COMMUNITY, PRIVATE):
        assert len(s.position_bags[f]) == 7
        assert sorted([*s.position_bags[f], s.position[f]]) == sorted({*s.position_bags[f], s.position[f], before[f]})


@pytest.mark.rule("np.deck-exhausted-by-record")
def test_only_with_no_card_left_recorded_ones_come_back() -> None:
    s = table()
    s.record[PUBLIC] = [194000 + index for index in range(1, 8)]
    s.position_bags[PUBLIC] = []
    s.position[PUBLIC], s.recorded[PUBLIC] = 0, 1
    s.phase = "reset-positions"
    turns(s, ["next-decade"])
    assert 0 <= s.position[PUBLIC] < 8


# ------------------------------------------------------------------ Reset: the ways out of debt


@pytest.mark.rule("np.census.reset-private")
def test_private_in_debt_activates_by_the_remove_or_activate_column() -> None:
    s = bare()
    s.resources = [5, 5, -4]
    tile(s, "1a", PUBLIC, pop=1, vul=1, orgs=[PRIVATE])
    tile(s, "2a", PUBLIC, pop=5, orgs=[PRIVATE])
    s.phase = "reset-debts"
    turns(s, ["reset-positions"])
    assert s.resources[PRIVATE] == 0
    assert s.orgs[at("2a") * 3 + PRIVATE] == ORG | ACTIVE, "fewest Vulnerabilities"


@pytest.mark.rule("np.census.reset-public")
def test_public_in_debt_budgets_where_it_has_most_tiles_then_least_population() -> None:
    s = bare()
    s.resources = [-3, 5, 5]
    tile(s, "1a", PUBLIC, pop=5)
    tile(s, "2a", PUBLIC, pop=5)
    tile(s, "2b", PUBLIC, pop=3)
    tile(s, "3a", PUBLIC, pop=4)
    tile(s, "3b", PUBLIC, pop=1)
    for number in (4, 5, 6, 9):
        tile(s, f"{number}a", PRIVATE, pop=5)
    s.phase = "reset-debts"
    turns(s, ["reset-positions"])
    assert s.pop[at("3a")] + s.pop[at("3b")] == 7 and s.resources[PUBLIC] == -2


@pytest.mark.rule("np.census.reset-community")
def test_community_in_debt_raises_funds_where_it_has_most_tiles_then_fewest_vulnerabilities() -> None:
    s = bare()
    s.resources = [5, -3, 5]
    tile(s, "1a", COMMUNITY, pop=5)
    for number, vul in ((2, 1), (3, 0)):
        tile(s, f"{number}a", COMMUNITY, pop=5, vul=vul)
        tile(s, f"{number}b", COMMUNITY, pop=5)
    for number in (4, 5, 6, 9):
        tile(s, f"{number}a", PRIVATE, pop=5)
    s.phase = "reset-debts"
    turns(s, ["reset-positions"])
    assert s.resources[COMMUNITY] >= -1, "two rolls"
    assert any(isinstance(line.event, FundsRaised) and line.event.district == 3 for line in s.lines or [])


@pytest.mark.rule("np.census.reset-public", "np.census.reset-community")
@pytest.mark.parametrize(("unexhausted_only", "budget", "funds"), [("no", 3, 4), ("yes", 1, 2)])
def test_exhausted_tiles_count_where_a_non_player_looks_for_its_most_infrastructure(
    unexhausted_only: str, budget: int, funds: int
) -> None:
    s = bare(unexhausted_only=unexhausted_only)
    s.resources = [-3, -3, 5]
    tile(s, "1a", PUBLIC, pop=3)
    tile(s, "3a", PUBLIC, pop=5)
    ruin(s, "3b", PUBLIC)
    tile(s, "2a", COMMUNITY, pop=3)
    tile(s, "4a", COMMUNITY, pop=3, vul=1)
    ruin(s, "4b", COMMUNITY)
    s.phase = "reset-debts"
    turns(s, ["reset-positions"])
    events = [line.event for line in s.lines or []]
    assert {event.district for event in events if isinstance(event, Budgeted)} == {budget}
    assert {event.district for event in events if isinstance(event, FundsRaised)} == {funds}


@pytest.mark.rule("np.census.other-decisions", "census.decision-order")
def test_a_whole_census_of_three_non_players_asks_nobody() -> None:
    s = table(session="1970")
    s.current, s.phase = CENSUS, "quota"
    script = game.rules.step(s)
    while script is not None and s.phase not in ("reveal", "over"):
        assert run(script) == []
        script = game.rules.step(s)
    assert s.decade == 1980 or s.phase == "over"
