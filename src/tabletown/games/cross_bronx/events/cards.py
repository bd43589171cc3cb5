"""Events (2.4.1, 3.1.4): who performs one, and what it does."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.events.phrases import LOANS, FromHome, OfEvent, OfFaction, OfOrganization
from tabletown.kernel import Event


class PerformedByDefault(Event):
    says = "Nobody chose Event: {who:seat}, listed first, performed it."
    rule = "event.performer.default"
    who: int


class Performed(OfEvent):
    says = "{who:seat} performed Event {number:03}: {headline}."
    rule = "event.performer.chosen"


class WentToRecord(OfEvent):
    says = "{who:seat} added Event {number:03} to the Record."
    rule = "cards.event.to-record"


class PartSkipped(Event):
    says = "Part of the Event could not be carried out."
    rule = "event.impossible"


# ---------------------------------------------------------------- piece by piece


class CubeRemoved(FromHome):
    says = "One {what:word} was removed from District {district}, {home}."
    rule = "event.mandatory"
    what: str  # "population" or "vulnerability"
    district: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "what": self.what.capitalize()}


class VulnerabilityMoved(Event):
    says = "One Vulnerability moved from District {origin} to District {district}."
    rule = "event.mandatory"
    origin: int
    district: int


class CameOutOfCorrections(Event):
    says = "One Vulnerability moved from Corrections to District {district}."
    rule = "event.mandatory"
    district: int


class OrganizationActivated(OfFaction):
    says = "A {faction:word} Organization was activated in District {district}."
    rule = "event.mandatory"
    district: int


class OrganizationRefreshed(OfOrganization):
    says = "The {faction:word} Organization on {org} was refreshed."
    rule = "org.refresh.when"


class Granted(OfFaction):
    says = "A {faction} Organization in District {district} got a Grant."
    rule = "grant-loan.placed-under-existing"
    district: int


# ---------------------------------------------------------------- at once


class BondPlaced(OfFaction):
    says = "{faction} paid Public 4 Resources for a Bond due in the {box}s."
    rule = "bond.by-event"
    box: int


class CorrectionsChanged(Event):
    says = "Corrections changed by {change:+d}."
    rule = "corrections.overflow.excess"
    change: int


class LossesFell(Event):
    says = "Losses fell to {losses}."
    rule = "losses.sources"
    losses: int


class QuotaHeld(Event):
    says = "A Quota was carried out."
    rule = "census.quota.event-no-petition"


class ResourcesChanged(OfFaction):
    says = "{faction} Resources changed by {change:+d}."
    rule = "event.mandatory"
    change: int


class LoansLocked(Event):
    says = "{count} locked until {until}."
    rule = "loan.event-019.locked-until-1980"
    count: int
    until: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "count": LOANS(n=self.count)}
