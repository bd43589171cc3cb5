"""Saved matches: readable JSON with a format number. Loading replays the log and compares."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from tabletown.editions import edition_of
from tabletown.kernel.arguments import clip
from tabletown.kernel.chance import DEALER
from tabletown.kernel.errors import BadOption, DamagedSave, OtherRules, UnknownGame
from tabletown.kernel.game import Game
from tabletown.kernel.match import Match
from tabletown.saves.replay import LogCutShort, as_json_data, match_from_log, state_difference

FORMAT = 2
MOST_BYTES, MOST_ANSWERS = 4_000_000, 50_000  # many times the size of the longest matches
READS = (1, 2)  # format 1 used another formula: its log is authoritative and its luck can't be proven


class _Format(msgspec.Struct):
    format: Any = None


class SavedCheckpoint(msgspec.Struct):  # a checkpoint, as the format calls it
    number: int
    state: Any


class Saved(msgspec.Struct):
    format: int
    game: str
    rules: str
    options: dict[str, str]
    seats: list[str]
    seed: int
    by_hand: list[str]
    log: list[tuple[int, str]]
    checkpoint: SavedCheckpoint = msgspec.field(name="seam")
    dealer: str = ""  # the formula that made luck of the seed
    dealt_from: Annotated[int, msgspec.Meta(ge=0)] = 0  # the answer from which on it did
    # undos of answers that had revealed luck
    undos_after_reveal: Annotated[int, msgspec.Meta(ge=0)] = msgspec.field(default=0, name="foreseen")


def save(match: Match) -> str:
    """Save the whole match as human-readable JSON.

    >>> import json, tabletown
    >>> json.loads(save(tabletown.new("right-of-way", seed=7)))["game"]
    'right-of-way'
    """
    about = match.game.about
    saved = Saved(
        format=FORMAT,
        game=about.id,
        rules=about.version,
        options=match.options,
        seats=list(match.names),
        seed=match.seed,
        by_hand=sorted(match.by_hand),
        log=[(answer.seat, answer.option) for answer in match.log],
        checkpoint=SavedCheckpoint(match.checkpoint.number, as_json_data(match.checkpoint.state)),
        dealer=DEALER,
        dealt_from=match.dealt_from,
        undos_after_reveal=match.undos_after_reveal,
    )
    data = msgspec.to_builtins(saved)
    log = ",\n    ".join(json.dumps(entry, ensure_ascii=False) for entry in data.pop("log"))
    head = json.dumps(data, indent=2, ensure_ascii=False)
    return head[: head.rindex("\n}")] + f',\n  "log": [\n    {log}\n  ]\n}}\n'


def load(text: str | bytes, find_game: Callable[[str], Game]) -> Match:
    """Open a saved match: replay every answer and compare the last checkpoint.

    >>> from tabletown import game, new
    >>> match = new("right-of-way", seats=2, seed=1)
    >>> load(save(match), game).seed
    1
    """
    saved = read(text)
    try:
        installed = find_game(saved.game)
    except UnknownGame as error:
        raise DamagedSave(f"This match is of a game that isn't installed: {error}") from None
    game = edition_of(installed, saved.rules)
    if game is None:
        raise OtherRules(
            f"This match was saved under rules version {saved.rules[:40]} of {installed.about.title}; "
            f"version {installed.about.version} is installed."
        )
    head = (game, saved.seats, saved.options, saved.seed, saved.by_hand, saved.log)
    try:
        match = match_from_log(*head)
    except BadOption as error:
        raise DamagedSave(f"The saved match has an invalid header: {error}") from None
    except LogCutShort:
        match = match_from_log(*head, rolling=True)
        if match.checkpoint.number != saved.checkpoint.number:
            raise
    if match.checkpoint.number != saved.checkpoint.number:
        raise DamagedSave(
            f"The saved checkpoint is at answer {saved.checkpoint.number}, "
            f"but the log has it at {match.checkpoint.number}."
        )
    if _same_shape(game, saved) and (where := state_difference(match, match.checkpoint.number, saved.checkpoint.state)):
        raise DamagedSave(f"The saved state doesn't match the log: {where}.")
    match.dealt_from = saved.dealt_from if saved.dealer == DEALER else match.number
    match.undos_after_reveal = saved.undos_after_reveal
    return match


def read(text: str | bytes) -> Saved:
    """Read untrusted save data: refuse what is too large, too deeply nested or not a save."""
    try:
        data = text.encode() if isinstance(text, str) else text
        data.decode()
    except UnicodeError:
        raise DamagedSave("This isn't a saved match: it isn't UTF-8 text.") from None
    data = data.removeprefix(b"\xef\xbb\xbf")  # some editors leave that
    if len(data) > MOST_BYTES:
        raise DamagedSave(f"This is too long for a saved match: more than {MOST_BYTES:,} bytes.")
    try:
        format = msgspec.json.decode(data, type=_Format).format
        if format is None:
            raise DamagedSave("This isn't a saved Tabletown match: it has no format number.")
        if format not in READS:
            raise DamagedSave(
                f"This match has save format {clip(format)}, but this program reads formats 1 and {FORMAT}."
            )
        saved = msgspec.json.decode(data, type=Saved)
    except msgspec.ValidationError as error:
        what = "The saved match is damaged" if b'"format"' in data else "This isn't a saved Tabletown match"
        raise DamagedSave(f"{what}: {str(error)[:200]}.") from None
    except RecursionError:
        raise DamagedSave("This isn't a saved match: it's nested too deeply.") from None
    except (msgspec.DecodeError, ValueError) as error:
        place = re.search(r"byte (\d+)", str(error))
        line = data.count(b"\n", 0, int(place[1]) if place else None) + 1
        reason = f"line {line}: {str(error)[:100]}"
        raise DamagedSave(f"This isn't a saved match, or it was cut short: {reason}.") from None
    if len(saved.log) > MOST_ANSWERS:
        raise DamagedSave(f"This is too long for a saved match: more than {MOST_ANSWERS:,} answers.")
    return saved


def _same_shape(game: Game, saved: Saved) -> bool:
    """Whether the saved state has all current fields; an older one may not."""
    needed = (field.encode_name for field in msgspec.structs.fields(game.rules.state) if field.required)
    return isinstance(saved.checkpoint.state, dict) and all(name in saved.checkpoint.state for name in needed)
