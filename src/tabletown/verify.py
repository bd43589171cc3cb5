"""Prove a match's luck: deal every draw again from the secret seed and compare with the log."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from tabletown.kernel import CHANCE, Chance, Match, Text
from tabletown.kernel.chance import BITS, DEALER
from tabletown.registry import game
from tabletown.saves.save import load, read

DRAWS = Text("{proven} of {draws} draws follow from the secret.")
DIFFERS = Text("Move {number} in the log gives {given} for the draw {kind}, but the secret gives {dealt}.")
FIXED = Text("The luck was fixed before the first move, provided this commitment was shown then: {commitment}")
FIXED_LATER = Text("The luck was fixed before move {number}, provided this commitment was shown then: {commitment}")
OTHER = Text("The commitment shown was a different one, {shown}: it doesn't match this secret.")
EARLIER = Text(
    "The first {number} moves come from another match. Their luck doesn't come from this secret, so it isn't proven."
)
BY_HAND = Text("Rolled or drawn by hand: {kinds}. No one can prove what was typed in ({draws}).")
UNDOS_AFTER_REVEAL = Text(
    "Moves undone after they had revealed luck: {times}. "
    "The same draws came again, but the players who had seen them knew what to expect."
)
OLDER = Text("An older version dealt this match, so its luck can't be proven. Only its log remains.")


def commitment(seed: int) -> str:
    """A hash of the seed, shown before the first move and checked after the match.

    >>> commitment(7)[:16]
    '6bae426822df52ca'
    """
    return sha256(seed.to_bytes(BITS // 8)).hexdigest()


class Proof(msgspec.Struct):
    """The result of checking a match's luck, in sentences."""

    commitment: str
    holds: bool  # whether every draw that could be checked agrees with the log
    draws: int
    proven: int
    said: list[Text]


def prove(match: Match, shown: str = "") -> Proof:
    """Check a match's luck. `shown`: the commitment shown at the start, if known.

    >>> import random, tabletown
    >>> from tabletown.testing import play_randomly
    >>> match = play_randomly(tabletown.new("crossroll", seats=2, seed=7), random.Random(1), answers=9)
    >>> prove(match, commitment(7)).holds
    True
    """
    log, first = match.log, match.dealt_from
    again = Match(
        match.game,
        match.names,
        match.options,
        match.seed,
        match.by_hand,
        lambda question, number: log[number].option if number < first else None,
    )
    number, typed, wrong = 0, set[int](), False
    while not wrong:
        dealt = again.since(number)
        same = next((n for n, (one, other) in enumerate(zip(dealt, log[number:])) if one != other), len(dealt))
        number, wrong = number + same, same < len(dealt)
        if wrong or number >= len(log):
            break
        if log[number].seat == CHANCE:
            typed.add(number)
        again.choose(*log[number])
    draws = [n for n, answer in enumerate(log) if answer.seat == CHANCE]
    proven = sum(first <= n < number and n not in typed for n in draws)
    said = [DRAWS(proven=proven, draws=len(draws))]
    if wrong:
        asked = match.at(number).decision(CHANCE)
        kind = asked.kind if isinstance(asked, Chance) else ""
        said.append(DIFFERS(number=number, given=log[number].option, kind=kind, dealt=again.log[number].option))
    if first:
        said.append(EARLIER(number=first))
    if typed:
        said.append(BY_HAND(kinds=", ".join(sorted(match.by_hand)), draws=len(typed)))
    if match.undos_after_reveal:
        said.append(UNDOS_AFTER_REVEAL(times=match.undos_after_reveal))
    mine = commitment(match.seed)
    if shown and shown.strip().lower() != mine:
        wrong = True
        said.append(OTHER(shown=shown.strip()[:80]))
    elif proven and not wrong:
        said.append(FIXED_LATER(number=first, commitment=mine) if first else FIXED(commitment=mine))
    return Proof(mine, not wrong, len(draws), proven, said)


def prove_saved(text: str | bytes, shown: str = "") -> Proof:
    """Check the luck of a saved match, given as text.

    >>> import tabletown
    >>> prove_saved(tabletown.save(tabletown.new("crossroll", seats=2, seed=7)), commitment(7)).holds
    True
    """
    match = load(text, game)
    if read(text).dealer != DEALER:
        draws = sum(answer.seat == CHANCE for answer in match.log)
        return Proof("", False, draws, 0, [OLDER])
    return prove(match, shown)
