"""Everything on the table, as plain data. Locations, relatives, results and items are small numbers."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from tabletown.games.new_york_crisis.cards import CHARACTERS, MODIFIERS, Modifiers
from tabletown.games.new_york_crisis.scenarios import SCENARIOS, Scenario, StoryCard
from tabletown.kernel import State

T = TypeVar("T")

ALL = 9  # dodged or avoided: all mobsters at the location
HIDDEN, DONE = -2, -1  # where an objective is: on a card still face down; done, or walking with a relative
NOBODY, LEFT = -1, -2  # the relative an objective walks with: none yet; left behind


class Options(msgspec.Struct, frozen=True):
    """The variants chosen for this match; the defaults follow the rulings."""

    two_characters: bool = False
    order: str = "ask"
    payment: str = "auto"
    forced_step_is_a_move: bool = False
    fbi_evicts: bool = True
    fbi_nearest: bool = False
    two_way: bool = False
    strict_kills: bool = False
    kills_current_only: bool = False
    per_token: bool = False
    random_wounds: bool = False
    knock_out: bool = False
    bribe_anywhere: bool = False
    grey_stacking: bool = False
    grey_lost: bool = False
    limit_recovers: bool = False
    extra_round: bool = False
    reshuffle_both: bool = False
    enter_only: bool = False
    newspaper_anywhere: bool = False
    open_story: bool = False
    expert: bool = False

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Options:
        return cls(
            two_characters=options["solo"] == "two",
            order=options["order"],
            payment=options["payment"],
            forced_step_is_a_move=options["forced_step"] == "counts_as_action",
            fbi_evicts=options["fbi_on_character"] == "evicts",
            fbi_nearest=options["fbi_tokens"] == "fbi_nearest",
            two_way=options["exchange"] == "two_way",
            strict_kills=options["second_kill"] == "strict",
            kills_current_only=options["passed_mafia"] == "current_only",
            per_token=options["dealing"] == "per_token",
            random_wounds=options["lost_die"] == "random",
            knock_out=options["last_die"] == "knock_out",
            bribe_anywhere=options["bribe"] == "anywhere",
            grey_stacking=options["grey_cap"] == "stacking",
            grey_lost=options["grey_leaving"] == "lost_on_leaving",
            limit_recovers=options["limit"] == "limit_recovers",
            extra_round=options["limit_in_police_phase"] == "extra_round",
            reshuffle_both=options["reshuffle"] == "both",
            enter_only=options["subway"] == "enter_only",
            newspaper_anywhere=options["newspaper"] == "newspaper_anywhere",
            open_story=options["story_cards"] == "open",
            expert=options["expert"] == "yes",
        )


class Crisis(State):
    scenario: str
    seats: int
    options: Options = msgspec.field(name="variants")  # its name in saves
    phase: str  # family, prepare, police, order, start, roll, act, end

    # the relatives in play, in the order of the seats
    cast: Sequence[int]  # which character
    at: list[int]
    skills: Sequence[int]  # skill tokens
    wounds: Sequence[Sequence[int]]  # colours of the dice lost
    ready: Sequence[Sequence[int]]  # items face up
    used: Sequence[Sequence[int]]  # items face down
    acted: Sequence[bool]  # has had its turn this round
    knocked: Sequence[bool]  # misses its next turn

    # the map
    mafia: list[int]
    info: list[int]  # three types for each location
    item: list[int]  # -1: none
    cars: Sequence[int]
    fbi: Sequence[int]
    goals: Sequence[int]  # where each objective of the scenario lies
    escorts: Sequence[int]  # the relative each objective walks with
    final_at: int = -1
    efforts: Sequence[int] = []  # the relatives who did their part of the final challenge

    # decks, bag and supplies
    edition: int = 0  # of cards and rulings: later additions do not apply
    mafia_deck: Sequence[str] = []
    mafia_discard: Sequence[str] = []
    police_deck: Sequence[str] = []
    police_drawn: Sequence[str] = []
    police_discard: Sequence[str] = []
    bag: Sequence[int] = []
    info_supply: Sequence[int] = []
    item_supply: Sequence[str] = []
    gone: int = 0  # items out of the game

    # tracks
    story: int = 0
    card: int = -1  # the last story card revealed
    unread: int = 0  # in an imagined state: how many revealed cards are blank, because nobody has read them
    imagined: bool = False  # story cards still face down count as blank
    info_cost: Sequence[int] = []
    blackout: bool = False
    alert: int = 0
    limit: int = 0
    track_cars: Sequence[int] = []  # cars waiting on the alert track
    deck_cars: int = 0  # cars on the police deck, joining next round
    last_round: int = 0  # the last round, once the limit is reached; 0: not yet

    # this round
    round: int = 0
    event: str = ""
    task_done: bool = False
    kills: int = 0
    infos: int = 0
    items: int = 0
    wilds: int = 0

    # this turn
    active: int = -1
    actions: int = 0
    steps: int = 0
    moves: int = 0  # move actions taken
    bikes: int = 0
    extra_used: bool = False
    entered: bool = False  # has moved to its location this turn
    dodged: int = 0  # mobsters dodged here, or ALL
    avoided: int = 0
    coat_mafia: Sequence[int] = []  # locations where a raincoat hides from mobsters
    coat_open: Sequence[int] = []  # locations that a raincoat opens
    discount: bool = False  # the next mobster costs only 1 physical
    passed: Sequence[int] = []  # locations left this turn
    borrowed: Sequence[int] = []  # items taken over this turn
    colours: Sequence[int] = []  # the dice on the table
    faces: list[int] = []
    spent: list[bool] = []
    picked: Sequence[int] = []  # dice picked so far for a re-roll
    fresh: Sequence[int] = []  # dice that have just been rolled

    # the Long Week as a campaign
    campaign: bool = False
    week: Sequence[str] = []  # how each night before this one ended: clean, dear or lost
    allies: Sequence[str] = []  # who can still be asked for help

    decided: Sequence[str] = []  # what the family answered to story cards, as id=option
    radio_free: bool = False  # the police radio raises no alert

    result: str = ""  # won, alert or fbi
    dear: bool = False  # won at a price

    def copy(self) -> Crisis:
        """Copy the lists that change in place; other values are only ever replaced, so copies share them."""
        s = self.__copy__()
        s.lines = None
        s.at, s.mafia, s.info, s.item = self.at[:], self.mafia[:], self.info[:], self.item[:]
        s.faces, s.spent = self.faces[:], self.spent[:]
        return s


def replaced(values: Sequence[T], index: int, value: T) -> list[T]:
    """A new list with one value changed: copies of a state share the old one."""
    new = [*values]
    new[index] = value
    return new


def without(values: Sequence[T], value: T) -> list[T]:
    """A new list without the first such value."""
    new = [*values]
    new.remove(value)
    return new


def put(piles: Sequence[Sequence[T]], figure: int, thing: T) -> list[Sequence[T]]:
    """All relatives' piles (items, wounds) with one thing added to this relative's."""
    return replaced(piles, figure, [*piles[figure], thing])


def taken(piles: Sequence[Sequence[T]], figure: int, thing: T) -> list[Sequence[T]]:
    return replaced(piles, figure, without(piles[figure], thing))


def open_card(s: Crisis) -> StoryCard:
    """The latest story card that is not blank."""
    return SCENARIOS[s.scenario].card[s.card - s.unread]


def imagine(s: Crisis, seat: int, rng: random.Random) -> Crisis:
    """The state as the family knows it: story cards still face down are blank."""
    twin = s.copy()
    twin.imagined = not s.options.open_story
    return twin


def scenario(s: Crisis) -> Scenario:
    return SCENARIOS[s.scenario]


def modifiers(s: Crisis) -> Modifiers:
    return MODIFIERS[s.event]


def seat_of(s: Crisis, figure: int) -> int:
    """The seat that plays this relative."""
    return figure if s.seats > 1 else 0


def who(s: Crisis, figure: int) -> tuple[int, str]:
    """A relative as events store it: its seat and its id."""
    return seat_of(s, figure), CHARACTERS[s.cast[figure]].id


def spokesman(s: Crisis) -> int:
    """The seat that answers for the group: the active player's, else the first."""
    return seat_of(s, s.active) if s.active >= 0 else 0


def here(s: Crisis) -> int:
    return s.at[s.active]


def together(s: Crisis, figure: int) -> list[int]:
    """The other relatives on the same location."""
    place = s.at[figure]
    return [other for other, at in enumerate(s.at) if at == place and other != figure]
