"""Every change on the table is logged: lines carry their changes, and nothing changes silently."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pytest

from tabletown import Match, registry
from tabletown.bots import make
from tabletown.kernel import Change, Game, LogLine
from tabletown.kernel.log import Log, changes
from tabletown.saves.replay import record_of, replayed

EVERYTHING = {  # matches of each game with the options that show most
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
# seats, seed and options for events that the others don't show
RARE: dict[str, list[tuple[int, int, dict[str, str]]]] = {
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
        (3, 10, {**TWO_NON_PLAYERS, "positions": "free-choice", "np_points": "even", "default_to_debtor": "yes"}),
        (3, 13, {"session": "1970"}),
        (3, 18, {"session": "1980"}),
        (3, 19, {"public": "non-player", "partner_consent": "yes"}),
        (3, 30, {"session": "1990"}),
        (3, 20, {"buyout_unhouses": "yes"}),
        (3, 50, {"auto_rehouse": "yes", "choose_after_census": "yes", "declare_all_first": "yes"}),
    ],
}
games = pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.about.id)
ANSWERS = 400


def matches_of(game: Game) -> list[tuple[int, int, Mapping[str, str]]]:
    """Seats, seed and options of the matches to check."""
    usual = [(game.about.default_seats, seed, options) for seed, options in enumerate(EVERYTHING[game.about.id], 1)]
    return [*usual, *RARE[game.about.id]]


def silent_changes(match: Match) -> list[Change]:
    """Differences since the last log line, for any viewer."""
    log = match.state.lines
    assert isinstance(log, Log)
    now = {viewer: log.ledger(log.hide(match.state, viewer)) for viewer in log.seen}
    return [change for viewer in now for change in changes(log.seen[viewer], now[viewer])]


def which_table(match: Match) -> tuple[object, object]:
    """The number of the session or night, as each one sets up a new table."""
    return getattr(match.state, "session", None), getattr(match.state, "scenario", None)


Heard = tuple[list[str], set[frozenset[type]]]


@cache
def heard(name: str, number: int) -> Heard:
    game = registry.game(name)
    return changed_in_silence(game, *matches_of(game)[number])


def changed_in_silence(
    game: Game, seats: int, seed: int, options: Mapping[str, str], untold: frozenset[type] = frozenset()
) -> Heard:
    """A match between a bot that makes mistakes and random answers: figures that changed without a log line, and the
    kinds of events that together told each change. `untold`: events to ignore."""
    rng, bot = random.Random(seed), make("greedy:40%", seed=seed)
    match = Match(game, seats, dict(options), seed, changes=True)
    found: list[str] = []
    together: set[frozenset[type]] = set()
    before = len(match.lines)
    for _ in range(ANSWERS):
        if match.over:
            break
        decision, table = rng.choice(match.decisions), which_table(match)
        wise = decision.seat >= 0 and rng.random() < 0.75
        option = bot.choose(match.player_view(decision.seat)) if wise else rng.choice(list(decision.options))
        match.choose(decision.seat, option)
        if match.secret_since is not None or decision.seat in {asked.seat for asked in match.decisions}:
            continue  # the same seat continues, so it may be told later
        lines, before = match.lines[before:], len(match.lines)
        told = [line for line in lines if not line.heading and type(line.event) not in untold]
        if which_table(match) != table:
            continue
        if any(line.changes or line.own for line in told):
            together.add(frozenset(type(line.event) for line in told))
        if not told:
            quiet = [*silent_changes(match), *(change for line in lines for change in all_changes(line))]
            found += [f"{change.what.text} {change.before:g} to {change.after:g} ({option})" for change in quiet]
    return found, together


def all_changes(line: LogLine) -> list[Change]:
    return [*line.changes, *(change for own in line.own.values() for change in own)]


@games
def test_nothing_on_the_table_changes_in_silence(game: Game) -> None:
    for number, match in enumerate(matches_of(game)):
        found, _ = heard(game.about.id, number)
        assert found == [], match


@games
def test_an_event_that_were_not_told_would_be_missed(game: Game) -> None:
    seats, seed, options = matches_of(game)[0]
    _, together = heard(game.about.id, 0)
    fewest = min(map(len, together))  # a single kind that tells the change, if the game has one
    for kinds in together:
        if len(kinds) == fewest:
            found, _ = changed_in_silence(game, seats, seed, options, untold=kinds)
            assert found, [kind.__name__ for kind in kinds]


def test_a_secret_change_is_seen_by_its_seat_alone_until_all_have_chosen() -> None:
    match = Match(registry.game("crossroll"), ["Ann", "Bo"], {}, 5, changes=True)
    roller = match.decisions[0].seat
    match.choose(roller, "dice:d4+d6")
    for option in ("use:d4", "drive"):
        match.choose(0, option)
    match.choose(0, match.decision(0).options[0])  # type: ignore[union-attr]
    match.choose(0, match.decision(0).options[0])  # type: ignore[union-attr]
    line = next(line for line in reversed(match.lines) if "drove" in str(line.text))
    assert match.secret_since is not None and line.changes == []
    assert {str(change.what.text) for change in line.own[0]} >= {"record boxes filled by Seat 1"}
    assert 1 not in line.own
    while match.secret_since is not None:
        asked = match.decisions[0]
        match.choose(asked.seat, asked.options[0])
    public = {str(change.what.text) for later in match.lines for change in later.changes}
    assert "record boxes filled by Seat 1" in public


@games
def test_a_match_that_is_played_again_tells_the_same_changes(game: Game) -> None:
    match, rng = Match(game, None, {}, 3, changes=True), random.Random(3)
    for _ in range(60):
        if match.over:
            break
        asked = rng.choice(match.decisions)
        match.choose(asked.seat, rng.choice(list(asked.options)))
    assert any(line.changes for line in match.lines)
    assert replayed(game, record_of(match), changes=True).lines == match.lines


@games
def test_a_match_for_simulation_keeps_no_log_in_words(game: Game) -> None:
    assert Match(game, live=False).state.lines is None


@games
def test_after_an_undo_lines_say_what_they_change(game: Game) -> None:
    """After an undo the state is that of a replayed match, to which the log must refer."""
    match, rng, undone = Match(game, None, {}, 3, changes=True), random.Random(3), 0
    while not match.over and match.number < 60:
        asked = rng.choice(match.decisions)
        match.choose(asked.seat, rng.choice(list(asked.options)))
        if rng.random() < 0.3 and not match.over and match.why_not_undo(asked.seat) is None:
            match.undo(asked.seat)
            undone += 1
    assert undone and replayed(game, record_of(match), changes=True).lines == match.lines
