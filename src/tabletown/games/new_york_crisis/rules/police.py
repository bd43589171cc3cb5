"""A) Police phase: cars, the event of the round, and its tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tabletown.games.new_york_crisis.cards import IS_MODIFIER, POLICE_AT, POLICE_CARDS, Condition, Effect, PoliceEntry
from tabletown.games.new_york_crisis.city import IDS, IS_STATION
from tabletown.games.new_york_crisis.events.causes import POLICE_EVENT, RAID, TASK
from tabletown.games.new_york_crisis.events.police import (
    CarJoined,
    CarPlaced,
    MafiaRaided,
    PoliceEventCame,
    RoundBegan,
    TaskDone,
    TokenRewarded,
    TokensRewarded,
)
from tabletown.games.new_york_crisis.options import HEAL_SELF, TOKEN
from tabletown.games.new_york_crisis.rules.mafia import fbi_arrives, place_info, place_mafia
from tabletown.games.new_york_crisis.rules.story import turf
from tabletown.games.new_york_crisis.rules.tracks import (
    lower_alert,
    raise_alert,
    random_location,
    roam,
)
from tabletown.games.new_york_crisis.rules.wounds import heal, wound
from tabletown.games.new_york_crisis.scenarios import CARS, SKILL_TOKENS
from tabletown.games.new_york_crisis.state import Crisis, replaced, scenario, seat_of, who, without
from tabletown.kernel import Chance, Choose, Script, Text, tell
from tabletown.kernel.errors import ContentError

HEAL_OR_SKILL = Text("choose what the night clinic gives")


def police_phase(s: Crisis) -> Script:
    s.round += 1
    tell(s, RoundBegan, s.round)
    turn_items_up(s)
    s.event, s.task_done = "", False
    s.kills = s.infos = s.items = s.wilds = 0
    s.acted = [False] * len(s.cast)
    cars = collect_cars(s)
    card = yield from place_cars(s, cars)
    if s.result:
        return
    if card is not None:
        yield from apply_event(s, card)
    if not s.result:
        yield from roam(s)
        turf(s)
    s.phase = "order"


def turn_items_up(s: Crisis) -> None:
    if any(s.used):
        s.ready = [[*ready, *used] for ready, used in zip(s.ready, s.used)]
        s.used = [[] for _ in s.used]


def collect_cars(s: Crisis) -> int:
    """Take all cars off the map; if the alert has released cars, add them and shuffle the discards in."""
    cars = len(s.cars) if s.round > 1 else scenario(s).first_round_cars
    s.cars = []
    if s.deck_cars:
        cars = min(CARS, cars + s.deck_cars)
        s.deck_cars = 0
        s.police_deck, s.police_discard = [*s.police_deck, *s.police_discard], []
        tell(s, CarJoined)
    return cars


def place_cars(s: Crisis, cars: int) -> Script:
    """Draw one card for each car and place it at once; the last card is returned."""
    card: PoliceEntry | None = None
    while len(s.cars) < cars:
        if not s.police_deck:
            s.police_deck, s.police_discard = s.police_discard, []
            if not s.police_deck:
                break
        id = yield Chance("police card", s.police_deck, rule="police.draw-count")
        s.police_deck = without(s.police_deck, id)
        s.police_drawn = [*s.police_drawn, id]
        place = POLICE_AT[id]
        if place in s.cars:  # draw again for a different location
            continue
        card = POLICE_CARDS[id]
        s.cars = [*s.cars, place]
        tell(s, CarPlaced, IDS[place])
        raid(s, place)
    return card


def raid(s: Crisis, place: int) -> None:
    """Let a car remove the mobsters at its location, which raises the alert."""
    count = s.mafia[place]
    if count:
        s.mafia[place] = 0
        tell(s, MafiaRaided, count, IDS[place])
        raise_alert(s, count, RAID)


def apply_event(s: Crisis, card: PoliceEntry) -> Script:
    """Apply the last card's event after all cars are placed; a lasting one holds until the round ends."""
    s.event = card.id
    tell(s, PoliceEventCame, card.id)
    if card.effect.kind in AT_ONCE:
        yield from AT_ONCE[card.effect.kind](s, card.effect)


