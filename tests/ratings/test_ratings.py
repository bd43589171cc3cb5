"""Ratings: what a result teaches about people and sides; and a club whose true strengths are known."""

import math
import random
from collections import defaultdict
from typing import NamedTuple

import pytest

from tabletown.kernel import About
from tabletown.ratings import RatedMatch, Rating, Ratings, Team, match_of
from tabletown.ratings.results import places_of

GAME = "right-of-way"
ELO = 400 / math.log(10)  # rating points per unit of strength


def duel(first: str, second: str, places: tuple[int, int] = (1, 2), **more: frozenset[str]) -> RatedMatch:
    return RatedMatch(GAME, [Team((first,), "seat 1 of 2"), Team((second,), "seat 2 of 2")], places, **more)


def about(**more: object) -> About:
    told = {"id": GAME, "title": "", "version": "1", "line": "", "seats": (1, 4), "minutes": "", "weight": "light"}
    return About(**(told | more))


def test_a_win_raises_the_winner_as_far_as_it_lowers_the_loser_and_makes_both_surer():
    ratings = Ratings()
    ratings.rate(duel("Ana", "Wei"))
    ana, wei = ratings.of(GAME, "Ana"), ratings.of(GAME, "Wei")
    assert ana.shown - 1500 == 1500 - wei.shown > 0
    assert ana.spread < Rating().spread
    assert ana.range[0] < ana.shown < ana.range[1]
    assert (ana.matches, ana.provisional) == (1, True)


def test_beating_a_stronger_player_is_worth_more():
    known = [(GAME, "strong", Rating(32.0, 2.0, 50)), (GAME, "weak", Rating(18.0, 2.0, 50))]
    gains = []
    for other in ("strong", "weak"):
        ratings = Ratings(known)
        ratings.rate(duel("Ana", other))
        gains.append(ratings.of(GAME, "Ana").shown - 1500)
    assert gains[0] > 2 * gains[1] > 0


def test_a_tie_between_equals_moves_nobody():
    ratings = Ratings()
    ratings.rate(duel("Ana", "Wei", (1, 1)))
    assert ratings.of(GAME, "Ana").shown == ratings.of(GAME, "Wei").shown == 1500


def test_who_is_fixed_keeps_the_rating_and_the_bot_across_the_table_does_not():
    ratings = Ratings([(GAME, "Ana", Rating(30.0, 2.0, 40))])
    before = ratings.of(GAME, "Ana")
    assert "Ana" not in ratings.rate(duel("Ana", "bot:sharp", fixed=frozenset({"Ana"})))
    assert ratings.of(GAME, "Ana") == before
    assert ratings.of(GAME, "bot:sharp").shown < 1500


def test_a_rating_of_one_game_says_nothing_of_another():
    ratings = Ratings()
    ratings.rate(duel("Ana", "Wei"))
    assert ratings.of("crossroll", "Ana") == Rating()


def test_matches_taken_in_again_in_the_same_order_give_the_same_ratings_to_the_last_bit():
    rng = random.Random(5)
    played = [duel(*rng.sample("ABCDEF", 2), rng.choice([(1, 2), (2, 1), (1, 1)])) for _ in range(200)]
    once, again = Ratings(), Ratings()
    for match in played:
        once.rate(match)
    for match in played[:90]:
        again.rate(match)
    again = Ratings((game, name, rating) for (game, name), rating in again.known.items())  # stored and loaded
    for match in played[90:]:
        again.rate(match)
    assert once.known == again.known


@pytest.mark.parametrize(
    ("winners", "scores", "places"),
    [
        ([1], [10, 12, 7], [2, 1, 3]),
        ([2], [10, 12, 7], [3, 2, 1]),  # won by something other than the score
        ([0, 1], [9, 8, 3], [1, 1, 3]),
        ([0], [9, 4, 4], [1, 2, 2]),
        ([0], [], [1, 2, 2]),
    ],
)
def test_winners_come_first_and_the_others_by_their_scores(winners, scores, places):
    assert places_of(3, winners, scores) == places


