"""Tabletown: play and study tabletop games about cities.

>>> import tabletown
>>> match = tabletown.new("right-of-way", seats=["Ann", "Bo"], seed=7)
>>> decision = match.decisions[0]
>>> match.choose(decision.seat, decision.options[0])
>>> match.log[-1] == (decision.seat, decision.options[0])
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tabletown.kernel import CHANCE, Match, Outcome, save
from tabletown.kernel import load as _load
from tabletown.registry import game
from tabletown.registry import games as installed_games

__version__ = "0.1.0"


def new(
    name: str,
    seats: int | Sequence[str] | None = None,
    options: dict[str, str] | None = None,
    seed: int | None = None,
    by_hand: Iterable[str] = (),
) -> Match:
    """A new match: `new("right-of-way", seats=["Ann", "Bo"], options={"city": "hexagon"}, seed=7)`."""
    return Match(game(name), seats, options, seed, by_hand)


def load(source: str | Path) -> Match:
    """Open a saved match from a path, or from the text of one."""
    if isinstance(source, Path) or not source.lstrip().startswith("{"):
        source = Path(source).read_text(encoding="utf-8")
    return _load(source, game)


__all__ = ["CHANCE", "Match", "Outcome", "game", "installed_games", "load", "new", "save"]
