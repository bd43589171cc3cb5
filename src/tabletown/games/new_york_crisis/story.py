"""How the log of New York Crisis is told: the police phase, the story cards, and what each relative did."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import PAGE
from tabletown.games.new_york_crisis.bots import explain
from tabletown.games.new_york_crisis.cards import RELATIVE
from tabletown.games.new_york_crisis.city import INFO_AT, IS_STATION, NAMES
from tabletown.games.new_york_crisis.ledger import (
    ALERT,
    BAG,
    CARRIED,
    CARS,
    COST,
    FBI,
    INFO,
    ITEMS,
    MAFIA,
    SKILLS,
    WOUNDS,
)
from tabletown.games.new_york_crisis.ledger import (
    STORY as STORY_TRACK,
)
from tabletown.games.new_york_crisis.rules import mafia, police, skills, story, tracks, turns, week, wounds
from tabletown.games.new_york_crisis.rules.dice import ROLLED, WILD_USED
from tabletown.games.new_york_crisis.rules.moving import RAN, RODE, WALKED
from tabletown.games.new_york_crisis.rules.spending import KILLED, PICKED_UP, TOOK
from tabletown.games.new_york_crisis.rules.story import ending
from tabletown.games.new_york_crisis.scenarios import SCENARIOS
from tabletown.games.new_york_crisis.setup import TITLE
from tabletown.games.new_york_crisis.state import Crisis, scenario
from tabletown.games.new_york_crisis.view.pieces import car
from tabletown.kernel import Decision, Line, Outcome, Text, say
from tabletown.story import Award, Count, Ending, Kind, Noted, Opens, Story

NEAR_THE_LIMIT, FBI_LIMIT = 2, 5


def ahead(s: Crisis) -> str:
    """What is about to end the game."""
    if s.result or s.last_round:
        return say("This round is the last one.") if s.last_round and not s.result else ""
    left = s.limit - s.alert
    if 0 < left <= NEAR_THE_LIMIT:
        return say(
            "The alert is {alert} of {limit}; at {limit} the round is the last one.", alert=s.alert, limit=s.limit
        )
    if len(s.fbi) + 1 == FBI_LIMIT:
        return say("One more location for the FBI and the family has lost.")
    return ""


def art(text: Text) -> str:
    """A police car for the police, a page for the story."""
    if text.template != police.ROUND.template:
        return PAGE
    return f'<svg class="nyc" viewBox="-20 -20 40 36" aria-hidden="true">{car()}</svg>'


LOST = {"alert": Text("The net has closed"), "fbi": Text("The FBI holds the city")}


def verdict(s: Crisis, outcome: Outcome, names: Sequence[str]) -> tuple[str, str]:
    """Won: how close it was. Lost: what was missing, in numbers."""
    reason = outcome.reason.render(names)
    alert = say("The alert stood at {alert} of {limit} in round {round}.", alert=s.alert, limit=s.limit, round=s.round)
    if s.result == "won":
        left = s.limit - s.alert
        close = say("One more step and this round would have been the last.") if left == 1 else ""
        return say("Your name is clear"), " ".join(part for part in (reason, alert, close) if part)
    cards = [card.at[len(s.cast) - 1] for card in scenario(s).card]
    coming = next((at for at in cards if at > s.story), 0)
    missing = say("All story cards were open: only the final challenge was missing.")
    if coming:
        missing = say(
            "{n} more info token and the next story card would have opened.",
            "{n} more info tokens and the next story card would have opened.",
            n=coming - s.story,
        )
    if s.result == "alert" and s.alert < s.limit:  # it had been full: what came down later did not help
        alert = say("It had been full; at the end it stood at {alert} of {limit}.", alert=s.alert, limit=s.limit)
    return str(LOST[s.result]), f"{reason} {alert} {missing}"


CAUSES = {
    WILD_USED.template: Text("wild dice"),
    police.RAID.template: Text("police raids"),
    mafia.FBI.template: Text("the FBI"),
    RAN.template: Text("extra steps"),
    mafia.NO_INFO.template: Text("the empty bag"),
}
OTHERWISE = Text("cards and items")


def how(s: Crisis, lines: Sequence[Line], names: Sequence[str]) -> tuple[str, str]:
    """Won: who finished it, and what opened the way. Lost: where it went wrong. And what raised the alert."""
    raised = raised_by(lines)
    alert = say("What raised the alert: {causes:,}.", causes=raised) if raised else ""
    if s.result == "won":
        who = next(line.text.parts["who"] for line in reversed(lines) if line.text.template == turns.TURN.template)
        title = say("Round {round}: {who} finished it at {place}", round=s.round, who=who, place=NAMES[s.final_at])
        return title, " ".join(part for part in (opened(lines), alert) if part)
    if s.result == "fbi":
        places = [str(line.text.parts["place"]) for line in lines if line.text.template == mafia.FBI_HOLDS.template]
        return say("Third mafia came too often"), say("The FBI took over {places}.", places=places) + f" {alert}"
    rises = {rise: round for round, rise in rises_of(lines).items()}
    most = max(rises, default=0)
    return say("Round {round}: the alert rose by {n}", round=rises.get(most, s.round), n=most), alert


def opened(lines: Sequence[Line]) -> str:
    """Who took the info that opened the last story card."""
    last = max(at for at, line in enumerate(lines) if line.text.template == story.CARD.template and line.heading)
    took = next((line.text for line in reversed(lines[:last]) if line.text.template == TOOK.template), None)
    if took is None:
        return ""
    return say(
        "{who} took the {colour} info at {place}, which opened the last card: {title}.",
        **took.parts,
        title=lines[last].text.parts["title"],
    )


def raised_by(lines: Sequence[Line]) -> list[str]:
    """What raised the alert, the most first, with how much."""
    found: dict[str, int] = {}
    cause, known = OTHERWISE, 0
    for line in lines:
        if line.heading or line.text.template in (ROLLED.template, police.EVENT.template):
            cause = OTHERWISE
        cause = CAUSES.get(line.text.template, cause)
        if line.text.template in (tracks.ALERT.template, tracks.CALM.template):
            alert = int(line.text.parts["alert"])
            if alert > known:
                found[str(cause)] = found.get(str(cause), 0) + alert - known
            known, cause = alert, OTHERWISE
    return [f"{words} {n}" for words, n in sorted(found.items(), key=lambda pair: -pair[1])]


def rises_of(lines: Sequence[Line]) -> dict[int, int]:
    """By how much the alert rose in each round."""
    found: dict[int, int] = {}
    round, known = 0, 0
    for line in lines:
        if line.text.template == police.ROUND.template:
            round = int(line.text.parts["round"])
        elif line.text.template in (tracks.ALERT.template, tracks.CALM.template):
            found[round] = found.get(round, 0) + int(line.text.parts["alert"]) - known
            known = int(line.text.parts["alert"])
    return found


def next_mission(s: Crisis) -> tuple[str, dict[str, str]] | None:
    """Who has won goes on to the next story."""
    order = list(SCENARIOS)
    at = order.index(s.scenario) + 1
    if s.result != "won" or s.campaign or at == len(order):
        return None
    return say("Next mission: {title}", title=SCENARIOS[order[at]].title), {"scenario": order[at]}


ENDING = Ending(
    verdict=verdict,
    tale=lambda s: say(ending(s)),
    how=how,
    where=lambda s: [NAMES[s.final_at if s.result == "won" else s.at[0]]],
    track=ALERT.text.template,
    tracked="Alert at the end of each round",
    limit=lambda s: s.limit,
    route=frozenset({WALKED.template, RODE.template}),
    table=(
        ("Info", Count("lines", TOOK.template)),
        ("Wild dice", Count("lines", WILD_USED.template)),
        ("Mafia", Count("lines", KILLED.template)),
        ("Wounds", Count("lines", wounds.WOUNDED.template)),
    ),
    next_game=next_mission,
    awards=(
        Award("Sharp eyes", Text("{n} info token", many="{n} info tokens"), Count("lines", TOOK.template), medal="eye"),
        Award(
            "Full pockets",
            Text("{n} item picked up", many="{n} items picked up"),
            Count("lines", PICKED_UP.template),
            medal="bag",
        ),
        Award("No fear", Text("{n} mafia eliminated"), Count("lines", KILLED.template), medal="fist"),
        Award("Quiet hands", Text("wilds used: {n}"), Count("lines", WILD_USED.template), least=True, medal="hush"),
    ),
)


def notes(s: Crisis, seat: int, asked: Decision | None) -> Sequence[Noted] | None:
    """In the tutorial: what there is to know where the character stands, and about a first turn."""
    if s.scenario != "tutorial":
        return None
    if asked is None or s.phase != "act" or s.active < 0:
        return []
    place = s.at[s.active]
    found = {
        "mafia-here": s.mafia[place],
        "info-here": any(s.info[INFO_AT[place]]),
        "item-here": s.item[place] >= 0,
        "second-kill": s.discount,
        "dice": s.round == 1,
        "actions": s.round == 1,
        "relatives": RELATIVE in s.colours,
        "subway": IS_STATION[place],
    }
    return [Noted(when) for when, matters in found.items() if matters]


TEACHES: dict[Kind, str] = {
    police.ROUND.template: "round",
    story.STORY.template: "goal",
    police.CAR_PLACED.template: "police",
    police.RAID.template: "police-mafia",
    police.EVENT.template: "event",
    mafia.PLACED.template: "mafia-cards",
    mafia.FBI_HOLDS.template: "fbi",
    mafia.NO_INFO.template: "bag-empty",
    WILD_USED.template: "wild",
    RAN.template: "extra-step",
    tracks.CAR_REACHED.template: "alert-car",
    tracks.LIMIT.template: "alert-limit",
    tracks.LIMIT_NEXT.template: "alert-limit",
    wounds.WOUNDED.template: "wound",
    turns.MOVED_ALONG.template: "displaced",
    turns.HEMMED_IN.template: "displaced",
    story.SKILL_BACK.template: "story",
    story.FINAL_AT.template: "final",
    skills.USED_SKILL.template: "skill",
}
STORY = Story(
    notes=notes,
    teaches=TEACHES,
    opens={
        TITLE.template: Opens(quiet=True),  # how the table is laid out
        police.ROUND.template: Opens("The police move", "Round {round}, police phase"),
        turns.TURN.template: Opens("What {who} did", turn=True),
        story.CARD.template: Opens("{title}", "The story"),
        week.NIGHT_OVER.template: Opens("{number} of {nights} nights", "The Long Week"),
    },
    numbers={
        name.text.template: ""
        for name in (
            ALERT,
            STORY_TRACK,
            FBI,
            MAFIA,
            CARS,
            INFO[0],
            COST[0],
            BAG,
            ITEMS,
            WOUNDS[0],
            SKILLS[0],
            CARRIED[0],
        )
    },
    worse=frozenset(name.text.template for name in (ALERT, FBI, MAFIA, CARS, WOUNDS[0], COST[0])),
    big=ALERT.text.template,
    places=frozenset({"place"}),
    art=art,
    why=explain,
    ending=ENDING,
    ahead=ahead,
)
