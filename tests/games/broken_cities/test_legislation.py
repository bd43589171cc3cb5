"""Making laws: proposals, drafting and voting, and what no law may do."""

from __future__ import annotations

import pytest

from tabletown.games.broken_cities.content import LAW_KINDS
from tabletown.games.broken_cities.rules.drafting import sample, slots, why_inadmissible
from tabletown.games.broken_cities.state import Law, Penalty
from tabletown.games.broken_cities.words import law_text
from tabletown.kernel import Match
from tabletown.kernel.errors import NotAllowed
from tests.games.broken_cities.positions import (
    ECO,
    GREEN,
    LOW,
    ORANGE,
    PURPLE,
    RED,
    SHOP,
    SPACE,
    YELLOW,
    agree,
    begin,
    end_round,
    no_law,
    options,
    play,
    refuses,
    start,
    told,
    why_not,
    with_laws,
)


def session(players: int = 4, old: tuple[Law, ...] = (), **more: str) -> Match:
    """A law session in the order Yellow, Red, Orange, Purple after a card without effect."""
    s = start(players, **more)
    if old:
        with_laws(s, *old)
    s.damage, s.phase, s.round, s.order, s.turn = 3, "damage", 1, list(range(players)), players
    s.damage = 9 - (6 if players == 4 else 5)
    return begin(s, cards="news")


# ------------------------------------------------------------------ the session


@pytest.mark.rule("law.one-law", "law.unanimous", "law-first-turn", "law.price-rise-allowed")
def test_a_law_that_everybody_accepts_holds_from_the_next_round_for_everybody() -> None:
    match = agree(session(), "law:surcharge", "propose")
    assert match.state.assembly is None and match.state.round == 2
    assert [(law.kind, law.number, law.since, law.by) for law in match.state.laws] == [("surcharge", 1, 2, YELLOW)]
    assert match.state.prices[LOW] == 6 + 4
    for _ in range(4):
        assert match.state.prices[LOW] == 10
        play(match, "end")


@pytest.mark.rule("law.one-law")
def test_a_session_makes_at_most_one_law() -> None:
    match = agree(session(), "law:surcharge", "propose")
    assert match.decisions[0].prompt.template.startswith("build") and len(match.state.laws) == 1


@pytest.mark.rule("law.unanimous", "law-no-agreement")
def test_one_veto_is_enough_to_turn_a_proposal_down() -> None:
    match = play(session(), "law:surcharge", "propose")
    assert [decision.seat for decision in match.decisions] == [RED, ORANGE, PURPLE]
    match.choose(PURPLE, "accept")
    match.choose(ORANGE, "veto:I can afford nothing else.")
    match.choose(RED, "accept")
    assert match.state.laws == [] and match.decisions[0].seat == RED
    assert "vetoed: “I can afford nothing else.”" in told(match)
    assert no_law(match).state.laws == []  # three of four are not enough, even at the end


@pytest.mark.rule("law-no-agreement")
def test_after_three_proposals_each_the_session_ends_without_a_law() -> None:
    match = session()
    for _ in range(12):
        assert match.state.assembly is not None
        play(match, "law:surcharge", "propose", "veto", "veto", "veto")
    assert match.state.assembly is None and match.state.laws == [] and match.state.round == 2
    match = session(proposals="1")
    for _ in range(4):
        play(match, "law:surcharge", "propose", "veto", "veto", "veto")
    assert match.state.assembly is None


@pytest.mark.rule("law-no-agreement")
def test_if_nobody_wants_to_propose_the_session_ends() -> None:
    match = play(session(), "no-law", "no-law", "no-law")
    assert match.state.assembly is not None
    assert play(match, "no-law").state.assembly is None
    match = play(session(), "no-law", "no-law", "no-law", "law:ban", "propose", "veto", "veto", "veto")
    play(match, "no-law", "no-law", "no-law")  # after a proposal everybody may propose again
    assert match.state.assembly is not None
    assert play(match, "no-law").state.assembly is None
    match = play(session(), "law:ban", "propose", "change", "veto", "veto", "withdraw")
    play(match, "no-law", "no-law", "no-law")  # declining to change a proposal is not the same as proposing nothing
    assert match.state.assembly is not None
    assert play(match, "no-law").state.assembly is None


