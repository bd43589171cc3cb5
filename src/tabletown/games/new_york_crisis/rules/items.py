"""Items, skills and item exchange: free during the own turn."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import (
    BIKE,
    CASH,
    CELL_PHONE,
    CHARACTERS,
    DRONE,
    EXTRA,
    GIVE_TO,
    GLOVES,
    HEAL_WHOM,
    ITEM,
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
    RESULT,
    RESULTS,
    SOCIAL,
)
from tabletown.games.new_york_crisis.city import COUNT, IDS, INDEX, IS_STATION, NEIGHBOURS, RIDES, STATIONS, words
from tabletown.games.new_york_crisis.events import (
    DISGUISE,
    FREE_RIDE,
    RADIO,
    Bribed,
    DroneFlew,
    Gave,
    HidInRaincoat,
    PutOnRaincoat,
    SentCar,
    TookOver,
    UsedItem,
)
from tabletown.games.new_york_crisis.rules.moving import (
    BLACKOUT,
    DEAL_FIRST,
    NO_STATION,
    NO_TRAINS,
    RIDE,
    undealt,
    walk_or_ride,
    why_not_enter,
    why_not_leave,
)
from tabletown.games.new_york_crisis.rules.police import raid
from tabletown.games.new_york_crisis.rules.spending import (
    NO_INFO,
    NO_ITEM,
    pick_up,
    take_info,
    why_not_pick,
    why_not_take,
)
from tabletown.games.new_york_crisis.rules.tracks import TO, raise_alert
from tabletown.games.new_york_crisis.rules.wounds import heal
from tabletown.games.new_york_crisis.state import ALL, Crisis, here, put, replaced, seat_of, taken, together, who
from tabletown.kernel import Choose, Reason, Script, Text, because, is_read, tell

CASH_FOR = Text("choose what to pay for")
WHICH_CAR = Text("choose a police car")
WHERE_CAR = Text("choose where the police car goes")
WHERE_RIDE = Text("choose the station")
WHICH_INFO = Text("choose the info token to take")
DRONE_FOR = Text("choose what the drone does")
WHICH_ITEM = Text("choose an item")
TO_WHOM = Text("choose who gets the {item}")
COAT_FOR = Text("choose what the raincoat hides you from")

USE = tuple(f"use:{item}" for item in ITEMS)
GIVE, GET = "give", "get"
CAR, BRIBE_AT, OPEN_AT = words("car"), words("bribe"), words("open")
BRIBE, HIDE = "bribe", "hide"

SEND = tuple(f"send:{character.id}" for character in CHARACTERS)

NOT_YOURS = because("not-yours", "You have no such item.", "free.item-use")
FACE_DOWN = because("face-down", "That item has already been used this round.", "item.once")
WAITS = because("waits", "There is mafia here: only what helps against it can be used.", "item-exchange-mafia")
NOBODY_HURT = because("nobody-hurt", "There is nobody here to heal and no mafia to bribe.", "item.cash")
NO_CAR = because("no-car", "There is no police car that could go anywhere.", "item.police-radio")
NO_NEIGHBOUR = because("no-neighbour", "There is nothing next door that you can pay for.", "item.laptop")
DRONE_IDLE = because(
    "drone-idle",
    "There is nothing to fetch next door, and nothing to send or nobody to send it to.",
    "item.drone-fetch",
)
NO_COAT = because("no-coat", "There is nothing here to hide from.", "item.raincoat-mafia")
ALONE = because("alone", "No relative is here.", "free.exchange")
EMPTY_HANDED = because("empty-handed", "You have nothing to give.", "free.exchange")
NOTHING_TO_GET = because("nothing-to-get", "Nobody here has anything to give you.", "item-exchange-take")
ONE_WAY = because("one-way", "Items are given, not taken.", "item-exchange-take")

PLUS = {CELL_PHONE: MENTAL, MASK: SOCIAL, GLOVES: PHYSICAL}


# ------------------------------------------------------------------ Item use


def why_not_use(s: Crisis, item: int) -> Reason | None:
    if item not in s.ready[s.active]:
        return FACE_DOWN if item in s.used[s.active] else NOT_YOURS
    if item in (MASK, GLOVES):
        return None
    if item == CASH:
        if healable(s) or bribable(s):
            return None
        return WAITS if undealt(s) else NOBODY_HURT
    if item == RAINCOAT:
        if undealt(s):
            return None
        return None if s.mafia[here(s)] > s.avoided or blocked_next(s) else NO_COAT
    if undealt(s):
        return WAITS
    if item == LAPTOP:
        return None if laptop_options(s) else NO_NEIGHBOUR
    if item == NEWSPAPER:
        return why_not_read(s)
    if item == POLICE_RADIO:
        return None if any(radio_targets(s, car) for car in s.cars) else NO_CAR
    if item == DRONE:
        return None if drone_options(s) else DRONE_IDLE
    return None


def use(s: Crisis, item: int) -> Script:
    """Flip it and do what it says."""
    s.ready, s.used = taken(s.ready, s.active, item), put(s.used, s.active, item)
    if is_read(s):
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


def healable(s: Crisis) -> list[int]:
    """Own wounds and those of relatives here, unless mafia must be dealt with first."""
    if undealt(s):
        return []
    return [figure for figure in (s.active, *together(s, s.active)) if s.wounds[figure]]


def bribable(s: Crisis) -> list[int]:
    if s.options.bribe_anywhere:
        return [place for place in range(COUNT) if s.mafia[place]]
    return [here(s)] if s.mafia[here(s)] else []


def use_cash(s: Crisis) -> Script:
    options = [HEAL_WHOM[s.cast[figure]] for figure in healable(s)]
    options += [BRIBE_AT[place] for place in bribable(s)] if s.options.bribe_anywhere else [BRIBE] * len(bribable(s))
    answer = options[0]
    if len(options) > 1:
        answer = yield Choose(seat_of(s, s.active), CASH_FOR, options, rule="item.cash")
    s.used = taken(s.used, s.active, CASH)
    s.gone += 1
    if answer in HEAL_WHOM:
        yield from heal(s, s.cast.index(HEAL_WHOM.index(answer)))
    else:
        place = here(s) if answer == BRIBE else BRIBE_AT.index(answer)
        s.mafia[place] -= 1
        tell(s, Bribed, *who(s, s.active), IDS[place])


def laptop_options(s: Crisis) -> list[str]:
    return [
        f"{TAKE_FROM[place]}:{RESULTS[type]}"
        for place in NEIGHBOURS[here(s)]
        if any(s.info[place * 3 : place * 3 + 3])
        for type in range(3)
        if why_not_take(s, type, place) is None
    ]


TAKE_FROM = words("take")
FETCH_FROM = words("fetch")


def use_laptop(s: Crisis) -> Script:
    options = laptop_options(s)

    def why(word: str) -> Reason | None:
        parts = word.split(":")
        if len(parts) != 3 or parts[0] != "take" or parts[1] not in INDEX or RESULT.get(parts[2], 3) > 2:
            return None
        place = INDEX[parts[1]]
        return why_not_take(s, RESULT[parts[2]], place) if place in NEIGHBOURS[here(s)] else NO_INFO

    answer = yield Choose(seat_of(s, s.active), WHICH_INFO, options, rule="item.laptop", why=why)
    _, place, type = answer.split(":")
    yield from take_info(s, RESULT[type], INDEX[place])


def why_not_read(s: Crisis) -> Reason | None:
    """The newspaper: a free ride, from a station."""
    reason = why_not_leave(s)
    if reason is not None:
        return reason
    if not IS_STATION[here(s)] and not s.options.newspaper_anywhere:
        return NO_STATION
    if s.blackout:
        return BLACKOUT
    if not MODIFIERS[s.event].subway_open:
        return NO_TRAINS
    return None if free_rides(s) else NO_STATION


def free_rides(s: Crisis) -> list[int]:
    return [place for place in STATIONS if place != here(s) and why_not_enter(s, place) is None]


def use_newspaper(s: Crisis) -> Script:
    options = [RIDE[place] for place in free_rides(s)]
    answer = yield Choose(seat_of(s, s.active), WHERE_RIDE, options, rule="item.newspaper")
    walk_or_ride(s, answer, FREE_RIDE)


def radio_targets(s: Crisis, car: int) -> list[int]:
    return [place for place in NEIGHBOURS[car] if place not in s.cars and place not in s.fbi]


def use_radio(s: Crisis) -> Script:
    cars = [CAR[car] for car in s.cars if radio_targets(s, car)]
    car = CAR.index((yield Choose(seat_of(s, s.active), WHICH_CAR, cars, rule="item.police-radio")))
    places = [TO[place] for place in radio_targets(s, car)]
    place = TO.index((yield Choose(seat_of(s, s.active), WHERE_CAR, places, rule="item.police-radio")))
    s.cars = replaced(s.cars, s.cars.index(car), place)
    tell(s, SentCar, *who(s, s.active), IDS[car], IDS[place])
    if not s.radio_free:
        raise_alert(s, 1, RADIO)
    raid(s, place)


def drone_options(s: Crisis) -> list[str]:
    fetch = [
        f"{FETCH_FROM[place]}:{RESULTS[type]}"
        for place in NEIGHBOURS[here(s)]
        if s.item[place] >= 0
        for type in range(3)
        if why_not_pick(s, type, place) is None
    ]
    if cargo(s):
        fetch += [SEND[s.cast[figure]] for figure in range(len(s.cast)) if figure != s.active]
    return fetch


def cargo(s: Crisis) -> list[int]:
    """What the drone can carry besides itself."""
    items = giveable(s)
    if DRONE not in items:  # the drone itself was taken over this turn
        return []
    items.remove(DRONE)
    return items


def use_drone(s: Crisis) -> Script:
    options = drone_options(s)

    def why(word: str) -> Reason | None:
        parts = word.split(":")
        if len(parts) != 3 or parts[0] != "fetch" or parts[1] not in INDEX or RESULT.get(parts[2], 3) > 2:
            return None
        place = INDEX[parts[1]]
        return why_not_pick(s, RESULT[parts[2]], place) if place in NEIGHBOURS[here(s)] else NO_ITEM

    answer = yield Choose(seat_of(s, s.active), DRONE_FOR, options, rule="item.drone-fetch", why=why)
    if answer.startswith("fetch"):
        _, place, type = answer.split(":")
        yield from pick_up(s, RESULT[type], INDEX[place])
        return
    figure = s.cast.index(SEND.index(answer))
    item = yield from choose_own_item(s, cargo(s), "item.drone-send")
    s.used = taken(s.used, s.active, DRONE)
    hand_over(s, item, s.active, figure)
    s.used = put(s.used, figure, DRONE)  # it arrives face down
    tell(s, DroneFlew, *who(s, figure), ITEMS[item])


def blocked_next(s: Crisis) -> list[int]:
    """Places with police or FBI that one step could lead to."""
    if why_not_leave(s) is not None:
        return []
    rides = RIDES[here(s)] if not s.blackout and MODIFIERS[s.event].subway_open else ()
    near = NEIGHBOURS[here(s)] + tuple(place for place in rides if place not in NEIGHBOURS[here(s)])
    return [place for place in near if why_not_enter(s, place) is not None]


def use_raincoat(s: Crisis) -> Script:
    options = [HIDE] if s.mafia[here(s)] > s.avoided else []
    options += [OPEN_AT[place] for place in blocked_next(s)]
    answer = options[0]
    if len(options) > 1:
        answer = yield Choose(seat_of(s, s.active), COAT_FOR, options, rule="item.raincoat-police")
    if answer == HIDE:
        s.coat_mafia = [*s.coat_mafia, here(s)]
        s.dodged, s.avoided = 0, ALL
        tell(s, HidInRaincoat, *who(s, s.active), IDS[here(s)])
    else:
        place = OPEN_AT.index(answer)
        s.coat_open = [*s.coat_open, place]
        tell(s, PutOnRaincoat, *who(s, s.active), IDS[place])
        raise_alert(s, 1, DISGUISE)


# ------------------------------------------------------------------ Item exchange


def giveable(s: Crisis) -> list[int]:
    """Own items, but not those taken over this turn."""
    items = s.ready[s.active] + s.used[s.active]
    for item in s.borrowed:
        if item in items:
            items.remove(item)
    return items


def why_not_give(s: Crisis) -> Reason | None:
    if undealt(s):
        return DEAL_FIRST
    if not giveable(s):
        return EMPTY_HANDED
    return None if together(s, s.active) else ALONE


def why_not_get(s: Crisis) -> Reason | None:
    if not s.options.two_way:
        return ONE_WAY
    if undealt(s):
        return DEAL_FIRST
    return None if gettable(s) else NOTHING_TO_GET


def gettable(s: Crisis) -> list[str]:
    return [
        f"from:{CHARACTERS[s.cast[figure]].id}:{ITEMS[item]}"
        for figure in together(s, s.active)
        for item in sorted(set(s.ready[figure] + s.used[figure]))
    ]


def choose_own_item(s: Crisis, own: list[int], rule: str) -> Script:
    items = sorted(set(own))
    if len(items) == 1:
        return items[0]
    answer = yield Choose(seat_of(s, s.active), WHICH_ITEM, [f"item:{ITEMS[item]}" for item in items], rule=rule)
    return ITEM[answer[5:]]


def give(s: Crisis) -> Script:
    item = yield from choose_own_item(s, giveable(s), "free.exchange")
    figures = together(s, s.active)
    figure = figures[0]
    if len(figures) > 1:
        options = [GIVE_TO[s.cast[other]] for other in figures]
        prompt = TO_WHOM(item=ITEM_NAMES[item])
        figure = s.cast.index(
            GIVE_TO.index((yield Choose(seat_of(s, s.active), prompt, options, rule="free.exchange")))
        )
    hand_over(s, item, s.active, figure)
    tell(s, Gave, *who(s, s.active), ITEMS[item], CHARACTERS[s.cast[figure]].id)


def get(s: Crisis) -> Script:
    """Variant: the active player may also take items over."""
    answer = yield Choose(seat_of(s, s.active), WHICH_ITEM, gettable(s), rule="item-exchange-take")
    _, of, word = answer.split(":")
    figure = next(other for other in together(s, s.active) if CHARACTERS[s.cast[other]].id == of)
    item = ITEM[word]
    hand_over(s, item, figure, s.active)
    s.borrowed = [*s.borrowed, item]
    tell(s, TookOver, *who(s, s.active), word, of)


def hand_over(s: Crisis, item: int, giver: int, taker: int) -> None:
    """A used item stays face down; one that is ready goes before one that is used."""
    if item in s.ready[giver]:
        s.ready = put(taken(s.ready, giver, item), taker, item)
    else:
        s.used = put(taken(s.used, giver, item), taker, item)
