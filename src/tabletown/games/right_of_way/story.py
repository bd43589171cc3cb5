"""The chapters of Right of Way's log, one per turn, and the page of results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tabletown.drawing import figure
from tabletown.games.right_of_way.events import Completed, Ended, Laid, Reserved, TookOver
from tabletown.games.right_of_way.ledger import (
    CompleteHighways,
    Discards,
    FreePlots,
    Hand,
    Highways,
    Points,
    ReservedPlots,
    Stack,
)
from tabletown.games.right_of_way.rules.end_and_victory import is_complete, points_of
from tabletown.games.right_of_way.state import SEATS, RightOfWay
from tabletown.kernel import Outcome, Text, say
from tabletown.story import Award, ChapterRule, Count, Ending, Story, in_words
from tabletown.story.sentences import paragraph

NEAR_THE_END = 8  # plots


def ahead(s: RightOfWay) -> str:
    if s.ended or not s.roads or len(s.vacant) > NEAR_THE_END:
        return ""
    return say("{n} plot left until the city is full.", "{n} plots left until the city is full.", n=len(s.vacant))


def by_ends(s: RightOfWay) -> tuple[str, list[tuple[str, list[str]]]]:
    """The points of each seat by highways of equal value; then the highways that scored nothing."""
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


COMPLETED = Text(
    "{who:seat} completed {n} highway, {other:seat} {m}.", many="{who:seat} completed {n} highways, {other:seat} {m}."
)
POINTS_FOR_EACH = Text("Points per highway: {who:seat} {one}, {other:seat} {two}.")


def verdict(s: RightOfWay, outcome: Outcome, names: Sequence[str], you: int | None) -> tuple[str, str]:
    """Who won, how many highways each player completed and their average worth; for a tie, what decided it."""
    complete = [sum(is_complete(s, plot) for plot in mine) for mine in plots_of(s)]
    worth = [figure(points / n, 1) if n else "" for points, n in zip(outcome.scores, complete, strict=True)]
    first = outcome.winners[0]
    seats = {"who": first, "other": 1 - first}
    many = COMPLETED(**seats, n=complete[first], m=complete[1 - first]).render(names, you)
    each = POINTS_FOR_EACH(**seats, one=worth[first], two=worth[1 - first]).render(names, you)
    even = outcome.scores[0] == outcome.scores[1]
    said = [outcome.reason.render(names) if even else "", many, each if all(worth) and not s.options.partial else ""]
    return in_words(outcome.winners, outcome.scores, names, you), paragraph(said)


ENDING = Ending(
    lights=".hw.o{n}",
    points=by_ends,
    verdict=verdict,
    awards=(
        Award("Best turn", Text("{n} point at once", many="{n} points at once"), Count("gain", Points)),
        Award(
            "Biggest highway",
            Text("{n} ends, all joined"),
            Count("largest", Completed, "points"),
            medal="hexagon",
        ),
        Award("Fullest hand", Text("{n} tile", many="{n} tiles"), Count("peak", Hand), medal="cards"),
        Award(
            "Cleanest roads",
            Text("{n} highway complete", many="{n} highways complete"),
            Count("final", CompleteHighways),
            medal="check",
        ),
    ),
)
STORY = Story(
    opens={
        Laid: ChapterRule("{who:seat}: a {tile} on {plot}", turn=True),
        Reserved: ChapterRule("{who:seat} reserved {plot}", turn=True),
        TookOver: ChapterRule("{who:seat} took over {plot}", turn=True),
        Ended: ChapterRule("The game is over"),
    },
    big=Points,
    numbers={
        Points: "Points",
        Hand: "Hand",
        Stack: "Stack",
        Highways: "Highways",
        ReservedPlots: "Reserved",
        Discards: "Discarded",
        FreePlots: "",
    },
    even=frozenset({Discards, Stack, FreePlots}),
    places=frozenset({"plot"}),
    scores={Completed: ("points", "")},
    ending=ENDING,
    ahead=ahead,
)