@pytest.mark.rule("law-no-agreement")
def test_by_option_a_strict_majority_is_enough_after_the_limit() -> None:
    match = session(vote="majority", proposals="1")
    play(match, "law:surcharge", "propose", "accept", "accept", "veto")
    assert match.state.laws == []
    play(match, "law:ban", "propose", "accept", "veto", "veto", "no-law", "no-law")
    assert match.state.assembly is None  # Yellow and Red have no proposals left, the others wanted none
    assert [law.kind for law in match.state.laws] == ["surcharge"]
    match = session(vote="majority", proposals="1")
    play(match, "law:surcharge", "propose", "accept", "veto", "veto")
    assert no_law(match).state.laws == []
    match = session(vote="majority", proposals="1")
    for law in ("law:surcharge", "law:ban"):
        play(match, law, "propose", "accept", "accept", "veto")
    assert [law.kind for law in no_law(match).state.laws] == ["ban"]  # the last of two such proposals holds


@pytest.mark.rule("law.unanimous", "law.one-law")
def test_who_wants_a_change_may_make_it_and_all_vote_again() -> None:
    match = play(session(), "law:build_obligation", "set:size", "size:10", "propose")
    match.choose(RED, "accept")
    match.choose(PURPLE, "change")
    match.choose(ORANGE, "veto")
    assert [decision.seat for decision in match.decisions] == [PURPLE]
    play(match, "set:size", "size:5")
    assert not any("Changed since the vote" in panel.html for panel in match.scene(PURPLE).panels)
    play(match, "propose")
    (shown,) = [panel.html for panel in match.scene(YELLOW).panels if panel.id == "law"]
    assert "Changed since the vote:</b> <span>Size of the penalty: 10 → 5</span></p>" in shown
    assert sorted(decision.seat for decision in match.decisions) == [YELLOW, RED, ORANGE]
    play(match, "accept", "accept", "accept")
    assert match.state.laws[0].penalty == Penalty("fine", 5) and match.state.laws[0].by == PURPLE
    s = session().state
    s.order = [PURPLE, RED, YELLOW, ORANGE]
    match = play(begin(s), "law:ban", "propose", "change", "change", "change")
    assert [decision.seat for decision in match.decisions] == [RED]  # the first in turn order of those who asked


@pytest.mark.rule("law-no-agreement")
def test_a_change_counts_as_a_proposal_and_is_refused_when_all_are_used() -> None:
    match = play(session(proposals="1"), "law:ban", "propose", "change", "veto", "veto")
    play(match, "propose")  # Red's change
    assert match.state.assembly is not None and match.state.assembly.used == [1, 1, 0, 0]
    reason = match.why_not("change", YELLOW)
    assert reason is not None and reason.rule == "law-no-agreement"
    assert match.why_not("change", ORANGE) is None


@pytest.mark.rule("law.penalty-included")
def test_the_penalty_is_part_of_the_proposal() -> None:
    match = play(session(), "law:build_obligation")
    assert "set:penalty" in options(match)
    play(match, "set:penalty", "penalty:lose_income", "set:size", "size:2", "set:warning", "set:rounds", "rounds:3")
    agree(match, "propose")
    law = match.state.laws[0]
    assert law.penalty == Penalty("lose_income", 2, warning=True) and law.rounds == 3
    assert "Anyone who breaks it is warned once, then loses half of their next income." in told(match)
    match = play(session(), "law:build_obligation", "set:warning", "set:penalty", "penalty:act_last")
    assert match.state.assembly.draft.law.penalty == Penalty("act_last", warning=True)  # valid with any penalty
    for kind, entry in LAW_KINDS.items():
        assert (sample(kind).penalty is not None) == (entry.check in ("turn_end", "vote"))


