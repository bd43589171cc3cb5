"""The Long Week as a campaign: what the family keeps from night to night, and who helps later."""

from __future__ import annotations

from collections.abc import Iterator

from tabletown.games.new_york_crisis.cards import COLOURS, ITEM, ITEM_NAMES, ITEMS
from tabletown.games.new_york_crisis.city import IDS, INDEX
from tabletown.games.new_york_crisis.events.causes import FAVOUR
from tabletown.games.new_york_crisis.events.week import (
    AllyHelped,
    AllyWon,
    DoctorPaid,
    Driven,
    Got,
    ItemKept,
    NightEnded,
    NightLost,
    NoAllyWon,
    Rested,
)
from tabletown.games.new_york_crisis.options import (
    HEAL,
    KEEP,
    KEEP_BOTH,
    LOWER_ALERT,
    SEND_FBI_HOME,
    TO_PLACE,
    TO_RELATIVE,
)
from tabletown.games.new_york_crisis.rules.asking import ask, one_of
from tabletown.games.new_york_crisis.rules.moving import DEAL_FIRST, FBI, POLICE, arrive, undealt
from tabletown.games.new_york_crisis.rules.story import carry_out
from tabletown.games.new_york_crisis.rules.tracks import lower_alert
from tabletown.games.new_york_crisis.rules.wounds import (
    NO_SUCH_DIE_LOST,
    NOT_IN_PLAY,
    choose_colour,
    healable,
    name,
    why_not_heal,
)
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, SKILL_TOKENS, Ally, StoryEffect
from tabletown.games.new_york_crisis.setup import board_of
from tabletown.games.new_york_crisis.state import Crisis, here, put, replaced, scenario, seat_of, who, without
from tabletown.kernel import NOT_AN_OPTION, Chance, Choose, Reason, Script, Text, because, tell

CLEAN, DEAR, LOST = "clean", "dear", "lost"

KEEP_WOUND = Text("choose the wound {who} keeps")
KEEP_ITEM = Text("choose the item the family keeps")
REST = Text("use the {item} to heal a wound")
WHERE_TO = Text("choose where Denny drives you")
WHO_GETS = Text("choose who gets the {item}")
WHICH_WORD = Text("choose how Agent Kuhn helps")

NOT_WON = because("ally-not-won", "You haven't won that ally.", "story.card-rules")
NOWHERE = because("no-location-to-drive-to", "There's no open location to drive to.", "story.card-rules")
NO_ITEMS = because("no-item-in-supply", "There's no item left in the supply.", "story.card-rules")
NOTHING_TO_SAY = because("nothing-to-say", "There's no FBI on the map, and the alert is at 0.", "story.card-rules")
NOT_HELD = because("family-has-no-such-item", "The family doesn't have that item.", "story.card-rules")
HERE_ALREADY = because("already-there", "You're already there.", "story.card-rules")


# ------------------------------------------------------------------ between two nights


def goes_on(s: Crisis) -> bool:
    """Whether another night follows."""
    return s.campaign and s.scenario != CAMPAIGN.order[-1]


def dawn(s: Crisis) -> Script:
    """End a night: record it, rest, and begin the next one."""
    how = LOST if s.result != "won" else DEAR if s.dear else CLEAN
    s.week = [*s.week, how]
    tell(s, NightEnded, len(s.week), len(CAMPAIGN.order))
    if how == LOST:
        tell(s, NightLost, s.scenario, s.result)
    ally = next((ally for ally in CAMPAIGN.ally if ally.after == s.scenario), None)
    if how == CLEAN and ally is not None:
        s.allies = [*s.allies, ally.id]
        tell(s, AllyWon, ally.id)
    else:
        tell(s, NoAllyWon)
    s.active = -1
    for figure in range(len(s.cast)):
        yield from keep_one_wound(s, figure)
    yield from keep_one_item(s)
    yield from rest(s)
    next_night(s)


def keep_one_wound(s: Crisis, figure: int) -> Script:
    wounds = s.wounds[figure]
    if len(wounds) <= CAMPAIGN.keeps_wounds:
        return
    prompt = KEEP_WOUND(who=name(s, figure))
    colour = yield from choose_colour(seat_of(s, figure), prompt, wounds, "story.card-rules", NO_SUCH_DIE_LOST)
    s.wounds = replaced(s.wounds, figure, [colour])
    tell(s, Rested, *who(s, figure), COLOURS[colour])


def held(s: Crisis) -> Iterator[tuple[int, int]]:
    """Every item, with the relative who holds it."""
    for figure, (ready, used) in enumerate(zip(s.ready, s.used, strict=True)):
        for item in sorted({*ready, *used}):
            yield figure, item


def keep_one_item(s: Crisis) -> Script:
    options = [KEEP[item] for item in sorted({item for _, item in held(s)})]
    if not options:
        return
    word = yield from ask(0, KEEP_ITEM, options, "story.card-rules", one_of, options, KEEP, NOT_HELD)
    item = KEEP.index(word)
    owner = next(figure for figure, other in held(s) if other == item)
    others = without([other for bag in [*s.ready, *s.used] for other in bag], item)
    s.item_supply = [*s.item_supply, *(ITEMS[other] for other in others)]
    s.ready = put([[] for _ in s.cast], owner, item)
    s.used = [[] for _ in s.cast]
    tell(s, ItemKept, ITEMS[item])


