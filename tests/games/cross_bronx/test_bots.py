"""The game's own ratings: every kind of question is rated, and following them beats random play."""

import random

import pytest

from tabletown.bots import TurnSearch, make
from tabletown.bots.value import Hand
from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.bots.actions import BRANCHES, NOTHING, best_districts, district_worth
from tabletown.games.cross_bronx.bots.digest import Digest
from tabletown.games.cross_bronx.bots.goals import STAR, leads_to_star
from tabletown.games.cross_bronx.bots.outlook import Outlook
from tabletown.games.cross_bronx.bots.rating import RATERS
from tabletown.games.cross_bronx.bots.standing import Prospect, evaluate
from tabletown.games.cross_bronx.rules.actions import MENUS
from tabletown.games.cross_bronx.rules.asking import Question
from tabletown.games.cross_bronx.rules.audit import audit, expenses, income
from tabletown.games.cross_bronx.rules.housing import population_on, room_for_population, vulnerabilities
from tabletown.games.cross_bronx.rules.objectives import OBJECTIVES
from tabletown.games.cross_bronx.state import DISTRICTS, FACTIONS, INDEX, spaces_of
from tabletown.kernel import Match, Text
from tabletown.testing import play_randomly

from .boards import C, P, V, act, bronx, helped, jail, street, tile
from .test_positions import give


def session(spec: str, seed: int, **options: str) -> Match:
    match = Match(game, 3, options, seed=seed, live=False)
    bots = [make(spec, seed=seed + seat) for seat in range(3)]
    while not match.over:
        decision = match.decisions[0]
        match.choose(decision.seat, bots[decision.seat].choose(match.player_view(decision.seat)))
    return match


@pytest.mark.parametrize("seed", range(4))
def test_every_question_of_a_random_session_is_rated(seed):
    options = {"positions": "draw-two", "partner_consent": "yes", "buyout_consent": "yes", "loans_optional": "yes"}
    match = Match(game, 3, {"session": "1970", **options}, seed=seed, live=False)
    rng = random.Random(seed)
    while not match.over:
        decision = match.decisions[0]
        assert decision.purpose in (*RATERS, "select-box"), decision.purpose
        rates = game.bots.rate(match.state, decision)
        assert len(rates) == len(decision.options) and all(isinstance(rate, float | int) for rate in rates)
        assert all(0 <= value <= 1 for value in game.bots.evaluate(match.state))
        match.choose(decision.seat, rng.choice(list(decision.options)))


@pytest.mark.parametrize("seed", range(6))
def test_bots_count_the_board_as_the_rules_do(seed):
    match = Match(game, 3, {"session": ("1940", "1970", "1990")[seed % 3]}, seed=seed, live=False)
    rng = random.Random(seed)
    while not match.over:
        s = match.state
        digest, rows = Digest(s), audit(s)
        for f in FACTIONS:
            assert digest.revenue(f) == income(rows, f) - expenses(rows, f)
            for d in DISTRICTS:
                own = [space for space in spaces_of[d] if s.owner[space] == f]
                assert digest.housed[d * 3 + f] == population_on(s, d, f)
                assert digest.room[d * 3 + f] == sum(room_for_population(s, space) for space in own)
        would = {objective.id: objective.why_not(s) is None for f in FACTIONS for objective in OBJECTIVES[f]}
        social, economic = sum(digest.social), sum(digest.economic)
        assert would["social-work"] == (social == economic) and would["trickle-down"] == (economic > social)
        assert would["recurring-revenue"] == (digest.paper() >= 2)
        assert not would["laissez-faire"] or digest.alone(V) == 2
        assert digest.alone(C) == 2 or not would["grassroots"]
        assert digest.need == [vulnerabilities(s, d) for d in DISTRICTS]
        decision = match.decisions[0]
        match.choose(decision.seat, rng.choice(list(decision.options)))


