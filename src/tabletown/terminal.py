"""A match in the terminal: the table in words, numbered options, why-not, undo, hint, save."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from platformdirs import user_data_path
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text as RichText

from tabletown.bots import Bot, Search, make
from tabletown.drawing import figure, listed, named
from tabletown.kernel import CHANCE, Decision, Match, Reason, Text, save, say
from tabletown.kernel.errors import NotAllowed, TabletownError
from tabletown.learn.notes import notes
from tabletown.rulebook import load_rulebook, numbers
from tabletown.saves.replay import record_of, replayed
from tabletown.story import summarize, why_of

COLOURS = ("blue", "yellow", "cyan", "magenta")
HELP = Text(
    "number or word: choose it · ? WORD: why not? · u: undo · h: hint · "
    "v: full view · l: log · s [FILE]: save · q: quit (your match is kept)"
)


def fitted(words: str, width: int, height: int) -> str:
    """The words, with each line cut to the screen's width if they only fit that way."""
    lines = words.splitlines()
    if sum(max(1, -(-len(line) // width)) for line in lines) <= height or len(lines) > height:
        return words
    return "\n".join(line if len(line) <= width else line[: width - 1] + "…" for line in lines)


def coloured(words: str, names: Sequence[str]) -> RichText:
    """The text with names in their seats' colours, subjects highlighted, and remarks in brackets dimmed."""
    text = RichText(words)
    for seat, name in enumerate(names):
        text.highlight_regex(rf"\b{re.escape(name)}\b", COLOURS[seat % 4])
    text.highlight_regex(r"(?m)^ *[^\s,:.][^,:.\n]{0,30}(?=[,:] )", "bold")
    text.highlight_regex(r"\([^()\n]*\)", "dim")
    return text


def in_words(match: Match, seat: int | None) -> str:
    """The goal and the score, then the table."""
    drawn = match.scene(seat) if match.game.view.scene is not None else None
    goal = " · ".join(words for words, _, _ in drawn.goal) if drawn is not None else ""
    return "\n".join(filter(None, [goal, match.text(seat)]))


class Quit(Exception):
    """The player leaves; the match is saved."""


def resume_file(game_id: str) -> Path:
    return user_data_path("tabletown") / "terminal" / f"{game_id}.json"


class Table:
    """One screen, some seats played by people, the rest by bots."""

    def __init__(self, match: Match, bots: Mapping[int, str], console: Console, keep: Path | None = None) -> None:
        self.match, self.console, self.keep = match, console, keep
        self.bots: dict[int, Bot] = {seat: make(name, seed=match.seed % 2**32 + seat) for seat, name in bots.items()}
        self.told = 0
        self.noted: set[str] = set()  # notes already explained

    def play(self) -> None:
        try:
            while decisions := self.match.decisions:
                bot_first = sorted(decisions, key=lambda decision: decision.seat not in self.bots)
                self.step(bot_first[0])
            self.show(None)
            self.finish()
        except (Quit, KeyboardInterrupt, EOFError):
            self.console.print()
            self.leave()

    def step(self, decision: Decision) -> None:
        bot = self.bots.get(decision.seat)
        if bot is not None:
            with self.console.status(say("{name} is thinking…", name=self.match.names[decision.seat])):
                option = bot.choose(self.match.player_view(decision.seat))
            self.match.choose(decision.seat, option)
            return
        self.show(decision)
        self.ask(decision)

    def show(self, decision: Decision | None) -> None:
        match, console = self.match, self.console
        seat = decision.seat if decision is not None and decision.seat != CHANCE else None
        lines = list(match.lines_for(seat))
        for line in lines[self.told :]:
            style = "bold" if line.heading else "dim"
            console.print(RichText(line.text.render(match.names, seat), style=style))
        self.told = len(lines)
        words = fitted(in_words(match, seat), console.width - 4, console.height - 2)
        console.print(Panel(coloured(words, match.names), title=match.game.about.title, border_style="dim"))
        for each in found.now if (found := notes(match, seat)) is not None else ():
            if each.title not in self.noted:
                self.noted.add(each.title)
                console.print(Panel(RichText(each.say), title=each.title, title_align="left", border_style="magenta"))

    def ask(self, decision: Decision) -> None:
        match, console = self.match, self.console
        options = list(dict.fromkeys(decision.options))
        who = say("Dice") if decision.seat == CHANCE else named(match.names[decision.seat])
        colour = "white" if decision.seat == CHANCE else COLOURS[decision.seat % 4]
        asked = decision.prompt.render(match.names, decision.seat)
        console.print(RichText(say("{title}: {said}", title=who, said=asked), style=f"bold {colour}"))
        console.print(rows_of(match, decision, options))
        while True:
            typed = console.input(f"[{colour}]>[/] ").strip()
            handled = self.command(typed, decision)
            if handled == "anew":
                return
            if handled:
                continue
            option = meant(typed, options)
            if option is None:
                console.print(say("Give a number from 1 to {n}.", n=len(options)), style="red")
            elif option:
                try:
                    match.choose(decision.seat, option)
                    return
                except NotAllowed as error:
                    console.print(error.reason.text.render(match.names), style="red", markup=False)
                except TabletownError as error:
                    console.print(str(error), style="red", markup=False)

    def command(self, typed: str, decision: Decision) -> str:
        """Run a command: returns "done", "anew" if the question must be asked again, or "" if it was none."""
        match, console = self.match, self.console
        word, _, rest = typed.partition(" ")
        if word in ("", "?") and not rest:
            console.print(str(HELP), style="dim")
        elif word == "?":
            reason = match.why_not(rest, decision.seat)
            console.print(self.explain(reason) if reason else say("That is allowed."), markup=False)
        elif word == "u" and not rest:
            people = [seat for seat in range(match.seats) if seat not in self.bots]
            try:
                match.undo(decision.seat if decision.seat in people else people[0])
                self.told = min(self.told, len(list(match.lines_for(decision.seat))))
                return "anew"
            except TabletownError as error:
                console.print(f"{error}", style="red", markup=False)
        elif word == "h" and not rest and decision.seat != CHANCE:
            with console.status(say("Thinking…")):
                found = Search(milliseconds=800).think(match.player_view(decision.seat))
            best = found[0].option
            why = why_of(match, decision, best, *((each.option, each.value) for each in found[:2] if each.visits))
            words = say("Try: {label} ({option}) {why}", label=match.label(decision, best), option=best, why=why)
            console.print(words, style="green", markup=False)
        elif word == "v" and not rest:
            console.print(coloured(in_words(match, None if decision.seat == CHANCE else decision.seat), match.names))
        elif word == "l" and not rest:
            for line in match.lines_for(decision.seat):
                console.print(
                    RichText(line.text.render(match.names, decision.seat), style="bold" if line.heading else "")
                )
        elif word == "s":
            path = Path(rest or f"{match.game.about.id}.json")
            path.write_text(save(match), encoding="utf-8")
            console.print(say("Saved as {file}.", file=str(path)), markup=False)
        elif word == "q" and not rest:
            raise Quit
        else:
            return ""
        return "done"

    def explain(self, reason: Reason) -> str:
        clause = load_rulebook(self.match.game).find(reason.rule)
        said = reason.text.render(self.match.names)
        if not clause:
            return said
        number = numbers(self.match.game)[clause.id]
        return said + "\n" + say("Rule {number}: {clause}", number=number, clause=clause.text)

    def finish(self) -> None:
        match = replayed(self.match.game, record_of(self.match), changes=True)  # awards need what each line changed
        outcome = match.outcome
        assert outcome is not None
        told = summarize(match)
        lines = [told.title, told.why, *filter(None, [told.last_words, *told.how])]
        for seat, score in enumerate(outcome.scores):
            parts = outcome.breakdown[seat] if seat < len(outcome.breakdown) else {}
            detail = listed([f"{named(what)} {figure(value)}" for what, value in parts.items()], ",")
            points = say("{title}: {said}", title=named(match.names[seat]), said=figure(score))
            lines.append(points + (f"  ({detail})" if detail else ""))
        lines += [f"{award.title}: {award.who}, {award.words}" for award in told.awards]
        self.console.print(Panel(RichText("\n".join(lines)), title=say("The end"), border_style="bold"))
        if self.keep is not None:
            self.keep.unlink(missing_ok=True)

    def leave(self) -> None:
        if self.keep is not None and not self.match.over:
            self.keep.parent.mkdir(parents=True, exist_ok=True)
            self.keep.write_text(save(self.match), encoding="utf-8")
            self.console.print(
                say("Your match is kept. Resume it with: tabletown play {game}", game=self.match.game.about.id),
                style="dim",
            )


def rows_of(match: Match, decision: Decision, options: list[str]) -> Columns | str:
    """The options, numbered; many of them in columns."""
    rows = [f"[bold]{number}[/] {_plain(match.label(decision, o))}" for number, o in enumerate(options, 1)]
    return Columns(rows, padding=(0, 3)) if len(rows) > 8 else "\n".join(rows)


def meant(typed: str, options: list[str]) -> str | None:
    """The option that a number, a word or the end of a word (E6 for plot:E6) stands for; None: the number is too
    large."""
    if typed.isdigit() and typed not in options:
        return options[int(typed) - 1] if 0 < int(typed) <= len(options) else None
    short = [option for option in options if option.rpartition(":")[2].lower() == typed.lower()]
    return short[0] if len(short) == 1 and typed not in options else typed


def _plain(words: str) -> str:
    return words.replace("[", "\\[")
