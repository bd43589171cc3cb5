"""Recap of what happened since a seat's last move, in chapters, for its cards and strip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tabletown.drawing import figure, signed
from tabletown.kernel import Change, LogLine
from tabletown.kernel.events import tag_of
from tabletown.kernel.log import called
from tabletown.kernel.text import language, say, seat_name
from tabletown.story import Chapter, Chapters, Loss, Story, net
from tabletown.web.protocol import FilmView, RecapCard, RecapRow, RecapSheet, RecapStep
from tabletown.web.tables.table_part import TablePart
from tabletown.web.views.progress import public_lines

if TYPE_CHECKING:
    from tabletown.web.live.connection import Viewer
    from tabletown.web.tables.table import Table

KEPT = 6  # the latest; older ones are in the log
COLUMNS = 4
OTHERS = 10
LINES = 14
FILMS = 24  # lines a client may animate on the board
PLAIN = Story()


class Recap(TablePart):
    """Chapters of a table's log as each seat sees them."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.story: Story = table.match.game.words.story or PLAIN
        self._chapters = Chapters(self.story)
        self._epoch, self._read = -1, 0
        self._made: dict[object, RecapCard] = {}

    def chapters(self) -> list[Chapter]:
        table = self.table
        lines = table.match.lines[: public_lines(table.match)]  # secret choices have no chapters yet
        if self._epoch != table.epoch or len(lines) < self._read:
            self._chapters, self._made, self._epoch = Chapters(self.story), {}, table.epoch
        self._chapters.read(lines)
        self._read = len(lines)
        return self._chapters.all

    def since(self, eyes: Viewer) -> list[RecapCard]:
        """What others did and what affected everyone since this viewer's last move."""
        match = self.table.match
        if match.over:
            return []  # the result panel shows this
        number, asked = self.answered(eyes.holds), eyes.you in self.table.questions
        lines, found = match.lines, list[Chapter]()
        for chapter in reversed(self.chapters()):
            if len(found) == 2 * KEPT or lines[chapter.end - 1].number < number:
                break
            if chapter.seat not in eyes.holds and (chapter.complete or (asked and not chapter.rule.show_when_complete)):
                found.append(chapter)
        shown = [chapter for chapter in found if self._worth(chapter)][:KEPT]
        you = eyes.you if len(eyes.holds) == 1 else None
        last = shown[0] if shown else None
        return [self._view(chapter, you, eyes.holds, chapter is last) for chapter in reversed(shown)]

    def films(self, lines: Sequence[LogLine], eyes: Viewer, fresh: bool) -> list[FilmView]:
        """Animations for new log lines; for a whole log, those since the viewer's last move."""
        story, held, found = self.story, eyes.holds, list[FilmView]()
        since = self.answered(held) if fresh else 0
        for at, line in enumerate(lines):
            if line.heading or line.number < since:
                continue
            seat = line.event.concerns
            if seat is None or line.kind in story.losses:  # a loss belongs to its owner's turn
                seat = self._chapter_seat(line)
            points, along = story.scores.get(line.kind, ("", ""))
            effect = story.effect(line.event) if story.effect is not None else None
            if seat in held and (fresh or not (points or effect)):
                continue  # the viewer knows their own move
            elsewhere = story.own_boards and seat is not None and seat not in held
            places, gain = [] if elsewhere else places_of([line], story), gain_of(seen(line, eyes.you), seat, story)
            opens = story.opens.get(line.kind)
            tells = elsewhere or line.kind in story.raises or (opens is not None and opens.title)
            if places or gain or effect or (tells and seat is not None):
                film = FilmView(at, tag_of(line.kind.__name__), seat, places, gain, lost=line.kind in story.losses)
                if points:
                    film.points = getattr(line.event, points)
                    film.along = str(getattr(line.event, along)) if along and not elsewhere else ""
                if effect:
                    film.effect, film.lamps = effect
                found.append(film)
        return found[-FILMS:]

    def _chapter_seat(self, line: LogLine) -> int | None:
        """The seat in whose turn this line was logged; None: no one's."""
        lines = self.table.match.lines
        for chapter in reversed(self.chapters()):
            if any(each is line for each in lines[chapter.first : chapter.end]):
                return chapter.seat
            if lines[chapter.first].number < line.number:
                break
        return None

    def _worth(self, chapter: Chapter) -> bool:
        """Whether the chapter contains anything worth showing."""
        if chapter.seat is None and not chapter.rule.title:
            return False  # the setup
        told = self.table.match.lines[chapter.first : chapter.end]
        return any(line.changes or line.own or (chapter.card and not line.heading) for line in told)

    def answered(self, held: Sequence[int]) -> int:
        """Number of answers when one of these seats last moved."""
        match = self.table.match
        number = match.number
        while number > 0:
            first = max(0, number - 32)
            answers = match.since(first)[: number - first]
            for answer in reversed(answers):
                if answer.seat in held:
                    return number
                number -= 1
        return 0

    def _view(self, chapter: Chapter, you: int | None, held: Sequence[int], last: bool) -> RecapCard:
        key = chapter.first, chapter.end, chapter.complete, you, tuple(held), language.get().code, last
        if key not in self._made:
            if len(self._made) > 200:
                self._made.clear()
            self._made[key] = self._draw(chapter, you, held, last)
        return self._made[key]

    def _draw(self, chapter: Chapter, you: int | None, held: Sequence[int], last: bool) -> RecapCard:
        match, story = self.table.match, self.story
        names = match.names
        eyes = you if you is not None else held[0] if held and not self.table.secret else None
        lines = [line for line in match.lines[chapter.first : chapter.end] if match.may_read(line, eyes)]
        changes = net(change for line in lines for change in seen(line, eyes))
        lost = losses_of(lines, story)
        shown = {*story.counted, *story.losses}
        said = [line.text.render(names, you) for line in lines if not line.heading and line.kind not in shown]
        rows, columns = table_of(changes, story, names, you, lost)
        mine = [change for change in changes if change.who in held]
        large = [change for change in changes if change.kind == story.big]
        big = next((change for change in large if change.who in held), large[0] if large else None)
        title = chapter.title(names, you)
        return RecapCard(
            id=chapter.first,
            number=match.lines[chapter.first].number,
            title=title,
            small=chapter.small(names, you),
            lines=said
            if len(said) <= LINES
            else [*said[:LINES], say("…and {n} more in the log.", n=len(said) - LINES)],
            seat=chapter.seat,
            card=chapter.card and (bool(mine) if chapter.seat is not None else chapter.line.event.concerns not in held),
            hits=bool(mine),
            costs=any(story.tone(change) < 0 for change in mine),
            whole=chapter.complete,
            columns=columns,
            rows=rows,
            others=others_of(changes, story, names, you)[:OTHERS],
            big=of_change(big, story, names, you) if big is not None else None,
            ahead=story.ahead(match.view(eyes)) if last and story.ahead is not None else "",
            places=places_of(lines, story),
            crossed=crossed_out(lost),
            lost=total(lost),
            sheets=sheets_of(lines, story, names, you),
            art=art_of(chapter, story),
            brief=brief(title, rows, columns, you),
            steps=self._steps(chapter, lines, eyes, you),
            followed=followed(lines, story),
        )

    def _steps(self, chapter: Chapter, lines: list[LogLine], eyes: int | None, you: int | None) -> list[RecapStep]:
        """Lines grouped by subject for turns played by the rules, with what led to them first."""
        story, names = self.story, self.table.match.names
        if chapter.seat is None or not any(line.kind in story.steps for line in lines):
            return []  # events that affect everyone have their own card
        order = [story.led, *dict.fromkeys(story.steps.values()), story.done]
        steps: dict[str, RecapStep] = {}
        changes: list[Change] = []
        before = [(story.led, line) for line in self._leads(chapter)]
        for heading, line in [*before, *((story.steps.get(line.kind, story.done), line) for line in lines)]:
            step = steps.setdefault(heading, RecapStep(language.get().template(heading)))
            rows = story.read(line.event) if story.read is not None else []
            chosen = story.chosen(line.event) if story.chosen is not None else None
            step.rows += [(row.words, row.small, row.state) for row in rows]
            step.places += places_of([line], story)
            if chosen is not None:
                step.chosen.append((chosen.words, [(row.words, row.left, row.struck) for row in chosen.rows]))
            elif not rows:
                step.lines.append(line.text.render(names, you))
            changes += seen(line, eyes) if heading != story.led else []
        if changes:
            last = steps.setdefault(story.done, RecapStep(language.get().template(story.done)))
            came = sorted(net(changes), key=lambda change: change.who != chapter.seat)
            last.changes = [of_change(change, story, names, you) for change in came]
        return [steps[heading] for heading in order if heading in steps]

    def _leads(self, chapter: Chapter) -> list[LogLine]:
        """What led to this turn: the latest earlier line of each kind about its seat."""
        found: list[LogLine] = []
        for kind in self.story.leads:
            earlier = reversed(self.table.match.lines[: chapter.first])
            about = (line for line in earlier if line.kind in kind and line.event.concerns == chapter.seat)
            found += [line for line in (next(about, None),) if line is not None]
        return found