@pytest.mark.parametrize("faction", FACTIONS)
def test_an_action_is_rated_by_its_best_legal_districts(faction):
    match = Match(game, 3, {"session": "1960"}, seed=faction, live=False)
    rng = random.Random(faction)
    while not match.over:
        o = Outlook(match.state, faction)
        for action in MENUS[faction]:
            worths = sorted((district_worth(o, action, d) for d in DISTRICTS), reverse=True)
            assert best_districts(o, action) == ([worth for worth in worths[:3] if worth > 0] or worths[:1])
        decision = match.decisions[0]
        match.choose(decision.seat, rng.choice(list(decision.options)))


def test_every_branch_of_every_menu_has_a_worth():
    assert set(BRANCHES) == {(action.id, way.option) for menu in MENUS for action in menu for way in action.branches}
    s = bronx()
    s.resources, s.tiles_left = [0, 0, -5], [0, 0, 0]
    assert best_districts(Outlook(s, C), MENUS[C][0]) == [NOTHING]


def test_sensible_play_survives_where_random_play_does_not():
    greedy = [session("greedy", seed).state.ending for seed in range(12)]
    aimless = [session("random", seed).state.ending for seed in range(12)]
    lost = ("disenfranchisement", "bankruptcy")
    assert sum(ending in lost for ending in greedy) < sum(ending in lost for ending in aimless)
    assert sum(ending in lost for ending in greedy) <= 6


def test_full_jails_and_debts_look_bad_for_all():
    calm, full, broke = bronx(), bronx(), bronx()
    jail(full, 10, 7)
    full.losses = 6
    tile(broke, "4a", P, pop=0)
    broke.resources = [-9, -9, 0]
    assert Prospect(calm).loss_risk() < min(Prospect(full).loss_risk(), Prospect(broke).loss_risk())
    assert all(a > b for a, b in zip(evaluate(calm), evaluate(full)))


def test_victory_points_and_objectives_look_good_for_their_faction():
    s = bronx()
    before = evaluate(s)
    s.vp[V] += 2
    assert evaluate(s)[V] > before[V] and evaluate(s)[C] < before[C]
    s = bronx()
    helped(s, 0, 2, 1)
    assert evaluate(s)[C] > evaluate(bronx())[C]


def test_a_bot_takes_the_unhoused_first_and_shelters_its_own():
    s = bronx()
    tile(s, "4a", V, pop=5)
    street(s, 4, pop=1)
    from .boards import act

    question = act(s, V, "action:suburbanize", "district:4")
    rates = dict(zip(question.options, game.bots.rate(s, question)))
    assert max(rates, key=rates.get) == "street:4"


def test_search_takes_an_event_round_as_one_and_the_census_with_the_last() -> None:
    assert game.bots.horizon is not None
    match, rounds, last = Match(game, 3, seed=4, live=False), [], set()
    bots = [make("greedy", seed=seat) for seat in range(3)]
    while match.decisions:
        found, seat = game.bots.horizon(match.state), match.decisions[0].seat
        if found not in rounds[-1:]:
            rounds.append(found)
        if len(rounds) == 8:
            last.add(match.state.phase)
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    assert len(rounds) == len(set(rounds)) == 16  # two Decades
    assert {"select", "loans"} <= last


