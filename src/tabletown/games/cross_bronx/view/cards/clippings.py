"""Events as newspaper clippings: the current one in full, the next one with its effect, order and critical mark."""

from __future__ import annotations

from urllib.parse import urlsplit

from tabletown.drawing import called, esc, listed, mark, named
from tabletown.games.cross_bronx.components import EVENTS, Event
from tabletown.games.cross_bronx.state import CENSUS, FACTION_IDS, NO_CARD, Bronx
from tabletown.games.cross_bronx.view.effects import effects_in_words
from tabletown.kernel import say


def clippings(s: Bronx) -> str:
    parts = []
    if s.current == CENSUS:
        parts.append(_census(s.decade + 10))
    elif s.current != NO_CARD:
        parts.append(clipping(EVENTS[s.current]))
    if s.current == CENSUS:
        pass  # nothing is revealed before the Census is over
    elif s.upcoming == CENSUS:
        parts.append(_next(say("Census"), s.decade + 10, say("The Census of {decade}", decade=s.decade + 10)))
    elif s.upcoming != NO_CARD:
        event = EVENTS[s.upcoming]
        number = say("Next: No. {number:03}", number=event.number)
        parts.append(_next(number, event.year, event.headline, _does(event)))
    if s.current in EVENTS:
        parts.append(f'<p class="help">{_help(EVENTS[s.current])}</p>')
    return f'<div class="cb clips">{"".join(parts)}</div>' if parts else ""


def _help(event: Event) -> str:
    """Help: what the critical mark means, and who performs an Event that nobody takes."""
    first = f"{mark(FACTION_IDS.index(event.order[0]), 12)} {named(event.order[0].title())}"
    nobody = say("If nobody takes it, {first}, listed first, performs it.", first=first)
    if event.critical:
        word = f"<b>{say('Critical')}</b>"
        return say("{critical}: Non-Players take this Event whenever its box is free.", critical=word) + " " + nobody
    return nobody


def clipping(event: Event) -> str:
    source = f'<p class="src">{esc(words)}</p>' if (words := source_in_words(event)) else ""
    return (
        f'<article class="clip"><p class="dl"><span>{say("Now: No. {number:03}", number=event.number)}'
        f'</span><span>{event.year}</span></p><h3>{called(event.headline)}</h3><p class="tx">'
        f"{called(event.context)}</p>{_does(event)}{source}</article>"
    )


def _does(event: Event) -> str:
    """The Event's effect, the order of the Factions, and whether it is critical."""
    order = "".join(mark(FACTION_IDS.index(faction), 16) for faction in event.order)
    critical = f'<span class="crit">{say("Critical")}</span>' if event.critical else ""
    names = listed((named(faction.title()) for faction in event.order), ",")
    said = say("Order: {names}", names=names) + (f", {say('Critical')}" if event.critical else "")
    return (
        f'<p class="ef">{esc(effects_in_words(event.effects))}</p><p class="or" role="img" aria-label="{said}">'
        f"{say('Order {order}{critical}', order=order, critical=critical)}</p>"
    )


def source_in_words(event: Event) -> str:
    """The site a clipping's history comes from; the credits explain clippings without one."""
    if not event.source:
        return ""
    return say("Source: {site}", site=urlsplit(event.source).netloc.removeprefix("www."))


def _next(number: str, year: int, headline: str, does: str = "") -> str:
    return (
        f'<article class="clip next"><p class="dl"><span>{number}</span><span>{year}</span></p>'
        f"<h3>{called(headline)}</h3>{does}</article>"
    )


def _census(year: int) -> str:
    return (
        f'<article class="clip census"><p class="dl"><span>{say("Census")}</span><span>{year}</span>'
        f'</p><h3>{say("Census of {year}", year=year)}</h3><p class="ef">'
        f"{say('Quota, Corrections, Petitions and Blight, Audit, Objectives, Reset.')}</p></article>"
    )


def headline(s: Bronx) -> str:
    """The current Event or Census in one line."""
    if s.current == CENSUS:
        return say("Census of {decade}", decade=s.decade + 10)
    if s.current == NO_CARD:
        return say("The {decade}s", decade=s.decade)
    event = EVENTS[s.current]
    return say("No. {number:03} · {headline}", number=event.number, headline=event.headline)
