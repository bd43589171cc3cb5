"""Buying right-of-way: a face-down tile keeps the rival from building on a plot unless she buys it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from tabletown.games.right_of_way.events import Fortified, PileCleared, Reserved, TookOver
from tabletown.games.right_of_way.options import BUY, DOWN_WORDS, PRICE_WORDS, TILE_IN, kind_of
from tabletown.games.right_of_way.rules.hands import of_hand
from tabletown.games.right_of_way.state import NOBODY, NOWHERE, RightOfWay, face_down, owner_of, put_pile, tile_of
from tabletown.games.right_of_way.tiles import IDS
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, because, tell

RESERVE_PLOT = Text("pick a plot to reserve")
PAY_PRICE = Text("discard {price} tile to buy {plot}", many="discard {price} tiles to buy {plot}")
LAY_FACE_DOWN = Text("lay a tile face-down on {plot}")

NOT_IN_HAND = because("not-in-hand", "That tile isn't in your hand.", "turn.one-placement")
BOUGHT_ALREADY = because("bought-already", "You've already bought right-of-way this turn.", "row.optional-one-per-turn")
ON_HIGHWAY = because("on-highway", "There's already a highway there.", "row.not-on-highway")
OWN_PILE = because("own-pile", "You already hold the right-of-way there.", "row.own-stack")
LAST_TILE = because("last-tile", "You can't buy right-of-way with your last tile.", "row.not-last-tile")
NOTHING_TO_BUY = because("nothing-to-buy", "You can't pay for the right-of-way of any plot.", "row.last-tile")


WhyNot = Callable[[RightOfWay, int, int], Reason | None]  # state, seat, plot


def vacant_plots(s: RightOfWay, seat: int, why_not: WhyNot) -> list[int]:
    """The plots without a highway that `why_not` allows; plots that nobody holds are always allowed."""
    owners = s.owners
    return [plot for plot in s.vacant if owners[plot] < 0 or why_not(s, seat, plot) is None]


def has_vacant_plot(s: RightOfWay, seat: int, why_not: WhyNot) -> bool:
    owners = s.owners
    for plot in s.vacant:  # noqa: SIM110 (called at every turn: usually the first plot is enough)
        if owners[plot] < 0 or why_not(s, seat, plot) is None:
            return True
    return False


def pick_plot_to_buy(s: RightOfWay) -> Script:
    """Ask which plot to buy; the price of a pile is one tile for each tile in it."""
    seat = s.seat
    answer = yield Choose(seat, RESERVE_PLOT, buy_words_for, "row.buy-free", why_not_buy_word, about=(s, seat))
    s.plot = s.plan.plot_in[answer]
    s.price = price_of(s, seat, s.plot)
    s.phase = "price" if s.price else "face-down"


def pay_price(s: RightOfWay) -> Script:
    """Discard one tile of the price."""
    prompt = PAY_PRICE(price=s.price, n=s.price, plot=s.plan.names[s.plot])
    tile = yield from one_of_hand(s, prompt, PRICE_WORDS, "row.price-to-own-discard")
    s.hands[s.seat][tile] -= 1
    s.discards[s.seat][tile] += 1
    s.price -= 1
    if not s.price:
        s.phase = "face-down"


def lay_face_down(s: RightOfWay) -> Script:
    """Lay one more tile face-down on top, now that the price is paid."""
    seat, plot = s.seat, s.plot
    holder, name, pile = s.holder(plot), s.plan.names[plot], s.piles[plot]
    tile = yield from one_of_hand(s, face_down_prompt(name), DOWN_WORDS, "row.buy-free")
    s.hands[seat][tile] -= 1
    put_pile(s, plot, (*pile, face_down(seat, tile)))
    s.bought, s.plot = plot, NOWHERE
    s.phase = "tile" if s.laid == NOWHERE else "after-build"
    if holder == NOBODY:
        tell(s, Reserved, seat, name, IDS[tile])
    elif holder == seat:
        tell(s, Fortified, seat, name, IDS[tile])
    else:
        tell(s, TookOver, seat, name, IDS[tile], len(pile))


@cache
def face_down_prompt(plot: str) -> Text:
    return LAY_FACE_DOWN(plot=plot)


def one_of_hand(s: RightOfWay, prompt: Text, words: Sequence[str], rule: str) -> Script:
    """A tile of her choice from the hand; she is asked only if there is a choice."""
    hand = s.hands[s.seat]
    mine = of_hand(words, hand)
    if len(mine) == 1:
        return TILE_IN[mine[0]]
    return TILE_IN[(yield Choose(s.seat, prompt, mine, rule, why_not_of_hand, about=(words, hand)))]


def why_not_of_hand(words: Sequence[str], hand: Sequence[int], word: str) -> Reason | None:
    if word not in words:
        return NOT_AN_OPTION
    return None if hand[TILE_IN[word]] else NOT_IN_HAND


def price_of(s: RightOfWay, seat: int, plot: int) -> int:
    """The tiles to discard before laying one: none for a free plot, otherwise one per tile in the rival's pile."""
    return 0 if s.owners[plot] == seat else len(s.piles[plot])


def why_not_buy(s: RightOfWay, seat: int, plot: int) -> Reason | None:
    if s.roads[plot]:
        return ON_HIGHWAY
    if s.owners[plot] == seat and not s.options.fortify:
        return OWN_PILE
    price, in_hand = price_of(s, seat, plot), sum(s.hands[seat])
    if in_hand >= price + 2:
        return None
    if in_hand == 1:
        return LAST_TILE
    return too_few(price + 1, in_hand)


@cache
def too_few(all: int, hand: int) -> Reason:
    return because(
        "too-few-tiles",
        "That takes {all} tiles, and one must stay in your hand. You have {hand}.",
        "row.last-tile",
        all=all,
        hand=hand,
    )


def buy_words_for(s: RightOfWay, seat: int) -> list[str]:
    """The plots that a seat can pay for, if it may buy at all: every free plot, and the rival's piles it can afford."""
    words = s.plan.buy_words
    return [words[plot] for plot in vacant_plots(s, seat, why_not_buy)]


def why_not_reserve(s: RightOfWay, seat: int) -> Reason | None:
    """Why the seat may not buy at all: once a turn, and never with the last tile."""
    if s.bought != NOWHERE:
        return BOUGHT_ALREADY
    if sum(s.hands[seat]) < 2:
        return LAST_TILE
    return None if has_vacant_plot(s, seat, why_not_buy) else NOTHING_TO_BUY


def why_not_buy_word(s: RightOfWay, seat: int, word: str) -> Reason | None:
    plot = s.plan.plot_in.get(word)
    return NOT_AN_OPTION if plot is None or kind_of(word) != BUY else why_not_buy(s, seat, plot)


def clear_pile(s: RightOfWay, plot: int) -> None:
    """Move the plot's face-down tiles to their owners' discards, before the holder builds there."""
    if s.piles[plot]:
        for down in s.piles[plot]:
            s.discards[owner_of(down)][tile_of(down)] += 1
        put_pile(s, plot, ())
        tell(s, PileCleared, s.plan.names[plot])
