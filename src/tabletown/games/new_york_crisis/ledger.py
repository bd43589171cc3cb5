"""The numbers on the table that the log keeps track of."""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.cards import CHARACTERS, RESULTS
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.kernel import Figure, Name

RELATIVES = {character.id: character.name for character in CHARACTERS}


class OfRelative(Figure):
    """A number that belongs to one relative."""

    relative: str

    def parts(self) -> dict[str, Any]:
        return {"figure": RELATIVES[self.relative]}


class Alert(Figure):
    says = "alert"


class StoryTrack(Figure):
    says = "story"


class Fbi(Figure):
    says = "FBI on the map"


class Mafia(Figure):
    says = "mobsters on the map"


class PoliceCars(Figure):
    says = "police cars on the map"


class Info(Figure):
    says = "{kind:word} info on the map"
    kind: str


class InfoPrice(Figure):
    says = "price of {kind:word} info"
    kind: str


class InfoInBag(Figure):
    says = "info in the bag"


class Items(Figure):
    says = "items on the map"


class Wounds(OfRelative):
    says = "wounds of {figure:word}"


class SkillTokens(OfRelative):
    says = "skill tokens of {figure:word}"


class CarriedItems(OfRelative):
    says = "items of {figure:word}"


ALERT, STORY = Name(Alert()), Name(StoryTrack())
FBI, MAFIA, CARS = Name(Fbi()), Name(Mafia()), Name(PoliceCars())
INFO = [Name(Info(kind)) for kind in RESULTS[:3]]
COST = [Name(InfoPrice(kind)) for kind in RESULTS[:3]]
BAG, ITEMS = Name(InfoInBag()), Name(Items())
WOUNDS = [Name(Wounds(relative)) for relative in RELATIVES]
SKILLS = [Name(SkillTokens(relative)) for relative in RELATIVES]
CARRIED = [Name(CarriedItems(relative)) for relative in RELATIVES]


def ledger(s: Crisis) -> dict[str, float]:
    counted: dict[str, float] = {ALERT: s.alert, STORY: s.story}
    counted |= {FBI: len(s.fbi), MAFIA: sum(s.mafia), CARS: len(s.cars)}
    for kind in range(3):
        counted[INFO[kind]] = sum(s.info[kind::3])
        counted[COST[kind]] = s.info_cost[kind] if s.info_cost else 0
    counted |= {BAG: sum(s.bag), ITEMS: sum(item >= 0 for item in s.item)}
    for figure, character in enumerate(s.cast):
        counted[WOUNDS[character]] = len(s.wounds[figure])
        counted[SKILLS[character]] = s.skills[figure]
        counted[CARRIED[character]] = len(s.ready[figure]) + len(s.used[figure])
    return counted
