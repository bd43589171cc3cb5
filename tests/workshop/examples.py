"""Packs as people make them, one for each kind of content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from tabletown.registry import game
from tabletown.workshop.drafts import Draft, begin, new_card
from tabletown.workshop.kinds import kind_of, shipped


def _begun(game_id: str, kind: str, title: str) -> Draft:
    found = game(game_id)
    return begin(found, kind_of(found, kind), title)


def _with_card(game_id: str, kind: str, title: str, card: Mapping[str, Any]) -> Draft:
    draft = _begun(game_id, kind, title)
    found = game(game_id)
    draft.parts[kind]["cards"].append({**new_card(found, kind_of(found, kind), draft), **card})
    return draft


def _changed(game_id: str, kind: str, title: str, place: int, changes: Mapping[str, Any]) -> Draft:
    draft = _begun(game_id, kind, title)
    made = kind_of(game(game_id), kind)
    card = deepcopy(shipped(game(game_id), made.file)[made.key][place])
    draft.parts[kind]["cards"].append({**(made.read(card) if made.read is not None else card), **changes})
    return draft


def city() -> Draft:
    draft = _begun("right-of-way", "city", "The Two Banks")
    plots = draft.parts["city"]["plots"]
    plots |= {word: "$" if abs(int(word.split(",")[0])) > 2 else "." for word in plots}
    return draft


def roads() -> Draft:
    draft = _begun("crossroll", "map", "Other Roads")
    data = draft.parts["map"]
    data["stops"].append({"id": "stop-1", "name": "New Bridge", "kind": "plain", "at": [500, 300]})
    data["routes"][0]["stops"].insert(3, "stop-1")
    return draft


def climate() -> Draft:
    effects = [{"op": "replace", "kinds": ["green"], "to": "low_cost", "where": "inner"}]
    return _with_card(
        "broken-cities", "climate", "Heat", {"title": "Heat Wave", "aloud": "It is hot.", "effects": effects}
    )


def block() -> Draft:
    draft = _begun("broken-cities", "block", "Another block")
    draft.parts["block"]["start"][0]["low_cost"] = ["B6", "D6", "C2"]
    return draft


def buildings() -> Draft:
    return _changed("broken-cities", "buildings", "Cheap green", 2, {"cost": 12})


def mission() -> Draft:
    def card(number: int, **more: Any) -> dict[str, Any]:
        bag = {"physical": 4, "mental": 4, "social": 4}
        told = {"title": f"Reel {number}", "text": "The lights go out.", "brief": "Dark.", "mafia_cards": 1}
        return {**told, "at": [3 * number] * 4, "bag": bag, "effects": [], "objectives": [], **more}

    reel = {"name": "the reel", "location": "harlem", "type": "mental", "results": 2, "done": "You have it."}
    cards = [card(0), card(1, effects=[{"kind": "alert", "delta": 1}], objectives=[reel]), card(2)]
    final = {"location": "tribeca", "type": "mental", "results": 3, "who": "anybody", "times": [1, 1, 1, 1]}
    about = {"title": "The Last Matinee", "line": "A cinema with one way out.", "ending": "Home."}
    return _with_card("new-york-crisis", "mission", "The Last Matinee", {**about, "card": cards, "final": final})


def police() -> Draft:
    card = {"title": "Fog", "location": "harlem", "line": "Nobody sees the river.", "event": "slow"}
    return _with_card("new-york-crisis", "police", "Fog", card)


def mafia() -> Draft:
    return _with_card("new-york-crisis", "mafia", "More of them", {"mafia": "harlem", "line": "A whistle."})


def items() -> Draft:
    return _changed("new-york-crisis", "items", "More masks", 1, {"copies": 4})


def event() -> Draft:
    effects = [
        {"do": "place", "what": "vulnerability", "count": 2, "where": ["5"]},
        {"do": "corrections", "change": 2},
    ]
    card = {"headline": "Lights Out in the Bronx", "year": 1977, "context": "A blackout.", "effects": effects}
    return _with_card("cross-bronx", "events", "Blackout", card)


def position() -> Draft:
    return _changed("cross-bronx", "positions", "Another Organizer", 0, {"title": "Neighbour"})


def setup() -> Draft:
    return _changed("cross-bronx", "setups", "Fuller jails", 1, {"corrections": 9})


EXAMPLES: dict[str, Callable[[], Draft]] = {
    made.__name__: made
    for made in (city, roads, climate, block, buildings, mission, police, mafia, items, event, position, setup)
}
