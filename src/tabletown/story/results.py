"""The result of a match in words: the verdict with its numbers, awards from the log, the danger track."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tabletown.drawing import figure
from tabletown.kernel import LogLine, Match, Text, say
from tabletown.kernel.text import language, seat_name
from tabletown.story.chapters import Chapter, Chapters, FigureKind, Kind, Story, net
from tabletown.story.sentences import paragraph

MOST_AWARDS = 4


@dataclass(frozen=True)
class Count:
    """A number for each seat, computed from the log alone.

    `how`: "lines" counts the seat's lines of the kind `what`; "largest" is the largest `part` of such a line; "gain"
    the most that the figure `what` rose in one chapter; "peak", "low" and "final" that figure itself.
    """

    how: str
    what: Kind | FigureKind
    part: str = ""


@dataclass(frozen=True)
class Award:
    title: str
    words: Text  # with {n}
    count: Count
    least: bool = False  # the lowest number wins
    above: float = 0.0  # no award for this or less, unless the lowest wins
    below: float = math.inf  # if the lowest wins: no award for this or more
    medal: str = "star"  # its symbol: one of `tabletown.drawing.MEDALS`


class LaneEntry(NamedTuple):
    """An entry in a seat's lane: when, and what; `kept`: an honour rather than an event."""

    when: str
    words: str
    kept: bool = False


@dataclass(frozen=True)
class Ending:
    """How a game presents its end."""

    # state, outcome, names, the reader's seat -> a title and a reason with the decisive numbers; None: from the scores
    verdict: Callable[[Any, Any, Sequence[str], int | None], tuple[str, str]] | None = None
    last_words: Callable[[Any], str] | None = None  # the story's last words
    # state, lines, names -> how it came about: a heading and a sentence or two, from the log
    how: Callable[[Any, Sequence[LogLine], Sequence[str]], tuple[str, str]] | None = None
    where: Callable[[Any], list[str]] | None = None  # state -> the places concerned, on the final board
    compare: tuple[tuple[str, Count], ...] = ()  # numbers compared at the end of the reason
    track: FigureKind | None = None  # the figure that measured the danger, in cooperative games
    tracked: str = ""  # the title of its chart
    limit: Callable[[Any], float] | None = None  # the limit of that figure
    # headings of the log at whose end the danger is measured, shown as bars; None: a line, measured after each numbered
    # one
    at: Kind | None = None
    # state -> what reaching the limit means, and what would have prevented it
    lost_by: Callable[[Any], str] | None = None
    # state -> points, if not as in the outcome's breakdown: a heading, and rows of words, one for each seat
    points: Callable[[Any], tuple[str, list[tuple[str, list[str]]]]] | None = None
    # state -> each seat's legacy: a heading, and the entries of each seat in order
    lanes: Callable[[Any], tuple[str, list[list[LaneEntry]]]] | None = None
    board: Callable[[Any], str] | None = None  # state -> the final board, if the finished table shows something else
    table: tuple[tuple[str, Count], ...] = ()  # numbers of each seat side by side, where points say little
    # the finished state -> what to play next: the button's words and the settings; None: no suggestion
    next_game: Callable[[Any], tuple[str, dict[str, str]] | None] | None = None
    awards: tuple[Award, ...] = ()
    day: bool = False  # a city at night: where somebody wins, day comes
    # parts of the board that light up at the end, as a CSS selector; {n} stands for a winner's number, from 1
    lights: str = ""
    route: frozenset[Kind] = frozenset()  # lines that say {who} went to {place}, which make up the route


@dataclass
class AwardResult:
    """An award and its winners."""

    title: str
    who: str
    words: str
    seats: list[int]
    medal: str


@dataclass
class ResultSummary:
    """The words of a result page."""

    title: str
    why: str
    last_words: str = ""
    how: tuple[str, str] = ("", "")
    places: list[str] = field(default_factory=list)  # the places concerned, on the final board
    awards: list[AwardResult] = field(default_factory=list)
    # the danger at the end of each round: when, and the number
    track: list[tuple[str, float]] = field(default_factory=list)
    track_name: str = ""
    tracked: str = ""
    bars: bool = False
    lost_by: str = ""
    routes: list[tuple[str, list[str]]] = field(default_factory=list)  # everyone's route, in order
    limit: float = 0.0
    points: tuple[str, list[tuple[str, list[str]]]] | None = None  # a heading; by seat: points by source
    table: list[tuple[str, list[float]]] = field(default_factory=list)  # by seat: the numbers counted
    lanes: tuple[str, list[list[LaneEntry]]] | None = None
    board: str | None = None  # None: the same as at the table
    next_game: tuple[str, dict[str, str]] | None = None


def summarize(match: Match, you: int | None = None) -> ResultSummary:
    """The summary of a finished match whose lines have their changes (`Match(changes=True)`). `you`: the reader's
    seat."""
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
    why = paragraph([why, *compared(ending, counted, outcome.winners, match.names, you)])
    told = ResultSummary(title, why, ending.last_words(match.state) if ending.last_words is not None else "")
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
    """Who won, as one whole sentence: "You" takes another verb than a name."""
    if not winners:
        return say("You lose") if len(names) == 1 else say("Everyone loses")
    if len(names) == 1 and scores:  # a solo match: nobody was beaten
        return say("{n} point", "{n} points", n=int(scores[0]))
    if len(names) == len(winners) > 1:
        return say("Everyone wins") if you is None else say("You all win")
    others = [seat_name(seat, names) for seat in winners if seat != you]
    if len(winners) > 1:
        return (
            say("You and {who} share the win", who=others) if you in winners else say("{who} share the win", who=others)
        )
    ranked = sorted(scores, reverse=True)
    # the runner-up's points too
    points = say(" to ").join(figure(score) for score in ranked[:2]) if len(ranked) > 1 else ""
    if you in winners:
        return say("You win, {points}", points=points) if points else say("You win")
    if you is not None and len(names) > 2 and len(scores) > you and scores[you] == ranked[1] > ranked[2]:
        return say("{who} wins; you are second", who=others[0])
    return say("{who} wins, {points}", who=others[0], points=points) if points else say("{who} wins", who=others[0])


# ------------------------------------------------------------------ counting


class EventCounter:
    """Counts numbers of each seat from the log."""

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
            continue  # a lowest number means nothing in a solo match
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
        listed = [f"{say('you') if seat == you else seat_name(seat, names)} {figure(value)}" for seat, value in values]
        said.append(say("{what}: {listed:,}.", what=language.get().template(words), listed=listed))
    return said


def routes(lines: Sequence[LogLine], kinds: frozenset[Kind], names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Everyone's route through the city, figure by figure."""
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
    """The danger at the end of each chapter that these headings open, and at the end of the match.

    Without a kind of heading: at the start, and after each numbered chapter.
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
    return points if at else [(say("At the start"), first or 0.0), *points], name