def test_sides_are_parts_where_the_game_has_parts_and_otherwise_places_in_the_order_of_turns():
    parts = about(roles=True, seat_names=("Public", "Community"))
    assert [team.side for team in match_of(parts, {}, ["a", "b"], [0]).teams] == ["Public of 2", "Community of 2"]
    assert [team.side for team in match_of(about(), {}, ["a", "b"], [0]).teams] == ["seat 1 of 2", "seat 2 of 2"]


def test_a_family_plays_against_its_mission():
    lost = match_of(about(cooperative=True), {"mission": "ferry"}, ["a", "b", "c"], [])
    assert (lost.teams[0].people, lost.places) == (("a", "b", "c"), [2, 1])
    ratings = Ratings()
    ratings.rate(lost)
    assert ratings.of(GAME, "a").shown < 1500 < ratings.of_side(GAME, lost.teams[1]).shown
    won = match_of(about(cooperative=True), {"mission": "ferry"}, ["a", "b", "c"], [0, 1, 2])
    assert won.places == [1, 2]
    assert won.teams[1] == lost.teams[1] != match_of(about(cooperative=True), {"mission": "bridge"}, ["a"], []).teams[1]


def test_where_all_lost_or_one_person_held_two_seats_nobody_was_better():
    assert match_of(about(), {}, ["a", "b"], []) is None
    assert match_of(about(), {}, ["a", "a"], [0]) is None


# ---------------------------------------------------------------------- a club

SIDES = {"Public": 52.0, "Community": 0.0, "Private": -35.0, "fourth": -17.0}  # true advantages, in points


class Club(NamedTuple):
    ratings: Ratings
    true: list[float]
    predicted: dict[int, list[tuple[float, bool]]]  # by tenth: the predicted chance, and whether it came true
    matches: list[RatedMatch]


def club(seed: int, people: int = 400, matches: int = 20_000, spread: float = 250.0) -> Club:
    """A club of people with hidden strengths who meet at tables of two to four with unfair sides."""
    rng = random.Random(seed)
    true = [rng.gauss(0, spread) for _ in range(people)]
    ratings, predicted, played = Ratings(), defaultdict(list), []
    for number in range(matches):
        seats = rng.sample(range(people), rng.choice((2, 3, 4)))
        sides = list(SIDES)[: len(seats)]
        weight = [math.exp((true[person] + SIDES[side]) / ELO) for person, side in zip(seats, sides)]
        left, places = list(range(len(seats))), [0] * len(seats)
        for place in range(1, len(seats) + 1):
            best = rng.choices(left, [weight[seat] for seat in left])[0]
            places[best] = place
            left.remove(best)
        match = RatedMatch("cross-bronx", [Team((str(p),), side) for p, side in zip(seats, sides)], places)
        if number >= matches // 5:
            for chance, place in zip(ratings.chances(match), places):
                predicted[int(chance * 10)].append((chance, place == 1))
        ratings.rate(match)
        played.append(match)
    return Club(ratings, true, predicted, played)


def ranks(values: list[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    return [place for _, place in sorted((person, place) for place, person in enumerate(order))]


def test_a_club_of_400_is_put_in_order_its_unfair_side_is_found_and_its_chances_can_be_believed():
    ratings, true, predicted, _ = club(seed=1)
    found = [ratings.of("cross-bronx", str(person)) for person in range(len(true))]
    n = len(true)
    apart = sum((a - b) ** 2 for a, b in zip(ranks(true), ranks([rating.mean for rating in found])))
    assert 1 - 6 * apart / (n * (n**2 - 1)) >= 0.9  # Spearman's rank correlation

    one, other = (ratings.of_side("cross-bronx", Team(("x",), side)).advantage for side in ("Public", "Community"))
    half = math.hypot(one[2] - one[0], other[2] - other[0])
    assert abs(one[0] - other[0] - (SIDES["Public"] - SIDES["Community"])) <= half < 20

    told = [pair for pairs in predicted.values() for pair in pairs]
    error = sum(abs(sum(chance - came for chance, came in pairs)) for pairs in predicted.values()) / len(told)
    assert error <= 0.03

    inside = sum(rating.range[0] <= 1500 + strength <= rating.range[1] for rating, strength in zip(found, true))
    assert inside / n >= 0.9  # 95 % ranges contain the truth about as often
