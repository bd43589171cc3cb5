"""Rebuild a match from its answers under the current rules and compare it with what was stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from tabletown.kernel.arguments import clip
from tabletown.kernel.errors import DamagedSave, TabletownError
from tabletown.kernel.events import LogLine
from tabletown.kernel.game import Game
from tabletown.kernel.match import Match
from tabletown.kernel.questions import CHANCE, Chance

WORDS = 120  # characters of a line or a state that are quoted


class LogCutShort(DamagedSave):
    """The log ends where luck must follow."""


class RecordedMatch(NamedTuple):
    """A match as played, and what was stored of it."""

    game: str
    names: list[str]
    options: dict[str, str]
    seed: int
    by_hand: Sequence[str]
    log: Sequence[tuple[int, str]]
    checkpoint: int = 0  # how many answers led to the state that was kept
    state: Any = None  # as JSON gives it; None where there is none
    said: Sequence[list[LogLine]] = ()  # the log in words, by answer
    asked: list[int] | None = None  # who had to choose at the end
    rules: str = ""  # the version that it was played under


def record_of(match: Match) -> RecordedMatch:
    about = match.game.about
    head = (match.names, match.options, match.seed, sorted(match.by_hand), match.log)
    return RecordedMatch(about.id, *head, rules=about.version)


def replayed(game: Game, past: RecordedMatch, changes: bool = False) -> Match:
    """Replay the whole match with its recorded luck and all checkpoints."""
    return match_from_log(game, past.names, past.options, past.seed, past.by_hand, past.log, changes=changes)


def match_from_log(
    game: Game,
    names: Sequence[str],
    options: dict[str, str],
    seed: int,
    by_hand: Iterable[str],
    log: Sequence[tuple[int, str]],
    rolling: bool = False,
    changes: bool = False,
) -> Match:
    """Build a match from recorded answers; errors name the answer that isn't possible.

    `rolling`: it may end between an answer and the dice that it set rolling, as `Match.at` may: they are asked then.
    """

    def logged(question: Chance, number: int) -> str | None:
        if number >= len(log):
            if rolling:
                return None
            raise LogCutShort(f"The log was cut short: after {len(log)} answers {question.kind!r} must follow.")
        seat, option = log[number]
        if seat != CHANCE or option not in question.options:
            raise DamagedSave(f"{describe_answer(names, log, number)}: it can't come up on {question.kind!r}.")
        return option

    match = Match(game, names, options, seed, by_hand, luck=logged, changes=changes)
    while (number := match.number) < len(log):
        try:
            match.choose(*log[number])
        except DamagedSave:
            raise
        except TabletownError as error:
            where = describe_answer(names, log, number)
            raise DamagedSave(f"{where}: it isn't possible after the answers before it. {error}") from None
    match.luck = None
    return match if match.number == len(log) else match.at(len(log))


def describe_answer(names: Sequence[str], log: Sequence[tuple[int, str]], number: int) -> str:
    if number < 0:
        return "The start"
    seat, option = log[number]
    who = names[seat] if 0 <= seat < len(names) else "luck"
    return f"Answer {number + 1} ({who}: {clip(option)})"


def compare(game: Game, past: RecordedMatch) -> tuple[Match | None, str]:
    """Replay the match under the current rules; also returns the first difference, or ""."""
    try:
        match = replayed(game, past)
    except DamagedSave as error:
        return None, str(error)
    except TabletownError as error:
        return None, f"It can't even start: {error}"
    where = state_difference(match, past.checkpoint, past.state) if past.state is not None else ""
    asked = sorted(decision.seat for decision in match.decisions)
    if not where and (past.asked is None or asked == past.asked):
        return match, ""
    last = describe_answer(past.names, past.log, len(past.log) - 1)
    return None, _first_words(match, past) or f"{last}, and after it: {where or 'others are asked'}."


def state_difference(match: Match, number: int, kept: Any) -> str:
    """The first difference between the stored state and the replayed one."""
    ours = as_json_data(match.at(number).checkpoint.state)
    try:  # read as a state, so that newer fields have their defaults
        theirs = as_json_data(msgspec.convert(kept, match.game.rules.state, str_keys=True))
    except msgspec.ValidationError as error:
        return f"the stored state doesn't fit the current rules ({error})"
    return _difference(ours, theirs) if ours != theirs else ""


def _difference(ours: Any, theirs: Any, path: str = "the state") -> str:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        key = next(key for key in sorted(ours.keys() | theirs.keys()) if ours.get(key) != theirs.get(key))
        return _difference(ours.get(key), theirs.get(key), f"{path}.{key}")
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        place = next(n for n, (one, other) in enumerate(zip(ours, theirs)) if one != other)
        return _difference(ours[place], theirs[place], f"{path}[{place}]")
    return f"{path} was {str(theirs)[:WORDS]} and is now {str(ours)[:WORDS]}"


def _first_words(match: Match, past: RecordedMatch) -> str:
    """The first answer after which the log differs from the stored one."""
    now: dict[int, list[str]] = {}
    for line in match.lines:
        now.setdefault(max(0, line.number - 1), []).append(line.text.render(past.names))
    for number, lines in enumerate(past.said):
        then = [line.text.render(past.names) for line in lines]
        told = now.get(number, [])
        if then and then != told:
            was, is_now = next(((a, b) for a, b in zip([*then, ""], [*told, ""]) if a != b), (then[-1], ""))
            where = describe_answer(past.names, past.log, number)
            return f"{where}: then “{was[:WORDS]}”, now “{is_now[:WORDS] or 'nothing'}”."
    return ""


def turns_of(match: Match) -> dict[int, Any]:
    """States at the start of every turn and at the end, by number of answers."""
    states: dict[int, Any] = {}  # steps without decisions share a number
    for point in reversed(match.checkpoints):
        states.setdefault(point.number, point.state)
    begun: dict[int, Any] = {}
    now: object = None
    turn_of = match.game.rules.turn_of
    for number, state in reversed(states.items()):
        before, now = now, turn_of(state) if turn_of is not None else number
        if not begun or now != before:
            begun[number] = state
    number = next(iter(states))
    return {**begun, number: states[number]}


def as_json_data(state: Any) -> Any:
    """A state as JSON data: lists, dicts, strings and numbers."""
    return msgspec.json.decode(msgspec.json.encode(state))
