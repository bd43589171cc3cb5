"""Using and exchanging items: free actions in one's own turn."""

from __future__ import annotations

from collections.abc import Iterable

from tabletown.games.new_york_crisis.cards import (
    BIKE,
    CASH,
    CELL_PHONE,
    CHARACTERS,
    DRONE,
    EXTRA,
    GLOVES,
    ITEM_NAMES,
    ITEMS,
    LAPTOP,
    MASK,
    MENTAL,
    MODIFIERS,
    NEWSPAPER,
    PHYSICAL,
    POLICE_RADIO,
    RAINCOAT,
    SOCIAL,
)
from tabletown.games.new_york_crisis.city import IDS, INFO_AT, IS_STATION, NEIGHBOURS, STATIONS
from tabletown.games.new_york_crisis.events.causes import DISGUISE, FREE_RIDE, RADIO
from tabletown.games.new_york_crisis.events.items import (
    Bribed,
    DroneFlew,
    Gave,
    HidInRaincoat,
    PutOnRaincoat,
    SentCar,
    TookOver,
    UsedItem,
)
from tabletown.games.new_york_crisis.options import (
    BRIBE,
    BRIBE_AT,
    CAR,
    FETCH,
    FROM,
    HEAL,
    HIDE,
    OPEN,
    OPTIONS,
    RIDE,
    RIDE_TO,
    SEND,
    TAKE_AT,
    TO_PLACE,
    TO_RELATIVE,
    Kind,
)
from tabletown.games.new_york_crisis.rules import moving, spending
from tabletown.games.new_york_crisis.rules.asking import ask
from tabletown.games.new_york_crisis.rules.police import raid
from tabletown.games.new_york_crisis.rules.tracks import raise_alert
from tabletown.games.new_york_crisis.rules.wounds import NOT_HERE, NOT_IN_PLAY, heal, why_not_heal
from tabletown.games.new_york_crisis.state import ALL, Crisis, here, put, replaced, seat_of, taken, together, who
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, because, log_enabled, tell

CASH_FOR = Text("choose what to pay for")
WHICH_CAR = Text("choose the police car to move")
WHERE_CAR = Text("choose where the police car goes")
WHERE_RIDE = Text("choose the station")
WHICH_INFO = Text("choose the info token to take")
DRONE_FOR = Text("choose what the drone does")
WHICH_ITEM = Text("choose an item")
TO_WHOM = Text("choose who gets the {item}")
COAT_FOR = Text("choose what the raincoat hides you from")

FACE_DOWN = because("item-face-down", "That item has already been used this round.", "item.once")
WAITS = because(
    "only-against-mafia", "There are mobsters here: you can use only what helps against them.", "item-exchange-mafia"
)
NOBODY_HURT = because("nobody-to-heal-or-bribe", "There's no one to heal here and no mobster to bribe.", "item.cash")
NO_CAR = because("no-car-to-move", "No police car has anywhere to go.", "item.police-radio")
NO_NEIGHBOUR = because("nothing-next-door", "There's nothing next door that you can pay for.", "item.laptop")
DRONE_IDLE = because(
    "drone-idle",
    "There's nothing next door to fetch, and nothing to send or no one to send it to.",
    "item.drone-fetch",
)
NO_COAT = because("nothing-to-hide-from", "There's nothing here to hide from.", "item.raincoat-mafia")
ALONE = because("no-relative-here", "There's no relative here.", "free.exchange")
EMPTY_HANDED = because("empty-handed", "You have nothing to give.", "free.exchange")
NOTHING_TO_GET = because("nothing-to-get", "Nobody here has anything to give you.", "item-exchange-take")
ONE_WAY = because("items-only-given", "You can give items, but not take them.", "item-exchange-take")

