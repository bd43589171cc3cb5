"""The board in words: for a screen reader, a terminal or a language model."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import named, sentence
from tabletown.games.cross_bronx import state as st
from tabletown.games.cross_bronx.components import EVENTS, Event
from tabletown.games.cross_bronx.setup import not_as_printed
from tabletown.games.cross_bronx.state import (
    BOXES_OF_CALENDAR,
    CENSUS,
    DISTRICTS,
    FACTION_NAMES,
    FACTIONS,
    NO_CARD,
    NOBODY,
    Bronx,
    spaces_of,
)
from tabletown.games.cross_bronx.view import places
from tabletown.games.cross_bronx.view.cards import positions
from tabletown.games.cross_bronx.view.effects import effects_in_words
from tabletown.games.cross_bronx.view.reports.record import in_words, sessions_in_words
from tabletown.kernel import Text, say
from tabletown.story.sentences import paragraph

BOXES_HELD = (Text("Cases"), Text("Activists"), Text("Employees"))


def text(s: Bronx, seat: int | None, names: Sequence[str]) -> str:
    lines = [_time(s), *_events(s), ""]
    if (said := not_as_printed(s)) is not None:
        lines.append(str(said))
    lines += [_faction(s, f, seat, names) for f in FACTIONS]
    lines += [line for f in FACTIONS for line in positions.in_words(s, f)]
    lines.append(
        say(
            (
                "Corrections {corrections} of {corrections_limit}, Overflow {overflow}. Losses {losses} "
                "of {losses_limit}. Tax Rate {part}."
            ),
            corrections=s.corrections,
            corrections_limit=st.CORRECTIONS_LIMIT,
            overflow=s.overflow,
            losses=s.losses,
            losses_limit=s.losses_limit,
            part=say("one half") if s.tax == 1 else say("one"),
        )
    )
    if any(s.bonds):
        lines.append(say("Bonds due: {bonds:,}.", bonds=_bonds(s)))
    if s.loans_locked:
        lines.append(say("{n} Loan is locked until 1980.", "{n} Loans are locked until 1980.", n=s.loans_locked))
    lines.append("")
    for d in DISTRICTS:
        lines += _district(s, d)
    if s.ending:
        lines += ["", say("The Record"), *sessions_in_words(s)]
        for f in FACTIONS:
            done = in_words(s, f) or [say("nothing")]
            lines.append(say("{faction}: {done:,}.", faction=FACTION_NAMES[f], done=done))
    return "\n".join(lines)


def _time(s: Bronx) -> str:
    if s.current == CENSUS:
        return say("Census of {decade}.", decade=s.decade + 10)
    return (
        say("The {decade}s, round {round} of {rounds}.", decade=s.decade, round=s.round, rounds=st.ROUNDS)
        if s.round
        else say("The {decade}s begin.", decade=s.decade)
    )


def _events(s: Bronx) -> list[str]:
    """The two face-up cards (3.1), each with its effect, order and critical mark."""
    lines = []
    if s.current in EVENTS:
        lines.append(say("Event {event}", event=_event(EVENTS[s.current])))
    if s.upcoming in EVENTS:
        lines.append(say("Next: {event}", event=_event(EVENTS[s.upcoming])))
    elif s.upcoming == CENSUS and s.current not in (CENSUS, NO_CARD):
        lines.append(say("Next: the Census of {decade}.", decade=s.decade + 10))
    return lines


def _event(event: Event) -> str:
    words = say(
        "{number:03} ({year}): {headline}. {effects} Order: {order:,}.",
        number=event.number,
        year=event.year,
        headline=event.headline,
        effects=effects_in_words(event.effects),
        order=[faction.title() for faction in event.order],
    )
    return paragraph([words, say("Critical.") if event.critical else ""])


def _faction(s: Bronx, f: int, seat: int | None, names: Sequence[str]) -> str:
    name = names[f] if f < len(names) else FACTION_NAMES[f]
    player = name if name != FACTION_NAMES[f] else ""
    who = say("Non-Player") if s.non_player[f] else say("you") if f == seat else player
    head = say("{faction} ({who})", faction=FACTION_NAMES[f], who=who) if who else named(FACTION_NAMES[f])
    parts = [say("{n} Resource", "{n} Resources", n=s.resources[f])]
    parts.append(say("{n} Victory Point", "{n} Victory Points", n=s.vp[f]))
    parts.append(f"{s.mitigated[f]} {named(BOXES_HELD[f])}")
    parts.append(
        say(
            "left: tiles {tiles}, Organizations {orgs}",
            tiles=s.tiles_left[f],
            orgs=s.orgs_left[f],
        )
    )
    if s.box[f] >= 0:
        parts.append(say("box {boxe}", boxe=st.BOXES[s.box[f]].title()))
    if s.planned[f] >= 0:
        parts.append(say("planned {boxe}", boxe=st.BOXES[s.planned[f]].title()))
    if s.owed[f]:
        parts.append(say("owes {n} Loan", "owes {n} Loans", n=s.owed[f]))
    return say("{who}: {parts:,}.", who=head, parts=parts)


def _bonds(s: Bronx) -> list[str]:
    return [
        f"{named(FACTION_NAMES[owner])} {box}" + (f" ×{count}" if count > 1 else "")
        for i, box in enumerate(BOXES_OF_CALENDAR)
        for owner in (1, 2)
        if (count := s.bonds[i * 2 + owner - 1])
    ]


def _district(s: Bronx, d: int) -> list[str]:
    lines = [sentence(places.district_in_words(s, d))]
    built = [places.tile_in_words(s, space) for space in spaces_of[d] if s.owner[space] != NOBODY]
    return lines + [f"  {sentence(words)}" for words in built]
