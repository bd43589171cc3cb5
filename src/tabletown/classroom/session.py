"""A session: several tables of one game, each an ordinary match, and one facilitator. Independent of game and web.

The tables play at their own pace. A game that acts on all tables at once (a halt, a gate, a ladder) has its own
subclass. Time comes in as `now`, in seconds: the session reads no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Self, TypeVar

import msgspec

from tabletown.kernel import CHANCE, Game, Match, Reason, Text, because
from tabletown.kernel.errors import NotAllowed

Answer = Callable[[int, int, str], None]  # table, seat, option
TakeBack = Callable[[int, int], None]  # table, seat

PAUSED = because("paused", "Your teacher has paused all tables.")
NOT_STARTED = because("not-started", "The session hasn't started yet.")
FULL = because("full", "Every seat is taken.")
LOCKED = because("locked", "Joining is locked.")
BEGUN = because("already-started", "The session has already started.")
NO_TURN = because("no-turn", "This game has no way to end a turn early. Let a bot play it instead.")
FINISHED = because("finished", "Your table has finished. Look at the wall.")

BEGAN = Text("The session started with {n} table.", many="The session started with {n} tables.")
ASKS = Text("{name} (table {table}) asks: {question}")
DECIDED = Text("Ruling for all tables: {question} {answer}")
ENDED = {"clock": Text("Time is up."), "early": Text("The facilitator ended the session.")}


class TableState(msgspec.Struct):
    names: list[str]  # "" while nobody sits there
    bots: list[bool]
    people: list[bool] = []  # which seats belong to people, whoever plays them now; []: all but those of bots
    since: float = 0.0  # when its current question was asked
    turn: str = ""  # the current turn and its player
    turn_since: float = 0.0  # when that began
    over: bool = False
    last: str = ""  # what the table was doing when time was up, and may finish

    def of_people(self) -> list[int]:
        """Seats that can win a prize."""
        kept = self.people if len(self.people) == len(self.names) else [not bot for bot in self.bots]
        return [seat for seat, person in enumerate(kept) if person]


class PupilQuestion(msgspec.Struct):
    """A player's question to the facilitator; the answer goes to all tables."""

    table: int
    seat: int
    text: str
    answer: str = ""


class Noted(msgspec.Struct, array_like=True):
    """An entry of the session's log: a message that everybody reads in their own language."""

    at: float
    text: Text | str  # words alone: of a session that was kept before entries were messages
    by: str = ""  # who did it, unless it was the session's host


T = TypeVar("T", bound=TableState)


class SessionState(msgspec.Struct, Generic[T]):
    """Everything about the session that the matches don't know, as plain data."""

    options: dict[str, str]
    seed: int
    tables: list[T]
    phase: str = "lobby"  # lobby, playing, over
    paused: float = -1.0  # when the pause began
    locked: bool = False
    ended: str = ""  # the reason: clock, early, or one of the game's own
    clock_until: float = 0.0  # 0: no clock
    began: float = 0.0
    questions: list[PupilQuestion] = []
    log: list[Noted] = []


