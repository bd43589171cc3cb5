"""The latest seam of a match as bytes, so that a long match is opened again without being played again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tabletown.kernel.errors import DamagedSave
from tabletown.kernel.game import Game
from tabletown.kernel.match import Answer, Match
from tabletown.kernel.past import Past, Seam
from tabletown.kernel.text import Line


class Snapshot(msgspec.Struct, frozen=True):
    number: int  # how many answers led to the seam
    state: bytes


def snapshot(match: Match) -> Snapshot:
    seam = match.seam
    return Snapshot(seam.number, msgspec.json.encode(seam.state))


def restore(
    game: Game,
    seats: Sequence[str],
    options: dict[str, str],
    seed: int,
    log: Sequence[Answer],
    shot: Snapshot,
    by_hand: Sequence[str] = (),
    lines: Sequence[Line] = (),
) -> Match:
    """The match that this log leads to; only the answers since the snapshot's seam are played again."""
    try:
        state = msgspec.json.decode(shot.state, type=game.rules.state)
    except msgspec.DecodeError as error:
        raise DamagedSave(f"The snapshot is not a state of {game.about.title}: {error}.") from None
    if not 0 <= shot.number <= len(log):
        raise DamagedSave(f"The snapshot is at answer {shot.number}, but the log has only {len(log)}.")
    match = Match.__new__(Match)
    match.game, match.seats, match.names = game, len(seats), list(seats)
    match.options, match.seed, match.by_hand = dict(options), seed, frozenset(by_hand)
    match.luck, match._live = None, True
    # the seams before it are not known; Match.at plays up to them when asked
    match._past = Past(Seam(state, shot.number, list(log[: shot.number]), None), lines=list(lines))
    match._play_again(log[shot.number :])
    return match