BRIBE_HERE = because("bribe-only-here", "Cash can only bribe a mobster where you are.", "item.cash")
NO_MAFIA_THERE = because("no-mafia-to-bribe-there", "There's no mobster there.", "item.cash")
NO_CAR_THERE = because("no-car-there", "There's no police car there.", "item.police-radio")
CAR_STUCK = because("car-stuck", "That police car has no open location next to it.", "item.police-radio")
NOT_NEXT_TO_CAR = because("not-next-to-car", "That isn't next to the police car.", "item.police-radio")
CAR_THERE = because("car-already-there", "A police car is there already.", "item.police-radio")
FBI_THERE = because("no-car-to-fbi", "The FBI is there: no police car goes there.", "item.police-radio")
NOT_SHUT = because("not-shut", "Neither the police nor the FBI keeps you out of there.", "item.raincoat-police")
YOURSELF = because("yourself", "That's you.", "free.exchange")
NOT_THEIRS = because("not-their-item", "That relative doesn't have that item.", "item-exchange-take")

PLUS = {CELL_PHONE: MENTAL, MASK: SOCIAL, GLOVES: PHYSICAL}


# ------------------------------------------------------------------ Item use


def why_not_use(s: Crisis, item: int) -> Reason | None:
    if item not in s.ready[s.active]:
        return FACE_DOWN if item in s.used[s.active] else spending.NOT_YOURS
    if item in (MASK, GLOVES):
        return None
    if item == CASH:
        if cash_options(s):
            return None
        return WAITS if moving.undealt(s) else NOBODY_HURT
    if item == RAINCOAT:
        return None if coat_options(s) else NO_COAT
    if moving.undealt(s):
        return WAITS
    if item == LAPTOP:
        return None if laptop_options(s) else NO_NEIGHBOUR
    if item == NEWSPAPER:
        return why_not_read(s)
    if item == POLICE_RADIO:
        return None if radio_options(s) else NO_CAR
    if item == DRONE:
        return None if drone_options(s) else DRONE_IDLE
    return None


def use(s: Crisis, item: int) -> Script:
    """Turn an item face down and do what it says."""
    s.ready, s.used = taken(s.ready, s.active, item), put(s.used, s.active, item)
    if log_enabled(s):
        tell(s, UsedItem, *who(s, s.active), ITEMS[item])
    if item in PLUS:
        s.colours = [*s.colours, EXTRA]
        s.faces.append(PLUS[item])
        s.spent.append(False)
    elif item == BIKE:
        s.bikes += 1
        s.steps += s.moves
    else:
        yield from {
            CASH: use_cash,
            LAPTOP: use_laptop,
            NEWSPAPER: use_newspaper,
            POLICE_RADIO: use_radio,
            DRONE: use_drone,
            RAINCOAT: use_raincoat,
        }[item](s)


# ------------------------------------------------------------------ cash


def why_not_cash(s: Crisis, word: str) -> Reason | None:
    """Why cash cannot pay for this: healing somebody here, once mobsters are dealt with, or bribing a mobster."""
    if word in HEAL:
        return moving.DEAL_FIRST if moving.undealt(s) else why_not_heal(s, (s.active, *together(s, s.active)), word)
    if word == BRIBE and not s.options.bribe_anywhere:
        return None if s.mafia[here(s)] else spending.NO_MAFIA
    if word not in BRIBE_AT:
        return NOT_AN_OPTION
    if not s.options.bribe_anywhere:
        return BRIBE_HERE
    return None if s.mafia[BRIBE_AT.index(word)] else NO_MAFIA_THERE


def cash_options(s: Crisis) -> list[str]:
    words = [HEAL[s.cast[figure]] for figure in (s.active, *together(s, s.active))]
    words += BRIBE_AT if s.options.bribe_anywhere else [BRIBE]
    return [word for word in words if why_not_cash(s, word) is None]


