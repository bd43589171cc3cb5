"""How content looks in its game: the board at the start of a match, drawn by the game itself."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.kernel import Game, Match


def board(game: Game, options: Mapping[str, str], seed: int = 1) -> str:
    """The first board of a match as SVG; "" where the game draws none."""
    if game.view.scene is None:
        return ""
    match = Match(game, None, dict(options), seed)
    return game.view.scene(match.state, None, None, match.names).board
