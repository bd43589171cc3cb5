"""Lead a real match through a lesson. The whole lesson is played once on loading; its log then says at any point what
is rolled, what a rival answers and what the player should do."""

from __future__ import annotations

from collections import deque

from tabletown.content import from_pack
from tabletown.editions import edition_of
from tabletown.kernel import CHANCE, Answer, Chance, Game, Match
from tabletown.kernel.errors import ContentError, TabletownError
from tabletown.learn.lesson import Lesson, LessonStep, load_lesson

READ_ON = "Read this first, then press Next."  # words


class Course:
    """A lesson and its log. `begins[step]`: the number of answers when that step opens."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson
        self.log: list[Answer] = []
        self.begins: list[int] = []
        self._play()

    # ------------------------------------------------------------------ played once, when it is loaded

    def _play(self) -> None:
        lesson = self.lesson
        coming = deque(lesson.luck)

        def luck(question: Chance, number: int) -> str:
            if not coming:
                raise ContentError(f"no luck is scripted for {question.kind!r}.")
            kind, outcome = coming.popleft()
            if kind != question.kind or outcome not in question.options:
                raise ContentError(f"the luck {kind!r} {outcome!r} cannot answer {question.kind!r}.")
            return outcome

        where = "before step 1"
        try:
            match = self._match(luck)
            self._follow(match, lesson.rivals)
            for number, step in enumerate(lesson.step, 1):
                where = f"step {number} ({step.title!r})"
                self.begins.append(match.number)
                coming.extend(step.luck)
                for answer in step.expect:
                    match.choose(lesson.you, answer)
                self._follow(match, step.rivals)
                if coming:
                    raise ContentError(f"luck is left over: {list(coming)}.")
            if match.decision(lesson.you) is None:
                raise ContentError("it does not end with a question to the player.")
        except TabletownError as error:
            raise ContentError(f"The lesson of {self.game.about.title} breaks off, {where}: {error}") from None
        self.log = match.log

    def _match(self, luck: object) -> Match:
        lesson = self.lesson
        return Match(self.game, lesson.seats, lesson.options, 0, luck=luck)  # type: ignore[arg-type]

    def _follow(self, match: Match, rivals: list[str]) -> None:
        for line in rivals:
            name, _, option = line.partition(" ")
            if name not in self.lesson.seats:
                raise ContentError(f"no one is called {name!r}.")
            match.choose(self.lesson.seats.index(name), option)

    # ------------------------------------------------------------------ leading a match

    def start(self) -> Match:
        """The table at the first step."""
        match = self._match(self.luck)
        self.play_rivals(match, 0)
        return match

    def luck(self, question: Chance, number: int) -> str | None:
        """Luck as the lesson prescribes; after its end, the match's own."""
        if number < len(self.log) and self.log[number].seat == CHANCE and self.log[number].option in question.options:
            return self.log[number].option
        return None

    def wanted(self, match: Match, step: int) -> str | None:
        """The option that this step wants now; None: it is done, or continues with Next."""
        at = self.at(match, step)
        expect = self.lesson.step[step].expect
        return expect[at] if at < len(expect) else None

    def at(self, match: Match, step: int) -> int:
        """How many answers of this step the player has given."""
        you, begins = self.lesson.you, self.begins[step]
        return sum(1 for answer in self.log[begins : match.number] if answer.seat == you)

    def task(self, match: Match, step: int) -> str:
        at, task = self.at(match, step), self.lesson.step[step].task
        return task[at] if at < len(task) else ""

    def reply(self, match: Match, step: int, option: str) -> str:
        """The friendly reply to an unexpected answer; "" for the expected one."""
        wanted = self.wanted(match, step)
        if option == wanted:
            return ""
        if wanted is None:
            return READ_ON
        wrong = self.lesson.step[step].reply(option, self.at(match, step))
        return wrong.say if wrong is not None else self.lesson.otherwise

    def rivals(self, match: Match, step: int) -> Answer | None:
        """Another seat's next answer on the way to this step; None: no more."""
        if match.number >= self.begins[step]:
            return None
        return self.log[match.number]

    def play_rivals(self, match: Match, step: int) -> None:
        while (answer := self.rivals(match, step)) is not None:
            match.choose(*answer)

    def choose(self, match: Match, step: int, option: str) -> str:
        """Answer for the player; returns the friendly reply if another answer is wanted, in which case nothing was
        done."""
        reply = self.reply(match, step, option)
        if not reply:
            match.choose(self.lesson.you, option)
        return reply

    def done(self, match: Match, step: int) -> bool:
        return self.wanted(match, step) is None

    def on(self, match: Match, step: int) -> int:
        """Next: the others play, and the next step opens."""
        if step + 1 < len(self.lesson.step) and self.done(match, step):
            step += 1
            self.play_rivals(match, step)
        return step

    def back(self, match: Match, step: int) -> tuple[Match, int]:
        """Undo a step: to its own beginning if it is half done, else to that of the one before."""
        if self.at(match, step) == 0 and step > 0:
            step -= 1
        twin = match.at(self.begins[step])
        twin.luck = self.luck
        return twin, step

    def free(self, match: Match, seed: int | None = None) -> Match:
        """Turn the table into an ordinary one with its own luck."""
        twin = match.branch(seed=seed)
        twin.luck = None
        return twin

    def __len__(self) -> int:
        return len(self.lesson.step)

    def step(self, number: int) -> LessonStep:
        return self.lesson.step[number]


def has_lesson(game: Game) -> bool:
    return game.folder is not None and from_pack(game.folder / "content" / "lesson.toml").exists()


_courses: dict[tuple[str, str], Course] = {}


def course(game: Game) -> Course:
    """The game's lesson, ready to be played; raises ContentError if there is none or it fails."""
    if game.folder is None:
        raise ContentError(f"{game.about.title} has no lesson.")
    key = game.about.id, game.about.version
    if key not in _courses:
        lesson = load_lesson(game.folder)
        _courses[key] = Course(edition_of(game, lesson.version) or game, lesson)
    return _courses[key]
