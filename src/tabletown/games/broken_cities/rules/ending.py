"""The end of the game: 50 rent, full damage, the round limit, or the end of a session."""

from __future__ import annotations

from tabletown.games.broken_cities.content import RENT_END
from tabletown.games.broken_cities.rules.counting import breakdown, own_emissions
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.kernel import Outcome, Text, tell

WON_BY_RENT = Text("{who:seat} reached {rent} rent a turn.")
FULL_DAMAGE = Text("The atmosphere is broken: damage {damage}. {winner}")
ROUND_LIMIT = Text("{rounds} rounds are over. {winner}")
SESSION_OVER = Text("The session is over. {winner}")
HIGHEST = Text("Highest rent, {rent}: {who:seat}.")
SHARED = Text("Highest rent, {rent}: {who:seat} and {other:seat}.")
SHARED_BY_MORE = Text("Several share the highest rent, {rent}.")
WITH_PARTNER = Text("{how} {partner:seat} belongs to the same player.")
NOBODY = Text("Nobody wins.")

ENDS = {"damage": "end.damage-42", "rounds": "stalemate", "rent": "end.rent-50"}


def end_by_rent(s: BrokenCities, active: int) -> None:
    """At the instant somebody has 50 rent. The active player goes before others who reach it by the same deed."""
    reached = [seat for seat in range(s.players) if s.rents[seat] >= RENT_END]
    if active in reached:
        s.winners = [active]
    else:
        best = max((s.rents[seat], s.money[seat]) for seat in reached)
        s.winners = [seat for seat in reached if (s.rents[seat], s.money[seat]) == best]
    finish(s, "rent")


def end_by_rank(s: BrokenCities, end: str) -> None:
    """Highest rent, then money, then lower own emissions, then shared."""
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
    tell(s, reason_of(s), ENDS.get(end, "facil.shared-damage"))


def two_players(s: BrokenCities) -> bool:
    """Option two_players: each runs two of the four colours and wins with either."""
    return s.options.two_players == "yes" and s.players == 4


def partner_of(seat: int) -> int:
    """Yellow and Orange against Red and Purple."""
    return seat ^ 2


def reason_of(s: BrokenCities) -> Text:
    if two_players(s) and len(s.winners) == 2:
        first = max(s.winners, key=lambda seat: (s.rents[seat], s.money[seat]))
        return WITH_PARTNER(how=how_it_ended(s, [first]), partner=partner_of(first))
    return how_it_ended(s, s.winners)


def how_it_ended(s: BrokenCities, winners: list[int]) -> Text:
    winner = winner_of(s, winners)
    if s.end == "rent":
        return WON_BY_RENT(who=winners[0], rent=s.rents[winners[0]]) if len(winners) == 1 else winner
    if s.end == "damage":
        return FULL_DAMAGE(damage=s.damage, winner=winner)
    if s.end == "rounds":
        return ROUND_LIMIT(rounds=s.round, winner=winner)
    return SESSION_OVER(winner=winner)


def winner_of(s: BrokenCities, winners: list[int]) -> Text:
    if not winners:
        return NOBODY
    rent = s.rents[winners[0]]
    if len(winners) == 1:
        return HIGHEST(who=winners[0], rent=rent)
    if len(winners) == 2:
        return SHARED(who=winners[0], other=winners[1], rent=rent)
    return SHARED_BY_MORE(rent=rent)


def outcome(s: BrokenCities) -> Outcome | None:
    if not s.end:
        return None
    return Outcome(
        winners=tuple(s.winners),
        reason=reason_of(s),
        scores=tuple(float(rent) for rent in s.rents),
        breakdown=tuple({part: float(rent) for part, rent in breakdown(s, seat).items()} for seat in range(s.players)),
        rule=ENDS.get(s.end, "facil.shared-damage"),
    )
