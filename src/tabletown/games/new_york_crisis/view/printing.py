"""What there is to print: the plan of Manhattan, police, mafia and story cards, the family, tokens and tracks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tabletown.drawing import capital, listed, named
from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.cards import CHARACTERS, FAMILY, MAFIA_CARDS, POLICE_AT, POLICE_CARDS
from tabletown.games.new_york_crisis.city import IDS, NAMES
from tabletown.games.new_york_crisis.scenarios import (
    CARS,
    FBI_TOKENS,
    INFO_TOKENS,
    MAFIA_TOKENS,
    SCENARIOS,
    SKILL_TOKENS,
    Cost,
    Objective,
    Scenario,
    StoryCard,
)
from tabletown.games.new_york_crisis.view import pieces
from tabletown.games.new_york_crisis.view.board import VIEW, legend, plan, plate
from tabletown.kernel import Match, say
from tabletown.printing.parts import LARGE, Board, Card, Deck, Parts, Piece, Pieces, Track

# where a pack is printed, `__file__` lies beside the pack's content
SHIPPED = Path(str(__spec__.origin)).parents[1] / "content" / "stories.toml"
# by day: a night costs much ink
PAPER = """
.nyc-map { --n-water: #dbe7f0; --n-bank: #c9d8e4; --n-shelf: #eef2e6; --n-land: #efeadd; --n-block: #e4ddcc;
  --n-sky: #c4bba6; --n-window: #fff3c4; --n-street: #8a8069; --n-edge: #4b4436; --n-park: #bcd6b4; }
.nyc .cut { fill: #fff; stroke: #777; stroke-width: .5; }
.nyc-map .leg rect { fill: #fff; } .nyc-map .leg text { fill: #222; } .nyc-map .wn { fill: #55718a; }
"""


def parts() -> Parts:
    state = Match(game, seed=1).state.copy()
    state.active, state.at, state.cars, state.goals, state.fbi, state.final_at = -1, [], [], [], [], -1
    state.info, state.mafia, state.item = [0] * len(state.info), [0] * len(state.mafia), [-1] * len(state.item)
    x, y, wide, high = VIEW
    plates = "".join(plate(state, place, {}, {}) for place in range(len(IDS)))
    drawn = f'{plan()}<g clip-path="url(#nyc-frame)">{plates}{legend(state)}</g>'
    board = Board(say("Manhattan"), f'<svg class="nyc nyc-map" viewBox="{x} {y} {wide} {high}">{drawn}</svg>', 340)
    missions = _missions()
    stories = [Deck(named(one.title), list(_story(one)), LARGE) for one in missions]
    decks = [
        Deck(say("Police"), list(_police())),
        Deck(say("Mafia"), list(_mafia())),
        Deck(say("Family"), list(_family())),
    ]
    return Parts([board], [*decks, *stories], [Pieces(say("Tokens"), list(_tokens()))], list(_tracks(missions)), PAPER)


def _missions() -> Sequence[Scenario]:
    """The missions of a pack that has its own, otherwise all."""
    shipped = msgspec.convert(tomllib.loads(SHIPPED.read_text(encoding="utf-8"))["scenario"], list[Scenario])
    own = [one for one in SCENARIOS.values() if one not in shipped]
    return own or list(SCENARIOS.values())


def _police() -> Iterator[Card]:
    for card in POLICE_CARDS.values():
        yield Card(
            named(card.title), named(card.text), named(card.line), say("Police"), named(NAMES[POLICE_AT[card.id]])
        )


def _mafia() -> Iterator[Card]:
    for card in MAFIA_CARDS.values():
        placed = [(say("Mobster"), card.mafia), (say("Info"), card.info), (say("Item"), card.item)]
        lines = [say("{what}: {place}", what=what, place=named(NAMES[at])) for what, at in placed if at >= 0]
        title = named(NAMES[card.mafia]) if card.mafia >= 0 else say("Nobody")
        yield Card(title, " · ".join(lines), named(card.line), say("Mafia"), card.id.removeprefix("m"))


def _family() -> Iterator[Card]:
    for number, one in enumerate(CHARACTERS):
        dice = listed((named(colour) for colour in one.dice), ",")
        face = _token(f'<circle r="13" class="cut"/><g transform="scale(.26)">{pieces.FACES[number]}</g>')
        yield Card(
            named(one.name), named(one.skill_text), named(one.line), lines=[say("Dice: {dice}", dice=dice)], svg=face
        )
    for item, kind in enumerate(FAMILY.item):
        yield Card(capital(named(kind.name)), named(kind.text), left=say("Item"), svg=_token(pieces.item(item)))


def _story(scenario: Scenario) -> Iterator[Card]:
    for number, card in enumerate(scenario.card, 1):
        yield Card(
            named(card.title),
            named(card.rule),
            named(card.text),
            named(scenario.title),
            say("{n} of {of}", n=number, of=len(scenario.card)),
            list(_small(card)),
        )


def _small(card: StoryCard) -> Iterator[str]:
    if any(card.at):
        yield say("On the story track at {counts} (1 to 4 relatives).", counts=_by_count(card.at))
    yield say("Mafia cards a turn: {n}.", n=card.mafia_cards)
    if card.bag != Cost():
        yield say("Into the bag: {what}.", what=_cost(card.bag))
    for objective in card.objectives:
        yield _objective(objective)
    if card.choice is not None:
        answers = listed((named(answer.label) for answer in card.choice.options), "or")
        yield say("{ask} {answers}.", ask=named(card.choice.ask), answers=answers)
    if card.final is not None:
        place, cost = named(NAMES[IDS.index(card.final.location)]), _cost(card.final.cost)
        times = _by_count(card.final.times)
        yield say("Final challenge at {place}: {cost}, {times} ×.", place=place, cost=cost, times=times)


def _by_count(numbers: Sequence[int]) -> str:
    """One number for each count of relatives, or the one for all."""
    return " / ".join(str(n) for n in numbers) if len(set(numbers)) > 1 else str(numbers[0])


def _objective(one: Objective) -> str:
    place = say("a random location") if one.location == "random" else named(NAMES[IDS.index(one.location)])
    cost = say("{n} item", "{n} items", n=one.items) if one.items else _cost(one.cost)
    return say("{name}, {place}: {cost}.", name=capital(named(one.name)), place=place, cost=cost)


def _cost(cost: Cost) -> str:
    named_costs = ((cost.physical, say("physical")), (cost.mental, say("mental")), (cost.social, say("social")))
    return listed(say("{n} {what}", n=n, what=what) for n, what in named_costs if n)


def _token(inside: str) -> str:
    clip = '<defs><clipPath id="nyc-face"><circle r="12.6"/></clipPath></defs>'
    return f'<svg class="nyc" viewBox="-15 -15 30 30">{clip}{inside}</svg>'


def _tokens() -> Iterator[Piece]:
    cut, size = '<circle class="cut" r="14.6"/>', (16.0, 16.0)
    for number, one in enumerate(CHARACTERS):
        yield Piece(named(one.name), _token(pieces.pawn(number, number)), (20.0, 20.0))
    yield Piece(
        say("police car"), _token(f'{cut}<g transform="translate(0 4) scale(.72)">{pieces.car()}</g>'), size, CARS
    )
    yield Piece(say("FBI"), _token(cut + pieces.fbi()), size, FBI_TOKENS)
    yield Piece(say("mobster"), _token(cut + pieces.mafia()), size, MAFIA_TOKENS)
    for type in range(3):
        yield Piece(say("Info"), _token(cut + pieces.info(type)), size, INFO_TOKENS)
    for item, kind in enumerate(FAMILY.item):
        yield Piece(named(kind.name), _token(cut + pieces.item(item)), size, kind.copies)
    goals = (
        (say("building"), pieces.building()),
        (say("character"), pieces.stranger()),
        (say("final challenge"), pieces.flag()),
    )
    for name, goal in goals:
        yield Piece(name, _token(cut + goal), size, 3)
    yield Piece(
        say("skill token"), _token(f'{cut}<g fill="#222">{pieces.ICONS[3]}</g>'), size, SKILL_TOKENS * len(CHARACTERS)
    )


def _tracks(missions: Sequence[Scenario]) -> Iterator[Track]:
    most = max(max(one.alert_limit) for one in missions)
    yield Track(say("Alert: the limit is on the story's first card"), [str(n) for n in range(most + 1)])
    end = max(max(card.at) for one in missions for card in one.card)
    yield Track(say("Story"), [str(n) for n in range(end + 1)])
