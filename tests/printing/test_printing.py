"""A game on paper: every card is there, in words that can be selected, and every page fits its paper."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from tabletown import packs, registry
from tabletown.cli import app
from tabletown.drawing import breadth
from tabletown.drawing.raster import font_folders
from tabletown.kernel.errors import BadOption
from tabletown.printing.book import PARTS, PrintSettings, begun, book_of, pdf_of, thumbnails
from tabletown.printing.ink import PAINT, for_paper
from tabletown.printing.pages import PAPERS, front_of
from tabletown.printing.parts import FRONT, LARGE, Card, Parts, can_print, parts_of
from tabletown.printing.typeset import pngs, quoted
from tabletown.translations import speak, speaking, with_words_of
from tabletown.workshop.drafts import Draft, files_of
from tests.workshop.examples import mission, police

GAMES = ["right-of-way", "crossroll", "broken-cities", "new-york-crisis", "cross-bronx"]
AT = re.compile(r"#at\((-?[\d.]+), (-?[\d.]+), box\(width: ([\d.]+)mm, height: ([\d.]+)mm, inset: 4.5mm")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_printed_with_embedded_fonts_and_without_pixels(game: str) -> None:
    assert can_print(registry.game(game))
    pdf = pdf_of(registry.game(game), PrintSettings("Letter", black_and_white=True))
    assert pdf.startswith(b"%PDF") and b"/FontFile" in pdf and not re.search(rb"/Subtype\s*/Image", pdf)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_card_lies_on_the_paper_and_has_its_back_mirrored(paper: str) -> None:
    sheet = PAPERS[paper]
    book = book_of(registry.game("new-york-crisis"), PrintSettings(paper, parts=("cards",)))
    cards = [tuple(map(float, found)) for found in AT.findall(book.text)]
    assert len(cards) == sum(len(deck.cards) for deck in parts_of(registry.game("new-york-crisis")).decks)
    for x, y, wide, high in cards:
        assert x >= 0 and x + wide <= sheet.width and y >= 0 and y + high <= sheet.height
    pages = book.text.split("#pagebreak()")
    first = [float(x) for x, *_ in AT.findall(pages[4])]  # the last sheet of the police: not full
    backs = [float(x) for x in re.findall(r"#at\((-?[\d.]+), [\d.]+, box\(width: 63", pages[5])]
    assert 0 < len(first) < 9 and [round(x + 63 + y, 1) for x, y in zip(first, backs)] == [sheet.width] * len(first)


def test_every_event_and_every_story_card_is_printed_in_full() -> None:
    from tabletown.games.cross_bronx.components import EVENTS
    from tabletown.games.new_york_crisis.scenarios import SCENARIOS

    text = book_of(registry.game("cross-bronx"), PrintSettings(parts=("cards",))).text
    assert all(quoted(event.headline) in text and quoted(event.context) in text for event in EVENTS.values())
    text = book_of(registry.game("new-york-crisis"), PrintSettings(parts=("cards",))).text
    assert all(quoted(card.text) in text for one in SCENARIOS.values() for card in one.card)


def test_a_pack_with_missions_prints_these_and_any_other_pack_prints_all() -> None:
    game = registry.game("new-york-crisis")

    def missions(draft: Draft) -> list[str]:
        pack = packs.with_pack(game, packs.install(game, files_of(game, draft)))
        return [deck.title for deck in parts_of(pack).decks if deck.size == LARGE]

    assert missions(mission()) == ["The Last Matinee"]
    printed = [deck.title for deck in parts_of(game).decks if deck.size == LARGE]
    assert len(printed) > 1 and missions(police()) == printed


def printed(card: Card, code: str = "en") -> Image.Image:
    """The inside of a card."""
    with speaking(speak(code)):
        book = begun(registry.game("broken-cities"), PrintSettings(), Parts())
        book.source.append("#set page(width: 63mm, height: 88mm, margin: 0mm)\n")
        book.page(f"at(0, 0, {front_of(book, card, FRONT)})")
        with Image.open(io.BytesIO(pngs(book.text, book.files, 150, code == "zh-Hant")[0])) as drawn:
            edge = drawn.width // 20
            return drawn.convert("L").crop((edge, edge, drawn.width - edge, drawn.height - edge))


def ink(inside: Image.Image) -> tuple[int, int, int, int]:
    """The box around everything dark."""
    box = inside.point(lambda light: 255 if light < 128 else 0).getbbox()
    assert box is not None
    return box


def test_what_hangs_below_the_last_line_of_a_card_is_not_cut_off() -> None:
    lowest = [ink(printed(Card("Title", words, "Story")))[3] for words in ("gjpqy", "aceno")]
    assert lowest[0] > lowest[1] + 2


def test_accents_above_the_first_line_of_a_card_are_not_cut_off() -> None:
    highest = [ink(printed(Card(title, "Text", "Story")))[1] for title in ("ÁÜÑ", "AUN")]
    assert highest[0] < highest[1] - 2


@pytest.mark.skipif(len(font_folders(True)) == 1, reason="needs the extra chinese")
def test_a_chinese_title_is_whole_and_bold() -> None:
    title, story = (printed(card, "zh-Hant") for card in (Card("戰戰戰"), Card("", "", "戰戰戰")))
    (_, top, _, low), (_, top_of_story, _, low_of_story) = ink(title), ink(story)
    assert low - top > 1.2 * (low_of_story - top_of_story)  # larger, and not cut off at the top
    share = [
        sum(light < 128 for light in shown.crop(ink(shown)).tobytes()) / size(ink(shown)) for shown in (title, story)
    ]
    assert share[0] > 1.15 * share[1]


def size(box: tuple[int, int, int, int]) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


@pytest.mark.parametrize("code", ["en", "de", "es", "zh-Hant"])
def test_words_of_the_record_sheet_end_before_their_boxes(code: str) -> None:
    with speaking(speak(code)):
        svg = next(
            board.svg for board in parts_of(registry.game("crossroll")).boards if "crossroll-record" in board.svg
        )
    found = re.findall(r'<text class="" x="440" y="(\d+)">([^<]+)</text><rect class="bx" x="(\d+)"', svg)
    assert len(found) == 7
    assert all(440 + breadth(words, 15) < int(box) for _, words, box in found)


def test_a_headline_fills_its_first_line() -> None:
    inside = printed(Card("Police Kill Grandmother Over Back Rent"))
    left, top, _, _ = ink(inside)
    first = inside.crop((left, top, inside.width, top + 20))
    assert ink(first)[2] > 0.4 * inside.width  # not just "Police"


def test_words_of_a_pack_cannot_leave_their_string() -> None:
    assert quoted('a "b" \\ #c\n') == '"a \\"b\\" \\\\ #c\\n"'


def test_black_and_white_is_grey_throughout() -> None:
    for board in parts_of(registry.game("broken-cities")).boards:
        folder = registry.game("broken-cities").folder
        assert folder is not None
        drawn = for_paper(board.svg, (folder / "style.css").read_text(), True)
        for _, _, colour in PAINT.findall(drawn):
            if re.fullmatch("#[0-9a-f]{6}", colour):
                assert colour[1:3] == colour[3:5] == colour[5:7]


def test_a_page_is_printed_in_the_language_of_who_prints() -> None:
    with speaking(speak("de")):
        text = book_of(registry.game("right-of-way"), PrintSettings(parts=("aid",))).text
    assert 'lang: "de"' in text and 'lang: "en"' not in text and "Pick a tile" not in text


def test_the_steps_of_the_player_aid_end_as_the_language_ends_a_sentence() -> None:
    for code, stop in (("en", ". "), ("de", ". "), ("zh-Hant", "。")):
        with speaking(with_words_of(registry.game("right-of-way"), speak(code))):
            text = book_of(registry.game("right-of-way"), PrintSettings(parts=("aid",))).text
        heads = re.findall(r'dot\(\d\), par\[#strong\("(.*?)"\)( ?)#"', text)
        assert len(heads) > 2 and all((head + space).endswith(stop) for head, space in heads), heads


def test_thumbnails_show_each_part_and_a_board_in_half_its_size_needs_fewer_pages() -> None:
    game = registry.game("right-of-way")
    whole, half = thumbnails(game, PrintSettings()), thumbnails(game, PrintSettings(half=True))
    assert list(whole) == ["board", "pieces", "aid", "rulebook"] and set(whole) <= set(PARTS)
    assert len(half["board"]) == 1 < len(whole["board"]) and len(half["pieces"]) < len(whole["pieces"])


def test_the_simulator_gets_sheets_and_a_save_that_names_them(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["print", "broken-cities", "--tabletop-simulator", str(tmp_path)])
    assert run.exit_code == 0, run.output
    save = json.loads((tmp_path / "tabletown.json").read_text())
    deck = next(thing for thing in save["ObjectStates"] if thing["Name"] == "DeckCustom")
    assert len(deck["DeckIDs"]) == 6 and deck["ContainedObjects"][0]["Nickname"] == "Water in the Streets"
    for url in re.findall(r'file://[^"]*', json.dumps(save)):
        assert Path(url.removeprefix("file://")).read_bytes().startswith(b"\x89PNG")


def test_the_command_writes_a_file_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "roads.pdf"
    run = CliRunner().invoke(app, ["print", "crossroll", "--language", "de", "-o", str(file)])
    assert run.exit_code == 0 and file.read_bytes().startswith(b"%PDF"), run.output
    run = CliRunner().invoke(app, ["print", "crossroll", "--language", "xx"])
    assert run.exit_code and "Language can't be 'xx'" in str(run.exception) + run.output


@pytest.mark.parametrize("wrong", [{"paper": "A9"}, {"parts": ("lid",)}, {"parts": ()}])
def test_a_wrong_wish_gets_a_sentence(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOption, match="Choose"):
        PrintSettings(**wrong)  # type: ignore[arg-type]
