"""Whole games end under all options, and nothing is lost on the way."""

import importlib
import pkgutil
import random

import pytest

from tabletown.games.new_york_crisis import game, rules
from tabletown.games.new_york_crisis.options import OPTIONS
from tabletown.games.new_york_crisis.scenarios import SCENARIOS
from tabletown.kernel import Match, Reason
from tabletown.testing import play_randomly
from tests.games.new_york_crisis.make_fixtures import VARIANTS, at_random, finished, sensible


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_random_games_end_in_one_of_the_three_ways(scenario: str, seats: int) -> None:
    for seed in range(6):
        match = Match(game, seats, {"scenario": scenario}, seed=seed, live=False)
        rng = random.Random(seed)
        while not match.over:
            play_randomly(match, rng, 25)
            game.rules.check(match.state)
        assert match.state.result in ("won", "alert", "fbi")


@pytest.mark.parametrize("setting", [setting.id for setting in game.about.settings])
def test_random_games_end_under_every_variant(setting: str) -> None:
    values = next(s.values for s in game.about.settings if s.id == setting)
    for number, value in enumerate(values):
        options = {"scenario": "mission_3"} | {setting: value}
        match = play_randomly(Match(game, 1 if setting == "solo" else 3, options, seed=number), random.Random(number))
        game.rules.check(match.state)
        assert match.over


def test_a_game_with_every_variant_at_once_ends() -> None:
    for seed in range(3):
        match = finished(4, "mission_2", seed, at_random(random.Random(seed)), **VARIANTS)
        game.rules.check(match.state)


@pytest.mark.parametrize("seed", range(12))
def test_a_word_is_offered_exactly_if_nothing_forbids_it(seed: int) -> None:
    rng = random.Random(seed)
    options = {setting.id: rng.choice(list(setting.values)) for setting in game.about.settings}
    match = Match(game, rng.randint(1, 4), options, seed=seed, live=False)
    at_will = at_random(rng)
    while decisions := match.decisions:
        decision = decisions[0]
        for word in (*OPTIONS, "?", "take:soho", "pay:red-physical"):
            offered, reason = word in decision.options, decision.why_not(word)
            if decision.why is not None:
                reason = decision.why(*decision.about, word)
            assert offered == (reason is None), (decision, word, reason)
        player = sensible if seed % 2 and rng.random() < 0.8 else at_will  # sensible players get further
        match.choose(decision.seat, player(match, decision))


def test_every_reason_has_an_id_of_its_own() -> None:
    found: dict[str, set[str]] = {}
    for part in pkgutil.iter_modules(rules.__path__, f"{rules.__name__}."):
        for thing in vars(importlib.import_module(part.name)).values():
            for reason in thing if isinstance(thing, tuple) else (thing,):
                if isinstance(reason, Reason):
                    found.setdefault(reason.id, set()).add(reason.text.template)
    assert len(found) > 50
    assert [id for id, templates in found.items() if len(templates) > 1] == []
