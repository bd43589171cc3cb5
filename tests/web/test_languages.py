"""A language per person: chosen by ?lang= or the menu and remembered; everybody at a table reads their own."""

import re

import pytest

from tests.web.conftest import Seated
from tests.web.people import Person


def test_a_chosen_language_is_remembered_and_an_unknown_one_ignored(ann: Person) -> None:
    assert 'lang="en"' in ann.http.get("/").text
    first = ann.http.get("/?lang=en-XA")
    assert 'lang="en-XA"' in first.text and first.headers["content-language"] == "en-XA"
    assert "lang=en-XA" in first.headers["set-cookie"]
    again = ann.http.get("/rules")
    assert 'lang="en-XA"' in again.text and "set-cookie" not in again.headers and 'id="messages"' in again.text
    assert 'lang="en-XA"' in ann.http.get("/?lang=tlh").text


@pytest.mark.parametrize("cookie", ["lang=%00", 'lang="', "lang=../../etc", "lang", "=;=;lang=x y"])
def test_a_broken_cookie_is_answered_in_english(ann: Person, cookie: str) -> None:
    assert 'lang="en"' in ann.http.get("/", headers={"cookie": cookie}).text


def test_each_at_a_table_reads_the_own_language(seated: Seated, ann: Person, bo: Person) -> None:
    bo.http.get("/?lang=en-XA")
    _, anns, bos = seated()
    anns.play("column:4")
    bos.at(anns.table["number"])
    assert any("⟦" in line for line in bos.lines) and not any("⟦" in line for line in anns.lines)
    bos.choose("column:4", number=99)
    assert "⟦" in bos.refused()["text"] and "⟦" in bos.table["asked"]["prompt"]
    assert "⟦" not in anns.table["waiting"][0]["prompt"]


def test_a_refusal_is_said_in_the_language_of_who_reads_it(ann: Person) -> None:
    said = ann.http.get("/t/nope", headers={"cookie": "lang=en-XA"}).text
    assert re.search(r"ƒîñđ ţĥåţ ţåƀļé\.", said)


def test_a_page_says_how_complete_each_language_is_and_every_page_names_the_others(ann: Person) -> None:
    page = ann.http.get("/languages").text
    assert re.search(r'<h2 lang="de"><a href="/\?lang=de" hreflang="de">Deutsch</a></h2>', page)
    assert re.search(r'<th scope="row">Pages and tables</th><td class="num">\d+%</td>', page)
    home = ann.http.get("/").text
    assert re.search(r'<link rel="alternate" hreflang="de" href="http[^"]*/\?lang=de">', home) and "/languages" in home


def test_the_theme_is_named_in_the_readers_language(ann: Person) -> None:
    assert 'data-themes="System|Hell|Dunkel"' in ann.http.get("/?lang=de").text


def test_a_title_that_stays_english_is_marked_as_english_in_other_languages(ann: Person) -> None:
    pages = {"/": "h2", "/rules": "b", "/rules/crossroll": "h1", "/learn/crossroll": "h1", "/new": "span"}
    for page, element in pages.items():
        english = ann.http.get(page, headers={"cookie": "lang=en"}).text
        assert f"<{element}>Crossroll Hong Kong</{element}>" in english
        for code in ("de", "es", "zh-Hant"):
            told = ann.http.get(page, headers={"cookie": f"lang={code}"}).text
            assert f'<{element} lang="en">Crossroll Hong Kong</{element}>' in told, (page, code)
