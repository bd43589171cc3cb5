"""How older versions put into words what are events now: for the journals that they left behind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tabletown.games.new_york_crisis import events as e
from tabletown.games.new_york_crisis.cards import CHARACTERS, MAFIA_CARDS, POLICE_CARDS
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
from tabletown.kernel import Event, Figure, Line, Text

Make = Callable[..., Event]

IDS = {name: id for id, name in e.NAMES.items()}
RELATIVES = {character.name: character.id for character in CHARACTERS}
POLICE_TITLES = {card.title: card.id for card in POLICE_CARDS.values()}
MAFIA_LINES = {card.line: card.id for card in MAFIA_CARDS.values()}
OBJECTIVES = {word: one.id for one in e.OBJECTIVES.values() for word in (one.name, one.begins, one.done)}
ALLIES = {ally.name: ally.id for ally in e.ALLIES.values()}
SCENARIO_TITLES = {story.title: story.id for story in SCENARIOS.values()}
CARD_TITLES = {card.title: (id, n) for id, story in SCENARIOS.items() for n, card in enumerate(story.card)}
ANSWERS = {(one.ask, answer.label): (one.id, answer.id) for one in e.CHOICES.values() for answer in one.options}


def _sayings() -> dict[str, Event]:
    """What "{said}" told: a card, its rule, what an answer added to it, or how the story ended."""
    found: dict[str, Event] = {}
    for id, story in SCENARIOS.items():
        for n, card in enumerate(story.card):
            found |= {card.text: e.StoryTold(id, n), card.rule: e.StoryRuleTold(id, n)}
            found |= {part.text: e.StoryRemembered(id, n, part.when) for part in card.later if part.text}
        found |= {ending_of(id, "won", dear): e.Won(id, dear) for dear in (True, False)}
        found |= {ending_of(id, result): e.NightLost(id, result) for result in ("fbi", "alert")}
    return found


SAID = _sayings()


# ---------------------------------------------------------------- the parts of a sentence


def _facts(parts: Mapping[str, Any]) -> dict[str, Any]:
    """Locations, items and relatives were told by their names."""
    facts = {part: IDS.get(value, value) if isinstance(value, str) else value for part, value in parts.items()}
    if not isinstance(who := parts.get("who"), int | None):
        facts["who"], facts["relative"] = _relative(who)
    for part in ("target", "of"):
        if isinstance(other := parts.get(part), Text):
            facts[part] = _relative(other)[1]
    return facts


def _relative(name: Text | str) -> tuple[int, str]:
    """Who played it, and its id; the first release stored nothing but the name."""
    if isinstance(name, Text):
        return name.parts["seat"], RELATIVES[name.parts["name"]]
    return -1, RELATIVES[name]


def _read(event: Make, **more: Any) -> Make:
    return lambda **parts: event(**_facts(parts), **more)


def _by_rule(event: Make, fact: str, rules: Mapping[str, str]) -> Make:
    """The clause says the fact: why, or through whom."""
    facts = {rule: word for word, rule in rules.items()}

    def make(*, rule: str, **parts: Any) -> Event:
        return event(**_facts(parts), **{fact: facts[rule]})

    return make


# ---------------------------------------------------------------- sentences with a table of their own


def _title(title: str) -> Event:
    """The first release had no words before the title of the whole story."""
    return e.StoryBegan(SCENARIO_TITLES[title]) if title in SCENARIO_TITLES else e.StoryCardTurned(*CARD_TITLES[title])


def _rolled(who: Text | str, results: list[Text] | str) -> Event:
    if isinstance(results, str):  # the first release stored "1 physical, 2 wild"
        counts = [(int(n), result) for n, result in re.findall(r"(\d+) (\w+)", results)]
    else:
        counts = [(each.parts["count"], each.parts["result"]) for each in results]
    return e.Rolled(*_relative(who), tuple(result for n, result in counts for _ in range(n)))


def _rolled_again(colour: str, face: str, seat: int = -1) -> Event:
    return e.RolledAgain(seat, "", colour, face)


def _decided(ask: str, answer: str) -> Event:
    return e.Decided(*ANSWERS[ask, answer])


def _moved_on(what: str, place: str) -> Event:
    return e.ObjectiveMovedOn(OBJECTIVES.get(what, e.FINAL), IDS[place])


def _tokens_back(rule: str) -> Event:
    return e.TokensRecovered() if rule == e.TokensRecovered.rule else e.TokensRewarded()


OLD_LINES: Mapping[str, Make] = {
    "{who:seat} took the part of {character}.": _read(e.TookPart),
    "The story: {title}": _title,
    "{title}": _title,
    "Item at {place}: {item}.": _by_rule(e.ItemPlaced, "cause", e.ITEM_RULES),
    "Round {round}": e.RoundBegan,
    "One more police car is on the streets.": e.CarJoined,
    "Police at {place}.": _read(e.CarPlaced),
    "The police took {count} mafia away at {place}.": _read(e.MafiaRaided),
    "{line} {title}: {said}": lambda line, title, said: e.PoliceEventCame(POLICE_TITLES[title]),
    "{title}: done.": lambda title: e.TaskDone(POLICE_TITLES[title]),
    "{who} got a skill token back.": _read(e.TokenRewarded),
    "Everybody got a skill token back.": _tokens_back,
    "{who}": _read(e.TurnBegan),
    "{who} had to move along and has 1 action.": _read(e.MovedAlong),
    "{who} has nowhere to go, and 1 action.": _read(e.HemmedIn),
    "{who} misses this turn.": _read(e.TurnMissed),
    "{line}": lambda line: e.MafiaCardDrawn(MAFIA_LINES[line]),
    "Mafia at {place}.": _read(e.MafiaPlaced),
    "The law is at {place}: no mafia came.": _by_rule(e.MafiaKeptAway, "law", e.LAW_RULES),
    "A third mafia at {place}: the FBI took over.": _read(e.ThirdMafiaCame),
    "There was no mafia token left to place.": e.MafiaRanOut,
    "Nobody can enter {place} now: FBI {n} of {lost}.": _read(e.FbiArrived),
    "The FBI holds five locations.": e.FbiHeldFive,
    "Info at {place}: {colour}.": _read(e.InfoPlaced),
    "{colour} info at {place}.": lambda colour, place: e.InfoPlaced(IDS[place], colour.lower()),
    "The bag was empty.": e.BagWasEmpty,
    "{who} rolled {results}.": _rolled,
    "{who} used {count} wild.": _read(e.WildUsed),
    "{who} walked to {place}.": _by_rule(e.Walked, "cause", e.WALK_RULES),
    "{who} rode the subway to {place}.": _by_rule(e.Rode, "cause", e.RIDE_RULES),
    "{who} took an extra step.": _read(e.TookExtraStep),
    "{who} took the {colour} info at {place}.": _read(e.TookInfo),
    "{who} picked up the {item} at {place}.": _read(e.PickedUp),
    "{who} eliminated a mafia at {place}.": _read(e.KilledMafia),
    "{who} dodged the mafia at {place}.": _read(e.Dodged),
    "{who} avoided the mafia at {place}.": _read(e.Avoided),
    "{who} was wounded and lost a {die} die.": _read(e.Wounded),
    "{who} has no die left to lose.": _read(e.NoDieLost),
    "{who} is knocked out and misses the next turn.": _read(e.KnockedOut),
    "A wound of {who} was healed: the {die} die is back.": _read(e.Healed),
    "{who} used the {item}.": _read(e.UsedItem),
    "{who} bribed a mafia at {place}.": _read(e.Bribed),
    "{who} sent the police car at {place} to {target}.": _read(e.SentCar),
    "{who} walked past the mafia at {place} in the raincoat.": _read(e.HidInRaincoat),
    "{who} put on the raincoat to get into {place}.": _read(e.PutOnRaincoat),
    "The drone carried the {item} to {who}.": _read(e.DroneFlew),
    "{who} gave the {item} to {target}.": _read(e.Gave),
    "{who} took the {item} from {of}.": _read(e.TookOver),
    "{who} used a skill token.": _read(e.UsedSkill),
    "The {colour} die came up {face}.": _rolled_again,
    "The alert rose to {alert} of {limit}.": _read(e.AlertRose, by=0, cause=""),  # see `mend`
    "The alert fell to {alert}.": _read(e.AlertFell, by=0, cause=""),
    "The alert reached a police car: it joins in the next round.": e.CarReached,
    "The alert has reached its limit. This round is the last one.": (
        lambda rule: e.LimitReached(rule == "end.alert-police-phase")
    ),
    "The alert has reached its limit. The next round is the last one.": e.LimitReachedEarly,
    "The round is over and the net has closed.": e.RoundWasLast,
    "{said}": lambda said: SAID[said],
    "{n} info token went into the bag.": e.BagFilled,
    "{ask} {answer}.": _decided,
    "One mafia guards {place}.": _read(e.MafiaGuarded),
    "A guard left {place}.": _read(e.GuardLeft),
    "A mafia left {place}.": _read(e.MafiaLeft),
    "The FBI took over {place}.": _read(e.FbiCame),
    "The FBI left {place}.": _read(e.FbiLeft),
    "Nobody had a wound to heal.": e.NobodyHealed,
    "From now on {colour} info costs {n} results.": e.InfoCostRose,
    "{goal} is at {place}.": lambda goal, place: e.ObjectivePlaced(OBJECTIVES[goal], IDS[place]),
    "The FBI is there: {what} moved to {place}.": _moved_on,
    "In the scuffle {what} was left behind.": lambda what: e.ObjectiveLeftBehind(OBJECTIVES[what]),
    "{who}: {said}": lambda who, said: e.ObjectiveReached(*_relative(who), OBJECTIVES[said]),
    "{who} handed over the {item}.": _read(e.HandedOver),
    "The trains are running again.": e.SubwayRan,
    "The final challenge waits at {place}.": _read(e.FinalPlaced),
    "{who} did part of the final challenge.": _read(e.DidPartOfFinal),
    "Night {number} of {nights} is over": e.NightEnded,
    "A clean victory. From now on, once: {ally}. {said}": lambda ally, said: e.AllyWon(ALLIES[ally]),
    "No ally was won tonight.": e.NoAllyWon,
    "{who} rested and keeps only the wound of the {die} die.": _read(e.Rested),
    "The family takes the {item} along.": _read(e.ItemKept),
    "The {item} paid for a doctor: {who} is healed.": _read(e.DoctorPaid),
    "{ally}: {said}": lambda ally, said: e.AllyHelped(ALLIES[ally]),
    "Denny drove {who} to {place}.": _read(e.Driven),
    "{who} got the {item}.": _read(e.Got),
    "{title}: {said}": e.Explained,
}


# ---------------------------------------------------------------- why the alert rose

CAUSES: Mapping[type[Event], str] = {
    e.WildUsed: e.WILD_DICE,
    e.MafiaRaided: e.RAID,
    e.ThirdMafiaCame: e.FBI,
    e.TookExtraStep: e.EXTRA_STEP,
    e.BagWasEmpty: e.EMPTY_BAG,
    e.MafiaRanOut: e.NO_MAFIA,
    e.NoDieLost: e.NO_DIE,
    e.SentCar: e.RADIO,
    e.PutOnRaincoat: e.DISGUISE,
    e.PoliceEventCame: e.POLICE_EVENT,
    e.TaskDone: e.TASK,
    e.StoryCardTurned: e.STORY,
    e.Decided: e.STORY,
    e.ObjectiveReached: e.STORY,
    e.AllyHelped: e.FAVOUR,
    e.StoryBegan: e.LOST_NIGHT,
}


def mend(lines: list[Line]) -> None:
    """Older versions did not say why the alert rose or fell: what was told just before, at the same answer, did it.

    Where nothing was, a story card went on after a question. By how much is among the changes of the line; the first
    release stored none, and there the cause has to say it.
    """
    cause, by = e.STORY, 1
    for line in lines:
        event = line.event
        if type(event) in CAUSES:
            cause = CAUSES[type(event)]
            by = getattr(event, "count", 2 if cause == e.FBI else 1)
        elif isinstance(event, e.AlertRose | e.AlertFell):
            changed = [int(abs(c.after - c.before)) for c in line.changes if isinstance(c.what, Alert)]
            unchanged = 0 if event.alert == 0 else by  # it may have been 0 before
            line.event = msgspec.structs.replace(event, by=changed[0] if changed else unchanged, cause=cause)


def _of_relative(figure: Callable[[str], Figure]) -> Callable[..., Figure]:
    return lambda **parts: figure(RELATIVES[parts["figure"]])


OLD_FIGURES: Mapping[str, Callable[..., Figure]] = {
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
