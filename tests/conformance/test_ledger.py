"""Every change on the table is told, and every number that people see is counted or left out with a reason."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from tabletown import Match, registry
from tabletown.kernel import Game
from tabletown.ledger import note
from tests.conformance.ledger import Record, load_told, record, untold

EVERYTHING = {  # of each game some matches: the options that show most
    "right-of-way": [{}, {}, {"fortify": "on", "give-up": "voluntary"}],
    "crossroll": [{}, {"nitrous": "on"}, {}],
    "broken-cities": [{}, {}, {"lifetime": "replace", "fines": "pool"}],
    "new-york-crisis": [{}, {"scenario": "tutorial"}, {"scenario": "tutorial"}],
    "cross-bronx": [
        {"public": "non-player", "private": "non-player"},
        {"community": "non-player", "positions": "draw-two"},
        {"public": "non-player", "community": "non-player", "private": "non-player"},
        {"public": "non-player", "np_points": "gentle"},
    ],
}
TWO_NON_PLAYERS = {"community": "non-player", "private": "non-player"}
RARE: dict[str, list[tuple[int, int, dict[str, str]]]] = {  # seats, seed: what those do not show
    "right-of-way": [
        (2, 22, {"city": "manual"}),
        (2, 41, {"fortify": "on"}),
        (2, 48, {"give-up": "voluntary", "scoring": "partial"}),
    ],
    "crossroll": [(1, 54, {})],
    "broken-cities": [
        (3, 10, {"lost_renters": "relocate"}),
        (3, 45, {"event_order": "law_first"}),
        (3, 58, {"move_in": "auto"}),
        (3, 100, {}),
        (4, 13, {"move_in": "auto"}),
        (4, 21, {"fines": "pool"}),
        (4, 58, {"demolition": "yes"}),
    ],
    "new-york-crisis": [
        (1, 44, {"scenario": "mission_1"}),
        (2, 16, {"expert": "yes", "order": "vote", "forced_step": "counts_as_action"}),
        (2, 19, {"scenario": "mission_2", "order": "vote", "payment": "ask"}),
        (2, 31, {"scenario": "long_week", "expert": "yes"}),
        (2, 46, {"scenario": "long_week", "limit_in_police_phase": "extra_round"}),
        (3, 2, {"scenario": "long_week_4"}),
        (3, 17, {"scenario": "long_week"}),
        (3, 24, {"order": "vote"}),
        (4, 58, {"exchange": "two_way"}),
    ],
    "cross-bronx": [
        (3, 10, {"positions": "draw-two", "unhoused_first_for_all": "yes"}),
        (3, 10, {**TWO_NON_PLAYERS, "positions": "free-choice", "default_to_debtor": "yes"}),
        (3, 13, {"session": "1970"}),
        (3, 18, {"session": "1980"}),
        (3, 19, {"public": "non-player", "partner_consent": "yes"}),
        (3, 30, {"session": "1990"}),
        (3, 20, {"buyout_unhouses": "yes"}),
        (3, 50, {"auto_rehouse": "yes", "choose_after_census": "yes", "declare_all_first": "yes"}),
    ],
}
games = pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.about.id)


@cache
def records(name: str) -> list[Record]:
    game = registry.game(name)
    usual = [(game.about.default_seats, seed, options) for seed, options in enumerate(EVERYTHING[name], 1)]
    return [record(game, seats, options, seed, 400) for seats, seed, options in (*usual, *RARE.get(name, []))]


def problems(game: Game, without: str = "") -> list[str]:
    told = load_told(game)
    return [
        problem
        for recorded in records(game.about.id)
        for steps in recorded.values()
        for problem in untold(steps, told, without)
    ]


@games
def test_every_change_is_told_by_a_line_of_its_step(game: Game) -> None:
    assert problems(game) == []


@games
def test_a_line_that_were_not_told_would_be_missed(game: Game) -> None:
    told = load_told(game)
    assert len(told) > 6
    assert [template for template in sorted(told) if not problems(game, without=template)] == []


@games
def test_every_number_of_the_state_is_counted_or_left_out_with_a_reason(game: Game) -> None:
    """Put one field's value from another moment into a state: then the ledger differs, or the field has a reason."""
    module = importlib.import_module(f"tabletown.games.{game.about.id.replace('-', '_')}.ledger")
    left_out: dict[str, str] = module.LEFT_OUT
    fields = {field.name for field in msgspec.structs.fields(game.rules.state)} - {"lines"}
    assert not left_out.keys() - fields and all(left_out.values())
    ledger = game.research.ledger
    assert ledger is not None
    counted: set[str] = set()
    for seed, options in enumerate(EVERYTHING[game.about.id]):
        states = moments(game, options, seed)
        for name in fields - counted - left_out.keys():
            for one, other in pairwise(states):
                if getattr(one, name) != getattr(other, name):
                    mixed = msgspec.structs.replace(one, **{name: getattr(other, name)})
                    if name == "cast" or ledger(mixed) != ledger(one):  # whose the rest is: no ledger without
                        counted.add(name)
                        break
        open = fields - counted - left_out.keys()
        counted |= {name for name in open if any(differs(ledger, state, name) for state in states[-9:])}
    assert sorted(fields - counted - left_out.keys()) == []