@pytest.mark.rule("law-enforcement", "law.purpose")
def test_every_kind_of_law_can_be_written_and_put_to_the_vote_whatever_it_is_good_for() -> None:
    for kind in LAW_KINDS:
        match = play(session(), f"law:{kind}")
        if kind == "honour":
            play(match, "text:Wave to your neighbours")
        for slot in slots(match.state.assembly.draft.law):
            if f"set:{slot}" not in options(match):
                continue  # valid with another penalty
            play(match, f"set:{slot}")
            if slot not in ("warning", "strict"):
                play(match, *(["done"] if "done" in options(match) else [options(match)[-1]]))
        law = match.state.assembly.draft.law
        agree(match, "propose")
        assert match.state.laws[0].kind == kind and str(law_text(law)) in told(match)


@pytest.mark.rule("law-retrofit-park-price", "law.price-rise-allowed")
def test_all_seven_price_lines_can_be_raised() -> None:
    match = play(session(), "law:surcharge", "set:kinds")
    kinds = ("conventional", "green", "shopping", "greenspace", "eco_park", "retrofit")
    play(match, *(f"kind:{kind}" for kind in kinds), "done", "set:amount", "amount:12")
    agree(match, "propose")
    assert match.state.prices[1:] == [18, 23, 28, 36, 18, 22, 21]


@pytest.mark.rule("law-enforcement")
def test_a_law_keeps_at_least_one_kind() -> None:
    match = play(session(), "law:surcharge", "set:kinds")
    assert "kind:low_cost" not in options(match)
    with refuses("one-kind"):
        play(match, "kind:low_cost")
    match = play(session(), "law:offset", "set:penalty", "penalty:no_building_next_turn", "set:barred")
    assert options(match) == ["kind:conventional", "kind:green", "kind:shopping", "done"]
    assert why_not(match, "kind:eco_park") == "buildings-only"


def written(kind: str, *answers: str) -> Law:
    """The law with these parts set."""
    assembly = play(session(), f"law:{kind}", *answers).state.assembly
    assert assembly is not None and assembly.draft is not None
    law: Law = assembly.draft.law
    return law


@pytest.mark.rule("law-enforcement", "law.penalty-included")
def test_every_part_of_a_law_says_what_was_set() -> None:
    assert written("ban", "set:area", "area:inner").area == "inner"
    kinds = ("set:kinds", "kind:green", "kind:low_cost", "kind:eco_park", "kind:eco_park", "done")
    assert written("ban", *kinds).kinds == (GREEN,)  # one added, one removed, one added and removed again
    assert written("offset", "set:others", "kind:greenspace", "done").others == (ECO,)
    assert written("offset", "set:count", "count:2").count == 2
    assert written("build_cap", "set:count", "count:0").count == 0
    assert written("turn_emission_cap", "set:amount", "amount:0").amount == 0
    assert written("carbon_tax", "set:count", "count:3", "set:amount", "amount:7").amount == 7
    law = written("park_quota", "set:strict", "set:rounds", "rounds:5")
    assert (law.strict, law.rounds) == (True, 5)
    assert not written("park_quota", "set:strict", "set:strict").strict
    for park, kind in (("kind:eco_park", ECO), ("kind:greenspace", SPACE)):
        penalty = written("offset", "set:penalty", "penalty:forced_park", "set:park", park).penalty
        assert penalty == Penalty("forced_park", park=kind)
    bar = ("set:penalty", "penalty:no_building_next_turn", "set:barred", "kind:shopping", "done")
    assert written("offset", *bar).penalty == Penalty("no_building_next_turn", kinds=(LOW, SHOP))
    assert written("offset", "set:penalty", "penalty:renter_leaves").penalty == Penalty("renter_leaves", 1)
    assert written("honour", "text: Wave  to all ").text == "Wave to all"
    assert "set:strict" not in options(play(session(), "law:honour", "text:Be kind"))  # under voting there is no excuse


# ------------------------------------------------------------------ what no law may do


