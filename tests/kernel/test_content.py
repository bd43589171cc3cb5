"""Content files: a mistake names file, entry and field."""

from pathlib import Path

import msgspec
import pytest

from tabletown.kernel import load_content
from tabletown.kernel.errors import ContentError


class Card(msgspec.Struct):
    id: str
    cost: int


class Cards(msgspec.Struct):
    card: list[Card]


def two_cards(cards: Cards) -> None:
    if len(cards.card) != 2:
        raise ValueError(f"there must be 2 cards, not {len(cards.card)}.")


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "cards.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_content_is_loaded_as_its_type(tmp_path: Path) -> None:
    path = write(tmp_path, '[[card]]\nid="a"\ncost=1\n[[card]]\nid="b"\ncost=2\n')
    assert [card.cost for card in load_content(path, Cards, two_cards).card] == [1, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[card]]\nid="a"\ncost=1\n[[card]]\nid="b"\ncost="two"\n', r"cards.toml: Expected `int`.*card\[1\].*'b'"),
        ('[[card]]\nid="a"\ncost=1\n', r"cards.toml: there must be 2 cards, not 1"),
        ("[[card]\n", r"cards.toml: this is not valid TOML"),
    ],
)
def test_a_mistake_names_file_entry_and_field(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ContentError, match=message):
        load_content(write(tmp_path, text), Cards, two_cards)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"none\.toml: there is no such file"):
        load_content(tmp_path / "none.toml", Cards)
