"""The board as SVG: the seven Districts of the real South Bronx with their pieces, and the tracks around them."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.drawing import WIDE, Drawing, called, esc, num, squeezed
from tabletown.games.cross_bronx import options
from tabletown.games.cross_bronx import state as st
from tabletown.games.cross_bronx.options import (
    BOX_WORDS,
    DISTRICT_WORDS,
    DONE_WORD,
    ORG_WORDS,
    STREET_ORG_WORDS,
    STREET_WORDS,
    TILE_WORDS,
    kind_of_word,
)
from tabletown.games.cross_bronx.rules.naming import district
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    BOXES,
    BOXES_OF_CALENDAR,
    CENSUS,
    CODES,
    CORRECTIONS_LIMIT,
    DISTRICTS,
    FACTION_NAMES,
    FACTIONS,
    NAMES,
    NOBODY,
    NUMBERS,
    Bronx,
    spaces_of,
)
from tabletown.games.cross_bronx.view.describe import BOX_NAMES
from tabletown.games.cross_bronx.view.drawing import layout, pieces
from tabletown.games.cross_bronx.view.drawing.district import XHTML, enlarged
from tabletown.games.cross_bronx.view.drawing.tiles import held_by, markers_in, organizations_on, tile_picture
from tabletown.games.cross_bronx.view.places import district_in_words, tile_in_words, unhoused_in_words
from tabletown.kernel import Described, Text, say

CENSUS_STEPS = (
    (Text("Quota"), ("quota",)),
    (Text("Corrections"), ("corrections",)),
    (Text("Petitions"), ("blight", "petitions")),
    (Text("Audit"), ("audit", "loans", "bonds", "comptroller")),
    (Text("Objectives"), ("objectives",)),
    (Text("Reset"), ("reset", "reset-debts", "reset-positions", "next-decade")),
)
CUBE_STEP = 22  # between unhoused cubes
HINT = 136  # greatest width of a District's hint


class May:
    """Options of the pending question, as the board shows them."""

    def __init__(self, shown: Mapping[str, Described], ghosts: Mapping[str, str]) -> None:
        self.options = shown
        self.ghosts = ghosts
        self.kinds = frozenset(kind_of_word(option) for option in shown)

    def mark(self, word: str) -> str:
        """Attributes of the element for this word: an option, or something to ask about."""
        if word in self.options:
            return (
                f' class="may" data-option="{esc(word)}" role="button" tabindex="-1"'
                f' aria-label="{esc(self.options[word].label)}"'
            )
        if kind_of_word(word) in self.kinds:
            return f' data-word="{esc(word)}"'
        return ""


NO_OPTIONS: Mapping[str, Described] = {}
NO_GHOSTS: Mapping[str, str] = {}


def draw(s: Bronx, shown: Mapping[str, Described] = NO_OPTIONS, ghosts: Mapping[str, str] = NO_GHOSTS) -> str:
    """Draw the board; `ghosts` are pictures of what an option would put on its tile."""
    may = May(shown, ghosts)
    width, height = layout.PLAN.field.width, layout.PLAN.field.height
    parts = [
        (
            f'<svg class="cb board-svg" role="group" aria-label="{say("South Bronx, seven Districts")}" '
            f'data-letters="14.4" viewBox="0 0 {width} {height}" preserveAspectRatio="xMidYMid meet">'
        ),
        layout.ground(s.decade),
        layout.names(),
    ]
    parts += [_district(s, d, may) for d in DISTRICTS]
    parts += [_label(d) for d in DISTRICTS]
    parts += [_chip(s, d, may) for d in DISTRICTS]
    parts += [_sequence(s, may), _corrections(s), _calendar(s)]
    parts += [enlarged(s, d, may.options) for d in DISTRICTS]
    return Drawing([*parts, "</svg>"])


# ------------------------------------------------------------------ a District


def _district(s: Bronx, d: int, may: May) -> str:
    word = DISTRICT_WORDS[d]
    said = f"<title>{esc(district_in_words(s, d))}</title>"
    group = f'<g id="district-{NUMBERS[d]}" data-place="{word}"{may.mark(word)}>'
    parts = [f'{group}{said}<path class="where" d="{layout.INSETS[d]}"/>']
    if word in may.options:
        parts.append(f'<path class="edge" d="{layout.INSETS[d]}"/>')
    elif options.DISTRICT in may.kinds:
        parts.append(f'<path d="{layout.INSETS[d]}" fill="transparent"/>')
    if s.action and d in s.districts:
        parts.append(f'<path class="did" d="{layout.INSETS[d]}"/>')
    parts += [_space(s, d, i, may) for i in range(len(spaces_of[d]))]
    parts += [_unhoused(s, d, may), _markers(s, d), "</g>"]
    return "".join(parts)


def _space(s: Bronx, d: int, i: int, may: May) -> str:
    space = spaces_of[d][i]
    x, y = layout.DISTRICTS[d].spaces[i]
    at, said = f'transform="translate({num(x)} {num(y)})"', f"<title>{esc(tile_in_words(s, space))}</title>"
    if s.owner[space] == NOBODY:
        return f'<g {at}>{said}<rect class="space" width="76" height="76" rx="7"/></g>'
    word = TILE_WORDS[space]
    edge = '<rect class="edge thin" x="-5" y="-5" width="86" height="86" rx="11"/>' if word in may.options else ""
    name = st.SPACE_NAMES[space]
    ghost = may.ghosts.get(word, "")
    if ghost:
        ghost = f'<g class="ghost" data-preview="{word}">{ghost}</g>'
    parts = [f'<g id="tile-{name}" {at}{may.mark(word)}>{said}{tile_picture(s, space)}{edge}{ghost}</g>']
    if options.ORGANIZATION in may.kinds:
        for (faction, _, _), place in zip(organizations_on(s, space), pieces.ORGANIZATION_X, strict=False):
            parts.append(
                _organization_option(ORG_WORDS[space * 3 + faction], x + place, y + pieces.ORGANIZATION_Y, may)
            )
    return "".join(parts)


def _organization_option(word: str, x: float, y: float, may: May) -> str:
    attributes = may.mark(word)
    if not attributes:
        return ""
    look = 'class="edge thin"' if word in may.options else 'fill="transparent"'
    return f'<g{attributes}><circle {look} cx="{num(x)}" cy="{num(y)}" r="16"/></g>'


def _unhoused(s: Bronx, d: int, may: May) -> str:
    """Draw unhoused pieces: cubes in rows, or two numbers if there are nine or more."""
    x, y, width, height = layout.DISTRICTS[d].unhoused
    population, vulnerability = s.street_pop[d], s.street_vul[d]
    orgs = [entry for entry in s.street_orgs if entry // CODES // 3 == d]
    word = STREET_WORDS[d]
    if not (population or vulnerability or orgs):
        return ""
    said = esc(unhoused_in_words(s, d))
    role = f' role="img" aria-label="{said}"'
    parts = [f'<g id="street-{NUMBERS[d]}"{may.mark(word) or role}><title>{said}</title>']
    cubes, columns = population + vulnerability, int(width // CUBE_STEP)
    if cubes > 8:
        parts.append(_counts(x, y, population, vulnerability))
    else:
        places = [(x + 11 + CUBE_STEP * (i % columns), y + 12 + 24 * (i // columns)) for i in range(cubes)]
        parts.append(pieces.cubes("pop", places[:population], 9.4))
        parts.append(pieces.cubes("need", places[population:], 9.4))
    below = y + (0 if not cubes else 28 if cubes <= columns else 52)
    if word in may.options:
        box = f'x="{num(x - 4)}" y="{num(y - 4)}" width="{num(width + 4)}" height="{num(height + 6)}"'
        parts.append(f'<rect class="edge" {box} rx="9"/>')
    parts.append("</g>")
    for i, entry in enumerate(orgs):
        cx, cy = x + 13 + 27 * i, below + 12
        parts.append(pieces.organization(entry // CODES % 3, bool(entry & ACTIVE), cx, cy, held_by(entry)))
        if options.ORGANIZATION in may.kinds:
            parts.append(_organization_option(STREET_ORG_WORDS[entry], cx, cy, may))
    return "".join(parts)


def _counts(x: float, y: float, population: int, vulnerability: int) -> str:
    parts = ['<g class="cnt">']
    for row, (kind, count) in enumerate((("pop", population), ("need", vulnerability))):
        at = y + 14 + 28 * row
        parts.append(f'<rect x="{num(x)}" y="{num(at - 13)}" width="58" height="26" rx="6"/>')
        parts.append(pieces.cubes(kind, [(x + 14, at)], 8.6))
        parts.append(f'<text x="{num(x + 28)}" y="{num(at + 5.6)}">{count}</text>')
    return "".join(parts) + "</g>"


def _markers(s: Bronx, d: int) -> str:
    x, y = layout.DISTRICTS[d].flow
    parts = []
    for word, kind in markers_in(s, d):
        parts.append(pieces.marker_box(word, kind, x, y))
        x += 26 + 7.6 * len(word)
    return "".join(parts)


def _label(d: int) -> str:
    """Draw the District's number and name; a press enlarges the District."""
    x, y = layout.DISTRICTS[d].label
    return (
        f'<foreignObject x="{num(x - 15)}" y="{num(y - 20)}" width="{num(46 + 9 * len(NAMES[d]))}" '
        f'height="32"><button {XHTML} type="button" class="lookb" popovertarget="cb-large-{NUMBERS[d]}" '
        f'aria-label="{say("Look closer at {place}", place=str(district(d)))}">'
        f"<i>{NUMBERS[d]}</i>{called(NAMES[d])}</button></foreignObject>"
    )


