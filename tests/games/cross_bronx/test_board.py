"""2.1: the board, its tracks, the areas, Corrections."""

import pytest

from tabletown.games.cross_bronx.check import check
from tabletown.games.cross_bronx.components import BOARD
from tabletown.games.cross_bronx.rules.housing import out_of_corrections, to_corrections
from tabletown.games.cross_bronx.rules.money import can_spend, change, in_debt, pay, spend
from tabletown.games.cross_bronx.rules.winning import too_many_losses
from tabletown.games.cross_bronx.state import ADJACENT, BOXES, DECADES, DISTRICTS, INDEX, LOAN, NUMBERS, spaces_of

from .boards import C, P, V, act, bronx, census, jail, on, owner, play, printed, street, tile


@pytest.mark.rule("board.districts.seven")
def test_there_are_seven_districts_numbered_1_to_6_and_9():
    assert NUMBERS == (1, 2, 3, 4, 5, 6, 9)
    assert "corrections" not in {district.name.lower() for district in BOARD.district}


@pytest.mark.rule("board.adjacency.border-or-corner", "adjacency.across-water")
def test_adjacency_is_mutual_and_fits_the_example_of_play():
    for district in DISTRICTS:
        assert district not in ADJACENT[district]
        assert all(district in ADJACENT[other] for other in ADJACENT[district])
    assert {NUMBERS[d] for d in ADJACENT[INDEX[5]]} == {3, 4, 6}
    assert INDEX[9] not in ADJACENT[INDEX[1]] and INDEX[9] not in ADJACENT[INDEX[5]]


@pytest.mark.rule("board.infra-spaces.upper-limit", "infra.exhausted-occupies-space")
def test_no_tile_can_be_placed_in_a_district_whose_spaces_are_all_taken():
    s = bronx()
    for name in ("5a", "5b"):
        tile(s, name, C, pop=1)
    tile(s, "5c", P, exhausted=True)
    question = act(s, P, "action:house")
    assert "district:5" not in question.options and "district:4" in question.options
    assert question.why(*question.about, "district:5").rule == "board.infra-spaces.upper-limit"


@pytest.mark.rule("board.infra-spaces.no-minimum")
def test_a_district_may_hold_no_tile():
    s = bronx()
    assert all(owner(s, f"{number}a") == -1 for number in NUMBERS)
    play(s, until="act")  # the game continues with the choice of a box


@pytest.mark.rule("board.roads.no-effect")
def test_districts_know_no_roads():
    assert set(type(BOARD.district[0]).__struct_fields__) == {"id", "name", "areas", "spaces", "adjacent"}


@pytest.mark.rule("track.resources.range", "track.resources.clamp-high", "fundraise.effect-limits", "debt.payee-at-34")
def test_resources_stop_at_34():
    s = bronx()
    change(s, P, 30)
    assert s.resources[P] == 34
    pay(s, C, P, 3)
    assert s.resources[:2] == [34, 7]  # the surplus is lost


@pytest.mark.rule("track.resources.range", "track.resources.clamp-low", "debt.clamp-and-payee")
def test_resources_stop_at_minus_15_and_the_payee_still_gets_all():
    s = bronx()
    s.resources = [-14, 0, 0]
    pay(s, P, V, 4)
    assert s.resources == [-15, 0, 4]


@pytest.mark.rule("debt.definition")
def test_zero_is_no_debt():
    s = bronx()
    s.resources = [0, -1, 1]
    assert [in_debt(s, faction) for faction in (P, C, V)] == [False, True, False]


@pytest.mark.rule(
    "debt.limit.public",
    "debt.limit.community",
    "debt.limit.private",
    "debt.limit.voluntary-spending",
    "debt.spending-exactly-to-limit",
)
@pytest.mark.parametrize(("faction", "limit"), [(P, 0), (C, 0), (V, -5)])
def test_a_faction_may_spend_down_to_its_debt_limit_and_no_further(faction, limit):
    s = bronx()
    s.resources[faction] = limit + 2
    assert can_spend(s, faction, 2) and not can_spend(s, faction, 3)
    assert can_spend(s, faction, 0)


@pytest.mark.rule("debt.already-below-limit", "public.budget.free", "public.relocate.free")
def test_below_its_limit_a_faction_may_still_do_what_costs_nothing():
    s = bronx()
    tile(s, "4a", P, pop=5, orgs="P")
    street(s, 4, vul=1)
    s.resources[P] = -3
    question = act(s, P)
    assert question.options == ["action:relocate", "action:budget", "pass"]
    assert question.why(*question.about, "action:service").rule == "debt.limit.voluntary-spending"


@pytest.mark.rule("debt.limit.forced-payments")
def test_forced_payments_go_below_the_limit():
    s = bronx()
    s.resources[P] = 1
    spend(s, P, 2)
    assert s.resources[P] == -1


@pytest.mark.rule("track.scoring.range", "track.scoring.losses-mark", "losses.limit-vs-track")
def test_the_losses_limit_of_a_session_is_8():
    s = bronx()
    s.losses = 7
    assert not too_many_losses(s)
    s.losses = 8
    assert too_many_losses(s) and s.ending == "disenfranchisement"


