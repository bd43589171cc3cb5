"""Text in a drawing: longer translations stay within their boxes."""

from __future__ import annotations

import random
import re
from xml.etree.ElementTree import Element, fromstring

import pytest

from tabletown import game
from tabletown.drawing import before_colon, breadth, sentence, squeezed
from tabletown.kernel import Match
from tabletown.translations import PSEUDO, speak, speaking

WRITTEN = re.compile(r'<text class="cap[^"]*"[^>]*?y="\d+"( textLength="[\d.]+")?[^>]*>([^<]+)</text>')


def test_words_that_fit_stay_as_they_are_and_longer_ones_get_narrower_but_stay_legible() -> None:
    assert squeezed("Corrections", 14.4, 93) == ""
    assert squeezed("Korrekturen", 14.4, 80) == ' textLength="80" lengthAdjust="spacingAndGlyphs"'
    [least] = re.findall(r'textLength="([\d.]+)"', squeezed("Besserungsanstalten", 14.4, 20))
    assert float(least) == round(0.65 * breadth("Besserungsanstalten", 14.4), 1)


def test_a_long_word_in_the_box_of_corrections_leaves_room_for_its_count() -> None:
    """The census measures it in a browser; this test measures the two texts of each row together."""
    bronx = game("cross-bronx")
    match = Match(bronx, bronx.about.default_seats, seed=3)
    with speaking(speak(PSEUDO)):
        board = match.scene(0).board
    box = board[board.index('id="corrections"') :]
    rows = [float(room[13:-1] or breadth(words, 14.4)) for room, words in WRITTEN.findall(box)[:6]]
    assert len(rows) == 6
    assert all(words + count <= 161 for words, count in zip(rows[::2], rows[1::2], strict=True))


SIGN = re.compile(r"^.{1,2}$")  # such as $, S or 7


def signs(drawing: Element) -> list[str]:
    """Short texts of a drawing that a screen reader would say alone: outside of what has a name of its own."""
    tag = drawing.tag.rpartition("}")[2]
    if tag in ("defs", "title") or drawing.get("aria-hidden") == "true" or drawing.get("data-preview") is not None:
        return []
    if drawing.get("role") in ("img", "button") or drawing.get("data-option"):
        return []
    words = "".join(drawing.itertext())
    return [words] if tag == "text" and SIGN.match(words) else [sign for child in drawing for sign in signs(child)]


@pytest.mark.parametrize("id", ["right-of-way", "crossroll", "new-york-crisis", "broken-cities", "cross-bronx"])
def test_no_sign_on_a_board_is_read_without_a_name(id: str) -> None:
    """A reader once said "$" thirty times: what lies on the board has names, and signs in it are part of them."""
    rng, match = random.Random(3), Match(game(id), game(id).about.default_seats, seed=7)
    found: set[str] = set()
    for number in range(80):
        if match.over:
            break
        decision = match.decisions[0]
        if number % 8 == 0:
            board = re.sub(r" (data-can|hidden)(?=[ >/])", "", match.scene(max(decision.seat, 0)).board)
            found.update(signs(fromstring(board)))
        match.choose(decision.seat, rng.choice(list(decision.options)))
    assert found == set()


def test_chinese_names_are_squeezed_by_their_true_width() -> None:
    assert breadth("獅子山隧道", 10) == 50 and "textLength" in squeezed("獅子山隧道", 10, 45)


def test_words_end_and_part_as_their_language_does() -> None:
    assert sentence("C4, rich") == "C4, rich." and before_colon("Act: one action") == "Act"
    with speaking(speak("zh-Hant")):
        assert sentence("C4，富裕") == "C4，富裕。" and before_colon("行動：一種動作") == "行動"
    assert before_colon("Event") == "Event"
