"""Laws in force: what they charge, how they are judged at the end of a turn, and their penalties."""

from __future__ import annotations

from tabletown.games.broken_cities import events as e
from tabletown.games.broken_cities.content import (
    CELLS,
    COST,
    ECO_PARK,
    EMISSIONS,
    EMPTY,
    GREENSPACE,
    KINDS,
    PARKS,
    RETROFIT,
)
from tabletown.games.broken_cities.options import BROKEN, HOME_AT, KEPT, RENTER_WORDS
from tabletown.games.broken_cities.rules.building import changed, legal_cells, share_out, why_not_buy
from tabletown.games.broken_cities.rules.counting import (
    own_buildings,
    own_emissions,
    own_parks,
    recount,
    rent_at,
    rented_homes,
)
from tabletown.games.broken_cities.state import BrokenCities, Law
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, Together, because, tell

JUDGE = Text("judge {who:seat} under law {number}")
SEND_AWAY = Text("send a renter back ({left} to go)")

DUTIES = {"build_obligation", "offset", "park_quota", "turn_emission_cap", "own_emission_cap"}
NO_RENTER = because("no-renter", "No renter of yours lives there.", "disease-where")


def enforce(s: BrokenCities) -> None:
    """Start a round: drop expired laws, bring new ones into force, update prices."""
    if not s.laws and not s.active:
        return
    for law in s.laws:
        if law.rounds and s.round >= law.since + law.rounds:
            s.laws = [other for other in s.laws if other is not law]
            tell(s, e.LawRanOut, law.number, law)
    s.active = s.laws
    before, s.prices = s.prices, COST[:]
    for law in s.active:
        if law.kind == "surcharge":
            for kind in law.kinds:
                s.prices[kind] += law.amount
    if s.prices != before:
        now = tuple((KINDS[kind], price) for kind, price in enumerate(s.prices) if price != before[kind])
        tell(s, e.PricesChanged, now)


def levy(s: BrokenCities, seat: int, amount: int) -> int:
    """Take this much, or all there is; the rest is forgiven."""
    paid = min(amount, s.money[seat])
    s.money[seat] -= paid
    if s.options.fines == "pool":
        share_out(s, seat, paid)
    return paid


