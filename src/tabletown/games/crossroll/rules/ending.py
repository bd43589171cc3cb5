"""END OF GAME: final scores and the winner."""

from __future__ import annotations

from tabletown.games.crossroll.state import OVER, Crossroll, landmark_points, route_points, score, speed_points
from tabletown.kernel import Outcome, Text

WON = Text("{who:seat} scored the most: {points} of 500 points.")
TIED = Text("{count} players share the victory with {points} points.")
LADDER = Text("{who:seat} won the tie at {points} points with {why}.")
SOLO = Text("{points} of 500 points: {band}.")

# ruling solo.goal
BANDS = ((450, "master"), (380, "expert"), (250, "driver"), (0, "learner"))  # words
ROUTES, SPEED, LANDMARKS = "Routes", "Speed", "Landmarks"  # words
STEPS = ("more completed routes", "more landmarks", "more speed scores")  # words


def band(points: int) -> str:
    return next(name for least, name in BANDS if points >= least)


def outcome(s: Crossroll) -> Outcome | None:
    if s.phase != OVER:
        return None
    scores = tuple(score(board, s.checked) for board in s.boards)
    best = max(scores)
    winners = [seat for seat, points in enumerate(scores) if points == best]
    if len(s.boards) == 1:
        reason, rule = SOLO(points=best, band=band(best)), "solo.goal"
    elif len(winners) == 1:
        reason, rule = WON(who=winners[0], points=best), "score.sum"
    else:
        reason, rule = TIED(count=len(winners), points=best), "score.draw"
        if s.options.ladder:
            for step, why in enumerate(STEPS):
                counts = {seat: ladder(s, seat)[step] for seat in winners}
                winners = [seat for seat in winners if counts[seat] == max(counts.values())]
                if len(winners) == 1:
                    reason = LADDER(who=winners[0], points=best, why=why)
                    break
            else:
                reason = TIED(count=len(winners), points=best)
    return Outcome(
        winners=tuple(winners),
        reason=reason,
        scores=tuple(float(points) for points in scores),
        breakdown=tuple(
            {
                ROUTES: route_points(board, s.checked),
                SPEED: speed_points(board),
                LANDMARKS: landmark_points(board),
            }
            for board in s.boards
        ),
        rule=rule,
    )


def ladder(s: Crossroll, seat: int) -> tuple[int, int, int]:
    board = s.boards[seat]
    return board.complete.bit_count(), len(board.landmarks), board.speed
