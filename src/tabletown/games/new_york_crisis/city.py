"""Manhattan: locations, streets and stations, as lookup tables for the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from tabletown.kernel import load_content

CONTENT = Path(__file__).with_name("content")


class Location(msgspec.Struct, frozen=True):
    id: str
    name: str
    zone: str
    subway: bool
    neighbours: tuple[str, ...]


class Map(msgspec.Struct, frozen=True):
    location: tuple[Location, ...]


def check_map(map: Map) -> None:
    neighbours = {location.id: location.neighbours for location in map.location}
    if len(neighbours) != len(map.location):
        raise ValueError("two locations have the same id.")
    for here, others in neighbours.items():
        for other in others:
            if other not in neighbours:
                raise ValueError(f"location {here!r}: its neighbour {other!r} does not exist.")
            if here not in neighbours[other]:
                raise ValueError(f"location {here!r}: {other!r} does not name it as a neighbour.")
    if sum(location.subway for location in map.location) < 2:
        raise ValueError("a subway needs two stations.")


LOCATIONS = load_content(CONTENT / "map.toml", Map, check_map).location
COUNT = len(LOCATIONS)
IDS = tuple(location.id for location in LOCATIONS)
NAMES = tuple(location.name for location in LOCATIONS)
INDEX = {id: number for number, id in enumerate(IDS)}
NEIGHBOURS = tuple(tuple(INDEX[other] for other in location.neighbours) for location in LOCATIONS)
STATIONS = tuple(number for number, location in enumerate(LOCATIONS) if location.subway)
IS_STATION = tuple(location.subway for location in LOCATIONS)
INFO_AT = tuple(slice(place * 3, place * 3 + 3) for place in range(COUNT))  # the three types of info on a location
# where the subway goes from each location: nowhere, unless there is a station
RIDES = tuple(tuple(s for s in STATIONS if s != here) if IS_STATION[here] else () for here in range(COUNT))


def _walks(rides: bool) -> tuple[tuple[int, ...], ...]:
    table = []
    for start in range(COUNT):
        far = {start: 0}
        edge = [start]
        while edge:
            reached = []
            for here in edge:
                for other in NEIGHBOURS[here] + (RIDES[here] if rides else ()):
                    if other not in far:
                        far[other] = far[here] + 1
                        reached.append(other)
            edge = reached
        table.append(tuple(far.get(other, 99) for other in range(COUNT)))
    return tuple(table)


STREETS = _walks(rides=False)  # steps on foot between two locations
STEPS = _walks(rides=True)  # steps with the subway


def nearest(start: int, closed: Sequence[int]) -> list[int]:
    """The locations nearest to this one on foot, leaving out the closed ones."""
    open = [other for other in range(COUNT) if other not in closed]
    least = min((STREETS[start][other] for other in open), default=0)
    return [other for other in open if STREETS[start][other] == least]
