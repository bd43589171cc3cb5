"""Base classes of events, which put names for ids into their sentences."""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.cards import CHARACTERS, FAMILY
from tabletown.games.new_york_crisis.city import LOCATIONS
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, GOALS, SCENARIOS, StoryCard
from tabletown.kernel import Event, Text

NAMES = {
    **{location.id: location.name for location in LOCATIONS},
    **{item.id: item.name for item in FAMILY.item},
    **{character.id: character.name for character in CHARACTERS},
}
OBJECTIVES = {goal.objective.id: goal.objective for goals in GOALS.values() for goal in goals}
CHOICES = {card.choice.id: card.choice for story in SCENARIOS.values() for card in story.card if card.choice}
ALLIES = {ally.id: ally for ally in CAMPAIGN.ally}

THE_FINAL = Text("the final challenge")
FINAL = ""  # in place of an objective's id: the final challenge


def name_of(objective: str) -> str | Text:
    """The name of an objective, or of the final challenge, within a sentence."""
    return THE_FINAL if objective == FINAL else OBJECTIVES[objective].name


class WithNames(Event):
    """An event whose sentence names locations, items or relatives."""

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        return {part: NAMES.get(fact, fact) if isinstance(fact, str) else fact for part, fact in parts.items()}


class OfRelative(WithNames):
    """An event about one relative and the seat that plays it."""

    who: int  # -1: unknown, in logs of the first release
    relative: str

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        return {**parts, "who": parts.pop("relative")}

    @property
    def concerns(self) -> int | None:
        return self.who if self.who >= 0 else None


class OfObjective(WithNames):
    """An event about an objective or the final challenge."""

    objective: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "what": name_of(self.objective)}


class OfStoryCard(Event):
    """An event about a story card, given by its scenario and number."""

    scenario: str
    card: int

    @property
    def printed(self) -> StoryCard:
        return SCENARIOS[self.scenario].card[self.card]


class OfAlly(Event):
    ally: str

    def parts(self) -> dict[str, Any]:
        ally = ALLIES[self.ally]
        return {"ally": ally.name, "said": ally.text}
