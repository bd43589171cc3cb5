"""Which Districts an Event's effect may take place in, and how its pieces are spread over them (events.toml)."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.games.cross_bronx.components import Effect
from tabletown.games.cross_bronx.rules.housing import coalition, population, tiles, vulnerabilities
from tabletown.games.cross_bronx.state import (
    ADJACENT,
    BLIGHT,
    CODES,
    DISTRICTS,
    FACTION_IDS,
    INDEX,
    Bronx,
    spaces_of,
)

Possible = Callable[[int], bool]  # District -> could one more piece be handled there now?

COUNTERS: dict[str, Callable[[Bronx, int], int]] = {
    "population": population,
    "vulnerabilities": vulnerabilities,
    "unhoused-population": lambda s, d: s.street_pop[d],
    "unhoused-vulnerabilities": lambda s, d: s.street_vul[d],
    "infrastructure": tiles,
}


def present(s: Bronx, d: int, what: str) -> bool:
    """Is there any of this in the District?"""
    if what == "population":
        return population(s, d) > 0
    if what == "unhoused-population":
        return s.street_pop[d] > 0
    if what == "vulnerability":
        return vulnerabilities(s, d) > 0
    if what == "unhoused-vulnerability":
        return s.street_vul[d] > 0
    if what == "infrastructure":
        return any(s.owner[space] >= 0 for space in spaces_of[d])
    if what == "exhausted":
        return any(s.exhausted[space] for space in spaces_of[d])
    if what == "organization":
        first, last = spaces_of[d].start * 3, spaces_of[d].stop * 3
        return any(s.orgs[first:last]) or any(entry // CODES // 3 == d for entry in s.street_orgs)
    if what == "coalition":
        return any(coalition(s, space) for space in spaces_of[d])
    if what == "blight":
        return s.marker[d] == BLIGHT
    return FACTION_IDS.index(what.partition("-")[0]) in [s.owner[space] for space in spaces_of[d]]


def candidates(s: Bronx, effect: Effect, possible: Possible) -> list[int]:
    """The Districts the effect may choose among, as they stand before its first piece."""
    if effect.pick == "same":
        found = [d for d in DISTRICTS if d in s.touched]
    elif effect.pick == "adjacent":
        found = [d for d in DISTRICTS if any(d in ADJACENT[touched] for touched in s.touched)]
    else:
        found = list(DISTRICTS)
    if effect.where:
        found = [d for d in found if d in [INDEX[number] for number in effect.where]]
    if effect.has:
        found = [d for d in found if all(present(s, d, what) for what in effect.has)]
    if effect.lacks:
        found = [d for d in found if not any(present(s, d, what) for what in effect.lacks)]
    found = [d for d in found if possible(d)]
    counter = effect.most or effect.fewest
    if counter and found:
        counts = [COUNTERS[counter](s, d) for d in found]
        wanted = max(counts) if effect.most else min(counts)
        found = [d for d, count in zip(found, counts) if count == wanted]
    return found


class Pick:
    """Walks over the pieces of one effect; `districts()` is where the next one may go."""

    def __init__(self, s: Bronx, effect: Effect, possible: Possible) -> None:
        self.effect, self.possible = effect, possible
        self.found = candidates(s, effect, possible)
        self.touched: list[int] = []
        self.left = effect.count * (len(self.found) if effect.pick == "each" else 1)

    def districts(self) -> list[int]:
        if not self.left:
            return []
        pick, touched = self.effect.pick, self.touched
        found = self.found
        if pick == "one" and touched:
            found = touched[:1]
        elif pick == "different":
            found = [d for d in found if d not in touched]
        elif pick == "each":
            found = next(([d] for d in found if touched.count(d) < self.effect.count and self.possible(d)), [])
        return [d for d in found if self.possible(d)]

    def handled(self, district: int) -> None:
        self.touched.append(district)
        self.left -= 1


def tiles_of(s: Bronx, district: int, owner: str, state: str = "") -> list[int]:
    """Tiles of that owner ("any" for all) there, in that state."""
    return [
        space
        for space in spaces_of[district]
        if s.owner[space] >= 0
        and (owner == "any" or FACTION_IDS[s.owner[space]] == owner)
        and (not state or s.exhausted[space] == (state == "exhausted"))
    ]
