"""A game's document: which parts it has, and the text pages (player aid, rulebook)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tabletown.drawing import named
from tabletown.drawing.raster import FONTS
from tabletown.kernel import Game, say
from tabletown.kernel.errors import BadOption
from tabletown.kernel.text import language
from tabletown.learn.primer import load_primer, underlined
from tabletown.printing import typeset
from tabletown.printing.pages import PAPERS, Book, board_pages, deck_pages, piece_pages, track_page
from tabletown.printing.parts import Parts, parts_of
from tabletown.printing.typeset import quoted
from tabletown.rulebook import chapter_titles, load_rulebook

PARTS = {  # words
    "board": "Board",
    "cards": "Cards",
    "pieces": "Pieces",
    "aid": "Player aid",
    "rulebook": "Rulebook",
}
USUAL = ("board", "cards", "pieces", "aid")


class PrintSettings(msgspec.Struct, frozen=True):
    """How to print."""

    paper: str = "A4"
    black_and_white: bool = False
    half: bool = False  # boards and pieces at half their size
    parts: tuple[str, ...] = USUAL
    pack: str = ""  # its title, where one is printed

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise BadOption(f"Paper can't be {self.paper!r}. Choose one of: {', '.join(PAPERS)}.")
        if unknown := [part for part in self.parts if part not in PARTS]:
            raise BadOption(f"{unknown[0]!r} can't be printed. Choose some of: {', '.join(PARTS)}.")
        if not self.parts:
            raise BadOption(f"Choose what to print: {', '.join(PARTS)}.")


def usual_paper(languages: str) -> str:
    """The paper of the country that a browser names first: en-US prints on Letter."""
    country = languages.partition(",")[0].strip().rpartition("-")[2].upper()
    return "Letter" if country in ("US", "CA", "MX", "PH", "CO", "CL", "VE") else "A4"


def begun(game: Game, settings: PrintSettings, parts: Parts) -> Book:
    css = (game.folder / "style.css").read_text(encoding="utf-8") if game.folder is not None else ""
    name, code = named(game.about.title), language.get().code
    name = f"{name} · {settings.pack}" if settings.pack else name
    return Book(
        PAPERS[settings.paper], css + parts.paper, code, settings.black_and_white, name, 0.5 if settings.half else 1.0
    )


def book_of(game: Game, settings: PrintSettings, only: str = "") -> Book:
    """The document, or just one part of it, in the current language."""
    parts = parts_of(game)
    book = begun(game, settings, parts)
    for part in PARTS:
        if part not in settings.parts or only not in ("", part):
            continue
        if part == "board":
            for board in parts.boards:
                board_pages(book, board)
            track_page(book, parts.tracks)
        elif part == "cards":
            for deck in parts.decks:
                deck_pages(book, deck)
        elif part == "pieces":
            for group in parts.pieces:
                piece_pages(book, group)
        elif part == "aid":
            _aid(book, game, parts)
        else:
            _rulebook(book, game)
    return book


def needs_fonts() -> bool:
    """Whether the language has letters that our own fonts lack: then the system's fonts are used as well."""
    return language.get().code.partition("-")[0] in ("zh", "ja", "ko", "ar", "he", "hi", "th", "fa") and FONTS.is_dir()


def pdf_of(game: Game, settings: PrintSettings) -> bytes:
    book = book_of(game, settings)
    if not book.pages:
        raise BadOption(f"{game.about.title} has nothing of that kind to print.")
    return typeset.pdf(book.text, book.files, needs_fonts())


def thumbnails(game: Game, settings: PrintSettings, ppi: float = 22) -> Mapping[str, list[bytes]]:
    """Small pictures of all pages, by part; a part without pages isn't there."""
    found = {}
    for part in PARTS:
        book = book_of(game, msgspec.structs.replace(settings, parts=tuple(PARTS)), part)
        if book.pages:
            found[part] = typeset.pngs(book.text, book.files, ppi, needs_fonts())
    return found


