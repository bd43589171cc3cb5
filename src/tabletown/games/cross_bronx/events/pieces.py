"""The pieces (2.0): cubes that come, move and find room, Infrastructure, Organizations, Grants and Loans."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.events.phrases import MARKERS, FromHome, OfFaction, tile
from tabletown.games.cross_bronx.state import FACTION_NAMES
from tabletown.kernel import Event

# ---------------------------------------------------------------- Population and Vulnerabilities


class PopulationCame(Event):
    says = "One Population came to District {district}."
    many = "{n} Population came to District {district}."
    rule = "housing.on-placement.maximum"
    n: int
    district: int


class VulnerabilityCame(Event):
    says = "One Vulnerability was added in District {district}."
    district: int
    by_quota: bool = False  # added unhoused by the Quota, under a variant

    @property
    def clause(self) -> str:
        return "census.quota.vulnerability-for-unhoused" if self.by_quota else "housing.on-placement.maximum"


class MovedIn(FromHome):
    says = "One Population moved from District {origin}, {home}, to District {district}."
    rule = "housing.on-placement.maximum"
    origin: int
    district: int


class FoundHome(Event):
    says = "One {what:word} found room on {space}."
    rule = "housing.on-placement.active-player-chooses"
    what: str  # "population" or "vulnerability"
    space: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "what": self.what.capitalize()}


class MoreFoundHomes(Event):
    says = "One more Population found room in District {district}."
    many = "{n} more Population found room in District {district}."
    rule = "housing.on-placement.maximum"
    n: int
    district: int


class Settled(Event):
    says = "Unhoused cubes in District {district} found room."
    district: int
    on_new_tile: bool = False

    @property
    def clause(self) -> str:
        return "housing.new-tile.fill" if self.on_new_tile else "housing.on-placement.maximum"


class WentToCorrections(Event):
    says = "One Vulnerability from District {district} went to Corrections."
    district: int
    with_blight: bool = False  # True in a Census, False for an Event

    @property
    def clause(self) -> str:
        return "census.blight.vulnerability" if self.with_blight else "event.mandatory"


# ---------------------------------------------------------------- Infrastructure


class TilePlaced(OfFaction):
    says = "{faction} placed Infrastructure on {space} for {n} Resource."
    many = "{faction} placed Infrastructure on {space} for {n} Resources."
    rule = "housing.new-tile.fill"
    space: str
    n: int


class OnOldTile(OfFaction):
    """Base of events about a tile that replaces another; `old` is the owner of the replaced one."""

    space: str
    old: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "old": FACTION_NAMES[self.old]}


class TileReplaced(OnOldTile):
    says = "{faction} replaced {old} Infrastructure on {space}."
    rule = "area.removed-return-home"


class TileReplacedFor(OnOldTile):
    says = "{faction} replaced {old} Infrastructure on {space} for {n} Resource."
    many = "{faction} replaced {old} Infrastructure on {space} for {n} Resources."
    rule = "area.removed-return-home"
    n: int


class BoughtOut(OnOldTile):
    says = "{faction} replaced {old} Infrastructure on {space} and paid {old} {n} Resource for it."
    many = "{faction} replaced {old} Infrastructure on {space} and paid {old} {n} Resources for it."
    rule = "area.removed-return-home"
    n: int


class TileExhausted(OfFaction):
    says = "{faction} Infrastructure on {space} was exhausted."
    space: str
    empty: bool = False  # exhausted in the Reset because nobody lives there

    @property
    def clause(self) -> str:
        return "reset.4.exhaust-empty" if self.empty else "infra.exhaust.flip"


# ---------------------------------------------------------------- Organizations


class OrganizationStands(OfFaction):
    """Base of events about an Organization that comes to a tile, perhaps with a Grant or Loan."""

    rule = "org.place.inactive"
    space: str
    owner: int
    marker: str = ""  # "grant", "loan" or ""

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "tile": tile(self.space, self.owner), "marker": MARKERS[self.marker]}


class OrganizationPlaced(OrganizationStands):
    says = "A {faction} Organization was placed on {tile}{marker}."


class OrganizationPlacedFor(OrganizationStands):
    says = "{faction} placed an Organization on {tile} for {n} Resource."
    many = "{faction} placed an Organization on {tile} for {n} Resources."
    n: int = 0


class OrganizationMoved(OrganizationStands):
    says = "A {faction} Organization moved to {space}{marker}."


class OrganizationRehoused(OrganizationStands):
    says = "A {faction} Organization found room on {space}{marker}."


class SocialCoalitionFormed(Event):
    says = "A Social Coalition formed on {space}."
    rule = "coalition.formed-automatically"
    space: str


class EconomicCoalitionFormed(Event):
    says = "An Economic Coalition formed on {space}."
    rule = "coalition.formed-automatically"
    space: str


class OrganizationLeft(OfFaction):
    says = "A {faction} Organization left District {district}."
    district: int
    unhoused: bool = False  # removed in the Reset because it was unhoused

    @property
    def clause(self) -> str:
        return "reset.5.remove-unhoused-organizations" if self.unhoused else "area.removed-return-home"


# ---------------------------------------------------------------- Grants and Loans


class GrantReturned(OfFaction):
    says = "The {faction} Grant went back to Public."
    rule = "grant-loan.default-on-removal"


class LoanReturned(OfFaction):
    says = "The {faction} Loan went back to Private."
    rule = "grant-loan.default-on-removal"


class LoanStillOwed(OfFaction):
    says = "{faction} still owes the Loan."
    rule = "grant-loan.default-on-removal"