@pytest.mark.rule("area.faction.holds", "components.wood-count")
def test_unused_pieces_and_markers_lie_in_the_faction_areas():
    s = bronx()
    assert s.tiles_left == list(BOARD.pieces.infrastructure) and s.orgs_left == list(BOARD.pieces.organizations)
    assert (s.grants, s.loans) == (6, 3)
    assert sum(BOARD.pieces.organizations) == 26
    pieces = BOARD.pieces
    assert pieces.population_large + pieces.population_small + pieces.vulnerabilities == 91


@pytest.mark.rule("area.supply-limits", "infra.none-left")
def test_without_a_tile_or_organization_left_nothing_can_be_placed():
    s = bronx()
    tile(s, "4a", C, pop=5)
    s.tiles_left[P] = 0
    s.orgs_left[P] = 0
    from tabletown.games.cross_bronx.rules.actions import why_not

    assert why_not(s, "house", "place", INDEX[4]).rule == "area.supply-limits"
    assert why_not(s, "service", "place", INDEX[4]).rule == "area.supply-limits"


@pytest.mark.rule("area.removed-return-home", "infra.replace-returns")
def test_replaced_tiles_and_removed_organizations_go_home_and_can_be_placed_again():
    s = bronx()
    tile(s, "4a", C, exhausted=True)
    tile(s, "4b", P, pop=5, orgs="P")
    tiles, orgs = s.tiles_left[C], s.orgs_left[P]
    act(s, P, "action:house", "district:4", "option:replace")
    assert s.tiles_left[C] == tiles + 1
    act(s, P, "action:budget", "district:4", "count:0", "remove", "done")
    assert s.orgs_left[P] == orgs + 1


@pytest.mark.rule("area.mitigation-box.per-faction", "vulnerability.locations")
@pytest.mark.parametrize(
    ("faction", "action", "letter"), [(P, "service", "P"), (C, "organize", "C"), (V, "invest", "V")]
)
def test_each_faction_keeps_what_it_mitigates_in_its_own_box(faction, action, letter):
    s = bronx()
    tile(s, "4a", P, pop=5, vul=1, orgs=letter)
    act(s, faction, f"action:{action}", "district:4", *(["option:activate"] if faction == V else []))
    assert s.mitigated == [int(f == faction) for f in (P, C, V)]
    assert on(s, "4a")[1] == 0


@pytest.mark.rule("pool.cubes")
def test_cubes_come_from_the_pools_and_go_back_to_them():
    s = bronx()
    tile(s, "4a", P, pop=1)
    pools = s.pop_pool, s.vul_pool
    act(s, P, "action:budget", "district:4", "count:2", "done")
    assert (s.pop_pool, s.vul_pool) == (pools[0] - 2, pools[1] - 1)
    act(s, V, "action:suburbanize", "district:4", "tile:4a", "done", "done")
    assert s.pop_pool == pools[0] - 1


@pytest.mark.rule("dashboard.calendar.decades")
def test_the_calendar_has_six_decades():
    assert DECADES == (1940, 1950, 1960, 1970, 1980, 1990)


@pytest.mark.rule("decade-marker.current", "bond.current-decade")
def test_in_a_census_the_decade_just_played_is_still_current():
    s = bronx()
    tile(s, "4a", C, pop=5)
    census(s, "quota", "no", "no", until="reset")
    assert s.decade == 1940
    census(s, "reset", until="reveal")
    assert s.decade == 1950


@pytest.mark.rule("dashboard.tax-rate.values", "tax.start-value")
def test_the_tax_rate_starts_at_one_half_or_one():
    rates = {decade: printed(session=decade).tax / 2 for decade in ("1940", "1950", "1960", "1970", "1980", "1990")}
    assert set(rates.values()) <= {0.5, 1} and rates["1940"] == 0.5


@pytest.mark.rule("sequence-track.order")
def test_the_track_has_four_boxes_in_order():
    assert BOXES == ("act", "event", "react", "plan")


@pytest.mark.rule("corrections.capacity.ten", "corrections.overflow.excess", "corrections.corruption-overflow")
def test_corrections_holds_ten_and_the_rest_overflows():
    s = bronx()
    jail(s, 9)
    s.vul_pool -= 3
    to_corrections(s, 3)
    assert (s.corrections, s.overflow) == (10, 2)


@pytest.mark.rule("corrections.overflow.refill", "corrections.overflow.invariant")
def test_what_leaves_corrections_is_refilled_from_overflow():
    s = bronx()
    jail(s, 10, 1)
    out_of_corrections(s)
    assert (s.corrections, s.overflow) == (10, 0)
    out_of_corrections(s)
    assert (s.corrections, s.overflow) == (9, 0)


@pytest.mark.rule("population.large-cube.five")
def test_a_large_cube_is_five_small_ones():
    assert BOARD.pieces.population == 5 * BOARD.pieces.population_large + BOARD.pieces.population_small == 99


@pytest.mark.rule("cylinders.two-per-faction", "pawns.optional")
def test_each_faction_has_one_place_on_the_track_and_one_resource_number():
    s = bronx()
    assert len(s.box) == len(s.resources) == 3
    assert spaces_of[0] == range(4)
    assert s.loans == 3 and not any(bits & LOAN for bits in s.orgs)


def test_a_tile_that_is_twice_exhausted_is_no_position():
    """What checks that the words suffice leaves out states that can't be."""
    s = bronx()
    tile(s, "5c", P, exhausted=True)
    check(s)
    s.exhausted = [2 * flag for flag in s.exhausted]
    with pytest.raises(AssertionError, match="neither exhausted nor not"):
        check(s)
