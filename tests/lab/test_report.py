"""A study's findings: shares, shifts, sweeps and the ladder, and the self-contained page that shows them."""

import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

from tabletown.kernel.errors import BadOption
from tabletown.lab.ladder import Pairing, ladder, pairings
from tabletown.lab.matches.play import MatchRow
from tabletown.lab.reporting import findings
from tabletown.lab.reporting.charts import ticks
from tabletown.lab.reporting.page import _short, _thing, page
from tabletown.lab.studies.results import FORMAT, StudyHeader
from tabletown.lab.studies.study import Study
from tabletown.registry import game

VOID = {"meta", "br", "link", "input", "img"}
GREEDY = ("greedy",) * 4


def matches(number: int = 400, arm: str = "as printed", yellow: float = 0.4) -> list[MatchRow]:
    """Yellow wins more often, buying parks wins, a flood hurts Red, and bans have no effect."""
    rng, found = Random(3), []
    for seed in range(number):
        parks = [int(rng.random() < 0.5) for _ in range(4)]
        flood, ban = int(rng.random() < 0.5), [int(rng.random() < 0.5) for _ in range(4)]
        weights = [yellow, *[(1 - yellow) / 3] * 3]
        weights = [weight * (2 if park else 1) for weight, park in zip(weights, parks)]
        weights[1] *= 0.2 if flood else 1
        winner = rng.choices(range(4), weights)[0]
        things = {"buy:park": tuple(parks), "law:ban": tuple(ban), "chance:climate:flood": (flood,)}
        scores = tuple(float(rng.randrange(50)) for _ in range(4))
        found.append(MatchRow(seed, GREEDY, (winner,), scores, "end.damage", 100 + seed % 60, arm, things))
    return found


def test_the_seat_that_wins_too_often_is_found() -> None:
    rows = findings.by_seat(game("broken-cities"), matches())
    assert [row.name for row in rows] == ["Yellow", "Red", "Orange", "Purple"]
    assert rows[0].hit and rows[0].share.low > 0.25 and rows[0].fair == 0.25
    assert findings.by_seat(game("new-york-crisis"), matches())[0].fair is None


def test_what_shifts_the_winner_is_told_from_what_does_not() -> None:
    rows = {row.name: row for row in findings.shifts(game("broken-cities"), matches(1500))}
    assert rows["buy:park"].hit and rows["buy:park"].share.value > 0.08
    assert not rows["law:ban"].hit
    flood = rows["chance:climate:flood"]
    assert flood.hit and flood.seat == 1 and flood.share.value < -0.1, "it hurts Red"


def test_many_things_that_do_nothing_seldom_look_as_if() -> None:
    """Twenty things without any effect, in thirty studies: uncorrected, two of three would give a false alarm."""
    alarms = 0
    for study in range(30):
        rng = Random(study)
        played = [
            MatchRow(seed, ("a", "b"), (int(rng.random() < 0.5),), (), "end", 9, "", _noise(rng)) for seed in range(100)
        ]
        alarms += any(row.hit for row in findings.shifts(game("right-of-way"), played))
    assert alarms <= 4


def _noise(rng: Random) -> dict[str, tuple[int, ...]]:
    return {f"tile:{n}": (int(rng.random() < 0.5), int(rng.random() < 0.5)) for n in range(20)}


def test_a_sweep_is_paired_by_seed() -> None:
    asked = Study(game="broken-cities", bots=GREEDY, seats="fixed", sweep={"ties": ["seat_order"]})
    arms = {"as printed": matches(300), "ties = seat_order": matches(300, "ties = seat_order", yellow=0.25)}
    (row,) = findings.sweep(game("broken-cities"), asked, arms, 0)
    assert row.hit and row.share.value < -0.05 and row.name.endswith(": seat order")
    same = findings.sweep(game("broken-cities"), asked, {**arms, "ties = seat_order": matches(300, "x")}, 0)
    assert same[0].share[:3] == (0, 0, 0), "the same matches differ by nothing"


def test_the_ladder_finds_the_strengths_that_made_the_results() -> None:
    rng, strong = Random(5), {"random": 1.0, "greedy": 4.0, "search": 12.0}
    played = []
    for one, other in (("random", "greedy"), ("random", "search"), ("greedy", "search")):
        for seed in range(300):
            chance = strong[one] / (strong[one] + 2 * strong[other])  # one among two
            winner = 0 if rng.random() < chance else 1
            played.append(MatchRow(seed, (one, other, other), (winner,), (), "end", 1, f"{one} / {other}"))
    found = {rung.bot: rung for rung in ladder(pairings(played))}
    assert list(found) == ["search", "greedy", "random"] and found["greedy"].elo == 1500
    truth = 1500 + 400 * 0.4771  # three times as strong
    assert found["search"].low < truth < found["search"].high
    assert found["search"].beats == pytest.approx(0.75, abs=0.06)


