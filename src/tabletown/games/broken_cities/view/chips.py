"""The options of a question as chips: what to buy, cells by what they bring, the parts of a law."""

from __future__ import annotations

from tabletown.drawing import Chip, signed
from tabletown.games.broken_cities.content import EMISSIONS, LAW_KINDS, NUMBER, PARKS, PENALTIES, RENT, TITLES
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view.law import slots_of
from tabletown.games.broken_cities.view.pieces import icon
from tabletown.games.broken_cities.view.words import SLOT_LABELS, cell_gain, kind_asked, label
from tabletown.games.broken_cities.words import BOUGHT, CELL_OF
from tabletown.kernel import Decision, Text, say

LAW, OLD = Text("The law"), Text("Old laws")


def chips(s: BrokenCities, asked: Decision | None) -> dict[str, Chip]:
    if asked is None or asked.seat < 0:
        return {}
    slots = slots_of(s, asked)
    made = {word: chip(s, asked, word, slots) for word in asked.options}
    return {word: found for word, found in made.items() if found is not None}


def chip(s: BrokenCities, asked: Decision, word: str, slots: dict[str, str]) -> Chip | None:
    seat, (verb, _, what) = asked.seat, word.partition(":")
    if word in BOUGHT:
        kind = BOUGHT[word]
        rent = "" if kind in PARKS else say(", rent +{kind}", kind=RENT[kind])
        note = say("{prices}, emissions {kind}{rent}", prices=s.prices[kind], kind=signed(EMISSIONS[kind]), rent=rent)
        return Chip(TITLES[kind], note, say("Buy"), icon(kind, seat, 34))
    if verb in ("cell", "renter") and word in CELL_OF:
        gain = cell_gain(s, seat, kind_asked(asked), CELL_OF[word], word)
        return Chip(what, signed(gain), say("Renters") if verb == "renter" else "")
    if verb == "law":
        return Chip(LAW_KINDS[what].title, LAW_KINDS[what].help, LAW_KINDS[what].group)
    if verb == "penalty":
        return Chip(PENALTIES[what].title, PENALTIES[what].help)
    if verb == "set":
        return Chip(str(SLOT_LABELS.get(what, what)), slots.get(what, ""), str(LAW))
    if verb in ("change", "repeal") and what:
        return Chip(
            say("{verb} law {what}", verb=verb.capitalize(), what=what),
            label(s, asked, word).partition(": ")[2],
            str(OLD),
        )
    if verb == "kind":
        return Chip(TITLES[NUMBER[what]], picture=icon(NUMBER[what], seat, 30))
    return None
