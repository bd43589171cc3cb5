"""Connect Four: a whole game in one short file. docs/writing-a-game.md walks through it."""

from tabletown.kernel import About, Choose, Game, Outcome, Script, State, Text, tell

COLUMNS, ROWS = 7, 6
WORDS = [f"column:{column + 1}" for column in range(COLUMNS)]
DROP = Text("drop a disc into a column")
DROPPED = Text("{who:seat} dropped a disc into column {column}.")
WON, DRAWN = Text("{who:seat} has four in a row."), Text("The board is full.")
# every line of four, by the places on it
LINES = [
    [(column + step * right, row + step * up) for step in range(4)]
    for column in range(COLUMNS)
    for row in range(ROWS)
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * right < COLUMNS and 0 <= row + 3 * up < ROWS
]
LINES_THROUGH = {
    (column, row): [[c * ROWS + r for c, r in line] for line in LINES if (column, row) in line]
    for column in range(COLUMNS)
    for row in range(ROWS)
}


class ConnectFour(State):
    grid: list[int]  # whose disc lies there, column by column from below; -1: nobody's
    heights: list[int]
    seat: int = 0
    winner: int = -1

    def copy(self) -> "ConnectFour":
        return ConnectFour(self.grid[:], self.heights[:], self.seat, self.winner)


def setup(seats: int, options: object) -> ConnectFour:
    return ConnectFour([-1] * (COLUMNS * ROWS), [0] * COLUMNS)


def turn(s: ConnectFour) -> Script | None:
    return None if s.winner >= 0 or min(s.heights) == ROWS else drop(s)


def drop(s: ConnectFour) -> Script:
    free = [word for word, height in zip(WORDS, s.heights) if height < ROWS]
    column = WORDS.index((yield Choose(s.seat, DROP, free)))
    row = s.heights[column]
    s.heights[column] += 1
    s.grid[column * ROWS + row] = s.seat
    tell(s, DROPPED, who=s.seat, column=column + 1)
    for line in LINES_THROUGH[column, row]:
        if all(s.grid[place] == s.seat for place in line):
            s.winner = s.seat
    s.seat = 1 - s.seat


def outcome(s: ConnectFour) -> Outcome:
    return Outcome((s.winner,), WON(who=s.winner)) if s.winner >= 0 else Outcome((0, 1), DRAWN)


about = About("connect-four", "Connect Four", "1", "Four in a row wins.", (2, 2), "5", "light")
game = Game(about, ConnectFour, setup, turn, outcome)
