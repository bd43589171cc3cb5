"""What people can make for New York Crisis: a mission with its story, police cards, mafia cards and items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.drawing import capital, esc, named
from tabletown.games.new_york_crisis.cards import (
    FAMILY,
    ITEMS,
    Family,
    MafiaDeck,
    PoliceDeck,
    check_family,
    check_mafia,
    check_police,
)
from tabletown.games.new_york_crisis.city import LOCATIONS
from tabletown.games.new_york_crisis.scenarios import Stories, check_stories
from tabletown.games.new_york_crisis.view import pieces
from tabletown.kernel import say
from tabletown.story.sentences import paragraph
from tabletown.workshop.kinds import (
    CHOICE,
    GROUP,
    LIST,
    LONG,
    NUMBER,
    NUMBERS,
    TEXT,
    Field,
    Kind,
    Problem,
    tidy,
    with_cards,
)
from tabletown.workshop.preview import shown

PLACES = tuple((place.id, place.name) for place in LOCATIONS)
NAME = dict(PLACES)
RESULT = (("physical", "physical"), ("mental", "mental"), ("social", "social"))
ITEM = tuple((item, item.replace("_", " ")) for item in ITEMS)
ITEM_NAME = dict(zip(ITEMS, (kind.name for kind in FAMILY.item)))
MOST_RESULTS = 4  # that one relative can reach in a turn

# ------------------------------------------------------------------ missions

STORY_EFFECT = Field(
    "effects",
    "What the card does",
    LIST,
    "Carried out when the card is turned up.",
    "story.card-rules",
    most=4,
    optional=True,
    one="Effect",
    fields=(
        Field(
            "kind",
            "Effect",
            CHOICE,
            choices=(
                ("alert", "the alert changes"),
                ("ambush", "mobsters come to every relative"),
                ("mafia", "mobsters come to a location"),
                ("fbi", "the FBI comes to a location"),
                ("item", "an item lies at a location"),
                ("info_cost", "info of one type costs more"),
                ("heal", "a relative is healed"),
            ),
            start="alert",
        ),
        Field("delta", "By", NUMBER, least=-4, most=4, start=1, when=("kind", ("alert",))),
        Field("count", "Mobsters", NUMBER, least=1, most=2, start=1, when=("kind", ("ambush", "mafia"))),
        Field("location", "Location", CHOICE, choices=PLACES, when=("kind", ("fbi", "item", "mafia"))),
        Field("item", "Item", CHOICE, choices=ITEM, when=("kind", ("item",))),
        Field("type", "Type", CHOICE, choices=RESULT, when=("kind", ("info_cost",))),
        Field("results", "Results", NUMBER, least=1, most=4, start=3, when=("kind", ("info_cost",))),
    ),
)
RESULTS = Field("results", "Results needed", NUMBER, "One relative rolls them in one turn.", least=1, most=6, start=3)
STORY_CARD = Field(
    "card",
    "Story cards",
    LIST,
    "The first one opens the night, the last one has the final challenge.",
    "story.advance",
    least=2,
    most=10,
    one="Story card",
    fields=(
        Field("title", "Title", TEXT, most=40),
        Field("text", "The story", LONG, "Read when the card is turned up.", "story.reveal", most=700),
        Field("brief", "In one sentence", TEXT, "For the log.", most=140),
        Field(
            "at",
            "Place on the track for 1, 2, 3 and 4 relatives",
            NUMBERS,
            "How much info must be spent before the card is turned up. The first card: 0.",
            "story.advance",
            most=40,
            count=4,
            start=[0, 0, 0, 0],
        ),
        Field(
            "bag",
            "Info added to the bag",
            GROUP,
            rule="story.card-bag",
            fields=(
                Field("physical", "Red", NUMBER, most=8, start=2),
                Field("mental", "Blue", NUMBER, most=8, start=2),
                Field("social", "Yellow", NUMBER, most=8, start=2),
            ),
            start={"physical": 2, "mental": 2, "social": 2},
        ),
        Field("mafia_cards", "Mafia cards a turn", NUMBER, rule="story.card-mafia-count", least=1, most=4, start=1),
        STORY_EFFECT,
        Field(
            "objectives",
            "Tasks",
            LIST,
            "Done at their location; the final challenge waits for all of them.",
            "story.final",
            most=3,
            optional=True,
            one="Task",
            fields=(
                Field("name", "What it is", TEXT, "As in “the rusty safe”.", most=40),
                Field("location", "Where", CHOICE, choices=PLACES),
                Field("type", "Type of results", CHOICE, choices=RESULT, start="physical"),
                RESULTS,
                Field("done", "Told when it is done", TEXT, most=140),
            ),
        ),
    ),
)
MISSION = (
    Field("title", "Title", TEXT, most=40),
    Field("line", "In one line", TEXT, "Shown where the scenario is chosen.", "setup.scenario", most=140),
    Field("start", "Where the family starts", CHOICE, rule="setup.characters", choices=PLACES, start="times_square"),
    Field(
        "alert_limit",
        "Alert that loses the game, for 1, 2, 3 and 4 relatives",
        NUMBERS,
        rule="end.alert-police-phase",
        least=4,
        most=40,
        count=4,
        start=[12, 12, 13, 15],
    ),
    Field(
        "cars_on_alert",
        "Alerts at which another police car comes",
        NUMBERS,
        "Rising numbers, such as 4 6 7.",
        "setup.police-on-alert",
        least=1,
        most=40,
        start=[4, 7, 10],
    ),
    Field(
        "first_round_cars",
        "Police cars in the first round",
        NUMBER,
        rule="police.first-round",
        least=1,
        most=5,
        start=2,
    ),
    STORY_CARD,
    Field(
        "final",
        "Final challenge",
        GROUP,
        "On the last card.",
        "story.final",
        fields=(
            Field("location", "Where", CHOICE, choices=PLACES),
            Field("type", "Type of results", CHOICE, choices=RESULT, start="mental"),
            RESULTS,
            Field(
                "who",
                "Who",
                CHOICE,
                choices=(("anybody", "any relative"), ("different", "different relatives")),
                start="anybody",
            ),
            Field(
                "times", "How often, for 1, 2, 3 and 4 relatives", NUMBERS, least=1, most=4, count=4, start=[1, 1, 1, 1]
            ),
        ),
        start={"type": "mental", "results": 3, "who": "anybody", "times": [1, 1, 1, 1]},
    ),
    Field("ending", "How a victory ends", LONG, most=700),
    Field("ending_lost", "How a defeat ends", LONG, "Without it, the game tells its own.", most=700, optional=True),
)


def rule_of(card: Mapping[str, Any], final: Mapping[str, Any] | None, objectives: int) -> str:
    """What changes, in words made from what the card does: nobody types a rule."""
    parts = [_effect_in_words(effect) for effect in card.get("effects") or ()]
    for goal in card.get("objectives") or ():
        parts.append(
            say(
                "{name}: {n} {type} results in {location}.",
                name=capital(named(goal["name"])),
                n=goal["results"],
                type=goal["type"],
                location=NAME[goal["location"]],
            )
        )
    parts.append(say("{n} mafia card a turn.", "{n} mafia cards a turn.", n=card["mafia_cards"]))
    if final is not None:
        who = say("one of you spends") if final["who"] == "anybody" else say("different relatives spend")
        words = {"who": who, "n": final["results"], "type": final["type"], "location": NAME[final["location"]]}
        parts.append(
            say(
                "Final challenge: with every objective done, {who} {n} {type} results in one turn in {location}.",
                **words,
            )
            if objectives
            else say("Final challenge: {who} {n} {type} results in one turn in {location}.", **words)
        )
    return paragraph(parts)


def _effect_in_words(effect: Mapping[str, Any]) -> str:
    kind, where = effect["kind"], NAME.get(effect.get("location") or "", "")
    if kind == "alert":
        n = effect.get("delta", 0)
        return say("The alert rises by {n}.", n=n) if n > 0 else say("The alert falls by {n}.", n=-n)
    if kind == "ambush":
        return say(
            "{n} mobster comes to every relative's location that has none.",
            "{n} mobsters come to every relative's location that has none.",
            n=effect["count"],
        )
    if kind == "mafia":
        return say(
            "{n} mobster comes to {location}.",
            "{n} mobsters come to {location}.",
            n=effect["count"],
            location=where,
        )
    if kind == "fbi":
        return say("FBI agents come to {location}.", location=where)
    if kind == "item":
        return say("An item lies in {location}: {item}.", item=ITEM_NAME[effect["item"]], location=where)
    if kind == "info_cost":
        return say("From now on {type} info costs {n} {type} results.", n=effect["results"], type=effect["type"])
    return say("One relative heals a wound.")


def scenario_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """A mission as the game reads it."""
    plain = tidy(MISSION, data)
    final = plain.pop("final")
    ends = {name: plain.pop(name) for name in ("ending", "ending_lost") if name in plain}
    cards = []
    for number, entry in enumerate(plain["card"]):
        last = number == len(plain["card"]) - 1
        goals = sum(len(card.get("objectives") or ()) for card in plain["card"])
        made = {name: value for name, value in entry.items() if name not in ("effects", "objectives")}
        made["bag"] = {name: entry["bag"].get(name, 0) for name in ("physical", "mental", "social")}
        made["rule"] = rule_of(entry, final if last else None, goals)
        made["effects"] = [
            {**effect, **({"who": "one"} if effect["kind"] == "heal" else {})} for effect in entry.get("effects", ())
        ]
        made["objectives"] = [
            {
                "id": f"goal_{number}_{at}",
                "name": goal["name"],
                "token": "building",
                "location": goal["location"],
                "cost": {goal["type"]: goal["results"]},
                "done": goal["done"],
            }
            for at, goal in enumerate(entry.get("objectives", ()))
        ]
        if last:
            cost = {final["type"]: final["results"]}
            made["final"] = {"location": final["location"], "cost": cost, "times": final["times"], "who": final["who"]}
            made |= ends
        cards.append(made)
    return {"id": data["id"], **plain, "card": cards}


def mission_files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    own = [scenario_of(mission) for mission in data["cards"]]
    return {"stories.toml": {**shipped, "scenario": [*shipped["scenario"], *own]}}


def inspect_missions(data: Any) -> Sequence[Problem]:
    return [
        problem for number, mission in enumerate(data["cards"]) for problem in _of_mission(mission, f"mission.{number}")
    ]


def _of_mission(mission: Mapping[str, Any], where: str) -> list[Problem]:
    found = []
    cards = mission["card"]
    if any(cards[0]["at"]):
        found.append(Problem(f"{where}.card.0.at", say("The first card opens the night, so it lies at 0.")))
    for number in range(1, len(cards)):
        for count in range(4):
            if cards[number]["at"][count] <= cards[number - 1]["at"][count]:
                text = say(
                    "With {n} relatives this card can't be reached: the one before it lies as far along the track.",
                    n=count + 1,
                )
                found.append(Problem(f"{where}.card.{number}.at", text))
                break
    for number, card in enumerate(cards):
        for at, goal in enumerate(card.get("objectives") or ()):
            if goal["results"] > MOST_RESULTS:
                text = say(
                    "No relative has dice for {n} {type} results in one turn.", n=goal["results"], type=goal["type"]
                )
                found.append(Problem(f"{where}.card.{number}.objectives.{at}.results", text, stops=False))
    bags = sum(sum(card["bag"].get(name) or 0 for name in ("physical", "mental", "social")) for card in cards)
    if bags < max(cards[-1]["at"]):
        text = say("The bag gets {n} info, but the last card lies at {at}. Add info.", n=bags, at=max(cards[-1]["at"]))
        found.append(Problem(f"{where}.card.{len(cards) - 1}.at", text))
    cars = mission["cars_on_alert"]
    if cars != sorted(set(cars)):
        found.append(Problem(f"{where}.cars_on_alert", say("These alerts must rise.")))
    if len(cars) + mission["first_round_cars"] > 5:
        found.append(Problem(f"{where}.cars_on_alert", say("There are only 5 police cars.")))
    return found


def mission_html(mission: Mapping[str, Any]) -> str:
    cards = scenario_of(mission)["card"]
    return "".join(
        f'<article class="ws-story"><h3>{esc(card["title"])}</h3><p class="prose">{esc(card["text"])}</p>'
        f'<p class="now">{esc(card["rule"])}</p></article>'
        for card in cards
    )


# ------------------------------------------------------------------ police cards

MODIFIERS = {
    "fast": ({"name": "move_steps", "delta": 1}, "Every move action gives 3 steps."),
    "slow": ({"name": "move_steps", "delta": -1, "min": 1}, "Every move action gives 1 step instead of 2."),
    "no_subway": ({"name": "subway_open", "value": False}, "Nobody can use the subway."),
    "free_subway": ({"name": "subway_step_cost", "value": 0}, "Subway rides cost no step."),
    "calm_wilds": ({"name": "wild_alert", "value": 0}, "Wild results raise no alert."),
    "loud_wilds": ({"name": "wild_alert", "value": 2}, "Each wild result raises the alert by 2."),
    "no_extra": ({"name": "extra_step_allowed", "value": False}, "Nobody may take an extra step."),
    "free_extra": ({"name": "extra_step_alert", "value": 0}, "Extra steps raise no alert."),
    "no_mafia": ({"name": "mafia_cards_place_mafia", "value": False}, "Mafia cards place no mobsters."),
    "no_avoid": ({"name": "avoid_allowed", "value": False}, "Mobsters can't be avoided."),
    "no_grey": ({"name": "grey_allowed", "value": False}, "Grey dice can't be lent."),
}
POLICE = (
    Field("title", "Title", TEXT, most=40),
    Field("location", "Where the car goes", CHOICE, rule="police.card-parts", choices=PLACES),
    Field("line", "The story", TEXT, "One line, told when the event begins.", most=140),
    Field(
        "event",
        "Event",
        CHOICE,
        "Applies for the round if this is the last card drawn. Its words follow from it.",
        "police.event-last-card",
        choices=(
            *((id, words) for id, (_, words) in MODIFIERS.items()),
            ("alert", "The alert rises by 1."),
            ("mob", "2 mobsters come to random locations."),
            ("info", "1 info comes to a random location."),
        ),
        start="slow",
    ),
)
AT_ONCE = {
    "alert": ({"kind": "alert", "delta": 1}, "The alert rises by 1."),
    "mob": ({"kind": "spawn_mafia", "count": 2}, "2 mobsters come to random locations."),
    "info": ({"kind": "spawn_info", "count": 1}, "1 info comes to a random location."),
}
HELPS = ("fast", "free_subway", "calm_wilds", "free_extra", "no_mafia", "info")


def police_html(entry: Mapping[str, Any]) -> str:
    _, text = AT_ONCE.get(entry["event"]) or MODIFIERS[entry["event"]]
    where = say("A police car comes to {location}.", location=NAME[entry["location"]])
    return shown(entry["title"], text, entry["line"], [where])


def mafia_html(entry: Mapping[str, Any]) -> str:
    placed = ((say("Mobster"), entry.get("mafia")), (say("Info"), entry.get("info")), (say("Item"), entry.get("item")))
    lines = [say("{what}: {place}", what=what, place=NAME[place]) for what, place in placed if place]
    return shown(NAME.get(entry.get("mafia") or "", say("Nobody")), story=entry["line"], lines=lines)


def item_html(entry: Mapping[str, Any]) -> str:
    drawn = (
        f'<svg class="nyc" viewBox="-15 -15 30 30" width="64" height="64">{pieces.item(ITEMS.index(entry["id"]))}</svg>'
    )
    return shown(capital(entry["name"]), say("{n} token", "{n} tokens", n=entry["copies"]), picture=drawn)


def police_files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    own = {}
    for card in data["cards"]:
        effect, text = AT_ONCE.get(card["event"]) or MODIFIERS[card["event"]]
        made = {name: card[name] for name in ("id", "title", "location", "line")}
        made["mood"] = "help" if card["event"] in HELPS else "hinder"
        own[card["id"]] = {**made, "text": text, "effect": {"kind": "modifier", **effect}}
    return {"police.toml": with_cards(shipped, data, own)}


def read_police(card: Mapping[str, Any]) -> dict[str, Any]:
    event = next(
        (id for id, (effect, _) in {**MODIFIERS, **AT_ONCE}.items() if effect.items() <= card["effect"].items()), ""
    )
    return {**{name: card[name] for name in ("id", "title", "location", "line")}, "event": event}


def mafia_files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    own = {
        card["id"]: {name: card.get(name) or "" for name in ("id", "mafia", "info", "item", "line")}
        for card in data["cards"]
    }
    return {"mafia.toml": with_cards(shipped, data, own)}


KINDS = (
    Kind(
        "mission",
        "Missions",
        "mission",
        "A night with its story cards, objectives and a final challenge.",
        "stories.toml",
        Stories,
        MISSION,
        check_stories,
        "scenario",
        inspect=inspect_missions,
        files=mission_files,
        said=lambda data: [card["rule"] for mission in data["cards"] for card in scenario_of(mission)["card"]],
        id_start="w",
        options=lambda data: {"scenario": data["cards"][0]["id"]} if data["cards"] else {},
        preview=mission_html,
        changes=False,
        most=8,
        track=("card", "at"),
        reached=lambda state, number: state.card >= number,
    ),
    Kind(
        "police",
        "Police cards",
        "police card",
        "Where a car goes, and the event of the round.",
        "police.toml",
        PoliceDeck,
        POLICE,
        check_police,
        "card",
        files=police_files,
        preview=police_html,
        id_start="w",
        read=read_police,
    ),
    Kind(
        "mafia",
        "Mafia cards",
        "mafia card",
        "Where a mobster, info and an item appear.",
        "mafia.toml",
        MafiaDeck,
        (
            Field("mafia", "Mobster", CHOICE, rule="mafia.place-each", choices=PLACES, optional=True),
            Field("info", "Info", CHOICE, rule="mafia.info-top-card", choices=PLACES, optional=True),
            Field("item", "Item", CHOICE, rule="mafia.item-top-card", choices=PLACES, optional=True),
            Field("line", "The story", TEXT, "One line, told when the card is drawn.", most=140),
        ),
        check_mafia,
        "card",
        name="line",
        id_start="w",
        files=mafia_files,
        preview=mafia_html,
    ),
    Kind(
        "items",
        "Items",
        "item",
        "What items are called and how many there are; what they do stays.",
        "family.toml",
        Family,
        (
            Field("name", "Name", TEXT, most=20),
            Field("copies", "Tokens", NUMBER, rule="component.item-tokens", most=8),
        ),
        check_family,
        "item",
        name="name",
        preview=item_html,
        adds=False,
    ),
)
