"""How the log becomes a story: chapters for turns, round ends, climate cards and laws; awards and the result."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.broken_cities import events as e
from tabletown.games.broken_cities.content import damage_of
from tabletown.games.broken_cities.ledger import (
    Buildings,
    Damage,
    Emissions,
    EmissionsOf,
    Laws,
    Money,
    Parks,
    Rent,
    Renters,
    RentersGone,
    WaitingRenters,
)
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view.board import card_picture
from tabletown.kernel import Event, Outcome, Text, say
from tabletown.story import Award, ChapterRule, Count, Effect, Ending, Loss, Story, in_words
from tabletown.story.sentences import paragraph


def ahead(s: BrokenCities) -> str:
    """A warning if the current emissions will draw a climate card at the end of the round."""
    if s.end or s.options.facilitated == "on":
        return ""
    after = s.damage + damage_of(s.emissions, s.options.damage_cap == "capped")
    space = next((space for space in EVENT_SPACES if space > s.damage), 0)
    if not space or after < space:
        return ""
    return say(
        "At {emissions} emissions, damage will reach {after} at the end of the round. A climate card comes at {space}.",
        emissions=s.emissions,
        after=after,
        space=space,
    )


def art(event: Event) -> str:
    """The picture of the climate card that was drawn."""
    return card_picture(event.card) if isinstance(event, e.CardDrawn) else ""


WEATHER = {
    "flood": "water",
    "torrential_rain": "mud",
    "hurricane": "storm",
    "drought": "drought",
    "vector_disease": "dark",
    "news": "news",
}


def effect(event: Event) -> Effect | None:
    """The weather of a climate card."""
    return Effect(WEATHER.get(event.card, "card")) if isinstance(event, e.CardDrawn) else None


def verdict(s: BrokenCities, outcome: Outcome, names: Sequence[str], you: int | None) -> tuple[str, str]:
    """Who won, or that the city was lost."""
    reason = outcome.reason.render(names)
    if outcome.winners:
        return in_words(outcome.winners, outcome.scores, names, you), reason
    rents = [f"{say('you') if seat == you else name} {s.rents[seat]}" for seat, name in enumerate(names)]
    more = say(
        "Damage {damage} of {limit}. Rents that no longer count: {rents:,}.",
        damage=s.damage,
        limit=EVENT_SPACES[-1],
        rents=rents,
    )
    return say("The city is lost"), paragraph([reason, more])


ENDING = Ending(
    lights=".bd.s{n}",
    verdict=verdict,
    track=Damage,
    tracked="Damage at the end of each round",
    limit=lambda s: EVENT_SPACES[-1],
    awards=(
        Award(
            "Greenest",
            Text("own emissions at the end: {n}"),
            Count("final", EmissionsOf),
            least=True,
            medal="leaf",
        ),
        Award("Biggest step", Text("{n} more rent in one turn"), Count("gain", Rent), medal="rise"),
        Award("Most law-abiding", Text("laws broken: {n}"), Count("lines", e.BrokeLaw), least=True, medal="scales"),
        Award("Best neighbour", Text("{n} park", many="{n} parks"), Count("final", Parks), medal="tree"),
    ),
)
STORY = Story(
    opens={
        e.RoundBegan: ChapterRule("Round {round} begins", no_card=True),
        e.ReceivedIncome: ChapterRule(turn=True),
        e.ReceivedLessIncome: ChapterRule(turn=True),
        e.DamageRose: ChapterRule("Damage {damage}", "End of the round", no_card=True),
        e.CardDrawn: ChapterRule("{title}", "Climate card", joins=e.DamageRose),
        e.RentersArrived: ChapterRule("New renters", no_card=True),
        e.LawProposed: ChapterRule("Law proposed", no_card=True),
        e.LawPassed: ChapterRule("Law {number}", "A new law", no_card=True),
        e.LawRepealed: ChapterRule("Law {number} repealed", "Laws"),
    },
    numbers={
        Rent: "Rent",
        Buildings: "Buildings",
        Money: "Money",
        EmissionsOf: "Emissions",
        Renters: "Renters",
        Parks: "Parks",
        Emissions: "",
        Damage: "",
        RentersGone: "",
        WaitingRenters: "",
        Laws: "",
    },
    worse=frozenset({Emissions, EmissionsOf, Damage, RentersGone}),
    big=Damage,
    places=frozenset({"cell"}),
    losses={
        e.TileLost: Loss("Tiles lost", "cell"),
        e.RenterLost: Loss("Renters lost", "cell", crossed=False),
    },
    effect=effect,
    counted=frozenset({e.RentAfterCard, e.EmissionsAfterCard, e.RentersLeft}),
    art=art,
    ending=ENDING,
    ahead=ahead,
)
