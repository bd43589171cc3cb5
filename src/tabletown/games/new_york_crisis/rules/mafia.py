"""Mafia cards, mafia tokens and the FBI."""

from __future__ import annotations

from functools import cache

from tabletown.games.new_york_crisis.cards import (
    INFO_COLOUR,
    ITEM,
    ITEM_NAMES,
    MAFIA_CARDS,
    MENTAL,
    MODIFIERS,
    PHYSICAL,
    RESULT,
    RESULTS,
    SOCIAL,
    MafiaCard,
)
from tabletown.games.new_york_crisis.city import NAMES, nearest
from tabletown.games.new_york_crisis.rules.tracks import TO, move_on, raise_alert
from tabletown.games.new_york_crisis.scenarios import FBI_TOKENS, GOALS, MAFIA_TOKENS
from tabletown.games.new_york_crisis.state import Crisis, open_card, replaced, spokesman, without
from tabletown.kernel import Chance, Choose, Script, Text, is_read, tell

CARD = Text("{line}")
PLACED = Text("Mafia at {place}.")
KEPT_AWAY = Text("The law is at {place}: no mafia came.")
FBI = Text("A third mafia at {place}: the FBI took over.")
NO_MAFIA = Text("There was no mafia token left to place.")
FBI_HOLDS = Text("Nobody can enter {place} now: FBI {n} of {lost}.")
FIVE = Text("The FBI holds five locations.")
INFO = Text("Info at {place}: {colour}.")
NO_INFO = Text("The bag was empty.")
ITEM_PLACED = Text("Item at {place}: {item}.")
NEAREST_OPEN = Text("choose the nearest open location for the info token")


def mafia_draw(s: Crisis) -> Chance:
    """Which mafia card comes next."""
    if not s.mafia_deck:
        s.mafia_deck, s.mafia_discard = s.mafia_discard, []
    return Chance("mafia card", s.mafia_deck, rule="mafia.draw-count")


def turn_up(s: Crisis, id: str) -> MafiaCard:
    """The card that was drawn goes to the discards."""
    s.mafia_deck = without(s.mafia_deck, id)
    s.mafia_discard = [*s.mafia_discard, id]
    card = MAFIA_CARDS[id]
    if is_read(s):
        tell(s, CARD, "mafia.draw-first", line=card.line)
    return card


def mafia_step(s: Crisis) -> Script:
    """1) Draw mafia cards: all mafia first, card by card, then the last card's info, then its item."""
    card: MafiaCard | None = None
    places_mafia = MODIFIERS[s.event].mafia_cards_place_mafia
    for _ in range(open_card(s).mafia_cards):
        card = turn_up(s, (yield mafia_draw(s)))
        if card.mafia >= 0 and places_mafia and place_mafia(s, card.mafia):
            yield from fbi_arrives(s, card.mafia)
            if s.result:
                break
    else:
        if card is not None and card.info >= 0:
            yield from place_info(s, card.info)
        if card is not None and card.item >= 0:
            yield from place_item(s, card.item)
    s.phase = "roll"


def place_mafia(s: Crisis, place: int) -> bool:
    """One mafia token there; True if the FBI comes instead."""
    if place in s.cars or place in s.fbi:
        tell(s, KEPT_AWAY, "mafia.not-on-police" if place in s.cars else "mafia.not-on-fbi", place=NAMES[place])
    elif s.mafia[place] >= 2:
        s.mafia[place] = 0
        tell(s, FBI, "mafia.third-becomes-fbi", place=NAMES[place])
        raise_alert(s, 2)
        return True
    elif sum(s.mafia) >= MAFIA_TOKENS:
        tell(s, NO_MAFIA, "mafia-supply")
        raise_alert(s, 1)
    else:
        s.mafia[place] += 1
        if is_read(s):
            tell(s, PLACED, "mafia.place-each", place=NAMES[place])
    return False


def fbi_arrives(s: Crisis, place: int) -> Script:
    s.fbi = [*s.fbi, place]
    tell(s, FBI_HOLDS, "fbi.block", place=NAMES[place], n=len(s.fbi), lost=FBI_TOKENS)
    if len(s.fbi) >= FBI_TOKENS:
        s.result = "fbi"
        tell(s, FIVE, "end.fbi-five")
        return
    for number, at in enumerate(s.goals):
        if at == place:
            there = yield from move_on(s, place, GOALS[s.scenario][number].objective.name)
            s.goals = replaced(s.goals, number, there)
    if s.final_at == place:
        s.final_at = yield from move_on(s, place, "the final challenge")


@cache
def tokens(physical: int, mental: int, social: int) -> tuple[str, ...]:
    return (RESULTS[PHYSICAL],) * physical + (RESULTS[MENTAL],) * mental + (RESULTS[SOCIAL],) * social


def place_info(s: Crisis, place: int, alert_if_empty: int = 1) -> Script:
    if not any(s.bag):
        tell(s, NO_INFO, "mafia.bag-empty")
        raise_alert(s, alert_if_empty)
        return
    if s.options.fbi_nearest and place in s.fbi:
        places = nearest(place, s.fbi + s.cars)
        if len(places) > 1:
            word = yield Choose(spokesman(s), NEAREST_OPEN, [TO[p] for p in places], rule="fbi-info-item")
            places = [TO.index(word)]
        place = places[0]
    drawn = yield Chance("info token", tokens(*s.bag), rule="mafia.info-top-card")  # unseen, out of the bag
    type = RESULT[drawn]
    s.bag = replaced(s.bag, type, s.bag[type] - 1)
    s.info[place * 3 + type] += 1
    if is_read(s):
        tell(s, INFO, "mafia.info-top-card", colour=INFO_COLOUR[type], place=NAMES[place])


def place_item(s: Crisis, place: int) -> Script:
    if s.item[place] >= 0 or not s.item_supply or (s.options.fbi_nearest and place in s.fbi):
        return
    drawn = yield Chance("item", s.item_supply, rule="mafia.item-top-card")
    s.item_supply = without(s.item_supply, drawn)
    s.item[place] = ITEM[drawn]
    if is_read(s):
        tell(s, ITEM_PLACED, "mafia.item-top-card", place=NAMES[place], item=ITEM_NAMES[ITEM[drawn]])
