"""The options of a question as chips: where to go and what is there, what to do and what it costs."""

from __future__ import annotations

from tabletown.drawing import Chip, listed, named
from tabletown.games.new_york_crisis.cards import CHARACTERS
from tabletown.games.new_york_crisis.city import INDEX, NAMES
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.games.new_york_crisis.view import pieces
from tabletown.games.new_york_crisis.view.words import PART, Words, deed, found_at
from tabletown.kernel import Text, say

GO, DO = Text("Go"), Text("Do")


def chip(s: Crisis, words: Words, word: str) -> Chip:
    head, _, rest = word.partition(":")
    if head in ("step", "ride") and rest in INDEX:
        there = listed(found_at(s, INDEX[rest]), ",") or say("nothing there")
        place = named(NAMES[INDEX[rest]])
        return Chip(place, say("subway, {there}", there=there) if head == "ride" else there, str(GO))
    if head == "be":
        character = CHARACTERS[PART[rest]]
        return Chip(named(character.name), named(character.line))
    if head == "next":
        figure = s.cast.index(PART[rest]) if PART[rest] in s.cast else -1
        if figure < 0:
            return Chip(named(CHARACTERS[PART[rest]].name))
        pawn = f'<span class="nyc">{pieces.icon(pieces.pawn(figure), 40)}</span>'
        return Chip(named(CHARACTERS[PART[rest]].name), say("in {place}", place=NAMES[s.at[figure]]), picture=pawn)
    done = deed(s, word, words.act)
    return Chip(done.deed, done.note, str(DO) if words.plates else "")
