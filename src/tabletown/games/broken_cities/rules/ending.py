"""The end of the game: 50 rent, full damage, the round limit, or the end of a session."""

from __future__ import annotations

from tabletown.games.broken_cities.content import RENT_END
from tabletown.games.broken_cities.events import (
    AtmosphereBroke,
    GameEnded,
    ReachedRent,
    ReachedRentTogether,
    RoundLimitReached,
    SessionOver,
)
from tabletown.games.broken_cities.rules.counting import breakdown, own_emissions
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.kernel import Outcome, tell


def end_by_rent(s: BrokenCities, active: int) -> None:
    """End the game once a player has 50 rent. The active player wins over others who reach it with the same move."""
    reached = [seat for seat in range(s.players) if s.rents[seat] >= RENT_END]
    if active in reached:
        s.winners = [active]
    else:
        best = max((s.rents[seat], s.money[seat]) for seat in reached)
        s.winners = [seat for seat in reached if (s.rents[seat], s.money[seat]) == best]
    finish(s, "rent")


def end_by_rank(s: BrokenCities, end: str) -> None:
    """End the game by rank: highest rent, then money, then lowest own emissions; a tie is shared."""
    if end == "damage" and s.options.damage_end == "all_lose":
        s.winners = []
    else:
        ranks = [(s.rents[seat], s.money[seat], -own_emissions(s, seat)) for seat in range(s.players)]
        s.winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    finish(s, end)


def finish(s: BrokenCities, end: str) -> None:
    s.end = end
    if two_players(s):
        s.winners = [seat for seat in range(s.players) if seat in s.winners or partner_of(seat) in s.winners]
    tell(s, ending, s)


def two_players(s: BrokenCities) -> bool:
    """Option two_players: each runs two of the four colours and wins with either."""
    return s.options.two_players == "yes" and s.players == 4


def partner_of(seat: int) -> int:
    """The same player's other colour: Yellow and Orange play against Red and Purple."""
    return seat ^ 2


def ending(s: BrokenCities) -> GameEnded:
    """How the game ended, and who won."""
    winners, partner = tuple(s.winners), None
    if two_players(s) and len(winners) == 2:
        first = max(winners, key=lambda seat: (s.rents[seat], s.money[seat]))
        winners, partner = (first,), partner_of(first)
    rent = s.rents[winners[0]] if winners else 0
    if s.end == "rent":
        return (ReachedRent if len(winners) == 1 else ReachedRentTogether)(winners, rent, partner)
    if s.end == "damage":
        return AtmosphereBroke(winners, rent, partner, s.damage)
    if s.end == "rounds":
        return RoundLimitReached(winners, rent, partner, s.round)
    return SessionOver(winners, rent, partner)


def outcome(s: BrokenCities) -> Outcome | None:
    if not s.end:
        return None
    ended = ending(s)
    return Outcome(
        winners=tuple(s.winners),
        reason=ended.text,
        scores=tuple(float(rent) for rent in s.rents),
        breakdown=tuple({part: float(rent) for part, rent in breakdown(s, seat).items()} for seat in range(s.players)),
        rule=ended.rule,
    )
