"""How the log of Crossroll is told: each round is a chapter; it is worth a card when a route was completed."""

from __future__ import annotations

from tabletown.games.crossroll.ledger import BOXES, ENGINE, LANDMARKS, PLACES, POINTS, ROUTES, TICKET
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.bonus import TOOK
from tabletown.games.crossroll.rules.dice import ROUND
from tabletown.games.crossroll.rules.main_action import DROVE
from tabletown.games.crossroll.rules.resolution import ALL_FILLED, COMPLETED, PENALTY, SOLO_X
from tabletown.games.crossroll.rules.start import BEGINS
from tabletown.games.crossroll.state import Crossroll, filled_boxes
from tabletown.games.crossroll.view.board import badge
from tabletown.kernel import Text, say
from tabletown.story import Award, Count, Ending, Opens, Story

BOXES_IN_ALL, NEAR_THE_END = 31, 4


def ahead(s: Crossroll) -> str:
    most = max(map(filled_boxes, s.boards))
    if not BOXES_IN_ALL - NEAR_THE_END <= most < BOXES_IN_ALL:
        return ""
    return say(
        "{filled} of {all} record boxes are filled on one sheet: a full sheet ends the game.",
        filled=most,
        all=BOXES_IN_ALL,
    )


def stops_of(route: str) -> list[str]:
    """The places of a route, from end to end."""
    return [MAP.ids[stop] for stop in MAP.routes[MAP.letters.index(route)]] if route in MAP.letters else []


def art(text: Text) -> str:
    """The badge of the route that this is about."""
    route = text.parts.get("route")
    if route not in MAP.letters:
        return ""
    return f'<svg class="crossroll-panel" viewBox="-12 -12 24 24" aria-hidden="true">{badge(str(route), 11)}</svg>'


ENDING = Ending(
    compare=(
        ("Routes", Count("final", ROUTES[0].text.template)),
        ("Landmarks", Count("final", LANDMARKS[0].text.template)),
    ),
    awards=(
        Award("Best round", Text("{n} point", many="{n} points"), Count("gain", POINTS[0].text.template)),
        Award(
            "Longest drive",
            Text("{n} place", many="{n} places"),
            Count("largest", DROVE.template, "n"),
            above=1,
            medal="road",
        ),
        Award("Best lotto", Text("a run of {n}"), Count("largest", TOOK.template, "n"), above=1, medal="ticket"),
        Award(
            "Most spare boxes",
            Text("{n} of 31 filled"),
            Count("final", BOXES[0].text.template),
            least=True,
            below=31,
            medal="box",
        ),
    ),
)
STORY = Story(
    opens={
        BEGINS.template: Opens("The start", quiet=True),
        ROUND.template: Opens("Round {round} is over", quiet=True, late=True),
    },
    raises={
        COMPLETED.template: "{who:seat} completed route {route}",
        PENALTY.template: "",
        SOLO_X.template: "",
        ALL_FILLED.template: "",
    },
    big=POINTS[0].text.template,
    numbers={
        POINTS[0].text.template: "Points",
        BOXES[0].text.template: "Boxes",
        PLACES[0].text.template: "Places",
        ROUTES[0].text.template: "Routes",
        LANDMARKS[0].text.template: "Landmarks",
        TICKET[0].text.template: "Ticket",
        ENGINE[0].text.template: "Engine",
    },
    even=frozenset({BOXES[0].text.template}),
    places=frozenset({"route"}),
    spots=stops_of,
    art=art,
    ending=ENDING,
    ahead=ahead,
)
