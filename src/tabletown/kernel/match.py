"""A match: the state at the last seam, the answers since, and the script that waits for the next one.

Between turns nothing runs and the state is only data. So a clone is a copy of that seam plus a replay of the few
answers since, and undo, time travel and loading are the same thing from an earlier seam.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

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
from tabletown.kernel.events import Line
from tabletown.kernel.game import Game, Outcome, hide_nothing, imagine_nothing
from tabletown.kernel.log import Log
from tabletown.kernel.past import Given, Past, Replay, Seam, turns
from tabletown.kernel.plain import clip, whole, words
from tabletown.kernel.questions import CHANCE, NOT_AN_OPTION, Chance, Decision
from tabletown.kernel.run import Run
from tabletown.kernel.scene import Described
from tabletown.kernel.seen import Seen
from tabletown.kernel.text import Reason, because

if TYPE_CHECKING:
    from tabletown.kernel.scene import Scene

Luck = Callable[[Chance, int], "str | None"]  # deals in place of the seed: dice from a log or a test; None: the seed's

NOTHING_TO_UNDO = "nothing-to-undo"  # the id of a refusal
REVEALED = because("revealed", "It revealed something.")
ANSWERED = because("answered", "Another seat has answered since.")
NO_UNDO_OF_LUCK = because("no-undo-of-luck", "Luck cannot be taken back: only the answer that led to it can.")


class Answer(NamedTuple):
    seat: int  # CHANCE for dice and draws
    option: str


as_answer = partial(tuple.__new__, Answer)  # three times as fast as Answer(*answer): logs are long


class Match:
    __slots__ = (
        "__weakref__",
        "_changes",
        "_dealer",
        "_live",
        "_past",
        "_run",
        "by_hand",
        "dealt_from",
        "foreseen",
        "game",
        "luck",
        "names",
        "options",
        "seats",
        "state",
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
        kept: tuple[Seam, Sequence[Given], list[Line]] | None = None,
        changes: bool = False,
    ) -> None:
        self.game, self.names, self.options = game, game.seated(seats), game.options(options)
        self.seats, self.by_hand = len(self.names), game.rolled_by_hand(by_hand)
        self._dealer, self.luck = dealer(seed), luck
        self._live = live  # a live match keeps its log; one for simulation or search does not
        self._changes = changes and game.research.ledger is not None  # whether each line says what it changed
        self.dealt_from = 0  # the answer from which on luck comes from this seed: later in a branch
        self.foreseen = 0  # how often an answer was taken back although luck had been revealed by it
        if kept is not None:  # go on from there: nothing else is played
            self._past = Past(kept[0], draws=kept[0].draws, lines=kept[2])
            self._play_again(kept[1])
            return
        self.state: Any = game.rules.setup(self.seats, self.options)
        self._past = past = Past(Seam(self.state.copy()))
        if live:
            past.marks, self.state.lines = True, self._new_log()
        self._run: Run | None = Run(turns(game.rules.step, self.state, past).send)
        if self._run.advance(None, self):
            self._run = None
        past.collect(self.state)

    def _new_log(self) -> list[Line]:
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
        past = self._past
        return past.seam.number + len(past.since)

    @property
    def last(self) -> Given | None:
        """The very last answer."""
        part = self._past.since or self._past.seam.before or next(filter(None, self._past.parts()), [])
        return part[-1] if part else None

    @property
    def lines(self) -> list[Line]:
        """The log in words."""
        return self._past.lines

    @property
    def step_start(self) -> int:
        """How many answers had been given when the present step began."""
        return self._past.seam.number + self._past.turn_at

    @property
    def turn(self) -> object:
        """The player's turn that is played now: equal as long as it lasts."""
        turn_of = self.game.rules.turn_of
        return turn_of(self.state) if turn_of is not None else self.step_start

    @property
    def decisions(self) -> list[Decision]:
        """Who must choose what now; empty when the match is over."""
        run = self._run
        if run is None:
            return []
        question = run.question
        return [question] if question is not None else run.waiting()

    def decision(self, seat: int) -> Decision | None:
        run, seat = self._run, self._seat(seat, chance=True)
        return run.asking(seat) if run is not None else None

    @property
    def opened(self) -> int | None:
        """While several seats act together: how many answers had been given before. Those since are secret."""
        run = self._run
        return run.opened if run is not None and run.children is not None else None

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
            return because("not-asked", "{who:seat} has nothing to choose now.", who=seat)
        word = words(option)
        reason = decision.why_not(word) if word is not None else NOT_AN_OPTION
        return msgspec.structs.replace(reason, rule=decision.rule) if reason == NOT_AN_OPTION else reason

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
        past = self._past
        since, seam, kept = past.since, past.seam, len(past.since)
        try:
            if seat < 0 and type(asked) is Chance:
                past.drawn(past.luck_of(asked.kind, run))
            since.append((seat, option))
            past.by = seat
            if run.advance(option, self) if run.children is None else run.answer(seat, option, self):
                self._run = None
            if self._live:
                past.collect(self.state)
        except BaseException as error:
            lines = [line for line in past.lines if line.number <= seam.number + kept]
            depth = next((at for at, one in enumerate(past.earlier) if one is seam), past.depth)
            self._past = Past(seam, past.earlier, depth, seam.draws, lines=lines)
            self._play_again(since[:kept])
            if isinstance(error, TabletownError) or not isinstance(error, Exception):
                raise
            raise RulesBug(f"{self.game.about.title}: the rules failed on {clip(option)}: {error!r}.") from error

    @property
    def seam(self) -> Seam:
        """The state as it stood at the start of the present step."""
        return self._known().seam

    @property
    def seams(self) -> list[Seam]:
        """All that are known; a match that was opened from a snapshot knows none before it."""
        known = self._known()
        return [*known.earlier[: known.depth], known.seam]

    def _known(self) -> Past:
        """My past with a seam at every step; where it was only simulated, the steps are played again, once."""
        past = self._past
        if past.steps < 2:
            return past
        found = past.found
        if found is None or found.steps != past.steps:
            twin = self._twin(found or past)
            twin._play_again(self._after(twin._past.seam), marks=True)
            found = twin._past
            found.steps = past.steps
            past.found = found  # one object: other threads may clone this match meanwhile
        return found

    def _after(self, seam: Seam) -> list[Given]:
        """The answers since this one of my latest seams."""
        past = self._past
        return past.since[seam.number - past.seam.number :] if seam is not past.seam else past.since

    def _deal(self, question: Chance) -> str | None:
        kind = question.kind
        if kind in self.by_hand:
            return None
        past, run = self._past, self._run
        if run is not None and run.children is not None:
            kind = past.luck_of(kind, run)
        nth = past.drawn(kind)  # one that was scripted or typed in counts too: n is what the log shows
        outcome = self.luck(question, past.number) if self.luck is not None else None
        if outcome is None:
            outcome = self._dealer.deal(kind, nth, question.given)
        elif (outcome := words(outcome)) is None or outcome not in question.given:
            raise BadOption(f"The luck that this match was given cannot come up on {question.kind!r}.")
        past.since.append((CHANCE, outcome))
        return outcome

    def _seat(self, seat: Any, chance: bool = False, nobody: bool = False) -> Any:
        """This seat as a plain number; also CHANCE, or nobody (a spectator), where that is meant."""
        if (type(seat) is int and 0 <= seat < self.seats) or (seat is None and nobody):
            return seat
        number = whole(seat, CHANCE if chance else 0, self.seats - 1)
        if number is None:
            raise UnknownSeat(f"There is no seat {clip(seat)}; this match has seats 0 to {self.seats - 1}.")
        return number

    def _plain(self, seat: Any, option: Any) -> tuple[int, str]:
        if (word := words(option)) is None:
            raise UnknownWord(f"An option is a word, not {clip(option)}.")
        return self._seat(seat, chance=True), word

    def _refuse_seat(self, seat: int) -> None:
        self._seat(seat, chance=True)
        asked = " and ".join(
            "whoever rolls the dice" if decision.seat == CHANCE else self.names[decision.seat]
            for decision in self.decisions
        )
        raise NotAsked(f"It is not this seat's turn; the match waits for {asked}.")

    def _refuse(self, decision: Decision, option: str) -> None:
        reason = decision.why_not(option)
        if reason is not None and reason != NOT_AN_OPTION:
            raise NotAllowed(reason)
        shown = ", ".join(list(decision.options)[:8]) + (", …" if len(decision.options) > 8 else "")
        raise UnknownWord(f"{clip(option)} is not an option here; the options are: {shown}.")

    # ------------------------------------------------------------------ copies, undo, time travel

    def clone(self, seed: int | None = None) -> Match:
        """An independent twin at the same point. With another seed its future luck differs."""
        past = self._past
        known = past if past.steps < 2 else self._known()
        twin, since = self._twin(known), past.since if known is past else self._after(known.seam)
        if seed is not None:
            twin._dealer, twin.dealt_from = dealer(seed), self.number
        resumes, run = self.game.rules.resumes, self._run
        if resumes is not None and run is not None and resumes(self.state):
            twin._past.draws = past.draws.copy()  # mine may go on counting
            twin._resume(self.state.copy(), since[:], run.opened)
        else:
            twin._play_again(since)
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.clone()

    def _twin(self, past: Past) -> Match:
        """The same match at the last seam of this past; what was answered since must be played again."""
        twin = Match.__new__(Match)
        twin.game, twin.names, twin.seats, twin.options = self.game, self.names[:], self.seats, self.options
        twin.by_hand, twin._dealer, twin.luck = self.by_hand, self._dealer, None
        twin.dealt_from, twin.foreseen = self.dealt_from, self.foreseen
        twin._past, twin._live, twin._changes = Past(past.seam, past.earlier, past.depth, past.seam.draws), False, False
        return twin

    def _play_again(self, answers: Iterable[Given], marks: bool = False) -> None:
        """Bring state and script to where the seam and these answers lead; `marks`: with a seam at every turn."""
        past, coming = self._past, iter(answers)
        self.state = state = past.seam.state.copy()
        past.marks = marks
        self._run = run = Run(turns(self.game.rules.step, state, past).send)
        replay = Replay(past, coming, self.by_hand, run)
        over: bool | None = run.advance(None, replay)
        for answer in coming:
            seat, option = answer
            if seat == CHANCE and isinstance(asked := run.asking(CHANCE), Chance):
                past.drawn(past.luck_of(asked.kind, run))
            past.since.append(answer)
            over = run.answer(seat, option, replay)
            if over is None:
                raise RulesBug(f"Nobody waits for the answer {option!r} of seat {seat}.")
        if over:
            self._run = None
        if self._live:
            past.marks, state.lines = True, self._new_log()

    def _resume(self, state: Any, since: list[Given], opened: int) -> None:
        """Begin the turn again in the middle: its scripts find in the state what was answered."""
        past = self._past
        self.state, past.since = state, since
        self._run = run = Run(turns(self.game.rules.step, state, past).send)
        run.advance(None, self)
        run.opened, past.turn_at = opened, 0

    @property
    def log(self) -> list[Answer]:
        """Every answer so far, chance included."""
        return self.since(0)

    def since(self, number: int) -> list[Answer]:
        """The answers from this number on."""
        first = number if type(number) is int and 0 <= number <= self.number else whole(number, 0, 1 << 62)
        if first is None:
            raise BadOption(f"Answers are counted from 0; there is no answer {clip(number)}.")
        answers: list[Given] = []  # from the last one back
        missing = self.number - first
        for part in self._past.parts():
            if missing <= 0:
                break
            answers += part[-missing:][::-1]
            missing -= len(part)
        return [*map(as_answer, reversed(answers))]

    def at(self, number: int) -> Match:
        """The match as it stood after that many answers: nearest earlier seam, then replay.

        Between an answer and the dice that it set rolling, the dice are what is asked.
        """
        if (point := whole(number, 0, self.number)) is None:
            raise BadOption(f"This match has {self.number} answers; there is no point {clip(number)}.")
        past, answers = self._behind(point) or self._recall(point)
        twin = self._twin(past)
        twin._live, twin._changes = self._live, self._changes
        twin._past.lines = [line for line in self.lines if line.number <= point]
        twin.dealt_from = min(self.dealt_from, point)
        twin._play_again(answers[: point - past.seam.number])
        return twin

    def _behind(self, number: int) -> tuple[Past, list[Given]] | None:
        """What lay behind the last seam up to this number, and the answers after it; None if none is known."""
        known, found = self._known(), self._past.found
        if number >= known.seam.number:
            return known, self._after(known.seam)
        return known.cut(number) or (found.cut(number) if found is not None else None)

    def _recall(self, number: int) -> tuple[Past, list[Given]]:
        """A match opened from a snapshot knows no seam before it: play the old answers again to find them, once."""
        start = Past(Seam(self.game.rules.setup(self.seats, self.options)))
        twin = self._twin(start)
        twin._play_again(self.log, marks=True)
        twin._past.steps = self._past.steps
        self._past.found = twin._past
        return twin._past.cut(number) or (start, [])

    def branch(self, number: int | None = None, seed: int | None = None) -> Match:
        """A new match that shares the past up to that point and goes its own way, with new luck."""
        twin = self.at(self.number if number is None else number)
        twin._dealer, twin.dealt_from = dealer(seed), twin.number
        while (run := twin._run) and isinstance(asked := run.asking(CHANCE), Chance) and asked.kind not in twin.by_hand:
            kind = twin._past.luck_of(asked.kind, run)
            twin.choose(CHANCE, twin._dealer.deal(kind, twin._past.draws.get(kind, 0), asked.options))
        return twin

    def _last_answer_of(self, seat: int) -> tuple[int, int]:
        """Where this seat's last answer stands in the log, and where the luck that followed from it ends."""
        number = end = self.number
        for part in self._past.parts():
            for who, _ in reversed(part):
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
            return because(NOTHING_TO_UNDO, "{who:seat} has nothing to take back.", who=seat)
        if end > start + 1:
            return REVEALED
        return ANSWERED if end < self.number and (self.opened is None or start < self.opened) else None

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
        secret = self.opened is not None and start >= self.opened  # nobody could build on it yet
        if any(answer.seat == CHANCE for answer in self.log[start : end if secret else None]):
            self.foreseen += 1
        self._adopt(self._without(seat, start, end) if secret else self.at(start))

    def _without(self, seat: int, start: int, end: int) -> Match:
        """One secret answer removed from among those that others gave at the same time."""
        past, twin = self._past, self._twin(self._past)
        twin._live, twin._changes, first, gone = self._live, self._changes, past.seam.number, end - start
        for line in past.lines:
            if line.number > end:
                twin._past.lines.append(msgspec.structs.replace(line, number=line.number - gone))
            elif line.by != seat or line.number <= start:
                twin._past.lines.append(line)
        twin._play_again(past.since[: start - first] + past.since[end - first :])
        return twin

    def _adopt(self, other: Match) -> None:
        self.state, self._run, self._past, self.dealt_from = other.state, other._run, other._past, other.dealt_from
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
        return self._open_to(seat, 0)

    def _open_to(self, seat: int | None, first: int) -> list[Answer | None]:
        """The answers from `first` on; None for those that others gave in secret, and for the luck they led to."""
        hidden, owner, shown = self.opened, None, list[Answer | None]()
        for number, answer in enumerate(self.since(first), first):
            owner = answer.seat if answer.seat != CHANCE else owner
            shown.append(answer if hidden is None or number < hidden or owner == seat else None)
        return shown

    def may_read(self, line: Line, seat: int | None) -> bool:
        """Whether the seat may read this line of the log now."""
        if line.to is not None and seat not in line.to:
            return False
        hidden = self.opened
        return hidden is None or line.number <= hidden or line.by == seat

    def lines_for(self, seat: int | None) -> Iterator[Line]:
        seat = self._seat(seat, nobody=True)
        return (line for line in self.lines if self.may_read(line, seat))

    def imagine(self, seat: int, rng: random.Random) -> Match:
        """A match that this seat could believe to be in: hidden things filled in at random, other luck to come.

        Answers that others gave in secret are left out, so those seats are still asked.
        """
        known, seat = self._known(), self._seat(seat)
        twin, seam = self._twin(known), known.seam
        if self.game.view.imagine is not imagine_nothing:
            state = self.game.view.imagine(self.game.view.hide(seam.state, seat), seat, rng)
            twin._past.seam = Seam(state, seam.number, seam.draws, seam.before)
        twin._dealer = Dealer(rng.getrandbits(64))
        answers: Iterable[Given] = self._after(seam)
        if self.opened is not None:
            answers = [answer for answer in self._open_to(seat, seam.number) if answer is not None]
        twin._play_again(answers)
        return twin

    def seen_by(self, seat: int) -> Seen:
        return Seen(self, self._seat(seat))

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
