"""The library's boundary: arguments are normalised or refused, and failures leave no trace."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import random
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tabletown
from tabletown.kernel import (
    CHANCE,
    About,
    Choose,
    Game,
    Match,
    Rules,
    Script,
    State,
    Text,
    because,
    load,
    save,
)
from tabletown.kernel.errors import (
    BadOption,
    DamagedSave,
    NotAllowed,
    TabletownError,
    UndoRefused,
    UnknownSeat,
    UnknownWord,
)
from tabletown.saves.replay import match_from_log
from tabletown.saves.save import MOST_ANSWERS, MOST_BYTES
from tabletown.testing import dice, play_randomly, snapshot
from tests.kernel.toys import hands, marks
from tests.waiting import LIMIT

GAMES = [*tabletown.installed_games(), marks, hands]


# ---------------------------------------------------------------------- copies


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.about.id)
@pytest.mark.parametrize("live", [True, False])
def test_copies_and_pickles_are_independent_and_go_on_alike(game: Game, live: bool) -> None:
    match = play_randomly(Match(game, seed=3, live=live), random.Random(1), 25)
    before = snapshot(match)
    for twin in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match)), copy.deepcopy([match])[0]):
        assert snapshot(twin) == before and twin.game is match.game
        play_randomly(twin, random.Random(2), 10)
        assert snapshot(match) == before, "playing on a copy changed the match"
        assert twin.log == play_randomly(match.clone(), random.Random(2), 10).log


def test_a_pickle_keeps_the_log_in_words_and_the_way_back() -> None:
    match = play_randomly(Match(marks, ["Ann", "Bo"], seed=3), random.Random(1), 9)
    match.undo(force=True)
    twin = pickle.loads(pickle.dumps(match))
    assert save(twin) == save(match) and twin.lines == match.lines
    assert [save(twin.at(n)) for n in range(twin.number)] == [save(match.at(n)) for n in range(match.number)]


def test_a_game_that_nobody_can_find_again_is_not_pickled() -> None:
    with pytest.raises(TabletownError, match=r"Marks is neither installed .* Save them instead"):
        pickle.dumps(Match(replace(marks, folder=None), seed=1))


def test_a_clones_names_are_its_own() -> None:
    match = Match(marks, ["Ann", "Bo"], seed=1)
    match.clone().names[0] = "Eve"
    assert match.names == ["Ann", "Bo"]


# ---------------------------------------------------------------------- interrupts


class Stop(BaseException):
    pass


def raising_at(line: int, error: type[BaseException]) -> Any:
    """A trace function that raises at the n-th executed line of the kernel and the rules."""
    left = line

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        if "tabletown" not in frame.f_code.co_filename and "toys" not in frame.f_code.co_filename:
            return None
        if event == "line":
            left -= 1
            if left == 0:
                sys.settrace(None)
                raise error
        return trace

    return trace


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("game", [marks, hands], ids=lambda game: game.about.id)
@pytest.mark.parametrize("error", [KeyboardInterrupt, Stop, SystemExit])
def test_an_interrupt_at_any_line_of_an_answer_changes_nothing(
    error: type[BaseException], game: Game, live: bool
) -> None:
    match = play_randomly(Match(game, seed=3, live=live), random.Random(1), 3)
    measuring = sys.gettrace()  # of `run.py test --coverage`: otherwise no later test of this process would count
    for _ in range(3):
        asked = match.decisions[0]
        word, before, lines = asked.options[0], snapshot(match), list(match.lines)
        done = match.at(match.number)
        done.choose(asked.seat, word)
        after, line, finished = snapshot(done), 0, False
        while not finished:
            line += 1
            sys.settrace(raising_at(line, error))
            try:
                match.choose(asked.seat, word)
                finished = True
            except error:
                if snapshot(match) == after:  # the interrupt came after all was done
                    match.undo(asked.seat, force=True)
                    match.undos_after_reveal = 0
            finally:
                sys.settrace(measuring)
            if not finished:
                assert snapshot(match) == before and match.lines == lines, line
                assert match.clone().log == match.log
        assert line > 20 and snapshot(match) == after and match.lines == done.lines
    assert save(match) == save(load(save(match), lambda name: match.game))
    assert play_randomly(match, random.Random(1)).over


# ---------------------------------------------------------------------- what comes in


def test_numpys_words_and_numbers_are_made_plain() -> None:
    match = Match(marks, np.int64(2), {np.str_("rounds"): np.str_("8")}, seed=np.int64(4))  # type: ignore[arg-type]
    assert type(match.seed) is int and match.options == {"rounds": "8"} and type(match.options["rounds"]) is str
    match.choose(np.int64(1), np.str_("die:1"))  # type: ignore[arg-type]
    assert all(type(seat) is int and type(option) is str for seat, option in match.log)
    named = Match(marks, [np.str_("Ann")], seed=np.uint8(4), by_hand=[np.str_("d6")])  # type: ignore[arg-type]
    assert type(named.names[0]) is str and all(type(kind) is str for kind in named.by_hand)
    for each in (match, named):
        assert snapshot(load(save(each), lambda name: marks)) == snapshot(each)
    assert match.at(np.int64(1)).number == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [99, -2, "0", 0.0, True, None, np.bool_(True), [0], 10**5000], ids=type)
def test_a_seat_that_is_none_is_refused_everywhere(seat: Any) -> None:
    match = Match(marks, 1, seed=1)
    calls: list[Any] = [
        lambda: match.choose(seat, "die:1"),
        lambda: match.decision(seat),
        lambda: match.imagine(seat, random.Random(1)),
        lambda: match.player_view(seat),
        lambda: match.why_not_undo(seat),
    ]
    if seat is not None:  # a spectator, the first seat asked, or the last that answered
        calls += [
            lambda: match.view(seat),
            lambda: match.text(seat),
            lambda: match.log_for(seat),
            lambda: match.lines_for(seat),
            lambda: match.why_not("die:1", seat),
            lambda: match.undo(seat, force=True),
            lambda: tabletown.new("crossroll", 1).scene(seat),
        ]
    before = snapshot(match)
    for call in calls:
        with pytest.raises(UnknownSeat, match=r"There is no seat .{1,70}\. This match has seats 0 to 0"):
            call()
    assert snapshot(match) == before


@pytest.mark.parametrize(
    "option", [1, 1.5, True, None, b"die:1", ["die:1"], "die:\ud800", "die:\0", "x" * 10**6], ids=type
)
def test_an_option_that_is_no_word_is_refused(option: Any) -> None:
    match = Match(hands, seed=1)
    before = snapshot(match)
    with pytest.raises(UnknownWord) as refused:
        match.choose(0, option)
    assert len(str(refused.value)) < 200 and snapshot(match) == before
    assert str(match.why_not(option)) == "You can't do that right now."


@pytest.mark.parametrize("said", ["\ud800", "a\0b", "", "   "], ids=["half", "nul", "empty", "blank"])
def test_typed_text_is_something_that_every_file_can_hold(said: str) -> None:
    match = Match(hands, seed=3)
    with pytest.raises(UnknownWord):
        match.choose(0, "say:" + said)
    assert match.decisions[0].typed is not None and not match.decisions[0].takes("say:" + said)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"seed": "abc"}, "The seed must be a whole number .* not 'abc'"),
        ({"seed": 10**5000}, "not a number without end"),
        ({"seats": "Ann"}, "seats must be a list of words, not 'Ann'"),
        ({"seats": 2.0}, "seats must be a list of words, not 2.0"),
        ({"seats": True}, "seats must be a list of words, not True"),
        ({"seats": -1}, "1 to 4 seats, not -1"),
        ({"seats": [1]}, "1 isn't a valid name for a seat"),
        ({"seats": ["\ud800"]}, "isn't a valid name for a seat"),
        ({"options": "rounds"}, "Give options by name"),
        ({"options": {1: "3"}}, "no option 1"),
        ({"options": {"rounds": 3}}, "can't be 3. Choose one of: 3, 8"),
        ({"options": {"rounds": ["3"]}}, "can't be"),
        ({"by_hand": "d6"}, "by_hand must be a list of words, not 'd6'"),
        ({"by_hand": 6}, "by_hand must be a list of words, not 6"),
        ({"by_hand": [6]}, "6 can't be dealt by hand"),
    ],
    ids=range(15),
)
def test_a_match_cannot_begin_with_what_cannot_be_saved(how: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Match(marks, **how)


@pytest.mark.parametrize("number", [-5, "1", 1.0, True, None, 10**5000], ids=type)
def test_a_number_that_is_no_answer_is_refused(number: Any) -> None:
    match = Match(marks, 1, seed=1)
    for call in (match.since, match.at, *([match.branch] if number is not None else [])):
        with pytest.raises(BadOption):
            call(number)


def test_luck_that_cannot_come_up_is_refused() -> None:
    with pytest.raises(BadOption, match="can't come up on 'd6'"):
        Match(marks, 1, seed=1, luck=lambda question, number: "7")


def test_nobody_chooses_the_dice_by_taking_them_back() -> None:
    match = Match(marks, 1, seed=1)
    assert "A roll or draw can't be undone" in str(match.why_not_undo(CHANCE))
    for force in (False, True):
        with pytest.raises(UndoRefused, match="A roll or draw can't be undone"):
            match.undo(CHANCE, force=force)
    assert match.number == 1


# ---------------------------------------------------------------------- nonsense


class Said(State):
    said: str = ""

    def copy(self) -> Said:
        return Said(said=self.said)


def asks(why: Any) -> Match:
    def talk(s: Said) -> Script:
        s.said = yield Choose(0, Text("pick a box"), ["box:1", "pass"], why=why)

    return Match(
        Game(
            About("said", "Said", "1", "One word.", (1, 1), "1", "light", default_seats=1),
            Rules(Said, lambda seats, options: Said(), lambda s: None if s.said else talk(s), lambda s: None),
        )
    )


def test_a_word_is_refused_with_the_reason_of_the_rules_or_as_nonsense() -> None:
    match = asks(
        lambda word: (
            because("another-has-chosen", "Another has chosen {box}.", "box", box=word) if word == "box:2" else None
        )
    )
    with pytest.raises(NotAllowed, match="Another has chosen box:2"):
        match.choose(0, "box:2")
    for word in ("foo", "boxes:2", "2", " box:2", ""):
        with pytest.raises(UnknownWord, match=r"isn't an option here\. The options are: box:1, pass"):
            match.choose(0, word)
        assert str(match.why_not(word)) == "You can't do that right now."


@pytest.mark.parametrize("game", tabletown.installed_games(), ids=lambda game: game.about.id)
def test_nonsense_is_nonsense_in_every_game(game: Game) -> None:
    match, rng = Match(game, seed=2), random.Random(2)
    for _ in range(60):
        for decision in match.decisions:
            with pytest.raises(UnknownWord):
                match.choose(decision.seat, "no such word")
        play_randomly(match, rng, 1)


# ---------------------------------------------------------------------- files from strangers


def test_what_no_match_could_be_is_refused_at_once() -> None:
    data = json.loads(save(play_randomly(Match(marks, 2, seed=4), random.Random(3), 9)))
    whole = json.dumps(data)
    bad: list[str | bytes] = [
        "[" * 3_000_000,
        '{"format": 2, "x": ' + "[" * 100_000,
        '{"format": 2, "x": ' + '{"a":' * 100_000,
        whole.replace('"state": {', '"state": {"deep": ' + "[" * 900_000 + "]" * 900_000 + ", "),
        whole.replace('"seed": 4', '"seed": ' + "9" * 5000),
        whole.replace('"seed": 4', '"seed": NaN'),
        bytes(range(256)) * 50,
        whole.encode("utf-16"),
        "x" * (MOST_BYTES + 1),
        json.dumps({**data, "log": [[0, "x"]] * 300_000}),
        json.dumps({**data, "log": [[-1, "1"]] * (MOST_ANSWERS + 1)}),
        json.dumps({**data, "log": [*data["log"], [0, "y" * 1_000_000]]}),
        json.dumps({**data, "game": "y" * 1_000_000}),
        json.dumps({**data, "rules": "y" * 1_000_000}),
        json.dumps({**data, "options": {"y" * 1_000_000: "3"}}),
        json.dumps({**data, "format": "y" * 1_000_000}),
        json.dumps({**data, "seed": -1}),
        json.dumps({**data, "dealt_from": -1}),
        json.dumps({**data, "seats": ["\0", "Bo"]}),
        "",
        "null",
    ]
    for text in bad:
        began = time.thread_time()
        with pytest.raises(TabletownError) as refused:
            load(text, tabletown.game if '"game": "y' in str(text[:200]) else lambda name: marks)
        assert time.thread_time() - began < LIMIT / 80, text[:60]  # CPU time: busy neighbours don't count
        assert len(str(refused.value)) < 400, str(refused.value)[:500]
    assert load(b"\xef\xbb\xbf" + whole.encode(), lambda name: marks).number == len(data["log"])


def test_brackets_in_what_people_said_are_no_nesting() -> None:
    match = Match(hands, seed=3)
    match.choose(0, "say:" + "[{" * 10)
    assert snapshot(load(save(match), lambda name: hands)) == snapshot(match)


def test_a_seats_answer_is_not_taken_for_luck_nor_luck_for_a_seats() -> None:
    data = json.loads(save(play_randomly(Match(marks, 1, seed=4), random.Random(3), 4)))
    number = next(n for n, (seat, _) in enumerate(data["log"]) if seat == CHANCE)
    data["log"][number][0] = 0
    with pytest.raises(DamagedSave, match="can't come up on"):
        load(json.dumps(data), lambda name: marks)


# ---------------------------------------------------------------------- long matches, threads


def test_a_match_of_two_hundred_thousand_checkpoints_is_freed() -> None:
    script = """