def test_one_step_ahead_tells_boxes_apart_by_how_the_round_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Right after a box is chosen the map is unchanged, so the value is taken at the end of the round."""
    match, asked = Match(game, 3, seed=4, live=False), []
    monkeypatch.setattr(Hand, "of", lambda self, other: asked.append(other.state.round) or [0.5] * 3)
    TurnSearch(1, value="hand").choose(match.player_view(match.decisions[0].seat))
    assert match.decisions[0].purpose == "select-box" and match.state.round == 1
    assert set(asked) == {2}


def test_a_branch_and_an_effect_of_an_event_are_one_turn() -> None:
    assert game.rules.turn_of is not None
    match, rng, alike = Match(game, 3, seed=2, live=False), random.Random(2), 0
    while match.decisions:
        s = match.state
        before, phase, turn = (s.decade, s.round, s.effect, s.actor, s.districts), s.phase, game.rules.turn_of(s)
        play_randomly(match, rng, answers=1)
        s = match.state
        if before == (s.decade, s.round, s.effect, s.actor, s.districts):
            if (phase, s.phase) in (("in-district", "perform"), ("event", "piece"), ("piece", "piece")):
                assert game.rules.turn_of(s) == turn
                alike += 1
        elif phase in ("action", "perform", "piece"):
            assert game.rules.turn_of(s) != turn
    assert alike > 10


# ------------------------------------------------------------------ Goal Stars


def board_of(faction, position, *pieces):
    s = bronx(positions="draw-two")
    give(s, faction, position)
    for put, *what in pieces:
        put(s, *what)
    return s


def crowd(s, name, owner, pop, vul, orgs):
    tile(s, name, owner, pop=pop, vul=vul, orgs=orgs)


def poor(s, number, vul):
    street(s, number, vul=vul)


@pytest.mark.parametrize(
    ("faction", "position", "pieces", "answers", "earn"),
    [
        (P, "bean-counter", [(crowd, "4a", P, 5, 0, "P")], "budget district:4 count:0", "activate"),
        (
            P,
            "clearance-agent",
            [(crowd, "4a", P, 5, 1, ""), (poor, 4, 2), (crowd, "6a", P, 1, 0, "")],
            "relocate district:5",
            "tile:4a",
        ),
        (
            P,
            "ombudsman",
            [(crowd, "5a", P, 1, 0, ""), (crowd, "4a", P, 2, 0, ""), (street, 4, 1)],
            "relocate district:5",
            "street:4",
        ),
        (
            P,
            "caseworker",
            [(crowd, "4a", P, 5, 1, "PC"), (crowd, "5a", P, 5, 1, "PC"), (poor, 4, 3)],
            "service",
            "district:4",
        ),
        (
            P,
            "caseworker",
            [(crowd, "4a", P, 5, 1, "PC"), (crowd, "5a", P, 5, 1, "PC"), (poor, 4, 3)],
            "service district:4 tile:4a",
            "yes",
        ),
        (
            C,
            "storefront-pastor",
            [(crowd, "4a", C, 5, 1, "C"), (poor, 4, 2), (poor, 6, 2)],
            "mobilize district:4",
            "district:1 district:3 district:5",
        ),
        (
            C,
            "rent-striker",
            [(crowd, "4a", C, 5, 0, "CV"), (crowd, "4b", C, 2, 0, "C"), (crowd, "5a", P, 2, 0, "")],
            "mobilize district:4 option:organization tile:4a",
            "org:4a:community",
        ),
    ],
)
def test_an_answer_that_leads_to_a_goal_star_is_worth_the_star(faction, position, pieces, answers, earn):
    s = board_of(faction, position, *pieces)
    asked = act(s, faction, *f"action:{answers}".split())
    assert {*earn.split()} < {*asked.options}
    rates = game.bots.rate(s, asked)
    s.position[faction] = -1  # the same question without the Position
    more = [rate - plain for rate, plain in zip(rates, game.bots.rate(s, asked), strict=True)]
    wanted = {word: STAR if word in earn.split() else 0 for word in asked.options}
    assert dict(zip(asked.options, more)) == pytest.approx(wanted)


def test_paying_off_goes_where_an_own_thin_tile_gets_exhausted():
    """No printed Position asks for it, but one in a content pack may."""
    s = bronx(positions="draw-two")
    tile(s, "4a", C, pop=5, vul=1)
    street(s, 4, vul=1)
    thin = tile(s, "5a", V, pop=1, vul=1)
    o = Outlook(s, V)
    o.goal = ("pay-off", "move", "done.own-thin-tiles-exhausted > 0")
    s.action, s.option = o.goal[:2]
    assert [d for d in DISTRICTS if o.star("pay-off", "move", d)] == [INDEX[4]]
    near = Question(V, Text(""), ["district:1", "district:5"], purpose="destination", district=INDEX[4])
    assert [leads_to_star(o, near, word) for word in near.options] == [False, True]
    which = Question(V, Text(""), ["tile:4a", "tile:5a"], purpose="exhaust-tile", district=INDEX[5])
    assert [leads_to_star(o, which, word) for word in which.options] == [False, True]
    s.pop[thin] = 3
    assert not leads_to_star(o, which, "tile:5a")
