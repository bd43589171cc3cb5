"""The data with which a client animates moves: whose, where, what they brought; few bytes, and no secrets."""

from __future__ import annotations

from tabletown.bots import make
from tabletown.kernel import Match
from tabletown.registry import game
from tabletown.web.protocol import FilmView, encode
from tabletown.web.tables.recap import FILMS
from tests.web.test_recaps import eyes, played, recaps_of


def films(name: str, seats: int, answers: int, seat: int = 0, fresh: bool = True) -> list[tuple[str, FilmView]]:
    """The films that this seat receives, with their lines, when it is asked after this many answers between bots."""
    match = Match(game(name), seats, seed=3, changes=True)
    bots = [make("greedy", seed=each) for each in range(seats)]
    while not match.over and (match.number < answers or match.decisions[0].seat != seat):
        asked = match.decisions[0].seat
        match.choose(asked, bots[asked].choose(match.player_view(asked)))
    lines = list(match.lines_for(seat))
    found = recaps_of(match).films(lines, eyes(seat), fresh)
    return [(lines[film.line].text.render(match.names, seat), film) for film in found]


def test_a_tile_is_shown_where_it_was_laid_and_by_whom() -> None:
    found = [film for _, film in films("right-of-way", 2, 70, fresh=False) if film.event == "laid"]
    assert found and all(film.seat == 1 and len(film.places) == 1 for film in found), "one's own move is known"


def test_what_is_built_says_what_it_brought() -> None:
    told = films("broken-cities", 3, 60, fresh=False)
    built = [film for _, film in told if film.event == "renter-moved-in"]
    assert built and all(film.gain.startswith("Rent +") and film.seat in (1, 2) for film in built)


def test_whoever_comes_back_is_shown_the_moves_since_the_last_own_answer() -> None:
    everything, since = films("broken-cities", 3, 60, fresh=False), films("broken-cities", 3, 60)
    assert 0 < len(since) < len(everything) <= FILMS


def test_drives_on_the_map_of_somebody_else_have_no_place_on_mine() -> None:
    drives = [film for _, film in films("crossroll", 2, 60, fresh=False) if film.event == "drove"]
    assert drives and all(film.places == [] and film.seat == 1 for film in drives)


def test_a_film_takes_few_bytes() -> None:
    for name, seats in (("right-of-way", 2), ("broken-cities", 4), ("crossroll", 2), ("cross-bronx", 3)):
        for _, film in films(name, seats, 80, fresh=False):
            assert len(encode(film)) < 200, film


def test_what_was_finished_says_how_much_it_scored_to_its_owner_too() -> None:
    scored = [film for _, film in films("right-of-way", 2, 400, fresh=False) if film.points]
    assert {film.seat for film in scored} == {0, 1} and all(film.places for film in scored)
    routes = [film for _, film in films("crossroll", 2, 300, fresh=False) if film.event == "completed-route"]
    mine = [film for film in routes if film.seat == 0]
    assert mine and all(film.along in "ABCDEGHIJ" and len(film.places) > 4 for film in mine), (
        "light runs along the line"
    )
    assert all(film.along == "" and not film.places for film in routes if film.seat == 1), "on the map of somebody else"


def test_what_a_climate_card_took_is_marked_where_it_stood_and_is_nobodys_move() -> None:
    match, _ = played("broken-cities", 3, "Storm Landfall")
    lines = list(match.lines_for(0))
    found = [film for film in recaps_of(match).films(lines, eyes(0), fresh=True) if film.lost]
    assert found and all(film.seat is None and len(film.places) == 1 for film in found)
    assert all(film.event in ("tile-lost", "renter-lost") for film in found)


def test_a_climate_card_and_the_police_say_what_they_look_like() -> None:
    match, _ = played("broken-cities", 3, "Storm Landfall")
    found = recaps_of(match).films(list(match.lines_for(0)), eyes(0), fresh=True)
    assert "storm" in [film.effect for film in found if film.event == "card-drawn"]
    police = [film for _, film in films("new-york-crisis", 2, 30, fresh=False) if film.event == "car-placed"]
    assert police and all(film.effect == "lamps" and len(film.places) == 1 for film in police)
    dark = [film for _, film in films("cross-bronx", 3, 60, fresh=False) if film.event == "vulnerability-came"]
    assert dark and all(film.effect == "dark" and film.places for film in dark)
