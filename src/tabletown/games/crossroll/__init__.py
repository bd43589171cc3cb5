"""Crossroll Hong Kong: roll two dice, everybody crosses out a stretch of road at the same time."""

from __future__ import annotations

from pathlib import Path

from tabletown.games.crossroll.about import about
from tabletown.games.crossroll.bots import evaluate, imagine, rate
from tabletown.games.crossroll.invariants import check
from tabletown.games.crossroll.rules import turn
from tabletown.games.crossroll.rules.ending import outcome
from tabletown.games.crossroll.setup import setup
from tabletown.games.crossroll.state import BONUS, MAIN, Crossroll, seen_by
from tabletown.games.crossroll.view import label, scene, text
from tabletown.kernel import Game

game = Game(
    about=about,
    state=Crossroll,
    setup=setup,
    turn=turn,
    outcome=outcome,
    folder=Path(__file__).parent,
    view=seen_by,
    scene=scene,
    text=text,
    label=label,
    imagine=imagine,
    rate=rate,
    evaluate=evaluate,
    trust=2.0,
    resumes=lambda s: s.phase in (BONUS, MAIN),  # the walks tell what was chosen
    check=check,
)
