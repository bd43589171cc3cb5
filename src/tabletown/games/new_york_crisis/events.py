"""What can happen in New York Crisis, in the rulebook's order.

Locations, items, relatives, cards, objectives and allies are told by their ids; the sentence has the names that the
content gives them.
"""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.cards import CHARACTERS, FAMILY, MAFIA_CARDS, POLICE_CARDS, RESULTS
from tabletown.games.new_york_crisis.city import LOCATIONS
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, GOALS, SCENARIOS, StoryCard, ending_of
from tabletown.kernel import Event, Text

NAMES = {
    **{location.id: location.name for location in LOCATIONS},
    **{item.id: item.name for item in FAMILY.item},
    **{character.id: character.name for character in CHARACTERS},
}
OBJECTIVES = {goal.objective.id: goal.objective for goals in GOALS.values() for goal in goals}
CHOICES = {card.choice.id: card.choice for story in SCENARIOS.values() for card in story.card if card.choice}
ALLIES = {ally.id: ally for ally in CAMPAIGN.ally}

SO_MANY = Text("{count} {result}")
THE_FINAL = Text("the final challenge")
FINAL = ""  # in place of an objective: the final challenge

# why the alert rose or fell
WILD_DICE, RAID, FBI, EXTRA_STEP, EMPTY_BAG = "wild-dice", "raid", "fbi", "extra-step", "empty-bag"
NO_MAFIA, NO_DIE, RADIO, DISGUISE = "no-mafia", "no-die", "radio", "disguise"
POLICE_EVENT, TASK, STORY, FAVOUR, LOST_NIGHT = "police-event", "task", "story", "favour", "lost-night"

# why somebody walks or rides, and the clause
MOVE, EVICTED, FREE_RIDE = "move", "evicted", "free-ride"
WALK_RULES = {MOVE: "move.steps", EXTRA_STEP: "move.extra-step", EVICTED: "police.on-character-move"}
RIDE_RULES = {MOVE: "move.subway", EXTRA_STEP: "move.extra-step", FREE_RIDE: "item.newspaper"}

# what brings an item onto the map, and the clause
SETUP, MAFIA_CARD = "setup", "mafia-card"
ITEM_RULES = {SETUP: "setup.items", MAFIA_CARD: "mafia.item-top-card", STORY: "story.card-rules"}

# who keeps the mafia away, and the clause
POLICE = "police"
LAW_RULES = {POLICE: "mafia.not-on-police", FBI: "mafia.not-on-fbi"}


def name_of(objective: str) -> str | Text:
    """An objective as a sentence names it, or the final challenge."""
    return THE_FINAL if objective == FINAL else OBJECTIVES[objective].name


class WithNames(Event):
    """An event whose sentence names locations, items or relatives."""

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        return {part: NAMES.get(fact, fact) if isinstance(fact, str) else fact for part, fact in parts.items()}


class OfRelative(WithNames):
    """An event of one relative, and of the seat that plays it."""

    who: int  # -1: the first release did not say
    relative: str

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        return {**parts, "who": parts.pop("relative")}

    @property
    def concerns(self) -> int | None:
        return self.who if self.who >= 0 else None


class OfObjective(WithNames):
    """An event of an objective, or of the final challenge."""

    objective: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "what": name_of(self.objective)}


class OfStoryCard(Event):
    """An event of a story card: the scenario and the number of its card."""

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


# ---------------------------------------------------------------- setup


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


# ---------------------------------------------------------------- A) police phase


class RoundBegan(Event):
    says = "Round {round}"
    heading = True
    round: int


class CarJoined(Event):
    says = "One more police car is on the streets."
    rule = "alert.car-joins"


class CarPlaced(WithNames):
    says = "Police at {place}."
    rule = "police.place-cars"
    place: str


class MafiaRaided(WithNames):
    says = "The police took {count} mafia away at {place}."
    rule = "police.mafia-removed"
    count: int
    place: str


