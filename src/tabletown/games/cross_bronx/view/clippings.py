"""Events as newspaper clippings: the current one in full, the next one by its headline."""

from __future__ import annotations

from urllib.parse import urlsplit

from tabletown.drawing import esc, mark
from tabletown.games.cross_bronx.components import EVENTS, Event
from tabletown.games.cross_bronx.state import CENSUS, FACTION_IDS, NO_CARD, Bronx
from tabletown.games.cross_bronx.view.effects import effects_in_words


def clippings(s: Bronx) -> str:
    parts = []
    if s.current == CENSUS:
        parts.append(_census(s.decade + 10))
    elif s.current != NO_CARD:
        parts.append(clipping(EVENTS[s.current]))
    if s.current == CENSUS:
        pass  # nothing is revealed before the Census is over
    elif s.upcoming == CENSUS:
        parts.append(_next("Census", s.decade + 10, f"The Census of {s.decade + 10}"))
    elif s.upcoming != NO_CARD:
        event = EVENTS[s.upcoming]
        parts.append(_next(f"Next: No. {event.number:03}", event.year, event.headline))
    return f'<div class="cb clips">{"".join(parts)}</div>' if parts else ""


def clipping(event: Event) -> str:
    order = "".join(mark(FACTION_IDS.index(faction), 16) for faction in event.order)
    critical = '<span class="crit">Critical</span>' if event.critical else ""
    names = ", ".join(faction.title() for faction in event.order)
    return (
        f'<article class="clip"><p class="dl"><span>No. {event.number:03}</span><span>{event.year}</span></p>'
        f'<h3>{esc(event.headline)}</h3><p class="tx">{esc(event.context)}</p>'
        f'<p class="ef">{esc(effects_in_words(event.effects))}</p>'
        f'<p class="or" aria-label="Order: {names}">Order {order}{critical}</p>'
        f'<p class="src">{esc(source_in_words(event))}</p></article>'
    )


def source_in_words(event: Event) -> str:
    """Where the history of a clipping is from: the page consulted by its site, or that there was none."""
    if not event.source:
        return "Told from general knowledge; no source was consulted."
    return f"Source: {urlsplit(event.source).netloc.removeprefix('www.')}"


def _next(number: str, year: int, headline: str) -> str:
    return (
        f'<article class="clip next"><p class="dl"><span>{number}</span><span>{year}</span></p>'
        f"<h3>{esc(headline)}</h3></article>"
    )


def _census(year: int) -> str:
    return (
        f'<article class="clip census"><p class="dl"><span>Census</span><span>{year}</span></p>'
        f"<h3>Census of {year}</h3>"
        '<p class="ef">Quota, Corrections, Petitions and Blight, Audit, Objectives, Reset.</p></article>'
    )


def headline(s: Bronx) -> str:
    """The most useful fact in one line."""
    if s.current == CENSUS:
        return f"Census of {s.decade + 10}"
    if s.current == NO_CARD:
        return f"{s.decade}s"
    event = EVENTS[s.current]
    return f"No. {event.number:03} · {event.headline}"
