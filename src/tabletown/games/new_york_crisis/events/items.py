"""Items and skills."""

from __future__ import annotations

from tabletown.games.new_york_crisis.events.phrases import OfRelative


class UsedItem(OfRelative):
    says = "{who} used the {item}."
    rule = "free.item-use"
    item: str


class Bribed(OfRelative):
    says = "{who} bribed a mobster at {place}."
    rule = "item.cash"
    place: str


class SentCar(OfRelative):
    says = "{who} sent the police car at {place} to {target}."
    rule = "item.police-radio"
    place: str
    target: str


class HidInRaincoat(OfRelative):
    says = "{who} hid from the mobsters at {place} in the raincoat."
    rule = "item.raincoat-mafia"
    place: str


class PutOnRaincoat(OfRelative):
    says = "{who} put on the raincoat to get into {place}."
    rule = "item.raincoat-police"
    place: str


class DroneFlew(OfRelative):
    """The drone delivered an item; `who` is the seat of the relative who received it."""

    says = "The drone carried the {item} to {who}."
    rule = "item.drone-send"
    item: str


class Gave(OfRelative):
    says = "{who} gave the {item} to {target}."
    rule = "free.exchange"
    item: str
    target: str


class TookOver(OfRelative):
    says = "{who} took the {item} from {of}."
    rule = "item-exchange-take"
    item: str
    of: str


class UsedSkill(OfRelative):
    says = "{who} used a skill token."
    rule = "skill.cost"


class RolledAgain(OfRelative):
    says = "The {colour} die came up {face}."
    rule = "skill.cost"
    colour: str
    face: str
