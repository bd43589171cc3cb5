"""Pairings for the next round of a Swiss tournament, or the next table of a lobby."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations

Cost = Callable[[str, str], float]  # of seating two players at one table; lower is better
SWAPS = 4000  # attempts to improve tables of three or more, for which no fast method is sure to find the best


def pairs(players: Sequence[str], cost: Cost, among: Sequence[tuple[str, str]] | None = None) -> list[tuple[str, str]]:
    """As many pairs as can be, at the least cost in all (Edmonds' matching). `among`: those who may meet, if not all.

    Where all may meet, one is left out of an odd number.
    """
    if not players:
        return []
    import networkx as nx  # takes a third of a second to load

    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_weighted_edges_from((a, b, -cost(a, b)) for a, b in among or combinations(players, 2))
    place = {player: number for number, player in enumerate(players)}
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted(((a, b) if place[a] < place[b] else (b, a) for a, b in found), key=lambda pair: place[pair[0]])


def groups(players: Sequence[str], size: int, cost: Cost, rng: random.Random) -> list[tuple[str, ...]]:
    """Divide all players into tables of this size, which must divide their number."""
    if size == 2:
        return list(pairs(players, cost))
    tables = [list(players[start : start + size]) for start in range(0, len(players), size)]

    def price(table: Sequence[str]) -> float:
        return sum(cost(a, b) for a, b in combinations(table, 2))

    for _ in range(SWAPS if len(tables) > 1 else 0):
        one, other = rng.sample(range(len(tables)), 2)
        a, b = rng.randrange(size), rng.randrange(size)
        before = price(tables[one]) + price(tables[other])
        tables[one][a], tables[other][b] = tables[other][b], tables[one][a]
        if price(tables[one]) + price(tables[other]) > before:
            tables[one][a], tables[other][b] = tables[other][b], tables[one][a]
    return [tuple(table) for table in tables]


def seated(table: Sequence[str], had: Callable[[str], Counter[int]]) -> tuple[str, ...]:
    """The players of a table, seated so that everybody has had each seat about equally often."""

    def unevenness(order: Sequence[str]) -> tuple[int, ...]:
        counts = [(had(player)[seat] + 1) ** 2 for seat, player in enumerate(order)]
        return (sum(counts), max(counts))

    return min(permutations(table), key=unevenness)
