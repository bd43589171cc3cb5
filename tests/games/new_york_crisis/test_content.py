"""Content files are checked when loaded; a mistake names file, entry and field."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tabletown.games.new_york_crisis import cards, city
from tabletown.games.new_york_crisis.rules.police import check_effects
from tabletown.games.new_york_crisis.scenarios import Stories, check_stories
from tabletown.kernel import load_content
from tabletown.kernel.errors import ContentError

CONTENT = city.CONTENT


def broken(tmp_path: Path, file: str, old: str, new: str) -> Path:
    text = (CONTENT / file).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / file
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("file", "type", "check", "old", "new", "says"),
    [
        ("map.toml", city.Map, city.check_map, '"hamilton_heights", "harlem"]', '"narnia", "harlem"]', "narnia"),
        ("mafia.toml", cards.MafiaDeck, cards.check_mafia, 'mafia = "soho"', 'mafia = "sohoo"', "'m19'"),
        ("police.toml", cards.PoliceDeck, cards.check_police, 'location = "soho"', 'location = "x"', "'p14'"),
        ("police.toml", cards.PoliceDeck, cards.check_police, 'name = "subway_open"', 'name = "subway"', "'p03'"),
        (
            "stories.toml",
            Stories,
            check_stories,
            'start = "times_square"',
            'start = "x"',
            "'tutorial'",
        ),
        (
            "stories.toml",
            Stories,
            check_stories,
            "at = [0, 0, 0, 0]",
            "at = [0, 0, 0]",
            "card[0].at",
        ),
        ("family.toml", cards.Family, cards.check_family, 'skill = "red"', 'skill = "green"', "'mother'"),
        ("family.toml", cards.Family, cards.check_family, "copies = 2", 'copies = "two"', "'cell_phone'"),
    ],
)
def test_a_mistake_names_its_file_and_entry(
    tmp_path: Path, file: str, type: Any, check: Any, old: str, new: str, says: str
) -> None:
    with pytest.raises(ContentError) as error:
        load_content(broken(tmp_path, file, old, new), type, check)
    assert file in str(error.value) and says in str(error.value)


def test_an_effect_that_no_rule_carries_out_is_named() -> None:
    card = msgspec.structs.replace(cards.POLICE_CARDS["p16"], effect=cards.Effect("boo"))
    with pytest.raises(ContentError, match=r"police\.toml: card 'p16': there is no effect 'boo'"):
        check_effects([card])


def test_no_card_speaks_twice_with_the_same_words() -> None:
    lines = [card.line for card in cards.MAFIA_CARDS.values()] + [card.line for card in cards.POLICE_CARDS.values()]
    assert len(set(lines)) == len(lines)
    assert all(line.endswith(".") for line in lines)
