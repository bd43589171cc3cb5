"""Positions for tests: set up a block cell by cell, then start a match from there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import msgspec
import pytest

from tabletown.games.broken_cities import game
from tabletown.games.broken_cities.content import CARDS, CELL, NUMBER
from tabletown.games.broken_cities.rules.counting import recount, rent_at
from tabletown.games.broken_cities.rules.laws import enforce
from tabletown.games.broken_cities.state import BrokenCities, Law
from tabletown.kernel import CHANCE, Chance, Match
from tabletown.kernel.errors import NotAllowed

YELLOW, RED, ORANGE, PURPLE = range(4)
LOW, CONV, GREEN, SHOP, SPACE, ECO, RETRO = range(1, 8)


def start(players: int = 4, **options: str) -> BrokenCities:
    """The table after setup."""
    return game.rules.setup(players, game.options(options))


def bare(players: int = 4, **options: str) -> BrokenCities:
    """The same with an empty block; all renters are in the reserve."""
    s = start(players, **options)
    for cell, kind in enumerate(s.kinds):
        s.supply[kind] += bool(kind)
        s.reserve += s.renters[cell]
        s.kinds[cell], s.owners[cell], s.renters[cell] = 0, -1, 0
    recount(s)
    return s


def put(s: BrokenCities, cells: str, kind: int, owner: int, renter: bool = False) -> BrokenCities:
    """Put tiles of this kind on cells, such as put(s, "A6 B6", LOW, RED, renter=True)."""
    for name in cells.split():
        cell = CELL[name]
        assert not s.kinds[cell], f"{name} is taken"
        s.kinds[cell], s.owners[cell], s.renters[cell] = kind, owner, int(renter)
        s.supply[kind] -= 1
        s.reserve -= renter
    recount(s)
    return s


def turn_of(s: BrokenCities, seat: int, money: int | None = None, begun: bool = True) -> BrokenCities:
    """Make it this seat's turn, by default after income; the others follow."""
    s.round = max(1, s.round)
    s.order = [seat, *(other for other in range(s.players) if other != seat)]
    s.phase, s.turn, s.begun, s.emissions_before = "turn", 0, begun, s.emissions
    if money is not None:
        s.money[seat] = money
    enforce(s)
    return s


def with_laws(s: BrokenCities, *laws: Law) -> BrokenCities:
    """Put these laws into force from this round on."""
    s.round = max(1, s.round)
    s.laws = [msgspec.structs.replace(law, number=n, since=1) for n, law in enumerate(laws, 1)]
    s.made = len(laws)
    enforce(s)
    return s


def begin(s: BrokenCities, seed: int = 1, cards: str = "", by_hand: tuple[str, ...] = ()) -> Match:
    """Start a match from this state; these climate cards are drawn in this order."""
    waiting = cards.split()
    assert set(waiting) <= set(CARDS)

    def luck(question: Chance, number: int) -> str | None:
        return waiting.pop(0) if question.kind == "climate" and waiting else None

    here = replace(game, rules=replace(game.rules, setup=lambda seats, options: s))
    return Match(here, s.players, msgspec.to_builtins(s.options), seed, by_hand, luck)


def play(m: Match, *answers: str) -> Match:
    """Give these answers for whoever is asked first."""
    for answer in answers:
        m.choose(m.decisions[0].seat, answer)
    return m


def end_round(m: Match) -> Match:
    """End everybody's turn until the round is over."""
    while not m.over and m.state.phase == "turn":
        m.choose(m.decisions[0].seat, "end")
        if m.state.turn == 0:
            break
    return m


def no_law(m: Match) -> Match:
    """Let everybody propose nothing."""
    while not m.over and m.state.assembly is not None:
        decision = m.decisions[0]
        m.choose(decision.seat, "no-law" if "no-law" in decision.options else "veto")
    return m


def agree(m: Match, *answers: str) -> Match:
    """Let the first speaker give these answers, and everybody accept the proposal."""
    play(m, *answers)
    while m.decisions and "accept" in m.decisions[0].options:
        play(m, "accept")
    return m


def after_the_card(s: BrokenCities, card: str) -> Match:
    """End the round so that the first event is reached and this card is drawn; nobody proposes a law."""
    s.damage = 8 if s.emissions > 8 else 9
    s.phase, s.round, s.order = ("damage" if s.damage == 8 else "card"), max(1, s.round), list(range(s.players))
    s.turn, s.due = s.players, 1
    return begin(s, cards=card)


def options(m: Match) -> list[str]:
    return list(m.decisions[0].options)


def rent(m: Match | BrokenCities, cell: str) -> int:
    return rent_at(m.state if isinstance(m, Match) else m, CELL[cell])


def tile(m: Match | BrokenCities, cell: str) -> tuple[int, int, int]:
    """The kind, owner and renter of a tile."""
    s = m.state if isinstance(m, Match) else m
    place = CELL[cell]
    return s.kinds[place], s.owners[place], s.renters[place]


def told(m: Match) -> str:
    return "\n".join(str(line.text) for line in m.lines)


def room(m: Match, word: str) -> Match:
    """The facilitator's answer to a table of a session."""
    m.choose(CHANCE, word)
    return m


assert NUMBER["retrofit"] == RETRO


def why_not(match: Match, word: str) -> str:
    """The id of the reason against this word; "" if it is allowed."""
    reason = match.why_not(word)
    return reason.id if reason is not None else ""


@contextmanager
def refuses(id: str) -> Iterator[None]:
    """Expect the block to be refused for this reason."""
    with pytest.raises(NotAllowed) as refusal:
        yield
    assert refusal.value.reason.id == id
