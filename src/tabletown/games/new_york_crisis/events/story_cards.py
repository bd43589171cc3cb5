"""Story cards and their effects."""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.events.phrases import CHOICES, OfStoryCard, WithNames
from tabletown.kernel import Event


class StoryCardTurned(OfStoryCard):
    says = "{title}"
    heading = True

    def parts(self) -> dict[str, Any]:
        return {"title": self.printed.title}


class StoryTold(OfStoryCard):
    """The story of a card in one sentence: the log is read aloud, and the story panel has the whole text."""

    says = "{said}"
    rule = "story.reveal"

    def parts(self) -> dict[str, Any]:
        return {"said": self.printed.brief}


class StoryRuleTold(OfStoryCard):
    says = "{said}"
    rule = "story.card-rules"

    def parts(self) -> dict[str, Any]:
        return {"said": self.printed.rule}


class StoryRemembered(OfStoryCard):
    """Text added to a card because of an earlier answer."""

    says = "{said}"
    rule = "story.card-rules"
    answer: str

    def parts(self) -> dict[str, Any]:
        return {"said": next(part.text for part in self.printed.later if part.when == self.answer)}


class BagFilled(Event):
    says = "{n} info token went into the bag."
    many = "{n} info tokens went into the bag."
    rule = "story.card-bag"
    n: int


class TokensRecovered(Event):
    says = "Everybody got a skill token back."
    rule = "skill.recover"


class Decided(Event):
    says = "{ask} {answer}."
    rule = "story.card-rules"
    choice: str
    answer: str

    def parts(self) -> dict[str, Any]:
        choice = CHOICES[self.choice]
        return {"ask": choice.ask, "answer": next(one.label for one in choice.options if one.id == self.answer)}


class MafiaGuarded(WithNames):
    says = "One mobster guards {place}."
    many = "{n} mobsters guard {place}."
    rule = "story.card-rules"
    place: str
    n: int


class GuardLeft(WithNames):
    says = "A guard left {place}."
    rule = "story.card-rules"
    place: str


class MafiaLeft(WithNames):
    says = "A mobster left {place}."
    rule = "story.card-rules"
    place: str


class FbiCame(WithNames):
    says = "The FBI took over {place}."
    rule = "story.card-rules"
    place: str


class FbiLeft(WithNames):
    says = "The FBI left {place}."
    rule = "story.card-rules"
    place: str


class NobodyHealed(Event):
    says = "Nobody had a wound to heal."
    rule = "story.card-rules"


class InfoCostRose(Event):
    says = "From now on {colour} info costs {n} results."
    rule = "spend.info-three"
    colour: str
    n: int
