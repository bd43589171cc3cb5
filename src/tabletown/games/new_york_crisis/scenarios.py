"""The stories: scenarios with their cards, choices and objectives, and the campaign, read from content/ and checked."""

from __future__ import annotations

import msgspec

from tabletown.games.new_york_crisis.cards import ITEM, MENTAL, PHYSICAL, RESULTS, SOCIAL
from tabletown.games.new_york_crisis.city import CONTENT, INDEX
from tabletown.kernel import load_content

ByCount = tuple[int, int, int, int]  # by the number of relatives in play


class Cost(msgspec.Struct, frozen=True):
    physical: int = 0
    mental: int = 0
    social: int = 0

    @property
    def type(self) -> int:
        return PHYSICAL if self.physical else MENTAL if self.mental else SOCIAL

    @property
    def results(self) -> int:
        return self.physical or self.mental or self.social


class StoryEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a story card, an answer or an objective does; rules/story.py carries it out."""

    kind: str
    type: str = ""
    results: int = 0
    count: int = 1
    delta: int = 0
    who: str = ""  # heal: one, here; wound: with_mafia
    location: str = ""
    locations: tuple[str, ...] = ()
    item: str = ""
    only: tuple[int, ...] = (1, 2, 3, 4)  # for these numbers of relatives


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    token: str  # building or character
    location: str  # or random
    done: str
    cost: Cost = Cost()
    items: int = 0  # handed over instead of results
    wounds: int = 0  # taken by whoever does it
    clear: bool = False  # no mobsters may stand there
    turf: bool = False  # until it is done, a mobster comes back in every police phase
    optional: bool = False  # the final challenge does not wait for it
    when: str = ""  # only after this answer
    reward: tuple[StoryEffect, ...] = ()
    roams: bool = False
    follows: bool = False

    @property
    def begins(self) -> str:
        """Its name at the beginning of a sentence."""
        return self.name[:1].upper() + self.name[1:]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    label: str
    effects: tuple[StoryEffect, ...] = ()


class StoryChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question to the whole family; the answer is remembered as id=option."""

    id: str
    ask: str
    options: tuple[Answer, ...]