class PoliceEventCame(Event):
    says = "{line} {title}: {said}"
    rule = "police.event-last-card"
    card: str

    def parts(self) -> dict[str, Any]:
        card = POLICE_CARDS[self.card]
        return {"line": card.line, "title": card.title, "said": card.text}


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


# ---------------------------------------------------------------- B) player phase: a turn begins


class TurnBegan(OfRelative):
    says = "{who}"
    heading = True


class MovedAlong(OfRelative):
    says = "{who} had to move along and has 1 action."
    rule = "police.on-character-actions"


class HemmedIn(OfRelative):
    says = "{who} has nowhere to go, and 1 action."
    rule = "police-char-nowhere"


class TurnMissed(OfRelative):
    says = "{who} misses this turn."
    rule = "wound-min-dice"


# ---------------------------------------------------------------- mafia cards and the FBI


class MafiaCardDrawn(Event):
    says = "{line}"
    rule = "mafia.draw-first"
    card: str

    def parts(self) -> dict[str, Any]:
        return {"line": MAFIA_CARDS[self.card].line}


class MafiaPlaced(WithNames):
    says = "Mafia at {place}."
    rule = "mafia.place-each"
    place: str


class MafiaKeptAway(WithNames):
    says = "The law is at {place}: no mafia came."
    place: str
    law: str

    @property
    def clause(self) -> str:
        return LAW_RULES[self.law]


class ThirdMafiaCame(WithNames):
    says = "A third mafia at {place}: the FBI took over."
    rule = "mafia.third-becomes-fbi"
    place: str


class MafiaRanOut(Event):
    says = "There was no mafia token left to place."
    rule = "mafia-supply"


class FbiArrived(WithNames):
    says = "Nobody can enter {place} now: FBI {n} of {lost}."
    rule = "fbi.block"
    place: str
    n: int
    lost: int


class FbiHeldFive(Event):
    says = "The FBI holds five locations."
    rule = "end.fbi-five"


class InfoPlaced(WithNames):
    says = "Info at {place}: {colour}."
    rule = "mafia.info-top-card"
    place: str
    colour: str


class BagWasEmpty(Event):
    says = "The bag was empty."
    rule = "mafia.bag-empty"


# ---------------------------------------------------------------- dice


class Rolled(OfRelative):
    says = "{who} rolled {results}."
    rule = "dice.roll-start"
    results: tuple[str, ...]  # die by die

    def parts(self) -> dict[str, Any]:
        counts = [(self.results.count(result), result) for result in RESULTS]
        return {**super().parts(), "results": [SO_MANY(count=n, result=result) for n, result in counts if n]}


class WildUsed(OfRelative):
    says = "{who} used {count} wild."
    rule = "dice.wild"
    count: int


# ---------------------------------------------------------------- moving


class Walked(OfRelative):
    says = "{who} walked to {place}."
    place: str
    cause: str

    @property
    def clause(self) -> str:
        return WALK_RULES[self.cause]


class Rode(OfRelative):
    says = "{who} rode the subway to {place}."
    place: str
    cause: str

    @property
    def clause(self) -> str:
        return RIDE_RULES[self.cause]


class TookExtraStep(OfRelative):
    says = "{who} took an extra step."
    rule = "move.extra-step"


# ---------------------------------------------------------------- what dice are spent on


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
    says = "{who} eliminated a mafia at {place}."
    rule = "spend.kill-one"
    place: str


class Dodged(OfRelative):
    says = "{who} dodged the mafia at {place}."
    rule = "deal.dodge"
    place: str


class Avoided(OfRelative):
    says = "{who} avoided the mafia at {place}."
    rule = "deal.avoid"
    place: str


# ---------------------------------------------------------------- wounds


class Wounded(OfRelative):
    says = "{who} was wounded and lost a {die} die."
    rule = "wound.amount"
    die: str


class NoDieLost(OfRelative):
    says = "{who} has no die left to lose."
    rule = "wound-min-dice"


class KnockedOut(OfRelative):
    says = "{who} is knocked out and misses the next turn."
    rule = "wound-min-dice"


