"""What people can make for Crossroll: a road map, with the stops where they lie on the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from tomllib import loads
from typing import Any

from tabletown.games.crossroll.roads import LETTERS, MAP, MapFile, check_map
from tabletown.games.crossroll.view.layout import AT
from tabletown.kernel import say
from tabletown.workshop.checks import ID, unsafe
from tabletown.workshop.kinds import FLAG, Field, Kind, Problem

PLAIN, LANDMARK, ENTRANCE = "plain", "landmark", "entrance"
KINDS_OF_STOP = (PLAIN, LANDMARK, ENTRANCE)
MOST_STOPS, NAME, GRID = 140, 40, (940, 750)
WHERE = "map.plots"


def start(shipped: Mapping[str, Any]) -> dict[str, Any]:
    stops = [
        {"id": id, "name": name, "kind": kind if kind in KINDS_OF_STOP else PLAIN, "at": [round(at[0]), round(at[1])]}
        for id, name, kind, at in zip(MAP.ids, MAP.names, MAP.kinds, AT)
    ]
    routes = [
        {"letter": letter, "stops": [MAP.ids[here] for here in route]} for letter, route in zip(MAP.letters, MAP.routes)
    ]
    return {"stops": stops, "routes": routes, "coast": True}


def inspect(data: Any) -> Sequence[Problem]:
    shape = _shape(data)
    if shape:
        return [Problem(WHERE, shape)]
    stops = {stop["id"]: stop for stop in data["stops"]}
    found: list[Problem] = []

    def wrong(text: str, *plots: str, stops: bool = True) -> None:
        found.append(Problem(WHERE, text, stops, tuple(plots)))

    on = Counter(id for route in data["routes"] for id in route["stops"])
    lost = [id for id in stops if not on[id]]
    if lost:
        wrong(say("{stop} is on no route, so no one can reach it.", stop=stops[lost[0]]["name"]), *lost)
    for route in data["routes"]:
        letter, own = route["letter"], route["stops"]
        twice = [id for id, count in Counter(own).items() if count > 1]
        if twice:
            text = say(
                "Route {letter} passes {stop} twice. No route is a loop.", letter=letter, stop=stops[twice[0]]["name"]
            )
            wrong(text, *twice)
        if len(own) < 3:
            wrong(say("Route {letter} needs at least 3 stops.", letter=letter), *own)
        if not any(stops[id]["kind"] == ENTRANCE and on[id] == 1 for id in own):
            wrong(say("Route {letter} has no entrance, so no drive can begin on it.", letter=letter), *own)
        if not any(on[id] > 1 for id in own):
            wrong(say("Route {letter} meets no other route.", letter=letter), *own)
    apart = _apart([route["stops"] for route in data["routes"] if any(on[id] > 1 for id in route["stops"])])
    if apart:
        first = next((id for id in apart if stops[id]["kind"] == LANDMARK), apart[0])
        wrong(say("No drive from the other routes reaches {stop}.", stop=stops[first]["name"]), *apart)
    sections = Counter(frozenset(pair) for route in data["routes"] for pair in pairwise(route["stops"]))
    shared = [sorted(section) for section, count in sections.items() if count > 1 and len(section) == 2]
    if shared:
        names = [stops[id]["name"] for id in shared[0]]
        wrong(say("Two routes share the section {stops:and}.", stops=names), *shared[0])
    landmarks = [id for id, stop in stops.items() if stop["kind"] == LANDMARK and on[id] == 1]
    wanted = len(MAP.landmarks)
    if len(landmarks) != wanted:
        wrong(
            say("There are {n} landmarks; the score sheet has room for {wanted}.", n=len(landmarks), wanted=wanted),
            *landmarks,
        )
    at = Counter(tuple(stop["at"]) for stop in stops.values())
    same = [id for id, stop in stops.items() if at[tuple(stop["at"])] > 1]
    if same:
        wrong(say("{stop} lies on top of another stop. Move one of them.", stop=stops[same[0]]["name"]), *same)
    return found


def _apart(routes: Sequence[Sequence[str]]) -> list[str]:
    """The stops that aren't joined to the largest part of the network."""
    joined: list[set[str]] = []
    for route in routes:
        met = [part for part in joined if not part.isdisjoint(route)]
        joined = [part for part in joined if part not in met] + [set(route).union(*met)]
    largest = max(joined, key=len, default=set())
    return list(dict.fromkeys(id for route in routes for id in route if id not in largest))


