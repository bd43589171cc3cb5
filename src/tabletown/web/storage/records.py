"""Records of finished matches: the state at the start of every turn, which can be shown under any rules."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from tabletown.kernel import Answer, Game, LogLine, Match
from tabletown.kernel.errors import TabletownError
from tabletown.saves.replay import turns_of
from tabletown.saves.snapshot import Snapshot, restore


def checkpoints_of(match: Match) -> bytes:
    """The states of a fully replayed match, packed together because they are much alike."""
    return zlib.compress(msgspec.json.encode(list(turns_of(match).items())), 6)


def read(data: bytes) -> list[tuple[int, bytes]]:
    """The number of answers at each turn, and the state there."""
    found = msgspec.json.decode(zlib.decompress(data), type=list[tuple[int, msgspec.Raw]])
    return [(number, bytes(state)) for number, state in found]


def picture(
    game: Game,
    names: list[str],
    options: dict[str, str],
    log: list[Answer],
    number: int,
    state: Any,
    lines: list[LogLine],
) -> Match | None:
    """A match for display, made from a stored state; None if the current rules can't read it."""
    known = {setting.id: setting.values for setting in game.about.settings}
    allowed = {name: value for name, value in options.items() if value in known.get(name, ())}
    kept = state if isinstance(state, bytes) else msgspec.json.encode(state)
    shot = Snapshot(number, b"[{}," + kept + b"]")
    try:
        return restore(game, names, game.options(allowed), 0, log[:number], shot, (), lines)
    except (TabletownError, msgspec.MsgspecError, LookupError, TypeError, ValueError):
        return None
