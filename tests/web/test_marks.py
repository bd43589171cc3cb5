"""A log line has the mark of the seat it concerns."""

from tabletown.bots import make
from tabletown.kernel import Match
from tabletown.registry import game


def marks(match: Match, words: str) -> set[int | None]:
    return {line.event.concerns for line in match.lines if words in str(line.text)}


def test_in_a_family_on_one_screen_each_rolls_under_the_own_mark() -> None:
    match = Match(game("new-york-crisis"), ["Ann", "Bo"], {"scenario": "tutorial"}, 4)
    while not match.over:
        asked = match.decisions[0]
        match.choose(asked.seat, "end" if "end" in asked.options else asked.options[0])
    assert marks(match, "rolled") == {0, 1}


def test_a_die_that_a_skill_rolls_again_stands_under_the_mark_of_whose_it_is() -> None:
    match, bot = Match(game("new-york-crisis"), ["Ann", "Bo"], {"scenario": "tutorial"}, 5), make("greedy", seed=1)
    while not match.over:
        asked = match.decisions[0]
        skill = "skill" if "skill" in asked.options else bot.choose(match.player_view(asked.seat))
        match.choose(asked.seat, skill)
    assert marks(match, "die came up") == {0}, "of the father no die is rolled again"


def test_what_a_non_player_does_stands_under_its_own_mark() -> None:
    options = {"public": "non-player", "private": "non-player"}
    match = Match(game("cross-bronx"), None, options, 3)
    for _ in range(60):
        match.choose(1, match.decisions[0].options[0])
    assert marks(match, "Public activated") <= {0} and marks(match, "Private activated") <= {2}
    assert marks(match, "Private gained") == {2} or marks(match, "Private paid") == {2}
