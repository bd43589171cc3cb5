"""What a session knows besides its matches, as plain data; and how people are split into tables."""

from __future__ import annotations

import msgspec

from tabletown.kernel import Text, because
from tabletown.kernel.errors import BadOption

FEWEST, MOST, MOST_TABLES = 3, 24, 6
LAW_SECONDS = 300.0

PAUSED = because("paused", "The facilitator has paused all tables.", "facil.stop-all")
NOT_STARTED = because("not-started", "The session has not started yet.", "facil.story")
FULL = because("full", "Every seat is taken.", "facil.tables")
LOCKED = because("locked", "Joining is locked.", "facil.tables")
NO_CARD = because("no-card", "No climate card has been drawn.", "facil.same-card")
NO_TURN = because("no-turn", "At this table nobody's turn can be ended now.", "facil.keep-moving")
NO_WAY_OUT = because(
    "no-way-out", "A law's penalty makes this player buy a park first: let a bot play this turn.", "law.binding"
)
BEGUN = because("already-started", "The session has started already.", "facil.tables")


class TableState(msgspec.Struct):
    names: list[str]  # "" while nobody sits there
    bots: list[bool]
    reported: int = 0  # damage reported so far
    rounds: int = 0  # rounds reported
    last_report: int = 0
    cards: int = 0  # halts whose card this table has received
    card_change: int = 0  # what the last card did to its emissions
    effect: dict[str, int] = {}  # and to its tiles, renters and rents, counted when it struck
    people: list[bool] = []  # which seats belong to people, whoever plays them just now; []: all that are no bots
    laws: int = 0  # halts whose law session this table has finished
    law_until: float = 0.0  # when its law session ends; 0: none is held
    since: float = 0.0  # when its pending question was asked
    turn: str = ""  # whose turn it is, and which
    turn_since: float = 0.0  # when that began
    over: bool = False

    def of_people(self) -> list[int]:
        """The seats that can win a prize."""
        kept = self.people if len(self.people) == len(self.names) else [not bot for bot in self.bots]
        return [seat for seat, person in enumerate(kept) if person]


class Halt(msgspec.Struct):
    """All tables stop for one climate card."""

    number: int
    card: str
    threshold: int
    total: int
    shown: bool = False  # until then only the facilitator sees the card
    done: bool = False
    at: float = 0.0  # when it began
    shown_at: float = 0.0
    last: bool = False  # the card of the last threshold (option last_event=final_card): the end follows, no law


class Question(msgspec.Struct):
    """Something that a player asks the judge; the answer goes to all tables."""

    table: int
    seat: int
    text: str
    answer: str = ""


class Noted(msgspec.Struct, array_like=True):
    """An entry of the session's log: a message, read by everybody in their own language."""

    at: float
    text: Text | str  # words alone: of a session that was kept before entries were messages
    by: str = ""  # who did it, where that was not the one who made the session


class SessionState(msgspec.Struct):
    """Everything that the matches themselves do not know, as plain data."""

    options: dict[str, str]
    seed: int
    tables: list[TableState]
    phase: str = "lobby"  # lobby, playing, over
    total: int = 0
    spaces: int = 0  # thresholds used up
    plan: list[int] = []  # the thresholds of this session; []: those of the guide's table
    deck: list[str] = []
    halts: list[Halt] = []
    paused: float = -1.0  # since when
    locked: bool = False
    ended: str = ""  # damage, clock, fifty, early
    first_to_50: tuple[int, int] | None = None  # a person, never a bot
    clock_until: float = 0.0  # 0: no clock
    law_seconds: float = LAW_SECONDS
    auto: bool = False  # cards are shown as soon as they are drawn
    began: float = 0.0
    reports: list[tuple[float, int, int, int]] = []  # when, table, damage, total
    questions: list[Question] = []
    log: list[Noted] = []


def arrange(players: int) -> list[int]:
    """The sizes of the tables for so many players: threes and fours, as many fours as possible."""
    if players > MOST:
        raise BadOption(f"A session takes at most {MOST} players, not {players}.")
    tables = -(-players // 4)
    if players < FEWEST or tables * 3 > players:
        raise BadOption(f"{players} players cannot be split into tables of three or four.")
    return [4 if table < players - 3 * tables else 3 for table in range(tables)]
