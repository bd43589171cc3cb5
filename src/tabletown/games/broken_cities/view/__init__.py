"""What one seat sees of a table: the block, the panels around it, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.games.broken_cities.content import damage_of
from tabletown.games.broken_cities.options import ACCEPT, KEPT, PROPOSE
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view import charts, law, panels
from tabletown.games.broken_cities.view.board import board
from tabletown.games.broken_cities.view.describe import crumbs, describe
from tabletown.games.broken_cities.view.goal import goal
from tabletown.games.broken_cities.view.words import damage_title, next_event, text
from tabletown.kernel import CHANCE, Decision, Described, Panel, Scene, say

__all__ = ["describe", "scene", "text"]

MAIN = (PROPOSE, ACCEPT)  # shown as the main button among several


def scene(s: BrokenCities, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    options = {word: describe(s, asked, word) for word in asked.options} if asked is not None else {}
    drawn = options if asked is not None and asked.seat != CHANCE else {}
    return Scene(
        board=board(s, seat, asked, names, drawn),
        text=text(s, seat, names),
        crumbs=crumbs(s, asked),
        panels=boxes(s, seat, asked, drawn, names),
        standing=[str(rent) for rent in s.rents],
        peek=peek(s),
        goal=goal(s, seat, names),
        options=options,
        confirm=asked is not None and asked.rule in ("build.any-cell", "build.cost-retrofit"),
        start=next((word for word in MAIN if word in options), ""),
    )


def peek(s: BrokenCities) -> str:
    if s.options.facilitated == "on":
        return say(
            "Emissions {emissions}, +{damage_of} damage a round",
            emissions=s.emissions,
            damage_of=damage_of(s.emissions),
        )
    told = {"emissions": s.emissions, "damage": s.damage, "all": EVENT_SPACES[-1]}
    coming = next_event(s)
    if coming is None:
        return say("Emissions {emissions}, damage {damage} of {all}", **told)
    return say("Emissions {emissions}, damage {damage} of {all}, next event at {next}", next=coming, **told)


def boxes(
    s: BrokenCities, seat: int | None, asked: Decision | None, options: Mapping[str, Described], names: Sequence[str]
) -> list[Panel]:
    found = [Panel("players", "", panels.players(s, seat, names), tab=say("Players"))]
    if asked is not None and KEPT in asked.options:
        found.insert(0, Panel("law", "", law.judged(s, asked.prompt.parts["number"]), place="drawer"))
    if s.assembly is not None:
        found.insert(0, Panel("law", "", law.form(s, seat, asked, names), place="drawer"))
        found.append(Panel("session", say("Law session"), law.votes(s, seat, names), tab=say("Laws")))
        found.append(Panel("laws", say("Laws in force"), panels.laws(s), tab=say("Laws")))
    found.append(Panel("prices", say("Prices"), panels.price_list(s, seat, asked, options), tab=say("Prices")))
    if s.end:
        found.append(Panel("charts", say("Round by round"), charts.charts(s, names, seat), tab=say("Charts")))
    title = say("Emissions and their damage each round")
    found += [
        Panel("emissions", title, panels.emissions(s), tab=say("Damage")),
        Panel("damage", damage_title(s), panels.damage(s), tab=say("Damage")),
    ]
    if s.assembly is None:
        found.append(Panel("laws", say("Laws in force"), panels.laws(s), tab=say("Laws")))
    return found