# ------------------------------------------------------------------ text pages


def _heading(words: str) -> str:
    head = f"serif(13pt, {quoted(words)}); v(-1.8mm); line(length: 100%, stroke: 0.5mm)"
    return f"{{ v(4mm, weak: true); block(above: 6mm, below: 3mm, sticky: true, {{ {head} }}) }}"


def _aid(book: Book, game: Game, parts: Parts) -> None:
    """The primer on a page: the goal, a turn, the end, mistakes, and what the pieces cost."""
    primer = load_primer(game.folder) if game.folder is not None else None
    if primer is None:
        return
    before, key, after = underlined(primer.goal)
    goal = say("{name}: ", name=say("Goal"))
    steps = "".join(_step(number, one.title, one.say) for number, one in enumerate(primer.turn, 1))
    ending = _bullets(say("The end"), [one.say for one in primer.ending])
    mistakes = _bullets(say("Common mistakes"), [one.say for one in primer.mistake])
    book.flow(
        "set text(size: 10.5pt)",
        f"grid(columns: (1fr, auto), align: (left, bottom), serif(24pt, {quoted(book.name)}), [Tabletown])",
        f"text(size: 10.5pt, {quoted(say('Your turn on one page'))})",
        f"rect(width: 100%, radius: 2mm, inset: 4mm, stroke: 0.3mm)[#text(size: 11pt)[#strong({quoted(goal)})"
        f"#{quoted(before)}#strong({quoted(key)})#{quoted(after)}]]",
        _heading(say("A turn")),
        f"grid(columns: (9mm, 1fr), row-gutter: 2.6mm, {steps})",
        f"grid(columns: (1fr, 1fr), column-gutter: 8mm, {ending}, {mistakes})",
        _list(book, parts),
    )


def _step(number: int, title: str, words: str) -> str:
    head = say("{words}.", words=named(title))
    space = "" if head.endswith("。") else " "
    return f"dot({number}), par[#strong({quoted(head)}){space}#{quoted(named(words))}], "


def _bullets(title: str, sentences: Sequence[str]) -> str:
    said = "".join(f"par({quoted(named(words))}); " for words in sentences)
    return f"{{ v(5mm); {_heading(title)}; {said} }}"


def _list(book: Book, parts: Parts) -> str:
    """What the pieces are, with their pictures."""
    shown = [piece for group in parts.pieces if group.listed for piece in group.pieces]
    if not shown:
        return '""'
    title = next(group.title for group in parts.pieces if group.listed)
    cells = "".join(
        f"labelled({book.picture(piece.svg, 13)}, {quoted(piece.title)}, {quoted(piece.note)}), " for piece in shown
    )
    return f"{{ {_heading(title)}; grid(columns: (1fr,) * 6, row-gutter: 4mm, column-gutter: 2mm, {cells}) }}"


def _rulebook(book: Book, game: Game) -> None:
    rules = load_rulebook(game)
    if not rules.rule:
        return
    parts = [f"serif(22pt, {quoted(book.name)})", f"par({quoted(say('The rules in our own words'))})"]
    columns = []
    titles, last = chapter_titles(rules), ""
    for clause in rules.rule:
        chapter = titles.get(clause.id.partition(".")[0], "")
        if chapter != last:
            columns.append(_heading(named(chapter)))
            last = chapter
        columns.append(_clause(clause.id, named(clause.text)))
    if rules.ruling:
        columns.append(_heading(say("Rulings")))
        columns += [_clause(ruling.id, named(ruling.ruling)) for ruling in rules.ruling]
    parts.append(f"columns(2, gutter: 7mm, {{ set text(size: 8.5pt); {'; '.join(columns)} }})")
    book.flow(*parts)


def _clause(id: str, text: str) -> str:
    return f"par[#{quoted(text)} #text(size: 7.5pt, fill: luma(90), {quoted(id)})]"