def use_cash(s: Crisis) -> Script:
    answer = yield from ask(seat_of(s, s.active), CASH_FOR, cash_options(s), "item.cash", why_not_cash, s)
    s.used = taken(s.used, s.active, CASH)
    s.gone += 1
    if answer in HEAL:
        yield from heal(s, s.cast.index(HEAL.index(answer)))
    else:
        place = here(s) if answer == BRIBE else BRIBE_AT.index(answer)
        s.mafia[place] -= 1
        tell(s, Bribed, *who(s, s.active), IDS[place])


# ------------------------------------------------------------------ laptop


def why_not_take_at(s: Crisis, word: str) -> Reason | None:
    option = OPTIONS.get(word)
    if option is None or option.kind is not Kind.TAKE_AT:
        return NOT_AN_OPTION
    if option.place not in NEIGHBOURS[here(s)]:
        return spending.NO_INFO
    return spending.why_not_take(s, option.type, option.place)


def laptop_options(s: Crisis) -> list[str]:
    return [
        word
        for place in NEIGHBOURS[here(s)]
        if any(s.info[INFO_AT[place]])
        for word in TAKE_AT[place]
        if why_not_take_at(s, word) is None
    ]


def use_laptop(s: Crisis) -> Script:
    word = yield Choose(seat_of(s, s.active), WHICH_INFO, laptop_options(s), "item.laptop", why_not_take_at, about=(s,))
    yield from spending.take_info(s, OPTIONS[word].type, OPTIONS[word].place)


# ------------------------------------------------------------------ newspaper


def why_not_read(s: Crisis) -> Reason | None:
    """Why the newspaper cannot be used; it gives a free ride from a station."""
    reason = moving.why_not_leave(s)
    if reason is not None:
        return reason
    if not IS_STATION[here(s)] and not s.options.newspaper_anywhere:
        return moving.NO_STATION
    if s.blackout:
        return moving.BLACKOUT
    if not MODIFIERS[s.event].subway_open:
        return moving.NO_TRAINS
    return None if free_rides(s) else moving.NO_STATION


def why_not_free_ride(s: Crisis, word: str) -> Reason | None:
    if word not in RIDE_TO:
        return NOT_AN_OPTION
    place = RIDE_TO[word]
    if not IS_STATION[place] or place == here(s):
        return moving.NO_STATION
    return moving.why_not_enter(s, place)


def free_rides(s: Crisis) -> list[str]:
    return [word for place in STATIONS if why_not_free_ride(s, word := RIDE[place]) is None]


def use_newspaper(s: Crisis) -> Script:
    answer = yield Choose(
        seat_of(s, s.active), WHERE_RIDE, free_rides(s), "item.newspaper", why_not_free_ride, about=(s,)
    )
    moving.walk_or_ride(s, answer, FREE_RIDE)


# ------------------------------------------------------------------ police radio


def why_not_send_car(s: Crisis, car: int, word: str) -> Reason | None:
    option = OPTIONS.get(word)
    if option is None or option.kind is not Kind.TO_PLACE:
        return NOT_AN_OPTION
    place = option.place
    if place not in NEIGHBOURS[car]:
        return NOT_NEXT_TO_CAR
    if place in s.cars:
        return CAR_THERE
    return FBI_THERE if place in s.fbi else None


def radio_targets(s: Crisis, car: int) -> list[str]:
    return [word for place in NEIGHBOURS[car] if why_not_send_car(s, car, word := TO_PLACE[place]) is None]


def why_not_call_car(s: Crisis, word: str) -> Reason | None:
    if word not in CAR:
        return NOT_AN_OPTION
    car = CAR.index(word)
    if car not in s.cars:
        return NO_CAR_THERE
    return None if radio_targets(s, car) else CAR_STUCK


def radio_options(s: Crisis) -> list[str]:
    return [word for car in s.cars if why_not_call_car(s, word := CAR[car]) is None]