def differs(ledger: Callable[[Any], object], state: Any, name: str) -> bool:
    """Whether one more of it, such as never came up, would be counted."""
    value = getattr(state, name)
    more = value + 1 if type(value) is int else [one + 1 for one in value or [0]]
    return bool(ledger(msgspec.structs.replace(state, **{name: more})) != ledger(state))


def moments(game: Game, options: dict[str, str], seed: int) -> list[object]:
    match, rng, found = Match(game, None, options, seed), random.Random(seed), []
    for number in range(900):
        if match.over:
            break
        asked = rng.choice(match.decisions)
        match.choose(asked.seat, rng.choice(list(asked.options)))
        if number % 9 == 0:
            found.append(match.state.copy())
    return found


def test_a_secret_change_is_seen_by_its_seat_alone_until_all_have_chosen() -> None:
    match = Match(registry.game("crossroll"), ["Ann", "Bo"], {}, 5)
    roller = match.decisions[0].seat
    match.choose(roller, "dice:d4+d6")
    for option in ("use:d4", "drive"):
        match.choose(0, option)
    match.choose(0, match.decision(0).options[0])  # type: ignore[union-attr]
    match.choose(0, match.decision(0).options[0])  # type: ignore[union-attr]
    note(match)
    line = next(line for line in reversed(match.lines) if "drove" in str(line.text))
    assert match.opened is not None and line.changes == []
    assert {str(change.what) for change in line.own[0]} >= {"record boxes filled by Seat 1"}
    assert 1 not in line.own
    while match.opened is not None:
        asked = match.decisions[0]
        match.choose(asked.seat, asked.options[0])
    note(match)
    public = {str(change.what) for later in match.lines for change in later.changes}
    assert "record boxes filled by Seat 1" in public


@games
def test_noted_answer_by_answer_or_at_the_end_is_the_same(game: Game) -> None:
    match, rng = Match(game, None, {}, 3), random.Random(3)
    have = 0
    for _ in range(60):
        if match.over:
            break
        note(match, have)
        have, asked = len(match.lines), rng.choice(match.decisions)
        match.choose(asked.seat, rng.choice(list(asked.options)))
    note(match, have)
    step_by_step = [(line.changes, line.own) for line in match.lines]
    assert any(changes for changes, _ in step_by_step)
    for line in match.lines:
        line.changes, line.own = [], {}
    note(match)
    assert [(line.changes, line.own) for line in match.lines] == step_by_step


@games
def test_a_match_for_simulation_keeps_no_log_in_words(game: Game) -> None:
    assert Match(game, live=False).state.lines is None
