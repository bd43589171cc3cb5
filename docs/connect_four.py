"""Connect Four: a whole game in one short file. docs/designers/writing-a-game.md walks through it."""

from tabletown.kernel import (
    NOT_AN_OPTION,
    About,
    Choose,
    Event,
    Game,
    LogFormat,
    Outcome,
    Reason,
    Rules,
    Script,
    State,
    Text,
    Words,
    because,
    tell,
)

COLUMNS, ROWS = 7, 6
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]  # up, across, and the two diagonals
WORDS = [f"column:{number}" for number in range(1, COLUMNS + 1)]  # the possible answers, from left to right

DROP = Text("drop a disc into a column")
WON = Text("{who:seat} has four in a row.")
DRAWN = Text("The board is full.")


class Dropped(Event):
    says = "{who:seat} dropped a disc into column {column}."
    who: int
    column: int


class ConnectFour(State):
    columns: list[list[int]]  # from left to right, each with the owners of its discs from the bottom up
    seat: int = 0  # whose turn it is
    winner: int | None = None

    def copy(self) -> "ConnectFour":
        return ConnectFour([column[:] for column in self.columns], self.seat, self.winner)


def setup(seats: int, options: object) -> ConnectFour:
    return ConnectFour([[] for _ in range(COLUMNS)])


def step(s: ConnectFour) -> Script | None:
    """The next turn, or None when the match is over."""
    return drop(s) if s.winner is None and open_columns(s) else None


def drop(s: ConnectFour) -> Script:
    """A turn: drop one disc, then it's the other player's turn."""
    answer = yield Choose(s.seat, DROP, open_columns(s), why=lambda word: why_not(s, word))
    column = WORDS.index(answer)
    s.columns[column].append(s.seat)
    tell(s, Dropped, s.seat, column + 1)
    if has_four(s, column):
        s.winner = s.seat
    s.seat = 1 - s.seat


def open_columns(s: ConnectFour) -> list[str]:
    return [word for word in WORDS if why_not(s, word) is None]


def why_not(s: ConnectFour, word: str) -> Reason | None:
    """Why a disc cannot be dropped there; None if it can."""
    if word not in WORDS:
        return NOT_AN_OPTION
    if len(s.columns[WORDS.index(word)]) == ROWS:
        return because("column-full", "That column is full.")
    return None


def has_four(s: ConnectFour, column: int) -> bool:
    """Whether the topmost disc of this column stands in a line of four."""
    row = len(s.columns[column]) - 1
    return any(
        1 + reach(s, column, row, across, up) + reach(s, column, row, -across, -up) >= 4 for across, up in DIRECTIONS
    )


def reach(s: ConnectFour, column: int, row: int, across: int, up: int) -> int:
    """How many discs of the same owner follow in this direction."""
    owner, count = s.columns[column][row], 0
    while disc_at(s, column + across * (count + 1), row + up * (count + 1)) == owner:
        count += 1
    return count


def disc_at(s: ConnectFour, column: int, row: int) -> int | None:
    """The owner of the disc there, if any."""
    if 0 <= column < COLUMNS and 0 <= row < len(s.columns[column]):
        return s.columns[column][row]
    return None


def outcome(s: ConnectFour) -> Outcome:
    if s.winner is None:
        return Outcome((0, 1), DRAWN)
    return Outcome((s.winner,), WON(who=s.winner))


about = About(
    id="connect-four",
    title="Connect Four",
    version="1",
    line="Four in a row wins.",
    seats=(2, 2),
    minutes="5",
    weight="light",
)
game = Game(about, Rules(ConnectFour, setup, step, outcome), words=Words(log=LogFormat((Dropped,))))
