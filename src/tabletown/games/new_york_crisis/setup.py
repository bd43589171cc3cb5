"""Game setup: the family, the board, card 0 and the first mafia cards."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.games.new_york_crisis.cards import CHARACTERS, ITEM, ITEM_TOKENS, mafia_deck, police_deck
from tabletown.games.new_york_crisis.city import COUNT, IDS, INDEX
from tabletown.games.new_york_crisis.events.causes import LOST_NIGHT, SETUP
from tabletown.games.new_york_crisis.events.setup import ItemPlaced, StoryBegan, TookPart
from tabletown.games.new_york_crisis.options import BE
from tabletown.games.new_york_crisis.rules.asking import ask, one_of
from tabletown.games.new_york_crisis.rules.mafia import (
    fbi_arrives,
    mafia_draw,
    place_info,
    place_item,
    place_mafia,
    turn_up,
)
from tabletown.games.new_york_crisis.rules.story import reveal
from tabletown.games.new_york_crisis.rules.tracks import raise_alert
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, GOALS, INFO_TOKENS, SCENARIOS, SKILL_TOKENS
from tabletown.games.new_york_crisis.state import HIDDEN, NOBODY, Crisis, Options, scenario, without
from tabletown.kernel import Chance, Script, Text, because, log_enabled, tell

PICK_CHARACTER = Text("choose your character")

TAKEN = because("relative-taken", "Someone else is already playing that relative.", "duplicate-character")


def setup(seats: int, options: Mapping[str, str], edition: int) -> Crisis:
    chosen = Options.of(options)
    campaign = options["scenario"] == CAMPAIGN.id
    s = board_of(CAMPAIGN.order[0] if campaign else options["scenario"], seats, chosen, edition)
    s.campaign = campaign
    return s


def board_of(scenario: str, seats: int, chosen: Options, edition: int) -> Crisis:
    """The empty board of a scenario, before characters are chosen."""
    goals = len(GOALS[scenario])
    return Crisis(
        scenario=scenario,
        seats=seats,
        options=chosen,
        phase="family",
        cast=[],
        at=[],
        skills=[],
        wounds=[],
        ready=[],
        used=[],
        acted=[],
        knocked=[],
        mafia=[0] * COUNT,
        info=[0] * (3 * COUNT),
        item=[-1] * COUNT,
        cars=[],
        fbi=[],
        goals=[HIDDEN] * goals,
        escorts=[NOBODY] * goals,
        edition=edition,
        mafia_deck=mafia_deck(edition),
        police_deck=police_deck(edition),
        bag=[0, 0, 0],
        info_supply=[INFO_TOKENS] * 3,
        info_cost=[2, 2, 2],
        item_supply=list(ITEM_TOKENS),
    )


def relatives(s: Crisis) -> int:
    """How many characters are in play."""
    return 2 if s.seats == 1 and s.options.two_characters else s.seats


def choose_character(s: Crisis) -> Script:
    """Each player picks a different character, with its card, figure and 2 skill tokens."""
    seat = len(s.cast) if s.seats > 1 else 0
    free = [word for character, word in enumerate(BE) if character not in s.cast]
    word = yield from ask(seat, PICK_CHARACTER, free, "setup.characters", one_of, free, BE, TAKEN)
    character = BE.index(word)
    s.cast = [*s.cast, character]
    s.at.append(INDEX[scenario(s).start])
    s.skills = [*s.skills, SKILL_TOKENS]
    s.acted, s.knocked = [*s.acted, False], [*s.knocked, False]
    s.wounds, s.ready, s.used = [*s.wounds, []], [*s.ready, []], [*s.used, []]
    tell(s, TookPart, seat, CHARACTERS[character].id)
    if len(s.cast) == relatives(s):
        s.phase = "prepare"


def prepare(s: Crisis) -> Script:
    story = SCENARIOS[s.scenario]
    tell(s, StoryBegan, s.scenario)
    s.limit = story.alert_limit[len(s.cast) - 1]
    if s.options.expert:
        s.limit -= s.limit // 4
    s.track_cars = list(story.cars_on_alert)
    if s.week and s.week[-1] == "lost":
        raise_alert(s, CAMPAIGN.lost_alert, LOST_NIGHT)
    places = list(IDS)
    for _ in range(6):  # 6 items at random on 6 different locations
        item = yield Chance("item", s.item_supply, rule="setup.items")
        place = yield Chance("location", places, rule="setup.items")
        s.item_supply = without(s.item_supply, item)
        places.remove(place)
        s.item[INDEX[place]] = ITEM[item]
        if log_enabled(s):
            tell(s, ItemPlaced, place, item, SETUP)
    yield from reveal(s)
    for _ in s.cast:
        card = turn_up(s, (yield mafia_draw(s)))
        if card.mafia >= 0 and place_mafia(s, card.mafia):
            yield from fbi_arrives(s, card.mafia)
            if s.result:
                return
        if card.info >= 0:
            yield from place_info(s, card.info)
        if card.item >= 0:
            yield from place_item(s, card.item)
    s.phase = "police"
