"""Connect Four for benchmarks: the rules of docs/connect_four.py, with the lines through each place as bits."""

from tabletown.kernel import About, Choose, Event, Game, LogFormat, Outcome, Rules, Script, State, Text, Words, tell

COLUMNS, ROWS = 7, 6
WORDS = [f"column:{column + 1}" for column in range(COLUMNS)]
COLUMN_OF = {word: column for column, word in enumerate(WORDS)}
DROP = Text("drop a disc into a column")
WON, DRAWN = Text("{who:seat} has four in a row."), Text("The board is full.")

DIAGONALS = COLUMNS + ROWS - 1  # in each direction


def lines_through(column: int, row: int) -> list[tuple[int, int]]:
    """The column, the row and the two diagonals of a place: the number of each, and the place's bit in it."""
    falling, rising = COLUMNS + ROWS + column + row, COLUMNS + ROWS + DIAGONALS + COLUMNS - 1 - column + row
    return [(column, 1 << row), (COLUMNS + row, 1 << column), (falling, 1 << row), (rising, 1 << row)]


LINES = [[lines_through(column, row) for row in range(ROWS)] for column in range(COLUMNS)]
NO_DISCS = [0] * (COLUMNS + ROWS + 2 * DIAGONALS)
# whether there are four in a row
FOUR = [line & line >> 1 & line >> 2 & line >> 3 != 0 for line in range(1 << COLUMNS)]


class Dropped(Event):
    says = "{who:seat} dropped a disc into column {column}."
    who: int
    column: int


class ConnectFour(State):
    discs: list[list[int]]  # each seat's, line by line
    heights: list[int]
    free: list[str]  # the columns with room
    seat: int = 0
    winner: int = -1

    def copy(self) -> "ConnectFour":
        mine, yours = self.discs
        return ConnectFour([mine[:], yours[:]], self.heights[:], self.free[:], self.seat, self.winner)


def setup(seats: int, options: object) -> ConnectFour:
    return ConnectFour([NO_DISCS[:], NO_DISCS[:]], [0] * COLUMNS, WORDS[:])


def step(s: ConnectFour) -> Script | None:
    return drop(s) if s.winner < 0 and s.free else None


def drop(s: ConnectFour) -> Script:
    seat = s.seat
    word = yield Choose(seat, DROP, s.free)
    column = COLUMN_OF[word]
    height, mine = s.heights[column], s.discs[seat]
    for line, bit in LINES[column][height]:
        mine[line] |= bit
        if FOUR[mine[line]]:
            s.winner = seat
    s.heights[column] = height + 1
    if height + 1 == ROWS:
        s.free.remove(word)
    if s.lines is not None:  # the log is enabled
        tell(s, Dropped, seat, column + 1)
    s.seat = 1 - seat


def outcome(s: ConnectFour) -> Outcome:
    return Outcome((s.winner,), WON(who=s.winner)) if s.winner >= 0 else Outcome((0, 1), DRAWN)


about = About("connect-four", "Connect Four", "1", "Four in a row wins.", (2, 2), "5", "light")
game = Game(about, Rules(ConnectFour, setup, step, outcome), words=Words(log=LogFormat((Dropped,))))
