"""What is in the box (2.0): Districts, pieces, Events, Positions, read from content/*.toml and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from tabletown.editions import newest
from tabletown.games.cross_bronx.predicates import check_ordering, check_predicate
from tabletown.kernel import load_content

CONTENT = Path(__file__).parent / "content"

Faction = Literal["public", "community", "private"]
THREE = ("public", "community", "private")
Owner = Literal["public", "community", "private", "any", "own", "each"]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class of everything read from a content file."""


# ------------------------------------------------------------------ board.toml


class Meta(msgspec.Struct, frozen=True):
    game: str
    version: int


class District(Printed, frozen=True):
    id: int
    name: str
    areas: list[str]
    spaces: int
    adjacent: list[int]


class PerFaction(Printed, frozen=True):
    public: int
    community: int
    private: int

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter((self.public, self.community, self.private))


class Pieces(Printed, frozen=True):
    infrastructure: PerFaction
    organizations: PerFaction
    population_large: int
    population_small: int
    vulnerabilities: int
    loans: int
    grants: int
    bonds: int
    petition_blight: int
    goal_stars: int
    corrections_limit: int

    @property
    def population(self) -> int:
        return 5 * self.population_large + self.population_small


class Face(Printed, frozen=True):
    resources: int
    vulnerabilities: int


class Die(Printed, frozen=True):
    faces: list[Face]


class Board(Printed, frozen=True):
    meta: Meta
    district: list[District]
    census: dict[str, list[int]]  # inhabitants by year, for the Record
    pieces: Pieces
    fundraise_die: Die


def check_board(board: Board) -> None:
    numbers = [district.id for district in board.district]
    need(len(set(numbers)) == len(numbers), "two Districts have the same number.")
    by_number = {district.id: district for district in board.district}
    for district in board.district:
        for other in district.adjacent:
            need(other in by_number and other != district.id, f"District {district.id}: there is no neighbour {other}.")
            need(district.id in by_number[other].adjacent, f"Districts {district.id} and {other}: adjacency is mutual.")
        need(1 <= district.spaces <= 8, f"District {district.id}: it needs 1 to 8 spaces.")
    need(len(board.fundraise_die.faces) == 6, "the Fundraise die has six faces.")


# ------------------------------------------------------------------ events.toml

Counter = Literal["population", "vulnerabilities", "unhoused-population", "unhoused-vulnerabilities", "infrastructure"]
Has = Literal[
    "population",
    "unhoused-population",
    "vulnerability",
    "unhoused-vulnerability",
    "infrastructure",
    "public-infrastructure",
    "community-infrastructure",
    "private-infrastructure",
    "exhausted",
    "organization",
    "coalition",
    "blight",
]


class Effect(Printed, frozen=True, rename={"with_": "with", "from_": "from"}):
    """One effect of an Event; events.toml explains the vocabulary."""

    do: str | None = None  # a verb of rules/verbs.py
    choose: list[list[Effect]] | None = None
    what: Literal["population", "vulnerability", "organization", "infrastructure", ""] = ""
    owner: Owner = "any"
    by: Owner = "any"
    count: int = 1
    change: int = 0
    with_: Literal["grant", "loan", "either", ""] = ""
    state: Literal["exhausted", "unexhausted", ""] = ""
    to: Literal["adjacent", "any", "corrections"] | list[int] = "any"
    from_: Literal["corrections", ""] = ""
    where: list[int] = []
    has: list[Has] = []
    lacks: list[Has] = []
    most: Counter | None = None
    fewest: Counter | None = None
    pick: Literal["any", "one", "different", "each", "same", "adjacent"] = "any"
    up_to: bool = False
    may: bool = False
    np_skip: list[Faction] = []
    until: int = 0


class Event(Printed, frozen=True):
    number: int
    year: int
    headline: str
    context: str
    order: list[Faction]
    effects: list[Effect]
    source: str = ""
    edition: int = 0  # the edition in which the Event was added

    @property
    def decade(self) -> int:
        return self.year // 10 * 10

    @property
    def critical(self) -> bool:
        """Whether it exhausts Infrastructure or places or replaces an Organization of an unnamed Faction (7.4)."""
        return any(is_critical(effect) for effect in self.effects)

    @property
    def why_critical(self) -> str:
        """The verb of its first critical effect: exhaust, place or replace."""
        effects = [part for effect in self.effects for parts in effect.choose or [[effect]] for part in parts]
        return next(str(effect.do) for effect in effects if is_critical(effect))


