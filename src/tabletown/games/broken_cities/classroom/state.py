"""The state of a session besides its matches, as plain data; and how players are split into tables."""

from __future__ import annotations

import msgspec

from tabletown.classroom.lesson import Content
from tabletown.classroom.session import SessionState, TableState
from tabletown.games.broken_cities.content import FOLDER
from tabletown.kernel import because, load_content
from tabletown.kernel.errors import BadOption

FEWEST, MOST, MOST_TABLES = 3, 24, 6
LAW_SECONDS = 300.0
ROOM = load_content(FOLDER / "class.toml", Content)

NO_CARD = because("no-card", "There's no climate card to show.", "facil.same-card")
NO_TURN = because("no-turn", "Nobody's turn can be ended at this table right now.", "facil.keep-moving")
NO_WAY_OUT = because(
    "no-way-out", "A law's penalty makes this player buy a park first. Let a bot play this turn.", "law.binding"
)


class CityTable(TableState):
    reported: int = 0  # damage reported so far
    rounds: int = 0  # rounds reported
    last_report: int = 0
    cards: int = 0  # halts whose card has struck this table
    card_change: int = 0  # what the last card did to its emissions
    effect: dict[str, int] = {}  # what the last card did to its tiles, renters and rents
    laws: int = 0  # halts whose law session this table has finished
    law_until: float = 0.0  # when its law session ends; 0: it is not in one


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
    last: bool = (
        False  # the card of the last threshold (option last_event=final_card): the session ends after it, without laws
    )


class RefusedLaw(msgspec.Struct):
    """A free-text law that was refused; the facilitator may allow it."""

    table: int
    seat: int
    text: str
    why: str
    passed: bool = False


class CitiesState(SessionState[CityTable]):
    """Everything that the matches do not store themselves."""

    total: int = 0
    spaces: int = 0  # thresholds used up
    plan: list[int] = []  # the thresholds of this session; empty: those printed in the guide
    planned: bool = True  # whether they are planned from tables and minutes when the session begins
    deck: list[str] = []
    halts: list[Halt] = []
    first_to_50: tuple[int, int] | None = None  # a person, never a bot
    law_seconds: float = LAW_SECONDS
    auto: bool = False  # cards are shown as soon as they are drawn
    reports: list[tuple[float, int, int, int]] = []  # when, table, damage, total
    refused: list[RefusedLaw] = []


def arrange(players: int) -> list[int]:
    """The sizes of the tables for this many players: threes and fours, as few tables as possible."""
    if players > MOST:
        raise BadOption(f"A session takes at most {MOST} players, not {players}.")
    tables = -(-players // 4)
    if players < FEWEST or tables * 3 > players:
        raise BadOption(f"{players} players cannot be split into tables of three or four.")
    return [4 if table < players - 3 * tables else 3 for table in range(tables)]
