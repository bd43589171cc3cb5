"""The contents of a lesson file: steps that explain, point at something and expect an answer.

`{Click}` and `{click}` in its words stand for the reader's kind of input: click, tap, or choose (see `spoken`).

The words of a lesson may have numbers in them. `facts`, `later` and `then` give their sources: the state when the step
opens, before its last answer, and at its end. A test checks them against the table.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from tabletown.content import load_content

Facts = dict[str, int | str | bool | list[str]]
Luck = list[tuple[str, str]]  # the next rolls or draws: (kind of chance, outcome)


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The friendly reply to an unexpected click. `option`: words, or patterns such as "cell:*"."""

    option: str | list[str]
    say: str
    at: int | None = None  # before this answer of the step only (0, 1 …); None: before any
    refused: bool = False  # illegal as well
    facts: Facts = {}  # true at the click; "here" is the place clicked
    tried: Facts = {}  # true after such a move

    @property
    def options(self) -> list[str]:
        return [self.option] if isinstance(self.option, str) else self.option


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    say: str
    phone_without: int = 0  # the sentence that phones leave out (1, 2, 3)
    point: list[str] = []  # highlighted: the word of a place, "#id" of a piece, "panel:ID", "board" or "goal"
    expect: list[str] = []  # the answers, one after another; none: the button Next
    task: list[str] = []  # the task for each answer
    wrong: list[Wrong] = []
    luck: Luck = []  # what comes up in this step, in order
    rivals: list[str] = []  # the others' answers afterwards, in order: "Ines plot:D5"
    after: str = ""  # what happened then
    sums: list[tuple[str, str]] = []  # a small table: words and numbers
    rules: list[str] = []  # the clauses behind the words
    facts: Facts = {}
    later: Facts = {}
    then: Facts = {}

    def reply(self, option: str, at: int) -> Wrong | None:
        """This step's reply to an unexpected answer: by exact words first, then by pattern, in order."""
        fitting = [wrong for wrong in self.wrong if wrong.at in (None, at)]
        for wrong in fitting:
            if option in wrong.options:
                return wrong
        return next((w for w in fitting if any("*" in o and fnmatchcase(option, o) for o in w.options)), None)


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact explained when it first matters. `when`: the game's names for such moments (`Story.notes`)."""

    when: str | list[str]
    title: str
    say: str
    rules: list[str] = []


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    goal: str  # the goal of the game, in a sentence
    minutes: int
    seats: list[str]
    you: int
    step: list[LessonStep]
    left_out: str  # what the lesson leaves out
    otherwise: str = "Not that one today. Look for the outlined one."  # the reply to any other click
    options: dict[str, str] = {}
    luck: Luck = []  # before the first step
    rivals: list[str] = []
    facts: Facts = {}  # for `goal` and `left_out`
    version: str = ""  # the game's version for which it was written, whose cards are used
    note: list[Note] = []  # for play without a guide


def load_lesson(folder: Path) -> Lesson:
    return load_content(folder / "content" / "lesson.toml", Lesson, check)


def check(lesson: Lesson) -> None:
    if not 0 <= lesson.you < len(lesson.seats):
        raise ValueError(f"you: there is no seat {lesson.you}.")
    if not lesson.step:
        raise ValueError("a lesson needs steps.")
    for number, step in enumerate(lesson.step, 1):
        where = f"step {number} ({step.title!r})"
        if len(step.task) != len(step.expect):
            raise ValueError(f"{where}: one task for each answer it expects.")
        if step.phone_without and not 1 <= step.phone_without <= len(sentences(step.say)):
            raise ValueError(f"{where}: phone_without: it has no sentence {step.phone_without}.")
        for wrong in step.wrong:
            if wrong.at is not None and not 0 <= wrong.at < len(step.expect):
                raise ValueError(f"{where}: the reply to {wrong.option!r} is for answer {wrong.at}, which is none.")
            if not step.expect:
                raise ValueError(f"{where}: it expects no answer, so {wrong.option!r} is not wrong.")
    whens = [when for note in lesson.note for when in moments(note)]
    for when in whens:
        if whens.count(when) > 1:
            raise ValueError(f"note: two of them are for {when!r}.")
    if lesson.step[-1].expect:
        raise ValueError("the last step must leave the next answer to the player.")


def moments(note: Note) -> list[str]:
    return [note.when] if isinstance(note.when, str) else note.when


def spoken(words: str, verb: str = "choose") -> str:
    """The words with the right verb for the input; with keys and in a terminal it is "choose"."""
    return words.replace("{Click}", verb.capitalize()).replace("{click}", verb)


def sentences(words: str) -> list[str]:
    """Split a text into sentences: after a full stop and a space, before a capital letter or a digit; in Chinese after
    each full stop."""
    found, start = [], 0
    for at, letter in enumerate(words):
        ends = letter in ".!?" and words[at + 1 : at + 2] == " " and not words[at + 2 : at + 3].islower()
        if ends or letter in "。！？":
            found.append(words[start : at + 1].strip())
            start = at + 1
    return [*found, words[start:].strip()] if words[start:].strip() else found
