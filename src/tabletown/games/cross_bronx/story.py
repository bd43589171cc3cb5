"""How the log of Cross Bronx Expressway is summarized: chapters, verdict, awards and Victory Points."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import PAGE, capital, named
from tabletown.games.cross_bronx import ledger as figures
from tabletown.games.cross_bronx.components import BOARD, EVENTS, POSITION_OF_ID, POSITIONS, WORDS
from tabletown.games.cross_bronx.events import non_players
from tabletown.games.cross_bronx.events.actions import Acted, DidNothing
from tabletown.games.cross_bronx.events.audit import Audited
from tabletown.games.cross_bronx.events.cards import Performed, PerformedByDefault
from tabletown.games.cross_bronx.events.census import (
    Blighted,
    CensusBegan,
    FinalPoints,
    LossesRose,
    ObjectiveFulfilled,
    QuotaTook,
    ResetBegan,
)
from tabletown.games.cross_bronx.events.ending import SessionEnded
from tabletown.games.cross_bronx.events.older import AdvisedOnce, PickedByRows, RefreshedOne, SawCritical
from tabletown.games.cross_bronx.events.pieces import VulnerabilityCame
from tabletown.games.cross_bronx.events.rounds import ChoseBox, Planned, Refreshed, RoundBegan
from tabletown.games.cross_bronx.options import POSITION_OF_WORD
from tabletown.games.cross_bronx.rules import audit, winning
from tabletown.games.cross_bronx.state import COMMUNITY, FACTION_NAMES, FACTIONS, PUBLIC, Bronx
from tabletown.games.cross_bronx.view import board
from tabletown.games.cross_bronx.view.cards.positions import today
from tabletown.games.cross_bronx.view.guide import notes
from tabletown.games.cross_bronx.view.reports.census import sheets
from tabletown.kernel import Event, Outcome, Text, say
from tabletown.story import (
    Award,
    CardRow,
    ChapterRule,
    Choice,
    ChoiceStep,
    Count,
    Effect,
    Ending,
    Kind,
    LaneEntry,
    Story,
    in_words,
)
from tabletown.story.sentences import paragraph

NEAR_THE_LIMIT = 3


def ahead(s: Bronx) -> str:
    """A warning when all are about to lose."""
    if s.ending or s.losses_limit - s.losses > NEAR_THE_LIMIT:
        return ""
    return say("{losses} of {limit} Losses: at {limit} everyone loses.", losses=s.losses, limit=s.losses_limit)


def chosen(event: Event) -> Choice | None:
    """How the chart narrowed the Districts, row by row."""
    if not isinstance(event, non_players.PickedDistrict | non_players.OnlyDistrict):
        return None
    district = event.district
    what = say("where to {what}", what=non_players.WHAT[event.column])
    words = say("{what}: District {d}, {name}", what=capital(what), d=district, name=DISTRICT_NAMES[district])
    among, narrowed = (
        (event.among, event.narrowed) if isinstance(event, non_players.PickedDistrict) else ((district,), ())
    )
    left, found = [str(d) for d in among], list[ChoiceStep]()
    for row, count, kept in narrowed:
        said = capital(non_players.ROW_WORDS[row])
        if kept and count >= 0:
            said += f" ({count})"
        now = [str(d) for d in kept] or left
        found.append(
            ChoiceStep(
                said if kept else say("{row}: nowhere, skipped", row=said), now, [d for d in left if d not in now]
            )
        )
        left = now
    if len(left) > 1:
        found.append(
            ChoiceStep(say("Tied; one of them is chosen"), [str(district)], [d for d in left if d != str(district)])
        )
    elif not found:
        found.append(ChoiceStep(say("Only this District qualifies"), left, []))
    return Choice(words, found)


def read(event: Event) -> list[CardRow]:
    """Rows of a Position as steps: those skipped, the one that applies, and those not reached."""
    if isinstance(event, non_players.NoRowApplied):
        title = POSITION_OF_ID[event.position].title
        return [CardRow(say("No row of {title} can be performed", title=title), say("a new Position is drawn"), 0)]
    if not isinstance(event, non_players.RowRead) or not event.now or event.when not in WORDS.condition:
        return []
    condition = str(event.condition)
    now, action = today(event.when, event.now), say(WORDS.action[event.action])
    if isinstance(event, non_players.RowNotMet):
        return [CardRow(condition, say("{now}: skipped", now=capital(now)), 0)]
    if isinstance(event, non_players.RowWithoutEffect):
        return [
            CardRow(condition, say("{now}; {action} would have no effect: skipped", now=capital(now), action=action), 0)
        ]
    small = say("{now}. So: {action}. {how}.", now=capital(now), action=action, how=event.how)
    own = {"own": FACTION_NAMES[event.who]}
    later = [
        (Text(WORDS.condition[row.when], own), say(WORDS.action[row.action]))
        for row in POSITION_OF_ID[event.position].np.rows[event.row + 1 :]
    ]
    return [
        CardRow(condition, small, 1),
        *(CardRow(say("{condition} → {action}", condition=when, action=then), "", -1) for when, then in later),
    ]


DISTRICT_NAMES = {district.id: district.name for district in BOARD.district}


def verdict(s: Bronx, outcome: Outcome, names: Sequence[str], you: int | None) -> tuple[str, str]:
    """Who won, or the number by which all lost and whose points do not count."""
    if outcome.winners:
        reason, winner = outcome.reason.render(names), outcome.winners[0]
        earned = outcome.breakdown[winner]
        if len(outcome.winners) == 1 and earned:
            what, most = max(earned.items(), key=lambda part: part[1])
            more = say("Most came from {what}: {n} of {all}.", what=what, n=int(most), all=s.vp[winner])
            reason = paragraph([reason, more])
        return in_words(outcome.winners, s.vp, names, you), reason
    losers = say("{who}", who=[named(FACTION_NAMES[f]) for f in winning.biggest_losers(s)])
    nothing = say("Nobody's Victory Points count. Biggest loser: {who}, with {n}.", who=losers, n=max(s.vp))
    if s.ending == "bankruptcy":
        owed = [max(0, -s.resources[f]) for f in (PUBLIC, COMMUNITY)]
        words = say("Public owed {public} and Community {community}.", public=owed[0], community=owed[1])
        return say("Everybody lost: a debt of {n}", n=audit.city_debt(s)), paragraph([words, nothing])
    words = say("The limit is {limit} Losses.", limit=s.losses_limit)
    if s.overflow:
        words = say(
            "{n} Vulnerability had no place even in Corrections. The limit is {limit} Losses.",
            "{n} Vulnerabilities had no place even in Corrections. The limit is {limit} Losses.",
            n=s.overflow,
            limit=s.losses_limit,
        )
    return say("Everybody lost: {n} Losses", n=s.losses), paragraph([words, nothing])


def lost_by(s: Bronx) -> str:
    """What the limit means and by how much it was exceeded (census.corrections.losses, lose.bankruptcy)."""
    if s.ending == "bankruptcy":
        return say(
            "It was not the Losses: everyone loses when Public and Community together owe {n} at a Census.",
            n=audit.bankrupt_at(s),
        )
    words = say(
        "Each Vulnerability in Overflow at a Census is a Loss; at {limit} everyone loses.", limit=s.losses_limit
    )
    over = s.losses - s.losses_limit + 1
    if over < 1:
        return words
    return f"{words} " + say(
        "{n} fewer Loss would have stayed below the limit.",
        "{n} fewer Losses would have stayed below the limit.",
        n=over,
    )


def points(s: Bronx) -> tuple[str, list[tuple[str, list[str]]]]:
    """Victory Points by source, whether they counted or not."""
    found: dict[str, list[int]] = {}
    for f, tally in enumerate(s.tally):
        for what, n in tally.items():
            found.setdefault(kind_of(what), [0, 0, 0])[f] += n
    head = say("For") if s.winners else say("Without the loss")
    return head, [(say(kind), [str(n) for n in found[kind]]) for kind in KINDS if any(found.get(kind, ()))]


KINDS = ("Objectives", "Positions", "Final Census", "Other")  # words


def kind_of(what: str) -> str:
    if what in WORDS.objective:
        return "Objectives"
    if what in POSITION_OF_WORD:
        return "Positions"
    return "Final Census" if what.startswith("final-") else "Other"


def lanes(s: Bronx) -> tuple[str, list[list[LaneEntry]]]:
    """Lanes of the Record (5.3): who performed which Event and achieved which Position."""
    found = []
    for f in FACTIONS:
        events_of = [(EVENTS[n].year, n) for n in s.record[f] if n < FIRST_POSITION]
        mine = [LaneEntry(str(year), say(EVENTS[n].headline)) for year, n in sorted(events_of)]
        achieved = [POSITIONS[n % 100].title for n in s.record[f] if n >= FIRST_POSITION]
        achieved += [POSITIONS[s.position[f]].title] if s.recorded[f] else []
        mine += [LaneEntry("", say("{title}, Position achieved", title=title), kept=True) for title in achieved]
        found.append(mine)
    return say("The Record: who performed which Event"), found


FIRST_POSITION = 1000  # entries of the Record from here on are Positions: decade * 100 + index


ENDING = Ending(
    lights=".xc",
    verdict=verdict,
    track=figures.Losses,
    tracked="Losses, Census by Census",
    limit=lambda s: s.losses_limit,
    at=CensusBegan,
    lost_by=lost_by,
    points=points,
    lanes=lanes,
    board=lambda s: str(board.draw(s)),
    awards=(
        Award(
            "Most Events",
            Text("{n} Event performed", many="{n} Events performed"),
            Count("lines", Performed),
            medal="paper",
        ),
        Award(
            "Most Organizations",
            Text("{n} on the map at once"),
            Count("peak", figures.Organizations),
            medal="people",
        ),
        Award(
            "Best turn",
            Text("{n} Victory Point at once", many="{n} Victory Points at once"),
            Count("gain", figures.Points),
        ),
        Award(
            "Steady purse",
            Text("never below {n} Resource", many="never below {n} Resources"),
            Count("low", figures.Resources),
            above=-99,
            medal="purse",
        ),
    ),
)
EFFECTS: dict[Kind, Effect] = {
    VulnerabilityCame: Effect("dark"),
    QuotaTook: Effect("dark"),
    Blighted: Effect("dark"),
    LossesRose: Effect("ride"),
    CensusBegan: Effect("news"),
    Performed: Effect("card"),
    PerformedByDefault: Effect("card"),
}

STORY = Story(
    notes=notes,
    opens={
        RoundBegan: ChapterRule("Event Round {round}", no_card=True),
        ChoseBox: ChapterRule("The action boxes", no_card=True),
        non_players.SawCriticalEvent: ChapterRule("The action boxes", no_card=True),
        non_players.PreferredBoxes: ChapterRule("The action boxes", no_card=True),
        SawCritical: ChapterRule("The action boxes", no_card=True),
        Refreshed: ChapterRule(turn=True),
        RefreshedOne: ChapterRule(turn=True),
        Planned: ChapterRule(turn=True),
        Acted: ChapterRule(turn=True),
        DidNothing: ChapterRule(turn=True),
        non_players.RowNotMet: ChapterRule(turn=True),
        non_players.RowWithoutEffect: ChapterRule(turn=True),
        non_players.RowApplied: ChapterRule(turn=True),
        PerformedByDefault: ChapterRule("The Event", "{who:seat}, listed first"),
        Performed: ChapterRule("{headline}", "Event {number:03}, performed by {who:seat}", joins=PerformedByDefault),
        CensusBegan: ChapterRule("{year} Census", "Census phase"),
        Audited: ChapterRule("The Audit", "Census", within=CensusBegan, joins=Audited),
        ObjectiveFulfilled: ChapterRule("The Objectives", "Census", within=CensusBegan, joins=ObjectiveFulfilled),
        FinalPoints: ChapterRule("The final Census", within=CensusBegan, joins=FinalPoints),
        ResetBegan: ChapterRule("The Reset", "Census", no_card=True, within=CensusBegan),
        SessionEnded: ChapterRule("The Session ended"),
    },
    numbers={
        figures.Points: "Victory Points",
        figures.Resources: "Resources",
        figures.Organizations: "Organizations",
        figures.ActiveOrganizations: "Active",
        figures.Tiles: "Infrastructure",
        figures.Owed: "Loans owed",
        figures.Stars: "Goal Stars",
        **dict.fromkeys(
            (
                figures.Cases,
                figures.Activists,
                figures.Employees,
                figures.Corrections,
                figures.Overflow,
                figures.Losses,
                figures.TaxRate,
                figures.Bonds,
            ),
            "",
        ),
        **dict.fromkeys(
            (figures.GrantsLeft, figures.LoansLeft, figures.Population, figures.Vulnerabilities, figures.Marker), ""
        ),
    },
    worse=frozenset(
        {
            *(
                figures.Corrections,
                figures.Overflow,
                figures.Losses,
                figures.Owed,
                figures.Vulnerabilities,
                figures.Marker,
                figures.ActiveOrganizations,
                figures.Bonds,
            ),
            *(figures.UnhousedPopulation, figures.UnhousedVulnerabilities, figures.ExhaustedTiles),
        }
    ),
    big=figures.Losses,
    steps={
        **dict.fromkeys(
            (non_players.RowNotMet, non_players.RowWithoutEffect, non_players.RowApplied, non_players.NoRowApplied),
            "The card, row by row",
        ),
        non_players.PickedDistrict: "Where",
        non_players.OnlyDistrict: "Where",
        PickedByRows: "Where",
        non_players.Advised: "Where",
        AdvisedOnce: "Where",
        non_players.Disagreed: "Where",
    },
    done="Result",
    leads=(
        frozenset({non_players.SawCriticalEvent, SawCritical, non_players.PreferredBoxes}),
        frozenset({ChoseBox, Planned}),
    ),
    led="The action box",
    followed="title",
    read=read,
    chosen=chosen,
    sheets=sheets,
    places=frozenset({"district", "space", "org"}),
    art=lambda event: PAGE,
    effect=lambda event: EFFECTS.get(type(event)),
    ending=ENDING,
    ahead=ahead,
)