from tests.kernel.test_boundary import endless
match = endless(200_000)
print(len(match.checkpoints), match.at(0).number)
del match
print("freed")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LIMIT)
    assert done.stdout.split() == ["200001", "0", "freed"], done.stderr[-500:]


def endless(steps: int) -> Match:
    """A match with this many steps before its first question."""
    left = steps

    def go_on(s: Said) -> Script:
        nonlocal left
        left -= 1
        if left < 0:
            yield Choose(0, Text("go on"), ["on"])

    about = About("endless", "Endless", "1", "It goes on.", (1, 1), "1", "light", default_seats=1)
    return Match(Game(about, Rules(Said, lambda seats, options: Said(), go_on, lambda s: None)), seed=1)


def test_threads_that_clone_one_match_get_right_clones() -> None:
    """A simulated match finds its last checkpoint when it is first cloned, and replaces it atomically."""
    wrong: list[Any] = []
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for seed in range(60):
            match = play_randomly(Match(hands, seed=seed, live=False), random.Random(seed), 5)
            state, log = copy.copy(match.state), match.log
            barrier = threading.Barrier(2)

            def clones(match: Match = match, barrier: threading.Barrier = barrier, log: Any = log) -> None:
                barrier.wait()
                for _ in range(3):
                    twin = match.clone()
                    if twin.log != log or twin.state != match.state:
                        wrong.append((twin.log, log))

            threads = [threading.Thread(target=clones) for _ in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert match.state == state and match.log == log
    finally:
        sys.setswitchinterval(interval)
    assert not wrong


def test_a_clone_writes_nothing_into_its_source() -> None:
    match = play_randomly(Match(hands, seed=1, live=False), random.Random(1), 5)
    before = save(match), match.log, match.step_start, [(p.number, p.answers[:]) for p in match.checkpoints]
    for _ in range(2):
        play_randomly(match.clone(), random.Random(1), 3)
    assert (save(match), match.log, match.step_start, [(p.number, p.answers) for p in match.checkpoints]) == before


def test_twins_that_share_checkpoints_do_not_write_into_each_others() -> None:
    match = play_randomly(Match(marks, 1, {"rounds": "8"}, seed=3), random.Random(1), 6)
    one, other = match.at(match.number), match.at(match.number)
    play_randomly(one, random.Random(1), 4)
    play_randomly(other, random.Random(2), 4)
    play_randomly(match, random.Random(3), 4)
    for each in (one, other, match):
        again = match_from_log(marks, each.names, each.options, each.seed, (), each.log)
        ours, theirs = ([(p.number, p.state, p.draws) for p in its.checkpoints] for its in (each, again))
        assert ours == theirs
        assert [save(each.at(n)) for n in range(each.number)] == [save(again.at(n)) for n in range(again.number)]
    gc.collect()


def test_scripted_luck_is_not_copied() -> None:
    match = Match(marks, 1, seed=1, luck=dice(["6"]))
    assert match.clone().luck is None and pickle.loads(pickle.dumps(match)).luck is None
