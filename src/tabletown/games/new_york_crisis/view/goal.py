"""What one is after, in one line: the goal, how it stands, and what ends the game."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import FBI_TOKENS
from tabletown.games.new_york_crisis.city import NAMES
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.games.new_york_crisis.view.words import story_words
from tabletown.kernel import say


def goal(s: Crisis) -> str:
    if s.result or s.card < 0:
        return ""
    if s.final_at >= 0:
        return say(
            "Goal: the final challenge at {place} · alert {alert} of {limit} · FBI {fbi} of {lost}",
            place=NAMES[s.final_at],
            alert=s.alert,
            limit=s.limit,
            fbi=len(s.fbi),
            lost=FBI_TOKENS,
        )
    return say(
        "Goal: take info until the last story card is open · {story} · alert {alert} of {limit}, FBI {fbi} of {lost}",
        story=story_words(s),
        alert=s.alert,
        limit=s.limit,
        fbi=len(s.fbi),
        lost=FBI_TOKENS,
    )
