"""The events of Crossroll, in the rulebook's order. A place is given by its id on the map, a route by its letter."""

from __future__ import annotations

from typing import Any

from tabletown.games.crossroll.roads import MAP
from tabletown.kernel import Event, Text

ON_A_DIE = Text("{number} on the {die}")
STRETCH, ONE_STOP = Text("{start} to {end}"), Text("{place}")
ROW = Text("row {least}-{most}")


def name_of(place: str) -> str:
    return MAP.names[MAP.index[place]]


def run_words(start: str, end: str) -> Text:
    """A run in words: its first and last place."""
    if start == end:
        return ONE_STOP(place=name_of(start))
    return STRETCH(start=name_of(start), end=name_of(end))


# ---------------------------------------------------------------- SET...


class FirstActive(Event):
    says = "{who:seat} became the first active player."
    rule = "setup.first-active"
    who: int


class RouteChecked(Event):
    says = "Route {route} was checked in everybody's nitrous counter."
    rule = "nitrous.setup"
    route: str


# ---------------------------------------------------------------- Dice Rolling Phase


class RoundBegan(Event):
    says = "Round {round}"
    heading = True
    round: int


class Rolled(Event):
    says = "{who:seat} rolled {results}."
    rule = "dice.active-chooses-two"
    who: int
    dice: tuple[str, ...]
    results: tuple[int, ...]

    def parts(self) -> dict[str, Any]:
        shown = [ON_A_DIE(number=n, die=die) for die, n in zip(self.dice, self.results, strict=True)]
        return {"who": self.who, "results": shown}


class RolledForAll(Event):
    """A roll in a class, where nobody is the active player."""

    says = "The dice of the class: {results}."
    rule = "dice.mandatory"
    dice: tuple[str, ...]
    results: tuple[int, ...]

    def parts(self) -> dict[str, Any]:
        return {"results": [ON_A_DIE(number=n, die=die) for die, n in zip(self.dice, self.results, strict=True)]}


# ---------------------------------------------------------------- Crossroad Bonus Phase


class BonusImpossible(Event):
    says = "{who:seat} won a lotto bonus of {n}, but no route had a run of that length."
    rule = "bonus.impossible"
    who: int
    n: int


class PassedUpBonus(Event):
    says = "{who:seat} passed up a lotto bonus of {n}."
    rule = "bonus.optional"
    who: int
    n: int


class TookBonus(Event):
    says = "{who:seat} won the lotto and crossed out {n} on route {route}: {run}."
    rule = "bonus.exact-consecutive"
    who: int
    n: int
    route: str
    start: str
    end: str

    def parts(self) -> dict[str, Any]:
        return {"who": self.who, "n": self.n, "route": self.route, "run": run_words(self.start, self.end)}


class CircledLandmark(Event):
    says = "{who:seat} ended at {landmark} and circled a landmark score."
    who: int
    landmark: str
    by_bonus: bool  # by a lotto bonus; otherwise by a drive

    def parts(self) -> dict[str, Any]:
        return {"who": self.who, "landmark": name_of(self.landmark)}

    @property
    def clause(self) -> str:
        return "bonus.landmark" if self.by_bonus else "drive.landmark"


# ---------------------------------------------------------------- Main Action Phase


class Skipped(Event):
    says = "{who:seat} could not act and skipped."
    rule = "main.skip"
    who: int


class Drove(Event):
    says = "{who:seat} drove {n} on route {route}: {run}."
    rule = "drive.cross-n"
    who: int
    n: int
    route: str
    start: str
    end: str

    def parts(self) -> dict[str, Any]:
        return {"who": self.who, "n": self.n, "route": self.route, "run": run_words(self.start, self.end)}


class JoinedLotto(Event):
    says = "{who:seat} crossed out {place} and wrote {n} on the lotto ticket."
    rule = "lotto.write-n"
    who: int
    place: str
    n: int

    def parts(self) -> dict[str, Any]:
        return {"who": self.who, "place": name_of(self.place), "n": self.n}


class Upgraded(Event):
    """A number written into the engine; the number decides the row."""

    says = "{who:seat} wrote {n} into the engine ({row})."
    rule = "engine.write"
    who: int
    n: int

    def parts(self) -> dict[str, Any]:
        row = MAP.rows[MAP.row_of[self.n]]
        return {"who": self.who, "n": self.n, "row": ROW(least=row.min, most=row.max)}


class UnlockedEffect(Event):
    says = "{who:seat} filled that row: N{effect} is available from the next round on."
    rule = "engine.unlock"
    who: int
    effect: int

    def parts(self) -> dict[str, Any]:
        return {"who": self.who, "effect": f"{self.effect:+d}".replace("-", "−")}


class DieSetAside(Event):
    says = "The {die} was set aside."
    rule = "solo.used-die"
    die: str


# ---------------------------------------------------------------- Resolution Phase


class CompletedRoute(Event):
    says = "{who:seat} completed route {route}: {score} points, speed scores: {dots}."
    rule = "complete.declare"
    who: int
    route: str
    score: int
    dots: int


class WrotePenalty(Event):
    says = "{who:seat} wrote an X into a record box of route {route}."
    rule = "penalty.first-completion"
    who: int
    route: str


class InstalledNitrous(Event):
    says = "{who:seat} installed nitrous oxide and gave up the {score} points of route {route}."
    rule = "nitrous.install"
    who: int
    score: int
    route: str


class KeptPoints(Event):
    says = "{who:seat} kept the points of route {route} and went without nitrous oxide."
    rule = "nitrous.now-or-never"
    who: int
    route: str


class PenaltyRollSparedRoute(Event):
    says = "The penalty roll named route {route}: no X was written."
    rule = "solo.penalty.ignored"
    route: str


class PenaltyRollNamedNone(Event):
    says = "The penalty roll named no route: no X was written."
    rule = "solo.penalty.ignored"


class PenaltyRollWroteX(Event):
    says = "The penalty roll named route {route}: an X was written."
    rule = "solo.penalty"
    route: str


# ---------------------------------------------------------------- END OF GAME


class FilledAllBoxes(Event):
    says = "{who:seat} filled all 31 record boxes, so the game ended."
    rule = "end.trigger"
    who: int
