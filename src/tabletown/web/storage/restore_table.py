"""Restore a table from storage: its seats, and the match that its journal leads to."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from tabletown.kernel import Game, Match
from tabletown.kernel.errors import TabletownError
from tabletown.saves.replay import RecordedMatch, replayed
from tabletown.saves.snapshot import Snapshot, restore
from tabletown.web.seats import Refusal, TableSeat
from tabletown.web.storage.store import LoadedTable, answers_of, lines_of

log = logging.getLogger("tabletown.web")


class TableBroken(Refusal):
    """This table can't be opened; others aren't affected."""

    def __init__(self, why: str) -> None:
        super().__init__(
            "broken",
            "This table can't be opened and was set aside: {why} Nothing is lost; "
            "the host can examine it with “tabletown check”.",
            why=why,
        )


def seat_names(game: Game, table_seats: Sequence[TableSeat]) -> list[str]:
    """The names of the match's seats: roles in the game, or the people who sit there."""
    about = game.about
    return (
        list(about.seat_names[: len(table_seats)]) if about.roles else [table_seat.player for table_seat in table_seats]
    )


def seats_of_table(loaded: LoadedTable) -> list[TableSeat]:
    table_seats = [TableSeat(seat.seat, seat.kind, seat.player, seat.bot, seat.stand_in) for seat in loaded.seats]
    for held in loaded.holders:
        table_seats[held.seat].holders.add(held.player)
    for key in loaded.keys:
        table_seats[key.seat].keys.add((key.kind, key.digest))
    return table_seats


def match_of(game: Game, names: list[str], loaded: LoadedTable) -> Match:
    match = _match_of(game, names, loaded)
    match.dealt_from, match.undos_after_reveal = loaded.table.dealt_from, loaded.table.undos_after_reveal
    return match


def _match_of(game: Game, names: list[str], loaded: LoadedTable) -> Match:
    """The match at the end of the journal, from its snapshot; if the two disagree, replayed in full."""
    row = loaded.table
    if row.broken:
        raise TableBroken(row.broken)
    if loaded.gap is not None:
        raise TableBroken(f"Its journal has a gap at entry {loaded.gap}.")
    options, by_hand, seed = msgspec.json.decode(row.options), msgspec.json.decode(row.by_hand), int(row.seed)
    answers = answers_of(loaded.entries)
    if not answers:
        return Match(game, names, options, seed, by_hand, changes=True)
    if loaded.shot is not None:
        try:
            shot, lines = Snapshot(*loaded.shot), lines_of(game, loaded.entries)
            match = restore(game, names, options, seed, answers, shot, by_hand, lines, changes=True)
            if match.number == len(answers) and match.over == row.over:
                return match
            log.warning("table %s: its snapshot does not fit its journal, which is played again", row.id)
        except TabletownError as error:
            log.warning("table %s: its journal is played again: %s", row.id, error)
    try:
        match = replayed(
            game, RecordedMatch(game.about.id, names, options, seed, tuple(by_hand), answers), changes=True
        )
    except TabletownError as error:
        raise TableBroken(f"Its journal can't be replayed: {error}") from None
    if match.number != len(answers):
        raise TableBroken(f"Its journal has {len(answers)} answers, but they lead to {match.number}.")
    return match