def rest(s: Crisis) -> Script:
    """Let the family give up its kept item to heal a kept wound."""
    item = next((item for _, item in held(s)), -1)
    if item < 0 or not any(s.wounds):
        return
    options = [KEEP_BOTH, *healable(s, range(len(s.cast)))]
    word = yield Choose(0, REST(item=ITEM_NAMES[item]), options, "story.card-rules", why_not_rest, about=(s,))
    if word != KEEP_BOTH:
        figure = s.cast.index(HEAL.index(word))
        s.wounds = replaced(s.wounds, figure, [])
        s.ready = [[] for _ in s.cast]
        s.item_supply = [*s.item_supply, ITEMS[item]]
        tell(s, DoctorPaid, *who(s, figure), ITEMS[item])


def why_not_rest(s: Crisis, word: str) -> Reason | None:
    return None if word == KEEP_BOTH else why_not_heal(s, range(len(s.cast)), word)


def next_night(s: Crisis) -> None:
    """Clear the board; family, kept wounds, kept item and allies stay."""
    fresh = board_of(CAMPAIGN.order[len(s.week)], s.seats, s.options, s.edition)
    for field in Crisis.__struct_fields__:
        if field not in KEPT:
            setattr(s, field, getattr(fresh, field))
    for _, item in held(s):
        s.item_supply = without(s.item_supply, ITEMS[item])
    s.at = [INDEX[scenario(s).start] for _ in s.cast]
    s.skills = [SKILL_TOKENS for _ in s.cast]
    s.acted, s.knocked = [False for _ in s.cast], [False for _ in s.cast]
    s.phase = "prepare"


KEPT = {"lines", "seats", "options", "cast", "wounds", "ready", "used", "campaign", "week", "allies"}


# ------------------------------------------------------------------ allies: each helps once, in anybody's turn


def why_not_ask(s: Crisis, ally: Ally) -> Reason | None:
    if ally.id not in s.allies:
        return NOT_WON
    if undealt(s):
        return DEAL_FIRST
    if ally.effect == "drive":
        return None if drives(s) else NOWHERE
    if ally.effect == "items":
        return None if s.item_supply else NO_ITEMS
    return None if s.fbi or s.alert else NOTHING_TO_SAY


def why_not_drive(s: Crisis, word: str) -> Reason | None:
    if word not in TO_PLACE:
        return NOT_AN_OPTION
    place = TO_PLACE.index(word)
    if place in s.cars:
        return POLICE
    if place in s.fbi:
        return FBI
    return HERE_ALREADY if place == here(s) else None


def drives(s: Crisis) -> list[str]:
    return [word for word in TO_PLACE if why_not_drive(s, word) is None]


def ask_ally(s: Crisis, ally: Ally) -> Script:
    s.allies = without(s.allies, ally.id)
    tell(s, AllyHelped, ally.id)
    yield from HELP[ally.effect](s)


def drive(s: Crisis) -> Script:
    """Denny: move to any location without police or FBI, without steps or alert."""
    question = Choose(seat_of(s, s.active), WHERE_TO, drives(s), "story.card-rules", why_not_drive, about=(s,))
    place = TO_PLACE.index((yield question))
    arrive(s, place)
    tell(s, Driven, *who(s, s.active), IDS[place])


def bring_items(s: Crisis) -> Script:
    """Dot: give 2 items from the supply, each to any relative, wherever they are."""
    for _ in range(min(2, len(s.item_supply))):
        drawn = yield Chance("item", s.item_supply, rule="story.card-rules")
        item = ITEM[drawn]
        options = [TO_RELATIVE[character] for character in s.cast]
        prompt, seat = WHO_GETS(item=ITEM_NAMES[item]), seat_of(s, s.active)
        word = yield from ask(seat, prompt, options, "story.card-rules", one_of, options, TO_RELATIVE, NOT_IN_PLAY)
        figure = s.cast.index(TO_RELATIVE.index(word))
        s.item_supply = without(s.item_supply, drawn)
        s.ready = put(s.ready, figure, item)
        tell(s, Got, *who(s, figure), drawn)


def have_a_word(s: Crisis) -> Script:
    """Agent Kuhn: send 1 FBI home, or lower the alert by 2."""
    word = SEND_FBI_HOME if s.fbi else LOWER_ALERT
    if s.fbi and s.alert:
        options = [SEND_FBI_HOME, LOWER_ALERT]
        word = yield Choose(seat_of(s, s.active), WHICH_WORD, options, rule="story.card-rules")
    if word == SEND_FBI_HOME:
        yield from carry_out(s, [StoryEffect("fbi_leaves")])
    else:
        lower_alert(s, 2, FAVOUR)


HELP = {"drive": drive, "items": bring_items, "word": have_a_word}
