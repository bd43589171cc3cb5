"""The Census Round (3.2) without its Audit: Quota, Corrections, Petitions and Blight, Objectives, Reset."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.components import WORDS
from tabletown.games.cross_bronx.events.phrases import VULNERABILITIES, OfFaction
from tabletown.games.cross_bronx.state import FACTION_IDS, PRIVATE, PUBLIC
from tabletown.kernel import Event


class CensusBegan(Event):
    says = "{year} Census"
    heading = True
    year: int


class QuotaTook(Event):
    says = "Quota in District {district}: {moved} to Corrections."
    rule = "census.quota.half-to-corrections"
    district: int
    moved: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "moved": VULNERABILITIES(n=self.moved)}


class Petitioned(Event):
    says = "The people of District {district} petitioned."
    rule = "census.quota.petition"
    district: int


class Bailed(OfFaction):
    says = "{faction} paid 1 Resource to move a Vulnerability from Corrections to District {district}."
    rule = "census.corrections.bail"
    district: int


class LossesRose(Event):
    says = "{count} in Overflow: Losses are now {losses}."
    rule = "census.corrections.losses"
    count: int
    losses: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "count": VULNERABILITIES(n=self.count)}


class BlightPaid(Event):
    says = "Public paid 2 Resources to remove the Blight in District {district}."
    rule = "census.blight.public-pays"
    district: int
    who: int = PUBLIC


class PetitionAnswered(OfFaction):
    says = "{faction} answered the Petition in District {district}."
    rule = "census.petition.answer"
    district: int


class Blighted(Event):
    says = "Nobody answered, so District {district} became blighted."
    rule = "census.petition.unanswered"
    district: int


# ---------------------------------------------------------------- 3.2.4 Objectives

FINAL_WORDS = {
    "final-vulnerabilities": "fewer Vulnerabilities than Losses",
    "final-public-debt": "not being in debt",
    "final-losses": "few Losses",
    "final-community-debt": "not being in debt",
    "final-community-bond": "holding a Bond",
    "final-private-debt": "not being in debt",
    "final-private-bond": "holding a Bond",
    "final-no-infrastructure": "having no Infrastructure",
}  # words
FINAL_RULES = {
    "final-vulnerabilities": "public.final.vulnerabilities-below-losses",
    "final-public-debt": "public.final.not-in-debt",
    "final-losses": "community.final.losses",
    "final-community-debt": "community.final.not-in-debt",
    "final-community-bond": "community.final.bond",
    "final-private-debt": "private.final.not-in-debt",
    "final-private-bond": "private.final.bond",
    "final-no-infrastructure": "private.final.no-infrastructure",
}


class ObjectiveFulfilled(OfFaction):
    says = "{faction} fulfilled {objective}: {n} Victory Point."
    many = "{faction} fulfilled {objective}: {n} Victory Points."
    objective: str
    n: int

    @property
    def clause(self) -> str:
        return f"{FACTION_IDS[self.who]}.objective.{self.objective}"

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "objective": WORDS.objective[self.objective]}


class FinalPoints(OfFaction):
    says = "Final Census: {faction} {points:+d} for {what}."
    what: str  # a key of FINAL_WORDS
    points: int

    @property
    def clause(self) -> str:
        return FINAL_RULES[self.what]

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "what": FINAL_WORDS[self.what]}


# ---------------------------------------------------------------- 3.2.5 Reset


class ResetBegan(Event):
    says = (
        "Organizations were refreshed, old Grants and Loans left the map, and helped Vulnerabilities went to the pool."
    )
    rule = "reset.step-order"


class BailedOut(Event):
    says = "Private activated an Organization to set its Resources to 0."
    rule = "reset.6.private-bailout"
    who: int = PRIVATE


class PopulationArrived(Event):
    says = "Two Population arrived in District {district}, which has no Infrastructure."
    rule = "reset.9.population-without-infrastructure"
    district: int


class LoansUnlocked(Event):
    says = "The locked Loans returned to the Private area."
    rule = "loan.event-019.locked-until-1980"
