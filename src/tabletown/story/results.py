"""How a match ended, worth telling: the verdict with its numbers, awards from the log, the danger track."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tabletown.kernel import LogLine, Match, Text, say
from tabletown.kernel.text import language, seat_name
from tabletown.story.chapters import Chapter, Chapters, FigureKind, Kind, Story, net

MOST_AWARDS = 4


@dataclass(frozen=True)
class Count:
    """Something that a seat can be counted by, from the log alone.

    `how`: "lines" counts lines of the kind `what` about the seat; "largest" is the largest `part` of such a line;
    "gain" the most that the figure `what` rose in one chapter; "peak", "low" and "final" that figure itself.
    """

    how: str
    what: Kind | FigureKind
    part: str = ""


@dataclass(frozen=True)
class Award:
    title: str
    words: Text  # with {n}
    count: Count
    least: bool = False  # whoever has the least of it
    above: float = 0.0  # no award for no more than this, unless the least wins
    below: float = math.inf  # where the least wins: none for this and more
    medal: str = "star"  # what is on it: one of `tabletown.drawing.MEDALS`


class Entry(NamedTuple):
    """Something in a seat's lane: when, and what; `kept`: an honour rather than something that happened."""

    when: str
    words: str
    kept: bool = False


@dataclass(frozen=True)
class Ending:
    """What a game says of its end."""

    # state, outcome, names, the reader's seat -> a title and why, with the numbers that decided; None: from the scores
    verdict: Callable[[Any, Any, Sequence[str], int | None], tuple[str, str]] | None = None
    tale: Callable[[Any], str] | None = None  # the story's last words
    # state, lines, names -> how it came to that: a heading and a sentence or two, from the log
    how: Callable[[Any, Sequence[LogLine], Sequence[str]], tuple[str, str]] | None = None
    where: Callable[[Any], list[str]] | None = None  # state -> where that was, on the final board
    compare: tuple[tuple[str, Count], ...] = ()  # what is set side by side in the sentence why, after its words
    track: FigureKind | None = None  # the figure that was the danger, where all play together
    tracked: str = ""  # what the picture of it is called
    limit: Callable[[Any], float] | None = None  # of that
    # headings of the log at whose end the danger is measured, as bars; None: a line, at the end of each numbered one
    at: Kind | None = None
    lost_by: Callable[[Any], str] | None = None  # state -> what the limit means, and what was missing to keep it
    # state -> the points otherwise than by the outcome's breakdown: a heading, and rows of words, one for each seat
    points: Callable[[Any], tuple[str, list[tuple[str, list[str]]]]] | None = None
    # state -> what each seat left behind: a heading, and for each seat its entries, in order
    lanes: Callable[[Any], tuple[str, list[list[Entry]]]] | None = None
    board: Callable[[Any], str] | None = None  # state -> the final board, where the finished table shows something else
    table: tuple[tuple[str, Count], ...] = ()  # what each seat is counted by, side by side, where points say little
    # the finished state -> what to play next: the words of the button and the settings; None: nothing in particular
    next_game: Callable[[Any], tuple[str, dict[str, str]] | None] | None = None
    awards: tuple[Award, ...] = ()
    lights: str = ""  # what shines on the board at the end, as a CSS selector; {n} stands for a winner's number, from 1
    route: frozenset[Kind] = frozenset()  # lines whose {who} went to {place}: the way that was taken


@dataclass
class AwardResult:
    """An award, and who has it."""

    title: str
    who: str
    words: str
    seats: list[int]
    medal: str


@dataclass
class ResultSummary:
    """All that a result page says in words."""

    title: str
    why: str
    tale: str = ""
    how: tuple[str, str] = ("", "")
    places: list[str] = field(default_factory=list)  # where that was, on the final board
    awards: list[AwardResult] = field(default_factory=list)
    track: list[tuple[str, float]] = field(default_factory=list)  # at the end of each round: when, and the number
    track_name: str = ""
    tracked: str = ""
    bars: bool = False
    lost_by: str = ""
    routes: list[tuple[str, list[str]]] = field(default_factory=list)  # who went where, in order
    limit: float = 0.0
    points: tuple[str, list[tuple[str, list[str]]]] | None = None  # a heading; by seat: what was scored for what
    table: list[tuple[str, list[float]]] = field(default_factory=list)  # by seat: what was counted
    lanes: tuple[str, list[list[Entry]]] | None = None
    board: str | None = None  # None: as the table shows it
    next_game: tuple[str, dict[str, str]] | None = None


