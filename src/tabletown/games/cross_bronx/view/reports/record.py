"""The Record (5.3): who performed which Event and achieved which Position, and how the South Bronx fared meanwhile."""

from __future__ import annotations

import textwrap
from typing import NamedTuple

from tabletown.drawing import called, esc, mark, named, num, squeezed
from tabletown.games.cross_bronx.components import EVENTS, POSITIONS
from tabletown.games.cross_bronx.rules.winning import outcome, result_of
from tabletown.games.cross_bronx.state import FACTION_NAMES, FACTIONS, Bronx, PlayedSession
from tabletown.games.cross_bronx.view import board
from tabletown.games.cross_bronx.view.drawing import pieces
from tabletown.games.cross_bronx.view.drawing.district import XHTML
from tabletown.games.cross_bronx.view.reports.charts import charts
from tabletown.kernel import say

WIDTH = 904
LEFT = 124  # left margin of the lanes, for the Factions' names
LETTER = 8.5  # width of a letter, enough for the font of PNGs, which is wider than those of browsers
TWO_DECADES = 748  # the width of a chapter; a single Decade is as wide
CLIP_HEIGHT, ROW_HEIGHT, STAR_HEIGHT = 43, 47, 26


class Chapter(NamedTuple):
    """Two Decades of the Record; chapters stand one below another."""

    first: int  # year
    last: int
    session: PlayedSession | None  # the Session it covers, if Sessions are linked

    def x(self, year: float) -> float:
        return LEFT + TWO_DECADES * (year - self.first) / (self.last - self.first)


def chapters(s: Bronx) -> list[Chapter]:
    """One chapter for each linked Session; a longer Session has one for every two Decades reached."""
    if len(s.sessions) > 1:
        return [Chapter(session.start, session.last + 10, session) for session in s.sessions]
    years = range(s.start, s.decade + 10, 20)
    return [Chapter(year, min(year + 20, s.last + 10), None) for year in years]


def draw(s: Bronx) -> str:
    """The finished match as one picture: clippings in Faction lanes, charts below, the final map behind a button."""
    story = chapters(s)
    parts, bottom = [], 38
    for chapter in story:
        picture, bottom = _chapter(s, chapter, bottom)
        parts.append(picture)
    figures, height = charts(s, story[0].first, story[-1].last, WIDTH)
    told = "; ".join(
        say("{faction}: {entries:,}", faction=FACTION_NAMES[f], entries=in_words(s, f) or [say("nothing")])
        for f in FACTIONS
    )
    return (
        f'<svg class="cb board-svg record" data-read="" role="group" aria-label="{say("The Record")}" viewBox="0 0 '
        f'{WIDTH} {bottom + height}"><title>{esc(told)}</title><rect class="page" width="{WIDTH}" '
        f'height="{bottom + height}" rx="14"/>'
        f'{_title(series(s) if story[0].session else str(outcome(s).reason))}<foreignObject x="'
        f'{WIDTH - 126}" y="6" width="116" height="34"><button {XHTML} type="button" class="mapb" '
        f'popovertarget="cb-final-map">{say("Final map")}</button></foreignObject>{"".join(parts)}'
        f'<svg y="{bottom}" width="{WIDTH}" height="{height}">{figures}</svg><foreignObject width="1" '
        f'height="1" overflow="visible"><section {XHTML} popover="auto" class="zoomd map" '
        f'id="cb-final-map" role="dialog" aria-label="{say("Final map")}">'
        f"{board.draw(s)}</section></foreignObject></svg>"
    )


def _title(words: str) -> str:
    """How it ended, in one line or two."""
    lines = textwrap.wrap(words, 84)
    first = 28 if len(lines) == 1 else 19
    return "".join(f'<text class="ti" x="14" y="{first + 17 * i}">{esc(line)}</text>' for i, line in enumerate(lines))


# ------------------------------------------------------------------ linked Sessions


def series(s: Bronx) -> str:
    """The linked Sessions in one sentence."""
    won = [
        f"{called(FACTION_NAMES[f])} {count}" for f in FACTIONS if (count := sum(f in x.winners for x in s.sessions))
    ]
    lost = sum(not session.winners for session in s.sessions)
    words = ([say("won by {won}", won=", ".join(won))] if won else []) + (
        [say("lost by all {lost}", lost=lost)] if lost else []
    )
    return say(
        "{sessions} linked Sessions, {start} to {last}: {words}.",
        sessions=len(s.sessions),
        start=s.sessions[0].start,
        last=s.sessions[-1].last + 10,
        words="; ".join(words),
    )


