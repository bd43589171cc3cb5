"""Statistics of stored results, for a person and for each game on this server. People who opted out aren't counted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.web.catalog import GameCard
from tabletown.web.hub import Hub
from tabletown.web.notify.messages import read_settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.store import Store

MOST = 5000  # the latest matches that are analysed
Z = 1.96  # 95 %


class WinRate(NamedTuple):
    """A rate of wins with its 95 % range (Wilson)."""

    name: str
    won: int
    of: int

    @property
    def percent(self) -> float:
        return 100 * self.won / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        n, p = self.of, self.won / self.of if self.of else 0.0
        if not n:
            return 0.0, 100.0
        middle, width = p + Z * Z / (2 * n), Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        low, high = ((middle + sign * width) / (1 + Z * Z / n) for sign in (-1, 1))
        return 100 * max(0.0, low), 100 * min(1.0, high)


class Record(NamedTuple):
    name: str
    score: float
    table: str
    at: float


class FinishedMatch(NamedTuple):
    """One finished match."""

    table: str
    game: str
    options: dict[str, str]
    winners: list[int]
    scores: list[float]
    at: float
    seats: Sequence[Any]
    open: bool  # whether anybody may open it


class GameStatistics(NamedTuple):
    matches: int
    alone: int
    seats: list[WinRate]
    options: list[tuple[str, list[WinRate]]]
    records: list[Record]


class OwnStatistics(NamedTuple):
    game: str
    matches: WinRate
    people: WinRate  # people's results against people
    best: float | None


def finished(hub: Hub, game: str = "", person: str = "") -> list[FinishedMatch]:
    """Complete finished matches without branches and classes; the latest first."""
    t, r, h = db.tables.c, db.results.c, db.holders.c
    query = (
        sa.select(t.id, t.game, t.options, t.watch, r.winners, r.scores, r.at)
        .join(db.results, r.table == t.id)
        .where(t.over, t.branched.is_(False), t.broken == "", t.id.not_like("class%"))
        .order_by(r.at.desc())
        .limit(MOST)
    )
    if game:
        query = query.where(t.game == game)
    if person:
        query = query.where(t.id.in_(sa.select(h.table).where(h.player == person)))
    with hub.store.engine.connect() as connection:
        rows = connection.execute(query).all()
    seats: dict[str, list[Any]] = {}
    for start in range(0, len(rows), 500):
        seats |= hub.store.seats_of([row.id for row in rows[start : start + 500]])
    read = msgspec.json.decode
    return [
        FinishedMatch(
            *(row.id, row.game, read(row.options), read(row.winners), read(row.scores), row.at),
            *(seats.get(row.id, []), row.watch == "link"),
        )
        for row in rows
    ]


def not_counted(store: Store) -> set[str]:
    """Tables of people who opted out of statistics."""
    p, h = db.players.c, db.holders.c
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(p.id, p.settings).where(p.settings != "")).all()
        out = [row.id for row in rows if not read_settings(row.settings).counted]
        found: set[str] = set()
        for start in range(0, len(out), 500):
            part = out[start : start + 500]
            found |= set(connection.scalars(sa.select(h.table).where(h.player.in_(part))))
    return found


def of_game(hub: Hub, card: GameCard) -> GameStatistics:
    hidden = not_counted(hub.store)
    matches = [one for one in finished(hub, card.id) if one.table not in hidden]
    several = [one for one in matches if playing(one) > 1]
    won, sat = Counter[int](), Counter[int]()
    for one in several:
        won.update(one.winners)
        sat.update(seat.seat for seat in one.seats if seat.kind != "auto")
    names = card.seat_names
    rates = [WinRate(names[s] if s < len(names) else str(s + 1), won[s], sat[s]) for s in sorted(sat)]
    options = []
    for setting in card.settings:
        parts = [(word, [one for one in matches if one.options.get(setting.id, setting.default) == word])
                 for word in setting.values]  # fmt: skip
        used = [(word, part) for word, part in parts if part]
        if len(used) > 1:  # how often people won under each option
            options.append((setting.title, [by_people(str(setting.values[word]), part) for word, part in used]))
    records = sorted(_records(matches), key=lambda record: -record.score)[:5]
    return GameStatistics(len(matches), len(matches) - len(several), rates, options, records)


def playing(match: FinishedMatch) -> int:
    return sum(seat.kind != "auto" for seat in match.seats)


def by_people(name: str, matches: Iterable[FinishedMatch]) -> WinRate:
    """How often people's seats won."""
    held = [(seat.seat in one.winners) for one in matches for seat in one.seats if seat.kind == "person"]
    return WinRate(name, sum(held), len(held))


def _records(matches: Iterable[FinishedMatch]) -> Iterable[Record]:
    for one in matches:
        for seat in one.seats:
            if seat.kind == "person" and not seat.stand_in and seat.seat < len(one.scores) and one.open:
                yield Record(seat.player, one.scores[seat.seat], one.table, one.at)


def of_person(hub: Hub, person: str) -> list[OwnStatistics]:
    """A person's own results by game; nobody else sees them."""
    matches = finished(hub, person=person)
    held = hub.store.held_by(person, [one.table for one in matches])
    found = []
    for game, card in hub.catalog.cards.items():
        mine = [(one, held.get(one.table, set())) for one in matches if one.game == game]
        if not mine:
            continue
        against = [(one, own) for one, own in mine if any(s.kind == "person" and s.seat not in own for s in one.seats)]
        scores = [one.scores[seat] for one, own in mine for seat in own if seat < len(one.scores)]
        rates = [
            WinRate("", sum(bool(own & set(one.winners)) for one, own in part), len(part)) for part in (mine, against)
        ]
        found.append(OwnStatistics(card.title, rates[0], rates[1], max(scores, default=None)))
    return found