def followed(lines: Sequence[LogLine], story: Story) -> str:
    """The latest thing to step through, such as a card."""
    names = [
        line.event.parts()[story.followed]
        for line in lines
        if line.kind in story.steps and story.followed in line.event.parts()
    ]
    return language.get().word(names[-1]) if names else ""


def sheets_of(lines: Sequence[LogLine], story: Story, names: Sequence[str], you: int | None) -> list[RecapSheet]:
    """The game's own tables of figures."""
    found = story.sheets(lines, names, you) if story.sheets is not None else []
    told: list[RecapSheet] = []
    for columns, rows in found:
        told.append(RecapSheet(columns, [(seat, [(c.words, c.small, c.tone) for c in cells]) for seat, cells in rows]))
    return told


def art_of(chapter: Chapter, story: Story) -> str:
    """The game's own picture for an event that affects everyone."""
    if story.art is None or chapter.seat is not None:
        return ""
    return story.art((chapter.raised or chapter.line).event)


def seen(line: LogLine, eyes: int | None) -> list[Change]:
    """The changes of this line that the viewer may see."""
    return line.own.get(eyes, line.changes) if eyes is not None else line.changes


def gain_of(changes: Sequence[Change], seat: int | None, story: Story) -> str:
    """Change in the seat's most important number, such as "Rent +10"."""
    first = next((kind for kind, word in story.numbers.items() if word), None)
    for change in net(change for change in changes if change.who == seat and change.kind is first):
        return f"{language.get().template(story.numbers[change.kind])} {signed(round(change.after - change.before))}"
    return ""


