"""The wheel holds everything including the licence, and every imported package is declared."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]

# Modules whose distribution has another name and may not be installed here.
ELSEWHERE = {
    "PyQt5": "PyQt5",
    "pyspiel": "open-spiel",
    "PIL": "pillow",
    "babel": "babel",
    "sklearn": "scikit-learn",
    "backports": "backports-zstd",  # not needed from Python 3.14 on
}
# Declared although nothing imports them by name.
BY_OTHERS = {
    "uvloop": "uvicorn takes it where it is installed",
    "websockets": "uvicorn's sockets",
    "pytest-xdist": "pytest -n",
    "mypy": "a command",
    "ruff": "a command",
    "vulture": "a command",
    "coverage": "a command",
    "hatchling": "builds the wheel",
    "sphinx": "a command",
    "myst-parser": "Sphinx reads Markdown with it",
    "furo": "the site's looks",
    "ray": "imported by its name where a cluster is asked for",
}
# Installed with another declared distribution.
WITH = {"gymnasium": "pettingzoo", "markupsafe": "jinja2", "click": "typer", "greenlet": "playwright"}


def build(kind: str, source: Path, place: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(place)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (path,) = place.iterdir()
    return path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return zipfile.ZipFile(build("wheel", ROOT, tmp_path_factory.mktemp("wheel")))


@pytest.mark.long
def test_the_wheel_of_the_sdist_is_the_same_and_works(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    for name in ("sdist", "unpacked", "wheel", "installed"):
        (tmp_path / name).mkdir()
    with tarfile.open(build("sdist", ROOT, tmp_path / "sdist")) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    for needed in ("run.py", "LICENSE", "CHANGELOG.md", "docs/hosts/index.md", "tests/conftest.py", "compose.yaml"):
        assert (source / needed).is_file(), needed
    assert not any((source / left_out).exists() for left_out in (".venv", "data", "build", "failures"))
    with zipfile.ZipFile(build("wheel", source, tmp_path / "wheel")) as again:
        assert {one.filename: one.CRC for one in again.infolist()} == {
            one.filename: one.CRC for one in wheel.infolist()
        }
        again.extractall(tmp_path / "installed")
    code = "import tabletown; from tabletown.cli import main; print(tabletown.__file__); main()"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, "simulate", "right-of-way", "--bots", "random,random", "-n", "2"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and done.stdout.startswith(str(tmp_path / "installed")), done.stdout + done.stderr


def test_the_wheel_has_every_file_of_the_package_and_no_other(wheel: zipfile.ZipFile) -> None:
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    source = ROOT / "src"
    there = {
        path.relative_to(source).as_posix()
        for path in (source / "tabletown").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == there
    assert "tabletown/py.typed" in packed


def test_the_wheel_has_the_licence(wheel: zipfile.ZipFile) -> None:
    licences = [name for name in wheel.namelist() if "/licenses/" in name]
    assert [name.rpartition("/")[2] for name in licences] == ["LICENSE"]
    assert wheel.read(licences[0]) == (ROOT / "LICENSE").read_bytes()
    metadata = next(wheel.read(name).decode() for name in wheel.namelist() if name.endswith("METADATA"))
    assert "License-Expression: MIT" in metadata and "License-File: LICENSE" in metadata


# ---------------------------------------------------------------------- dependencies


def plain(name: str) -> str:
    """The distribution a requirement names: open-spiel for `open_spiel>=1.6`."""
    found = re.match(r"[A-Za-z0-9._-]+", name)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


known = cache(packages_distributions)


@cache
@cache
def modules_of(path: Path) -> set[str]:
    """The third-party modules that this file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"tabletown", "tests", "benchmarks", "server"}


def imported(*folders: str) -> dict[str, set[str]]:
    """The files in these folders that import each distribution."""
    found: dict[str, set[str]] = {}
    examples = {path.stem for path in (ROOT / "examples").rglob("*.py")} if "tests" in folders else set()
    for path in (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))):
        for module in modules_of(path):
            if path.with_name(f"{module}.py").is_file() or module in examples:  # its neighbour, or a script it tests
                continue
            name = plain(ELSEWHERE.get(module) or (known().get(module) or [module])[0])
            found.setdefault(name, set()).add(path.relative_to(ROOT).as_posix())
    return found


def declared(*extras: str) -> set[str]:
    names = [*PROJECT["project"]["dependencies"], *(name for extra in extras for name in EXTRAS[extra])]
    return {plain(name) for name in names}


def dev() -> set[str]:
    return {plain(name) for name in PROJECT["dependency-groups"]["dev"]}


def missing(found: dict[str, set[str]], known: set[str]) -> dict[str, set[str]]:
    return {name: files for name, files in found.items() if not {name, WITH.get(name, name)} & known}


def test_what_the_package_imports_is_a_dependency_or_in_an_extra() -> None:
    package = {name: {file for file in files if not for_tests(file)} for name, files in imported("src").items()}
    assert not missing({name: files for name, files in package.items() if files}, declared(*EXTRAS))
    assert not missing(imported("src"), declared(*EXTRAS) | dev())


def for_tests(file: str) -> bool:
    """Whether a file helps authors test a game, who have what it imports."""
    return file.endswith("/testing.py")


def test_what_is_needed_to_play_is_a_dependency() -> None:
    """The kernel, the games, the server and the commands need no extra; a bare installation has them."""
    aside = ("src/tabletown/lab/", "src/tabletown/envs/", "src/tabletown/mcp/")
    needed = {
        name: {file for file in files if not file.startswith(aside) and not for_tests(file)}
        for name, files in imported("src").items()
    }
    optional = {  # imported where it is used, with a message if it is not installed
        plain(name) for extra in EXTRAS.values() for name in extra
    }
    left = missing({name: files for name, files in needed.items() if files}, declared())
    late = {name for name in left if name in optional and not at_the_top(name, left[name])}
    assert set(left) == late, left


def at_the_top(name: str, files: set[str]) -> bool:
    """Whether one of these files imports it at module level."""
    modules = {module for module, names in known().items() if name in map(plain, names)} or {name}
    for file in files:
        for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
            named = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if modules & {module.partition(".")[0] for module in named}:
                return True
    return False


def test_what_the_tests_import_is_declared_for_them() -> None:
    # heavy, or old: only CI has them
    assert not missing(imported("tests"), declared() | dev() | {"open-spiel", "pyqt5"})


def test_what_benchmarks_and_pictures_import_is_declared_somewhere() -> None:
    assert not missing(imported("benchmarks", "docs", "examples"), declared(*EXTRAS) | dev() | {"pillow"})


def test_nothing_is_declared_that_nobody_uses() -> None:
    used = set(imported("src", "tests", "benchmarks", "docs", "examples")) | set(BY_OTHERS)
    assert declared(*EXTRAS) | dev() <= used
