"""What happened at a table: every turn, every proposed law, and the decisions that mattered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from tabletown.games.broken_cities.content import KINDS, RETROFIT, TITLES
from tabletown.games.broken_cities.events import (
    Accepted,
    AskedForChange,
    BrokeLaw,
    CardDrawn,
    LawPassed,
    LawProposed,
    LawRepealed,
    RoundBegan,
    Vetoed,
    VetoedWithReason,
    WarnedByLaw,
)
from tabletown.games.broken_cities.options import BOUGHT
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.kernel import CHANCE, Event, Match
from tabletown.saves.replay import turns_of

ACCEPTED, CHANGED, VETOED = "accept", "change", "veto"


class Turn(msgspec.Struct):
    """A player's turn: what was built, and what it changed."""

    round: int
    seat: int
    money: int  # at its start, after income
    built: dict[int, int]  # kind -> how many
    emissions: tuple[int, int]  # of the city, before and after
    rent: tuple[int, int]  # of this player
    broke: list[int]  # numbers of the laws it broke


class Proposed(msgspec.Struct):
    """A law that was put to the vote."""

    by: int
    text: str
    number: int  # of answers when the vote began
    repeal: bool = False
    votes: dict[int, str] = {}
    reasons: dict[int, str] = {}
    law: int = 0  # its number if it passed; -1: a repeal that passed

    @property
    def vetoed_by(self) -> list[int]:
        return [seat for seat, vote in self.votes.items() if vote == VETOED]


class Assembly(msgspec.Struct):
    """The law session after a card."""

    card: str
    round: int
    proposals: list[Proposed] = []
    broken: dict[int, int] = {}  # law number -> how often it was broken

    @property
    def passed(self) -> Proposed | None:
        return next((proposal for proposal in self.proposals if proposal.law), None)


class Chronicle(msgspec.Struct):
    turns: list[Turn]
    assemblies: list[Assembly]

    @property
    def proposals(self) -> list[Proposed]:
        return [proposal for assembly in self.assemblies for proposal in assembly.proposals]


def tell(match: Match) -> Chronicle:
    """The story of a match with all its checkpoints, as a replay from the start has them."""
    return Chronicle(_turns(match), _assemblies(match))


def _turns(match: Match) -> list[Turn]:
    states = list(turns_of(match).items())
    broke: dict[int, list[tuple[int, int]]] = {}
    for line in match.lines:
        event = line.event
        if isinstance(event, BrokeLaw | WarnedByLaw):
            broke.setdefault(event.who, []).append((line.number, event.number))
    found = []
    for (start, before), (end, after) in pairwise(states):
        if before.phase != "turn" or end == start:
            continue
        seat = before.order[before.turn]
        built: dict[int, int] = {}
        for answer in match.log[start:end]:
            if answer.seat == seat and answer.option in BOUGHT:
                kind = BOUGHT[answer.option]
                built[kind] = built.get(kind, 0) + 1
        found.append(
            Turn(
                round=before.round,
                seat=seat,
                money=_money(before, seat),
                built=built,
                emissions=(before.emissions, after.emissions),
                rent=(before.rents[seat], after.rents[seat]),
                broke=[law for number, law in broke.get(seat, ()) if start < number <= end],
            )
        )
    return found


def _money(state: BrokenCities, seat: int) -> int:
    return state.money[seat] + (0 if state.begun else state.rents[seat])


def _assemblies(match: Match) -> list[Assembly]:
    found: list[Assembly] = []
    by_number: dict[int, Assembly] = {}
    round = 0
    for line in match.lines:
        event = line.event
        if isinstance(event, RoundBegan):
            round = event.round
        elif isinstance(event, CardDrawn):
            found.append(Assembly(event.card, round))
        elif isinstance(event, BrokeLaw | WarnedByLaw):
            if (session := by_number.get(event.number)) is not None:
                session.broken[event.number] = session.broken.get(event.number, 0) + 1
        elif isinstance(event, LawProposed):
            if found:
                text = str(event.parts()["law"])
                found[-1].proposals.append(Proposed(event.who, text, line.number, event.repeal))
        elif found and found[-1].proposals:
            _note(found[-1].proposals[-1], event)
            if isinstance(event, LawPassed):
                by_number[event.number] = found[-1]
    return found


