"""What people can make for Cross Bronx: Events with their clippings, Positions, and the setups of the Decades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tabletown.games.cross_bronx.components import (
    BOARD,
    EVENTS,
    INSTRUCTIONS,
    POSITIONS,
    THREE,
    WORDS,
    Event,
    EventsFile,
    PositionsFile,
    check_events,
    check_positions,
)
from tabletown.games.cross_bronx.setups import SetupsFile, check_setups
from tabletown.games.cross_bronx.view.cards.clippings import clipping
from tabletown.kernel import say
from tabletown.workshop.kinds import (
    CHOICE,
    CHOICES,
    FLAG,
    GROUP,
    LIST,
    LONG,
    NUMBER,
    TEXT,
    Field,
    Kind,
    Problem,
    tidy,
)
from tabletown.workshop.preview import shown

FACTION = (("public", "Public"), ("community", "Community"), ("private", "Private"))
OWNER = (*FACTION, ("any", "any Faction"))
DISTRICT = tuple((str(district.id), f"{district.id} {district.name}") for district in BOARD.district)
PIECES = (("population", "Population"), ("vulnerability", "Vulnerabilities"), ("organization", "Organizations"))
HAS = tuple(
    (name, name.replace("-", " "))
    for name in (
        "population",
        "unhoused-population",
        "vulnerability",
        "infrastructure",
        "exhausted",
        "organization",
        "coalition",
        "blight",
    )
)
VERBS = (
    ("place", "place pieces"),
    ("remove", "remove pieces"),
    ("move", "move pieces"),
    ("exhaust", "exhaust Infrastructure"),
    ("activate", "activate Organizations"),
    ("refresh", "refresh Organizations"),
    ("corrections", "change Corrections"),
    ("losses", "lower Losses"),
    ("resources", "change Resources"),
    ("quota", "perform a Quota Phase"),
)
DECADE_START, EACH = 1940, 15

EVENT = (
    Field("headline", "Headline", TEXT, "As a newspaper would print it.", "cards.event.fields", most=60),
    Field(
        "year",
        "Year",
        NUMBER,
        "It must lie in the Decade of the card's number.",
        "setup.deck.per-decade",
        least=1940,
        most=1999,
        start=1970,
    ),
    Field("context", "What happened", LONG, "In your own words.", most=260),
    Field(
        "first",
        "Acts first",
        CHOICE,
        "The Faction listed first performs the Event if nobody takes it.",
        "event.performer.default",
        choices=FACTION,
        start="public",
    ),
    Field("second", "Acts second", CHOICE, choices=FACTION, start="community"),
    Field("third", "Acts third", CHOICE, choices=FACTION, start="private"),
    Field(
        "effects",
        "Effects",
        LIST,
        "Carried out in order; what is impossible is left out.",
        "event-round.effect-always-happens",
        least=1,
        most=4,
        one="Effect",
        fields=(
            Field("do", "Verb", CHOICE, choices=VERBS, start="place"),
            Field("what", "Pieces", CHOICE, choices=PIECES, start="population", when=("do", ("place", "remove"))),
            Field("moved", "Pieces moved", CHOICE, choices=PIECES[:2], start="population", when=("do", ("move",))),
            Field("owner", "Of", CHOICE, choices=OWNER, start="any", when=("do", ("exhaust", "activate", "refresh"))),
            Field(
                "faction",
                "Of, for Organizations",
                CHOICE,
                choices=OWNER,
                optional=True,
                when=("what", ("organization",)),
            ),
            Field(
                "count",
                "How many",
                NUMBER,
                least=1,
                most=6,
                start=1,
                when=("do", ("place", "remove", "move", "exhaust", "activate", "refresh")),
            ),
            Field(
                "to",
                "Moved to",
                CHOICE,
                choices=(("adjacent", "an adjacent District"), ("any", "any other District")),
                start="adjacent",
                when=("do", ("move",)),
            ),
            Field(
                "where",
                "Only in",
                CHOICES,
                choices=DISTRICT,
                optional=True,
                when=("do", ("place", "remove", "move", "exhaust", "activate", "refresh")),
            ),
            Field(
                "has",
                "Only in Districts with",
                CHOICES,
                choices=HAS,
                optional=True,
                when=("do", ("place", "remove", "move", "exhaust", "activate", "refresh")),
            ),
            Field(
                "payer",
                "Whose Resources",
                CHOICE,
                choices=(*FACTION, ("own", "the performer"), ("each", "each Faction")),
                start="public",
                when=("do", ("resources",)),
            ),
            Field(
                "change",
                "By",
                NUMBER,
                "Below zero: down.",
                least=-6,
                most=6,
                start=1,
                when=("do", ("corrections", "resources")),
            ),
            Field("down", "Down by", NUMBER, least=1, most=4, start=1, when=("do", ("losses",))),
        ),
    ),
    Field(
        "source",
        "Source",
        TEXT,
        "Shown below the clipping. Without one it says “from general knowledge”.",
        most=120,
        optional=True,
    ),
)


def plain_event(card: Mapping[str, Any]) -> dict[str, Any]:
    """An Event as the game reads it."""
    data = tidy(EVENT, card)
    order = [data.pop(name) for name in ("first", "second", "third")]
    effects = []
    for one in data["effects"]:
        made = {"do": one["do"]}
        if one["do"] in ("place", "remove"):
            made["what"] = one["what"]
            if one["what"] == "organization":
                made["owner"] = one.get("faction") or "any"
        elif one["do"] == "move":
            made |= {"what": one["moved"], "to": one["to"]}
        elif one["do"] in ("exhaust", "activate", "refresh"):
            made["owner"] = one["owner"]
        elif one["do"] == "resources":
            made |= {"owner": one["payer"], "change": one["change"]}
        elif one["do"] == "corrections":
            made["change"] = one["change"]
        elif one["do"] == "losses":
            made["change"] = -one["down"]
        for name in ("count", "has"):
            if one.get(name):
                made[name] = one[name]
        if one.get("where"):
            made["where"] = [int(number) for number in one["where"]]
        effects.append(made)
    return {"number": card["number"], **data, "order": order, "effects": effects}


def read_event(card: Mapping[str, Any]) -> dict[str, Any]:
    """One of the game's Events as the form holds it; effects that the form has no words for are left out."""
    made = {name: card[name] for name in ("number", "headline", "year", "context") if name in card}
    made |= dict(zip(("first", "second", "third"), card["order"])) | {"source": card.get("source", "")[:120]}
    made["effects"] = [found for effect in card["effects"] if (found := _read_effect(effect)) is not None]
    return made


