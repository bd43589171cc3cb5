"""Broken Cities: landlords share one city block, its rent and its weather, and write the laws themselves."""

from pathlib import Path

from tabletown.editions import SetupByEdition
from tabletown.games.broken_cities import events
from tabletown.games.broken_cities import ledger as figures
from tabletown.games.broken_cities.about import about
from tabletown.games.broken_cities.bots import evaluate, horizon, rate
from tabletown.games.broken_cities.check import check
from tabletown.games.broken_cities.content import EDITION
from tabletown.games.broken_cities.encoding import encoding
from tabletown.games.broken_cities.features import features
from tabletown.games.broken_cities.ledger import ledger
from tabletown.games.broken_cities.legacy_lines import LEGACY_FIGURES, LEGACY_LINES
from tabletown.games.broken_cities.rules import step, turn_of
from tabletown.games.broken_cities.rules.ending import outcome
from tabletown.games.broken_cities.setup import setup
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.story import STORY
from tabletown.games.broken_cities.view import describe, scene, text
from tabletown.kernel import Bots, Game, LogFormat, Research, Rules, View, Words

game = Game(
    about,
    Rules(BrokenCities, SetupByEdition(setup, EDITION), step, outcome, turn_of, check=check),
    View(scene=scene),
    Words(text, describe, STORY, LogFormat.of(events, figures, LEGACY_LINES, LEGACY_FIGURES)),
    Bots(rate, evaluate, horizon=horizon),
    Research(ledger, features, encoding),
    folder=Path(__file__).parent,
)
