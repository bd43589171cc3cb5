"""How the log of New York Crisis is told: the police phase, the story cards, and what each relative did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tabletown.drawing import PAGE
from tabletown.games.new_york_crisis.bots import explain
from tabletown.games.new_york_crisis.cards import RELATIVE
from tabletown.games.new_york_crisis.city import INFO_AT, IS_STATION, NAMES
from tabletown.games.new_york_crisis.events import (
    alert_track,
    causes,
    items,
    mafia,
    objectives,
    police,
    setup,
    spending,
    story_cards,
    turns,
    week,
    wounds,
)
from tabletown.games.new_york_crisis.ledger import (
    Alert,
    CarriedItems,
    Fbi,
    Info,
    InfoInBag,
    InfoPrice,
    Items,
    Mafia,
    PoliceCars,
    SkillTokens,
    StoryTrack,
    Wounds,
)
from tabletown.games.new_york_crisis.rules.story import ending
from tabletown.games.new_york_crisis.scenarios import SCENARIOS
from tabletown.games.new_york_crisis.state import Crisis, scenario
from tabletown.games.new_york_crisis.view.pieces import car
from tabletown.kernel import Decision, Event, LogLine, Outcome, Text, say
from tabletown.story import Award, ChapterRule, Count, Effect, Ending, Kind, NoteReference, Story
from tabletown.story.sentences import paragraph

NEAR_THE_LIMIT, FBI_LIMIT = 2, 5


def ahead(s: Crisis) -> str:
    """A warning of what may soon end the game."""
    if s.result or s.last_round:
        return say("This round is your last.") if s.last_round and not s.result else ""
    left = s.limit - s.alert
    if 0 < left <= NEAR_THE_LIMIT:
        return say(
            "The alert is at {alert} of {limit}. At {limit} the round is your last.", alert=s.alert, limit=s.limit
        )
    if len(s.fbi) + 1 == FBI_LIMIT:
        return say("If the FBI takes one more location, you lose.")
    return ""


def art(event: Event) -> str:
    """The picture on a chapter's card: a police car for the police, a page for the story."""
    if not isinstance(event, police.RoundBegan):
        return PAGE
    return f'<svg class="nyc" viewBox="-20 -20 40 36" aria-hidden="true">{car()}</svg>'


LOST = {"alert": Text("The net has closed"), "fbi": Text("The FBI holds the city")}


def verdict(s: Crisis, outcome: Outcome, names: Sequence[str], you: int | None) -> tuple[str, str]:
    """Won: how close it was. Lost: what was missing, in numbers."""
    reason = outcome.reason.render(names)
    alert = say("The alert stood at {alert} of {limit} in round {round}.", alert=s.alert, limit=s.limit, round=s.round)
    if s.result == "won":
        left = s.limit - s.alert
        close = say("One more point of alert and this round would have been the last.") if left == 1 else ""
        return say("Your name is clear"), paragraph([reason, alert, close])
    cards = [card.at[len(s.cast) - 1] for card in scenario(s).card]
    coming = next((at for at in cards if at > s.story), 0)
    missing = say("Every story card was open: only the final challenge was left.")
    if coming:
        missing = say(
            "{n} more info token and the next story card would have opened.",
            "{n} more info tokens and the next story card would have opened.",
            n=coming - s.story,
        )
    if s.result == "alert" and s.alert < s.limit:  # it had reached the limit, and falling later did not help
        alert = say("The alert had been full; at the end it stood at {alert} of {limit}.", alert=s.alert, limit=s.limit)
    return str(LOST[s.result]), paragraph([reason, alert, missing])


CAUSES = {
    causes.WILD_DICE: Text("wild dice"),
    causes.RAID: Text("police raids"),
    causes.FBI: Text("the FBI"),
    causes.EXTRA_STEP: Text("extra steps"),
    causes.EMPTY_BAG: Text("the empty bag"),
}
OTHERWISE = Text("cards and items")


def how(s: Crisis, lines: Sequence[LogLine], names: Sequence[str]) -> tuple[str, str]:
    """Won: who finished it, and what opened the way. Lost: where it went wrong. And what raised the alert."""
    events = last_night([line.event for line in lines])
    raised = raised_by(events)
    alert = say("What raised the alert: {causes:,}.", causes=raised) if raised else ""
    if s.result == "won":
        who = next(event.parts()["who"] for event in reversed(events) if isinstance(event, turns.TurnBegan))
        title = say("Round {round}: {who} finished it at {place}", round=s.round, who=who, place=NAMES[s.final_at])
        return title, paragraph([opened(events), alert])
    if s.result == "fbi":
        places = [event.parts()["place"] for event in events if isinstance(event, mafia.FbiArrived)]
        return say("The FBI closed in"), say("The FBI took over {places}.", places=places) + f" {alert}"
    rises = {rise: round for round, rise in rises_of(events).items()}
    most = max(rises, default=0)
    return say("Round {round}: the alert rose by {n}", round=rises.get(most, s.round), n=most), alert


def last_night(events: Sequence[Event]) -> Sequence[Event]:
    """The events since the last story began: each night of the Long Week has its own alert track."""
    began = [at for at, event in enumerate(events) if isinstance(event, setup.StoryBegan)]
    return events[began[-1] :] if began else events


def opened(events: Sequence[Event]) -> str:
    """Who took the info that opened the last story card."""
    took: spending.TookInfo | None = None
    opener, title = took, ""
    for event in events:
        if isinstance(event, spending.TookInfo):
            took = event
        elif isinstance(event, story_cards.StoryCardTurned):
            opener, title = took, event.printed.title
    if opener is None:
        return ""
    return say(
        "{who} took the {colour} info at {place}, which opened the last card: {title}.", **opener.parts(), title=title
    )