def summarize(match: Match, you: int | None = None) -> ResultSummary:
    """Of a match that is over and whose lines say what they changed (`Match(changes=True)`). `you`: who reads it."""
    story: Story = match.game.words.story or Story()
    ending, outcome = story.ending or Ending(), match.outcome
    assert outcome is not None
    chapters = Chapters(story)
    chapters.read(match.lines)
    counted = EventCounter(match.lines, chapters.all, range(match.seats))
    if ending.verdict is not None:
        title, why = ending.verdict(match.state, outcome, match.names, you)
    else:
        title, why = verdict(outcome.winners, outcome.scores, match.names, you), outcome.reason.render(match.names)
    why = " ".join([why, *compared(ending, counted, outcome.winners, match.names, you)])
    told = ResultSummary(title, why, ending.tale(match.state) if ending.tale is not None else "")
    if ending.how is not None:
        told.how = ending.how(match.state, match.lines, match.names)
        told.places = ending.where(match.state) if ending.where is not None else []
    told.awards = given(ending.awards, counted, match.names, you)
    told.routes = routes(match.lines, ending.route, match.names)
    told.table = [
        (language.get().template(words), [counted.of(count, seat) or 0.0 for seat in counted.seats])
        for words, count in ending.table
    ]
    told.points = ending.points(match.state) if ending.points is not None else None
    told.next_game = ending.next_game(match.state) if ending.next_game is not None else None
    told.lanes = ending.lanes(match.state) if ending.lanes is not None else None
    told.board = ending.board(match.state) if ending.board is not None else None
    if ending.track:
        told.track, told.track_name = track(match.lines, ending.track, match.names, ending.at)
        told.tracked, told.bars = language.get().template(ending.tracked), bool(ending.at)
        told.limit = ending.limit(match.state) if ending.limit is not None else 0.0
        told.lost_by = ending.lost_by(match.state) if ending.lost_by is not None and not outcome.winners else ""
    return told


def verdict(winners: Sequence[int], scores: Sequence[float], names: Sequence[str], you: int | None = None) -> str:
    """Who won, as one whole sentence chosen for whoever reads it: "You" wants another verb than a name."""
    if not winners:
        return say("You lose") if len(names) == 1 else say("Everyone loses")
    if len(names) == 1 and scores:  # nobody was beaten
        return say("{n} point", "{n} points", n=int(scores[0]))
    if len(names) == len(winners) > 1:
        return say("Everyone wins") if you is None else say("You all win")
    others = [seat_name(seat, names) for seat in winners if seat != you]
    if len(winners) > 1:
        return (
            say("You and {who} share the win", who=others) if you in winners else say("{who} share the win", who=others)
        )
    ranked = sorted(scores, reverse=True)
    points = say(" to ").join(f"{score:g}" for score in ranked[:2]) if len(ranked) > 1 else ""  # and whoever came next
    if you in winners:
        return say("You win, {points}", points=points) if points else say("You win")
    if you is not None and len(names) > 2 and len(scores) > you and scores[you] == ranked[1] > ranked[2]:
        return say("{who} wins; you are second", who=others[0])
    return say("{who} wins, {points}", who=others[0], points=points) if points else say("{who} wins", who=others[0])


# ------------------------------------------------------------------ counting


