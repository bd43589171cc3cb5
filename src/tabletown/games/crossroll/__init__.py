"""Crossroll Hong Kong: roll two dice, and everybody crosses out a stretch of road at the same time."""

from pathlib import Path

from tabletown.games.crossroll import events
from tabletown.games.crossroll import ledger as figures
from tabletown.games.crossroll.about import about
from tabletown.games.crossroll.bots import evaluate, imagine, rate
from tabletown.games.crossroll.check import check
from tabletown.games.crossroll.encoding import encoding
from tabletown.games.crossroll.features import features
from tabletown.games.crossroll.ledger import ledger
from tabletown.games.crossroll.legacy_lines import LEGACY_FIGURES, LEGACY_LINES
from tabletown.games.crossroll.rules import resumes, step
from tabletown.games.crossroll.rules.ending import outcome
from tabletown.games.crossroll.setup import setup
from tabletown.games.crossroll.state import Crossroll, player_view
from tabletown.games.crossroll.story import STORY
from tabletown.games.crossroll.view import describe, scene, text
from tabletown.kernel import Bots, Game, LogFormat, Research, Rules, View, Words

game = Game(
    about,
    Rules(Crossroll, setup, step, outcome, check=check, resumes=resumes),
    View(player_view, imagine, scene),
    Words(text, describe, STORY, LogFormat.of(events, figures, LEGACY_LINES, LEGACY_FIGURES)),
    Bots(rate, evaluate, trust=2.0),
    Research(ledger, features, encoding),
    folder=Path(__file__).parent,
)
