"""What a game adds to the classroom: how its tables are made, what the wall shows, prizes, questions, a lesson plan.

A game that can be played with a class has a module or package `classroom` whose `lesson` is a subclass of `Lesson`.
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
    rule: str  # what earns it


class Talk(msgspec.Struct):
    """A question for the discussion after the session."""

    text: str
    answers: list[str] = []  # answers to vote for on the phones


class Step(msgspec.Struct):
    """A part of the lesson: when it begins, how long it takes, what to say and what to press."""

    at: int
    minutes: int
    title: str
    aloud: str
    press: str


class Content(msgspec.Struct):
    """A game's content/class.toml."""

    lead: str  # a sentence or two: what it teaches and how many can play
    story: str
    prize: list[Prize]
    question: list[Talk]
    before: list[str]  # texts that pupils read while they wait
    early: list[str]  # what to do at a table that finishes before the others
    learn: list[str]
    step: list[Step]
    short: list[str] = []  # what to leave out if time is short


class Lesson:
    """A game played with a class; each such game has a subclass."""

    game: Game
    content: Content
    seats = 4  # at a table
    fewest = 1  # seats that must be played at a table; bots fill those that people don't take
    most_tables = 6
    tables = 5  # unless the teacher says otherwise
    minutes = 40
    times: Sequence[int] = (30, 40, 60, 90)
    starts = 10  # minute of the lesson plan in which the tables begin
    crowd = 40  # most people in a class, including those waiting to be seated
    single = False  # everybody has a table of their own, opened when they join
    unit = "points"  # words
    several_rounds = False  # whether another round can follow, with new tables
    defaults: Mapping[str, str] = {}  # options that are preset for a class
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
        """Prepare the session once players and duration are known."""

    def following(self, session: Session, clock: float) -> tuple[Session, Mapping[tuple[int, int], tuple[int, int]]]:
        """The next round before it begins, and where everybody moves: {(table, seat): (table, seat)}."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what a table is like

    def mark(self, seat: int, size: int = 18) -> str:
        """The symbol of a seat."""
        return mark(seat, size)

    def seat_title(self, seat: int) -> str:
        """The title of a seat, whoever sits there: a colour or a role in the game."""
        names = self.game.about.seat_names
        return names[seat] if seat < len(names) else say("seat {n}", n=seat + 1)

    def nameless(self, seat: int, number: int) -> str:
        """What to call someone whose name has been deleted."""
        return self.seat_title(seat)

    def where(self, session: Session, table: int) -> str:
        """A table's progress in a word or two."""
        return ""

    def scores(self, session: Session, table: int) -> list[int]:
        """The current score of each seat at a table."""
        return [0] * len(session.state.tables[table].names)

    @property
    def guard(self) -> Callable[[Any, int, str], str] | None:
        """Checks an answer (table, seat, option) before the rules do, at every table of the game."""
        return None

    # ------------------------------------------------------------------ the wall and the desk

    def wall(self, session: Session, view: dict[str, Any]) -> str:
        """The wall as it looks now."""
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
        """The winners of each prize, and why they won, in a few words."""
        return {}

    def view(self, session: Session, now: float) -> dict[str, Any]:
        """The contents of the desk, as plain data."""
        view = session.overview(now)
        view["prizes"] = self.prizes(session)
        if session.matches:
            for number, card in enumerate(view["tables"]):
                card["where"], card["scores"] = self.where(session, number), self.scores(session, number)
                card["order"] = sorted(range(len(card["names"])), key=lambda seat: -card["scores"][seat])
        return view

    def desk(self, room: Room, view: dict[str, Any]) -> dict[str, Any]:
        """Further values that the desk's templates need."""
        return {}

    def needs(self, room: Room, view: dict[str, Any]) -> list[dict[str, Any]]:
        """Further things that wait for the facilitator."""
        return []

    def actions(self, room: Room, form: Do) -> dict[str, Callable[[], object]]:
        """Further things the facilitator can do."""
        return {}

    # ------------------------------------------------------------------ the talk afterwards

    async def talk(self, room: Room) -> dict[str, Any]:
        """The contents of the debrief and the report."""
        return {}

    async def own(self, room: Room, person: Person) -> dict[str, Any]:
        """The contents of a pupil's own page."""
        return {}

    async def rows(self, room: Room) -> Rows:
        """One row per turn, for a spreadsheet."""
        return []

    async def rounds(self, room: Room) -> Rows:
        """One row per round, for a spreadsheet."""
        return await self.rows(room)

    async def what_if(self, room: Room, query: Mapping[str, str]) -> dict[str, Any] | None:
        """The answer to a what-if question of the debrief; None if the game has no such question."""
        return None

    def plan(self) -> dict[str, Any]:
        """Further contents of the lesson plan."""
        return {}


Winner = tuple[int, list[int]]  # a table, and seats of it


def part(title: str, html: str, help: str = "", to_print: bool = False) -> dict[str, Any]:
    """Render a section of the debrief, of the report (`to_print`), or of a pupil's own page."""
    return {"title": title, "html": html, "help": help, "print": to_print}


def entry(session: Session, prize: Any, won: Iterable[Winner], why: str) -> dict[str, Any]:
    winners = [
        {"table": table, "seats": seats, "names": [session.state.tables[table].names[seat] for seat in seats]}
        for table, seats in won
    ]
    return {"id": prize.id, "title": prize.title, "rule": prize.rule, "winners": winners, "why": why if winners else ""}


def best(ranked: Iterable[tuple[Any, Winner]]) -> tuple[list[Winner], Any]:
    """Everyone with the highest rank, and that rank."""
    known = list(ranked)
    if not known:
        return [], None
    top = max(rank for rank, _ in known)
    return [winner for rank, winner in known if rank == top], top


def lessons(games: Mapping[str, Game]) -> dict[str, Lesson]:
    """Those of these games that can be played with a class: they have a module `classroom`."""
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
