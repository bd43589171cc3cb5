"""A facilitated session: up to six tables, each an ordinary match, and one facilitator.

The tables play at their own pace and share nothing but the damage total and the climate cards. Each table's match
asks, at the end of every turn, what the facilitator says (a `Chance` of kind "room", dealt by hand); this module gives
those answers. It knows no web and no clock: time comes in as `now`, in seconds.

    session = Session.of(24, seed=1)
    session.start()
    session.choose(0, seat, "buy:green")
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tabletown.games.broken_cities.content import BOTS, CARDS
from tabletown.games.broken_cities.options import END, KEPT, NO_PROPOSAL, WITHDRAW
from tabletown.games.broken_cities.session import pages
from tabletown.games.broken_cities.session.play import Play
from tabletown.games.broken_cities.session.prizes import prizes
from tabletown.games.broken_cities.session.state import (
    BEGUN,
    FULL,
    LAW_SECONDS,
    LOCKED,
    MOST_TABLES,
    NO_CARD,
    NO_TURN,
    NO_WAY_OUT,
    Question,
    SessionState,
    TableState,
    arrange,
)
from tabletown.kernel import CHANCE, Match, Text, load, save
from tabletown.kernel.chance import Dealer
from tabletown.kernel.errors import BadOption, NotAllowed

__all__ = ["LAW_SECONDS", "MOST_TABLES", "Session", "arrange"]

FORMAT = 1
BEGAN = Text("The session began with {n} table.", many="The session began with {n} tables.")
CARD = Text("Climate card {number}: {card}.")
LAW_OVER = Text("Table {table}: the time for a law is up.")
TURN_ENDED = Text("The turn of {name} (table {table}) was ended at the desk.")
ASKS = Text("{name} (table {table}) asks: {question}")
DECIDED = Text("Decided for all tables: {question} {answer}")
IN_A_TURN = ("turn.step2-purchase", "build.cost-retrofit", "build.any-cell", "demolish")  # what is asked then


class Session(Play):
    """The facilitator's side of several matches."""

    def __init__(
        self,
        tables: int = 2,
        sizes: Sequence[int] | None = None,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        clock: float = 0.0,
        auto: bool = False,
        law_seconds: float = LAW_SECONDS,
    ) -> None:
        from tabletown.games.broken_cities import game

        sizes = list(sizes) if sizes is not None else [4] * tables
        if not 1 <= len(sizes) <= MOST_TABLES:
            raise BadOption(f"A session has 1 to {MOST_TABLES} tables, not {len(sizes)}.")
        for size in sizes:
            if size not in (3, 4):
                raise BadOption(f"A table seats three or four, not {size}.")
        chosen = dict(options or {}) | {"facilitated": "on", "tables": str(len(sizes))}
        self.state = SessionState(
            options=game.options(chosen),
            seed=seed,
            tables=[TableState([""] * size, [False] * size) for size in sizes],
            deck=list(CARDS),
            clock_until=clock,
            auto=auto,
            law_seconds=law_seconds,
        )
        self.matches: list[Match] = []
        self.answer, self.take_back = self._answer, self._take_back

    @classmethod
    def of(cls, players: int, **more: Any) -> Session:
        """A session for so many players."""
        return cls(sizes=arrange(players), **more)

    def _answer(self, table: int, seat: int, option: str) -> None:
        self.matches[table].choose(seat, option)

    def _take_back(self, table: int, seat: int) -> None:
        self.matches[table].undo(seat, force=True)

    # ------------------------------------------------------------------ the lobby

    def join(self, name: str, table: int | None = None) -> tuple[int, int]:
        """Seat somebody: at this table, or at the emptiest one. In a running session a newcomer takes over from a
        bot."""
        state = self.state
        if state.locked:
            raise NotAllowed(LOCKED)
        wanted = range(len(state.tables)) if table is None else [table]
        free = [
            (sum(1 for n, bot in zip(state.tables[t].names, state.tables[t].bots) if n and not bot), t, seat)
            for t in wanted
            for seat, taken in enumerate(state.tables[t].names)
            if not taken or state.tables[t].bots[seat]
        ]
        if not free:
            raise NotAllowed(FULL)
        _, t, seat = min(free)
        self.seat(t, seat, name)
        return t, seat

    def seat(self, table: int, seat: int, name: str) -> None:
        state = self.state.tables[table]
        state.names[seat], state.bots[seat] = name, False
        if self.matches:
            self.matches[table].names[seat] = name

    def leave(self, table: int, seat: int) -> None:
        """Somebody is gone for good: a bot takes over, or in the lobby the seat is free again."""
        state = self.state.tables[table]
        if self.matches:
            state.bots[seat] = True
        else:
            state.names[seat] = ""

    def start(self, now: float = 0.0) -> None:
        """Bots take the empty seats; the matches begin."""
        from tabletown.games.broken_cities import game

        state = self.state
        if state.phase != "lobby":
            raise NotAllowed(BEGUN)
        for number, table in enumerate(state.tables):
            for seat, name in enumerate(table.names):
                if not name:
                    table.names[seat], table.bots[seat] = BOTS[seat], True
            dealer = Dealer(state.seed)
            seed = dealer.word("table", 2 * number) << 64 | dealer.word("table", 2 * number + 1)
            self.matches.append(Match(game, list(table.names), state.options, seed, by_hand=("room",)))
            table.since = table.turn_since = float(now)
        state.phase, state.began = "playing", float(now)
        if state.clock_until:
            state.clock_until += now
        self.note(now, BEGAN(n=len(state.tables)))

    # ------------------------------------------------------------------ the facilitator

    def show_card(self, now: float = 0.0) -> None:
        """Read the card aloud: every table applies it as soon as its current turn is over."""
        halt = self.halt
        if halt is None or halt.shown:
            raise NotAllowed(NO_CARD)
        halt.shown, halt.shown_at = True, float(now)
        self.note(now, CARD(number=halt.number, card=CARDS[halt.card].title))
        self._react(now)

    def pause(self, now: float = 0.0) -> None:
        if self.state.paused < 0:
            self.state.paused = float(now)
            self.note(now, Text("All tables are paused."))

    def go_on(self, now: float = 0.0) -> None:
        """Play on after a pause; every timer stood still meanwhile."""
        state = self.state
        if state.paused >= 0:
            lost = now - state.paused
            state.paused = -1.0
            self.stood_still(lost)
            self.note(now, Text("The tables play on."))

    def stood_still(self, seconds: float) -> None:
        """Nobody could play for so long: no clock counts it. A pause counts as a whole when it ends."""
        state = self.state
        if state.phase != "playing" or state.paused >= 0:
            return
        if state.clock_until:
            state.clock_until += seconds
        for table in state.tables:
            table.since += seconds
            table.turn_since += seconds
            if table.law_until:
                table.law_until += seconds

    def extend(self, seconds: float, table: int | None = None, now: float = 0.0) -> None:
        """More time: for the law session of a table, or for the whole session."""
        if table is None:
            self.state.clock_until = (self.state.clock_until or now) + seconds
        elif self.state.tables[table].law_until:
            self.state.tables[table].law_until += seconds

    def tick(self, now: float) -> None:
        """What the clock ends: law sessions, and the session itself."""
        state = self.state
        if state.phase != "playing" or state.paused >= 0:
            return
        for table, mine in enumerate(state.tables):
            if mine.law_until and now >= mine.law_until:
                self.law_time_up(table, now)
        if state.clock_until and now >= state.clock_until:
            self.end(now, "clock")

    def law_time_up(self, table: int, now: float = 0.0) -> None:
        """The host's timer: what was half agreed is taken back and nobody proposes any more. Nobody's vote is cast."""
        self.note(now, LAW_OVER(table=table + 1))
        while self.city(table).assembly is not None:
            decision = self.matches[table].decisions[0]
            word = next((word for word in (NO_PROPOSAL, WITHDRAW) if word in decision.options), "")
            if word:
                self.answer(table, decision.seat, word)
            else:  # a vote, or a part of the law that is being set
                self.take_back(table, self._last_to_answer(table))
        self.played(table, now)

    def end_turn(self, table: int, now: float = 0.0) -> None:
        """End the turn of somebody who is away: what was half bought is taken back, what was built stays."""
        seat = self.at_turn(table)
        if seat is None:
            raise NotAllowed(NO_TURN)
        if self.city(table).forced[seat]:
            raise NotAllowed(NO_WAY_OUT)
        while (decision := self.matches[table].decision(seat)) is not None and END not in decision.options:
            self.take_back(table, seat)
        self.answer(table, seat, END)
        self.note(now, TURN_ENDED(name=self.state.tables[table].names[seat], table=table + 1))
        self.played(table, now)

    def at_turn(self, table: int) -> int | None:
        """The seat whose turn is being played; None while laws, verdicts or losses are asked for."""
        city, match = self.city(table), self.matches[table]
        if city.phase != "turn" or match.over:
            return None
        decision = match.decision(city.order[city.turn])
        return decision.seat if decision is not None and decision.rule in IN_A_TURN else None

    def _last_to_answer(self, table: int) -> int:
        return next(answer.seat for answer in reversed(self.matches[table].log) if answer.seat != CHANCE)

    def let_bot_play(self, table: int, seat: int) -> None:
        self.state.tables[table].bots[seat] = True

    def ask(self, table: int, seat: int, text: str, now: float = 0.0) -> int:
        """A player asks the judge; gives the question's number."""
        self.state.questions.append(Question(table, seat, text))
        self.note(now, ASKS(name=self.state.tables[table].names[seat], table=table + 1, question=text))
        return len(self.state.questions) - 1

    def decide(self, question: int, answer: str, now: float = 0.0) -> None:
        """The facilitator decides alike for all tables: everybody gets to read it."""
        self.state.questions[question].answer = answer
        self.note(now, DECIDED(question=self.state.questions[question].text, answer=answer))

    @property
    def decisions(self) -> list[Question]:
        return [question for question in self.state.questions if question.answer]

    def end(self, now: float = 0.0, why: str = "early") -> None:
        """End before the damage is full: every table finishes its turn."""
        if not self.state.ended:
            self._finish(why, now)
            self._react(now)

    def close(self, now: float = 0.0) -> None:
        """End at once: unfinished turns end as they are, half-written laws are dropped."""
        self.end(now)
        for table in range(len(self.matches)):
            while not self.matches[table].over:
                self._hurry(table, now)

    def _hurry(self, table: int, now: float) -> None:
        """One step towards the end of a table that is to stop."""
        city = self.city(table)
        if city.assembly is not None:
            self.law_time_up(table, now)
        elif (seat := self.at_turn(table)) is not None and not city.forced[seat]:
            self.end_turn(table, now)
        else:  # a card's or a penalty's loss that is left to choose
            decision = self.matches[table].decisions[0]
            word = KEPT if KEPT in decision.options else decision.options[0]
            self.answer(table, decision.seat, word)
            self.played(table, now)

    # ------------------------------------------------------------------ for the pages, as plain data

    def prizes(self) -> list[dict[str, Any]]:
        return prizes(self)

    def overview(self, now: float = 0.0) -> dict[str, Any]:
        """All that the facilitator's page shows."""
        return pages.overview(self, now)

    def projector(self, now: float = 0.0) -> dict[str, Any]:
        """What everybody in the room may see."""
        return pages.projector(self, now)

    def history(self) -> list[list[str | int]]:
        """Every round of every table as rows with a header: a CSV file for the talk afterwards."""
        return pages.history(self)

    # ------------------------------------------------------------------ saving

    def to_json(self) -> str:
        """The whole session: what is agreed in the room, and every table's match."""
        data = {
            "format": FORMAT,
            "session": msgspec.to_builtins(self.state),
            "matches": [save(match) for match in self.matches],
        }
        return json.dumps(data, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Session:
        from tabletown.games.broken_cities import game

        data = json.loads(text)
        if data.get("format") != FORMAT:
            raise BadOption(f"This session has format {data.get('format')}; this program reads format {FORMAT}.")
        return cls.restore(data["session"], [load(match, lambda name: game) for match in data["matches"]])

    @classmethod
    def restore(cls, data: Any, matches: list[Match]) -> Session:
        """From the plain data of `state` and the tables' matches, wherever those were kept."""
        state = msgspec.convert(data, SessionState)
        session = cls(sizes=[len(table.names) for table in state.tables])
        session.state, session.matches = state, matches
        return session
