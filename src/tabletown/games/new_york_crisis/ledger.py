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

LEFT_OUT = {
    "scenario": "chosen before the match",
    "seats": "chosen before the match",
    "options": "chosen before the match",
    "phase": "a heading of the log",
    "at": "a place, not a number",
    "acted": "who is next stands in the prompt",
    "knocked": "told when it happens",
    "goals": "a place, not a number",
    "escorts": "told when it happens",
    "final_at": "a place, not a number",
    "efforts": "told when it happens",
    "mafia_deck": "which cards are left is known to nobody",
    "mafia_discard": "cards that were seen",
    "police_deck": "which cards are left is known to nobody",
    "police_drawn": "a card is a line of its own",
    "police_discard": "cards that were seen",
    "info_supply": "what is not in play",
    "item_supply": "what is not in play",
    "gone": "what is not in play",
    "card": "a heading of the log",
    "blackout": "told by the story card",
    "limit": "stands beside the alert and stays the same in a story",
    "track_cars": "told when the alert reaches one",
    "deck_cars": "told when the alert reaches one",
    "last_round": "told when it happens",
    "round": "a heading of the log",
    "event": "a card is a line of its own",
    "task_done": "told when it happens",
    "kills": "counted for the event of the round",
    "infos": "counted for the event of the round",
    "items": "counted for the event of the round",
    "wilds": "counted for the event of the round",
    "active": "whose turn it is stands in the prompt",
    "actions": "of the turn under way: shown with the dice, gone when it ends",
    "steps": "of the turn under way: shown with the dice, gone when it ends",
    "moves": "of the turn under way: shown with the dice, gone when it ends",
    "bikes": "of the turn under way: shown with the dice, gone when it ends",
    "extra_used": "of the turn under way: shown with the dice, gone when it ends",
    "entered": "of the turn under way: shown with the dice, gone when it ends",
    "dodged": "of the turn under way: shown with the dice, gone when it ends",
    "avoided": "of the turn under way: shown with the dice, gone when it ends",
    "coat_mafia": "of the turn under way: shown with the dice, gone when it ends",
    "coat_open": "of the turn under way: shown with the dice, gone when it ends",
    "discount": "of the turn under way: shown with the dice, gone when it ends",
    "passed": "of the turn under way: shown with the dice, gone when it ends",
    "borrowed": "of the turn under way: shown with the dice, gone when it ends",
    "colours": "of the turn under way: shown with the dice, gone when it ends",
    "faces": "of the turn under way: shown with the dice, gone when it ends",
    "spent": "of the turn under way: shown with the dice, gone when it ends",
    "picked": "of the turn under way: shown with the dice, gone when it ends",
    "fresh": "of the turn under way: shown with the dice, gone when it ends",
    "campaign": "chosen before the match",
    "week": "a heading of the log",
    "allies": "told when it happens",
    "decided": "told when it happens",
    "radio_free": "told by the story card",
    "result": "told when it happens",
    "dear": "told when it happens",
    "unread": "story cards that nobody has read yet",
    "imagined": "what search makes up",
}


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
