"""The model: Plackett-Luce over teams of people and a side (Weng and Lin 2011, by `openskill`)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import msgspec
from openskill.models import PlackettLuce

MEAN, SPREAD = 25.0, 6.0  # of an unknown person
SIDE_SPREAD = 2.0  # of a side: published games are roughly fair, so it takes many matches to prove otherwise
BOARD_SPREAD = SPREAD  # of a mission or a solo board, which may be of any difficulty
NOISE = 25.0 / 6  # the amount of luck in one match
DRIFT = 25.0 / 300  # how much a person changes from match to match; sides and boards are printed and don't

# ratings are shown as Elo: 400 points more mean ten wins to one, and an unknown person has 1500
SCALE = NOISE * math.sqrt(2)  # this much more strength multiplies the odds of coming first by e
ELO = 400 / math.log(10) / SCALE
SHOWN_MEAN = 1500.0
SURE = 150.0  # a rating is provisional while half of its 95 % range exceeds this
FEWEST = 8  # matches until which a rating is provisional in any case


def _full(*about: object) -> float:
    """Use the full effect of a match on the spread; openskill's own is a small part of it, which keeps ratings
    jumpy."""
    return 1.0


@cache
def _model(teams: int) -> PlackettLuce:
    """openskill adds up the noise of all teams; here a table of four is no more of a lottery than a table of two."""
    return PlackettLuce(mu=MEAN, sigma=SPREAD, beta=NOISE * math.sqrt(2 / teams), tau=0.0, gamma=_full)


class Team(NamedTuple):
    """People who win or lose together, and the side they play: one of the game's, or the board that plays against
    them."""

    people: Sequence[str] = ()
    side: str = ""


class RatedMatch(NamedTuple):
    """A finished match. `places`: the place of each team, 1 for the best; equal numbers are a tie."""

    game: str
    teams: Sequence[Team]
    places: Sequence[int]
    fixed: frozenset[str] = frozenset()  # players whose rating doesn't change, such as the opponents of a bot


class Rating(msgspec.Struct, frozen=True):
    """A player's estimated strength: a normal distribution, and the number of matches it is based on."""

    mean: float = MEAN
    spread: float = SPREAD
    matches: int = 0

    @property
    def shown(self) -> int:
        return round(SHOWN_MEAN + (self.mean - MEAN) * ELO)

    @property
    def range(self) -> tuple[int, int]:
        """The 95 % range of the true strength."""
        half = 1.96 * self.spread * ELO
        middle = SHOWN_MEAN + (self.mean - MEAN) * ELO
        return round(middle - half), round(middle + half)

    @property
    def provisional(self) -> bool:
        return self.matches < FEWEST or 1.96 * self.spread * ELO > SURE

    @property
    def advantage(self) -> tuple[float, float, float]:
        """The advantage of a side in rating points, with its 95 % range."""
        half = 1.96 * self.spread * ELO
        return self.mean * ELO, self.mean * ELO - half, self.mean * ELO + half


class Ratings:
    """All ratings of all games: a table in memory, updated match by match, always in the same order."""

    def __init__(self, known: Iterable[tuple[str, str, Rating]] = ()) -> None:
        self.known = {(game, name): rating for game, name, rating in known}

    def of(self, game: str, name: str) -> Rating:
        """The rating of a person or bot."""
        return self.known.get((game, name)) or Rating()

    def of_side(self, game: str, team: Team) -> Rating:
        """The rating of the side that a team plays, or of a board on its own."""
        first = Rating(0.0, SIDE_SPREAD) if team.people else Rating(MEAN, BOARD_SPREAD)
        return self.known.get((game, SIDE + team.side)) or first

    def chances(self, match: RatedMatch) -> list[float]:
        """How likely each team is to come first, before the match is played."""
        strength, noise = [], SCALE**2
        for team in match.teams:
            members = self._members(match.game, team)
            strength.append(sum(rating.mean for rating in members))
            noise += sum(rating.spread**2 for rating in members)
        weights = [math.exp((one - max(strength)) / math.sqrt(noise)) for one in strength]
        return [weight / sum(weights) for weight in weights]

    def rate(self, match: RatedMatch) -> dict[str, Rating]:
        """Update ratings with a result. Returns the ratings that changed, by name; a side's name begins with
        `side:`."""
        model = _model(len(match.teams))
        teams = [
            [model.rating(mu=rating.mean, sigma=rating.spread) for rating in self._members(match.game, team)]
            for team in match.teams
        ]
        changed: dict[str, Rating] = {}
        for team, members in zip(match.teams, model.rate(teams, ranks=[float(place) for place in match.places])):
            for name, new in zip(names(team), members):
                if name not in match.fixed:
                    changed[name] = Rating(new.mu, new.sigma, self._find(match.game, name, team).matches + 1)
        for name, rating in changed.items():
            self.known[match.game, name] = rating
        return changed

    def _members(self, game: str, team: Team) -> list[Rating]:
        return [self._find(game, name, team) for name in names(team)]

    def _find(self, game: str, name: str, team: Team) -> Rating:
        if name.startswith(SIDE):
            return self.of_side(game, team)
        rating = self.of(game, name)
        return Rating(rating.mean, math.hypot(rating.spread, DRIFT), rating.matches)


SIDE = "side:"  # prefix of a side's name


def names(team: Team) -> list[str]:
    return [*team.people, *([SIDE + team.side] if team.side else [])]
