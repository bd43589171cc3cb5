"""Pages as Typst: board tiles with overlap, sheets of cards with cut marks and mirrored backs, pieces, tracks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from tabletown.drawing.raster import font_folders
from tabletown.kernel import say
from tabletown.printing.ink import for_paper, ratio
from tabletown.printing.parts import Board, Card, Deck, Piece, Pieces, Track
from tabletown.printing.typeset import quoted


class Paper(NamedTuple):
    name: str
    width: float  # of the page, in mm
    height: float
    room: tuple[float, float]  # for what is printed

    @property
    def left(self) -> float:
        return (self.width - self.room[0]) / 2


PAPERS = {
    "A4": Paper("a4", 210, 297, (190, 270)),
    "Letter": Paper("us-letter", 215.9, 279.4, (196, 252)),
}
TOP = 16.0
OVERLAP = 10.0
ROW = 4.0  # between pieces

CHINESE = ', "Noto Sans TC", "Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei"'
SONG = ', "Noto Serif TC", "Noto Serif CJK TC", "Songti TC", "PMingLiU"'
# the fonts of the extra `chinese` have one weight: an outline makes their letters bold
BOLD = """
#show strong: set text(weight: "bold")
#show regex("\\p{Han}+"): it => context if text.weight == "bold" { text(stroke: 0.035em + text.fill, it) } else { it }
"""
PREAMBLE = """
#set text(font: ("DejaVu Sans"CHINESE), stretch: 75%, size: 9pt, lang: LANG, fallback: true)
#set par(leading: 0.5em, spacing: 0.7em, linebreaks: "optimized")
#let at(x, y, body) = place(top + left, dx: x * 1mm, dy: y * 1mm, body)
#let serif(size, body, weight: "bold") = {
  text(font: ("DejaVu Serif"SONG), stretch: 100%, size: size, weight: weight, body)
}
#let cross(x, y) = at(x - 2, y - 2, box(width: 4mm, height: 4mm, {
  place(center + horizon, circle(radius: 1.9mm, stroke: 0.35mm))
  place(center + horizon, line(length: 7.6mm, stroke: 0.25mm))
  place(center + horizon, line(length: 7.6mm, angle: 90deg, stroke: 0.25mm))
}))
#let hatch = tiling(size: (2.6mm, 2.6mm), place(line(start: (0%, 100%), end: (100%, 0%), stroke: 0.15mm + luma(150))))
#let dot(n) = circle(radius: 3mm, fill: black, align(center + horizon, text(fill: white, weight: "bold")[#n]))
#let labelled(picture, name, note) = block(breakable: false, align(center, {
  picture
  v(-2mm)
  text(size: 8pt, weight: "bold", name)
  linebreak()
  text(size: 7.5pt, note)
}))
#let tall(w, h, body) = box(width: w, height: h, clip: true, body)
"""


class Book:
    """Source and pictures of a document, as it grows."""

    def __init__(self, paper: Paper, css: str, code: str, black_and_white: bool, name: str, scale: float = 1.0) -> None:
        self.paper, self.css, self.black_and_white, self.name, self.scale = paper, css, black_and_white, name, scale
        self.files: dict[str, str] = {}
        self._known: dict[str, str] = {}
        lang = quoted(code.partition("-")[0])
        region = ', region: "TW"' if code == "zh-Hant" else ""
        # otherwise the system's first font may use Japanese forms
        sans, serif = (CHINESE, SONG) if code == "zh-Hant" else (",", ",")
        self.source = [
            PREAMBLE.replace("LANG", lang + region).replace("CHINESE", sans).replace("SONG", serif),
            BOLD if code == "zh-Hant" and len(font_folders(True)) > 1 else "",
            f'#set page("{paper.name}", margin: 0mm)\n',
        ]
        self.pages = 0

    def picture(self, svg: str, width: float) -> str:
        """A picture of this width, as an expression."""
        if svg not in self._known:
            self._known[svg] = f"p{len(self._known)}.svg"
            self.files[self._known[svg]] = for_paper(svg, self.css, self.black_and_white)
        size = f"width: {width:.2f}mm, height: {width * ratio(svg):.2f}mm"
        return f'image({quoted(self._known[svg])}, {size}, fit: "stretch")'

    def page(self, *parts: str) -> None:
        if self.pages:
            self.source.append("#pagebreak()\n")
        self.source.extend(f"#{part}\n" for part in parts if part)
        self.pages += 1

    def flow(self, *parts: str) -> None:
        """Pages that fill themselves: text."""
        begin = "#pagebreak()\n" if self.pages else ""
        margin = f"x: {self.paper.left + 4:.1f}mm, y: 15mm"
        self.source.append(f'{begin}#[#set page("{self.paper.name}", margin: ({margin}))\n')
        self.source.extend(f"#{part}\n" for part in parts)
        self.source.append("]\n")
        self.pages += 1

    @property
    def text(self) -> str:
        return "".join(self.source)


def line(x: float, y: float, dx: float, dy: float, stroke: str = "0.35mm") -> str:
    return f"at({x:.2f}, {y:.2f}, line(end: ({dx:.2f}mm, {dy:.2f}mm), stroke: {stroke}))"


def words(x: float, y: float, what: str, size: float = 8, style: str = "") -> str:
    return f"at({x:.2f}, {y:.2f}, text(size: {size}pt{style}, {quoted(what)}))"


# ------------------------------------------------------------------ boards


def board_pages(book: Book, board: Board) -> None:
    paper = book.paper
    wide, high = paper.room
    share = ratio(board.svg)
    if not board.width:
        _whole(book, board, share)
        return
    width = board.width * book.scale
    height = width * share
    if width <= wide and height <= high:
        _whole(book, board, share, width)
        return
    columns, rows = (
        max(1, ceil((size - OVERLAP) / (room - OVERLAP))) for size, room in ((width, wide), (height, high))
    )
    for row in range(rows):
        for column in range(columns):
            book.page(*_tile(book, board, width, (column, row), (columns, rows)))


def _whole(book: Book, board: Board, share: float, width: float = 0.0) -> None:
    """A board on one page, turned where it fits better."""
    wide, high = book.paper.room
    high -= 8
    turned = not width and share < 0.9
    across, along = (high, wide) if turned else (wide, high)
    size = width or min(across, along / share)
    drawn = book.picture(board.svg, size)
    shown = f"rotate(90deg, reflow: true, {drawn})" if turned else drawn
    left = (book.paper.width - (size * share if turned else size)) / 2
    book.page(_head(book, board.title), f"at({left:.2f}, {TOP:.2f}, {shown})")


def _head(book: Book, title: str, right: str = "") -> str:
    x, wide = book.paper.left, book.paper.room[0]
    name = f"[#strong({quoted(title)}) · #{quoted(book.name)}]"
    return (
        f"at({x:.2f}, 7.5, box(width: {wide}mm, text(size: 9pt, grid(columns: (1fr, auto), {name}, {quoted(right)}))))"
    )


def _tile(book: Book, board: Board, width: float, place: tuple[int, int], count: tuple[int, int]) -> Iterator[str]:
    """A page of a board: its part, the strips that the next pages cover, marks, a ruler and the plan of pages."""
    (column, row), (columns, rows), (wide, high) = place, count, book.paper.room
    x, y = book.paper.left, TOP
    core, deep = wide - OVERLAP, high - OVERLAP
    number = row * columns + column + 1
    said = say("board, page {n} of {of}", n=number, of=columns * rows)
    yield (
        f"at({x:.2f}, {y:.2f}, tall({wide}mm, {high}mm, place(top + left, dx: {-core * column:.2f}mm, "
        f"dy: {-deep * row:.2f}mm, {book.picture(board.svg, width)})))"
    )
    if column < columns - 1:
        yield f"at({x + core:.2f}, {y:.2f}, rect(width: {OVERLAP}mm, height: {high}mm, fill: hatch, stroke: none))"
        yield line(x + core, y, 0, high, '(thickness: 0.35mm, dash: "dashed")')
        over = say("Page {n} goes over this strip, up to the dashes", n=number + 1)
        yield (
            f"at({x + core + 3:.2f}, {y + 80:.2f}, rotate(90deg, reflow: true, "
            f'box(fill: white, inset: 1mm, text(size: 8pt, weight: "bold", {quoted(over)}))))'
        )
    if row < rows - 1:
        yield f"at({x:.2f}, {y + deep:.2f}, rect(width: {wide}mm, height: {OVERLAP}mm, fill: hatch, stroke: none))"
        yield line(x, y + deep, wide, 0, '(thickness: 0.35mm, dash: "dashed")')
        over = say("Page {n} goes over this strip, up to the dashes", n=number + columns)
        yield (
            f"at({x + 45:.2f}, {y + deep + 2.5:.2f}, "
            f'box(fill: white, inset: 1mm, text(size: 8pt, weight: "bold", {quoted(over)})))'
        )
    yield f"at({x:.2f}, {y:.2f}, rect(width: {wide}mm, height: {high}mm, stroke: 0.15mm + luma(120)))"
    right = f"{said}{' ' * 12}"
    yield _head(book, board.title, right)
    for down in range(rows):
        for across in range(columns):
            fill = "black" if (across, down) == place else "none"
            size = f"width: {8 / columns:.2f}mm, height: {6 / rows:.2f}mm"
            yield (
                f"at({x + wide - 8 + across * 8 / columns:.2f}, {6 + down * 6 / rows:.2f}, "
                f"rect({size}, fill: {fill}, stroke: 0.25mm))"
            )
    for mark_x in (x, x + core):
        for mark_y in (y, y + deep):
            yield f"cross({mark_x:.2f}, {mark_y:.2f})"
    yield from _ruler(x, y + high + 4)


def _ruler(x: float, y: float) -> Iterator[str]:
    yield line(x, y, 50, 0)
    for ten in range(6):
        long = 1.6 if ten in (0, 5) else 0.8
        yield line(x + 10 * ten, y - long, 0, 2 * long)
    yield words(x + 53, y - 1.4, say("50 mm. If it isn't, print at 100 %."))


# ------------------------------------------------------------------ cards


def deck_pages(book: Book, deck: Deck) -> None:
    """Sheets of cards, each followed by its backs, mirrored for paper turned over its long edge."""
    cards = [(number, card) for number, card in enumerate(deck.cards) for _ in range(card.copies)]
    wide, high = deck.size
    across, down = int(book.paper.room[0] // wide), int((book.paper.height - 14) // high)
    each = across * down
    sheets = ceil(len(cards) / each)
    for sheet in range(sheets):
        here = cards[sheet * each : sheet * each + each]
        fronts = [front_of(book, card, deck.size) for _, card in here]
        page = say("cut along the marks, page {n} of {of}", n=sheet + 1, of=sheets)
        left = f"{book.name} · {deck.title} · {wide:g} × {high:g} mm"
        book.page(*_sheet(book, fronts, deck.size, (across, down), left, page))
        backs = [
            front_of(book, deck.backs[number], deck.size) if deck.backs else back_of(book, deck) for number, _ in here
        ]
        book.page(*_sheet(book, backs, deck.size, (across, down), left, say("backs"), mirrored=True))


def _sheet(
    book: Book,
    shown: Sequence[str],
    size: tuple[float, float],
    count: tuple[int, int],
    left_words: str,
    right_words: str,
    mirrored: bool = False,
) -> Iterator[str]:
    (wide, high), (across, down) = size, count
    x = (book.paper.width - wide * across) / 2
    spare = book.paper.height - high * down
    y = TOP if spare > TOP + 14 else spare / 2
    for place, card in enumerate(shown):
        column, row = place % across, place // across
        if mirrored:
            column = across - 1 - column
        yield f"at({x + wide * column:.2f}, {y + high * row:.2f}, {card})"
    for column in range(across + 1):
        for mark_y in (y - 7, y + high * down + 2):
            yield line(x + wide * column, mark_y, 0, min(5, y - 1))
    for row in range(down + 1):
        for mark_x in (x - 7, x + wide * across + 2):
            yield line(mark_x, y + high * row, 5, 0)
    if spare > TOP + 14:
        foot = y + high * down + 9
        yield words(x, foot, left_words, 7.5)
        right = f"align(right, text(size: 7.5pt, {quoted(right_words)}))"
        yield f"at({x:.2f}, {foot:.2f}, box(width: {wide * across}mm, {right}))"
    else:  # no room below: up the left edge
        both = quoted(f"{left_words} · {right_words}")
        yield f"at({x - 11:.2f}, {y + 12:.2f}, rotate(-90deg, reflow: true, text(size: 7.5pt, {both})))"


def front_of(book: Book, card: Card, size: tuple[float, float]) -> str:
    wide, high = size
    room, deep = wide - 9, high - 9
    head = ""
    if card.left or card.right:
        head = (
            f'grid(columns: (1fr, auto), serif(7.5pt, weight: "regular", {quoted(card.left)}), '
            f'serif(7.5pt, weight: "regular", {quoted(card.right)})); v(-0.8mm); '
            "line(length: 100%, stroke: 0.3mm); v(-2.6mm); line(length: 100%, stroke: 0.15mm); v(-0.6mm); "
        )
    top = [f'par(leading: 0.42em, linebreaks: "simple", serif(1.2em, {quoted(card.title)}))']
    if card.svg:
        top.append(f"align(center, {book.picture(card.svg, card.wide)})")
    if card.story:
        top.append(f'serif(0.92em, weight: "regular", emph({quoted(card.story)}))')
    low = []
    if card.text:
        low.append(f"par(strong({quoted(card.text)}))")
    low += [f"par(text(size: 0.92em, {quoted(words)}))" for words in card.lines if words]
    if card.marks[0]:
        shown = f"box(baseline: 25%, {book.picture(card.marks[1], 17)})" if card.marks[1] else '""'
        low.append(f"par[#strong({quoted(card.marks[0])}) #{shown}]")
    rule = "line(length: 100%, stroke: 0.25mm)" if low and (card.story or card.svg) else '""'
    low.append("v(0.3em)")  # the last line's g and p hang below what is measured
    top.insert(0, "v(0.25em)")  # Chinese letters, and accents on capitals, stand above what is measured
    body = "; ".join(top) + "; v(1fr); " + "; ".join([rule, *low])
    flowing = "; ".join([*top, rule, *low])  # without the flexible space, for measuring
    return (
        f"box(width: {wide}mm, height: {high}mm, inset: 4.5mm, stroke: 0.15mm + luma(150), {{ {head}"
        f"context {{ let room = {room}mm; let deep = {deep - (7 if head else 0)}mm; "
        f"let size = ({'11pt, 10.5pt, 10pt, ' if wide > 80 else ''}9.5pt, 9pt, 8.5pt, 8pt, 7.5pt).find(s => "
        f"measure(width: room, {{ set text(size: s); {flowing} }}).height <= deep); "
        "let chosen = if size == none { 7.5pt } else { size }; "
        f"block(width: room, height: deep, clip: true, {{ set text(size: chosen); {body} }})"
        " } })"
    )


def back_of(book: Book, deck: Deck) -> str:
    wide, high = deck.size
    return (
        f"box(width: {wide}mm, height: {high}mm, stroke: 0.15mm + luma(150), inset: 5mm, "
        f"box(width: 100%, height: 100%, stroke: 0.5mm, radius: 3mm, fill: hatch, align(center + horizon, "
        f"box(fill: white, inset: 3mm, radius: 1mm, align(center, {{ serif(12pt, {quoted(deck.title)}); linebreak(); "
        f"text(size: 8pt, {quoted(book.name)}) }})))))"
    )


# ------------------------------------------------------------------ pieces and tracks


def piece_pages(book: Book, group: Pieces) -> None:
    """Pieces in rows, to be cut out along their outlines."""
    wide, high = book.paper.room
    sheets: list[list[tuple[float, float, Piece]]] = [[]]
    x, y, deep = 0.0, 0.0, 0.0
    for piece in (one for one in group.pieces for _ in range(one.copies)):
        w, h = piece.size[0] * book.scale, piece.size[1] * book.scale
        if x + w > wide:
            x, y, deep = 0.0, y + deep + ROW, 0.0
        if y + h > high:
            sheets.append([])
            x, y, deep = 0.0, 0.0, 0.0
        sheets[-1].append((x, y, piece))
        x, deep = x + w + ROW, max(deep, h)
    for number, sheet in enumerate(sheets, 1):
        page = say("cut out, page {n} of {of}", n=number, of=len(sheets))
        drawn = [_placed(book, *each) for each in sheet]
        book.page(_head(book, group.title, page), *drawn)
        if group.back:
            backs = [
                _placed(book, wide - at - piece.size[0] * book.scale, down, piece._replace(svg=group.back))
                for at, down, piece in sheet
            ]
            book.page(_head(book, group.title, say("backs")), *backs)


def _placed(book: Book, x: float, y: float, piece: Piece) -> str:
    drawn = book.picture(piece.svg, piece.size[0] * book.scale)
    return f"at({book.paper.left + x:.2f}, {TOP + y:.2f}, {drawn})"


def track_page(book: Book, tracks: Sequence[Track]) -> None:
    """All tracks on a page, in rows of boxes of 12 mm."""
    if not tracks:
        return
    x, y, parts = book.paper.left, TOP, []
    each = int(book.paper.room[0] // 12)
    for track in tracks:
        parts.append(f"at({x:.2f}, {y:.2f}, serif(11pt, {quoted(track.title)}))")
        y += 7
        for number, label in enumerate(track.boxes):
            column, row = number % each, number // each
            parts.append(
                f"at({x + 12 * column:.2f}, {y + 12 * row:.2f}, rect(width: 12mm, height: 12mm, stroke: 0.3mm, "
                f"inset: 1mm, text(size: 8pt, {quoted(label)})))"
            )
        y += 12 * ceil(len(track.boxes) / each) + 8
    book.page(_head(book, say("Tracks")), *parts)
