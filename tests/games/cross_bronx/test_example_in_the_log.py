"""Example 7.9 in the log, with every step and number that the rulebook prints, sentence by sentence.

On the left the rulebook, on the right the log line and its numbers.
"""

# ruff: noqa: E501 (a table of sentences)
from __future__ import annotations

from functools import cache

import pytest

from tabletown.games.cross_bronx import game
from tabletown.kernel import Match
from tests.games.cross_bronx.non_player_tables import ALL

DEALT = ["position:workhorse", "position:independent", "position:loss-leader", "006", "002"]

PRINTED = [
    ("NP Public: Workhorse", "Public took the Position Workhorse."),
    ("NP Community: Independent", "Community took the Position Independent."),
    ("NP Private: Loss Leader", "Private took the Position Loss Leader."),
    ("First Event Round", "1940s, Event Round 1"),
    ("The first Event is #006", "Current Event 006: Roosevelt Signs Bill to Help Veterans. Next: U.S. Enters The War."),
    (
        "listed first, would usually select React, but it is critical",
        "Community: Roosevelt Signs Bill to Help Veterans is critical because it places an Organization of any Faction. Otherwise "
        "Independent prefers React, then Event, then Plan.",
    ),
    ("so they will select the Event option", "Community chose Event."),
    ("React is listed first on their card", "Private (Loss Leader) prefers React, then Act, then Plan."),
    ("NP Private will select React", "Private chose React."),
    ("Act, listed first on their card", "Public (Workhorse) prefers Act, then React, then Event."),
    ("NP Public will select Act", "Public chose Act."),
    (
        "They do not have fewer than 2 Resources, so we skip the first row",
        "Public (Workhorse): Fewer than 2 Resources: no.",
    ),
    (
        "There is unfilled Public Infrastructure: Relocate, but only to fill Public Infrastructure",
        "Public (Workhorse): Unfilled Public Infrastructure → Relocate. Only to fill Public Infrastructure.",
    ),
    (
        "room in Districts #4 and #5, then least Population gets us to #5",
        "Public decided where to place Population among Districts 4 and 5: own Infrastructure with room in 4 and 5, then "
        "least Population (5) in 5. Chosen: District 5.",
    ),
    ("we select this District first", "Public performed Relocate in District 5."),
    (
        "no unhoused Population, skip; most Vulnerabilities: #3 and #4 with three; most Population: #3",
        "Public decided where to take Population among Districts 3, 4 and 6: most unhoused Population: nowhere, then most "
        "Vulnerabilities (3) in 3 and 4, then most Population (10) in 3. Chosen: District 3.",
    ),
    (
        "each NP Faction will always remove Population from its own Infrastructure last",
        "Public took from the Community tile 3b, leaving its own Infrastructure until last.",
    ),
    (
        "two Population from the Community Infrastructure",
        "One Population moved from District 3, the Community tile 3b, to District 5.",
    ),
    ("to the Public Infrastructure in #5", "One Population found room on 5a."),
    ("the second of the two", "One Population moved from District 3, the Community tile 3b, to District 5."),
    ("there too", "One Population found room on 5a."),
    ("we add one unhoused Vulnerability to District #5", "One Vulnerability was added in District 5."),
    (
        "District #4, the only remaining District",
        "Public decided where to place Population: only District 4 qualified.",
    ),
    ("we move on to District #4", "Public performed Relocate in District 4."),
    (
        "District #5 is now the adjacent District with the most (four)",
        "Public decided where to take Population among Districts 1, 3, 5 and 6: most unhoused Population: nowhere, then "
        "most Vulnerabilities (4) in 5. Chosen: District 5.",
    ),
    (
        "two Population from the Private Infrastructure there",
        "One Population moved from District 5, the Private tile 5b, to District 4.",
    ),
    ("and the second", "One Population moved from District 5, the Private tile 5b, to District 4."),
    ("place an unhoused Vulnerability in District #4", "One Vulnerability was added in District 4."),
    (
        "no remaining Districts: the action is complete",
        "Public found no further District for this, so the action was complete.",
    ),
    ("NP Community will perform the Event", "Community performed Event 006: Roosevelt Signs Bill to Help Veterans."),
    (
        "NP Factions always choose to place their own Organizations first",
        "Community placed its own Organizations first.",
    ),
    (
        "#4 and #5 have most unhoused and most Vulnerabilities, neither allows a Coalition, #4 has most Population",
        "Community decided where to place or refresh Organizations among Districts 1, 2, 3, 4, 5, 6 and 9: most unhoused "
        "Vulnerabilities (2) in 4 and 5, then most Vulnerabilities (4) in 4 and 5, then preferred Coalition can be "
        "formed: nowhere, then most Population (10) in 4. Chosen: District 4.",
    ),
    (
        "there is only room on the Public Infrastructure in District #4",
        "In District 4 only the Public tile 4a had room for a Community Organization.",
    ),
    (
        "an Organization with a Grant, on the Public Infrastructure",
        "A Community Organization was placed on the Public tile 4a with a Grant.",
    ),
    ("we add the Event to their Record", "Community added Event 006 to the Record."),
    ("They do not have fewer than -3 Resources", "Private (Loss Leader): Fewer than -3 Resources: no."),
    (
        "Employees are equal or less than Cases: Invest to activate",
        "Private (Loss Leader): Employees are equal to or fewer than Cases → Invest. Activate to remove Vulnerabilities.",
    ),
    (
        "only #6 and #9; #9 has the most unhoused Vulnerabilities",
        "Private decided where to take Vulnerabilities among Districts 6 and 9: most unhoused Vulnerabilities (1) in 9. "
        "Chosen: District 9.",
    ),
    ("we select it for Invest", "Private performed Invest in District 9."),
    ("activate, and reduce Resources by two, to 7", "Private activated its Organization on 9a for 2 Resources."),
    ("the one unhoused Vulnerability to Employees", "One Vulnerability from District 9 went to Employees."),
    ("Second Event Round", "1940s, Event Round 2"),
    ("The second Event is #002", "Current Event 002: U.S. Enters The War."),
    ("NP Public chooses Act", "Public chose Act."),
    ("NP Private chooses React", "Private chose React."),
    (
        "would have preferred React, takes the second priority",
        "Community (Independent) prefers React, then Event, then Plan.",
    ),
    ("NP Community again chooses Event", "Community chose Event."),
    (
        "still unfilled Public Infrastructure: Relocate",
        "Public (Workhorse): Unfilled Public Infrastructure → Relocate. Only to fill Public Infrastructure.",
    ),
    ("just District #5, the only one", "Public decided where to place Population: only District 5 qualified."),
    (
        "still no unhoused Population; most Vulnerabilities: #4",
        "most unhoused Population: nowhere, then most Vulnerabilities (4) in 4. Chosen: District 4.",
    ),
    (
        "two from the Community Infrastructure there",
        "One Population moved from District 4, the Community tile 4b, to District 5.",
    ),
    ("and the second", "One Population moved from District 4, the Community tile 4b, to District 5."),
    ("another unhoused Vulnerability in #5", "One Vulnerability was added in District 5."),
    (
        "no more unfilled Public Infrastructure: complete",
        "Public found no further District for this, so the action was complete.",
    ),
    ("NP Community will now perform the Event", "Community performed Event 002: U.S. Enters The War."),
    (
        "no unhoused Population; #5 has the most Vulnerabilities",
        "most unhoused Population: nowhere, then most Vulnerabilities (5) in 5. Chosen: District 5.",
    ),
    ("from the Private Infrastructure", "One Population was removed from District 5, the Private tile 5b."),
    (
        "separately for each removed Population",
        "most unhoused Population: nowhere, then most Vulnerabilities (5) in 5. Chosen: District 5.",
    ),
    ("both", "One Population was removed from District 5, the Private tile 5b."),
    ("they remove one Vulnerability from Corrections", "Corrections changed by -1."),
    ("we add the Event to their Record", "Community added Event 002 to the Record."),
    ("not fewer than -3 Resources", "Private (Loss Leader): Fewer than -3 Resources: no."),
    ("Employees are greater than Cases", "Private (Loss Leader): Employees are equal to or fewer than Cases: no."),
    ("there is no Exhausted Infrastructure", "Private (Loss Leader): Exhausted Infrastructure: no."),
    (
        "Private Infrastructure with less than three Population: Pay Off, only to exhaust it",
        "Private (Loss Leader): Private Infrastructure with fewer than three Population → Pay Off. Only to exhaust Private "
        "Infrastructure with fewer than three Population.",
    ),
    (
        "which could be in either District #1 or District #5, so a District adjacent to one of these two is needed",
        "Private had Infrastructure with fewer than three Population in Districts 1 and 5 and needed a District adjacent to "
        "one of them to Pay Off in.",
    ),
    ("the only District is #6", "Private decided where to take Vulnerabilities: only District 6 qualified."),
    ("so we select District #6", "Private performed Pay Off in District 6."),
    (
        "always activate an Organization before removing it if given the choice",
        "Private chose to activate an Organization rather than remove one.",
    ),
    ("we activate the Private Organization in #6", "Private activated its Organization on 6a to pay for the action."),
    ("this costs one Resource, to 6", "Private paid 1 Resource to Pay Off in District 6."),
    ("move, place, or remove as many pieces as possible", "Private moved as many Vulnerabilities as possible."),
    ("both Vulnerabilities to District #5", "Private moved a Vulnerability from District 6 to District 5."),
    ("the second", "Private moved a Vulnerability from District 6 to District 5."),
    ("then exhaust the Private Infrastructure in #5", "Private Infrastructure on 5b was exhausted."),
    ("one Goal Star, target number two", "Private gained a Goal Star on Loss Leader (1 of 2)."),
]

