"""Right of Way in pairs: the city is shared, and the ladder moves winners up and losers down."""

from __future__ import annotations

from tabletown import registry
from tabletown.bots import make
from tabletown.games.right_of_way.classroom import LadderSession, RightOfWayLesson, ladder_table, own

GAME = registry.game("right-of-way")


def ladder(tables: int) -> tuple[RightOfWayLesson, LadderSession]:
    lesson = RightOfWayLesson(GAME)
    session = own(lesson.new([2] * tables, {}, seed=3))
    for table in range(tables):
        for seat in (0, 1):
            session.seat(table, seat, f"{'AB'[seat]}{table}")
    session.start()
    return lesson, session


def play(session: LadderSession, answers: int) -> None:
    bot = make("easy", seed=1)
    for _ in range(answers):
        for table, seat, _bot in session.waiting():
            session.choose(table, seat, bot.choose(session.matches[table].player_view(seat)))


def test_all_tables_and_rounds_share_a_city_and_each_round_has_other_tiles() -> None:
    lesson, session = ladder(3)
    cities = {match.state.districts for match in session.matches}
    hands = [match.state.hands for match in session.matches]
    assert len(cities) == 1 and hands[0] == hands[1] == hands[2]
    session.close()
    after, moves = lesson.following(session, 0.0)
    for (table, seat), (to, at) in moves.items():
        after.seat(to, at, session.state.tables[table].names[seat])
    after.start()
    assert {match.state.districts for match in after.matches} == cities
    assert after.matches[0].state.hands != hands[0]


def test_winners_move_up_losers_move_down_and_everybody_has_one_seat() -> None:
    lesson, session = ladder(4)
    play(session, 30)
    session.close()
    _, moves = lesson.following(session, 0.0)
    assert len(moves) == len(set(moves.values())) == 8
    for table in range(4):
        won = session.winner(table)
        assert moves[table, won][0] == max(0, table - 1) and moves[table, 1 - won][0] == min(3, table + 1)


def test_wins_and_the_way_on_the_ladder_go_along() -> None:
    lesson, session = ladder(2)
    play(session, 20)
    session.close()
    after, moves = session.following(0.0)
    assert after.state.round == 2 and len(after.state.results) == 2
    for table in range(2):
        to, at = moves[table, session.winner(table)]
        assert after.state.tables[to].wins[at] == 1 and after.state.tables[to].rungs[at] == [table]
    prizes = {prize["id"]: prize for prize in lesson.prizes(session)}
    assert prizes["top"]["winners"][0]["seats"] == [session.winner(0)]


def test_the_talk_shows_everybodys_way_on_the_ladder() -> None:
    _, session = ladder(2)
    session.close()
    after, moves = session.following(0.0)
    for (table, seat), (to, at) in moves.items():
        after.seat(to, at, f"<{session.state.tables[table].names[seat]}>")
    late = after.add_table(2)
    after.seat(late, 0, "Late")
    after.start()
    loser = 1 - session.winner(0)
    name = f"&lt;{'AB'[loser]}0&gt;"
    rows = ladder_table(after).split("<tr>")
    assert f"{name}</th><td>1</td><td>2</td><td>0</td>" in "".join(rows)
    assert "Late</th><td></td><td>3</td><td>0</td>" in rows[-1]  # those with the most wins come first
    assert "<td>1</td></tr>" in rows[2] and "Bot" not in "".join(rows)
