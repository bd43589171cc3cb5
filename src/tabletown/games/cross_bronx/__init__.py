"""Cross Bronx Expressway: sixty years of the South Bronx, three Factions, together and against each other."""

from pathlib import Path

from tabletown.editions import SetupByEdition
from tabletown.games.cross_bronx import events
from tabletown.games.cross_bronx import ledger as figures
from tabletown.games.cross_bronx.about import about, automatic
from tabletown.games.cross_bronx.bots import evaluate, horizon, rate
from tabletown.games.cross_bronx.check import check
from tabletown.games.cross_bronx.components import EDITION
from tabletown.games.cross_bronx.encoding import encoding
from tabletown.games.cross_bronx.features import features
from tabletown.games.cross_bronx.legacy_lines import LEGACY_FIGURES, LEGACY_LINES
from tabletown.games.cross_bronx.rules.sequence import step, turn_of
from tabletown.games.cross_bronx.rules.winning import outcome
from tabletown.games.cross_bronx.setup import setup
from tabletown.games.cross_bronx.state import Bronx
from tabletown.games.cross_bronx.story import STORY
from tabletown.games.cross_bronx.view import describe, scene, text
from tabletown.kernel import Bots, Game, LogFormat, Research, Rules, View, Words

game = Game(
    about,
    Rules(Bronx, SetupByEdition(setup, EDITION), step, outcome, turn_of, automatic, check),
    View(scene=scene),
    Words(text, describe, STORY, LogFormat.of(events, figures, LEGACY_LINES, LEGACY_FIGURES)),
    Bots(rate, evaluate, horizon=horizon, overlooks=0.4),
    Research(figures.ledger, features, encoding),
    folder=Path(__file__).parent,
)
