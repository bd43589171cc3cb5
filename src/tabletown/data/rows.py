"""A match as rows: what a seat knew, what it could do, what it did, and the reward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from tabletown.bots.chances import chances_at
from tabletown.bots.own import find
from tabletown.envs.rewards import standing
from tabletown.envs.table import Table
from tabletown.kernel import CHANCE, Game, Match
from tabletown.kernel.chance import Dealer
from tabletown.kernel.questions import Chance, Decision
from tabletown.saves.replay import RecordedMatch, record_of

OWN_WORDS = "…"  # stands for free text that someone typed


class Source(NamedTuple):
    """A match and its players: a bot's name, or `person`."""

    past: RecordedMatch
    who: Sequence[str]
    kind: str  # simulated or stored


class Row(msgspec.Struct):
    """One decision."""

    match: int  # counted from 0 in this file
    source: str  # simulated or stored
    game: str
    rules: str  # the version
    options: str  # of the game, as JSON
    number: int  # how many answers had been given, luck included
    seat: int
    seats: int
    who: str  # a bot's name, or "person"
    clause: str  # the clause that asks
    question: str  # in words; left out, like the text, where it may contain free text
    text: str  # everything the seat sees, in words; empty if left out
    observation: list[int]  # the same as numbers; `Table.planes` names the parts
    legal: list[str]  # the option words
    actions: list[int]  # their numbers in the game's vocabulary
    choice: str
    action: int
    chances: list[float]  # of each seat, as this seat may know them; empty if the game can't compute them
    reward: float  # change of this seat's chance until its next question, from -1 (lost) to 1; finally the result
    result: float  # of the match for this seat: 1 won, 0 shared, -1 lost; in a solo match for points: the score
    scores: list[float]


def simulated(game: Game, bots: Sequence[str], seed: int, options: dict[str, str]) -> Source:
    """Play a match between bots that are created from its seed.

    >>> from tabletown.registry import game
    >>> simulated(game("crossroll"), ["random", "random"], 1, {}).kind
    'simulated'
    """
    match, dealer = Match(game, len(bots), options, seed, live=False), Dealer(seed)
    players = [find(bot, dealer.word("bot", seat)) for seat, bot in enumerate(bots)]
    while decisions := match.decisions:
        seat = decisions[0].seat
        match.choose(seat, players[seat].choose(match.player_view(seat)))
    return Source(record_of(match), bots, "simulated")


def rows_of(game: Game, source: Source, number: int = 0, words: bool = True) -> list[Row]:
    """The decisions of a finished match, replayed. Nobody's name is in them.

    >>> from tabletown.registry import game
    >>> crossroll = game("crossroll")
    >>> rows = rows_of(crossroll, simulated(crossroll, ["random", "random"], 1, {}))
    >>> rows[0].who, rows[0].match
    ('random', 0)
    """
    table = Table(game, len(source.past.names), source.past.options)
    rows: list[Row] = []
    stood: list[float] = []  # the seat's chance at each row
    for match, seat, option in _again(table, source.past):
        decision = match.decision(seat)
        assert decision is not None
        rows.append(_row(table, source, number, decision, option, words))
        stood.append(standing(table, seat))
    outcome, results = table.match.outcome, table.rewards
    after = {seat: result if source.past.names[1:] else 0.0 for seat, result in enumerate(results)}
    for row, now in zip(reversed(rows), reversed(stood)):
        row.reward = after[row.seat] - now if row.chances else 0.0
        after[row.seat] = now
        row.result, row.scores = results[row.seat], list(outcome.scores) if outcome is not None else []
    if rows and not any(row.chances for row in rows):  # without chances, only the end is rewarded
        for seat, result in enumerate(results):
            for row in [row for row in rows if row.seat == seat][-1:]:
                row.reward = result
    return rows


def _again(table: Table, past: RecordedMatch) -> Iterator[tuple[Match, int, str]]:
    """Replay a match; before each answer of a seat, yield the match, the seat and the answer."""
    log = past.log

    def logged(question: Chance, number: int) -> str | None:
        return log[number][1]

    seats = len(past.names)
    table.match = match = Match(table.game, seats, past.options, past.seed, past.by_hand, luck=logged, live=False)
    while match.number < len(log):
        seat, option = log[match.number]
        if seat != CHANCE:
            yield match, seat, option
        match.choose(seat, option)


def _row(table: Table, source: Source, number: int, decision: Decision, option: str, words: bool) -> Row:
    match, seat = table.match, decision.seat
    legal = list(decision.options)
    actions = table.encoding.actions_of(legal)
    typed = option not in legal  # free text, which is private
    return Row(
        match=number,
        source=source.kind,
        game=table.game.about.id,
        rules=table.game.about.version,
        options=msgspec.json.encode(match.options, order="sorted").decode(),
        number=match.number,
        seat=seat,
        seats=match.seats,
        who=source.who[seat],
        clause=decision.rule,
        question=decision.prompt.render(match.names, seat) if words else "",
        text=match.text(seat) if words else "",
        observation=table.observe(seat).tolist(),
        legal=legal,
        actions=actions,
        choice=f"{option.partition(':')[0]}:{OWN_WORDS}" if typed else option,
        action=-1 if typed else actions[legal.index(option)],
        chances=[round(chance, 4) for chance in chances_at(table.game, match.seats, match.view(seat))],
        reward=0.0,
        result=0.0,
        scores=[],
    )
