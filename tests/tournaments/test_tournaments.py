"""Tournaments played through with random results and drop-outs; tests of designs, pairings and tie-breaks."""

import random
from collections import Counter
from itertools import combinations, pairwise

import msgspec
import pytest

from tabletown.tournaments import Tournament, TournamentError, why_before
from tabletown.tournaments.designs import group_tables
from tabletown.tournaments.tournament import Player, bracket
from tests.conftest import LONG, mostly_long

NAMES = [f"p{number:02d}" for number in range(64)]


def made(kind: str, seats: int, count: int, **more: object) -> Tournament:
    players = [Player(name, 2000.0 - 10 * number) for number, name in enumerate(NAMES[:count])]
    return Tournament(kind=kind, seats=seats, players=players, seed="s", **more)


def play(tournament: Tournament, seed: int = 0, leave: float = 0.0) -> Tournament:
    """Play random results to the end. `leave`: the probability that a player withdraws before a table."""
    rng = random.Random(seed)
    tournament.start()
    while tournament.state == "running":
        ready = tournament.waiting()
        assert ready, "nothing can be played, and it is not over"
        for pairing in ready:
            tournament.begin(pairing.number)
        for pairing in ready:
            if pairing.state == "playing" and rng.random() < leave:
                tournament.withdraw(rng.choice(pairing.seats))
            elif pairing.state == "playing":
                scores = [float(rng.randrange(40)) for _ in pairing.seats]
                best = [p for p, score in zip(pairing.seats, scores) if score == max(scores)]
                tournament.record(pairing.number, best, scores)
    return tournament


