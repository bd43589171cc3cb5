"""A match saved by an older version opens, continues, and means the same."""

from __future__ import annotations

import pytest

from tabletown import registry
from tabletown.editions import edition_of, with_cards_of
from tabletown.kernel import CHANCE, Answer, Match, load, save
from tabletown.kernel.errors import OtherRules
from tabletown.saves.save import read
from tabletown.web.storage.migrate_rules import compare, record_of_save
from tests.golden.golden import COMMITS, Golden

SAVES = [(commit, name) for commit in COMMITS for name in Golden(commit).manifest["saves"]]


@pytest.mark.parametrize(("commit", "name"), SAVES, ids=[f"{commit}-{name}" for commit, name in SAVES])
def test_an_old_save_opens_and_stands_where_it_stood(commit: str, name: str) -> None:
    golden = Golden(commit)
    told = golden.manifest["saves"][name]
    match = opened(golden.save(name), told["game"])
    if match is None:
        return  # its rules have changed since, and the difference was reported
    assert match.game.about.id == told["game"]
    assert (match.number, match.seats, match.over) == (told["answers"], told["seats"], told["over"])
    assert {name: match.options[name] for name in told["options"]} == told["options"]
    assert sorted(match.by_hand) == told["by_hand"]
    outcome = match.outcome
    found = None if outcome is None else {"winners": list(outcome.winners), "scores": list(outcome.scores)}
    assert found == told["outcome"]
    log, told_so, step = match.log, golden.playthrough(name), 16 if match.over else 1
    for number in range(0, len(told_so), step):
        assert could(match, log, number) == told_so[number], f"answer {number}"
    if not match.over:
        again = load(save(match), registry.game)  # in the current format
        assert again.log == match.log
        goes_on(match)


def opened(text: str, id: str) -> Match | None:
    """The match under the current rules where those agree; otherwise `migrate` names the first answer that differs."""
    saved, game = read(text), registry.game(id)
    if edition_of(game, saved.rules) is not None:
        return load(text, registry.game)
    with pytest.raises(OtherRules):
        load(text, registry.game)
    match, words = compare(with_cards_of(game, saved.rules), record_of_save(saved))
    assert (match is None) == bool(words)
    assert match is not None or "Answer" in words, words
    return match


def could(match: Match, log: list[Answer], number: int) -> str:
    """The answer at this point and all its alternatives, in make.py's format."""
    if number >= len(log):
        asked, option = match.decisions[number - len(log)], "?"
    else:
        seat, option = log[number]
        found = match.at(number).decision(seat)
        assert found is not None
        asked = found
    return f"{asked.seat} {option} | {' '.join(sorted(asked.options))}"


def goes_on(match: Match) -> None:
    for _ in range(5):
        if match.over:
            return
        before, decision = match.number, match.decisions[0]
        match.choose(decision.seat, decision.options[0])
        assert match.number > before and match.log[before] == (decision.seat, decision.options[0])
        assert decision.seat >= CHANCE


def test_every_game_is_among_them() -> None:
    for commit in COMMITS:
        saves = Golden(commit).manifest["saves"]
        for game in registry.games():
            mine = [told for told in saves.values() if told["game"] == game.about.id]
            assert any(told["over"] for told in mine) and any(not told["over"] for told in mine)
            assert any(told["by_hand"] for told in mine)
            assert any(told["options"] != game.options() for told in mine)
