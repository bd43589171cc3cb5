"""Move actions, the extra step and the subway."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletown.games.new_york_crisis.cards import FREE_RIDES_END, MODIFIERS, RELATIVE
from tabletown.games.new_york_crisis.city import COUNT, IDS, IS_STATION, NEIGHBOURS, RIDES
from tabletown.games.new_york_crisis.events.causes import EXTRA_STEP, MOVE
from tabletown.games.new_york_crisis.events.turns import Rode, TookExtraStep, Walked
from tabletown.games.new_york_crisis.options import GOES_TO, RIDE, RIDE_TO, STEP
from tabletown.games.new_york_crisis.rules.dice import NO_ACTION
from tabletown.games.new_york_crisis.rules.tracks import raise_alert
from tabletown.games.new_york_crisis.state import ALL, Crisis, here, seat_of, who
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, because, log_enabled, tell

EXTRA_TO = Text("choose where the extra step goes")


class Ways(NamedTuple):
    """Where steps lead from a location if nothing is blocked."""

    words: tuple[str, ...]
    to: dict[int, tuple[str, ...]]  # by the location it leads to: on foot, by subway
    places: frozenset[int]


def _ways(rides: Callable[[int, int], bool]) -> tuple[Ways, ...]:
    table = []
    for place in range(COUNT):
        each = [(to, STEP[to]) for to in NEIGHBOURS[place]] + [
            (to, RIDE[to]) for to in RIDES[place] if rides(place, to)
        ]
        to = {other: tuple(word for there, word in each if there == other) for other, _ in each}
        table.append(Ways(tuple(word for _, word in each), to, frozenset(to)))
    return tuple(table)


ON_FOOT = _ways(lambda place, to: False)
WITH_SUBWAY = _ways(lambda place, to: to not in NEIGHBOURS[place])
FREE_RIDES = _ways(lambda place, to: True)  # where a ride costs less than a step

DEAL_FIRST = because("deal-first", "There are mobsters here: deal with them first.", "move.mafia-stop")
DODGED = because("dodged-here", "You dodged the mobsters here, so you can't move away.", "deal.dodge")
POLICE = because("police-there", "The police are there: nobody can enter this round.", "police.block")
FBI = because("fbi-there", "The FBI is there: nobody can enter.", "fbi.block")
NOT_NEXT = because("not-next", "That isn't next to you.", "move.steps")
NEXT_DOOR = because("next-door", "That station is next to you: walk there.", "move.subway")
NO_STATION = because("no-station", "The subway runs only between stations.", "move.subway")
NO_TRAINS = because("no-trains", "No trains run this round.", "police.event-duration")
BLACKOUT = because("blackout", "No trains run until both substations work again.", "story.card-rules")
NOT_ENTERED = because("not-entered", "You can ride only after entering the station this turn.", "subway-enter")
BEEN_THERE = because(
    "been-there", "While rides are free, you can't ride to a station you've been to this turn.", "free-rides"
)
EXTRA_TAKEN = because("extra-taken", "You've already taken your extra step this turn.", "move.extra-step")
NO_EXTRA = because("no-extra", "Extra steps aren't allowed this round.", "police.event-duration")
NOWHERE = because("no-open-location", "There's no open location to step to.", "move.block")


def undealt(s: Crisis) -> int:
    """How many mobsters here the active character has not dealt with."""
    return max(0, s.mafia[s.at[s.active]] - s.dodged - s.avoided)


def why_not_leave(s: Crisis) -> Reason | None:
    mafia = s.mafia[s.at[s.active]]
    if mafia <= s.avoided:
        return None
    if mafia > s.dodged + s.avoided:
        return DEAL_FIRST
    return None if MODIFIERS[s.event].dodge_allows_move else DODGED


def why_not_enter(s: Crisis, place: int) -> Reason | None:
    if place in s.coat_open:
        return None
    if place in s.cars:
        return POLICE
    return FBI if place in s.fbi else None


def why_not_ride(s: Crisis) -> Reason | None:
    """Why no train can be taken from here; None if one can."""
    if not IS_STATION[s.at[s.active]]:
        return NO_STATION
    if s.blackout:
        return BLACKOUT
    if not MODIFIERS[s.event].subway_open:
        return NO_TRAINS
    return NOT_ENTERED if s.options.enter_only and not s.entered else None


def why_not_step(s: Crisis, word: str) -> Reason | None:
    """Why this step or ride is not allowed, whatever pays for it."""
    if word not in GOES_TO:
        return NOT_AN_OPTION
    reason = why_not_leave(s)
    if reason is not None:
        return reason
    ride, place = word in RIDE_TO, GOES_TO[word]
    if place not in (RIDES if ride else NEIGHBOURS)[here(s)]:
        return NO_STATION if ride else NOT_NEXT
    if ride and (reason := why_not_ride(s)) is not None:
        return reason
    if (reason := why_not_enter(s, place)) is not None:
        return reason
    if not ride:
        return None
    if MODIFIERS[s.event].subway_step_cost:
        return NEXT_DOOR if place in NEIGHBOURS[here(s)] else None
    return BEEN_THERE if place in s.passed and s.edition >= FREE_RIDES_END else None


def why_not_go(s: Crisis, word: str) -> Reason | None:
    """Why this step or ride is not allowed as part of a move action."""
    reason = why_not_step(s, word)
    if reason is not None or s.steps or s.actions:
        return reason
    return None if word in RIDE_TO and MODIFIERS[s.event].subway_step_cost == 0 else NO_ACTION


def steps_and_rides(s: Crisis) -> Sequence[str]:
    """All steps and rides that `why_not_step` allows, for a character that may leave its location.

    They are looked up, as simulations ask for them at every step. A ride to a neighbour counts only if it is cheaper.
    """
    place = s.at[s.active]
    if not IS_STATION[place] or why_not_ride(s) is not None:
        ways = ON_FOOT[place]
    else:
        ways = WITH_SUBWAY[place] if MODIFIERS[s.event].subway_step_cost else FREE_RIDES[place]
    words: Sequence[str] = ways.words
    if ways is FREE_RIDES[place] and s.passed and s.edition >= FREE_RIDES_END:
        been = {RIDE[to] for to in s.passed}
        words = [word for word in words if word not in been]
    shut = [*s.cars, *s.fbi]
    if ways.places.isdisjoint(shut):
        return words
    for to in ways.places.intersection(shut):
        if to not in s.coat_open:
            words = [word for word in words if word not in ways.to[to]]
    return words


def go(s: Crisis, word: str) -> None:
    """Take a step or a ride, and begin a move action if no step is left."""
    ride = word in RIDE_TO
    cost = MODIFIERS[s.event].subway_step_cost if ride else 1
    if s.steps < cost:
        s.actions -= 1
        s.moves += 1
        s.steps += MODIFIERS[s.event].move_steps + s.bikes
    s.steps -= cost
    walk_or_ride(s, word, MOVE)


def walk_or_ride(s: Crisis, word: str, cause: str) -> None:
    place = GOES_TO[word]
    arrive(s, place)
    if log_enabled(s):
        if word in RIDE_TO:
            tell(s, Rode, *who(s, s.active), IDS[place], cause)
        else:
            tell(s, Walked, *who(s, s.active), IDS[place], cause)


def arrive(s: Crisis, place: int) -> None:
    left = s.at[s.active]
    if left not in s.passed:
        s.passed = [*s.passed, left]
    s.at[s.active] = place
    s.entered = True
    s.dodged = 0
    s.avoided = ALL if place in s.coat_mafia else 0
    if s.options.grey_lost and RELATIVE in s.colours:
        kept = [n for n, colour in enumerate(s.colours) if colour != RELATIVE]
        s.colours, s.faces = [s.colours[n] for n in kept], [s.faces[n] for n in kept]
        s.spent = [s.spent[n] for n in kept]
        s.fresh = []


# ------------------------------------------------------------------ EXTRA STEP


def extra_step_left(s: Crisis) -> bool:
    return not s.extra_used and MODIFIERS[s.event].extra_step_allowed


def why_not_extra(s: Crisis) -> Reason | None:
    if not extra_step_left(s):
        return EXTRA_TAKEN if s.extra_used else NO_EXTRA
    return why_not_leave(s) or (None if steps_and_rides(s) else NOWHERE)


def extra_step(s: Crisis) -> Script:
    """Take the extra step: once a turn, besides the actions, for 1 alert; it may be a ride."""
    word = yield Choose(
        seat_of(s, s.active), EXTRA_TO, steps_and_rides(s), rule="move.extra-step", why=why_not_step, about=(s,)
    )
    s.extra_used = True
    tell(s, TookExtraStep, *who(s, s.active))
    walk_or_ride(s, word, EXTRA_STEP)
    raise_alert(s, MODIFIERS[s.event].extra_step_alert, EXTRA_STEP)
