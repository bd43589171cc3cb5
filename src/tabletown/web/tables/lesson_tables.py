"""Guided first games: what the guide says, and the scripted moves of the other seats."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tabletown.drawing import named
from tabletown.learn import Course, course
from tabletown.learn.lesson import sentences
from tabletown.web.protocol import LessonView
from tabletown.web.seats import Refusal

if TYPE_CHECKING:
    from tabletown.web.tables.table import Table


class LessonGuide:
    """Lead a table through its game's course. The step is stored in the table's notes."""

    def __init__(self, table: Table, step: int) -> None:
        self.table, self.step = table, step
        self.course: Course = course(table.match.game)
        table.match.luck = self.course.luck
        while self.step and table.match.number < self.course.begins[self.step]:  # after an undo
            self.step -= 1

    def view(self, you: int | None) -> LessonView | None:
        """What the guide shows to the player only."""
        lesson, match, step = self.course.lesson, self.table.match, self.course.step(self.step)
        if you != lesson.you:
            return None
        say = named(step.say)
        brief = [sentence for number, sentence in enumerate(sentences(say), 1) if number != step.phone_without]
        last = self.step + 1 == len(self.course)
        return LessonView(
            step=self.step + 1,
            of=len(self.course),
            title=named(step.title),
            say=say,
            brief=("" if "。" in say else " ").join(brief),
            point=step.point,
            task=named(self.course.task(match, self.step)),
            wanted=self.course.wanted(match, self.step) or "",
            sums=[(named(what), number) for what, number in step.sums],
            after=named(self.course.step(self.step - 1).after) if self.step else "",
            last=last,
            left_out=named(lesson.left_out) if last else "",
        )

    def reply(self, seat: int, option: str) -> str:
        """The guide's reply to an unexpected move; "" for the expected one."""
        return self.course.reply(self.table.match, self.step, option) if seat == self.course.lesson.you else ""

    def answered(self) -> None:
        """Advance to the next step once the player has made all its moves."""
        if self.course.done(self.table.match, self.step):
            self.go_on()

    def go_on(self) -> None:
        table = self.table
        table.notes.lesson = self.step = min(self.step + 1, len(self.course) - 1)
        table.commit([table.note()])
        while (answer := self.course.rivals(table.match, self.step)) is not None:
            table.answer(*answer)

    def do(self, what: str) -> None:
        """Next, Back, Skip, or "Do it for me"."""
        wanted = self.course.wanted(self.table.match, self.step)
        if what == "skip":
            self.leave()
        elif what == "back":
            self.back()
        elif what == "show" and wanted is not None:
            self.table.answer(self.course.lesson.you, wanted)
            self.answered()
        elif what == "next" and wanted is None and self.step + 1 < len(self.course):
            self.go_on()
        else:
            raise Refusal("not-asked", "The lesson is waiting for something else.")

    def back(self) -> asyncio.Future[None]:
        """Go back to the start of this step, or of the previous one, undoing moves."""
        table, match = self.table, self.table.match
        twin, self.step = self.course.back(match, self.step)
        table.notes.lesson = self.step
        if twin.number == match.number:
            return table.commit([table.note()])
        while match.number > twin.number:
            match.undo(force=True)
        table.epoch += 1
        table.questions, table.secret_round = {}, None
        return table.write_down(match.number, took_back=True, extra=[table.note()])

    def leave(self) -> asyncio.Future[None]:
        """Turn the lesson into an ordinary table with easy bots and its own luck."""
        self.table.notes.lesson, self.table.match.luck = None, None
        self.table.match.dealt_from = self.table.match.number
        return self.table.commit([self.table.note()])
