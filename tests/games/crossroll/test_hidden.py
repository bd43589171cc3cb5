"""Nobody sees what others choose before the phase is over."""

from __future__ import annotations

import msgspec

from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import Crossroll
from tests.games.crossroll.tables import answer, board, table


def test_a_choice_is_hidden_from_others_until_all_have_chosen() -> None:
    match = table(board(), board(), results=(4, 7))
    answer(match, 0, "use:d6", "drive", "route:A")
    assert match.view(0).walks[0].route == 0
    assert match.view(1).walks[0] is None
    assert match.view(None).walks == [None, None]
    answer(match, 0, "run:A:aberdeen>ocean-park")
    assert board_of(match.view(0), 0).written[0] == (4,)
    assert match.view(1).walks[0] is None
    assert match.view(1).boards[0] == board()
    assert [entry for entry in match.log_for(1) if entry and entry.seat == 0] == []
    assert list(match.lines_for(1)) == []
    answer(match, 1, "use:d6", "upgrade")
    assert match.view(1).boards[0].written[0] == (4,)
    assert any("drove 4" in line.text.render(match.names) for line in match.lines_for(1))


def test_a_bonus_is_hidden_until_all_have_decided() -> None:
    match = table(board(ticket=[4]), board(ticket=[4]), phase="bonus", results=(4, 7))
    answer(match, 0, "route:A", "run:A:aberdeen")
    assert not match.view(1).boards[0].crossed
    assert board_of(match.view(0), 0).crossed
    match.choose(1, "pass")
    assert match.view(1).boards[0].crossed


def test_a_state_survives_json() -> None:
    match = table(board(["happy-valley"], ticket=[4], landmarks=["ocean-park"]), board(), results=(4, 7))
    answer(match, 0, "use:d6", "drive", "route:A")
    plain = msgspec.json.encode(msgspec.to_builtins(match.state, str_keys=True))
    again = msgspec.convert(msgspec.json.decode(plain), Crossroll)
    assert again.boards == match.state.boards
    assert again.walks == match.state.walks