def carried(session: PlayedSession) -> str:
    """Victory Points the Factions carried over from the previous Session."""
    points = [f"{called(FACTION_NAMES[f])} {count}" for f in FACTIONS if (count := session.tally[f].get("bonus", 0))]
    return say("Victory Points carried over: {points}.", points=", ".join(points)) if points else ""


def sessions_in_words(s: Bronx) -> list[str]:
    """Each finished linked Session: years, result, scores and points carried over."""
    told = []
    for session in s.sessions if len(s.sessions) > 1 or s.session else ():
        scores = ", ".join(f"{called(FACTION_NAMES[f])} {session.vp[f]}" for f in FACTIONS)
        words = say(
            "{start} to {last}: {ended} {scores}. {carried}",
            start=session.start,
            last=session.last + 10,
            ended=result_of(session).text,
            scores=scores,
            carried=carried(session),
        )
        told.append(words.strip())
    return told


def _session(session: PlayedSession, top: int) -> tuple[str, int]:
    """The heading of a linked Session, with its result and points; also returns where the heading ends."""
    lines = [
        ("ti", words)
        for words in textwrap.wrap(
            say(
                "{start} to {last}. {ended}", start=session.start, last=session.last + 10, ended=result_of(session).text
            ),
            78,
        )
    ]
    lines += [("st2", carried(session))] if carried(session) else []
    parts = [f'<path class="ch-ax" d="M8,{top}H{WIDTH - 8}"/>']
    for i, (kind, words) in enumerate(lines):
        parts.append(f'<text class="{kind}" x="14" y="{top + 27 + 18 * i}">{esc(words)}</text>')
    for f in FACTIONS:
        best = " best" if f in session.winners else ""
        x, y = WIDTH - 198 + 64 * f, top + 9
        parts.append(
            f'<g class="o{f + 1} sc{best}" role="img" aria-label="'
            f'{say("{f} {vp} Victory Points", f=FACTION_NAMES[f], vp=session.vp[f])}"><rect x="{x}" y="{y}" '
            f'width="58" height="26" rx="13"/>{pieces.mark(f, x + 17, y + 13, 1.1)}<text x="{x + 40}" y="'
            f'{y + 18}">{session.vp[f]}</text></g>'
        )
    return "".join(parts), top + 20 + 18 * len(lines)


# ------------------------------------------------------------------ clippings in Faction lanes


