"""What dice are spent on."""

from __future__ import annotations

from tabletown.games.new_york_crisis.events.phrases import OfRelative


class TookInfo(OfRelative):
    says = "{who} took the {colour} info at {place}."
    rule = "spend.info-story"
    colour: str
    place: str


class PickedUp(OfRelative):
    says = "{who} picked up the {item} at {place}."
    rule = "spend.item-inventory"
    item: str
    place: str


class KilledMafia(OfRelative):
    says = "{who} eliminated a mobster at {place}."
    rule = "spend.kill-one"
    place: str


class Dodged(OfRelative):
    says = "{who} dodged the mobsters at {place}."
    rule = "deal.dodge"
    place: str


class Avoided(OfRelative):
    says = "{who} avoided the mobsters at {place}."
    rule = "deal.avoid"
    place: str
