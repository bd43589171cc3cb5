"""A match: the state at the last checkpoint, the answers since, and the script that waits for the next one.

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

Luck = Callable[[Chance, int], "str | None"]  # deals in place of the seed: dice from a log or a test; None: the seed's

NOTHING_TO_UNDO = "nothing-to-undo"  # the id of a refusal
REVEALED = because("revealed", "Too late to undo: that move revealed hidden information.")
ANSWERED = because("answered", "Too late to undo: someone has already played.")
NO_UNDO_OF_LUCK = because("no-undo-of-luck", "A roll or draw can't be undone by itself. Undo the move that led to it.")


class Answer(NamedTuple):
    seat: int  # CHANCE for dice and draws
    option: str


as_answer = partial(tuple.__new__, Answer)  # three times as fast as Answer(*answer): logs are long


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
        self.dealt_from = 0  # the answer from which on luck comes from this seed: later in a branch
        self.undos_after_reveal = 0  # how often an answer was taken back although luck had been revealed by it
        if kept is not None:  # go on from there: nothing else is played
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
        """Where the rules tell what happens, from the present state on."""
        if not self._changes:
            return []
        hides = self.game.view.hide is not hide_nothing
        return Log(self, (None, *range(self.seats)) if hides else (None,))

    # ------------------------------------------------------------------ what is asked

    @property
    def seed(self) -> int:
        """All the luck to come lies in it."""
        return self._dealer.seed

    @property
    def number(self) -> int:
        """How many answers have been given, chance included."""
        last = self._history.checkpoint
        return last.number + len(last.answers)

    @property
    def last(self) -> LoggedAnswer | None:
        """The very last answer."""
        return next((point.answers[-1] for point in self._history.checkpoint if point.answers), None)

    @property
    def lines(self) -> list[LogLine]:
        """The log in words."""
        return self._history.lines

    @property
    def step_start(self) -> int:
        """How many answers had been given when the present step began."""
        return self._history.step_start

    @property
    def turn(self) -> object:
        """The player's turn that is played now: equal as long as it lasts."""
        turn_of = self.game.rules.turn_of
        return turn_of(self.state) if turn_of is not None else self.step_start

    @property
    def decisions(self) -> list[Decision]:
        """Who must choose what now; empty when the match is over."""
        run = self._run
        return [] if run is None else [run.question] if run.question is not None else run.waiting()

    def decision(self, seat: int) -> Decision | None:
        run, seat = self._run, self._seat(seat, chance=True)
        return run.asking(seat) if run is not None else None

    @property
    def secret_since(self) -> int | None:
        """While several seats act together: how many answers had been given before. Those since are secret."""
        run = self._run
        return run.secret_since if run is not None and run.children is not None else None

    @property
    def frozen(self) -> int | None:
        """The same, where others may not even see who has answered: that may tell what was chosen."""
        return self.secret_since if self._run is not None and self._run.frozen else None

    @property
    def over(self) -> bool:
        return self._run is None

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, once the match is over."""
        return self.game.rules.outcome(self.state) if self._run is None else None

    def why_not(self, option: str, seat: int | None = None) -> Reason | None:
        """Why this is not allowed now, or None if it is. Without a seat: the first one that is asked."""
        decisions = self.decisions
        if not decisions:
            return because("match-over", "The match is over.")
        decision = self.decision(decisions[0].seat if seat is None else seat)
        if decision is None:
            return because("not-asked", "{who:seat} has nothing to decide right now.", who=seat)
        word = as_text(option)
        reason = decision.why_not(word) if word is not None else NOT_AN_OPTION
        if reason is not None and not reason.rule:  # no clause of its own: that of the question
            return msgspec.structs.replace(reason, rule=decision.rule)
        return reason

    # ------------------------------------------------------------------ answers

    def choose(self, seat: int, option: str) -> None:
        """Answer for this seat (CHANCE: what was rolled by hand). A refusal changes nothing."""
        run = self._run
        if run is None:
            raise MatchOver("The match is over.")
        if type(seat) is not int or type(option) is not str:
            seat, option = self._plain(seat, option)
        asked = run.question
        if asked is None:  # several act together
            asked = run.asking(seat)
        if asked is None or asked.seat != seat:
            self._refuse_seat(seat)
        elif (type(asked.given) is not list or option not in asked.given) and not asked.takes(option):
            self._refuse(asked, option)  # mostly the options were found when they were looked at
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
        """The state as it stood at the start of the present step, and the answers since."""
        history = self._history
        last = history.checkpoint
        if last.step < history.step:  # only simulated: the steps are played again, once
            twin = self._twin(last)
            twin._play_again(last.answers, keep_checkpoints=True)
            history.checkpoint = last = twin._history.checkpoint  # at once: other threads may clone me meanwhile
        return last

    @property
    def checkpoints(self) -> list[Checkpoint]:
        """All that are known; a match that was opened from a snapshot knows none before it."""
        return [point for point in self.checkpoint if point.state is not None][::-1]

    def _deal(self, question: Chance) -> str | None:
        kind = question.kind
        if kind in self.by_hand:
            return None
        history, run = self._history, self._run
        if run is not None and run.children is not None:
            kind = history.luck_of(kind, run)
        nth = history.drawn(kind)  # one that was scripted or typed in counts too: n is what the log shows
        outcome = self.luck(question, history.number) if self.luck is not None else None
        if outcome is None:
            outcome = self._dealer.deal(kind, nth, question.given)
        elif (outcome := as_text(outcome)) is None or outcome not in question.given:
            raise BadOption(f"The luck that this match was given cannot come up on {question.kind!r}.")
        history.checkpoint.answers.append((CHANCE, outcome))
        return outcome

    def _seat(self, seat: Any, chance: bool = False, nobody: bool = False) -> Any:
        """This seat as a plain number; also CHANCE, or nobody (a spectator), where that is meant."""
        if (type(seat) is int and 0 <= seat < self.seats) or (seat is None and nobody):
            return seat
        number = as_int(seat, CHANCE if chance else 0, self.seats - 1)
        if number is None:
            raise UnknownSeat(f"There is no seat {clip(seat)}; this match has seats 0 to {self.seats - 1}.")
        return number

    def _plain(self, seat: Any, option: Any) -> tuple[int, str]:
        if (word := as_text(option)) is None:
            raise UnknownWord(f"An option is a word, not {clip(option)}.")
        return self._seat(seat, chance=True), word

    def _refuse_seat(self, seat: int) -> None:
        self._seat(seat, chance=True)
        asked = [decision.seat for decision in self.decisions]
        waits = " and ".join(self.names[seat] if seat != CHANCE else "whoever rolls the dice" for seat in asked)
        raise NotAsked(f"It is not this seat's turn; the match waits for {waits}.")

    def _refuse(self, decision: Decision, option: str) -> None:
        reason = decision.why_not(option)
        if reason is not None and reason != NOT_AN_OPTION:
            raise NotAllowed(reason)
        shown = ", ".join(list(decision.options)[:8]) + (", …" if len(decision.options) > 8 else "")
        raise UnknownWord(f"{clip(option)} is not an option here; the options are: {shown}.")

    # ------------------------------------------------------------------ copies, undo, time travel

    def clone(self, seed: int | None = None) -> Match:
        """An independent twin at the same point. With another seed its future luck differs."""
        last = self.checkpoint
        twin = self._twin(last)
        if seed is not None:
            twin._dealer, twin.dealt_from = dealer(seed), self.number
        resumes, run = self.game.rules.resumes, self._run
        if resumes is not None and run is not None and resumes(self.state):
            twin._history.draws = self._history.draws.copy()  # mine may go on counting
            twin._resume(self.state.copy(), last.answers[:], run.secret_since)
        else:
            twin._play_again(last.answers)
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.clone()

    def _twin(self, point: Checkpoint) -> Match:
        """The same match at this checkpoint; what was answered since must be played again."""
        twin = Match.__new__(Match)
        twin.game, twin.names, twin.seats, twin.options = self.game, self.names[:], self.seats, self.options
        twin.by_hand, twin._dealer, twin.luck = self.by_hand, self._dealer, None
        twin.dealt_from, twin.undos_after_reveal = self.dealt_from, self.undos_after_reveal
        twin._history, twin._live, twin._changes = history_up_to(point), False, False
        return twin

    def _play_again(self, answers: Iterable[LoggedAnswer], keep_checkpoints: bool = False) -> None:
        """Bring state and script to where the checkpoint and these answers lead."""
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
                raise RulesBug(f"Nobody waits for the answer {option!r} of seat {seat}.")
        if over:
            self._run = None
        if self._live:
            history.keep_checkpoints, state.lines = True, self._new_log()

    def _resume(self, state: Any, answers: list[LoggedAnswer], secret_since: int) -> None:
        """Begin the step again in the middle: its scripts find in the state what was answered."""
        history = self._history
        self.state, history.checkpoint.answers = state, answers
        self._run = run = Run(steps(self.game.rules.step, state, history).send)
        run.advance(None, self)
        run.secret_since, history.step_start = secret_since, history.checkpoint.number

    @property
    def log(self) -> list[Answer]:
        """Every answer so far, chance included."""
        return self.since(0)

    def since(self, number: int) -> list[Answer]:
        """The answers from this number on."""
        first = number if type(number) is int and 0 <= number <= self.number else as_int(number, 0, 1 << 62)
        if first is None:
            raise BadOption(f"Answers are counted from 0; there is no answer {clip(number)}.")
        answers: list[LoggedAnswer] = []  # from the last one back
        missing = self.number - first
        for point in self._history.checkpoint:
            if missing <= 0:
                break
            answers += point.answers[-missing:][::-1]
            missing -= len(point.answers)
        return [*map(as_answer, reversed(answers))]

    def at(self, number: int) -> Match:
        """The match as it stood after that many answers: nearest earlier checkpoint, then replay.

        Between an answer and the dice that it set rolling, the dice are what is asked.
        """
        if (point := as_int(number, 0, self.number)) is None:
            raise BadOption(f"This match has {self.number} answers; there is no point {clip(number)}.")
        start = self._checkpoint_at(point)
        twin = self._twin(start)
        twin._live, twin._changes = self._live, self._changes
        twin._history.lines = [line for line in self.lines if line.number <= point]
        twin.dealt_from = min(self.dealt_from, point)
        twin._play_again(start.answers[: point - start.number])
        return twin

    def _checkpoint_at(self, number: int) -> Checkpoint:
        """The last one up to this number of answers."""
        point = after = self.checkpoint
        while point.number > number and point.previous is not None:
            after, point = point, point.previous
        if point.state is None:  # opened from a snapshot: the answers before it are played again to find them, once
            twin = self._twin(Checkpoint(self.game.rules.setup(self.seats, self.options)))
            twin._play_again(point.answers, keep_checkpoints=True)
            after.previous = twin._history.checkpoint
            return self._checkpoint_at(number)
        return point

    def branch(self, number: int | None = None, seed: int | None = None) -> Match:
        """A new match that shares the past up to that point and goes its own way, with new luck."""
        twin = self.at(self.number if number is None else number)
        twin._dealer, twin.dealt_from = dealer(seed), twin.number
        while (run := twin._run) and isinstance(asked := run.asking(CHANCE), Chance) and asked.kind not in twin.by_hand:
            kind = twin._history.luck_of(asked.kind, run)
            twin.choose(CHANCE, twin._dealer.deal(kind, twin._history.draws.get(kind, 0), asked.options))
        return twin

    def _last_answer_of(self, seat: int) -> tuple[int, int]:
        """Where this seat's last answer stands in the log, and where the luck that followed from it ends."""
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
        """None while undo is free: nothing was revealed and no other seat has answered since."""
        if (seat := self._seat(seat, chance=True)) == CHANCE:
            return NO_UNDO_OF_LUCK
        start, end = self._last_answer_of(seat)
        if start < 0:
            return because(NOTHING_TO_UNDO, "{who:seat} has no move to undo.", who=seat)
        if end > start + 1:
            return REVEALED
        return ANSWERED if end < self.number and (self.secret_since is None or start < self.secret_since) else None

    def undo(self, seat: int | None = None, force: bool = False) -> None:
        """Take back this seat's last answer (without a seat: the last answer of all).

        `force`: the others agreed, so it goes even if something was revealed; all that was built on it goes too.
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
        """One secret answer removed from among those that others gave at the same time."""
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
            self.state.lines = self._new_log()  # the other's looks at the other

    # ------------------------------------------------------------------ what a seat may know

    def view(self, seat: int | None = None) -> Any:
        """The state as this seat may know it (None: a spectator)."""
        return self.game.view.hide(self.state, self._seat(seat, nobody=True))

    def log_for(self, seat: int | None) -> list[Answer | None]:
        """The log as this seat may read it; None stands for an answer that it may not know (yet).

        Where a game hides things, the bare answers of others and of chance could betray them: until the match is
        over the seat reads only its own, and the lines in words tell what everybody may know.
        """
        seat = self._seat(seat, nobody=True)
        if self.game.view.hide is not hide_nothing and not self.over:
            return [answer if answer.seat == seat else None for answer in self.log]
        return self.open_to(seat)

    def open_to(self, seat: int | None, first: int = 0) -> list[Answer | None]:
        """The answers from `first` on; None for those that others gave in secret, and for the luck they led to."""
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
        """A match that this seat could believe to be in: hidden things filled in at random, other luck to come.

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
        """All that people see and hear of this option."""
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
