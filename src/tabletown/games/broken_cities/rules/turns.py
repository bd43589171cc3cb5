"""Round structure: the turn order, a player's turn step by step."""

from __future__ import annotations

from tabletown.games.broken_cities.content import (
    KINDS,
    RENT_END,
    RETROFIT,
)
from tabletown.games.broken_cities.events import OrderDecided, ReceivedIncome, ReceivedLessIncome, RoundBegan
from tabletown.games.broken_cities.rules.building import (
    PARK_FIRST,
    build,
    building_cells,
    changed,
    explain,
    legal_retrofits,
    move_in,
    move_in_everywhere,
    purchases,
    retrofit,
    tear_down,
    why_illegal,
    why_not_build_on,
    why_not_buy,
    why_not_retrofit,
)
from tabletown.games.broken_cities.rules.counting import empty_homes
from tabletown.games.broken_cities.rules.ending import end_by_rent
from tabletown.games.broken_cities.rules.laws import collect_taxes, enforce, judge, note_ability
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.words import (
    BOUGHT,
    CELL_OF,
    CELL_WORDS,
    DEMOLISH,
    END,
    MOVE_IN_ALL,
    RENTER_WORDS,
    a,
)
from tabletown.kernel import Chance, Choose, Reason, Script, Text, because, tell

ACT = Text("build, let renters move in, or end the turn")
ACT_LATE = Text("buy the park that the law demands, or do what else is possible")
WHERE = Text("pick a cell for {what}")
WHICH = Text("pick the building to retrofit")
TEAR_DOWN = Text("pick the tile to tear down")
FIRST_OF = Text("who acts first among equals")

NO_HOME = because("no-home", "You have no empty building there.", "renters.no-hoarding")
NO_HOMES = because("no-homes", "You have no empty building.", "renters.no-hoarding")
ONE_ONLY = because("one-only", "Only one renter can move in: pick the building.", "renters.take-limit")
NOBODY_WAITS = because("nobody-waits", "No renters are waiting.", "renters.available-per-round")
NOT_YOUR_TILE = because("not-your-tile", "That tile is not yours.", "demolish")
NO_DEMOLITION = because("no-demolition", "Tiles cannot be torn down.", "demolish")
NO_OWN_TILE = because("no-own-tile", "You have no tile to tear down.", "demolish")


# ------------------------------------------------------------------ the order of a round


def start_round(s: BrokenCities) -> Script:
    """Lowest rent first; the order stays for the whole round."""
    s.round += 1
    tell(s, RoundBegan, s.round)
    enforce(s)
    by_lot = s.options.ties == "lot"
    ranks = [(s.last[seat], s.rents[seat], s.money[seat] if by_lot else seat) for seat in range(s.players)]
    order = sorted(range(s.players), key=ranks.__getitem__)
    if len(set(ranks)) < s.players:
        order = yield from draw_lots(order, ranks)
    s.order, s.turn, s.begun, s.phase = order, 0, False, "turn"
    s.last = [0] * s.players
    tell(s, OrderDecided, order[0])


def draw_lots(waiting: list[int], ranks: list[tuple[int, int, int]]) -> Script:
    """Lots decide who acts first among equals."""
    order = []
    while waiting:
        first = waiting[0]
        if len(waiting) > 1 and ranks[first] == ranks[waiting[1]]:
            tied = [seat for seat in waiting if ranks[seat] == ranks[first]]
            first = int((yield Chance("lots", [str(seat) for seat in tied], FIRST_OF, "tie-turn-order")))
        order.append(first)
        waiting.remove(first)
    return order


# ------------------------------------------------------------------ a turn


def act(s: BrokenCities) -> Script:
    """One thing that the active player does: a purchase, a renter, or the end of the turn."""
    seat = s.order[s.turn]
    if not s.begun:
        begin_turn(s, seat)
        if max(s.rents) >= RENT_END:  # renters who moved in by themselves
            end_by_rent(s, seat)
            return
    answer = yield Choose(
        seat,
        ACT_LATE if s.forced[seat] else ACT,
        things_to_do(s, seat),
        "turn.step2-purchase",
        lambda word: why_not_do(s, seat, word),
    )
    if answer in BOUGHT:  # step 2, on a cell of the player's choice; steps 3 and 5 follow at once
        kind = BOUGHT[answer]
        cell = CELL_OF[(yield where_to(s, seat, kind))]
        if kind == RETROFIT:
            retrofit(s, seat, cell)
        else:
            build(s, seat, kind, cell)
    elif answer == END:
        yield from end_turn(s, seat)
        return
    elif answer == MOVE_IN_ALL:
        move_in_everywhere(s, seat)
    elif answer == DEMOLISH:
        yield from demolish(s, seat)
    else:
        move_in(s, seat, CELL_OF[answer])
    if s.options.move_in == "auto":
        move_in_everywhere(s, seat)
    if s.active:
        note_ability(s, seat)
    if max(s.rents) >= RENT_END:
        end_by_rent(s, seat)


