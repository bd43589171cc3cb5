"""Seats at a table, and who may act for them."""

from __future__ import annotations

import base64
import hashlib
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tabletown.kernel import Text

if TYPE_CHECKING:
    from tabletown.web.protocol import ChatLine, RoomView
    from tabletown.web.tables.table import Table


def digest(secret: str) -> str:
    """Hash of a seat's link: enough to recognise it, not enough to use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def player_id(token: str) -> str:
    """The player id for a cookie. Only its hash is stored, so the database gives no seat away."""
    return hashlib.sha256(token.encode()).hexdigest()[:32] if token else ""


GUEST = "bot-"  # how the id of a guest bot's account begins; a person's is a hash


def is_guest(player: str) -> bool:
    """Whether this player is a program with an account of its own (see people/guests.py)."""
    return player.startswith(GUEST)


def derived(token: str, kind: str, table: str, seat: int) -> str:
    """A link to one's own seat, derived from the cookie, so the server needn't store it."""
    made = hashlib.blake2b(f"{kind}/{table}/{seat}".encode(), key=token.encode()[:64], digest_size=18).digest()
    return base64.urlsafe_b64encode(made).decode()


# HTTP status by a refusal's code; 400 for all others
STATUS = {
    "malformed": 400,
    "not-yours": 403,
    "none": 404,
    "stale": 409,
    "not-asked": 409,
    "over": 409,
    "undo": 409,
    "other-rules": 409,
    "unwritten": 503,
    "unread": 503,
    "elsewhere": 503,
    "taken": 409,
    "illegal": 422,
    "unknown": 422,
    "busy": 429,
    "broken": 500,
}


class Refusal(Exception):
    """A refused request. `code` is for programs; the sentence is shown in the reader's language.

    A template with parts: `Refusal("busy", "{name} was reminded a moment ago.", name=…)`.
    """

    def __init__(self, code: str, text: str | Text, rule: str = "", option: str = "", **parts: Any) -> None:
        super().__init__(text)
        if isinstance(text, str):  # text without parts may come from users, so braces aren't interpreted
            text = Text(text, parts) if parts else Text("{said:word}", {"said": text})
        self.said = text
        self.code, self.rule, self.option = code, rule, option

    @property
    def text(self) -> str:
        return self.said.render()

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 400)

    def __str__(self) -> str:
        return self.text


# default names, and the name of seats played by the rules
PLAYERS = ("Player 1", "Player 2", "Player 3", "Player 4", "Player 5", "Player 6")  # words
THE_RULES = "The rules"  # words


def nameless(seat: int) -> str:
    return PLAYERS[seat] if seat < len(PLAYERS) else f"Player {seat + 1}"


class Actor(NamedTuple):
    """The sender of a request: holder of a cookie, of a seat's key, of both, or anonymous."""

    player: str = ""
    key: str = ""


class Overseer(Protocol):
    """Someone in charge of a table besides its players, such as a classroom's facilitator.

    The overseer decides who sits where; the table keeps no list of its own.
    """

    @property
    def calm(self) -> float:
        """Factor on a bot's thinking pause, also at tables without people; 0: no pause."""

    def held_by(self, table: Table, actor: Actor) -> list[int]: ...

    def may_watch(self, actor: Actor) -> bool: ...

    def may_read_chat(self, table: Table, actor: Actor) -> bool: ...

    def another_device(self, table: Table, seat: int, player: str) -> None:
        """Called when a player opened their own link on this device."""

    def seated(self, table: Table) -> None:
        """Called when a bot took over or a player came back."""

    def view(self, table: Table) -> RoomView:
        """The room's state as shown to everyone at the table."""

    def why_not_play(self, table: Table) -> str: ...

    def played(self, table: Table) -> None:
        """Called after every move."""

    def said(self, table: Table, line: ChatLine) -> None: ...

    def came_or_went(self, table: Table) -> None:
        """Called when a connection to the table begins or ends."""

    def reloaded(self, table: Table) -> None:
        """Called when a write failed and the table was reset to its stored state."""


def clean(words: str, longest: int = 40) -> str:
    """Clean a name of a person or table: one line, printable characters only."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())[:longest]


@dataclass
class TableSeat:
    seat: int
    kind: str  # person, bot or auto; link and open: still free
    player: str
    bot: str = ""
    stand_in: bool = False
    invite: str = ""  # as handed out when the table was made; later only hashes are known
    key: str = ""
    keys: set[tuple[str, str]] = field(default_factory=set)  # kind (invite, key) and hash of every link that opens it
    holders: set[str] = field(default_factory=set)
    left: float = field(default_factory=time.monotonic)  # when its holder's last connection ended
    deadline: float | None = None  # when its time is up, while it runs
    reserve: float | None = None  # seconds left while its clock is stopped; None: it runs, or there is no clock
    reminded: float = float("-inf")  # when it was last reminded

    @property
    def plays_itself(self) -> bool:
        return self.kind == "bot" or self.stand_in

    def row(self, table: str) -> tuple[Any, ...]:
        return table, self.seat, self.kind, self.player, self.bot, self.stand_in

    def opens(self, kind: str, secret: str) -> tuple[str, str]:
        """Add a link that opens this seat; returns the row to store."""
        entry = (kind, digest(secret))
        self.keys.add(entry)
        return entry
