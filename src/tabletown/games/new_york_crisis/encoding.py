"""The state as numbers for learning: locations, relatives (one's own first), dice, tracks and the story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletown.encoding import Encoding, Part, QuestionEncoding, cached, one_hot, row
from tabletown.games.new_york_crisis.cards import (
    CHARACTERS,
    COLOURS,
    INFO_COLOUR,
    ITEM_NAMES,
    ITEMS,
    POLICE_CARDS,
    RESULTS,
)
from tabletown.games.new_york_crisis.city import COUNT
from tabletown.games.new_york_crisis.options import VOCABULARY
from tabletown.games.new_york_crisis.scenarios import GOALS, SCENARIOS
from tabletown.games.new_york_crisis.state import Crisis

PHASES = ("family", "prepare", "police", "order", "start", "roll", "act", "end")
RELATIVES = 4
RELATIVE = len(CHARACTERS) + COUNT + 4 + 2 * len(ITEMS) + 3
MOST_DICE = 14
DIE = len(COLOURS) + len(RESULTS) + 2
NUMBERS = (
    "story cards",
    "alert",
    "limit",
    "cars to come",
    "last round",
    "round",
    "actions",
    "steps",
    "moves",
    "bikes",
    "kills",
    "infos",
    "items",
    "wilds",
    "dodged",
    "avoided",
    "extra step used",
    "entered",
    "discount",
    "blackout",
    "task done",
)
RULES = (
    "setup.characters",
    "player.order",
    "police.on-character-move",
    "action.count",
    "move.extra-step",
    "wound.die-lost",
    "wound.heal-returns-die",
    "reroll.choice",
    "dice.valid-until",
    "skill.father",
    "skill.mother",
    "skill.daughter",
    "skill.son",
    "item.police-radio",
    "item.drone-fetch",
    "item.drone-send",
    "item.newspaper",
    "item.laptop",
    "item.cash",
    "item.raincoat-police",
    "free.exchange",
    "item-exchange-take",
    "police.event-last-card",
    "story.card-rules",
)
GOAL_COUNT = max(len(goals) for goals in GOALS.values())
CARDS = tuple(POLICE_CARDS)
CHARACTER, PLACE = one_hot(len(CHARACTERS)), one_hot(COUNT)
PHASE, SCENARIO, EVENT = one_hot(len(PHASES)), one_hot(len(SCENARIOS)), one_hot(len(CARDS))
SCENARIO_PLACE = {word: place for place, word in enumerate(SCENARIOS)}
EVENT_PLACE = {word: place for place, word in enumerate(CARDS)}
DIE_ROWS = [
    [
        [
            [
                row(
                    [int(place == colour) for place in range(len(COLOURS))]
                    + [int(place == face) for place in range(len(RESULTS))]
                    + [spent, picked]
                )
                for picked in (0, 1)
            ]
            for spent in (0, 1)
        ]
        for face in range(len(RESULTS))
    ]
    for colour in range(len(COLOURS))
]
NO_DIE, NO_RELATIVE = row([0] * DIE), row([0] * RELATIVE)


@lru_cache(2048)
def _pieces(where: tuple[int, ...]) -> bytes:
    """How many of these pieces each location holds."""
    many = [0] * COUNT
    for place in where:
        if place >= 0:
            many[place] += 1
    return row(many)


@cached
def _places(mafia: Sequence[int], info: Sequence[int], item: Sequence[int]) -> bytes:
    return row((*mafia, *info, *item))


@cached
def _relative(
    character: int,
    at: int,
    wounds: Sequence[int],
    ready: Sequence[int],
    used: Sequence[int],
    skills: int,
    acted: bool,
    knocked: bool,
) -> bytes:
    counts = [0] * 4, [0] * len(ITEMS), [0] * len(ITEMS)
    for many, what in zip(counts, (wounds, ready, used)):
        for one in what:
            many[one] += 1
    return b"".join((CHARACTER[character], PLACE[at], *map(row, counts), row((skills, acted, knocked))))


def encode(s: Crisis, seat: int) -> bytes:
    figures = len(s.cast)
    ready = figures == len(s.at) == len(s.ready)
    first = seat if s.seats > 1 else 0
    order = [(first + number) % figures for number in range(figures)] if ready and figures else []
    picked = set(s.picked)
    dice = [
        DIE_ROWS[colour][face][bool(spent)][number in picked]
        for number, (colour, face, spent) in enumerate(zip(s.colours, s.faces, s.spent))
    ][:MOST_DICE]
    active = (s.active - first) % figures if order and s.active >= 0 else -1
    return b"".join(
        (
            _places(s.mafia, s.info, s.item),
            *[_pieces(tuple(where)) for where in (s.cars, s.fbi, s.goals, s.passed, s.coat_open)],
            *[
                _relative(
                    s.cast[figure],
                    s.at[figure],
                    s.wounds[figure],
                    s.ready[figure],
                    s.used[figure],
                    s.skills[figure],
                    s.acted[figure],
                    s.knocked[figure],
                )
                for figure in order
            ],
            NO_RELATIVE * (RELATIVES - len(order)),
            *dice,
            NO_DIE * (MOST_DICE - len(dice)),
            row((*s.goals, *[-3] * (GOAL_COUNT - len(s.goals)))[:GOAL_COUNT]),
            row((*s.info_cost, 0, 0, 0)[:3]),
            PHASE[PHASES.index(s.phase)] if s.phase in PHASES else PHASE[-1],
            SCENARIO[SCENARIO_PLACE[s.scenario]],
            EVENT[EVENT_PLACE.get(s.event, -1)],
            ACTIVE[active],
            PLACE[s.final_at],
            row(
                (
                    s.story,
                    s.alert,
                    s.limit,
                    s.deck_cars,
                    s.last_round,
                    s.round,
                    s.actions,
                    s.steps,
                    s.moves,
                    s.bikes,
                    s.kills,
                    s.infos,
                    s.items,
                    s.wilds,
                    s.dodged,
                    s.avoided,
                    s.extra_used,
                    s.entered,
                    s.discount,
                    s.blackout,
                    s.task_done,
                )
            ),
        )
    )


ACTIVE = one_hot(RELATIVES)


def encoding(seats: int, options: Mapping[str, str]) -> Encoding:
    parts = (
        Part("mafia", (COUNT,), "mobsters on each place", 3),
        Part("info", (COUNT, 3), "tokens on each place: physical, mental, social", 3),
        Part("items", (COUNT,), "the item on each place (-1: none)", len(ITEMS)),
        Part(
            "pieces", (5, COUNT), "on each place: police cars, FBI, objectives; left this turn, opened by a raincoat", 3
        ),
        Part(
            "relatives",
            (RELATIVES, RELATIVE),
            "mine first: who, where, wounds by colour, items ready, items used, skill tokens, acted, knocked out",
            2,
        ),
        Part("dice", (MOST_DICE, DIE), "per die: colour, face, spent, picked"),
        Part("goals", (GOAL_COUNT,), "where each objective lies (-1: done, -2: hidden, -3: none)", COUNT),
        Part("costs", (3,), "what an info token costs, by type", 3),
        Part("phase", (len(PHASES),), ", ".join(PHASES)),
        Part("scenario", (len(SCENARIOS),), ", ".join(SCENARIOS)),
        Part("event", (len(CARDS),), "the police card in force"),
        Part("active", (RELATIVES,), "whose turn, mine first"),
        Part("final", (COUNT,), "where the final challenge is"),
        Part("numbers", (len(NUMBERS),), ", ".join(NUMBERS), 10),
    )
    who = [character.name for character in CHARACTERS]
    about = {"colour": INFO_COLOUR, "who": who, "item": ITEM_NAMES}
    return Encoding(VOCABULARY, parts, encode, QuestionEncoding(RULES, about), spare=128)
