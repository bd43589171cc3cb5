"""Matches set up for tests, on a city in which only the plots named are rich.

The neighbours of the centre E5 are, clockwise from the east: E6, F5, F4, E4, D4, D5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from tabletown.games.right_of_way import game
from tabletown.games.right_of_way.check import check
from tabletown.games.right_of_way.plan import TEMPLATE, CityPlan
from tabletown.games.right_of_way.rules.city import open_city
from tabletown.games.right_of_way.state import RightOfWay, face_down, put_highway, put_pile
from tabletown.games.right_of_way.tiles import COPIES, IDS, NUMBER, TILE_OF, TURNS
from tabletown.kernel import Match
from tabletown.kernel.errors import NotAllowed

ME, RIVAL = 0, 1
E, SE, SW, W, NW, NE = (1 << edge for edge in range(6))

# a small city: the neighbours of its centre B2 are, clockwise from the east: B3, C2, C1, B1, A1, A2
FLOWER = CityPlan(((0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)))
PAIR = CityPlan(((0, 0), (1, 0)))  # A1, A2


def plot(name: str, plan: CityPlan = TEMPLATE) -> int:
    return plan.names.index(name)


def table(
    hand: Iterable[str],
    rival: Iterable[str] = ("2-straight", "2-straight"),
    rich: str | Iterable[str] = (),
    roads: Mapping[str, tuple[int, int]] | None = None,  # plot: (seat, connections)
    piles: Mapping[str, Iterable[tuple[int, str]]] | None = None,  # plot: (seat, tile) from the bottom up
    stack: Iterable[str] | None = None,  # what is left in my drawing stack; all other tiles are discarded
    rival_stack: Iterable[str] | None = None,
    options: dict[str, str] | None = None,
    plan: CityPlan = TEMPLATE,
) -> Match:
    """A match at the start of my turn. All tiles that are not placed elsewhere are in the drawing stacks."""
    s: RightOfWay = game.rules.setup(2, game.options(options))
    rich = [rich] if isinstance(rich, str) else list(rich)
    s.plan, s.trios = plan, []
    s.districts = "".join("$" if name in rich or "all" in rich else "." for name in plan.names)
    open_city(s)
    for name, (seat, road) in (roads or {}).items():
        put_highway(s, plot(name, plan), seat, road)
    for name, pile in (piles or {}).items():
        put_pile(s, plot(name, plan), tuple(face_down(seat, NUMBER[id]) for seat, id in pile))
    for seat, tiles, wanted in ((ME, hand, stack), (RIVAL, rival, rival_stack)):
        for id in tiles:
            s.hands[seat][NUMBER[id]] += 1
        left = spare_tiles(s, seat)
        if wanted is not None:
            s.stacks[seat] = list(wanted)
            for id in wanted:
                left.remove(id)
            for id in left:
                s.discards[seat][NUMBER[id]] += 1
        else:
            s.stacks[seat] = left
    s.first = s.seat = ME
    s.phase = "tile"
    check(s)
    return Match(
        replace(game, rules=replace(game.rules, setup=lambda seats, chosen: s.copy())), ["Ada", "Ben"], options, seed=1
    )


def spare_tiles(s: RightOfWay, seat: int) -> list[str]:
    used = s.hands[seat][:]
    for owner, road in zip(s.owners, s.roads):
        if road and owner == seat:
            used[TILE_OF[road]] += 1
    for pile in s.piles:
        for down in pile:
            if down // len(IDS) == seat:
                used[down % len(IDS)] += 1
    return [id for id, copies, taken in zip(IDS, COPIES, used) for _ in range(copies - taken)]


def play(match: Match, *words: str) -> None:
    """Give these answers for whoever is asked, checking the state after each."""
    for word in words:
        match.choose(match.decisions[0].seat, word)
        check(match.state)


def lay(match: Match, tile: str, name: str, *connections: int) -> None:
    """Lay a tile with exactly these connections."""
    play(match, f"tile:{tile}", f"plot:{name}", f"turn:{TURNS[NUMBER[tile]].index(sum(connections))}")


def refused(match: Match, word: str) -> str:
    """The id of the reason why the seat that is asked may not answer that."""
    with pytest.raises(NotAllowed) as error:
        match.choose(asked(match), word)
    return error.value.reason.id


def options(match: Match) -> list[str]:
    return list(match.decisions[0].options)


def asked(match: Match) -> int:
    return match.decisions[0].seat


def hand(match: Match, seat: int = ME) -> list[str]:
    return [id for id, count in zip(IDS, match.state.hands[seat]) for _ in range(count)]


def discards(match: Match, seat: int = ME) -> list[str]:
    return [id for id, count in zip(IDS, match.state.discards[seat]) for _ in range(count)]
