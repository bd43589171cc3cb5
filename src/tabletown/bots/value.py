"""How each seat stands: by a value that was learned, else by the game's own evaluation, else by playing on.

The learned one lies in the game's `content/value.json`: for each feature what it counts for, early, in the middle and
late in a match. It belongs to the features that it weighs, not to a version of the rules: a card more does not unlearn
it, and what it says of itself tells under which rules it was measured.
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
STEPS = 64  # in which progress is told
CONSTANT = "constant"
LONGEST = 2000  # answers of a match that is played on
LEAN = 0.01  # how much of a win it is worth that an option is rated e times likelier, before anything was tried

log = logging.getLogger("tabletown.bots")

Weights = dict[str, list[float]]  # by feature: at each knot


class Model(msgspec.Struct):
    """What turns features into chances."""

    seats: list[Weights] = []  # one for all seats, or one for each where seats are parts in the game; none: cooperative
    table: Weights = {}  # of winning together, or of losing together


class Test(msgspec.Struct):
    """How good chances were at matches that nothing was fitted to."""

    matches: int
    seeds: tuple[int, int]  # the first and the last
    brier: float
    base: float  # the Brier score of always saying how often each seat wins
    error: float  # the expected calibration error
    better: tuple[float, float] = (0.0, 0.0)  # how much better than that Brier score, as a share: 95 %, by match
    bins: list[tuple[float, float, float]] = []  # what was said, how often it came, and its part of all that was said


class Gate(msgspec.Struct):
    """A match-up that the new value had to win."""

    bot: str
    against: str
    matches: int
    seeds: tuple[int, int]
    share: float
    low: float  # the 95 % interval
    high: float
    fair: float  # what a bot just as good would win


class ValueFile(msgspec.Struct):
    format: int
    game: str
    rules: str
    features: list[str]
    tables: list[tuple[int, dict[str, str]]]  # seats and options that it was learned at
    bots: list[str]  # who played
    seeds: tuple[int, int]
    matches: int
    positions: int
    value: Model | None  # for search; none: what was learned did not win, and only the chances are kept
    brier: float = 0.0  # of the value, at every fifth match, which it was not fitted to
    gate: list[Gate] = []
    chances: Model | None = None  # for people: fitted to strong play
    chances_bots: list[str] = []
    chances_seeds: tuple[int, int] = (0, 0)
    test: Test | None = None


class Value(Protocol):
    says: str  # which one it is, and why where it is not the learned one
    lean: float  # how much the ratings count beside it

    def of(self, match: Match) -> Sequence[float]: ...


# ------------------------------------------------------------------ learned


class Learned:
    """Chances from features: a softmax over the seats (and over losing together), or one chance for all."""

    def __init__(self, game: Game, features: Features, model: Model, says: str = "") -> None:
        self.rows, self.says = features.rows, says
        self.lean = 0.0 if features.by_points else LEAN  # what was learned of points tells small differences, too
        self.cooperative, self.alone = game.about.cooperative, game.bots.evaluate
        self.seats = [_steps(weights, features.names) for weights in model.seats]
        self.table = _steps(model.table, features.names) if model.table else None

    def of(self, match: Match) -> Sequence[float]:
        if match.seats == 1 and not self.cooperative and self.alone is not None:
            return self.alone(match.state)  # whoever plays alone plays for points, not against anybody
        return self.chances(self.rows(match.state))

    def _logits(self, rows: Sequence[Sequence[float]]) -> list[float]:
        step, several, logits = int(rows[0][0] * STEPS + 0.5), len(self.seats) > 1, []
        for seat, row in enumerate(rows):
            weights, constant = self.seats[seat if several else 0][step]
            logits.append(constant + sum(map(mul, row, weights)))
        return logits

    def weights(self, seat: int, progress: float) -> list[float]:
        """What each feature counts for there, for this seat."""
        parts = self.table if self.cooperative else self.seats[seat if len(self.seats) > 1 else 0]
        assert parts is not None
        return parts[int(progress * STEPS + 0.5)][0]

    def chances(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """Of the seats; where all may lose together they add up to less than one."""
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
    """Step by step of the progress: what each feature counts for, and the constant."""
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
    """For a game that says nothing of itself: play on, by its ratings or at random, and see who wins."""

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
    """At the end: the win, shared where it is shared against others. A seat alone for points always "wins": None."""
    outcome = match.outcome
    cooperative = match.game.about.cooperative
    if outcome is None or (match.seats == 1 and not cooperative):
        return None
    share = 1.0 if cooperative or len(outcome.winners) < 2 else 0.5
    return [share if seat in outcome.winners else 0.0 for seat in range(match.seats)]


# ------------------------------------------------------------------ which one


class LoadedValues(NamedTuple):
    """What a process has read of a game's value file."""

    game: Game
    value: Learned | None
    chances: Learned | None
    why: str  # there is none


_loaded: dict[str, LoadedValues] = {}  # by the game's id


def value_of(game: Game, rng: random.Random, hand: bool = False) -> Value:
    """What search goes by in this game; `hand`: leave the learned value aside."""
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
        raise BadOption(f"{game.about.title} has no features that a value could weigh.")
    found = read_value(Path(name), game).value
    if found is None:
        raise BadOption(f"{name} holds chances only, no value for search.")
    return Learned(game, features, found, name)


def learned_chances(game: Game) -> Learned | None:
    """What people are shown: fitted to strong play, or else what search goes by."""
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
    """A new file was written: look again."""
    _loaded.clear()


def value_file(game: Game) -> Path | None:
    return game.folder / "content" / "value.json" if game.folder else None


def read_value(file: Path, game: Game) -> ValueFile:
    """What was learned, if this game has every feature that it weighs."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=ValueFile)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadOption(f"{file.name} cannot be read: {error}.") from None
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
            raise BadOption(f"{file.name} weighs {name!r}, which is no feature.")
        if len(row) != KNOTS or not all(map(math.isfinite, row)):
            raise BadOption(f"{file.name}: {name!r} needs {KNOTS} numbers.")
