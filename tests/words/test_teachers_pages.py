"""The teachers' pages say the same in every language: the same parts, figures and buttons."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
TEACHERS = ROOT / "docs" / "teachers"
LANGUAGES = ("de", "es", "zh-Hant")
PAGES = sorted(page.name for page in TEACHERS.glob("*.md"))
SHAPE = re.compile(r"^(#+ |\| |\d\. |- |    \S)", re.M)
BUTTON = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")


def translations(language: str) -> dict[str, str]:
    found = {}
    for folder in ("classroom", "."):
        with (ROOT / "src/tabletown" / folder / f"locale/{language}/LC_MESSAGES/tabletown.po").open("rb") as file:
            found |= {m.id: m.string for m in read_po(file) if isinstance(m.id, str) and m.string}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_the_same_parts_figures_and_buttons(page: str, language: str) -> None:
    english = (TEACHERS / page).read_text(encoding="utf-8")
    other = (TEACHERS / language / page).read_text(encoding="utf-8")
    assert SHAPE.findall(other) == SHAPE.findall(english)
    assert Counter(re.findall(r"\d+", other)) == Counter(re.findall(r"\d+", english))
    assert english.count("`") == other.count("`") and english.count("](") == other.count("](") + 3 * (
        page == "index.md"
    )
    messages = translations(language)
    for button in set(BUTTON.findall(english)) & set(messages):
        assert f"*{messages[button]}*".casefold() in " ".join(other.split()).casefold(), button
