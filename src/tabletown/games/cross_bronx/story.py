"""How the log of Cross Bronx Expressway is told: what each Faction did, the Events and the Census."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import PAGE, capital, named
from tabletown.games.cross_bronx.components import BOARD, EVENTS, POSITIONS, WORDS
from tabletown.games.cross_bronx.ledger import (
    BONDS,
    CORRECTIONS,
    EXHAUSTED,
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
    STREET,
    TAX,
    TILES,
    UNHOUSED,
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
from tabletown.games.cross_bronx.state import COMMUNITY, FACTION_NAMES, FACTIONS, PUBLIC, Bronx
from tabletown.games.cross_bronx.view import board
from tabletown.games.cross_bronx.view.census import sheets
from tabletown.games.cross_bronx.view.guide import notes
from tabletown.games.cross_bronx.view.positions import today
from tabletown.kernel import Outcome, Text, say
from tabletown.story import Award, Choice, Count, Ending, Entry, Narrowed, Opens, Read, Story, in_words

NEAR_THE_LIMIT = 3


def ahead(s: Bronx) -> str:
    """What is about to end the game for all."""
    if s.ending or s.losses_limit - s.losses > NEAR_THE_LIMIT:
        return ""
    return say("{losses} of {limit} Losses: at {limit} all lose.", losses=s.losses, limit=s.losses_limit)


def chosen(text: Text) -> Choice | None:
    """How the chart narrowed the Districts, row by row."""
    if text.template not in (np_priorities.PICKED.template, np_priorities.ONLY.template):
        return None
    district = text.parts["district"]
    what = say("where to {what}", what=text.parts["what"])
    words = say("{what}: District {d}, {name}", what=capital(what), d=district, name=DISTRICT_NAMES[district])
    left, found = [str(d) for d in text.parts.get("among", [district])], list[Narrowed]()
    for row, count, kept in text.parts.get("narrowed", ()):
        said = f"{capital(row)} ({count})" if kept and count >= 0 else capital(row)
        now = [str(d) for d in kept] or left
        found.append(
            Narrowed(said if kept else say("{row}: nowhere, skipped", row=said), now, [d for d in left if d not in now])
        )
        left = now
    if len(left) > 1:
        found.append(
            Narrowed(say("Tied; one of them is chosen"), [str(district)], [d for d in left if d != str(district)])
        )
    elif not found:
        found.append(Narrowed(say("Only this District will do"), left, []))
    return Choice(words, found)


def read(text: Text) -> list[Read]:
    """The rows of a Position: what was skipped, what applies, and what was not reached."""
    parts = text.parts
    if text.template == np_selection.NO_ROW.template:
        return [
            Read(say("No row of {title} can be performed", title=parts["title"]), say("a new Position is drawn"), 0)
        ]
    if text.template not in ROW_BY_ROW or "row" not in parts:
        return []
    rows, number = POSITIONS[parts["position"]].np.rows, parts["row"]
    condition, now = str(parts["condition"]), today(rows[number].when, parts["now"])
    if text.template == np_selection.NOT_MET.template:
        return [Read(condition, say("{now}: skipped", now=capital(now)), 0)]
    action = say(parts["action"])
    if text.template == np_selection.NO_EFFECT.template:
        return [
            Read(condition, say("{now}; {action} would have no effect: skipped", now=capital(now), action=action), 0)
        ]
    small = say("{now}. So: {action}. {how}.", now=capital(now), action=action, how=parts["instruction"])
    own = {"own": FACTION_NAMES[parts["who"]]}
    later = [(Text(WORDS.condition[row.when], own), say(WORDS.action[row.action])) for row in rows[number + 1 :]]
    return [
        Read(condition, small, 1),
        *(Read(say("{condition} → {action}", condition=when, action=then), "", -1) for when, then in later),
    ]


ROW_BY_ROW = {np_selection.NOT_MET.template, np_selection.NO_EFFECT.template, np_selection.ROW.template}
DISTRICT_NAMES = {district.id: district.name for district in BOARD.district}
COUNTED = (CORRECTIONS, OVERFLOW, LOSSES, TAX, BONDS, GRANTS, LOANS, POPULATION[0], VULNERABLE[0], MARKER[0])


def verdict(s: Bronx, outcome: Outcome, names: Sequence[str]) -> tuple[str, str]:
    """Who won; or by which number all lost, and whose points come to nothing."""
    if outcome.winners:
        reason, winner = outcome.reason.render(names), outcome.winners[0]
        earned = outcome.breakdown[winner]
        if len(outcome.winners) == 1 and earned:
            what, most = max(earned.items(), key=lambda part: part[1])
            more = say("Most came from {what}: {n} of {all}.", what=what, n=int(most), all=s.vp[winner])
            reason = f"{reason} {more}"
        return in_words(outcome.winners, s.vp, names), reason
    losers = say("{who}", who=[named(FACTION_NAMES[f]) for f in winning.biggest_losers(s)])
    nothing = say("Nobody's Victory Points count. Biggest loser: {who}, with {n}.", who=losers, n=max(s.vp))
    if s.ending == "bankruptcy":
        owed = [max(0, -s.resources[f]) for f in (PUBLIC, COMMUNITY)]
        words = say("Public owed {public} and Community {community}.", public=owed[0], community=owed[1])
        return say("Everybody lost: a debt of {n}", n=audit.city_debt(s)), f"{words} {nothing}"
    words = say("The limit is {limit} Losses.", limit=s.losses_limit)
    if s.overflow:
        words = say(
            "{n} Vulnerability had no place even in Corrections. The limit is {limit} Losses.",
            "{n} Vulnerabilities had no place even in Corrections. The limit is {limit} Losses.",
            n=s.overflow,
            limit=s.losses_limit,
        )
    return say("Everybody lost: {n} Losses", n=s.losses), f"{words} {nothing}"


def lost_by(s: Bronx) -> str:
    """What the limit means, and by how much it was passed (census.corrections.losses, lose.bankruptcy)."""
    if s.ending == "bankruptcy":
        return say(
            "It was not the Losses: all lose when Public and Community together owe {n} at a Census.",
            n=audit.bankrupt_at(s),
        )
    words = say("Each Vulnerability in Overflow at a Census is a Loss; at {limit} all lose.", limit=s.losses_limit)
    over = s.losses - s.losses_limit + 1
    if over < 1:
        return words
    return f"{words} " + say(
        "{n} Loss fewer would have kept the limit.", "{n} Losses fewer would have kept the limit.", n=over
    )


def points(s: Bronx) -> tuple[str, list[tuple[str, list[str]]]]:
    """Victory Points by what they were for, whether they counted or not."""
    found: dict[str, list[int]] = {}
    for f, tally in enumerate(s.tally):
        for what, n in tally.items():
            found.setdefault(kind_of(what), [0, 0, 0])[f] += n
    head = say("For") if s.winners else say("Had all not lost")
    return head, [(say(kind), [str(n) for n in found[kind]]) for kind in KINDS if any(found.get(kind, ()))]


KINDS = ("Objectives", "Positions", "Final Census", "Other")  # words


def kind_of(what: str) -> str:
    if what in WORDS.objective:
        return "Objectives"
    if what.startswith("position:"):
        return "Positions"
    return "Final Census" if what.startswith("final-") else "Other"


def lanes(s: Bronx) -> tuple[str, list[list[Entry]]]:
    """The Record (5.3): who performed which Event and achieved which Position."""
    found = []
    for f in FACTIONS:
        events_of = [(EVENTS[n].year, n) for n in s.record[f] if n < FIRST_POSITION]
        mine = [Entry(str(year), say(EVENTS[n].headline)) for year, n in sorted(events_of)]
        achieved = [POSITIONS[n % 100].title for n in s.record[f] if n >= FIRST_POSITION]
        achieved += [POSITIONS[s.position[f]].title] if s.recorded[f] else []  # its point was given before the Reset
        mine += [Entry("", say("{title}, Position achieved", title=title), kept=True) for title in achieved]
        found.append(mine)
    return say("The Record: who performed which Event"), found


FIRST_POSITION = 1000  # entries of the Record from here on are Positions: their Decade and their number


ENDING = Ending(
    verdict=verdict,
    track=LOSSES.text.template,
    tracked="Losses, Census by Census",
    limit=lambda s: s.losses_limit,
    at=census.CENSUS_OF.template,
    lost_by=lost_by,
    points=points,
    lanes=lanes,
    board=lambda s: str(board.draw(s, board.May((), {}, {}))),
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
        np_selection.CRITICAL.template: Opens("The action boxes", quiet=True),
        np_selection.BY_LIST.template: Opens("The action boxes", quiet=True),
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
        for name in (
            *(CORRECTIONS, OVERFLOW, LOSSES, OWED[0], VULNERABLE[0], MARKER[0], WORKING[0], BONDS),
            *(UNHOUSED[0], STREET[0], EXHAUSTED[0]),
        )
    ),
    big=LOSSES.text.template,
    steps={
        **dict.fromkeys((*ROW_BY_ROW, np_selection.NO_ROW.template), "The card, row by row"),
        np_priorities.PICKED.template: "Where",
        np_priorities.ONLY.template: "Where",
        np_priorities.ADVISED.template: "Where",
        np_priorities.DISAGREED.template: "Where",
    },
    done="Result",
    leads=(
        frozenset({np_selection.CRITICAL.template, np_selection.BY_LIST.template}),
        frozenset({sequence.CHOSE.template, sequence.PLANNED.template}),
    ),
    led="The action box",
    followed="title",
    read=read,
    chosen=chosen,
    sheets=sheets,
    places=frozenset({"district", "space", "org"}),
    art=lambda text: PAGE,
    ending=ENDING,
    ahead=ahead,
)
