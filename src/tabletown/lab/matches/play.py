"""One match between bots, as a row of a study. A failed match is a row too."""

from __future__ import annotations

import random
import signal
import threading
import time
import traceback
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from tabletown.bots.greedy import determinized, horizon_of
from tabletown.bots.own import find
from tabletown.features import Features
from tabletown.kernel import CHANCE, Chance, Match
from tabletown.kernel.chance import Dealer
from tabletown.kernel.errors import BadOption
from tabletown.kernel.game import Rules
from tabletown.registry import game

CHANCE_KIND = "chance:"  # what a study watches: `tile`: options chosen; `chance:climate`: cards drawn


class Task(msgspec.Struct):
    """A match to be played. The same task gives the same row, except with bots that have a time budget."""

    game: str
    bots: tuple[str, ...]  # by seat
    options: dict[str, str]
    seed: int
    limit: int = 100_000  # answers after which the match is cut off
    arm: str = ""  # the part of the study it belongs to
    watch: tuple[str, ...] = ()
    decisions: bool = False
    ledger: bool = False
    patience: float = 0.0  # seconds that a bot may take for an answer; 0: as long as it likes
    features: bool = False  # keep the features for learning, whenever search would evaluate …
    turns: bool = False  # … or at the end of every turn


class DecisionRow(msgspec.Struct, array_like=True):
    """One decision of a match: the question, the seat and the answer."""

    number: int  # how many answers had been given
    seat: int
    rule: str
    options: int  # how many options there were
    option: str


class LedgerRow(msgspec.Struct, array_like=True):
    """One change of a figure in the game's ledger: before, after, and the clause that caused it."""

    number: int  # how many answers had been given
    by: int | None  # the seat that gave the last of them
    rule: str
    what: str
    before: float
    after: float


class MatchRow(msgspec.Struct):
    """One match that was played."""

    seed: int
    bots: tuple[str, ...]  # by seat
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str  # the clause or sentence that ended the match
    answers: int  # by seats, without chance
    arm: str = ""
    things: dict[str, tuple[int, ...]] = {}  # what the study watches: a count per seat, or one count for chance
    error: str = ""  # the traceback of a match that failed
    fault: int = -1  # the seat whose bot failed and therefore lost
    decisions: list[DecisionRow] = []
    ledger: list[LedgerRow] = []
    positions: bytes = b""  # the features by turn and seat, as 32-bit floats

    @property
    def counts(self) -> bool:
        """Whether the match counts in the statistics: it does unless the rules failed."""
        return not self.error or self.fault >= 0


