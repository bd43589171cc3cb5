"""Buying: what may be bought, where it may stand and what it changes, under the laws in force."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tabletown.games.broken_cities.content import (
    CELLS,
    CONVENTIONAL,
    COST,
    EMISSIONS,
    EMPTY,
    IN_AREA,
    KINDS,
    RETROFIT,
    SHOPPING,
    TITLES,
)
from tabletown.games.broken_cities.events import Built, RenterMovedIn, Retrofitted, SharedOut, ToreDown
from tabletown.games.broken_cities.options import BUY_WORDS
from tabletown.games.broken_cities.rules.counting import (
    count_better,
    count_renter,
    count_tile,
    empty_homes,
    has_variants,
    home_rent,
    own_cells,
    recount,
    rent_at,
)
from tabletown.games.broken_cities.state import BrokenCities, Law
from tabletown.games.broken_cities.words import law_text
from tabletown.kernel import Reason, because, tell

NO_TILE = because("no-tile", "There are no tiles of this kind left.", "build.supply-limit")
NO_CELL = because("no-cell", "Every cell of the block is taken.", "board-full")
TAKEN = because("taken", "That cell is taken.", "build.on-empty-cell")
NOTHING_TO_RETROFIT = because("nothing-to-retrofit", "You have no building to retrofit.", "retrofit-what")
NOT_YOURS = because("not-your-building", "That building isn't yours.", "retrofit-what")
NO_BUILDING = because("no-building", "There's no building there.", "retrofit-what")
BEST_ALREADY = because("best-already", "Only a Low-Cost or Conventional building can be retrofitted.", "retrofit-what")
MARKED_ALREADY = because("marked-already", "That building has already been retrofitted.", "retrofit-what")
NO_BETTER_TILE = because("no-better-tile", "There are no tiles of the next better kind left.", "retrofit-often")
BARRED = because("barred", "You broke a law, so you can't build that this turn.", "law.binding")
PARK_FIRST = because("park-first", "You broke a law, so you must buy the park first.", "law.binding")
NO_HOME = because("no-home", "You have no empty building there.", "renters.no-hoarding")

FOR_SALE = range(1, RETROFIT + 1)


def why_not_buy(s: BrokenCities, seat: int, kind: int) -> Reason | None:
    """Why this seat cannot buy this kind now, or None if it can."""
    if s.money[seat] < s.prices[kind]:
        return too_dear(kind, s.prices[kind], s.money[seat])
    if s.forced[seat] and s.forced[seat] != kind:
        return PARK_FIRST
    if kind == RETROFIT:
        if not has_retrofit(s, seat):
            return NOTHING_TO_RETROFIT
    elif s.supply[kind] <= 0:
        return NO_TILE
    elif EMPTY not in s.kinds:
        return NO_CELL
    if s.barred[seat] >> kind & 1:
        return BARRED
    return why_illegal(s, kind) or why_nowhere(s, seat, kind) if s.active else None


@lru_cache(maxsize=1 << 10)
def too_dear(kind: int, price: int, money: int) -> Reason:
    return because(
        "too-dear",
        "{what} costs {price}, but you have only {money}.",
        "turn.no-debt",
        what=TITLES[kind],
        price=price,
        money=money,
    )


def purchases(s: BrokenCities, seat: int) -> list[str]:
    money, prices = s.money[seat], s.prices  # the first test is fast: no reason is made for what is too dear
    return [BUY_WORDS[kind] for kind in FOR_SALE if money >= prices[kind] and why_not_buy(s, seat, kind) is None]


def why_illegal(s: BrokenCities, kind: int, cell: int = -1) -> Reason | None:
    """The law that forbids buying this kind now (on this cell), if any."""
    for law in s.active:
        forbids = FORBIDS.get(law.kind)
        if forbids is not None and forbids(s, law, kind, cell):
            return forbidden_by(law)
    return None


@lru_cache(maxsize=1 << 10)
def forbidden_by(law: Law) -> Reason:
    return because(
        "law-forbids",
        "Law {number} forbids it: {law}",
        "law.binding",
        number=law.number,
        law=law_text(law, duration=False),
    )


def why_nowhere(s: BrokenCities, seat: int, kind: int) -> Reason | None:
    """Why bans leave no cell for this kind, or None if there is one."""
    if not is_banned_somewhere(s, kind):
        return None
    cells = retrofit_cells(s, seat) if kind == RETROFIT else empty_cells(s)
    reasons = [why_illegal(s, kind, cell) for cell in cells]
    return None if None in reasons else reasons[0]


def _banned(s: BrokenCities, law: Law, kind: int, cell: int) -> bool:
    if kind not in law.kinds:
        return False
    return law.area == "anywhere" if cell < 0 else IN_AREA[law.area][cell]


def _over_the_cap(s: BrokenCities, law: Law, kind: int, cell: int) -> bool:
    return kind in law.kinds and sum([s.bought[listed] for listed in law.kinds]) >= law.count


def _braked(s: BrokenCities, law: Law, kind: int, cell: int) -> bool:
    return EMISSIONS[kind] > 0 and s.emissions >= law.amount


FORBIDS = {"ban": _banned, "build_cap": _over_the_cap, "city_emission_brake": _braked}


def empty_cells(s: BrokenCities) -> list[int]:
    return [cell for cell, kind in enumerate(s.kinds) if not kind]


def is_banned_somewhere(s: BrokenCities, kind: int) -> bool:
    """Whether a ban names this kind. Other laws do not depend on the cell and were checked when the kind was chosen."""
    for law in s.active:  # noqa: SIM110 (asked for every option)
        if law.kind == "ban" and kind in law.kinds:
            return True
    return False


def legal_cells(s: BrokenCities, seat: int, kind: int) -> list[int]:
    """Where this kind may go: empty cells, or own buildings for a retrofit, unless a law forbids it there."""
    cells = retrofit_cells(s, seat) if kind == RETROFIT else empty_cells(s)
    if is_banned_somewhere(s, kind):
        cells = [cell for cell in cells if why_illegal(s, kind, cell) is None]
    return cells


def why_not_on(s: BrokenCities, seat: int, kind: int, cell: int) -> Reason | None:
    """Why this kind, which the seat is buying, cannot go on this cell, or None if it can."""
    if kind == RETROFIT:
        reason = why_not_retrofit(s, seat, cell)
    else:
        reason = TAKEN if s.kinds[cell] else None
    return reason or why_illegal(s, kind, cell)


def why_not_retrofit(s: BrokenCities, seat: int, cell: int) -> Reason | None:
    """Why the building on this cell cannot be retrofitted, or None if it can; ignores laws."""
    kind = s.kinds[cell]
    if not 0 < kind <= SHOPPING:
        return NO_BUILDING
    if s.owners[cell] != seat:
        return NOT_YOURS
    if s.options.retrofit == "marker":
        return MARKED_ALREADY if s.marked[cell] else None
    if kind > CONVENTIONAL:
        return BEST_ALREADY
    return None if s.supply[kind + 1] > 0 else NO_BETTER_TILE


def retrofit_cells(s: BrokenCities, seat: int) -> list[int]:
    return [cell for cell in own_cells(s, seat) if why_not_retrofit(s, seat, cell) is None]


def has_retrofit(s: BrokenCities, seat: int) -> bool:
    for cell in own_cells(s, seat):  # noqa: SIM110 (asked for every option)
        if why_not_retrofit(s, seat, cell) is None:
            return True
    return False


def pay(s: BrokenCities, seat: int, kind: int) -> int:
    price = s.prices[kind]
    s.money[seat] -= price
    s.bought[kind] += 1
    if s.forced[seat] == kind:
        s.forced = changed(s.forced, seat, 0)
    if price > COST[kind] and s.options.fines == "pool":
        share_out(s, seat, price - COST[kind])
    return price


def share_out(s: BrokenCities, seat: int, amount: int) -> None:
    """Option fines=pool: the other players get equal parts, the rest goes to the bank."""
    share = amount // (s.players - 1)
    if not share:
        return
    for other in range(s.players):
        if other != seat:
            s.money[other] += share
    tell(s, SharedOut, seat, share)


def build(s: BrokenCities, seat: int, kind: int, cell: int) -> None:
    price = pay(s, seat, kind)
    s.supply[kind] -= 1
    s.kinds[cell], s.owners[cell] = kind, seat
    tell(s, Built, seat, KINDS[kind], CELLS[cell], price)
    count_tile(s, cell)


def retrofit(s: BrokenCities, seat: int, cell: int) -> None:
    """Replace a building with the next better kind and keep its renter (or mark it, by option)."""
    price, kind = pay(s, seat, RETROFIT), s.kinds[cell]
    if s.options.retrofit == "marker":
        s.marked = changed(s.marked, cell, 1)
    else:
        s.supply[kind] += 1
        s.kinds[cell] = kind + 1
        s.supply[kind + 1] -= 1
    tell(s, Retrofitted, seat, CELLS[cell], price)
    count_better(s, cell, kind)


def move_in(s: BrokenCities, seat: int, cell: int) -> None:
    s.pool -= 1
    s.renters[cell] = 1
    tell(s, RenterMovedIn, seat, CELLS[cell])
    count_renter(s, cell)


def move_in_everywhere(s: BrokenCities, seat: int) -> None:
    """Fill the seat's empty buildings, highest rent first, while renters are waiting."""
    homes = empty_homes(s, seat)
    if has_variants(s):
        homes = sorted(homes, key=lambda cell: -rent_at(s, cell, occupied=True))
    else:
        homes = sorted(homes, key=lambda cell: -home_rent(s, cell))
    for cell in homes[: s.pool]:
        move_in(s, seat, cell)


def tear_down(s: BrokenCities, seat: int, cell: int) -> None:
    """Tear down a tile (option demolition=yes)."""
    tell(s, ToreDown, seat, KINDS[s.kinds[cell]], CELLS[cell])
    s.pool += s.renters[cell]
    clear(s, cell)
    recount(s)


def clear(s: BrokenCities, cell: int) -> None:
    """Return the tile to the supply. The caller takes care of its renter."""
    s.supply[s.kinds[cell]] += 1
    s.kinds[cell], s.owners[cell], s.renters[cell] = EMPTY, -1, 0
    if s.marked[cell]:
        s.marked = changed(s.marked, cell, 0)


def changed(values: Sequence[int], index: int, value: int) -> list[int]:
    """A new list with one entry changed: copies of the state share the old one."""
    new = [*values]
    new[index] = value
    return new
