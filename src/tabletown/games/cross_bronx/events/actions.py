"""Act and React (3.1.3, 3.1.5), and what the actions of the three Factions do (4.0)."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.components import WORDS
from tabletown.games.cross_bronx.events.phrases import RESOURCES, VULNERABILITIES, OfFaction, OfOrganization, standing
from tabletown.games.cross_bronx.state import COMMUNITY, FACTION_NAMES, PRIVATE, PUBLIC
from tabletown.kernel import Event

# by Faction: the action that uses its Organizations, and the box that mitigated Vulnerabilities go to
USE_RULES = ("public.service.activate", "community.organize.activate", "private.invest.activate")
MITIGATED = ("Cases", "Activists", "Employees")
# what some actions cost in a District
PRICE_RULES = {
    "budget": "public.budget.price",
    "pay-off": "private.payoff.cost",
    "suburbanize": "private.suburbanize.price",
}


class Acted(Event):
    says = "{who:seat} performed {action} in District {district}."
    rule = "act.one-action-three-districts"
    who: int
    action: str
    district: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "action": WORDS.action[self.action]}


class DidNothing(Event):
    says = "{who:seat} did nothing."
    rule = "select.pass"
    who: int


class Corrupted(Event):
    says = "Two or more Public Organizations were activated, so one Vulnerability went to Corrections."
    rule = "corruption.two-public-orgs"


# ---------------------------------------------------------------- what Factions have in common


class OrganizationUsed(OfOrganization):
    says = "{faction} activated its Organization on {org} for {n} Resource."
    many = "{faction} activated its Organization on {org} for {n} Resources."
    n: int

    @property
    def clause(self) -> str:
        return USE_RULES[self.who]


class WithPartner(Event):
    """Base of events about a Faction that wants to use its Coalition partner's Organization."""

    who: int
    partner: int

    @property
    def clause(self) -> str:
        return f"{USE_RULES[self.who]}-partner"

    def parts(self) -> dict[str, Any]:
        names = {"faction": FACTION_NAMES[self.who], "partner": FACTION_NAMES[self.partner]}
        return {**super().parts(), **names}


class PartnerUsed(WithPartner):
    says = "{faction} paid {partner} {n} Resource to activate its Organization on {org}."
    org: str
    n: int


class PartnerRefused(WithPartner):
    says = "{partner} refused."

    @property
    def concerns(self) -> int | None:
        return None


class TakenIn(Event):
    says = "One Vulnerability from District {district} went to {box:word}."
    rule = "housing.removal.active-player-chooses"
    who: int
    district: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "box": MITIGATED[self.who]}


class UsedAsPrice(OfOrganization):
    says = "{faction} activated its Organization on {org} to pay for the action."
    action: str  # the action that is paid for

    @property
    def clause(self) -> str:
        return PRICE_RULES[self.action]


# ---------------------------------------------------------------- 4.1 Public


class BlightCleared(Event):
    says = "Public activated its Organization on {org} for {n} Resource and cleared the Blight in District {district}."
    many = "Public activated its Organization on {org} for {n} Resources and cleared the Blight in District {district}."
    rule = "public.service.remove-blight"
    district: int
    org: str  # the space it stands on, or the number of its District if unhoused
    n: int
    who: int = PUBLIC

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "org": standing(self.org)}


class Budgeted(Event):
    says = "Public gained {gain} in District {district}."
    rule = "public.budget.income"
    gain: int
    district: int
    who: int = PUBLIC

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "gain": RESOURCES(n=self.gain)}


# ---------------------------------------------------------------- 4.2 Community


class FundsRaised(Event):
    says = "Community raised {gain} in District {district} and added {added}."
    rule = "community.fundraise.result"
    gain: int
    district: int
    added: int
    who: int = COMMUNITY

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "gain": RESOURCES(n=self.gain), "added": VULNERABILITIES(n=self.added)}


# ---------------------------------------------------------------- 4.3 Private


class WouldNotSell(OfFaction):
    says = "{faction} would not sell {space}."
    rule = "develop.consent"
    space: str


class LoanOffered(Event):
    says = "Private placed a Loan in District {district} for {n} Resource."
    rule = "private.invest.loan"
    district: int
    n: int
    who: int = PRIVATE


class PaidOff(Event):
    says = "Private paid {n} Resource to Pay Off in District {district}."
    rule = "private.payoff.cost"
    district: int
    n: int
    who: int = PRIVATE


class PushedOut(Event):
    says = "Private moved a Vulnerability from District {origin} to District {district}."
    rule = "private.payoff.move"
    origin: int
    district: int
    who: int = PRIVATE


class LeftForSuburbs(Event):
    says = "One Population left District {district} for the suburbs; Private gained 1 Resource."
    rule = "private.suburbanize.remove"
    district: int
    who: int = PRIVATE