class Session:
    """The facilitator's view of several matches."""

    game: Game
    state: SessionState[Any]
    matches: list[Match]
    answer: Answer  # answers a question of a table's match
    take_back: TakeBack  # takes back a seat's last answer
    by = ""  # the helper who acts now, for the log

    def __init__(
        self, game: Game, sizes: Sequence[int], options: dict[str, str] | None = None, seed: int = 0, clock: float = 0.0
    ) -> None:
        self.game = game
        self.state = self.new_state(game.options(options), seed, sizes)
        self.state.clock_until = clock
        self.matches = []
        self.answer, self.take_back = self._answer, self._take_back

    def new_state(self, options: dict[str, str], seed: int, sizes: Sequence[int]) -> SessionState[Any]:
        return SessionState(options, seed, [TableState([""] * size, [False] * size) for size in sizes])

    state_type: type[SessionState[Any]] = SessionState[TableState]

    @classmethod
    def restore(cls, game: Game, data: Any, matches: list[Match]) -> Self:
        """Restore a session from the data of `state` and the tables' matches."""
        state = msgspec.convert(data, cls.state_type)
        session = cls.__new__(cls)
        session.game, session.state, session.matches = game, state, matches
        session.answer, session.take_back = session._answer, session._take_back
        return session

    def renewed(self, sizes: Sequence[int], clock: float = 0.0) -> Self:
        """A session with tables of these sizes and otherwise the settings of this one."""
        old = self.state
        made = type(self)(self.game, sizes, self.chosen(), old.seed, clock)
        made.state.locked, made.state.log = old.locked, old.log
        return made

    def chosen(self) -> dict[str, str]:
        """The options that the facilitator can set."""
        own = {setting.id for setting in self.game.about.settings if setting.in_room}
        return {name: value for name, value in self.state.options.items() if name not in own}

    def _answer(self, table: int, seat: int, option: str) -> None:
        self.matches[table].choose(seat, option)

    def _take_back(self, table: int, seat: int) -> None:
        self.matches[table].undo(seat, force=True)

    # ------------------------------------------------------------------ the lobby and the start

    def seat(self, table: int, seat: int, name: str) -> None:
        state = self.state.tables[table]
        state.names[seat], state.bots[seat] = name, False
        if self.matches and not self.game.about.roles:
            self.matches[table].names[seat] = name

    def start(self, now: float = 0.0) -> None:
        """Fill empty seats with bots and start the matches."""
        state = self.state
        if state.phase != "lobby":
            raise NotAllowed(BEGUN)
        for number, table in enumerate(state.tables):
            for seat, name in enumerate(table.names):
                if not name:
                    table.names[seat], table.bots[seat] = self.bot_name(seat), True
            self.matches.append(self.match_of(number))
            table.since = table.turn_since = float(now)
        state.phase, state.began = "playing", float(now)
        if state.clock_until:
            state.clock_until += now
        self.note(now, BEGAN(n=len(state.tables)))

    def add_table(self, size: int, now: float = 0.0) -> int:
        """Add a table for a latecomer; return its number."""
        self.state.tables.append(self.new_state(self.state.options, 0, [size]).tables[0])
        number = len(self.state.tables) - 1
        if self.matches:
            table = self.state.tables[number]
            table.names, table.since, table.turn_since = [self.bot_name(s) for s in range(size)], now, now
            self.matches.append(self.match_of(number))
        return number

    def begins_anew(self, table: int, seat: int) -> None:
        """React to somebody new in this seat between two rounds; by default nothing."""

    def bot_name(self, seat: int) -> str:
        return f"Bot {seat + 1}"

    def match_of(self, table: int) -> Match:
        """A new match for this table, by default with the same luck as the others."""
        return Match(self.game, self.seat_names(table), self.state.options, self.state.seed)

    def seat_names(self, table: int) -> list[str]:
        """The names of the match's seats: roles in the game, or the people who sit there."""
        about, names = self.game.about, self.state.tables[table].names
        return list(about.seat_names[: len(names)]) if about.roles else list(names)

    # ------------------------------------------------------------------ play

    def choose(self, table: int, seat: int, option: str, now: float = 0.0) -> None:
        """A player's answer at a table."""
        if reason := self.why_not_play(table):
            raise NotAllowed(reason)
        self.answer(table, seat, option)
        self.played(table, now)

    def why_not_play(self, table: int) -> Reason | None:
        if self.state.phase == "lobby":
            return NOT_STARTED
        if self.state.paused >= 0:
            return PAUSED
        return FINISHED if self.state.tables[table].over else None

    def played(self, table: int, now: float = 0.0) -> None:
        """React to an answer. Call it after every answer at a table."""
        self.state.tables[table].since = float(now)
        self.look_at(table, now)
        self.react(now)

    def look_at(self, table: int, now: float) -> None:
        """Check a table for news."""
        mine, match = self.state.tables[table], self.matches[table]
        turn = self.step_of(table)
        if turn != mine.turn:
            mine.turn, mine.turn_since = turn, float(now)
        if match.over or (self.state.ended and mine.last != self.step_of(table)):
            mine.over = True

    def step_of(self, table: int) -> str:
        """What a table may finish when time is up: by default the current turn; a game may choose the round."""
        return str(self.matches[table].turn)

    def react(self, now: float) -> None:
        """Act on it for the whole room."""
        state = self.state
        if state.phase == "playing" and all(table.over for table in state.tables):
            state.phase = "over"
            self.note(now, Text("The session is over."))

    def note(self, now: float, text: Text) -> None:
        self.state.log.append(Noted(float(now), text, self.by))

    @property
    def over(self) -> bool:
        return bool(self.state.phase == "over")

    def waiting(self) -> list[tuple[int, int, bool]]:
        """All who must answer now: (table, seat, whether a bot sits there)."""
        return [
            (table, decision.seat, self.state.tables[table].bots[decision.seat])
            for table, match in enumerate(self.matches)
            if not self.why_not_play(table)
            for decision in match.decisions
            if decision.seat != CHANCE
        ]

    # ------------------------------------------------------------------ the facilitator

    def pause(self, now: float = 0.0) -> None:
        if self.state.paused < 0:
            self.state.paused = float(now)
            self.note(now, Text("All tables are paused."))

    def go_on(self, now: float = 0.0) -> None:
        """Resume after a pause; all clocks stood still meanwhile."""
        state = self.state
        if state.paused >= 0:
            lost = now - state.paused
            state.paused = -1.0
            self.stood_still(lost)
            self.note(now, Text("The tables are playing again."))

    def stood_still(self, seconds: float) -> None:
        """Discount this time on all clocks, because nobody could play; a pause is discounted as a whole when it
        ends."""
        state = self.state
        if state.phase != "playing" or state.paused >= 0:
            return
        if state.clock_until:
            state.clock_until += seconds
        for table in state.tables:
            table.since += seconds
            table.turn_since += seconds

    def extend(self, seconds: float, table: int | None = None, now: float = 0.0) -> None:
        """Give the whole session more time; a game may do so for its tables, too."""
        if table is None:
            self.state.clock_until = (self.state.clock_until or now) + seconds

    def tick(self, now: float) -> None:
        """End what has run out of time."""
        if self.runs and self.state.clock_until and now >= self.state.clock_until:
            self.end(now, "clock")

    @property
    def runs(self) -> bool:
        return bool(self.state.phase == "playing" and self.state.paused < 0)

    def due(self, now: float) -> bool:
        """Whether `tick` has anything to do."""
        return bool(self.runs and self.state.clock_until and now >= self.state.clock_until and not self.state.ended)

    def deadline(self, table: int) -> float:
        """The end of this table's joint action; 0: no time limit."""
        return 0.0

    def alarms(self, now: float) -> object:
        """A value that changes when the passing of time alone requires a redraw of desk and wall."""
        return None

    def at_turn(self, table: int) -> int | None:
        """The seat whose turn the desk could end; by default none."""
        return None

    def whose_turn(self, table: int) -> int | None:
        """The seat that a table waits for; None if several seats think, or none."""
        asked = [d.seat for d in self.matches[table].decisions if d.seat != CHANCE]
        return asked[0] if len(asked) == 1 and not self.why_not_play(table) else None

    def end_turn(self, table: int, now: float = 0.0) -> None:
        raise NotAllowed(NO_TURN)

    def ask(self, table: int, seat: int, text: str, now: float = 0.0) -> int:
        """Ask the facilitator a question; returns its number."""
        self.state.questions.append(PupilQuestion(table, seat, text))
        self.note(now, ASKS(name=self.state.tables[table].names[seat], table=table + 1, question=text))
        return len(self.state.questions) - 1

    def decide(self, question: int, answer: str, now: float = 0.0) -> None:
        """Answer a question for all tables; everybody can read it."""
        self.state.questions[question].answer = answer
        self.note(now, DECIDED(question=self.state.questions[question].text, answer=answer))

    @property
    def decisions(self) -> list[PupilQuestion]:
        return [question for question in self.state.questions if question.answer]

    def end(self, now: float = 0.0, why: str = "early") -> None:
        """End the session once every table has finished its current action."""
        state = self.state
        if state.ended or state.phase != "playing":
            return
        state.ended = why
        for number, table in enumerate(state.tables):
            table.last = self.step_of(number)
        self.note(now, ENDED[why])
        self.react(now)

    def close(self, now: float = 0.0) -> None:
        """End the session at once, with results as they stand."""
        self.end(now)
        for table in self.state.tables:
            table.over = True
        self.react(now)

    def forget(self) -> None:
        """Delete what people wrote together with their names; a game may have more to delete."""

    def clock_left(self, now: float) -> float | None:
        """Seconds left; a pause stops the clock."""
        state = self.state
        if not state.clock_until or state.ended:
            return None
        return max(0.0, state.clock_until - (state.paused if state.paused >= 0 else now))

    # ------------------------------------------------------------------ for the pages, as plain data

    def overview(self, now: float = 0.0) -> dict[str, Any]:
        """The facilitator's overview, the same for any game."""
        state = self.state
        return {
            "phase": state.phase,
            "ended": state.ended,
            "clock": self.clock_left(now),
            "paused": state.paused >= 0,
            "locked": state.locked,
            "tables": [self.table_card(table, now) for table in range(len(state.tables))],
            "joined": sum(
                1 for t in state.tables for name, bot in zip(t.names, t.bots, strict=True) if name and not bot
            ),
            "seats": sum(len(t.names) for t in state.tables),
            "questions": [
                msgspec.to_builtins(question) | {"number": number} for number, question in enumerate(state.questions)
            ],
            "log": [(noted.at, str(noted.text), noted.by) for noted in state.log[:-60:-1]],
        }

    def table_card(self, table: int, now: float = 0.0) -> dict[str, Any]:
        """A table at a glance."""
        mine = self.state.tables[table]
        card: dict[str, Any] = {"number": table + 1, "names": mine.names, "bots": mine.bots, "phase": "lobby"}
        if not self.matches:
            return card
        asked = [decision.seat for decision in self.matches[table].decisions if decision.seat != CHANCE]
        waits = mine.over or not asked or (self.runs and self.why_not_play(table) is not None)
        return card | {
            "phase": "over" if mine.over else "waiting" if waits else "turn",
            "asked": [] if waits else asked,
            "waited": max(0.0, now - mine.since),
            "turn_for": max(0.0, (self.state.paused if self.state.paused >= 0 else now) - mine.turn_since),
            "at_turn": self.at_turn(table),
        }
