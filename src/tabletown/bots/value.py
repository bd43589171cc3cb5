"""The value of a position for each seat: a learned one, else the game's own evaluation, else rollouts.

The learned one is in the game's `content/value.json`: the weight of each feature early, in the middle and late in a
match. It belongs to its features, not to a version of the rules, so one more card does not invalidate it; the file says
under which rules it was measured.
"""

from __future__ import annotations

import logging
import math
import random
from collections.abc import Mapping, Sequence
from operator import mul
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from tabletown.features import Features
from tabletown.kernel import Game, Match
from tabletown.kernel.errors import BadOption

FORMAT = 1
KNOTS = 3  # weights at the start, in the middle and at the end of a match; straight lines between them
STEPS = 64  # of progress
CONSTANT = "constant"
LONGEST = 2000  # answers in a rollout
LEAN = 0.01  # how much of a win one unit of log prior is worth

log = logging.getLogger("tabletown.bots")

Weights = dict[str, list[float]]  # feature -> weight at each knot


class Model(msgspec.Struct):
    """Weights that turn features into chances."""

    seats: list[Weights] = []  # one for all seats, or one per seat if seats are different roles; none: cooperative
    table: Weights = {}  # for winning or losing together


class Test(msgspec.Struct):
    """How good the chances were on matches that were not used for fitting."""

    matches: int
    seeds: tuple[int, int]  # the first and the last
    brier: float
    base: float  # the Brier score of always giving each seat's share of wins
    error: float  # the expected calibration error
    better: tuple[float, float] = (0.0, 0.0)  # 95 % interval of the improvement over `base`, as a share, by match
    bins: list[tuple[float, float, float]] = []  # predicted chance, observed share, and weight


class Gate(msgspec.Struct):
    """A comparison that the new value had to win."""

    bot: str
    against: str
    matches: int
    seeds: tuple[int, int]
    share: float
    low: float  # the 95 % interval
    high: float
    fair: float  # what an equally good bot would win


class ValueFile(msgspec.Struct):
    format: int
    game: str
    rules: str
    features: list[str]
    tables: list[tuple[int, dict[str, str]]]  # seats and options it was learned with
    bots: list[str]  # who played
    seeds: tuple[int, int]
    matches: int
    positions: int
    value: Model | None  # for search; None: it did not win its gate, and only the chances are kept
    brier: float = 0.0  # of the value on every fifth match, which was left out of the fit
    gate: list[Gate] = []
    chances: Model | None = None  # for people: fitted to strong play
    chances_bots: list[str] = []
    chances_seeds: tuple[int, int] = (0, 0)
    test: Test | None = None


class Value(Protocol):
    says: str  # which value it is, and why if it is not the learned one
    lean: float  # the weight of the ratings beside it

    def of(self, match: Match) -> Sequence[float]: ...


# ------------------------------------------------------------------ learned


