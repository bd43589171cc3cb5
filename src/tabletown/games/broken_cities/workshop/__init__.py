"""What people can make for Broken Cities: climate cards, the price list of buildings, and the starting block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.games.broken_cities.content import (
    AREAS,
    CELLS,
    CITY,
    KIND_IDS,
    City,
    Climate,
    check_city,
    check_climate,
)
from tabletown.games.broken_cities.view.board import card_picture
from tabletown.games.broken_cities.view.pieces import icon
from tabletown.kernel import say
from tabletown.story.sentences import paragraph
from tabletown.workshop.kinds import CHOICE, CHOICES, LIST, LONG, NUMBER, TEXT, Field, Kind, Problem, with_cards
from tabletown.workshop.preview import shown

TITLE = {kind.id: kind.title for kind in CITY.kind}
ON_BOARD = tuple((id, TITLE[id]) for id in KIND_IDS if id != "retrofit")
AREA = tuple(AREAS.items())
CELL = tuple((cell, cell) for cell in CELLS)
REMOVE, REPLACE, RENTERS = "remove", "replace", "remove_renters"

EFFECT = Field(
    "effects",
    "What it does",
    LIST,
    "Every effect looks at the city as it was before the card. Without an effect it is only news.",
    "event.flood-simultaneous",
    most=4,
    optional=True,
    one="Effect",
    fields=(
        Field(
            "op",
            "The card",
            CHOICE,
            choices=((REMOVE, "removes tiles"), (REPLACE, "turns tiles into others"), (RENTERS, "takes renters away")),
            start=REMOVE,
        ),
        Field("kinds", "Which tiles", CHOICES, choices=ON_BOARD, when=("op", (REMOVE, REPLACE))),
        Field("to", "What they become", CHOICE, choices=ON_BOARD, when=("op", (REPLACE,))),
        Field("where", "Where", CHOICE, choices=AREA, start="anywhere", when=("op", (REMOVE, REPLACE))),
        Field(
            "count",
            "Renters each player loses",
            NUMBER,
            "They leave the game; each player chooses the buildings.",
            "event.disease-renters",
            least=1,
            most=10,
            start=1,
            when=("op", (RENTERS,)),
        ),
    ),
)


def in_words(effects: Sequence[Mapping[str, Any]]) -> str:
    """What a card does: its words follow from its effects, so that they can't differ."""
    found = []
    for effect in effects:
        where = AREAS[effect.get("where") or "anywhere"]
        tiles = [TITLE[kind] for kind in effect.get("kinds", ())]
        if effect["op"] == RENTERS:
            found.append(
                say(
                    "Each player takes {n} renter off their own buildings; it leaves the game.",
                    "Each player takes {n} renters off their own buildings; they leave the game.",
                    n=effect["count"],
                )
            )
        elif effect["op"] == REMOVE:
            found.append(say("Remove {tiles} {where}.", tiles=tiles, where=where))
        else:
            found.append(say("{tiles} {where} become {to}.", tiles=tiles, where=where, to=TITLE[effect["to"]]))
    return paragraph(found) or say("Nothing happens this time.")


def climate_files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    own = {card["id"]: plain_card(card) for card in data["cards"]}
    return {"climate.toml": with_cards(shipped, data, own)}


def plain_card(card: Mapping[str, Any]) -> dict[str, Any]:
    effects = []
    for effect in card.get("effects") or ():
        wanted = ("op", "count") if effect["op"] == RENTERS else ("op", "kinds", "where", "to")
        effects.append(
            {name: effect[name] for name in wanted if effect.get(name) and (name != "to" or effect["op"] == REPLACE)}
        )
    text = in_words(effects)
    return {
        "id": card["id"],
        "title": card["title"],
        "text": text,
        "aloud": card.get("aloud") or text,
        "effects": effects,
    }


def inspect_climate(data: Any) -> Sequence[Problem]:
    found = []
    for number, card in enumerate(data["cards"]):
        for at, effect in enumerate(card.get("effects") or ()):
            if effect["op"] == REPLACE and effect["to"] in effect["kinds"]:
                where = f"climate.{number}.effects.{at}.to"
                found.append(Problem(where, say("A tile can't become what it already is.")))
        if not card.get("effects"):
            text = say("This card does nothing. It is only read aloud.")
            found.append(Problem(f"climate.{number}.effects", text, stops=False))
    return found


def inspect_fewest(data: Any) -> Sequence[Problem]:
    left = 6 - len(data.get("without", ())) + sum(card["id"].startswith("w") for card in data["cards"])
    short = say("{n} climate cards are too few: up to six happen in a match.", n=left)
    return [*inspect_climate(data), *([Problem("climate", short)] if left < 6 else [])]


