"""The commands, run as people run them."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from typer.main import get_command
from typer.testing import CliRunner

from tabletown import cli, new, registry, save
from tabletown.bots.value import Gate
from tabletown.cli import app
from tabletown.coverage import coverage
from tabletown.kernel import Match
from tabletown.story import summarize
from tabletown.terminal import Table
from tabletown.testing import play_randomly
from tabletown.verify import commitment
from tests.waiting import until

ROOT = Path(__file__).parents[1]


def start(*arguments: str, typed: str = "", data: Path | None = None, code: int = 0) -> str:
    """Start the command in a process of its own."""
    env = {**os.environ, "XDG_DATA_HOME": str(data or "/nonexistent"), "COLUMNS": "100", "TERM": "dumb"}
    done = subprocess.run(
        [sys.executable, "-m", "tabletown", *arguments], input=typed, capture_output=True, text=True, env=env, cwd=ROOT
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def run(*arguments: str, typed: str = "", data: Path | None = None, code: int = 0) -> str:
    """Run the command in this process, for tests that do not need a separate one."""
    said, complained, left = StringIO(), StringIO(), 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(complained):
        patch.setattr(sys, "argv", ["tabletown", *arguments])
        patch.setattr(sys, "stdin", StringIO(typed))
        patch.setattr(cli, "console", Console(width=100))
        patch.setenv("XDG_DATA_HOME", str(data or "/nonexistent"))
        patch.setenv("COLUMNS", "100")
        patch.chdir(ROOT)
        try:
            cli.main()
        except SystemExit as end:
            left = end.code or 0  # type: ignore[assignment]
    shown = said.getvalue() + complained.getvalue()
    assert left == code, shown
    return shown


def test_every_command_is_documented_with_an_example() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        assert f"| `tabletown {name}" in page, f"docs/commands.md does not tell of `tabletown {name}`"
        assert "Example" in (command.help or ""), f"the help of `tabletown {name}` has no example"


def test_the_version_names_the_rules_and_shells_can_complete() -> None:
    assert re.match(r"tabletown \d+\.\d+\S* \(rules: .*right-of-way \d", run("--version"))
    env = {
        **os.environ,
        "_TABLETOWN_COMPLETE": "complete_bash",
        "COMP_WORDS": "tabletown play cross",
        "COMP_CWORD": "2",
    }
    code = "import sys; sys.argv = ['tabletown']; from tabletown.cli import main; main()"
    shown = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True).stdout
    assert shown.split() == ["cross-bronx", "crossroll"]


def test_games_lists_every_installed_game() -> None:
    shown = CliRunner().invoke(app, ["games"]).output
    assert all(game.about.id in shown for game in registry.games())


def test_a_match_is_played_saved_left_and_resumed(tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    typed = f"99\nnonsense\n? nonsense\n?\n1\nu\n1\nh\ns {kept}\nl\nq\n"
    shown = start("play", "right-of-way", "--seats", "Ann,Bo", "--seed", "7", typed=typed, data=tmp_path)
    assert "Give a number from 1 to" in shown
    assert "'nonsense' isn't an option here" in shown
    assert "Try: " in shown and "Saved as" in shown and "Your match is kept" in shown
    assert json.loads(kept.read_text())["game"] == "right-of-way"
    again = start("play", "right-of-way", typed="q\n", data=tmp_path)
    assert "Resuming your Right of Way match" in again


def test_bots_play_a_match_to_its_end_in_the_terminal(tmp_path: Path) -> None:
    shown = run("play", "right-of-way", "--seats", "random,random", "--seed", "7", data=tmp_path)
    end = " ".join(shown[shown.index("The end") :].replace("│", " ").split())
    assert " wins, " in end and re.search(r"completed \d+ highways?, ", end), "who won, and why"


@pytest.mark.parametrize("seed", [1, 2])
def test_the_end_tells_the_story_of_a_family_in_the_terminal_too(seed: int) -> None:
    match, rng = Match(registry.game("new-york-crisis"), ["Ann", "Bo"], seed=seed, changes=True), Random(seed)
    while not match.over:
        asked = match.decisions[0]
        match.choose(asked.seat, rng.choice(list(asked.options)))
    shown = Console(width=400, file=StringIO(), record=True)
    Table(match, {}, shown).finish()
    told = summarize(match)
    plain = shown.export_text()
    assert told.last_words and told.title in plain and told.why in plain and told.last_words.split(". ")[0] in plain


def test_whats_open_to_see_is_not_cut_where_a_table_is_longer_than_the_screen_anyway() -> None:
    """The next Event is face up, so its effect and its order must be readable in full."""
    match = Match(registry.game("cross-bronx"), seed=3)
    shown = Console(width=80, height=24, file=StringIO(), record=True)
    Table(match, {}, shown).show(match.decisions[0])
    plain = shown.export_text()
    assert "…" not in plain and plain.count("Order: ") == 2
    assert "Goal: most Victory Points" in plain, "the goal is on the table"


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.about.id)
def test_a_board_fits_a_small_terminal_and_is_coloured(game: registry.Game) -> None:
    match = Match(game, seed=3)
    shown = Console(width=80, height=25, force_terminal=True, color_system="standard", file=StringIO(), record=True)
    Table(match, {}, shown).show(match.decisions[0])
    plain = shown.export_text(clear=False, styles=False)
    panel = plain[plain.index("╭") :].splitlines()
    if game.about.id == "crossroll":
        assert len(panel) <= 25 and "…" in plain
        coloured = shown.export_text(styles=True)
        assert "\x1b[1mRoute A" in coloured and "\x1b[2m(entrance)" in coloured
    assert all(len(line) <= 80 for line in panel)


def test_simulate_reports_shares_with_intervals(tmp_path: Path) -> None:
    table = tmp_path / "matches.csv"
    shown = run("simulate", "right-of-way", "--bots", "greedy,random", "-n", "4", "--csv", str(table))
    assert re.search(r"greedy +4 +\S+% +\S+% to \S+%", shown)
    assert len(table.read_text().splitlines()) == 5
    more = run("simulate", "right-of-way", "--bots", "greedy,random", "-n", "6", "--csv", str(table))
    assert "6 matches" in more and len(table.read_text().splitlines()) == 7, "a second run goes on with the file"
    kept = table.read_text()
    other = run("simulate", "right-of-way", "--bots", "random,random", "-n", "6", "--csv", str(table), code=1)
    assert "matches.csv, line 2: this isn't the match" in " ".join(other.split()) and table.read_text() == kept
    found = json.loads(run("simulate", "right-of-way", "--bots", "random,random", "-n", "2", "--json"))
    assert found["matches"] == 2


def test_a_simulation_that_is_killed_leaves_the_matches_it_played(tmp_path: Path) -> None:
    table, asked = tmp_path / "matches.csv", ["simulate", "right-of-way", "--bots", "random,random", "-n", "100000"]
    for folder in ("none", "file"):  # before the work, and in a sentence
        (tmp_path / "file").touch()
        assert f"{folder}/matches.csv'" in run(*asked, "--csv", str(tmp_path / folder / "matches.csv"), code=1)[-200:]
    with subprocess.Popen([sys.executable, "-m", "tabletown", *asked, "--csv", str(table)], cwd=ROOT) as process:
        rows = lambda: table.read_text().count("\n") if table.exists() else 0  # noqa: E731
        until(lambda: process.poll() is not None or rows() >= 3, "two matches in the file")
        assert process.poll() is None
        process.kill()
    assert table.read_text().splitlines()[2].startswith("2,random random,")


def test_replay_steps_through_and_draws(tmp_path: Path) -> None:
    match = play_randomly(new("right-of-way", seed=7), Random(1), 6)
    file = tmp_path / "match.json"
    file.write_text(save(match), encoding="utf-8")
    shown = run("replay", str(file), typed="\nb\n3\nq\n")
    assert f"after 3 of {match.number} moves" in shown
    run("replay", str(file), "--svg", str(tmp_path / "pictures"))
    pictures = sorted((tmp_path / "pictures").glob("*.svg"))
    assert len(pictures) == match.number + 1 and "<svg" in pictures[-1].read_text()


def test_the_coach_looks_at_a_saved_match(tmp_path: Path) -> None:
    match = play_randomly(new("new-york-crisis", seed=7), Random(1), 30)
    file = tmp_path / "match.json"
    file.write_text(save(match), encoding="utf-8")
    shown = run("analyse", str(file), "--iterations", "3")
    assert all(name in shown for name in match.names) and "accuracy" in shown


def test_rules_are_shown_and_found() -> None:
    shown = run("rules", "right-of-way", "--find", "last tile of a hand")
    assert "row.not-last-tile" in shown and "setup.hand.five" not in shown


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.about.id)
def test_every_mark_names_a_clause_and_every_clause_has_a_test(game: registry.Game) -> None:
    found = coverage(game)
    assert found.unknown == {}, "tests name clauses that do not exist"
    assert found.missing == [], "clauses without a test"


def test_a_content_pack_is_played_and_its_mistakes_are_named(tmp_path: Path) -> None:
    shipped = ROOT / "src/tabletown/games/right_of_way/content/tiles.toml"
    mine = tmp_path / "right-of-way"
    mine.mkdir()
    (mine / "tiles.toml").write_text(shipped.read_text())
    kept = tmp_path / "match.json"
    play = ["play", "right-of-way", "--seats", "Ann,Bo", "--seed", "7"]
    start("--content", str(tmp_path), *play, typed=f"s {kept}\nq\n", data=tmp_path)
    assert re.match(r"1\+[0-9a-f]{8}", json.loads(kept.read_text())["rules"])
    assert "was saved under rules version" in run("replay", str(kept), code=1)
    other = shipped.read_text().replace("copies = 6", "copies = 5", 1).replace("copies = 4", "copies = 5", 1)
    (mine / "tiles.toml").write_text(other)  # with other content the match develops differently
    told = " ".join(start("--content", str(tmp_path), "migrate", str(kept)).split())
    assert "keeps its rules. Answer" in told and "+" in json.loads(kept.read_text())["rules"]
    assert "continues under the current rules" in run("migrate", str(kept))  # with the tiles it was begun with
    assert json.loads(kept.read_text())["rules"] == "1"
    (mine / "tiles.toml").write_text(shipped.read_text().replace("copies = 6", "copies = 'six'", 1))
    shown = " ".join(start("--content", str(tmp_path), *play, code=1).split())
    assert "tiles.toml: Expected `int`" in shown and "entry" in shown
    assert "isn't a folder" in run("--content", str(tmp_path / "none"), "games", code=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "right-of-wey"], "Did you mean 'right-of-way'?"),
        (["play", "right-of-way", "-o", "city=moon"], "can't be 'moon'. Choose one of:"),
        (["play", "right-of-way", "-o", "city"], "isn't of the form option=value"),
        (["play", "right-of-way", "--seats", "me,search:soon"], "'soon' isn't a valid budget"),
        (["simulate", "right-of-way", "--bots", "greedy"], "is for 2 seats, not 1"),
        (["simulate", "right-of-way", "--bots", "nobots:X,greedy"], "There is no bot 'nobots:X'"),
        (["replay", "none.json"], "No such file"),
        (["replay", "README.md"], "isn't a saved match"),
    ],
)
def test_a_wrong_call_is_answered_with_one_sentence(arguments: list[str], message: str) -> None:
    shown = run(*arguments, code=1)
    assert message in " ".join(shown.split()) and "Traceback" not in shown


def test_a_hint_says_why_where_the_game_can(tmp_path: Path) -> None:
    shown = run("play", "new-york-crisis", "--seats", "Ann", "--seed", "3", typed="1\n1\n1\nh\nq\n", data=tmp_path)
    hint = next(line for line in shown.splitlines() if "Try: " in line)
    assert len(hint.split(") ", 1)[1].split()) >= 4, "a sentence"


def test_the_luck_of_a_saved_match_is_verified(tmp_path: Path) -> None:
    file, match = tmp_path / "match.json", play_randomly(new("right-of-way"), Random(1))
    file.write_text(save(match), encoding="utf-8")
    told = run("verify", str(file), "--commitment", commitment(match.seed))
    assert re.search(r"(\d+) of \1 draws follow from the secret", told) and "fixed before the first move" in told
    assert "it doesn't match this secret" in run("verify", str(file), "--commitment", "00", code=1)
    data = json.loads(save(match))
    file.write_text(json.dumps({**data, "seed": data["seed"] ^ 1}), encoding="utf-8")
    # another secret may give the first draws by chance, but not all of them
    assert re.search(r"Move \d+ in the log gives", run("verify", str(file), code=1))
    older = ROOT / "tests" / "kernel" / "fixtures" / "format-1.json"
    assert "An older version" in run("verify", str(older), code=1)


def test_a_game_plays_as_it_is_recorded() -> None:
    assert re.search(r"Crossroll Hong Kong \S+ plays as recorded\.", run("fingerprint", "crossroll"))


def test_speed_is_measured() -> None:
    shown = run("bench", "crossroll", "--seconds", "0.01")
    assert re.search(r"Crossroll Hong Kong +[\d,]+ +[\d,]+", shown)


@pytest.mark.parametrize(
    ("ends", "code", "said"),
    [
        (True, 0, "Learned from 40 matches, 900 turns; Brier score 0.210. value against hand: 60 % [55, 65] of 300"),
        (False, 1, "It doesn't clearly win, so search stays as it was"),
        (None, 130, "Interrupted. What was played is in kept; run the same command to resume."),
    ],
)
def test_training_says_what_came_of_it(
    monkeypatch: pytest.MonkeyPatch, ends: bool | None, code: int, said: str
) -> None:
    """Training itself is tested in `tests/lab/test_train.py`."""

    class Done:
        def __init__(
            self, settings: object, folder: Path, jobs: int, engine: str, watch: Any, out: Path | None
        ) -> None:
            assert (str(folder), jobs, engine, out) == ("kept", 2, "processes", None)
            self.watch = watch

        def run(self) -> tuple[SimpleNamespace, bool]:
            self.watch("matches", 1, 40)
            if ends is None:
                os.kill(os.getpid(), signal.SIGTERM)  # a polite request to stop is as good as Ctrl-C
            gate = Gate("value", "hand", matches=300, seeds=(1, 300), share=0.6, low=0.55, high=0.65, fair=0.5)
            return SimpleNamespace(matches=40, positions=900, brier=0.21, gate=[gate], test=None), bool(ends)

    monkeypatch.setattr("tabletown.lab.training.train.Training", Done)
    before = signal.getsignal(signal.SIGTERM)
    shown = run("train", "crossroll", "--folder", "kept", "--jobs", "2", code=code)
    assert said in " ".join(shown.split()) and signal.getsignal(signal.SIGTERM) is before
