"""The commands of the lab: simulations, training and studies."""

from __future__ import annotations

import csv
import json
import shlex
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from tabletown import registry
from tabletown.kernel.errors import BadOption
from tabletown.lab.matches.play import MatchRow
from tabletown.lab.statistics import Report, Row

if TYPE_CHECKING:
    from tabletown.lab.training.train import TrainingSettings

study = typer.Typer(
    help="Run a study and report on it. Example: tabletown study run studies/right-of-way.toml",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Jobs = Annotated[int, typer.Option(min=1, help="Processes to use")]
COLUMNS = ["seed", "bots", "winners", "scores", "answers", "reason"]


@contextmanager
def interruptible() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C, so that finished work is kept."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[tuple[Progress, Any]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield progress, progress.add_task(title, total=total)


# ---------------------------------------------------------------------- train


def train(settings: TrainingSettings, folder: Path, jobs: int, engine: str, out: Path | None) -> None:
    """Train a game's value with a progress bar for each stage, and print the result."""
    from tabletown.lab.training.train import Training

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with interruptible(), Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        tasks: dict[str, Any] = {}

        def watch(stage: str, done: int, wanted: int) -> None:
            if stage not in tasks:
                tasks[stage] = progress.add_task(stage, total=wanted or None)
            progress.update(tasks[stage], completed=done)

        try:
            found, passed = Training(settings, folder, jobs, engine, watch, out).run()
        except KeyboardInterrupt:
            print(f"Interrupted. What was played is in {folder}; run the same command to resume.")
            raise typer.Exit(130) from None
    if not settings.chances:
        print(f"Learned from {found.matches} matches, {found.positions} turns; Brier score {found.brier:.3f}.")
    for gate in found.gate if not settings.chances else ():
        shares = f"{100 * gate.share:.0f} % [{100 * gate.low:.0f}, {100 * gate.high:.0f}]"
        print(f"{gate.bot} against {gate.against}: {shares} of {gate.matches} matches, fair {100 * gate.fair:.0f} %.")
    if not passed:
        print("It doesn't clearly win, so search stays as it was. Run it again with more minutes to continue.")
    if found.test is not None:
        test = found.test
        print(f"Chances: Brier score {test.brier:.3f} (base rate {test.base:.3f}), calibration error {test.error:.3f}.")
    if not passed:
        raise typer.Exit(1)


# ---------------------------------------------------------------------- simulate


def simulate(
    game: str,
    bots: list[str],
    number: int,
    seed: int,
    options: dict[str, str],
    jobs: int,
    swap: bool,
    csv_file: Path | None,
    patience: float = 0.0,
) -> list[MatchRow]:
    """Yield the matches: first those already in the CSV file, then new ones, which are appended to it."""
    from tabletown.lab.matches.simulate import rotated
    from tabletown.lab.matches.simulate import simulate as run

    title = registry.game(game).about.title
    played: list[MatchRow] = []
    run(game, bots, 0, seed, options, jobs, swap)  # refuses bad settings before any file is opened
    with ExitStack() as open_things:
        writer = None
        if csv_file is not None:
            played = _kept(csv_file)
            for line, match in enumerate(played[:number], 2):
                place = line - 2
                if (match.seed, match.bots) != (seed + place, rotated(bots, place if swap else 0)):
                    raise BadOption(f"{csv_file}, line {line}: this isn't the match this run has there.")
            # written line by line, so that a killed run keeps its matches
            writer = csv.writer(open_things.enter_context(csv_file.open("a", 1, newline="", encoding="utf-8")))
            if csv_file.stat().st_size == 0:
                writer.writerow(COLUMNS)
        played = played[:number]
        open_things.enter_context(interruptible())
        progress, task = open_things.enter_context(progress_bar(f"{title}: {', '.join(bots)}", number))
        progress.advance(task, len(played))
        try:
            for match in run(game, bots, number, seed, options, jobs, swap, len(played), patience):
                played.append(match)
                if writer is not None:
                    cells = (match.seed, shlex.join(match.bots), _joined(match.winners), _joined(match.scores))
                    writer.writerow([*cells, match.answers, match.reason])
                progress.advance(task)
        except KeyboardInterrupt:
            Console(stderr=True).print(f"Interrupted; {len(played)} of {number} matches are counted.")
    return played


def _kept(path: Path) -> list[MatchRow]:
    """The matches that an earlier run has written; a line cut short by a crash is removed."""
    if not path.exists() or path.stat().st_size == 0:
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    played = []
    for number, cells in enumerate(csv.reader(whole.decode("utf-8").splitlines()), 1):
        try:
            if number == 1:
                if cells != COLUMNS:
                    raise ValueError("the columns differ")
                continue
            seed, bots, winners, scores, answers, reason = cells
            played.append(
                MatchRow(
                    int(seed),
                    tuple(shlex.split(bots)),
                    tuple(int(word) for word in winners.split()),
                    tuple(float(word) for word in scores.split()),
                    reason,
                    int(answers),
                )
            )
        except ValueError as error:
            raise BadOption(f"{path}, line {number}: this isn't a simulated match ({error}).") from None
    if not whole:
        raise BadOption(f"{path}, line 1: this isn't a simulated match.")
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return played


def _joined(values: tuple[object, ...]) -> str:
    return " ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)


def show(console: Console, found: Report) -> None:
    table = RichTable(box=None, pad_edge=False)
    for column in ("", "matches", "won", "95% interval", "mean score", "deciles of the score"):
        table.add_column(column)
    for row in (*found.bots, *found.seats):
        table.add_row(*_cells(row))
    console.print(table)
    for ending, times in found.endings.items():
        console.print(f"{times} x {ending}", markup=False)
    console.print(f"{found.matches} matches, {found.mean_answers:.0f} answers on average, {found.most_answers} at most")
    if found.failed:
        console.print(f"{found.failed} matches failed and aren't counted.", style="red")


def _cells(row: Row) -> list[str]:
    mean = f"{row.mean_score:.1f}" if row.mean_score is not None else ""
    deciles = " ".join(f"{value:g}" for value in row.score_deciles)
    return [row.name, str(row.matches), f"{row.share:.1%}", f"{row.low:.1%} to {row.high:.1%}", mean, deciles]


def print_json(found: Report) -> None:
    print(json.dumps(msgspec.to_builtins(found), indent=2, ensure_ascii=False))


# ---------------------------------------------------------------------- study


@study.command("run")
def run_command(
    file: Annotated[Path, typer.Argument(help="The study, a TOML file")],
    out: Annotated[Path | None, typer.Option(help="Folder of the results (default: FILE.results)")] = None,
    jobs: Jobs = 1,
    engine: Annotated[str, typer.Option(help="processes, or ray for a cluster")] = "processes",
) -> None:
    """Play a study's matches; a second run continues where the first one stopped.

    Example: tabletown study run studies/right-of-way.toml --jobs 2
    """
    from tabletown.lab.studies.run import run_study
    from tabletown.lab.studies.study import read_study

    asked = read_study(file)
    folder = out or file.with_suffix(".results")
    console = Console(stderr=True)
    total = asked.matches * len(asked.arms())
    failed = done = 0
    with interruptible(), progress_bar(asked.title or file.stem, total) as (progress, task):

        def watch(match: MatchRow | None, now: int) -> None:
            nonlocal failed, done
            done = now
            if match is not None and match.error:
                failed += 1
                progress.update(task, description=f"{asked.title or file.stem} ({failed} failed)")
            progress.update(task, completed=now)

        try:
            played = run_study(asked, folder, jobs, engine, watch)
        except KeyboardInterrupt:
            console.print(f"Interrupted: {done} of {total} matches are in {folder}; run the same command to resume.")
            raise typer.Exit(130) from None
    failed = sum(bool(match.error) for match in played)
    words = f" ({failed} failed: see the column `error`)" if failed else ""
    print(f"{len(played)} matches{words} are in {folder / 'matches.parquet'}.")


@study.command("report")
def report_command(
    results: Annotated[Path, typer.Argument(help="The study, or the folder of its results")],
    out: Annotated[Path | None, typer.Option(help="The page to write (default: report.html among the results)")] = None,
) -> None:
    """What a study found, as one page that needs no network.

    Example: tabletown study report studies/right-of-way.toml
    """
    from tabletown.lab.reporting.page import page
    from tabletown.lab.studies.results import read_results

    folder = results.with_suffix(".results") if results.suffix == ".toml" else results
    written = page(*read_results(folder))
    target = out or folder / "report.html"
    target.write_text(written, encoding="utf-8")
    print(f"The report is {target}.")
