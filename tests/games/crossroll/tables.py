"""Matches set up for tests: boards in the middle of a game, and dice that show what the test says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tabletown.games.crossroll import game
from tabletown.games.crossroll.roads import MAP, bits
from tabletown.games.crossroll.rules.driving import starts
from tabletown.games.crossroll.state import DICE, MAIN, ROLL, Board, Crossroll, Options, crossed_locations
from tabletown.kernel import Chance, Match

A, B, D, J = 0, 1, 3, 8  # routes by number


def ids(route: str) -> list[str]:
    """The locations of a route, in order."""
    return [MAP.ids[here] for here in MAP.routes[MAP.letters.index(route)]]


def board(
    crossed: Iterable[str] = (),
    written: dict[str, Sequence[int]] | None = None,
    xs: str = "",
    complete: str = "",
    ticket: Sequence[int] = (),
    engine: Sequence[Sequence[int]] = ((), (), ()),
    landmarks: Sequence[str] = (),
    speed: int = 0,
    nitrous: bool = False,
    by_route: bool = False,
) -> Board:
    """A board on which these locations are crossed out; the routes of `complete` are fully crossed out and scored."""
    places = {*crossed, *(id for letter in complete for id in ids(letter))}
    marks = MAP.crossing([MAP.index[id] for id in places])
    numbers = [tuple((written or {}).get(letter, ())) for letter in MAP.letters]
    free = [
        0 if letter in complete else MAP.boxes[route] - len(numbers[route]) - (letter in xs)
        for route, letter in enumerate(MAP.letters)
    ]
    return Board(
        crossed=marks.crossed,
        near=marks.near,
        starts=starts(marks.crossed, marks.near, by_route),
        free=tuple(free),
        open=bits(route for route in range(9) if free[route]),
        written=tuple(numbers),
        xs=sum(1 << MAP.letters.index(letter) for letter in xs),
        complete=sum(1 << MAP.letters.index(letter) for letter in complete),
        speed=speed,
        landmarks=tuple(MAP.index[id] for id in landmarks),
        ticket=(*ticket, *[0] * (8 - len(ticket))),
        engine=tuple(tuple(row) for row in engine),
        unlocked=bits(row for row, numbers in enumerate(engine) if len(numbers) == 3),
        bonus=len(places) - sum(map(sum, numbers)) - len(ticket),
        nitrous=nitrous,
    )


def table(
    *boards: Board,
    phase: str = MAIN,
    dice: Sequence[str] = ("d6", "d10"),
    results: Sequence[int] = (),
    luck: Sequence[str] = (),
    active: int = 0,
    aside: Sequence[str] = (),
    done: str = "",
    checked: str = "",
    **variant: bool,
) -> Match:
    """A match at this phase; `luck` is what the next dice show, one after another."""
    given = list(luck)
    state = Crossroll(
        list(boards),
        [None] * len(boards),
        phase=phase,
        active=active,
        dice=tuple(DICE.index(die) for die in dice) if phase != ROLL else (),
        results=tuple(results),
        aside=sum(1 << DICE.index(die) for die in aside),
        done=sum(1 << MAP.letters.index(letter) for letter in done),
        checked=MAP.letters.index(checked) if checked else -1,
        options=Options(**variant),
    )

    def deal(question: Chance, number: int) -> str | None:
        return given.pop(0) if given else None

    return Match(
        replace(game, rules=replace(game.rules, setup=lambda seats, options: state)), len(boards), seed=1, luck=deal
    )


def answer(match: Match, seat: int, *words: str) -> None:
    for word in words:
        match.choose(seat, word)


def options(match: Match, seat: int = 0) -> list[str]:
    decision = match.decision(seat)
    return list(decision.options) if decision else []


def crossed(of: Board) -> set[str]:
    return {MAP.ids[here] for here in crossed_locations(of)}


def why_not(match: Match, word: str, seat: int = 0) -> str:
    """The clause that forbids it."""
    reason = match.why_not(word, seat)
    assert reason is not None, f"{word} is allowed"
    return reason.rule


def said(match: Match) -> str:
    return "\n".join(line.text.render(match.names) for line in match.lines)