def _note(proposal: Proposed, event: Event) -> None:
    """Add an event of the vote to its proposal."""
    match event:
        case Accepted(who=who):
            proposal.votes[who] = ACCEPTED
        case AskedForChange(who=who):
            proposal.votes[who] = CHANGED
        case Vetoed(who=who):
            proposal.votes[who] = VETOED
        case VetoedWithReason(who=who, why=why):
            proposal.votes[who] = VETOED
            proposal.reasons[who] = why
        case LawPassed(number=number):
            proposal.law = number
        case LawRepealed():
            proposal.law = -1


# ------------------------------------------------------------------ what mattered


class DebriefMoment(msgspec.Struct):
    """A decision that mattered: what it was, whose, and how much it moved."""

    kind: str  # smoke, park, rent, veto, broken
    seat: int
    round: int
    size: int
    text: str = ""


def moments(story: Chronicle) -> list[DebriefMoment]:
    """The largest moment of each kind; of laws stopped by a single veto, the last two."""
    found: list[DebriefMoment] = []
    turns = story.turns

    def add(kind: str, best: Turn | None, size: int) -> None:
        if best is not None and size > 0:
            found.append(DebriefMoment(kind, best.seat, best.round, size))

    if turns:
        smoke = max(turns, key=lambda turn: turn.emissions[1] - turn.emissions[0])
        add("smoke", smoke, smoke.emissions[1] - smoke.emissions[0])
        green = min(turns, key=lambda turn: turn.emissions[1] - turn.emissions[0])
        add("park", green, green.emissions[0] - green.emissions[1])
        rich = max(turns, key=lambda turn: turn.rent[1] - turn.rent[0])
        add("rent", rich, rich.rent[1] - rich.rent[0])
    alone = {
        proposal.text: DebriefMoment("veto", proposal.vetoed_by[0], assembly.round, 1, proposal.text)
        for assembly in story.assemblies
        for proposal in assembly.proposals
        if not proposal.law and len(proposal.vetoed_by) == 1
    }
    found += list(alone.values())[-2:]
    broken = [
        (count, assembly.round, assembly.passed)
        for assembly in story.assemblies
        for count in assembly.broken.values()
        if assembly.passed is not None
    ]
    if broken:
        count, when, law = max(broken, key=lambda entry: entry[0])
        assert law is not None
        found.append(DebriefMoment("broken", law.by, when, count, law.text))
    return found


# ------------------------------------------------------------------ rows for a spreadsheet

HEADER = ["table", "round", "turn", "player", "bot", "money", "built", "emissions before", "emissions after"]
HEADER += ["rent before", "rent after", "laws broken", *(f"built {kind}" for kind in KINDS[1:])]


def rows(table: int, story: Chronicle, names: Sequence[str], bots: Sequence[bool]) -> list[list[Any]]:
    """One row per turn."""
    found: list[list[Any]] = []
    for number, turn in enumerate(story.turns, 1):
        built = ", ".join(f"{count} {TITLES[kind]}" for kind, count in sorted(turn.built.items()))
        kinds = [turn.built.get(kind, 0) for kind in range(1, RETROFIT + 1)]
        broke = " ".join(map(str, turn.broke))
        bot = "bot" if bots[turn.seat] else ""
        found.append(
            [
                table,
                turn.round,
                number,
                names[turn.seat],
                bot,
                turn.money,
                built,
                *turn.emissions,
                *turn.rent,
                broke,
                *kinds,
            ]
        )
    return found


def votes_at(match: Match, number: int) -> Match:
    """The match at the moment when the vote on this law began."""
    at = match.at(number)
    while at.state.phase != "vote" and at.number < match.number:
        answer = match.log[at.number]
        at.choose(answer.seat, answer.option)
        if answer.seat == CHANCE:
            break
    return at