def use_radio(s: Crisis) -> Script:
    me, rule = seat_of(s, s.active), "item.police-radio"
    car = CAR.index((yield Choose(me, WHICH_CAR, radio_options(s), rule, why_not_call_car, about=(s,))))
    word = yield Choose(me, WHERE_CAR, radio_targets(s, car), rule, why_not_send_car, about=(s, car))
    place = TO_PLACE.index(word)
    s.cars = replaced(s.cars, s.cars.index(car), place)
    tell(s, SentCar, *who(s, s.active), IDS[car], IDS[place])
    if not s.radio_free:
        raise_alert(s, 1, RADIO)
    raid(s, place)


# ------------------------------------------------------------------ drone


def why_not_fly(s: Crisis, word: str) -> Reason | None:
    """Why the drone cannot fetch an item from next door, or fly to a relative with one."""
    option = OPTIONS.get(word)
    if option is None or option.kind not in (Kind.FETCH, Kind.SEND):
        return NOT_AN_OPTION
    if option.kind is Kind.FETCH:
        near = option.place in NEIGHBOURS[here(s)]
        return spending.why_not_pick(s, option.type, option.place) if near else spending.NO_ITEM
    if option.relative not in s.cast:
        return NOT_IN_PLAY
    if option.relative == s.cast[s.active]:
        return YOURSELF
    return None if cargo(s) else EMPTY_HANDED


def drone_options(s: Crisis) -> list[str]:
    words = [word for place in NEIGHBOURS[here(s)] if s.item[place] >= 0 for word in FETCH[place]]
    words += [SEND[character] for character in s.cast]
    return [word for word in words if why_not_fly(s, word) is None]


def cargo(s: Crisis) -> list[int]:
    """What the drone can carry besides itself."""
    items = giveable(s)
    if DRONE not in items:  # the drone itself was taken from a relative this turn
        return []
    items.remove(DRONE)
    return items


def use_drone(s: Crisis) -> Script:
    word = yield Choose(seat_of(s, s.active), DRONE_FOR, drone_options(s), "item.drone-fetch", why_not_fly, about=(s,))
    option = OPTIONS[word]
    if option.kind is Kind.FETCH:
        yield from spending.pick_up(s, option.type, option.place)
        return
    figure = s.cast.index(option.relative)
    item = yield from spending.choose_own_item(s, WHICH_ITEM, cargo(s), "item.drone-send")
    s.used = taken(s.used, s.active, DRONE)
    hand_over(s, item, s.active, figure)
    s.used = put(s.used, figure, DRONE)  # it arrives face down
    tell(s, DroneFlew, *who(s, figure), ITEMS[item])


# ------------------------------------------------------------------ raincoat


def why_not_hide(s: Crisis, word: str) -> Reason | None:
    """Why the raincoat cannot hide from the mobsters here, or from police or FBI one step away."""
    if word == HIDE:
        return None if s.mafia[here(s)] > s.avoided else NO_COAT
    if word not in OPEN:
        return NOT_AN_OPTION
    reason = moving.why_not_leave(s)
    if reason is not None:
        return reason
    place = OPEN.index(word)
    if place not in within_a_step(s):
        return moving.NOT_NEXT
    return NOT_SHUT if moving.why_not_enter(s, place) is None else None


def within_a_step(s: Crisis) -> Iterable[int]:
    """The locations one step away: neighbours first, then the stations that a train goes to."""
    trains = not s.blackout and MODIFIERS[s.event].subway_open
    return (moving.WITH_SUBWAY if trains else moving.ON_FOOT)[here(s)].to


def coat_options(s: Crisis) -> list[str]:
    words = [HIDE, *(OPEN[place] for place in within_a_step(s) if place in s.cars or place in s.fbi)]
    return [word for word in words if why_not_hide(s, word) is None]


