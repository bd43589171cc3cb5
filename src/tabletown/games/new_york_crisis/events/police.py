"""A) Police phase: cars, the event of the round, and its tasks."""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.cards import POLICE_CARDS
from tabletown.games.new_york_crisis.events.phrases import OfRelative, WithNames
from tabletown.kernel import Event


class RoundBegan(Event):
    says = "Round {round}"
    heading = True
    round: int


class CarJoined(Event):
    says = "One more police car joined the search."
    rule = "alert.car-joins"


class CarPlaced(WithNames):
    says = "Police at {place}."
    rule = "police.place-cars"
    place: str


class MafiaRaided(WithNames):
    says = "The police took {n} mobster away at {place}."
    many = "The police took {n} mobsters away at {place}."
    rule = "police.mafia-removed"
    count: int
    place: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "n": self.count}


class PoliceEventCame(Event):
    says = "{title}. {said}"
    rule = "police.event-last-card"
    card: str

    def parts(self) -> dict[str, Any]:
        card = POLICE_CARDS[self.card]
        return {"title": card.title, "said": card.text}


class TaskDone(Event):
    says = "{title}: done."
    rule = "police.event-last-card"
    card: str

    def parts(self) -> dict[str, Any]:
        return {"title": POLICE_CARDS[self.card].title}


class TokenRewarded(OfRelative):
    says = "{who} got a skill token back."
    rule = "skill.max"


class TokensRewarded(Event):
    says = "Everybody got a skill token back."
    rule = "skill.max"
