"""Ratings of people, bots and sides: estimated strengths and their uncertainty. Independent of server and database.

>>> ratings = Ratings()
>>> teams = [Team(["Ana"], "seat 1 of 2"), Team(["Wei"], "seat 2 of 2")]
>>> _ = ratings.rate(RatedMatch("right-of-way", teams, places=[1, 2]))
>>> ratings.of("right-of-way", "Ana").shown > ratings.of("right-of-way", "Wei").shown
True

Everybody who sits at a table is a *team*: the people, and the side they play (a Faction, or the seat that moves first).
The side has a rating of its own, so that an unfair side is learned as such and not blamed on the people who play it.
"""

from tabletown.ratings.model import RatedMatch, Rating, Ratings, Team
from tabletown.ratings.results import match_of

__all__ = ["RatedMatch", "Rating", "Ratings", "Team", "match_of"]
