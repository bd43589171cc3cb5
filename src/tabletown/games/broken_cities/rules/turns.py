"""Round structure: the turn order, and a player's turn step by step."""

from __future__ import annotations

from tabletown.games.broken_cities.content import (
    KINDS,
    RENT_END,
    RETROFIT,
)
from tabletown.games.broken_cities.events import OrderDecided, ReceivedIncome, ReceivedLessIncome, RoundBegan
from tabletown.games.broken_cities.options import (
    BOUGHT,
    CELL_AT,
    CELL_WORDS,
    DEMOLISH,
    END,
    HOME_AT,
    MOVE_IN_ALL,
    RENTER_WORDS,
)
from tabletown.games.broken_cities.rules.building import (
    NO_HOME,
    PARK_FIRST,
    build,
    changed,
    legal_cells,
    move_in,
    move_in_everywhere,
    purchases,
    retrofit,
    tear_down,
    why_not_buy,
    why_not_on,
)
from tabletown.games.broken_cities.rules.counting import empty_homes, own_cells
from tabletown.games.broken_cities.rules.ending import end_by_rent
from tabletown.games.broken_cities.rules.laws import collect_taxes, enforce, judge, note_ability
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.words import a
from tabletown.kernel import NOT_AN_OPTION, Chance, Choose, Reason, Script, Text, because, tell

ACT = Text("build, house renters or end the turn")
ACT_LATE = Text("buy the park the law demands")
WHERE = Text("pick a cell for {what}")
WHICH = Text("pick a building to retrofit")
TEAR_DOWN = Text("pick a tile to tear down")
FIRST_OF = Text("draw lots: who acts first")

NO_HOMES = because("no-homes", "You have no empty building.", "renters.no-hoarding")
ONE_ONLY = because("one-only", "Only one renter can move in: pick the building.", "renters.take-limit")
NOBODY_WAITS = because("nobody-waits", "No renters are waiting.", "renters.available-per-round")
NOT_YOUR_TILE = because("not-your-tile", "That tile isn't yours.", "demolish")
NO_DEMOLITION = because("no-demolition", "Tiles can't be torn down in this game.", "demolish")
NO_OWN_TILE = because("no-own-tile", "You have no tile to tear down.", "demolish")
KIND_FIRST = because("kind-first", "Choose what to build first.", "turn.step2-purchase")


# ------------------------------------------------------------------ the order of a round


def start_round(s: BrokenCities) -> Script:
    """Set the turn order for the whole round: lowest rent first."""
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
    """Draw lots among players who are tied in the order."""
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
    """Let the active player do one thing: buy, place a renter, or end the turn."""
    seat = s.order[s.turn]
    if not s.begun:
        begin_turn(s, seat)
        if max(s.rents) >= RENT_END:  # renters moved in automatically
            end_by_rent(s, seat)
            return
    prompt = ACT_LATE if s.forced[seat] else ACT
    answer = yield Choose(seat, prompt, things_to_do, "turn.step2-purchase", why_not_do, about=(s, seat))
    if answer in BOUGHT:  # step 2, on a cell of the player's choice; steps 3 and 5 follow at once
        kind = BOUGHT[answer]
        cell = CELL_AT[(yield where_to(s, seat, kind))]
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
        move_in(s, seat, HOME_AT[answer])
    if s.options.move_in == "auto":
        move_in_everywhere(s, seat)
    if s.active:
        note_ability(s, seat)
    if max(s.rents) >= RENT_END:
        end_by_rent(s, seat)


def begin_turn(s: BrokenCities, seat: int) -> None:
    """Step 1: pay income by the rent marker, then collect taxes."""
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
    """Why the active player cannot do this, or None if they can."""
    if word in BOUGHT:
        return why_not_buy(s, seat, BOUGHT[word])
    if word in CELL_AT:
        return KIND_FIRST
    if word not in HOME_AT and word not in (MOVE_IN_ALL, DEMOLISH, END):
        return NOT_AN_OPTION
    if s.forced[seat]:
        return PARK_FIRST
    if word == DEMOLISH:
        if s.options.demolition == "no":
            return NO_DEMOLITION
        return None if seat in s.owners else NO_OWN_TILE
    return None if word == END else why_not_move_in(s, seat, word)


def why_not_move_in(s: BrokenCities, seat: int, word: str) -> Reason | None:
    if not s.pool:
        return NOBODY_WAITS
    homes = empty_homes(s, seat)
    if word != MOVE_IN_ALL:
        return None if HOME_AT[word] in homes else NO_HOME
    if not homes:
        return NO_HOMES
    return None if len(homes) > 1 and s.pool > 1 else ONE_ONLY


WHERE_FOR = [WHERE(what=a(kind) if kind else "") for kind in range(RETROFIT)]


def where_to(s: BrokenCities, seat: int, kind: int) -> Choose:
    """Ask for a cell: any empty one for a building or park, an own building for a retrofit."""
    prompt, rule = (WHICH, "build.cost-retrofit") if kind == RETROFIT else (WHERE_FOR[kind], "build.any-cell")
    return Choose(seat, prompt, places_for(s, seat, kind), rule, why_not_here, about=(s, seat, kind))


def places_for(s: BrokenCities, seat: int, kind: int) -> list[str]:
    return [CELL_WORDS[cell] for cell in legal_cells(s, seat, kind)]


def why_not_here(s: BrokenCities, seat: int, kind: int, word: str) -> Reason | None:
    return why_not_on(s, seat, kind, CELL_AT[word]) if word in CELL_AT else NOT_AN_OPTION


def demolish(s: BrokenCities, seat: int) -> Script:
    answer = yield Choose(seat, TEAR_DOWN, own_tiles, "demolish", why_not_tear_down, about=(s, seat))
    tear_down(s, seat, CELL_AT[answer])


def own_tiles(s: BrokenCities, seat: int) -> list[str]:
    return [CELL_WORDS[cell] for cell in own_cells(s, seat)]


def why_not_tear_down(s: BrokenCities, seat: int, word: str) -> Reason | None:
    if word not in CELL_AT:
        return NOT_AN_OPTION
    return None if s.owners[CELL_AT[word]] == seat else NOT_YOUR_TILE


def end_turn(s: BrokenCities, seat: int) -> Script:
    """Judge the laws and end the turn; money left over is kept."""
    if s.barred[seat]:
        s.barred = changed(s.barred, seat, 0)
    if s.active:
        yield from judge(s, seat)
    turns = [*s.last_turns]
    turns[seat] = [*s.bought, s.emissions - s.emissions_before, s.purse]
    s.last_turns = turns
    s.turn += 1
    s.begun = False
    if s.turn == s.players:
        s.phase = "damage"
    elif s.options.facilitated == "on":
        s.phase, s.resume = "room", "turn"
