"""An enlarged District: double-size tiles that act as buttons, unhoused cubes in rows, the state in words."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.drawing import called, esc, listed, named, num, sentence
from tabletown.games.cross_bronx.options import TILE_WORDS
from tabletown.games.cross_bronx.state import (
    ADJACENT,
    AREAS,
    CODES,
    FACTION_NAMES,
    NAMES,
    NOBODY,
    NUMBERS,
    SPACE_NAMES,
    Bronx,
    spaces_of,
)
from tabletown.games.cross_bronx.view.drawing import pieces
from tabletown.games.cross_bronx.view.drawing.tiles import markers_in, tile_picture
from tabletown.games.cross_bronx.view.places import district_in_words, tile_notes
from tabletown.kernel import Described, say

XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'


def enlarged(s: Bronx, d: int, options: Mapping[str, Described]) -> str:
    """A popover inside the picture, opened by the District's label without any script."""
    number = NUMBERS[d]
    marks = "".join(f'<em class="{kind}">{word}</em>' for word, kind in markers_in(s, d))
    tiles = "".join(_space(s, space, options) for space in spaces_of[d])
    borders = say("Borders {borders}.", borders=[NUMBERS[other] for other in ADJACENT[d]])
    return (
        f'<foreignObject width="1" height="1" overflow="visible"><section {XHTML} popover="auto" '
        f'class="zoomd" id="cb-large-{number}" role="dialog" aria-label="'
        f'{esc(district_in_words(s, d))}"><header><span class="num">{number}</span>'
        f'<h2>{called(NAMES[d])}</h2>{marks}<button type="button" class="close" aria-label="'
        f'{say("Close")}" popovertarget="cb-large-{number}" popovertargetaction="hide">×</button>'
        f'</header><ul class="bts">{tiles}</ul>{_unhoused(s, d)}<footer>'
        f"{esc(sentence(listed(map(named, AREAS[d]), ',')))} {borders}"
        "</footer></section></foreignObject>"
    )


def _space(s: Bronx, space: int, options: Mapping[str, Described]) -> str:
    empty, word = s.owner[space] == NOBODY, TILE_WORDS[space]
    can = word in options
    label = esc(options[word].label) if can else ""
    attributes = f' data-option="{esc(word)}" role="button" tabindex="-1" aria-label="{label}"' if can else ""
    picture = '<rect class="space" width="76" height="76" rx="7"/>' if empty else tile_picture(s, space)
    do = f'<p class="do">{label}</p>' if can else ""
    return (
        f'<li class="bt{" can" if can else ""}"{attributes}>'
        f'<svg viewBox="-4 -4 84 84" aria-hidden="true">{picture}</svg><div>{tile_html(s, space)}{do}</div></li>'
    )


def tile_html(s: Bronx, space: int) -> str:
    name = SPACE_NAMES[space]
    first, *others = tile_notes(s, space)
    return f"<b>{esc(say('{place}: {notes:,}', place=name, notes=[first]))}</b>" + "".join(
        f"<p>{esc(note)}</p>" for note in others
    )


def _unhoused(s: Bronx, d: int) -> str:
    rows = []
    for kind, count, word in (
        ("pop", s.street_pop[d], say("Population")),
        ("need", s.street_vul[d], say("Vulnerability") if s.street_vul[d] == 1 else say("Vulnerabilities")),
    ):
        if count:
            width = 28 * count + 8
            cubes = pieces.cubes(kind, [(16 + 28 * i, 18) for i in range(count)], 13.0)
            rows.append(
                f'<p><b>{count}</b> {word}</p><svg width="{num(width)}" height="38" viewBox="0 0 {num(width)} 38"'
                f' aria-hidden="true">{cubes}</svg>'
            )
    orgs = [entry for entry in s.street_orgs if entry // CODES // 3 == d]
    if orgs:
        names = listed((named(FACTION_NAMES[entry // CODES % 3]) for entry in orgs), ",")
        rows.append(f"<p><b>{len(orgs)}</b> {say('Organizations')}</p><p>{names}</p>")
    if not rows:
        return f'<section class="unh2"><h3>{say("Nothing is unhoused")}</h3></section>'
    return f'<section class="unh2"><h3>{say("Unhoused")}</h3>{"".join(rows)}</section>'
