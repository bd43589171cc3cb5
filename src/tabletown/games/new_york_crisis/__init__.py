"""New York Crisis: a cooperative game of dice, police, mafia and a story, for 1 to 4 relatives on the run."""

from __future__ import annotations

from pathlib import Path

from tabletown.games.new_york_crisis.about import about
from tabletown.games.new_york_crisis.bots import evaluate, explain, rate
from tabletown.games.new_york_crisis.check import check
from tabletown.games.new_york_crisis.rules import outcome, turn
from tabletown.games.new_york_crisis.setup import setup
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.games.new_york_crisis.view import label, scene, text
from tabletown.kernel import Game

game = Game(
    about=about,
    state=Crisis,
    setup=setup,
    turn=turn,
    outcome=outcome,
    scene=scene,
    text=text,
    label=label,
    rate=rate,
    evaluate=evaluate,
    explain=explain,
    check=check,
    folder=Path(__file__).parent,
)
