"""Checks of what must always be true of every board."""

from __future__ import annotations

from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.driving import starts
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import RESOLUTION, Board, Crossroll, dots, is_crossed, left


def check(s: Crossroll) -> None:
    for seat in range(len(s.boards)):
        check_board(board_of(s, seat), s.options.by_route)
    for seat, board in enumerate(s.boards):
        assert not board.complete & ~s.done, f"Seat {seat} completed a route that nobody completed."
        assert s.options.nitrous or not board.nitrous, f"Seat {seat} has nitrous without the variant."
    # all four are set aside only until the penalty is rolled
    assert not s.solo or s.aside.bit_count() < 4 or s.phase == RESOLUTION, "All four dice are set aside."


def check_board(board: Board, by_route: bool) -> None:
    crosses = near = 0
    for places, around in zip(MAP.places, MAP.near):
        if crossed := board.crossed & places:
            assert crossed == places, "A crossroad is crossed out on one of its routes only."
            near |= around
            crosses += 1
    assert not board.crossed & ~MAP.all, "There are crosses outside the map."
    assert near == board.near, "The neighbours of the crosses are wrong."
    assert board.starts == starts(board.crossed, near, by_route), "The places where runs start are wrong."
    driven = sum(map(sum, board.written))
    tickets = len(board.ticket) - board.ticket.count(0)
    assert crosses == driven + tickets + board.bonus, "There are other crosses than were driven, joined or won."
    circled = 0
    for route, numbers in enumerate(board.written):
        filled, dotted = len(numbers) + (board.xs >> route & 1), dots(board, route)
        assert filled <= MAP.boxes[route], "A record row overflows."
        empty = MAP.boxes[route] - filled - dotted
        circled += dotted
        assert board.free[route] == empty, "The empty record boxes are counted wrong."
        assert board.open >> route & 1 == (empty > 0), "The routes with an empty record box are wrong."
        assert not board.complete >> route & 1 or not left(board, route), "A completed route has a gap."
    assert board.speed == min(circled, len(MAP.speed_scores)), "Speed scores and dots differ."
    assert len(set(board.landmarks)) == len(board.landmarks), "A landmark is circled twice."
    for landmark in board.landmarks:
        assert landmark in MAP.landmarks and is_crossed(board, landmark), "A circled landmark is not crossed out."
    for number, (numbers, row) in enumerate(zip(board.engine, MAP.rows, strict=True)):
        assert board.unlocked >> number & 1 == (len(numbers) == row.boxes), "The unlocked effects are wrong."
        assert len(numbers) <= row.boxes, "An engine row overflows."
        assert all(row.min <= n <= row.max for n in numbers), "An engine row has a number out of its range."
