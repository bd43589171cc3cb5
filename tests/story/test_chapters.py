"""The log in chapters: their lines, seats and numbers agree with the table."""

from __future__ import annotations

import random

import pytest

from tabletown.kernel import Change, Event, LogLine, Match
from tabletown.kernel.events import Named
from tabletown.kernel.log import Name
from tabletown.registry import game, games
from tabletown.story import ChapterRule, Chapters, FigureKind, Story, net


class Laid(Event):
    says = "{who:seat} laid."
    who: int


class Drew(Event):
    says = "{who:seat} drew."
    who: int


class Storm(Event):
    says = "{title}"
    title: str


class Lost(Event):
    says = "{what} was lost."
    what: str


class Round(Event):
    says = "Round {n}"
    heading = True
    n: int


class Damage(Event):
    says = "Damage {n}."
    n: int


STORY = Story(
    opens={
        Laid: ChapterRule("{who:seat} laid a tile", turn=True),
        Damage: ChapterRule("Damage", no_card=True),
        Storm: ChapterRule("{title}", joins=Damage),
    },
    raises={Lost: ""},
)


def told(*lines: LogLine) -> Chapters:
    chapters = Chapters(STORY)
    for count in range(len(lines) + 1):  # as it grows
        chapters.read(lines[:count])
    return chapters


def test_a_turn_goes_on_until_another_one_opens() -> None:
    chapters = told(LogLine(Laid(0)), LogLine(Drew(0)), LogLine(Laid(0)), LogLine(Laid(1)))
    assert [(c.first, c.end, c.seat, c.complete) for c in chapters.all] == [(0, 3, 0, True), (3, 4, 1, False)]
    assert chapters.all[1].title(["Ann", "Bo"], None) == "Bo laid a tile"


def test_without_an_opening_line_a_turn_is_of_whom_its_first_line_concerns() -> None:
    chapters = told(LogLine(Round(1)), LogLine(Drew(1)), LogLine(Lost("B2"), by=0))
    assert [(c.first, c.end, c.seat) for c in chapters.all] == [(1, 3, 1)]
    assert chapters.all[0].title(["Ann", "Bo"], None) == "What Bo did"


def test_a_heading_closes_what_is_open() -> None:
    chapters = told(LogLine(Laid(0)), LogLine(Round(2)))
    assert chapters.all[0].complete


def test_an_event_joins_what_led_to_it_and_becomes_a_card() -> None:
    chapters = told(LogLine(Laid(0)), LogLine(Damage(3)), LogLine(Storm("Storm")), LogLine(Lost("B2")))
    assert [(c.first, c.end, c.seat, c.card) for c in chapters.all] == [(0, 1, 0, True), (1, 4, None, True)]
    assert chapters.all[1].title([], None) == "Storm"


def test_a_turn_takes_the_title_of_the_line_that_has_one() -> None:
    chapters = told(LogLine(Drew(1)), LogLine(Laid(1)))
    assert [(c.first, c.end) for c in chapters.all] == [(0, 2)]
    assert chapters.all[0].title(["Ann", "Bo"], None) == "Bo laid a tile"


def test_what_belongs_within_something_opens_nothing_there() -> None:
    inside = Story(opens={Damage: ChapterRule("Damage"), Storm: ChapterRule("{title}", within=Damage)})
    storm = LogLine(Storm("Storm"))
    for first, titles in (LogLine(Damage(3)), ["Damage"]), (LogLine(Laid(0)), ["What Ann did", "Storm"]):
        chapters = Chapters(inside)
        chapters.read([first, storm])
        assert [chapter.title(["Ann"], None) for chapter in chapters.all] == titles


def test_a_quiet_chapter_is_raised_by_what_matters() -> None:
    assert [c.card for c in told(LogLine(Damage(3))).all] == [False]
    assert [c.card for c in told(LogLine(Damage(3)), LogLine(Lost("B2"))).all] == [True]


def test_changes_add_up_and_what_is_as_it_was_is_left_out() -> None:
    rent, money = Named("rent"), Named("money")
    changes = [Change(rent, 3, 5), Change(money, 2, 0), Change(rent, 5, 4), Change(money, 0, 2)]
    assert net(changes) == [Change(rent, 3, 4)]


@pytest.mark.parametrize("name", [one.about.id for one in games()])
def test_the_numbers_of_the_chapters_are_those_of_the_table(name: str) -> None:
    """Added up, the chapters of a played match lead from its first ledger to its last."""
    chosen = game(name)
    match, luck = Match(chosen, seed=5, changes=True), random.Random(5)
    ledger, story = chosen.research.ledger, chosen.words.story
    assert ledger is not None and story is not None
    counted = {str(key): value for key, value in ledger(match.view(None)).items()}
    first = len(match.lines)
    while not match.over and match.number < 250:
        decision = luck.choice(match.decisions)
        match.choose(decision.seat, luck.choice(list(decision.options)))
    chapters = Chapters(story)
    chapters.read(match.lines[first:])
    for chapter in chapters.all:
        for change in net(c for line in match.lines[first:][chapter.first : chapter.end] for c in line.changes):
            assert counted.get(str(change.what.text), 0) == change.before, chapter.title(match.names, None)
            counted[str(change.what.text)] = change.after
    if match.secret_since is None:  # secret choices are not in the log yet
        now = {str(key): value for key, value in ledger(match.view(None)).items()}
        assert {key: value for key, value in counted.items() if value} == {k: v for k, v in now.items() if v}
    covered = {index for chapter in chapters.all for index in range(chapter.first, chapter.end)}
    assert [match.lines[first + i].text for i in range(len(match.lines) - first) if i not in covered] == [
        line.text for i, line in enumerate(match.lines[first:]) if line.heading and line.kind not in story.opens
    ]


@pytest.mark.parametrize("name", [one.about.id for one in games()])
def test_every_number_of_a_story_is_one_of_the_ledger(name: str) -> None:
    chosen = game(name)
    story, match = chosen.words.story, Match(chosen, seed=5)
    while not match.over and match.number < 40:
        match.choose(match.decisions[0].seat, next(iter(match.decisions[0].options)))
    assert chosen.research.ledger is not None
    known = {kind_of(key) for key in chosen.research.ledger(match.view(None))}
    assert set(story.numbers) | story.worse | ({story.big} - {""}) <= known


def kind_of(name: str) -> FigureKind:
    assert isinstance(name, Name)
    return Change(name.figure, 0, 1).kind