def _read_effect(effect: Mapping[str, Any]) -> dict[str, Any] | None:
    do = effect.get("do")
    if do not in dict(VERBS) or set(effect) - {"do", "what", "owner", "count", "to", "where", "has", "change"}:
        return None
    found: dict[str, Any] = {"do": do}
    if do in ("place", "remove"):
        found |= {
            "what": effect["what"],
            "faction": effect.get("owner", "any") if effect["what"] == "organization" else "",
        }
    elif do == "move":
        found |= {"moved": effect["what"], "to": effect.get("to", "any")}
    elif do == "resources":
        found |= {"payer": effect.get("owner", "any"), "change": effect["change"]}
    elif do == "corrections":
        found["change"] = effect["change"]
    elif do == "losses":
        found["down"] = -effect["change"]
    elif do != "quota":
        found["owner"] = effect.get("owner", "any")
    if do in ("place", "remove", "move", "exhaust", "activate", "refresh"):
        found["count"] = effect.get("count", 1)
        found |= {"where": [str(number) for number in effect.get("where", ())], "has": list(effect.get("has", ()))}
    return found


def event_files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    own = {card["number"]: plain_event(card) for card in data["cards"]}
    events = [own.pop(event["number"], event) for event in shipped["event"]]
    return {"events.toml": {**shipped, "event": [*events, *(own[number] for number in sorted(own))]}}


