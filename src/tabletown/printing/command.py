"""`tabletown print`: a game as PDF, or as sheets for Tabletop Simulator."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabletown import registry
from tabletown.content import use_pack
from tabletown.kernel.errors import BadOption
from tabletown.printing import tabletop
from tabletown.printing.book import USUAL, PrintSettings, pdf_of
from tabletown.translations import languages, speak, speaking, with_words_of


def print_game(
    game: Annotated[str, typer.Argument(help="The game's id, such as right-of-way")],
    paper: Annotated[str, typer.Option(help="A4 or Letter")] = "A4",
    black_and_white: Annotated[bool, typer.Option("--black-and-white", help="Grey ink only")] = False,
    half: Annotated[bool, typer.Option("--half", help="Boards and pieces at half their size")] = False,
    parts: Annotated[str, typer.Option(help="Some of board,cards,pieces,aid,rulebook")] = ",".join(USUAL),
    language: Annotated[str, typer.Option(help="The language's code, such as de")] = "en",
    content: Annotated[Path | None, typer.Option(help="A content pack to print instead of the game's own")] = None,
    out: Annotated[Path | None, typer.Option("--output", "-o", help="The file (default: GAME.pdf)")] = None,
    simulator: Annotated[
        Path | None, typer.Option("--tabletop-simulator", help="Write sheets and a save into this folder instead")
    ] = None,
    address: Annotated[str, typer.Option(help="With --tabletop-simulator: where the sheets will be on the web")] = "",
) -> None:
    """Print a game to play on a table. Example: tabletown print right-of-way --paper Letter -o city.pdf"""
    if content is not None:
        use_pack(content)
    if language not in languages():
        raise BadOption(f"Language can't be {language!r}. Choose one of: {', '.join(languages())}.")
    settings = PrintSettings(
        paper, black_and_white, half, tuple(part.strip() for part in parts.split(",") if part.strip())
    )
    found = registry.game(game)
    with speaking(with_words_of(found, speak(language))):
        if simulator is not None:
            written = tabletop.write(found, simulator, address)
            print(f"{simulator}: {len(written) - 1} sheets and {written[-1].name}.")
            return
        file = out or Path(f"{found.about.id}.pdf")
        file.write_bytes(pdf_of(found, settings))
    print(f"{file}: print it at 100 %.")
