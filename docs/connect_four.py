"""Connect Four: a whole game in one short file. docs/writing-a-game.md walks through it."""

from tabletown.kernel import About, Choose, Game, Outcome, Script, State, Text, tell

COLUMNS, ROWS = 7, 6
HEIGHT = ROWS + 1  # one empty row on top keeps lines from running over into the next column
WORDS = [f"column:{column + 1}" for column in range(COLUMNS)]
COLUMN_OF = {word: column for column, word in enumerate(WORDS)}
DROP = Text("drop a disc into a column")
DROPPED = Text("{who:seat} dropped a disc into column {column}.")
WON, DRAWN = Text("{who:seat} has four in a row."), Text("The board is full.")


class ConnectFour(State):
    discs: list[int]  # each seat's discs: bit column * HEIGHT + row
    heights: list[int]
    free: list[str]  # the columns with room
    seat: int = 0
    winner: int = -1

    def copy(self) -> "ConnectFour":
        return ConnectFour(self.discs[:], self.heights[:], self.free[:], self.seat, self.winner)


def setup(seats: int, options: object) -> ConnectFour:
    return ConnectFour([0, 0], [0] * COLUMNS, WORDS[:])


def turn(s: ConnectFour) -> Script | None:
    return drop(s) if s.winner < 0 and s.free else None


def drop(s: ConnectFour) -> Script:
    seat = s.seat
    word = yield Choose(seat, DROP, s.free)
    column = COLUMN_OF[word]
    height = s.heights[column]
    s.discs[seat] = discs = s.discs[seat] | 1 << column * HEIGHT + height
    s.heights[column] = height + 1
    if height + 1 == ROWS:
        s.free.remove(word)
    if s.lines is not None:  # somebody reads the log
        tell(s, DROPPED, who=seat, column=column + 1)
    if four_in_a_row(discs):
        s.winner = seat
    s.seat = 1 - seat


def four_in_a_row(discs: int) -> bool:
    up, right = discs & discs >> 1, discs & discs >> HEIGHT  # pairs of neighbours
    rising, falling = discs & discs >> HEIGHT + 1, discs & discs >> HEIGHT - 1
    fours = up & up >> 2 | right & right >> 2 * HEIGHT
    return (fours | rising & rising >> 2 * (HEIGHT + 1) | falling & falling >> 2 * (HEIGHT - 1)) != 0


def outcome(s: ConnectFour) -> Outcome:
    return Outcome((s.winner,), WON(who=s.winner)) if s.winner >= 0 else Outcome((0, 1), DRAWN)


about = About("connect-four", "Connect Four", "1", "Four in a row wins.", (2, 2), "5", "light")
game = Game(about, ConnectFour, setup, turn, outcome)
