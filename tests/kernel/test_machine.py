"""A match depends only on its seed and answers, however it got there: random walks over the whole library.

A walk chooses, undoes, copies, travels in time, branches, saves, loads, opens snapshots, makes invalid calls and is
interrupted, in any order; after every step the match equals a new one with the same log. The suite takes short walks;
`TABLETOWN_WALKS=2000 pytest tests/kernel/test_machine.py` takes long ones.
"""

from __future__ import annotations

import contextlib
import copy
import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import tabletown
from tabletown import verify
from tabletown.kernel import CHANCE, Game, Match, load, save
from tabletown.kernel.errors import TabletownError
from tabletown.saves.replay import match_from_log
from tabletown.saves.snapshot import restore, shorten
from tabletown.saves.snapshot import snapshot as shoot
from tabletown.testing import choose_interrupted, pickled, play_randomly, snapshot
from tests.kernel.toys import hands, marks

WALKS = int(os.environ.get("TABLETOWN_WALKS", "0"))
GAMES = [*tabletown.installed_games(), marks, hands]
PICK = st.integers(0, 2**32)


class Walk(RuleBasedStateMachine):
    game: Game

    @initialize(seed=st.integers(0, 2**128 - 1), seats=PICK, live=st.booleans(), by_hand=st.booleans())
    def begin(self, seed: int, seats: int, live: bool, by_hand: bool) -> None:
        fewest, most = self.game.about.seats
        kinds = self.game.about.by_hand if by_hand else ()
        self.match = Match(self.game, fewest + seats % (most - fewest + 1), None, seed, kinds, live=live)
        self.told = live  # whether the text log is complete
        self.fair = True  # until someone enters a result that the seed should have rolled

    # ------------------------------------------------------------------ going on

    @rule(pick=PICK, answers=st.integers(1, 12))
    def choose(self, pick: int, answers: int) -> None:
        self.fair &= not self.asks_for_dice
        play_randomly(self.match, random.Random(pick), answers)

    @rule(pick=PICK, force=st.booleans())
    def undo(self, pick: int, force: bool) -> None:
        match = self.match
        seat = pick % match.seats
        free, number = match.why_not_undo(seat) is None, match.number
        with contextlib.suppress(TabletownError):
            match.undo(seat, force)
            assert match.number < number and (free or force)

    @rule()
    def forget_early_states(self) -> None:
        shorten(self.match)

    @rule(pick=PICK)
    def take_back_and_answer_again(self, pick: int) -> None:
        match = self.match
        for decision in match.decisions[:1]:
            before, option = snapshot(match), decision.options[pick % len(decision.options)]
            if decision.seat != CHANCE:
                match.choose(decision.seat, option)
                after = snapshot(match)
                match.undo(decision.seat, force=True)
                assert snapshot(match) == before
                match.choose(decision.seat, option)
                assert snapshot(match) == after, "the same answer drew other luck"

    # ------------------------------------------------------------------ twins

    @rule(how=st.sampled_from([Match.clone, copy.copy, copy.deepcopy, pickled]), pick=PICK, stay=st.booleans())
    def twin(self, how: Any, pick: int, stay: bool) -> None:
        before, twin = snapshot(self.match), how(self.match)
        assert snapshot(twin) == before
        if stay:
            self.match = twin
        else:
            play_randomly(twin, random.Random(pick), 6)
            assert snapshot(self.match) == before

    @rule(pick=PICK, stay=st.booleans())
    def travel(self, pick: int, stay: bool) -> None:
        number = pick % (self.match.number + 1)
        past = self.match.at(number)
        assert past.log == self.match.log[:number]
        if stay:
            self.match, self.told = past, self.told and past.decision(CHANCE) is None

    @rule(pick=PICK, seed=st.integers(0, 2**128 - 1))
    def branch(self, pick: int, seed: int) -> None:
        number, log = pick % (self.match.number + 1), self.match.log
        branch = self.match.branch(number, seed)
        self.told &= branch.number == number  # otherwise the lines just before the dice are missing from its text log
        assert branch.log[:number] == log[:number] and branch.seed == seed and self.match.log == log
        asked = branch.decision(CHANCE)
        assert asked is None or getattr(asked, "kind", "") in branch.by_hand
        self.match = branch

    @precondition(lambda self: not self.asks_for_dice)
    @rule()
    def save_and_load(self) -> None:
        text = save(self.match)
        loaded = load(text, lambda name: self.game)
        assert save(loaded) == text
        self.match, self.told = loaded, True

    @precondition(lambda self: self.match.number > 0)
    @rule()
    def open_from_a_snapshot(self) -> None:
        match = self.match
        kept = match.dealt_from, match.undos_after_reveal
        args = (match.names, match.options, match.seed, match.log, shoot(match), match.by_hand, match.lines)
        self.match = restore(self.game, *args)
        self.match.dealt_from, self.match.undos_after_reveal = kept
        self.told &= match._live

    # ------------------------------------------------------------------ what must change nothing

    @rule(pick=PICK)
    def call_wrongly(self, pick: int) -> None:
        match = self.match
        before = snapshot(match)
        seat = match.decisions[0].seat if match.decisions else 0
        for call in (
            lambda: match.choose(seat, "no such word"),
            lambda: match.choose(seat, 7),  # type: ignore[arg-type]
            lambda: match.choose(99, "pass"),
            lambda: match.undo(CHANCE, force=True),
            lambda: match.at(match.number + 1 + pick),
            lambda: match.view(99),
            lambda: match.since(-1),
            lambda: match.clone(seed=-1),
        ):
            with pytest.raises(TabletownError):
                call()
        assert snapshot(match) == before

    @rule(pick=PICK, line=st.integers(1, 250))
    def interrupt(self, pick: int, line: int) -> None:
        match = self.match
        self.fair &= not self.asks_for_dice
        for decision in match.decisions[:1]:
            before, lines = snapshot(match), len(match.lines)
            choose_interrupted(match, decision.seat, decision.options[pick % len(decision.options)], line)
            if match.number <= len(before[2]):
                assert snapshot(match) == before and len(match.lines) == lines

    @rule(pick=PICK)
    def imagine(self, pick: int) -> None:
        match = self.match
        before = snapshot(match)
        for decision in match.decisions:
            if decision.seat != CHANCE:
                twin = match.imagine(decision.seat, random.Random(pick))
                assert twin.seed != match.seed, "a bot would foresee the dice"
                play_randomly(twin, random.Random(pick), 5)
        assert snapshot(match) == before

    # ------------------------------------------------------------------ what always holds

    @property
    def asks_for_dice(self) -> bool:
        """Whether dice that the seed should roll are pending, which happens only after time travel to between answer
        and dice."""
        asked = self.match.decision(CHANCE)
        return asked is not None and getattr(asked, "kind", "") not in self.match.by_hand

    @invariant()
    def it_is_what_its_log_makes_it(self) -> None:
        if not hasattr(self, "match") or self.asks_for_dice:
            return
        match = self.match
        again = match_from_log(self.game, match.names, match.options, match.seed, match.by_hand, match.log)
        assert snapshot(again) == snapshot(match)
        assert again._history.draws == match._history.draws
        if match._live and self.told:
            assert [(str(line.text), line.number) for line in match.lines] == [
                (str(line.text), line.number) for line in again.lines
            ]

    def teardown(self) -> None:
        if hasattr(self, "match") and self.fair and not self.asks_for_dice:
            assert verify.prove(self.match).holds, "luck that the seed does not give"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.about.id)
def test_whichever_way_a_match_goes_it_is_what_its_log_makes_it(game: Game) -> None:
    walk = type("Walk", (Walk,), {"game": game})
    run_state_machine_as_test(
        walk,
        settings=settings(
            max_examples=WALKS or 4,
            stateful_step_count=60 if WALKS else 12,
            deadline=None,
            derandomize=not WALKS,
            phases=tuple(Phase) if WALKS else (Phase.explicit, Phase.generate),
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
