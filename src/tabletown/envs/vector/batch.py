"""The part of a batch that one process plays, and the arrays it fills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.bots import Bot
from tabletown.bots.own import find, made
from tabletown.envs import rewards
from tabletown.envs.table import Table
from tabletown.kernel import Game
from tabletown.kernel.chance import Dealer
from tabletown.kernel.errors import BadOption


@dataclass(frozen=True)
class How:
    """The settings that all matches of a batch share."""

    game: str | Game
    seats: int | None = None
    options: dict[str, str] | None = None
    limit: int = 20_000
    reward: str = rewards.WIN
    opponents: Any = None  # a bot, or one for each of the other seats; None: every seat is asked
    seat: int | None = None  # the learner's seat among opponents; None: by the row's index, in turn

    def table(self) -> Table:
        table = Table(self.game, self.seats, self.options, self.limit)
        rewards.check(self.reward, table)
        if isinstance(self.opponents, list | tuple) and len(self.opponents) != table.seats - 1:
            raise BadOption(f"There are {table.seats - 1} other seats, but {len(self.opponents)} opponents.")
        if self.seat is not None and not 0 <= self.seat < table.seats:
            raise BadOption(f"There is no seat {self.seat}; there are seats 0 to {table.seats - 1}.")
        return table


@dataclass(frozen=True)
class Arrays:
    """One row per match. Every step overwrites all of them, and `final_observation` where a match ended."""

    observation: NDArray[np.int16]  # what the seat that is asked may know
    mask: NDArray[np.int8]  # the legal actions of that seat
    seat: NDArray[np.int32]  # the seat that is asked
    reward: NDArray[np.float32]  # of each seat, for the last answer
    terminated: NDArray[np.bool_]  # the match ended, and the row already shows the next one
    truncated: NDArray[np.bool_]  # the match was cut off at the limit of answers
    final_observation: NDArray[np.int16]  # of a match that ended: the final observation of the seat that answered last
    action: NDArray[np.int64]  # the actions to take

    @classmethod
    def layout(cls, n: int, table: Table) -> dict[str, tuple[tuple[int, ...], type[Any]]]:
        """The offsets of the arrays, widest type first, so that each is aligned."""
        return {
            "action": ((n,), np.int64),
            "seat": ((n,), np.int32),
            "reward": ((n, table.seats), np.float32),
            "observation": ((n, table.size), np.int16),
            "final_observation": ((n, table.size), np.int16),
            "mask": ((n, table.actions), np.int8),
            "terminated": ((n,), np.bool_),
            "truncated": ((n,), np.bool_),
        }

    @classmethod
    def bytes_for(cls, n: int, table: Table) -> int:
        return sum(int(np.prod(shape)) * np.dtype(kind).itemsize for shape, kind in cls.layout(n, table).values())

    @classmethod
    def over(cls, buffer: Any, n: int, table: Table) -> Arrays:
        """Arrays in this memory, which other processes may share."""
        made, at = {}, 0
        for name, (shape, kind) in cls.layout(n, table).items():
            made[name] = array = np.ndarray(shape, kind, buffer, at)
            at += array.nbytes
        return cls(**made)

    def part(self, first: int, last: int) -> Arrays:
        """A slice of rows in the same memory."""
        return Arrays(**{name: array[first:last] for name, array in vars(self).items()})


class Batch:
    """Some rows of matches, each row one match after the other. The seed, the row's index and its count decide which
    match comes next, not the number of rows or the process that plays them."""

    def __init__(self, how: How, arrays: Arrays, first: int = 0) -> None:
        self.how, self.arrays, self.first = how, arrays, first
        table = how.table()
        n = len(arrays.seat)
        self.tables = [table.clone() for _ in range(n)]
        self.matches = [0] * n  # begun so far in each row
        self._dealer = Dealer(0)
        self._asked = [0] * n  # the seat that each row waits for
        self._by_chances = how.reward == rewards.CHANCES
        self._turns: list[object] = [None] * n
        self._standings: list[list[float]] = [[]] * n
        self._bots: list[dict[int, Bot]] = [{} for _ in range(n)]
        self._observations = arrays.observation.data.cast("B")
        self._masks = arrays.mask.data.cast("B")

    def learner(self, row: int) -> int:
        """The learner's seat in this row, if bots play the others."""
        seats = self.tables[row].seats
        return self.how.seat if self.how.seat is not None else (self.first + row) % seats

    def reset(self, seed: int) -> None:
        self._dealer = Dealer(seed)
        self._clear()
        for row in range(len(self.tables)):
            self.matches[row] = 0
            self._begin(row)
        self._look()

    def step(self) -> None:
        """Play one action in every row: first all answers, then all observations, as a processor does the same thing
        many times over faster than different things in turn."""
        self._clear()
        for table, action, seat in zip(self.tables, self.arrays.action.tolist(), self._asked):
            table.step(action, seat)
        for row, table in enumerate(self.tables):
            if self._bots[row]:
                self._others(row)
            if self._by_chances:
                self._pay_by_turn(row)
            if table.over:
                self._end(row)
        self._look()

    def _clear(self) -> None:
        arrays = self.arrays
        arrays.reward[:], arrays.terminated[:], arrays.truncated[:] = 0, False, False

    def _look(self) -> None:
        """Write what each seat that is asked may know and do."""
        encoding, arrays = self.tables[0].encoding, self.arrays
        asked = [table.match.decisions[0] for table in self.tables]
        arrays.seat[:] = self._asked = seats = [decision.seat for decision in asked]
        views = [table.view(seat) for table, seat in zip(self.tables, seats)]
        self._observations[:] = b"".join(map(encoding.row, views, seats, asked))
        self._masks[:] = b"".join([encoding.mask(decision.options) for decision in asked])

    def _others(self, row: int) -> None:
        """Let the bots answer until the learner is asked or the match is over."""
        table, bots = self.tables[row], self._bots[row]
        match = table.match
        while not table.over:
            decision = match.decisions[0]
            bot = bots.get(decision.seat)
            if bot is None:
                return
            match.choose(decision.seat, bot.choose(match.player_view(decision.seat)))
            table.answers += 1

    def _pay_by_turn(self, row: int) -> None:
        """Reward each seat at the end of a turn by the change of its chance of winning."""
        table = self.tables[row]
        turn = table.match.turn
        if turn != self._turns[row] or table.over:
            now = rewards.standings(table)
            self.arrays.reward[row] = [new - old for new, old in zip(now, self._standings[row])]
            self._turns[row], self._standings[row] = turn, now

    def _end(self, row: int) -> None:
        table, arrays = self.tables[row], self.arrays
        if table.match.over:
            arrays.terminated[row] = True
            if not self._by_chances:
                arrays.reward[row] = rewards.at_end(self.how.reward, table)
        else:
            arrays.truncated[row] = True
        arrays.final_observation[row] = table.observe(self._asked[row])
        self._begin(row)

    def _begin(self, row: int) -> None:
        """Start the next match of this row."""
        table = self.tables[row]
        luck = self._dealer.word(f"match {self.first + row}", self.matches[row])
        self.matches[row] += 1
        table.reset(luck)
        if self.how.opponents is not None:
            self._bots[row] = self._seated(row, Dealer(luck))
            self._others(row)
        if self._by_chances:
            self._turns[row], self._standings[row] = table.match.turn, rewards.standings(table)

    def _seated(self, row: int, dealer: Dealer) -> dict[int, Bot]:
        learner, opponents = self.learner(row), self.how.opponents
        others = [seat for seat in range(self.tables[row].seats) if seat != learner]
        given = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * len(others)
        return {
            seat: (find if isinstance(bot, str) else made)(bot, dealer.word("bot", seat))
            for seat, bot in zip(others, given)
        }
