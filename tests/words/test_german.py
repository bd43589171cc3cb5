"""The shipped catalogue: complete for the program's pages and for Right of Way's table, with all placeholders."""

from __future__ import annotations

from babel.messages.pofile import read_po

from tabletown import registry
from tabletown.kernel import Match
from tabletown.translations import FILE, HERE, languages, share, speak, speaking
from tabletown.translations.extract import ROOT, template

FILES = [HERE / "de" / FILE, ROOT / "games" / "right_of_way" / "locale" / "de" / FILE]


def test_german_is_offered_and_lacks_little_of_the_pages() -> None:
    assert languages()["de"] == "Deutsch" and share(FILES[0]) >= 0.8
    known = {str(message.id) for message in template(games=False) if message.id}
    with FILES[0].open("rb") as source:
        said = {str(message.id) for message in read_po(source, locale="de") if message.string}
    assert len(known & said) >= 0.8 * len(known), "tabletown words de, then translate what is new"


def test_a_table_speaks_german_where_it_can_and_english_elsewhere() -> None:
    match = Match(registry.game("right-of-way"), ["Anna", "Beto"], seed=1)
    with speaking(speak("de")):
        prompt = match.decisions[0].prompt.render(match.names)
        assert prompt == "wähle ein Plättchen zum Legen"
        assert "Freie reiche Felder" in match.text(0)
        assert "Crossroll" in Match(registry.game("crossroll"), seed=1).text(0)