def places_of(lines: Sequence[LogLine], story: Story) -> list[str]:
    """Places on the board named by these lines, without duplicates."""
    found = [str(value) for line in lines for part, value in line.event.parts().items() if part in story.places]
    if story.spots is not None:
        found = [spot for word in found for spot in story.spots(word)]
    return list(dict.fromkeys(found))


Losses = list[tuple[int, list[tuple[Loss, str]]]]  # by seat: what was lost, and where


def losses_of(lines: Sequence[LogLine], story: Story) -> Losses:
    found: dict[int, list[tuple[Loss, str]]] = {}
    for line in lines:
        loss = story.losses.get(line.kind)
        if loss is not None:
            who = line.event.concerns
            found.setdefault(-1 if who is None else who, []).append((loss, str(line.event.parts()[loss.part])))
    return list(found.items())


def crossed_out(lost: Losses) -> list[str]:
    """Places on the board where something was removed."""
    return [place for _, where in lost for loss, place in where if loss.crossed]


def total(lost: Losses) -> tuple[int, str] | None:
    """Total lost, as the heading states it."""
    all_of_them = [loss for _, where in lost for loss, _ in where]
    return (len(all_of_them), language.get().template(all_of_them[0].heading)) if all_of_them else None


def brief(title: str, rows: Sequence[RecapRow], columns: Sequence[str], you: int | None) -> str:
    """The title and the first of the viewer's numbers that changed."""
    own = next((row for row in rows if row.seat == you), None)
    if own is None:
        return ""
    what = [say("lost {places}", places=own.lost)] if own.lost else []
    first = next(((word, cell) for word, cell in zip(columns, own.cells) if cell is not None), None)
    if first is not None:
        what.append(f"{first[0]} {figure(first[1][0])} → {figure(first[1][1])}")
    return say("{title}: {what:,}", title=title, what=what) if what else ""


def table_of(
    changes: list[Change], story: Story, names: Sequence[str], you: int | None, lost: Losses
) -> tuple[list[RecapRow], list[str]]:
    """Figures by seat, the viewer first, with a column for each figure that has a short name.

    Lost places replace all columns but the first.
    """
    held = {
        (change.who, change.kind): (change.before, change.after, story.tone(change))
        for change in changes
        if change.who >= 0
    }
    templates = [name for name, word in story.numbers.items() if word and any(name == what for _, what in held)]
    where = {seat: [place for _, place in places] for seat, places in lost if seat >= 0}
    templates = templates[: 1 if where else COLUMNS]
    seats = sorted({who for who, what in held if what in templates} | {*where}, key=lambda seat: (seat != you, seat))
    rows = [
        RecapRow(
            seat,
            seat_name(seat, names, you),
            [held.get((seat, name)) for name in templates],
            where.get(seat, []),
        )
        for seat in seats
    ]
    return rows, [language.get().template(story.numbers[name]) for name in templates]


Number = tuple[str, float, float, int]


def of_change(change: Change, story: Story, names: Sequence[str], you: int | None) -> Number:
    return called(change, names, you), change.before, change.after, story.tone(change)


def others_of(changes: list[Change], story: Story, names: Sequence[str], you: int | None) -> list[Number]:
    """All other figures by full name, in the story's order."""
    order = list(story.numbers)
    wanted = [change for change in changes if not story.numbers.get(change.kind, "" if not order else "-")]
    wanted.sort(key=lambda change: order.index(change.kind) if change.kind in order else 0)
    return [of_change(change, story, names, you) for change in wanted]
