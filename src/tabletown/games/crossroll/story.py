"""The chapters of Crossroll's log: one per round, with a card if a route was completed."""

from __future__ import annotations

from tabletown.games.crossroll.events import (
    CompletedRoute,
    Drove,
    FilledAllBoxes,
    FirstActive,
    PenaltyRollWroteX,
    RoundBegan,
    TookBonus,
    WrotePenalty,
)
from tabletown.games.crossroll.ledger import (
    CompletedRoutes,
    CrossedPlaces,
    EngineNumbers,
    FilledBoxes,
    Landmarks,
    Points,
    TicketNumbers,
)
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.state import Crossroll, filled_boxes
from tabletown.games.crossroll.view.board import badge
from tabletown.kernel import Event, Text, say
from tabletown.story import Award, ChapterRule, Count, Ending, Story

BOXES_IN_ALL, NEAR_THE_END = 31, 4


def ahead(s: Crossroll) -> str:
    most = max(map(filled_boxes, s.boards))
    if not BOXES_IN_ALL - NEAR_THE_END <= most < BOXES_IN_ALL:
        return ""
    return say(
        "{filled} of {all} record boxes are filled on one board; a full board ends the game.",
        filled=most,
        all=BOXES_IN_ALL,
    )


def stops_of(route: str) -> list[str]:
    """The places of a route, from end to end."""
    return [MAP.ids[stop] for stop in MAP.routes[MAP.letters.index(route)]] if route in MAP.letters else []


def art(event: Event) -> str:
    """The badge of the route that an event is about."""
    route = event.parts().get("route")
    if route not in MAP.letters:
        return ""
    return f'<svg class="crossroll-panel" viewBox="-12 -12 24 24" aria-hidden="true">{badge(str(route), 11)}</svg>'


ENDING = Ending(
    lights="[data-line]",
    compare=(
        ("Routes", Count("final", CompletedRoutes)),
        ("Landmarks", Count("final", Landmarks)),
    ),
    awards=(
        Award("Best round", Text("{n} point", many="{n} points"), Count("gain", Points)),
        Award(
            "Longest drive",
            Text("{n} place", many="{n} places"),
            Count("largest", Drove, "n"),
            above=1,
            medal="road",
        ),
        Award("Best lotto", Text("a run of {n}"), Count("largest", TookBonus, "n"), above=1, medal="ticket"),
        Award(
            "Most spare boxes",
            Text("{n} of 31 filled"),
            Count("final", FilledBoxes),
            least=True,
            below=31,
            medal="box",
        ),
    ),
)
STORY = Story(
    opens={
        FirstActive: ChapterRule("The start", no_card=True),
        RoundBegan: ChapterRule("Round {round} is over", no_card=True, show_when_complete=True),
    },
    raises={
        CompletedRoute: "{who:seat} completed route {route}",
        WrotePenalty: "",
        PenaltyRollWroteX: "",
        FilledAllBoxes: "",
    },
    big=Points,
    numbers={
        Points: "Points",
        FilledBoxes: "Boxes",
        CrossedPlaces: "Places",
        CompletedRoutes: "Routes",
        Landmarks: "Landmarks",
        TicketNumbers: "Ticket",
        EngineNumbers: "Engine",
    },
    even=frozenset({FilledBoxes}),
    places=frozenset({"route"}),
    spots=stops_of,
    own_boards=True,
    scores={CompletedRoute: ("score", "route")},
    art=art,
    ending=ENDING,
    ahead=ahead,
)
