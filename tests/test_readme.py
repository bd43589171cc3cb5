"""The README is true: its Python runs, its links lead somewhere."""

import dataclasses
import posixpath
import re
import subprocess
from pathlib import Path, PurePosixPath

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


def anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    words = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower())
    return words.replace(" ", "-")


def test_every_link_and_picture_is_there_as_github_sees_it() -> None:
    """A page that git ignores may exist here but not on GitHub."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = set(filter(None, listed.split("\0")))
    folders = {parent.as_posix() for file in files for parent in PurePosixPath(file).parents}
    followed = 0
    for name in sorted(file for file in files if file.endswith(".md")):
        text = re.sub(r"```.*?```", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text):
            if re.match(r"[a-z]+:", link):
                continue
            place, _, wanted = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), place)) if place else name
            assert target in files | folders, f"{name} links to {link}, which git does not have"
            if wanted and target.endswith(".md"):
                headings = re.findall(r"^#+ (.+)$", (ROOT / target).read_text(encoding="utf-8"), re.MULTILINE)
                assert wanted in map(anchor, headings), f"{name} links to {link}: there is no such heading"
            followed += 1
    assert followed > 40


def test_every_game_is_in_the_table() -> None:
    for game in tabletown.installed_games():
        assert f"**{game.about.title}**" in README


@pytest.mark.parametrize("group", [Rules, View, Words, Bots, Research], ids=lambda group: group.__name__)
def test_every_field_of_a_game_is_in_the_guide(group: type) -> None:
    guide = (ROOT / "docs" / "designers" / "writing-a-game.md").read_text(encoding="utf-8")
    basics = {"state", "setup", "step", "outcome"}  # Connect Four shows them
    for field in dataclasses.fields(group):  # type: ignore[arg-type]
        assert field.name in basics or re.search(rf"`{group.__name__}\.{field.name}[`(]", guide), field.name
    for field in dataclasses.fields(Game):
        assert f"`{field.name}`" in guide, field.name
