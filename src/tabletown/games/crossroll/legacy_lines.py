"""Sentences that older versions stored in their logs, mapped to the events that replaced them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from tabletown.content import legacy_words
from tabletown.games.crossroll import events as e
from tabletown.games.crossroll.ledger import (
    CompletedRoutes,
    CrossedPlaces,
    EngineNumbers,
    FilledBoxes,
    Landmarks,
    Nitrous,
    Points,
    SpeedScores,
    TicketNumbers,
)
from tabletown.games.crossroll.roads import MAP
from tabletown.kernel import Event, Figure, Text

IDS: dict[str, str] = dict(zip(MAP.names, MAP.ids, strict=True)) | legacy_words(Path(__file__).parent)["places"]


def _place(name: str) -> str:
    """The id of a place from its name, to which the first release added the district: Star Ferry (Central)."""
    return IDS[name] if name in IDS else IDS[name.partition(" (")[0]]


def _ends(run: Text | str) -> tuple[str, str]:
    """The first and last place of a run, the same for a single place. The first release stored plain words."""
    names = list(run.parts.values()) if isinstance(run, Text) else run.split(" to ")
    return _place(names[0]), _place(names[-1])


def _rolled(who: int, results: list[Text] | str) -> e.Rolled:
    """The dice and results of a roll. The first release stored "3 on the d8 and 4 on the d10"."""
    said = results if isinstance(results, str) else " and ".join(map(str, results))
    pairs = re.findall(r"(\d+) on the (d\d+)", said)
    return e.Rolled(who, tuple(die for _, die in pairs), tuple(int(number) for number, _ in pairs))


def _took_bonus(who: int, n: int, route: str, run: Text | str) -> e.TookBonus:
    return e.TookBonus(who, n, route, *_ends(run))


def _drove(who: int, n: int, route: str, run: Text | str) -> e.Drove:
    return e.Drove(who, n, route, *_ends(run))


def _circled(who: int, landmark: str, rule: str) -> e.CircledLandmark:
    return e.CircledLandmark(who, _place(landmark), rule == "bonus.landmark")


def _joined(who: int, place: str, n: int) -> e.JoinedLotto:
    return e.JoinedLotto(who, _place(place), n)


def _upgraded(who: int, n: int, row: Text | str) -> e.Upgraded:
    return e.Upgraded(who, n)


def _unlocked(who: int, effect: str) -> e.UnlockedEffect:
    return e.UnlockedEffect(who, int(effect.replace("−", "-")))


def _no_x(route: str) -> Event:
    """A penalty roll that wrote no X. The first release stored "Route A" or "no route"."""
    return e.PenaltyRollNamedNone() if route == "no route" else e.PenaltyRollSparedRoute(route[-1])


LEGACY_LINES: Mapping[str, Callable[..., Event]] = {
    "The first active player: {who:seat}.": e.FirstActive,
    "Route {route} was checked in everybody's nitrous counter.": e.RouteChecked,
    "Round {round}": e.RoundBegan,
    "{who:seat} rolled {results}.": _rolled,
    "{who:seat} won {n} in the lotto, but no route had such a run.": e.BonusImpossible,
    "{who:seat} let a lotto bonus of {n} go.": e.PassedUpBonus,
    "{who:seat} passed up a lotto bonus of {n}.": e.PassedUpBonus,
    "{who:seat} won the lotto and crossed out {n} on route {route}: {run}.": _took_bonus,
    "{who:seat} ended at {landmark} and circled a landmark score.": _circled,
    "{who:seat} could not act and skipped.": e.Skipped,
    "{who:seat} drove {n} on route {route}: {run}.": _drove,
    "{who:seat} crossed out {place} and wrote {n} on the lotto ticket.": _joined,
    "{who:seat} wrote {n} into the car engine ({row}).": _upgraded,
    "{who:seat} filled that row: N{effect} can be used from the next round on.": _unlocked,
    "The {die} was set aside.": e.DieSetAside,
    "{who:seat} completed Route {route}: {score} points, speed scores: {dots}.": e.CompletedRoute,
    "{who:seat} completed route {route}: {score} points, speed scores: {dots}.": e.CompletedRoute,
    "{who:seat} wrote an X into a record box of Route {route}.": e.WrotePenalty,
    "{who:seat} wrote an X into a record box of route {route}.": e.WrotePenalty,
    "{who:seat} installed nitrous oxide and gave up the {score} points of Route {route}.": e.InstalledNitrous,
    "{who:seat} installed nitrous oxide and gave up the {score} points of route {route}.": e.InstalledNitrous,
    "{who:seat} kept the points of Route {route} and did without nitrous oxide.": e.KeptPoints,
    "{who:seat} kept the points of route {route} and did without nitrous oxide.": e.KeptPoints,
    "The penalty roll named {route}: no X was written.": _no_x,
    "The penalty roll named route {route}: no X was written.": e.PenaltyRollSparedRoute,
    "The penalty roll named no route: no X was written.": e.PenaltyRollNamedNone,
    "The penalty roll named Route {route}: an X was written.": e.PenaltyRollWroteX,
    "The penalty roll named route {route}: an X was written.": e.PenaltyRollWroteX,
    "{who:seat} had all 31 record boxes filled: the game ended.": e.FilledAllBoxes,
}
LEGACY_FIGURES: Mapping[str, Callable[..., Figure]] = {
    "points of {who:seat}": Points,
    "record boxes filled by {who:seat}": FilledBoxes,
    "places crossed out by {who:seat}": CrossedPlaces,
    "routes completed by {who:seat}": CompletedRoutes,
    "landmarks of {who:seat}": Landmarks,
    "speed scores of {who:seat}": SpeedScores,
    "numbers on the ticket of {who:seat}": TicketNumbers,
    "numbers in the engine of {who:seat}": EngineNumbers,
    "nitrous of {who:seat}": Nitrous,
}
