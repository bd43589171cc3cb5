"""Forms and JSON bodies from people and programs: each is read once, with limits, before anything else."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Annotated, TypeVar
from urllib.parse import parse_qsl

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request

from tabletown.kernel import Text
from tabletown.web import protocol as m
from tabletown.web.catalog import GameCard
from tabletown.web.seats import Refusal, clean
from tabletown.web.tables.clock import CHOICES, Clock

CLOCKS = [(str(clock), clock.kind, clock.in_words()) for clock in CHOICES]
KINDS = ["me", "here", "link", "open", "bot"]


Short = Annotated[str, Meta(max_length=200)]  # a line of input, shortened where it is used
SeatNumber = Annotated[int, Meta(ge=0, le=63)]


class NewTableForm(Struct):
    """Further fields are named `seat-0`, `name-0` …, `option-…` and `by-hand-…`."""

    game: Short = ""
    count: Annotated[int, Meta(ge=1, le=24)] | None = None
    clock: Short = ""
    days: Annotated[int, Meta(ge=0, le=30)] = 0
    seed: Short = ""
    title: Short = ""
    watch: Short = ""
    name: Short = ""
    rated: Short = ""


class PlayForm(Struct):
    bot: Short = ""


class NameForm(Struct):
    name: Short = ""


class LinkForm(Struct):
    link: Annotated[str, Meta(max_length=2000)] = ""  # shortened where it is used


class CodeForm(Struct):
    code: Short = ""


class SitForm(Struct):
    seat: SeatNumber | None = None
    name: Short = ""


class OldForm(Struct):
    """What to do with a table whose rules are outdated."""

    do: Short = ""
    at: Annotated[int, Meta(ge=0, le=10**8)] | None = None


class BranchForm(Struct):
    at: Annotated[int, Meta(ge=0, le=10**8)] | None = None
    seat: SeatNumber | None = None
    others: Short = ""
    bot: Short = ""


F = TypeVar("F", bound=Struct)


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of a form. Our pages send no files, so multipart isn't supported."""
    try:
        return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=200))
    except ValueError:
        raise Refusal("malformed", "The form can't be read. Go back and try again.") from None


async def form_of(request: Request, type: type[F], **says: Text | str) -> F:
    return read(await fields_of(request), type, **says)


def read(fields: Mapping[str, str], type: type[F], **says: Text | str) -> F:
    """The form, read once and with limits; an empty field counts as missing.

    `says`: the message for invalid fields.
    """
    given = {name: value.strip() for name, value in fields.items() if value.strip()}
    try:
        return msgspec.convert(given, type, strict=False)
    except msgspec.ValidationError as error:
        found = re.search(r"`\$\.([\w-]+)`", str(error))
        field = found[1] if found is not None else ""
        said = says.get(field) or Text("“{field}” can't be read as sent.", {"field": field})
        raise Refusal("malformed", said) from None


def read_form(fields: Mapping[str, str], game: GameCard) -> tuple[m.NewTable, str]:
    """The new-table form as a request for a table."""

    def field(name: str) -> str:
        return fields.get(name, "").strip()[:100]

    no_seats = Text("{game:word} is for {seats} seats.", {"game": game.title, "seats": game.seats})
    no_clock = Text("Choose one of the clocks.")
    form = read(fields, NewTableForm, count=no_seats, days=no_clock)
    count = form.count or game.default_seats
    if not game.fewest <= count <= game.most:
        raise Refusal("malformed", no_seats)
    clock = form.clock or str(Clock.of("", form.days))
    if clock not in {words for words, _, _ in CLOCKS}:
        raise Refusal("malformed", no_clock)
    seats = []
    for seat in range(count):
        kind, _, bot = (field(f"seat-{seat}") or ("me" if seat == 0 else "bot")).partition(":")
        if kind not in KINDS:
            raise Refusal("malformed", "We don't know who “{kind}” at seat {n} should be.", kind=kind, n=seat + 1)
        seats.append(m.NewSeat(kind, field(f"name-{seat}")[:40], bot))  # type: ignore[arg-type]
    new = m.NewTable(
        game=game.id,
        seats=seats,
        options={s.id: field(f"option-{s.id}") for s in game.settings if field(f"option-{s.id}")},
        title=form.title[:60],
        seed=number_of(form.seed) if form.seed else None,
        watch="nobody" if form.watch == "nobody" else "link",
        clock=clock,
        by_hand=dealt_by_hand(fields, game),
        rated=bool(form.rated),
    )
    return new, clean(form.name)


def dealt_by_hand(fields: Mapping[str, str], game: GameCard) -> list[str]:
    """The dice and decks that people at the table roll or draw themselves."""
    return [kind for kind in game.by_hand if fields.get(f"by-hand-{kind}", "").strip()]


def number_of(seed: str) -> int:
    """A seed from any words; a number is used as it is."""
    digits = seed.replace(" ", "")
    if digits.isascii() and digits.isdecimal() and len(digits) <= 18:
        return int(digits)
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:7])


async def body(request: Request, type: type[F]) -> F:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal("malformed", "Send JSON with Content-Type: application/json.")
    try:
        return msgspec.json.decode(await request.body(), type=type)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal("malformed", "This can't be read: {why}.", why=str(error)) from None
