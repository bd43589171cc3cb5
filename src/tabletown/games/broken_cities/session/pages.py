"""What the pages of a session show, as plain data: the facilitator's overview, the projector, the prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from tabletown.games.broken_cities.content import CARDS, COLOURS, RENT_END, ROOM, damage_of
from tabletown.games.broken_cities.rules.climate import struck
from tabletown.games.broken_cities.rules.counting import own_emissions, own_parks, recount, rented_homes
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.words import law_text
from tabletown.kernel import CHANCE

if TYPE_CHECKING:
    from tabletown.games.broken_cities.session import Session
    from tabletown.games.broken_cities.session.state import Halt, SessionState


def prizes(session: Session) -> list[dict[str, Any]]:
    """Who would get each prize now: announced before play, final when the session is over."""
    found: dict[str, dict[str, Any]] = {}
    if session.matches:
        if session.state.first_to_50 is not None:
            table, seat = session.state.first_to_50
            found["first_to_50"] = {"table": table, "seats": [seat], "value": session.city(table).rents[seat]}
        found["greenest_player"] = _greenest_player(session)
        found["winning_table"] = _best_table(session, _rent_per_player, "rent per player")
        if any(table.rounds for table in session.state.tables):
            found["greenest_table"] = _best_table(session, _greenness, "damage a round")
    prizes = []
    for prize in ROOM.prize:
        entry: dict[str, Any] = {"id": prize.id, "title": prize.title, "table": None, "seats": [], "names": []}
        entry |= found.get(prize.id, {})
        if entry["table"] is not None:
            entry["names"] = [session.state.tables[entry["table"]].names[seat] for seat in entry["seats"]]
        prizes.append(entry)
    return prizes


def _greenest_player(session: Session) -> dict[str, Any]:
    """Lowest own emissions, parks counting for their builder; then more parks."""
    emissions, _, table, seat = min(
        (own_emissions(session.city(table), seat), -own_parks(session.city(table), seat), table, seat)
        for table in range(len(session.matches))
        for seat in range(session.city(table).players)
    )
    return {"table": table, "seats": [seat], "value": emissions}


def _rent_per_player(session: Session, table: int) -> tuple[float, ...]:
    return (sum(session.city(table).rents) / session.city(table).players,)


def _greenness(session: Session, table: int) -> tuple[float, ...]:
    """Least damage a round, then lowest emissions."""
    mine = session.state.tables[table]
    if not mine.rounds:
        return (float("-inf"),)
    return (-mine.reported / mine.rounds, -session.city(table).emissions)


def _best_table(session: Session, value: Callable[[Session, int], tuple[float, ...]], what: str) -> dict[str, Any]:
    best = max(range(len(session.matches)), key=lambda table: (value(session, table), -table))
    seats = list(range(session.city(best).players))
    return {"table": best, "seats": seats, "value": round(abs(value(session, best)[0]), 1), "of": what}


# ------------------------------------------------------------------ for the pages


def overview(session: Session, now: float = 0.0) -> dict[str, Any]:
    """All that the facilitator's page shows, as plain data."""
    state = session.state
    halt = session.halt
    return projector(session, now) | {
        "story": ROOM.story,
        "tables": [table_card(session, table, now) for table in range(len(state.tables))],
        "coming": sum(damage_of(session.city(table).emissions) for table in range(len(session.matches))),
        "halt": None if halt is None else _halt(session, halt),
        "locked": state.locked,
        "joined": sum(1 for t in state.tables for name, bot in zip(t.names, t.bots, strict=True) if name and not bot),
        "seats": sum(len(t.names) for t in state.tables),
        "questions": [
            msgspec.to_builtins(question) | {"number": number} for number, question in enumerate(state.questions)
        ],
        "log": state.log[::-1],
    }


def table_card(session: Session, table: int, now: float = 0.0) -> dict[str, Any]:
    """One table at a glance."""
    mine = session.state.tables[table]
    card: dict[str, Any] = {"number": table + 1, "names": mine.names, "bots": mine.bots, "phase": "lobby"}
    if not session.matches:
        return card
    match, city = session.matches[table], session.city(table)
    asked = [decision.seat for decision in match.decisions if decision.seat != CHANCE]
    leader = max(range(city.players), key=lambda seat: city.rents[seat])
    phase = "over" if mine.over else "law" if city.assembly is not None else "turn" if asked else "waiting"
    return card | {
        "phase": phase,
        "asked": asked,
        "waited": max(0.0, now - mine.since),
        "round": city.round,
        "emissions": city.emissions,
        "adds": damage_of(city.emissions),
        "reported": mine.reported,
        "last_report": mine.last_report,
        "leader": leader,
        "leader_rent": city.rents[leader],
        "rents": list(city.rents),
        "laws": [str(law_text(law)) for law in city.laws],
        "law_left": _law_left(session, table, now),
    }


