#!/usr/bin/env python3
"""Sets Tabletown up in .venv and starts it. Needs only Python 3.11 or newer with pip.

python3 run.py                     open the games in the browser (on Windows: py run.py)
python3 run.py COMMAND …           any tabletown command: games, play, simulate, rules …
python3 run.py install [EXTRA …]   add what an extra needs, such as: install postgres push
python3 run.py python …            Python, with `import tabletown`
python3 run.py shell               a shell in which `tabletown` is a command
python3 run.py test                run the tests
python3 run.py test --postgresql   run what depends on the database on a PostgreSQL of its own, which comes in a wheel
python3 run.py test --coverage     run the tests and say how much of the program they run
"""

# Python 3.6 must be able to parse this file to say that it is too old, so newer annotations are in quotes.

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PROJECT = HERE / "pyproject.toml"
VENV = HERE / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "installed"
DEV = "dev"  # the extra for the tests
# Tests that depend on the database: the store, statistics, maintenance, upgrades. Tests with several servers use a
# PostgreSQL in every run.
ON_POSTGRESQL = [
    "tests/golden/test_upgrade.py",
    "tests/web/notify",
    "tests/web/test_classroom.py",
    "tests/web/test_kill.py",
    "tests/web/test_maintenance.py",
    "tests/web/test_me.py",
    "tests/web/test_results.py",
    "tests/web/test_statistics.py",
    "tests/web/test_store.py",
    "tests/web/test_upgrade.py",
]


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  (somebody may try with an older one)
        return fail(f"Tabletown needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    word, rest = (sys.argv[1:2] or [""])[0], sys.argv[2:]
    if word in ("-h", "--help"):
        print(__doc__)
        return 0
    extras = rest if word == "install" else [DEV] if word == "test" else []
    unknown = [extra for extra in extras if extra not in known_extras()]
    if unknown:
        return fail(f"There is no extra called {unknown[0]}. You can install: {', '.join(known_extras())}.")
    try:
        problem = set_up(extras)
    except KeyboardInterrupt:
        problem = "Stopped. Start it again to go on from here."
    except OSError as error:
        problem = f"Tabletown could not be set up in {VENV}: {error.strerror}."
    if problem:
        return fail(problem)
    if word == "install":
        say("Done. `python3 run.py` starts Tabletown, `python3 run.py python` starts Python with `import tabletown`,")
        say("and in `python3 run.py shell` the command `tabletown` is there.")
        return 0
    if word == "shell":
        return start(shell() + rest)
    if word == "python":
        return start([str(PYTHON), *rest])
    if word == "test":
        os.chdir(str(HERE))
        return test(rest)
    return start([str(PYTHON), "-m", "tabletown", *sys.argv[1:]])


def start(command: "list[str]") -> int:
    """Replace this process by the command, so that signals (SIGTERM, Ctrl+C) reach it."""
    if os.name != "nt":
        sys.stdout.flush()
        os.execv(command[0], command)
    try:  # Windows can't do that
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 130


def shell() -> "list[str]":
    os.environ["VIRTUAL_ENV"] = str(VENV)
    os.environ["PATH"] = str(SCRIPTS) + os.pathsep + os.environ.get("PATH", "")
    os.environ.pop("PYTHONHOME", None)
    if os.name == "nt":
        return [os.environ.get("COMSPEC", "cmd.exe")]
    return [os.environ.get("SHELL") or "/bin/sh"]


def test(wanted: "list[str]") -> int:
    # one process more than cores, because many tests wait for a server or a browser; not more, because each has to load
    # all tests
    every = ["-n", str(min(os.cpu_count() or 1, 6) + 1), "--dist", "worksteal"]
    if wanted[:1] == ["--postgresql"]:
        os.environ["TABLETOWN_TEST_DATABASE"] = "postgresql"
        wanted = wanted[1:] or [*ON_POSTGRESQL, *every]
    if wanted[:1] == ["--coverage"]:
        return coverage(wanted[1:] or ["tests", "--ignore=tests/web/browser", *every])
    return start([str(PYTHON), "-m", "pytest", *(wanted or every)])


def coverage(wanted: "list[str]") -> int:
    """Run the tests while measuring lines and branches in all their processes; then print the figures."""
    tool = [str(PYTHON), "-m", "coverage"]
    subprocess.call([*tool, "erase"])
    failed = subprocess.call([*tool, "run", "-m", "pytest", *wanted])
    subprocess.call([*tool, "combine", "--quiet"])
    return subprocess.call([str(PYTHON), str(HERE / ".ci" / "covered.py")]) or failed


# ---------------------------------------------------------------------- setting up


def set_up(extras: "list[str]") -> str:
    """Make .venv and install the requirements of pyproject.toml, once per change. Returns what went wrong, or ""."""
    have = read_stamp()
    interpreter = os.path.realpath(str(PYTHON))
    whole = PYTHON.exists() and have.get("interpreter", interpreter) == interpreter
    base = have.get("base", sys.executable) if whole else sys.executable
    wanted: dict[str, Any] = {
        "packages": hashlib.sha256(PROJECT.read_bytes()).hexdigest(),
        "extras": sorted({*extras, *have.get("extras", [])}),
        "place": str(HERE),
        "base": base,
        "interpreter": interpreter,
    }
    if whole and have == wanted:
        return ""
    moved = have.get("place", str(HERE)) != str(HERE)
    pip = find_pip()
    if not pip:
        return "There is no pip; install it first (on Debian: apt install python3-pip), then run this again."
    if moved or not whole:
        say("The folder has moved; setting it up here …" if moved else "Making a virtual environment in .venv …")
        # a fresh Debian has no ensurepip: make it without pip and use the system's pip from outside
        command = [base, "-m", "venv", "--without-pip", *([] if whole else ["--clear"]), str(VENV)]
        made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if made.returncode:
            return "Python could not make a virtual environment here: " + last_line(made.stdout)
        wanted["interpreter"] = os.path.realpath(str(PYTHON))
    if not whole or any(have.get(part) != wanted[part] for part in ("packages", "extras")):
        say("Installing what Tabletown needs (once; a slow machine takes some minutes) …")
        problem = install(pip, requirements(wanted["extras"]))
        if problem:
            return problem
    # nothing is fetched in this step, so a folder can be moved without a network
    problem = install(pip, ["--no-index", "--no-deps", "--no-build-isolation", "--editable", str(HERE)])
    if problem:
        return problem
    fresh = STAMP.with_name(STAMP.name + ".new")
    fresh.write_text(json.dumps(wanted), encoding="utf-8")
    fresh.replace(STAMP)
    return ""


def read_stamp() -> "dict[str, Any]":
    """The record of what was installed, and where; empty if unknown."""
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def install(pip: "list[str]", what: "list[str]") -> str:
    """Let pip install, and show its progress. Returns what went wrong, or ""."""
    # not compiled: Python compiles what it imports
    quietly = ["--progress-bar=off", "--no-color", "--disable-pip-version-check", "--no-compile"]
    command = [*pip, "install", *quietly, *what]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    words = []
    with Progress() as progress:
        for line in running.stdout or ():
            words.append(line)
            progress.heard(line)
    if running.wait() == 0:
        return ""
    said = "".join(words)
    offline = ("NewConnectionError", "Temporary failure", "ConnectTimeout", "No matching distribution", "ProxyError")
    if any(word in said for word in offline):
        return "The packages could not be fetched; is there a network? " + last_line(said)
    return "The installation failed: " + last_line(said)


class Progress:
    """Pip's progress: one changing line in a terminal, otherwise a line per package."""

    def __init__(self) -> None:
        self.packages, self.changing = 0, sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *error: object) -> None:
        if self.changing:
            self.show("")

    def heard(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word in ("Collecting", "Processing"):
            self.packages += 1
            self.show(f"  package {self.packages}: {re.split('[<>=!~;( -]', Path(rest).name)[0]}")
        elif self.packages and line.startswith("Installing collected packages"):
            self.show(f"  writing {rest.count(',') + 1} packages …")

    def show(self, words: str) -> None:
        if self.changing:
            print("\r\033[K" + words[:78], end="", file=sys.stderr, flush=True)
        else:
            say(words)


def find_pip() -> "list[str]":
    """A pip that can install into .venv from outside: ours, or any on the path."""
    for candidate in ([sys.executable, "-m", "pip"], ["pip3"], ["pip"]):
        try:
            quiet = subprocess.run([*candidate, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            continue
        if quiet.returncode == 0:
            return [*candidate, "--python", str(PYTHON)]
    return []


def project() -> "dict[str, Any]":
    import tomllib

    return tomllib.loads(PROJECT.read_text(encoding="utf-8"))


def known_extras() -> "list[str]":
    return sorted([*project()["project"]["optional-dependencies"], DEV])


def requirements(extras: "list[str]") -> "list[str]":
    """All requirements that pip has to fetch: for Tabletown, for these extras, and for installing Tabletown itself."""
    told = project()
    groups = {**told["project"]["optional-dependencies"], DEV: told["dependency-groups"][DEV]}
    wanted = [*told["build-system"]["requires"], *told["project"]["dependencies"]]
    return wanted + [package for extra in extras for package in groups[extra]]


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def fail(words: str) -> int:
    say(words)
    return 1


def last_line(words: str) -> str:
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR") or "Error: " in line]
    return (errors or lines or ["no reason was given"])[-1]


if __name__ == "__main__":
    sys.exit(main())
