"""What happened since your last answer: in chapters, with numbers before and after, as your seat may know them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tabletown.bots import make
from tabletown.games.broken_cities.view.board import CARD_ART
from tabletown.games.cross_bronx.components import POSITION_OF_ID, WORDS
from tabletown.games.cross_bronx.events.audit import Audited
from tabletown.games.cross_bronx.events.census import Bailed, ObjectiveFulfilled, QuotaTook
from tabletown.games.cross_bronx.events.non_players import OnlyDistrict, PickedDistrict, RowRead
from tabletown.games.cross_bronx.ledger import Resources
from tabletown.games.cross_bronx.state import FACTION_NAMES
from tabletown.kernel import Match
from tabletown.kernel.events import Change, Named
from tabletown.registry import game
from tabletown.story import Story, net
from tabletown.story.reasons import Why
from tabletown.web.protocol import RecapCard
from tabletown.web.tables.recap import Recap, of_change
from tests.web.conftest import Seated


class StillTable(SimpleNamespace):
    """The parts of a table that its recaps read."""


def recaps_of(match: Match) -> Recap:
    table: Any = StillTable(match=match, epoch=0, secret=False, questions=range(4))
    table.recaps = Recap(table)
    vars(table.recaps)["kept"] = table  # a part alone doesn't keep its table alive
    recaps: Recap = table.recaps
    return recaps


def eyes(*seats: int) -> Any:
    return SimpleNamespace(you=seats[0] if seats else None, holds=list(seats))


def played(
    name: str, seats: int, until: str, seed: int = 3, steps: bool = False, whole: bool = False, **options: str
) -> tuple[Match, RecapCard]:
    """A match between good bots, up to where seat 0 is asked and this has happened since its last answer."""
    match = Match(game(name), seats, options, seed=seed, changes=True)
    bots, recaps = [make("greedy", seed=seat) for seat in range(seats)], recaps_of(match)
    while not match.over:
        seat = match.decisions[0].seat
        if seat == 0:
            for recap in recaps.since(eyes(0)):
                if until in (recap.title, recap.small) and (recap.steps or not steps) and (recap.whole or not whole):
                    return match, recap
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    raise AssertionError(f"{until} did not happen.")


def test_a_storm_is_told_to_everybody_with_what_each_one_lost() -> None:
    match, recap = played("broken-cities", 3, "Storm Landfall")
    assert recap.card and recap.hits and recap.costs and recap.seat is None
    assert recap.small == "Climate card"
    assert recap.lines[:2] == [
        "With emissions at 52, damage rose by 6 to 11.",
        "Storm Landfall: Every Low-Cost building is gone, wherever it stood.",
    ]
    assert recap.columns == ["Rent"], "the places that were lost take the room of the rest"
    you = recap.rows[0]
    assert (you.seat, you.name, you.cells) == (0, "You", [(23, 16, -1)])
    assert sorted(place for row in recap.rows for place in row.lost) == sorted(recap.crossed) == sorted(recap.places)
    assert recap.lost == (len(recap.crossed), "Tiles lost")
    assert not any("was lost" in line or " before the card" in line for line in recap.lines), "the tables say it"
    assert recap.brief == f"Storm Landfall: lost {' and '.join(you.lost)}, Rent 23 → 16"
    assert CARD_ART["hurricane"] in recap.art, "the picture of the card that was drawn"
    assert match.lines[recap.id].number == recap.number
    assert [row.name for row in recap.rows] == ["You", "Red", "Orange"]
    assert recap.big == ("damage", 5, 11, -1)
    assert ("renters who left the city", 0, 5, -1) in recap.others
    assert recap.places == ["A2", "C3", "F3", "C5", "D6"]
    other = next(one for one in recaps_of(match).since(eyes(1)) if one.title == recap.title)
    assert [row.name for row in other.rows] == ["You", "Yellow", "Orange"]


def test_the_police_phase_and_the_alert_it_raises() -> None:
    _, recap = played("new-york-crisis", 2, "The police move")
    assert recap.card and recap.small.startswith("Round ") and recap.small.endswith(", police phase")
    assert any(line.startswith("Police at ") for line in recap.lines)


def test_a_census_of_cross_bronx_is_one_card_by_phase_and_faction() -> None:
    _, begun = played("cross-bronx", 3, "1950 Census")  # at the first question in it
    assert begun.card and [sheet.columns[0] for sheet in begun.sheets] == ["Phase"]
    match, recap = played("cross-bronx", 3, "1950 Census", whole=True)
    phases, factions = recap.sheets
    assert [row[1][0][0] for row in phases.rows] == ["Quota", "Corrections", "Audit", "Reset"]
    words = "\n".join(cell for sheet in recap.sheets for _, cells in sheet.rows for said in cells for cell in said[:2])
    census = match.lines[recap.id :]
    census = census[: next(n for n, line in enumerate(census[1:], 1) if line.heading)]
    for line in census:  # every number of the Audit, every Objective, and every sentence that isn't summed up
        event = line.event
        if isinstance(event, Audited):
            row = factions.rows[event.who][1]
            assert [row[1][0], row[2][0]] == [str(event.income), str(event.expenses)]
        elif isinstance(event, ObjectiveFulfilled):
            assert f"{WORDS.objective[event.objective]} +{event.n}" in factions.rows[event.who][1][4][0]
        elif isinstance(event, QuotaTook):
            assert str(event.district) in phases.rows[0][1][1][0]
        elif isinstance(event, Bailed):
            assert FACTION_NAMES[event.who] in phases.rows[1][1][1][0] and str(event.district) in words
        elif not line.heading:
            assert line.text.render(match.names) in words
    resources = [row[1][3][0].replace("\u00a0", " ") for row in factions.rows]
    changed = [change for line in census if line.rule.startswith("audit.") for change in line.changes]
    for seat in range(3):
        own = [c for c in changed if c.who == seat and c.kind is Resources]
        assert resources[seat] == f"{own[0].before:g} → {own[-1].after:g}".replace("-", "−")


def test_an_event_of_cross_bronx_has_a_card_of_its_own() -> None:
    _, event = played("cross-bronx", 3, "Night of Fury Across the Harlem River")
    assert event.small == "Event 004, performed by Private" and event.card
    assert ("Vulnerabilities in Corrections", 7, 9, -1) in event.others


def test_a_round_of_crossroll_is_a_card_when_a_route_was_completed() -> None:
    _, quiet = played("crossroll", 2, "Round 7 is over")
    _, recap = played("crossroll", 2, "Round 8 is over")
    assert not quiet.card and recap.card and quiet.art == ""
    assert recap.title.startswith("You completed route ") and "bdg" in recap.art and len(recap.places) > 5
    assert recap.rows[0].cells[recap.columns.index("Points")] == (17, 52, 1)
    assert recap.big is not None and tuple(recap.big)[1:] == (17, 52, 1), "one's own points stand large"


def test_what_others_chose_in_secret_is_not_told() -> None:
    match = Match(game("crossroll"), 2, seed=3, changes=True)
    bots = [make("greedy", seed=seat) for seat in range(2)]
    recaps = recaps_of(match)
    checked = 0
    while match.number < 120:
        waiting = [decision.seat for decision in match.decisions]
        if match.secret_since is not None and waiting == [0]:
            secret = [line.text.render(match.names, 0) for line in match.lines if not match.may_read(line, 0)]
            told = [line for recap in recaps.since(eyes(0)) for line in recap.lines]
            assert not set(secret) & set(told)
            checked += bool(secret)
        seat = waiting[-1]
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    assert checked


def test_a_rivals_turn_is_no_card_unless_it_hits_you() -> None:
    _, recap = played("cross-bronx", 3, "What Private did", private="non-player")
    assert recap.seat == 2 and not recap.card and not recap.hits


def test_own_turns_are_never_told_to_who_played_them() -> None:
    match = Match(game("right-of-way"), 2, seed=3)
    bots, recaps = [make("greedy", seed=seat) for seat in range(2)], recaps_of(match)
    while match.number < 60:
        for seat in range(2):
            assert all(recap.seat != seat for recap in recaps.since(eyes(seat)))
        assert all(recap.seat is None for recap in recaps.since(eyes(0, 1)))
        seat = match.decisions[0].seat
        match.choose(seat, bots[seat].choose(match.player_view(seat)))


def test_it_leaves_with_your_answer_and_goes_with_what_is_taken_back(seated: Seated) -> None:
    _, ann, bo = seated("right-of-way")
    first, other = (ann, bo) if ann.table["asked"] else (bo, ann)
    while first.table["asked"]:
        number = first.table["number"]
        option = first.table["asked"]["options"][-1 if "end" in first.words else 0]["word"]
        first.choose(option)
        first.at(number + 1)
    other.next(when=lambda table: bool(table["asked"]))
    (recap,) = other.table["recaps"]
    assert " on " in recap["title"] and recap["seat"] == first.table["you"]
    other.play(other.table["asked"]["options"][0]["word"])
    assert other.table["recaps"] == []


def test_a_turn_of_a_non_player_can_be_followed_step_by_step() -> None:
    match, recap = played("cross-bronx", 3, "What Private did", steps=True, private="non-player")
    titles = [step.title for step in recap.steps]
    assert titles == ["The action box", "The card, row by row", "Where", "Result"]
    box, card, where, result = recap.steps
    assert " prefers " in box.lines[0] and " chose " in box.lines[1], "which box, and why"
    lines = [line for line in match.lines if line.text.render(match.names, 0) in recap.lines]
    read = [line.event for line in lines if isinstance(line.event, RowRead)]
    position = POSITION_OF_ID[read[-1].position]
    assert recap.followed == position.title
    assert len(card.rows) == len(position.np.rows), "all rows, those that were not reached, too"
    assert [state for _, _, state in card.rows] == [*(0 for _ in read[:-1]), 1, *[-1] * (4 - len(read))]
    for (words, small, _), event in zip(card.rows, read, strict=False):
        assert words == str(event.condition) and str(event.now[0]) in small, "the number of that moment"
    for words, reasons in where.chosen:
        assert words.startswith("Where to ") and ": District " in words
        assert reasons and all(why and left and not set(left) & set(struck) for why, left, struck in reasons)
        assert reasons[-1][1] == [words.partition(": District ")[2][0]], "one is left"
    assert where.places and all(any(place in words for words, _ in where.chosen) for place in where.places)
    changed = net(change for line in lines for change in line.changes)
    assert {(before, after) for _, before, after, _ in result.changes} == {(c.before, c.after) for c in changed}
    told = len(card.lines) + len(read) + len(where.chosen) + len(where.lines) + len(result.lines)
    assert told == len(recap.lines), "no line is left out"


def test_what_is_yours_is_called_so() -> None:
    rent = Change(Named("rent of {who:seat}", {"who": 1}), 4, 9)
    assert [of_change(rent, Story(), ["Ann", "Bo"], you)[0] for you in (0, 1)] == ["rent of Bo", "your rent"]
    assert Why(changes=[rent]).sentence(["Ann", "Bo"], 1) == "Your rent 4 → 9."


def test_what_happens_to_everybody_is_one_card_even_if_a_non_player_decides_in_it() -> None:
    """The Census keeps its sheets; steps are for turns."""
    options = {"private": "non-player", "community": "non-player"}
    match, census = played("cross-bronx", 3, "1950 Census", seed=3, whole=True, **options)
    assert any(isinstance(line.event, PickedDistrict | OnlyDistrict) for line in match.lines[census.id :])
    assert census.sheets and not census.steps