def projector(session: Session, now: float = 0.0) -> dict[str, Any]:
    """What everybody in the room may see."""
    state = session.state
    shown = next((halt for halt in reversed(state.halts) if halt.shown), None)
    next_one = session.next_threshold
    return {
        "phase": state.phase,
        "ended": state.ended,
        "clock": _clock(state, now),
        "total": state.total,
        "thresholds": session.thresholds,
        "reached": state.spaces,
        "next": next_one,
        "left": None if next_one is None else next_one - state.total,
        "paused": state.paused >= 0,
        "stopped": session.halt is not None,
        "card": _card(session, shown) if shown is not None and not shown.done else None,
        "cards": [halt.card for halt in state.halts if halt.shown],
        "cities": [_city(session, table, now) for table in range(len(state.tables))],
        "prizes": prizes(session),
        "questions_to_discuss": [question.text for question in ROOM.question],
        "decisions": [{"text": q.text, "answer": q.answer} for q in session.decisions],
    }


def _clock(state: SessionState, now: float) -> float | None:
    """Seconds left; a pause stops it."""
    if not state.clock_until or state.ended:
        return None
    return max(0.0, state.clock_until - (state.paused if state.paused >= 0 else now))


def _law_left(session: Session, table: int, now: float) -> float | None:
    state, until = session.state, session.state.tables[table].law_until
    return max(0.0, until - (state.paused if state.paused >= 0 else now)) if until else None


def _city(session: Session, table: int, now: float) -> dict[str, Any]:
    mine = session.state.tables[table]
    seats = {"number": table + 1, "names": mine.names, "bots": mine.bots}
    if not session.matches:
        return seats
    city = session.city(table)
    leader = max(range(city.players), key=lambda seat: city.rents[seat])
    return seats | {
        "round": city.round,
        "emissions": city.emissions,
        "adds": damage_of(city.emissions),
        "leader": mine.names[leader],
        "leader_rent": min(city.rents[leader], RENT_END),
        "over": mine.over,
        "card": session.halt is not None and mine.cards >= session.halt.number,
        "card_change": mine.card_change,
        "law_left": _law_left(session, table, now),
        "plays_on": session.halt is not None and mine.laws >= session.halt.number,
        "kinds": sorted(((kind, owner) for kind, owner in zip(city.kinds, city.owners, strict=True) if kind)),
    }


def _card(session: Session, halt: Halt) -> dict[str, Any]:
    card = CARDS[halt.card]
    return {
        "id": card.id,
        "number": halt.number,
        "title": card.title,
        "text": card.text,
        "total": halt.total,
        "last": halt.last,
    }


def _halt(session: Session, halt: Halt) -> dict[str, Any]:
    """The card as the facilitator sees it before the room does, with what it does to each table."""
    return _card(session, halt) | {
        "threshold": halt.threshold,
        "shown": halt.shown,
        "tables": [
            effect(session.city(table), halt.card)
            | {
                "number": table + 1,
                "stopped": session.in_room(table) or session.state.tables[table].over,
                "card": session.state.tables[table].cards >= halt.number,
                "law": session.state.tables[table].laws >= halt.number,
            }
            for table in range(len(session.matches))
        ],
    }


def effect(city: BrokenCities, card: str) -> dict[str, int]:
    """What this card would do to a city as it stands: tiles gone and downgraded, renters lost, emissions after."""
    changes = struck(city, card)
    after = city.copy()
    for cell, to in changes.items():
        after.kinds[cell] = to
        after.renters[cell] = after.renters[cell] if to else 0
    recount(after)
    renters = sum(city.renters) - sum(after.renters)
    for each in CARDS[card].effects:
        if each.op == "remove_renters":
            renters += sum(min(each.count, len(rented_homes(city, seat))) for seat in range(city.players))
    return {
        "gone": sum(1 for to in changes.values() if not to),
        "smaller": sum(1 for to in changes.values() if to),
        "renters": renters,
        "before": city.emissions,
        "after": after.emissions,
    }


def history(session: Session) -> list[list[str | int]]:
    """Every round of every table as rows with a header, for a table of numbers after the game."""
    most = max((len(table.names) for table in session.state.tables), default=4)
    seats = COLOURS[:most]
    header: list[str | int] = ["table", "round", "damage added", "damage of the table", "emissions"]
    header += [f"rent of {colour}" for colour in seats] + [f"own emissions of {colour}" for colour in seats]
    found = [header]
    for table in range(len(session.matches)):
        players = session.city(table).players
        for row in session.city(table).history:
            missing: list[str | int] = [""] * (most - players)
            rents, own = row[4 : 4 + players], row[4 + players :]
            found.append([table + 1, *row[:4], *rents, *missing, *own, *missing])
    return found
