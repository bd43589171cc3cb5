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
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from tabletown.games.broken_cities import session_pages as pages
from tabletown.games.broken_cities.content import CARDS, COLOURS, thresholds
from tabletown.games.broken_cities.rules.climate import GO_ON
from tabletown.games.broken_cities.rules.drafting import DONE, WITHDRAW
from tabletown.games.broken_cities.rules.laws import KEPT
from tabletown.games.broken_cities.rules.legislation import NO_PROPOSAL, VETO
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.words import END
from tabletown.kernel import CHANCE, Match, because, load, save
from tabletown.kernel.chance import deal
from tabletown.kernel.errors import BadOption, NotAllowed

FEWEST, MOST, MOST_TABLES = 3, 24, 6
LAW_SECONDS = 300.0
FORMAT = 1

PAUSED = because("The facilitator has paused all tables.", "facil.stop-all")
NOT_STARTED = because("The session has not started yet.", "facil.story")
FULL = because("Every seat is taken.", "facil.tables")
LOCKED = because("Joining is locked.", "facil.tables")
NO_CARD = because("No climate card has been drawn.", "facil.same-card")
BEGUN = because("The session has started already.", "facil.tables")


class TableState(msgspec.Struct):
    names: list[str]  # "" while nobody sits there
    bots: list[bool]
    reported: int = 0  # damage reported so far
    rounds: int = 0  # rounds reported
    last_report: int = 0
    cards: int = 0  # halts whose card this table has received
    card_change: int = 0  # what the last card did to its emissions
    laws: int = 0  # halts whose law session this table has finished
    law_until: float = 0.0  # when its law session ends; 0: none is held
    since: float = 0.0  # when its pending question was asked
    over: bool = False


class Halt(msgspec.Struct):
    """All tables stop for one climate card."""

    number: int
    card: str
    threshold: int
    total: int
    shown: bool = False  # until then only the facilitator sees the card
    done: bool = False
    last: bool = False  # the card of the last threshold (option last_event=final_card): the end follows, no law


class Question(msgspec.Struct):
    """Something that a player asks the judge; the answer goes to all tables."""

    table: int
    seat: int
    text: str
    answer: str = ""


class SessionState(msgspec.Struct):
    """Everything that the matches themselves do not know, as plain data."""

    options: dict[str, str]
    seed: int
    tables: list[TableState]
    phase: str = "lobby"  # lobby, playing, over
    total: int = 0
    spaces: int = 0  # thresholds used up
    deck: list[str] = []
    halts: list[Halt] = []
    paused: float = -1.0  # since when
    locked: bool = False
    ended: str = ""  # damage, clock, fifty
    first_to_50: tuple[int, int] | None = None
    clock_until: float = 0.0  # 0: no clock
    law_seconds: float = LAW_SECONDS
    auto: bool = False  # cards are shown as soon as they are drawn
    questions: list[Question] = []
    log: list[tuple[float, str]] = []


