"""What a profile shows: ratings, games, sides, awards, open tables and the latest matches of a person."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tabletown.kernel import say
from tabletown.ratings import Rating
from tabletown.web.catalog import GameCard
from tabletown.web.hub import Hub
from tabletown.web.pages.statistics import FinishedMatch, OwnStatistics, WinRate, finished, of_person
from tabletown.web.pages.table_lists import TableCard, table_cards
from tabletown.web.people.accounts import Account
from tabletown.web.people.ratings import of_person as ratings_of

FEWEST = 5  # matches before a sentence says which side somebody wins with
RECENT = 6


class Award(NamedTuple):
    """`of`: the amount required; `got`: the amount reached."""

    medal: str
    title: str
    line: str
    got: int
    of: int

    @property
    def earned(self) -> bool:
        return self.got >= self.of


class Profile(NamedTuple):
    account: Account
    ratings: list[tuple[GameCard, Rating]]
    games: list[OwnStatistics]
    matches: int
    favourite: GameCard | None
    sides: list[WinRate]  # of the favourite game
    awards: list[Award]
    open: list[TableCard]
    recent: list[TableCard]


def profile_of(hub: Hub, account: Account, own: bool) -> Profile:
    """`own`: as the person sees it, with tables that only players may watch."""
    person, cards = account.person, hub.catalog.cards
    matches = finished(hub, person=person)
    held = hub.store.held_by(person, [one.table for one in matches])
    played = Counter(one.game for one in matches if one.game in cards)
    favourite = hub.catalog.card(played.most_common(1)[0][0]) if played else None
    seen = {one.table for one in matches if one.open}
    recent = [row for row in hub.store.tables_of(person, over=True, limit=30) if own or row.id in seen]
    running = hub.store.tables_of(person, over=False, limit=100)
    return Profile(
        account,
        [(hub.catalog.card(game), rating) for game, rating in ratings_of(hub.store, person).items() if game in cards],
        of_person(hub, person),
        len(matches),
        favourite,
        [] if favourite is None else sides_of(favourite, matches, held),
        awards_of(hub, matches, held),
        [card for card in table_cards(hub, [row for row in running if row.watch == "link"], "") if card.open_seats],
        table_cards(hub, recent[:RECENT], person),
    )


def sides_of(card: GameCard, matches: list[FinishedMatch], held: dict[str, set[int]]) -> list[WinRate]:
    """How often each side of a game won; empty if its seats have no names of their own."""
    sat, won = Counter[int](), Counter[int]()
    for one in matches:
        if one.game == card.id:
            sat.update(held.get(one.table, ()))
            won.update(held.get(one.table, set()) & {*one.winners})
    return [WinRate(card.seat_names[s], won[s], sat[s]) for s in sorted(sat) if s < len(card.seat_names)]


def awards_of(hub: Hub, matches: list[FinishedMatch], held: dict[str, set[int]]) -> list[Award]:
    """Computed from stored results, so it is the same on every server and after every restart."""
    won = [bool(held.get(one.table, set()) & {*one.winners}) for one in reversed(matches)]
    against = [
        bool(held.get(one.table, set()) & {*one.winners})
        and any(seat.kind == "person" and seat.seat not in held.get(one.table, set()) for seat in one.seats)
        for one in matches
    ]
    row = longest = 0
    for one in won:
        row = row + 1 if one else 0
        longest = max(longest, row)
    games = {one.game for one in matches} & hub.catalog.cards.keys()
    sides = Counter(one.game for one in matches)
    every = max(
        (len({s for one in matches if one.game == game for s in held.get(one.table, ()) if s in one.winners})
         for game in sides if game in games and hub.catalog.card(game).roles),
        default=0,
    )  # fmt: skip
    roles = max((len(card.seat_names) for card in hub.catalog.cards.values() if card.roles), default=0)
    found = [
        Award("star", say("First win"), say("Win a match"), sum(won), 1),
        Award("fist", say("Among people"), say("Win against another person"), sum(against), 1),
        Award("rise", say("Three in a row"), say("Win three matches in a row"), longest, 3),
        Award("hexagon", say("Grand tour"), say("Finish every game once"), len(games), len(hub.catalog.cards)),
        Award("scales", say("Every side"), say("Win as each side of one game"), every, roles),
        Award("road", say("Long haul"), say("Finish 50 matches"), len(matches), 50),
    ]
    return sorted((award for award in found if award.of), key=lambda award: not award.earned)
