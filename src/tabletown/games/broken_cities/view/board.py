"""The city block: forest, shore, lots and tiles, what can be built where; rent track, cards, waiting renters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tabletown.drawing import WIDE, Drawing, called, drawn_once, esc, named, num, squeezed
from tabletown.games.broken_cities.content import (
    CARDS,
    CELLS,
    COLUMNS,
    GREENSPACE,
    RENT_END,
    ROWS,
    SHOPPING,
)
from tabletown.games.broken_cities.options import CELL_WORDS, RENTER_WORDS
from tabletown.games.broken_cities.rules.counting import breakdown, rent_at
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view.describe import kind_asked
from tabletown.games.broken_cities.view.pieces import CELL_SIZE, RENTER, badge, pill, renter, tile
from tabletown.games.broken_cities.view.words import place
from tabletown.games.broken_cities.words import rent_sum
from tabletown.kernel import Decision, Described, say, seat_name

WIDTH, HEIGHT = 874, 634
LEFT, TOP = 92, 68  # where the lots begin
STEP = 17.32  # of the rent track


def _forest() -> str:
    """Trees along the western edge, scattered by a fixed rule."""
    trees = []
    for number in range(44):
        x = 8 + (number * 37 + number * number * 11) % 66
        y = 70 + number * 11.6
        scale = 0.72 + (number * 7 % 10) / 32
        place = f"translate({num(x)} {num(y)}) scale({num(scale)})"
        trees.append(f'<path class="lf{number % 2 + 1}" transform="{place}" d="M0,-30L11,-10H5L14,4H-14L-5,-10H-11Z"/>')
    return "".join(trees)


def _waves(y: int, start: int) -> str:
    return f"M{start},{y}" + "q12,-9 24,0t24,0" * 19 + "V644H-60Z"


GROUND = (
    '<defs><clipPath id="bc-frame"><rect y="46" width="784" height="588" rx="12"/></clipPath></defs>'
    '<g clip-path="url(#bc-frame)"><rect class="st" y="46" width="874" height="634"/>'
    f'<rect class="fo" y="46" width="84" height="634"/>{_forest()}'
    f'<path class="sand" d="M0,580H874V634H0Z"/><path class="sea1" d="{_waves(598, -40)}"/>'
    f'<path class="sea2" d="{_waves(616, -22)}"/></g>'
    + '<g aria-hidden="true">'
    + "".join(
        f'<text class="ax" x="{LEFT + CELL_SIZE * column + 42}" y="63">{chr(65 + column)}</text>'
        for column in range(COLUMNS)
    )
    + "".join(f'<text class="ax" x="774" y="{TOP + CELL_SIZE * row + 47}">{row + 1}</text>' for row in range(ROWS))
    + "</g>"
)
TRACK = "".join(
    f'<rect class="{"end" if rent == RENT_END else "step"}" x="{num(4 + STEP * (rent - 1))}" y="20" '
    'width="16.1" height="9" rx="2"/>'
    for rent in range(1, RENT_END + 1)
) + "".join(f'<text x="{num(12.7 + STEP * (rent - 1))}" y="43">{rent}</text>' for rent in (1, 10, 20, 30, 40, 50))


def board(
    s: BrokenCities, seat: int | None, asked: Decision | None, names: Sequence[str], options: Mapping[str, Described]
) -> str:
    parts = [
        (
            f'<svg class="bc bc-board" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" data-letters="14" '
            f'aria-label="{say("City block, {columns} by {rows}", columns=COLUMNS, rows=ROWS)}">'
        ),
        rent_track(s, seat, names),
        GROUND,
    ]
    parts += [lot(s, cell, seat, asked, names, options) for cell in range(len(CELLS))]
    parts += [climate(s), waiting_renters(s), "</svg>"]
    return Drawing(parts)


def rent_track(s: BrokenCities, seat: int | None, names: Sequence[str]) -> str:
    pins: list[str] = []
    at: dict[int, int] = {}
    for player in range(s.players):
        rent = max(0, min(s.rents[player], RENT_END))
        at[rent] = at.get(rent, -1) + 1
        pins.append(pin(player, seat_name(player, names, seat), rent_sum(breakdown(s, player)), rent, at[rent]))
    return f'<g class="rtk"><g aria-hidden="true">{TRACK}</g>{"".join(pins)}</g>'


@drawn_once
def pin(player: int, name: str, sum: str, rent: int, beside: int) -> str:
    said = say("{who}: rent {said}", who=esc(name), said=esc(sum))
    x = max(10, 12.7 + STEP * (rent - 1)) + 13 * beside
    return (
        f'<g id="bc-pin-{player}" role="img" aria-label="{said}"><title>{said}</title>{badge(player, x, 10, 9.6)}</g>'
    )


def lot(
    s: BrokenCities,
    cell: int,
    seat: int | None,
    asked: Decision | None,
    names: Sequence[str],
    options: Mapping[str, Described],
) -> str:
    """One cell: the tile that stands there with its badge, renter and rent, and what can be done with it."""
    word = next((word for word in (CELL_WORDS[cell], RENTER_WORDS[cell]) if word in options), "")
    asks = asked is not None and asked.rule in ("turn.step2-purchase", "build.any-cell", "build.cost-retrofit")
    here = standing(s, cell) if s.kinds[cell] else ""
    may = ""
    if word and seat is not None:
        may = outline(bool(s.kinds[cell]), word, seat, kind_asked(asked), options[word].gain)
    return ground(cell, asks and not word, place(s, cell, names), here, may)


@drawn_once
def ground(cell: int, asks: bool, title: str, here: str, may: str) -> str:
    column, row = cell % COLUMNS, cell // COLUMNS
    marks = f' data-word="{CELL_WORDS[cell]}"' if asks else ""
    return (
        f'<g id="bc-{CELLS[cell]}" transform="translate({LEFT + CELL_SIZE * column} {TOP + CELL_SIZE * row})"{marks}>'
        f'<title>{esc(title)}</title><rect class="lot" x="3" y="3" width="78" height="78" rx="7"/>{here}{may}</g>'
    )


def standing(s: BrokenCities, cell: int) -> str:
    rent = rent_at(s, cell) if s.kinds[cell] < GREENSPACE else 0
    return building(s.kinds[cell], s.owners[cell], bool(s.renters[cell]), rent, bool(s.marked[cell]))


@cache
def building(kind: int, owner: int, rented: bool, rent: int, marked: bool) -> str:
    colour = f"s{owner + 1}"
    parts = [f'<g class="bd {colour}">{tile(kind)}</g>']
    if kind < GREENSPACE:
        if owner >= 0:
            parts.append(badge(owner, 15, 70))
        if kind != SHOPPING and owner >= 0:
            parts.append(renter(40, 70, colour if rented else "none"))
        if owner >= 0:
            parts.append(pill(66, 70, str(rent), "rc" if rent else "rc off"))
    elif owner >= 0:
        parts.append(badge(owner, 15, 70, 7.4))
    if marked:
        parts.append('<path class="rta" transform="translate(52 -2) scale(.55)" d="M42,60V40M34,48l8,-9 8,9"/>')
    return "".join(parts)


@drawn_once
def outline(built: bool, word: str, seat: int, kind: int, shown: str) -> str:
    """A dashed outline with the gain, and a preview of the result while it is pointed at."""
    frame = '<rect x="7" y="7" width="70" height="70" rx="7"/>'
    parts = [f'<g class="may" role="button" tabindex="-1" data-option="{word}">']
    if built:
        parts.append(f"{frame}</g>{pill(64, 18, shown, 'gain')}")
    else:
        parts.append(f'{frame}<text x="42" y="47">{shown}</text></g>')
        lot = '<rect class="lot" x="3" y="3" width="78" height="78" rx="7"/>'
        ghost = f'{lot}<g class="gho bd s{seat + 1}">{tile(kind)}</g>' + (
            badge(seat, 15, 70) if kind < GREENSPACE else ""
        )
        ring = '<rect class="ring" x="2" y="2" width="80" height="80" rx="9"/>'
        gain_pill = pill(64, 70, shown, "gain")
        parts.append(f'<g class="ghost" data-preview="{word}">{ghost}{ring}{gain_pill}</g>')
        return "".join(parts)
    parts.append(f'<rect class="ring" data-preview="{word}" x="2" y="2" width="80" height="80" rx="9"/>')
    return "".join(parts)


def _art(ground: str, figure: str, strokes: str = "") -> str:
    paths = (("c1", ground), ("c2", figure), ("c3", strokes))
    return "".join(f'<path class="{style}" d="{d}"/>' for style, d in paths if d)


SHEET = "M10,12h52v36h-52z"
CARD_ART = {
    "flood": _art("M10,30q7,-6 13,0t13,0t13,0t13,0V48H10Z", "M26,30V18h20v12"),
    "drought": _art(SHEET, "", "M20,48l6,-14 -8,-8M40,48l-4,-16 10,-10M54,48l-2,-12"),
    "torrential_rain": _art("M10,48L36,14L62,48Z", "", "M16,14l-4,8M28,12l-4,8M50,14l-4,8M60,12l-4,8"),
    "vector_disease": _art(
        "", "M36,22q10,8 0,22q-10,-14 0,-22z", "M34,26L18,14M38,26L54,14M32,34H14M40,34H58M36,44V52"
    ),
    "hurricane": _art("", "", "M32,31a4,4 0 1 1 8,0a9,9 0 1 1 -18,0a14,14 0 1 1 28,0a20,20 0 0 1 -20,19"),
    "news": _art(SHEET, "", "M15,20h42M15,29h18M15,36h18M15,43h18M39,29h18v14h-18z"),
}
CLOUD = _art("M20,46a9,9 0 0 1 2,-18a13,13 0 0 1 25,2a8,8 0 0 1 5,16Z", "")  # on a card that has no picture of its own


def card_picture(card: str) -> str:
    """The picture of a climate card, without its text."""
    paper = '<rect class="cd" x="6" y="0" width="60" height="60" rx="6"/>'
    return f'<svg class="bc" viewBox="6 0 60 60" aria-hidden="true">{paper}{CARD_ART.get(card, CLOUD)}</svg>'


BACK = (
    '<rect class="dk" x="4" y="4" width="72" height="96" rx="7"/><rect class="dk" width="72" height="96" rx="7"/>'
    '<path class="sun" d="M36,28a13,13 0 1 1 -.1,0M14,66q7,-6 14,0t14,0t14,0M14,76q7,-6 14,0t14,0t14,0"/>'
)


def _title(title: str) -> list[str]:
    """The title of a card in at most three lines, where the card has room for them."""
    return next((lines for longest in (9, 11, 13) if len(lines := _lines(title, longest)) <= 3), _lines(title, 16))


def _lines(title: str, longest: int) -> list[str]:
    """Words broken where a line would be too long; Chinese letters are twice as wide, and a line
    may end after each."""
    lines, half = [""], longest // 2
    for word in title.split():
        parts = [word[at : at + half] for at in range(0, len(word), half)] if word >= WIDE else [word]
        for part in parts:
            if lines[-1] and _wide(lines[-1]) + 1 + _wide(part) > longest:
                lines.append("")
            lines[-1] = f"{lines[-1]} {part}".strip()
    return lines


def _wide(words: str) -> int:
    return sum(2 if letter >= WIDE else 1 for letter in words)


def _texts(words: str, y: int, longest: int = 10) -> str:
    """Words broken into short lines, one below the other."""
    return "".join(
        f'<text class="k" x="36" y="{y + 17 * row}"{squeezed(line, 15, 86)}>{esc(line)}</text>'
        for row, line in enumerate(_lines(words, longest))
    )


def climate(s: BrokenCities) -> str:
    """The deck and the last card drawn."""
    left = len(s.deck)
    said = say("{n} climate card left", "{n} climate cards left", n=left)
    title = f"<title>{esc(said)}</title>"
    parts = [f'<g class="clim" role="img" transform="translate(796 58)">{title}{BACK}{_texts(said, 120)}</g>']
    if s.events:
        when, card = s.events[-1]
        lines = _title(named(CARDS[card].title))
        title = "".join(
            f'<text class="ti" x="36" y="{63 + 14 * n}"{squeezed(line, 14, 67)}>{esc(line)}</text>'
            for n, line in enumerate(lines)
        )
        parts.append(
            f'<g class="clim" role="img" id="bc-card-{card}" transform="translate(796 212)"><title>'
            f'{called(CARDS[card].title)}: {called(CARDS[card].text)}</title><rect class="cd" width="72" '
            f'height="112" rx="7"/>{CARD_ART.get(card, CLOUD)}{title}<text class="k" x="36" y="106">'
            f"{say('round {when}', when=when)}</text></g>"
        )
    return "".join(parts)


def waiting_renters(s: BrokenCities) -> str:
    shown = min(s.pool, 6)
    pawns = "".join(
        f'<g class="rt free" transform="translate({15 + 21 * (n % 3)} {48 + 32 * (n // 3)}) scale(1.4)">{RENTER}</g>'
        for n in range(shown)
    )
    if not shown:
        pawns = f'<g class="rt none" transform="translate(36 48) scale(1.4)">{RENTER}</g>'
    below = 80 + 32 * (shown > 3)
    waiting = say(
        "Renters: {pool} waiting, {reserve} in reserve, {gone} gone for good.",
        pool=s.pool,
        reserve=s.reserve,
        gone=s.gone,
    )
    here = say("{n} renter waiting", "{n} renters waiting", n=s.pool)
    reserve = say("{n} in reserve", n=s.reserve) if s.reserve else say("reserve empty")
    return (
        '<g class="pool" role="img" transform="translate(796 352)"><title>'
        f"{waiting}</title>{_texts(here, 8, 12)}{pawns}{_texts(reserve, below)}</g>"
    )
