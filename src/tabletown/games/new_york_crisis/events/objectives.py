"""Objectives and the final challenge."""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.events.phrases import OBJECTIVES, OfObjective, OfRelative, WithNames
from tabletown.games.new_york_crisis.scenarios import ending_of
from tabletown.kernel import Event


class ObjectivePlaced(OfObjective):
    says = "At {place}: {goal}."
    rule = "story.card-rules"
    place: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "goal": OBJECTIVES[self.objective].name}


class ObjectiveMovedOn(OfObjective):
    says = "The FBI is there: {what} moved to {place}."
    rule = "fbi.block"
    place: str


class ObjectiveLeftBehind(OfObjective):
    says = "In the scuffle {what} was left behind."
    rule = "story.card-rules"


class ObjectiveReached(OfRelative):
    says = "{who}: {said}"
    rule = "story.card-rules"
    objective: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "said": OBJECTIVES[self.objective].done}


class HandedOver(OfRelative):
    says = "{who} handed over the {item}."
    rule = "story.card-rules"
    item: str


class SubwayRan(Event):
    says = "The trains are running again."
    rule = "story.card-rules"


class FinalPlaced(WithNames):
    says = "The final challenge waits at {place}."
    rule = "story.final"
    place: str


class DidPartOfFinal(OfRelative):
    says = "{who} did part of the final challenge."
    rule = "goal.win"


class Won(Event):
    says = "{said}"
    rule = "end.win"
    scenario: str
    dear: bool

    def parts(self) -> dict[str, Any]:
        return {"said": ending_of(self.scenario, "won", self.dear)}
