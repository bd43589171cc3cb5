"""A match for learning agents: numbered actions, observations as arrays, and exact copies.

from tabletown.envs import Table
table = Table("right-of-way")
table.reset(seed=1)
while not table.over:
    seat = table.seat
    observation, mask = table.observe(seat), table.mask(seat)
    table.step(int(mask.nonzero()[0][0]))
print(table.rewards)
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.encoding import Encoding
from tabletown.envs.generic import generic_encoding
from tabletown.envs.outcome import rewards_of
from tabletown.kernel import CHANCE, Decision, Game, Match
from tabletown.kernel.errors import NotAllowed, NotAsked, UnknownWord
from tabletown.registry import game as find_game
from tabletown.saves.replay import match_from_log

Array = NDArray[np.int16]
Mask = NDArray[np.int8]


class IllegalAction(ValueError):
    """A masked action: it is not an option of the seat's question."""


def encoding_of(game: Game, seats: int, options: dict[str, str]) -> Encoding:
    """The game's own encoding, or a generic one found by sampling a few matches."""
    if game.research.encoding is not None:
        return game.research.encoding(seats, options)  # type: ignore[no-any-return]
    return generic_encoding(game, seats, options)


class Table:
    """One match at a time. Seats are numbers; action `i` is the word `words[i]`."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        limit: int = 20_000,
    ) -> None:
        """`limit`: answers after which a match is cut off (`truncated`)."""
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = self.game.options(options)
        self.limit = limit
        self.match = Match(self.game, seats, self.options, seed=0, live=False)  # raises an error for bad settings
        self.seats = self.match.seats
        self.encoding = encoding_of(self.game, self.seats, self.options)
        self.words = self.encoding.words
        self.actions = self.encoding.actions
        self.size = self.encoding.size
        self.answers = 0
        self._hide = self.game.view.hide

    # ------------------------------------------------------------------ playing

    def reset(self, seed: int | None = None) -> None:
        self.match = Match(self.game, self.seats, self.options, seed, live=False)
        self.answers = 0

    @property
    def over(self) -> bool:
        return self.match.over or self.truncated

    @property
    def truncated(self) -> bool:
        return self.answers >= self.limit and not self.match.over

    @property
    def seat(self) -> int:
        """The first seat that is asked; -1 when the match is over."""
        decisions = self.match.decisions
        return decisions[0].seat if decisions else CHANCE

    @property
    def waiting(self) -> list[int]:
        """All seats that are asked now; several if they act at the same time."""
        return [decision.seat for decision in self.match.decisions]

    def step(self, action: int, seat: int | None = None) -> None:
        """Answer for this seat (by default the first that is asked)."""
        if seat is None:
            seat = self.seat
        words = self.words
        try:
            self.match.choose(seat, words[action] if 0 <= action < len(words) else self.word(action, seat))
        except (NotAllowed, NotAsked, UnknownWord):
            raise IllegalAction(f"Action {action} is masked: it isn't an option for seat {seat} now.") from None
        self.answers += 1

    @property
    def rewards(self) -> list[float]:
        return rewards_of(self.match)

    # ------------------------------------------------------------------ numbers and words

    def legal(self, seat: int) -> list[int]:
        """The actions that are options of this seat's question."""
        decision = self.match.decision(seat)
        return self.encoding.actions_of(decision.options) if decision is not None else []

    def mask(self, seat: int) -> Mask:
        decision = self.match.decision(seat)
        return np.frombuffer(self.encoding.mask(decision.options if decision is not None else ()), np.int8)

    def observe(self, seat: int) -> Array:
        """What this seat may know and is asked, as one row; `planes` splits it into named parts."""
        match = self.match
        row = self.encoding.row(match.view(seat), seat, match.decision(seat))
        return np.frombuffer(bytearray(row), np.int16)

    def view(self, seat: int) -> Any:
        """The state as this seat may know it."""
        return self._hide(self.match.state, seat)

    def look(self, seat: int) -> tuple[Array, Mask]:
        """Observation and mask at once."""
        match, encoding = self.match, self.encoding
        asked: Decision | None = None
        for decision in match.decisions:  # usually there is one
            if decision.seat == seat:
                asked = decision
                break
        row = bytearray(encoding.encode(self.view(seat), seat) + encoding.question(asked, seat))
        mask = encoding.mask(asked.options if asked is not None else ())
        return np.frombuffer(row, np.int16), np.frombuffer(mask, np.int8)

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """The factors that normalise an observation."""
        return np.float32(1) / np.array(self.encoding.scales, np.float32)

    def normalised(self, observation: Array) -> NDArray[np.float32]:
        """One or more observations as numbers from -1 to 1; rare larger values are clipped."""
        scaled: NDArray[np.float32] = observation * self.scale
        return scaled.clip(-1.0, 1.0)

    def planes(self, observation: Array) -> dict[str, Array]:
        """The named parts of an observation, each in its shape, as views without copying."""
        found, at = {}, 0
        for part in self.encoding.layout:
            found[part.name] = observation[at : at + part.size].reshape(part.shape)
            at += part.size
        return found

    def word(self, action: int, seat: int | None = None) -> str:
        """The option word of an action of this seat's question."""
        seat = self.seat if seat is None else seat
        decision = self.match.decision(seat)
        if decision is not None:
            if 0 <= action < len(self.words):
                word = self.words[action]
                if word in decision.options:
                    return word
            elif action in (legal := self.encoding.actions_of(decision.options)):
                return decision.options[legal.index(action)]
        raise IllegalAction(f"Action {action} is masked: it isn't an option for seat {seat} now.")

    def action(self, word: str, seat: int | None = None) -> int:
        """The action of an option word of this seat's question."""
        seat = self.seat if seat is None else seat
        decision = self.match.decision(seat)
        options = list(decision.options) if decision is not None else []
        if word not in options:
            raise IllegalAction(f"{word!r} isn't an option for seat {seat} now.")
        return self.encoding.actions_of(options)[options.index(word)]

    # ------------------------------------------------------------------ copies

    def clone(self, seed: int | None = None) -> Table:
        """A copy in the same position; with a seed, its future luck differs."""
        twin = self._empty()
        twin.match = self.match.clone(seed)
        return twin

    def imagine(self, seat: int, rng: random.Random) -> Table:
        """A position that is consistent with what this seat knows: hidden information and future luck are random."""
        twin = self._empty()
        twin.match = self.match.imagine(seat, rng)
        return twin

    def _empty(self) -> Table:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        kept = {"seats": self.seats, "options": self.options, "limit": self.limit, "answers": self.answers}
        match, game = self.match, self.game.about.id if _known(self.game) else self.game
        return {**kept, "game": game, "seed": match.seed, "by_hand": match.by_hand, "log": match.log}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(kept["game"], kept["seats"], kept["options"], kept["limit"])  # type: ignore[misc]
        names = self.match.names
        match = match_from_log(self.game, names, self.options, kept["seed"], kept["by_hand"], kept["log"])
        self.match, self.answers = match.clone(), kept["answers"]  # a clone keeps no text log


def _known(game: Game) -> bool:
    try:
        return find_game(game.about.id) is game
    except Exception:
        return False
