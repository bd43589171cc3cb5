"""run.py for newcomers: on any Python, after moving the folder, and installing what is missing."""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.waiting import LIMIT

ROOT = Path(__file__).parents[1]
RUN = ROOT / "run.py"
PYTHON: str = vars(sys).get("_base_executable", sys.executable)  # what .venv was made with: it has pip

# A minimal project with the same run.py, which installs from a folder of wheels and not from the network.
PROJECT = """
[build-system]
requires = ["toy_backend"]
build-backend = "toy_backend"
[project]
name = "tabletown"
dependencies = []
[project.optional-dependencies]
more = ["toy_more"]
[dependency-groups]
dev = []
"""
BACKEND = """
import os, zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "tabletown-1-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        info = "tabletown-1.dist-info/"
        wheel.writestr("tabletown.pth", os.path.join(os.getcwd(), "src") + "\\n")
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tabletown\\nVersion: 1\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "RECORD", "")
    return name
"""
MAIN = """
import os, pathlib, signal, sys
print(pathlib.Path(__file__).parents[2].name, os.getpid(), *sys.argv[1:], flush=True)
if sys.argv[1:] == ["wait"]:
    signal.pause()
"""


EARNEST = dict(os.environ)  # as it is before pip is shown nothing but our wheels


def make_wheel(folder: Path, name: str, code: str) -> None:
    with zipfile.ZipFile(folder / f"{name}-1-py3-none-any.whl", "w") as wheel:
        info = f"{name}-1.dist-info/"
        wheel.writestr(f"{name}.py", code)
        wheel.writestr(info + "METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\nGenerator: toy\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(info + "RECORD", "")


@pytest.fixture(scope="module")
def links(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of wheels as pip's only source."""
    wheels = tmp_path_factory.mktemp("wheels")
    make_wheel(wheels, "toy_backend", BACKEND)
    make_wheel(wheels, "toy_more", "here = True")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("PIP_", "PYTHONPATH"))]:
            patch.delenv(name)
        patch.setenv("PIP_CONFIG_FILE", os.devnull)
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", wheels.as_uri())
        yield wheels


@pytest.fixture
def fresh(links: Path, tmp_path: Path) -> Path:
    """The project as freshly cloned."""
    return make_toy(tmp_path / "toy")


