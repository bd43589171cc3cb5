"""How the log of Right of Way is told: each turn is a chapter."""

from __future__ import annotations

from tabletown.games.right_of_way.ledger import DISCARD, FREE, HAND, HIGHWAYS, POINTS, RESERVED, STACK
from tabletown.games.right_of_way.rules.building import COMPLETED, LAID
from tabletown.games.right_of_way.rules.end_and_victory import FINISHED
from tabletown.games.right_of_way.rules.right_of_way import RESERVED_PLOT, TOOK_OVER
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.kernel import Text, say
from tabletown.story import Award, Count, Ending, Opens, Story

NEAR_THE_END = 8  # plots


def ahead(s: RightOfWay) -> str:
    if s.ended or not s.roads or len(s.vacant) > NEAR_THE_END:
        return ""
    return say("{n} plot left: then the city is full.", "{n} plots left: then the city is full.", n=len(s.vacant))


ENDING = Ending(
    compare=(("Complete highways", Count("lines", COMPLETED.template)),),
    awards=(
        Award(
            "Best turn", Text("{n} point at once", many="{n} points at once"), Count("gain", POINTS[0].text.template)
        ),
        Award("Biggest highway", Text("{n} ends, all joined"), Count("largest", COMPLETED.template, "points")),
        Award("Fullest hand", Text("{n} tile", many="{n} tiles"), Count("peak", HAND[0].text.template)),
        Award(
            "Cleanest roads",
            Text("{n} highway complete", many="{n} highways complete"),
            Count("lines", COMPLETED.template),
        ),
    ),
)
STORY = Story(
    opens={
        LAID.template: Opens("{who:seat}: a {tile} on {plot}", turn=True),
        RESERVED_PLOT.template: Opens("{who:seat} reserved {plot}", turn=True),
        TOOK_OVER.template: Opens("{who:seat} took over {plot}", turn=True),
        FINISHED.template: Opens("The city is laid"),
    },
    numbers={
        POINTS[0].text.template: "Points",
        HAND[0].text.template: "Hand",
        STACK[0].text.template: "Stack",
        HIGHWAYS[0].text.template: "Highways",
        RESERVED[0].text.template: "Reserved",
        DISCARD[0].text.template: "Discarded",
        FREE.text.template: "",
    },
    even=frozenset({DISCARD[0].text.template, STACK[0].text.template, FREE.text.template}),
    places=frozenset({"plot"}),
    ending=ENDING,
    ahead=ahead,
)
