"""Broken Cities: landlords share one city block, its rent and its weather, and write the laws themselves."""

from __future__ import annotations

from pathlib import Path

from tabletown.games.broken_cities.about import about
from tabletown.games.broken_cities.bots import evaluate, rate, turn_of
from tabletown.games.broken_cities.check import check
from tabletown.games.broken_cities.rules import turn
from tabletown.games.broken_cities.rules.ending import outcome
from tabletown.games.broken_cities.setup import setup
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view import label, scene, text
from tabletown.kernel import Game

game = Game(
    about=about,
    state=BrokenCities,
    setup=setup,
    turn=turn,
    outcome=outcome,
    folder=Path(__file__).parent,
    scene=scene,
    text=text,
    label=label,
    rate=rate,
    evaluate=evaluate,
    turn_of=turn_of,
    check=check,
)
