"""Setup, first half: lay the city, from a template, as an exact hexagon, or trio by trio by the players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tabletown.games.right_of_way.events import TRIO_NAMES, CityBegun, CityLaidOut, TrioLaid
from tabletown.games.right_of_way.options import SPOT, TRIO, kind_of, spot_in, spot_word, trio_word, way_in
from tabletown.games.right_of_way.plan import (
    CITY,
    PLAIN,
    RICH,
    RICH_PLOTS,
    SIZE,
    SLOTS,
    TEMPLATE,
    CityPlan,
    Place,
    neighbour,
    reading_order,
)
from tabletown.games.right_of_way.state import COLOURS, NOBODY, RightOfWay
from tabletown.games.right_of_way.tiles import EDGES
from tabletown.kernel import NOT_AN_OPTION, Chance, Choose, Reason, Script, Text, because, tell

DEAL_TRIO = Text("say which trio comes next")
DEAL_SLOT = Text("name the trio on {plots} in order")
DEAL_DISTRICT = Text("say which district is on {plot}")
WHO_LAYS = Text("say who lays the first trio")
LAY_TRIO = Text("lay a trio: {trio}")
TURN_TRIO = Text("turn the trio")


OVERLAPS = because("overlaps", "There's already a district there.", "setup.city.alternate-placing")
FAR_AWAY = because("far-away", "One edge of the trio must touch the city.", "setup.city.contiguous")
ENCLOSES = because("encloses", "That would enclose a gap, which isn't allowed at this table.", "setup.city.who-starts")
SPOT_PICKED = because(
    "spot-picked", "You've already picked a spot. Undo that to pick another.", "setup.city.alternate-placing"
)
OTHER_TRIO = because("other-trio", "The trio you drew has different districts.", "setup.city.alternate-placing")


def lay_city(s: RightOfWay) -> Script:
    ways = {"template": lay_template, "hexagon": lay_hexagon, "manual": lay_one_trio, "drawn": lay_drawn}
    return ways[s.options.city](s)


def lay_template(s: RightOfWay) -> Script:
    """Deal a random trio to every slot of the template, turned at random in one of three ways."""
    districts = {(0, 0): CITY.centre}
    ways = all_ways(tuple(s.trios)).copy()
    for slot, prompt in SLOTS_TO_DEAL:
        dealt = yield Chance("trio", ways, prompt, "setup.city.hexagon-impossible")
        first = ways.index(dealt) // 3 * 3
        del ways[first : first + 3]  # all three turns of that trio
        districts.update(zip(slot, dealt))
    s.trios.clear()
    s.districts = "".join(districts[place] for place in s.plan.places)
    open_city(s)


def in_words(slot: list[Place]) -> str:
    return ", ".join(TEMPLATE.names[TEMPLATE.places.index(place)] for place in slot)


SLOTS_TO_DEAL = [(slot, DEAL_SLOT(plots=in_words(slot))) for slot in (sorted(s, key=reading_order) for s in SLOTS)]


def lay_hexagon(s: RightOfWay) -> Script:
    """Deal 61 single districts, with a rich one in the centre."""
    s.trios.clear()
    centre = s.plan.places.index((0, 0))
    bag = [RICH] * (RICH_PLOTS - 1) + [PLAIN] * (SIZE - RICH_PLOTS)
    districts = ""
    for plot in range(SIZE):
        if plot == centre:
            districts += RICH
            continue
        district = yield Chance(
            "district", bag, DEAL_DISTRICT(plot=s.plan.names[plot]), "setup.city.hexagon-impossible"
        )
        bag.remove(district)
        districts += district
    s.districts = districts
    open_city(s)


def lay_drawn(s: RightOfWay) -> Script:
    """Lay the city of a content pack as it is drawn: nothing is dealt."""
    assert CITY.drawn is not None
    s.trios.clear()
    rich = set(CITY.drawn.rich)
    s.districts = "".join(RICH if place in rich else PLAIN for place in s.plan.places)
    open_city(s)
    return
    yield


def lay_one_trio(s: RightOfWay) -> Script:
    """Have the next player draw and lay a trio; a random player begins."""
    if s.seat == NOBODY:
        s.seat = COLOURS.index((yield Chance("first", COLOURS, WHO_LAYS, "setup.city.who-starts")))
        s.districts = CITY.centre
        tell(s, CityBegun, s.seat)
    trio = yield Chance("trio", s.trios, DEAL_TRIO, "setup.city.alternate-placing")
    s.trios.remove(trio)
    prompt, about = LAY_TRIO(trio=TRIO_NAMES[trio.count(RICH)]), (set(s.plan.places), s.options.gaps)
    rule = "setup.city.alternate-placing"
    s.spot = yield Choose(s.seat, prompt, free_spots, rule, why_not_spot_word, about=about)
    way = way_in((yield Choose(s.seat, TURN_TRIO, trio_words, "setup.city.who-starts", why_not_trio, about=(trio,))))
    s.plan = CityPlan(s.plan.places + spot_of(s.spot))
    s.districts += way
    s.spot = ""
    tell(s, TrioLaid, s.seat, way.count(RICH))
    s.seat = 1 - s.seat
    if not s.trios:
        in_order = sorted(zip(s.plan.places, s.districts), key=lambda pair: reading_order(pair[0]))
        s.plan = CityPlan(tuple(place for place, _ in in_order))
        s.districts = "".join(district for _, district in in_order)
        open_city(s)


def open_city(s: RightOfWay) -> None:
    """Turn the finished city into plots; from here on, trios no longer matter."""
    size = len(s.plan.places)
    s.roads = [0] * size
    s.owners = [NOBODY] * size
    s.piles = [()] * size
    s.meets = [0] * size
    s.riches = riches = [0] * size
    for district, around in zip(s.districts, s.plan.around):
        if district == RICH:
            for _, there, back in around:
                riches[there] |= back
    s.vacant = list(range(size))
    s.seat, s.phase = NOBODY, "hands"
    tell(s, CityLaidOut)


# ---------------------------------------------------------------- trios


@cache
def all_ways(trios: tuple[str, ...]) -> list[str]:
    return [way for trio in trios for way in three_turns(trio)]


def three_turns(trio: str) -> list[str]:
    """The trio's districts in reading order, for each of its three turns."""
    return [trio[turns:] + trio[:turns] for turns in range(3)]


