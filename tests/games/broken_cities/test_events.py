"""Stored log lines of Broken Cities: laws as data, and older versions' sentences."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tabletown.games.broken_cities import events as e
from tabletown.games.broken_cities import game
from tabletown.games.broken_cities.content import LOW_COST, SHOPPING
from tabletown.games.broken_cities.state import Law, Penalty
from tabletown.kernel import Event, LogLine
from tabletown.saves.lines import pack_lines, unpack_lines
from tabletown.translations import PSEUDO, speak, speaking

NAMES = ["Ann", "Bo", "Cem", "Dee"]
CAP = Law("build_cap", (LOW_COST, SHOPPING), count=1, penalty=Penalty("fine", 5, warning=True), rounds=3, number=2)
CAP_WORDS = "Nobody may build more than 1 Low-Cost or Shopping in one turn."


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.LawProposed(1, CAP), f"Bo proposed: {CAP_WORDS} Anyone who breaks it is warned once, then pays 5. It holds"),
        (e.LawProposed(1, CAP, 2), f"Bo proposed: Instead of law 2: {CAP_WORDS}"),
        (e.LawProposed(1, CAP, 2, True), f"Bo proposed: Repeal law 2: {CAP_WORDS}"),
        (e.LawPassed(2, 7, CAP), f"Law 2 passed and holds from round 7: {CAP_WORDS}"),
        (e.LawRanOut(2, CAP), f"Law 2 expired: {CAP_WORDS}"),
        (e.WarnedByLaw(0, 2, CAP), f"Ann broke law 2 and got a warning: {CAP_WORDS}"),
        (e.BrokeLaw(0, 2, Penalty("fine", 5, warning=True)), "Ann broke law 2. Penalty: pays 5."),
    ],
)
def test_a_law_is_stored_as_data_and_told_in_words(event: Event, words: str) -> None:
    data = pack_lines([LogLine(event)])
    assert data is not None and b"Nobody" not in data and b"pays" not in data
    (line,) = unpack_lines(game, data)
    assert line.event == event and line.text.render(NAMES).startswith(words)


HIGHEST = {"template": "Highest rent, {rent}: {who:seat}.", "parts": {"who": 2, "rent": 39}}
TWO = {"template": "Highest rent, {rent}: {who:seat} and {other:seat}.", "parts": {"who": 0, "other": 3, "rent": 9}}
MORE = {"template": "Several share the highest rent, {rent}.", "parts": {"rent": 9}}
NOBODY = {"template": "Nobody wins."}
BY_RENT = {"template": "{who:seat} reached {rent} rent a turn.", "parts": {"who": 1, "rent": 52}}
OVER = "The session is over. {winner}"
BROKEN = "The atmosphere is broken: damage {damage}. {winner}"


@pytest.mark.parametrize(
    ("template", "parts", "event", "words"),
    [
        (
            "{what} on {cell} was lost.",
            {"what": "An Eco-Park", "cell": "A2"},
            e.TileLost(None, "eco_park", "A2"),
            "On A2, an",
        ),
        (
            OVER,
            {"winner": HIGHEST},
            e.SessionOver((2,), 39, None),
            "The session ended. Cem won with the highest rent, 39.",
        ),
        (OVER, {"winner": TWO}, e.SessionOver((0, 3), 9, None), "The session ended. Ann and Dee shared the win"),
        (
            BROKEN,
            {"damage": 42, "winner": NOBODY},
            e.AtmosphereBroke((), 0, None, 42),
            "The atmosphere broke at 42 damage. Nobody",
        ),
        (
            MORE["template"],
            MORE["parts"],
            e.ReachedRentTogether((-1, -1, -1), 9, None),
            "Several players shared the win with the highest rent, 9.",
        ),
        (TWO["template"], TWO["parts"], e.ReachedRentTogether((0, 3), 9, None), "Ann and Dee shared the win"),
        (
            "{how} {partner:seat} belongs to the same player.",
            {"how": BY_RENT, "partner": 3},
            e.ReachedRent((1,), 52, 3),
            "Bo reached 52 rent a turn. The same player's other colour: Dee.",
        ),
        (
            "{who:seat} vetoed: “{why}”",
            {"who": 1, "why": "Too dear"},
            e.VetoedWithReason(1, "Too dear"),
            "Bo vetoed: “Too dear”",
        ),
        (
            "A renter left {cell} and waits for another home.",
            {"cell": "B3"},
            e.RenterSentAway("B3"),
            "A renter left B3",
        ),
    ],
)
def test_what_older_versions_told_is_read_as_events(
    template: str, parts: dict[str, Any], event: Event, words: str
) -> None:
    old = [{"text": {"template": template, "parts": parts}}]
    (line,) = unpack_lines(game, msgspec.json.encode(old))
    assert line.event == event and line.text.render(NAMES).startswith(words)


def test_the_words_of_an_old_law_are_kept_in_english_whoever_reads_them_first() -> None:
    law = {"template": "Law {number} is repealed: {law}", "parts": {"number": 2, "law": {"template": "No excuses."}}}
    old = [{"text": {"template": "{who:seat} proposed: {law}", "parts": {"who": 0, "law": law}}}]
    with speaking(speak(PSEUDO)):
        (line,) = unpack_lines(game, msgspec.json.encode(old))
    assert line.event == e.LawProposed(0, "Law 2 is repealed: No excuses.")