class Healed(OfRelative):
    says = "A wound of {who} was healed: the {die} die is back."
    rule = "wound.heal-returns-die"
    die: str


# ---------------------------------------------------------------- items and skills


class UsedItem(OfRelative):
    says = "{who} used the {item}."
    rule = "free.item-use"
    item: str


class Bribed(OfRelative):
    says = "{who} bribed a mafia at {place}."
    rule = "item.cash"
    place: str


class SentCar(OfRelative):
    says = "{who} sent the police car at {place} to {target}."
    rule = "item.police-radio"
    place: str
    target: str


class HidInRaincoat(OfRelative):
    says = "{who} walked past the mafia at {place} in the raincoat."
    rule = "item.raincoat-mafia"
    place: str


class PutOnRaincoat(OfRelative):
    says = "{who} put on the raincoat to get into {place}."
    rule = "item.raincoat-police"
    place: str


class DroneFlew(OfRelative):
    """Of the relative who got the item."""

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


# ---------------------------------------------------------------- the alert track


class AlertRose(Event):
    says = "The alert rose to {alert} of {limit}."
    rule = "alert.sources"
    alert: int
    limit: int
    by: int
    cause: str


class AlertFell(Event):
    says = "The alert fell to {alert}."
    rule = "police.event-duration"
    alert: int
    by: int
    cause: str


class CarReached(Event):
    says = "The alert reached a police car: it joins in the next round."
    rule = "alert.car-reached"


class LimitReached(Event):
    says = "The alert has reached its limit. This round is the last one."
    in_police_phase: bool

    @property
    def clause(self) -> str:
        return "end.alert-police-phase" if self.in_police_phase else "end.alert-player-phase"


class LimitReachedEarly(Event):
    """In the police phase, with the variant that then gives one round more."""

    says = "The alert has reached its limit. The next round is the last one."
    rule = "end.alert-police-phase"


class RoundWasLast(Event):
    says = "The round is over and the net has closed."
    rule = "goal.alert-deadline"


# ---------------------------------------------------------------- story cards


class StoryCardTurned(OfStoryCard):
    says = "{title}"
    heading = True

    def parts(self) -> dict[str, Any]:
        return {"title": self.printed.title}


class StoryTold(OfStoryCard):
    says = "{said}"
    rule = "story.reveal"

    def parts(self) -> dict[str, Any]:
        return {"said": self.printed.text}


class StoryRuleTold(OfStoryCard):
    says = "{said}"
    rule = "story.card-rules"

    def parts(self) -> dict[str, Any]:
        return {"said": self.printed.rule}


class StoryRemembered(OfStoryCard):
    """What an earlier answer adds to a card."""

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
    says = "One mafia guards {place}."
    many = "{n} mafia guard {place}."
    rule = "story.card-rules"
    place: str
    n: int


class GuardLeft(WithNames):
    says = "A guard left {place}."
    rule = "story.card-rules"
    place: str


class MafiaLeft(WithNames):
    says = "A mafia left {place}."
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


# ---------------------------------------------------------------- objectives and the final challenge


class ObjectivePlaced(OfObjective):
    says = "{goal} is at {place}."
    rule = "story.card-rules"
    place: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "goal": OBJECTIVES[self.objective].begins}


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


# ---------------------------------------------------------------- the Long Week


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
    says = "A clean victory. From now on, once: {ally}. {said}"
    rule = "story.card-rules"


class NoAllyWon(Event):
    says = "No ally was won tonight."
    rule = "story.card-rules"


class Rested(OfRelative):
    says = "{who} rested and keeps only the wound of the {die} die."
    rule = "wound.heal-returns-die"
    die: str


class ItemKept(WithNames):
    says = "The family takes the {item} along."
    rule = "story.card-rules"
    item: str


class DoctorPaid(OfRelative):
    says = "The {item} paid for a doctor: {who} is healed."
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


# ---------------------------------------------------------------- only in logs of the first release


class Explained(Event):
    """Its tutorial explained the game in the log."""

    says = "{title}: {said}"
    title: str
    said: str
