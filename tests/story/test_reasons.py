"""Hints give reasons: certain consequences of an option, and the numbers it changes."""

from __future__ import annotations

import random

import pytest

from tabletown.bots import Search, make
from tabletown.kernel import Match
from tabletown.kernel.errors import TabletownError
from tabletown.registry import game, games
from tabletown.story import try_out, why_of


def played(name: str, seats: int, answers: int, seed: int = 3) -> Match:
    match = Match(game(name), seats, seed=seed)
    bots = [make("greedy", seed=seat) for seat in range(seats)]
    for _ in range(answers):
        seat = match.decisions[0].seat
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    return match


def test_a_tile_says_its_profit_and_what_it_closes() -> None:
    match = played("right-of-way", 2, 60)
    asked = match.decisions[0]
    why = why_of(match, asked, "tile:3-fan")
    assert "You laid a fan of three on G4: profit 3, cost 3. G4 is fully connected: 3 points for you." in why
    numbers = {
        str(change.what.text): (change.before, change.after)
        for change in try_out(match, asked.seat, "tile:3-fan").changes
    }
    assert numbers["points of Seat 2"] == (0, 3)


def test_what_must_follow_is_answered_as_the_bot_would() -> None:
    """Otherwise by the game's ratings, which on an empty board know no better plot than the first."""
    match = Match(game("right-of-way"), 2, seed=1)
    seat = match.decisions[0].seat
    assert try_out(match, seat, "reserve", ["reserve:E5", "down:5-way"]).lines == [
        "You reserved E5 with a five-way junction."
    ]
    assert try_out(match, seat, "reserve", ["down:5-way"]).lines == ["You reserved A1 with a five-way junction."]
    assert try_out(match, seat, "reserve", ["tile:5-way"]).lines == try_out(match, seat, "reserve").lines


def test_a_house_says_what_it_costs_and_a_renter_what_it_pays() -> None:
    later = (played("broken-cities", 3, answers) for answers in range(15, 60))
    match = next(match for match in later if "buy:conventional" in match.decisions[0].options)
    why = why_of(match, match.decisions[0], "buy:conventional")
    assert why.startswith("You built a Conventional building on ") and " for 11. Your " in why
    numbers = try_out(match, match.decisions[0].seat, "buy:conventional").numbers(match.names, match.decisions[0].seat)
    assert numbers in why and "your money" in numbers and "emissions" in numbers


def test_where_no_number_says_it_the_outlook_does() -> None:
    """The choice of dice has no certain consequences, so the promises of search are compared."""
    match = played("crossroll", 2, 0)
    while match.decisions[0].rule != "dice.active-chooses-two":
        match.choose(match.decisions[0].seat, match.decisions[0].options[0])
    asked = match.decisions[0]
    found = Search(iterations=40, seed=1).think(match.player_view(asked.seat))
    best, other = ((each.option, each.value) for each in found[:2])
    assert why_of(match, asked, best[0]) == ""
    why = why_of(match, asked, (best[0]), (best[0], 0.43), (other[0], 0.4))
    assert why == f"Looking ahead, it gives you a 43% chance; “{match.label(asked, other[0])}” gives 40%."
    assert "about as good" in why_of(match, asked, best[0], (best[0], 0.4), (other[0], 0.41))
    tried = Search(iterations=40, seed=1)
    assert tried.choose(match.player_view(asked.seat)) in tried.promises()
    assert all(0 <= promise <= 1 for promise in tried.promises().values())


@pytest.mark.parametrize("name", [one.about.id for one in games()])
def test_no_hint_is_without_a_reason(name: str) -> None:
    match, luck, bot = Match(game(name), seed=4), random.Random(4), make("greedy", seed=4)
    read = 0
    while not match.over and match.number < 150:
        decision = luck.choice(match.decisions)
        option = bot.choose(match.player_view(decision.seat))
        if len(decision.options) > 1:
            promised = [(each, 0.5 - 0.1 * at) for at, each in enumerate([option, decision.options[0]])]
            why = why_of(match, decision, option, *promised)
            assert why.endswith(".") and "{" not in why, (decision.prompt.template, option, why)
            read += 1
        match.choose(decision.seat, option)
    assert read > 20


def test_what_luck_or_others_decide_is_not_told() -> None:
    match = played("crossroll", 2, 0)
    while match.decisions[0].rule != "dice.active-chooses-two":
        match.choose(match.decisions[0].seat, match.decisions[0].options[0])
    asked = match.decisions[0]
    assert try_out(match, asked.seat, asked.options[0]).lines == [], "what will be rolled is not certain"


@pytest.mark.parametrize("name", [one.about.id for one in games()])
def test_what_is_said_is_what_then_happens(name: str) -> None:
    """In random matches, every predicted change of a number happens if nothing else comes between."""
    match, luck = Match(game(name), seed=9, changes=True), random.Random(9)
    checked = 0
    while not match.over and match.number < 160:
        decision = luck.choice(match.decisions)
        option = luck.choice(list(decision.options))
        number, lines, together = match.number, len(match.lines), match.secret_since is not None
        why = try_out(match, decision.seat, option)
        match.choose(decision.seat, option)
        alone = match.number == number + 1 and match.secret_since is None and not together
        if alone and why.changes and len(match.lines) > lines:
            real = {str(c.what.text): c.after for line in match.lines[lines:] for c in line.changes}
            said = {str(c.what.text): c.after for c in why.changes}
            assert all(real.get(what, after) == after for what, after in said.items()), (option, said, real)
            checked += 1
    assert checked or name == "crossroll", "nothing was tried"


def test_an_option_that_is_none_is_explained_by_nothing() -> None:
    match = played("right-of-way", 2, 60)
    assert try_out(match, match.decisions[0].seat, "tile:no-such").lines == []
    with pytest.raises(TabletownError):
        match.choose(match.decisions[0].seat, "tile:no-such")
