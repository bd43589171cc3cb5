"""The README is true: its Python runs, its links lead somewhere."""

import dataclasses
import re
from pathlib import Path

import pytest

import tabletown
from tabletown.kernel import Bots, Game, Research, Rules, View, Words

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
                made = page.parent / link.replace(".md", ".py")  # a page that the site makes from the program
                there = (page.parent / link).exists() or made.exists()
                assert there, f"{page.name} links to {link}, which does not exist"


def test_every_game_is_in_the_table() -> None:
    for game in tabletown.installed_games():
        assert f"**{game.about.title}**" in README


@pytest.mark.parametrize("group", [Rules, View, Words, Bots, Research], ids=lambda group: group.__name__)
def test_every_field_of_a_game_is_in_the_guide(group: type) -> None:
    guide = (ROOT / "docs" / "writing-a-game.md").read_text(encoding="utf-8")
    basics = {"state", "setup", "step", "outcome"}  # Connect Four shows them
    for field in dataclasses.fields(group):  # type: ignore[arg-type]
        assert field.name in basics or re.search(rf"`{group.__name__}\.{field.name}[`(]", guide), field.name
    for field in dataclasses.fields(Game):
        assert f"`{field.name}`" in guide, field.name
