"""Snapshots: the latest checkpoint as bytes, so that long matches open without a full replay."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from tabletown.kernel.errors import DamagedSave
from tabletown.kernel.events import LogLine
from tabletown.kernel.game import Game
from tabletown.kernel.history import Checkpoint
from tabletown.kernel.match import Answer, Match
from tabletown.saves.replay import match_from_log

RECENT = 8  # checkpoints whose states a live table keeps, at least: those that an undo needs


class Snapshot(msgspec.Struct, frozen=True):
    number: int  # how many answers led to the checkpoint
    state: bytes  # there, and how often each kind of chance had come up


class _Pickled(msgspec.Struct, array_like=True):
    draws: dict[str, int]
    state: msgspec.Raw


def snapshot(match: Match) -> Snapshot:
    """The state at the last checkpoint, from which `restore` opens the match without playing all of it again.

    >>> from tabletown import new
    >>> match = new("right-of-way", seats=2, seed=1)
    >>> again = restore(match.game, match.names, match.options, match.seed, match.log, snapshot(match))
    >>> again.state == match.state
    True
    """
    last = match.checkpoint
    return Snapshot(last.number, msgspec.json.encode((last.draws, last.state)))


def restore(
    game: Game,
    seats: Sequence[str],
    options: dict[str, str],
    seed: int,
    log: Sequence[Answer],
    shot: Snapshot,
    by_hand: Sequence[str] = (),
    lines: Sequence[LogLine] = (),
    live: bool = True,
    changes: bool = False,
) -> Match:
    """Restore a match from its log, replaying only the answers since the snapshot."""
    if not 0 <= shot.number <= len(log):
        raise DamagedSave(f"The snapshot is at answer {shot.number}, but the log has only {len(log)}.")
    if shot.state.startswith(b"{"):  # from a version that didn't count draws, so the log must be replayed
        return match_from_log(game, seats, options, seed, by_hand, log, changes=changes)
    draws, state = _read(game, shot)
    # the checkpoints before it are not known; Match.at finds them when asked
    before = Checkpoint(None, answers=list(log[: shot.number])) if shot.number else None
    last = Checkpoint(state, shot.number, draws=draws, previous=before)
    kept_match = last, log[shot.number :], list(lines)
    return Match(game, seats, options, seed, by_hand, live=live, kept=kept_match, changes=changes)


def shorten(match: Match) -> None:
    """Forget the states before the last few checkpoints, as if the match had been restored there.

    A state takes 0.2 to 3 KB, and a long match has hundreds of them. Match.at finds those before again when asked.
    """
    recent = list(islice(match.checkpoint, 2 * RECENT + 1))
    if len(recent) > 2 * RECENT and (before := recent[RECENT].previous) is not None:
        answers = [answer for point in reversed(list(before)) for answer in point.answers]
        recent[RECENT].previous = Checkpoint(None, answers=answers)


def rewritten(game: Game, shot: Snapshot) -> Snapshot:
    """The same snapshot as this version writes it: an older one may lack fields that have defaults."""
    return Snapshot(shot.number, msgspec.json.encode(_read(game, shot)))


def _read(game: Game, shot: Snapshot) -> tuple[dict[str, int], Any]:
    try:
        kept = msgspec.json.decode(shot.state, type=_Pickled)
        return kept.draws, msgspec.json.decode(kept.state, type=game.rules.state)
    except msgspec.DecodeError as error:
        raise DamagedSave(f"The snapshot isn't a state of {game.about.title}: {error}.") from None


def _pickled(match: Match) -> Any:
    head = (match.game, match.names, match.options, match.seed, [tuple(answer) for answer in match.log])
    rest = (tuple(match.by_hand), match.lines, match._live, match._changes)
    return _unpickled, (match.dealt_from, match.undos_after_reveal, *head, snapshot(match), *rest)


def _unpickled(dealt_from: int, undos_after_reveal: int, *kept: Any) -> Match:
    match = restore(*kept)
    match.dealt_from, match.undos_after_reveal = dealt_from, undos_after_reveal
    return match


copyreg.pickle(Match, _pickled)