@pytest.fixture(scope="module")
def toy(links: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project already set up, as that takes most of the time."""
    home = make_toy(tmp_path_factory.mktemp("ready") / "toy")
    shown, said = run(home, "games", "--all")
    assert shown.split()[::2] == ["toy", "games"] and shown.split()[3] == "--all"
    assert "Making a virtual environment" in said and "package 1: toy_backend" in said
    return home


def make_toy(home: Path) -> Path:
    (home / "src" / "tabletown").mkdir(parents=True)
    (home / "src" / "tabletown" / "__init__.py").touch()
    (home / "src" / "tabletown" / "__main__.py").write_text(MAIN, encoding="utf-8")
    (home / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    shutil.copy(RUN, home)
    return home


def run(
    home: Path, *words: str, code: int = 0, cwd: Path | None = None, env: dict[str, str] | None = None
) -> tuple[str, str]:
    """Run it and return its standard output and standard error."""
    done = subprocess.run([PYTHON, str(home / "run.py"), *words], cwd=cwd, capture_output=True, text=True, env=env)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout, done.stderr


# ---------------------------------------------------------------------- older Pythons


def test_python_3_6_could_read_it_to_the_end() -> None:
    tree = ast.parse(RUN.read_text(encoding="utf-8"), feature_version=(3, 6))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            known = [argument.annotation for argument in node.args.args] + [node.returns]
            for annotation in filter(None, known):
                assert isinstance(annotation, ast.Constant | ast.Name), f"{node.name}: quote {ast.unparse(annotation)}"


def older() -> list[str]:
    names = [f"python3.{minor}" for minor in range(6, 11)]
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"  # pyenv keeps many side by side
    found = [str(path) for name in names for path in kept.glob(f"*/bin/{name}")]
    found += [path for name in names if (path := shutil.which(name))]
    return [path for path in found if subprocess.run([path, "--version"], capture_output=True).returncode == 0]


def test_an_older_python_says_what_it_lacks() -> None:
    pythons = older()
    if not pythons:
        pytest.skip("no older Python is installed here")
    for python in pythons:
        done = subprocess.run([python, str(RUN)], capture_output=True, text=True)
        assert done.returncode == 1 and done.stdout == ""
        assert (
            done.stderr.startswith("Tabletown needs Python 3.11 or newer; this is 3.") and done.stderr.count("\n") == 1
        )


# ---------------------------------------------------------------------- setting up


def test_the_first_start_says_what_it_does_and_the_second_nothing(toy: Path) -> None:
    assert run(toy, "games")[1] == ""


@pytest.mark.long
def test_a_moved_folder_works_without_a_network(toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy works too, and must not run the program of the original folder."""
    moved = tmp_path / "my 100% new town"
    shutil.copytree(toy, moved, symlinks=True)
    monkeypatch.delenv("PIP_FIND_LINKS")
    shown, said = run(moved)
    assert shown.startswith("my 100% new town") and "The folder has moved" in said
    assert run(moved)[1] == ""


@pytest.mark.long
def test_an_extra_is_installed_and_stays(toy: Path) -> None:
    assert "package 1: toy_more" in run(toy, "install", "more")[1]
    assert run(toy, "python", "-c", "import toy_more, tabletown; print(tabletown.__name__)") == ("tabletown\n", "")


@pytest.mark.long
def test_an_extra_stays_after_an_upgrade_of_the_system(toy: Path) -> None:
    """The link then points to a Python without the packages."""
    run(toy, "install", "more")
    stamp = toy / ".venv" / "installed"
    now = os.path.realpath(toy / ".venv" / "bin" / "python")
    stamp.write_text(stamp.read_text().replace(f'"interpreter": "{now}"', '"interpreter": "/usr/bin/python3.0"'))
    shown, said = run(toy, "python", "-c", "import toy_more; print(toy_more.here)")
    assert shown == "True\n" and "Making a virtual environment" in said


def test_an_extra_that_is_none_is_told_with_those_that_are(fresh: Path) -> None:
    _, said = run(fresh, "install", "moer", code=1)
    assert said == "There is no extra called moer. You can install: dev, more.\n"
    assert not (fresh / ".venv").exists()


def test_a_shell_has_the_commands_of_the_environment(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/sh")
    shown, _ = run(toy, "shell", "-c", "command -v python; echo $VIRTUAL_ENV")
    assert shown.split() == [str(toy / ".venv" / "bin" / "python"), str(toy / ".venv")]


def test_commands_run_where_you_are(toy: Path, tmp_path: Path) -> None:
    shown, _ = run(toy, "python", "-c", "import os; print(os.getcwd())", cwd=tmp_path)
    assert shown.strip() == str(tmp_path)


@pytest.mark.long
def test_no_network_is_said_in_a_sentence(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_FIND_LINKS")
    _, said = run(fresh, code=1)
    assert said.splitlines()[-1].startswith("The packages could not be fetched; is there a network?")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
def test_sigterm_reaches_the_program(toy: Path) -> None:
    with subprocess.Popen([PYTHON, str(toy / "run.py"), "wait"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline().split()[1])
        process.send_signal(signal.SIGTERM)
        assert process.wait(LIMIT) == -signal.SIGTERM and pid == process.pid


# ---------------------------------------------------------------------- in earnest


@pytest.mark.long
def test_a_fresh_clone_serves_moves_and_stops(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    home = tmp_path / "tabletown"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(home)], check=True)
    shutil.copy(RUN, home)  # as it is now
    shutil.copy(ROOT / "pyproject.toml", home)
    run(home, "games", env=EARNEST)
    home = home.rename(tmp_path / "moved")
    command = [PYTHON, str(home / "run.py"), "serve", "--no-browser", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=EARNEST) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[4]
        until = time.monotonic() + LIMIT
        while True:
            try:
                assert "Tabletown" in httpx.get(address, timeout=LIMIT).text
                break
            except httpx.TransportError:
                assert time.monotonic() < until and process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(LIMIT) in (0, -signal.SIGTERM)
    written = hashlib.sha256((home / "pyproject.toml").read_bytes()).hexdigest()
    assert written in (home / ".venv" / "installed").read_text()
