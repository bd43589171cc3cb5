"""Mafia cards, mobsters and the FBI."""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.cards import MAFIA_CARDS
from tabletown.games.new_york_crisis.events.causes import LAW_RULES
from tabletown.games.new_york_crisis.events.phrases import WithNames
from tabletown.kernel import Event


class MafiaCardDrawn(Event):
    says = "{line}"
    rule = "mafia.draw-first"
    card: str

    def parts(self) -> dict[str, Any]:
        return {"line": MAFIA_CARDS[self.card].line}


class MafiaPlaced(WithNames):
    says = "A mobster came to {place}."
    rule = "mafia.place-each"
    place: str


class MafiaKeptAway(WithNames):
    says = "No mobster came to {place}: the law is there."
    place: str
    law: str

    @property
    def clause(self) -> str:
        return LAW_RULES[self.law]


class ThirdMafiaCame(WithNames):
    says = "A third mobster at {place}: the FBI took over."
    rule = "mafia.third-becomes-fbi"
    place: str


class MafiaRanOut(Event):
    says = "There was no mobster left to place."
    rule = "mafia-supply"


class FbiArrived(WithNames):
    says = "Nobody can enter {place} now: FBI {n} of {lost}."
    rule = "fbi.block"
    place: str
    n: int
    lost: int


class FbiHeldFive(Event):
    says = "The FBI holds 5 locations."
    rule = "end.fbi-five"


class InfoPlaced(WithNames):
    says = "Info at {place}: {colour}."
    rule = "mafia.info-top-card"
    place: str
    colour: str


class BagWasEmpty(Event):
    says = "The bag was empty, so no info was placed."
    rule = "mafia.bag-empty"
