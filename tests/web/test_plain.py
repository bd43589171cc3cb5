"""The plain page of a table, for browsers that can't read its scripts: forms and words do."""

from __future__ import annotations

import html
import re

import pytest

from tests.conftest import mostly_long
from tests.web.browser.lessons import SEATS
from tests.web.people import ROOT, Person
from tests.web.test_every_class import AnyTeacher

SCRIPT = ROOT / "src" / "tabletown" / "web" / "static" / "js" / "pages" / "first.js"
NEWER = re.compile(r"\?\.|\?\?|\|\|=|&&=|\bimport\b|\bexport\b|\.at\(|replaceAll|static \{|\bclass [A-Z]|#\w")


def choices(page: str) -> list[str]:
    return [html.unescape(word) for word in re.findall(r'name="option" value="([^"]+)">', page)]


def number(page: str) -> str:
    return re.findall(r'name="number" value="(\d+)"', page)[0]


def test_a_match_is_played_with_forms_alone(ann: Person) -> None:
    table = ann.opens("connect-four", "me", "here") + "/plain"
    page = ann.http.get(table).text
    refused = ann.post(table, number=number(page), option="column:99")
    assert refused.status_code == 422 and 'role="alert"' in refused.text
    for column in (1, 2, 1, 2, 1, 2):
        page = ann.http.get(table).text
        assert f"column:{column}" in choices(page) and "refresh" not in page
        assert ann.post(table, number=number(page), option=f"column:{column}").status_code == 303
    page = ann.http.get(table).text
    assert ann.post(table, number=number(page), do="undo").status_code == 303
    for column in (2, 1):
        page = ann.http.get(table).text
        ann.post(table, number=number(page), option=f"column:{column}")
    assert not choices(ann.http.get(table).text)


def test_who_waits_or_watches_is_shown_no_choices_and_the_page_looks_again(ann: Person, bo: Person) -> None:
    table = ann.opens("connect-four", "me", "link") + "/plain"
    bo.joins(ann.invites(table.removesuffix("/plain"), 1))
    page = bo.http.get(table).text
    assert not choices(page) and 'http-equiv="refresh"' in page
    assert bo.post(table, number="0", option="column:1").status_code == 409
    assert Person(ann.url).post(table, number="0", option="column:1").status_code == 403


@pytest.mark.parametrize("game", mostly_long(SEATS, "crossroll"))
def test_every_question_of_a_game_is_on_the_page(server: str, game: str) -> None:
    person = Person(server, "Ann")
    table = person.opens(game, "me", *["here"] * (max(2, SEATS[game]) - 1))
    page = person.http.get(f"{table}/plain").text
    asked = person.http.get(f"/api/tables/{table.removeprefix('/t/')}?scene=no").json()["asked"]
    if asked is not None:
        assert choices(page) == [option["word"] for option in asked["options"]]
    assert "<pre>" in page


def test_a_browser_of_years_ago_can_read_what_sends_it_there(server: str, ann: Person) -> None:
    source = re.sub(r"//.*|/\*.*?\*/", "", SCRIPT.read_text(encoding="utf-8"))
    assert not NEWER.search(source)
    teacher = AnyTeacher(server)
    teacher.makes_a_class("crossroll", tables=1)
    sheet = str(re.search(r"/static/[^/]+/", ann.http.get("/").text)[0]) + "css/plain.css"  # type: ignore[index]
    assert "@layer" not in ann.http.get(sheet).text
    for page in (
        ann.http.get(ann.opens("connect-four", "me", "here")),
        teacher.http.get(f"/class/{teacher.code}/lead"),
    ):
        first = re.findall(r"<script[^>]*>", page.text)
        scripts = [tag for tag in first if "pages/first" in tag]
        assert scripts and not re.search("async|defer|module", scripts[0])
        assert page.text.index("pages/first") < page.text.index('type="module"')
