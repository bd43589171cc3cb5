"""A toy game with hidden information: private draws, hands, simultaneous secret bids, lines for one seat only."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tabletown.drawing import esc
from tabletown.kernel import (
    About,
    Chance,
    Choose,
    Decision,
    Event,
    Game,
    LogFormat,
    Outcome,
    Rules,
    Scene,
    Script,
    State,
    Text,
    Together,
    View,
    Words,
    tell,
    tell_only,
)

CARDS = ["ruby-glimmer", "opal-whisper", "jade-thunder", "onyx-lantern", "topaz-river", "pearl-ember"]
BIDS = ["bid-quietly", "bid-bravely"]
HIDDEN = "back"


class Drew(Event):
    says = "You drew {card}."
    card: str


class Bid(Event):
    says = "{who:seat} bid {bid}."
    who: int
    bid: str


class Table(State):
    bag: list[str]
    hands: list[list[str]]
    bids: list[str]
    shown: list[str]

    def copy(self) -> Table:
        return Table(self.bag[:], [hand[:] for hand in self.hands], self.bids[:], self.shown[:])


def setup(seats: int, options: Mapping[str, str]) -> Table:
    return Table(CARDS[:], [[], []], [], [])


def step(s: Table) -> Script | None:
    if len(s.bag) > 2:
        return draw(s, len(s.bag) % 2)
    if not s.bids:
        return bid(s)
    return play(s, len(s.shown) % 2) if len(s.shown) < 4 else None


def draw(s: Table, seat: int) -> Script:
    card = yield Chance("cards", s.bag)
    s.bag.remove(card)
    s.hands[seat].append(card)
    tell_only(s, (seat,), Drew, card)


def bid(s: Table) -> Script:
    bids = yield Together({seat: bid_one(s, seat) for seat in (0, 1)})
    s.bids = [bids[0], bids[1]]


def bid_one(s: Table, seat: int) -> Script:
    bid = yield Choose(seat, Text("bid"), BIDS)
    tell(s, Bid, seat, bid)
    yield Choose(seat, Text("confirm your {bid}", {"bid": bid}), ["yes"])
    return bid


def play(s: Table, seat: int) -> Script:
    prompt = Text("play {cards}", {"cards": " or ".join(sorted(s.hands[seat]))})
    card = yield Choose(seat, prompt, sorted(s.hands[seat]))
    s.hands[seat].remove(card)
    s.shown.append(card)


def view(s: Table, seat: int | None) -> Table:
    hands = [hand if owner == seat else [HIDDEN] * len(hand) for owner, hand in enumerate(s.hands)]
    return Table([HIDDEN] * len(s.bag), [hand[:] for hand in hands], s.bids[:], s.shown[:])


def imagine(s: Table, seat: int, rng: random.Random) -> Table:
    known = {card for hand in s.hands for card in hand} | set(s.shown)
    rest = [card for card in CARDS if card not in known]
    rng.shuffle(rest)
    hands = [[rest.pop() if card == HIDDEN else card for card in hand] for hand in s.hands]
    return Table(rest, hands, s.bids[:], s.shown[:])


def scene(s: Table, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    words = f"{s.hands} {s.bids} {s.shown}"
    return Scene(board=f"<svg><title>{esc(words)}</title></svg>", text=words, standing=["0", "0"])


def outcome(s: Table) -> Outcome:
    return Outcome((0,), Text("All is shown."))


game = Game(
    About("secrets", "Secrets", "1", "Hide and show.", (2, 2), "5", "light"),
    Rules(Table, setup, step, outcome),
    View(view, imagine, scene),
    Words(log=LogFormat((Drew, Bid))),
)
