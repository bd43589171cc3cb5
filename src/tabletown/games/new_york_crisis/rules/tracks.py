"""The alert track, and the locations of objectives. Story cards are in story.py."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.new_york_crisis.cards import POLICE_AT
from tabletown.games.new_york_crisis.city import COUNT, IDS, INDEX, nearest
from tabletown.games.new_york_crisis.events.alert_track import (
    AlertFell,
    AlertRose,
    CarReached,
    LimitReached,
    LimitReachedEarly,
)
from tabletown.games.new_york_crisis.events.objectives import ObjectiveMovedOn, ObjectivePlaced
from tabletown.games.new_york_crisis.events.phrases import name_of
from tabletown.games.new_york_crisis.options import TO_PLACE
from tabletown.games.new_york_crisis.rules.asking import ask, one_of
from tabletown.games.new_york_crisis.scenarios import GOALS
from tabletown.games.new_york_crisis.state import DONE, HIDDEN, NOBODY, Crisis, replaced, spokesman
from tabletown.kernel import Chance, Script, Text, because, tell

WHERE_TO = Text("choose the nearest location for {what}")

NOT_NEAREST = because("not-nearest", "Another open location is nearer.", "story.card-rules")


# ------------------------------------------------------------------ Alert track


def raise_alert(s: Crisis, by: int, cause: str) -> None:
    by = min(by, s.limit - s.alert)
    if by <= 0:
        return
    s.alert += by
    tell(s, AlertRose, s.alert, s.limit, by, cause)
    while s.track_cars and s.track_cars[0] <= s.alert:
        s.track_cars = s.track_cars[1:]
        s.deck_cars += 1
        tell(s, CarReached)
    if s.alert >= s.limit and not s.last_round:
        in_police_phase = s.phase == "police"
        extra = in_police_phase and s.options.extra_round
        s.last_round = max(1, s.round + extra)  # if reached during setup, the first round
        if extra:
            tell(s, LimitReachedEarly)
        else:
            tell(s, LimitReached, in_police_phase)


def lower_alert(s: Crisis, by: int, cause: str) -> None:
    by = min(by, s.alert)
    s.alert -= by
    tell(s, AlertFell, s.alert, by, cause)
    if s.options.limit_recovers and s.alert < s.limit:
        s.last_round = 0


# ------------------------------------------------------------------ A location at random


def random_location(s: Crisis) -> Script:
    """Draw a police card for its location only and shuffle it back; the discards are left alone."""
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
            place = yield from move_on(s, place, objective.id)
    s.goals = replaced(s.goals, number, place)
    tell(s, ObjectivePlaced, objective.id, IDS[place])


def open_random_location(s: Crisis, but: int = -1) -> Script:
    """Draw a random location without police or FBI, other than `but`."""
    shut = [*s.cars, *s.fbi, but]
    if all(POLICE_AT[card] in shut for card in [*s.police_deck, *s.police_discard]):
        return next(place for place in range(COUNT) if place not in shut)
    while True:
        place = yield from random_location(s)
        if place not in shut:
            return place
        if all(POLICE_AT[card] in shut for card in s.police_deck):
            s.police_deck, s.police_discard = [*s.police_deck, *s.police_discard], []


def roam(s: Crisis) -> Script:
    """Move a roaming objective, such as the informant, to another random location."""
    for number, goal in enumerate(GOALS[s.scenario]):
        if goal.objective.roams and s.goals[number] >= 0 and s.escorts[number] == NOBODY:
            place = yield from open_random_location(s, but=s.goals[number])
            s.goals = replaced(s.goals, number, place)
            tell(s, ObjectivePlaced, goal.objective.id, IDS[place])


def move_on(s: Crisis, place: int, objective: str) -> Script:
    """Move an objective from an FBI location to the nearest one without FBI; the players choose if several tie."""
    place = yield from choose_nearest(s, place, s.fbi, WHERE_TO(what=name_of(objective)), "story.card-rules")
    tell(s, ObjectiveMovedOn, objective, IDS[place])
    return place


def choose_nearest(s: Crisis, start: int, closed: Sequence[int], prompt: Text, rule: str) -> Script:
    options = [TO_PLACE[place] for place in nearest(start, closed)]
    word = yield from ask(spokesman(s), prompt, options, rule, one_of, options, TO_PLACE, NOT_NEAREST)
    return TO_PLACE.index(word)


def goals_left(s: Crisis) -> bool:
    """Whether an objective that the final challenge waits for is still to be done."""
    return any(
        place not in (DONE, HIDDEN) and not goal.objective.optional
        for place, goal in zip(s.goals, GOALS[s.scenario], strict=True)
    )
