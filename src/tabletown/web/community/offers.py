"""The open seats as the home page lists them; rows are built once for everybody who sees the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from tabletown.drawing import listed
from tabletown.kernel import say
from tabletown.kernel.text import language
from tabletown.web.lobby.matching import within
from tabletown.web.lobby.seeks import Seek
from tabletown.web.tables.clock import Clock

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

Kind = str  # own, range, join: what a reader may do with a row


class OfferRow(msgspec.Struct):
    """A table with free seats."""

    id: str
    game: str
    game_title: str
    cover: str
    line: str
    names: str
    rating: str
    clock: str
    range: str
    kind: Kind


class OfferRows:
    def __init__(self, hub: Hub, templates: Environment) -> None:
        self.hub = hub
        self._row = templates.get_template("_offer.html")
        self._made: dict[tuple[str, int, str, Kind], Markup] = {}  # by offer, people there, language, kind
        self._version = -1

    def of(self, person: str, ratings: Mapping[str, int]) -> dict[str, Markup]:
        """All open seats as this person sees them: their usual games first, then similar ratings."""
        lobby = self.hub.lobby
        if self._version != lobby.version:  # rows of people who have left are dropped
            self._version = lobby.version
            self._made = {key: row for key, row in self._made.items() if key[0] in lobby.seeks}
        offers = lobby.offers()

        def far(seek: Seek) -> tuple[bool, bool, int]:
            game = seek.terms.games[0]
            return seek.person != person, game not in ratings, abs(seek.rating(game) - ratings.get(game, 1500))

        return {seek.id: self._html(seek, self._kind(seek, person, ratings)) for seek in sorted(offers, key=far)}

    def _kind(self, seek: Seek, person: str, ratings: Mapping[str, int]) -> Kind:
        if person and person in {member.person for member in self.hub.lobby.group(seek)}:
            return "own"
        return "join" if within(seek, ratings.get(seek.terms.games[0], 1500)) else "range"

    def _html(self, seek: Seek, kind: Kind) -> Markup:
        key = seek.id, len(self.hub.lobby.group(seek)), language.get().code, kind
        if key not in self._made:
            self._made[key] = Markup(self._row.render(row=self._facts(seek, kind)))
        return self._made[key]

    def _facts(self, seek: Seek, kind: Kind) -> OfferRow:
        lobby, terms = self.hub.lobby, seek.terms
        card, group = self.hub.catalog.card(terms.games[0]), lobby.group(seek)
        size = lobby.seats(card.id)
        seats = terms.seats or (size.best if size is not None else card.default_seats)
        about = [
            str(setting.values[chosen])
            for setting in card.settings
            if (chosen := terms.options.get(setting.id, setting.default)) != setting.default
            and chosen in setting.values
        ]
        free = seats - len(group)
        about.append(say("{n} player", "{n} players", n=seats))
        if seats > 2:
            about.append(say("{n} seat left", "{n} seats left", n=free))
        about.append(say("rated") if terms.rated else say("unrated"))
        rating = seek.ratings.get(card.id)
        return OfferRow(
            seek.id,
            card.id,
            card.title,
            card.cover,
            " · ".join(about),
            listed([member.name or say("Someone") for member in group]),
            say("{rating} ± {half}", rating=rating.shown, half=rating.half) if rating and rating.half else say("new"),
            str(Clock.of(terms.clock or str(lobby.usual_clock(card.id, terms.pace != "days"))).in_words()),
            say("{low} to {high}", low=terms.low, high=terms.high) if terms.high else say("anyone"),
            kind,
        )
