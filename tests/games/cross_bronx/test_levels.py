"""Levels of difficulty with Non-Players: their help at the start, and nothing else."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.setup import HELP, MODES, relieve
from tabletown.games.cross_bronx.setups import LEVELS, SETUPS
from tabletown.games.cross_bronx.state import FACTION_IDS, Bronx
from tabletown.games.cross_bronx.view.panels import factions
from tabletown.games.cross_bronx.view.text import text
from tabletown.kernel import Match
from tabletown.kernel.errors import TabletownError


def start(people: tuple[str, ...], session: str, level: str) -> Bronx:
    table_seats = {id: "person" if id in people else "non-player" for id in FACTION_IDS}
    return Match(game, 3, {"session": session, "np_points": level, **table_seats}, seed=4).state


def help_of(s: Bronx, session: str, people: tuple[str, ...]) -> int:
    """The difference between the start and the printed one."""
    printed = start(people, session, "yes")
    lighter = printed.corrections - s.corrections + printed.losses - s.losses
    return lighter + sum(printed.street_vul) - sum(s.street_vul) + sum(printed.vul) - sum(s.vul)


@pytest.mark.parametrize(("decade", "people"), sorted(HELP))
def test_every_level_gives_what_the_table_says(decade: int, people: tuple[str, ...]) -> None:
    given, session = HELP[decade, people], str(decade)
    for level in LEVELS.values():
        s = start(people, session, level.id)
        assert game.rules.check is not None
        game.rules.check(s)
        printed = SETUPS[decade]
        most = printed.corrections + printed.losses + printed.check.vul
        assert help_of(s, session, people) == min(most, given.relief + level.relief)
        for seat, id in enumerate(FACTION_IDS):
            more = level.people if id in people else level.others
            assert s.vp[seat] == max(0, tuple(given.points)[seat] + more)
            assert s.resources[seat] == tuple(SETUPS[decade].resources)[seat] + tuple(given.resources)[seat]
        assert s.np_points is level.goals


def test_less_than_no_help_fills_corrections_and_then_the_streets() -> None:
    s = start(("public",), "1990", "yes")
    s.corrections -= 1
    s.vul_pool += 1
    streets = list(s.street_vul)
    relieve(s, -3)
    assert s.corrections == 10 and sum(s.street_vul) == sum(streets) + 2 and s.losses == 4
    assert all(after - before in (0, 1) for before, after in zip(streets, s.street_vul)), "where fewest are"
    assert game.rules.check is not None
    game.rules.check(s)


def test_three_people_or_none_and_the_printed_game_get_nothing() -> None:
    for people, level in ((FACTION_IDS, "even"), (FACTION_IDS, "hard"), (("public",), "yes"), (("public",), "no")):
        s = start(people, "1970", level)
        assert s.vp == [0, 0, 0] and s.corrections == SETUPS[1970].corrections
        assert s.resources == list(SETUPS[1970].resources)


def test_the_levels_are_named_from_gentle_to_hard() -> None:
    reliefs = [LEVELS[name].relief for name in ("gentle", "even", "hard")]
    assert reliefs == sorted(reliefs, reverse=True) and len(set(reliefs)) == 3
    setting = next(setting for setting in game.about.settings if setting.id == "np_points")
    assert set(setting.values) == {*LEVELS, "yes", "no"}


@pytest.mark.rule("np.easier", "solo.levels", "setup.board.from-decade")
@pytest.mark.parametrize(("decade", "people"), sorted(HELP))
def test_a_table_starts_as_printed_unless_it_is_asked_not_to(decade: int, people: tuple[str, ...]) -> None:
    table_seats = {id: "person" if id in people else "non-player" for id in FACTION_IDS}
    match = Match(game, 3, {"session": str(decade), **table_seats}, seed=4)
    s, printed = match.state, SETUPS[decade]
    assert match.options["np_points"] == "yes" and s.level == "" and s.np_points
    assert s.vp == [0, 0, 0] and s.resources == list(printed.resources) and s.corrections == printed.corrections
    assert sum(s.vul) + sum(s.street_vul) == printed.check.vul
    assert "Not as printed" not in told(match)


@pytest.mark.rule("solo.levels")
@pytest.mark.parametrize("level", sorted(LEVELS))
def test_a_table_that_is_not_as_printed_says_so(level: str) -> None:
    table_seats = {"public": "non-player", "community": "non-player"}
    match = Match(game, 3, {"session": "1970", "np_points": level, **table_seats}, seed=4)
    first = f"Not as printed: {level.title()}"
    assert match.lines[0].text.render(match.names).startswith(first), "in the log"
    assert all(place.count(first) == 1 for place in places(match)), "and all the time beside the board"
    alike = Match(game, 3, {"session": "1970", "np_points": level}, seed=4)
    assert "Not as printed" not in told(alike), "three people get no help"


@pytest.mark.rule("solo.levels")
def test_the_log_says_what_the_help_is() -> None:
    table_seats = {"public": "non-player", "community": "non-player"}
    match = Match(game, 3, {"session": "1970", "np_points": "even", **table_seats}, seed=4)
    assert match.lines[0].text.render(match.names) == (
        "Not as printed: Even, with help at the start. Changed: 21 fewer Vulnerabilities, "
        "20 more Resources for Public, 20 more Resources for Community, 2 Victory Points for Private."
    )


def places(match: Match) -> tuple[str, str]:
    """The board in words, and the Factions' panel."""
    s = match.state
    return text(s, 2, match.names), factions(s, 2, match.names)


def told(match: Match) -> str:
    return "\n".join([*(line.text.render(match.names) for line in match.lines), *places(match)])


def test_every_linked_session_begins_with_the_help_of_its_own_start() -> None:
    from tabletown.games.cross_bronx.rules.winning import next_session

    s = start(("community",), "linked-1940-2000", "even")
    for (decade, _), points in zip(MODES["linked-1940-2000"][1:], (2, 2)):
        s.vp, s.ending = [9, 5, 3], "final"  # the winner of the previous Session: two points more
        list(next_session(s))
        given = HELP[decade, ("community",)]
        assert s.start == decade and s.vp[0] == given.points.public + points
        assert s.corrections == max(0, SETUPS[decade].corrections - given.relief)


def test_a_table_with_a_gap_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    from tabletown.games.cross_bronx.components import CONTENT
    from tabletown.games.cross_bronx.setups import SoloFile, check_solo
    from tabletown.kernel import load_content

    text = (CONTENT / "solo.toml").read_text(encoding="utf-8")
    path = tmp_path / "solo.toml"
    path.write_text(text.replace('people = ["public", "private"]', 'people = ["private"]', 1), encoding="utf-8")
    with pytest.raises(TabletownError, match="every one and every two Factions"):
        load_content(path, SoloFile, check_solo)