def _shape(data: Any) -> str:
    """What makes a map unreadable; "" where it can be looked at."""
    stops, routes = data.get("stops"), data.get("routes")
    if not isinstance(stops, list) or not isinstance(routes, list) or len(stops) > MOST_STOPS:
        return say("The map can't be read, or has more than {n} stops.", n=MOST_STOPS)
    ids = set()
    for stop in stops:
        if not isinstance(stop, dict) or not isinstance(stop.get("id"), str) or not ID.fullmatch(stop["id"]):
            return say("A stop of this map can't be read.")
        name, at = stop.get("name"), stop.get("at")
        if not isinstance(name, str) or not name.strip() or len(name) > NAME or unsafe(name):
            return say("A stop has a name that is empty, too long or can't be shown: {id}.", id=stop["id"])
        if stop.get("kind") not in KINDS_OF_STOP:
            return say("{stop} is neither a stop, a landmark nor an entrance.", stop=name)
        inside = (
            isinstance(at, list)
            and len(at) == 2
            and all(type(n) in (int, float) and 0 <= n <= most for n, most in zip(at, GRID))
        )
        if not inside:
            return say("{stop} lies outside the map.", stop=name)
        if stop["id"] in ids:
            return say("Two stops are both called {id}.", id=stop["id"])
        ids.add(stop["id"])
    if [route.get("letter") if isinstance(route, dict) else None for route in routes] != list(LETTERS):
        return say("The map needs the {n} routes of the score sheet, in order.", n=len(LETTERS))
    for route in routes:
        own = route.get("stops")
        if not isinstance(own, list) or not all(isinstance(id, str) and id in ids for id in own) or len(own) > 60:
            return say("Route {letter} passes a stop that isn't on the map.", letter=route["letter"])
    return ""


def files(shipped: Mapping[str, Any], data: Any) -> dict[str, Any]:
    stops = {stop["id"]: stop for stop in data["stops"]}
    on: dict[str, list[str]] = {id: [] for id in stops}
    for route in data["routes"]:
        for id in route["stops"]:
            on[id].append(route["letter"])
    routes = [
        {
            **old,
            "from": stops[new["stops"][0]]["name"],
            "to": stops[new["stops"][-1]]["name"],
            "locations": new["stops"],
        }
        for old, new in zip(shipped["route"], data["routes"])
    ]
    locations = [
        {"id": id, "name": stop["name"], "routes": on[id], "kind": "crossroad" if len(on[id]) > 1 else stop["kind"]}
        for id, stop in stops.items()
    ]
    entries = sum(map(len, on.values()))
    head = {**shipped["map"], "id": "workshop", "locations": len(locations), "entries": entries, "facts": []}
    made = {**shipped, "map": head, "route": routes, "location": locations}
    return {"map.toml": made, "layout.toml": _layout(data, stops)}


def _layout(data: Any, stops: dict[str, Any]) -> dict[str, Any]:
    old = loads((Path(__file__).parents[1] / "content" / "layout.toml").read_text(encoding="utf-8"))
    places, lines = {}, {}
    for id, stop in stops.items():
        before = old["location"].get(id)
        if before and before["at"] == stop["at"] and MAP.names[MAP.index[id]] == stop["name"]:
            places[id] = before
        else:
            places[id] = {
                "at": stop["at"],
                "label": _two_lines(stop["name"]),
                "side": before["side"] if before else "NE",
            }
    for route in data["routes"]:
        before = old["route"][route["letter"]]
        same = [stop for stop in before["path"] if isinstance(stop, str)] == route["stops"] and all(
            places[id]["at"] == old["location"][id]["at"] for id in route["stops"]
        )
        x, y = stops[route["stops"][0]]["at"]
        badge = before["badge"] if same else [max(16, x - 24), max(16, y - 18)]
        lines[route["letter"]] = {**before, "path": before["path"] if same else route["stops"], "badge": badge}
    keep = bool(data.get("coast"))
    scenery = {name: old[name] if keep else [] for name in ("land", "water", "peak")}
    return {**old, "location": places, "route": lines, **scenery}


def _two_lines(name: str) -> list[str]:
    words = name.split()
    best = min(range(1, len(words) + 1), key=lambda n: max(len(" ".join(words[:n])), len(" ".join(words[n:]))))
    return [" ".join(part) for part in (words[:best], words[best:]) if part]


KINDS = (
    Kind(
        "map",
        "Road map",
        "road map",
        "Stops, routes, landmarks and entrances, where they lie on the picture.",
        "map.toml",
        MapFile,
        (
            Field("stops", "Stops", "board", "A landmark pays whoever ends a drive on it.", "landmark.effect"),
            Field("coast", "Keep the coast of Hong Kong behind the roads", FLAG, optional=True),
        ),
        check_map,
        editor="roads",
        inspect=inspect,
        files=files,
        start=start,
    ),
)
