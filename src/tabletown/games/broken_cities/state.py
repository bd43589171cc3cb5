"""The state of a table between two answers, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

import msgspec

from tabletown.kernel import State


class Options(msgspec.Struct, frozen=True):
    """The game's options by their ids (about.py says what they mean)."""

    facilitated: str
    tables: str
    event_order: str
    events: str
    last_event: str
    damage_end: str
    damage_cap: str
    renters: str
    reserve: str
    pool: str
    move_in: str
    ties: str
    parks: str
    shopping: str
    retrofit: str
    demolition: str
    supply: str
    disease: str
    lost_renters: str
    vote: str
    proposals: str
    lifetime: str
    fines: str
    fourth_colour: str
    round_limit: str
    thresholds: str
    session_end: str
    pace: str
    fifty: str
    two_players: str = "no"
    emissions_floor: str = "none"

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Options:
        return cls(**options)


class Penalty(msgspec.Struct, frozen=True):
    """What happens to a player who breaks a law."""

    kind: str
    amount: int = 0  # money, quarters of income, or renters
    kinds: tuple[int, ...] = ()  # may not be built next turn
    park: int = 0  # must be bought first next turn
    warning: bool = False  # the first breach is only recorded


class Law(msgspec.Struct, frozen=True, cache_hash=True):
    kind: str
    kinds: tuple[int, ...] = ()
    others: tuple[int, ...] = ()  # what an offset asks for
    count: int = 0
    amount: int = 0
    area: str = ""
    text: str = ""  # of an honour law
    penalty: Penalty | None = None
    strict: bool = False  # no excuse for players who could not keep it
    rounds: int = 0  # 0: until the game ends
    number: int = 0  # set when it comes into force
    since: int = 0  # the first round in which it holds
    by: int = -1


class Proposal(msgspec.Struct, frozen=True):
    """What was put to the vote: a law, or an old law to be repealed."""

    law: Law
    by: int
    replaces: int = 0  # the number of the old law that it changes or repeals
    repeal: bool = False


class Vote(msgspec.Struct, frozen=True):
    proposal: Proposal
    answers: Mapping[int, str]  # seat -> accept, change, veto, veto:why
    passed: bool = False


class Assembly(msgspec.Struct):
    """A law session: who has spoken how often, and what is being written."""

    used: list[int]  # proposals made, per seat
    speaker: int = 0  # place in the turn order
    silent: int = 0  # how many in a row proposed nothing
    amender: int = -1  # the seat that may now change the last proposal
    draft: Proposal | None = None  # being written or voted on
    slot: str = ""  # the part of the draft that is being set
    votes: list[Vote] = []

    def copy(self) -> Assembly:
        twin = copy(self)
        twin.used, twin.votes = self.used[:], self.votes[:]
        return twin


class BrokenCities(State):
    options: Options
    players: int

    # the block, cell by cell
    kinds: list[int]
    owners: list[int]  # -1: no owner
    renters: list[int]  # 1: a renter lives there
    marked: Sequence[int]  # 1: a retrofit marker lies on it (option)

    money: list[int]
    rents: list[int]  # the markers on the rent track: always a recount of the block
    supply: list[int]  # tiles left, per kind
    emissions: int = 0  # the marker on the emissions track: a recount of the block plus `wasted`
    wasted: int = 0  # emissions saved when the marker already stood at the end of the track (option)
    damage: int = 0
    pool: int = 0
    reserve: int = 0
    gone: int = 0  # renters that left the game

    edition: int = 0  # of the climate cards: the deck has no cards of later editions
    phase: str = "round"
    round: int = 0
    order: Sequence[int] = []
    turn: int = 0  # how many have finished their turn this round
    deck: Sequence[str] = []
    events: Sequence[tuple[int, str]] = []  # (round, card)
    spaces: int = 0  # event spaces used up
    due: int = 0  # events still to be carried out
    card: str = ""  # a card that the facilitator has drawn for all tables
    resume: str = ""  # the phase to go on with after the facilitator's word

    # the turn that is being played
    begun: bool = False
    bought: list[int] = []  # per kind
    emissions_before: int = 0
    purse: int = 0  # money after income and taxes
    able: Sequence[int] = []  # numbers of laws whose duty could be met at some point in the turn

    # laws
    laws: Sequence[Law] = []  # the statute book
    active: Sequence[Law] = []  # the laws in force this round
    prices: Sequence[int] = []  # with surcharges
    made: int = 0  # laws ever made
    assembly: Assembly | None = None
    warned: Sequence[tuple[int, int]] = []  # (law, seat)
    less_income: Sequence[int] = []  # quarters, per seat
    barred: Sequence[int] = []  # kinds that may not be built in the next turn, as bits
    forced: Sequence[int] = []  # the park to be bought first
    last: Sequence[int] = []  # 1: acts last in the next round
    last_turns: Sequence[Sequence[int]] = []  # per seat: bought per kind, emissions added, purse

    history: Sequence[Sequence[int]] = []  # per round: round, damage added, damage, emissions, rents …, own emissions …
    end: str = ""
    winners: Sequence[int] = []

    def copy(self) -> BrokenCities:
        twin = self.__copy__()
        twin.lines = None
        twin.kinds, twin.owners, twin.renters = self.kinds[:], self.owners[:], self.renters[:]
        twin.money, twin.rents, twin.supply = self.money[:], self.rents[:], self.supply[:]
        twin.bought = self.bought[:]
        # copies share all other lists, so these are never changed in place (their type is Sequence)
        if self.assembly is not None:
            twin.assembly = self.assembly.copy()
        return twin
