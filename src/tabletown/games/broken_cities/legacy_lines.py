"""The sentences of older versions and the events they stand for, so that stored journals can still be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tabletown.content import legacy_words
from tabletown.games.broken_cities import events as e
from tabletown.games.broken_cities.content import CARDS, KINDS, TITLES
from tabletown.games.broken_cities.ledger import (
    Buildings,
    Damage,
    Emissions,
    EmissionsOf,
    Laws,
    Money,
    Parks,
    Price,
    Rent,
    Renters,
    RentersGone,
    RentersInReserve,
    RetrofittedBuildings,
    TilesLeft,
    WaitingRenters,
)
from tabletown.games.broken_cities.words import ONE_OF_A_KIND
from tabletown.kernel import Event, Figure, Text
from tabletown.kernel.text import Language

ENGLISH = Language()
OLD = legacy_words(Path(__file__).parent)
CARD_IDS = {card.title: id for id, card in CARDS.items()} | OLD["cards"]
KIND_IDS = dict(zip(TITLES, KINDS, strict=True)) | OLD["kinds"]
KIND_OF_WORDS: dict[str, str] = {
    **{text.render(speaking=ENGLISH): KINDS[kind] for kind, text in ONE_OF_A_KIND.items()},
    **OLD["one of a kind"],
}
SEVERAL = (-1, -1, -1)  # stands for winners whose names were not stored


def _words(said: Text | str) -> str:
    """The English words: the first release stored plain text, later ones a message with its parts."""
    return said if isinstance(said, str) else said.render(speaking=ENGLISH)


def _kind(what: Text | str) -> str:
    """The kind of a tile that was stored as "a Low-Cost building" (first release: also "A Low-Cost building")."""
    words = _words(what)
    return KIND_OF_WORDS[words[0].lower() + words[1:]]


def _built(who: int, what: Text | str, cell: str, price: int) -> e.Built:
    return e.Built(who, _kind(what), cell, price)


def _tore_down(who: int, what: Text | str, cell: str) -> e.ToreDown:
    return e.ToreDown(who, _kind(what), cell)


def _card(title: str, effect: str) -> e.CardDrawn:
    return e.CardDrawn(CARD_IDS[title])


def _lost(what: Text | str, cell: str, seat: int | None = None) -> e.TileLost:
    return e.TileLost(seat, _kind(what), cell)


def _became(what: Text | str, cell: str, now: Text | str, seat: int | None = None) -> e.TileDowngraded:
    return e.TileDowngraded(seat, _kind(what), cell, _kind(now))


def _proposed(who: int, law: Text | str) -> e.LawProposed:
    return e.LawProposed(who, _words(law))


def _passed(number: int, since: int, law: Text | str) -> e.LawPassed:
    return e.LawPassed(number, since, _words(law))


def _ran_out(number: int, law: Text | str) -> e.LawRanOut:
    return e.LawRanOut(number, _words(law))


def _warned(who: int, number: int, law: Text | str) -> e.WarnedByLaw:
    return e.WarnedByLaw(who, number, _words(law))


def _broke(who: int, number: int, penalty: Text | str) -> e.BrokeLaw:
    return e.BrokeLaw(who, number, _words(penalty))


def _prices(now: list[Text]) -> e.PricesChanged:
    return e.PricesChanged(tuple((KIND_IDS[one.parts["what"]], one.parts["n"]) for one in now))


def _arrived(number: int, pool: int, reserve: int) -> e.RentersArrived:
    return e.RentersArrived(number, pool, reserve)


def _winners(rent: int, who: int | None = None, other: int | None = None) -> tuple[tuple[int, ...], int]:
    named = tuple(seat for seat in (who, other) if seat is not None)
    return named or SEVERAL, rent


def _result(winner: Text) -> dict[str, Any]:
    winners, rent = _winners(**winner.parts) if winner.parts else ((), 0)
    return {"winners": winners, "rent": rent, "partner": None}


def _reached_rent(who: int, rent: int) -> e.ReachedRent:
    return e.ReachedRent((who,), rent, None)


def _reached_together(rent: int, who: int | None = None, other: int | None = None) -> e.ReachedRentTogether:
    return e.ReachedRentTogether(*_winners(rent, who, other), None)


def _atmosphere_broke(damage: int, winner: Text) -> e.AtmosphereBroke:
    return e.AtmosphereBroke(**_result(winner), damage=damage)


def _round_limit(rounds: int, winner: Text) -> e.RoundLimitReached:
    return e.RoundLimitReached(**_result(winner), rounds=rounds)


def _session_over(winner: Text) -> e.SessionOver:
    return e.SessionOver(**_result(winner))


def _with_partner(how: Text, partner: int) -> Event:
    event = LEGACY_LINES[how.template](**how.parts)
    return replace(event, partner=partner)


LEGACY_LINES: Mapping[str, Callable[..., Event]] = {
    "Round {round}": e.RoundBegan,
    "First, with the lowest rent: {who:seat}.": e.OrderDecided,
    "{who:seat} received {income}; money {money}.": e.ReceivedIncome,
    "{who:seat} received {income} instead of {full}; money {money}.": e.ReceivedLessIncome,
    "{who:seat} built {what} on {cell} for {price}.": _built,
    "{who:seat} retrofitted {cell} for {price}.": e.Retrofitted,
    "{who:seat} let a renter move in on {cell}.": e.RenterMovedIn,
    "{who:seat} tore down {what} on {cell}.": _tore_down,
    "Emissions {emissions}: damage rises by {added} to {damage}.": e.DamageRose,
    "{title}: {effect}": _card,
    "{what} on {cell} was lost.": _lost,
    "On {cell}, {what} was lost.": _lost,
    "{what} on {cell} became {now}.": _became,
    "On {cell}, {what} became {now}.": _became,
    "{who:seat} lost a renter on {cell} for good.": e.RenterLost,
    "{who:seat} had {before} rent before the card, {after} after it.": e.RentAfterCard,
    "Emissions are {before} before and {after} after the card.": e.EmissionsAfterCard,
    "Emissions were {before} before the card and are {after} after it.": e.EmissionsAfterCard,
    "{who:seat} moved a renter to {cell}.": e.RenterRelocated,
    "{n} renter left the city.": e.RentersLeft,
    "{who:seat} proposed no law.": e.NoLawProposed,
    "{who:seat} proposed: {law}": _proposed,
    "{who:seat} accepted.": e.Accepted,
    "{who:seat} asked for a change.": e.AskedForChange,
    "{who:seat} vetoed.": e.Vetoed,
    "{who:seat} vetoed: “{why}”": e.VetoedWithReason,
    "Law {number} holds from round {since}: {law}": _passed,
    "Law {number} is repealed.": e.LawRepealed,
    "The session ended without a law.": e.NoLawPassed,
    "Law {number} ran out: {law}": _ran_out,
    "By law {now}.": _prices,
    "{who:seat} paid {paid} of carbon tax by law {number}.": e.PaidCarbonTax,
    "{who:seat} could not meet law {number}: excused.": e.ExcusedFromLaw,
    "Accused under law {number} and acquitted: {who:seat}.": e.Acquitted,
    "{who:seat} broke law {number}, a first warning: {law}": _warned,
    "{who:seat} broke law {number}. Penalty: {penalty}.": _broke,
    "{who:seat} paid {paid}.": e.PaidFine,
    "The other players received {share} each from {who:seat}.": e.SharedOut,
    "A renter left {cell} and waits for another home.": e.RenterSentAway,
    "{number} renters arrived; {pool} are waiting, {reserve} in reserve.": _arrived,
    "{n} renter arrived; waiting {pool}, in reserve {reserve}.": e.RentersArrived,
    "The facilitator stopped all tables.": e.TablesStopped,
    "{who:seat} reached {rent} rent a turn.": _reached_rent,
    "Highest rent, {rent}: {who:seat} and {other:seat}.": _reached_together,
    "Several share the highest rent, {rent}.": _reached_together,
    "The atmosphere is broken: damage {damage}. {winner}": _atmosphere_broke,
    "{rounds} rounds are over. {winner}": _round_limit,
    "The session is over. {winner}": _session_over,
    "{how} {partner:seat} belongs to the same player.": _with_partner,
}


def _tiles_left(kind: str) -> TilesLeft:
    return TilesLeft(KIND_IDS[kind])


def _price(kind: str) -> Price:
    return Price(KIND_IDS[kind])


LEGACY_FIGURES: Mapping[str, Callable[..., Figure]] = {
    "money of {who:seat}": Money,
    "rent of {who:seat}": Rent,
    "emissions of {who:seat}": EmissionsOf,
    "buildings of {who:seat}": Buildings,
    "parks of {who:seat}": Parks,
    "renters of {who:seat}": Renters,
    "emissions": Emissions,
    "damage": Damage,
    "renters who wait": WaitingRenters,
    "waiting renters": WaitingRenters,
    "renters in reserve": RentersInReserve,
    "renters who left the city": RentersGone,
    "laws": Laws,
    "{kind:word} tiles left": _tiles_left,
    "price of {kind:word}": _price,
    "retrofitted buildings": RetrofittedBuildings,
}
