"""Saved matches: readable, exact, and refused with the place of the error."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tabletown.kernel import CHANCE, Match, load, save
from tabletown.kernel.errors import DamagedSave, OtherRules, UnknownGame
from tabletown.kernel.game import Game
from tabletown.testing import play_randomly, snapshot
from tests.kernel.toys import marks


def find(name: str) -> Game:
    if name != "marks":
        raise UnknownGame(f"There is no game {name!r}.")
    return marks


@pytest.fixture
def saved() -> str:
    return save(play_randomly(Match(marks, ["Ann", "Bo"], seed=4), random.Random(3), 9))


def test_a_loaded_match_is_the_same_and_plays_on(saved: str) -> None:
    match = load(saved, find)
    assert save(match) == saved and match.names == ["Ann", "Bo"]
    assert play_randomly(match, random.Random(1)).over


def test_a_branch_is_saved_with_the_luck_it_had() -> None:
    match = play_randomly(Match(marks, 2, seed=4), random.Random(3), 9)
    branch = play_randomly(match.branch(seed=77), random.Random(3), 5)
    assert snapshot(load(save(branch), find)) == snapshot(branch)


def change(text: str, edit: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(text)
    edit(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("edit", "error", "message"),
    [
        (lambda d: d.pop("format"), DamagedSave, "no format number"),
        (lambda d: d.update(format=9), DamagedSave, "save format 9, but this program reads formats 1 and 2"),
        (lambda d: d.update(game="chess"), DamagedSave, "isn't installed: There is no game 'chess'"),
        (lambda d: d.update(rules="0"), OtherRules, "rules version 0 of Marks; version 1 is installed"),
        (lambda d: d.update(seats=["one"] * 5), DamagedSave, "1 to 4 seats, not 5"),
        (lambda d: d.update(options={"rounds": "5"}), DamagedSave, "can't be '5'"),
        (lambda d: d.update(log="none"), DamagedSave, r"\$\.log"),
        (lambda d: d["log"].__setitem__(0, [-1, "9"]), DamagedSave, "Answer 1 .* can't come up on 'd6'"),
        (lambda d: d["log"].__setitem__(1, [0, "die:9"]), DamagedSave, "Answer 2 .* isn't possible"),
        (lambda d: d["log"].__delitem__(slice(2, None)), DamagedSave, "cut short: after 2 answers 'luck' must follow"),
        (lambda d: d["seam"].update(number=3), DamagedSave, "checkpoint is at answer 3"),
        (
            lambda d: d["seam"]["state"]["boards"][1].__setitem__(2, 99),
            DamagedSave,
            r"the state\.boards\[1\]\[2\]",
        ),
    ],
)
def test_what_is_wrong_is_named(saved: str, edit: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        load(change(saved, edit), find)


def test_a_file_cut_short_names_the_line(saved: str) -> None:
    with pytest.raises(DamagedSave, match="cut short: line"):
        load(saved[: len(saved) // 2], find)
    with pytest.raises(DamagedSave, match="isn't a saved"):
        load("[1, 2]", find)


def test_a_match_that_stands_before_its_dice_is_saved_and_loaded_there() -> None:
    match = play_randomly(Match(marks, 2, seed=4), random.Random(3), 12)
    before_dice = [number for number, answer in enumerate(match.log) if answer.seat == CHANCE]
    assert before_dice
    for number in before_dice:
        for stands in (match.at(number), match.at(number).clone()):
            again = load(save(stands), find)
            assert again.number == number and again.decision(CHANCE) is not None
            assert snapshot(again) == snapshot(stands)
            again.choose(CHANCE, match.log[number].option)
