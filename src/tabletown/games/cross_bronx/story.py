"""How the log of Cross Bronx Expressway is told: what each Faction did, the Events and the Census."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import PAGE, capital, named
from tabletown.games.cross_bronx.ledger import (
    BONDS,
    CORRECTIONS,
    GRANTS,
    LOANS,
    LOSSES,
    MARKER,
    MITIGATED,
    ORGANIZATIONS,
    OVERFLOW,
    OWED,
    POINTS,
    POPULATION,
    RESOURCES,
    STARS,
    TAX,
    TILES,
    VULNERABLE,
    WORKING,
)
from tabletown.games.cross_bronx.rules import (
    actions,
    audit,
    census,
    events,
    np_priorities,
    np_selection,
    objectives,
    reset,
    sequence,
    winning,
)
from tabletown.games.cross_bronx.state import Bronx
from tabletown.games.cross_bronx.view.census import sheets
from tabletown.games.cross_bronx.view.guide import notes
from tabletown.kernel import Outcome, Text, say
from tabletown.story import Award, Count, Ending, Narrowed, Opens, Story, in_words

NEAR_THE_LIMIT = 3


def ahead(s: Bronx) -> str:
    """What is about to end the game for all."""
    if s.ending or s.losses_limit - s.losses > NEAR_THE_LIMIT:
        return ""
    return say("{losses} of {limit} Losses: at {limit} all lose.", losses=s.losses, limit=s.losses_limit)


def narrowed(text: Text) -> list[Narrowed]:
    """How the chart narrowed the Districts, row by row."""
    left, found = [str(d) for d in text.parts.get("among", ())], []
    for words, count, kept in text.parts.get("narrowed", ()):
        said = f"{capital(words)} ({count})" if kept and count >= 0 else capital(words)
        now = [str(d) for d in kept] or left
        found.append(
            Narrowed(said if kept else say("{row}: nowhere, skipped", row=said), now, [d for d in left if d not in now])
        )
        left = now
    return found


COUNTED = (CORRECTIONS, OVERFLOW, LOSSES, TAX, BONDS, GRANTS, LOANS, POPULATION[0], VULNERABLE[0], MARKER[0])


def verdict(s: Bronx, outcome: Outcome, names: Sequence[str]) -> tuple[str, str]:
    """Who won; or which limit all lost by, and the points that did not count."""
    reason = outcome.reason.render(names)
    if outcome.winners:
        winner = outcome.winners[0]
        earned = outcome.breakdown[winner]
        if len(outcome.winners) == 1 and earned:
            what, most = max(earned.items(), key=lambda part: part[1])
            more = say("Most came from {what}: {n} of {all}.", what=what, n=int(most), all=s.vp[winner])
            reason = f"{reason} {more}"
        return in_words(outcome.winners, s.vp, names), reason
    points = [f"{named(name)} {vp}" for name, vp in zip(names, s.vp)]
    lost = say(
        "Losses {losses} of {limit}. Victory Points that did not count: {points:,}.",
        losses=s.losses,
        limit=s.losses_limit,
        points=points,
    )
    return say("The South Bronx is lost"), f"{reason} {lost}"


ENDING = Ending(
    verdict=verdict,
    track=LOSSES.text.template,
    limit=lambda s: s.losses_limit,
    awards=(
        Award(
            "Most Events",
            Text("{n} Event performed", many="{n} Events performed"),
            Count("lines", events.PERFORMS.template),
            medal="paper",
        ),
        Award(
            "Most Organizations",
            Text("{n} on the map at once"),
            Count("peak", ORGANIZATIONS[0].text.template),
            medal="people",
        ),
        Award(
            "Best turn",
            Text("{n} Victory Point at once", many="{n} Victory Points at once"),
            Count("gain", POINTS[0].text.template),
        ),
        Award(
            "Steady purse",
            Text("never below {n} Resource", many="never below {n} Resources"),
            Count("low", RESOURCES[0].text.template),
            above=-99,
            medal="purse",
        ),
    ),
)
STORY = Story(
    notes=notes,
    opens={
        sequence.ROUND.template: Opens("Event Round {round}", quiet=True),
        sequence.CHOSE.template: Opens("The action boxes", quiet=True),
        sequence.REFRESHED.template: Opens(turn=True),
        sequence.PLANNED.template: Opens(turn=True),
        actions.DOES.template: Opens(turn=True),
        actions.PASSED.template: Opens(turn=True),
        np_selection.NOT_MET.template: Opens(turn=True),
        np_selection.NO_EFFECT.template: Opens(turn=True),
        np_selection.ROW.template: Opens(turn=True),
        events.BY_DEFAULT.template: Opens("The Event", "{who:seat}, listed first"),
        events.PERFORMS.template: Opens(
            "{headline}", "Event {number:03}, performed by {who:seat}", joins=events.BY_DEFAULT.template
        ),
        census.CENSUS_OF.template: Opens("{year} Census", "Census phase"),
        audit.AUDITED.template: Opens(
            "The Audit", "Census", within=census.CENSUS_OF.template, joins=audit.AUDITED.template
        ),
        objectives.SCORED.template: Opens(
            "The Objectives", "Census", within=census.CENSUS_OF.template, joins=objectives.SCORED.template
        ),
        objectives.FINAL.template: Opens(
            "The final Census", within=census.CENSUS_OF.template, joins=objectives.FINAL.template
        ),
        reset.RESET.template: Opens("The Reset", "Census", quiet=True, within=census.CENSUS_OF.template),
        winning.SESSION_ENDED.template: Opens("The Session ended"),
    },
    numbers={
        POINTS[0].text.template: "Victory Points",
        RESOURCES[0].text.template: "Resources",
        ORGANIZATIONS[0].text.template: "Organizations",
        WORKING[0].text.template: "Active",
        TILES[0].text.template: "Infrastructure",
        OWED[0].text.template: "Loans owed",
        STARS[0].text.template: "Goal Stars",
        **{name.text.template: "" for name in (*MITIGATED, *COUNTED)},
    },
    worse=frozenset(
        name.text.template
        for name in (CORRECTIONS, OVERFLOW, LOSSES, OWED[0], VULNERABLE[0], MARKER[0], WORKING[0], BONDS)
    ),
    big=LOSSES.text.template,
    steps={
        np_selection.NOT_MET.template: "The card, row by row",
        np_selection.NO_EFFECT.template: "The card, row by row",
        np_selection.ROW.template: "The card, row by row",
        np_selection.NO_ROW.template: "The card, row by row",
        np_priorities.PICKED.template: "Where",
        np_priorities.ONLY.template: "Where",
        np_priorities.ADVISED.template: "Where",
        np_priorities.DISAGREED.template: "Where",
    },
    done="What was done",
    narrowed=narrowed,
    sheets=sheets,
    places=frozenset({"district", "space", "org"}),
    art=lambda text: PAGE,
    ending=ENDING,
    ahead=ahead,
)
