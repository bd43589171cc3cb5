"""Building highways: where a tile may lie, what it costs and earns, and how the result is settled."""

from __future__ import annotations

from functools import cache, lru_cache

from tabletown.games.right_of_way.events import (
    EARNED,
    Completed,
    DebtCancelled,
    Discarded,
    GaveUpHighway,
    GaveUpReservation,
    Joined,
    Laid,
    Parted,
    Reverted,
)
from tabletown.games.right_of_way.options import (
    ALL_TURN_WORDS,
    DISCARD_WORDS,
    GIVE,
    PLOT,
    TILE_IN,
    TILE_WORDS,
    TURN_IN,
    kind_of,
)
from tabletown.games.right_of_way.plan import PLAIN
from tabletown.games.right_of_way.rules.end_and_victory import is_complete, points_of
from tabletown.games.right_of_way.rules.hands import draw, of_hand
from tabletown.games.right_of_way.rules.right_of_way import (
    NOT_IN_HAND,
    clear_pile,
    has_vacant_plot,
    vacant_plots,
    why_not_of_hand,
)
from tabletown.games.right_of_way.state import (
    NO_TILE,
    NOBODY,
    NOWHERE,
    RightOfWay,
    put_highway,
    put_pile,
    take_highway,
    tile_of,
)
from tabletown.games.right_of_way.tiles import EARNING, IDS, NAMES, TILES, TURNS, VALUE, best_profit
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, because, log_enabled, tell

PICK_PLOT = Text("pick a plot for the {tile}")
TURN_TILE = Text("turn the {tile} on {plot}")
DISCARD_TILE = Text("discard {debt} tile from your hand", many="discard {debt} tiles from your hand")
GIVE_UP_TILE = Text("give up {debt} of your laid tiles")

BUILT_ON = because("built-on", "There's already a highway there.", "place.free-city-tile")
RESERVED = because("reserved", "Your rival holds the right-of-way there.", "place.opponent-right-of-way-blocked")
ALREADY_PICKED = because(
    "already-picked", "You've already picked. Undo that to pick something else.", "turn.one-placement"
)
NOTHING_OPEN = because("nothing-open", "There's no plot you may build on.", "pass.no-legal-placement")
TOO_DEAR_TILE = because(
    "too-dear-tile", "Your hand can't pay for that tile anywhere, but it can pay for others.", "discard-placed.when"
)
TOO_DEAR_PLOT = because(
    "too-dear-plot", "Your hand can't pay for that tile there, but it can elsewhere.", "discard-placed.when"
)
TOO_DEAR_TURN = because(
    "too-dear-turn", "Your hand can't pay for it turned that way. Turn it another way.", "discard-placed.when"
)
NO_SUCH_TURN = because("no-such-turn", "Turned that way, the tile looks the same as in another turn.", "tile.rotation")
NOT_YOURS = because("not-yours", "You have nothing there to give up.", "discard-placed.own-only")
LAID_THIS_TURN = because(
    "laid-this-turn", "You laid that this turn, so you must keep it.", "discard-placed.not-this-turn"
)


PICK_PLOT_FOR = [PICK_PLOT(tile=name) for name in NAMES]


def pick_plot(s: RightOfWay) -> Script:
    """Ask for the plot to lay the picked tile on."""
    seat, tile = s.seat, s.tile
    answer = yield Choose(
        seat, PICK_PLOT_FOR[tile], plot_words_for, "place.anywhere", why_not_plot, about=(s, seat, tile)
    )
    s.plot, s.phase = s.plan.plot_in[answer], "turn"


def lay_tile(s: RightOfWay) -> Script:
    """Ask which way to turn the tile and lay it; its profit is settled against its cost."""
    seat, tile, plot = s.seat, s.tile, s.plot
    prompt, about = turn_prompt(tile, s.plan.names[plot]), (s, seat, tile, plot)
    answer = yield Choose(seat, prompt, turn_words_for, "tile.rotation", why_not_turn, about=about)
    result = lay(s, tile, plot, TURNS[tile][TURN_IN[answer]])
    if result > 0:
        s.earned, s.phase = result, "draw"
    else:
        s.debt, s.phase = -result, "pay" if result else "after-build"


def draw_earned(s: RightOfWay) -> Script:
    """Draw a tile for each $1 of the result."""
    yield from draw(s, s.seat, s.earned, EARNED)
    s.earned, s.phase = 0, "after-build"


@cache
def turn_prompt(tile: int, plot: str) -> Text:
    return TURN_TILE(tile=NAMES[tile], plot=plot)


def lay(s: RightOfWay, tile: int, plot: int, road: int) -> int:
    """Lay the tile on the plot and return the result: profit minus cost."""
    seat = s.seat
    cost, earned = building_cost(s, plot, road), building_profit(s, plot, road)
    if s.piles[plot]:
        clear_pile(s, plot)
    s.hands[seat][tile] -= 1
    put_highway(s, plot, seat, road)
    s.laid = s.last = plot
    s.tile, s.plot = NO_TILE, NOWHERE
    if log_enabled(s):
        tell(s, Laid, seat, IDS[tile], s.plan.names[plot], earned, cost)
        tell_completed(s, plot)
    return earned - cost


