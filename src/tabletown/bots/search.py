"""Monte Carlo tree search over any game: luck is open-loop, hidden things are imagined anew in every iteration.

Each iteration imagines a match that the seat could be in, walks down the tree by the options that are legal there,
adds one node, plays a few answers on by the game's ratings, and evaluates. A node is known by the answers that lead
to it, not by its state, so the dice may fall differently each time (Cowling et al., ISMCTS; Perez et al., open loop).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from tabletown.bots.worth import worth
from tabletown.kernel import CHANCE, Decision, Match, Seen
from tabletown.kernel.game import Game


class Candidate(NamedTuple):
    """An option after thinking: how often it was tried, and what it promised (0 to 1)."""

    option: str
    visits: int
    value: float


class Node:
    __slots__ = ("children", "prior", "seat", "total", "visits")

    def __init__(self, seat: int, prior: float) -> None:
        self.seat, self.prior = seat, prior  # who chose to come here, and how likely that looked
        self.visits, self.total = 0, 0.0
        self.children: dict[str, Node] = {}


class Search:
    def __init__(
        self,
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: int | None = None,
        explore: float = 1.0,
        sharpness: float = 6.0,
        ahead: int = 8,
    ) -> None:
        if iterations is None and milliseconds is None:
            milliseconds = 600
        self.iterations, self.milliseconds = iterations, milliseconds
        self.rng = random.Random(seed)
        self.explore, self.sharpness, self.ahead = explore, sharpness, ahead

    def choose(self, seen: Seen) -> str:
        options = seen.decision.options
        return options[0] if len(options) == 1 else self.think(seen)[0].option

    def think(self, seen: Seen) -> list[Candidate]:
        """Every option of the seat's question, the best first."""
        root = Node(CHANCE, 1.0)
        until = time.perf_counter() + self.milliseconds / 1000 if self.milliseconds is not None else math.inf
        left = self.iterations if self.iterations is not None else 1_000_000
        while left > 0 and time.perf_counter() < until:
            self._iterate(root, seen)
            left -= 1
        found = [Candidate(o, node.visits, node.total / max(1, node.visits)) for o, node in root.children.items()]
        found += [Candidate(option, 0, 0.0) for option in seen.decision.options if option not in root.children]
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value))

    def _iterate(self, root: Node, seen: Seen) -> None:
        match = seen.imagine(self.rng)
        game = match.game
        decision: Decision | None = match.decision(seen.seat)  # the seat's own question first
        node, path = root, [root]
        while decision is not None:
            if not node.children or any(option not in node.children for option in decision.options):
                self._expand(node, decision, game, match)
            option, node = self._select(node, decision)
            match.choose(decision.seat, option)
            path.append(node)
            if node.visits == 0:
                break
            decision = self._next(match)
        values = self._play_on(match)
        for node in path:
            node.visits += 1
            if node.seat != CHANCE:
                node.total += values[node.seat]

    def _next(self, match: Match) -> Decision | None:
        decisions = match.decisions
        return decisions[0] if decisions else None

    def _expand(self, node: Node, decision: Decision, game: Game, match: Match) -> None:
        options = decision.options
        priors = self._priors(game, match, decision)
        for option, prior in zip(options, priors):
            if option not in node.children:
                node.children[option] = Node(decision.seat, prior)

    def _priors(self, game: Game, match: Match, decision: Decision) -> Sequence[float]:
        """How likely each option looks before it was tried: the game's ratings, sharpened."""
        options = decision.options
        if game.rate is None or decision.seat == CHANCE or len(options) == 1:
            return [1 / len(options)] * len(options)
        rates = game.rate(match.view(decision.seat), decision)
        best, worst = max(rates), min(rates)
        if best == worst:
            return [1 / len(options)] * len(options)
        weights = [math.exp(self.sharpness * (rate - best) / (best - worst)) for rate in rates]
        total = sum(weights)
        return [weight / total for weight in weights]

    def _select(self, node: Node, decision: Decision) -> tuple[str, Node]:
        """The option with the best promise plus curiosity (PUCT), among those legal this time."""
        children = node.children
        curiosity = self.explore * math.sqrt(node.visits + 1)
        tried = [child for option in decision.options if (child := children[option]).visits]
        untried = sum(child.total for child in tried) / sum(child.visits for child in tried) - 0.1 if tried else 0.5
        best, chosen = -math.inf, decision.options[0]
        for option in decision.options:
            child = children[option]
            visits = child.visits
            value = child.total / visits if visits else untried
            score = value + curiosity * child.prior / (1 + visits)
            if score > best:
                best, chosen = score, option
        return chosen, children[chosen]

    def _play_on(self, match: Match) -> Sequence[float]:
        """A few answers on by the game's ratings with some slips, then how it stands."""
        game, rng = match.game, self.rng
        for _ in range(self.ahead):
            decisions = match.decisions
            if not decisions:
                break
            decision = decisions[0]
            options = decision.options
            if len(options) == 1:
                option = options[0]
            elif game.rate is None or rng.random() < 0.15:
                option = options[int(rng.random() * len(options))]
            else:
                rates = game.rate(match.view(decision.seat), decision)
                option = options[max(range(len(rates)), key=rates.__getitem__)]
            match.choose(decision.seat, option)
        return worth(match)

    def __repr__(self) -> str:
        return f"Search(iterations={self.iterations}, milliseconds={self.milliseconds})"
