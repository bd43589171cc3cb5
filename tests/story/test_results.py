"""The story of a result, for every game, from its log."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tabletown.bots import make
from tabletown.drawing import MEDALS
from tabletown.games.cross_bronx.components import EVENTS
from tabletown.games.cross_bronx.events.cards import Performed
from tabletown.games.cross_bronx.events.census import LossesRose
from tabletown.games.cross_bronx.events.positions import AchievedPosition
from tabletown.games.cross_bronx.rules.audit import city_debt
from tabletown.games.new_york_crisis.city import NAMES
from tabletown.games.new_york_crisis.events.spending import TookInfo
from tabletown.games.right_of_way.rules.end_and_victory import is_complete
from tabletown.games.right_of_way.story import plots_of
from tabletown.kernel import Event, Figure, LogLine, Match, Outcome, Text, load
from tabletown.kernel.events import Change
from tabletown.registry import game, games
from tabletown.saves.replay import record_of, replayed
from tabletown.story import Award, Count, in_words, summarize
from tabletown.story.chapters import Chapters, Story
from tabletown.story.results import EventCounter, ResultSummary, given
from tabletown.web.views.charts import TurningPoint, areas, bars, chart_of, danger


@cache
def ended(name: str, seats: int, seed: int = 3, *options: tuple[str, str]) -> tuple[Match, ResultSummary]:
    match = Match(game(name), seats, dict(options), seed=seed, changes=True)
    bots = [make("greedy", seed=seat) for seat in range(seats)]
    while not match.over:
        seat = match.decisions[0].seat
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    return match, summarize(match)


THREE = ["You", "Wei", "Ana"]  # a person may be called anything


@pytest.mark.parametrize(
    ("winners", "scores", "names", "you", "said"),
    [
        ((0,), [236, 153], ["Ann", "Wei"], 0, "You win, 236 to 153"),
        ((1,), [141, 153], ["Ann", "Wei"], 0, "Wei wins, 153 to 141"),
        ((0, 2), [9, 3, 9], THREE, 0, "You and Ana share the win"),
        ((1, 2), [3, 9, 9], THREE, 0, "Wei and Ana share the win"),
        ((0, 1, 2), [9, 9, 9], THREE, 1, "You all win"),
        ((0, 1, 2), [9, 9, 9], THREE, None, "Everyone wins"),
        ((), [], THREE, 0, "Everyone loses"),
        ((2,), [7, 3, 9], THREE, 0, "Ana wins; you are second"),
        ((2,), [3, 7, 9], THREE, 0, "Ana wins, 9 to 7"),
        ((1,), [141, 153], ["Ann", "Wei"], None, "Wei wins, 153 to 141"),
    ],
)
def test_the_sentence_is_chosen_for_whoever_reads_it(
    winners: tuple[int, ...], scores: list[float], names: list[str], you: int | None, said: str
) -> None:
    assert in_words(winners, scores, names, you) == said


def test_what_follows_the_verdict_says_you_as_well() -> None:
    match, _ = ended("right-of-way", 2)
    why = summarize(match, 0).why
    assert re.search(r"\b[Yy]ou completed|, you \d", why) and "you 1" not in why.split(".")[0][:4], why
    assert match.names[0] not in why


def test_who_won_and_why_in_numbers() -> None:
    match, told = ended("right-of-way", 2)
    assert match.outcome is not None
    best, other = sorted(match.outcome.scores, reverse=True)
    winner = match.names[match.outcome.winners[0]]
    assert told.title == f"{winner} wins, {best:g} to {other:g}"
    complete = [sum(is_complete(match.state, plot) for plot in mine) for mine in plots_of(match.state)]
    first = match.outcome.winners[0]
    assert f"{winner} completed {complete[first]} highways, {match.names[1 - first]} {complete[1 - first]}." in told.why
    assert f"Points per highway: {winner} {best / complete[first]:.1f}" in told.why
    cleanest = next(award for award in told.awards if award.title == "Cleanest roads")
    assert cleanest.words.startswith(f"{max(complete)} "), "those that are complete at the end, as in the points"


def test_cross_bronx_says_what_brought_the_winner_most() -> None:
    match, told = ended("cross-bronx", 3, 3, ("public", "non-player"), ("np_points", "even"))
    assert match.outcome is not None and len(match.outcome.winners) == 1
    winner = match.outcome.winners[0]
    points = match.outcome.breakdown[winner]
    most = max(points.values())
    assert f": {most:g} of {match.outcome.scores[winner]:g}." in told.why
    assert any(f"Most came from {what}: " in told.why for what, value in points.items() if value == most)


def test_an_alert_that_was_full_and_fell_again_is_told_without_a_contradiction() -> None:
    match = ended("new-york-crisis", 2)[0].at(0)
    lost = Outcome((), Text("The alert reached its limit and the round ended."))
    state = match.state.copy()
    state.cast, state.result, state.limit, state.alert = [0, 1], "alert", 8, 7
    told = match.game.words.story.ending.verdict(state, lost, ["Ann", "Bo"], None)[1]
    assert "The alert had been full; at the end it stood at 7 of 8." in told and "The alert stood at" not in told


def test_a_family_that_has_won_goes_on_to_the_next_mission_and_sees_who_did_what() -> None:
    saved = Path(__file__).parents[1] / "games" / "new_york_crisis" / "fixtures"
    won, lost = (load((saved / f"{name}.json").read_text(), game) for name in ("won", "lost-to-the-alert"))
    won = replayed(won.game, record_of(won), changes=True)
    told = summarize(won)
    assert told.next_game == ("Next mission: The Paper Trail", {"scenario": "mission_1"})
    took = dict(told.table)["Info"]
    assert sum(took) == sum(line.kind is TookInfo for line in won.lines) > 0
    assert summarize(lost).next_game is None


def test_new_york_says_how_it_came_to_that_in_a_sentence() -> None:
    saved = Path(__file__).parents[1] / "games" / "new_york_crisis" / "fixtures"
    won, lost = (load((saved / f"{name}.json").read_text(), game) for name in ("won", "lost-to-the-alert"))
    title, words = summarize(won).how
    assert title.startswith(f"Round {won.state.round}: ") and " finished it at " in title
    assert "which opened the last card: " in words
    assert summarize(won).places == [NAMES[won.state.final_at]] and title.endswith(NAMES[won.state.final_at])
    title, words = summarize(lost).how
    rose = sum(int(n) for n in re.findall(r" (\d+)[,.]", words))
    assert "the alert rose by" in title and rose >= lost.state.alert == lost.state.limit, words


def test_everybody_lost_is_told_with_the_number_that_decided() -> None:
    match, told = ended("broken-cities", 3, 3, ("damage_end", "all_lose"))
    assert match.outcome is not None and match.outcome.winners == ()
    assert told.title == "The city is lost" and f"Damage {match.state.damage} of 42." in told.why
    assert told.track[-1][1] == match.state.damage >= told.limit == 42


def test_losses_are_bars_by_census_as_the_log_has_them() -> None:
    saved = Path(__file__).parents[1] / "games" / "cross_bronx" / "fixtures"
    match, broke = (load((saved / f"{name}.json").read_text(), game) for name in ("disenfranchisement", "bankruptcy"))
    match = replayed(match.game, record_of(match), changes=True)
    told, s = summarize(match), match.state
    told_by_the_log: dict[str, int] = {}
    losses, when = 0, ""
    for line in match.lines:
        when = str(line.text) if line.heading else when
        losses = line.event.losses if isinstance(line.event, LossesRose) else losses
        if when.endswith(" Census"):
            told_by_the_log[when] = losses
    assert dict(told.track) == told_by_the_log and told.track[-1][1] == s.losses >= told.limit == s.losses_limit
    assert told.title == f"Everybody lost: {s.losses} Losses" and f"{s.losses - s.losses_limit + 1} " in told.lost_by
    drawn = bars(told.track, told.limit, told.track_name)
    assert drawn.count("<rect") == len(told.track) and drawn.count("fill:var(--bad)") == 3, (
        "a bar, its limit, its words"
    )
    assert "All lose" in drawn and all(f">{value:g}<" in drawn for _, value in told.track)
    assert told.points is not None
    for seat, scored in enumerate(s.vp):
        assert sum(int(cells[seat]) for _, cells in told.points[1]) == scored, "the points that did not count"
    debt = summarize(broke)
    assert debt.title == f"Everybody lost: a debt of {city_debt(broke.state)}" and "together owe 15" in debt.lost_by


def test_the_record_has_a_lane_for_each_faction_as_the_log_has_it() -> None:
    for match, told in bronx():
        assert told.lanes is not None and len(told.lanes[1]) == 3
        for seat, lane in enumerate(told.lanes[1]):
            performed = [line.event for line in match.lines if isinstance(line.event, Performed)]
            mine = sorted(EVENTS[event.number].headline for event in performed if event.who == seat)
            assert sorted(entry.words for entry in lane if not entry.kept) == mine
            achieved = [line.event for line in match.lines if isinstance(line.event, AchievedPosition)]
            kept = sum(event.who == seat for event in achieved)
            assert sum(entry.kept for entry in lane) == kept
            years = [entry.when for entry in lane if not entry.kept]
            assert years == sorted(years)


def test_new_york_ends_with_its_story_and_the_route_of_the_escape() -> None:
    match, told = ended("new-york-crisis", 2)
    assert told.title == ("Your name is clear" if match.state.result == "won" else "The net has closed")
    assert f"The alert stood at {match.state.alert} of {match.state.limit}" in told.why
    assert len(told.last_words) > 100, "the story's own last words"
    assert told.track_name == "alert" and told.track[-1][1] == match.state.alert
    assert {who for who, _ in told.routes} == {"Father", "Daughter"}
    other = "won" if match.state.result != "won" else "alert"
    ends = (ended("new-york-crisis", 2, seed) for seed in range(4, 30))
    _, end_told = next(pair for pair in ends if pair[0].state.result == other)
    assert end_told.title != told.title and end_told.last_words != told.last_words, "won and lost, each has its own end"


@pytest.mark.parametrize(("name", "seats"), [("right-of-way", 2), ("crossroll", 2), ("broken-cities", 3)])
def test_awards_are_at_most_four_and_each_has_somebody(name: str, seats: int) -> None:
    _, told = ended(name, seats)
    assert 0 < len(told.awards) <= 4
    assert all(award.seats and award.who and "{" not in award.words for award in told.awards)


class Laid(Event):
    says = "{who:seat} laid {n}."
    who: int
    n: int


class Points(Figure):
    says = "points of {who:seat}"
    who: int


def test_awards_are_counted_from_the_log_and_ties_say_both() -> None:
    lines = [
        LogLine(Laid(seat, n), by=seat, changes=[Change(Points(seat), was, now)])
        for seat, n, was, now in [(0, 2, 0, 5), (1, 4, 0, 3), (0, 3, 5, 6)]
    ]
    chapters = Chapters(Story())
    chapters.read(lines)
    counted = EventCounter(lines, chapters.all, range(2))
    assert [counted.of(Count("lines", Laid), seat) for seat in range(2)] == [2, 1]
    assert [counted.of(Count("largest", Laid, "n"), seat) for seat in range(2)] == [3, 4]
    assert [counted.of(Count("final", Points), seat) for seat in range(2)] == [6, 3]
    assert [counted.of(Count("low", Points), seat) for seat in range(2)] == [5, 3]
    (first,) = given([Award("Largest", Text("{n}"), Count("largest", Laid, "n"))], counted, ["Ann", "Bo"])
    assert (first.who, first.words, first.seats) == ("Bo", "4", [1])
    (tie,) = given([Award("Calm", Text("{n} lost"), Count("lines", "?"), least=True)], counted, ["Ann", "Bo"])
    assert tie.who == "Both"
    full = Award("Most left", Text("{n} of 6"), Count("final", Points), least=True, below=3)
    assert given([full], counted, ["Ann", "Bo"]) == [], "nothing is left where all is used"


def test_the_chart_adds_up_and_where_all_lost_it_is_the_danger_that_is_drawn() -> None:
    drawn = areas([[0.4, 0.4], [0.2, 0.1]], ["Ann", "Bo"])
    assert "Ann 20%" in drawn and "Bo 10%" in drawn and "All lose 70%" in drawn
    assert "All lose" not in areas([[0.5, 0.5], [1.0, 0.0]], ["Ann", "Bo"])
    four = areas([[0.25] * 4, [0.0, 1.0, 0.0, 0.0]], ["Ann", "Bo", "Cy", "Di"])
    heights = [float(found) for found in re.findall(r'y="([\d.]+)"[^>]*>\w+ \d+%<', four)]
    assert len(heights) == 4 and "Ann 0%" in four and "Bo 100%" in four
    assert all(below - above >= 14 for below, above in pairwise(heights)) and min(heights) > 0, "none over another"
    chances = [0, 1, 2], [[0.4, 0.3, 0.1], [0.1, 0.1, 0.1], [0.0, 0.0, 0.0]]
    ways = {match.outcome.winners != (): chart_of(told, chances, match) for match, told in bronx() if match.outcome}
    assert 'class="areas"' in ways[True] and 'class="danger"' in ways[False]


def test_the_chart_says_where_it_turned_and_no_name_leaves_it() -> None:
    long = "Bartholomew Featherstonehaugh"
    half = [[0.5, 0.5], [0.6, 0.4], [0.3, 0.7], [0.0, 1.0]]
    plain, marked = (areas(half, ["Ann", long], turned=turned) for turned in (None, TurningPoint(2, 60, 30)))
    assert "Turn 2: 60% → 30%<" in marked and marked.count("<circle") == 1 and "Turn" not in plain
    assert plain.count("<circle") == 1, "the largest swings are marked anyway"
    (label,) = [part for part in marked.split("<text")[1:] if long in part]
    room = re.search(r'x="([\d.]+)".* textLength="([\d.]+)"', label)
    whole = re.search(r'viewBox="0 -?[\d.]+ ([\d.]+)', marked)
    assert room is not None and whole is not None and float(room[1]) < float(whole[1])
    assert "textLength" not in areas(half, ["Ann", "Bo"])


def test_a_danger_that_grows_is_a_line_with_its_limit() -> None:
    few = danger([("Round 1", 2), ("Round 2", 5), ("Round 3", 8)], 8, "Alert", wide=500)
    assert 'aria-label="Alert at the end of each round; the limit is 8"' in few
    dots = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+" style="fill:var\(--(\w+)\)"', few)
    assert [colour for *_, colour in dots] == ["ink", "ink", "bad"], "what reached the limit is red"
    heights = [float(y) for _, y, _ in dots]
    assert heights == sorted(heights, reverse=True) and f"M24,{heights[-1]:g}H476" in few, (
        "the last one is at the limit"
    )
    assert re.findall(r">(\d)</text>", few) == ["8", "2", "5", "8"] and few.count(">Round ") == 3
    many = danger([(f"Round {at}", at) for at in range(1, 41)], 50, "Alert", wide=320)
    named = [int(at) for at in re.findall(r">Round (\d+)<", many)]
    steps = {after - before for before, after in pairwise(named)}
    assert named[-1] == 40 and len(named) < 10 and len(steps) == 1, "as many names as there is room for, evenly"
    assert many.count("<circle") == 40 and re.findall(r">(\d+)</text>", many) == ["50"], "no number fits into a dot"


def test_right_of_way_counts_its_points_by_ends() -> None:
    for seed in (3, 4):
        match, told = ended("right-of-way", 2, seed)
        assert match.outcome is not None and told.points is not None
        heading, rows = told.points
        assert heading == "Complete highways" and rows[-1][0] == "With an open end"
        for seat, score in enumerate(match.outcome.scores):
            sums = [re.fullmatch(r"(\d+) × (\d+) = (\d+)", cells[seat]) for _, cells in rows[:-1]]
            counted = [(int(found[1]), int(found[2]), int(found[3])) for found in sums if found is not None]
            assert all(n * ends == points for n, ends, points in counted)
            assert sum(points for _, _, points in counted) == score
            assert sum(n for n, _, _ in counted) == len(match.outcome.breakdown[seat])
            laid = sum(1 for plot, owner in enumerate(match.state.owners) if owner == seat and match.state.roads[plot])
            assert rows[-1][1][seat] == f"{laid - sum(n for n, _, _ in counted)} × 0"
    _, partial = ended("right-of-way", 2, 3, ("scoring", "partial"))
    assert partial.points is not None and "joined end" in partial.points[1][0][0]


def test_every_award_has_a_medal_of_its_own() -> None:
    for each in games():
        ending = each.words.story.ending if each.words.story is not None else None
        medals = [award.medal for award in ending.awards] if ending is not None else []
        assert all(medal in MEDALS for medal in medals) and len({*medals}) == len(medals), each.about.title


def bronx() -> list[tuple[Match, ResultSummary]]:
    """A Session that somebody won, and one that all lost."""
    found: dict[bool, tuple[Match, ResultSummary]] = {}
    for seed in range(1, 30):
        match, told = ended("cross-bronx", 3, seed)
        assert match.outcome is not None
        found.setdefault(match.outcome.winners != (), (match, told))
        if len(found) == 2:
            break
    return list(found.values())


def test_who_plays_alone_is_told_points_and_nothing_that_only_others_could_have_less_of() -> None:
    match, told = ended("crossroll", 1)
    assert match.outcome is not None and told.title == f"{match.outcome.scores[0]:g} points"
    assert told.awards and "wins" not in told.title
    family, alone = ended("new-york-crisis", 1, 3, ("scenario", "tutorial"))
    assert family.seats == 1 and "Quiet hands" not in [award.title for award in alone.awards]
