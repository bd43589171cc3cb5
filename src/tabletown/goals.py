"""The goal line of a table: the aim, the standings and what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.kernel import say, seat_name

Part = tuple[str, str, bool]  # text, shorter text for phones, and whether to highlight it because a limit is near
NEAR = 2  # distance at which a limit counts as near


def near(now: int, limit: int) -> bool:
    return limit - now <= NEAR


def standing(scores: Sequence[int], seat: int | None, names: Sequence[str]) -> Part:
    """All scores, highest first; the short form gives one's own and the best other one."""
    order = sorted(range(len(scores)), key=lambda player: -scores[player])
    listed = [f"{seat_name(player, names, seat)} {scores[player]}" for player in order]
    words = say("{scores:,}", scores=listed)
    if seat is None or len(scores) < 2:
        return words, words, False
    mine, best = scores[seat], max(score for player, score in enumerate(scores) if player != seat)
    if len(scores) == 2:
        return words, say("{mine} to {best}", mine=mine, best=best), False
    return words, say("you {mine}, best {best}", mine=mine, best=best), False
