"""What people can make for Right of Way: a city."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.games.right_of_way.plan import (
    FARTHEST,
    LARGEST,
    PLAIN,
    RICH,
    SMALLEST,
    City,
    CityPlan,
    Place,
    neighbour,
    parts_of,
    reading_order,
)
from tabletown.games.right_of_way.tiles import EDGES
from tabletown.kernel import say
from tabletown.workshop.kinds import Field, Kind, Problem

FEWEST_RICH, MOST_RICH = 40, 60  # per cent: outside, a city plays much poorer or richer than the printed one


def start(shipped: Mapping[str, Any]) -> dict[str, Any]:
    """A hexagon of 61 plots, half of them rich: as large as the printed city."""
    plots = {}
    for r in range(-4, 5):
        for q in range(-4, 5):
            if abs(q + r) <= 4:
                plots[f"{q},{r}"] = RICH if (q - r) % 3 == 0 or (q, r) in EXTRA else PLAIN
    return {"plots": plots}


EXTRA = {(1, 0), (-1, 0), (0, 2), (0, -2), (2, -4), (-2, 4), (3, 1), (-3, -1), (4, -2), (-4, 2)}


def place_of(word: str) -> Place | None:
    parts = word.split(",")
    try:
        q, r = (int(part) for part in parts)
    except ValueError:
        return None
    return (q, r) if max(abs(q), abs(r)) <= FARTHEST and word == f"{q},{r}" else None


def word_of(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def inspect(data: Mapping[str, Any]) -> Sequence[Problem]:
    plots = data.get("plots")
    if not isinstance(plots, dict) or len(plots) > 1000:
        return [Problem("city.plots", say("The city can't be read."))]
    found: dict[Place, str] = {}
    for word, kind in plots.items():
        place = place_of(str(word))
        if place is None:
            text = say("A plot lies outside the drawing: {plot}.", plot=str(word)[:20])
            return [Problem("city.plots", text, fix={"city.plots": {w: k for w, k in plots.items() if w != word}})]
        if kind not in (RICH, PLAIN):
            return [Problem("city.plots", say("Plot {plot} is neither rich nor plain.", plot=str(word)))]
        found[place] = str(kind)
    return _of_city(found)


def _of_city(plots: dict[Place, str]) -> list[Problem]:
    problems = []
    where = "city.plots"
    if len(plots) < SMALLEST:
        text = say("A city needs at least {least} plots; this one has {n}.", n=len(plots), least=SMALLEST)
        problems.append(Problem(where, text))
    if len(plots) > LARGEST:
        problems.append(
            Problem(where, say("A city has at most {most} plots; this one has {n}.", n=len(plots), most=LARGEST))
        )
    rich = [place for place, kind in plots.items() if kind == RICH]
    if not rich:
        problems.append(Problem(where, say("No plot is rich, so no highway would earn anything.")))
    parts = parts_of(set(plots))
    if len(parts) > 1:
        apart = sorted((place for part in parts[1:] for place in part), key=reading_order)
        kept = {word_of(place): kind for place, kind in plots.items() if place not in apart}
        text = say("The city falls into {n} parts. Connect them.", n=len(parts))
        words = tuple(map(word_of, apart))
        problems.append(Problem(where, text, plots=words, fix={where: kept}, label=say("Remove the smaller parts")))
    if problems:
        return problems
    share = 100 * len(rich) / len(plots)
    if not FEWEST_RICH <= share <= MOST_RICH:
        text = say(
            "{n} of {all} plots are rich. Between {least} and {most} % plays like the printed city.",
            n=len(rich),
            all=len(plots),
            least=FEWEST_RICH,
            most=MOST_RICH,
        )
        problems.append(Problem(where, text, stops=False))
    free = [place for place in rich if _is_free_money(place, plots)]
    if free:
        names = CityPlan(tuple(sorted(plots, key=reading_order)))
        named = dict(zip(names.places, names.names))
        mended = {word_of(place): PLAIN if place in free else kind for place, kind in plots.items()}
        text = say(
            "{plots:,} are free money: all neighbours are rich, so a bend there pays for itself.",
            plots=[named[place] for place in free],
        )
        words = tuple(map(word_of, free))
        problems.append(
            Problem(where, text, stops=False, plots=words, fix={where: mended}, label=say("Make them plain"))
        )
    if not is_symmetric(plots):
        text = say("The city isn't the same from both sides. That can help whoever goes first.")
        problems.append(Problem(where, text, stops=False))
    return problems


def _is_free_money(place: Place, plots: Mapping[Place, str]) -> bool:
    around = [plots[there] for edge in EDGES if (there := neighbour(place, edge)) in plots]
    return len(around) == 2 and all(kind == RICH for kind in around)


def is_symmetric(plots: Mapping[Place, str]) -> bool:
    """Whether a half-turn gives the same city."""
    ends = [min(q for q, _ in plots) + max(q for q, _ in plots), min(r for _, r in plots) + max(r for _, r in plots)]
    return all(plots.get((ends[0] - q, ends[1] - r)) == kind for (q, r), kind in plots.items())


def files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    plots = {place: kind for word, kind in data["plots"].items() if (place := place_of(word)) is not None}
    inside = sorted(plots, key=reading_order)
    drawn = {
        "rich": [list(place) for place in inside if plots[place] == RICH],
        "plain": [list(place) for place in inside if plots[place] == PLAIN],
    }
    return {"city.toml": {**shipped, "drawn": drawn}}


KINDS = (
    Kind(
        "city",
        "City",
        "city",
        "Where the rich and plain plots lie, and the shape of the whole city.",
        "city.toml",
        City,
        (
            Field(
                "plots",
                "Plots",
                "board",
                "Rich plots earn money for a highway that faces them.",
                "build.profit.dollar-neighbour",
            ),
        ),
        editor="hexes",
        inspect=inspect,
        files=files,
        start=start,
        options=lambda data: {"city": "drawn"},
    ),
)
