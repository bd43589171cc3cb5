"""The options of a question as chips: what to buy, cells by what they bring, the parts of a law."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.drawing import Chip, named, signed
from tabletown.games.broken_cities.content import EMISSIONS, LAW_KINDS, NUMBER, PARKS, PENALTIES, RENT, TITLES
from tabletown.games.broken_cities.options import BOUGHT
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view.law import slots_of
from tabletown.games.broken_cities.view.pieces import icon
from tabletown.games.broken_cities.view.words import OLD_LAW, SLOT_LABELS
from tabletown.games.broken_cities.words import law_text
from tabletown.kernel import Decision, Text, say

LAW, OLD = Text("The law"), Text("Old laws")


def chips(s: BrokenCities, asked: Decision | None, gains: Mapping[str, int]) -> dict[str, Chip]:
    if asked is None or asked.seat < 0:
        return {}
    slots = slots_of(s, asked)
    made = {word: chip(s, asked, word, slots, gains) for word in asked.options}
    return {word: found for word, found in made.items() if found is not None}


def chip(s: BrokenCities, asked: Decision, word: str, slots: dict[str, str], gains: Mapping[str, int]) -> Chip | None:
    seat, (verb, _, what) = asked.seat, word.partition(":")
    if word in BOUGHT:
        kind = BOUGHT[word]
        told = {"price": s.prices[kind], "change": signed(EMISSIONS[kind])}
        note = (
            say("{price}, emissions {change}", **told)
            if kind in PARKS
            else say("{price}, emissions {change}, rent +{rent}", rent=RENT[kind], **told)
        )
        return Chip(named(TITLES[kind]), note, say("Buy"), icon(kind, seat, 34))
    if word in gains:
        return Chip(what, signed(gains[word]), say("Renters") if verb == "renter" else "")
    if verb == "law":
        return Chip(named(LAW_KINDS[what].title), named(LAW_KINDS[what].help), named(LAW_KINDS[what].group))
    if verb == "penalty":
        return Chip(named(PENALTIES[what].title), named(PENALTIES[what].help))
    if verb == "set":
        return Chip(str(SLOT_LABELS.get(what, what)), slots.get(what, ""), str(LAW))
    if verb in ("change", "repeal") and what:
        law = next(law for law in s.laws if str(law.number) == what)
        return Chip(str(OLD_LAW[verb](number=what)), str(law_text(law)), str(OLD))
    if verb == "kind":
        return Chip(named(TITLES[NUMBER[what]]), picture=icon(NUMBER[what], seat, 30))
    return None