def more_alert(s: Crisis, effect: Effect) -> Script:
    raise_alert(s, effect.delta, POLICE_EVENT)
    return
    yield


def more_mafia(s: Crisis, effect: Effect) -> Script:
    for _ in range(effect.count):
        place = yield from random_location(s)
        if place_mafia(s, place):
            yield from fbi_arrives(s, place)
            if s.result:
                return
    for figure, place in enumerate(s.at):
        if effect.wounds and s.mafia[place]:
            yield from wound(s, figure)


def more_info(s: Crisis, effect: Effect) -> Script:
    for _ in range(effect.count):
        place = yield from random_location(s)
        yield from place_info(s, place, effect.alert_if_empty)


LASTING = ("modifier", "task")  # kinds of effects that hold until the round ends; all others happen at once
AT_ONCE: dict[str, Callable[[Crisis, Effect], Script]] = {
    "alert": more_alert,
    "spawn_mafia": more_mafia,
    "spawn_info": more_info,
}


def check_effects(cards: Iterable[PoliceEntry]) -> None:
    for card in cards:
        if card.effect.kind not in LASTING and card.effect.kind not in AT_ONCE:
            raise ContentError(f"police.toml: card {card.id!r}: there is no effect {card.effect.kind!r}.")


# ------------------------------------------------------------------ tasks


def task(s: Crisis) -> Condition | None:
    """The open task of this round, if its event is one."""
    if s.task_done or s.event in IS_MODIFIER:
        return None
    card = POLICE_CARDS.get(s.event)
    return card.effect.condition if card is not None else None


def check_counts(s: Crisis) -> None:
    """Reward a task that counts something as soon as it is done."""
    condition = task(s)
    if condition is None:
        return
    done = {"mafia_eliminated": s.kills, "info_taken": s.infos, "items_taken": s.items}.get(condition.type, -1)
    wanted = condition.at_least
    if done >= (wanted if isinstance(wanted, int) else wanted[len(s.cast) - 1]):
        reward_all(s)


def rests_at_station(s: Crisis) -> bool:
    """Whether the active relative is at a station without mobsters while the task is to end a turn there."""
    place = s.at[s.active]
    if not IS_STATION[place] or s.mafia[place]:
        return False
    condition = task(s)
    return condition is not None and condition.type == "turn_ends_on_station"


def night_clinic(s: Crisis) -> Script:
    """Reward the first relative to end a turn at a station without mobsters."""
    wounded, tired = bool(s.wounds[s.active]), s.skills[s.active] < SKILL_TOKENS
    s.task_done = True
    tell(s, TaskDone, s.event)
    choice = HEAL_SELF if wounded else TOKEN
    if wounded and tired:
        choice = yield Choose(seat_of(s, s.active), HEAL_OR_SKILL, [HEAL_SELF, TOKEN], rule="police.event-last-card")
    if choice == HEAL_SELF:
        yield from heal(s, s.active)
    elif tired:
        s.skills = replaced(s.skills, s.active, s.skills[s.active] + 1)
        tell(s, TokenRewarded, *who(s, s.active))


def check_end_of_round(s: Crisis) -> None:
    condition = task(s)
    if condition is None or condition.when != "round_end":
        return
    if condition.type == "wilds_used":
        done = s.wilds <= condition.at_most
    elif len(s.at) == 1:  # alone: be where no mobsters are
        done = s.mafia[s.at[0]] == 0
    else:
        done = len(set(s.at)) < len(s.at)
    if done:
        reward_all(s)


def reward_all(s: Crisis) -> None:
    s.task_done = True
    tell(s, TaskDone, s.event)
    reward = POLICE_CARDS[s.event].effect.reward
    if reward is not None and reward.kind == "alert":
        lower_alert(s, -reward.delta, TASK)
    elif reward is not None:
        s.skills = [min(SKILL_TOKENS, tokens + reward.each) for tokens in s.skills]
        tell(s, TokensRewarded)


check_effects(POLICE_CARDS.values())
