"""The events of Broken Cities, in the rulebook's order. They name a kind of tile by its id and a cell by its name."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tabletown.games.broken_cities.content import CARDS, NUMBER, TITLES
from tabletown.games.broken_cities.state import Law, Penalty, Proposal
from tabletown.games.broken_cities.words import a, law_text, penalty_text, proposal_text
from tabletown.kernel import Event, Text

NOW_COSTS = Text("{what:word} costs {n}")
HIGHEST = Text("{who:seat} won with the highest rent, {rent}.")
SHARED = Text("{who:seat} and {other:seat} shared the win with the highest rent, {rent}.")
SHARED_BY_MORE = Text("Several players shared the win with the highest rent, {rent}.")
NOBODY = Text("Nobody won.")
WITH_PARTNER = Text("{how} The same player's other colour: {partner:seat}.")

# logs stored before events existed keep only the words of a law or penalty
LawOrWords = Law | str
PenaltyOrWords = Penalty | str


class OfTile(Event):
    """An event about one tile."""

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        return {**parts, "what": a(NUMBER[parts["kind"]])}


# ---------------------------------------------------------------- the order of a round


class RoundBegan(Event):
    says = "Round {round}"
    heading = True
    round: int


class OrderDecided(Event):
    says = "{who:seat} went first with the lowest rent."
    rule = "round.order-lowest-first"
    who: int


# ---------------------------------------------------------------- a turn


class ReceivedIncome(Event):
    says = "{who:seat} collected {income} rent and had {money} money."
    rule = "turn.step1-income"
    who: int
    income: int
    money: int


class ReceivedLessIncome(Event):
    says = "{who:seat} collected {income} of {full} rent and had {money} money."
    rule = "law.binding"
    who: int
    income: int
    full: int
    money: int


class Built(OfTile):
    says = "{who:seat} built {what} on {cell} for {price}."
    rule = "build.on-empty-cell"
    who: int
    kind: str
    cell: str
    price: int


class Retrofitted(Event):
    says = "{who:seat} retrofitted the building on {cell} for {price}."
    rule = "build.cost-retrofit"
    who: int
    cell: str
    price: int


class RenterMovedIn(Event):
    says = "{who:seat} let a renter move into {cell}."
    rule = "turn.step4-renters"
    who: int
    cell: str


class ToreDown(OfTile):
    says = "{who:seat} tore down {what} on {cell}."
    rule = "demolish"
    who: int
    kind: str
    cell: str


# ---------------------------------------------------------------- the end of a round: damage and climate cards


class DamageRose(Event):
    says = "With emissions at {emissions}, damage rose by {added} to {damage}."
    rule = "damage.step2-advance"
    emissions: int
    added: int
    damage: int


class CardDrawn(Event):
    says = "{title}: {effect}"
    rule = "event.trigger"
    card: str

    def parts(self) -> dict[str, Any]:
        return {"title": CARDS[self.card].title, "effect": CARDS[self.card].text}


class TileLost(OfTile):
    says = "On {cell}, {what} was lost."
    rule = "event.all-players"
    who: int | None  # the owner; unknown in logs of the first release
    kind: str
    cell: str


class TileDowngraded(OfTile):
    says = "On {cell}, {what} became {now}."
    rule = "event.recompute"
    who: int | None
    kind: str
    cell: str
    now: str

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "now": a(NUMBER[self.now])}


class RenterLost(Event):
    says = "{who:seat} lost a renter on {cell} for good."
    rule = "event.disease-renters"
    who: int
    cell: str


class RentAfterCard(Event):
    says = "{who:seat} had {before} rent before the card and {after} after it."
    rule = "event.recompute"
    who: int
    before: int
    after: int


class EmissionsAfterCard(Event):
    says = "Emissions were {before} before the card and {after} after it."
    rule = "event.recompute"
    before: int
    after: int


class RenterRelocated(Event):
    says = "{who:seat} moved a renter to {cell}."
    rule = "renter-lost-with-building"
    who: int
    cell: str


class RentersLeft(Event):
    says = "{n} renter left the city."
    many = "{n} renters left the city."
    rule = "event.all-players"
    n: int


# ---------------------------------------------------------------- creating legislation


class NoLawProposed(Event):
    says = "{who:seat} proposed no law."
    rule = "law-no-agreement"
    who: int


class LawProposed(Event):
    says = "{who:seat} proposed: {law}"
    rule = "law.one-law"
    who: int
    law: LawOrWords
    replaces: int = 0  # the number of the law that it changes or repeals
    repeal: bool = False

    def parts(self) -> dict[str, Any]:
        if isinstance(self.law, str):
            return {"who": self.who, "law": self.law}
        return {"who": self.who, "law": proposal_text(Proposal(self.law, self.who, self.replaces, self.repeal))}


class Accepted(Event):
    says = "{who:seat} accepted."
    rule = "law.unanimous"
    who: int


class AskedForChange(Event):
    says = "{who:seat} asked for a change."
    rule = "law.unanimous"
    who: int


class Vetoed(Event):
    says = "{who:seat} vetoed."
    rule = "law.unanimous"
    who: int


class VetoedWithReason(Event):
    says = "{who:seat} vetoed: “{why}”"
    rule = "law.unanimous"
    who: int
    why: str  # in the player's own words


class OfLaw(Event):
    """An event about a numbered law; the law is quoted without its duration."""

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        law: LawOrWords = parts["law"]
        return {**parts, "law": law if isinstance(law, str) else law_text(law, duration=False)}


class LawPassed(Event):
    says = "Law {number} passed and holds from round {since}: {law}"
    rule = "law.unanimous"
    number: int
    since: int
    law: LawOrWords

    def parts(self) -> dict[str, Any]:
        law = self.law if isinstance(self.law, str) else law_text(self.law)
        return {"number": self.number, "since": self.since, "law": law}


class LawRepealed(Event):
    says = "Law {number} was repealed."
    rule = "law-lifetime"
    number: int


class NoLawPassed(Event):
    says = "The session ended without a law."
    rule = "law-no-agreement"


# ---------------------------------------------------------------- laws in force


class LawRanOut(OfLaw):
    says = "Law {number} expired: {law}"
    rule = "law-lifetime"
    number: int
    law: LawOrWords


class PricesChanged(Event):
    says = "Prices changed: {now}."
    rule = "law.binding"
    prices: tuple[tuple[str, int], ...]  # kinds and what they cost now

    def parts(self) -> dict[str, Any]:
        return {"now": [NOW_COSTS(what=TITLES[NUMBER[kind]], n=price) for kind, price in self.prices]}


class PaidCarbonTax(Event):
    says = "{who:seat} paid {paid} in carbon tax under law {number}."
    rule = "income-before-law"
    who: int
    paid: int
    number: int


class ExcusedFromLaw(Event):
    says = "{who:seat} could not meet law {number}: excused."
    rule = "law-impossible"
    who: int
    number: int


class Acquitted(Event):
    says = "{who:seat} stood accused of breaking law {number} and went free."
    rule = "law-enforcement"
    who: int
    number: int


class WarnedByLaw(OfLaw):
    says = "{who:seat} broke law {number} and got a warning: {law}"
    rule = "law.binding"
    who: int
    number: int
    law: LawOrWords


class BrokeLaw(Event):
    says = "{who:seat} broke law {number}. Penalty: {penalty}."
    rule = "law.binding"
    who: int
    number: int
    penalty: PenaltyOrWords

    def parts(self) -> dict[str, Any]:
        penalty = self.penalty
        words = penalty if isinstance(penalty, str) else penalty_text(replace(penalty, warning=False))
        return {"who": self.who, "number": self.number, "penalty": words}


class PaidFine(Event):
    says = "{who:seat} paid a fine of {paid}."
    rule = "law-fine-no-money"
    who: int
    paid: int


class SharedOut(Event):
    says = "The other players received {share} each from {who:seat}."
    rule = "law-price-effect"
    who: int
    share: int


class RenterSentAway(Event):
    says = "A renter left {cell} to wait for another home."
    rule = "law.binding"
    cell: str


# ---------------------------------------------------------------- new renters


class RentersArrived(Event):
    says = "{n} renter arrived: {pool} waiting, {reserve} in reserve."
    many = "{n} renters arrived: {pool} waiting, {reserve} in reserve."
    rule = "renters.replenish"
    n: int
    pool: int
    reserve: int


# ---------------------------------------------------------------- a facilitated session


class TablesStopped(Event):
    says = "The facilitator stopped all tables."
    rule = "facil.stop-all"


# ---------------------------------------------------------------- the end of the game


class GameEnded(Event):
    """Base class of the events that end the game."""

    winners: tuple[int, ...]
    rent: int  # of the first winner
    partner: int | None  # the winner's other colour, where each player runs two

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "winner": self.winner}

    @property
    def winner(self) -> Text:
        if not self.winners:
            return NOBODY
        if len(self.winners) == 1:
            return HIGHEST(who=self.winners[0], rent=self.rent)
        if len(self.winners) == 2:
            return SHARED(who=self.winners[0], other=self.winners[1], rent=self.rent)
        return SHARED_BY_MORE(rent=self.rent)

    @property
    def text(self) -> Text:
        how = super().text
        return how if self.partner is None else WITH_PARTNER(how=how, partner=self.partner)


class ReachedRent(GameEnded):
    says = "{who:seat} reached {rent} rent a turn."
    rule = "end.rent-50"

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "who": self.winners[0]}

    @property
    def concerns(self) -> int | None:
        return self.winners[0]


class ReachedRentTogether(GameEnded):
    says = "{winner}"
    rule = "end.rent-50"


class AtmosphereBroke(GameEnded):
    says = "The atmosphere broke at {damage} damage. {winner}"
    rule = "end.damage-42"
    damage: int


class RoundLimitReached(GameEnded):
    says = "The game ended after {rounds} rounds. {winner}"
    rule = "stalemate"
    rounds: int


class SessionOver(GameEnded):
    says = "The session ended. {winner}"
    rule = "facil.shared-damage"
