"""Who sits where: the chairs around a table, and who asks to act on one."""

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
    """What is stored of a seat's link: enough to know it again, not enough to use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def player_id(token: str) -> str:
    """Who holds this cookie. Only a digest is stored: the file gives no seat away."""
    return hashlib.sha256(token.encode()).hexdigest()[:32] if token else ""


def derived(token: str, kind: str, table: str, seat: int) -> str:
    """A link of one's own to a seat, made of one's cookie: the server can show it again without having kept it."""
    made = hashlib.blake2b(f"{kind}/{table}/{seat}".encode(), key=token.encode()[:64], digest_size=18).digest()
    return base64.urlsafe_b64encode(made).decode()


# of HTTP, by the code of a refusal; 400 for all others
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
    """Nothing was done; says why. `code` is for programs, the sentence for people: in the language of who reads it.

    A template with parts: `Refusal("busy", "{name} was reminded a moment ago.", name=…)`.
    """

    def __init__(self, code: str, text: str | Text, rule: str = "", option: str = "", **parts: Any) -> None:
        super().__init__(text)
        if isinstance(text, str):  # without parts it may be anything, also what somebody typed: no braces are read
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


# who has no name yet, and who plays where the rules do
PLAYERS = ("Player 1", "Player 2", "Player 3", "Player 4", "Player 5", "Player 6")  # words
THE_RULES = "The rules"  # words


def nameless(seat: int) -> str:
    return PLAYERS[seat] if seat < len(PLAYERS) else f"Player {seat + 1}"


class Actor(NamedTuple):
    """Who asks: the holder of a cookie, the holder of a seat's key, both, or nobody in particular."""

    player: str = ""
    key: str = ""


class Overseer(Protocol):
    """Somebody in charge of a table besides those who sit there: a classroom's facilitator, who also deals by hand.

    Who sits where is the overseer's to say: there is one list of it, and it is not the table's.
    """

    @property
    def calm(self) -> float:
        """How many times as long as usual a bot takes for an answer, also where nobody sits and watches; 0: no time."""

    def held_by(self, table: Table, actor: Actor) -> list[int]: ...

    def may_watch(self, actor: Actor) -> bool: ...

    def may_read_chat(self, table: Table, actor: Actor) -> bool: ...

    def another_device(self, table: Table, seat: int, player: str) -> None:
        """Somebody's own link was opened on this device."""

    def seated(self, table: Table) -> None:
        """Called when a bot took over or somebody came back."""

    def view(self, table: Table) -> RoomView:
        """What everybody at the table is to see of the room."""

    def why_not_play(self, table: Table) -> str: ...

    def played(self, table: Table) -> None:
        """Called after every answer that a seat gave."""

    def said(self, table: Table, line: ChatLine) -> None: ...

    def came_or_went(self, table: Table) -> None:
        """Called when a connection to the table begins or ends."""

    def reloaded(self, table: Table) -> None:
        """Called when something could not be written and the table stands again as it did before."""


def clean(words: str, longest: int = 40) -> str:
    """What people call themselves or a table: one line, nothing that does not print."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())[:longest]


@dataclass
class TableSeat:
    seat: int
    kind: str  # person, bot, auto; link and open: nobody sits there yet
    player: str
    bot: str = ""
    stand_in: bool = False
    invite: str = ""  # as it was handed out when the table was made; afterwards only digests are known
    key: str = ""
    keys: set[tuple[str, str]] = field(default_factory=set)  # kind (invite, key) and digest of all that open it
    holders: set[str] = field(default_factory=set)
    left: float = field(default_factory=time.monotonic)  # when its last holder's last connection ended
    deadline: float | None = None  # when its time is up, while it runs
    reserve: float | None = None  # seconds it has, while its time stands; None: it runs, or there is no clock
    reminded: float = float("-inf")  # when it was last told that the table waits for it

    @property
    def plays_itself(self) -> bool:
        return self.kind == "bot" or self.stand_in

    def row(self, table: str) -> tuple[Any, ...]:
        return table, self.seat, self.kind, self.player, self.bot, self.stand_in

    def opens(self, kind: str, secret: str) -> tuple[str, str]:
        """From now on this opens it; to be written down."""
        entry = (kind, digest(secret))
        self.keys.add(entry)
        return entry
