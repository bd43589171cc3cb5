"""What one is after, in one line: the goal, how it stands, and what ends the game."""

from __future__ import annotations

from tabletown.games.new_york_crisis.city import NAMES
from tabletown.games.new_york_crisis.scenarios import FBI_TOKENS
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.games.new_york_crisis.view.words import story_words
from tabletown.kernel import say


def goal(s: Crisis) -> str:
    if s.result or s.card < 0:
        return ""
    alert, fbi = (
        say("alert {alert} of {limit}", alert=s.alert, limit=s.limit),
        say("FBI {fbi} of {lost}", fbi=len(s.fbi), lost=FBI_TOKENS),
    )
    if s.final_at >= 0:
        return " · ".join((say("Goal: the final challenge at {place}", place=NAMES[s.final_at]), fbi, alert))
    return " · ".join((say("Goal: take info until the last story card is open"), story_words(s), fbi, alert))
