"""The check of translations finds what is missing or doesn't fit, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from typer.testing import CliRunner

from tabletown.cli import app
from tabletown.translations import completeness, languages, wanted
from tabletown.translations.check import Finding, begin, check, codes, glossary, terms_in
from tabletown.translations.extract import components, seen_in, update

RULES = """
A = Text("Take 12 cubes.")
B = Text("{n} tile", many="{n} tiles")
C = because("x", "Pay <b>2</b> for {who:seat} in the North Tunnel.")
"""
GLOSSARY = "| English | German |\n|---|---|\n| cube, cubes | Würfel |\n| tile | |\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "game" / "content").mkdir(parents=True)
    (tmp_path / "game" / "rules.py").write_text(RULES)
    (tmp_path / "game" / "content" / "map.toml").write_text('[[stop]]\nid = "s1"\nname = "North Tunnel"\nkind = "x"\n')
    return tmp_path / "game"


def said(game: Path, translations: dict[str, object], comment: str = "") -> list[Finding]:
    """What the check finds when these are the translations."""
    file, _ = update("de", game)
    with file.open("rb") as source:
        catalogue = read_po(source, locale="de")
    for english, translation in translations.items():
        message = catalogue[english]
        message.string = translation
        message.user_comments = [comment] if comment else []
    with file.open("wb") as target:
        write_po(target, catalogue)
    return check("de", game, tuple(terms_in(GLOSSARY)))


RIGHT = {
    "Take 12 cubes.": "Nimm 12 Würfel.",
    "{n} tile": ("{n} Plättchen", "{n} Plättchen"),
    "Pay <b>2</b> for {who:seat} in the North Tunnel.": "Zahle im Nordtunnel <b>2</b> für {who:seat}.",
    "North Tunnel": "Nordtunnel",
}


def test_a_right_catalogue_has_no_finding_and_an_absent_one_lacks_all(game: Path) -> None:
    assert {one.kind for one in check("de", game)} == {"missing"} and len(check("de", game)) == 4
    assert said(game, RIGHT) == []


@pytest.mark.parametrize(
    ("english", "translation", "kind"),
    [
        ("Take 12 cubes.", "", "missing"),
        ("{n} tile", ("{n} Plättchen", ""), "missing"),
        ("{n} tile", ("{m} Plättchen", "{n} Plättchen"), "parts"),
        ("Take 12 cubes.", "Nimm 13 Würfel.", "numbers"),
        ("Take 12 cubes.", "Nimm 12 Steine.", "terms"),
        ("Pay <b>2</b> for {who:seat} in the North Tunnel.", "Zahle im Nordtunnel 2 für {who:seat}.", "marks"),
        ("Pay <b>2</b> for {who:seat} in the North Tunnel.", "Zahle <b>2</b> für {who:seat} im Tunnel.", "names"),
        ("Pay <b>2</b> for {who:seat} in the North Tunnel.", "Zahle im Nordtunnel <b>2</b> für {who}.", "parts"),
    ],
)
def test_each_fault_is_found_and_can_be_excused(game: Path, english: str, translation: object, kind: str) -> None:
    assert {one.kind for one in said(game, RIGHT | {english: translation})} == {kind}
    if kind != "missing":
        assert said(game, RIGHT | {english: translation}, f"right: {kind}") == []


def test_a_no_break_space_in_a_name_is_a_space(game: Path) -> None:
    sentence = "Pay <b>2</b> for {who:seat} in the North Tunnel."
    joined = "Zahle im Nord\N{NO-BREAK SPACE}Tunnel <b>2</b> für {who:seat}."
    assert said(game, RIGHT | {"North Tunnel": "Nord Tunnel", sentence: joined}) == []


def test_an_edited_message_keeps_its_old_translation_until_a_person_has_read_it(game: Path) -> None:
    said(game, RIGHT)
    (game / "rules.py").write_text(RULES.replace("Take 12 cubes.", "Take 12 of your cubes."))
    file, left = update("de", game)
    assert left == 1 and "Nimm 12 Würfel." in file.read_text()
    assert [one.kind for one in check("de", game)] == ["fuzzy"]


def test_translators_read_where_a_message_is_seen(game: Path) -> None:
    text = update("de", game)[0].read_text()
    assert "#. Reason why something isn't allowed\n#: rules.py\n" in text
    assert "#. Map, stop, s1, name\n#: content/map.toml\n" in text
    assert seen_in("web/templates/new_table.html") == "Page new table"


def test_a_glossary_begins_with_the_words_that_occur_most(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    folder = tmp_path / "docs" / "translating"
    file = begin("zh-Hant", "crossroll", components()["crossroll"], folder)
    assert file is not None and "| landmark | | |" in file.read_text()
    assert glossary("zh-Hant", "crossroll", folder) == ()
    file.write_text(file.read_text().replace("| landmark | |", "| landmark | 地標 |"))
    assert glossary("zh-Hant", "crossroll", folder)[0].said == ("地標",)
    assert begin("zh-Hant", "crossroll", components()["crossroll"], folder) is None  # what people wrote stays


def test_the_command_says_what_a_component_lacks(game: Path) -> None:
    run = CliRunner().invoke(app, ["words", "de", "--check", "--folder", str(game)])
    assert run.exit_code == 1 and "missing: 'Take 12 cubes.'" in run.output and "4 missing, 0 fuzzy" in run.output
    run = CliRunner().invoke(app, ["words", "de", "--folder", str(game)])
    assert run.exit_code == 0 and "messages aren't translated yet." in run.output
    run = CliRunner().invoke(app, ["words", "de", "--check", "--kinds", "missing,nonsense"])
    assert run.exit_code and "'nonsense' isn't one of" in str(run.exception) + run.output
    run = CliRunner().invoke(app, ["words", "de", "--folder", str(game / "nowhere")])
    assert run.exit_code and "isn't a folder" in str(run.exception) + run.output


COMPLETE = ("de", "es", "zh-Hant")  # each message of these is translated; others may grow piece by piece


@pytest.mark.parametrize("code", codes())
def test_the_catalogues_that_ship_fit_their_messages(code: str) -> None:
    growing = () if code in COMPLETE else ("missing", "fuzzy")
    for name, root in components().items():
        found = [one for one in check(code, root, glossary(code, name)) if one.kind not in growing]
        assert not found, f"tabletown words {code} --check --folder {root}: {'; '.join(map(str, found[:5]))}"


def test_the_languages_of_the_games_makers_are_offered_and_complete() -> None:
    assert set(COMPLETE) <= set(codes()) and set(COMPLETE) <= set(languages())
    for code in COMPLETE:
        assert set(completeness()[code].values()) == {1.0}


def test_a_message_that_two_components_translate_otherwise_is_found(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(game, RIGHT)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "rules.py").write_text('A = Text("Take 12 cubes.")\n')
    file, _ = update("de", tmp_path / "other")
    file.write_text(file.read_text().replace('cubes."\nmsgstr ""', 'cubes."\nmsgstr "Nimm dir 12 Würfel."'))
    both = {"game": game, "other": tmp_path / "other"}
    monkeypatch.setattr("tabletown.translations.check.components", lambda: both)
    assert check("de", game) == []
    assert [str(one) for one in check("de", both["other"])] == ["twice: 'Take 12 cubes.': Nimm 12 Würfel. in game"]


def test_the_script_of_a_region_is_found() -> None:
    assert wanted("zh-TW,zh;q=0.9,en;q=0.8") == "zh-Hant" and wanted("zh-HK") == "zh-Hant"
