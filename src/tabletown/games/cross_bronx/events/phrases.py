"""What the sentences of several events have in common."""

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
# what an Organization stands on besides the tile
MARKERS = {"": "", "grant": Text(" with a Grant"), "loan": Text(" with a Loan")}


def tile(space: str, owner: int) -> Text | str:
    """The Public tile 4b; only its name where older versions stored no owner."""
    return TILE(owner=FACTION_NAMES[owner], space=space) if owner != NOBODY else space


def standing(org: str) -> Text | str:
    """What an Organization stands on: a space, or no tile where this is the number of a District."""
    return ON_NO_TILE(district=int(org)) if org.isdigit() else org


class OfFaction(Event):
    """An event of a Faction that the sentence names, as it is no turn of that seat."""

    who: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "faction": FACTION_NAMES[self.who]}


class OfPosition(OfFaction):
    """An event of the Position that a Faction holds."""

    position: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "title": POSITION_OF_ID[self.position].title}


class OfEvent(Event):
    """An event of the Event that a Faction performs."""

    who: int
    number: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "headline": EVENTS[self.number].headline}


class OfOrganization(OfFaction):
    """An event of an Organization where it stands: on a space, or on no tile of the District with this number."""

    org: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "org": standing(self.org)}


class FromHome(Event):
    """An event of a cube that leaves its home: the space it lived on (none: it was unhoused), and whose tile it is."""

    home: str
    owner: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "home": tile(self.home, self.owner) if self.home else UNHOUSED}
