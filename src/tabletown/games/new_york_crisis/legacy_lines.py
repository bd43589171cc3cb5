"""Read the log lines of older versions, which were stored as sentences, as events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tabletown.content import legacy_words
from tabletown.games.new_york_crisis.cards import CHARACTERS, MAFIA_CARDS, POLICE_CARDS
from tabletown.games.new_york_crisis.events import (
    alert_track,
    causes,
    items,
    mafia,
    objectives,
    older,
    phrases,
    police,
    setup,
    spending,
    story_cards,
    turns,
    week,
    wounds,
)
from tabletown.games.new_york_crisis.ledger import (
    Alert,
    CarriedItems,
    Fbi,
    Info,
    InfoInBag,
    InfoPrice,
    Items,
    Mafia,
    PoliceCars,
    SkillTokens,
    StoryTrack,
    Wounds,
)
from tabletown.games.new_york_crisis.scenarios import SCENARIOS, ending_of
from tabletown.kernel import Event, Figure, LogLine, Text

Make = Callable[..., Event]

OLD = legacy_words(Path(__file__).parent)
IDS = {name: id for id, name in phrases.NAMES.items()} | OLD["names"]
RELATIVES = {character.name: character.id for character in CHARACTERS} | OLD["relatives"]
POLICE_TITLES = {card.title: card.id for card in POLICE_CARDS.values()} | OLD["police"]
MAFIA_LINES = {card.line: card.id for card in MAFIA_CARDS.values()} | OLD["mafia"]
OBJECTIVES = {
    **{word: one.id for one in phrases.OBJECTIVES.values() for word in (one.name, one.begins, one.done)},
    **OLD["objectives"],
}
ALLIES = {ally.name: ally.id for ally in phrases.ALLIES.values()} | OLD["allies"]
SCENARIO_TITLES = {story.title: story.id for story in SCENARIOS.values()} | OLD["scenarios"]
CARD_TITLES = {
    **{card.title: (id, n) for id, story in SCENARIOS.items() for n, card in enumerate(story.card)},
    **OLD["cards"],
}
ANSWERS = {
    **{(one.ask, answer.label): (one.id, answer.id) for one in phrases.CHOICES.values() for answer in one.options},
    **{(ask, label): (one, answer) for ask, label, one, answer in OLD["answers"]},
}
OldStoryEvent = (
    story_cards.StoryTold | story_cards.StoryRuleTold | story_cards.StoryRemembered | objectives.Won | week.NightLost
)


def _sayings() -> dict[str, Event]:
    """Every text that was stored as "{said}": a card's story, its rule, what an answer added, or an ending."""
    found: dict[str, Event] = {}
    for id, story in SCENARIOS.items():
        for n, card in enumerate(story.card):
            found |= {card.text: story_cards.StoryTold(id, n), card.rule: story_cards.StoryRuleTold(id, n)}
            found |= {part.text: story_cards.StoryRemembered(id, n, part.when) for part in card.later if part.text}
        found |= {ending_of(id, "won", dear): objectives.Won(id, dear) for dear in (True, False)}
        found |= {ending_of(id, result): week.NightLost(id, result) for result in ("fbi", "alert")}
    return found | msgspec.convert(OLD["said"], dict[str, OldStoryEvent])


SAID = _sayings()


# ---------------------------------------------------------------- the parts of a sentence