def joined_with(s: RightOfWay, laid: int) -> list[int]:
    """The plots whose highways are joined to this one."""
    road = s.roads[laid]
    return [there for bit, there, back in s.plan.around[laid] if road & bit and s.roads[there] & back]


def tell_completed(s: RightOfWay, laid: int) -> None:
    """Log every highway that scores because of the new one, including itself."""
    for plot in (laid, *joined_with(s, laid)):
        name, points, owner = s.plan.names[plot], points_of(s, plot), s.owners[plot]
        if is_complete(s, plot):
            tell(s, Completed, owner, name, points)
        elif points:
            tell(s, Joined, owner, name, points, s.roads[plot].bit_count())


def tell_parted(s: RightOfWay, scored: dict[int, int]) -> None:
    """Log every highway that lost points because a highway it was joined to is gone."""
    for plot, points in scored.items():
        if fewer := points - points_of(s, plot):
            tell(s, Parted, s.owners[plot], s.plan.names[plot], fewer)


# ---------------------------------------------------------------- where


def why_not_build(s: RightOfWay, seat: int, plot: int) -> Reason | None:
    """Why the seat may not build on the plot: there is a highway, or the rival holds the right-of-way."""
    if s.roads[plot]:
        return BUILT_ON
    return RESERVED if s.owners[plot] == 1 - seat else None


def open_plots(s: RightOfWay, seat: int) -> list[int]:
    return vacant_plots(s, seat, why_not_build)


def has_open_plot(s: RightOfWay, seat: int) -> bool:
    return has_vacant_plot(s, seat, why_not_build)


@lru_cache(maxsize=64)
def is_plain(districts: str) -> list[bool]:
    """For each plot, whether it is plain."""
    return [district == PLAIN for district in districts]


def must_earn(s: RightOfWay, seat: int, tile: int) -> int:
    """The profit the tile must make on a rich plot for the rest of the hand to pay for it."""
    return 0 if s.options.voluntary else VALUE[tile] - sum(s.hands[seat]) + 1


def payable(s: RightOfWay, seat: int, tile: int, plots: list[int]) -> list[int]:
    """The plots where the hand can pay for the tile in its best turn: plain, or rich with enough profit."""
    wanted = must_earn(s, seat, tile)
    if wanted <= 0:
        return plots
    plain, meets, riches, best = is_plain(s.districts), s.meets, s.riches, best_profit(tile)
    return [plot for plot in plots if plain[plot] or best[riches[plot]][meets[plot]] >= wanted]


def has_plain_plot(s: RightOfWay, seat: int) -> bool:
    """Whether there is an open plain plot, where every tile is free."""
    districts, owners = s.districts, s.owners
    for plot in s.vacant:
        if districts[plot] == PLAIN and (owners[plot] < 0 or why_not_build(s, seat, plot) is None):
            return True
    return False


def tile_words_for(s: RightOfWay, seat: int) -> list[str]:
    """The tiles that the hand can pay for somewhere; if there are none, all tiles in the hand."""
    words = of_hand(TILE_WORDS, s.hands[seat])
    if has_plain_plot(s, seat):
        return words
    plots = open_plots(s, seat)
    return [word for word in words if payable(s, seat, TILE_IN[word], plots)] or words


def why_not_tile(s: RightOfWay, seat: int, word: str) -> Reason | None:
    tile, hand = TILE_IN.get(word), s.hands[seat]
    if tile is None:
        return NOT_AN_OPTION
    if not hand[tile]:
        return NOT_IN_HAND
    plots = open_plots(s, seat)
    if not plots:
        return NOTHING_OPEN
    if payable(s, seat, tile, plots) or not any(hand[each] and payable(s, seat, each, plots) for each in TILES):
        return None
    return TOO_DEAR_TILE


def plot_words_for(s: RightOfWay, seat: int, tile: int) -> list[str]:
    """The plots where the hand can pay for the tile; if there are none, every open plot."""
    words, plots = s.plan.plot_words, open_plots(s, seat)
    return [words[plot] for plot in payable(s, seat, tile, plots) or plots]


def why_not_plot(s: RightOfWay, seat: int, tile: int, word: str) -> Reason | None:
    if word in TILE_IN:
        return ALREADY_PICKED
    plot = s.plan.plot_in.get(word)
    if plot is None or kind_of(word) != PLOT:
        return NOT_AN_OPTION
    if (reason := why_not_build(s, seat, plot)) is not None:
        return reason
    return TOO_DEAR_PLOT if plot not in (payable(s, seat, tile, open_plots(s, seat)) or [plot]) else None


def turn_words_for(s: RightOfWay, seat: int, tile: int, plot: int) -> list[str]:
    """The turns of the tile that the hand can pay for; if there are none, all of them."""
    words, wanted = ALL_TURN_WORDS[tile], must_earn(s, seat, tile)
    if wanted <= 0 or s.districts[plot] == PLAIN:
        return words
    edges = s.meets[plot] | s.riches[plot] << 6
    return [word for word, road in zip(words, EARNING[tile]) if (road & edges).bit_count() >= wanted] or words


