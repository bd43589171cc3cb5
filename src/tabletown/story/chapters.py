"""Divide the log into chapters. A game says which lines open one; the ledger supplies the numbers.

A chapter is something that happens to everybody (an event: a climate card, a census, the police) or one seat's turn. A
line belongs to the chapter opened last. If none was opened since a heading, the first line opens the turn of the seat
it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tabletown.kernel import Change, Decision, Event, Figure, LogLine, Text

TURN = Text("What {who:seat} did")


Kind = type[Event]  # the kind of a log line
FigureKind = type[Figure]  # the kind of a number in the ledger


class ChoiceStep(NamedTuple):
    """A reason, the places it left and the places it ruled out."""

    words: str
    left: list[str]
    struck: list[str]


class Choice(NamedTuple):
    """A choice of a place, and how the candidates were narrowed down to it."""

    words: str
    rows: list[ChoiceStep]


class CardRow(NamedTuple):
    """A row of a card that a Non-Player follows: its text, its status, and its result."""

    words: str
    small: str
    state: int  # 1: applies, 0: skipped, -1: not reached


class Loss(NamedTuple):
    """A log line about a loss, and the part of it that names the place."""

    heading: str  # the heading of the column of places
    part: str
    crossed: bool = True  # nothing is left there, so the place is crossed out on the board


class Effect(NamedTuple):
    """What a line looks and sounds like on the board while it happens."""

    # "water", "mud", "storm", "drought", "dark", "lamps", "ride", "card" or "news"; the last three are only heard
    look: str
    lamps: str = ""  # what blinks, as a CSS selector with parts of the line, within its place or else on the page


class Cell(NamedTuple):
    """A cell of a sheet: words, small print below, and whether it's better (1) or worse (-1)."""

    words: str
    small: str = ""
    tone: int = 0


class Sheet(NamedTuple):
    """A table of the game's own on a card."""

    columns: list[str]
    rows: list[tuple[int, list[Cell]]]  # by row: its seat (-1: nobody's) and its cells


class NoteReference(NamedTuple):
    """A note of the lesson that applies now, and the parts of its words."""

    when: str
    parts: Mapping[str, Any] = {}


@dataclass(frozen=True)
class ChapterRule:
    """What a log line opens, in words that use the line's own parts."""

    title: str = ""  # about four words; a turn has a title of its own
    small: str = ""  # above the title: when, and what kind of thing
    turn: bool = False  # a turn of the seat that the line concerns; otherwise it happens to everybody
    no_card: bool = False  # shown in the strip only, unless a line that `raises` it makes it a card
    show_when_complete: bool = False
    # if a line of this kind opened the current chapter, this line belongs to it and opens nothing
    within: Kind | None = None
    joins: Kind | None = None  # if a line of this kind opened the current chapter, continue it under this title


@dataclass(frozen=True)
class Story:
    """How a game's log becomes chapters."""

    opens: Mapping[Kind, ChapterRule] = field(default_factory=dict)  # by kind of line
    # lines that make a chapter without a card worth a card: {kind: the title it then has, "" for its own}
    raises: Mapping[Kind, str] = field(default_factory=dict)
    # the ledger's numbers to show, in this order: {kind of figure: a short word, "" for its name}
    numbers: Mapping[FigureKind, str] = field(default_factory=dict)
    worse: frozenset[FigureKind] = frozenset()  # figures of which more is worse
    even: frozenset[FigureKind] = frozenset()  # figures of which more is neither better nor worse
    big: FigureKind | None = None  # the figure shown large on the card
    # lines by which a turn can be followed step by step: {kind: the step's heading}; `done` heads all others
    steps: Mapping[Kind, str] = field(default_factory=dict)
    done: str = ""
    # what led to such a turn: the latest line of each of these kinds about the seat, under the heading `led`
    leads: Sequence[frozenset[Kind]] = ()
    led: str = ""
    followed: str = ""  # the part of such lines that names the card followed
    read: Callable[[Event], list[CardRow]] | None = None  # the rows that such a line is about; [] if none
    chosen: Callable[[Event], Choice | None] | None = None  # how such a line's place was chosen
    places: frozenset[str] = frozenset()  # parts of lines that name something on the board, such as "cell"
    # the places that such a word stands for, unless it is one itself
    spots: Callable[[str], Sequence[str]] | None = None
    own_boards: bool = False  # each seat has a board of its own, so others' moves can't be shown on mine
    # lines about something finished: {kind: its field with the points, and the one that names a line or ""}
    scores: Mapping[Kind, tuple[str, str]] = field(default_factory=dict)
    losses: Mapping[Kind, Loss] = field(default_factory=dict)  # by kind of line
    effect: Callable[[Event], Effect | None] | None = None  # what such a line looks like while it happens
    counted: frozenset[Kind] = frozenset()  # lines whose numbers the card shows in its tables anyway
    # lines of a chapter, names, you -> tables of the game's own, which the card shows in place of the lines
    sheets: Callable[[Sequence[LogLine], Sequence[str], int | None], list[Sheet]] | None = None
    art: Callable[[Event], str] | None = None  # the line that gives a chapter its title -> a picture
    # view, decision, option -> why that is a good idea, in a sentence
    why: Callable[[Any, Decision, str], str] | None = None
    # view, seat, its question -> the notes of the lesson that apply now, with parts for their words; None: this table
    # explains nothing
    notes: Callable[[Any, int, Decision | None], Sequence[NoteReference] | None] | None = None
    teaches: Mapping[Kind, str] = field(default_factory=dict)  # lines that trigger a note: {kind: its moment}
    ending: Any = None  # a `tabletown.story.Ending`: how the end is presented
    ahead: Callable[[Any], str] | None = None  # view -> what comes next, in a sentence; "": nothing urgent

    def tone(self, change: Change) -> int:
        """1 for better, -1 for worse, 0 for neither."""
        if change.kind in self.even:
            return 0
        return 1 if (change.after > change.before) != (change.kind in self.worse) else -1


