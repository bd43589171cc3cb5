"""The page of a finished match, and its picture."""

from __future__ import annotations

import io

from PIL import Image

from tabletown.web.share import balanced
from tests.web.people import Person, api


def finished(person: Person, game: str = "signposts") -> str:
    table = person.opens(game, "me", "bot")
    with person.at(table, "?scene=no") as wire:
        while not wire.table["outcome"]:
            if wire.table["asked"]:
                wire.choose(wire.words[0] if wire.words else "")
            wire.next()
    return table


def test_the_page_and_the_picture_of_a_result(ann: Person, zoe: Person) -> None:
    table = finished(ann, "connect-four")
    page = ann.http.get(table + "/result")
    assert page.status_code == 200 and "wins" in page.text and f"{table}/result.png" in page.text
    assert 'property="og:image"' in page.text
    drawn = ann.http.get(table + "/result.png")
    assert drawn.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(drawn.content)).size == (1200, 630)
    assert zoe.http.get(table + "/result").status_code in (200, 403), "as the table itself may be watched"
    assert zoe.http.get(table + "/result").status_code == zoe.http.get(table).status_code


def test_a_title_in_lines_keeps_its_points_together() -> None:
    assert balanced("Player 3 wins, 53 to 27", 18) == ["Player 3 wins,", "53 to 27"]
    assert balanced("Nobody wins", 18) == ["Nobody wins"]
    assert "".join(balanced("Bartholomew-Featherstonehaugh", 18)) == "Bartholomew-Featherstonehaugh"


def test_before_the_end_there_is_no_result(ann: Person) -> None:
    table = ann.opens("connect-four", "me", "bot")
    for path in ("/result", "/result.png"):
        answer = ann.http.get(table + path)
        assert answer.status_code >= 400 and "not over yet" in answer.text
    assert ann.http.get(api(table)).json()["outcome"] is None