Spot = tuple[Place, Place, Place]  # in reading order


def spot_at(place: Place, points: str) -> Spot:
    """The trio whose western district in its row of two is `place`; it points up or down."""
    q, r = place
    return ((q + 1, r - 1), (q, r), (q + 1, r)) if points == "up" else ((q, r), (q + 1, r), (q, r + 1))


def spot_of(word: str) -> Spot:
    found = spot_in(word)
    assert found is not None, word
    return spot_at(*found)


def free_spots(city: set[Place], gaps: bool) -> list[str]:
    return [word for word, spot in spots_around(city) if why_not_spot(city, spot, gaps) is None]


def spots_around(city: set[Place]) -> Iterator[tuple[str, Spot]]:
    """Every spot near the city with its option word, row by row."""
    near = {(q + i, r + j) for q, r in city for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2)}
    for q, r in sorted(near, key=reading_order):
        for points in ("up", "down"):
            yield spot_word((q, r), points), spot_at((q, r), points)


def why_not_spot(city: set[Place], spot: Spot, gaps: bool = False) -> Reason | None:
    """Why the trio may not be laid there. `gaps`: whether a trio may enclose empty places."""
    if any(place in city for place in spot):
        return OVERLAPS
    ring = [place in city for place in ring_around(spot)]
    touches = sum(here and not before for before, here in zip([ring[-1], *ring], ring))
    if not any(ring):
        return FAR_AWAY
    if gaps:
        return None
    # a city without gaps stays without them exactly if the trio touches it along one unbroken stretch
    return None if touches == 1 else ENCLOSES


def why_not_spot_word(city: set[Place], gaps: bool, word: str) -> Reason | None:
    spot = spot_in(word)
    return why_not_spot(city, spot_at(*spot), gaps) if spot is not None else NOT_AN_OPTION


def trio_words(trio: str) -> list[str]:
    return [trio_word(way) for way in dict.fromkeys(three_turns(trio))]  # without those that look the same


def why_not_trio(trio: str, word: str) -> Reason | None:
    if kind_of(word) == TRIO:
        return None if way_in(word) in three_turns(trio) else OTHER_TRIO
    return SPOT_PICKED if kind_of(word) == SPOT else NOT_AN_OPTION


@cache
def ring_around(spot: Spot) -> list[Place]:
    """The nine places around a trio, in order around it."""
    outside = {neighbour(place, edge) for place in spot for edge in EDGES} - set(spot)
    ring = [min(outside)]
    while len(ring) < len(outside):
        ring.append(next(p for p in (neighbour(ring[-1], e) for e in EDGES) if p in outside and p not in ring))
    return ring
