"""The commands. Without one, a table opens in the browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable

from tabletown import __version__, load, read_file, registry
from tabletown.bots import NAMES, make
from tabletown.content import use_pack
from tabletown.data.command import data
from tabletown.evaluate.command import evaluate
from tabletown.kernel import Match, Text
from tabletown.kernel.errors import BadOption, TabletownError
from tabletown.lab.commands import study
from tabletown.mcp.command import mcp
from tabletown.printing.command import print_game
from tabletown.rulebook import load_rulebook
from tabletown.translations import of_terminal, speak, speaking
from tabletown.web.commands import storage
from tabletown.web.commands.switches import takes
from tabletown.web.settings import Settings, settings

app = typer.Typer(
    help="Play and study tabletop games about cities.",
    epilog="Examples: tabletown play right-of-way · tabletown simulate right-of-way --bots search,greedy -n 100",
    no_args_is_help=False,
    add_completion=True,
    rich_markup_mode=None,
)
app.add_typer(study, name="study")
app.add_typer(data, name="data")
console = Console()


def _ids(incomplete: str) -> list[str]:
    """The ids of games, for shell completion."""
    return [game.about.id for game in registry.games() if game.about.id.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        help="The game's id, such as right-of-way (see: tabletown games), or a file: pig.py:game", autocompletion=_ids
    ),
]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="An option of the game, such as -o city=hexagon")
]
Spoken = Annotated[
    str, typer.Option("--language", help="The language, such as de or zh-Hant (default: that of the terminal)")
]
Seed = Annotated[int | None, typer.Option(help="Seed for the luck; the same seed and choices give the same match")]


@app.callback(invoke_without_command=True)
@takes("host", "port", "data", "database", "no_browser")
def start(
    context: typer.Context,
    settings: Settings,
    content: Annotated[
        Path | None, typer.Option(help="A content pack: a folder with your own boards and cards, by game")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version of the program and of each game's rules")
    ] = False,
) -> None:
    """Without a command, start Tabletown on this computer and open it in the browser."""
    if version:
        rules = ", ".join(f"{game.about.id} {game.about.version}" for game in registry.games())
        print(f"tabletown {__version__} (rules: {rules})")
        raise typer.Exit
    if content is not None:
        use_pack(content)
    if context.invoked_subcommand is None:
        from tabletown.web.serve import serve as run

        run(settings)


@app.command()
def games() -> None:
    """List the installed games. Example: tabletown games"""
    table = RichTable(box=None, pad_edge=False)
    for column in ("id", "game", "seats", "minutes", "weight", "in one line"):
        table.add_column(column, overflow="fold")
    for game in registry.games():
        about = game.about
        fewest, most = about.seats
        seats = str(fewest) if fewest == most else f"{fewest}-{most}"
        table.add_row(about.id, about.title, seats, about.minutes, about.weight, about.line)
    console.print(table)


@app.command()
def play(
    game: GameName,
    seats: Annotated[
        str, typer.Option(help="Who sits where: me, a name, or a bot (random, greedy, search, search:1000)")
    ] = "",
    option: Options = None,
    seed: Seed = None,
    by_hand: Annotated[str, typer.Option(help="Dice or decks you roll or draw yourself, such as d6,d10")] = "",
    new: Annotated[bool, typer.Option("--new", help="Start a new match even if one is in progress")] = False,
    file: Annotated[Path | None, typer.Option(help="Continue a saved match")] = None,
    language: Spoken = "",
) -> None:
    """Play in the terminal. Example: tabletown play right-of-way --seats me,search --seed 7"""
    from tabletown.terminal import Table, resume_file

    about = registry.game(game).about
    keep = resume_file(about.id)
    fresh = bool(new or seats or option or seed is not None)
    if file is not None or (keep.exists() and not fresh):
        match = load(file or keep)
        resumed = Text("Resuming your {game} match after {n} moves.", {"game": about.title, "n": match.number})
        console.print(resumed.render(speaking=speak(language or of_terminal(os.environ))), style="dim")
    else:
        words = (
            [word.strip() for word in seats.split(",")] if seats else ["me"] + ["search"] * (about.default_seats - 1)
        )
        match = Match(registry.game(game), [_name(word) for word in words], _options(option), seed, _words(by_hand))
    bots = {seat: name.removeprefix("Bot ") for seat, name in enumerate(match.names) if name.startswith("Bot ")}
    with speaking(speak(language or of_terminal(os.environ))):
        Table(match, bots, console, keep).play()


@app.command()
def learn(game: GameName, language: Spoken = "") -> None:
    """Play a guided first game in the terminal (five to eight minutes). Example: tabletown learn right-of-way"""
    from tabletown.learn import course
    from tabletown.learn.terminal import TerminalLesson

    with speaking(speak(language or of_terminal(os.environ))):
        TerminalLesson(course(registry.game(game)), console).play()


def _name(word: str) -> str:
    """The bot's name with its kind, so that a saved match knows who plays."""
    if word.partition(":")[0] in NAMES:
        make(word)  # refuses an invalid budget
        return f"Bot {word}"
    return "You" if word == "me" else word


