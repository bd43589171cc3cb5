"""Mafia cards, mobsters and the FBI."""

from __future__ import annotations

from functools import cache

from tabletown.games.new_york_crisis.cards import (
    INFO_COLOUR,
    ITEM,
    MAFIA_CARDS,
    MENTAL,
    MODIFIERS,
    PHYSICAL,
    RESULT,
    RESULTS,
    SOCIAL,
    MafiaCard,
)
from tabletown.games.new_york_crisis.city import IDS
from tabletown.games.new_york_crisis.events.causes import EMPTY_BAG, FBI, MAFIA_CARD, NO_MAFIA, POLICE
from tabletown.games.new_york_crisis.events.mafia import (
    BagWasEmpty,
    FbiArrived,
    FbiHeldFive,
    InfoPlaced,
    MafiaCardDrawn,
    MafiaKeptAway,
    MafiaPlaced,
    MafiaRanOut,
    ThirdMafiaCame,
)
from tabletown.games.new_york_crisis.events.phrases import FINAL
from tabletown.games.new_york_crisis.events.setup import ItemPlaced
from tabletown.games.new_york_crisis.rules.tracks import choose_nearest, move_on, raise_alert
from tabletown.games.new_york_crisis.scenarios import FBI_TOKENS, GOALS, MAFIA_TOKENS
from tabletown.games.new_york_crisis.state import Crisis, open_card, replaced, without
from tabletown.kernel import Chance, Script, Text, tell

NEAREST_OPEN = Text("choose the nearest location for the info")


def mafia_draw(s: Crisis) -> Chance:
    """The draw of the next mafia card."""
    if not s.mafia_deck:
        s.mafia_deck, s.mafia_discard = s.mafia_discard, []
    return Chance("mafia card", s.mafia_deck, rule="mafia.draw-count")


def turn_up(s: Crisis, id: str) -> MafiaCard:
    """Put the drawn card on the discards and return it."""
    s.mafia_deck = without(s.mafia_deck, id)
    s.mafia_discard = [*s.mafia_discard, id]
    tell(s, MafiaCardDrawn, id)
    return MAFIA_CARDS[id]


def mafia_step(s: Crisis) -> Script:
    """1) Draw mafia cards: all mobsters first, card by card, then the last card's info, then its item."""
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
    """Place 1 mobster; True if the FBI comes instead."""
    if place in s.cars or place in s.fbi:
        tell(s, MafiaKeptAway, IDS[place], POLICE if place in s.cars else FBI)
    elif s.mafia[place] >= 2:
        s.mafia[place] = 0
        tell(s, ThirdMafiaCame, IDS[place])
        raise_alert(s, 2, FBI)
        return True
    elif sum(s.mafia) >= MAFIA_TOKENS:
        tell(s, MafiaRanOut)
        raise_alert(s, 1, NO_MAFIA)
    else:
        s.mafia[place] += 1
        tell(s, MafiaPlaced, IDS[place])
    return False


def fbi_arrives(s: Crisis, place: int) -> Script:
    s.fbi = [*s.fbi, place]
    tell(s, FbiArrived, IDS[place], len(s.fbi), FBI_TOKENS)
    if len(s.fbi) >= FBI_TOKENS:
        s.result = "fbi"
        tell(s, FbiHeldFive)
        return
    for number, at in enumerate(s.goals):
        if at == place:
            there = yield from move_on(s, place, GOALS[s.scenario][number].objective.id)
            s.goals = replaced(s.goals, number, there)
    if s.final_at == place:
        s.final_at = yield from move_on(s, place, FINAL)


@cache
def tokens(physical: int, mental: int, social: int) -> tuple[str, ...]:
    return (RESULTS[PHYSICAL],) * physical + (RESULTS[MENTAL],) * mental + (RESULTS[SOCIAL],) * social


def place_info(s: Crisis, place: int, alert_if_empty: int = 1) -> Script:
    if not any(s.bag):
        tell(s, BagWasEmpty)
        raise_alert(s, alert_if_empty, EMPTY_BAG)
        return
    if s.options.fbi_nearest and place in s.fbi:
        place = yield from choose_nearest(s, place, [*s.fbi, *s.cars], NEAREST_OPEN, "fbi-info-item")
    drawn = yield Chance("info token", tokens(*s.bag), rule="mafia.info-top-card")  # drawn from the bag unseen
    type = RESULT[drawn]
    s.bag = replaced(s.bag, type, s.bag[type] - 1)
    s.info[place * 3 + type] += 1
    tell(s, InfoPlaced, IDS[place], INFO_COLOUR[type])


def place_item(s: Crisis, place: int) -> Script:
    if s.item[place] >= 0 or not s.item_supply or (s.options.fbi_nearest and place in s.fbi):
        return
    drawn = yield Chance("item", s.item_supply, rule="mafia.item-top-card")
    s.item_supply = without(s.item_supply, drawn)
    s.item[place] = ITEM[drawn]
    tell(s, ItemPlaced, IDS[place], drawn, MAFIA_CARD)