@dataclass
class Chapter:
    """Log lines from `first` up to but not including `end`."""

    first: int
    end: int
    rule: ChapterRule
    line: LogLine  # the line that gave it its title
    seat: int | None  # whose turn it was; None: it happened to everybody
    card: bool  # worth a card of its own
    began: Kind  # the kind of its first line
    raised: LogLine | None = None  # the line that made it worth a card and changed its title
    raised_title: str = ""
    complete: bool = False  # something else has begun since

    def text_of(self, template: str, names: Sequence[str], you: int | None) -> str:
        return Text(template, self.line.event.parts()).render(names, you) if template else ""

    def title(self, names: Sequence[str], you: int | None) -> str:
        if self.raised is not None:
            return Text(self.raised_title, self.raised.event.parts()).render(names, you)
        return self.own_title(names, you)

    def small(self, names: Sequence[str], you: int | None) -> str:
        """The small print above the title: when, and what kind of thing."""
        if self.raised is not None and not self.rule.small:
            return self.own_title(names, you)
        return self.text_of(self.rule.small, names, you)

    def own_title(self, names: Sequence[str], you: int | None) -> str:
        if self.rule.title:
            return self.text_of(self.rule.title, names, you)
        return TURN(who=self.seat).render(names, you) if self.seat is not None else self.line.text.render(names, you)


class Chapters:
    """The chapters of a growing log."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.all: list[Chapter] = []
        self._read = 0
        self._open: Chapter | None = None

    def read(self, lines: Sequence[LogLine]) -> None:
        """Continue reading the log."""
        for index in range(self._read, len(lines)):
            self._add(index, lines[index])
        self._read = len(lines)

    def _add(self, index: int, line: LogLine) -> None:
        opens, now = self.story.opens.get(line.kind), self._open
        seat = line.event.concerns
        if opens is None and line.heading:
            self._close()
            return
        if opens is None and now is None:
            seat = line.by if seat is None else seat
            opens = ChapterRule(turn=True, no_card=seat is None)
        elif opens is not None and now is not None and self._goes_on(opens, seat, now):
            if (opens.joins and opens.within != now.began) or (
                opens.title and not now.rule.title
            ):  # what came first had no title
                now.rule, now.line, now.card = opens, line, now.card or not opens.no_card
            opens = None
        if opens is not None:
            self._close()
            now = Chapter(index, index, opens, line, seat if opens.turn else None, not opens.no_card, line.kind)
            self._open = now
            self.all.append(now)
        assert now is not None
        now.end = index + 1
        title = self.story.raises.get(line.kind)
        now.card = now.card or title is not None
        if title and now.raised is None:
            now.raised, now.raised_title = line, title

    def _close(self) -> None:
        if self._open is not None:
            self._open.complete, self._open = True, None

    @staticmethod
    def _goes_on(opens: ChapterRule, seat: int | None, now: Chapter) -> bool:
        if opens.turn:
            return now.rule.turn and now.seat == seat
        return opens.within == now.began or opens.joins == now.line.kind


def net(changes: Iterable[Change]) -> list[Change]:
    """The total change of each number; unchanged ones are left out."""
    first: dict[str, Change] = {}
    last: dict[str, float] = {}
    for change in changes:
        name = str(change.what.text)
        first.setdefault(name, change)
        last[name] = change.after
    return [Change(was.what, was.before, last[name]) for name, was in first.items() if was.before != last[name]]
