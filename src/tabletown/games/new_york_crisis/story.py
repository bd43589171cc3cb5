"""How the log of New York Crisis is told: the police phase, the story cards, and what each relative did."""

from __future__ import annotations

from tabletown.games.new_york_crisis.bots import explain
from tabletown.games.new_york_crisis.ledger import (
    ALERT,
    BAG,
    CARRIED,
    CARS,
    COST,
    FBI,
    INFO,
    ITEMS,
    MAFIA,
    SKILLS,
    WOUNDS,
)
from tabletown.games.new_york_crisis.ledger import (
    STORY as STORY_TRACK,
)
from tabletown.games.new_york_crisis.rules import police, story, turns, week
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.kernel import say
from tabletown.story import Opens, Story

NEAR_THE_LIMIT, FBI_LIMIT = 2, 5


def ahead(s: Crisis) -> str:
    """What is about to end the game."""
    if s.result or s.last_round:
        return say("This round is the last one.") if s.last_round and not s.result else ""
    left = s.limit - s.alert
    if 0 < left <= NEAR_THE_LIMIT:
        return say(
            "The alert is {alert} of {limit}; at {limit} the round is the last one.", alert=s.alert, limit=s.limit
        )
    if len(s.fbi) + 1 == FBI_LIMIT:
        return say("One more location of the FBI and the family has lost.")
    return ""


STORY = Story(
    opens={
        police.ROUND.template: Opens("The police move", "Round {round}, police phase"),
        turns.TURN.template: Opens("What {who} did", turn=True),
        story.CARD.template: Opens("{title}", "The story"),
        week.NIGHT_OVER.template: Opens("{number} of {nights} nights", "The Long Week"),
    },
    numbers={
        name.text.template: ""
        for name in (
            ALERT,
            STORY_TRACK,
            FBI,
            MAFIA,
            CARS,
            INFO[0],
            COST[0],
            BAG,
            ITEMS,
            WOUNDS[0],
            SKILLS[0],
            CARRIED[0],
        )
    },
    worse=frozenset(name.text.template for name in (ALERT, FBI, MAFIA, CARS, WOUNDS[0], COST[0])),
    big=ALERT.text.template,
    places=frozenset({"place"}),
    why=explain,
    ahead=ahead,
)
