"""What counts on the table of New York Crisis."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import CHARACTERS
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.kernel import Name

ALERT, STORY = Name("alert"), Name("story")
FBI, MAFIA, CARS = Name("FBI on the map"), Name("mafia on the map"), Name("police cars on the map")
INFO = [Name("{kind:word} info on the map", kind=kind) for kind in ("physical", "mental", "social")]
BAG, ITEMS = Name("info in the bag"), Name("items on the map")
WOUNDS = [Name("wounds of {figure:word}", figure=character.name) for character in CHARACTERS]
SKILLS = [Name("skill tokens of {figure:word}", figure=character.name) for character in CHARACTERS]
CARRIED = [Name("items of {figure:word}", figure=character.name) for character in CHARACTERS]
COST = [Name("price of {kind:word} info", kind=kind) for kind in ("physical", "mental", "social")]


def ledger(s: Crisis) -> dict[str, float]:
    counted: dict[str, float] = {ALERT: s.alert, STORY: s.story}
    counted |= {FBI: len(s.fbi), MAFIA: sum(s.mafia), CARS: len(s.cars)}
    for kind in range(3):
        counted[INFO[kind]] = sum(s.info[kind::3])
        counted[COST[kind]] = s.info_cost[kind] if s.info_cost else 0
    counted |= {BAG: sum(s.bag), ITEMS: sum(item >= 0 for item in s.item)}
    for figure, character in enumerate(s.cast):
        counted[WOUNDS[character]] = len(s.wounds[figure])
        counted[SKILLS[character]] = s.skills[figure]
        counted[CARRIED[character]] = len(s.ready[figure]) + len(s.used[figure])
    return counted
