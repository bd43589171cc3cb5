"""A guided first game in the terminal: the coach's words above the table, one question at a time."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text as RichText

from tabletown.drawing import named
from tabletown.kernel import Decision, Match, Text, say
from tabletown.learn.course import Course
from tabletown.learn.lesson import spoken
from tabletown.terminal import Quit, Table, in_words, meant, resume_file, rows_of

EASY = "easy"
KEYS = Text("number or word: choose it · Enter: next · b: back · skip: leave the lesson and play on · q: quit")


class TerminalLesson:
    """Leads one person through a course, which ends in an ordinary match against easy bots."""

    def __init__(self, course: Course, console: Console) -> None:
        self.course, self.console = course, console
        self.match: Match = course.start()
        self.step = 0
        self.told = len(self.match.lines)
        self.shown = -1  # number of answers when the table was last shown

    def play(self) -> None:
        try:
            while True:
                self.show()
                if self.ask() == "skip":
                    break
        except (Quit, KeyboardInterrupt, EOFError):
            self.console.print()
            return
        self.play_on()

    def play_on(self) -> None:
        """Continue as an ordinary match: easy bots play the others, and luck is free."""
        match, lesson = self.course.free(self.match), self.course.lesson
        bots = {seat: EASY for seat in range(match.seats) if seat != lesson.you}
        for seat in match.game.rules.automatic(match.options):
            bots.pop(seat, None)
        match.names = [f"Bot {EASY}" if seat in bots else name for seat, name in enumerate(match.names)]
        Table(match, bots, self.console, resume_file(match.game.about.id)).play()

    # ------------------------------------------------------------------ what the coach says

    def show(self) -> None:
        console, step, match = self.console, self.course.step(self.step), self.match
        you = self.course.lesson.you
        for line in list(match.lines_for(you))[self.told :]:
            style = "bold" if line.heading else "dim"
            console.print(RichText(line.text.render(match.names, you), style=style))
        self.told = len(list(match.lines_for(you)))
        if self.shown != match.number:
            console.print(Panel(RichText(in_words(match, you)), title=match.game.about.title, border_style="dim"))
            self.shown = match.number
        last = self.step + 1 == len(self.course)
        after = self.course.step(self.step - 1).after if self.step else ""
        words: list[RichText | Grid] = [RichText("\n".join(filter(None, [_said(after), _said(step.say)])))]
        if step.sums:
            grid = Grid(box=None, show_header=False, pad_edge=False)
            for what, number in step.sums:
                grid.add_row(named(what), number)
            words.append(grid)
        if last:
            words.append(RichText(named(self.course.lesson.left_out), style="dim"))
        head = say("First game · step {step} of {of}", step=self.step + 1, of=len(self.course))
        title = f"{head} · {named(step.title)}"
        console.print(Panel(words[0], title=title, title_align="left", border_style="magenta"))
        for extra in words[1:]:
            console.print(extra)

    def ask(self) -> str:
        """One answer, Next, Back or Skip; any other input gets a friendly reply."""
        match, console, course = self.match, self.console, self.course
        wanted = course.wanted(match, self.step)
        decision = match.decision(course.lesson.you) if wanted is not None else None
        options = list(dict.fromkeys(decision.options)) if decision is not None else []
        if decision is not None:
            console.print(rows_of(match, decision, options))
        last = self.step + 1 == len(course)
        enter = say("Enter: play on from here") if last else say("Enter: next")
        task = _said(course.task(match, self.step)) or enter
        console.print(RichText(f"→ {task}", style="bold magenta"))
        while True:
            typed = console.input("[magenta]>[/] ").strip()
            if typed == "q":
                raise Quit
            if typed in ("b", "back"):
                self.match, self.step = course.back(match, self.step)
                self.told, self.shown = len(list(self.match.lines_for(course.lesson.you))), -1
                return "back"
            if typed == "skip" or (typed == "" and last):
                return "skip"
            if typed == "" and decision is None:
                self.step = course.on(match, self.step)
                return "next"
            if typed == "" or decision is None:
                console.print(str(KEYS), style="dim")
            elif self.answered(typed, decision, options):
                return "answered"

    def answered(self, typed: str, decision: Decision, options: list[str]) -> bool:
        """Whether that was the expected answer."""
        course, match = self.course, self.match
        option = meant(typed, options)
        if option is None:
            self.console.print(say("Give a number from 1 to {n}.", n=len(options)), style="yellow")
            return False
        if option not in options:
            self.console.print(str(KEYS), style="dim")
            return False
        reply = course.choose(match, self.step, option)
        if reply == course.lesson.otherwise:  # the terminal outlines nothing, so repeat what to do
            reply = say("Not that one today. {task}.", task=_said(course.task(match, self.step)))
        if reply:
            self.console.print(RichText(_said(reply), style="yellow"))
            return False
        if course.done(match, self.step):
            self.step = course.on(match, self.step)
        return True


def _said(words: str) -> str:
    """What the coach says, in the reader's language, with the verb for a keyboard."""
    return spoken(named(words), say("choose")) if words else ""
