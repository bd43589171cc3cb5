"""The goal in one line: what to do, how it stands, and what ends the game."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import RESULTS
from tabletown.games.new_york_crisis.city import NAMES
from tabletown.games.new_york_crisis.rules.story import final_challenge
from tabletown.games.new_york_crisis.scenarios import FBI_TOKENS
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.games.new_york_crisis.view.words import next_card, story_words
from tabletown.goals import Part, near
from tabletown.kernel import say


def goal(s: Crisis) -> list[Part]:
    if s.result:
        return []
    alert = say("alert {alert} of {limit}", alert=s.alert, limit=s.limit)
    last = say("alert {alert} of {limit}: at {limit} the round is your last", alert=s.alert, limit=s.limit)
    fbi = say("FBI {fbi} of {lost}", fbi=len(s.fbi), lost=FBI_TOKENS)
    ends: list[Part] = [(last, alert, near(s.alert, s.limit)), (fbi, fbi, near(len(s.fbi), FBI_TOKENS))]
    if s.final_at >= 0:
        cost, place = final_challenge(s).cost, NAMES[s.final_at]
        wanted = say("Goal: {n} {result} results at {place}", n=cost.results, result=RESULTS[cost.type], place=place)
        return [(wanted, wanted, False), *ends]
    wanted = say("Goal: take info until the last story card is open, then overcome its challenge")
    if s.card < 0:
        return [(wanted, say("Goal: overcome the final challenge"), False)]
    brief = say("Goal: story {story} of {coming}", story=s.story, coming=next_card(s) or s.story)
    return [(wanted, brief, False), (story_words(s), "", False), *ends]
