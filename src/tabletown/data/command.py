"""`tabletown data`: matches as files for machine learning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tabletown import registry
from tabletown.kernel import Game
from tabletown.kernel.errors import BadOption, TabletownError
from tabletown.web.commands.switches import takes
from tabletown.web.settings import Settings

data = typer.Typer(
    help="Export matches as data. Example: tabletown data export right-of-way --out rows.parquet",
    no_args_is_help=True,
    rich_markup_mode=None,
)
console = Console()


@data.callback()
def main() -> None:
    """Matches as data for offline learning and study."""


@data.command()
@takes("data", "database")
def export(
    settings: Settings,
    game: Annotated[str, typer.Argument(help="The game's id")],
    out: Annotated[Path, typer.Option(help="The file to write: .parquet or .jsonl")] = Path("rows.parquet"),
    matches: Annotated[int, typer.Option(min=1, help="Number of matches (for stored ones, at most)")] = 100,
    bots: Annotated[str, typer.Option(help="One bot per seat; they rotate between matches")] = "greedy,greedy",
    seed: Annotated[
        int, typer.Option(min=0, help="Seed of the first match; each further match uses the next seed")
    ] = 1,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, such as city=hexagon")] = None,
    stored: Annotated[bool, typer.Option("--stored", help="Export a server's finished matches instead")] = False,
    text: Annotated[bool, typer.Option(help="Include each seat's view as text")] = True,
) -> None:
    """Write matches as rows, one a decision, with a datasheet. Example: tabletown data export crossroll --stored"""
    from tabletown.data.files import write
    from tabletown.data.rows import Row, Source, rows_of, simulated
    from tabletown.data.stored import finished
    from tabletown.lab.matches.simulate import rotated
    from tabletown.web.storage.maintenance import on_a_copy

    played: Game = registry.game(game)
    if wrong := [pair for pair in option or [] if "=" not in pair]:
        raise BadOption(f"Write an option as name=value, not {wrong[0]!r}.")
    options = played.options(dict(pair.split("=", 1) for pair in option or []))
    names = [bot.strip() for bot in bots.split(",")]

    def bot_matches() -> Iterator[Source]:
        for number in range(matches):
            yield simulated(played, rotated(names, number), seed + number, options)

    with ExitStack() as stack:
        if stored:
            found = finished(stack.enter_context(on_a_copy(settings.place())), played)
            how = "These are a server's finished matches, played by people and bots."
        else:
            found = bot_matches()
            how = f"These matches were simulated between bots ({', '.join(names)}), with seeds from {seed} up."

        def told() -> Iterator[list[Row]]:
            number = 0
            for source in found:
                try:
                    rows = rows_of(played, source, number, text)
                except TabletownError as error:
                    console.print(f"Skipped a match: {error}", markup=False, highlight=False, soft_wrap=True)
                    continue
                yield rows
                number += 1
                if number == matches:
                    return

        counts = write(out, played, told(), how)
    said = f"{counts['rows']} decisions of {counts['matches']} matches are in {out}, with its datasheet beside it."
    console.print(said, markup=False, highlight=False, soft_wrap=True)
