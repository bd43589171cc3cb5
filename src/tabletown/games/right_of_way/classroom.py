"""Right of Way in pairs: a ladder of short matches on a shared city.

Each round all pairs play on the same city. Winners move up a table, losers move down; then new pairs play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tabletown.classroom import wall
from tabletown.classroom.lesson import Lesson, Rows, Winner, best, part
from tabletown.classroom.session import Session, SessionState, TableState
from tabletown.drawing import esc
from tabletown.games.right_of_way.rules.end_and_victory import points
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.kernel import CHANCE, Match, say
from tabletown.kernel.chance import Dealer

if TYPE_CHECKING:
    from tabletown.classroom.room import Room
    from tabletown.classroom.roster import Person

CITY = ("trio", "district")  # the kinds of chance that deal the shared city
MOST_TABLES = 20


class PairTable(TableState):
    wins: list[int] = []  # wins in earlier rounds, by seat
    rungs: list[list[int]] = []  # by seat: the tables at which the person there has played before


class LadderState(SessionState[PairTable]):
    round: int = 1
    results: list[list[int]] = []  # rows of: round, table, points of both seats


class LadderSession(Session):
    state: LadderState
    state_type = LadderState

    def new_state(self, options: dict[str, str], seed: int, sizes: Sequence[int]) -> LadderState:
        tables = [
            PairTable([""] * size, [False] * size, wins=[0] * size, rungs=[[] for _ in range(size)]) for size in sizes
        ]
        return LadderState(options, seed, tables)

    def match_of(self, table: int) -> Match:
        """A match with the city of the whole session and the tiles of the round, the same at every table."""
        state, dealer = self.state, Dealer(self.state.seed)
        seed = dealer.word("round", 2 * state.round) << 64 | dealer.word("round", 2 * state.round + 1)
        match = Match(self.game, list(state.tables[table].names), state.options, seed, by_hand=CITY)
        nth = 0
        while (decision := match.decision(CHANCE)) is not None:
            match.choose(CHANCE, dealer.deal("city", nth, list(decision.options)))
            nth += 1
        return match

    def points(self, table: int) -> list[int]:
        state: RightOfWay = self.matches[table].state
        return list(points(state)) if state.roads else [0, 0]

    def winner(self, table: int) -> int:
        """The seat that moves up: most points, then more tiles left, then the second player."""
        state: RightOfWay = self.matches[table].state
        mine, left = self.points(table), [sum(hand) + len(stack) for hand, stack in zip(state.hands, state.stacks)]
        return max((0, 1), key=lambda seat: (mine[seat], left[seat], seat != state.first))

    def moves(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Where everybody sits in the next round: {(table, seat): (table, seat)}."""
        last, free = len(self.matches) - 1, [[0, 1] for _ in self.matches]
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for table in range(len(self.matches)):
            won = self.winner(table)
            for seat, to in ((won, max(0, table - 1)), (1 - won, min(last, table + 1))):
                found[table, seat] = to, free[to].pop(0)
        return found

    def following(self, clock: float) -> tuple[LadderSession, dict[tuple[int, int], tuple[int, int]]]:
        """The session of the next round, and where everybody sits in it."""
        old, moves = self.state, self.moves()
        made = self.renewed([len(table.names) for table in old.tables], clock)
        made.state.round = old.round + 1
        made.state.results = [*old.results, *self.results_now()]
        for (table, seat), (to, at) in moves.items():
            here, there = old.tables[table], made.state.tables[to]
            there.wins[at] = here.wins[seat] + (self.winner(table) == seat)
            there.rungs[at] = [*here.rungs[seat], table]
            there.bots[at] = seat not in here.of_people()
        return made, moves

    def begins_anew(self, table: int, seat: int) -> None:
        mine = self.state.tables[table]
        mine.wins[seat], mine.rungs[seat] = 0, []

    def results_now(self) -> list[list[int]]:
        return [[self.state.round, table, *self.points(table)] for table in range(len(self.matches))]

    def wins(self, table: int, seat: int) -> int:
        """The wins of a seat, including the current match if it is over."""
        mine = self.state.tables[table]
        return mine.wins[seat] + (mine.over and self.winner(table) == seat)


