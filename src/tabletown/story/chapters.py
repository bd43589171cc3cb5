"""The log cut into chapters. A game says which of its lines open one; the ledger gives the numbers.

A chapter is what happens to everybody (an event: a climate card, a census, the police) or what one seat did (a turn).
Lines belong to the chapter that was opened last. Where nothing was opened since a heading, the first line opens the
turn of whom it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tabletown.kernel import Change, Decision, Event, Figure, LogLine, Text

TURN = Text("What {who:seat} did")


Kind = type[Event]  # of a line
FigureKind = type[Figure]  # of a number of the ledger


class ChoiceStep(NamedTuple):
    """A reason that left these places and struck those."""

    words: str
    left: list[str]
    struck: list[str]


class Choice(NamedTuple):
    """Where something was done, and how the places were narrowed down to it."""

    words: str
    rows: list[ChoiceStep]


class CardRow(NamedTuple):
    """A row of a card that somebody follows: what it says, how it stood, and what came of it."""

    words: str
    small: str
    state: int  # 1: it applies, 0: skipped, -1: not reached


class Loss(NamedTuple):
    """A line that tells what somebody lost, and its part that says where."""

    heading: str  # of the column that lists the places
    part: str
    crossed: bool = True  # nothing is left there: the place is crossed out on the board


class Cell(NamedTuple):
    """What a sheet says in one place: words, something small below, for the better (1) or the worse (-1)."""

    words: str
    small: str = ""
    tone: int = 0


class Sheet(NamedTuple):
    """A table of the game's own on a card."""

    columns: list[str]
    rows: list[tuple[int, list[Cell]]]  # whose row it is (-1: nobody's), and what it says


class NoteReference(NamedTuple):
    """A note of the lesson that matters, and the parts of its words."""

    when: str
    parts: Mapping[str, Any] = {}


@dataclass(frozen=True)
class ChapterRule:
    """What a line of the log opens, said with that line's own parts."""

    title: str = ""  # in four words or so; a turn has a title of its own
    small: str = ""  # above it: when, and what kind of thing
    turn: bool = False  # of the seat that the line concerns; else it happens to everybody
    no_card: bool = False  # no card of its own unless a line `raises` it: it stands in the strip
    show_when_complete: bool = False
    within: Kind | None = None  # where a line of this kind began what is open now: belongs to it, and opens nothing
    joins: Kind | None = (
        None  # where a line of this kind opened what is open now: goes on with it, and gives it this title
    )


@dataclass(frozen=True)
class Story:
    """How a game's log becomes chapters."""

    opens: Mapping[Kind, ChapterRule] = field(default_factory=dict)  # by the kind of line
    # lines that make a chapter without a card worth a card: {kind: the title it then has, "" for its own}
    raises: Mapping[Kind, str] = field(default_factory=dict)
    # what of the ledger is shown, in this order: {kind of figure: a short word, "" for its name}
    numbers: Mapping[FigureKind, str] = field(default_factory=dict)
    worse: frozenset[FigureKind] = frozenset()  # of these, more is worse
    even: frozenset[FigureKind] = frozenset()  # of these, more is neither better nor worse
    big: FigureKind | None = None  # the figure that stands large on the card
    # lines that a turn can be followed by, step by step: {kind: the step's heading}; `done` heads all others
    steps: Mapping[Kind, str] = field(default_factory=dict)
    done: str = ""
    # how it came to such a turn: the latest line of each of these that is about the seat, under the heading `led`
    leads: Sequence[frozenset[Kind]] = ()
    led: str = ""
    followed: str = ""  # the part of such lines that names what is followed
    read: Callable[[Event], list[CardRow]] | None = (
        None  # the rows that such a line is about; [] where it is about none
    )
    chosen: Callable[[Event], Choice | None] | None = None  # how such a line chose among places
    places: frozenset[str] = frozenset()  # parts of lines that name something on the board, such as "cell"
    spots: Callable[[str], Sequence[str]] | None = None  # the places that such a word means, where it is not one itself
    own_boards: bool = False  # each seat plays on a board of its own: what others do cannot be shown on mine
    # lines that tell of something finished: {kind: its field with the points, and the one that names a line or ""}
    scores: Mapping[Kind, tuple[str, str]] = field(default_factory=dict)
    losses: Mapping[Kind, Loss] = field(default_factory=dict)  # by the kind of line
    counted: frozenset[Kind] = frozenset()  # lines of numbers that a card shows in its tables anyway
    # lines of a chapter, names, you -> tables of the game's own, which its card then shows in place of the lines
    sheets: Callable[[Sequence[LogLine], Sequence[str], int | None], list[Sheet]] | None = None
    art: Callable[[Event], str] | None = None  # the line that gives a chapter its title -> a picture of the game's own
    # view, decision, option -> why that is a good idea, in a sentence of the game's own
    why: Callable[[Any, Decision, str], str] | None = None
    # view, seat, what it is asked -> the notes of the game's lesson that matter now, with parts for their words;
    # None: this table explains nothing
    notes: Callable[[Any, int, Decision | None], Sequence[NoteReference] | None] | None = None
    teaches: Mapping[Kind, str] = field(default_factory=dict)  # lines that bring up a note: {kind: its moment}
    ending: Any = None  # a `tabletown.story.Ending`: how the end is told
    ahead: Callable[[Any], str] | None = None  # view -> what comes next, in a sentence; "": nothing that presses

    def tone(self, change: Change) -> int:
        """1: for the better, -1: for the worse, 0: neither."""
        if change.kind in self.even:
            return 0
        return 1 if (change.after > change.before) != (change.kind in self.worse) else -1


@dataclass
class Chapter:
    """Some lines of the log, from `first` up to and without `end`."""

    first: int
    end: int
    rule: ChapterRule
    line: LogLine  # the one that gave it its title
    seat: int | None  # whose turn it was; None: it happened to everybody
    card: bool  # worth a card
    began: Kind  # its first line
    raised: LogLine | None = None  # the line that made it worth one and gave it another title
    raised_title: str = ""
    complete: bool = False  # something else has begun

    def text_of(self, template: str, names: Sequence[str], you: int | None) -> str:
        return Text(template, self.line.event.parts()).render(names, you) if template else ""

    def title(self, names: Sequence[str], you: int | None) -> str:
        if self.raised is not None:
            return Text(self.raised_title, self.raised.event.parts()).render(names, you)
        return self.own_title(names, you)

    def small(self, names: Sequence[str], you: int | None) -> str:
        """Above the title: when, and what kind of thing."""
        if self.raised is not None and not self.rule.small:
            return self.own_title(names, you)
        return self.text_of(self.rule.small, names, you)

    def own_title(self, names: Sequence[str], you: int | None) -> str:
        if self.rule.title:
            return self.text_of(self.rule.title, names, you)
        return TURN(who=self.seat).render(names, you) if self.seat is not None else self.line.text.render(names, you)


class Chapters:
    """The chapters of a log that grows."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.all: list[Chapter] = []
        self._read = 0
        self._open: Chapter | None = None

    def read(self, lines: Sequence[LogLine]) -> None:
        """Go on from where we stopped."""
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
            ):  # what came first had no title of its own
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
    """What all of this comes to, number by number; what is as it was is left out."""
    first: dict[str, Change] = {}
    last: dict[str, float] = {}
    for change in changes:
        name = str(change.what.text)
        first.setdefault(name, change)
        last[name] = change.after
    return [Change(was.what, was.before, last[name]) for name, was in first.items() if was.before != last[name]]
