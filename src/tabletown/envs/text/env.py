"""A match for language models: prompts and answers in words. A refused answer changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from tabletown.envs.outcome import rewards_of
from tabletown.envs.text.answers import ReplyResult, understand
from tabletown.envs.text.disguise import NO_DISGUISE, load_disguise
from tabletown.envs.text.prompt import prompt_of, rules_text
from tabletown.kernel import CHANCE, Game, Match
from tabletown.kernel.errors import MatchOver, NotAsked
from tabletown.registry import game as find_game
from tabletown.rulebook import load_rulebook


class TextEnv:
    """One match at a time. Any seat may be a model; each gets its own prompts and answers in words."""

    def __init__(
        self,
        game: str | Game,
        seats: int | Sequence[str] | None = None,
        options: dict[str, str] | None = None,
        listed: bool = True,
        disguised: bool = False,
        clauses: bool = True,
        limit: int = 20_000,
    ) -> None:
        """`listed`: prompts list the options. `disguised`: another theme for the same rules. `clauses`: prompts quote
        the relevant clauses. `limit`: answers after which a match is cut off (`truncated`).
        """
        self.game = find_game(game) if isinstance(game, str) else game
        self.disguise = load_disguise(self.game) if disguised else NO_DISGUISE
        self.names, self.options = self.game.seated(seats), self.game.options(options)
        self.listed, self.clauses, self.limit = listed, clauses, limit
        self.reset(0)

    def reset(self, seed: int | None = None) -> None:
        self.match = Match(self.game, self.names, self.options, seed)
        self.answers = 0
        self.refusals: list[Counter[str]] = [Counter() for _ in self.names]  # by seat: clause -> number of refusals

    # ------------------------------------------------------------------ what is asked

    @property
    def over(self) -> bool:
        return self.match.over or self.truncated

    @property
    def truncated(self) -> bool:
        return self.answers >= self.limit and not self.match.over

    @property
    def seat(self) -> int:
        """The first seat that is asked; -1 when the match is over."""
        return self.waiting[0] if self.waiting else CHANCE

    @property
    def waiting(self) -> list[int]:
        """All seats that are asked now; several if they act at the same time."""
        return [] if self.truncated else [decision.seat for decision in self.match.decisions]

    @property
    def rewards(self) -> list[float]:
        return rewards_of(self.match)

    def prompt(self, seat: int | None = None) -> str:
        """The prompt for this seat (by default the first that is asked)."""
        return self.disguise.hide(prompt_of(self.match, self._seat(seat), self.listed, self.clauses))

    @property
    def rules(self) -> str:
        """The whole rulebook, for models that may read it before they play."""
        return self.disguise.hide(rules_text(self.game))

    def clause(self, id: str) -> str:
        """The text of a clause; empty if there is none of that id."""
        found = load_rulebook(self.game).find(self.disguise.reveal(id.strip(" []")))
        return self.disguise.hide(found.text) if found is not None else ""

    def legal(self, seat: int | None = None) -> dict[str, str]:
        """The options of this seat's question with their labels."""
        seen = self.match.player_view(self._seat(seat))
        return {
            self.disguise.hide(word): self.disguise.hide(label)
            for word, label in zip(seen.decision.options, seen.labels)
        }

    # ------------------------------------------------------------------ answers

    def step(self, text: str, seat: int | None = None) -> ReplyResult:
        """Answer for this seat (by default the first that is asked) with a model's reply."""
        seat = self._seat(seat)
        answer = self._understood(text, seat)
        if answer.option:
            self.match.choose(seat, answer.option)
            self.answers += 1
        else:
            self.refusals[seat][answer.rule] += 1
        return self._told(answer)

    def understand(self, text: str, seat: int | None = None) -> ReplyResult:
        """What a reply would mean, without playing it."""
        return self._told(self._understood(text, self._seat(seat)))

    def _understood(self, text: str, seat: int) -> ReplyResult:
        if self.over:
            raise MatchOver("The match is over.")
        seen = self.match.player_view(seat)
        return understand(str(text), seen.decision, seen.labels, self.match.names, self.listed, self.disguise)

    def _told(self, answer: ReplyResult) -> ReplyResult:
        hide = self.disguise.hide
        return msgspec.structs.replace(answer, option=hide(answer.option), rule=hide(answer.rule))

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            if self.over:
                raise MatchOver("The match is over.")
            return self.seat
        if seat not in range(self.match.seats):
            raise NotAsked(f"There is no seat {seat!r}.")
        return seat

    # ------------------------------------------------------------------ copies

    def clone(self, seed: int | None = None) -> TextEnv:
        """A copy in the same position; with a seed, its future luck differs."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.match = self.match.at(self.match.number) if seed is None else self.match.branch(seed=seed)
        twin.refusals = [counted.copy() for counted in self.refusals]
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> TextEnv:
        return self.clone()
