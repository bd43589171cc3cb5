"""How the log of Right of Way is told: each turn is a chapter."""

from __future__ import annotations

from collections import Counter

from tabletown.games.right_of_way.ledger import DISCARD, FREE, HAND, HIGHWAYS, POINTS, RESERVED, STACK
from tabletown.games.right_of_way.rules.building import COMPLETED, LAID
from tabletown.games.right_of_way.rules.end_and_victory import FINISHED, points_of
from tabletown.games.right_of_way.rules.right_of_way import RESERVED_PLOT, TOOK_OVER
from tabletown.games.right_of_way.state import SEATS, RightOfWay
from tabletown.kernel import Text, say
from tabletown.story import Award, Count, Ending, Opens, Story

NEAR_THE_END = 8  # plots


def ahead(s: RightOfWay) -> str:
    if s.ended or not s.roads or len(s.vacant) > NEAR_THE_END:
        return ""
    return say("{n} plot left: then the city is full.", "{n} plots left: then the city is full.", n=len(s.vacant))


def by_ends(s: RightOfWay) -> tuple[str, list[tuple[str, list[str]]]]:
    """What highways of so many ends scored, seat by seat; then those that scored nothing."""
    scored = [Counter(points_of(s, plot) for plot in mine if s.roads[plot]) for mine in plots_of(s)]
    rows = []
    for n in sorted({each for counted in scored for each in counted if each}, reverse=True):
        words = say("{n} end, {n} point", "{n} ends, {n} points", n=n)
        if s.options.partial:
            words = say("{n} joined end, {n} point", "{n} joined ends, {n} points", n=n)
        rows.append((words, [f"{each[n]} × {n} = {each[n] * n}" if each[n] else "–" for each in scored]))
    none = say("No end joined") if s.options.partial else say("With an open end")
    if any(each[0] for each in scored):
        rows.append((none, [f"{each[0]} × 0" if each[0] else "–" for each in scored]))
    return (say("Highways") if s.options.partial else say("Complete highways")), rows


def plots_of(s: RightOfWay) -> list[list[int]]:
    return [[plot for plot, owner in enumerate(s.owners) if owner == seat] for seat in SEATS]


ENDING = Ending(
    points=by_ends,
    compare=(("Complete highways", Count("lines", COMPLETED.template)),),
    awards=(
        Award(
            "Best turn", Text("{n} point at once", many="{n} points at once"), Count("gain", POINTS[0].text.template)
        ),
        Award(
            "Biggest highway",
            Text("{n} ends, all joined"),
            Count("largest", COMPLETED.template, "points"),
            medal="hexagon",
        ),
        Award("Fullest hand", Text("{n} tile", many="{n} tiles"), Count("peak", HAND[0].text.template), medal="cards"),
        Award(
            "Cleanest roads",
            Text("{n} highway complete", many="{n} highways complete"),
            Count("lines", COMPLETED.template),
            medal="check",
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
