"""The former search, as a baseline: it follows the best option so far from the root on (PUCT), instead of trying
options in turn.

python benchmarks/duel.py cross-bronx search:50 before:Search50 -n 600

In New York Crisis it evaluates after every single act, in Cross Bronx Expressway after every District.
"""

from __future__ import annotations

from tabletown.bots.search import Candidate, Node, Search
from tabletown.bots.value import value_named
from tabletown.kernel import CHANCE, Match, PlayerView

HORIZONS = ("broken-cities",)  # games that chose themselves when to evaluate


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
    """With the learned value, if there is one."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(50, seed=seed)
