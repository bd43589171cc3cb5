"""How each kind of option is labelled, and where it is on the board."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.drawing import listed, named
from tabletown.games.new_york_crisis.cards import (
    BIKE,
    CASH,
    CHARACTERS,
    COLOURS,
    DRONE,
    EXTRA,
    INFO_COLOUR,
    ITEM_NAMES,
    LAPTOP,
    MODIFIERS,
    NEWSPAPER,
    POLICE_RADIO,
    RAINCOAT,
    RESULTS,
    WILD,
)
from tabletown.games.new_york_crisis.city import IDS, NAMES
from tabletown.games.new_york_crisis.options import OPTIONS, Kind, Option, read
from tabletown.games.new_york_crisis.rules import spending
from tabletown.games.new_york_crisis.rules.dice import have
from tabletown.games.new_york_crisis.rules.items import PLUS
from tabletown.games.new_york_crisis.rules.moving import undealt
from tabletown.games.new_york_crisis.rules.story import final_challenge
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, GOALS
from tabletown.games.new_york_crisis.state import Crisis, here, scenario
from tabletown.games.new_york_crisis.view import pieces
from tabletown.games.new_york_crisis.view.words import DIE_NAMES, found_at
from tabletown.kernel import Decision, Described, Text, say

Describe = Callable[[Crisis, Decision, Option], Described]

SPENDS, BRINGS, ASIDE = Text("{act}: spend {note}"), Text("{act}: {note}"), Text("{act} ({note})")
GO, DO = Text("Go"), Text("Do")  # the rows of the tray
ON_PLATES = (Kind.STEP, Kind.RIDE, Kind.TO_PLACE, Kind.BRIBE_AT, Kind.OPEN, Kind.LEAVE, Kind.SEIZE)


def describe(s: Crisis, asked: Decision, word: str) -> Described:
    option = read(word)
    if option is None:  # an outcome of luck
        return act(named(word))
    shown = DESCRIBE[option.kind](s, asked, option)
    shown.ends = option.kind is Kind.END
    if not shown.lane and any(other in OPTIONS and OPTIONS[other].kind in ON_PLATES for other in asked.options):
        shown.lane = str(DO)
    return shown


def act(what: str, note: str = "", how: Text = BRINGS, place: str = "") -> Described:
    """Describe an act, with what it costs or brings."""
    label = str(how(act=what, note=note)) if note else what
    return Described(label, what, chip=what, gain=note, place=place)


def simple(what: Text) -> Describe:
    return lambda s, asked, option: act(str(what))


def plate(place: int) -> str:
    return f"loc-{IDS[place]}"


def at_place(what: Text) -> Describe:
    return lambda s, asked, option: act(str(what(place=NAMES[option.place])), place=plate(option.place))


def with_relative(what: Text) -> Describe:
    def described(s: Crisis, asked: Decision, option: Option) -> Described:
        return act(str(what(who=CHARACTERS[option.relative].name)), place=pawn(s, option.relative))

    return described


def pawn(s: Crisis, relative: int) -> str:
    return f"pawn-{s.cast.index(relative)}" if relative in s.cast else ""


def with_item(what: Text) -> Describe:
    return lambda s, asked, option: act(str(what(item=ITEM_NAMES[option.item])))


# ------------------------------------------------------------------ setup and who is next


def be(s: Crisis, asked: Decision, option: Option) -> Described:
    character = CHARACTERS[option.relative]
    label = say("Play {relative}", relative=character.name)
    return Described(label, label, chip=named(character.name), gain=named(character.line))


def next_turn(s: Crisis, asked: Decision, option: Option) -> Described:
    name, figure = CHARACTERS[option.relative].name, s.cast.index(option.relative)
    label = say("Let {relative} go next", relative=name)
    picture = f'<span class="nyc">{pieces.icon(pieces.pawn(figure, option.relative), 40)}</span>'
    where = say("at {place}", place=NAMES[s.at[figure]])
    return Described(label, label, chip=named(name), gain=where, picture=picture, place=pawn(s, option.relative))


# ------------------------------------------------------------------ moving


def step(s: Crisis, asked: Decision, option: Option) -> Described:
    what = say("Walk to {place}", place=NAMES[option.place])
    found = listed(found_at(s, option.place), ",")
    return going(s, asked, option, what, found or say("nothing there"), begins_move(s, asked))


def ride(s: Crisis, asked: Decision, option: Option) -> Described:
    what = say("Ride the subway to {place}", place=NAMES[option.place])
    found = listed(found_at(s, option.place), ",")
    gain = say("subway, {there}", there=found or say("nothing there"))
    free = MODIFIERS[s.event].subway_step_cost == 0
    return going(s, asked, option, what, gain, begins_move(s, asked) and not free)


def begins_move(s: Crisis, asked: Decision) -> bool:
    """Whether a step would begin a move action; not if it is already paid for."""
    return asked.rule == "action.count" and s.phase == "act" and not s.steps and s.actions > 0


def going(s: Crisis, asked: Decision, option: Option, what: str, gain: str, takes_action: bool) -> Described:
    if takes_action:
        what = say("{act} (1 action)", act=what)
    shown = act(what, listed(found_at(s, option.place), ","), place=plate(option.place))
    shown.chip, shown.gain, shown.lane = named(NAMES[option.place]), gain, str(GO)
    return shown


def extra_step(s: Crisis, asked: Decision, option: Option) -> Described:
    alert = MODIFIERS[s.event].extra_step_alert
    cost = say("alert +{alert}", alert=alert) if alert else say("free this round")
    return act(say("Take an extra step"), cost)


# ------------------------------------------------------------------ dice


def reroll(what: Text) -> Describe:
    return lambda s, asked, option: act(str(what), say("1 action"), ASIDE)


def die(s: Crisis, asked: Decision, option: Option) -> Described:
    """Describe a die; dice that look the same are numbered from the left."""
    dice = list(zip(s.colours, s.faces, s.spent))
    colour, face, spent = dice[option.die]
    told = {"colour": DIE_NAMES[colour], "result": RESULTS[face]}
    what = say("The {colour} die ({result}, spent)", **told) if spent else say("The {colour} die ({result})", **told)
    same = [number for number, other in enumerate(dice) if other == dice[option.die]]
    if len(same) > 1:
        what = say("{die}, {number} of {count}", die=what, number=same.index(option.die) + 1, count=len(same))
    return act(what)


def pay(s: Crisis, asked: Decision, option: Option) -> Described:
    dice = [paid_with(colour, face) for colour, face in option.dice]
    return act(say("Pay with {dice}", dice=dice))


def paid_with(colour: int, face: int) -> str:
    if colour == EXTRA:
        return say("item ({result})", result=RESULTS[face])
    return say("{colour} die ({result})", colour=DIE_NAMES[colour], result=RESULTS[face])


def lost_or_found_die(s: Crisis, asked: Decision, option: Option) -> Described:
    return act(say("The {colour} die", colour=COLOURS[option.colour]))


def end_turn(s: Crisis, asked: Decision, option: Option) -> Described:
    """Describe the end of the turn, with what is lost by it."""
    dice, hurt = s.spent.count(False), undealt(s)
    lost = [say("{n} action", "{n} actions", n=s.actions)] if s.actions else []
    lost += [say("{n} die", "{n} dice", n=dice)] if dice else []
    parts = [say("{lost} unused", lost=lost)] if lost else []
    parts += [say("{n} wound", "{n} wounds", n=hurt)] if hurt else []
    what = say("End my turn")
    return Described(str(BRINGS(act=what, note=listed(parts, ","))) if parts else what, what)


# ------------------------------------------------------------------ spending


def wilds_needed(s: Crisis, price: spending.Price) -> int:
    type, count = price
    return max(0, count - have(s)[type])


def price_words(s: Crisis, price: spending.Price, as_type: bool = False) -> str:
    """What a payment takes: "2 mental", or "1 mental and 1 wild, alert +1".

    `as_type`: other types would do as well, so a price of wilds alone names the type they stand for.
    """
    type, count = price[0], price[1]
    wilds = min(wilds_needed(s, price), have(s)[WILD])
    if not wilds:
        return say("{count} {type}", count=count, type=RESULTS[type])
    alert = wilds * MODIFIERS[s.event].wild_alert
    cost = say("alert +{alert}", alert=alert) if alert else say("no alert this round")
    told = {"count": count - wilds, "type": RESULTS[type], "wilds": wilds, "cost": cost}
    if wilds < count:
        return say("{count} {type} and {wilds} wild, {cost}", **told)
    if as_type:
        return say("{wilds} wild as {type}, {cost}", wilds=wilds, type=RESULTS[type], cost=cost)
    return say("{wilds} wild, {cost}", wilds=wilds, cost=cost)


def info_token(place: int, type: int) -> str:
    return f"info-{place}-{type}-0"


def mafia_token(place: int) -> str:
    return f"mafia-{place}-0"


def take(s: Crisis, asked: Decision, option: Option) -> Described:
    what = say("Take the {type} info", type=INFO_COLOUR[option.type])
    paid = price_words(s, spending.take_price(s, option.type))
    return act(what, paid, SPENDS, info_token(here(s), option.type))


def pick(s: Crisis, asked: Decision, option: Option) -> Described:
    what = say("Pick up the {item}", item=ITEM_NAMES[s.item[here(s)]])
    return act(what, price_words(s, spending.pick_price(s, option.type), as_type=True), SPENDS, f"item-{here(s)}")


def kill(s: Crisis, asked: Decision, option: Option) -> Described:
    return act(say("Eliminate a mobster"), price_words(s, spending.kill_price(s)), SPENDS, mafia_token(here(s)))


def kill_both(s: Crisis, asked: Decision, option: Option) -> Described:
    return act(say("Eliminate both mobsters"), price_words(s, spending.TWO_KILLS), SPENDS, mafia_token(here(s)))


def kill_passed(s: Crisis, asked: Decision, option: Option) -> Described:
    what = say("Eliminate a mobster here and one at {place}", place=NAMES[option.place])
    return act(what, price_words(s, spending.TWO_KILLS), SPENDS, mafia_token(option.place))


def dodge(s: Crisis, asked: Decision, option: Option) -> Described:
    return act(say("Dodge the mobsters and stay here"), price_words(s, spending.DODGE_PRICE), SPENDS)


def avoid(s: Crisis, asked: Decision, option: Option) -> Described:
    return act(say("Avoid the mobsters"), price_words(s, spending.AVOID_PRICE), SPENDS)


def objective(s: Crisis, asked: Decision, option: Option) -> Described:
    objective = next(goal.objective for goal in GOALS[s.scenario] if goal.objective.id == option.id)
    name, place = objective.name, f"goal-{objective.id}"
    what = say("Win over {name}", name=name) if objective.follows else say("See to {name}", name=name)
    if objective.items:
        return act(what, say("hand over an item", "hand over {n} items", n=objective.items), place=place)
    return act(what, price_words(s, (objective.cost.type, objective.cost.results)), SPENDS, place)


def final(s: Crisis, asked: Decision, option: Option) -> Described:
    cost = final_challenge(s).cost
    return act(say("Take on the final challenge"), price_words(s, (cost.type, cost.results)), SPENDS, "final")


# ------------------------------------------------------------------ items and skills


def use(s: Crisis, asked: Decision, option: Option) -> Described:
    return act(say("Use the {item}", item=ITEM_NAMES[option.item]), item_use(s, option.item))


def item_use(s: Crisis, item: int) -> str:
    """What the item would do now, in a few words."""
    stuck = s.active >= 0 and undealt(s) > 0
    return {
        CASH: say("bribe a mobster") if stuck else say("heal a wound or bribe a mobster"),
        RAINCOAT: say("hide from the mobsters here") if stuck else say("get past mobsters, police or FBI"),
        LAPTOP: say("take info next door"),
        BIKE: say("1 more step with each move"),
        NEWSPAPER: say("a free subway ride"),
        POLICE_RADIO: say("move a police car") if s.radio_free else say("move a police car, alert +1"),
        DRONE: say("fetch or send an item"),
    }.get(item, "") or say("1 more {result} result", result=RESULTS[PLUS[item]])


def take_at(s: Crisis, asked: Decision, option: Option) -> Described:
    what = say("Take the {type} info at {place}", type=INFO_COLOUR[option.type], place=NAMES[option.place])
    return act(what, price_words(s, spending.take_price(s, option.type)), SPENDS, info_token(option.place, option.type))


def fetch(s: Crisis, asked: Decision, option: Option) -> Described:
    item = ITEM_NAMES[s.item[option.place]]
    what = say("Fetch the {item} from {place}", item=item, place=NAMES[option.place])
    return act(what, price_words(s, spending.pick_price(s, option.type), as_type=True), SPENDS, f"item-{option.place}")


def car(s: Crisis, asked: Decision, option: Option) -> Described:
    what = say("Move the police car at {place}", place=NAMES[option.place])
    return act(what, place=f"car-{s.cars.index(option.place)}")


def open_up(s: Crisis, asked: Decision, option: Option) -> Described:
    what = say("Walk into {place} in the raincoat", place=NAMES[option.place])
    return act(what, say("alert +1"), place=plate(option.place))


def get_from(s: Crisis, asked: Decision, option: Option) -> Described:
    who = CHARACTERS[option.relative].name
    return act(say("Take the {item} from {who}", item=ITEM_NAMES[option.item], who=who))


def skill(s: Crisis, asked: Decision, option: Option) -> Described:
    skill = CHARACTERS[s.cast[s.active]].skill
    what = say("heal a relative here") if skill == "heal" else say("re-roll a {colour} die", colour=skill)
    return act(say("Use a skill"), what)


# ------------------------------------------------------------------ story cards and the Long Week


def decide(s: Crisis, asked: Decision, option: Option) -> Described:
    choice = scenario(s).card[s.card].choice
    assert choice is not None
    return act(named(next(answer.label for answer in choice.options if answer.id == option.id)))


def ally(s: Crisis, asked: Decision, option: Option) -> Described:
    ally = next(ally for ally in CAMPAIGN.ally if ally.id == option.id)
    return act(named(ally.name), named(ally.text))


DESCRIBE: dict[Kind, Describe] = {
    Kind.BE: be,
    Kind.NEXT: next_turn,
    Kind.GO: simple(Text("I go next")),
    Kind.WAIT: simple(Text("Let somebody else go first")),
    Kind.STEP: step,
    Kind.RIDE: ride,
    Kind.EXTRA_STEP: extra_step,
    Kind.REROLL: reroll(Text("Choose dice to re-roll")),
    Kind.REROLL_ALL: reroll(Text("Re-roll all dice")),
    Kind.REROLL_SPENT: reroll(Text("Re-roll the spent dice")),
    Kind.DIE: die,
    Kind.ROLL: simple(Text("Roll the chosen dice")),
    Kind.PAY: pay,
    Kind.TAKE: take,
    Kind.PICK: pick,
    Kind.KILL: kill,
    Kind.KILL_BOTH: kill_both,
    Kind.KILL_PASSED: kill_passed,
    Kind.DODGE: dodge,
    Kind.AVOID: avoid,
    Kind.DO: objective,
    Kind.FINAL: final,
    Kind.COLOUR: lost_or_found_die,
    Kind.HEAL: with_relative(Text("Heal {who}")),
    Kind.USE: use,
    Kind.BRIBE: simple(Text("Bribe a mobster here to leave")),
    Kind.BRIBE_AT: at_place(Text("Bribe a mobster at {place}")),
    Kind.TAKE_AT: take_at,
    Kind.CAR: car,
    Kind.TO_PLACE: at_place(Text("To {place}")),
    Kind.FETCH: fetch,
    Kind.SEND: with_relative(Text("Send the drone to {who}")),
    Kind.HIDE: simple(Text("Hide from the mobsters here")),
    Kind.OPEN: open_up,
    Kind.GIVE: simple(Text("Give an item to a relative here")),
    Kind.GET: simple(Text("Take an item from a relative here")),
    Kind.ITEM: with_item(Text("The {item}")),
    Kind.TO_RELATIVE: with_relative(Text("Give it to {who}")),
    Kind.FROM: get_from,
    Kind.SKILL: skill,
    Kind.END: end_turn,
    Kind.HEAL_SELF: simple(Text("Heal a wound")),
    Kind.TOKEN: simple(Text("Get a skill token back")),
    Kind.DECIDE: decide,
    Kind.LEAVE: at_place(Text("From {place}")),
    Kind.SEIZE: at_place(Text("At {place}")),
    Kind.KEEP: with_item(Text("Keep the {item}")),
    Kind.KEEP_BOTH: simple(Text("Keep the item and the wound")),
    Kind.ALLY: ally,
    Kind.SEND_FBI_HOME: simple(Text("Send 1 FBI home")),
    Kind.LOWER_ALERT: simple(Text("Lower the alert by 2")),
}
