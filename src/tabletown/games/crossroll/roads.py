"""The road map: routes, locations, boxes and scores, read from content/map.toml, and lookup tables derived from them.

A board is one integer: a bit for every place of every route, route after route. A crossroad has a place on each of its
routes, so crossing out a run is one `|`, and whether n empty places lie in a row is the same question for all routes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import msgspec

from tabletown.kernel import load_content

LETTERS = "ABCDEGHIJ"  # there is no F
ROUTES = len(LETTERS)
LONGEST = 18  # the highest N there is: 8 and 10 with nitrous


def bits(numbers: Iterable[int]) -> int:
    """A set of numbers as the bits of one integer."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


class Head(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    title: str
    routes: int
    locations: int
    entries: int
    record_boxes_total: int
    perfect_score: int
    lotto_slots: int
    facts: list[str] = []


class Scores(msgspec.Struct, forbid_unknown_fields=True):
    route: dict[str, int]
    speed: list[int]
    landmark: list[int]


class Row(msgspec.Struct, forbid_unknown_fields=True):
    """A row of the car engine: the numbers it takes, its boxes, and its effect on N once they are full."""

    min: int
    max: int
    boxes: int
    effect: int


class Engine(msgspec.Struct, forbid_unknown_fields=True):
    top: Row
    middle: Row
    bottom: Row


class Route(msgspec.Struct, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):
    letter: str
    number: int
    boxes: int
    start: str
    end: str
    locations: list[str]


class Location(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    routes: list[str]
    kind: str


class MapFile(msgspec.Struct, forbid_unknown_fields=True):
    map: Head
    scores: Scores
    engine: Engine
    route: list[Route]
    location: list[Location]


class Crossing(msgspec.Struct, frozen=True, gc=False):
    """What crossing out some locations changes on a board."""

    crossed: int  # their places
    near: int  # the places next to them on any route


class Run(msgspec.Struct, frozen=True, gc=False):
    """A stretch of one route in one direction."""

    route: int
    size: int
    stops: tuple[int, ...]  # locations, from the first to the last
    crossing: Crossing
    landmark: int  # the last location if it is a landmark, else -1


class Roads:
    """The map as the rules use it."""

    def __init__(self, file: MapFile) -> None:
        self.file = file
        self.title = file.map.title
        self.letters = [route.letter for route in file.route]
        self.ids = [location.id for location in file.location]
        self.names = [location.name for location in file.location]
        self.kinds = [location.kind for location in file.location]
        index = {id: number for number, id in enumerate(self.ids)}
        self.index = index
        self.routes = [tuple(index[id] for id in route.locations) for route in file.route]
        self.boxes = tuple(route.boxes for route in file.route)
        self.slots = file.map.lotto_slots
        self.rows = (file.engine.top, file.engine.middle, file.engine.bottom)
        self.row_of = [-1] * (LONGEST + 1)  # N -> the engine row that takes it
        for row, numbers in enumerate(self.rows):
            for n in range(numbers.min, numbers.max + 1):
                self.row_of[n] = row
        # places: one for each location of each route, route after route, with a gap behind each route
        self.first = [sum(len(stops) + 1 for stops in self.routes[:route]) for route in range(ROUTES)]
        rows = list(zip(self.first, self.routes, strict=True))
        self.lines = tuple(bits(range(first, first + len(stops))) for first, stops in rows)
        self.all = sum(self.lines)
        self.gaps = tuple(1 << line.bit_length() for line in self.lines)
        self.places = [
            bits(first + stops.index(here) for first, stops in rows if here in stops) for here in range(len(self.ids))
        ]
        # network adjacency: consecutive on any route
        self.neighbours: list[list[int]] = [[] for _ in self.ids]
        for stops in self.routes:
            for one, other in pairwise(stops):
                self.neighbours[one].append(other)
                self.neighbours[other].append(one)
        self.near = [self._places(around) for around in self.neighbours]  # of each location: the places next to it
        self.entrances = self._places(here for here, kind in enumerate(self.kinds) if kind == "entrance")
        self.crossroads = [here for here, places in enumerate(self.places) if places.bit_count() > 1]
        self.landmarks = [here for here, kind in enumerate(self.kinds) if kind == "landmark"]
        self.route_scores = tuple(file.scores.route[letter] for letter in self.letters)
        self.speed_scores = tuple(file.scores.speed)
        self.landmark_scores = tuple(file.scores.landmark)
        self.speed_sums = (0, *accumulate(self.speed_scores))
        self.landmark_sums = (0, *accumulate(self.landmark_scores))
        self.runs = [
            run
            for route, stops in enumerate(self.routes)
            for size in range(1, min(LONGEST, len(stops)) + 1)
            for start in range(len(stops) - size + 1)
            for run in self._runs(route, stops[start : start + size])
        ]

    def _places(self, locations: Iterable[int]) -> int:
        found = 0
        for here in locations:
            found |= self.places[here]
        return found

    def routes_of(self, location: int) -> list[int]:
        return [route for route, line in enumerate(self.lines) if self.places[location] & line]

    def crossing(self, stops: Sequence[int]) -> Crossing:
        near = 0
        for here in stops:
            near |= self.near[here]
        return Crossing(self._places(stops), near)

    def _runs(self, route: int, stops: tuple[int, ...]) -> list[Run]:
        """All runs up and down a route; a single stop has no direction, so it counts once."""
        crossing = self.crossing(stops)
        return [
            Run(route, len(there), there, crossing, there[-1] if self.kinds[there[-1]] == "landmark" else -1)
            for there in dict.fromkeys((stops, stops[::-1]))
        ]


# ---------------------------------------------------------------- the check


def check_map(file: MapFile) -> None:
    """Raise a ValueError that says what is wrong with a map."""
    _check_routes(file)
    _check_locations(file)
    _check_scores(file)
    _check_engine(file.engine)
    _check_first_drives(file)


def _expect(true: bool, problem: str) -> None:
    if not true:
        raise ValueError(problem)


def _check_routes(file: MapFile) -> None:
    letters = "".join(route.letter for route in file.route)
    _expect(letters == LETTERS, f"the routes must be {', '.join(LETTERS)} in this order, not {', '.join(letters)}.")
    _expect(file.map.routes == len(file.route), f"[map] says {file.map.routes} routes, there are {len(file.route)}.")
    entries = sum(len(route.locations) for route in file.route)
    _expect(file.map.entries == entries, f"[map] says {file.map.entries} route entries, there are {entries}.")
    known = {location.id for location in file.location}
    for route in file.route:
        for id in route.locations:
            _expect(id in known, f"route {route.letter} names a location {id!r} that is not described.")
        twice = [id for id, count in Counter(route.locations).items() if count > 1]
        _expect(not twice, f"route {route.letter} passes {twice[0] if twice else ''!r} twice: no route is a loop.")
        _expect(route.boxes >= 1, f"route {route.letter} needs at least one record box.")
    boxes = sum(route.boxes for route in file.route)
    _expect(boxes == 31, f"the routes have {boxes} record boxes together; there must be 31.")
    _expect(file.map.record_boxes_total == 31, f"[map] says {file.map.record_boxes_total} record boxes, not 31.")
    _expect(file.map.lotto_slots == 8, f"[map] says {file.map.lotto_slots} lotto slots; a ticket has 8.")
    sections = Counter(frozenset(section) for route in file.route for section in pairwise(route.locations))
    shared = [" - ".join(sorted(section)) for section, count in sections.items() if count > 1]
    _expect(not shared, f"two routes share the section {shared[0] if shared else ''}.")


def _check_locations(file: MapFile) -> None:
    _expect(
        file.map.locations == len(file.location),
        f"[map] says {file.map.locations} locations, there are {len(file.location)}.",
    )
    twice = [id for id, count in Counter(location.id for location in file.location).items() if count > 1]
    _expect(not twice, f"location {twice[0] if twice else ''!r} is described twice.")
    on: dict[str, list[str]] = {location.id: [] for location in file.location}
    for route in file.route:
        for id in route.locations:
            on[id].append(route.letter)
    for location in file.location:
        routes = on[location.id]
        _expect(bool(routes), f"location {location.id!r} lies on no route.")
        _expect(
            sorted(location.routes) == sorted(routes),
            f"location {location.id!r} says routes {', '.join(location.routes)}, but lies on {', '.join(routes)}.",
        )
        _expect(
            location.kind in ("plain", "crossroad", "landmark", "entrance"),
            f"location {location.id!r} has the kind {location.kind!r}; it can be plain, crossroad, landmark, entrance.",
        )
        crossroad = location.kind == "crossroad"
        _expect(not crossroad or len(routes) > 1, f"crossroad {location.id!r} must lie on two routes or more.")
        _expect(crossroad or len(routes) == 1, f"location {location.id!r} lies on several routes: it is a crossroad.")
    kinds = {location.id: location.kind for location in file.location}
    for route in file.route:
        entrances = sum(kinds[id] == "entrance" for id in route.locations)
        _expect(entrances >= 1, f"route {route.letter} has no entrance.")
        crossroads = sum(kinds[id] == "crossroad" for id in route.locations)
        _expect(crossroads >= 1, f"route {route.letter} meets no other route.")
    _check_connected(file)


def _check_connected(file: MapFile) -> None:
    groups = [set(route.locations) for route in file.route]
    network, rest = groups[0], groups[1:]
    while touching := [group for group in rest if group & network]:
        network = network.union(*touching)
        rest = [group for group in rest if not group & network]
    _expect(not rest, f"the network falls apart: {sorted(rest[0])[0] if rest else ''!r} cannot be reached.")


def _check_scores(file: MapFile) -> None:
    scores = file.scores
    _expect(
        sorted(scores.route) == sorted(LETTERS),
        f"[scores] route must have one score for each of {', '.join(LETTERS)}.",
    )
    total = sum(scores.route.values()) + sum(scores.speed) + sum(scores.landmark)
    _expect(total == 500, f"route, speed and landmark scores add up to {total}; a perfect game is 500.")
    _expect(file.map.perfect_score == 500, f"[map] says a perfect score of {file.map.perfect_score}, not 500.")
    landmarks = sum(location.kind == "landmark" for location in file.location)
    _expect(
        landmarks == len(scores.landmark),
        f"there are {landmarks} landmarks, but {len(scores.landmark)} landmark scores.",
    )


def _check_engine(engine: Engine) -> None:
    taken = Counter(n for row in (engine.top, engine.middle, engine.bottom) for n in range(row.min, row.max + 1))
    for n in range(1, 11):
        _expect(taken[n] == 1, f"the engine takes the number {n} in {taken[n]} rows; it must be one.")
    _expect(set(taken) == set(range(1, 11)), "the engine takes a number outside 1 to 10.")
    _expect((engine.middle.min, engine.middle.max) == (4, 7), "the engine's middle row takes 4 to 7.")
    effects = (engine.top.effect, engine.middle.effect, engine.bottom.effect)
    _expect(effects == (1, -1, -2), "the engine's effects are +1, -1 and -2 from top to bottom.")
    _expect(min(engine.top.boxes, engine.middle.boxes, engine.bottom.boxes) >= 1, "an engine row has no box.")


def _check_first_drives(file: MapFile) -> None:
    kinds = {location.id: location.kind for location in file.location}
    longest = 0
    for route in file.route:
        for place, id in enumerate(route.locations):
            if kinds[id] == "entrance":
                longest = max(longest, place + 1, len(route.locations) - place)
    _expect(longest >= 10, f"the longest first drive from an entrance is {longest}; every N up to 10 must be possible.")


def load_roads(folder: Path) -> Roads:
    return Roads(load_content(folder / "map.toml", MapFile, check_map))


MAP = load_roads(Path(__file__).parent / "content")