def use_raincoat(s: Crisis) -> Script:
    answer = yield from ask(seat_of(s, s.active), COAT_FOR, coat_options(s), "item.raincoat-police", why_not_hide, s)
    if answer == HIDE:
        s.coat_mafia = [*s.coat_mafia, here(s)]
        s.dodged, s.avoided = 0, ALL
        tell(s, HidInRaincoat, *who(s, s.active), IDS[here(s)])
    else:
        place = OPEN.index(answer)
        s.coat_open = [*s.coat_open, place]
        tell(s, PutOnRaincoat, *who(s, s.active), IDS[place])
        raise_alert(s, 1, DISGUISE)


# ------------------------------------------------------------------ Item exchange


def giveable(s: Crisis) -> list[int]:
    """The active relative's items, except those taken from others this turn."""
    items = [*s.ready[s.active], *s.used[s.active]]
    for item in s.borrowed:
        if item in items:
            items.remove(item)
    return items


def why_not_give(s: Crisis) -> Reason | None:
    if moving.undealt(s):
        return moving.DEAL_FIRST
    if not giveable(s):
        return EMPTY_HANDED
    return None if together(s, s.active) else ALONE


def why_not_get(s: Crisis) -> Reason | None:
    if not s.options.two_way:
        return ONE_WAY
    if moving.undealt(s):
        return moving.DEAL_FIRST
    return None if gettable(s) else NOTHING_TO_GET


def why_not_get_from(s: Crisis, word: str) -> Reason | None:
    option = OPTIONS.get(word)
    if option is None or option.kind is not Kind.FROM:
        return NOT_AN_OPTION
    reason = why_not_exchange(s, option.relative)
    if reason is not None:
        return reason
    figure = s.cast.index(option.relative)
    return None if option.item in [*s.ready[figure], *s.used[figure]] else NOT_THEIRS


def gettable(s: Crisis) -> list[str]:
    words = [word for figure in together(s, s.active) for word in FROM[s.cast[figure]]]
    return [word for word in words if why_not_get_from(s, word) is None]


def why_not_exchange(s: Crisis, relative: int) -> Reason | None:
    """Why items cannot be exchanged with this relative."""
    if relative not in s.cast:
        return NOT_IN_PLAY
    figure = s.cast.index(relative)
    if figure == s.active:
        return YOURSELF
    return None if s.at[figure] == here(s) else NOT_HERE


def why_not_give_to(s: Crisis, word: str) -> Reason | None:
    return why_not_exchange(s, TO_RELATIVE.index(word)) if word in TO_RELATIVE else NOT_AN_OPTION


def give(s: Crisis) -> Script:
    item = yield from spending.choose_own_item(s, WHICH_ITEM, giveable(s), "free.exchange")
    options = [word for other in s.cast if why_not_give_to(s, word := TO_RELATIVE[other]) is None]
    prompt, seat = TO_WHOM(item=ITEM_NAMES[item]), seat_of(s, s.active)
    word = yield from ask(seat, prompt, options, "free.exchange", why_not_give_to, s)
    figure = s.cast.index(TO_RELATIVE.index(word))
    hand_over(s, item, s.active, figure)
    tell(s, Gave, *who(s, s.active), ITEMS[item], CHARACTERS[s.cast[figure]].id)


def get(s: Crisis) -> Script:
    """Variant: take an item from a relative here."""
    seat = seat_of(s, s.active)
    option = OPTIONS[(yield Choose(seat, WHICH_ITEM, gettable(s), "item-exchange-take", why_not_get_from, about=(s,)))]
    hand_over(s, option.item, s.cast.index(option.relative), s.active)
    s.borrowed = [*s.borrowed, option.item]
    tell(s, TookOver, *who(s, s.active), ITEMS[option.item], CHARACTERS[option.relative].id)


def hand_over(s: Crisis, item: int, giver: int, taker: int) -> None:
    """Hand over an item, a ready one if there is one; a used one stays face down."""
    if item in s.ready[giver]:
        s.ready = put(taken(s.ready, giver, item), taker, item)
    else:
        s.used = put(taken(s.used, giver, item), taker, item)
