"""Reasons why not: each question has one for every place and piece it doesn't offer."""

from tabletown.games.cross_bronx.rules.asking import Question

from .boards import C, P, V, act, bronx, plan, street, tile


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
