"""Cross Bronx Expressway: sixty years of the South Bronx, three Factions, together and against each other."""

from pathlib import Path

from tabletown.games.cross_bronx.about import about, automatic
from tabletown.games.cross_bronx.bots import evaluate, rate, turn_of
from tabletown.games.cross_bronx.rules.checks import check
from tabletown.games.cross_bronx.rules.sequence import turn
from tabletown.games.cross_bronx.rules.winning import outcome
from tabletown.games.cross_bronx.setup import setup
from tabletown.games.cross_bronx.state import Bronx
from tabletown.games.cross_bronx.view import label, scene, text
from tabletown.kernel import Game

game = Game(
    about=about,
    state=Bronx,
    setup=setup,
    turn=turn,
    outcome=outcome,
    folder=Path(__file__).parent,
    scene=scene,
    text=text,
    label=label,
    automatic=automatic,
    rate=rate,
    evaluate=evaluate,
    turn_of=turn_of,
    check=check,
)
