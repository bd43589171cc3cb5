"""`tabletown evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabletown import registry
from tabletown.evaluate.models import check
from tabletown.evaluate.plan import FIRST_SEED, LADDER, EvaluationPlan, made
from tabletown.evaluate.report import report
from tabletown.evaluate.run import evaluate as run
from tabletown.lab.commands import interruptible, progress_bar


def evaluate(
    game: Annotated[str, typer.Argument(help="The game's id")],
    player: Annotated[
        str,
        typer.Argument(help="A model (command:./model.py, http://localhost:8080/v1/chat/completions#name) or a bot"),
    ],
    folder: Annotated[Path, typer.Option(help="Folder for everything; use the same one to resume")],
    pairs: Annotated[
        int, typer.Option("-n", "--pairs", min=1, help="Seeds per rung; each is played once from every seat")
    ] = 5,
    ladder: Annotated[str, typer.Option(help="Bots to play against, separated by commas")] = ",".join(LADDER),
    seats: Annotated[int, typer.Option(help="Seats at the table (0: the game's default)")] = 0,
    option: Annotated[
        list[str] | None, typer.Option("-o", help="An option of the game, such as -o city=hexagon")
    ] = None,
    seed: Annotated[int, typer.Option(help="The first seed")] = FIRST_SEED,
    hidden: Annotated[bool, typer.Option("--hidden", help="Don't list the options")] = False,
    disguised: Annotated[bool, typer.Option("--disguised", help="Use another theme over the same rules")] = False,
    rules: Annotated[bool, typer.Option("--rules/--no-rules", help="Give the whole rulebook first")] = True,
    tries: Annotated[
        int, typer.Option(min=1, help="Answers allowed per question before a random option is played")
    ] = 3,
    patience: Annotated[float, typer.Option(min=0.1, help="Seconds a model may take per answer")] = 300.0,
) -> None:
    """Place a model, a bot or a program among the bots. Example: tabletown evaluate crossroll greedy --folder mine"""
    found = registry.game(game)
    chosen = dict(each.partition("=")[::2] for each in option or [])
    rungs = tuple(rung.strip() for rung in ladder.split(",") if rung.strip())
    for bot in (player, *rungs):
        check(bot)
    count = seats or found.about.default_seats
    plan = made(EvaluationPlan(game, player, rungs, pairs, seed, count, chosen, not hidden, disguised, rules, tries))
    with interruptible(), progress_bar(f"{player} at {found.about.title}", plan.matches) as (progress, task):
        rows = run(plan, folder, patience, lambda done: progress.update(task, completed=done))
    page = report(plan, rows)
    (folder / "report.md").write_text(page, encoding="utf-8")
    print(page)
