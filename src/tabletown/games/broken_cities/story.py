"""How the log of Broken Cities is told: turns, the end of a round with its climate card, and the laws."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.broken_cities.content import CARDS, damage_of
from tabletown.games.broken_cities.ledger import (
    BUILDINGS,
    DAMAGE,
    EMISSIONS,
    EMISSIONS_OF,
    GONE,
    LAWS,
    MONEY,
    PARKS,
    RENT,
    RENTERS,
    WAITING,
)
from tabletown.games.broken_cities.rules import climate, legislation, turns
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.rules.laws import BROKE
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view.board import card_picture
from tabletown.kernel import Outcome, Text, say
from tabletown.story import Award, Count, Ending, Loss, Opens, Story, in_words


def ahead(s: BrokenCities) -> str:
    """What the emissions of now will do at the end of the round."""
    if s.end or s.options.facilitated == "on":
        return ""
    after = s.damage + damage_of(s.emissions, s.options.damage_cap == "capped")
    space = next((space for space in EVENT_SPACES if space > s.damage), 0)
    if not space or after < space:
        return ""
    return say(
        "At {emissions} emissions the damage rises to {after} at the end of the round: {space} draws a climate card.",
        emissions=s.emissions,
        after=after,
        space=space,
    )


def art(text: Text) -> str:
    """The picture of the climate card that this line turns up."""
    title = text.parts.get("title")
    return next((card_picture(id) for id, card in CARDS.items() if card.title == title), "")


def verdict(s: BrokenCities, outcome: Outcome, names: Sequence[str]) -> tuple[str, str]:
    """Who won; and that the city was lost, where it was."""
    reason = outcome.reason.render(names)
    if outcome.winners:
        return in_words(outcome.winners, outcome.scores, names), reason
    rents = [f"{name} {rent}" for name, rent in zip(names, s.rents)]
    more = say(
        "Damage {damage} of {limit}. Rents that no longer count: {rents:,}.",
        damage=s.damage,
        limit=EVENT_SPACES[-1],
        rents=rents,
    )
    return say("The city is lost"), f"{reason} {more}"


ENDING = Ending(
    verdict=verdict,
    track=DAMAGE.text.template,
    tracked="Damage at the end of each round",
    limit=lambda s: EVENT_SPACES[-1],
    awards=(
        Award(
            "Greenest",
            Text("own emissions at the end: {n}"),
            Count("final", EMISSIONS_OF[0].text.template),
            least=True,
            medal="leaf",
        ),
        Award("Biggest step", Text("{n} more rent in one turn"), Count("gain", RENT[0].text.template), medal="rise"),
        Award("Law keeper", Text("laws broken: {n}"), Count("lines", BROKE.template), least=True, medal="scales"),
        Award(
            "Best neighbour", Text("{n} park", many="{n} parks"), Count("final", PARKS[0].text.template), medal="tree"
        ),
    ),
)
STORY = Story(
    opens={
        turns.ROUND.template: Opens("Round {round} begins", quiet=True),
        turns.INCOME.template: Opens(turn=True),
        turns.LESS_INCOME.template: Opens(turn=True),
        climate.DAMAGE.template: Opens("Damage {damage}", "The end of the round", quiet=True),
        climate.CARD.template: Opens("{title}", "Climate card", joins=climate.DAMAGE.template),
        climate.NEW_RENTERS.template: Opens("New renters", quiet=True),
        legislation.PROPOSED.template: Opens("A law is proposed", quiet=True),
        legislation.PASSED.template: Opens("Law {number}", "A new law", quiet=True),
        legislation.REPEALED.template: Opens("Law {number} is repealed", "The laws"),
    },
    numbers={
        RENT[0].text.template: "Rent",
        BUILDINGS[0].text.template: "Buildings",
        MONEY[0].text.template: "Money",
        EMISSIONS_OF[0].text.template: "Emissions",
        RENTERS[0].text.template: "Renters",
        PARKS[0].text.template: "Parks",
        EMISSIONS.text.template: "",
        DAMAGE.text.template: "",
        GONE.text.template: "",
        WAITING.text.template: "",
        LAWS.text.template: "",
    },
    worse=frozenset(name.text.template for name in (EMISSIONS, EMISSIONS_OF[0], DAMAGE, GONE)),
    big=DAMAGE.text.template,
    places=frozenset({"cell"}),
    losses={
        climate.LOST.template: Loss("Tiles lost", "cell"),
        climate.RENTER_LOST.template: Loss("Renters lost", "cell", crossed=False),
    },
    counted=frozenset(line.template for line in (climate.RENT_AFTER, climate.RECOUNTED, climate.LEFT_CITY)),
    art=art,
    ending=ENDING,
    ahead=ahead,
)
