"""The alert track, and where objectives lie. Story cards are in story.py."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import POLICE_AT
from tabletown.games.new_york_crisis.city import COUNT, INDEX, NAMES, nearest, words
from tabletown.games.new_york_crisis.scenarios import GOALS
from tabletown.games.new_york_crisis.state import DONE, HIDDEN, NOBODY, Crisis, replaced, spokesman
from tabletown.kernel import Chance, Choose, Script, Text, is_read, tell

ALERT = Text("The alert rose to {alert} of {limit}.")
CALM = Text("The alert fell to {alert}.")
CAR_REACHED = Text("The alert reached a police car: it joins in the next round.")
LIMIT = Text("The alert has reached its limit. This round is the last one.")
LIMIT_NEXT = Text("The alert has reached its limit. The next round is the last one.")
GOAL_AT = Text("{goal} is at {place}.")
MOVED_ON = Text("The FBI is there: {what} moved to {place}.")
WHERE_TO = Text("choose the nearest location for {what}")

TO = words("to")


# ------------------------------------------------------------------ Alert track


def raise_alert(s: Crisis, by: int) -> None:
    if by <= 0 or s.alert >= s.limit:
        return
    s.alert = min(s.limit, s.alert + by)
    if is_read(s):
        tell(s, ALERT, "alert.sources", alert=s.alert, limit=s.limit)
    while s.track_cars and s.track_cars[0] <= s.alert:
        s.track_cars = s.track_cars[1:]
        s.deck_cars += 1
        tell(s, CAR_REACHED, "alert.car-reached")
    if s.alert >= s.limit and not s.last_round:
        in_police_phase = s.phase == "police"
        extra = in_police_phase and s.options.extra_round
        s.last_round = max(1, s.round + extra)  # already at setup: the first round
        rule = "end.alert-police-phase" if in_police_phase else "end.alert-player-phase"
        tell(s, LIMIT_NEXT if extra else LIMIT, rule)


def lower_alert(s: Crisis, by: int) -> None:
    s.alert = max(0, s.alert - by)
    tell(s, CALM, "police.event-duration", alert=s.alert)
    if s.options.limit_recovers and s.alert < s.limit:
        s.last_round = 0


# ------------------------------------------------------------------ A location at random


def random_location(s: Crisis) -> Script:
    """A police card is drawn for its location only and shuffled back; the discards are left alone."""
    if not s.police_deck:
        s.police_deck, s.police_discard = s.police_discard, []
    drawn = yield Chance("police card", s.police_deck, rule="police.random-location-return")
    return POLICE_AT[drawn]


# ------------------------------------------------------------------ Objectives


def place_goal(s: Crisis, number: int) -> Script:
    objective = GOALS[s.scenario][number].objective
    if objective.location == "random":
        place = yield from open_random_location(s)
    else:
        place = INDEX[objective.location]
        if place in s.fbi:
            place = yield from move_on(s, place, objective.name)
    s.goals = replaced(s.goals, number, place)
    tell(s, GOAL_AT, "story.card-rules", goal=objective.begins, place=NAMES[place])


def open_random_location(s: Crisis, but: int = -1) -> Script:
    """Drawn again while police or FBI is there, or it is the one to leave."""
    shut = [*s.cars, *s.fbi, but]
    if all(POLICE_AT[card] in shut for card in s.police_deck + s.police_discard):
        return next(place for place in range(COUNT) if place not in shut)
    while True:
        place = yield from random_location(s)
        if place not in shut:
            return place
        if all(POLICE_AT[card] in shut for card in s.police_deck):
            s.police_deck, s.police_discard = s.police_deck + s.police_discard, []


def roam(s: Crisis) -> Script:
    """Whoever never stands at the same corner twice goes somewhere else."""
    for number, goal in enumerate(GOALS[s.scenario]):
        if goal.objective.roams and s.goals[number] >= 0 and s.escorts[number] == NOBODY:
            place = yield from open_random_location(s, but=s.goals[number])
            s.goals = replaced(s.goals, number, place)
            tell(s, GOAL_AT, "story.card-rules", goal=goal.objective.begins, place=NAMES[place])


def move_on(s: Crisis, place: int, what: str) -> Script:
    """The FBI holds the place: go to the nearest one without FBI; the players choose among equals."""
    places = nearest(place, s.fbi)
    if len(places) > 1:
        word = yield Choose(spokesman(s), WHERE_TO(what=what), [TO[p] for p in places], rule="story.card-rules")
        places = [TO.index(word)]
    tell(s, MOVED_ON, "fbi.block", what=what, place=NAMES[places[0]])
    return places[0]


def goals_left(s: Crisis) -> bool:
    """Is there an objective on the table that the final challenge waits for?"""
    return any(
        place not in (DONE, HIDDEN) and not goal.objective.optional
        for place, goal in zip(s.goals, GOALS[s.scenario], strict=True)
    )
