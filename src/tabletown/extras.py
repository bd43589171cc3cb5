"""How to add what only some people need, in words that work wherever this Tabletown came from."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

RUN = Path(__file__).parents[2] / "run.py"  # there in a clone, and nowhere else


def how_to_add(extra: str) -> str:
    """The command that installs an extra: run.py's own in a clone, else pip with the packages themselves."""
    if RUN.is_file():
        return f"{'py' if os.name == 'nt' else 'python3'} run.py install {extra}"
    try:
        listed = requires("tabletown") or []
    except PackageNotFoundError:
        listed = []
    ends = (f"extra == '{extra}'", f'extra == "{extra}"')
    packages = [line.partition(";")[0].strip() for line in listed if line.endswith(ends)]
    return "pip install " + " ".join(f"'{package}'" for package in packages)
