"""Content files: an error names file, entry and field."""

from pathlib import Path

import msgspec
import pytest

from tabletown.content import digest
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
        ("[[card]\n", r"cards.toml: this isn't valid TOML"),
    ],
)
def test_a_mistake_names_file_entry_and_field(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ContentError, match=message):
        load_content(write(tmp_path, text), Cards, two_cards)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"none\.toml: this file doesn't exist"):
        load_content(tmp_path / "none.toml", Cards)


def test_a_packs_file_replaces_the_shipped_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "games" / "my_game" / "content"
    pack = tmp_path / "pack" / "my-game"
    for folder, cost in ((shipped, 1), (pack, 7)):
        folder.mkdir(parents=True)
        write(folder, f'[[card]]\nid="a"\ncost={cost}\n')
    assert load_content(shipped / "cards.toml", Cards).card[0].cost == 1
    monkeypatch.setenv("TABLETOWN_CONTENT", str(tmp_path / "pack"))
    assert load_content(shipped / "cards.toml", Cards).card[0].cost == 7
    before = digest(pack)
    write(pack, '[[card]]\nid="a"\ncost="no"\n')
    assert digest(pack) != before
    with pytest.raises(ContentError, match=r"pack/my-game/cards.toml: Expected `int`"):
        load_content(shipped / "cards.toml", Cards)
