"""The result as a picture to share."""

from __future__ import annotations

import re

from tabletown.drawing import MARKS, figure, num
from tabletown.drawing import WIDE as WIDE_LETTERS
from tabletown.drawing.raster import flat, png
from tabletown.kernel import Match, say, seat_name
from tabletown.story.results import ResultSummary
from tabletown.web.views.charts import Chances, TurningPoint, chart_of, text
from tabletown.web.views.views import scene

WIDE, HIGH = 1200, 630  # the size of link previews
TITLE, WHY = 18, 44  # letters per line that fit
EDGE = 1154
THICK = ".thick{stroke:var(--ink);stroke-width:1.6px}"  # Chinese fonts for pictures have no bold letters
ACROSS, BELOW, LETTERS, LEAST_CHART = 540, 556, 19, 130  # px: the chart's width, lower edge, letters and least height


def share(match: Match, told: ResultSummary, chances: Chances, turned: TurningPoint | None = None) -> str:
    """The picture: the final board on the left, what happened on the right."""
    folder = match.game.folder
    css = (folder / "style.css").read_text(encoding="utf-8") if folder is not None else ""
    board = scene(match, None).board if told.board is None else told.board
    left = placed(flat(board, css), 20, 20, 520, 590) if board else ""
    y, words = 130, [text(614, 62, 22, say("TABLETOWN"), "700", "var(--brand)")]
    words.append(text(614, y - 22, 26, say(match.game.about.title), "600", "var(--ink-2)"))
    title = balanced(told.title, TITLE)[:3]
    size = 54 if max(map(cells, title)) < TITLE - 1 else 48  # so that the longest line fits
    for line in title:
        y += 58
        thick = ' class="thick"' if cells(line) > len(line) else ""
        words.append(text(614, y - 12, size, line, "700", "var(--ink)", "serif", more=thick))
    y += 14
    for line in sentences(told.why, WHY, 4):
        y += 30
        words.append(text(614, y, 22, line, "400", "var(--ink)", "serif"))
    room = BELOW - y - 24
    drawn = chart_of(told, chances, match, ACROSS, LETTERS, turned, room) if room >= LEAST_CHART else ""
    if drawn:
        words.append(placed(drawn, 614, y + 24, ACROSS, room))
    x = 614.0
    for seat in range(match.seats):
        name = seat_name(seat, match.names)
        score = match.outcome.scores[seat] if match.outcome is not None and seat < len(match.outcome.scores) else None
        said = f"{name} {figure(score)}" if score is not None else name
        sign = f'<g transform="translate({num(x + 8)},583)" style="fill:var(--seat-{seat % 4 + 1})">'
        words.append(f"{sign}{MARKS[seat % len(MARKS)]}</g>")
        words.append(text(x + 24, 590, 20, said, "600", "var(--ink)"))
        x += 50 + 11.5 * cells(said)
    turns = say("{n} turn", "{n} turns", n=len(chances[0]) - 1) if len(chances[0]) > 1 else ""
    if turns and x + 12 * cells(turns) < EDGE:
        words.append(text(EDGE, 590, 20, turns, "600", "var(--ink-2)", more=' text-anchor="end"'))
    ground = f'<rect width="{WIDE}" height="{HIGH}" style="fill:var(--paper)"/>'
    ground += f'<rect width="560" height="{HIGH}" style="fill:var(--surface-2)"/>'
    ground += f'<rect x="560" width="6" height="{HIGH}" style="fill:var(--ink)"/>'
    frame = f'viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
    return flat(f"<svg {frame}>{ground}{left}{''.join(words)}</svg>", css + THICK)


# ------------------------------------------------------------------ drawing


# a word, or a Chinese letter: a line can end behind each, with the punctuation that belongs to it
BITS = re.compile(r"\s*[（「『《“]*(?:[^\s\u2e80-\uffff]+|[\u2e80-\uffff])[，。、；：！？）」』》”…]*")
ENDS = re.compile(r"[.!?](?= )|[。！？]|.$")


def cells(words: str) -> int:
    """Letters, of which a Chinese one takes the room of two."""
    return sum(2 if letter >= WIDE_LETTERS else 1 for letter in words)


def wrapped(words: str, most: int) -> list[str]:
    """The text on lines of at most so many letters; what has no gap is broken where the line is full."""
    lines = [""]
    for bit in BITS.findall(words):
        if lines[-1] and cells(lines[-1] + bit) > most:
            lines.append("")
            bit = bit.lstrip()
        lines[-1] += bit if lines[-1] else bit.lstrip()
        while len(lines[-1]) > most:
            lines[-1:] = [lines[-1][:most], lines[-1][most:]]
    return lines


def sentences(words: str, most: int, lines: int) -> list[str]:
    """As many whole sentences as fit on these lines, or as much of the first as fits."""
    for end in reversed(list(ENDS.finditer(words))):
        if len(found := wrapped(words[: end.end()], most)) <= lines:
            return found
    found = wrapped(words, most - 2)[:lines]
    return [*found[:-1], f"{found[-1]} …"]


def balanced(words: str, most: int) -> list[str]:
    """The text on as few lines as possible, of about equal length."""
    lines = wrapped(words, most)
    while most > 2 and len(narrower := wrapped(words, most - 1)) == len(lines):
        if max(map(cells, narrower)) > most - 1:
            break
        lines, most = narrower, most - 1
    return lines


def placed(svg: str, x: float, y: float, width: float, height: float) -> str:
    """Place a picture inside another one."""
    head, _, rest = svg.partition(">")
    head = re.sub(r'\s(x|y|width|height)="[^"]*"', "", head)
    box = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    return head.replace("<svg", f"<svg {box}", 1) + ">" + rest


def draw_picture(svg: str) -> bytes:
    return png(svg, width=WIDE, height=HIGH)
