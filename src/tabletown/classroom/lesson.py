"""What a game adds to the room: how its tables are made, what the wall shows, prizes, questions, the plan of a lesson.

A game that can be played with a class has a module or package `classroom` with `lesson`, a `Lesson` of its own.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import msgspec

from tabletown import registry
from tabletown.classroom.session import Session
from tabletown.drawing import mark
from tabletown.kernel import Game, Match, load_content, say

if TYPE_CHECKING:
    from tabletown.classroom.pages.desk import Do
    from tabletown.classroom.room import Room
    from tabletown.classroom.roster import Person

log = logging.getLogger("tabletown.web")

Rows = list[list[Any]]


class Prize(msgspec.Struct):
    id: str
    title: str
    rule: str  # for what one gets it


class Talk(msgspec.Struct):
    """A question for the talk afterwards."""

    text: str
    answers: list[str] = []  # to vote for on the phones


class Step(msgspec.Struct):
    """A part of the lesson: from which minute, for how long, what to say and what to press."""

    at: int
    minutes: int
    title: str
    aloud: str
    press: str


class Content(msgspec.Struct):
    """A game's content/class.toml."""

    lead: str  # what it is for how many, in a sentence or two
    story: str
    prize: list[Prize]
    question: list[Talk]
    before: list[str]  # what pupils read while they wait
    early: list[str]  # what a table does that has finished before the others
    learn: list[str]
    step: list[Step]
    short: list[str] = []  # if time runs short


class Lesson:
    """One for each game that can be played with a class."""

    game: Game
    content: Content
    seats = 4  # at a table
    fewest = 1  # seats of a table that must be played; bots take what is missing
    most_tables = 6
    tables = 5  # unless the teacher says otherwise
    minutes = 40
    times: Sequence[int] = (30, 40, 60, 90)
    starts = 10  # the minute of the plan in which the tables begin
    crowd = 40  # people, with those at the door
    single = False  # everybody has a table of their own, which opens when they come
    unit = "points"  # words
    several_rounds = False  # whether another round can follow, with new tables
    defaults: Mapping[str, str] = {}  # options that a class begins with
    session_type: type[Session] = Session

    def __init__(self, game: Game) -> None:
        assert game.folder is not None
        self.game = game
        self.content = load_content(game.folder / "content" / "class.toml", Content)

    @property
    def id(self) -> str:
        return self.game.about.id

    # ------------------------------------------------------------------ sessions

    def new(self, sizes: Sequence[int], options: Mapping[str, str] | None = None, seed: int = 0) -> Session:
        return self.session_type(self.game, sizes, dict(self.defaults) | dict(options or {}), seed)

    def restore(self, data: Any, matches: list[Match]) -> Session:
        return self.session_type.restore(self.game, data, matches)

    def prepare(self, session: Session, minutes: int) -> None:
        """What is set up once it is known who plays and for how long."""

    def following(self, session: Session, clock: float) -> tuple[Session, Mapping[tuple[int, int], tuple[int, int]]]:
        """The next round, before it begins, and where everybody goes: {(table, seat): (table, seat)}."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what a table is like

    def mark(self, seat: int, size: int = 18) -> str:
        """The sign of a seat."""
        return mark(seat, size)

    def seat_title(self, seat: int) -> str:
        """What a seat is called, whoever sits there: a colour, a part in the game."""
        names = self.game.about.seat_names
        return names[seat] if seat < len(names) else say("seat {n}", n=seat + 1)

    def nameless(self, seat: int, number: int) -> str:
        """What to call someone whose name was deleted."""
        return self.seat_title(seat)

    def where(self, session: Session, table: int) -> str:
        """Where a table stands, in a word or two."""
        return ""

    def scores(self, session: Session, table: int) -> list[int]:
        """How the seats of a table stand."""
        return [0] * len(session.state.tables[table].names)

    @property
    def guard(self) -> Callable[[Any, int, str], str] | None:
        """Looks at an answer before the rules do (table, seat, option), at every table of the game."""
        return None

    # ------------------------------------------------------------------ the wall and the desk

    def wall(self, session: Session, view: dict[str, Any]) -> str:
        """The wall at this moment."""
        raise NotImplementedError

    def prizes(self, session: Session) -> list[dict[str, Any]]:
        """Who would get each prize now: announced before play, final when the session is over."""
        won = self.winners(session) if session.matches else {}
        found = []
        for prize in self.content.prize:
            winners, why = won.get(prize.id, ([], ""))
            found.append(entry(session, prize, winners, why))
        return found

    def winners(self, session: Session) -> dict[str, tuple[list[Winner], str]]:
        """Each prize's winners, and why in a few words."""
        return {}

    def view(self, session: Session, now: float) -> dict[str, Any]:
        """What the desk shows, as plain data."""
        view = session.overview(now)
        view["prizes"] = self.prizes(session)
        if session.matches:
            for number, card in enumerate(view["tables"]):
                card["where"], card["scores"] = self.where(session, number), self.scores(session, number)
                card["order"] = sorted(range(len(card["names"])), key=lambda seat: -card["scores"][seat])
        return view

    def desk(self, room: Room, view: dict[str, Any]) -> dict[str, Any]:
        """What else the templates of the desk need."""
        return {}

    def needs(self, room: Room, view: dict[str, Any]) -> list[dict[str, Any]]:
        """What else waits for the facilitator."""
        return []

    def actions(self, room: Room, wish: Do) -> dict[str, Callable[[], object]]:
        """What else the facilitator can do."""
        return {}

    # ------------------------------------------------------------------ the talk afterwards

    async def talk(self, room: Room) -> dict[str, Any]:
        """What the debrief and the report show."""
        return {}

    async def own(self, room: Room, person: Person) -> dict[str, Any]:
        """What a pupil's own page shows."""
        return {}

    async def rows(self, room: Room) -> Rows:
        """Every turn, for a spreadsheet."""
        return []

    async def rounds(self, room: Room) -> Rows:
        """Every round, for a spreadsheet."""
        return await self.rows(room)

    async def what_if(self, room: Room, query: Mapping[str, str]) -> dict[str, Any] | None:
        """The answer to a question that the debrief offers; None where there is none like it."""
        return None

    def plan(self) -> dict[str, Any]:
        """What the lesson plan shows besides its steps."""
        return {}