@app.command()
def simulate(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="One bot per seat, such as search:1000,greedy or mybots:Careful,random")
    ] = "greedy,random",
    number: Annotated[int, typer.Option("-n", min=1, help="How many matches")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the first match; each further match uses the next seed")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to use")] = 1,
    option: Options = None,
    fixed: Annotated[
        bool, typer.Option("--fixed", help="Bots keep their seats (otherwise they rotate every match)")
    ] = False,
    patience: Annotated[float, typer.Option(min=0, help="Seconds a bot may take per move before it loses")] = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON")] = False,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", help="Write every match to this file, or continue an existing one")
    ] = None,
) -> None:
    """Play many matches between bots. Example: tabletown simulate right-of-way --bots search,greedy -n 1000 --jobs 2"""
    from tabletown.lab import commands, report

    names, chosen = _words(bots), _options(option)
    played = commands.simulate(game, names, number, seed, chosen, jobs, not fixed, csv_file, patience)
    found = report(game, played, registry.game(game).about.cooperative)
    if as_json:
        commands.print_json(found)
    else:
        commands.show(console, found)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved match")],
    svg: Annotated[Path | None, typer.Option(help="Write a picture of every step to this folder instead")] = None,
    seat: Annotated[int | None, typer.Option(help="Show what this seat sees (1, 2, …)")] = None,
) -> None:
    """Step through a saved match. Example: tabletown replay match.json --svg pictures"""
    from tabletown.drawing import standalone

    match = load(file)
    eyes = None if seat is None else seat - 1
    if svg is not None:
        svg.mkdir(parents=True, exist_ok=True)
        folder = match.game.folder
        with Progress(console=Console(stderr=True), transient=True) as progress:
            for number in progress.track(range(match.number + 1), description="Drawing"):
                board = match.at(number).scene(eyes).board
                picture = standalone(board, folder / "style.css" if folder else None)
                (svg / f"{number:04}.svg").write_text(picture, encoding="utf-8")
        console.print(f"{match.number + 1} pictures are in {svg}.", markup=False)
        return
    number = 0
    while True:
        now = match.at(number)
        console.rule(f"after {number} of {match.number} moves")
        console.print(now.text(eyes), markup=False, highlight=False)
        for line in (line for line in now.lines_for(eyes) if line.number == number):
            console.print(line.text.render(match.names, eyes), style="bold", markup=False)
        try:
            typed = console.input("[dim]Enter: next · b: back · a number: go there · q: quit[/] > ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        if typed == "q" or (typed == "" and number == match.number):
            return
        number = int(typed) if typed.isdigit() else number - 1 if typed == "b" else number + 1
        number = max(0, min(match.number, number))


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A saved match")],
    commitment: Annotated[str, typer.Option(help="The commitment that was shown when the match began")] = "",
) -> None:
    """Prove the luck of a saved match, draw by draw. Example: tabletown verify match.json"""
    from tabletown.verify import prove_saved

    proof = prove_saved(read_file(file), commitment)
    for sentence in proof.said:
        print(sentence)
    if not proof.holds:
        raise typer.Exit(1)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="A saved match")],
    iterations: Annotated[int, typer.Option(min=1, help="Search iterations at each position studied closely")] = 200,
) -> None:
    """Show a saved match's chances, largest swings and better moves. Example: tabletown analyse match.json"""
    from tabletown.lab.coach import analyse as look
    from tabletown.lab.coach import words

    match = load(file)
    for line in words(match, look(match, iterations)):
        console.print(line, markup=False, highlight=False)


