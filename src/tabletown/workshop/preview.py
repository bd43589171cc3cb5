"""How content looks in its game: the board at the start of a match, drawn by the game itself, and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.drawing import called
from tabletown.kernel import Game, Match


def board(game: Game, options: Mapping[str, str], seed: int = 1) -> str:
    """The first board of a match as SVG; "" where the game draws none."""
    if game.view.scene is None:
        return ""
    match = Match(game, None, dict(options), seed)
    return game.view.scene(match.state, None, None, match.names).board


def shown(title: str, text: str = "", story: str = "", lines: Sequence[str] = (), picture: str = "") -> str:
    """A card as safe markup: picture, title, story, what it does, and what follows in small letters."""
    small = "".join(f"<li>{called(line)}</li>" for line in lines if line)
    told = f'<p class="story">{called(story)}</p>' if story else ""
    does = f'<p class="does">{called(text)}</p>' if text else ""
    rest = f"<ul>{small}</ul>" if small else ""
    return f'<article class="ws-card">{picture}<h3>{called(title)}</h3>{told}{does}{rest}</article>'