Winner = tuple[int, list[int]]  # a table, and seats of it


def part(title: str, html: str, help: str = "", to_print: bool = False) -> dict[str, Any]:
    """A section of the debrief, of the report (`to_print`), or of a pupil's own page."""
    return {"title": title, "html": html, "help": help, "print": to_print}


def entry(session: Session, prize: Any, won: Iterable[Winner], why: str) -> dict[str, Any]:
    winners = [
        {"table": table, "seats": seats, "names": [session.state.tables[table].names[seat] for seat in seats]}
        for table, seats in won
    ]
    return {"id": prize.id, "title": prize.title, "rule": prize.rule, "winners": winners, "why": why if winners else ""}


def best(ranked: Iterable[tuple[Any, Winner]]) -> tuple[list[Winner], Any]:
    """All that are as good as the best, and how good that is; the highest rank is best."""
    known = list(ranked)
    if not known:
        return [], None
    top = max(rank for rank, _ in known)
    return [winner for rank, winner in known if rank == top], top


def lessons(games: Mapping[str, Game]) -> dict[str, Lesson]:
    """The games among these that can be played with a class: those with a module `classroom`."""
    found: dict[str, Lesson] = {}
    for point in sorted(entry_points(group=registry.GROUP), key=lambda point: point.name):
        module = point.module + ".classroom"
        try:
            if point.name in games and find_spec(module) is not None:
                found[point.name] = importlib.import_module(module).lesson(games[point.name])
        except ModuleNotFoundError:
            continue
        except Exception:
            log.exception("the lesson of %s cannot be loaded", point.name)
    return found
