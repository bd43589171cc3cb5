"""Play one bot against another on fresh seeds with swapped seats; reports wins and CPU time.

python benchmarks/duel.py right-of-way search:50 search:50:hand -n 200 --kept duel.jsonl

The first bot takes one seat, the second all others. If seats differ or all play together, the second bot also plays the
same seeds on all seats, for comparison. A second run with the same file continues where the first one stopped.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from levels import SPACING, tables

from tabletown.bots.own import find
from tabletown.kernel import Game, Match
from tabletown.kernel.chance import Dealer
from tabletown.lab.matches.play import MatchRow
from tabletown.lab.statistics import Block, Share, contrast, share, won
from tabletown.registry import game as find_game


class Trial(NamedTuple):
    """A match to be played."""

    table: int
    options: dict[str, str]
    seat: int  # the first bot's seat
    seed: int
    alone: bool  # only the second bot plays


class Row(msgspec.Struct):
    """A match that was played, and the CPU seconds per seat of both bots."""

    table: int
    seat: int
    alone: bool
    played: MatchRow
    seconds: tuple[float, float]

    @property
    def key(self) -> tuple[int, int, bool]:
        return self.table, self.played.seed, self.alone


def trials(game: Game, seats: int, number: int, seed: int) -> Iterator[Trial]:
    """The matches mission by mission or session by session, with every seat equally often."""
    kinds = tables(game)
    paired = game.about.cooperative or game.about.roles
    for place in range(number):
        table, turn = place % len(kinds), place // len(kinds)
        for alone in (False, True) if paired else (False,):
            yield Trial(table, kinds[table], turn % seats, seed + table * SPACING + turn, alone)


def play(game: Game, mine: str, other: str, seats: int, trial: Trial) -> Row:
    here = [not trial.alone and (game.about.cooperative or seat == trial.seat) for seat in range(seats)]
    match, dealer = Match(game, seats, trial.options, trial.seed, live=False), Dealer(trial.seed)
    bots = [find(mine if first else other, seed=dealer.word("bot", seat)) for seat, first in enumerate(here)]
    seconds = [0.0] * seats
    while match.decisions:
        seat, began = match.decisions[0].seat, time.process_time()
        option = bots[seat].choose(match.player_view(seat))
        seconds[seat] += time.process_time() - began
        match.choose(seat, option)
    assert match.outcome is not None
    names = tuple(mine if first else other for first in here)
    played = MatchRow(trial.seed, names, match.outcome.winners, match.outcome.scores, "", match.number)
    spent = [[each for each, first in zip(seconds, here, strict=True) if first == which] for which in (True, False)]
    one, two = (sum(part) / len(part) if part else 0.0 for part in spent)
    return Row(trial.table, trial.seat, trial.alone, played, (one, two))


def kept(file: Path | None) -> list[Row]:
    if file is None or not file.exists():
        return []
    return [msgspec.json.decode(line, type=Row) for line in file.read_bytes().splitlines()]


def blocks(rows: Sequence[Row], together: bool) -> list[Block]:
    return [Block(won(row.played, row.seat, together), 1) for row in rows]


def told(found: Share) -> str:
    return f"{100 * found.value:.1f} % [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def report(game: Game, rows: Sequence[Row], mine: str, other: str) -> None:
    together, roles = game.about.cooperative, game.about.roles
    ours, theirs = [row for row in rows if not row.alone], [row for row in rows if row.alone]
    parts = [("all", ours, theirs)]
    if roles:
        for seat in sorted({row.seat for row in ours}):
            parts.append((f"seat {seat + 1}", *([r for r in part if r.seat == seat] for part in (ours, theirs))))
    for name, one, two in parts:
        wins = blocks(one, together)
        text = f"{name}: {mine} wins {told(share(wins))} of {len(one)}"
        if two:
            before = blocks(two, together)
            text += f"; {other} alone {told(share(before))}; more by {told(contrast(wins, before))}"
        else:
            text += f"; fair {100 * sum(1 / len(row.played.bots) for row in one) / len(one):.0f} %"
        print(text)
        if roles:
            lost = [[Block(float(not row.played.winners), 1) for row in part] for part in (one, two)]
            both = "; ".join(f"{who} {told(share(part))}" for who, part in zip((mine, f"{other} alone"), lost))
            print(f"   all lose: {both}; more by {told(contrast(*lost))}")
    first = sum(row.seconds[0] for row in ours) / len(ours)
    second = sum(row.seconds[1] for row in theirs or ours) / len(theirs or ours)
    print(f"CPU seconds a seat and match: {mine} {first:.2f}, {other} {second:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("mine")
    parser.add_argument("other")
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("--seed", type=int, default=700_000_001)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--kept", type=Path, help="file of the matches that were played")
    chosen = parser.parse_args()
    game = find_game(chosen.game)
    seats = chosen.seats or game.about.default_seats
    rows = {row.key: row for row in kept(chosen.kept)}
    found = []
    for trial in trials(game, seats, chosen.n, chosen.seed):
        row = rows.get((trial.table, trial.seed, trial.alone))
        if row is None:
            row = play(game, chosen.mine, chosen.other, seats, trial)
            if chosen.kept is not None:
                with chosen.kept.open("ab") as file:
                    file.write(msgspec.json.encode(row) + b"\n")
        found.append(row)
    report(game, found, chosen.mine, chosen.other)


if __name__ == "__main__":
    main()
