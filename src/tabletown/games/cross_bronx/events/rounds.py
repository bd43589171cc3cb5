"""The Event Round (3.1): the cards, the action boxes and Plan."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.components import EVENTS
from tabletown.games.cross_bronx.events.phrases import CENSUS_OF, OfFaction, standing
from tabletown.games.cross_bronx.state import CENSUS
from tabletown.kernel import Event


class RoundBegan(Event):
    says = "{decade}s, Event Round {round}"
    heading = True
    decade: int
    round: int


class EventRevealed(Event):
    says = "Current Event {number:03}: {headline}. Next: {next}."
    rule = "event-round.visible-cards"
    number: int
    next: int  # CENSUS if the Census is next
    decade: int

    def parts(self) -> dict[str, Any]:
        coming = CENSUS_OF(year=self.decade + 10) if self.next == CENSUS else EVENTS[self.next].headline
        return {**super().parts(), "headline": EVENTS[self.number].headline, "next": coming}


class OfBox(Event):
    """Base of events about an action box."""

    who: int
    box: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "box": self.box.capitalize()}


class ChoseBox(OfBox):
    says = "{who:seat} chose {box}."
    rule = "select.order"


class Planned(OfBox):
    says = "{who:seat} planned {box} for the next round."
    rule = "plan.preselect.mandatory"


class CalledAudit(Event):
    says = "{who:seat} called an Audit."
    rule = "plan.audit.optional"
    who: int


class Forecast(OfFaction):
    says = "{faction} would have Income {income} and Expenses {expenses}."
    rule = "plan.audit.calculation-only"
    income: int
    expenses: int


class Refreshed(Event):
    says = "{who:seat} refreshed the Organization on {org}."
    rule = "plan.refresh.own-one"
    who: int
    org: str  # the space it stands on, or the number of its District if unhoused

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "org": standing(self.org)}