def collect_taxes(s: BrokenCities, seat: int) -> None:
    """Collect carbon taxes, after income and before any purchase."""
    for law in s.active:
        if law.kind == "carbon_tax":
            tax = law.count * max(0, own_emissions(s, seat) // law.amount)
            if tax:
                tell(s, e.PaidCarbonTax, seat, levy(s, seat, tax), law.number)


# ------------------------------------------------------------------ duties


def missed(s: BrokenCities, law: Law, seat: int) -> int:
    """By how much the seat misses this law at this moment of its turn; 0 if it keeps it."""
    if law.kind == "build_obligation":
        return max(0, law.count - _bought(s, law.kinds))
    if law.kind == "offset":
        return max(0, law.count * _bought(s, law.kinds) - _bought(s, law.others))
    if law.kind == "park_quota":
        return max(0, own_buildings(s, seat) // law.amount - own_parks(s, seat))
    if law.kind == "turn_emission_cap":
        return max(0, s.emissions - s.emissions_before - law.amount)
    if law.kind == "own_emission_cap":
        return max(0, own_emissions(s, seat) - law.amount)
    return 0


def _bought(s: BrokenCities, kinds: tuple[int, ...]) -> int:
    return sum([s.bought[kind] for kind in kinds])


def note_ability(s: BrokenCities, seat: int) -> None:
    """Remember which duties the seat could meet now: a seat that never could is excused."""
    for law in s.active:
        if law.kind in DUTIES and law.number not in s.able and _could_keep(s, law, seat):
            s.able = [*s.able, law.number]


def _could_keep(s: BrokenCities, law: Law, seat: int) -> bool:
    gap = missed(s, law, seat)
    if law.kind == "build_obligation":
        return can_buy(s, seat, law.kinds, gap)
    if law.kind == "offset":
        return can_buy(s, seat, law.others, max(1, gap))
    if law.kind == "park_quota":
        return not gap or can_buy(s, seat, PARKS, gap)
    if law.kind == "own_emission_cap":
        return _can_lower(s, seat, gap)
    return True  # a turn without building adds no emissions


def can_buy(s: BrokenCities, seat: int, kinds: tuple[int, ...], number: int) -> bool:
    """Whether the seat has money, tiles and cells for this many of these kinds."""
    money, cells = s.money[seat], s.kinds.count(EMPTY)
    for kind in sorted(kinds, key=lambda kind: s.prices[kind]):
        if number <= 0:
            break
        left = most_of(s, seat, kind)
        if kind != RETROFIT:
            left = min(left, cells)
        some = min(number, left, money // s.prices[kind])
        money -= some * s.prices[kind]
        number -= some
        if kind != RETROFIT:
            cells -= some
    return number <= 0


def most_of(s: BrokenCities, seat: int, kind: int) -> int:
    """How many of this kind tiles, cells and laws still allow the seat to buy this turn, if money were no object."""
    if why_not_buy(s, seat, kind) is not None:
        return 0
    most = len(legal_cells(s, seat, kind))
    if kind != RETROFIT:
        most = min(most, s.supply[kind])
    caps = [law.count - _bought(s, law.kinds) for law in s.active if law.kind == "build_cap" and kind in law.kinds]
    return min([most, *caps])


def _can_lower(s: BrokenCities, seat: int, gap: int) -> bool:
    """Whether parks and retrofits could lower the seat's emissions by this much."""
    cells, prices = s.kinds.count(EMPTY), s.prices
    eco_parks, greenspaces, retrofits = (most_of(s, seat, kind) for kind in (ECO_PARK, GREENSPACE, RETROFIT))
    better = legal_cells(s, seat, RETROFIT)
    saved = sorted([min(-EMISSIONS[RETROFIT], EMISSIONS[s.kinds[cell]]) for cell in better])[::-1]
    for eco in range(min(eco_parks, s.money[seat] // prices[ECO_PARK]) + 1):
        money = s.money[seat] - eco * prices[ECO_PARK]
        for small in range(min(greenspaces, cells - eco, money // prices[GREENSPACE]) + 1):
            some = min(retrofits, (money - small * prices[GREENSPACE]) // prices[RETROFIT])
            if sum(saved[:some]) - eco * EMISSIONS[ECO_PARK] - small * EMISSIONS[GREENSPACE] >= gap:
                return True
    return False


# ------------------------------------------------------------------ judgement


def judge(s: BrokenCities, seat: int) -> Script:
    """At the end of a turn, apply the penalty of every law that the player broke."""
    for law in s.active:
        if law.kind == "honour":
            yield from judge_by_vote(s, law, seat)
            continue
        gap = missed(s, law, seat)
        if not gap:
            continue
        if not law.strict and law.number not in s.able:
            tell(s, e.ExcusedFromLaw, seat, law.number)
        else:
            yield from punish(s, law, seat, gap)


def judge_by_vote(s: BrokenCities, law: Law, seat: int) -> Script:
    """Any other player may report a breach; a majority of the others decides, a tie acquits."""
    others = [other for other in range(s.players) if other != seat]
    votes = yield Together({other: verdict(law, seat, other) for other in others}, shows_progress=True)
    guilty = sum(1 for vote in votes.values() if vote == BROKEN)
    if 2 * guilty > len(others):
        yield from punish(s, law, seat, 1)
    elif guilty:
        tell(s, e.Acquitted, seat, law.number)


def verdict(law: Law, seat: int, other: int) -> Script:
    prompt = JUDGE(who=seat, number=law.number)
    return (yield Choose(other, prompt, [KEPT, BROKEN], rule="law-enforcement"))


def punish(s: BrokenCities, law: Law, seat: int, gap: int) -> Script:
    penalty = law.penalty
    if penalty is None:
        return
    if penalty.warning and (law.number, seat) not in s.warned:
        s.warned = [*s.warned, (law.number, seat)]
        tell(s, e.WarnedByLaw, seat, law.number, law)
        return
    tell(s, e.BrokeLaw, seat, law.number, penalty)
    if penalty.kind == "fine":
        tell(s, e.PaidFine, seat, levy(s, seat, penalty.amount))
    elif penalty.kind == "fine_per_unit":
        tell(s, e.PaidFine, seat, levy(s, seat, penalty.amount * gap))
    elif penalty.kind == "lose_income":
        s.less_income = changed(s.less_income, seat, min(4, s.less_income[seat] + penalty.amount))
    elif penalty.kind == "no_building_next_turn":
        s.barred = changed(s.barred, seat, s.barred[seat] | sum(1 << kind for kind in penalty.kinds))
    elif penalty.kind == "act_last":
        s.last = changed(s.last, seat, 1)
    elif penalty.kind == "forced_park":
        s.forced = changed(s.forced, seat, penalty.park)
    elif penalty.kind == "renter_leaves":
        yield from send_away(s, seat, penalty.amount)


def send_away(s: BrokenCities, seat: int, number: int) -> Script:
    """Send renters of the player's choice back to the pool."""
    for left in range(number, 0, -1):
        if not rented_homes(s, seat):
            return
        prompt = SEND_AWAY(left=left)
        answer = yield Choose(seat, prompt, renters_to_lose, "law.binding", why_not_lose, about=(s, seat, ()))
        cell = HOME_AT[answer]
        s.renters[cell] = 0
        s.pool += 1
        tell(s, e.RenterSentAway, CELLS[cell])
        recount(s)


def renters_to_lose(s: BrokenCities, seat: int, gone: tuple[int, ...]) -> list[str]:
    """The renters that the seat can lose, lowest rent first; `gone`: cells already picked."""
    homes = [cell for cell in rented_homes(s, seat) if cell not in gone]
    return [RENTER_WORDS[cell] for cell in sorted(homes, key=lambda cell: rent_at(s, cell))]


def why_not_lose(s: BrokenCities, seat: int, gone: tuple[int, ...], word: str) -> Reason | None:
    cell = HOME_AT.get(word)
    if cell is None:
        return NOT_AN_OPTION
    return None if s.renters[cell] and s.owners[cell] == seat and cell not in gone else NO_RENTER