class EventCounter:
    """Numbers of each seat, from the log."""

    def __init__(self, lines: Sequence[LogLine], chapters: Sequence[Chapter], seats: Sequence[int]) -> None:
        self.lines, self.chapters, self.seats = lines, chapters, seats

    def of(self, count: Count, seat: int) -> float | None:
        found = {"lines": self._lines, "largest": self._largest, "gain": self._gain}.get(count.how, self._number)
        values: list[float] = list(found(count, seat))
        if count.how in ("lines", "gain"):
            return sum(values) if count.how == "lines" else max(values, default=0.0)
        if not values:
            return None
        return values[-1] if count.how == "final" else min(values) if count.how == "low" else max(values)

    def _lines(self, count: Count, seat: int) -> Any:
        return (1 for line in self.lines if line.kind == count.what and line.event.concerns == seat)

    def _largest(self, count: Count, seat: int) -> Any:
        found = (line.event for line in self.lines if line.kind == count.what and line.event.concerns == seat)
        return (float(event.parts()[count.part]) for event in found)

    def _gain(self, count: Count, seat: int) -> Any:
        for chapter in self.chapters:
            for change in net(c for line in self.lines[chapter.first : chapter.end] for c in line.changes):
                if change.kind == count.what and change.who == seat:
                    yield change.after - change.before

    def _number(self, count: Count, seat: int) -> Any:
        for line in self.lines:
            for change in line.changes:
                if change.kind == count.what and change.who == seat:
                    yield change.after


def given(
    awards: Sequence[Award], counted: EventCounter, names: Sequence[str], you: int | None = None
) -> list[AwardResult]:
    found = []
    for award in awards:
        values = {seat: value for seat in counted.seats if (value := counted.of(award.count, seat)) is not None}
        if not values:
            continue
        best = min(values.values()) if award.least else max(values.values())
        if (award.least and len(counted.seats) == 1) or not (best < award.below if award.least else best > award.above):
            continue  # least of all means nothing to whoever plays alone
        seats = [seat for seat, value in values.items() if value == best]
        who = (
            say("All")
            if len(seats) == len(counted.seats) > 2
            else say("{who}", who=[seat_name(seat, names, you) for seat in seats])
        )
        if len(seats) == len(counted.seats) == 2:
            who = say("Both")
        words = award.words(n=int(best) if best == int(best) else best).render(names)
        found.append(AwardResult(language.get().template(award.title), who, words, seats, award.medal))
    return found[:MOST_AWARDS]


def compared(
    ending: Ending, counted: EventCounter, winners: Sequence[int], names: Sequence[str], you: int | None
) -> list[str]:
    """ "Complete highways: Ines 12, you 10." """
    said = []
    for words, count in ending.compare:
        values = [(seat, counted.of(count, seat) or 0) for seat in counted.seats]
        values.sort(key=lambda pair: (pair[0] not in winners, -pair[1]))
        listed = [f"{say('you') if seat == you else seat_name(seat, names)} {value:g}" for seat, value in values]
        said.append(say("{what}: {listed:,}.", what=language.get().template(words), listed=listed))
    return said


def routes(lines: Sequence[LogLine], kinds: frozenset[Kind], names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Who went where: the way through the city, figure by figure."""
    found: dict[str, list[str]] = {}
    for line in lines:
        if line.kind in kinds:
            who, place = (Text("{it}", {"it": line.event.parts()[part]}).render(names) for part in ("who", "place"))
            way = found.setdefault(who, [])
            if not way or way[-1] != place:
                way.append(place)
    return list(found.items())


def track(
    lines: Sequence[LogLine], figure: FigureKind, names: Sequence[str], at: Kind | None = None
) -> tuple[list[tuple[str, float]], str]:
    """The number at the end of what each of these headings opens, and at the end of all.

    Without a kind of heading: at the start, and after each numbered one.
    """
    points: list[tuple[str, float]] = []
    value, when, name, first = 0.0, "", "", None
    for line in lines:
        if line.heading and (at or any(isinstance(part, int) for part in line.event.parts().values())):
            if when:
                points.append((when, value))
            when = line.text.render(names) if at in (None, line.kind) else ""
        for change in line.changes:
            if change.kind == figure:
                first = change.before if first is None else first
                value, name = change.after, change.what.text.render(names)
    if when:
        points.append((when, value))
    if at and (not points or points[-1][1] != value):
        points.append((say("At the end"), value))
    return points if at else [(say("Start"), first or 0.0), *points], name
