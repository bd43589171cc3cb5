"""The Long Week, a campaign of four nights."""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.events.phrases import OfAlly, OfRelative, WithNames
from tabletown.games.new_york_crisis.scenarios import ending_of
from tabletown.kernel import Event


class NightEnded(Event):
    says = "Night {number} of {nights} is over"
    heading = True
    number: int
    nights: int


class NightLost(Event):
    says = "{said}"
    rule = "story.card-rules"
    scenario: str
    result: str

    def parts(self) -> dict[str, Any]:
        return {"said": ending_of(self.scenario, self.result)}


class AllyWon(OfAlly):
    says = "A clean victory won an ally, who will help once: {ally}. {said}"
    rule = "story.card-rules"


class NoAllyWon(Event):
    says = "No ally was won tonight."
    rule = "story.card-rules"


class Rested(OfRelative):
    says = "{who} rested and kept only the wound that cost the {die} die."
    rule = "wound.heal-returns-die"
    die: str


class ItemKept(WithNames):
    says = "The family kept the {item}."
    rule = "story.card-rules"
    item: str


class DoctorPaid(OfRelative):
    says = "The {item} paid for a doctor, who healed {who}."
    rule = "wound.heal-returns-die"
    item: str


class AllyHelped(OfAlly):
    says = "{ally}: {said}"
    rule = "story.card-rules"


class Driven(OfRelative):
    says = "Denny drove {who} to {place}."
    rule = "story.card-rules"
    place: str


class Got(OfRelative):
    says = "{who} got the {item}."
    rule = "story.card-rules"
    item: str
