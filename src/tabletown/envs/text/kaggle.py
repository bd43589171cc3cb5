"""The three functions that Kaggle's harness for language models needs: legal moves, prompt and parsing.

from kaggle_environments.core_harness import create_agent_fn
from tabletown.envs.text.kaggle import Harness
harness = Harness(TextEnv("crossroll", listed=False))
agent = create_agent_fn(harness)
while not harness.env.over:
    harness.submit(agent(harness.observation(), {})["submission"])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.envs.text.env import TextEnv
from tabletown.kernel.errors import BadOption


@dataclass(frozen=True)
class ParseResult:
    """The result of parsing: an option, or only the text that the model tried."""

    legal_action: str | None = None
    raw_action: str | None = None
    submission: Any = None  # the harness reads these, but they are for games without a list of legal moves
    thoughts: str | None = None


class Harness:
    def __init__(self, env: TextEnv) -> None:
        self.env = env

    def observation(self, seat: int | None = None) -> dict[str, Any]:
        """The observation for an agent (by default of the first seat that is asked)."""
        env = self.env
        player = env.seat if seat is None else seat
        asked = player in env.waiting
        moves = list(env.legal(player)) if asked else []
        return {
            "playerId": player,
            "currentPlayer": player if asked else env.seat,
            "isTerminal": env.over,
            "observationString": env.prompt(player) if not env.over else "",
            "legalActions": list(range(len(moves))),
            "legalActionStrings": moves,
        }

    def get_legal_moves(self, observation: Mapping[str, Any]) -> dict[int, str]:
        return dict(zip(observation["legalActions"], observation["legalActionStrings"]))

    def make_prompt(
        self,
        observation: Mapping[str, Any],
        move_history: Sequence[str],
        previous_response: str | None = None,
        previous_action: str | None = None,
    ) -> str:
        """`move_history` is ignored: the observation says what happened since the seat's last turn."""
        prompt = str(observation["observationString"])
        tried = previous_action if previous_action is not None else previous_response
        if tried is None:
            return prompt
        answer = self.env.understand(tried, observation["playerId"])
        clause = self.env.clause(answer.rule)
        rule = f" [{answer.rule}] {clause}" if clause else ""
        return f"{prompt}\n\n## Your last answer was refused\n{answer.said}: {answer.reason}{rule}"

    generate_prompt = make_prompt  # the name in earlier versions of the harness

    def parse_response(
        self, response: str, legal_action_strings: Sequence[str], *, observation: Mapping[str, Any] | None = None
    ) -> ParseResult:
        """`observation`: which earlier versions of the harness don't give; without it, of the first seat asked."""
        answer = self.env.understand(response, observation["playerId"] if observation is not None else None)
        return ParseResult(answer.option if answer.option in legal_action_strings else None, answer.said or None)

    def submit(self, action: int, seat: int | None = None) -> None:
        """Play the move with this number."""
        moves = list(self.env.legal(seat))
        if action not in range(len(moves)):
            raise BadOption(f"There is no move {action!r}; they go from 0 to {len(moves) - 1}.")
        self.env.step(moves[action], seat)
