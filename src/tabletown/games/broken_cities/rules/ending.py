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
    tell(s, reason_of(s), ENDS.get(end, "facil.shared-damage"))


def reason_of(s: BrokenCities) -> Text:
    if s.end == "rent":
        if len(s.winners) == 1:
            return WON_BY_RENT(who=s.winners[0], rent=s.rents[s.winners[0]])
        return winner_of(s)
    if s.end == "damage":
        return FULL_DAMAGE(damage=s.damage, winner=winner_of(s))
    if s.end == "rounds":
        return ROUND_LIMIT(rounds=s.round, winner=winner_of(s))
    return SESSION_OVER(winner=winner_of(s))


def winner_of(s: BrokenCities) -> Text:
    if not s.winners:
        return NOBODY
    rent = s.rents[s.winners[0]]
    if len(s.winners) == 1:
        return HIGHEST(who=s.winners[0], rent=rent)
    if len(s.winners) == 2:
        return SHARED(who=s.winners[0], other=s.winners[1], rent=rent)
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
