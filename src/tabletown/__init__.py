"""Tabletown: play and study tabletop games about cities.

>>> import tabletown
>>> match = tabletown.new("right-of-way", seats=["Ann", "Bo"], seed=7)
>>> decision = match.decisions[0]
>>> match.choose(decision.seat, decision.options[0])
>>> match.log[-1] == (decision.seat, decision.options[0])
True

A match copies, looks back, branches and explains itself.

>>> copy, before = match.clone(), match.at(match.number - 1)
>>> copy.number - before.number
1
>>> str(match.why_not("column:3"))
"You can't do that right now."
>>> match.undo(decision.seat)
>>> match.number == before.number
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tabletown.drawing.notebook import picture
from tabletown.kernel import CHANCE, Match, Outcome, save
from tabletown.kernel import load as _load
from tabletown.kernel.arguments import clip
from tabletown.kernel.errors import DamagedSave
from tabletown.registry import game
from tabletown.registry import games as installed_games
from tabletown.saves.save import MOST_BYTES

Match._repr_svg_ = picture  # type: ignore[attr-defined]  # in a notebook a match shows its board

__version__ = "0.1.0"


def new(
    name: str,
    seats: int | Sequence[str] | None = None,
    options: dict[str, str] | None = None,
    seed: int | None = None,
    by_hand: Iterable[str] = (),
) -> Match:
    """A new match of the game with this id. The same seed deals the same luck.

    >>> match = new("right-of-way", seats=["Ann", "Bo"], options={"city": "hexagon"}, seed=7)
    >>> match.names, match.over
    (['Ann', 'Bo'], False)
    """
    return Match(game(name), seats, options, seed, by_hand)


def load(source: str | bytes | Path) -> Match:
    """Open a saved match from a path, or from its text.

    >>> match = new("crossroll", seats=2, seed=1)
    >>> load(save(match)).log == match.log
    True
    """
    if not isinstance(source, str | bytes | Path):
        raise DamagedSave(f"Open a saved match from a path or from its text, not from {clip(source)}.")
    if isinstance(source, Path) or (isinstance(source, str) and not source.lstrip().startswith("{")):
        source = read_file(Path(source))
    return _load(source, game)


def read_file(path: Path) -> bytes:
    """Read a file that should be a saved match, up to the largest allowed size."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


__all__ = ["CHANCE", "Match", "Outcome", "game", "installed_games", "load", "new", "save"]