def climate_html(entry: Mapping[str, Any]) -> str:
    made = plain_card(entry)
    return shown(made["title"], made["text"], entry.get("aloud") or "", picture=card_picture(made["id"]))


def building_html(entry: Mapping[str, Any]) -> str:
    words = say(
        "cost {cost}, emissions {e}, rent {rent}",
        cost=entry["cost"],
        e=entry.get("emissions", 0),
        rent=entry.get("rent", 0),
    )
    lines = [say("{n} in the supply", n=entry["count"])] if entry.get("count") else []
    return shown(entry["title"], words, lines=lines, picture=icon(KIND_IDS.index(entry["id"]), None, 64))


def block_start(shipped: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "shore": shipped["grid"]["shore"],
        "forest": shipped["grid"]["forest"],
        "start": [
            {
                "colour": one["colour"],
                "money": one["money"],
                "low_cost": one.get("low_cost", []),
                "conventional": one.get("conventional", []),
            }
            for one in shipped["start"]
        ],
    }


def block_files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    start = [
        {
            "colour": old["colour"],
            "money": new["money"],
            "low_cost": new.get("low_cost") or [],
            "conventional": new.get("conventional") or [],
        }
        for old, new in zip(shipped["start"], data["start"])
    ]
    grid = {**shipped["grid"], "shore": data["shore"], "forest": data["forest"]}
    return {"city.toml": {**shipped, "grid": grid, "start": start}}


def inspect_block(data: Any) -> Sequence[Problem]:
    found, seen = [], dict[str, int]()
    for number, start in enumerate(data["start"]):
        for name in ("low_cost", "conventional"):
            for cell in start.get(name) or ():
                if cell in seen:
                    text = say("Two buildings stand on {cell}. Move one of them.", cell=cell)
                    found.append(Problem(f"block.start.{number}.{name}", text))
                seen[cell] = number
    return found


KINDS = (
    Kind(
        "climate",
        "Climate cards",
        "climate card",
        "What happens when damage reaches a threshold.",
        "climate.toml",
        Climate,
        (
            Field("title", "Title", TEXT, "On the card and in the log.", "event.trigger", most=40),
            Field(
                "aloud",
                "Read aloud",
                LONG,
                "The story, to be read to the table before the effect.",
                "facil.story",
                most=400,
                optional=True,
            ),
            EFFECT,
        ),
        check_climate,
        "card",
        inspect=inspect_fewest,
        files=climate_files,
        preview=climate_html,
        said=lambda data: [in_words(plain_card(card)["effects"]) for card in data["cards"]],
        id_start="w",
        most=24,
    ),
    Kind(
        "buildings",
        "Buildings and parks",
        "kind of building",
        "What each tile costs, pays and emits, and how many there are.",
        "city.toml",
        City,
        (
            Field("title", "Name", TEXT, most=20),
            Field("cost", "Cost", NUMBER, "Paid once, when it is built.", "setup.supply-common", most=60),
            Field(
                "emissions",
                "Emissions",
                NUMBER,
                "Added to the emissions track as long as it stands.",
                least=-12,
                most=20,
            ),
            Field("rent", "Rent", NUMBER, "Income in each round with a renter.", most=30),
            Field("count", "Tiles in the supply", NUMBER, "Start buildings included.", "setup.supply-common", most=60),
        ),
        check_city,
        "kind",
        preview=building_html,
        adds=False,
    ),
    Kind(
        "block",
        "Starting block",
        "starting block",
        "Shore, forest, and where each player's first buildings stand.",
        "city.toml",
        City,
        (
            Field(
                "shore",
                "Shore",
                CHOICES,
                "These cells add 1 rent, and floods reach them.",
                "event.flood-low-cost",
                choices=CELL,
            ),
            Field(
                "forest",
                "Forest edge",
                CHOICES,
                "These cells add 1 rent, and mudslides reach them.",
                "event.rain-forest-edge",
                choices=CELL,
            ),
            Field(
                "start",
                "Players",
                LIST,
                "In the order of the colours: yellow, red, orange, purple.",
                "setup.start-yellow",
                least=4,
                most=4,
                one="Player",
                fields=(
                    Field("money", "Money", NUMBER, most=30),
                    Field("low_cost", "Low-Cost buildings", CHOICES, choices=CELL, optional=True),
                    Field("conventional", "Conventional buildings", CHOICES, choices=CELL, optional=True),
                ),
            ),
        ),
        check_city,
        inspect=inspect_block,
        files=block_files,
        start=block_start,
    ),
)
