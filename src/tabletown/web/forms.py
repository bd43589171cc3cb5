"""What people sent with a form, read as a wish for a table."""

from __future__ import annotations

import hashlib
from urllib.parse import parse_qsl

from starlette.requests import Request

from tabletown.web import messages as m
from tabletown.web.catalog import GameCard
from tabletown.web.chairs import Refusal, clean

CLOCKS = [(0, "No clock"), (1, "A day a move"), (3, "Three days"), (7, "A week")]
KINDS = ["me", "here", "link", "open", "bot"]


async def form_of(request: Request) -> dict[str, str]:
    """What a form sent. No page of ours sends files, so there is no multipart."""
    try:
        return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=200))
    except ValueError:
        raise Refusal("malformed", "The form cannot be read.") from None


def read_form(form: dict[str, str], game: GameCard) -> tuple[m.NewTable, str]:
    """The new-table form as a wish for a table."""

    def field(name: str) -> str:
        return form.get(name, "").strip()[:100]

    count = field("count") or str(game.default_seats)
    if not count.isdecimal() or not game.fewest <= int(count[:3]) <= game.most:
        raise Refusal("malformed", f"{game.title} is for {game.seats} seats.")
    seats = []
    for seat in range(int(count)):
        kind, _, bot = (field(f"seat-{seat}") or ("me" if seat == 0 else "bot")).partition(":")
        if kind not in KINDS:
            raise Refusal("malformed", f"Nobody knows who {kind!r} at seat {seat + 1} shall be.")
        seats.append(m.SeatWish(kind, field(f"name-{seat}")[:40], bot))  # type: ignore[arg-type]
    days, seed = field("days") or "0", field("seed")
    if days not in {str(d) for d, _ in CLOCKS}:
        raise Refusal("malformed", "There is no such clock.")
    wish = m.NewTable(
        game=game.id,
        seats=seats,
        options={s.id: field(f"option-{s.id}") for s in game.settings if field(f"option-{s.id}")},
        title=field("title")[:60],
        seed=number_of(seed) if seed else None,
        watch="nobody" if field("watch") == "nobody" else "link",
        days=int(days),
        by_hand=[kind for kind in game.by_hand if field(f"by-hand-{kind}")],
    )
    return wish, clean(field("name"))


def number_of(seed: str) -> int:
    """Any words make a seed; a number is taken as it is."""
    digits = seed.replace(" ", "")
    if digits.isascii() and digits.isdecimal() and len(digits) <= 18:
        return int(digits)
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:7])
