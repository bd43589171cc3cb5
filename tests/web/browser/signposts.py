"""Signposts: a small game with every kind of question, for testing the pages without a large game.

Two seats bid in secret (together, confirmed), then each sets a signpost on a crossing (on the board, with reasons for
the taken ones) and turns it (cycle); at the end each gives the town a motto in free text (typed).
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import esc, mark_shape
from tabletown.kernel import (
    NOT_AN_OPTION,
    About,
    Bots,
    Chance,
    Choose,
    Described,
    Event,
    Game,
    LogFormat,
    Outcome,
    Panel,
    Reason,
    Rules,
    Scene,
    Script,
    Setting,
    State,
    Text,
    Together,
    Typed,
    View,
    Words,
    because,
    tell,
)

SIDE = 3
CELLS = [f"{row}{column}" for row in "ABC" for column in "123"]
WAYS = ("north", "east", "south", "west")
BIDS = [f"bid:{n}" for n in range(4)]
BID, PLACE, TURN = Text("bid in secret"), Text("pick a crossing"), Text("turn the signpost on {cell}")
MOTTO = Text("give the town a motto")
WON, DRAWN = Text("{who:seat} has the better view."), Text("Both views are as good.")


class RoundBegan(Event):
    says = "Round {n}"
    heading = True
    n: int


class BidsShown(Event):
    says = "The bids were {a} and {b}."
    rule = "bid"
    a: int
    b: int


class Placed(Event):
    says = "{who:seat} set a signpost on {cell}, facing {way}."
    rule = "place"
    who: int
    cell: str
    way: str


class MottoProposed(Event):
    says = "{who:seat} proposed: {motto}"
    rule = "motto"
    who: int
    motto: str


class Signposts(State):
    posts: list[list[int]]  # owner and direction; [-1, 0]: empty
    secret: list[int]  # each seat's value at the end, hidden from the other
    bids: list[int]
    round: int = 0
    mottos: int = 0

    def copy(self) -> Signposts:
        return Signposts([post[:] for post in self.posts], self.secret[:], self.bids[:], self.round, self.mottos)


def setup(seats: int, options: object) -> Signposts:
    return Signposts([[-1, 0] for _ in CELLS], [-1, -1], [0, 0])


def step(s: Signposts) -> Script | None:
    if s.secret[1] < 0:
        return deal(s)
    if s.round < 2:
        return play_round(s)
    return motto(s) if s.mottos < 2 else None


def deal(s: Signposts) -> Script:
    for seat in range(2):
        s.secret[seat] = int((yield Chance("worth", ["1", "2", "3"])))


def bid(seat: int) -> Script:
    return int((yield Choose(seat, BID, BIDS, rule="bid"))[4:])


def play_round(s: Signposts) -> Script:
    tell(s, RoundBegan, s.round + 1)
    bids = yield Together({seat: bid(seat) for seat in range(2)})
    s.bids = [bids[0], bids[1]]
    tell(s, BidsShown, bids[0], bids[1])
    first = 1 if bids[1] > bids[0] else 0
    for seat in (first, 1 - first):
        yield from place(s, seat)
    s.round += 1


def taken(s: Signposts, word: str) -> Reason | None:
    kind, _, cell = word.partition(":")
    if kind != "cell" or cell not in CELLS:
        return NOT_AN_OPTION
    if s.posts[CELLS.index(cell)][0] >= 0:
        return because("signpost-there", "Not on {cell}. A signpost stands there already.", "place", cell=cell)
    return None


def place(s: Signposts, seat: int) -> Script:
    free = [f"cell:{cell}" for cell in CELLS if taken(s, f"cell:{cell}") is None]
    cell = (yield Choose(seat, PLACE, free, rule="place", why=lambda word: taken(s, word)))[5:]
    way = (yield Choose(seat, TURN(cell=cell), [f"way:{way}:{cell}" for way in WAYS], rule="turn")).split(":")[1]
    s.posts[CELLS.index(cell)] = [seat, WAYS.index(way)]
    tell(s, Placed, seat, cell, way)


def motto(s: Signposts) -> Script:
    typed = Typed("motto:", "A motto for the town", 60)
    answer = yield Choose(s.mottos, MOTTO, ["no motto"], rule="motto", typed=typed)
    if answer != "no motto":
        tell(s, MottoProposed, s.mottos, answer.removeprefix("motto:"))
    s.mottos += 1


def score(s: Signposts, seat: int) -> int:
    return sum(1 for owner, way in s.posts if owner == seat and way == 0) + max(s.secret[seat], 0)


def outcome(s: Signposts) -> Outcome:
    scores = score(s, 0), score(s, 1)
    parts = tuple({"posts to the north": scores[i] - s.secret[i], "secret": float(s.secret[i])} for i in range(2))
    if scores[0] == scores[1]:
        return Outcome((0, 1), DRAWN, scores, parts)
    best = scores.index(max(scores))
    return Outcome((best,), WON(who=best), scores, parts)


def view(s: Signposts, seat: int | None) -> Signposts:
    seen = s.copy()
    seen.secret = [worth if who == seat else -min(1, abs(worth)) for who, worth in enumerate(s.secret)]
    return seen


def post(seat: int, way: int) -> str:
    arrow = f'<g transform="rotate({way * 90})"><path d="M0,-34L14,-14H-14Z"/></g>'
    return f'<g fill="var(--seat-{seat + 1})">{arrow}{mark_shape(seat)}</g>'


def scene(s: Signposts, seat: int | None, asked: Choose | None, names: Sequence[str]) -> Scene:
    options = set(asked.options) if asked is not None else set()
    parts, shown, crumbs = [], dict[str, Described](), list[str]()
    for number, cell in enumerate(CELLS):
        x, y = 90 + 120 * (number % SIDE), 90 + 120 * (number // SIDE)
        owner, way = s.posts[number]
        word = f"cell:{cell}"
        inside = f'<g id="post-{cell}">{post(owner, way)}</g>' if owner >= 0 else ""
        label, edge = f"Crossing {cell}", "signal" if word in options else "b-edge"
        mine = f'data-option="{word}"' if word in options else f'data-word="{word}"'
        parts.append(
            f'<g transform="translate({x} {y})" {mine} aria-label="{label}"><rect x="-52" y="-52" width="104" '
            f'height="104" rx="10" fill="var(--b-land)" stroke="var(--{edge})" stroke-width="3"/>'
            f'<text y="46" text-anchor="middle" font-size="14" fill="var(--ink)">{cell}</text>{inside}</g>'
        )
        shown[word] = Described(label)
        for turned, name in enumerate(WAYS):
            option = f"way:{name}:{cell}"
            if option in options:
                crumbs = [f"Crossing {cell}", "Turn it"]
                shown[option] = Described(f"Face {name} on {cell}", f"Face {name}")
                ghost = post(seat or 0, turned)
                parts.append(f'<g data-preview="{option}" transform="translate({x} {y})">{ghost}</g>')
    for number, word in enumerate(BIDS):
        shown[word] = Described(f"Bid {number} in secret", f"Bid {number}")
    worth = s.secret[seat] if seat is not None else 0
    panels = [Panel("worth", "Your hand", f'<b class="worth">{worth}</b> secret points', "hand")] if worth > 0 else []
    about = f"{esc(names[0])} bid {s.bids[0]}, {esc(names[1])} bid {s.bids[1]}."
    panels.append(Panel("bids", "Last bids", f"<p>{about}</p>"))
    board = (
        '<svg class="signposts" role="group" aria-label="The town, nine crossings" viewBox="0 0 420 420">'
        f"{''.join(parts)}</svg>"
    )
    cycle, confirm = any(word.startswith("way:") for word in options), any(word in options for word in BIDS)
    return Scene(
        board,
        text(s, seat, names),
        crumbs,
        panels,
        [str(score(s, 0)), str(score(s, 1))],
        f"Round {s.round + 1} of 2",
        shown,
        cycle=cycle,
        confirm=confirm,
    )


def text(s: Signposts, seat: int | None, names: Sequence[str]) -> str:
    rows = []
    for number, cell in enumerate(CELLS):
        owner, way = s.posts[number]
        rows.append(f"{cell}: {names[owner]}, facing {WAYS[way]}" if owner >= 0 else f"{cell}: free")
    return "\n".join(rows)


def evaluate(s: Signposts) -> list[float]:
    """Every round is rated as good for the first seat, so that chances swing in every match."""
    chance = 0.4 + 0.2 * s.round
    return [chance, 1 - chance]


FIRST = Setting("length", "Length", {"two": "Two rounds", "short": "Short"}, "two", "How many rounds are played.")
about = About("signposts", "Signposts", "1", "Set signposts, look north.", (2, 2), "3", "light", (FIRST,))
game = Game(
    about,
    Rules(Signposts, setup, step, outcome),
    View(view, scene=scene),
    Words(text, log=LogFormat((RoundBegan, BidsShown, Placed, MottoProposed))),
    Bots(evaluate=evaluate),
)
