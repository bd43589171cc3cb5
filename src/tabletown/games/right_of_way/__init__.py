"""Right of Way: two rivals lay highways through a city, and their hands of tiles are their money."""

from pathlib import Path

from tabletown.games.right_of_way.about import ABOUT
from tabletown.games.right_of_way.bots import evaluate, rate
from tabletown.games.right_of_way.rules import turn
from tabletown.games.right_of_way.rules.end_and_victory import outcome
from tabletown.games.right_of_way.setup import setup
from tabletown.games.right_of_way.state import RightOfWay, check
from tabletown.games.right_of_way.view import label, scene, text
from tabletown.kernel import Game

game = Game(
    ABOUT,
    RightOfWay,
    setup,
    turn,
    outcome,
    folder=Path(__file__).parent,
    scene=scene,
    text=text,
    label=label,
    rate=rate,
    evaluate=evaluate,
    turn_of=lambda s: s.turns,
    check=check,
)
