"""A match as a self-contained picture, for notebooks and files."""

from __future__ import annotations

from tabletown.drawing import standalone
from tabletown.kernel import Match


def picture(match: Match) -> str:
    folder = match.game.folder
    return standalone(match.scene().board, folder / "style.css" if folder else None)