@pytest.mark.parametrize(("seats", "tables", "meetings"), [(2, 21, 1), (3, 7, 1), (4, 7, 2)])
def test_in_a_group_of_seven_every_pair_meets_and_every_seat_comes_equally_often(seats, tables, meetings):
    found = group_tables(seats)
    assert len(found) == tables
    met = Counter(frozenset(pair) for table in found for pair in combinations(table, 2))
    assert set(met.values()) == {meetings} and len(met) == 21
    sat = Counter((player, seat) for table in found for seat, player in enumerate(table))
    assert set(sat.values()) == {tables // 7} and len(sat) == 7 * seats


def test_the_tables_of_three_are_those_that_the_rules_of_sevens_name():
    assert group_tables(3)[:2] == [(0, 1, 3), (1, 2, 4)]


@pytest.mark.parametrize(("kind", "seats", "count"), [
    *(("swiss", seats, count) for seats in (2, 3, 4) for count in (8, 13, 16, 27)),
    *(("groups", seats, 14) for seats in (2, 3, 4)),
    *(("knockout", 2, count) for count in (2, 5, 8, 16, 21)), ("knockout", 3, 9), ("knockout", 4, 16),
])  # fmt: skip
@pytest.mark.parametrize("leave", [0.0, 0.06])
def test_every_kind_is_played_to_its_end_also_with_drop_outs(kind, seats, count, leave):
    for seed in range(3 if LONG else 1):
        over = play(made(kind, seats, count), seed, leave)
        assert over.state == "over"
        rows = over.standings()
        assert {row.player for row in rows} == {player.id for player in over.players}
        playing = [p for p in over.pairings if p.state in ("waiting", "playing")]
        assert playing == []
        assert msgspec.json.decode(msgspec.json.encode(over), type=Tournament) == over


@pytest.mark.parametrize("seats", mostly_long([2, 3, 4], 2, 3))
def test_nobody_meets_twice_in_a_swiss_tournament_where_that_can_be_helped(seats):
    for seed in range(5):
        over = play(made("swiss", seats, 36, rounds=4), seed)
        met = Counter(frozenset(pair) for pairing in over.pairings for pair in combinations(pairing.seats, 2))
        assert max(met.values()) == 1


def test_a_small_swiss_tournament_ends_before_anybody_has_to_meet_again():
    for seed in range(20):
        over = play(made("swiss", 2, 6, rounds=3), seed)
        met = Counter(frozenset(pair) for pairing in over.pairings for pair in combinations(pairing.seats, 2))
        assert max(met.values()) == 1
    with pytest.raises(TournamentError, match="at most 3 rounds"):
        made("swiss", 2, 6, rounds=4).start()


def test_equal_points_meet_and_the_first_seat_evens_out():
    over = play(made("swiss", 2, 16, rounds=4), seed=3)
    firsts = Counter(pairing.seats[0] for pairing in over.pairings)
    assert set(firsts.values()) <= {1, 2, 3}
    swiss = made("swiss", 2, 8, rounds=3)
    swiss.start()
    for pairing in list(swiss.pairings):
        swiss.record(pairing.number, [min(pairing.seats)])
    second = [set(pairing.seats) for pairing in swiss.pairings if pairing.round == 2]
    winners = set(NAMES[:4])
    assert all(table <= winners or not table & winners for table in second)


def test_the_round_off_goes_to_the_last_and_to_nobody_twice():
    over = play(made("swiss", 2, 11, rounds=5), seed=2)
    off = [pairing.seats[0] for pairing in over.pairings if pairing.state == "bye"]
    assert len(off) == 5 == len(set(off))
    assert off[0] == NAMES[10]


def test_the_best_of_a_knock_out_meet_in_the_final():
    assert bracket(8, 2) == [[0, 7], [3, 4], [1, 6], [2, 5]]
    knockout = made("knockout", 2, 13)
    knockout.start()
    assert [p.seats[0] for p in knockout.pairings if p.state == "bye"] == ["p00", "p01", "p02"]
    while knockout.state == "running":
        for pairing in knockout.waiting():
            knockout.record(pairing.number, [min(pairing.seats)])
    assert sorted(knockout.pairings[-1].seats) == ["p00", "p01"]
    assert [row.player for row in knockout.standings()][:2] == ["p00", "p01"]


def test_nobody_has_more_than_two_tables_of_a_group_at_once():
    groups = made("groups", 3, 7)
    groups.start()
    for pairing in groups.waiting():
        groups.begin(pairing.number)
    busy = Counter(player for pairing in groups.pairings if pairing.state == "playing" for player in pairing.seats)
    assert max(busy.values()) == 2


def test_points_of_a_table_of_three_and_shared_places():
    groups = made("groups", 3, 7)
    groups.start()
    first, second = groups.pairings[0], groups.pairings[1]
    groups.record(first.number, [first.seats[2]], [5, 9, 12])
    groups.record(second.number, second.seats[:2], [7, 7, 1])
    rows = {row.player: row for row in groups.standings()}
    shared = set(first.seats) & set(second.seats)
    gets = Counter(dict(zip(first.seats, (0.5, 1.5, 3.0))))
    gets.update(dict(zip(second.seats, (2.25, 2.25, 0.5))))
    assert len(shared) == 1
    assert {player: rows[player].points for player in gets} == dict(gets)


def test_who_leaves_gives_the_match_to_the_other_and_a_larger_table_is_not_played():
    duel, three = made("swiss", 2, 4, rounds=2), made("groups", 3, 7)
    duel.start()
    gone, other = duel.pairings[0].seats
    duel.withdraw(gone)
    assert duel.pairings[0].winners == [other]
    three.start()
    gone = three.pairings[0].seats[0]
    three.withdraw(gone)
    assert {p.state for p in three.pairings if gone in p.seats} == {"void"}
    assert {p.state for p in three.pairings if gone not in p.seats} == {"waiting"}


def test_a_pause_opens_no_table_and_loses_no_result():
    swiss = made("swiss", 2, 4, rounds=2)
    swiss.start()
    swiss.begin(0)
    swiss.pause()
    assert swiss.waiting() == []
    swiss.record(0, [swiss.pairings[0].seats[0]])
    swiss.resume()
    assert [pairing.number for pairing in swiss.waiting()] == [1]


def test_an_arena_counts_the_best_results():
    arena = made("arena", 1, 3)
    arena.start()
    for player, score in (("p00", 40), ("p01", 55), ("p00", 55), ("p02", 50)):
        arena.play_alone(player, score)
    arena.end()
    assert [row.player for row in arena.standings()] == ["p00", "p01", "p02"]
    assert why_before(arena, "p00", "p01") == ("best", 2, 1)


# player, points, then the tie-breaks, as documented in standings.py
SWISS = """\
p07 3 5 53 0
p01 2 6 33 0
p03 2 5 43 0
p05 2 3 31 0
p04 1 6 42 0
p02 1 4 73 0
p00 1 3 42 0
p06 0 4 33 0"""
GROUPS = """\
p02 7.5 2 61 0
p04 6.5 2 49 0
p00 5 1 36 0
p01 4.5 0 47 0
p06 4 1 40 0
p03 4 1 24 0
p05 3.5 0 41 0"""


def snapshot(tournament: Tournament, *columns: str) -> str:
    return "\n".join(
        " ".join([row.player, *(f"{getattr(row, name):g}" for name in columns)]) for row in tournament.standings()
    )


def test_ties_are_broken_as_written_down():
    assert snapshot(play(made("swiss", 2, 8), 4), "points", "opponents", "scored", "between") == SWISS
    assert snapshot(play(made("groups", 3, 7), 4), "points", "wins", "scored", "between") == GROUPS


def test_the_reason_for_every_place_is_the_first_difference():
    swiss = made("swiss", 2, 8, rounds=2)
    swiss.start()
    while swiss.state == "running":
        for pairing in swiss.waiting():
            swiss.record(pairing.number, [min(pairing.seats)])
    rows = swiss.standings()
    assert sum(row.points for row in rows) == 8
    for one, other in pairwise(rows):
        reason = why_before(swiss, one.player, other.player)
        assert reason.by == "lot" or reason.one > reason.other
    again = msgspec.json.decode(msgspec.json.encode(swiss), type=Tournament)
    assert [row.player for row in again.standings()] == [row.player for row in rows]


@pytest.mark.parametrize(
    ("kind", "seats", "count", "why"),
    [
        ("groups", 3, 12, "Groups have 7 players: it needs 2 more to start."),
        ("swiss", 2, 3, "1 more needed to start."),
        ("knockout", 3, 8, "A knock-out of this game needs 3, 9 or 27 players."),
    ],
)
def test_what_is_missing_is_said(kind, seats, count, why):
    with pytest.raises(TournamentError, match=why):
        made(kind, seats, count).start()


def test_what_cannot_be_done_is_refused_in_words():
    swiss = made("swiss", 2, 4, rounds=2)
    swiss.enter("late")
    with pytest.raises(TournamentError, match="already taking part"):
        swiss.enter("late")
    swiss.withdraw("late")
    swiss.start()
    for wrong, words in (
        (lambda: swiss.enter("late"), "has started"),
        (lambda: swiss.record(99, []), "no such table"),
        (lambda: swiss.record(0, ["stranger"]), "didn't sit"),
        (swiss.start, "already started"),
        (swiss.resume, "isn't paused"),
    ):
        with pytest.raises(TournamentError, match=words):
            wrong()
