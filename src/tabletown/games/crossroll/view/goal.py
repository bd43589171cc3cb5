"""What one is after, in one line: the goal, how it stands, and what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.state import OVER, Crossroll, filled_boxes, score
from tabletown.kernel import say, seat_name


def goal(s: Crossroll, seat: int | None, names: Sequence[str]) -> str:
    if s.phase == OVER:
        return ""
    scores = [f"{seat_name(player, names, seat)} {score(board, s.checked)}" for player, board in enumerate(s.boards)]
    most = max(filled_boxes(board) for board in s.boards)
    parts = (
        say("Goal: finish routes for points"),
        say("{scores:,}", scores=scores),
        say("ends at {all} filled boxes: {most}", all=sum(MAP.boxes), most=most),
    )
    return " · ".join(parts)
