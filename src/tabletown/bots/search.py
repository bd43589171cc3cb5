"""Monte Carlo tree search for any game: chance is open-loop, and hidden information is sampled in every iteration.

At the root, all options are tried equally often with the same luck, and after each round the better half goes on
(sequential halving; Danihelka et al., Gumbel): with few iterations that works better than following the best so far.
Each iteration samples a match that the seat could be in and walks down the tree by the options that are legal there.
Where it leaves the tree, it follows the game's ratings to the end of that turn, adds the path, and evaluates.
A node is identified by the answers that lead to it, not by its state, so the dice may fall differently each time
(Cowling et al., ISMCTS; Perez et al., open loop).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletown.bots.greedy import LEAST, determinized, forced_option, horizon_of, log_priors
from tabletown.bots.value import Value, result, value_named
from tabletown.kernel import CHANCE, Decision, Match, PlayerView

WIDTH = 8  # at least this many of the best-looking options are tried …
EACH = 12  # … and more if each can be tried this often
LONG = 30  # questions in one turn; after that the bot goes in circles, and follows the ratings to get out
FIRST = 0.6  # share of a turn's remaining time for the current question, so the first gets most
DOUBT = 0.6  # prior spread over all options if the ratings are trusted little


class Candidate(NamedTuple):
    """An option after the search: its visits and its value (0 to 1)."""

    option: str
    visits: int
    value: float


class Node:
    __slots__ = ("after", "children", "chosen", "prior", "seat", "total", "visits")

    def __init__(self, seat: int, prior: float) -> None:
        self.seat, self.prior = seat, prior  # who chose this option, and its prior
        self.visits, self.total = 0, 0.0  # visits, and their total value for its seat
        self.chosen, self.after = 0, 0.0  # choices below this node, and their total value for the choosing seat
        self.children: dict[str, Node] = {}


class Search:
    horizon = staticmethod(horizon_of)  # a match is evaluated only when this changes

    def __init__(
        self,
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: int | None = None,
        explore: float = 1.0,
        longest: int = 80,
        value: str = "",
        stop: Callable[[], bool] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """`iterations` are per question, `milliseconds` per turn. `stop`: answer at once.

        `clock`: in seconds. It is read between two iterations, so a budget is exceeded by one of them at most.
        """
        if iterations is None and milliseconds is None:
            milliseconds = 600
        self.iterations, self.milliseconds = iterations, milliseconds
        self.rng = random.Random(seed)
        self.explore, self.longest = explore, longest
        self.named, self.stop, self.clock = value, stop, clock
        self.value: Value | None = None
        self.turn: object = None  # the last turn that was searched …
        self.spent, self.asked = 0.0, 0  # … the seconds spent on it so far, and its questions
        self.root, self.chosen = Node(CHANCE, 1.0), ""  # the last tree, and the option chosen from it
        self.bounds: dict[int, list[float]] = {}  # by seat: the lowest and highest value of any option so far

    def choose(self, seen: PlayerView) -> str:
        options = seen.decision.options
        if len(options) == 1:
            self._begin(seen)
            self.chosen = options[0]
        else:
            rate = seen.game.bots.rate
            sure = forced_option(options, rate(seen.state, seen.decision)) if rate is not None else None
            self.chosen = sure or self.think(seen)[0].option
        return self.chosen

    def _begin(self, seen: PlayerView) -> None:
        """Reuse the last tree if nothing has happened since except the option chosen from it."""
        if seen.just_chose(self.chosen) and self.chosen in self.root.children:
            self.root = self.root.children[self.chosen]
        else:
            self.root, self.bounds = Node(CHANCE, 1.0), {}

    def think(self, seen: PlayerView) -> list[Candidate]:
        """Search, and return every option of the seat's question, the best first."""
        self._begin(seen)
        root, clock, stop, options = self.root, self.clock, self.stop, seen.decision.options
        began = clock()
        if self.value is None:
            self.value = value_named(self.named, seen.game, self.rng)
        seconds = self._seconds(seen)
        self.asked += 1
        until = began + seconds
        budget = self.iterations - root.visits if self.iterations is not None and self.asked <= LONG else 0
        likes = self._likes(seen)
        width = max(WIDTH, budget // EACH) if self.iterations is not None else 2 * WIDTH
        alive, dropped = sorted(options, key=likes.__getitem__, reverse=True)[:width], list[str]()
        rounds, tried, stopped = max(1, (len(alive) - 1).bit_length()), 0, False
        for number in range(1, rounds + 1):
            enough, late = budget * number / rounds, began + seconds * number / rounds  # for this round
            while not stopped and (tried < enough if self.iterations is not None else clock() < late):
                luck = self.rng.getrandbits(64)
                for option in alive:
                    if stopped := clock() >= until or (stop is not None and bool(root.visits) and stop()):
                        break
                    self._iterate(root, seen, option, random.Random(luck))
                    tried += 1
            alive.sort(key=lambda option: self._stands(option, likes[option]), reverse=True)
            half = (len(alive) + 1) // 2
            alive, dropped = alive[:half], alive[half:] + dropped
        self.spent += clock() - began
        unknown = Node(CHANCE, 0.0)
        ranked = alive + dropped + [option for option in options if option not in alive and option not in dropped]
        nodes = [(option, root.children.get(option, unknown)) for option in ranked]
        return [Candidate(option, node.visits, node.total / max(1, node.visits)) for option, node in nodes]

    def _likes(self, seen: PlayerView) -> dict[str, float]:
        """The log prior of each option at the root; random if the game has no ratings."""
        options, bots = seen.decision.options, seen.game.bots
        if bots.rate is None:
            return {option: -1e-9 * self.rng.random() for option in options}
        rates = bots.rate(seen.state, seen.decision)
        if math.inf in rates:  # a forced move
            return {option: 0.0 if rate == math.inf else LEAST for option, rate in zip(options, rates)}
        return dict(zip(options, log_priors(rates, bots.trust)))

    def _stands(self, option: str, liked: float) -> tuple[float, float]:
        """The value of an option plus a little for its prior; one that was not tried is behind all others."""
        node = self.root.children.get(option)
        if self.value is None or node is None or not node.visits:
            return -math.inf, liked
        return node.total / node.visits + self.value.lean * max(LEAST, liked), liked

    def _seconds(self, seen: PlayerView) -> float:
        """How long to search for this question: most of the time that the turn has left."""
        turn = self.horizon(seen._match)
        if turn != self.turn:
            self.turn, self.spent, self.asked = turn, 0.0, 0
        if self.milliseconds is None:
            return math.inf
        return max(0.0, FIRST * (self.milliseconds / 1000 - self.spent))

    def line(self, least: int = 8) -> list[str]:
        """The expected continuation of the turn after the chosen option, as far as it was visited often enough."""
        found: list[str] = []
        node = self.root.children.get(self.chosen)
        while node is not None and node.children:
            seat = self.root.children[self.chosen].seat
            option, node = max(node.children.items(), key=lambda child: child[1].visits)
            if node.seat != seat or node.visits < least:
                break
            found.append(option)
        return found

    def others(self, most: int = 2) -> list[str]:
        """The most visited alternative to the chosen option."""
        tried = sorted(self.root.children.items(), key=lambda child: -child[1].visits)
        return [option for option, node in tried if option != self.chosen and node.visits][:most]

    def promises(self) -> dict[str, float]:
        """The value of each option that was tried."""
        return {option: node.total / node.visits for option, node in self.root.children.items() if node.visits}

    def promise(self, seen: PlayerView, option: str, times: int) -> float:
        """The value of this option after at least this many visits; call `think` first."""
        node = self.root.children.get(option)
        for _ in range(times - (node.visits if node is not None else 0)):
            self._iterate(self.root, seen, option)
        node = self.root.children[option]
        return node.total / max(1, node.visits)

    def _iterate(self, root: Node, seen: PlayerView, first: str, rng: random.Random | None = None) -> None:
        """Try this option once more."""
        assert self.value is not None
        match = determinized(seen, rng or self.rng)
        decision: Decision | None = match.decision(seen.seat)  # the seat's own question first
        node, path = root, [root]
        unknown: object = None  # the turn in which this walk left the tree
        while decision is not None and len(path) < self.longest:
            option, node = self._select(node, decision, match)
            if first and first in decision.options:  # a sampled match may ask something else
                option, node = first, root.children[first]
            first = ""
            if node.visits == 0 and unknown is None:
                unknown = self.horizon(match)
            match.choose(decision.seat, option)
            path.append(node)
            if unknown is not None and self.horizon(match) != unknown:
                break  # half a turn says little: it is played to its end before it is evaluated
            decisions = match.decisions
            decision = decisions[0] if decisions else None
            if len(decisions) > 1:  # several seats act at once: its own questions stay together
                decision = match.decision(seen.seat) or decision
        values = result(match) or self.value.of(match)
        root.visits += 1
        before = root
        for node in path[1:]:
            node.visits += 1
            if node.seat != CHANCE:
                value = values[node.seat]
                before.chosen += 1
                before.after += value
                node.total += value
                mean = node.total / node.visits
                bounds = self.bounds.setdefault(node.seat, [mean, mean])
                bounds[0], bounds[1] = min(bounds[0], mean), max(bounds[1], mean)
            before = node

    def _priors(self, match: Match, decision: Decision) -> Sequence[float]:
        """The prior of each option: the game's ratings, sharpened, plus some doubt."""
        options, game = decision.options, match.game
        even = 1 / len(options)
        if game.bots.rate is None or decision.seat == CHANCE or len(options) == 1:
            return [even] * len(options)
        rates = game.bots.rate(match.view(decision.seat), decision)
        if math.inf in rates:  # a forced move
            return [float(rate == math.inf) for rate in rates]
        weights = [math.exp(liked) for liked in log_priors(rates, game.bots.trust)]
        doubt = min(1.0, DOUBT / game.bots.trust)
        sure = (1 - doubt) / sum(weights)
        return [weight * sure + even * doubt for weight in weights]

    def _select(self, node: Node, decision: Decision, match: Match) -> tuple[str, Node]:
        """The option with the best value plus exploration bonus (PUCT), among those legal this time."""
        children, options = node.children, decision.options
        try:
            known = [children[option] for option in options]
        except KeyError:
            for option, prior in zip(options, self._priors(match, decision)):
                if option not in children:
                    children[option] = Node(decision.seat, prior)
            known = [children[option] for option in options]
        if len(known) == 1:
            return options[0], known[0]
        curiosity = self.explore * math.sqrt(node.visits + 1)
        # values are scaled to the range seen so far: a good move may raise the chance of a win by only a hundredth
        low, high = self.bounds.get(decision.seat, (0.0, 1.0))
        scale = 1 / (high - low) if high > low else 1.0
        # an untried option is assumed to be a little worse than the tried ones
        untried = (node.after / node.chosen - low) * scale - 0.1 if node.chosen else 0.5
        best, chosen = -math.inf, 0
        for index, child in enumerate(known):
            count = child.visits
            promise = (child.total / count - low) * scale if count else untried
            score = promise + curiosity * child.prior / (1 + count)
            if score > best:
                best, chosen = score, index
        return options[chosen], known[chosen]

    def __repr__(self) -> str:
        return f"Search(iterations={self.iterations}, milliseconds={self.milliseconds})"
