"""What people see of a table, from one view: the block, the boxes around it, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import described
from tabletown.games.broken_cities.content import RETROFIT, TITLES, damage_of
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view import charts, law, panels
from tabletown.games.broken_cities.view.board import board
from tabletown.games.broken_cities.view.chips import chips
from tabletown.games.broken_cities.view.goal import goal
from tabletown.games.broken_cities.view.words import damage_title, gains_of, kind_asked, label, text
from tabletown.kernel import Decision, Described, Panel, Scene, Text, say

__all__ = ["describe", "scene", "text"]

BUTTONS = {
    "end": Text("End the turn"),
    "renter:all": Text("All renters move in"),
    "demolish": Text("Tear down"),
    "propose": Text("Propose it"),
    "withdraw": Text("Drop it"),
}
MAIN = ("propose", "accept")  # of several answers beside each other, the coloured one


def scene(s: BrokenCities, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    gains = gains_of(s, asked)
    return Scene(
        board=board(s, seat, asked, names, gains),
        text=text(s, seat, names),
        crumbs=crumbs(asked),
        panels=boxes(s, seat, asked, names),
        standing=[str(rent) for rent in s.rents],
        peek=peek(s),
        goal=goal(s, seat, names),
        options={word: describe(s, asked, word) for word in asked.options} if asked is not None else {},
        confirm=asked is not None and asked.rule in ("build.any-cell", "build.cost-retrofit"),
        start=next((word for word in MAIN if asked is not None and word in asked.options), ""),
    )


def describe(s: BrokenCities, asked: Decision, word: str) -> Described:
    gains = gains_of(s, asked)
    said = BUTTONS.get(word)
    button = short_words(asked).get(word, str(said) if said is not None else "")
    return described(label(s, asked, word, gains.get(word)), button, chips(s, asked, gains).get(word))


def short_words(asked: Decision | None) -> dict[str, str]:
    """What the main button says once a cell is chosen, and what stands for a whole sentence."""
    kind = kind_asked(asked)
    if asked is None:
        return {}
    if not kind:
        return {word: say("Use the example") for word in asked.options if word.startswith("text:")}
    verb = say("Retrofit") if kind == RETROFIT else say("Build on")
    return {word: f"{verb} {word.removeprefix('cell:')}" for word in asked.options}


def crumbs(asked: Decision | None) -> list[str]:
    kind = kind_asked(asked)
    return [say("Buy: {kind}", kind=TITLES[kind]), say("Cell")] if kind else []


def peek(s: BrokenCities) -> str:
    if s.options.facilitated == "on":
        return say(
            "Emissions {emissions}, damage +{damage_of} a round",
            emissions=s.emissions,
            damage_of=damage_of(s.emissions),
        )
    title = damage_title(s)
    return say(
        "Emissions {emissions}, {title}{title2}", emissions=s.emissions, title=title[0].lower(), title2=title[1:]
    )


def boxes(s: BrokenCities, seat: int | None, asked: Decision | None, names: Sequence[str]) -> list[Panel]:
    found = [Panel("players", "", panels.players(s, seat, names), tab=say("Players"))]
    if s.assembly is not None:
        found.insert(0, Panel("law", "", law.form(s, seat, asked, names), place="drawer"))
        found.append(Panel("session", say("Law session"), law.votes(s, seat, names), tab=say("Laws")))
        found.append(Panel("laws", say("Laws in force"), panels.laws(s), tab=say("Laws")))
    found.append(Panel("prices", say("Prices"), panels.price_list(s, seat, asked), tab=say("Prices")))
    if s.end:
        found.append(Panel("charts", say("Round by round"), charts.charts(s, names, seat), tab=say("Charts")))
    title = say("Emissions, and their damage each round")
    found += [
        Panel("emissions", title, panels.emissions(s), tab=say("Damage")),
        Panel("damage", damage_title(s), panels.damage(s), tab=say("Damage")),
    ]
    if s.assembly is None:
        found.append(Panel("laws", say("Laws in force"), panels.laws(s), tab=say("Laws")))
    return found
