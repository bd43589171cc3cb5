"""Tournaments for two to four seats: knock-out, groups of seven, Swiss, arena. Independent of games, servers and
clocks.

>>> swiss = Tournament(kind="swiss", seats=2, rounds=2)
>>> for name in ("Ana", "Ben", "Cem", "Dee"):
...     swiss.enter(name)
>>> swiss.start()
>>> while pairings := swiss.waiting():  # the tables that can be opened now
...     for pairing in pairings:
...         swiss.begin(pairing.number)
...         swiss.record(pairing.number, winners=["Cem" if "Cem" in pairing.seats else pairing.seats[0]])
>>> swiss.standings()[0].player
'Cem'

A tournament is plain data that can be stored as JSON: the players, and every pairing with its result. Everything else
is computed from these, with a seed for the lots, so that it is the same wherever it is computed.
"""

from tabletown.tournaments.standings import Standing, why_before
from tabletown.tournaments.tournament import Pairing, Player, Tournament, TournamentError

__all__ = ["Pairing", "Player", "Standing", "Tournament", "TournamentError", "why_before"]