def _facts(parts: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the names of locations, items and relatives into ids."""
    facts = {part: IDS.get(value, value) if isinstance(value, str) else value for part, value in parts.items()}
    if not isinstance(who := parts.get("who"), int | None):
        facts["who"], facts["relative"] = _relative(who)
    for part in ("target", "of"):
        if isinstance(other := parts.get(part), Text):
            facts[part] = _relative(other)[1]
    return facts


def _relative(name: Text | str) -> tuple[int, str]:
    """The seat that plays a relative, and its id; the first release stored only the name."""
    if isinstance(name, Text):
        return name.parts["seat"], RELATIVES[name.parts["name"]]
    return -1, RELATIVES[name]


def _read(event: Make, **more: Any) -> Make:
    return lambda **parts: event(**_facts(parts), **more)


def _by_rule(event: Make, fact: str, rules: Mapping[str, str]) -> Make:
    """A reader for lines whose clause tells a fact, such as the cause."""
    facts = {rule: word for word, rule in rules.items()}

    def make(*, rule: str, **parts: Any) -> Event:
        return event(**_facts(parts), **{fact: facts[rule]})

    return make


# ---------------------------------------------------------------- sentences with a table of their own


def _title(title: str) -> Event:
    """Tell the title of a scenario from that of a card: the first release stored both without other words."""
    return (
        setup.StoryBegan(SCENARIO_TITLES[title])
        if title in SCENARIO_TITLES
        else story_cards.StoryCardTurned(*CARD_TITLES[title])
    )


def _rolled(who: Text | str, results: list[Text] | str) -> Event:
    if isinstance(results, str):  # the first release stored "1 physical, 2 wild"
        counts = [(int(n), result) for n, result in re.findall(r"(\d+) (\w+)", results)]
    else:
        counts = [(each.parts["count"], each.parts["result"]) for each in results]
    return turns.Rolled(*_relative(who), tuple(result for n, result in counts for _ in range(n)))


def _rolled_again(colour: str, face: str, seat: int = -1) -> Event:
    return items.RolledAgain(seat, "", colour, face)


def _decided(ask: str, answer: str) -> Event:
    return story_cards.Decided(*ANSWERS[ask, answer])


def _moved_on(what: str, place: str) -> Event:
    return objectives.ObjectiveMovedOn(OBJECTIVES.get(what, phrases.FINAL), IDS[place])


def _tokens_back(rule: str) -> Event:
    return story_cards.TokensRecovered() if rule == story_cards.TokensRecovered.rule else police.TokensRewarded()


LEGACY_LINES: Mapping[str, Make] = {
    "{who:seat} took the part of {character}.": _read(setup.TookPart),
    "The story: {title}": _title,
    "{title}": _title,
    "Item at {place}: {item}.": _by_rule(setup.ItemPlaced, "cause", causes.ITEM_RULES),
    "Round {round}": police.RoundBegan,
    "One more police car is on the streets.": police.CarJoined,
    "Police at {place}.": _read(police.CarPlaced),
    "The police took {count} mafia away at {place}.": _read(police.MafiaRaided),
    "{line} {title}: {said}": lambda line, title, said: police.PoliceEventCame(POLICE_TITLES[title]),
    "{title}: done.": lambda title: police.TaskDone(POLICE_TITLES[title]),
    "{who} got a skill token back.": _read(police.TokenRewarded),
    "Everybody got a skill token back.": _tokens_back,
    "{who}": _read(turns.TurnBegan),
    "{who} had to move along and has 1 action.": _read(turns.MovedAlong),
    "{who} has nowhere to go, and 1 action.": _read(turns.HemmedIn),
    "{who} misses this turn.": _read(turns.TurnMissed),
    "{line}": lambda line: mafia.MafiaCardDrawn(MAFIA_LINES[line]),
    "Mafia at {place}.": _read(mafia.MafiaPlaced),
    "The law is at {place}: no mafia came.": _by_rule(mafia.MafiaKeptAway, "law", causes.LAW_RULES),
    "A third mafia at {place}: the FBI took over.": _read(mafia.ThirdMafiaCame),
    "There was no mafia token left to place.": mafia.MafiaRanOut,
    "Nobody can enter {place} now: FBI {n} of {lost}.": _read(mafia.FbiArrived),
    "The FBI holds five locations.": mafia.FbiHeldFive,
    "Info at {place}: {colour}.": _read(mafia.InfoPlaced),
    "{colour} info at {place}.": lambda colour, place: mafia.InfoPlaced(IDS[place], colour.lower()),
    "The bag was empty.": mafia.BagWasEmpty,
    "{who} rolled {results}.": _rolled,
    "{who} used {count} wild.": _read(turns.WildUsed),
    "{who} walked to {place}.": _by_rule(turns.Walked, "cause", causes.WALK_RULES),
    "{who} rode the subway to {place}.": _by_rule(turns.Rode, "cause", causes.RIDE_RULES),
    "{who} took an extra step.": _read(turns.TookExtraStep),
    "{who} took the {colour} info at {place}.": _read(spending.TookInfo),
    "{who} picked up the {item} at {place}.": _read(spending.PickedUp),
    "{who} eliminated a mafia at {place}.": _read(spending.KilledMafia),
    "{who} dodged the mafia at {place}.": _read(spending.Dodged),
    "{who} avoided the mafia at {place}.": _read(spending.Avoided),
    "{who} was wounded and lost a {die} die.": _read(wounds.Wounded),
    "{who} has no die left to lose.": _read(wounds.NoDieLost),
    "{who} is knocked out and misses the next turn.": _read(wounds.KnockedOut),
    "A wound of {who} was healed: the {die} die is back.": _read(wounds.Healed),
    "{who} used the {item}.": _read(items.UsedItem),
    "{who} bribed a mafia at {place}.": _read(items.Bribed),
    "{who} sent the police car at {place} to {target}.": _read(items.SentCar),
    "{who} walked past the mafia at {place} in the raincoat.": _read(items.HidInRaincoat),
    "{who} put on the raincoat to get into {place}.": _read(items.PutOnRaincoat),
    "The drone carried the {item} to {who}.": _read(items.DroneFlew),
    "{who} gave the {item} to {target}.": _read(items.Gave),
    "{who} took the {item} from {of}.": _read(items.TookOver),
    "{who} used a skill token.": _read(items.UsedSkill),
    "The {colour} die came up {face}.": _rolled_again,
    "The alert rose to {alert} of {limit}.": _read(alert_track.AlertRose, by=0, cause=""),  # see `add_missing_facts`
    "The alert fell to {alert}.": _read(alert_track.AlertFell, by=0, cause=""),
    "The alert reached a police car: it joins in the next round.": alert_track.CarReached,
    "The alert has reached its limit. This round is the last one.": (
        lambda rule: alert_track.LimitReached(rule == "end.alert-police-phase")
    ),
    "The alert has reached its limit. The next round is the last one.": alert_track.LimitReachedEarly,
    "The round is over and the net has closed.": alert_track.RoundWasLast,
    "{said}": lambda said: SAID[said],
    "{n} info token went into the bag.": story_cards.BagFilled,
    "{ask} {answer}.": _decided,
    "One mafia guards {place}.": _read(story_cards.MafiaGuarded),
    "A guard left {place}.": _read(story_cards.GuardLeft),
    "A mafia left {place}.": _read(story_cards.MafiaLeft),
    "The FBI took over {place}.": _read(story_cards.FbiCame),
    "The FBI left {place}.": _read(story_cards.FbiLeft),
    "Nobody had a wound to heal.": story_cards.NobodyHealed,
    "From now on {colour} info costs {n} results.": story_cards.InfoCostRose,
    "{goal} is at {place}.": lambda goal, place: objectives.ObjectivePlaced(OBJECTIVES[goal], IDS[place]),
    "The FBI is there: {what} moved to {place}.": _moved_on,
    "In the scuffle {what} was left behind.": lambda what: objectives.ObjectiveLeftBehind(OBJECTIVES[what]),
    "{who}: {said}": lambda who, said: objectives.ObjectiveReached(*_relative(who), OBJECTIVES[said]),
    "{who} handed over the {item}.": _read(objectives.HandedOver),
    "The trains are running again.": objectives.SubwayRan,
    "The final challenge waits at {place}.": _read(objectives.FinalPlaced),
    "{who} did part of the final challenge.": _read(objectives.DidPartOfFinal),
    "Night {number} of {nights} is over": week.NightEnded,
    "A clean victory. From now on, once: {ally}. {said}": lambda ally, said: week.AllyWon(ALLIES[ally]),
    "No ally was won tonight.": week.NoAllyWon,
    "{who} rested and keeps only the wound of the {die} die.": _read(week.Rested),
    "The family takes the {item} along.": _read(week.ItemKept),
    "The {item} paid for a doctor: {who} is healed.": _read(week.DoctorPaid),
    "{ally}: {said}": lambda ally, said: week.AllyHelped(ALLIES[ally]),
    "Denny drove {who} to {place}.": _read(week.Driven),
    "{who} got the {item}.": _read(week.Got),
    "{title}: {said}": older.Explained,
}


# ---------------------------------------------------------------- why the alert rose

CAUSES: Mapping[type[Event], str] = {
    turns.WildUsed: causes.WILD_DICE,
    police.MafiaRaided: causes.RAID,
    mafia.ThirdMafiaCame: causes.FBI,
    turns.TookExtraStep: causes.EXTRA_STEP,
    mafia.BagWasEmpty: causes.EMPTY_BAG,
    mafia.MafiaRanOut: causes.NO_MAFIA,
    wounds.NoDieLost: causes.NO_DIE,
    items.SentCar: causes.RADIO,
    items.PutOnRaincoat: causes.DISGUISE,
    police.PoliceEventCame: causes.POLICE_EVENT,
    police.TaskDone: causes.TASK,
    story_cards.StoryCardTurned: causes.STORY,
    story_cards.Decided: causes.STORY,
    objectives.ObjectiveReached: causes.STORY,
    week.AllyHelped: causes.FAVOUR,
    setup.StoryBegan: causes.LOST_NIGHT,
}


def add_missing_facts(lines: list[LogLine]) -> None:
    """Add why the alert rose or fell, and by how much, which older versions did not store.

    The event before it, at the same answer, is the cause; if there is none, a story card went on after a question. The
    amount is among the changes of the line; the first release stored none, so there it follows from the cause.
    """
    cause, by = causes.STORY, 1
    for line in lines:
        event = line.event
        if type(event) in CAUSES:
            cause = CAUSES[type(event)]
            by = getattr(event, "count", 2 if cause == causes.FBI else 1)
        elif isinstance(event, alert_track.AlertRose | alert_track.AlertFell):
            changed = [int(abs(c.after - c.before)) for c in line.changes if isinstance(c.what, Alert)]
            unchanged = 0 if event.alert == 0 else by  # it may have been 0 before
            line.event = msgspec.structs.replace(event, by=changed[0] if changed else unchanged, cause=cause)


def _of_relative(figure: Callable[[str], Figure]) -> Callable[..., Figure]:
    return lambda **parts: figure(RELATIVES[parts["figure"]])


LEGACY_FIGURES: Mapping[str, Callable[..., Figure]] = {
    "alert": Alert,
    "story": StoryTrack,
    "FBI on the map": Fbi,
    "mafia on the map": Mafia,
    "police cars on the map": PoliceCars,
    "{kind:word} info on the map": Info,
    "price of {kind:word} info": InfoPrice,
    "info in the bag": InfoInBag,
    "items on the map": Items,
    "wounds of {figure:word}": _of_relative(Wounds),
    "skill tokens of {figure:word}": _of_relative(SkillTokens),
    "items of {figure:word}": _of_relative(CarriedItems),
}
