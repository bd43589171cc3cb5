"""The figures of Crossroll's boards. What a seat has chosen in secret counts only in its own view."""

from __future__ import annotations

from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import Crossroll, crossed_locations, filled_boxes, score
from tabletown.kernel import Figure, Name


class Points(Figure):
    says = "points of {who:seat}"
    who: int


class FilledBoxes(Figure):
    says = "record boxes filled by {who:seat}"
    who: int


class CrossedPlaces(Figure):
    says = "places crossed out by {who:seat}"
    who: int


class CompletedRoutes(Figure):
    says = "routes completed by {who:seat}"
    who: int


class Landmarks(Figure):
    says = "landmarks of {who:seat}"
    who: int


class SpeedScores(Figure):
    says = "speed scores of {who:seat}"
    who: int


class TicketNumbers(Figure):
    says = "numbers on the ticket of {who:seat}"
    who: int


class EngineNumbers(Figure):
    says = "numbers in the engine of {who:seat}"
    who: int


class Nitrous(Figure):
    says = "nitrous of {who:seat}"
    who: int


SEATS = range(4)
POINTS = [Name(Points(seat)) for seat in SEATS]
BOXES = [Name(FilledBoxes(seat)) for seat in SEATS]
PLACES = [Name(CrossedPlaces(seat)) for seat in SEATS]
ROUTES = [Name(CompletedRoutes(seat)) for seat in SEATS]
LANDMARKS = [Name(Landmarks(seat)) for seat in SEATS]
SPEED = [Name(SpeedScores(seat)) for seat in SEATS]
TICKET = [Name(TicketNumbers(seat)) for seat in SEATS]
ENGINE = [Name(EngineNumbers(seat)) for seat in SEATS]
NITROUS = [Name(Nitrous(seat)) for seat in SEATS]


def ledger(s: Crossroll) -> dict[str, float]:
    counted: dict[str, float] = {}
    for seat in range(len(s.boards)):
        board = board_of(s, seat)
        counted[POINTS[seat]] = score(board, s.checked)
        counted[BOXES[seat]] = filled_boxes(board)
        counted[PLACES[seat]] = len(crossed_locations(board))
        counted[ROUTES[seat]] = board.complete.bit_count()
        counted[LANDMARKS[seat]] = len(board.landmarks)
        counted[SPEED[seat]] = board.speed
        counted[TICKET[seat]] = sum(number > 0 for number in board.ticket)
        counted[ENGINE[seat]] = sum(map(len, board.engine))
        counted[NITROUS[seat]] = int(board.nitrous)
    return counted
