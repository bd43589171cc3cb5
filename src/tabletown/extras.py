"""How to install optional parts, in words that fit however this Tabletown was installed."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

RUN = Path(__file__).parents[2] / "run.py"  # exists in a clone only


def how_to_add(extra: str) -> str:
    """The command that installs an extra: run.py's in a clone, otherwise pip with the packages themselves."""
    if RUN.is_file():
        return f"{'py' if os.name == 'nt' else 'python3'} run.py install {extra}"
    try:
        listed = requires("tabletown") or []
    except PackageNotFoundError:
        listed = []
    ends = (f"extra == '{extra}'", f'extra == "{extra}"')
    packages = [line.partition(";")[0].strip() for line in listed if line.endswith(ends)]
    return "pip install " + " ".join(f"'{package}'" for package in packages)
