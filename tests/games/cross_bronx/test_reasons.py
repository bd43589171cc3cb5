"""Reasons why not: each question has one for every place and piece it doesn't offer."""

from tabletown.games.cross_bronx.rules.asking import Question
from tabletown.games.cross_bronx.rules.infrastructure import why_not_rehouse_on
from tabletown.games.cross_bronx.state import INDEX

from .boards import C, P, V, act, bronx, perform, plan, street, tile


def reasons(question: Question | None, *words: str) -> list[str]:
    """The ids of the reasons against these words; "" if they are allowed."""
    assert question is not None and question.why is not None
    found = [question.why(*question.about, word) for word in words]
    return [reason.id if reason is not None else "" for reason in found]


def test_a_tile_that_cannot_house_population_says_why() -> None:
    s = bronx()
    tile(s, "4a", P, pop=1)
    tile(s, "4b", V, pop=4)
    tile(s, "4c", C, pop=5)
    tile(s, "5a", P)
    asked = act(s, P, "action:budget", "district:4", "count:1")
    assert asked is not None and asked.purpose == "house-population"
    assert reasons(asked, "tile:4a", "tile:4c", "tile:4d", "tile:5a") == ["", "full", "no-tile", "other-district"]
    assert reasons(asked, "street:4", "tile:?") == ["not-an-option", "not-an-option"]


def test_population_to_move_in() -> None:
    s = bronx()
    tile(s, "5a", P, pop=1)
    tile(s, "9a", P, pop=5)
    street(s, 4, pop=1)
    asked = act(s, P, "action:relocate", "district:4")
    assert reasons(asked, "tile:5a", "street:5", "tile:9a", "done") == ["", "none-there", "not-from-there", ""]


def test_an_organization_that_cannot_be_refreshed_says_why() -> None:
    s = bronx()
    tile(s, "4a", P, pop=1, orgs="pC")
    tile(s, "5a", P, pop=1, orgs="Pc")
    asked = plan(s, P, "no")
    assert reasons(asked, "org:4a:public", "org:5a:public", "org:5a:community", "org:6a:public", "pass") == [
        "",
        "not-active",
        "other-faction",
        "none-there",
        "",
    ]


def test_a_price_cannot_be_paid_with_the_vulnerability_itself() -> None:
    s = bronx()
    tile(s, "4a", V, pop=1, orgs="v")
    tile(s, "4b", V, pop=1, orgs="V")
    asked = act(s, V, "action:pay-off", "district:4")
    assert reasons(asked, "activate", "remove", "vulnerability") == ["", "", "not-by-vulnerability"]


def test_a_district_where_an_organization_can_move() -> None:
    s = bronx()
    tile(s, "4a", C, pop=1, orgs="C")
    tile(s, "5a", P, pop=1)
    tile(s, "6a", P, pop=1)
    asked = act(s, C, "action:mobilize", "district:4", "option:organization")
    assert asked is not None and asked.purpose == "destination"
    assert reasons(asked, "district:5", "district:1", "district:9") == ["", "no-room", "not-adjacent"]


def test_an_action_of_another_faction_is_refused() -> None:
    asked = act(bronx(), C)
    assert reasons(asked, "action:build", "action:house", "pass", "house") == ["", "other-menu", "", "not-an-option"]


def test_an_organization_that_cannot_move_onto_a_new_tile_says_why():
    s = bronx()
    tile(s, "5a", P, orgs="V")
    street(s, 4, orgs="PCV")
    street(s, 5, orgs="C")
    asked = act(s, P, "action:house", "district:4")
    words = ("org:4:public", "org:5:community", "org:5a:private", "org:9:public", "org:?")
    assert reasons(asked, *words) == ["", "other-district", "stays", "none-there", "not-an-option"]


def test_an_organization_that_finds_no_room_off_an_exhausted_tile_says_why():
    s = bronx()
    tile(s, "6a", C, orgs="CV")
    tile(s, "6b", P, orgs="P")
    asked = perform(s, P, 18, "tile:6a")
    words = ("org:6:community", "org:6b:public", "org:6:public", "org:?")
    assert reasons(asked, *words) == ["", "stays", "not-from-tile", "not-an-option"]


def test_a_tile_that_would_take_the_room_of_another_organization_says_so():
    s = bronx()
    tile(s, "6b", P, orgs="P")
    tile(s, "6c", P, orgs="V")
    both = [C, V]  # to be housed; Community fits on both tiles, Private only on 6b
    found = [why_not_rehouse_on(s, INDEX[6], both, 0, 2, word) for word in ("tile:6c", "tile:6b", "tile:6a")]
    assert [reason.id if reason is not None else "" for reason in found] == ["", "takes-room", "no-tile"]
