"""B) Player phase: who is next, the start and the end of a turn, the end of the round."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import RESULT
from tabletown.games.new_york_crisis.city import NEIGHBOURS
from tabletown.games.new_york_crisis.events.alert_track import RoundWasLast
from tabletown.games.new_york_crisis.events.causes import EVICTED
from tabletown.games.new_york_crisis.events.turns import HemmedIn, MovedAlong, TurnBegan, TurnMissed
from tabletown.games.new_york_crisis.options import END, GO, GOES_TO, NEXT, OPTIONS, STEP, STEP_TO, WAIT, Kind
from tabletown.games.new_york_crisis.rules.acts import do, next_act
from tabletown.games.new_york_crisis.rules.asking import ask
from tabletown.games.new_york_crisis.rules.dice import ROLL_START, dice_to_roll, lay_out
from tabletown.games.new_york_crisis.rules.mafia import mafia_step
from tabletown.games.new_york_crisis.rules.moving import FBI, NOT_NEXT, POLICE, go, undealt, walk_or_ride
from tabletown.games.new_york_crisis.rules.police import check_end_of_round, night_clinic, rests_at_station
from tabletown.games.new_york_crisis.rules.wounds import NOT_IN_PLAY, heal, wound
from tabletown.games.new_york_crisis.state import Crisis, here, modifiers, replaced, seat_of, who
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, Together, because, log_enabled, tell

WHO_IS_NEXT = Text("choose who goes next")
YOUR_TURN = Text("go next, or let someone else go")
FORCED = Text("step away from the police or FBI")

HAD_TURN = because("had-turn", "That relative has already had a turn this round.", "player.once-per-round")
LETS_OTHERS = because("lets-others", "That relative would rather let someone else go first.", "order-how")


# ------------------------------------------------------------------ who is next


def order(s: Crisis) -> Script:
    """Before each turn the players decide who acts next among those who have not acted."""
    waiting = [figure for figure, acted in enumerate(s.acted) if not acted]
    if s.options.order == "vote" and s.seats > 1 and len(waiting) > 1:
        return vote(s, waiting)
    return ask_round(s, waiting)


def ask_round(s: Crisis, waiting: list[int]) -> Script:
    """One player names a relative to go next; whoever is named may decline once, and another is named."""
    asked = waiting[s.round % len(waiting)]
    declined: list[int] = []
    while True:
        options = [word for figure in waiting if why_not_be_next(s, declined, word := NEXT[s.cast[figure]]) is None]
        seat = seat_of(s, asked)
        answer = yield from ask(seat, WHO_IS_NEXT, options, "player.order", why_not_be_next, s, declined)
        figure = s.cast.index(NEXT.index(answer))
        if len(options) == 1 or seat_of(s, figure) == seat:
            break
        agreed = yield Choose(seat_of(s, figure), YOUR_TURN, [GO, WAIT], rule="player.order")
        if agreed == GO:
            break
        declined = [*declined, figure]
    s.active, s.phase = figure, "start"


def why_not_be_next(s: Crisis, declined: list[int], word: str) -> Reason | None:
    option = OPTIONS.get(word)
    if option is None or option.kind is not Kind.NEXT:
        return NOT_AN_OPTION
    if option.relative not in s.cast:
        return NOT_IN_PLAY
    figure = s.cast.index(option.relative)
    if figure in declined:
        return LETS_OTHERS
    return HAD_TURN if s.acted[figure] else None


def vote(s: Crisis, waiting: list[int]) -> Script:
    """Everyone votes for who goes next; if there is a tie, the lowest seat among them goes."""
    options = [NEXT[s.cast[figure]] for figure in waiting]

    def ballot(seat: int) -> Script:
        answer = yield Choose(seat, WHO_IS_NEXT, options, "player.order", why_not_be_next, about=(s, []))
        return s.cast.index(NEXT.index(answer))

    votes = yield Together({seat: ballot(seat) for seat in range(s.seats)}, shows_progress=True)
    named = list(votes.values())
    s.active, s.phase = max(waiting, key=lambda figure: (named.count(figure), -figure)), "start"


# ------------------------------------------------------------------ a turn


def start_turn(s: Crisis) -> Script:
    me = s.active
    if log_enabled(s):
        tell(s, TurnBegan, *who(s, me))
    s.actions, s.steps, s.moves, s.bikes = 2, 0, 0, 0
    s.extra_used = s.entered = s.discount = False
    s.dodged = s.avoided = 0
    s.coat_mafia, s.coat_open = [], []
    s.passed, s.borrowed = [], []
    s.colours, s.faces, s.spent = [], [], []
    if s.knocked[me]:
        return miss_turn(s)
    if s.at[me] in s.cars or (s.at[me] in s.fbi and s.options.fbi_evicts):
        return move_along(s)
    return mafia_step(s)


def miss_turn(s: Crisis) -> Script:
    me = s.active
    s.knocked = replaced(s.knocked, me, False)
    tell(s, TurnMissed, *who(s, me))
    if s.wounds[me]:  # unless all were healed meanwhile
        yield from heal(s, me)
    finish_turn(s)


def roll_dice(s: Crisis) -> Script:
    """2) Roll the dice of the character card, and grey dice for relatives."""
    colours = dice_to_roll(s)
    faces = []
    for colour in colours:
        face = yield ROLL_START[colour]
        faces.append(RESULT[face])
    lay_out(s, colours, faces)
    s.phase = "act"


def move_along(s: Crisis) -> Script:
    """Step from a police or FBI location to a neighbour first, with 1 action left for the turn."""
    me = s.active
    s.actions = 1
    options = [word for place in NEIGHBOURS[s.at[me]] if why_not_step_aside(s, word := STEP[place]) is None]
    if options:
        yield from step_aside(s, options)
    else:
        tell(s, HemmedIn, *who(s, me))
    yield from mafia_step(s)


def why_not_step_aside(s: Crisis, word: str) -> Reason | None:
    if word not in STEP_TO:
        return NOT_AN_OPTION
    place = STEP_TO[word]
    if place in s.cars:
        return POLICE
    if place in s.fbi:
        return FBI
    return None if place in NEIGHBOURS[here(s)] else NOT_NEXT


def step_aside(s: Crisis, options: list[str]) -> Script:
    me = s.active
    word = yield Choose(seat_of(s, me), FORCED, options, "police.on-character-move", why_not_step_aside, about=(s,))
    tell(s, MovedAlong, *who(s, me))
    walk_or_ride(s, word, EVICTED)
    if s.options.forced_step_is_a_move:
        s.moves = 1
        s.steps = modifiers(s).move_steps - 1


def act_or_end(s: Crisis) -> Script:
    """Ask the active player for one act and carry it out."""
    word = yield next_act(s)
    if s.fresh:
        s.fresh = []
    if word in GOES_TO:
        go(s, word)
    elif word == END:
        yield from end_turn(s)
    else:
        yield from do(s, word)


def end_turn(s: Crisis) -> Script:
    """End the turn: 1 wound for each mobster here that was not dealt with."""
    for _ in range(undealt(s)):
        yield from wound(s, s.active)
    if rests_at_station(s):
        yield from night_clinic(s)
    finish_turn(s)


def finish_turn(s: Crisis) -> None:
    s.acted = replaced(s.acted, s.active, True)
    s.active = -1
    s.colours, s.faces, s.spent = [], [], []
    s.passed = []
    s.phase = "order" if not all(s.acted) else "end"


# ------------------------------------------------------------------ the end of the round


def end_round(s: Crisis) -> Script:
    check_end_of_round(s)
    s.police_discard, s.police_drawn = [*s.police_discard, *s.police_drawn], []
    if s.last_round and s.round >= s.last_round:
        s.result = "alert"
        tell(s, RoundWasLast)
    s.phase = "police"
    yield from ()
