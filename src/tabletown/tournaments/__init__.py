"""Tournaments for two to four seats: knock-out, groups of seven, Swiss, arena. Independent of games, servers and
clocks.

    from tabletown.tournaments import Tournament

    swiss = Tournament(kind="swiss", seats=2, rounds=4, players=["Ana", "Ben", "Cem", "Dee"])
    swiss.start()
    for pairing in swiss.waiting():              # the tables that can be opened now
        swiss.begin(pairing.number)
        swiss.record(pairing.number, winners=[pairing.seats[0]])
    swiss.standings()[0].player

A tournament is plain data that can be stored as JSON: the players, and every pairing with its result. Everything else
is computed from these, with a seed for the lots, so that it is the same wherever it is computed.
"""

from tabletown.tournaments.standings import Standing, why_before
from tabletown.tournaments.tournament import Pairing, Player, Tournament, TournamentError

__all__ = ["Pairing", "Player", "Standing", "Tournament", "TournamentError", "why_before"]
