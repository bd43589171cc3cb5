"""The Audit phase of a Census (3.2.3): Resources, Loans, Bonds, Comptroller."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.events.phrases import OfFaction
from tabletown.games.cross_bronx.state import FACTION_NAMES
from tabletown.kernel import Event


class TornDown(OfFaction):
    says = "The exhausted {faction} tile on {space} was removed."
    rule = "audit.expenses.exhausted-removed"
    space: str


class Audited(OfFaction):
    says = "{faction}: Income {income}, Expenses {expenses}; Resources are now {resources}."
    rule = "audit.resources.adjust"
    income: int
    expenses: int
    resources: int


class LoanRepaid(OfFaction):
    says = "{faction} paid Private 2 Resources to repay a Loan."
    rule = "audit.loans.repay"


class OfBond(Event):
    """Base of events about a Faction's Bond."""

    who: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "owner": FACTION_NAMES[self.who], "buyer": FACTION_NAMES[self.who]}


class BondRedeemed(OfBond):
    says = "Public paid {owner} 4 Resources to redeem a Bond."
    rule = "audit.bonds.redeem"


class BondRolledOver(OfBond):
    says = "Public paid {owner} 1 Resource to roll a Bond over to the next Decade."
    rule = "audit.bonds.roll-over"


class BondBought(OfBond):
    says = "{buyer} paid Public 4 Resources for a Bond."
    rule = "audit.comptroller.bond-price"


class TaxSet(Event):
    says = "The Tax Rate was set to {rate}."
    rule = "audit.comptroller.tax-default"
    halves: int

    def parts(self) -> dict[str, Any]:
        return {"rate": "1" if self.halves == 2 else "1/2"}
