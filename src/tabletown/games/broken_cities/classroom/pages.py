"""The data behind the pages of a session: the facilitator's overview and the projector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletown.games.broken_cities.classroom.effects import effect
from tabletown.games.broken_cities.classroom.prizes import prizes
from tabletown.games.broken_cities.classroom.state import ROOM
from tabletown.games.broken_cities.content import CARDS, CITY, COLOURS, LAW_KINDS, RENT_END, damage_of
from tabletown.games.broken_cities.words import law_text, proposal_text
from tabletown.kernel import CHANCE

if TYPE_CHECKING:
    from tabletown.games.broken_cities.classroom.session import CitiesSession
    from tabletown.games.broken_cities.classroom.state import Halt


# ------------------------------------------------------------------ for the pages


def of_the_desk(session: CitiesSession) -> dict[str, Any]:
    """Data that only the facilitator sees."""
    halt = session.halt
    return {
        "story": ROOM.story,
        "coming": sum(damage_of(session.city(table).emissions) for table in range(len(session.matches))),
        "halt": None if halt is None else _halt(session, halt),
    }


def table_card(session: CitiesSession, table: int, now: float = 0.0) -> dict[str, Any]:
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
        "turn_for": max(0.0, (session.state.paused if session.state.paused >= 0 else now) - mine.turn_since),
        "at_turn": session.at_turn(table),
        "order": sorted(range(city.players), key=lambda seat: -city.rents[seat]),
        "round": city.round,
        "emissions": city.emissions,
        "of_track": min(100, max(0, 100 * city.emissions // CITY.tracks.emissions_end)),  # below zero the bar is empty
        "adds": damage_of(city.emissions),
        "reported": mine.reported,
        "last_report": mine.last_report,
        "leader": leader,
        "leader_rent": city.rents[leader],
        "rents": list(city.rents),
        "laws": [str(law_text(law)) for law in city.laws],
        "law_left": _law_left(session, table, now),
        **_law_talk(session, table),
    }


def _law_talk(session: CitiesSession, table: int) -> dict[str, Any]:
    """The stage of a law session: who writes, or what is voted on and who has voted."""
    city, match = session.city(table), session.matches[table]
    assembly = city.assembly
    found: dict[str, Any] = {"vote": None, "drafts": None, "passed": "", "aloud": ""}
    if assembly is None and city.events:
        new = [law for law in city.laws if law.since == city.events[-1][0] + 1]
        found["passed"] = str(law_text(new[-1])) if new else ""
        found["aloud"] = LAW_KINDS[new[-1].kind].aloud if new else ""
    if assembly is None or assembly.draft is None:
        return found
    found["aloud"] = "" if assembly.draft.repeal else LAW_KINDS[assembly.draft.law.kind].aloud
    if city.phase != "vote":
        return found | {"drafts": assembly.draft.by}
    given = {answer.seat for answer in match.since(match.secret_since)} if match.secret_since is not None else set()
    others = [seat for seat in range(city.players) if seat != assembly.draft.by]
    votes = [(seat, "given" if seat in given else "") for seat in others]  # votes stay secret until all are in
    return found | {"vote": {"by": assembly.draft.by, "text": str(proposal_text(assembly.draft)), "votes": votes}}


def projector(session: CitiesSession, now: float = 0.0) -> dict[str, Any]:
    """Data that the whole room may see."""
    state = session.state
    cities = [_city(session, table, now) for table in range(len(state.tables))]
    shown = next((halt for halt in reversed(state.halts) if halt.shown), None)
    next_one = session.next_threshold
    return {
        "phase": state.phase,
        "ended": state.ended,
        "clock": session.clock_left(now),
        "total": state.total,
        "thresholds": session.thresholds,
        "reached": state.spaces,
        "next": next_one,
        "left": None if next_one is None else next_one - state.total,
        "paused": state.paused >= 0,
        "stopped": session.halt is not None,
        "card": _card(session, shown) | {"age": now - shown.shown_at} if shown is not None and not shown.done else None,
        "cards": [halt.card for halt in state.halts if halt.shown],
        "cities": cities,
        "tables": cities,
        "prizes": prizes(session),
        "questions_to_discuss": [question.text for question in ROOM.question],
        "decisions": [{"text": q.text, "answer": q.answer} for q in session.decisions],
    }


def _law_left(session: CitiesSession, table: int, now: float) -> float | None:
    state, until = session.state, session.state.tables[table].law_until
    return max(0.0, until - (state.paused if state.paused >= 0 else now)) if until else None


def _city(session: CitiesSession, table: int, now: float) -> dict[str, Any]:
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
        "effect": mine.effect,
        "leaders": [
            {"seat": seat, "name": mine.names[seat], "rent": min(city.rents[seat], RENT_END)}
            for seat in sorted(range(city.players), key=lambda seat: -city.rents[seat])
        ],
        **_law_talk(session, table),
        "law_left": _law_left(session, table, now),
        "plays_on": session.halt is not None and mine.laws >= session.halt.number,
        "kinds": sorted(((kind, owner) for kind, owner in zip(city.kinds, city.owners, strict=True) if kind)),
    }


def _card(session: CitiesSession, halt: Halt) -> dict[str, Any]:
    card = CARDS[halt.card]
    return {
        "id": card.id,
        "number": halt.number,
        "title": card.title,
        "text": card.text,
        "aloud": card.aloud,
        "total": halt.total,
        "last": halt.last,
    }


def _halt(session: CitiesSession, halt: Halt) -> dict[str, Any]:
    """The card with its effect on each table, for the facilitator before the room sees it."""
    return _card(session, halt) | {
        "threshold": halt.threshold,
        "shown": halt.shown,
        "tables": [
            _effect(session, table, halt)
            | {
                "number": table + 1,
                "stopped": session.stopped(table),
                "card": session.state.tables[table].cards >= halt.number,
                "law": session.state.tables[table].laws >= halt.number,
            }
            for table in range(len(session.matches))
        ],
    }


def _effect(session: CitiesSession, table: int, halt: Halt) -> dict[str, Any]:
    """What the card did to this table, or would do if it has not struck yet."""
    mine = session.state.tables[table]
    if mine.over and mine.cards >= halt.number and not mine.effect:
        return {"gone": 0, "smaller": 0, "renters": 0, "before": session.city(table).emissions} | {
            "after": session.city(table).emissions,
            "leader": None,
        }
    found: dict[str, Any] = (
        dict(mine.effect) if mine.cards >= halt.number and mine.effect else effect(session.city(table), halt.card)
    )
    found["leader"] = found.get("leader", -1) if found.get("leader", -1) >= 0 else None
    return found


def history(session: CitiesSession) -> list[list[str | int]]:
    """Every round of every table as rows with a header."""
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
