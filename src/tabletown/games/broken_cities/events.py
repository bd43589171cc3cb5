"""What can happen in Broken Cities, in the rulebook's order. A kind of tile is its id, a cell is its name."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tabletown.games.broken_cities.content import CARDS, NUMBER, TITLES
from tabletown.games.broken_cities.state import Law, Penalty, Proposal
from tabletown.games.broken_cities.words import a, law_text, penalty_text, proposal_text
from tabletown.kernel import Event, Text

NOW_COSTS = Text("{what:word} costs {n}")
HIGHEST = Text("Highest rent, {rent}: {who:seat}.")
SHARED = Text("Highest rent, {rent}: {who:seat} and {other:seat}.")
SHARED_BY_MORE = Text("Several share the highest rent, {rent}.")
NOBODY = Text("Nobody wins.")
WITH_PARTNER = Text("{how} {partner:seat} belongs to the same player.")

# of a log that was stored before there were events only the words of a law and of a penalty are known
LawOrWords = Law | str
PenaltyOrWords = Penalty | str


class OfTile(Event):
    """An event of one tile."""

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        return {**parts, "what": a(NUMBER[parts["kind"]])}


# ---------------------------------------------------------------- the order of a round


class RoundBegan(Event):
    says = "Round {round}"
    heading = True
    round: int


class OrderDecided(Event):
    says = "First, with the lowest rent: {who:seat}."
    rule = "round.order-lowest-first"
    who: int


# ---------------------------------------------------------------- a turn


class ReceivedIncome(Event):
    says = "{who:seat} received {income}; money {money}."
    rule = "turn.step1-income"
    who: int
    income: int
    money: int


class ReceivedLessIncome(Event):
    says = "{who:seat} received {income} instead of {full}; money {money}."
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
    says = "{who:seat} retrofitted {cell} for {price}."
    rule = "build.cost-retrofit"
    who: int
    cell: str
    price: int


class RenterMovedIn(Event):
    says = "{who:seat} let a renter move in on {cell}."
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
    says = "Emissions {emissions}: damage rises by {added} to {damage}."
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
    who: int | None  # the owner; the first release did not tell
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
    says = "{who:seat} had {before} rent before the card, {after} after it."
    rule = "event.recompute"
    who: int
    before: int
    after: int


class EmissionsAfterCard(Event):
    says = "Emissions were {before} before the card and are {after} after it."
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
    """An event of a numbered law, told with its words but without how long it holds."""

    def parts(self) -> dict[str, Any]:
        parts = super().parts()
        law: LawOrWords = parts["law"]
        return {**parts, "law": law if isinstance(law, str) else law_text(law, duration=False)}


class LawPassed(Event):
    says = "Law {number} holds from round {since}: {law}"
    rule = "law.unanimous"
    number: int
    since: int
    law: LawOrWords

    def parts(self) -> dict[str, Any]:
        law = self.law if isinstance(self.law, str) else law_text(self.law)
        return {"number": self.number, "since": self.since, "law": law}


class LawRepealed(Event):
    says = "Law {number} is repealed."
    rule = "law-lifetime"
    number: int


class NoLawPassed(Event):
    says = "The session ended without a law."
    rule = "law-no-agreement"


# ---------------------------------------------------------------- laws in force


class LawRanOut(OfLaw):
    says = "Law {number} ran out: {law}"
    rule = "law-lifetime"
    number: int
    law: LawOrWords


class PricesChanged(Event):
    says = "By law {now}."
    rule = "law.binding"
    prices: tuple[tuple[str, int], ...]  # kinds and what they cost now

    def parts(self) -> dict[str, Any]:
        return {"now": [NOW_COSTS(what=TITLES[NUMBER[kind]], n=price) for kind, price in self.prices]}


class PaidCarbonTax(Event):
    says = "{who:seat} paid {paid} of carbon tax by law {number}."
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
    says = "Accused under law {number} and acquitted: {who:seat}."
    rule = "law-enforcement"
    who: int
    number: int


class WarnedByLaw(OfLaw):
    says = "{who:seat} broke law {number}, a first warning: {law}"
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
    says = "{who:seat} paid {paid}."
    rule = "law-fine-no-money"
    who: int
    paid: int


class SharedOut(Event):
    says = "The other players received {share} each from {who:seat}."
    rule = "law-price-effect"
    who: int
    share: int


class RenterSentAway(Event):
    says = "A renter left {cell} and waits for another home."
    rule = "law.binding"
    cell: str


# ---------------------------------------------------------------- new renters


class RentersArrived(Event):
    says = "{n} renter arrived; waiting {pool}, in reserve {reserve}."
    many = "{n} renters arrived; waiting {pool}, in reserve {reserve}."
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
    """The parent of all that ends the game."""

    winners: tuple[int, ...]
    rent: int  # of the first of them
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
    says = "The atmosphere is broken: damage {damage}. {winner}"
    rule = "end.damage-42"
    damage: int


class RoundLimitReached(GameEnded):
    says = "{rounds} rounds are over. {winner}"
    rule = "stalemate"
    rounds: int


class SessionOver(GameEnded):
    says = "The session is over. {winner}"
    rule = "facil.shared-damage"
