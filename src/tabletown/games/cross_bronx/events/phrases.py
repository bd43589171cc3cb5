"""Phrases and base classes that several events share."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.components import EVENTS, POSITION_OF_ID
from tabletown.games.cross_bronx.rules.naming import ON_NO_TILE, TILE, UNHOUSED
from tabletown.games.cross_bronx.state import FACTION_NAMES, NOBODY
from tabletown.kernel import Event, Text

RESOURCES = Text("{n} Resource", many="{n} Resources")
VULNERABILITIES = Text("{n} Vulnerability", many="{n} Vulnerabilities")
LOANS = Text("{n} Loan", many="{n} Loans")
CENSUS_OF = Text("{year} Census")
# the Grant or Loan an Organization comes with
MARKERS = {"": "", "grant": Text(" with a Grant"), "loan": Text(" with a Loan")}


def tile(space: str, owner: int) -> Text | str:
    """Name a tile, as in "the Public tile 4b"; just "4b" where older versions stored no owner."""
    return TILE(owner=FACTION_NAMES[owner], space=space) if owner != NOBODY else space


def standing(org: str) -> Text | str:
    """Where an Organization stands: a space, or no tile if `org` is the number of a District."""
    return ON_NO_TILE(district=int(org)) if org.isdigit() else org


class OfFaction(Event):
    """Base of events that name a Faction, even outside its own turn."""

    who: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "faction": FACTION_NAMES[self.who]}


class OfPosition(OfFaction):
    """Base of events about the Position a Faction holds."""

    position: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "title": POSITION_OF_ID[self.position].title}


class OfEvent(Event):
    """Base of events about the Event card a Faction performs."""

    who: int
    number: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "headline": EVENTS[self.number].headline}


class OfOrganization(OfFaction):
    """Base of events about an Organization; `org` is its space, or the number of its District if unhoused."""

    org: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "org": standing(self.org)}


class FromHome(Event):
    """Base of events about a cube that leaves: the space it was on ("" if unhoused) and the tile's owner."""

    home: str
    owner: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "home": tile(self.home, self.owner) if self.home else UNHOUSED}
