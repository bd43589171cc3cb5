"""The README is true: its Python runs, its links lead somewhere."""

import re
from pathlib import Path

import tabletown

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_ten_lines_of_python_run() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(code.split("import tabletown\n")[1].strip().splitlines()) <= 10
    names: dict[str, object] = {}
    exec(code, names)
    match = names["match"]
    assert isinstance(match, tabletown.Match) and match.over


def test_every_link_and_picture_is_there() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))):
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if not link.startswith("http"):
                assert (page.parent / link).exists(), f"{page.name} links to {link}, which does not exist"


def test_every_game_is_in_the_table() -> None:
    for game in tabletown.installed_games():
        assert f"**{game.about.title}**" in README