class Later(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an earlier answer adds to a card."""

    when: str
    text: str = ""
    effects: tuple[StoryEffect, ...] = ()


class OtherPrice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the final challenge costs after an earlier answer."""

    when: str
    cost: Cost


class Final(msgspec.Struct, frozen=True):
    location: str
    cost: Cost
    times: ByCount
    who: str  # anybody, different, escort


class StoryCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    brief: str  # the story in one sentence, for the log
    text: str
    rule: str
    at: ByCount
    bag: Cost
    mafia_cards: int
    effects: tuple[StoryEffect, ...] = ()
    objectives: tuple[Objective, ...] = ()
    choice: StoryChoice | None = None
    later: tuple[Later, ...] = ()
    final: Final | None = None
    final_if: tuple[OtherPrice, ...] = ()
    ending: str = ""
    ending_price: str = ""  # of a victory at a price
    ending_lost: str = ""


class Dear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a victory a costly one: any of these."""

    wounds: ByCount | None = None  # so many open wounds, by the number of relatives
    fbi: ByCount | None = None
    no_items: bool = False
    choice: str = ""  # this answer was given
    last_round: bool = False


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    line: str
    start: str
    alert_limit: ByCount
    cars_on_alert: tuple[int, ...]
    first_round_cars: int
    card: tuple[StoryCard, ...]
    price: Dear | None = None


class Ally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A friend won by a clean victory, who helps once on a later night."""

    id: str
    after: str  # the scenario
    name: str
    text: str
    effect: str  # drive, items, word


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    line: str
    order: tuple[str, ...]
    keeps_wounds: int
    lost_alert: int  # where the alert starts after a lost night
    ally: tuple[Ally, ...]


class Losing(msgspec.Struct, frozen=True):
    """How a lost game ends, in scenarios without an ending of their own for it."""

    alert: str
    fbi: str


class Stories(msgspec.Struct, frozen=True):
    losing: Losing
    scenario: tuple[Scenario, ...]
    campaign: Campaign


def check_stories(stories: Stories) -> None:
    nights = [scenario.id for scenario in stories.scenario]
    for id in (*stories.campaign.order, *(ally.after for ally in stories.campaign.ally)):
        if id not in nights:
            raise ValueError(f"campaign: there is no scenario {id!r}.")
    for scenario in stories.scenario:
        where = f"scenario {scenario.id!r}"
        if scenario.start not in INDEX:
            raise ValueError(f"{where}: start {scenario.start!r} is not a location.")
        if scenario.first_round_cars + len(scenario.cars_on_alert) > CARS:
            raise ValueError(f"{where}: there are only {CARS} police cars.")
        for number, card in enumerate(scenario.card):
            place = f"{where}, card {number}"
            if (card.final is not None) != (number == len(scenario.card) - 1):
                raise ValueError(f"{place}: the last card, and only the last, has the final challenge.")
            if card.final is not None and card.final.location not in INDEX:
                raise ValueError(f"{place}: final.location {card.final.location!r} is not a location.")
            if card.final is not None and card.final.who not in ("anybody", "different", "escort"):
                raise ValueError(f"{place}: final.who {card.final.who!r} is not known.")
            for objective in card.objectives:
                if objective.location != "random" and objective.location not in INDEX:
                    raise ValueError(f"{place}: objective {objective.id!r} lies at no location.")
                if bool(objective.items) == bool(objective.cost.results):
                    raise ValueError(f"{place}: objective {objective.id!r} takes either results or items.")
            for effect in effects_of(card):
                check_story_effect(effect, place)
            for answer in remembered(card):
                if answer not in answers_before(scenario, number):
                    raise ValueError(f"{place}: no earlier card asks for the answer {answer!r}.")


def effects_of(card: StoryCard) -> list[StoryEffect]:
    """All effects a card can have, now or later."""
    parts = [card.effects, *(part.effects for part in card.later), *(goal.reward for goal in card.objectives)]
    if card.choice is not None:
        parts += [answer.effects for answer in card.choice.options]
    return [effect for part in parts for effect in part]


def remembered(card: StoryCard) -> list[str]:
    """The earlier answers that this card depends on."""
    objectives = [objective.when for objective in card.objectives if objective.when]
    return [*objectives, *(part.when for part in card.later), *(price.when for price in card.final_if)]


def answers_before(scenario: Scenario, number: int) -> list[str]:
    choices = [card.choice for card in scenario.card[: number + 1] if card.choice is not None]
    return [f"{choice.id}={option.id}" for choice in choices for option in choice.options]


STORY_EFFECTS = (
    *("alert", "ambush", "fbi", "fbi_leaves", "guards", "guards_leave", "heal", "info_cost", "item"),
    *("mafia", "mafia_leaves", "radio_free", "subway_closed", "wound"),
)


def check_story_effect(effect: StoryEffect, place: str) -> None:
    if effect.kind not in STORY_EFFECTS:
        raise ValueError(f"{place}: there is no effect {effect.kind!r}; there are: {', '.join(STORY_EFFECTS)}.")
    somewhere = (*effect.locations, *([effect.location] if effect.location not in ("", "most_mafia") else ()))
    for location in somewhere:
        if location not in INDEX:
            raise ValueError(f"{place}: effect {effect.kind!r} names {location!r}, which is not a location.")
    if effect.kind in ("fbi", "item") and not effect.location:
        raise ValueError(f"{place}: effect {effect.kind!r} needs a location.")
    if effect.item and effect.item not in ITEM:
        raise ValueError(f"{place}: there is no item {effect.item!r}.")
    if effect.kind == "heal" and effect.who not in ("one", "here"):
        raise ValueError(f"{place}: heal is for who = one or here.")
    if effect.kind == "info_cost" and effect.type not in RESULTS[:3]:
        raise ValueError(f"{place}: info_cost needs a type: physical, mental or social.")


CARS, FBI_TOKENS, MAFIA_TOKENS, INFO_TOKENS, SKILL_TOKENS = 5, 5, 25, 10, 2
STORIES = load_content(CONTENT / "stories.toml", Stories, check_stories)
LOSING = STORIES.losing
CAMPAIGN = STORIES.campaign
SCENARIOS = {scenario.id: scenario for scenario in STORIES.scenario}


def ending_of(scenario: str, result: str, dear: bool = False) -> str:
    """How a story ends, in its own words."""
    last = SCENARIOS[scenario].card[-1]
    if result == "won":
        return last.ending_price if dear else last.ending
    return last.ending_lost or (LOSING.fbi if result == "fbi" else LOSING.alert)


# the final challenge by scenario and earlier answer; without such an answer it is as on the last card
FINALS = {
    (scenario.id, other.when): msgspec.structs.replace(scenario.card[-1].final, cost=other.cost)
    for scenario in SCENARIOS.values()
    for other in scenario.card[-1].final_if
    if scenario.card[-1].final is not None
}


class Goal(msgspec.Struct, frozen=True):
    """An objective of a scenario, with the card that brings it."""

    card: int
    objective: Objective


GOALS = {
    scenario.id: tuple(
        Goal(number, objective) for number, card in enumerate(scenario.card) for objective in card.objectives
    )
    for scenario in SCENARIOS.values()
}