def is_critical(effect: Effect) -> bool:
    if effect.choose is not None:
        return any(is_critical(part) for parts in effect.choose for part in parts)
    if effect.do == "exhaust":
        return effect.owner == "any"
    if effect.what != "organization":
        return False
    if effect.do == "place":
        return effect.owner == "any"
    return effect.do == "replace" and "any" in (effect.owner, effect.by)


class EventsFile(Printed, frozen=True):
    meta: Meta
    event: list[Event]


def check_events(file: EventsFile) -> None:
    numbers = [event.number for event in file.event]
    need(numbers[:90] == list(range(1, 91)), "there must be Events 1 to 90, in order.")
    need(numbers[90:] == list(range(91, len(numbers) + 1)), "Events that were added are numbered from 91 on.")
    for event in file.event:
        name = f"Event {event.number:03}"
        printed = 1940 + 10 * ((event.number - 1) // 15) if event.number <= 90 else event.decade
        need(event.decade == printed in range(1940, 2000, 10), f"{name}: {event.year} is not in its Decade.")
        need(sorted(event.order) == sorted(THREE), f"{name}: the order must name each Faction once.")
        need(bool(event.headline and event.context), f"{name}: it needs a headline and a context.")
        need(bool(event.effects), f"{name}: it has no effect.")
        for effect in event.effects:
            check_effect(effect, name)


def check_effect(effect: Effect, name: str) -> None:
    if effect.choose is not None:
        need(effect.do is None and len(effect.choose) >= 2, f"{name}: choose takes two or more lists and nothing else.")
        for parts in effect.choose:
            need(bool(parts), f"{name}: an empty list to choose.")
            for part in parts:
                need(part.choose is None, f"{name}: a list to choose holds no further lists.")
                check_effect(part, name)
        return
    need(effect.do is not None, f"{name}: an effect needs do or choose.")
    places = effect.do in ("place", "remove", "move", "replace")
    need(places == bool(effect.what), f"{name}: {effect.do} {'needs' if places else 'takes no'} what.")
    need(effect.what != "infrastructure" or effect.do == "replace", f"{name}: only replace takes infrastructure.")
    need(effect.do not in ("corrections", "losses", "resources") or effect.change != 0, f"{name}: change is missing.")
    need(effect.do != "losses" or effect.change < 0, f"{name}: Events never increase Losses.")
    need(effect.owner not in ("own", "each") or effect.do == "resources", f"{name}: only resources takes own or each.")
    need(effect.do != "lock-loans" or effect.until == 1980, f"{name}: Loans are locked until 1980.")
    known = {district.id for district in BOARD.district}
    listed = [*effect.where, *(effect.to if isinstance(effect.to, list) else [])]
    need(all(number in known for number in listed), f"{name}: there is no such District in {listed}.")


# ------------------------------------------------------------------ positions.toml and chart.toml

ActionName = Literal[
    "house",
    "service",
    "relocate",
    "budget",
    "build",
    "organize",
    "mobilize",
    "fundraise",
    "develop",
    "invest",
    "pay-off",
    "suburbanize",
]
BoxName = Literal["act", "event", "react", "plan"]


class ActionOption(Printed, frozen=True):
    """One branch of an action, and the chart columns that Non-Players use for it."""

    faction: Faction
    action: ActionName
    option: str
    act_only: bool
    column: str
    other_column: str = ""


class Instruction(Printed, frozen=True):
    action: ActionName
    option: str
    words: str
    only: list[str] = []
    other: list[str] = []
    first: list[str] = []
    other_first: list[str] = []
    pieces: Literal["unhoused", "not-own", ""] = ""
    onto: Literal["own", "housed", ""] = ""
    form: Literal["social", "economic", "any", "scarcer", ""] = ""
    partner: bool = False
    exhaust: Literal["own-thin", ""] = ""


class Goal(Printed, frozen=True):
    action: ActionName
    option: str
    restriction: str


class PlayerSide(Printed, frozen=True):
    conditions: list[str]
    goal: Goal


class Row(Printed, frozen=True):
    when: str
    action: ActionName
    instruction: str


class NonPlayerSide(Printed, frozen=True):
    boxes: list[BoxName]
    rows: list[Row]


class Position(Printed, frozen=True):
    id: str
    faction: Faction
    title: str
    priority_objective: str
    target: int
    blurb: str
    player: PlayerSide
    np: NonPlayerSide
    known: str = ""
    note: str = ""


class Words(Printed, frozen=True):
    condition: dict[str, str]
    restriction: dict[str, str]
    action: dict[str, str]
    option: dict[str, str]
    objective: dict[str, str]


class PositionsFile(Printed, frozen=True):
    meta: Meta
    objectives: dict[Faction, list[str]]
    option: list[ActionOption]
    instruction: dict[str, Instruction]
    position: list[Position]
    words: Words


def check_positions(file: PositionsFile) -> None:
    options = {(option.action, option.option) for option in file.option}
    for id, instruction in file.instruction.items():
        name = f"instruction {id!r}"
        known = (instruction.action, instruction.option) in options
        need(known, f"{name}: {instruction.action} has no option {instruction.option!r}.")
        for condition in instruction.only:
            check_predicate(condition, "board any here", name)
        for condition in instruction.other:
            check_predicate(condition, "board any here there", name)
        for ordering in (*instruction.first, *instruction.other_first):
            check_ordering(ordering, "most least", name)
    for faction in THREE:
        count = sum(position.faction == faction for position in file.position)
        need(count == 8, f"{faction} needs eight Positions, not {count}.")
    for position in file.position:
        name = f"Position {position.id!r}"
        objectives = file.objectives[position.faction]
        need(
            position.priority_objective in objectives, f"{name}: {position.priority_objective!r} is no Objective of it."
        )
        need(1 <= position.target <= 3, f"{name}: the target must be 1 to 3.")
        need(len(position.player.conditions) == 2, f"{name}: the player side has exactly two conditions.")
        need(len(position.np.rows) == 4, f"{name}: the Non-Player side has exactly four rows.")
        need(len(set(position.np.boxes)) == 3, f"{name}: the Non-Player side lists three different boxes.")
        for condition in [*position.player.conditions, *(row.when for row in position.np.rows)]:
            check_predicate(condition, "board any", name)
            need(condition in file.words.condition, f"{name}: no words for {condition!r}.")
        check_predicate(position.player.goal.restriction, "board any here done", name)
        need(position.player.goal.restriction in file.words.restriction, f"{name}: no words for its restriction.")
        for row in position.np.rows:
            need(row.instruction in file.instruction, f"{name}: there is no instruction {row.instruction!r}.")
            need(
                file.instruction[row.instruction].action == row.action, f"{name}: {row.instruction} is another action."
            )


class ChartRow(Printed, frozen=True):
    id: int
    keep: str
    words: str


class ChartColumn(Printed, frozen=True):
    id: str
    words: str
    rows: list[int]


class Chart(Printed, frozen=True):
    chart_row: list[ChartRow]
    chart_column: list[ChartColumn]


def check_chart(chart: Chart) -> None:
    rows = {row.id for row in chart.chart_row}
    for row in chart.chart_row:
        check_ordering(row.keep, "has most least", f"row {row.id}")
    for column in chart.chart_column:
        need(all(row in rows for row in column.rows), f"column {column.id!r}: it names a row that is not there.")


def need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


# ------------------------------------------------------------------ everything, loaded once

BOARD = load_content(CONTENT / "board.toml", Board, check_board)
EVENTS = {event.number: event for event in load_content(CONTENT / "events.toml", EventsFile, check_events).event}
EDITION = newest(EVENTS.values())
_POSITIONS = load_content(CONTENT / "positions.toml", PositionsFile, check_positions)
POSITIONS = tuple(_POSITIONS.position)
POSITION_OF_ID = {position.id: position for position in POSITIONS}
INSTRUCTIONS = _POSITIONS.instruction
ACTION_OPTIONS = {(option.action, option.option): option for option in _POSITIONS.option}
OBJECTIVES = tuple(tuple(_POSITIONS.objectives[faction]) for faction in ("public", "community", "private"))
WORDS = _POSITIONS.words
CHART = load_content(CONTENT / "chart.toml", Chart, check_chart)