class Learned:
    """Chances from features: a softmax over the seats (and over losing together), or one chance for all."""

    def __init__(self, game: Game, features: Features, model: Model, says: str = "") -> None:
        self.rows, self.says = features.rows, says
        self.lean = 0.0 if features.by_points else LEAN  # a value of points can judge small differences itself
        self.cooperative, self.alone = game.about.cooperative, game.bots.evaluate
        self.seats = [_steps(weights, features.names) for weights in model.seats]
        self.table = _steps(model.table, features.names) if model.table else None

    def of(self, match: Match) -> Sequence[float]:
        if match.seats == 1 and not self.cooperative and self.alone is not None:
            return self.alone(match.state)  # a solo game is played for points
        return self.chances(self.rows(match.state))

    def _logits(self, rows: Sequence[Sequence[float]]) -> list[float]:
        step, several, logits = int(rows[0][0] * STEPS + 0.5), len(self.seats) > 1, []
        for seat, row in enumerate(rows):
            weights, constant = self.seats[seat if several else 0][step]
            logits.append(constant + sum(map(mul, row, weights)))
        return logits

    def weights(self, seat: int, progress: float) -> list[float]:
        """The weight of each feature at this progress, for this seat."""
        parts = self.table if self.cooperative else self.seats[seat if len(self.seats) > 1 else 0]
        assert parts is not None
        return parts[int(progress * STEPS + 0.5)][0]

    def chances(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """The chances of the seats; they add up to less than one if all may lose together."""
        step = int(rows[0][0] * STEPS + 0.5)
        if self.cooperative:
            assert self.table is not None
            weights, constant = self.table[step]
            return [1 / (1 + math.exp(-within(constant + sum(map(mul, rows[0], weights)))))] * len(rows)
        logits = self._logits(rows)
        if self.table is not None:
            weights, constant = self.table[step]
            logits.append(constant + sum(map(mul, rows[0], weights)))
        most = max(logits)
        shares = [math.exp(logit - most) for logit in logits]
        total = sum(shares)
        return [share / total for share in shares[: len(rows)]]


def within(logit: float) -> float:
    return -30.0 if logit < -30.0 else 30.0 if logit > 30.0 else logit


def _steps(weights: Weights, names: Sequence[str]) -> list[tuple[list[float], float]]:
    """The weights and the constant at each step of progress."""
    found = []
    nothing = [0.0] * KNOTS
    for step in range(STEPS + 1):
        at = step / STEPS * (KNOTS - 1)
        knot = min(KNOTS - 2, int(at))
        part = at - knot
        row = [
            (1 - part) * weights.get(name, nothing)[knot] + part * weights.get(name, nothing)[knot + 1]
            for name in (*names, CONSTANT)
        ]
        found.append((row[:-1], row[-1]))
    return found


# ------------------------------------------------------------------ others


class Hand:
    """The game's own evaluation."""

    lean = LEAN

    def __init__(self, game: Game, says: str = "the hand-written value") -> None:
        assert game.bots.evaluate is not None
        self.evaluate, self.says = game.bots.evaluate, says

    def of(self, match: Match) -> Sequence[float]:
        return self.evaluate(match.state)


class Rollout:
    """For a game without an evaluation: play on by its ratings or at random, and see who wins."""

    says, lean = "playing on to the end", LEAN

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def of(self, match: Match) -> Sequence[float]:
        rate, draw = match.game.bots.rate, self.rng.random
        for _ in range(LONGEST):
            decisions = match.decisions
            if not decisions:
                break
            decision = decisions[0]
            options = decision.options
            option = options[int(draw() * len(options))]
            if rate is not None and len(options) > 1 and draw() < 0.8:
                rates = rate(match.view(decision.seat), decision)
                option = options[max(range(len(options)), key=rates.__getitem__)]
            match.choose(decision.seat, option)
        return result(match) or [0.5] * match.seats


def result(match: Match) -> list[float] | None:
    """The result at the end, with a shared win divided. None for a solo game for points, which always "wins"."""
    outcome = match.outcome
    cooperative = match.game.about.cooperative
    if outcome is None or (match.seats == 1 and not cooperative):
        return None
    share = 1.0 if cooperative or len(outcome.winners) < 2 else 0.5
    return [share if seat in outcome.winners else 0.0 for seat in range(match.seats)]


# ------------------------------------------------------------------ which one


class LoadedValues(NamedTuple):
    """A game's value file as this process has loaded it."""

    game: Game
    value: Learned | None
    chances: Learned | None
    why: str  # no value is used


_loaded: dict[str, LoadedValues] = {}  # by the game's id


def value_of(game: Game, rng: random.Random, hand: bool = False) -> Value:
    """The value that search uses in this game; `hand`: ignore the learned one."""
    _, learned, _, why = _values_of(game)
    if learned is not None and not hand:
        return learned
    if game.bots.evaluate is not None:
        return Hand(game, f"the hand-written value: {why}" if why and not hand else "the hand-written value")
    return Rollout(rng)


def value_named(name: str, game: Game, rng: random.Random) -> Value:
    """The value that a bot's name asks for: "" the usual one, `hand` the hand-written one, or a file of weights."""
    if name in ("", "hand"):
        return value_of(game, rng, hand=name == "hand")
    features = game.research.features
    if not isinstance(features, Features):
        raise BadOption(f"{game.about.title} has no features for a value to weigh.")
    found = read_value(Path(name), game).value
    if found is None:
        raise BadOption(f"{name} holds chances only, no value for search.")
    return Learned(game, features, found, name)


def learned_chances(game: Game) -> Learned | None:
    """The chances for people: fitted to strong play, or else the value that search uses."""
    known = _values_of(game)
    return known.chances or known.value


def _values_of(game: Game) -> LoadedValues:
    known = _loaded.get(game.about.id)
    if known is None or known.game is not game:
        known = _loaded[game.about.id] = _read(game)
        if known.why:
            log.warning("%s: %s The hand-written value is used.", game.about.id, known.why)
    return known


def _read(game: Game) -> LoadedValues:
    features, file = game.research.features, value_file(game)
    if not isinstance(features, Features) or file is None or not file.exists():
        return LoadedValues(game, None, None, "")
    try:
        found = read_value(file, game)
    except BadOption as bad:
        return LoadedValues(game, None, None, str(bad))
    chances = Learned(game, features, found.chances) if found.chances is not None else None
    same = found.rules == game.about.version
    says = "the learned value" if same else f"the learned value, measured under rules {found.rules}"
    value = Learned(game, features, found.value, says) if found.value is not None else None
    return LoadedValues(game, value, chances, "")


def clear_values() -> None:
    """Forget loaded values after a new file was written."""
    _loaded.clear()


def value_file(game: Game) -> Path | None:
    return game.folder / "content" / "value.json" if game.folder else None


def read_value(file: Path, game: Game) -> ValueFile:
    """The learned value, if this game has all of its features."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=ValueFile)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadOption(f"{file.name} can't be read: {error}.") from None
    features = game.research.features
    names = list(features.names) if isinstance(features, Features) else []
    if found.format != FORMAT:
        raise BadOption(f"{file.name} has format {found.format}, not {FORMAT}.")
    for model in filter(None, (found.value, found.chances)):
        for weights in (*model.seats, model.table):
            _check(weights, names, file)
    return found


def _check(weights: Mapping[str, Sequence[float]], names: Sequence[str], file: Path) -> None:
    for name, row in weights.items():
        if name not in names and name != CONSTANT:
            raise BadOption(f"{file.name} weighs {name!r}, which isn't a feature.")
        if len(row) != KNOTS or not all(map(math.isfinite, row)):
            raise BadOption(f"{file.name}: {name!r} needs {KNOTS} numbers.")
