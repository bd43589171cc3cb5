#!/usr/bin/env python3
"""Sets Tabletown up in .venv and starts it. Needs only Python 3.11 or newer with pip.

python3 run.py              open a table in the browser
python3 run.py test         run the tests
python3 run.py test --postgresql   run what depends on the database on a PostgreSQL of its own, which comes in a wheel
python3 run.py test --coverage     run the tests and say how much of the program they run
python3 run.py COMMAND …    any tabletown command: games, play, simulate, rules …
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed"
ON_POSTGRESQL = [  # what may go another way there: the store, several servers, statistics, upkeep, upgrades
    "tests/golden/test_upgrade.py",
    "tests/web/telling",
    "tests/web/test_classroom.py",
    "tests/web/test_kill.py",
    "tests/web/test_me.py",
    "tests/web/test_outbox.py",
    "tests/web/test_postgres.py",
    "tests/web/test_results.py",
    "tests/web/test_servers.py",
    "tests/web/test_statistics.py",
    "tests/web/test_store.py",
    "tests/web/test_upgrade.py",
    "tests/web/test_versions.py",
]


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  (somebody may try with an older one)
        return fail(f"Tabletown needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    arguments = sys.argv[1:]
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    testing = arguments[:1] == ["test"]
    problem = set_up(testing)
    if problem:
        return fail(problem)
    if testing:
        # two processes more than cores: many tests wait for a server or a browser
        processes = min(os.cpu_count() or 1, 6) + 2
        every = ["-n", f"{processes}", "--dist", "worksteal"]
        wanted = arguments[1:]
        if wanted[:1] == ["--postgresql"]:
            os.environ["TABLETOWN_TEST_DATABASE"] = "postgresql"
            wanted = wanted[1:] or [*ON_POSTGRESQL, *every]
        if wanted[:1] == ["--coverage"]:
            return coverage(wanted[1:] or ["tests", "--ignore=tests/web/browser", *every])
        command = [str(PYTHON), "-m", "pytest", *(wanted or every)]
    else:
        command = [str(PYTHON), "-m", "tabletown", *arguments]
    try:
        return subprocess.call(command, cwd=HERE)
    except KeyboardInterrupt:
        return 130


def coverage(wanted: list[str]) -> int:
    """The tests with every line and branch counted, in all their processes; then the figures."""
    tool = [str(PYTHON), "-m", "coverage"]
    subprocess.call([*tool, "erase"], cwd=HERE)
    failed = subprocess.call([*tool, "run", "-m", "pytest", *wanted], cwd=HERE)
    subprocess.call([*tool, "combine", "--quiet"], cwd=HERE)
    return subprocess.call([str(PYTHON), str(HERE / ".ci" / "covered.py")], cwd=HERE) or failed


def set_up(testing: bool) -> str:
    """Make .venv and install what pyproject.toml asks for, once per change of it. Returns what went wrong."""
    wanted = hashlib.sha256((HERE / "pyproject.toml").read_bytes()).hexdigest() + (" dev" if testing else "")
    have = STAMP.read_text() if STAMP.exists() and PYTHON.exists() else ""
    if have.startswith(wanted):
        return ""
    pip = find_pip()
    if not PYTHON.exists():
        say("Making a virtual environment in .venv …")
        # a fresh Debian has no ensurepip: make it without pip and let the system's pip install into it
        made = subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", str(VENV)], capture_output=True, text=True
        )
        if made.returncode:
            return "Python could not make a virtual environment here: " + last_line(made.stderr + made.stdout)
    if not pip:
        return "There is no pip; install it first (on Debian: apt install python3-pip), then run this again."
    say("Installing Tabletown and what it needs (once; this takes a minute) …")
    command = [*pip, "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    command += ["--editable", str(HERE)]  # not compiled: Python does that for what it needs, when it first needs it
    if testing or have.endswith(" dev"):
        wanted = wanted.removesuffix(" dev") + " dev"
        command += dev_requirements()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        words = done.stderr + done.stdout
        offline = (
            "NewConnectionError",
            "Temporary failure",
            "ConnectTimeout",
            "No matching distribution",
            "ProxyError",
        )
        if any(word in words for word in offline):
            return "The packages could not be fetched; is there a network? " + last_line(words)
        return "The installation failed: " + last_line(words)
    STAMP.write_text(wanted)
    return ""


def find_pip() -> list[str]:
    """A pip that can install into .venv from outside: ours, or any on the path."""
    for candidate in ([sys.executable, "-m", "pip"], ["pip3"], ["pip"]):
        try:
            if subprocess.run([*candidate, "--version"], capture_output=True).returncode == 0:
                return [*candidate, "--python", str(PYTHON)]
        except FileNotFoundError:
            pass
    return []


def dev_requirements() -> list[str]:
    import tomllib

    with (HERE / "pyproject.toml").open("rb") as file:
        return list(tomllib.load(file)["dependency-groups"]["dev"])


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def fail(words: str) -> int:
    say(words)
    return 1


def last_line(words: str) -> str:
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["no reason was given"])[-1]


if __name__ == "__main__":
    sys.exit(main())
