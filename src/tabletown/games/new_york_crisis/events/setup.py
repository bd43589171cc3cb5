"""Game setup."""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.events.causes import ITEM_RULES
from tabletown.games.new_york_crisis.events.phrases import WithNames
from tabletown.games.new_york_crisis.scenarios import SCENARIOS
from tabletown.kernel import Event


class TookPart(WithNames):
    says = "{who:seat} took the part of {character}."
    rule = "setup.characters"
    who: int
    character: str


class StoryBegan(Event):
    says = "The story: {title}"
    heading = True
    scenario: str

    def parts(self) -> dict[str, Any]:
        return {"title": SCENARIOS[self.scenario].title}


class ItemPlaced(WithNames):
    says = "Item at {place}: {item}."
    place: str
    item: str
    cause: str

    @property
    def clause(self) -> str:
        return ITEM_RULES[self.cause]