@pytest.mark.rule("law.no-price-cut", "law-price-floor")
def test_a_law_that_would_lower_a_price_is_refused() -> None:
    match = play(session(), "law:surcharge", "set:amount")
    for word in ("amount:-4", "amount:−4"):
        with pytest.raises(NotAllowed) as refusal:
            play(match, word)
        assert refusal.value.reason.rule == "law.no-price-cut"
    assert min(int(word.partition(":")[2]) for word in options(match)) == 1
    with refuses("out-of-range"):
        play(match, "amount:13")
    for kind, slot in (("own_emission_cap", "amount"), ("build_obligation", "size"), ("surcharge", "rounds")):
        reason = play(session(), f"law:{kind}", f"set:{slot}").why_not(f"{slot}:-1")
        assert reason is not None and reason.rule == "law-enforcement"  # it would lower no price
    for text in ("Green becomes cheaper for all", "The price of Green goes down by 4", "Lower the cost of parks"):
        reason = why_inadmissible(text)
        assert reason is not None and reason.rule == "law.no-price-cut", text


@pytest.mark.rule("law-equal")
def test_a_law_that_names_a_player_is_refused() -> None:
    match = play(session(), "law:honour")
    for text in ("Red may not build", "player 2 pays", "All but YELLOW plant a park"):
        with pytest.raises(NotAllowed) as refusal:
            play(match, f"text:{text}")
        assert refusal.value.reason.rule == "law-equal"


@pytest.mark.rule("law.purpose", "law-enforcement")
def test_a_law_cannot_change_weather_renters_or_victory_and_has_280_characters() -> None:
    match = play(session(), "law:honour")
    for text in ("We skip the next climate card", "More renters each round", "Nobody wins the game"):
        with pytest.raises(NotAllowed):
            play(match, f"text:{text}")
    for text in ("x" * 281, " "):
        with refuses("law-length"):
            play(match, f"text:{text}")
    play(match, "text:" + "x" * 280)


@pytest.mark.rule("law-lifetime")
def test_a_later_session_may_change_or_repeal_an_old_law() -> None:
    old = Law("surcharge", kinds=(LOW,), amount=4)
    match = session(old=(old,))
    assert {"change:1", "repeal:1"} <= set(options(match))
    reason = match.why_not("repeal:7")
    assert reason is not None and reason.rule == "law-lifetime"
    agree(match, "repeal:1")
    assert match.state.laws == [] and match.state.prices[LOW] == 6  # restored, not below the printed price
    match = agree(session(old=(old,)), "change:1", "set:amount", "amount:2", "propose")
    assert [law.amount for law in match.state.laws] == [2] and match.state.prices[LOW] == 8
    other = Law("carbon_tax", count=1, amount=5)
    match = agree(session(old=(old, other)), "change:1", "set:amount", "amount:2", "propose")
    assert [law.kind for law in match.state.laws] == ["carbon_tax", "surcharge"]
    assert [law.kind for law in agree(session(old=(old, other)), "repeal:1").state.laws] == ["carbon_tax"]
    match = play(session(old=(old,)), "repeal:1")
    assert options(match) == ["accept", "veto"]
    reason = match.why_not("change", RED)
    assert reason is not None and reason.rule == "law-lifetime"
    assert len(play(match, "accept", "accept", "veto").state.laws) == 1


@pytest.mark.rule("law-lifetime")
def test_laws_stand_side_by_side_or_by_option_replace_each_other_and_may_run_out() -> None:
    old = Law("surcharge", kinds=(LOW,), amount=4)
    match = agree(session(old=(old,)), "law:ban", "propose")
    assert [law.kind for law in match.state.laws] == ["surcharge", "ban"]
    match = agree(session(old=(old,), lifetime="replace"), "law:ban", "propose")
    assert [law.kind for law in match.state.laws] == ["ban"]
    match = agree(session(), "law:surcharge", "set:rounds", "rounds:1", "propose")
    assert match.state.prices[LOW] == 10
    end_round(match)
    assert match.state.round == 3 and match.state.prices[LOW] == 6 and match.state.laws == []
    assert "Law 1 expired" in told(match)