def raised_by(events: Sequence[Event]) -> list[str]:
    """What raised the alert and by how much, the most first."""
    found: Counter[str] = Counter()
    for event in events:
        if isinstance(event, alert_track.AlertRose):
            found[str(CAUSES.get(event.cause, OTHERWISE))] += event.by
    return [f"{words} {n}" for words, n in found.most_common()]


def rises_of(events: Sequence[Event]) -> dict[int, int]:
    """By how much the alert rose in each round."""
    found: Counter[int] = Counter()
    round = 0
    for event in events:
        if isinstance(event, police.RoundBegan):
            round = event.round
        elif isinstance(event, alert_track.AlertRose):
            found[round] += event.by
        elif isinstance(event, alert_track.AlertFell):
            found[round] -= event.by
    return found


def next_mission(s: Crisis) -> tuple[str, dict[str, str]] | None:
    """The next story, for a family that has won."""
    order = list(SCENARIOS)
    at = order.index(s.scenario) + 1
    if s.result != "won" or s.campaign or at == len(order):
        return None
    return say("Next mission: {title}", title=SCENARIOS[order[at]].title), {"scenario": order[at]}


ENDING = Ending(
    lights=".pawn",
    day=True,
    verdict=verdict,
    last_words=lambda s: say(ending(s)),
    how=how,
    where=lambda s: [NAMES[s.final_at if s.result == "won" else s.at[0]]],
    track=Alert,
    tracked="Alert at the end of each round",
    limit=lambda s: s.limit,
    route=frozenset({turns.Walked, turns.Rode}),
    table=(
        ("Info", Count("lines", spending.TookInfo)),
        ("Wild dice", Count("lines", turns.WildUsed)),
        ("Mobsters", Count("lines", spending.KilledMafia)),
        ("Wounds", Count("lines", wounds.Wounded)),
    ),
    next_game=next_mission,
    awards=(
        Award(
            "Sharp eyes", Text("{n} info token", many="{n} info tokens"), Count("lines", spending.TookInfo), medal="eye"
        ),
        Award(
            "Full pockets",
            Text("{n} item picked up", many="{n} items picked up"),
            Count("lines", spending.PickedUp),
            medal="bag",
        ),
        Award(
            "No fear",
            Text("{n} mobster eliminated", many="{n} mobsters eliminated"),
            Count("lines", spending.KilledMafia),
            medal="fist",
        ),
        Award(
            "Quiet hands",
            Text("used wilds once", many="used wilds {n} times"),
            Count("lines", turns.WildUsed),
            least=True,
            medal="hush",
        ),
    ),
)


def notes(s: Crisis, seat: int, asked: Decision | None) -> Sequence[NoteReference] | None:
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
    return [NoteReference(when) for when, matters in found.items() if matters]


TEACHES: dict[Kind, str] = {
    police.RoundBegan: "round",
    story_cards.StoryTold: "goal",
    story_cards.StoryRemembered: "goal",
    police.CarPlaced: "police",
    police.MafiaRaided: "police-mafia",
    police.PoliceEventCame: "event",
    mafia.MafiaPlaced: "mafia-cards",
    mafia.FbiArrived: "fbi",
    mafia.BagWasEmpty: "bag-empty",
    turns.WildUsed: "wild",
    turns.TookExtraStep: "extra-step",
    alert_track.CarReached: "alert-car",
    alert_track.LimitReached: "alert-limit",
    alert_track.LimitReachedEarly: "alert-limit",
    wounds.Wounded: "wound",
    turns.MovedAlong: "displaced",
    turns.HemmedIn: "displaced",
    story_cards.TokensRecovered: "story",
    objectives.FinalPlaced: "final",
    items.UsedSkill: "skill",
}
EFFECTS: dict[Kind, Effect] = {
    police.CarPlaced: Effect("lamps", ".car circle"),
    police.CarJoined: Effect("card"),
    mafia.FbiArrived: Effect("dark"),
    story_cards.StoryCardTurned: Effect("news"),
    police.PoliceEventCame: Effect("card"),
    turns.Rode: Effect("ride"),
}


def effect(event: Event) -> Effect | None:
    """The net as it closes: lamps of police cars and of the alert blink, places of the FBI go dark."""
    if isinstance(event, alert_track.AlertRose):
        return Effect("lamps", f"#lamp-{event.alert}")
    return EFFECTS.get(type(event))


STORY = Story(
    notes=notes,
    teaches=TEACHES,
    opens={
        setup.StoryBegan: ChapterRule(no_card=True),  # how the table is laid out
        police.RoundBegan: ChapterRule("The police move", "Round {round}, police phase"),
        turns.TurnBegan: ChapterRule("What {who} did", turn=True),
        story_cards.StoryCardTurned: ChapterRule("{title}", "The story"),
        week.NightEnded: ChapterRule("{number} of {nights} nights", "The Long Week"),
    },
    numbers=dict.fromkeys(
        (
            Alert,
            StoryTrack,
            Fbi,
            Mafia,
            PoliceCars,
            Info,
            InfoPrice,
            InfoInBag,
            Items,
            Wounds,
            SkillTokens,
            CarriedItems,
        ),
        "",
    ),
    worse=frozenset({Alert, Fbi, Mafia, PoliceCars, Wounds, InfoPrice}),
    big=Alert,
    places=frozenset({"place"}),
    art=art,
    effect=effect,
    why=explain,
    ending=ENDING,
    ahead=ahead,
)