def _chip(s: Bronx, d: int, may: May) -> str:
    """Draw what this District's option would do or cost, or a tick where it was done."""
    word = DISTRICT_WORDS[d]
    text = may.options[word].gain if word in may.options else ""
    kind = "mchip"
    if s.action and d in s.districts and word not in may.options:
        selecting = options.DISTRICT in may.kinds and DONE_WORD in may.options
        text, kind = (say("✓ done") if selecting or d != s.districts[-1] else say("now here")), "dchip"
    if not text:
        return ""
    x, y = layout.DISTRICTS[d].chip
    letters = sum(1.9 if letter >= WIDE else 1 for letter in text)
    width = min(20 + 7.7 * letters, HINT)  # leaves room for the Expressway's name beside one of them
    narrow = squeezed(text, 14.4, HINT - 20)
    return (
        f'<g class="{kind}" transform="translate({num(x)} {num(y - 1)})" pointer-events="none"><rect '
        f'width="{num(width)}" height="24" rx="12"/><text x="{num(width / 2)}" y="16.8"{narrow}>{esc(text)}</text></g>'
    )


# ------------------------------------------------------------------ tracks on the board


def _sequence(s: Bronx, may: May) -> str:
    """The Sequence of Play (2.1.6): Act, Event, React, Plan from top to bottom, with the cylinders."""
    if s.current == CENSUS:
        return _census(s)
    parts = [f'<g class="seq"><text class="cap" x="16" y="26">{say("Sequence")}</text>']
    for box, name in enumerate(BOX_NAMES):
        word = BOX_WORDS[box]
        now = s.actor != NOBODY and s.box_now == box
        attributes = may.mark(word) or (' class="now"' if now else "")
        parts.append(f'<g id="box-{BOXES[box]}" transform="translate(12 {36 + 52 * box})"{attributes}>')
        there = [faction for faction in FACTIONS if s.box[faction] == box]
        coming = [faction for faction in FACTIONS if s.planned[faction] == box and faction not in there]
        narrow = squeezed(str(name), 14.6, 56 if there and coming else 72)
        parts.append(f'<rect width="120" height="44" rx="8"/><text x="12" y="27"{narrow}>{name}</text>')
        parts += [pieces.cylinder(faction, 102, 18) for faction in there]
        for faction in coming:  # planned for the next round
            parts.append(
                f'<g opacity=".55"><title>{say("{faction} planned this", faction=FACTION_NAMES[faction])}</title>'
            )
            parts.append(pieces.cylinder(faction, 83 if there else 102, 18) + "</g>")
        parts.append("</g>")
    return "".join(parts) + "</g>"


