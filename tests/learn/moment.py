"""A moment of a lesson: the present table, the table before, and the log."""

from __future__ import annotations

from dataclasses import dataclass

from tabletown.kernel import Match
from tabletown.learn import Course


@dataclass
class Moment:
    course: Course
    match: Match
    step: int  # from 0
    before: Match  # when the step began
    start: Match  # when the lesson began

    def played(self, answers: list[str]) -> Match:
        """The lesson's table after these answers of the player, from the start."""
        match = self.course.start()
        for answer in answers:
            match.choose(self.course.lesson.you, answer)
        return match

    @property
    def told(self) -> list[str]:
        """The log since the last step with an answer began."""
        steps = self.course.lesson.step
        since = self.step if steps[self.step].expect and self.match.number > self.course.begins[self.step] else None
        if since is None:
            since = next((n for n in range(self.step - 1, -1, -1) if steps[n].expect), 0)
        first = self.course.begins[since]
        you = self.course.lesson.you
        return [line.text.render(self.match.names, you) for line in self.match.lines if line.number > first]
