"""What Non-Players decide and why (7.0)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from tabletown.games.cross_bronx.components import CHART, EVENTS, INSTRUCTIONS, WORDS
from tabletown.games.cross_bronx.events.phrases import FromHome, OfPosition, tile
from tabletown.games.cross_bronx.rules.naming import spoken
from tabletown.games.cross_bronx.state import FACTION_NAMES
from tabletown.kernel import Event, Text

WHAT = {  # by column of the chart: what the District is chosen for
    "place-population": "place Population",
    "remove-population": "take Population",
    "place-vulnerabilities": "place Vulnerabilities",
    "remove-vulnerabilities": "take Vulnerabilities",
    "place-organization": "place or refresh Organizations",
    "remove-organization": "use or remove Organizations",
    "place-infrastructure": "place Infrastructure",
    "exhaust-infrastructure": "exhaust Infrastructure",
}  # words
ORDERINGS = {  # orderings that an instruction puts before the chart
    "least rival-tiles": "fewest tiles of other Factions",
    "least vulnerabilities": "fewest Vulnerabilities",
    "most own-occupied-tiles": "most inhabited tiles of its own",
    "most own-population": "most Population on its own tiles",
    "most population": "most Population",
    "least population": "least Population",
    "most own-infrastructure": "most tiles of its own",
    "most social-open": "most room for a Social Coalition",
}  # words
ROW_WORDS = {**ORDERINGS, **{row.keep: row.words for row in CHART.chart_row}}
WHERE_TO = Text("where to {what}")
DECISIONS = {  # what a person may have to decide for a Non-Player
    **{f"where-{column}": WHERE_TO(what=what) for column, what in WHAT.items()},
    "choose-organization": Text("which Organization to use"),
    "replace-tile": Text("which Infrastructure to replace"),
    "exhaust-tile": Text("which Infrastructure to exhaust"),
    "house-organization": Text("where its Organization goes"),
    "rehouse-organization": Text("which Organization to house"),
    "remove-organization": Text("which Organization to remove"),
    "activate-organization": Text("which Organization to activate"),
    "grant-organization": Text("who gets the Grant"),
    "replace-organization": Text("which Organization to replace"),
    "refresh-organization": Text("which Organization to refresh"),
    "reset-budget": Text("where to Budget"),
    "reset-fundraise": Text("where to Fundraise"),
}
IN_DISTRICTS = Text("{row} in {districts}")
COUNTED_IN = Text("{row} ({count}) in {districts}")
NOWHERE = Text("{row}: nowhere")
ONE_THEN = Text("{first}, then {then}")
ALL_TIE = Text("all rows tie")
A_BOX = Text("{box}")
WHY_CRITICAL = {
    "exhaust": Text("exhausts Infrastructure of any Faction"),
    "place": Text("places an Organization of any Faction"),
    "replace": Text("replaces an Organization of any Faction"),
}
# a row of the chart, its count (-1: it counts nothing) and the Districts it kept (none: the row was skipped)
Narrowed = tuple[str, int, tuple[int, ...]]


def in_order(steps: Sequence[Text]) -> Text:
    """Join steps into a phrase such as "Plan, then Event, then Act"."""
    return reduce(lambda first, then: ONE_THEN(first=first, then=then), steps)


def _said(narrowed: Narrowed) -> Text:
    row, count, kept = narrowed
    words, districts = ROW_WORDS[row], list(kept)
    if not kept:
        return NOWHERE(row=words)
    if count < 0:
        return IN_DISTRICTS(row=words, districts=districts)
    return COUNTED_IN(row=words, count=count, districts=districts)


# ---------------------------------------------------------------- 7.1 the golden rule


class Advised(Event):
    says = "{who:seat} decided for Non-Player {faction}, {what}: {chosen}."
    rule = "np.golden-rule"
    who: int
    faction: int
    what: str  # a key of DECISIONS
    chosen: str  # the option

    def parts(self) -> dict[str, Any]:
        said = {"faction": FACTION_NAMES[self.faction], "what": DECISIONS[self.what], "chosen": spoken(self.chosen)}
        return {**super().parts(), **said}


class Disagreed(Event):
    says = "No agreement about Non-Player {faction}."
    rule = "np.human-advises"
    faction: int

    def parts(self) -> dict[str, Any]:
        return {"faction": FACTION_NAMES[self.faction]}


# ---------------------------------------------------------------- 7.2 General Principles


class ActivatesFirst(Event):
    says = "{who:seat} chose to activate an Organization rather than remove one."
    rule = "np.principle.activate-before-remove"
    who: int


class RemovesFirst(Event):
    says = "{who:seat} chose to remove an Organization rather than place a Vulnerability."
    rule = "np.principle.organization-cost-first"
    who: int


class MovesAsManyAsPossible(Event):
    says = "{who:seat} moved as many Vulnerabilities as possible."
    rule = "np.principle.maximum"
    who: int


class TakesOwnLast(FromHome):
    says = "{who:seat} took from {home}, leaving its own Infrastructure until last."
    rule = "np.principle.remove-population-order"
    who: int


class OnlyRoom(Event):
    says = "In District {district} only {tile} had room for a {faction} Organization."
    rule = "org.place.needs-room"
    district: int
    tile: str
    owner: int
    faction: int

    def parts(self) -> dict[str, Any]:
        said = {"tile": tile(self.tile, self.owner), "faction": FACTION_NAMES[self.faction]}
        return {**super().parts(), **said}


# ---------------------------------------------------------------- 7.3 the chart


class PickedDistrict(Event):
    says = "{who:seat} decided where to {what} among Districts {among}: {rows}. Chosen: District {district}."
    rule = "np.chart.filter"
    who: int
    column: str
    district: int
    among: tuple[int, ...]
    narrowed: tuple[Narrowed, ...] = ()

    def parts(self) -> dict[str, Any]:
        rows = in_order([_said(row) for row in self.narrowed]) if self.narrowed else ALL_TIE
        return {**super().parts(), "what": WHAT[self.column], "rows": rows}


class OnlyDistrict(Event):
    says = "{who:seat} decided where to {what}: only District {district} qualified."
    rule = "np.chart.filter"
    who: int
    column: str
    district: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "what": WHAT[self.column]}


# ---------------------------------------------------------------- 7.4 action selection


class ByBoxes(OfPosition):
    """Base of events about the boxes a Position prefers."""

    boxes: tuple[str, ...]

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "boxes": in_order([A_BOX(box=box.title()) for box in self.boxes])}


class SawCriticalEvent(ByBoxes):
    says = "{who:seat}: {headline} is critical because it {why}. Otherwise {title} prefers {boxes}."
    rule = "np.select.critical-event"
    number: int
    why: str  # a key of WHY_CRITICAL

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "headline": EVENTS[self.number].headline, "why": WHY_CRITICAL[self.why]}


class PreferredBoxes(ByBoxes):
    says = "{who:seat} ({title}) prefers {boxes}."
    rule = "np.select.priority-list"


# ---------------------------------------------------------------- 7.5 the rows of a Position


class RowRead(OfPosition):
    """A row of a Position that was read: its content at the time, as cards change, and the numbers that decided it."""

    rule = "np.resolve.first-row"
    row: int
    when: str  # the predicate, or the words of a condition that no card has any more
    action: str
    instruction: str
    now: tuple[int, ...] = ()  # the first release did not store them

    @property
    def condition(self) -> Text:
        return Text(WORDS.condition.get(self.when, self.when), {"own": FACTION_NAMES[self.who]})

    @property
    def how(self) -> str:
        return INSTRUCTIONS[self.instruction].words if self.instruction in INSTRUCTIONS else self.instruction

    def parts(self) -> dict[str, Any]:
        said = {"condition": self.condition, "action": WORDS.action[self.action], "instruction": self.how}
        return {**super().parts(), **said}


class RowNotMet(RowRead):
    says = "{who:seat} ({title}): {condition}: no."


class RowWithoutEffect(RowRead):
    says = "{who:seat} ({title}): {condition} → {action}: would have no effect."
    rule = "np.resolve.skip-ineffective"


class RowApplied(RowRead):
    says = "{who:seat} ({title}): {condition} → {action}. {instruction}."


class NoRowApplied(OfPosition):
    says = "{who:seat} could not perform any row of {title} and drew a new Position."
    rule = "np.resolve.redraw"


class NoActionAtAll(Event):
    says = "{who:seat} found no action on any Position and gained 1 Victory Point instead."
    rule = "np.resolve.none-at-all"
    who: int


class HasThinTiles(Event):
    says = (
        "{who:seat} had Infrastructure with fewer than three Population in District {districts:or} and needed an "
        "adjacent District to Pay Off in."
    )
    many = (
        "{who:seat} had Infrastructure with fewer than three Population in Districts {districts} and needed a District "
        "adjacent to one of them to Pay Off in."
    )
    rule = "np.resolve.fullest-extent"
    who: int
    districts: tuple[int, ...]

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "n": len(self.districts)}


class ActionComplete(Event):
    says = "{who:seat} found no further District for this, so the action was complete."
    rule = "np.resolve.fullest-extent"
    who: int


# ---------------------------------------------------------------- 7.6 Events, 7.8 the Census


class OwnOrganizationsFirst(Event):
    says = "{who:seat} placed its own Organizations first."
    rule = "np.event.own-pieces-first"
    who: int


class OwnInfrastructureFirst(Event):
    says = "{who:seat} placed its own Infrastructure first."
    rule = "np.event.own-pieces-first"
    who: int


class NeverBails(Event):
    says = "{who:seat}, as a Non-Player, never pays to release anyone."
    rule = "np.census.corrections"
    who: int