def _census(s: Bronx) -> str:
    """The steps of the Census Round, with the current one marked."""
    parts = [(f'<g class="seq"><text class="cap" x="16" y="26">{say("Census {decade}", decade=s.decade + 10)}</text>')]
    for step, (name, phases) in enumerate(CENSUS_STEPS):
        now = ' class="now"' if s.phase in phases else ""
        parts.append(f'<g{now} transform="translate(12 {36 + 36 * step})"><rect width="120" height="30" rx="8"/>')
        parts.append(f'<text x="10" y="20"{squeezed(str(name), 14.6, 102)}>{name}</text></g>')
    return "".join(parts) + "</g>"


def _corrections(s: Bronx) -> str:
    places = [(29 + 31.5 * (i % 5), 46 + 28 * (i // 5)) for i in range(CORRECTIONS_LIMIT)]
    near = " bad" if s.losses + s.overflow >= s.losses_limit - 2 else ""
    said = say(
        "Corrections {corrections} of 10, Overflow {overflow}, Losses {losses} of {losses_limit}",
        corrections=s.corrections,
        overflow=s.overflow,
        losses=s.losses,
        losses_limit=s.losses_limit,
    )
    held = say("{corrections} of {corrections_limit}", corrections=s.corrections, corrections_limit=CORRECTIONS_LIMIT)
    lost = say("{losses} of {losses_limit}", losses=s.losses, losses_limit=s.losses_limit)
    over = " bad" if s.overflow else ""
    return (
        f'<g class="corr" id="corrections" transform="translate(12 566)" role="img" aria-label="{said}">'
        f'<rect width="184" height="138" rx="10"/>{_counted(22, say("Corrections"), held)}'
        f"{pieces.cubes('need', places[: s.corrections], 9.4)}{pieces.sockets(places[s.corrections :], 9.6)}"
        f"{_counted(108, say('Overflow'), str(s.overflow), over)}{_counted(128, say('Losses'), lost, near)}</g>"
    )


def _counted(y: int, words: str, count: str, kind: str = "") -> str:
    """A row of the Corrections box: a label and a count."""
    return (
        f'<text class="cap{kind}" x="12" y="{y}"{squeezed(words, 14.4, 93)}>{words}</text>'
        f'<text class="cap r{kind}" x="173" y="{y}"{squeezed(count, 14.4, 64)}>{count}</text>'
    )


def _calendar(s: Bronx) -> str:
    """The six Decades with the Bonds due in each (2.1.5), and the Tax Rate."""
    parts = ['<g class="cal" transform="translate(812 16)">']
    for i, decade in enumerate(BOXES_OF_CALENDAR):
        due = [owner for owner in (1, 2) for _ in range(s.bonds[i * 2 + owner - 1])]
        if decade == 2000 and not due:
            continue
        x, y = (60 * (i % 3), 38 * (i // 3)) if i < 6 else (120, 76)
        kind = "now" if decade == s.decade else "" if s.start <= decade <= s.last else "out"
        parts.append(
            f'<g class="{kind}" transform="translate({x} {y})"><rect width="56" height="33" rx="5"/>'
            f'<text x="28" y="22">{decade}</text></g>'
        )
        for number, owner in enumerate(due):
            cx, cy = x + 50 - 17 * number, y + 3
            parts.append(
                f'<g class="bond o{owner + 1}"><title>'
                f"{say('A Bond of {owner}, due in {decade}', owner=FACTION_NAMES[owner], decade=decade)}"
                f'</title><circle cx="{cx}" cy="{cy}" r="8.5"/>{pieces.mark(owner, cx, cy, 0.8)}</g>'
            )
    tax = "½" if s.tax == 1 else "1"
    return "".join(parts) + (
        f'<text class="cap" x="2" y="94" style="text-anchor:start">{say("Tax rate {tax}", tax=tax)}</text></g>'
    )