NUMBERS = [
    ("add one unhoused Vulnerability to #5", "Vulnerabilities in District 5", 3, 4),
    ("an unhoused Vulnerability in #4", "unhoused Vulnerabilities in District 4", 1, 2),
    ("an Organization with a Grant", "Organizations of Community", 2, 3),
    ("Private Resources by two, to 7", "Resources of Private", 9, 7),
    ("one Vulnerability to Employees", "Employees", 0, 1),
    ("remove one Vulnerability from Corrections", "Vulnerabilities in Corrections", 8, 7),
    ("reduce their Resources to 6", "Resources of Private", 7, 6),
    ("exhaust the Private Infrastructure in #5", "exhausted tiles in District 5", 0, 1),
    ("one Goal Star", "Goal Stars of Private", 0, 1),
]


@cache
def played() -> Match:
    def luck(question: object, number: int) -> str | None:
        return DEALT[number] if number < len(DEALT) else None

    return Match(game, 3, {"session": "1940", **dict.fromkeys(ALL, "non-player")}, seed=79, luck=luck, changes=True)


@pytest.mark.rule("np.example-four-unhoused", "np.example-no-remaining")
def test_the_log_tells_every_step_that_the_rulebook_prints_in_its_order() -> None:
    words = [line.text.render(played().names) for line in played().lines]
    at = 0
    for printed, wanted in PRINTED:
        found = next((n for n in range(at, len(words)) if wanted in words[n]), None)
        assert found is not None, f"not told after {words[at - 1]!r}: {printed} ({wanted})"
        at = found + 1
    assert words.index("1940s, Event Round 3") == at, "and nothing that it does not print comes after"


def test_the_log_holds_every_number_that_the_rulebook_prints() -> None:
    changed = [
        (change.what.text.render(played().names), change.before, change.after)
        for line in played().lines
        for change in line.changes
    ]
    at = 0
    for printed, *number in NUMBERS:
        assert tuple(number) in changed[at:], printed
        at = changed.index(tuple(number), at)
