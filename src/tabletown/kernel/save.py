"""Saved matches: readable JSON with a format number. Loading plays the log again and compares."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from tabletown.kernel.errors import BadOption, DamagedSave, OtherRules, TabletownError, UnknownGame
from tabletown.kernel.game import Game
from tabletown.kernel.match import Answer, Match
from tabletown.kernel.questions import CHANCE, Chance

FORMAT = 1


class SavedSeam(msgspec.Struct):
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
    seam: SavedSeam


def save(match: Match) -> str:
    """The whole match as JSON that a person can read."""
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
        seam=SavedSeam(match.seam.number, plain(match.seam.state)),
    )
    data = msgspec.to_builtins(saved)
    log = ",\n    ".join(json.dumps(entry, ensure_ascii=False) for entry in data.pop("log"))
    head = json.dumps(data, indent=2, ensure_ascii=False)
    return head[: head.rindex("\n}")] + f',\n  "log": [\n    {log}\n  ]\n}}\n'


def plain(state: Any) -> Any:
    """A state as the data that JSON gives back: lists, dicts, words and numbers."""
    return msgspec.json.decode(msgspec.json.encode(state))


def load(text: str, find_game: Callable[[str], Game]) -> Match:
    """Open a saved match: every answer is played again and the seam compared. Whatever is wrong is named."""
    saved = read(text)
    try:
        game = find_game(saved.game)
    except UnknownGame as error:
        raise DamagedSave(f"This match is of a game that is not installed: {error}") from None
    if saved.rules != game.about.version:
        raise OtherRules(
            f"This match was saved under rules version {saved.rules} of {game.about.title}; "
            f"version {game.about.version} is installed."
        )
    try:
        match = replay(game, saved)
    except BadOption as error:
        raise DamagedSave(f"The saved match has a wrong head: {error}") from None
    if match.seam.number != saved.seam.number:
        raise DamagedSave(
            f"The saved seam is at answer {saved.seam.number}, but the log has it at {match.seam.number}."
        )
    if plain(match.seam.state) != saved.seam.state:
        where = _difference(plain(match.seam.state), saved.seam.state)
        raise DamagedSave(f"The saved state does not follow from the log: it differs at {where}.")
    return match


def read(text: str) -> Saved:
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        raise DamagedSave(
            f"This is not a saved match, or it was cut short: line {error.lineno}: {error.msg}."
        ) from None
    if not isinstance(raw, dict) or "format" not in raw:
        raise DamagedSave("This is not a saved Tabletown match: it has no format number.")
    if raw["format"] != FORMAT:
        raise DamagedSave(f"This match has save format {raw['format']}; this program reads format {FORMAT}.")
    try:
        return msgspec.convert(raw, Saved)
    except msgspec.ValidationError as error:
        raise DamagedSave(f"The saved match is damaged: {error}.") from None


class _Logged:
    """Deals what the log says came up, as long as it says anything."""

    def __init__(self, log: list[Answer]) -> None:
        self.log = log

    def __call__(self, question: Chance, number: int) -> str | None:
        if number >= len(self.log):
            raise DamagedSave(f"The log was cut short: after {len(self.log)} answers {question.kind!r} must follow.")
        seat, option = self.log[number]
        if seat != CHANCE or option not in question.options:
            raise DamagedSave(f"Answer {number} of the log ({seat}, {option!r}) cannot come up on {question.kind!r}.")
        return option


def replay(game: Game, saved: Saved) -> Match:
    """Play the log again from the start; chance comes from the log, so a branch needs only its own seed."""
    log = [Answer(*entry) for entry in saved.log]
    match = Match(game, saved.seats, saved.options, saved.seed, saved.by_hand, luck=_Logged(log))
    while match.number < len(log):
        number, answer = match.number, log[match.number]
        try:
            match.choose(*answer)
        except DamagedSave:
            raise
        except TabletownError as error:
            place = f"Answer {number} of the log ({answer.seat}, {answer.option!r})"
            raise DamagedSave(f"{place} does not follow from those before it: {error}") from None
    match.luck = None
    return match


def _difference(ours: Any, theirs: Any, path: str = "state") -> str:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in ours.keys() | theirs.keys():
            if ours.get(key) != theirs.get(key):
                return _difference(ours.get(key), theirs.get(key), f"{path}.{key}")
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            if one != other:
                return _difference(one, other, f"{path}[{index}]")
    return path