def begin_turn(s: BrokenCities, seat: int) -> None:
    """Step 1: income, as the rent marker says; then taxes."""
    full = s.rents[seat]
    income = full - full * s.less_income[seat] // 4
    s.money[seat] += income
    if income == full:
        tell(s, ReceivedIncome, seat, income, s.money[seat])
    else:
        tell(s, ReceivedLessIncome, seat, income, full, s.money[seat])
    if s.less_income[seat]:
        s.less_income = changed(s.less_income, seat, 0)
    s.begun = True
    s.bought = [0] * len(KINDS)
    s.emissions_before = s.emissions
    s.able = []
    if s.active:
        collect_taxes(s, seat)
    s.purse = s.money[seat]
    if s.forced[seat] and why_not_buy(s, seat, s.forced[seat]) is not None:
        s.forced = changed(s.forced, seat, 0)  # no money, tile or cell: the duty lapses
    if s.active:
        note_ability(s, seat)
    if s.options.move_in == "auto":
        move_in_everywhere(s, seat)


def things_to_do(s: BrokenCities, seat: int) -> list[str]:
    words = purchases(s, seat)
    if s.forced[seat]:
        return words
    if s.pool:
        homes = empty_homes(s, seat)
        if homes:
            words += [RENTER_WORDS[cell] for cell in homes]
            if len(homes) > 1 and s.pool > 1:
                words.append(MOVE_IN_ALL)
    if s.options.demolition == "yes" and seat in s.owners:
        words.append(DEMOLISH)
    words.append(END)
    return words


def why_not_do(s: BrokenCities, seat: int, word: str) -> Reason | None:
    """Why this is not among the things to do, by the rules that made the list."""
    if word in BOUGHT:
        reason = why_not_buy(s, seat, BOUGHT[word])
        return explain(s, seat, BOUGHT[word], reason) if reason is not None else None
    if s.forced[seat] and (word in (END, MOVE_IN_ALL, DEMOLISH) or word in RENTER_WORDS):
        return PARK_FIRST
    if word in RENTER_WORDS:
        return NO_HOME if s.pool else NOBODY_WAITS
    if word == MOVE_IN_ALL:
        return NOBODY_WAITS if not s.pool else ONE_ONLY if empty_homes(s, seat) else NO_HOMES
    if word == DEMOLISH:
        return NO_DEMOLITION if s.options.demolition == "no" else NO_OWN_TILE
    if word in CELL_OF:
        return because("first-say-what-build", "First say what to build.", "turn.step2-purchase")
    return None


def where_to(s: BrokenCities, seat: int, kind: int) -> Choose:
    """A building or park goes on any empty cell, a retrofit on an own building."""
    if kind == RETROFIT:
        prompt, rule = WHICH, "build.cost-retrofit"
        cells = [CELL_WORDS[cell] for cell in legal_retrofits(s, seat)]
    else:
        prompt, rule = WHERE_FOR[kind], "build.any-cell"
        cells = building_cells(s, kind)
    return Choose(seat, prompt, cells, rule, lambda word: why_not_here(s, seat, kind, word))


WHERE_FOR = [WHERE(what=a(kind) if kind else "") for kind in range(RETROFIT)]


def why_not_here(s: BrokenCities, seat: int, kind: int, word: str) -> Reason | None:
    cell = CELL_OF.get(word)
    if cell is None:
        return None
    if kind == RETROFIT:
        return why_not_retrofit(s, seat, cell) or (why_illegal(s, kind, cell) if s.active else None)
    return why_not_build_on(s, kind, cell)


def why_not_tear_down(word: str) -> Reason | None:
    return NOT_YOUR_TILE if word in CELL_OF else None


def demolish(s: BrokenCities, seat: int) -> Script:
    own = [CELL_WORDS[cell] for cell, owner in enumerate(s.owners) if owner == seat]
    answer = yield Choose(seat, TEAR_DOWN, own, rule="demolish", why=why_not_tear_down)
    tear_down(s, seat, CELL_OF[answer])


def end_turn(s: BrokenCities, seat: int) -> Script:
    """The laws are judged; what is left of the money is kept."""
    if s.barred[seat]:
        s.barred = changed(s.barred, seat, 0)
    if s.active:
        yield from judge(s, seat)
    turns = s.last_turns[:]
    turns[seat] = [*s.bought, s.emissions - s.emissions_before, s.purse]
    s.last_turns = turns
    s.turn += 1
    s.begun = False
    if s.turn == s.players:
        s.phase = "damage"
    elif s.options.facilitated == "on":
        s.phase, s.resume = "room", "turn"
