"""Sessions for tests: running tables, ends of rounds, and halts."""

from __future__ import annotations

import json

import msgspec

from tabletown.games.broken_cities import game
from tabletown.games.broken_cities.classroom.session import CitiesSession
from tabletown.games.broken_cities.content import CARDS
from tabletown.kernel import load, save
from tabletown.kernel.chance import Dealer


def running(tables: int = 2, **more: object) -> CitiesSession:
    session = CitiesSession(tables=tables, **more)  # type: ignore[arg-type]
    session.start()
    return peopled(session)


def peopled(session: CitiesSession) -> CitiesSession:
    """Seat people everywhere."""
    for table in session.state.tables:
        table.bots = [False] * len(table.bots)
    return session


def kept(session: CitiesSession) -> str:
    """All that a server keeps of a session, as JSON."""
    return json.dumps([msgspec.to_builtins(session.state), [save(match) for match in session.matches]])


def opened(text: str) -> CitiesSession:
    state, matches = json.loads(text)
    return CitiesSession.restore(game, state, [load(match, lambda name: game) for match in matches])


def winners(session: CitiesSession, prize: str) -> list[tuple[int, list[int]]]:
    """The winners of a prize: tables and seats."""
    entry = next(entry for entry in session.prizes() if entry["id"] == prize)
    return [(won["table"], won["seats"]) for won in entry["winners"]]


def end_turn(session: CitiesSession, table: int, now: float = 0.0) -> None:
    session.choose(table, session.matches[table].decisions[0].seat, "end", now)


def end_round(session: CitiesSession, table: int, total: int | None = None) -> None:
    """Play the table's round to its report; `total`: the shared damage just before."""
    city = session.city(table)
    number = city.round
    while session.state.tables[table].rounds < number:
        if total is not None and city.turn == city.players - 1:
            session.state.total = total
        end_turn(session, table)


def show(session: CitiesSession, now: float = 0.0) -> None:
    """Let every table finish its turn, then show the card."""
    for table in range(len(session.matches)):
        while not session.stopped(table):
            end_turn(session, table, now)
    session.show_card(now)


def no_law(session: CitiesSession, table: int) -> None:
    while session.city(table).assembly is not None:
        session.choose(table, session.matches[table].decisions[0].seat, "no-law")


def halted(tables: int = 2, card: str = "", **more: object) -> CitiesSession:
    """A session in which table 1 has just reported enough damage for the first threshold."""
    session = running(tables, **more)
    if card:
        session.state.deck = [card]
        session.state.deck += [other for other in CARDS if other != card]
        session.state.seed = next(seed for seed in range(99) if _first(seed, session.state.deck) == card)
    end_round(session, 0, total=session.thresholds[0] - 6)
    return session


def _first(seed: int, deck: list[str]) -> str:
    return Dealer(seed).deal("climate", 0, deck)