def inspect_events(data: Any) -> Sequence[Problem]:
    found = []
    added = sorted(card["number"] for card in data["cards"] if card["number"] > len(EVENTS))
    for number, card in enumerate(data["cards"]):
        where, no, year = f"events.{number}", card["number"], card["year"]
        if not 1 <= no <= len(EVENTS) and (
            no not in added or added != list(range(len(EVENTS) + 1, len(EVENTS) + 1 + len(added)))
        ):
            text = say("Number added Events from {n} up, without gaps.", n=len(EVENTS) + 1)
            found.append(Problem(where, text))
        if no <= 90:
            decade = DECADE_START + 10 * ((no - 1) // EACH)
            if not decade <= year < decade + 10:
                text = say("Event {n} belongs to the {decade}s, so its year lies there.", n=f"{no:03}", decade=decade)
                found.append(Problem(f"{where}.year", text, fix={f"{where}.year": decade}, label=str(decade)))
        if sorted((card["first"], card["second"], card["third"])) != sorted(THREE):
            found.append(Problem(f"{where}.third", say("The order names each Faction once.")))
        for at, effect in enumerate(card["effects"]):
            if effect["do"] in ("corrections", "resources") and not effect["change"]:
                found.append(Problem(f"{where}.effects.{at}.change", say("A change of 0 does nothing.")))
    firsts = [card["first"] for card in data["cards"]]
    if len(firsts) >= 6 and max(map(firsts.count, THREE)) > len(firsts) // 2:
        text = say("One Faction acts first on more than half of these Events.")
        found.append(Problem("events", text, stops=False))
    effects = [str(plain_event(card)["effects"]) for card in data["cards"] if not found]
    if len(set(effects)) < len(effects):
        found.append(Problem("events", say("Two Events have the same effects."), stops=False))
    return found


def event_html(card: Mapping[str, Any]) -> str:
    return f'<div class="cb clips">{clipping(msgspec.convert(plain_event(card), Event))}</div>'


# ------------------------------------------------------------------ Positions

OWN = {"own": "own Faction"}  # words: a Position's own one, where the form doesn't know which
CONDITION = tuple(WORDS.condition.items())
INSTRUCTION = tuple((id, instruction.words) for id, instruction in INSTRUCTIONS.items())
BOX = (("act", "Act"), ("event", "Event"), ("react", "React"), ("plan", "Plan"))
GOALS = {f"{p.player.goal.action}/{p.player.goal.option}": p.player.goal for p in POSITIONS}
POSITION = (
    Field("title", "Title", TEXT, rule="positions.card.fields", most=30),
    Field("blurb", "In one line", TEXT, most=140),
    Field(
        "target",
        "Target",
        NUMBER,
        "How often the Priority Objective is to be met.",
        "positions.priority-objective",
        least=1,
        most=3,
    ),
    Field(
        "first",
        "First condition",
        CHOICE,
        "Both must hold for the goal to count.",
        "positions.goal.achieved",
        choices=CONDITION,
        parts=OWN,
    ),
    Field("second", "Second condition", CHOICE, choices=CONDITION, parts=OWN),
    Field(
        "goal",
        "Goal of the Position",
        CHOICE,
        "The action that earns a star.",
        "positions.goal.star",
        choices=tuple(
            (id, f"{WORDS.action.get(goal.action, goal.action)}: {WORDS.option.get(goal.option, goal.option)}")
            for id, goal in GOALS.items()
        ),
    ),
    Field("restriction", "Restriction of the goal", CHOICE, choices=tuple(WORDS.restriction.items()), parts=OWN),
    Field(
        "rows",
        "Instructions as a Non-Player",
        LIST,
        "The first row whose condition holds is carried out.",
        "np.setup.draw-one",
        least=4,
        most=4,
        one="Row",
        fields=(
            Field("when", "Holds when", CHOICE, choices=CONDITION, parts=OWN),
            Field("instruction", "What it does", CHOICE, choices=INSTRUCTION, parts=OWN),
        ),
    ),
    Field("boxes", "Boxes as a Non-Player", CHOICES, "In this order.", choices=BOX, count=3),
)


def read_position(card: Mapping[str, Any]) -> dict[str, Any]:
    goal = card["player"]["goal"]
    made = {name: card[name] for name in ("id", "title", "blurb", "target")}
    made |= dict(zip(("first", "second"), card["player"]["conditions"]))
    made |= {"goal": f"{goal['action']}/{goal['option']}", "restriction": goal["restriction"]}
    made["rows"] = [{"when": row["when"], "instruction": row["instruction"]} for row in card["np"]["rows"]]
    return {**made, "boxes": list(card["np"]["boxes"])}


def position_html(entry: Mapping[str, Any]) -> str:
    faction = next(position.faction for position in POSITIONS if position.id == entry["id"])
    own = dict(FACTION)[faction]

    def when(condition: str) -> str:
        return say(WORDS.condition[condition], own=own)

    words = dict(next(field for field in POSITION if field.id == "goal").choices)
    both = say("Both must hold: {first}; {second}", first=when(entry["first"]), second=when(entry["second"]))
    lines = [f"{when(row['when'])} → {say(INSTRUCTIONS[row['instruction']].words)}" for row in entry["rows"]]
    return shown(entry["title"], words[entry["goal"]], entry["blurb"], [both, *lines])


def position_files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    own = {card["id"]: card for card in data["cards"]}
    positions = []
    for old in shipped["position"]:
        new = own.get(old["id"])
        if new is None:
            positions.append(old)
            continue
        action, _, option = new["goal"].partition("/")
        rows = [{**row, "action": INSTRUCTIONS[row["instruction"]].action} for row in new["rows"]]
        player = {
            "conditions": [new["first"], new["second"]],
            "goal": {"action": action, "option": option, "restriction": new["restriction"]},
        }
        made = {name: new[name] for name in ("title", "blurb", "target")}
        positions.append({**old, **made, "player": player, "np": {"boxes": new["boxes"], "rows": rows}})
    return {"positions.toml": {**shipped, "position": positions}}


# ------------------------------------------------------------------ setups

PER_FACTION = tuple(Field(id, name, NUMBER, least=-10, most=30) for id, name in FACTION)
SETUP = (
    Field("title", "Title", TEXT, most=40),
    Field("note", "What is going on", LONG, most=400),
    Field("resources", "Resources", GROUP, rule="setup.board.from-decade", fields=PER_FACTION),
    Field("corrections", "Vulnerabilities in Corrections", NUMBER, most=15),
    Field("losses", "Losses", NUMBER, most=12),
    Field("high_tax", "The Tax Rate is 1 (else one half)", FLAG, optional=True),
    Field(
        "district",
        "Districts",
        LIST,
        "In the order of the map.",
        "setup.board.from-decade",
        least=len(DISTRICT),
        most=len(DISTRICT),
        one="District",
        fields=(
            Field(
                "tiles",
                "Infrastructure",
                LIST,
                most=8,
                one="Tile",
                optional=True,
                fields=(
                    Field("owner", "Of", CHOICE, choices=FACTION, start="public"),
                    Field("exhausted", "Exhausted, and empty", FLAG, optional=True),
                    Field("pop", "Population", NUMBER, most=5, start=0),
                    Field("vul", "Vulnerabilities", NUMBER, most=1, start=0),
                    Field("orgs", "Organizations", CHOICES, choices=FACTION, optional=True),
                ),
            ),
            Field("unhoused_pop", "Unhoused Population", NUMBER, most=20, start=0),
            Field("unhoused_vul", "Unhoused Vulnerabilities", NUMBER, most=10, start=0),
            Field("blight", "Blight", FLAG, optional=True),
        ),
    ),
)


def read_setup(card: Mapping[str, Any]) -> dict[str, Any]:
    made = {name: card[name] for name in ("decade", "title", "note", "resources", "corrections", "losses")}
    made["high_tax"] = card["tax"] == 1
    made["district"] = [
        {
            "tiles": [{"pop": 0, "vul": 0, "orgs": [], **tile} for tile in district["tiles"]],
            "unhoused_pop": district["unhoused"]["pop"],
            "unhoused_vul": district["unhoused"]["vul"],
            "blight": district["marker"] == "blight",
        }
        for district in card["district"]
    ]
    return made


def setup_files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    own = {card["decade"]: card for card in data["cards"]}
    return {"setups.toml": {**shipped, "setup": [_setup(old, own.get(old["decade"])) for old in shipped["setup"]]}}


def _setup(old: Mapping[str, Any], new: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if new is None:
        return old
    districts = [
        {
            "id": before["id"],
            "tiles": [_tile(tile) for tile in after.get("tiles") or ()],
            "unhoused": {"pop": after["unhoused_pop"], "vul": after["unhoused_vul"]},
            "marker": "blight" if after.get("blight") else "none",
        }
        for before, after in zip(old["district"], new["district"])
    ]
    made = {name: new[name] for name in ("title", "note", "resources", "corrections", "losses")}
    return {**old, **made, "tax": 1 if new.get("high_tax") else 0.5, "district": districts}


def _tile(tile: Mapping[str, Any]) -> dict[str, Any]:
    if tile.get("exhausted"):
        return {"owner": tile["owner"], "exhausted": True}
    return {"owner": tile["owner"], "pop": tile["pop"], "vul": tile["vul"], "orgs": list(tile.get("orgs") or ())}


def session_of(data: Any) -> dict[str, str]:
    """The Session in which most of these Events can come up, in its first Decade if possible."""
    of = Counter(card["year"] // 10 * 10 for card in data["cards"])
    return {"session": str(max(range(1940, 1990, 10), key=lambda start: (of[start] + of[start + 10], of[start])))}


KINDS = (
    Kind(
        "events",
        "Events",
        "Event",
        "Newspaper clippings and what they bring.",
        "events.toml",
        EventsFile,
        EVENT,
        check_events,
        "event",
        inspect=inspect_events,
        files=event_files,
        name="headline",
        id_field="number",
        options=session_of,
        preview=event_html,
        read=read_event,
    ),
    Kind(
        "positions",
        "Positions",
        "Position",
        "What a Faction is after, and how it acts as a Non-Player.",
        "positions.toml",
        PositionsFile,
        POSITION,
        check_positions,
        "position",
        files=position_files,
        preview=position_html,
        adds=False,
        read=read_position,
    ),
    Kind(
        "setups",
        "Setups of Decades",
        "setup",
        "The map at the start of a Decade.",
        "setups.toml",
        SetupsFile,
        SETUP,
        check_setups,
        "setup",
        id_field="decade",
        files=setup_files,
        on_board=True,
        adds=False,
        read=read_setup,
        options=lambda data: {"session": str(data["cards"][0]["decade"])} if data["cards"] else {},
    ),
)