def why_not_turn(s: RightOfWay, seat: int, tile: int, plot: int, word: str) -> Reason | None:
    turn = TURN_IN.get(word)
    if turn is None:
        return ALREADY_PICKED if word in TILE_IN or word in s.plan.plot_in else NOT_AN_OPTION
    if turn >= len(TURNS[tile]):
        return NO_SUCH_TURN
    if s.districts[plot] == PLAIN:
        return None
    earned, wanted = [building_profit(s, plot, road) for road in TURNS[tile]], must_earn(s, seat, tile)
    return TOO_DEAR_TURN if earned[turn] < wanted <= max(earned) else None


# ---------------------------------------------------------------- cost, profit, result


def building_cost(s: RightOfWay, plot: int, road: int) -> int:
    """$1 per connection on a rich plot; plain plots are free."""
    return road.bit_count() if s.districts[plot] != PLAIN else 0


def building_profit(s: RightOfWay, plot: int, road: int) -> int:
    """$1 for each connection that faces a rich district, $1 for each that meets another highway's connection."""
    return (road & s.riches[plot]).bit_count() + (road & s.meets[plot]).bit_count()


def building_result(s: RightOfWay, plot: int, road: int) -> int:
    return building_profit(s, plot, road) - building_cost(s, plot, road)


# ---------------------------------------------------------------- paying


def pay(s: RightOfWay) -> Script:
    """Pay the debt from the hand first, then with laid tiles once the hand is empty."""
    seat = s.seat
    discarded = yield from discard_from_hand(s, seat)
    if discarded and log_enabled(s):
        tell(s, Discarded, seat, tuple(IDS[tile] for tile in discarded))
    while s.debt:
        plots = plots_to_give_up(s, seat)
        if not plots:
            tell(s, DebtCancelled, seat, s.debt)
            s.debt = 0
        elif len(plots) == 1 or (len(plots) <= s.debt and not s.options.fortify):  # fortified piles pay more than once
            give_up(s, seat, plots[0])
        else:
            words = s.plan.give_words
            answer = yield Choose(
                seat,
                give_up_prompt(s.debt),
                [words[plot] for plot in plots],
                "discard-placed.own-only",
                why_not_give_up_word,
                about=(s, seat),
            )
            give_up(s, seat, s.plan.plot_in[answer])
    s.phase = "after-build"


@cache
def give_up_prompt(debt: int) -> Text:
    return GIVE_UP_TILE(debt=debt)


@cache
def discard_prompt(debt: int) -> Text:
    return DISCARD_TILE(debt=debt, n=debt)


def discard_from_hand(s: RightOfWay, seat: int) -> Script:
    """Discard tiles of her choice, as many as the hand has; she is asked only if there is a choice."""
    hand, discards = s.hands[seat], s.discards[seat]
    discarded = []
    while s.debt and (words := of_hand(DISCARD_WORDS, hand)):
        word = words[0]
        if len(words) > 1 and s.debt < sum(hand):
            rule, about = "build.result.negative.discard", (DISCARD_WORDS, hand)
            word = yield Choose(seat, discard_prompt(s.debt), words, rule, why_not_of_hand, about=about)
        tile = TILE_IN[word]
        hand[tile] -= 1
        discards[tile] += 1
        discarded.append(tile)
        s.debt -= 1
    return discarded


def why_not_give_up(s: RightOfWay, seat: int, plot: int) -> Reason | None:
    """Why the seat may not give up what is on the plot: it is not hers, or she laid it this turn."""
    if s.owners[plot] != seat:
        return NOT_YOURS
    return LAID_THIS_TURN if plot in (s.laid, s.bought) else None


def plots_to_give_up(s: RightOfWay, seat: int) -> list[int]:
    return [plot for plot in range(len(s.owners)) if why_not_give_up(s, seat, plot) is None]


def why_not_give_up_word(s: RightOfWay, seat: int, word: str) -> Reason | None:
    plot = s.plan.plot_in.get(word)
    return NOT_AN_OPTION if plot is None or kind_of(word) != GIVE else why_not_give_up(s, seat, plot)


def give_up(s: RightOfWay, seat: int, plot: int) -> None:
    """Discard her tile from the plot, which is then free or passes to the owner of the next tile in the pile."""
    name = s.plan.names[plot]
    if s.roads[plot]:
        scored = {there: points_of(s, there) for there in joined_with(s, plot)} if log_enabled(s) else {}
        tile = take_highway(s, plot)
        if log_enabled(s):
            tell(s, GaveUpHighway, seat, IDS[tile], name)
            tell_parted(s, scored)
    else:
        tile = tile_of(s.piles[plot][-1])
        put_pile(s, plot, s.piles[plot][:-1])
        tell(s, GaveUpReservation, seat, name)
        if (holder := s.holder(plot)) not in (NOBODY, seat):
            tell(s, Reverted, holder, name)
    s.discards[seat][tile] += 1
    s.debt -= 1