def _chapter(s: Bronx, chapter: Chapter, top: int) -> tuple[str, int]:
    """The lanes of two Decades; also returns where they end."""
    parts = []
    if chapter.session is not None:
        heading, top = _session(chapter.session, top + 6)
        parts.append(heading)
    years, top = top, top + 28
    for f in FACTIONS:
        rows, stars = _lane(s, f, chapter)
        height = max(1, len(rows)) * ROW_HEIGHT + STAR_HEIGHT * len(stars) + 10
        lane = [f'<g class="o{f + 1}"><rect class="ln" x="8" y="{top}" width="{WIDTH - 16}" height="{height}" rx="8"/>']
        lane.append(f'<text class="fn" x="38" y="{top + height // 2 + 5}">{called(FACTION_NAMES[f])}</text>')
        lane.append(pieces.mark(f, 23, top + height // 2, 1.25))
        for row, clips in enumerate(rows):
            lane += [_clipping(x, top + 6 + ROW_HEIGHT * row, year, lines) for x, year, lines in clips]
        for row, positions in enumerate(reversed(stars), 1):
            lane += [_position(x, top + height - STAR_HEIGHT * row, title) for x, title in positions]
        parts.append("".join(lane) + "</g>")
        top += height + 6
    scale = "".join(_year(year, chapter.x(year), years, top) for year in range(chapter.first, chapter.last + 1, 5))
    return scale + "".join(parts), top + 4


def _year(year: int, x: float, top: int, bottom: int) -> str:
    kind = "dec" if year % 10 == 0 else "ch-ax"
    line = f'<path class="{kind}" d="M{num(x)},{top + 22}V{bottom}"/>'
    return f'<text class="yl" x="{num(x)}" y="{top + 16}">{year}</text>{line}'


def _width(lines: list[str]) -> float:
    return 16 + LETTER * max(len(line) for line in lines)


def _clipped(words: str) -> list[str]:
    """Wrap text to at most two lines, the second cut with an ellipsis."""
    lines = textwrap.wrap(words, 24)
    if len(lines) > 2:
        lines[1] = textwrap.shorten(lines[1] + " …", 24, placeholder=" …")
    return lines[:2]


Clips = list[tuple[float, int, list[str]]]


def _lane(s: Bronx, f: int, chapter: Chapter) -> tuple[list[Clips], list[list[tuple[float, str]]]]:
    """Clippings in as few rows as keep them apart, with achieved Positions at the end of their Decade."""
    rows: list[Clips] = []
    stars: list[list[tuple[float, str]]] = []
    years = range(chapter.first, chapter.last)
    events = [entry for entry in s.record[f] if entry < 1000 and EVENTS[entry].year in years]
    events.sort(key=lambda entry: (EVENTS[entry].year, entry))
    for entry in events:
        event = EVENTS[entry]
        lines = _clipped(f"{event.year} {named(event.headline)}")
        size = _width(lines)
        x = min(chapter.x(event.year), WIDTH - size - 12)
        row = next((row for row in rows if row[-1][0] + _width(row[-1][2]) + 6 <= x), None)
        if row is None:
            row = []
            rows.append(row)
        row.append((x, event.year, lines))
    for entry in s.record[f]:
        if entry >= 1000 and entry // 100 in years:
            title = named(POSITIONS[entry % 100].title)
            end = chapter.x(entry // 100 + 10) - 4
            free = (
                row for row in stars if all(x >= end or x + _wide(said) + 6 <= end - _wide(title) for x, said in row)
            )
            row_of = next(free, None)
            if row_of is None:
                stars.append(row_of := [])
            row_of.append((end - _wide(title), title))
    return rows, stars


def _clipping(x: float, y: float, year: int, lines: list[str]) -> str:
    w, h = _width(lines), CLIP_HEIGHT
    turn = -0.4 if year % 2 else 0.3
    rest = lines[0].removeprefix(str(year))
    text = f'<text class="hl" x="8" y="17"><tspan class="yr">{year}</tspan>{esc(rest)}</text>'
    text += "".join(f'<text class="hl" x="8" y="34">{esc(line)}</text>' for line in lines[1:])
    edge = f"M0,1L{num(w * 0.4)},0L{num(w)},1.6L{num(w - 1)},{h}L{num(w / 2)},{num(h - 1.4)}L1,{h}Z"
    return f'<g class="cp" transform="translate({num(x)} {num(y)}) rotate({turn})"><path d="{edge}"/>{text}</g>'


def _wide(title: str) -> float:
    return 36 + 7.8 * len(title)


def _position(x: float, y: float, title: str) -> str:
    width = _wide(title)
    return (
        f'<g class="ps" transform="translate({num(x)} {num(y)})"><rect width="{num(width)}" height="22" rx="11"/>'
        f'<path class="str" transform="translate(6 2)" d="{pieces.STAR}"/>'
        f'<text x="27" y="15.6"{squeezed(title, 13, width - 36)}>{esc(title)}</text></g>'
    )


# ------------------------------------------------------------------ in words


def entries(s: Bronx) -> str:
    """The Record so far, as lists: linked Sessions, then each Faction."""
    parts = []
    if sessions := sessions_in_words(s):
        parts.append(f"<h3>{say('Sessions')}</h3><ul>{''.join(f'<li>{esc(words)}</li>' for words in sessions)}</ul>")
    for f in FACTIONS:
        lines = "".join(f"<li>{esc(words)}</li>" for words in in_words(s, f))
        if lines:
            parts.append(f"<h3>{mark(f)} {called(FACTION_NAMES[f])}</h3><ul>{lines}</ul>")
    return f'<div class="cb"><div class="ob rl">{"".join(parts)}</div></div>' if parts else ""


def in_words(s: Bronx, f: int) -> list[str]:
    """The Record of a Faction: year and headline, Positions at the end of their Decade."""
    entries = []
    for entry in s.record[f]:
        if entry >= 1000:
            entries.append((entry // 100 + 9.9, say("{title} (Position)", title=POSITIONS[entry % 100].title)))
        else:
            entries.append((EVENTS[entry].year, f"{EVENTS[entry].year} {named(EVENTS[entry].headline)}"))
    return [words for _, words in sorted(entries)]
