"""The goal in one line: what to aim for, the standings, and what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import OVER, Crossroll, filled_boxes, score
from tabletown.goals import Part, near, standing
from tabletown.kernel import say


def goal(s: Crossroll, seat: int | None, names: Sequence[str]) -> list[Part]:
    if s.phase == OVER:
        return []
    wanted = say("Goal: most points from finished routes, landmarks and speed")
    boards = [board_of(s, player) for player in range(len(s.boards))]
    most, boxes = max(map(filled_boxes, boards)), sum(MAP.boxes)
    ends = say("ends at {all} filled boxes: now {most}", all=boxes, most=most)
    return [
        (wanted, say("Goal: finished routes"), False),
        standing([score(board, s.checked) for board in boards], seat, names),
        (ends, say("boxes {most} of {all}", all=boxes, most=most), near(most, boxes)),
    ]
