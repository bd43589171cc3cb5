"""A missing extra is reported with a command that installs it here."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tabletown import extras

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_advice_works_in_a_clone_and_elsewhere(extra: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert extras.RUN.is_file() and extras.how_to_add(extra).endswith(f" run.py install {extra}")
    monkeypatch.setattr(extras, "RUN", tmp_path / "run.py")  # installed from a wheel
    advised = extras.how_to_add(extra)
    assert advised.startswith("pip install '") and advised.count("'") == 2 * len(EXTRAS[extra])
    assert "tabletown" not in advised, "it may not be on any index"