class RightOfWayLesson(Lesson):
    seats = fewest = 2
    most_tables = MOST_TABLES
    tables = 12
    minutes = 12
    times = (8, 10, 12, 15, 20)
    several_rounds = True
    defaults = {"scoring": "partial"}
    session_type = LadderSession

    def where(self, session: Session, table: int) -> str:
        return say("turn {n}", n=session.matches[table].state.turns + 1)

    def scores(self, session: Session, table: int) -> list[int]:
        return own(session).points(table)

    def following(self, session: Session, clock: float) -> tuple[Session, Mapping[tuple[int, int], tuple[int, int]]]:
        return own(session).following(clock)

    def desk(self, room: Room, view: dict[str, Any]) -> dict[str, Any]:
        return {"round": own(room.session).state.round}

    # ------------------------------------------------------------------ the wall

    def wall(self, session: Session, view: dict[str, Any]) -> str:
        view = self.view(session, view["now"]) | view
        return wall.body(view, lambda view: self.playing(own(session), view))

    def playing(self, session: LadderSession, view: dict[str, Any]) -> str:
        cards = []
        for number, card in enumerate(view["tables"]):
            stars = [session.wins(number, seat) for seat in range(len(card["names"]))]
            wins = say("Wins: {wins:,}", wins=[str(stars[seat]) for seat in card["order"]])
            below = f"<p>{esc(wins)}</p>" if any(stars) else ""
            cards.append(wall.table_card(view, card, below, "won" if number == 0 else ""))
        words = say("Winners move up, losers move down; table 1 is the top")
        if session.state.ended:
            words = say("{ended}: finish your turn", ended=wall.ENDED[session.state.ended])
        return wall.grid("rw1", view, say("Round {n}", n=session.state.round), words, cards)

    def winners(self, session: Session) -> dict[str, tuple[list[Winner], str]]:
        ladder = own(session)
        people = [(n, seat) for n, mine in enumerate(session.state.tables) for seat in mine.of_people()]
        top = [(0, [ladder.winner(0)])] if ladder.winner(0) in session.state.tables[0].of_people() else []
        wins, most = best((ladder.wins(n, seat), (n, [seat])) for n, seat in people)
        scored, points_ = best((ladder.points(n)[seat], (n, [seat])) for n, seat in people)
        climbed, rungs = best((climb(ladder, n, seat), (n, [seat])) for n, seat in people)
        return {
            "top": (top, say("won at table 1")),
            "most_wins": (wins if most else [], say("{n} win", "{n} wins", n=most or 0)),
            "climber": (climbed if rungs and rungs > 0 else [], say("up {n} table", "up {n} tables", n=rungs or 0)),
            "best_match": (scored if points_ else [], say("{n} point", "{n} points", n=points_ or 0)),
        }

    # ------------------------------------------------------------------ the talk afterwards

    async def talk(self, room: Room) -> dict[str, Any]:
        ladder = own(room.session)
        return {
            "parts": [
                part(
                    say("All matches"),
                    results_table([*ladder.state.results, *ladder.results_now()]),
                    say("Both players' points at each table, round by round. Everyone had the same city."),
                    to_print=True,
                ),
                part(
                    say("The ladder"),
                    ladder_table(ladder),
                    say("Who played where, round by round; table 1 is the top."),
                    to_print=True,
                ),
            ]
        }

    async def own(self, room: Room, person: Person) -> dict[str, Any]:
        ladder = own(room.session)
        wins, table = ladder.wins(person.table, person.seat), person.table + 1
        rungs = [str(number + 1) for number in (*ladder.state.tables[person.table].rungs[person.seat], person.table)]
        words = say("{n} win, now at table {table}", "{n} wins, now at table {table}", n=wins, table=table)
        way = f"<p>{esc(say('Your path on the ladder: {tables:,}', tables=rungs))}</p>"
        return {"standing": words, "parts": [part(say("The ladder"), way)]}

    async def rows(self, room: Room) -> Rows:
        ladder = own(room.session)
        rows = [*ladder.state.results, *ladder.results_now()]
        return [["round", "table", "points of seat 1", "points of seat 2"], *([r, t + 1, *p] for r, t, *p in rows)]


def own(session: Session) -> LadderSession:
    assert isinstance(session, LadderSession)
    return session


def climb(session: LadderSession, table: int, seat: int) -> int:
    """How many tables the person in a seat has climbed since the first round."""
    rungs = session.state.tables[table].rungs[seat]
    return rungs[0] - table if rungs else 0


def ladder_table(session: LadderSession) -> str:
    """Everybody's tables in all rounds, those with the most wins first."""
    ranked = sorted(
        (-session.wins(number, seat), number, seat)
        for number, mine in enumerate(session.state.tables)
        for seat in mine.of_people()
    )
    rows = []
    for wins, number, seat in ranked:
        mine = session.state.tables[number]
        path = [""] * session.state.round + [str(table + 1) for table in (*mine.rungs[seat], number)]
        cells = "".join(f"<td>{table}</td>" for table in path[-session.state.round :])  # a latecomer's path is shorter
        rows.append(f'<tr><th scope="row">{esc(mine.names[seat])}</th>{cells}<td>{-wins}</td></tr>')
    rounds = [say("Round {n}", n=number + 1) for number in range(session.state.round)]
    heads = "".join(f'<th scope="col">{head}</th>' for head in (*rounds, say("wins")))
    return f'<table class="dice2"><thead><tr><th></th>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def results_table(results: Sequence[Sequence[int]]) -> str:
    rounds = sorted({row[0] for row in results})
    tables = sorted({row[1] for row in results})
    known = {(row[0], row[1]): f"{row[2]} : {row[3]}" for row in results}
    heads = "".join(f'<th scope="col">{say("Round {n}", n=number)}</th>' for number in rounds)
    rows = "".join(
        f'<tr><th scope="row">{say("Table {n}", n=table + 1)}</th>'
        + "".join(f"<td>{known.get((number, table), '')}</td>" for number in rounds)
        + "</tr>"
        for table in tables
    )
    return f'<table class="dice2"><thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table>'


lesson = RightOfWayLesson
