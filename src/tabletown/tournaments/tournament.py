"""A tournament: its players, its tables, and what comes next."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Literal

import msgspec

from tabletown.tournaments.designs import GROUP, group_tables
from tabletown.tournaments.pairing import groups, seated
from tabletown.tournaments.standings import PLACES, Standing, ranking, standings

Kind = Literal["knockout", "groups", "swiss", "arena"]
Progress = Literal["open", "running", "paused", "over"]

AT_ONCE = 2  # tables of a group that one player has at a time
MET = 1000.0  # cost of meeting again in a Swiss round: more than any difference in points


class TournamentError(Exception):
    """A request that isn't possible; the message says why."""


class Player(msgspec.Struct):
    id: str
    rating: float = 1500.0  # seeds a knock-out and the first round of a Swiss tournament
    left: bool = False  # withdrew, or was removed


class Pairing(msgspec.Struct):
    """Players who meet at a table, in the order of their seats."""

    number: int
    round: int
    seats: list[str]
    group: int = 0
    state: Literal["waiting", "playing", "over", "bye", "void"] = "waiting"  # void: not played and counts for nobody
    winners: list[str] = []
    scores: list[float] = []
    worth: float = 0.0  # points for a bye


class Tournament(msgspec.Struct):
    """A tournament's data. `players` may be given as names."""

    kind: Kind
    seats: int = 2
    rounds: int = 0  # of a Swiss tournament; 0: as many as it takes to find one winner
    players: list[Player] = []
    pairings: list[Pairing] = []
    state: Progress = "open"
    seed: str = ""

    def __post_init__(self) -> None:
        self.players = [Player(player) if isinstance(player, str) else player for player in self.players]
        fewest = 1 if self.kind == "arena" else 2
        if not fewest <= self.seats <= 4:
            raise TournamentError(f"Tables in this kind of tournament have {fewest} to 4 seats.")

    # ------------------------------------------------------------------ taking part

    def enter(self, id: str, rating: float = 1500.0) -> None:
        if self.state != "open" and self.kind != "arena":
            raise TournamentError("This tournament has started, so no one can enter any more.")
        if any(player.id == id for player in self.players):
            raise TournamentError("You're already taking part.")
        self.players.append(Player(id, rating))

    def withdraw(self, id: str) -> None:
        """Before the start, remove the player; afterwards, results count and open matches are not played."""
        player = self.player(id)
        if self.state == "open":
            self.players.remove(player)
            return
        player.left = True
        for pairing in self.pairings:
            if id in pairing.seats and pairing.state in ("waiting", "playing"):
                self._forfeit(pairing, id)

    def player(self, id: str) -> Player:
        for player in self.players:
            if player.id == id:
                return player
        raise TournamentError("No one with that name is taking part.")

    # ------------------------------------------------------------------ running it

    def why_not_start(self) -> str:
        """What is missing before the start; "" if nothing is."""
        count = len(self.players)
        if self.kind == "groups" and (count == 0 or count % GROUP):
            more = GROUP - count % GROUP
            return f"Groups have {GROUP} players: it needs {more} more to start."
        if self.kind == "swiss" and count < 2 * self.seats:
            return f"{2 * self.seats - count} more needed to start."
        if self.kind == "swiss" and self.seats == 2 and self.rounds > count // 2:
            # up to here everybody can always meet somebody new, by Dirac's theorem on the remaining pairs
            return f"{count} players can have at most {count // 2} rounds: after that some would meet again."
        if self.kind == "knockout" and count < self.seats:
            return f"{self.seats - count} more needed to start."
        if self.kind == "knockout" and self.seats > 2 and not any(count == self.seats**n for n in range(1, 6)):
            sizes = [self.seats**n for n in (1, 2, 3)]
            return f"A knock-out of this game needs {sizes[0]}, {sizes[1]} or {sizes[2]} players."
        return ""

    def start(self) -> None:
        if self.state != "open":
            raise TournamentError("This tournament has already started.")
        if why := self.why_not_start():
            raise TournamentError(why)
        self.state = "running"
        if self.kind == "swiss" and not self.rounds:
            self.rounds = max(2, math.ceil(math.log(len(self.players), self.seats) - 1e-9))
        if self.kind == "groups":
            self._make_groups()
        self._go_on()

    def pause(self) -> None:
        """Open no new tables; those in play continue."""
        if self.state != "running":
            raise TournamentError("Only a tournament that is running can be paused.")
        self.state = "paused"

    def resume(self) -> None:
        if self.state != "paused":
            raise TournamentError("This tournament isn't paused.")
        self.state = "running"
        self._go_on()

    def waiting(self) -> list[Pairing]:
        """The tables that can be opened now. In groups, nobody has more than two at a time."""
        if self.state != "running":
            return []
        busy = Counter(player for pairing in self.pairings if pairing.state == "playing" for player in pairing.seats)
        most = AT_ONCE if self.kind == "groups" else 1
        ready = []
        for pairing in self.pairings:
            if pairing.state == "waiting" and all(busy[player] < most for player in pairing.seats):
                busy.update(pairing.seats)
                ready.append(pairing)
        return ready

    def begin(self, number: int) -> None:
        """Record that this pairing's table has been opened."""
        pairing = self.pairing(number)
        if pairing.state != "waiting":
            raise TournamentError("This table is already open.")
        pairing.state = "playing"

    def record(self, number: int, winners: Sequence[str], scores: Sequence[float] = ()) -> None:
        """Record the result of a table. `winners`: empty if all lost together."""
        pairing = self.pairing(number)
        if pairing.state not in ("waiting", "playing"):
            raise TournamentError("This table already has a result.")
        if strangers := set(winners) - set(pairing.seats):
            raise TournamentError(f"{', '.join(sorted(strangers))} didn't sit at this table.")
        pairing.state, pairing.winners, pairing.scores = "over", list(winners), list(scores)
        self._go_on()

    def play_alone(self, id: str, score: float) -> None:
        """Record one more solo result in an arena."""
        if self.kind != "arena" or self.state != "running":
            raise TournamentError("You can report a result only in an arena that is running.")
        self.player(id)
        self.pairings.append(Pairing(len(self.pairings), 1, [id], state="over", scores=[score]))

    def end(self) -> None:
        """End it: an arena at the end of its day, any other when all is played or the host ends it."""
        for pairing in self.pairings:
            if pairing.state in ("waiting", "playing"):
                pairing.state = "void"
        self.state = "over"

    def pairing(self, number: int) -> Pairing:
        if not 0 <= number < len(self.pairings):
            raise TournamentError("This tournament has no such table.")
        return self.pairings[number]

    def standings(self) -> list[Standing]:
        return standings(self)

    def group_of(self) -> dict[str, int]:
        """Each player's group; empty if there are no groups."""
        if self.kind != "groups":
            return {}
        return {player: pairing.group for pairing in self.pairings for player in pairing.seats}

    def survivors(self) -> list[str]:
        """The undefeated players of a finished knock-out."""
        if self.kind != "knockout" or self.state != "over" or not self.pairings:
            return []
        last = self.pairings[-1]
        return list(last.winners) if last.state == "over" else []

    # ------------------------------------------------------------------ what comes next

    def _go_on(self) -> None:
        if self.state != "running" or self.kind == "arena":
            return
        if any(pairing.state in ("waiting", "playing") for pairing in self.pairings):
            return
        if self.kind == "groups":
            self.state = "over"
        elif self.kind == "swiss":
            self._next_swiss_round()
        else:
            self._next_knockout_round()

    def _add(self, round: int, seats: Sequence[str], **more: object) -> None:
        self.pairings.append(Pairing(len(self.pairings), round, list(seats), **more))  # type: ignore[arg-type]

    def _bye(self, round: int, player: str) -> None:
        self._add(round, [player], state="bye", worth=PLACES[self.seats][0])

    def _make_groups(self) -> None:
        """Deal players into groups by rating in a snake, so that groups are equally strong: 1 2 3, 3 2 1, 1 2 3 …"""
        ranked = sorted(self.players, key=lambda player: (-player.rating, player.id))
        count = len(ranked) // GROUP
        members: list[list[str]] = [[] for _ in range(count)]
        for number, player in enumerate(ranked):
            turn, place = divmod(number, count)
            members[place if turn % 2 == 0 else count - 1 - place].append(player.id)
        for group, players in enumerate(members):
            random.Random(f"{self.seed} group {group}").shuffle(players)
            for table in group_tables(self.seats):
                self._add(1, [players[number] for number in table], group=group)

    def _next_swiss_round(self) -> None:
        number = 1 + max((pairing.round for pairing in self.pairings), default=0)
        here = [player for player in self.players if not player.left]
        if number > self.rounds or len(here) < self.seats:
            self.state = "over"
            return
        rows = {row.player: row for row in self.standings()}
        rating = {player.id: player.rating for player in here}
        ranked = sorted(rating, key=lambda id: (-rows[id].points, -rating[id], id))
        byes = Counter(pairing.seats[0] for pairing in self.pairings if pairing.state == "bye")
        for _ in range(len(ranked) % self.seats):  # the lowest-ranked of those with the fewest byes
            off = max(ranked, key=lambda id: (-byes[id], ranked.index(id)))
            ranked.remove(off)
            self._bye(number, off)
        met = Counter(
            frozenset(pair)
            for pairing in self.pairings
            if pairing.state == "over"
            for pair in combinations(pairing.seats, 2)
        )
        place = {id: rank for rank, id in enumerate(ranked)}
        if number == 1:  # nobody has points yet, so the upper half meets the lower half
            rows_of = len(ranked) // self.seats
            ranked = [ranked[seat * rows_of + row] for row in range(rows_of) for seat in range(self.seats)]
            tables: list[tuple[str, ...]] = [
                tuple(ranked[start : start + self.seats]) for start in range(0, len(ranked), self.seats)
            ]
        else:

            def cost(a: str, b: str) -> float:
                apart = (rows[a].points - rows[b].points) ** 2
                return MET * len(rating) * met[frozenset((a, b))] + 10 * apart + 0.01 * abs(place[a] - place[b])

            tables = groups(ranked, self.seats, cost, random.Random(f"{self.seed} round {number}"))
        had = self._seats_had()
        for table in tables:
            self._add(number, seated(table, had.__getitem__))

    def _next_knockout_round(self) -> None:
        """Pair the winners of neighbouring tables. At the start, the strongest get byes if players are missing."""
        number = 1 + max((pairing.round for pairing in self.pairings), default=0)
        if number == 1:
            left = [player.id for player in sorted(self.players, key=lambda player: (-player.rating, player.id))]
        else:
            left = [
                player
                for pairing in self.pairings
                if pairing.round == number - 1
                for player in (pairing.seats if pairing.state == "bye" else self._winner(pairing))
            ]
        left = [id for id in left if not self.player(id).left]
        if len(left) <= 1:
            self.state = "over"
            return
        if number == 1:
            size = self.seats
            while size < len(left):
                size *= self.seats
            tables = [[left[seed] for seed in table if seed < len(left)] for table in bracket(size, self.seats)]
        else:
            tables = [left[start : start + self.seats] for start in range(0, len(left), self.seats)]
        had = self._seats_had()
        for table in tables:
            if len(table) == 1:
                self._bye(number, table[0])
            elif len(table) > 1:
                self._add(number, seated(table, had.__getitem__))

    def _winner(self, pairing: Pairing) -> list[str]:
        """Who advances: the best who hasn't left; if several tie, the one with the lower rating."""
        if pairing.state == "void":
            return []
        rating = {player.id: player.rating for player in self.players}
        for place in ranking(pairing):
            if among := [player for player in place if not self.player(player).left]:
                return [min(among, key=lambda id: (rating[id], id))]
        return []

    def _seats_had(self) -> dict[str, Counter[int]]:
        had: dict[str, Counter[int]] = {player.id: Counter() for player in self.players}
        for pairing in self.pairings:
            if pairing.state in ("over", "playing"):
                for seat, player in enumerate(pairing.seats):
                    had[player][seat] += 1
        return had

    def _forfeit(self, pairing: Pairing, id: str) -> None:
        """Handle a withdrawal: at a table of two the other player wins; a larger one is not played."""
        others = [player for player in pairing.seats if player != id and not self.player(player).left]
        if len(pairing.seats) == 2 and others:
            self.record(pairing.number, others)
        else:
            pairing.state = "void"
            self._go_on()


def bracket(size: int, seats: int) -> list[list[int]]:
    """The first round's tables by seed, in the order in which their winners meet, so that the best meet as late as
    possible."""
    order = [0]
    while len(order) < size:
        count = len(order)
        order = [
            seed + count * row if row % 2 == 0 else count * (row + 1) - 1 - seed
            for seed in order
            for row in range(seats)
        ]
    return [order[start : start + seats] for start in range(0, size, seats)]