@app.command()
def train(
    game: GameName,
    minutes: Annotated[float, typer.Option(min=0, help="Roughly how long it may take")] = 10.0,
    matches: Annotated[int, typer.Option(min=0, help="Matches to learn from (0: as many as the time allows)")] = 0,
    gate: Annotated[int, typer.Option(min=0, help="Matches against each earlier bot (0: as time allows)")] = 0,
    strong: Annotated[int, typer.Option(min=0, help="Matches of strong play for the chances (0: as time allows)")] = 0,
    chances: Annotated[
        bool, typer.Option("--chances", help="Learn only the chances people see; leave the bots as they are")
    ] = False,
    seed: Annotated[int, typer.Option(min=1, help="A different seed plays different matches")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to use")] = 1,
    engine: Annotated[str, typer.Option(help="processes, or ray for a cluster")] = "processes",
    folder: Annotated[Path | None, typer.Option(help="Folder for the matches (default: GAME.training)")] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write (default: the game's content/value.json)")] = None,
) -> None:
    """Learn a game's value from matches between bots. Example: tabletown train right-of-way --minutes 10"""
    from tabletown.lab.commands import train as run
    from tabletown.lab.training.train import TrainingSettings

    settings = TrainingSettings(game, seed, minutes, matches, gate, strong, chances=chances)
    run(settings, folder or Path(f"{registry.game(game).about.id}.training"), jobs, engine, out)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="The game's id (default: all games)")] = "",
    coverage: Annotated[bool, typer.Option("--coverage", help="Count the clauses that have a test")] = False,
    find: Annotated[str, typer.Option(help="Show only clauses with these words")] = "",
) -> None:
    """Show a game's rulebook in our own words. Example: tabletown rules right-of-way --find 'right-of-way stack'"""
    from tabletown.coverage import coverage as count

    chosen = [registry.game(game)] if game else registry.games()
    failed = False
    for each in chosen:
        if coverage:
            found = count(each)
            for clause in found.missing if game else ():
                console.print(f"no test: {clause}", style="yellow", markup=False)
            for id, tests in found.unknown.items():
                console.print(f"unknown clause {id!r} in {', '.join(tests)}", style="red", markup=False)
                failed = True
            print(str(found) if game else f"{each.about.id}: {found}")
            continue
        book = load_rulebook(each)
        shown = [
            entry
            for entry in book.in_words
            if all(word.lower() in f"{entry.id} {entry.text}".lower() for word in find.split())
        ]
        for entry in shown:
            about = "ruling" if entry.kind == "ruling" else entry.about
            console.print(f"[bold]{entry.id}[/]  [dim]{about}[/]")
            console.print(f"  {entry.text}", markup=False)
        if game and not shown:
            why = "No clause has all of these words." if book.entries else f"{each.about.title} has no rulebook."
            console.print(why, markup=False)
    if failed:
        raise typer.Exit(1)


@app.command()
def bench(
    game: Annotated[str, typer.Argument(help="The game's id (default: all games)")] = "",
    seconds: Annotated[float, typer.Option(help="Per measurement")] = 1.0,
) -> None:
    """Measure answers and clones per second on this computer. Example: tabletown bench right-of-way"""
    from tabletown.lab.matches.speed import answers, clones

    table = RichTable(box=None, pad_edge=False)
    for column in ("game", "answers a second", "clones a second"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for each in [registry.game(game)] if game else registry.games():
        table.add_row(each.about.title, f"{answers(each)(seconds):,.0f}", f"{clones(each)(seconds):,.0f}")
    console.print(table)


@app.command()
@takes(*(setting.field for setting in settings() if setting.field != "address"))
def serve(settings: Settings) -> None:
    """Start the server. Example: tabletown serve --host 0.0.0.0 --host-name play.example.org"""
    from tabletown.web.serve import serve as run

    run(settings)


@app.command(name="class")
@takes("address", "port", "data", "database", "no_browser", "refused_names")
def for_a_class(
    settings: Settings,
    game: Annotated[str, typer.Argument(help="The game to start with, such as crossroll (default: you choose)")] = "",
) -> None:
    """Open this machine to the phones of a class and show the address. Example: tabletown class crossroll"""
    from tabletown.classroom.command import open_for_a_class

    open_for_a_class(settings, game)


@app.command()
def words(
    language: Annotated[str, typer.Argument(help="The language's code, such as de or zh-Hant (default: all)")] = "",
    folder: Annotated[
        Path | None, typer.Option(help="Only this component: a game's own folder (default: the program and all games)")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; say what is missing or wrong")] = False,
    kinds: Annotated[
        str, typer.Option("--kinds", help="With --check, list only these: parts,numbers,names,terms,twice")
    ] = "",
) -> None:
    """Write, update or check the catalogues for translators. Example: tabletown words de"""
    from tabletown.translations.command import check_all, update_all

    if check:
        if not check_all(console, language, folder, _words(kinds)):
            raise typer.Exit(1)
    else:
        update_all(console, language, folder)


app.command()(storage.backup)
app.command()(storage.restore)
app.command()(storage.check)
app.command()(storage.migrate)
app.command()(storage.ratings)
app.command()(storage.reported)
app.command()(storage.fingerprint)
app.command(name="print")(print_game)
app.command()(mcp)
app.command()(evaluate)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _options(pairs: list[str] | None) -> dict[str, str]:
    chosen = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"{pair!r} isn't of the form option=value, such as city=hexagon.")
        chosen[name] = value
    return chosen


def main() -> None:
    try:
        app()
    except (TabletownError, OSError) as error:
        Console(stderr=True).print(str(error), style="red", markup=False, highlight=False)
        sys.exit(1)


if __name__ == "__main__":
    main()
