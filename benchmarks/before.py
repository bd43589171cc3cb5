"""Search as it was before it tried the options in turn: from the root on it follows the best so far (PUCT).

python benchmarks/duel.py cross-bronx search:50 before:Search50 -n 600

What newer bots are measured against. In New York Crisis it values a match after every single act, in Cross Bronx
Expressway after every District, as it did.
"""

from __future__ import annotations

from tabletown.bots.search import Candidate, Node, Search
from tabletown.bots.value import value_named
from tabletown.kernel import CHANCE, Match, PlayerView

HORIZONS = ("broken-cities",)  # games that said themselves when to value a match


class Before(Search):
    def think(self, seen: PlayerView) -> list[Candidate]:
        self._begin(seen)
        root = self.root
        if self.value is None:
            self.value = value_named(self.named, seen.game, self.rng)
        assert self.iterations is not None
        while root.visits < self.iterations:
            self._iterate(root, seen, "")
        unknown = Node(CHANCE, 0.0)
        nodes = [(option, root.children.get(option, unknown)) for option in seen.decision.options]
        found = [Candidate(option, node.visits, node.total / max(1, node.visits)) for option, node in nodes]
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value))

    @staticmethod
    def horizon(match: Match) -> object:
        horizon = match.game.bots.horizon if match.game.about.id in HORIZONS else None
        return horizon(match.state) if horizon is not None else match.turn


class Search50(Before):
    def __init__(self, seed: int | None = None) -> None:
        super().__init__(50, seed=seed, value="hand")


class Learned50(Before):
    """By the value that was learned, where there is one."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(50, seed=seed)