def arrange(players: int) -> list[int]:
    """The sizes of the tables for so many players: threes and fours, as many fours as possible."""
    if players > MOST:
        raise BadOption(f"A session takes at most {MOST} players, not {players}.")
    tables = -(-players // 4)
    if players < FEWEST or tables * 3 > players:
        raise BadOption(f"{players} players cannot be split into tables of three or four.")
    return [4 if table < players - 3 * tables else 3 for table in range(tables)]


Answer = Callable[[int, int, str], None]  # table, seat, option


class Session:
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
        sizes = list(sizes) if sizes is not None else [4] * tables
        if not 1 <= len(sizes) <= MOST_TABLES:
            raise BadOption(f"A session has 1 to {MOST_TABLES} tables, not {len(sizes)}.")
        for size in sizes:
            if size not in (3, 4):
                raise BadOption(f"A table seats three or four, not {size}.")
        chosen = dict(options or {}) | {"facilitated": "on", "tables": str(len(sizes))}
        self.state = SessionState(
            options=chosen,
            seed=seed,
            tables=[TableState([""] * size, [False] * size) for size in sizes],
            deck=list(CARDS),
            clock_until=clock,
            auto=auto,
            law_seconds=law_seconds,
        )
        self.matches: list[Match] = []
        self.answer: Answer = self._answer

    @classmethod
    def of(cls, players: int, **more: Any) -> Session:
        """A session for so many players."""
        return cls(sizes=arrange(players), **more)

    def _answer(self, table: int, seat: int, option: str) -> None:
        self.matches[table].choose(seat, option)

    # ------------------------------------------------------------------ the lobby

    def join(self, name: str, table: int | None = None) -> tuple[int, int]:
        """Seat somebody: at this table, or at the fullest one that still has room. In a running session a newcomer
        takes over from a bot."""
        state = self.state
        if state.locked:
            raise NotAllowed(LOCKED)
        wanted = range(len(state.tables)) if table is None else [table]
        free = [
            (-sum(map(bool, state.tables[t].names)), t, seat)
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
                    table.names[seat], table.bots[seat] = f"{COLOURS[seat]} bot", True
            seed = state.seed * 1_000_003 + number
            self.matches.append(Match(game, list(table.names), state.options, seed, by_hand=("room",)))
            table.since = float(now)
        state.phase = "playing"
        if state.clock_until:
            state.clock_until += now
        self._note(now, f"The session began with {len(state.tables)} tables.")

    # ------------------------------------------------------------------ playing

    def choose(self, table: int, seat: int, option: str, now: float = 0.0) -> None:
        """A player's answer at a table."""
        if reason := self.why_not_play():
            raise NotAllowed(reason)
        self.answer(table, seat, option)
        self.played(table, now)

    def why_not_play(self) -> Any:
        if self.state.phase == "lobby":
            return NOT_STARTED
        return PAUSED if self.state.paused >= 0 else None

    def played(self, table: int, now: float = 0.0) -> None:
        """To be called after every answer at a table, however it was given: the room reacts."""
        self.state.tables[table].since = float(now)
        self._look_at(table, now)
        self._react(now)

    def _look_at(self, table: int, now: float) -> None:
        """What is new at this table: a finished game, a report of damage, the end of a law session."""
        state, mine, city = self.state, self.state.tables[table], self.city(table)
        if city.assembly is None:
            mine.law_until = 0.0
        elif not mine.law_until:
            mine.law_until = now + state.law_seconds
        if self.matches[table].over and not mine.over:
            mine.over = True
            mine.laws = mine.cards = len(state.halts)
            if city.end == "rent":
                winner = max(city.winners, key=lambda seat: city.rents[seat])
                self._note(now, f"{mine.names[winner]} (table {table + 1}) reached {city.rents[winner]} rent.")
                if state.first_to_50 is None:
                    state.first_to_50 = (table, winner)
                if state.options.get("fifty") == "stop_all":
                    self._finish("fifty", now)
        elif self.in_room(table) and city.resume == "renters" and mine.rounds < city.round:
            mine.last_report = city.history[-1][1]
            mine.rounds = city.round
            mine.reported += mine.last_report
            state.total += mine.last_report
            self._note(now, f"Table {table + 1} reports damage {mine.last_report}, total {state.total}.")

    def _react(self, now: float) -> None:
        """Give every table that waits for the facilitator its word, until nothing changes any more."""
        state = self.state
        while True:
            self._check_damage(now)
            said = False
            for table in range(len(self.matches)):
                if self.in_room(table) and (word := self._word_for(table)):
                    before = self.city(table).emissions
                    self.answer(table, CHANCE, word)
                    if word.startswith(("event:", "last:")):
                        state.tables[table].cards = len(state.halts)
                        state.tables[table].card_change = self.city(table).emissions - before
                    self._look_at(table, now)
                    said = True
            if not said:
                break
        halt = self.halt
        if halt is not None and all(table.laws == halt.number for table in state.tables):
            halt.done = True
            if halt.last:
                self._finish("damage", now)
            self._react(now)
        if state.phase == "playing" and all(table.over for table in state.tables):
            state.phase = "over"
            self._note(now, "The session is over.")

    def _check_damage(self, now: float) -> None:
        """The next threshold stops everybody; the last one ends the session."""
        state, spaces = self.state, self.thresholds
        if state.ended or not state.deck or (self.halt is not None) or state.spaces >= len(spaces):
            return
        passed = sum(1 for space in spaces if space <= state.total) - state.spaces
        if passed <= 0 or (state.options.get("pace") == "sync" and not self._all_at_round_end()):
            return
        last = state.total >= spaces[-1] and state.options.get("session_end") != "timed"
        if last and state.options.get("last_event") != "final_card":
            state.spaces = len(spaces)
            self._finish("damage", now)
            return
        state.spaces += 1 if state.options.get("events") == "each_space" and not last else passed
        card = deal(state.seed, len(state.halts), state.deck)
        state.deck.remove(card)
        number, threshold = len(state.halts) + 1, spaces[state.spaces - 1]
        state.halts.append(Halt(number, card, threshold, state.total, shown=state.auto, last=last))
        for table in state.tables:
            if table.over:
                table.cards = table.laws = len(state.halts)
        self._note(now, f"Damage reached {spaces[state.spaces - 1]}: everybody stops.")

    def _word_for(self, table: int) -> str:
        """What the facilitator says to this table now; "" if it has to wait."""
        state, mine, city = self.state, self.state.tables[table], self.city(table)
        if state.ended:
            return f"end:{state.ended}"
        halt = self.halt
        if halt is not None and mine.cards < halt.number:
            return f"{'last' if halt.last else 'event'}:{halt.card}" if halt.shown else ""
        mine.laws = mine.cards  # it comes back from its law session
        if state.options.get("pace") == "sync" and city.resume == "renters" and not self._all_at_round_end():
            return ""
        return GO_ON

    def in_room(self, table: int) -> bool:
        return self.city(table).phase == "room" and not self.matches[table].over

    def _all_at_round_end(self) -> bool:
        """Option pace=sync: nobody is still in the round that others have finished."""
        live = [table for table in range(len(self.matches)) if not self.matches[table].over]
        first = min((self.city(table).round for table in live), default=0)
        return all(self.city(table).round > first or self.state.tables[table].rounds == first for table in live)

    # ------------------------------------------------------------------ the facilitator

    def show_card(self, now: float = 0.0) -> None:
        """Read the card aloud: every table applies it as soon as its current turn is over."""
        halt = self.halt
        if halt is None or halt.shown:
            raise NotAllowed(NO_CARD)
        halt.shown = True
        self._note(now, f"Climate card {halt.number}: {CARDS[halt.card].title}.")
        self._react(now)

    def pause(self, now: float = 0.0) -> None:
        if self.state.paused < 0:
            self.state.paused = float(now)
            self._note(now, "All tables are paused.")

    def go_on(self, now: float = 0.0) -> None:
        """Play on after a pause; every timer stood still meanwhile."""
        state = self.state
        if state.paused >= 0:
            lost = now - state.paused
            state.paused = -1.0
            if state.clock_until:
                state.clock_until += lost
            for table in state.tables:
                if table.law_until:
                    table.law_until += lost
            self._note(now, "The tables play on.")

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
            self.end(now)

    def law_time_up(self, table: int, now: float = 0.0) -> None:
        """The host's timer: nobody proposes or accepts any more, so the session ends without a law."""
        self._note(now, f"Table {table + 1}: the time for a law is up.")
        while self.city(table).assembly is not None:
            decision = self.matches[table].decisions[0]
            self.answer(table, decision.seat, _give_up(decision.options))
        self.played(table, now)

    def skip(self, table: int, now: float = 0.0) -> None:
        """Let the game go on where somebody is away: the pending questions get their plainest answers."""
        match = self.matches[table]
        for decision in match.decisions:
            if decision.seat != CHANCE:
                self.answer(table, decision.seat, _give_up(decision.options))
        self.played(table, now)

    def let_bot_play(self, table: int, seat: int) -> None:
        self.state.tables[table].bots[seat] = True

    def ask(self, table: int, seat: int, text: str, now: float = 0.0) -> int:
        """A player asks the judge; gives the question's number."""
        self.state.questions.append(Question(table, seat, text))
        self._note(now, f"{self.state.tables[table].names[seat]} (table {table + 1}) asks: {text}")
        return len(self.state.questions) - 1

    def decide(self, question: int, answer: str, now: float = 0.0) -> None:
        """The facilitator decides alike for all tables: everybody gets to read it."""
        self.state.questions[question].answer = answer
        self._note(now, f"Decided for all tables: {self.state.questions[question].text} {answer}")

    @property
    def decisions(self) -> list[Question]:
        return [question for question in self.state.questions if question.answer]

    def end(self, now: float = 0.0) -> None:
        """End by the clock: every table finishes its turn."""
        if not self.state.ended:
            self._finish("clock", now)
            self._react(now)

    def close(self, now: float = 0.0) -> None:
        """End at once: the tables stand as they are."""
        self.end(now)
        self.state.phase = "over"

    def _finish(self, end: str, now: float) -> None:
        self.state.ended = end
        for halt in self.state.halts:
            halt.done = True
        self._note(now, {"damage": "The damage is full.", "clock": "Time is up."}.get(end, "A player reached 50 rent."))

    def _note(self, now: float, text: str) -> None:
        self.state.log.append((float(now), text))

    # ------------------------------------------------------------------ what stands where

    def city(self, table: int) -> BrokenCities:
        state: BrokenCities = self.matches[table].state
        return state

    @property
    def over(self) -> bool:
        return self.state.phase == "over"

    @property
    def halt(self) -> Halt | None:
        """The halt that is going on."""
        halts = self.state.halts
        return halts[-1] if halts and not halts[-1].done else None

    @property
    def thresholds(self) -> list[int]:
        return thresholds(len(self.state.tables), self.state.options.get("thresholds") == "printed")

    @property
    def next_threshold(self) -> int | None:
        return next((space for space in self.thresholds[self.state.spaces :] if space > self.state.total), None)

    def waiting(self) -> list[tuple[int, int, bool]]:
        """Who must answer now: (table, seat, whether a bot sits there)."""
        if self.why_not_play():
            return []
        return [
            (table, decision.seat, self.state.tables[table].bots[decision.seat])
            for table, match in enumerate(self.matches)
            for decision in match.decisions
            if decision.seat != CHANCE
        ]

    # ------------------------------------------------------------------ for the pages, as plain data

    def prizes(self) -> list[dict[str, Any]]:
        return pages.prizes(self)

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


def _give_up(options: Sequence[str]) -> str:
    """The plainest answer for somebody who is away or out of time."""
    for word in (NO_PROPOSAL, WITHDRAW, DONE, VETO, KEPT, END):
        if word in options:
            return word
    return options[0]
