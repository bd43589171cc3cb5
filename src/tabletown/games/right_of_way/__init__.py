"""Right of Way: two rivals lay highways through a city, and their hands of tiles are their money."""

from pathlib import Path

from tabletown.games.right_of_way import events
from tabletown.games.right_of_way import ledger as figures
from tabletown.games.right_of_way.about import about
from tabletown.games.right_of_way.bots import evaluate, rate
from tabletown.games.right_of_way.check import check
from tabletown.games.right_of_way.encoding import encoding
from tabletown.games.right_of_way.features import features
from tabletown.games.right_of_way.ledger import ledger
from tabletown.games.right_of_way.legacy_lines import LEGACY_FIGURES, LEGACY_LINES
from tabletown.games.right_of_way.rules import step, turn_of
from tabletown.games.right_of_way.rules.end_and_victory import outcome
from tabletown.games.right_of_way.setup import setup
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.games.right_of_way.story import STORY
from tabletown.games.right_of_way.view import describe, scene, text
from tabletown.kernel import Bots, Game, LogFormat, Research, Rules, View, Words

game = Game(
    about,
    Rules(RightOfWay, setup, step, outcome, turn_of, check=check),
    View(scene=scene),
    Words(text, describe, STORY, LogFormat.of(events, figures, LEGACY_LINES, LEGACY_FIGURES)),
    Bots(rate, evaluate),
    Research(ledger, features, encoding),
    folder=Path(__file__).parent,
)
