"""Broken Cities in numbers: the block cell by cell, money and tracks, the laws, and the law that is being written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletown.encoding import Encoding, Part, QuestionEncoding, cached, one_hot, row, turned
from tabletown.games.broken_cities.content import AREAS, CARDS, CELLS, KINDS, LAW_KINDS, PENALTIES, RETROFIT
from tabletown.games.broken_cities.options import VOCABULARY
from tabletown.games.broken_cities.rules.drafting import SET_SLOT
from tabletown.games.broken_cities.state import BrokenCities, Law
from tabletown.games.broken_cities.words import a
from tabletown.kernel import Text

KIND_COUNT = len(KINDS)
LAWS = 6  # laws that are encoded one by one, the newest last
LAW = len(LAW_KINDS) + 2 * KIND_COUNT + len(AREAS) + len(PENALTIES) + KIND_COUNT + 9
LAW_PLACE, AREA_PLACE, PENALTY_PLACE = (
    {word: place for place, word in enumerate(words)} for words in (LAW_KINDS, AREAS, PENALTIES)
)
LAW_ROW, AREA_ROW, PENALTY_ROW = one_hot(len(LAW_KINDS)), one_hot(len(AREAS)), one_hot(len(PENALTIES))
CARD_PLACE = {card: place for place, card in enumerate(CARDS)}
NO_LAW, NOT_MARKED = row([0] * LAW), row([0] * len(CELLS))
RULES = (
    "turn.step2-purchase",
    "build.any-cell",
    "build.cost-retrofit",
    "law.one-law",
    "law.penalty-included",
    "law-retrofit-park-price",
    "law.unanimous",
    "law-enforcement",
    "renter-lost-with-building",
    "event.disease-renters",
    "demolish",
    "law.binding",
)
NUMBERS = (
    "emissions",
    "damage",
    "pool",
    "reserve",
    "gone",
    "round",
    "turn",
    "spaces",
    "due",
    "emissions before",
    "purse",
    "laws made",
)
MOST = (150, 50, 20, 20, 24, 20, 4, 5, 20, 150, 400, 10)
MOST_OF_LAW = (1,) * (LAW - 9) + (10, 120, 1, 10, 10, 20, 20, 10, 1)
PLENTY = 999  # tiles, where the supply is unlimited


@lru_cache(4)
def _tiles(seats: int) -> list[list[bytes]]:
    """The planes of a cell by kind, then by owner, counted from the observing seat (last: nobody)."""
    return [
        [
            row([int(place == kind) for place in range(KIND_COUNT)] + [int(place == owner) for place in range(seats)])
            for owner in (*range(seats), -1)
        ]
        for kind in range(KIND_COUNT)
    ]


@cached
def _block(kinds: Sequence[int], owners: Sequence[int], seats: int, seat: int) -> bytes:
    """The planes of the whole block; cached, because the block changes only when somebody builds."""
    tiles = _tiles(seats)
    seen = [*((owner - seat) % seats for owner in range(seats)), seats]  # index -1, nobody, is the last
    return b"".join([tiles[kind][seen[owner] if owner < seats else seats] for kind, owner in zip(kinds, owners)])


@lru_cache(2048)
def _statutes(laws: tuple[Law, ...]) -> bytes:
    told = laws[-LAWS:]
    return b"".join(map(_law, told)) + NO_LAW * (LAWS - len(told))


@cached
def _drawn(events: Sequence[tuple[int, str]]) -> bytes:
    cards = [0] * len(CARDS)
    for _, card in events:
        cards[CARD_PLACE[card]] += 1
    return row(cards)


@lru_cache(64)
def _places(order: tuple[int, ...], seats: int, seat: int) -> bytes:
    place = [0] * seats
    for number, other in enumerate(order):
        place[other] = number + 1
    return row(turned(place, seat))


@cached
def _market(supply: Sequence[int], *others: Sequence[int]) -> bytes:
    """Tiles left, bought and their prices, by kind."""
    missing = [0] * KIND_COUNT  # in lists that are still empty
    rest = [number for numbers in others for number in (*numbers, *missing)[:KIND_COUNT]]
    return row([*(min(tiles_left, PLENTY) for tiles_left in supply), *rest])


@lru_cache(4096)
def _law(law: Law) -> bytes:
    """A law in numbers, without who made it; cached, because laws never change."""
    penalty = law.penalty
    return b"".join(
        (
            LAW_ROW[LAW_PLACE[law.kind]],
            row([int(kind in law.kinds) for kind in range(KIND_COUNT)]),
            row([int(kind in law.others) for kind in range(KIND_COUNT)]),
            AREA_ROW[AREA_PLACE.get(law.area, -1)],
            PENALTY_ROW[PENALTY_PLACE[penalty.kind] if penalty is not None else -1],
            row([int(penalty is not None and kind in penalty.kinds) for kind in range(KIND_COUNT)]),
            row(
                (
                    law.count,
                    law.amount,
                    law.strict,
                    law.rounds,
                    law.number,
                    law.since,
                    penalty.amount if penalty is not None else 0,
                    penalty.park if penalty is not None else 0,
                    penalty.warning if penalty is not None else 0,
                )
            ),
        )
    )


def encode(s: BrokenCities, seat: int) -> bytes:
    seats, assembly = s.players, s.assembly
    draft = assembly.draft if assembly is not None else None
    return b"".join(
        (
            _block(s.kinds, s.owners, seats, seat),
            row(s.renters),
            row(s.marked) if s.marked else NOT_MARKED,
            row((*turned(s.money[:seats], seat), *turned(s.rents[:seats], seat))),
            _places(tuple(s.order), seats, seat),
            _market(s.supply, s.bought, s.prices),
            row(
                (
                    s.emissions,
                    s.damage,
                    s.pool,
                    s.reserve,
                    s.gone,
                    s.round,
                    s.turn,
                    s.spaces,
                    s.due,
                    s.emissions_before,
                    s.purse,
                    s.made,
                )
            ),
            _drawn(s.events),
            _statutes(tuple(s.laws)),
            _law(draft.law) if draft is not None else NO_LAW,
            row(turned(assembly.used, seat)) if assembly is not None else row([0] * seats),
        )
    )


def encoding(seats: int, options: Mapping[str, str]) -> Encoding:
    kinds = ", ".join(kind or "empty" for kind in KINDS)
    parts = (
        Part("block", (len(CELLS), KIND_COUNT + seats), f"per cell: {kinds}; whose it is, mine first"),
        Part("renters", (len(CELLS),), "1: a renter lives there"),
        Part("marked", (len(CELLS),), "1: a retrofit marker lies there"),
        Part("money", (seats,), "mine first", 400),
        Part("rents", (seats,), "mine first", 60),
        Part("order", (seats,), "the place in the turn order (0: not drawn yet), mine first", seats),
        Part("supply", (KIND_COUNT,), "tiles left, by kind (999: unlimited)", 20),
        Part("bought", (KIND_COUNT,), "bought in this turn, by kind", 5),
        Part("prices", (KIND_COUNT,), "by kind, with surcharges", 25),
        Part("numbers", (len(NUMBERS),), ", ".join(NUMBERS), MOST),
        Part("cards", (len(CARDS),), "climate cards drawn so far: " + ", ".join(CARDS)),
        Part(
            "laws",
            (LAWS, LAW),
            "the statute book: kind, kinds, others, area, penalty, barred kinds, nine numbers",
            MOST_OF_LAW,
        ),
        Part("draft", (LAW,), "the law that is being written or voted on", MOST_OF_LAW),
        Part("proposals", (seats,), "made in this session, mine first", 5),
    )
    what = [a(kind) for kind in range(1, RETROFIT)]
    slots = tuple(dict.fromkeys(prompt.parts["slot"] for prompt in SET_SLOT.values()))
    about: dict[str, Sequence[str | Text] | int] = {"what": what, "slot": slots, "who": seats, "number": 0, "left": 0}
    return Encoding(VOCABULARY, parts, encode, QuestionEncoding(RULES, about))
