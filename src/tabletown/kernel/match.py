"""A match: the state at the last checkpoint, the answers since, and the script awaiting the next.

Between steps nothing runs and the state is only data. So a clone is a copy of that checkpoint plus a replay of the few
answers since, and undo, time travel and loading are the same thing from an earlier checkpoint.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tabletown.kernel.arguments import as_int, as_text, clip
from tabletown.kernel.chance import Dealer, dealer
from tabletown.kernel.errors import (
    BadOption,
    MatchOver,
    NotAllowed,
    NotAsked,
    RulesBug,
    TabletownError,
    UndoRefused,
    UnknownSeat,
    UnknownWord,
)
from tabletown.kernel.events import LogLine
from tabletown.kernel.game import Game, Outcome, hide_nothing, imagine_nothing
from tabletown.kernel.history import Checkpoint, LoggedAnswer, Replay, history_up_to, steps
from tabletown.kernel.log import Log
from tabletown.kernel.player_view import PlayerView
from tabletown.kernel.questions import CHANCE, NOT_AN_OPTION, Chance, Decision
from tabletown.kernel.run import Run
from tabletown.kernel.scene import Described
from tabletown.kernel.text import Reason, because

if TYPE_CHECKING:
    from tabletown.kernel.scene import Scene

Luck = Callable[[Chance, int], "str | None"]  # luck from a log or a test; None: use the seed

NOTHING_TO_UNDO = "nothing-to-undo"  # the id of a refusal
REVEALED = because("revealed", "Too late to undo: that move revealed hidden information.")
ANSWERED = because("answered", "Too late to undo: someone has already played.")
NO_UNDO_OF_LUCK = because("no-undo-of-luck", "A roll or draw can't be undone by itself. Undo the move that led to it.")


class Answer(NamedTuple):
    seat: int  # CHANCE for dice and draws
    option: str


as_answer = partial(tuple.__new__, Answer)  # three times as fast as Answer(*answer), which matters for long logs


class Match:
    __slots__ = (
        "__weakref__",
        "_changes",
        "_dealer",
        "_history",
        "_live",
        "_run",
        "by_hand",
        "dealt_from",
        "game",
        "luck",
        "names",
        "options",
        "seats",
        "state",
        "undos_after_reveal",
    )

    def __init__(
        self,
        game: Game,
        seats: int | Sequence[str] | None = None,
        options: dict[str, str] | None = None,
        seed: int | None = None,
        by_hand: Iterable[str] = (),
        luck: Luck | None = None,
        live: bool = True,
        kept: tuple[Checkpoint, Sequence[LoggedAnswer], list[LogLine]] | None = None,
        changes: bool = False,
    ) -> None:
        self.game, self.names, self.options = game, game.seated(seats), game.options(options)
        self.seats, self.by_hand = len(self.names), game.rolled_by_hand(by_hand)
        self._dealer, self.luck = dealer(seed), luck
        self._live = live  # a live match keeps its log; one for simulation or search does not
        self._changes = changes and game.research.ledger is not None  # whether each line says what it changed
        self.dealt_from = 0  # first answer whose luck comes from this seed; later than 0 in a branch
        self.undos_after_reveal = 0  # undos of answers that had revealed luck
        if kept is not None:  # continue from this checkpoint without replaying
            self._history = history_up_to(kept[0])
            self._history.lines = kept[2]
            self._play_again(kept[1])
            return
        self.state: Any = game.rules.setup(self.seats, self.options)
        self._history = history = history_up_to(Checkpoint(self.state.copy()))
        if live:
            history.keep_checkpoints, self.state.lines = True, self._new_log()
        self._run: Run | None = Run(steps(game.rules.step, self.state, history).send)
        if self._run.advance(None, self):
            self._run = None
        history.collect(self.state)

    def _new_log(self) -> list[LogLine]:
        """Attach a new log to the current state."""
        if not self._changes:
            return []
        hides = self.game.view.hide is not hide_nothing
        return Log(self, (None, *range(self.seats)) if hides else (None,))

    # ------------------------------------------------------------------ what is asked

    @property
    def seed(self) -> int:
        """The seed, which determines all luck to come."""
        return self._dealer.seed

    @property
    def number(self) -> int:
        """Number of answers given, including chance."""
        last = self._history.checkpoint
        return last.number + len(last.answers)

    @property
    def last(self) -> LoggedAnswer | None:
        """The last answer, or None."""
        return next((point.answers[-1] for point in self._history.checkpoint if point.answers), None)

    @property
    def lines(self) -> list[LogLine]:
        """The lines of the log."""
        return self._history.lines

    @property
    def step_start(self) -> int:
        """Number of answers given when the current step began."""
        return self._history.step_start

    @property
    def turn(self) -> object:
        """Identifies the current turn; equal as long as the turn lasts."""
        turn_of = self.game.rules.turn_of
        return turn_of(self.state) if turn_of is not None else self.step_start

    @property
    def decisions(self) -> list[Decision]:
        """The pending decisions; empty when the match is over."""
        run = self._run
        return [] if run is None else [run.question] if run.question is not None else run.waiting()

    def decision(self, seat: int) -> Decision | None:
        run, seat = self._run, self._seat(seat, chance=True)
        return run.asking(seat) if run is not None else None

    @property
    def secret_since(self) -> int | None:
        """During simultaneous choices: number of answers before them. Later ones are secret."""
        run = self._run
        return run.secret_since if run is not None and run.children is not None else None

    @property
    def frozen(self) -> int | None:
        """The same, if others may not even see who has answered."""
        return self.secret_since if self._run is not None and self._run.frozen else None

    @property
    def over(self) -> bool:
        return self._run is None

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the match is over."""
        return self.game.rules.outcome(self.state) if self._run is None else None

    def why_not(self, option: str, seat: int | None = None) -> Reason | None:
        """Why an option isn't allowed now, or None if it is. Default seat: the first that must decide."""
        decisions = self.decisions
        if not decisions:
            return because("match-over", "The match is over.")
        decision = self.decision(decisions[0].seat if seat is None else seat)
        if decision is None:
            return because("not-asked", "{who:seat} has nothing to decide right now.", who=seat)
        word = as_text(option)
        reason = decision.why_not(word) if word is not None else NOT_AN_OPTION
        if reason is not None and not reason.rule:  # without a clause of its own, use the question's
            return msgspec.structs.replace(reason, rule=decision.rule)
        return reason

    # ------------------------------------------------------------------ answers

    def choose(self, seat: int, option: str) -> None:
        """Choose an option for this seat (CHANCE: a result rolled by hand). Errors change nothing."""
        run = self._run
        if run is None:
            raise MatchOver("The match is over.")
        if type(seat) is not int or type(option) is not str:
            seat, option = self._plain(seat, option)
        asked = run.question
        if asked is None:  # several seats act at once
            asked = run.asking(seat)
        if asked is None or asked.seat != seat:
            self._refuse_seat(seat)
        elif (type(asked.given) is not list or option not in asked.given) and not asked.takes(option):
            self._refuse(asked, option)  # usually already computed
        history = self._history
        last = history.checkpoint
        given = len(last.answers)
        try:
            if seat < 0 and type(asked) is Chance:
                history.drawn(history.luck_of(asked.kind, run))
            last.answers.append((seat, option))
            history.by = seat
            if run.advance(option, self) if run.children is None else run.answer(seat, option, self):
                self._run = None
            if self._live:
                history.collect(self.state)
        except BaseException as error:
            lines = [line for line in history.lines if line.number <= last.number + given]
            self._history = history_up_to(last)
            self._history.lines = lines
            self._play_again(last.answers[:given])
            if isinstance(error, TabletownError) or not isinstance(error, Exception):
                raise
            raise RulesBug(f"{self.game.about.title}: the rules failed on {clip(option)}: {error!r}.") from error

    @property
    def checkpoint(self) -> Checkpoint:
        """The state at the start of the current step, and the answers since."""
        history = self._history
        last = history.checkpoint
        if last.step < history.step:  # a simulated match: the steps are replayed once
            twin = self._twin(last)
            twin._play_again(last.answers, keep_checkpoints=True)
            history.checkpoint = last = twin._history.checkpoint  # together: other threads may clone this match
        return last

    @property
    def checkpoints(self) -> list[Checkpoint]:
        """All known checkpoints; after opening a snapshot, none before it."""
        return [point for point in self.checkpoint if point.state is not None][::-1]

    def _deal(self, question: Chance) -> str | None:
        kind = question.kind
        if kind in self.by_hand:
            return None
        history, run = self._history, self._run
        if run is not None and run.children is not None:
            kind = history.luck_of(kind, run)
        nth = history.drawn(kind)  # scripted and typed-in results count too, so that n matches the log
        outcome = self.luck(question, history.number) if self.luck is not None else None
        if outcome is None:
            outcome = self._dealer.deal(kind, nth, question.given)
        elif (outcome := as_text(outcome)) is None or outcome not in question.given:
            raise BadOption(f"The luck given for this match can't come up on {question.kind!r}.")
        history.checkpoint.answers.append((CHANCE, outcome))
        return outcome

    def _seat(self, seat: Any, chance: bool = False, nobody: bool = False) -> Any:
        """Validate a seat; also accepts CHANCE, or None for a spectator, where allowed."""
        if (type(seat) is int and 0 <= seat < self.seats) or (seat is None and nobody):
            return seat
        number = as_int(seat, CHANCE if chance else 0, self.seats - 1)
        if number is None:
            raise UnknownSeat(f"There is no seat {clip(seat)}. This match has seats 0 to {self.seats - 1}.")
        return number

    def _plain(self, seat: Any, option: Any) -> tuple[int, str]:
        if (word := as_text(option)) is None:
            raise UnknownWord(f"An option must be a word, not {clip(option)}.")
        return self._seat(seat, chance=True), word

    def _refuse_seat(self, seat: int) -> None:
        self._seat(seat, chance=True)
        asked = [decision.seat for decision in self.decisions]
        waits = " and ".join(self.names[seat] if seat != CHANCE else "the dice" for seat in asked)
        raise NotAsked(f"It isn't this seat's turn. The match is waiting for {waits}.")

    def _refuse(self, decision: Decision, option: str) -> None:
        reason = decision.why_not(option)
        if reason is not None and reason.id != NOT_AN_OPTION.id:
            raise NotAllowed(reason)
        shown = ", ".join(list(decision.options)[:8]) + (", …" if len(decision.options) > 8 else "")
        raise UnknownWord(f"{clip(option)} isn't an option here. The options are: {shown}.")

    # ------------------------------------------------------------------ copies, undo, time travel

    def clone(self, seed: int | None = None) -> Match:
        """An independent copy at the same point. With another seed, its future luck differs."""
        last = self.checkpoint
        twin = self._twin(last)
        if seed is not None:
            twin._dealer, twin.dealt_from = dealer(seed), self.number
        resumes, run = self.game.rules.resumes, self._run
        if resumes is not None and run is not None and resumes(self.state):
            twin._history.draws = self._history.draws.copy()  # copied, as the original goes on counting
            twin._resume(self.state.copy(), last.answers[:], run.secret_since)
        else:
            twin._play_again(last.answers)
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.clone()

    def _twin(self, point: Checkpoint) -> Match:
        """A copy of the match at this checkpoint, without the answers since."""
        twin = Match.__new__(Match)
        twin.game, twin.names, twin.seats, twin.options = self.game, self.names[:], self.seats, self.options
        twin.by_hand, twin._dealer, twin.luck = self.by_hand, self._dealer, None
        twin.dealt_from, twin.undos_after_reveal = self.dealt_from, self.undos_after_reveal
        twin._history, twin._live, twin._changes = history_up_to(point), False, False
        return twin

    def _play_again(self, answers: Iterable[LoggedAnswer], keep_checkpoints: bool = False) -> None:
        """Replay these answers from the checkpoint."""
        history, coming = self._history, iter(answers)
        self.state = state = history.checkpoint.state.copy()
        history.keep_checkpoints = keep_checkpoints
        self._run = run = Run(steps(self.game.rules.step, state, history).send)
        replay = Replay(history, coming, self.by_hand, run)
        over: bool | None = run.advance(None, replay)
        for answer in coming:
            seat, option = answer
            if seat == CHANCE and isinstance(asked := run.asking(CHANCE), Chance):
                history.drawn(history.luck_of(asked.kind, run))
            history.checkpoint.answers.append(answer)
            over = run.answer(seat, option, replay)
            if over is None:
                raise RulesBug(f"No one is waiting for the answer {option!r} of seat {seat}.")
        if over:
            self._run = None
        if self._live:
            history.keep_checkpoints, state.lines = True, self._new_log()

    def _resume(self, state: Any, answers: list[LoggedAnswer], secret_since: int) -> None:
        """Restart the current step midway; its scripts find the earlier answers in the state."""
        history = self._history
        self.state, history.checkpoint.answers = state, answers
        self._run = run = Run(steps(self.game.rules.step, state, history).send)
        run.advance(None, self)
        run.secret_since, history.step_start = secret_since, history.checkpoint.number

    @property
    def log(self) -> list[Answer]:
        """All answers so far, including chance."""
        return self.since(0)

    def since(self, number: int) -> list[Answer]:
        """The answers from this number on."""
        first = number if type(number) is int and 0 <= number <= self.number else as_int(number, 0, 1 << 62)
        if first is None:
            raise BadOption(f"Answers are counted from 0, so there is no answer {clip(number)}.")
        answers: list[LoggedAnswer] = []  # from the last one back
        missing = self.number - first
        for point in self._history.checkpoint:
            if missing <= 0:
                break
            answers += point.answers[-missing:][::-1]
            missing -= len(point.answers)
        return [*map(as_answer, reversed(answers))]

    def at(self, number: int) -> Match:
        """The match after this many answers, replayed from the nearest earlier checkpoint.

        Between an answer and the dice it caused, the dice are the pending question.
        """
        if (point := as_int(number, 0, self.number)) is None:
            raise BadOption(f"This match has {self.number} answers, so there is no point {clip(number)}.")
        start = self._checkpoint_at(point)
        twin = self._twin(start)
        twin._live, twin._changes = self._live, self._changes
        twin._history.lines = [line for line in self.lines if line.number <= point]
        twin.dealt_from = min(self.dealt_from, point)
        twin._play_again(start.answers[: point - start.number])
        return twin

    def _checkpoint_at(self, number: int) -> Checkpoint:
        """The last checkpoint up to this number of answers."""
        point = after = self.checkpoint
        while point.number > number and point.previous is not None:
            after, point = point, point.previous
        if point.state is None:  # opened from a snapshot: replay the earlier answers once to find them
            twin = self._twin(Checkpoint(self.game.rules.setup(self.seats, self.options)))
            twin._play_again(point.answers, keep_checkpoints=True)
            after.previous = twin._history.checkpoint
            return self._checkpoint_at(number)
        return point

    def branch(self, number: int | None = None, seed: int | None = None) -> Match:
        """A new match that shares the past up to this point and continues with new luck."""
        twin = self.at(self.number if number is None else number)
        twin._dealer, twin.dealt_from = dealer(seed), twin.number
        while (run := twin._run) and isinstance(asked := run.asking(CHANCE), Chance) and asked.kind not in twin.by_hand:
            kind = twin._history.luck_of(asked.kind, run)
            twin.choose(CHANCE, twin._dealer.deal(kind, twin._history.draws.get(kind, 0), asked.options))
        return twin

    def _last_answer_of(self, seat: int) -> tuple[int, int]:
        """Position of this seat's last answer in the log, and the end of the luck that followed."""
        number = end = self.number
        for point in self._history.checkpoint:
            for who, _ in reversed(point.answers):
                number -= 1
                if who == seat:
                    return number, end
                if who != CHANCE:
                    end = number
        return -1, 0

    def why_not_undo(self, seat: int) -> Reason | None:
        """Why undo isn't free, or None if nothing was revealed and no one has answered since."""
        if (seat := self._seat(seat, chance=True)) == CHANCE:
            return NO_UNDO_OF_LUCK
        start, end = self._last_answer_of(seat)
        if start < 0:
            return because(NOTHING_TO_UNDO, "{who:seat} has no move to undo.", who=seat)
        if end > start + 1:
            return REVEALED
        return ANSWERED if end < self.number and (self.secret_since is None or start < self.secret_since) else None

    def undo(self, seat: int | None = None, force: bool = False) -> None:
        """Undo this seat's last answer (default: the very last answer).

        `force`: the others agreed, so it is undone even if something was revealed, with everything built on it.
        """
        if seat is None:
            seat = next((answer.seat for answer in reversed(self.log) if answer.seat != CHANCE), 0)
        reason = self.why_not_undo(seat)
        start, end = self._last_answer_of(seat)
        if seat == CHANCE or start < 0 or (reason is not None and not force):
            raise UndoRefused(str(reason))
        secret = self.secret_since is not None and start >= self.secret_since  # nobody could build on it yet
        if any(answer.seat == CHANCE for answer in self.log[start : end if secret else None]):
            self.undos_after_reveal += 1
        self._adopt(self._without(seat, start, end) if secret else self.at(start))

    def _without(self, seat: int, start: int, end: int) -> Match:
        """The match without one secret answer, among those that others gave at the same time."""
        last, lines = self._history.checkpoint, self._history.lines
        twin, gone = self._twin(last), end - start
        twin._live, twin._changes = self._live, self._changes
        for line in lines:
            if line.number > end:
                twin.lines.append(msgspec.structs.replace(line, number=line.number - gone))
            elif line.by != seat or line.number <= start:
                twin.lines.append(line)
        twin._play_again(last.answers[: start - last.number] + last.answers[end - last.number :])
        return twin

    def _adopt(self, other: Match) -> None:
        self.state, self._run, self._history = other.state, other._run, other._history
        self.dealt_from = other.dealt_from
        if self._live:
            self.state.lines = self._new_log()  # each state's log refers to that state

    # ------------------------------------------------------------------ what a seat may know

    def view(self, seat: int | None = None) -> Any:
        """The state as this seat may know it (None: a spectator)."""
        return self.game.view.hide(self.state, self._seat(seat, nobody=True))

    def log_for(self, seat: int | None) -> list[Answer | None]:
        """The log as this seat may read it; None stands for an answer it may not know yet.

        In a game with hidden information, the bare answers of others and of chance could betray it: until the match is
        over the seat reads only its own, and the log lines say what everybody may know.
        """
        seat = self._seat(seat, nobody=True)
        if self.game.view.hide is not hide_nothing and not self.over:
            return [answer if answer.seat == seat else None for answer in self.log]
        return self.open_to(seat)

    def open_to(self, seat: int | None, first: int = 0) -> list[Answer | None]:
        """The answers from `first` on; None for secret answers of others and the luck they led to."""
        hidden, owner, shown = self.secret_since, None, list[Answer | None]()
        for number, answer in enumerate(self.since(first), first):
            owner = answer.seat if answer.seat != CHANCE else owner
            shown.append(answer if hidden is None or number < hidden or owner == seat else None)
        return shown

    def may_read(self, line: LogLine, seat: int | None) -> bool:
        """Whether the seat may read this line of the log now."""
        if line.to is not None and seat not in line.to:
            return False
        hidden = self.secret_since
        return hidden is None or line.number <= hidden or line.by == seat

    def lines_for(self, seat: int | None) -> Iterator[LogLine]:
        seat = self._seat(seat, nobody=True)
        return (line for line in self.lines if self.may_read(line, seat))

    def imagine(self, seat: int, rng: random.Random) -> Match:
        """A match that this seat could believe to be in: hidden information filled in at random, with different luck to
        come.

        Answers that others gave in secret are left out, so those seats are still asked.
        """
        last, seat = self.checkpoint, self._seat(seat)
        twin = self._twin(last)
        if self.game.view.imagine is not imagine_nothing:
            seen = self.game.view.hide(last.state, seat)
            twin._history.checkpoint.state = self.game.view.imagine(seen, seat, rng)
        twin._dealer = Dealer(rng.getrandbits(64))
        answers: Iterable[LoggedAnswer] = last.answers
        if self.secret_since is not None:
            answers = [answer for answer in self.open_to(seat, last.number) if answer is not None]
        twin._play_again(answers)
        return twin

    def player_view(self, seat: int) -> PlayerView:
        return PlayerView(self, self._seat(seat))

    # ------------------------------------------------------------------ pictures and words

    def scene(self, seat: int | None = None) -> Scene:
        if self.game.view.scene is None:
            raise BadOption(f"{self.game.about.title} has no picture.")
        seat = self._seat(seat, nobody=True)
        asked = self.decision(seat) if seat is not None else None
        return self.game.view.scene(self.view(seat), seat, asked, self.names)

    def text(self, seat: int | None = None) -> str:
        seat = self._seat(seat, nobody=True)
        told, view = self.game.words.text, self.view(seat)
        return told(view, seat, self.names) if told is not None else repr(view)

    def describe(self, decision: Decision, option: str) -> Described:
        """Everything that people see and hear of this option."""
        describe = self.game.words.describe
        if describe is None or decision.seat == CHANCE:
            return Described(option)
        return describe(self.view(decision.seat), decision, option)

    def label(self, decision: Decision, option: str) -> str:
        """The sentence a player would say for it."""
        return self.describe(decision, option).label

    def __repr__(self) -> str:
        waits = "over" if self.over else ", ".join(repr(decision) for decision in self.decisions)
        return f"<{self.game.about.title}, {self.number} answers: {waits}>"
