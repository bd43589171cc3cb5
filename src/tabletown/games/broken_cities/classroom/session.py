"""A facilitated session: up to six tables, each an ordinary match, and one facilitator.

The tables play at their own pace and share nothing but the damage total and the climate cards. Each table's match
asks at the end of every turn what the facilitator decides (a `Chance` of kind "room", dealt by hand); this module gives
the answers. It needs neither the web nor a clock: the time comes in as `now`, in seconds.

    session = Session.of(24, seed=1)
    session.start()
    session.choose(0, seat, "buy:green")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from tabletown.classroom.session import FULL, LOCKED
from tabletown.games.broken_cities import game
from tabletown.games.broken_cities.classroom import pages
from tabletown.games.broken_cities.classroom.plan import planned
from tabletown.games.broken_cities.classroom.play import Play
from tabletown.games.broken_cities.classroom.prizes import prizes
from tabletown.games.broken_cities.classroom.state import (
    LAW_SECONDS,
    MOST_TABLES,
    NO_CARD,
    NO_TURN,
    NO_WAY_OUT,
    CitiesState,
    CityTable,
    arrange,
)
from tabletown.games.broken_cities.content import BOTS, CARDS
from tabletown.games.broken_cities.options import END, KEPT, NO_PROPOSAL, WITHDRAW
from tabletown.kernel import CHANCE, Match, Text, because
from tabletown.kernel.chance import Dealer
from tabletown.kernel.errors import BadOption, NotAllowed

__all__ = ["LAW_SECONDS", "MOST_TABLES", "CitiesSession", "arrange"]

STILL_PLAY = "Wait until every table has finished its turn. Still playing: {tables}."  # words
READING = 45.0  # seconds for which a card stays on the wall, to be read aloud
CARD = Text("Climate card {number}: {card}.")
LAW_OVER = Text("Table {table} ran out of time for a law.")
TURN_ENDED = Text("The facilitator ended {name}'s turn (table {table}).")
IN_A_TURN = (
    "turn.step2-purchase",
    "build.cost-retrofit",
    "build.any-cell",
    "demolish",
)  # the rules that ask during a turn


class CitiesSession(Play):
    """A facilitated session of several matches."""

    state_type = CitiesState

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
        self.game = game
        self.state = CitiesState(
            options=game.options(chosen),
            seed=seed,
            tables=[CityTable([""] * size, [False] * size) for size in sizes],
            deck=list(CARDS),
            clock_until=clock,
            auto=auto,
            law_seconds=law_seconds,
        )
        self.matches = []
        self.answer, self.take_back = self._answer, self._take_back

    @classmethod
    def of(cls, players: int, **more: Any) -> CitiesSession:
        """A session for this many players."""
        return cls(sizes=arrange(players), **more)

    def renewed(self, sizes: Sequence[int], clock: float = 0.0) -> Self:
        old = self.state
        made = type(self)(sizes=sizes, options=self.chosen(), seed=old.seed, clock=clock, law_seconds=old.law_seconds)
        made.state.locked, made.state.log, made.state.planned = old.locked, old.log, old.planned
        return made

    def plan_cards(self, minutes: float) -> None:
        """Set thresholds so that two to four cards come in this time, or keep the guide's numbers."""
        self.state.plan = planned(len(self.state.tables), minutes) if self.state.planned else []

    def match_of(self, table: int) -> Match:
        dealer = Dealer(self.state.seed)
        seed = dealer.word("table", 2 * table) << 64 | dealer.word("table", 2 * table + 1)
        return Match(game, list(self.state.tables[table].names), self.state.options, seed, by_hand=("room",))

    def bot_name(self, seat: int) -> str:
        return BOTS[seat]

    # ------------------------------------------------------------------ the lobby

    def join(self, name: str, table: int | None = None) -> tuple[int, int]:
        """Seat a person at this table, or at the emptiest one. In a running session they take over from a bot."""
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

    def leave(self, table: int, seat: int) -> None:
        """Remove a person for good: a bot takes over, or in the lobby the seat is free again."""
        state = self.state.tables[table]
        if self.matches:
            state.bots[seat] = True
        else:
            state.names[seat] = ""

    # ------------------------------------------------------------------ the facilitator

    def show_card(self, now: float = 0.0) -> None:
        """Show the card to the room once every table has finished its turn: all apply it at the same time."""
        halt = self.halt
        if halt is None or halt.shown:
            raise NotAllowed(NO_CARD)
        if still := [str(table + 1) for table in range(len(self.matches)) if not self.stopped(table)]:
            raise NotAllowed(because("still-play", STILL_PLAY, "facil.stop-all", tables=still))
        halt.shown, halt.shown_at = True, float(now)
        self.note(now, CARD(number=halt.number, card=CARDS[halt.card].title))
        self.react(now)

    def stood_still(self, seconds: float) -> None:
        """Add this time to every clock, law clocks included, because nobody could play."""
        super().stood_still(seconds)
        if self.runs:
            for table in self.state.tables:
                if table.law_until:
                    table.law_until += seconds

    def extend(self, seconds: float, table: int | None = None, now: float = 0.0) -> None:
        """Give more time to a table's law session, or to the whole session."""
        if table is None:
            super().extend(seconds, None, now)
        elif self.state.tables[table].law_until:
            self.state.tables[table].law_until += seconds

    def tick(self, now: float) -> None:
        """End what is out of time: law sessions and the session itself."""
        if self.runs:
            for table, mine in enumerate(self.state.tables):
                if mine.law_until and now >= mine.law_until:
                    self.law_time_up(table, now)
        super().tick(now)

    def due(self, now: float) -> bool:
        laws = [table.law_until for table in self.state.tables]
        return super().due(now) or (self.runs and any(until and now >= until for until in laws))

    def deadline(self, table: int) -> float:
        return self.state.tables[table].law_until

    def alarms(self, now: float) -> object:
        """A value that changes when the wall must: a card was read long enough, or a law session is short of time."""
        read = [now - halt.shown_at > READING for halt in self.state.halts]
        return read, [table.law_until and (table.law_until - now) // 45 for table in self.state.tables]

    def law_time_up(self, table: int, now: float = 0.0) -> None:
        """End a law session: undo what was half done and propose nothing for everyone. No votes are cast for anyone."""
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
        """End the turn of a player who is away: undo what was half bought, keep what was built."""
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
        """The seat whose turn it is; None while the table decides on laws, verdicts or losses."""
        city, match = self.city(table), self.matches[table]
        if city.phase != "turn" or match.over:
            return None
        decision = match.decision(city.order[city.turn])
        return decision.seat if decision is not None and decision.rule in IN_A_TURN else None

    def whose_turn(self, table: int) -> int | None:
        return self.at_turn(table)

    def forget(self) -> None:
        self.state.refused = []

    def _last_to_answer(self, table: int) -> int:
        return next(answer.seat for answer in reversed(self.matches[table].log) if answer.seat != CHANCE)

    def let_bot_play(self, table: int, seat: int) -> None:
        self.state.tables[table].bots[seat] = True

    def end(self, now: float = 0.0, why: str = "early") -> None:
        """End the session early: every table finishes its turn first."""
        if not self.state.ended:
            self._finish(why, now)
            self.react(now)

    def close(self, now: float = 0.0) -> None:
        """End the session at once: unfinished turns end as they are, half-written laws are dropped."""
        self.end(now)
        for table in range(len(self.matches)):
            while not self.matches[table].over:
                self._hurry(table, now)

    def _hurry(self, table: int, now: float) -> None:
        """Take one step towards ending a table."""
        city = self.city(table)
        if city.assembly is not None:
            self.law_time_up(table, now)
        elif (seat := self.at_turn(table)) is not None and not city.forced[seat]:
            self.end_turn(table, now)
        else:  # a loss from a card or a penalty that the player has to choose
            decision = self.matches[table].decisions[0]
            word = KEPT if KEPT in decision.options else decision.options[0]
            self.answer(table, decision.seat, word)
            self.played(table, now)

    # ------------------------------------------------------------------ for the pages, as plain data

    def prizes(self) -> list[dict[str, Any]]:
        return prizes(self)

    def overview(self, now: float = 0.0) -> dict[str, Any]:
        """Everything on the facilitator's page."""
        return pages.projector(self, now) | super().overview(now) | pages.of_the_desk(self)

    def table_card(self, table: int, now: float = 0.0) -> dict[str, Any]:
        return pages.table_card(self, table, now)

    def projector(self, now: float = 0.0) -> dict[str, Any]:
        """Everything on the projector, which the whole room may see."""
        return pages.projector(self, now)

    def history(self) -> list[list[str | int]]:
        """Every round of every table as rows with a header, for a CSV file."""
        return pages.history(self)
