"""Tables as shown in lists: whose turn it is, or who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from tabletown.drawing import listed, named
from tabletown.kernel import say
from tabletown.web.hub import Hub
from tabletown.web.tables.clock import Timing
from tabletown.web.tables.clock import read as timing_of
from tabletown.web.tables.notes import KIND, TableNotes, read
from tabletown.web.views import views

if TYPE_CHECKING:
    from tabletown.web.seats import Actor


class TableCard(msgspec.Struct):
    """A table in a list."""

    id: str
    url: str
    game: str
    game_title: str
    cover: str
    title: str
    names: str
    status: str
    your_turn: bool
    over: bool
    seat_mark: int | None
    open_seats: int
    replay_url: str
    updated: float
    reminded: str  # who reminded you that the table waits
    since: float  # how long it has waited, for you or for others
    unread: int = 0  # unread chat messages
    waits_for: str = ""  # the person it waits for, if not you
    prompt: str = ""  # the question, as far as you may see it


class SoloResult(msgspec.Struct):
    """One match that a person played alone."""

    url: str
    won: bool
    score: float | None
    reason: str
    at: float


class SoloSummary(msgspec.Struct):
    """A person's solo results in one game, the best first."""

    played: int
    won: int
    top: list[SoloResult]

    @property
    def line(self) -> str:
        """A summary in a few words: "61 points" or "won 2 of 3"."""
        score = self.top[0].score
        if score is None:
            return say("won {won} of {played}", won=self.won, played=self.played)
        if self.top[0].won and self.won < self.played:
            return say("{n:g} point, won", "{n:g} points, won", n=score)
        return say("{n:g} point", "{n:g} points", n=score)


def best_alone(hub: Hub, player: str, most: int = 5) -> dict[str, SoloSummary]:
    """The player's solo results by game. A win beats a loss, then points count."""
    if not player:
        return {}
    return {
        game: SoloSummary(
            played, won, [SoloResult(f"/t/{row.table}/replay", row.won, row.score, row.reason, row.at) for row in top]
        )
        for game, (played, won, top) in hub.store.played_alone(player, most).items()
        if won or top[0].score != 0  # a score of zero isn't shown
    }


def table_cards(hub: Hub, rows: Sequence[Any], player: str) -> list[TableCard]:
    rows = [row for row in rows if row.game in hub.catalog.games]
    ids = [row.id for row in rows]
    seats, held = hub.store.seats_of(ids), hub.store.held_by(player, ids) if player else {}
    notes = hub.store.kept_all(KIND, ids)
    won = hub.store.winners_of(row.id for row in rows if row.over)
    return [
        _table_card(hub, row, seats.get(row.id, []), held.get(row.id, set()), read(notes.get(row.id, "")), won)
        for row in rows
    ]


def _table_card(
    hub: Hub, row: Any, seats: Sequence[Any], held: set[int], notes: TableNotes, won: dict[str, list[int]]
) -> TableCard:
    game = hub.catalog.card(row.game)
    timing = timing_of(row.timing)
    asked: list[int] = [seat for seat in msgspec.json.decode(row.asked) if seat >= 0]
    if (secret := timing.round) is not None:  # progress of the others, as it was when they were asked
        asked = [seat for seat in secret.asked if seat in asked or seat not in held]
    names = [game.seat_names[seat.seat] if game.roles else str(seat.player) for seat in seats]
    your_turn = any(seat in held and not seats[seat].stand_in for seat in asked)
    mark: int | None = None
    waits_for = [] if row.broken or row.over or your_turn else [names[seat] for seat in asked[:3]]
    if row.broken:
        status = say("Set aside: it can't be opened")
    elif row.over:
        winners = won.get(row.id, [])
        mark = winners[0] if len(winners) == 1 else None
        status = _ended(winners, names, held, game.cooperative)
    elif your_turn:
        status, mark = say("Your turn"), next(seat for seat in asked if seat in held)
    elif asked:
        mark = asked[0] if len(asked) == 1 else None
        status = say("Waiting for {names}", names=waits_for)
    else:
        status = say("Waiting for the dice")
    rest = [seat for seat in seats if seat.seat not in held and seat.kind != "auto"]
    free = [seat for seat in rest if seat.kind in ("link", "open") and not seat.stand_in]
    others = [seat.player for seat in rest if seat not in free]
    others += [say("{n} free seat", "{n} free seats", n=len(free))] if free else []
    return TableCard(
        id=row.id,
        url=f"/t/{row.id}",
        game=row.game,
        game_title=game.title,
        cover=game.cover,
        title=say("{title:word}, rated", title=named(row.title)) if row.rated else named(row.title),
        names=(say("with {names}", names=others) if held else listed(others)) if others else say("alone"),
        status=status,
        your_turn=your_turn,
        over=row.over,
        seat_mark=mark,
        open_seats=sum(seat.kind == "open" for seat in seats),
        replay_url=f"/t/{row.id}/replay",
        updated=row.updated if secret is None else secret.at,
        since=_since(row, timing, held if your_turn else set(asked), your_turn),
        waits_for=listed(waits_for),
        reminded=next((by for seat, by in notes.reminded.items() if seat in held), "") if your_turn else "",
    )


def _since(row: Any, timing: Timing, seats: set[int], yours: bool) -> float:
    if timing.round is not None and not yours:
        return timing.round.at
    return min((since for seat, (_, since) in timing.asked.items() if seat in seats), default=row.updated)


def add_unread(hub: Hub, cards: Sequence[TableCard], player: str) -> None:
    unread = hub.store.unread(player, [card.id for card in cards])
    for card in cards:
        card.unread = unread.get(card.id, 0)


ASKED = 24  # tables in a list whose question is shown, as each has to be opened for it


async def add_prompts(hub: Hub, cards: Sequence[TableCard], actor: Actor) -> None:
    """Add each table's question: yours as your seat sees it, others' as everybody does."""
    for card in cards[:ASKED]:
        try:
            table = await hub.open(card.id)
        except Exception:  # its rules are outdated or it was quarantined, as its status says
            continue
        if table is None or table.match.over:
            continue
        held = table.held_by(actor)
        mine = next((seat for seat in table.questions if seat in held), None)
        waits = views.waiting(table.progress(held).match, mine, None)
        if card.your_turn:
            waits = [one for one in waits if one.seat == mine]
        asked = {one.prompt for one in waits if one.seat >= 0}
        card.prompt = asked.pop() if len(asked) == 1 else ""


def _ended(winners: list[int], names: list[str], held: set[int], cooperative: bool) -> str:
    if not winners:
        return say("Lost together") if cooperative else say("No one won")
    if cooperative and len(winners) == len(names):
        return say("Won together")
    if held & set(winners):
        return say("You won") if len(winners) == 1 else say("You shared the win")
    return say("{names} won", names=[names[seat] for seat in winners])
