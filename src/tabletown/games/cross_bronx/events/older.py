"""Events that only older versions logged, with fewer facts than today's. They are read, never written."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.events.actions import MITIGATED, USE_RULES
from tabletown.games.cross_bronx.events.non_players import WHAT
from tabletown.games.cross_bronx.events.phrases import RESOURCES, OfFaction
from tabletown.games.cross_bronx.state import FACTION_NAMES, PRIVATE, PUBLIC
from tabletown.kernel import Event


class PopulationMoved(Event):
    says = "One Population moved from District {origin} to District {district}."
    rule = "housing.on-placement.maximum"
    origin: int
    district: int


class CubeRemovedSomewhere(Event):
    says = "One {what:word} was removed from District {district}."
    rule = "event.mandatory"
    what: str  # "population" or "vulnerability"
    district: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "what": self.what.capitalize()}


class OrganizationRefreshedSomewhere(OfFaction):
    says = "A {faction} Organization was refreshed in District {district}."
    rule = "org.refresh.when"
    district: int


class RefreshedOne(Event):
    says = "{who:seat} refreshed an Organization."
    rule = "plan.refresh.own-one"
    who: int


class UsedToTakeIn(OfFaction):
    says = "{faction} activated an Organization in District {district}: one Vulnerability to {box:word}."
    district: int

    @property
    def clause(self) -> str:
        return USE_RULES[self.who]

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "box": MITIGATED[self.who]}


class PartnerUsedToTakeIn(OfFaction):
    says = "{faction} paid {partner} to activate its Organization: another Vulnerability to {box:word}."
    partner: int

    @property
    def clause(self) -> str:
        return f"{USE_RULES[self.who]}-partner"

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "partner": FACTION_NAMES[self.partner], "box": MITIGATED[self.who]}


class BlightRemoved(Event):
    says = "Public cleared the Blight in District {district}."
    rule = "public.service.remove-blight"
    district: int
    who: int = PUBLIC


class SomeLeftForSuburbs(Event):
    says = "{count} Population left District {district} for the suburbs; Private gained {gain}."
    rule = "private.suburbanize.remove"
    district: int
    count: int
    who: int = PRIVATE

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "gain": RESOURCES(n=self.count)}


class PickedByRows(Event):
    says = "{who:seat} decided where to {what}: {rows}. Chosen: District {district}."
    rule = "np.chart.filter"
    who: int
    column: str
    district: int
    rows: str  # in English, as stored

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "what": WHAT[self.column]}


class AdvisedOnce(Event):
    says = "{who:seat} decided for Non-Player {faction}."
    rule = "np.golden-rule"
    who: int
    faction: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "faction": FACTION_NAMES[self.faction]}


class SawCritical(Event):
    says = "{who:seat}: {headline} is critical."
    rule = "np.select.critical-event"
    who: int
    headline: str
