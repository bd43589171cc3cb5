"""The page of a finished match, and its picture."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

from PIL import Image

from tabletown import game
from tabletown.kernel import Match
from tabletown.web.pages.result import turning
from tabletown.web.testing import Server
from tabletown.web.views.share_picture import balanced, cells, sentences
from tests.web.people import GAMES, Person, api


def finished(
    person: Person, game: str = "signposts", rng: random.Random | None = None, bots: int = 1, **form: str
) -> str:
    """A finished match, with the first option each time, or with random ones."""
    table = person.opens(game, "me", *["bot"] * bots, **form)
    with person.at(table, "?scene=no") as wire:
        while not wire.table["outcome"]:
            if wire.table["asked"]:
                wire.choose((rng.choice(wire.words) if rng else wire.words[0]) if wire.words else "")
            wire.next()
    return table


def test_the_page_and_the_picture_tell_a_result(ann: Person, zoe: Person) -> None:
    table = finished(ann, "connect-four")
    page = ann.http.get(table + "/result")
    assert (
        page.status_code == 200
        and re.search("Ann wins|You win|Everyone loses", page.text)
        and f"{table}/result.png" in page.text
    )
    assert 'property="og:image"' in page.text
    drawn = ann.http.get(table + "/result.png")
    assert drawn.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(drawn.content)).size == (1200, 630)
    assert zoe.http.get(table + "/result").status_code in (200, 403), "as the table itself may be watched"
    assert zoe.http.get(table + "/result").status_code == zoe.http.get(table).status_code


def test_the_picture_of_a_private_table_names_nobody(ann: Person, zoe: Person) -> None:
    """Players of such a table may share it with anybody."""

    def pictures(watch: str) -> set[bytes]:
        found = set()
        for person in (ann, zoe):
            table = person.opens("connect-four", "me", "me", watch=watch)
            with person.at(table, "?scene=no") as wire:
                while not wire.table["outcome"]:
                    wire.choose(wire.words[0], seat=wire.table["asked"]["seat"])
                    wire.next()
            found.add(person.http.get(table + "/result.png").content)
            assert person.name in person.http.get(table + "/result").text, "among themselves they have names"
        return found

    assert len(pictures("link")) == 2, "Ann's has her name, Zoe's has hers"
    assert len(pictures("nobody")) == 1


def test_a_title_in_lines_keeps_its_points_together() -> None:
    assert balanced("Player 3 wins, 53 to 27", 18) == ["Player 3 wins,", "53 to 27"]
    assert balanced("Nobody wins", 18) == ["Nobody wins"]
    assert "".join(balanced("Bartholomew-Featherstonehaugh", 18)) == "Bartholomew-Featherstonehaugh"


def test_what_is_said_of_a_match_is_the_same_after_a_restart(tmp_path: Path) -> None:
    """A reloaded table has only its latest lines, but awards and numbers use all of them."""
    server = Server(tmp_path, GAMES, ("--unlimited", "--pace", "0"))
    server.apart = False
    told: list[list[str]] = []
    for _ in range(2):
        server.start()
        if not told:
            ann = Person(server.url, "Ann")
            table = finished(ann, "crossroll", random.Random(2), seed="2")
            assert ann.http.get(api(table)).json()["number"] > 300, "more answers than are loaded with their words"
        page = ann.http.get(table + "/result").text
        told.append(re.findall(r"<h1>.*?</p>|<small>[^<]*</small>|<td class=.*?</td>", page))
        server.stop()
    assert len(told[0]) > 8 and told[0] == told[1]


def test_a_sentence_on_the_picture_is_whole() -> None:
    why = (
        "Ann completed 12 highways, Bo 10. Points per highway: Ann 3.1, Bo 2.7. "
        + "And so it went on for a while. " * 5
    )
    assert sentences(why, 44, 2) == ["Ann completed 12 highways, Bo 10. Points per", "highway: Ann 3.1, Bo 2.7."]
    assert sentences("One long sentence " * 20, 44, 2)[-1].endswith("…")


def test_chinese_lines_of_a_picture_fit_and_no_line_begins_with_a_full_stop() -> None:
    why = "12 個困境連懲教也容不下。上限為 8 個損失。勝利點都不算數。最大輸家：私人方，3。"
    found = sentences(why, 44, 4)
    assert "".join(found).replace(" ", "") == why.replace(" ", "")
    assert max(map(cells, found)) <= 45 and not any(line[0] in "，。：" for line in found)
    assert balanced("全體落敗：12 個損失", 18) == ["全體落敗：", "12 個損失"]


def test_players_of_broken_cities_get_questions_to_talk_about(ann: Person) -> None:
    """The rulebook ends with them, so they are shown at tables without a class, too."""
    table = finished(ann, "broken-cities", random.Random(2), bots=2)
    page = ann.http.get(f"{table}/result").text
    assert "Questions to talk about" in page and "Is it hard to build a green city?" in page
    other = finished(ann, "connect-four")
    assert "Questions to talk about" not in ann.http.get(f"{other}/result").text


def test_before_the_end_there_is_no_result(ann: Person) -> None:
    table = ann.opens("connect-four", "me", "bot")
    for path in ("/result", "/result.png"):
        answer = ann.http.get(table + path)
        assert answer.status_code >= 400 and "over yet" in answer.text
    assert ann.http.get(api(table)).json()["outcome"] is None


def test_where_a_storm_turned_it_what_is_gone_stands_crossed_out() -> None:
    """The most important lines are about rent and name no place; the board is the one before the card."""
    match, rng = Match(game("broken-cities"), ["Ann", "Bo", "Cy"], seed=5, changes=True), random.Random(5)
    while not match.over:
        asked = match.decisions[0]
        match.choose(asked.seat, rng.choice(list(asked.options)))
    said = [(line.number, line.text.render(match.names)) for line in match.lines]
    struck = next(number for number, words in said if words.endswith(" was lost."))
    gone = [
        words.split(",")[0].removeprefix("On ") for number, words in said if number == struck and "was lost" in words
    ]
    assert match.outcome is not None
    won = [float(seat == match.outcome.winners[0]) for seat in range(3)]
    even = [1 / 3] * 3
    found = turning(match, ([0, 1, struck - 1, struck, len(match.log)], [even, even, even, won, won]))
    assert found is not None and found.crossed == found.places == gone
    assert found.board == match.at(struck - 1).scene(None).board != match.at(struck).scene(None).board