def test_a_bot_that_won_everything_has_a_finite_place() -> None:
    rungs = ladder([Pairing("search", "greedy", 1, 20, 20)])
    assert rungs[0].bot == "search" and rungs[0].elo < 2500


class Markup(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(text: str) -> Markup:
    found = Markup()
    found.feed(text)
    assert found.open == []
    return found


def test_the_page_says_what_was_found_and_needs_no_network() -> None:
    asked = Study(
        game="broken-cities",
        title="<b>Fair</b> & square?",
        bots=GREEDY,
        seats="fixed",
        sweep={"ties": ["seat_order"]},
        watch=("buy", "law", "chance:climate"),
    )
    played = [*matches(), *matches(arm="ties = seat_order", yellow=0.25)]
    written = page(StudyHeader(FORMAT, asked, "1"), played)
    found = read(written)
    words = " ".join(" ".join(found.words).split())
    assert "Not quite. Yellow wins" in words and "Which ruling moves Yellow’s share" in words
    assert "<b>Fair</b> & square?" in words, "what people typed is shown, not run"
    assert all(link.startswith("data:") for link in found.links)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org)", written)


def test_many_matches_are_told_in_readable_numbers() -> None:
    played = [MatchRow(n, ("random",) * 2, (n % 2,), (20.0, 19.0), "end", 290 + n % 20) for n in range(10_000)]
    words = " ".join(" ".join(read(page(StudyHeader(FORMAT, Study(game="right-of-way"), "1"), played)).words).split())
    assert "As far as 10,000 matches can tell" in words and "10000 matches" not in words
    assert "answers on average (± 0.1)" in words and "(± 1.0 points)" in words


def test_a_ladders_page_and_one_of_nothing() -> None:
    asked = Study(game="right-of-way", ladder=("random", "greedy"))
    played = [MatchRow(n, ("random", "greedy"), (int(n > 2),), (), "end", 5, "random / greedy") for n in range(30)]
    assert "greedy</b> is the strongest" in page(StudyHeader(FORMAT, asked, "1"), played)
    with pytest.raises(BadOption, match="no match to report on yet"):
        page(StudyHeader(FORMAT, asked, "1"), [])


@pytest.mark.parametrize(("low", "high"), [(0.13, 0.41), (-0.3, 0.02), (0.5, 0.5), (12, 870)])
def test_ticks_are_round_and_span_the_range(low: float, high: float) -> None:
    found = ticks(low, high)
    assert found[0] <= low + 1e-9 and found[-1] >= high - 1e-9 and len(found) <= 9


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    from tests.test_cli import run

    file = tmp_path / "s.toml"
    file.write_text('game = "new-york-crisis"\nbots = ["random", "random"]\nmatches = 3\n')
    assert "holds no study's results" in " ".join(run("study", "report", str(file), code=1).split())
    run("study", "run", str(file))
    assert "report.html" in run("study", "report", str(file)).replace("\n", "")
    found = read((tmp_path / "s.results" / "report.html").read_text(encoding="utf-8"))
    assert any(word.startswith("If the limit is reached in a ") for word in found.words), "what the clause says"


@pytest.mark.parametrize(
    ("id", "word", "said"),
    [
        ("right-of-way", "tile:2-sharp", "tile: sharp bend"),
        ("broken-cities", "buy:low_cost", "buy: Low-Cost"),
        ("cross-bronx", "box:act", "box: act"),
        ("cross-bronx", "chance:event:001", "event: First Families Get Keys at Giant Parkchester"),
    ],
)
def test_a_thing_is_called_by_its_title(id: str, word: str, said: str) -> None:
    assert _thing(game(id), word) == said


def test_a_long_title_is_cut_between_words() -> None:
    assert _short("event: Ninety Days to Move, Then Nothing") == "event: Ninety Days to Move …"
    assert _short("event: Albany Backs Middle-Income Housing") == "event: Albany Backs Middle …"
    assert _short("buy: Low-Cost, at last") == "buy: Low-Cost, at last"


def test_a_variant_is_called_by_its_title() -> None:
    assert findings.arm_name(game("new-york-crisis"), "scenario = mission_1") == "Scenario: The Paper Trail"
    assert findings.arm_name(game("broken-cities"), "ties = seat_order").endswith(": seat order")
