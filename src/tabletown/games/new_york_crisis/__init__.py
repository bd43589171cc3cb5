"""New York Crisis: a cooperative game of dice, police, mafia and a story, for 1 to 4 relatives on the run."""

from pathlib import Path

from tabletown.editions import SetupByEdition
from tabletown.games.new_york_crisis import events
from tabletown.games.new_york_crisis import ledger as figures
from tabletown.games.new_york_crisis.about import about
from tabletown.games.new_york_crisis.bots import evaluate, horizon, rate
from tabletown.games.new_york_crisis.cards import EDITION
from tabletown.games.new_york_crisis.check import check
from tabletown.games.new_york_crisis.encoding import encoding
from tabletown.games.new_york_crisis.features import features
from tabletown.games.new_york_crisis.ledger import ledger
from tabletown.games.new_york_crisis.legacy_lines import LEGACY_FIGURES, LEGACY_LINES, add_missing_facts
from tabletown.games.new_york_crisis.rules import outcome, step
from tabletown.games.new_york_crisis.setup import setup
from tabletown.games.new_york_crisis.state import Crisis, imagine
from tabletown.games.new_york_crisis.story import STORY
from tabletown.games.new_york_crisis.view import describe, scene, text
from tabletown.kernel import Bots, Game, LogFormat, Research, Rules, View, Words

game = Game(
    about,
    Rules(Crisis, SetupByEdition(setup, EDITION), step, outcome, check=check),
    View(imagine=imagine, scene=scene),
    Words(text, describe, STORY, LogFormat.of(events, figures, LEGACY_LINES, LEGACY_FIGURES, add_missing_facts)),
    Bots(rate, evaluate, horizon=horizon, overlooks=0.3),
    Research(ledger, features, encoding),
    folder=Path(__file__).parent,
)
