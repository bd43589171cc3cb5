"""The notebooks run from top to bottom, with less work to do."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars", reason="the extra `lab` is not installed")

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
LESS = {"MATCHES": "4", "TIMES": "2"}


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "notebook"}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            code = "".join(cell["source"])
            for name, value in LESS.items():
                code = re.sub(rf"^{name} = \d+", f"{name} = {value}", code, flags=re.MULTILINE)
            exec(compile(code, notebook.name, "exec"), names)


def test_there_are_three_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["balance", "learning", "what-if"]