class BotFailed(Exception):
    """A bot raised an error or did not answer with an option."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class TooSlow(Exception):
    """A bot exceeded its time limit."""


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """Interrupt code that exceeds the time; where that is impossible (Windows, threads), check afterwards."""
    began = time.monotonic()
    alarm = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def stop(number: int, frame: object) -> None:
        raise TooSlow(f"The bot took longer than {seconds:g} s for a move.")

    before = signal.signal(signal.SIGALRM, stop) if alarm else None
    if alarm:
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    if time.monotonic() - began > seconds:
        raise TooSlow(f"The bot took longer than {seconds:g} s for a move.")


def attempt(task: Task) -> MatchRow:
    """Play a task. A match that fails becomes a row that says why, and a bot that fails loses."""
    try:
        return play_match(task)
    except BotFailed as failed:
        others = tuple(seat for seat in range(len(task.bots)) if seat != failed.seat)
        winners = () if game(task.game).about.cooperative else others
        told = "".join(traceback.format_exception(failed.__cause__))
        return MatchRow(task.seed, task.bots, winners, (), "a bot failed", 0, task.arm, {}, told, failed.seat)
    except Exception:
        return MatchRow(task.seed, task.bots, (), (), "the match failed", 0, task.arm, {}, traceback.format_exc())


def play_match(task: Task) -> MatchRow:
    """Play a match to its end; errors of bots and rules are raised.

    >>> row = play_match(Task("right-of-way", ("random", "random"), game("right-of-way").options(), seed=7))
    >>> row.seed, row.bots
    (7, ('random', 'random'))
    """
    kinds: dict[int, str] = {}
    luck, live = _noted(task, kinds), task.ledger  # only a live match keeps a text log
    match = Match(game(task.game), len(task.bots), task.options, task.seed, luck=luck, live=live, changes=live)
    dealer = Dealer(task.seed)
    bots: list[Any] = []
    try:
        return _played(task, match, bots, dealer, kinds)
    finally:
        for bot in bots:
            if hasattr(bot, "close"):
                bot.close()


def _row(task: Task, rules: Rules, state: Any, answers: int) -> MatchRow:
    """The row of a finished match."""
    outcome = rules.outcome(state)
    assert outcome is not None
    if rules.check is not None:
        rules.check(state)  # check the invariants
    ending = outcome.rule or str(outcome.reason)
    return MatchRow(task.seed, task.bots, outcome.winners, outcome.scores, ending, answers, task.arm)


def _played(task: Task, match: Match, bots: list[Any], dealer: Dealer, kinds: dict[int, str]) -> MatchRow:
    for seat, name in enumerate(task.bots):
        try:
            bots.append(find(name, dealer.word("bot", seat), task.patience))
        except Exception as error:
            raise BotFailed(seat) from error
    asked: list[DecisionRow] = []
    answers = 0
    positions = Positions(match, dealer, task.turns) if task.features else None
    while (decisions := match.decisions) and answers < task.limit:
        decision = decisions[0]
        seat = decision.seat
        try:
            if task.patience:
                with in_time(task.patience):
                    option = bots[seat].choose(match.player_view(seat))
            else:
                option = bots[seat].choose(match.player_view(seat))
            if not isinstance(option, str) or not decision.takes(option):
                raise ValueError(f"{option!r} is no option of {decision!r}")
        except Exception as error:
            raise BotFailed(seat) from error
        if task.decisions:
            asked.append(DecisionRow(match.number, seat, decision.rule, len(decision.options), option))
        match.choose(seat, option)
        answers += 1
        if positions is not None:
            positions.look(match, seat)
    if not match.over:
        raise RuntimeError(f"{task.game}, seed {task.seed}: no end after {task.limit} answers.")
    played = _row(task, match.game.rules, match.state, answers)
    if task.watch:
        played.things = watched(match, task.watch, kinds)
    played.decisions = asked
    if positions is not None:
        played.positions = positions.kept.tobytes()
    played.ledger = [
        LedgerRow(line.number, line.by, line.rule, change.what.text.render(match.names), change.before, change.after)
        for line in match.lines
        for change in line.changes
    ]
    return played


class Positions:
    """Collects the features whenever search would evaluate, or at every turn, as the seat that just acted sees them."""

    def __init__(self, match: Match, dealer: Dealer, turns: bool = False) -> None:
        features = match.game.research.features
        if not isinstance(features, Features):
            raise BadOption(f"{match.game.about.title} has no features to learn from (tabletown.features.Features).")
        self.rows, self.kept = features.rows, array("f")
        self.rng = random.Random(dealer.word("positions", 0))
        self.turn_of: Callable[[Match], object] = (lambda match: match.turn) if turns else horizon_of
        self.turn = self.turn_of(match)

    def look(self, match: Match, seat: int) -> None:
        turn = self.turn_of(match)
        if turn != self.turn and not match.over:
            self.turn = turn
            for row in self.rows(determinized(match.player_view(max(0, seat)), self.rng).state):
                self.kept.extend(row)


def _noted(task: Task, kinds: dict[int, str]) -> Any:
    """A dealer that draws from the seed and records which die or deck was asked."""
    wanted = {word.removeprefix(CHANCE_KIND) for word in task.watch if word.startswith(CHANCE_KIND)}
    if not wanted:
        return None

    def luck(question: Chance, number: int) -> str | None:
        if question.kind in wanted:
            kinds[number] = question.kind
        return None

    return luck


def watched(match: Match, watch: Sequence[str], kinds: dict[int, str]) -> dict[str, tuple[int, ...]]:
    """How often each seat chose the watched options (`tile:fan`), and how often watched chance came up."""
    heads = {word for word in watch if not word.startswith(CHANCE_KIND)}
    found: dict[str, list[int]] = {}
    for number, (seat, option) in enumerate(match.log):
        if seat == CHANCE:
            if number in kinds:
                found.setdefault(f"{CHANCE_KIND}{kinds[number]}:{option}", [0])[0] += 1
        elif option in heads or option.partition(":")[0] in heads:
            found.setdefault(option, [0] * match.seats)[seat] += 1
    return {thing: tuple(found[thing]) for thing in sorted(found)}
