"""Messages to and from bots, besides those of every table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tabletown.web.protocol import ChatLine, TableView


class BotView(Struct):
    """A guest bot that is connected: its id opens a seat for it (`{"kind": "bot", "bot": ID}`)."""

    id: str
    name: str
    games: list[str]  # none: all


class BotRating(Struct):
    """How strong a bot is in a game, among bots."""

    rating: int
    low: int  # the true strength lies between these in 95 of 100 cases
    high: int
    matches: int


class OwnBot(Struct):
    """The account that the key belongs to."""

    id: str
    name: str
    tables: list[str]  # those in progress
    ratings: dict[str, BotRating]


class DeclineBody(Struct, forbid_unknown_fields=True):
    reason: Annotated[str, Meta(max_length=200)] = ""  # announced in the table's chat


# ------------------------------------------------------------------ events


class Hello(Struct, tag="hello"):
    """The first line: the bot's account. Whatever is waiting for it follows at once."""

    id: str
    name: str


class Challenged(Struct, tag="challenge"):
    """Somebody opened a table with a seat for you. Accept it or decline it."""

    id: str
    by: str
    table: str
    game: str
    title: str
    seat: int
    seats: list[str]  # who else sits there, by name
    options: dict[str, str]
    rated: bool
    clock: str = ""


class Withdrawn(Struct, tag="withdrawn"):
    """A challenge that you did not answer has expired."""

    id: str


class Turn(Struct, tag="turn"):
    """It's your turn at this table."""

    table: TableView


class Over(Struct, tag="over"):
    """A match of yours has ended."""

    table: TableView


class Said(Struct, tag="chat"):
    """What others write at one of your tables."""

    table: str
    lines: list[ChatLine]


class Noticed(Struct, tag="notice"):
    """A sentence from one of your tables: somebody left, or reminds you."""

    table: str
    text: str


class Alive(Struct, tag="ping"):
    """Nothing happened; the connection is alive."""


Event = Hello | Challenged | Withdrawn | Turn | Over | Said | Noticed | Alive
