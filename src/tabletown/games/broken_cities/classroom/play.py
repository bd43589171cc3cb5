"""How the room reacts to its tables: reports of damage, halts, one card for all, and the end."""

from __future__ import annotations

from tabletown.classroom import session as rooms
from tabletown.games.broken_cities.classroom.effects import effect
from tabletown.games.broken_cities.classroom.state import CitiesState, Halt
from tabletown.games.broken_cities.content import thresholds
from tabletown.games.broken_cities.options import CARD_IN, END_WORDS, EVENT_WORDS, GO_ON, LAST_WORDS
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.kernel import CHANCE, Reason, Text
from tabletown.kernel.chance import Dealer

REACHED = Text("{name} (table {table}) reached {rent} rent.")
REPORTS = Text("Table {table} reported {damage} damage, {total} in total.")
STOPS = Text("Damage reached {damage}: everyone stopped.")
ENDED = {
    "damage": Text("The damage track is full."),
    "clock": Text("Time is up."),
    "early": Text("The facilitator ended the session."),
    "fifty": Text("A player reached 50 rent."),
}


class Play(rooms.Session):
    """The tables of a session while they are played."""

    state: CitiesState

    def why_not_play(self, table: int = 0) -> Reason | None:
        """Why nobody may play now, or None. A match that is over is refused by the match itself."""
        if self.state.phase == "lobby":
            return rooms.NOT_STARTED
        return rooms.PAUSED if self.state.paused >= 0 else None

    def look_at(self, table: int, now: float) -> None:
        """Record what is new at this table: a finished game, a damage report, the start or end of a law session."""
        state, mine, city = self.state, self.state.tables[table], self.city(table)
        turn = str(self.matches[table].turn)
        if turn != mine.turn:
            mine.turn, mine.turn_since = turn, float(now)
        if city.assembly is None:
            mine.law_until = 0.0
        elif not mine.law_until:
            mine.law_until = now + state.law_seconds
        if self.matches[table].over and not mine.over:
            mine.over = True
            mine.laws = mine.cards = len(state.halts)
            if city.end == "rent":
                winner = max(city.winners, key=lambda seat: city.rents[seat])
                self.note(now, REACHED(name=mine.names[winner], table=table + 1, rent=city.rents[winner]))
                if state.first_to_50 is None and winner in mine.of_people():
                    state.first_to_50 = (table, winner)
                if state.options["fifty"] == "stop_all":
                    self._finish("fifty", now)
        elif self.in_room(table) and city.resume == "renters" and mine.rounds < city.round:
            mine.last_report = city.history[-1][1]
            mine.rounds = city.round
            mine.reported += mine.last_report
            state.total += mine.last_report
            state.reports.append((float(now), table, mine.last_report, state.total))
            self.note(now, REPORTS(table=table + 1, damage=mine.last_report, total=state.total))

    def react(self, now: float) -> None:
        """Answer every table that waits for the facilitator, until nothing changes any more."""
        state = self.state
        while True:
            self._check_damage(now)
            said = False
            for table in range(len(self.matches)):
                if self.in_room(table) and (word := self._word_for(table)):
                    before = self.city(table).emissions
                    card = CARD_IN.get(word, "")
                    if card:  # counted before the card strikes: afterwards the tiles are gone
                        state.tables[table].effect = effect(self.city(table), card)
                    self.answer(table, CHANCE, word)
                    if card:
                        state.tables[table].cards = len(state.halts)
                        state.tables[table].card_change = self.city(table).emissions - before
                    self.look_at(table, now)
                    said = True
            if not said:
                break
        halt = self.halt
        if halt is not None and all(table.laws == halt.number for table in state.tables):
            halt.done = True
            if halt.last:
                self._finish("damage", now)
            self.react(now)
        if state.phase == "playing" and all(table.over for table in state.tables):
            state.phase = "over"
            self.note(now, Text("The session is over."))

    def _check_damage(self, now: float) -> None:
        """The next threshold stops everybody; the last one ends the session."""
        state, spaces = self.state, self.thresholds
        if state.ended or not state.deck or (self.halt is not None) or state.spaces >= len(spaces):
            return
        passed = sum(1 for space in spaces if space <= state.total) - state.spaces
        if passed <= 0 or (state.options["pace"] == "sync" and not self._all_at_round_end()):
            return
        last = state.total >= spaces[-1] and state.options["session_end"] != "timed"
        if last and state.options["last_event"] != "final_card":
            state.spaces = len(spaces)
            self._finish("damage", now)
            return
        state.spaces += 1 if state.options["events"] == "each_space" and not last else passed
        card = Dealer(state.seed).deal("climate", len(state.halts), state.deck)
        state.deck.remove(card)
        number, threshold = len(state.halts) + 1, spaces[state.spaces - 1]
        state.halts.append(Halt(number, card, threshold, state.total, shown=state.auto, at=float(now), last=last))
        for table in state.tables:
            if table.over:
                table.cards = table.laws = len(state.halts)
        self.note(now, STOPS(damage=spaces[state.spaces - 1]))

    def _word_for(self, table: int) -> str:
        """The facilitator's answer to this table now; "" if the table has to wait."""
        state, mine, city = self.state, self.state.tables[table], self.city(table)
        if state.ended:
            return END_WORDS.get(state.ended, END_WORDS["clock"])  # a table treats an early end like the clock
        halt = self.halt
        if halt is not None and mine.cards < halt.number:
            return (LAST_WORDS if halt.last else EVENT_WORDS)[halt.card] if halt.shown else ""
        mine.laws = mine.cards  # its law session is over
        if state.options["pace"] == "sync" and city.resume == "renters" and not self._all_at_round_end():
            return ""
        return GO_ON

    def stopped(self, table: int) -> bool:
        """Whether the table waits for the room or has finished."""
        return self.in_room(table) or self.state.tables[table].over

    def in_room(self, table: int) -> bool:
        return self.city(table).phase == "room" and not self.matches[table].over

    def _all_at_round_end(self) -> bool:
        """Option pace=sync: whether no table is still in a round that others have finished."""
        live = [table for table in range(len(self.matches)) if not self.matches[table].over]
        first = min((self.city(table).round for table in live), default=0)
        return all(self.city(table).round > first or self.state.tables[table].rounds == first for table in live)

    def _finish(self, end: str, now: float) -> None:
        self.state.ended = end
        for halt in self.state.halts:
            halt.done = True
        self.note(now, ENDED[end])

    # ------------------------------------------------------------------ what stands where

    def city(self, table: int) -> BrokenCities:
        state: BrokenCities = self.matches[table].state
        return state

    @property
    def halt(self) -> Halt | None:
        """The current halt, if any."""
        halts = self.state.halts
        return halts[-1] if halts and not halts[-1].done else None

    @property
    def thresholds(self) -> list[int]:
        return self.state.plan or thresholds(len(self.state.tables), self.state.options["thresholds"] == "printed")

    @property
    def next_threshold(self) -> int | None:
        return next((space for space in self.thresholds[self.state.spaces :] if space > self.state.total), None)
